"""Elements taken, joined, moved: slices, concatenation, padding, gathering, space and batch."""

from collections.abc import Sequence
from typing import Any, TypeGuard

from xdsl.ir import SSAValue

from ....dialects.nn.elementwise import Div, Mul, Sub
from ....dialects.nn.index import Gather, GatherNd
from ....dialects.nn.movement import (
    Concat,
    DynamicPad,
    DynamicSlice,
    Pad,
    Slice,
    Split,
    Tile,
)
from ....dialects.nn.shape import (
    DynamicReshape,
    Reshape,
    ShapeOf,
    Squeeze,
    Transpose,
    is_known,
)
from . import Node, reads
from .shape import as_i64

FAR = (1 << 31) - 1
"""A bound behind the end of every axis."""


@reads("concatenation")
def read_concatenation(n: Node) -> SSAValue:
    xs = n.operands()
    axis = n.axis(n.int("axis", 0), n.rank(xs[0]))
    return n.activated(n.emit(Concat, *xs, axis=axis))


@reads("split")
def read_split(n: Node) -> Sequence[SSAValue]:
    """The axis is the first operand."""
    axis, x = n.operands(2)[:2]
    (at,) = n.constant_ints(axis, "axis")
    return n.emit_op(Split, x, axis=n.axis(at, n.rank(x)), parts=n.int("num_splits")).results


@reads("split_v")
def read_split_v(n: Node) -> Sequence[SSAValue]:
    """One size may be -1: what is left."""
    x, sizes, axis = n.operands(3)[:3]
    (at,) = n.constant_ints(axis, "axis")
    at = n.axis(at, n.rank(x))
    found = list(n.constant_ints(sizes, "size_splits"))
    if -1 in found and is_known(n.dims(x)[at]):
        found[found.index(-1)] = n.dims(x)[at] - sum(found) - 1
    return n.emit_op(Split, x, axis=at, sizes=found).results


@reads("unpack")
def read_unpack(n: Node) -> Sequence[SSAValue]:
    (x,) = n.operands(1)[:1]
    axis = n.axis(n.int("axis", 0), n.rank(x))
    parts = n.emit_op(Split, x, axis=axis, parts=n.int("num")).results
    return [n.emit(Squeeze, part, axes=(axis,)) for part in parts]


@reads("slice")
def read_slice(n: Node) -> SSAValue:
    """From `begin` as many as `size`, or all that are left where it is -1."""
    x, begin, size = n.operands(3)[:3]
    starts, sizes = n.constant_ints(begin, "begin"), n.constant_ints(size, "size")
    if len(starts) != n.rank(x) or len(sizes) != len(starts) or min((*starts, 0)) < 0:
        n.refuse(f"begins at {list(starts)} with the sizes {list(sizes)} in {x.type}")
    ends = [FAR if m == -1 else s + m for s, m in zip(starts, sizes, strict=True)]
    return n.emit(Slice, x, starts=starts, ends=ends)


@reads("strided_slice")
def read_strided_slice(n: Node) -> SSAValue:
    """
    Bit i of `begin_mask` or `end_mask`: that bound of axis i does not count; of `shrink_axis_mask`:
    one element is taken, and the axis left out.
    """
    x, begin, end, strides = n.operands(4)[:4]
    n.only("ellipsis_mask", 0)
    n.only("new_axis_mask", 0)
    n.only("offset", False, 0)
    starts, ends, steps = (
        list(n.constant_ints(v, what))
        for v, what in ((begin, "begin"), (end, "end"), (strides, "strides"))
    )
    if not len(starts) == len(ends) == len(steps) <= n.rank(x) or 0 in steps:
        n.refuse(f"has {len(starts)} begins, {len(ends)} ends, strides {steps} in {x.type}")
    shrunk = [i for i in range(len(starts)) if n.int("shrink_axis_mask", 0) >> i & 1]
    for i, step in enumerate(steps):
        if i in shrunk:
            ends[i], steps[i] = (FAR if starts[i] == -1 else starts[i] + 1), 1
            continue
        if n.int("begin_mask", 0) >> i & 1:
            starts[i] = 0 if step > 0 else FAR
        if n.int("end_mask", 0) >> i & 1:
            ends[i] = FAR if step > 0 else -FAR
    steps_ = steps if any(s != 1 for s in steps) else None
    y = n.emit(Slice, x, starts=starts, ends=ends, steps=steps_)
    return n.emit(Squeeze, y, axes=shrunk) if shrunk else y


