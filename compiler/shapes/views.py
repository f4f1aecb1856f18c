"""When a reshape of constant shape says what a chain of views does."""

from collections.abc import Sequence
from math import prod

from .expressions import Dim, exact_quotient


def as_reshape(source: Sequence[Dim], target: Sequence[Dim]) -> tuple[int, ...] | None:
    """
    The `shape` of an `nn.reshape` from dims `source` to dims `target`, which hold as many elements.

    A number stands for itself, 0 for the source's dim at the same place, -1 for the one dim that is
    left, if it is what is left. None where more than one is left, or where a dim is 0.
    """
    shape = [_entry(source, place, dim) for place, dim in enumerate(target)]
    if None in shape or shape.count(-1) > 1:
        return None
    found = tuple(n for n in shape if n is not None)
    return None if -1 in found and not _is_left(source, target, found) else found


def _entry(source: Sequence[Dim], place: int, dim: Dim) -> int | None:
    if isinstance(dim, int):
        return dim or None
    return 0 if place < len(source) and source[place] == dim else -1


def _is_left(source: Sequence[Dim], target: Sequence[Dim], shape: Sequence[int]) -> bool:
    """Whether -1 is its dim: copied dims do not count, for they may be 0."""
    whole = prod(n for i, n in enumerate(source) if i >= len(shape) or shape[i] != 0)
    taken = prod(n for n in shape if n > 0)
    left = target[shape.index(-1)]
    return left in (exact_quotient(whole, taken), whole // taken)
