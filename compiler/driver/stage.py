"""Passes under the operations that they run on."""

from typing import NamedTuple

from xdsl.passes import ModulePass

ANY = "any"
"""The anchor of what runs on every operation that is isolated from above."""
MODULE = "builtin.module"


class Stage(NamedTuple):
    """An anchor and the passes that run on it, one after the other."""

    anchor: str
    items: "tuple[ModulePass | Stage, ...]"

    def __str__(self) -> str:
        """Pipeline text with every option, which reads back as this."""
        return f"{self.anchor}({','.join(map(_spelled, self.items))})"


def _spelled(item: ModulePass | Stage) -> str:
    from . import options

    if isinstance(item, Stage):
        return str(item)
    return options.spell(item.name, options.values_of(item))
