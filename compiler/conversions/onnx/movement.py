"""Concat, Split, Slice, Pad, Tile, ConstantOfShape, Range, and what is made of them."""

from collections.abc import Sequence
from math import copysign
from typing import Any

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue

from ....dialects.nn.constant import Constant
from ....dialects.nn.elementwise import (
    Add,
    Cast,
    Div,
    Equal,
    GreaterEqual,
    LessEqual,
    Maximum,
    Sub,
    Where,
)
from ....dialects.nn.index import Gather, ScatterElements
from ....dialects.nn.movement import (
    BIG,
    Compress,
    Concat,
    DynamicFull,
    DynamicPad,
    DynamicRange,
    DynamicSlice,
    DynamicTile,
    Pad,
    Range,
    ReverseSequence,
    Slice,
    Split,
    Tile,
    Trilu,
    all_pads,
    cut,
)
from ....dialects.nn.shape import Reshape, ShapeOf, Unsqueeze, is_known
from ....dialects.onnx import ELEMENT_TYPES
from ...element_types import STRING, is_integer
from ...op import DYNAMIC, shape_of
from ...weights import Elements, as_elements
from . import Model, Node, reads, writes
from ._schema import need_types
from .shape import (
    LAST,
    as_i64,
    axes_of,
    axis_of,
    dims_of,
    element_of,
    emit_sized,
    entries,
    node,
    one_int,
)

SMALL = 1 << 10
"""The most elements of an identity matrix that becomes a constant."""


# --- Joining and splitting ----------------------------------------------------------------------


@reads("Concat")
def read_concat(n: Node) -> SSAValue:
    xs = n.operands()
    axis = n.int("axis", 1)  # the default of opsets before 4; later it is there
    return n.emit(Concat, *xs, axis=axis_of(n, axis, len(dims_of(n, xs[0]))))


@writes(Concat)
def write_concat(op: Concat, m: Model) -> SSAValue:
    return node(m, "Concat", *op.xs, axis=op.axis)


@reads("Split")
def read_split(n: Node) -> Sequence[SSAValue]:
    x, split = n.operands(2)
    dims = dims_of(n, x)
    axis = axis_of(n, n.int("axis", 0), len(dims))
    if split is not None and n.constant(split) is None:
        return _split_by(n, x, split, axis)
    sizes = n.ints("split") if split is None else n.constant_ints(split, "split")
    if sizes is not None:
        return n.emit_op(Split, x, axis=axis, sizes=sizes).results
    parts = n.int("num_outputs", n.results)
    if n.version < 18 and is_known(dims[axis]) and dims[axis] % parts:
        n.refuse(f"has {parts} equal parts of axis {axis}, whose size is {dims[axis]}")
    return n.emit_op(Split, x, axis=axis, parts=parts).results


def _split_by(n: Node, x: SSAValue, split: SSAValue, axis: int) -> list[SSAValue]:
    """The parts of computed sizes, each a slice that begins where the last one ends."""
    end = n.const([0], like=split)
    parts: list[SSAValue] = []
    for i in range(n.results):
        start = end
        end = n.emit(Add, start, n.emit(Slice, split, starts=[i], ends=[i + 1]))
        parts.append(n.emit(DynamicSlice, x, start, end, axes=[axis]))
    return parts


@writes(Split)
def write_split(op: Split, m: Model) -> Sequence[SSAValue]:
    sizes = _split_sizes(op)
    outputs = len(op.results)
    if sizes is not None and m.opset >= 13:
        found = node(m, "Split", op.x, m.const(sizes), axis=op.axis, outputs=outputs)
    elif sizes is not None:
        found = node(m, "Split", op.x, split=sizes, axis=op.axis, outputs=outputs)
    else:  # before 18 an error where the parts are not equal, never another result
        parts = outputs if m.opset >= 18 else None
        found = node(m, "Split", op.x, num_outputs=parts, axis=op.axis, outputs=outputs)
    return (found,) if outputs == 1 else found


