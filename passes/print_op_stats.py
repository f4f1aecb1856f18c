"""Nothing changes: how often each operation occurs is printed on standard error.

With `json` as an object from names of operations to numbers.
"""

import json as json_text
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ..compiler import topology
from ..compiler.driver.stage import ANY
from ..compiler.statistics import count
from ..compiler.verifier import name_of


@dataclass(frozen=True)
class PrintOpStatsPass(ModulePass):
    name = "print-op-stats"
    law = "exact"
    anchors: ClassVar[tuple[str, ...]] = (ANY,)

    json: bool = False

    def apply(self, ctx: Context, op: Operation) -> None:
        found = Counter(map(name_of, (op, *topology.walk(op.regions))))
        count("num-ops", "Number of operations", found.total())
        ordered = dict(sorted(found.items()))
        if self.json:
            sys.stderr.write(json_text.dumps(ordered, indent=2, separators=(",", " : ")) + "\n")
        else:
            sys.stderr.write("".join(_lines(ordered)))


def _lines(counts: Mapping[str, int]) -> Iterator[str]:
    """Names aligned at the dot after the dialect."""
    yield "Operations encountered:\n"
    yield "-----------------------\n"
    parts = [_split(name) for name in counts]
    left = max(len(dialect) for dialect, _ in parts)
    right = max(len(rest) for _, rest in parts)
    for (dialect, rest), number in zip(parts, counts.values(), strict=True):
        yield f"  {dialect:>{left}}{rest:{right}} , {number}\n"


def _split(name: str) -> tuple[str, str]:
    dialect, dot, rest = name.partition(".")
    return (dialect, dot + rest) if dot else ("", name)
