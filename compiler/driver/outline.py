"""A run as an outline: a row for each pass and nested pipeline, in the order of their begin."""

from dataclasses import dataclass, field
from typing import Any

from xdsl.ir import Operation
from xdsl.passes import ModulePass

from .instruments import Instrument
from .stage import Stage

RULE = f"==={'-' * 73}==="


@dataclass(eq=False)
class Row:
    """A pass, a nested pipeline, or a phase of the driver, on all that it ran on."""

    name: str
    item: Any = None
    """What it stands for; None for a phase."""
    rows: dict[object, "Row"] = field(default_factory=lambda: dict[object, Row]())

    def inner(self, key: object, name: str, item: Any = None) -> "Row":
        """The row of this key inside, made when it is asked for."""
        if key not in self.rows:
            self.rows[key] = type(self)(name, item)
        return self.rows[key]


class Outline(Instrument):
    """Keeps the row of what is running at hand; the outermost pipeline has none of its own."""

    def __init__(self, root: Row) -> None:
        self.root = root
        self.path = [root]
        self.depth = 0

    def enter(self, row: Row) -> None:
        self.path.append(row)

    def leave(self) -> None:
        self.path.pop()

    def before_stage(self, stage: Stage, op: Operation) -> None:
        self.depth += 1
        if self.depth > 1:
            # Equal stages at two places are two rows: identity it is, and the row keeps it alive.
            self.enter(self.path[-1].inner(id(stage), f"'{stage.anchor}' Pipeline", stage))

    def after_stage(self, stage: Stage, op: Operation, failed: bool) -> None:
        self.depth -= 1
        if self.depth:
            self.leave()

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.enter(self.path[-1].inner(id(pass_), type(pass_).__name__, pass_))

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.leave()

    def after_failed_pass(self, pass_: ModulePass, op: Operation) -> None:
        if self.path[-1].item is pass_:
            self.leave()


def boxed(title: str) -> str:
    """The lines at the top of a report."""
    return f"{RULE}\n{title.center(len(RULE)).rstrip()}\n{RULE}\n"