def _split_sizes(op: Split) -> tuple[int, ...] | None:
    """The sizes of all parts; None where they are not known."""
    if op.sizes is not None:
        return op.sizes
    axis: int = op.axis
    found = tuple((shape_of(r.type) or ())[axis] for r in op.results)
    return None if DYNAMIC in found else found


# --- Cutting out --------------------------------------------------------------------------------


@reads("Slice", until=9)
def read_slice_1(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    starts, ends = n.ints("starts", ()), n.ints("ends", ())
    return _sliced(n, x, starts, ends, n.ints("axes"), None)


@reads("Slice", since=10)
def read_slice(n: Node) -> SSAValue:
    x, starts, ends, axes, steps = n.operands(5)
    bounds = (starts, ends, axes, steps)
    if all(v is None or n.constant(v) is not None for v in bounds):
        found = [None if v is None else n.constant_ints(v, "bounds") for v in bounds]
        return _sliced(n, x, found[0] or (), found[1] or (), *found[2:])
    if axes is not None and n.constant(axes) is None:
        return _sliced_anywhere(n, x, starts, ends, axes, steps)
    rank = len(dims_of(n, x))
    along = None if axes is None else axes_of(n, n.constant_ints(axes, "axes"), rank)
    if steps is not None and set(entries(n, steps) or ()) == {1}:
        steps = None
    dims = _slice_dims(n, x, along, starts, ends, steps)
    if along == tuple(range(rank)):
        along = None
    return emit_sized(n, DynamicSlice, dims, x, starts, ends, steps, axes=along)


def _sliced(n: Node, x: SSAValue, starts: Any, ends: Any, axes: Any, steps: Any) -> SSAValue:
    """The slice, its axes in order, without those that it leaves whole."""
    rank = len(dims_of(n, x))
    axes = axes_of(n, range(len(starts)) if axes is None else axes, rank)
    steps = (1,) * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps):
        n.refuse(
            f"has {len(starts)} starts, {len(ends)} ends, {len(axes)} axes and {len(steps)} steps"
        )
    rows = sorted(zip(axes, starts, ends, steps, strict=True))
    rows = [(a, s, LAST if e >= BIG else e, t) for a, s, e, t in rows]
    rows = [(a, s, e, t) for a, s, e, t in rows if (s, e, t) != (0, LAST, 1)]
    if not rows:
        return x
    axes, starts, ends, steps = zip(*rows, strict=True)
    first = axes == tuple(range(len(axes)))
    return n.emit(
        Slice,
        x,
        starts=starts,
        ends=ends,
        axes=None if first else axes,
        steps=None if set(steps) == {1} else steps,
    )


def _slice_dims(
    n: Node,
    x: SSAValue,
    axes: Sequence[int] | None,
    starts: SSAValue,
    ends: SSAValue,
    steps: SSAValue | None,
) -> list[int]:
    """What is known of the result's dims: those of bounds that are known, one by one."""
    dims: list[int] = list(dims_of(n, x))
    firsts, lasts = entries(n, starts), entries(n, ends)
    by = [1] * len(firsts or ()) if steps is None else entries(n, steps)
    if firsts is None or lasts is None or by is None:
        return [DYNAMIC] * len(dims)
    axes = range(len(firsts)) if axes is None else axes
    if not len(dims) >= len(axes) == len(firsts) == len(lasts) == len(by):
        return [DYNAMIC] * len(dims)
    for axis, start, end, step in zip(axes, firsts, lasts, by, strict=True):
        # An entry of -1 may be an unknown one.
        known = is_known(dims[axis]) and min(start, end, step) >= 0 and step > 0
        dims[axis] = cut(dims[axis], start, end, step)[1] if known else DYNAMIC
    return dims


def _sliced_anywhere(
    n: Node, x: SSAValue, starts: SSAValue, ends: SSAValue, axes: SSAValue, steps: SSAValue | None
) -> SSAValue:
    """A slice along computed axes: the bounds of all axes, those given put in their places."""
    rank = len(dims_of(n, x))
    last = LAST if element_of(ends) == i64 else BIG
    whole = [[0] * rank, [last] * rank, [1] * rank]
    bounds = [
        None if v is None else n.emit(ScatterElements, n.const(w, like=v), axes, v, axis=0)
        for w, v in zip(whole, (starts, ends, steps), strict=True)
    ]
    return n.emit(DynamicSlice, x, *bounds)