@reads("pad", "padv2")
def read_pad(n: Node) -> SSAValue:
    x, pads, fill = n.operands(3)[:3]
    return _padded(n, x, pads, fill, "constant")


@reads("mirror_pad")
def read_mirror_pad(n: Node) -> SSAValue:
    n.only("mode", "REFLECT")
    x, pads = n.operands(2)[:2]
    return _padded(n, x, pads, None, "reflect")


def _padded(n: Node, x: SSAValue, pads: SSAValue, fill: SSAValue | None, mode: str) -> SSAValue:
    """Pads are `[rank, 2]`."""
    if fill is not None and n.dims(fill):
        fill = n.emit(Reshape, fill, shape=())
    if n.constant(pads) is None:
        flat = n.emit(Reshape, n.emit(Transpose, as_i64(n, pads), perm=(1, 0)), shape=(-1,))
        return n.emit(DynamicPad, x, flat, fill, mode=mode)
    listed = n.constant_ints(pads, "paddings")
    return n.emit(Pad, x, fill, pads=(*listed[::2], *listed[1::2]), mode=mode)


@reads("tile")
def read_tile(n: Node) -> SSAValue:
    x, repeats = n.operands(2)[:2]
    return n.emit(Tile, x, repeats=n.constant_ints(repeats, "multiples"))


@reads("gather")
def read_gather(n: Node) -> SSAValue:
    x, indices = n.operands(2)[:2]
    n.only("batch_dims", 0)
    return n.emit(Gather, x, indices, axis=n.axis(n.int("axis", 0), n.rank(x)))


@reads("gather_nd")
def read_gather_nd(n: Node) -> SSAValue:
    x, indices = n.operands(2)[:2]
    return n.emit(GatherNd, x, as_i64(n, indices))


# --- Space and batch ----------------------------------------------------------------------------


@reads("space_to_batch_nd")
def read_space_to_batch_nd(n: Node) -> SSAValue:
    """Pads the spatial dims, cuts them into blocks; a place in a block becomes a batch."""
    x, block, pads = n.operands(3)[:3]
    blocks = _blocks(n, x, block)
    x = _pad_spatial(n, x, pads, len(blocks))
    sizes = _Sizes(n, x)
    split = [sizes[0]]
    for i, b in enumerate(blocks, 1):
        split += [sizes.ratio(i, b), b]
    split += sizes[1 + len(blocks) :]
    x = sizes.reshaped(x, split)
    count, places = len(blocks), range(2, 2 * len(blocks) + 1, 2)
    rest = range(1 + 2 * count, n.rank(x))
    x = n.emit(Transpose, x, perm=(*places, 0, *(i - 1 for i in places), *rest))
    joined = [sizes.product(0, _product(blocks)), *split[1 : 1 + 2 * count : 2]]
    return sizes.reshaped(x, [*joined, *split[1 + 2 * count :]])


@reads("batch_to_space_nd")
def read_batch_to_space_nd(n: Node) -> SSAValue:
    """The inverse, and then the crops."""
    x, block, crops = n.operands(3)[:3]
    blocks = _blocks(n, x, block)
    count, sizes = len(blocks), _Sizes(n, x)
    batch, spatial = sizes.ratio(0, _product(blocks)), sizes[1 : 1 + count]
    rest = sizes[1 + count :]
    x = sizes.reshaped(x, [*blocks, batch, *spatial, *rest])
    pairs = (i for k in range(count) for i in (count + 1 + k, k))
    x = n.emit(Transpose, x, perm=(count, *pairs, *range(2 * count + 1, n.rank(x))))
    joined = [sizes.product(i, b) for i, b in enumerate(blocks, 1)]
    x = sizes.reshaped(x, [batch, *joined, *rest])
    return _crop_spatial(n, x, crops, count)


