"""`--mlir-timing`: how long the driver's phases and each pass took, verification included."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, cast

from .flags import Settings
from .outline import Outline, Row, boxed


@dataclass(eq=False)
class Timed(Row):
    """A row and its seconds of wall time."""

    seconds: float = 0.0

    @property
    def timed(self) -> "list[Timed]":
        return cast("list[Timed]", list(self.rows.values()))


class Timing(Outline):
    """Measures, and prints a report on standard error when the run is over."""

    def __init__(self, as_list: bool, as_json: bool) -> None:
        super().__init__(Timed("root"))
        self.as_list, self.as_json = as_list, as_json
        self.started = perf_counter()
        self.starts: list[float] = []

    @classmethod
    def by(cls, settings: Settings) -> "Timing":
        return cls(settings.mlir_timing_display == "list", settings.mlir_output_format == "json")

    def enter(self, row: Row) -> None:
        super().enter(row)
        self.starts.append(perf_counter())

    def leave(self) -> None:
        cast(Timed, self.path[-1]).seconds += perf_counter() - self.starts.pop()
        super().leave()

    def before_phase(self, name: str) -> None:
        self.enter(self.path[-1].inner(name, name))

    def after_phase(self, name: str) -> None:
        self.leave()

    def finish(self, failed: bool) -> None:
        total = perf_counter() - self.started
        tops = cast(Timed, self.root).timed
        rest = Timed("Rest", seconds=total - sum(row.seconds for row in tops))
        if self.as_list:
            tops = _merged(tops)
        rows = [*tops, rest, Timed("Total", seconds=total)]
        sys.stderr.write(_as_json(rows, total) if self.as_json else _as_text(rows, total))


def _merged(rows: Iterable[Timed]) -> list[Timed]:
    """Those of one name as one, the slowest first, without what they consist of."""
    seconds: dict[str, float] = {}
    for _, row in _walk(rows):
        seconds[row.name] = seconds.get(row.name, 0.0) + row.seconds
    found = sorted(seconds.items(), key=lambda item: -item[1])
    return [Timed(name, seconds=time) for name, time in found]


def _walk(rows: Iterable[Timed], depth: int = 0) -> Iterator[tuple[int, Timed]]:
    for row in rows:
        yield depth, row
        yield from _walk(row.timed, depth + 1)


def _percentage(row: Timed, total: float) -> float:
    return 100 * row.seconds / total


def _as_text(rows: Iterable[Timed], total: float) -> str:
    lines = [
        f"  {row.seconds:8.4f} ({_percentage(row, total):5.1f}%)  {'  ' * depth}{row.name}\n"
        for depth, row in _walk(rows)
    ]
    head = boxed("... Execution time report ...")
    head += f"  Total Execution Time: {total:.4f} seconds\n\n  ----Wall Time----  ----Name----\n"
    return head + "".join(lines)


def _as_json(rows: Iterable[Timed], total: float) -> str:
    shown = (json.dumps(_record(row, total)) for row in rows)
    return "[\n" + ",\n".join(shown) + "\n]\n"


def _record(row: Timed, total: float) -> dict[str, Any]:
    percentage = round(_percentage(row, total), 1)
    wall = {"duration": round(row.seconds, 4), "percentage": percentage}
    inner = [_record(r, total) for r in row.timed]
    return {"wall": wall, "name": row.name, **({"passes": inner} if inner else {})}