@writes(Slice)
def write_slice(op: Slice, m: Model) -> SSAValue:
    axes = tuple(range(len(op.starts))) if op.axes is None else op.axes
    if not axes:
        return node(m, "Identity", op.x)  # the operand may have no axes at all
    if m.opset < 10 and op.steps is None:
        return node(m, "Slice", op.x, starts=op.starts, ends=op.ends, axes=axes)
    m.need(10)
    lists = (op.starts, op.ends, axes, op.steps)
    return node(m, "Slice", op.x, *(None if v is None else m.const(v) for v in lists))


@writes(DynamicSlice)
def write_dynamic_slice(op: DynamicSlice, m: Model) -> SSAValue:
    m.need(10)
    axes = None if op.axes is None else m.const(op.axes)
    starts, ends = as_i64(m, op.starts), as_i64(m, op.ends)
    steps = None if op.steps is None else as_i64(m, op.steps)
    return node(m, "Slice", op.x, starts, ends, axes, steps)


@reads("Compress")
def read_compress(n: Node) -> SSAValue:
    x, condition = n.operands(2)
    axis = n.int("axis")
    axis = None if axis is None else axis_of(n, axis, len(dims_of(n, x)))
    return n.emit(Compress, x, condition, axis=axis)


@writes(Compress)
def write_compress(op: Compress, m: Model) -> SSAValue:
    m.need(9)
    return node(m, "Compress", op.x, op.condition, axis=op.axis)


@reads("Trilu")
@reads("Trilu", domain="com.microsoft")
def read_trilu(n: Node) -> SSAValue:
    x, k = n.operands(2)
    upper = bool(n.int("upper", 1))
    if k is not None and n.constant(k) is None:
        return _triangle(n, x, k, upper)
    diagonal = 0 if k is None else one_int(n, k, "k")
    return n.emit(Trilu, x, k=diagonal, upper=upper)


def _triangle(n: Node, x: SSAValue, k: SSAValue, upper: bool) -> SSAValue:
    """What is on the right side of a computed diagonal, 0 elsewhere."""
    rank = len(dims_of(n, x))
    if rank < 2:
        n.refuse(f"has an input of type {x.type}; a matrix or several belong there")
    rows = n.emit(Unsqueeze, _places(n, x, rank - 2), axes=[1])
    distance = n.emit(Sub, _places(n, x, rank - 1), rows)
    kept = n.emit(GreaterEqual if upper else LessEqual, distance, k)
    return n.emit(Where, kept, x, n.const("" if element_of(x) == STRING else 0, like=x))


def _places(n: Node, x: SSAValue, axis: int) -> SSAValue:
    """The numbers from 0 up to the size of an axis."""
    size = dims_of(n, x)[axis]
    if is_known(size):
        zero, limit, one = (IntegerAttr(v, i64) for v in (0, size, 1))
        return n.emit(Range, start=zero, limit=limit, delta=one)
    limit = n.emit(ShapeOf, x, start=axis, end=axis + 1)
    return n.emit(DynamicRange, n.const(0), n.emit(Reshape, limit, shape=[]), n.const(1))


@writes(Trilu)
def write_trilu(op: Trilu, m: Model) -> SSAValue:
    m.need(14)
    return node(m, "Trilu", op.x, m.const(op.k) if op.k else None, upper=int(op.upper))


@reads("ReverseSequence")
def read_reverse_sequence(n: Node) -> SSAValue:
    x, lengths = n.operands(2)
    rank = len(dims_of(n, x))
    time, batch = (axis_of(n, n.int(k, d), rank) for k, d in (("time_axis", 0), ("batch_axis", 1)))
    return n.emit(ReverseSequence, x, lengths, time_axis=time, batch_axis=batch)