def _is_computed(size: Any) -> TypeGuard[SSAValue]:
    return isinstance(size, SSAValue)


class _Sizes:
    """The sizes of a tensor, numbers where they are known, else lists of one i64 computed."""

    def __init__(self, n: Node, x: SSAValue) -> None:
        self.n = n
        self.x = x
        self.dims = n.dims(x)

    def __getitem__(self, index: "int | slice[int | None, int | None, None]") -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self.dims))[index]]
        size = self.dims[index]
        return size if is_known(size) else self.n.emit(ShapeOf, self.x, start=index, end=index + 1)

    def ratio(self, index: int, by: int) -> Any:
        size = self[index]
        if _is_computed(size):
            return self.n.emit(Div, size, self.n.const((by,)))
        if size % by:
            self.n.refuse(f"has dim {index} of {size}, which blocks of {by} do not divide")
        return size // by

    def product(self, index: int, by: int) -> Any:
        size = self[index]
        if _is_computed(size):
            return self.n.emit(Mul, size, self.n.const((by,)))
        return size * by

    def reshaped(self, x: SSAValue, sizes: Sequence[Any]) -> SSAValue:
        if not any(_is_computed(s) for s in sizes):
            return self.n.emit(Reshape, x, shape=sizes, allow_zero=0 in sizes)
        parts = (s if _is_computed(s) else self.n.const((s,)) for s in sizes)
        return self.n.emit(DynamicReshape, x, self.n.emit(Concat, *parts), allow_zero=True)


def _blocks(n: Node, x: SSAValue, block: SSAValue) -> tuple[int, ...]:
    blocks = n.constant_ints(block, "block_shape")
    if min(blocks, default=0) < 1 or len(blocks) >= n.rank(x):
        n.refuse(f"has blocks {list(blocks)} in {x.type}")
    return blocks


def _product(blocks: Sequence[int]) -> int:
    found = 1
    for block in blocks:
        found *= block
    return found


def _pad_spatial(n: Node, x: SSAValue, pads: SSAValue, count: int) -> SSAValue:
    rank = n.rank(x)
    if n.constant(pads) is None:
        flat = n.emit(Reshape, n.emit(Transpose, as_i64(n, pads), perm=(1, 0)), shape=(-1,))
        return n.emit(DynamicPad, x, flat, axes=tuple(range(1, count + 1)))
    listed = n.constant_ints(pads, "paddings")
    after = (0,) * (rank - 1 - count)
    return n.emit(Pad, x, pads=(0, *listed[::2], *after, 0, *listed[1::2], *after))


def _crop_spatial(n: Node, x: SSAValue, crops: SSAValue, count: int) -> SSAValue:
    axes = tuple(range(1, count + 1))
    sizes = _Sizes(n, x)
    known = [sizes[i] for i in axes]
    if n.constant(crops) is not None and not any(_is_computed(s) for s in known):
        listed = n.constant_ints(crops, "crops")
        ends = [s - c for s, c in zip(known, listed[1::2], strict=True)]
        return n.emit(Slice, x, starts=listed[::2], ends=ends, axes=axes)
    sides = n.emit_op(Split, as_i64(n, crops), axis=1, parts=2).results
    starts, after = (n.emit(Reshape, side, shape=(count,)) for side in sides)
    whole = n.emit(ShapeOf, x, start=1, end=count + 1)
    return n.emit(DynamicSlice, x, starts, n.emit(Sub, whole, after), axes=axes)
