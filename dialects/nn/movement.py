"""Movement: elements joined, cut out, padded, repeated and made, none of them computed."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, UnrankedTensorType
from xdsl.ir import Attribute

from ...compiler.element_types import is_bool, is_float, is_integer, is_narrow_float, numpy_dtype
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    attribute,
    flag,
    int_,
    ints,
    operand,
    optional,
    refuse,
    rest,
    tensor,
    word,
)
from ...compiler.weights import as_elements
from .shape import (
    check_axes,
    check_axis,
    check_list,
    check_rank,
    is_known,
    listed,
    product,
    unified,
)

BIG = 2**31 - 1
"""From here on, the end of a slice is that of the axis, whatever its size."""


# --- Joining and splitting ----------------------------------------------------------------------


class Concat(Op, name="nn.concat", symbolic=True):
    """Tensors joined along `axis`; their other dims are equal. ONNX Concat; aten.cat."""

    xs = rest()
    axis = int_(0)

    @staticmethod
    def infer(xs: list[Tensor], axis: int) -> Tensor:
        if not xs:
            refuse("needs at least one operand")
        shapes = [x.get_shape() for x in xs]
        rank = len(shapes[0])
        check_axis(axis, rank)
        if any(len(s) != rank for s in shapes):
            refuse(f"has operands of rank {' and '.join(map(str, sorted(set(map(len, shapes)))))}")
        _check_one_element_type(xs)
        dims = [
            unified([s[i] for s in shapes], f"sizes of axis {i}") for i in range(rank) if i != axis
        ]
        dims.insert(axis, total([s[axis] for s in shapes]))
        return tensor(dims, of=xs[0])

    @staticmethod
    def value(np: Any, xs: list[Any], axis: int) -> Any:
        return np.concatenate(xs, axis)


def _check_one_element_type(xs: Sequence[Tensor]) -> None:
    types = list(dict.fromkeys(x.element_type for x in xs))
    if len(types) > 1:
        refuse(f"has operands of element types {' and '.join(map(str, types))}")


def total(sizes: Sequence[Any]) -> Any:
    """The sum; `?` where it depends on one."""
    return DYNAMIC if any(isinstance(n, int) and n == DYNAMIC for n in sizes) else sum(sizes)


class Split(Op, name="nn.split", symbolic=True):
    """
    The tensors that `concat` along `axis` would join: of the `sizes` given, or `parts` of them,
    equal ones but for the last, which has what is left. ONNX Split; aten.split_with_sizes; TFLite
    SPLIT and SPLIT_V.
    """

    x = operand()
    axis = int_(0)
    sizes = ints()
    parts = int_()

    @staticmethod
    def infer(
        x: Tensor, axis: int, sizes: tuple[int, ...] | None, parts: int | None
    ) -> tuple[Tensor, ...]:
        dims = list(x.get_shape())
        check_axis(axis, len(dims))
        found = _parts(dims[axis], sizes, parts)
        return tuple(tensor([*dims[:axis], n, *dims[axis + 1 :]], of=x) for n in found)

    @staticmethod
    def value(
        np: Any, x: Any, axis: int, sizes: tuple[int, ...] | None, parts: int | None
    ) -> tuple[Any, ...]:
        found = _parts(x.shape[axis], sizes, parts)
        return tuple(np.split(x, list(accumulate(found))[:-1], axis))


def _parts(size: Any, sizes: tuple[int, ...] | None, parts: int | None) -> list[Any]:
    """The sizes of the results."""
    if (sizes is None) == (parts is None):
        refuse("needs either sizes or parts")
    if sizes is not None:
        if not sizes or any(n < 0 for n in sizes):
            refuse(f"has sizes {listed(sizes)}")
        if is_known(size) and sum(sizes) != size:
            refuse(f"has sizes {listed(sizes)}, which do not add up to {size}")
        return list(sizes)
    if parts is None or parts < 1:
        refuse(f"has {parts} parts")
    if isinstance(size, int) and size == DYNAMIC:
        return [DYNAMIC] * parts
    each = (size + parts - 1) // parts
    last = size - each * (parts - 1)
    if is_known(last) and last < 0:
        refuse(f"has {parts} parts, too many for the size {size}")
    return [each] * (parts - 1) + [last]


# --- Cutting out --------------------------------------------------------------------------------


def cut(size: int, start: int, end: int, step: int) -> tuple[int, int]:
    """
    First index and number of elements of a slice. Negative bounds count from the end, then both are
    cut to what the axis has: `[0, size]`, or `[0, size)` and `[-1, size)` for a negative step.
    """
    if step == 0:
        refuse("has a step of 0")
    low, high = (0, size) if step > 0 else (-1, size - 1)
    start = min(max(start + size if start < 0 else start, 0), high)
    end = min(max(end + size if end < 0 else end, low), high)
    return max(start, 0), max(-((start - end) // step), 0) if size else 0


def _sliced(size: Any, start: int, end: int, step: int) -> Any:
    """The size of a slice of an axis of any kind."""
    if is_known(size):
        return cut(size, start, end, step)[1]
    if step == 1 and start == 0 and end >= BIG:
        return size
    if isinstance(size, int):
        return DYNAMIC
    from ...compiler.shapes.dynamic import sliced

    found = sliced(size, start, end, step)
    return DYNAMIC if found is None else found


def _indexed(x: Any, at: dict[int, tuple[int, int, int]]) -> Any:
    """`x` with each axis of `at` cut to start, end and step."""
    index = [slice(None)] * x.ndim
    for axis, (start, end, step) in at.items():
        first, count = cut(x.shape[axis], start, end, step)
        stop = first + count * step
        index[axis] = slice(first, None if stop < 0 else stop, step) if count else slice(0, 0)
    return x[tuple(index)]


class Slice(Op, name="nn.slice", symbolic=True):
    """
    Along each of `axes` (by default the first ones) the elements from `starts` up to `ends` by
    `steps` (by default 1). Negative bounds count from the end of the axis; both are then cut to it:
    `[0, size]`, or `[0, size)` and `[-1, size)` for a negative step.
    ONNX Slice; aten.slice; TFLite STRIDED_SLICE.
    """

    x = operand()
    starts = ints()
    ends = ints()
    axes = ints()
    steps = ints()

    @staticmethod
    def infer(
        x: Tensor,
        starts: tuple[int, ...] | None,
        ends: tuple[int, ...] | None,
        axes: tuple[int, ...] | None,
        steps: tuple[int, ...] | None,
    ) -> Tensor:
        dims = list(x.get_shape())
        for axis, bounds in _bounds(len(dims), starts, ends, axes, steps).items():
            dims[axis] = _sliced(dims[axis], *bounds)
        return tensor(dims, of=x)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        starts: tuple[int, ...],
        ends: tuple[int, ...],
        axes: tuple[int, ...] | None,
        steps: tuple[int, ...] | None,
    ) -> Any:
        return _indexed(x, _bounds(x.ndim, starts, ends, axes, steps))


def _bounds(
    rank: int, starts: Any, ends: Any, axes: Any, steps: Any
) -> dict[int, tuple[int, int, int]]:
    """Start, end and step by axis."""
    if starts is None or ends is None:
        refuse("lacks its starts or ends")
    axes = check_axes(tuple(range(len(starts))) if axes is None else axes, rank)
    steps = (1,) * len(starts) if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps):
        counts = f"{len(starts)} starts, {len(ends)} ends, {len(axes)} axes and {len(steps)} steps"
        refuse(f"has {counts}")
    if 0 in steps:
        refuse("has a step of 0")
    return {a: (s, e, t) for a, s, e, t in zip(axes, starts, ends, steps, strict=True)}


class DynamicSlice(Op, name="nn.dynamic_slice"):
    """`nn.slice` with computed starts, ends and steps (by default 1), each a list of integers."""

    x = operand()
    starts = operand()
    ends = operand()
    steps = optional()
    axes = ints()

    @staticmethod
    def infer(
        x: Tensor, starts: Tensor, ends: Tensor, steps: Tensor | None, axes: tuple[int, ...] | None
    ) -> Tensor:
        dims = list(x.get_shape())
        bounds = {"starts": starts, "ends": ends, "steps": steps}
        lengths = [check_list(type_, name) for name, type_ in bounds.items() if type_ is not None]
        count = unified([*lengths, *([] if axes is None else [len(axes)])], "numbers of bounds")
        if axes is None and not is_known(count):
            return tensor([DYNAMIC] * len(dims), of=x)
        for axis in check_axes(tuple(range(count)) if axes is None else axes, len(dims)):
            dims[axis] = DYNAMIC
        return tensor(dims, of=x)

    @staticmethod
    def value(
        np: Any, x: Any, starts: Any, ends: Any, steps: Any, axes: tuple[int, ...] | None
    ) -> Any:
        starts, ends = _listed_ints(starts), _listed_ints(ends)
        steps = None if steps is None else _listed_ints(steps)
        return _indexed(x, _bounds(x.ndim, starts, ends, axes, steps))


def _listed_ints(array: Any) -> tuple[int, ...]:
    return tuple(int(n) for n in array)


class Compress(Op, name="nn.compress"):
    """
    The slices along `axis` where `condition`, a list of booleans, is true; without `axis`, of the
    flattened tensor. A shorter list leaves out the rest. ONNX Compress.
    """

    x = operand()
    condition = operand()
    axis = int_()

    @staticmethod
    def infer(x: Tensor, condition: Tensor, axis: int | None) -> Tensor:
        dims = list(x.get_shape())
        if len(condition.get_shape()) != 1 or not is_bool(condition.element_type):
            refuse(f"has a condition of type {condition}; a list of booleans belongs there")
        if axis is None:
            return tensor([DYNAMIC], of=x)
        check_axis(axis, len(dims))
        dims[axis] = DYNAMIC
        return tensor(dims, of=x)

    @staticmethod
    def value(np: Any, x: Any, condition: Any, axis: int | None) -> Any:
        size = x.size if axis is None else x.shape[axis]
        return np.compress(condition[:size], x, axis)


class Trilu(Op, name="nn.trilu"):
    """
    The elements of the last two dims on and above the diagonal `k` (below it with `upper = false`),
    0 elsewhere; diagonal 1 is the one right of the main diagonal. ONNX Trilu; aten.triu, aten.tril.
    """

    x = operand()
    k = int_(0)
    upper = flag(True)

    @staticmethod
    def infer(x: Tensor, k: int, upper: bool) -> Tensor:
        if len(x.get_shape()) < 2:
            refuse(f"needs a tensor of rank 2 or more; its operand has {len(x.get_shape())}")
        return x

    @staticmethod
    def value(np: Any, x: Any, k: int, upper: bool) -> Any:
        rows, columns = x.shape[-2:]
        above = np.arange(columns) - np.arange(rows)[:, None]
        return np.where(above >= k if upper else above <= k, x, zero(np, x.dtype))


def zero(np: Any, dtype: Any) -> Any:
    """What stands where nothing is: 0, false, or the empty string."""
    if dtype.kind == "O":
        empty = np.empty((), object)
        empty[()] = b""
        return empty
    return np.zeros((), dtype)


class ReverseSequence(Op, name="nn.reverse_sequence"):
    """
    Along `time_axis`, the first `lengths[i]` elements in reverse order, the others as they are, for
    each i of `batch_axis`. Lengths are in [0, size]. ONNX ReverseSequence; TFLite REVERSE_SEQUENCE.
    """

    x = operand()
    lengths = operand()
    time_axis = int_(0)
    batch_axis = int_(1)

    @staticmethod
    def infer(x: Tensor, lengths: Tensor, time_axis: int, batch_axis: int) -> Tensor:
        dims = list(x.get_shape())
        check_axis(time_axis, len(dims), "time_axis")
        check_axis(batch_axis, len(dims), "batch_axis")
        if time_axis == batch_axis:
            refuse(f"has axis {time_axis} for both time and batch")
        count = check_list(lengths, "lengths")
        dims[batch_axis] = unified([dims[batch_axis], count], "sizes of the batch")
        return tensor(dims, of=x)

    @staticmethod
    def value(np: Any, x: Any, lengths: Any, time_axis: int, batch_axis: int) -> Any:
        size = x.shape[time_axis]
        if lengths.size and not 0 <= lengths.min() <= lengths.max() <= size:
            refuse(f"is given lengths {listed(_listed_ints(lengths))} of an axis of size {size}")
        lengths = lengths.astype(np.int64)[:, None]
        steps = np.arange(size)
        source = np.where(steps < lengths, lengths - 1 - steps, steps)
        if time_axis < batch_axis:
            source = source.T
        others = [i for i in range(x.ndim) if i not in (time_axis, batch_axis)]
        return np.take_along_axis(x, np.expand_dims(source, others), time_axis)


# --- Padding and repeating ----------------------------------------------------------------------


def padded(dims: Sequence[Any], pads: Sequence[int], mode: str) -> list[Any]:
    """The dims after padding: all begins, then all ends; negative ones crop."""
    rank = len(dims)
    if len(pads) != 2 * rank:
        refuse(
            f"has {len(pads)} pads and a tensor of rank {rank}; begin and end of each axis belong "
            "there"
        )
    found: list[Any] = []
    for axis, size, low, high in zip(range(rank), dims, pads[:rank], pads[rank:], strict=True):
        if is_known(size):
            _check_pads(axis, size, low, high, mode)
        unknown = isinstance(size, int) and size == DYNAMIC
        found.append(size if low == high == 0 else DYNAMIC if unknown else size + low + high)
    return found


def _check_pads(axis: int, size: int, low: int, high: int, mode: str) -> None:
    left = size + low + high if mode == "constant" else size + min(low, 0) + min(high, 0)
    if left < 0:
        refuse(f"takes {-min(low, 0) - min(high, 0)} elements of axis {axis}, whose size is {size}")
    if left == 0 and mode != "constant" and (low > 0 or high > 0):
        refuse(f"has mode {mode}, but nothing to repeat along axis {axis}")


def _check_fill(x: Tensor, fill: Tensor | None, mode: str) -> None:
    if fill is None:
        return
    if mode != "constant":
        refuse(f"has mode {mode}, which takes no value")
    if fill.element_type != x.element_type:
        refuse(f"pads {x.element_type} with {fill.element_type}")
    if not all(not is_known(n) or n == 1 for n in fill.get_shape()):
        refuse(f"pads with {fill}, which is not one value")


def _padded(np: Any, x: Any, fill: Any, pads: Sequence[int], mode: str) -> Any:
    shape = padded(x.shape, pads, mode)
    lows, highs = pads[: x.ndim], pads[x.ndim :]
    if mode == "constant":
        value = zero(np, x.dtype) if fill is None else fill.reshape(())
        result = np.full(shape, value, x.dtype)
        to = tuple(slice(max(a, 0), max(n + a, 0)) for n, a in zip(x.shape, lows, strict=True))
        result[to] = x[tuple(map(_kept, shape, x.shape, lows))]
        return result
    # What is repeated is what cropping leaves.
    ends = (n + min(b, 0) for n, b in zip(x.shape, highs, strict=True))
    x = x[tuple(slice(max(-a, 0), end) for a, end in zip(lows, ends, strict=True))]
    widths = [(max(a, 0), max(b, 0)) for a, b in zip(lows, highs, strict=True)]
    return np.pad(x, widths, mode) if x.ndim else x


def _kept(size: int, old: int, low: int) -> slice:
    """The elements of an axis that are within the result, where element i comes to `i + low`."""
    return slice(max(-low, 0), max(min(old, size - low), 0))


class Pad(Op, name="nn.pad"):
    """
    With `pads` more elements before each axis (the first half) and after it (the second half);
    negative pads take elements away, before the others are added. Mode `constant` adds `fill` (by
    default 0, false, the empty string), `edge` the outermost element, `reflect` those inwards from
    it without itself, `wrap` those from the other end. ONNX Pad; aten.pad; TFLite PADV2.
    """

    x = operand()
    fill = optional()
    pads = ints()
    mode = word("constant", "reflect", "edge", "wrap")

    @staticmethod
    def infer(x: Tensor, fill: Tensor | None, pads: tuple[int, ...] | None, mode: str) -> Tensor:
        _check_fill(x, fill, mode)
        return tensor(padded(x.get_shape(), pads or (), mode), of=x)

    @staticmethod
    def value(np: Any, x: Any, fill: Any, pads: tuple[int, ...] | None, mode: str) -> Any:
        return _padded(np, x, fill, pads or (), mode)


class DynamicPad(Op, name="nn.dynamic_pad"):
    """`nn.pad` with computed pads, begins and ends of `axes` (by default of all)."""

    x = operand()
    pads = operand()
    fill = optional()
    mode = word("constant", "reflect", "edge", "wrap")
    axes = ints()

    @staticmethod
    def infer(
        x: Tensor, pads: Tensor, fill: Tensor | None, mode: str, axes: tuple[int, ...] | None
    ) -> Tensor:
        _check_fill(x, fill, mode)
        dims = list(x.get_shape())
        axes = check_axes(tuple(range(len(dims))) if axes is None else axes, len(dims))
        count = check_list(pads, "pads")
        if is_known(count) and count != 2 * len(axes):
            refuse(f"has {count} pads for {len(axes)} axes; begin and end of each belong there")
        return tensor((DYNAMIC if i in axes else n for i, n in enumerate(dims)), of=x)

    @staticmethod
    def value(
        np: Any, x: Any, pads: Any, fill: Any, mode: str, axes: tuple[int, ...] | None
    ) -> Any:
        return _padded(np, x, fill, all_pads(x.ndim, axes, _listed_ints(pads)), mode)


def all_pads(rank: int, axes: Sequence[int] | None, pads: Sequence[int]) -> tuple[int, ...]:
    """Pads of some axes as those of all."""
    axes = range(rank) if axes is None else axes
    if len(pads) != 2 * len(axes):
        refuse(f"has {len(pads)} pads for {len(axes)} axes; begin and end of each belong there")
    found = [0] * (2 * rank)
    for i, axis in enumerate(axes):
        found[axis], found[rank + axis] = pads[i], pads[len(axes) + i]
    return tuple(found)


class Tile(Op, name="nn.tile", symbolic=True):
    """The tensor `repeats[i]` times along each axis i. ONNX Tile; aten.repeat; TFLite TILE."""

    x = operand()
    repeats = ints()

    @staticmethod
    def infer(x: Tensor, repeats: tuple[int, ...] | None) -> Tensor:
        dims = x.get_shape()
        _check_repeats(len(dims), repeats)
        return tensor(map(_repeated, dims, repeats or ()), of=x)

    @staticmethod
    def value(np: Any, x: Any, repeats: tuple[int, ...] | None) -> Any:
        return np.tile(x, repeats or ())


def _check_repeats(rank: int, repeats: Any) -> None:
    if len(repeats or ()) != rank or any(n < 0 for n in repeats or ()):
        refuse(f"has repeats {listed(repeats)} and a tensor of rank {rank}")


def _repeated(size: Any, times: int) -> Any:
    return size if times == 1 else product([size, times])


class DynamicTile(Op, name="nn.dynamic_tile"):
    """`nn.tile` with computed repeats, as many as the tensor has axes."""

    x = operand()
    repeats = operand()

    @staticmethod
    def infer(x: Tensor, repeats: Tensor) -> Tensor:
        rank = len(x.get_shape())
        count = check_list(repeats, "repeats")
        if is_known(count) and count != rank:
            refuse(f"has {count} repeats and a tensor of rank {rank}")
        # Nothing repeated stays nothing.
        return tensor((0 if is_known(n) and n == 0 else DYNAMIC for n in x.get_shape()), of=x)

    @staticmethod
    def value(np: Any, x: Any, repeats: Any) -> Any:
        times = _listed_ints(repeats)
        _check_repeats(x.ndim, times)
        return np.tile(x, times)


# --- Making -------------------------------------------------------------------------------------


class DynamicFull(Op, name="nn.dynamic_full"):
    """
    A tensor of a computed shape, every element of which is `fill`, a tensor of one element; the
    shape's length is the rank, if it is known. With a known shape it is an `nn.constant`.
    ONNX ConstantOfShape; aten.full; TFLite FILL.
    """

    shape = operand()
    fill = attribute()

    @staticmethod
    def infer(shape: Tensor, fill: Attribute | None) -> Attribute:
        elements = as_elements(fill)
        if elements is None or elements.data.count != 1:
            refuse("needs a tensor of one element as its fill")
        length = check_list(shape, "shape")
        if not is_known(length):
            return UnrankedTensorType(elements.type.element_type)
        return tensor([DYNAMIC] * check_rank(length), of=elements.type)

    @staticmethod
    def value(np: Any, shape: Any, fill: Attribute) -> Any:
        elements = as_elements(fill)
        assert elements is not None
        dims = _listed_ints(shape)
        if any(n < 0 for n in dims):
            refuse(f"is given the shape {listed(dims)}")
        return np.broadcast_to(elements.array(np).reshape(()), dims)


class Range(Op, name="nn.range", arithmetic=True):
    """
    `start + i * delta` for every i from 0 while that is before `limit`; one number type, which is
    the result's. ONNX Range; aten.arange; TFLite RANGE.
    """

    start = attribute()
    limit = attribute()
    delta = attribute()

    @staticmethod
    def infer(start: Attribute | None, limit: Attribute | None, delta: Attribute | None) -> Tensor:
        numbers = [_number(a) for a in (start, limit, delta)]
        types = list(dict.fromkeys(type_ for _, type_ in numbers))
        if len(types) > 1:
            refuse(f"has bounds of the types {' and '.join(map(str, types))}")
        return tensor([range_size(*(n for n, _ in numbers))], of=types[0])

    @staticmethod
    def value(np: Any, start: Attribute, limit: Attribute, delta: Attribute) -> Any:
        type_ = _number(start)[1]
        dtype: Any = np.float32 if is_narrow_float(type_) else numpy_dtype(np, type_)
        bounds = [np.array(_number(a)[0], dtype) for a in (start, limit, delta)]
        return _range(np, *bounds)


def _number(attribute_: Attribute | None) -> tuple[Any, Attribute]:
    """A number and its type."""
    if not isinstance(attribute_, IntegerAttr | FloatAttr):
        refuse("needs numbers as its start, limit and delta")
    found = cast(Any, attribute_)
    return found.value.data, found.type


def range_size(start: Any, limit: Any, delta: Any) -> int:
    """How many numbers there are from `start` up to `limit` by `delta`."""
    from math import ceil, isfinite

    if isinstance(start, int):
        return max(-((start - limit) // delta), 0) if delta else _no_step()
    count = (limit - start) / delta if delta else _no_step()
    if not isfinite(count):
        refuse(f"has no finite number of elements: from {start} to {limit} by {delta}")
    return max(ceil(count), 0)


def _no_step() -> int:
    refuse("has a delta of 0")


def _range(np: Any, start: Any, limit: Any, delta: Any) -> Any:
    count = range_size(start.item(), limit.item(), delta.item())
    with np.errstate(over="ignore"):
        return start + np.arange(count).astype(start.dtype) * delta


class DynamicRange(Op, name="nn.dynamic_range", arithmetic=True):
    """`nn.range` with computed bounds, each a tensor of one element."""

    start = operand()
    limit = operand()
    delta = operand()

    @staticmethod
    def infer(start: Tensor, limit: Tensor, delta: Tensor) -> Tensor:
        for type_ in (start, limit, delta):
            if any(is_known(n) and n != 1 for n in type_.get_shape()):
                refuse(f"has a bound of type {type_}; one number belongs there")
        _check_one_element_type([start, limit, delta])
        if not is_integer(start.element_type) and not is_float(start.element_type):
            refuse(f"has bounds of element type {start.element_type}; numbers belong there")
        return tensor([DYNAMIC], of=start)

    @staticmethod
    def value(np: Any, start: Any, limit: Any, delta: Any) -> Any:
        return _range(np, *(a.reshape(()) for a in (start, limit, delta)))
