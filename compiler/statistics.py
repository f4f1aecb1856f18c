"""What a pass counts of its own work: `count("num-fused", "Number of operations fused")`.

Nothing is kept unless somebody listens, as `--mlir-pass-statistics` does.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Statistic:
    """A number and what it counts."""

    name: str
    description: str
    value: int = 0


class Counts(dict[str, Statistic]):
    """Statistics by name, in the order in which they were first counted."""

    def add(self, name: str, description: str, amount: int) -> None:
        found = self.setdefault(name, Statistic(name, description))
        found.value += amount


_COUNTS: ContextVar[Counts | None] = ContextVar("counts", default=None)


@contextmanager
def counting(counts: Counts) -> Generator[Counts, None, None]:
    """Lets `count` add to these."""
    token = _COUNTS.set(counts)
    try:
        yield counts
    finally:
        _COUNTS.reset(token)


def is_counting() -> bool:
    """Whether somebody listens."""
    return _COUNTS.get() is not None


def count(name: str, description: str, amount: int = 1) -> None:
    """Adds to a statistic of the pass at work; 0 says that there is such a statistic."""
    counts = _COUNTS.get()
    if counts is not None:
        counts.add(name, description, amount)
