"""`--mlir-pass-statistics`: what each pass counted (`compiler/statistics.py`)."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ..statistics import Counts, counting
from .flags import Settings
from .outline import Outline, Row, boxed
from .stage import Stage


@dataclass(eq=False)
class Counted(Row):
    """A row and what its pass counted."""

    counts: Counts = field(default_factory=Counts)

    @property
    def counted(self) -> "list[Counted]":
        return cast("list[Counted]", list(self.rows.values()))


class Statistics(Outline):
    """Listens to each pass, and prints a report on standard error when the run is over."""

    def __init__(self, as_list: bool, as_json: bool) -> None:
        super().__init__(Counted(""))
        self.as_list, self.as_json = as_list, as_json
        self.listening = ExitStack()

    @classmethod
    def by(cls, settings: Settings) -> "Statistics":
        as_list = settings.mlir_pass_statistics_display == "list"
        return cls(as_list, settings.mlir_output_format == "json")

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        super().before_pass(pass_, op)
        self.listening.enter_context(counting(cast(Counted, self.path[-1]).counts))

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.listening.close()
        super().after_pass(pass_, op)

    def after_failed_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.listening.close()
        super().after_failed_pass(pass_, op)

    def finish(self, failed: bool) -> None:
        rows = cast(Counted, self.root).counted
        if self.as_list:
            rows = _merged(rows)
        if self.as_json:
            sys.stderr.write(json.dumps([_record(row) for row in rows], indent=2) + "\n")
            return
        title = boxed("... Pass statistics report ...")
        sys.stderr.write(title + "".join(_lines(rows, "  " * self.as_list)))


def _merged(rows: Iterable[Counted]) -> list[Counted]:
    """Passes of one name as one, in the order of names, without those that count nothing."""
    found: dict[str, Counted] = {}
    for row in _passes(rows):
        merged = found.setdefault(row.name, Counted(row.name, row.item))
        for s in row.counts.values():
            merged.counts.add(s.name, s.description, s.value)
    return [found[name] for name in sorted(found) if found[name].counts]


def _passes(rows: Iterable[Counted]) -> Iterator[Counted]:
    for row in rows:
        if isinstance(row.item, Stage):
            yield from _passes(row.counted)
        else:
            yield row


def _lines(rows: Iterable[Counted], indent: str) -> Iterator[str]:
    for row in rows:
        yield f"{indent}{row.name}\n"
        statistics = list(row.counts.values())
        values = max((len(str(s.value)) for s in statistics), default=0)
        names = max((len(s.name) for s in statistics), default=0)
        for s in statistics:
            yield f"{indent}  (S) {s.value:{values}} {s.name:{names}} - {s.description}\n"
        yield from _lines(row.counted, f"{indent}  ")


def _record(row: Counted) -> dict[str, Any]:
    if isinstance(row.item, Stage):
        return {"name": row.name, "passes": [_record(r) for r in row.counted]}
    counted = [
        {"name": s.name, "value": s.value, "description": s.description}
        for s in row.counts.values()
    ]
    return {"name": row.name, "pass": row.item.name, "statistics": counted}
