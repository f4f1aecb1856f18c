"""Bounds of integers, and of what is computed from them."""

from collections.abc import Callable
from typing import TypeAlias

Interval: TypeAlias = tuple[int | None, int | None]
"""Least and greatest value; None where there is no bound."""
FREE: Interval = (None, None)


def tightest(a: Interval, b: Interval) -> Interval:
    return _tighter(a[0], b[0], max), _tighter(a[1], b[1], min)


def _tighter(a: int | None, b: int | None, best: Callable[[int, int], int]) -> int | None:
    return b if a is None else a if b is None else best(a, b)


def added(a: Interval, b: Interval) -> Interval:
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    return low, None if a[1] is None or b[1] is None else a[1] + b[1]


def multiplied(a: Interval, b: Interval) -> Interval:
    if (0, 0) in (a, b):
        return 0, 0
    if a[1] is not None and a[1] <= 0:
        return _negated(multiplied(_negated(a), b))
    if b[1] is not None and b[1] <= 0:
        return _negated(multiplied(a, _negated(b)))
    (la, ha), (lb, hb) = a, b
    if la is not None and la >= 0 and lb is not None and lb >= 0:
        return la * lb, None if ha is None or hb is None else ha * hb
    if la is None or ha is None or lb is None or hb is None:
        # A number times what is open on one side stays open on that side only.
        if la is not None and la == ha:
            return None if lb is None else la * lb, None if hb is None else la * hb
        if lb is not None and lb == hb:
            return None if la is None else la * lb, None if ha is None else ha * lb
        return FREE
    corners = (la * lb, la * hb, ha * lb, ha * hb)
    return min(corners), max(corners)


def _negated(a: Interval) -> Interval:
    return None if a[1] is None else -a[1], None if a[0] is None else -a[0]


def floor(value: int | None, by: int) -> int | None:
    return None if value is None else value // by
