"""When a reshape of constant shape says what a chain of views does."""

from collections.abc import Sequence

from .expressions import Dim


def as_reshape(source: Sequence[Dim], target: Sequence[Dim]) -> tuple[int, ...] | None:
    """
    The `shape` of an `nn.reshape` from dims `source` to dims `target`, which hold as many elements.

    A number stands for itself, 0 for the source's dim at the same place, -1 for the one dim that is
    left. None where more than one is left, or where a dim is 0.
    """
    shape = [_entry(source, place, dim) for place, dim in enumerate(target)]
    if None in shape or shape.count(-1) > 1:
        return None
    return tuple(n for n in shape if n is not None)


def _entry(source: Sequence[Dim], place: int, dim: Dim) -> int | None:
    if isinstance(dim, int):
        return dim or None
    return 0 if place < len(source) and source[place] == dim else -1