@writes(ReverseSequence)
def write_reverse_sequence(op: ReverseSequence, m: Model) -> SSAValue:
    m.need(10)
    if {op.time_axis, op.batch_axis} != {0, 1}:
        return _reverse_transposed(op, m)
    lengths = as_i64(m, op.lengths)
    return node(
        m, "ReverseSequence", op.x, lengths, time_axis=op.time_axis, batch_axis=op.batch_axis
    )


def _reverse_transposed(op: ReverseSequence, m: Model) -> SSAValue:
    """ONNX wants time and batch to be the first two axes."""
    rank = len(shape_of(op.x.type) or ())
    others = [i for i in range(rank) if i not in (op.time_axis, op.batch_axis)]
    perm = [op.time_axis, op.batch_axis, *others]
    x = node(m, "Transpose", op.x, perm=perm)
    y = node(m, "ReverseSequence", x, as_i64(m, op.lengths), time_axis=0, batch_axis=1)
    return node(m, "Transpose", y, perm=[perm.index(i) for i in range(rank)])


# --- Padding and repeating ----------------------------------------------------------------------


@reads("Pad", until=10)
def read_pad_1(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    pads = n.ints("paddings" if n.version == 1 else "pads", ())
    value = n.float("value", 0.0)
    mode = n.string("mode", "constant")
    given = mode == "constant" and not _is_plain_zero(value)
    return n.emit(Pad, x, n.const(value, like=x) if given else None, pads=pads, mode=mode)


def _is_plain_zero(value: float) -> bool:
    """Whether a number is 0, and not -0."""
    return value == 0 and copysign(1, value) > 0


@reads("Pad", since=11)
def read_pad(n: Node) -> SSAValue:
    x, pads, fill, axes = n.operands(4)
    mode = n.string("mode", "constant")
    fill = None if fill is None or mode != "constant" or _is_zero(n, fill) else fill
    rank = len(dims_of(n, x))
    if axes is not None and n.constant(axes) is None:
        pads, along = _pads_anywhere(n, pads, axes, rank), None
    else:
        along = None if axes is None else axes_of(n, n.constant_ints(axes, "axes"), rank)
    if n.constant(pads) is None:
        return n.emit(DynamicPad, x, pads, fill, mode=mode, axes=along)
    found = n.constant_ints(pads, "pads")
    if len(found) != 2 * (rank if along is None else len(along)):
        n.refuse(f"has {len(found)} pads for {rank if along is None else len(along)} axes")
    return n.emit(Pad, x, fill, pads=all_pads(rank, along, found), mode=mode)


def _is_zero(n: Node, fill: SSAValue) -> bool:
    """Whether a value is the one that stands where none is given (-0 is not)."""
    array = n.constant(fill)
    if array is None or array.size != 1:
        return False
    return not array.item() if array.dtype == object else not any(array.tobytes())


def _pads_anywhere(n: Node, pads: SSAValue, axes: SSAValue, rank: int) -> SSAValue:
    """Pads along computed axes as those of all: two rows, begins and ends, put in their places."""
    zeros = n.const([[0] * rank] * 2, like=pads)
    rows = n.emit(Reshape, pads, shape=[2, -1])
    at = n.emit(Unsqueeze, axes, axes=[0])
    places = n.emit(Concat, at, at, axis=0)
    return n.emit(Reshape, n.emit(ScatterElements, zeros, places, rows, axis=1), shape=[2 * rank])


@writes(Pad)
def write_pad(op: Pad, m: Model) -> SSAValue:
    _need_mode(op.mode, m)
    mode = None if op.mode == "constant" else op.mode
    if m.opset >= 11:
        return node(m, "Pad", op.x, m.const(op.pads), _one_value(op.fill, m), mode=mode)
    m.need(2)
    value = 0.0 if op.fill is None else _float_of(op.fill, m)
    given = None if _is_plain_zero(value) else value
    return node(m, "Pad", op.x, pads=op.pads, mode=mode, value=given)


def _need_mode(mode: str, m: Model) -> None:
    if mode == "wrap":
        m.need(19)


def _float_of(fill: SSAValue, m: Model) -> float:
    """The number of a constant, which opsets before 11 hold as an attribute."""
    import numpy as np

    elements = as_elements(fill.owner.elements) if isinstance(fill.owner, Constant) else None
    if elements is None:
        m.need(11)
        return 0.0
    return float(elements.array(np).reshape(()))


def _one_value(fill: SSAValue | None, m: Model) -> SSAValue | None:
    """ONNX wants the value without dims."""
    return (
        node(m, "Reshape", fill, m.const([])) if fill is not None and shape_of(fill.type) else fill
    )


@writes(DynamicPad)
def write_dynamic_pad(op: DynamicPad, m: Model) -> SSAValue:
    _need_mode(op.mode, m)
    m.need(11 if op.axes is None else 18)
    axes = None if op.axes is None else m.const(op.axes)
    mode = None if op.mode == "constant" else op.mode
    return node(m, "Pad", op.x, as_i64(m, op.pads), _one_value(op.fill, m), axes, mode=mode)


@reads("CenterCropPad")
def read_center_crop_pad(n: Node) -> SSAValue:
    """Cut where the axis is longer than wanted, padded where it is shorter."""
    x, shape = n.operands(2)
    dims = dims_of(n, x)
    axes = axes_of(n, n.ints("axes", range(len(dims))), len(dims))
    if n.constant(shape) is None or any(not is_known(dims[axis]) for axis in axes):
        return _cropped_to(n, x, shape, axes)
    sizes = n.constant_ints(shape, "shape")
    if len(sizes) != len(axes):
        n.refuse(f"has {len(sizes)} sizes for {len(axes)} axes")
    cut_off = [max(dims[a] - k, 0) // 2 for a, k in zip(axes, sizes, strict=True)]
    ends = [first + k for first, k in zip(cut_off, sizes, strict=True)]
    missing = [max(k - dims[a], 0) for a, k in zip(axes, sizes, strict=True)]
    pads = all_pads(len(dims), axes, [k // 2 for k in missing] + [k - k // 2 for k in missing])
    x = _sliced(n, x, cut_off, ends, axes, None)
    return n.emit(Pad, x, pads=pads) if any(missing) else x


def _cropped_to(n: Node, x: SSAValue, shape: SSAValue, axes: Sequence[int]) -> SSAValue:
    """The same with computed sizes, all lists with an entry for each axis."""
    none, two = n.const([0]), n.const([2])
    wanted = shape if element_of(shape) == i64 else n.emit(Cast, shape, to=i64)
    sizes = n.emit(Gather, n.emit(ShapeOf, x), n.const(axes), axis=0)
    over = n.emit(Maximum, n.emit(Sub, sizes, wanted), none)
    first = n.emit(Div, over, two)
    x = n.emit(DynamicSlice, x, first, n.emit(Add, first, wanted), axes=axes)
    under = n.emit(Maximum, n.emit(Sub, wanted, sizes), none)
    before = n.emit(Div, under, two)
    pads = n.emit(Concat, before, n.emit(Sub, under, before), axis=0)
    return n.emit(DynamicPad, x, pads, axes=axes)


@reads("Tile", until=5)
def read_tile_1(n: Node) -> SSAValue:
    x, tiles, axis = n.operands(3)
    rank = len(dims_of(n, x))
    repeats = [1] * rank
    repeats[axis_of(n, one_int(n, axis, "axis"), rank)] = one_int(n, tiles, "tiles")
    return n.emit(Tile, x, repeats=repeats)


@reads("Tile", since=6)
def read_tile(n: Node) -> SSAValue:
    x, repeats = n.operands(2)
    if n.constant(repeats) is not None:
        return n.emit(Tile, x, repeats=n.constant_ints(repeats, "repeats"))
    dims = dims_of(n, x)
    times = entries(n, repeats) or [DYNAMIC] * len(dims)
    known = [
        a * b if is_known(a) and b >= 0 else DYNAMIC for a, b in zip(dims, times, strict=False)
    ]
    return emit_sized(n, DynamicTile, known, x, repeats)


@writes(Tile)
def write_tile(op: Tile, m: Model) -> SSAValue:
    m.need(6)
    return node(m, "Tile", op.x, m.const(op.repeats))


@writes(DynamicTile)
def write_dynamic_tile(op: DynamicTile, m: Model) -> SSAValue:
    m.need(6)
    return node(m, "Tile", op.x, as_i64(m, op.repeats))


# --- Making -------------------------------------------------------------------------------------


@reads("ConstantOfShape")
def read_constant_of_shape(n: Node) -> SSAValue:
    (shape,) = n.operands(1)
    fill = n.tensor("value") or _scalar(0.0)
    if fill.data.count != 1:
        n.refuse(f"has a 'value' of type {fill.type}; one number belongs there")
    if n.constant(shape) is None:
        known = entries(n, shape) or []
        return emit_sized(n, DynamicFull, known, shape, fill=fill)
    dims = n.constant_ints(shape, "shape")
    if any(size < 0 for size in dims):
        n.refuse(f"is given the shape {list(dims)}")
    type_ = TensorType(fill.type.element_type, dims)
    if 0 in dims:
        return n.emit(Constant, value=Elements.of_bytes(b"", type_))
    return n.emit(Constant, value=Elements.of_bytes(fill.data.data, type_))


def _scalar(value: float) -> Elements:
    import numpy as np

    return Elements.of(np.array([value], np.float32))


@writes(DynamicFull)
def write_dynamic_full(op: DynamicFull, m: Model) -> SSAValue:
    m.need(9)
    fill = as_elements(op.fill)
    assert fill is not None
    type_ = fill.type.element_type
    need_types(m, "ConstantOfShape", None, to=type_)
    value = Elements.of_bytes(fill.data.data, TensorType(type_, (1,)))
    return node(m, "ConstantOfShape", as_i64(m, op.shape), value=value)


@reads("Range")
def read_range(n: Node) -> SSAValue:
    bounds = n.operands(3)
    if n.int("stash_type", 1) != 1:
        n.refuse(f"has stash_type {n.int('stash_type')}; only 1 (float32) is supported")
    arrays = [n.constant(v) for v in bounds]
    if any(a is None for a in arrays):
        return n.emit(DynamicRange, *bounds)
    if any(a.size != 1 for a in arrays):
        n.refuse("has a bound that is not one number")
    type_ = element_of(bounds[0])
    start, limit, delta = (_number(a.reshape(-1)[0], type_) for a in arrays)
    return n.emit(Range, start=start, limit=limit, delta=delta)


def _number(value: Any, type_: Any) -> Any:
    if is_integer(type_):
        return IntegerAttr(int(value), type_)
    return FloatAttr(float(value), type_)


@writes(Range)
def write_range(op: Range, m: Model) -> SSAValue:
    type_ = op.start.type
    values = [a.value.data for a in (op.start, op.limit, op.delta)]
    return node(m, "Range", *(m.const(v, type_) for v in values))


@writes(DynamicRange)
def write_dynamic_range(op: DynamicRange, m: Model) -> SSAValue:
    return node(m, "Range", *(_one_value(v, m) for v in (op.start, op.limit, op.delta)))


@reads("EyeLike")
def read_eye_like(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    dims, k = dims_of(n, x), n.int("k", 0)
    number = n.int("dtype")
    type_ = element_of(x) if number is None else ELEMENT_TYPES.get(number)
    if len(dims) != 2 or type_ is None:
        n.refuse(f"has an input of type {x.type} and dtype {number}")
    if DYNAMIC not in dims and dims[0] * dims[1] <= SMALL:
        return n.const(_eye(dims, k), type_)
    rows = _places(n, x, 0)
    rows = n.emit(Add, rows, n.const(k)) if k else rows
    found = n.emit(Equal, n.emit(Unsqueeze, rows, axes=[1]), _places(n, x, 1))
    return n.emit(Cast, found, to=type_)


def _eye(dims: Sequence[int], k: int) -> Any:
    import numpy as np

    rows, columns = dims
    return np.eye(rows, columns, k)
