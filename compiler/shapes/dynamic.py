"""The dimensions that operands give by their elements: those of the `nn.dynamic_*` operators."""

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from xdsl.ir import SSAValue

from ..op import broadcast, tensor
from .expressions import Dim, Expr, exact_quotient, fresh, ge0, maximum, minimum

if TYPE_CHECKING:
    from .analysis import Shapes

Entries: TypeAlias = list[Any]
"""Numbers, expressions, or None for an unknown one."""
Rule: TypeAlias = "Callable[[Any, Shapes], Sequence[Dim] | None]"

END = 2**31 - 1
"""From here on, the end of a slice is that of the axis, as for `nn.slice`."""


def entries(value: SSAValue | None, shapes: "Shapes") -> Entries | None:
    """The elements of a list; all unknown where only their number is known."""
    if value is None:
        return None
    array = shapes.contents(value)
    if array is not None:
        return list(array.reshape(-1))
    dims = shapes.dims(value)
    count = dims[0] if dims is not None and len(dims) == 1 else None
    return [None] * count if isinstance(count, int) else None


def one(value: SSAValue | None, shapes: "Shapes") -> Any:
    """The element of a tensor of one; None if it is not known."""
    array = None if value is None else shapes.contents(value)
    return None if array is None or array.size != 1 else array.reshape(-1)[0]


def product(dims: Sequence[Dim]) -> Dim:
    return prod(dims) if dims else 1


# --- Reshape ------------------------------------------------------------------------------------


def reshaped(dims: Sequence[Dim] | None, shape: Entries, allow_zero: bool) -> list[Dim]:
    """
    The dimensions that a reshape to `shape` gives. Of a -1, a dimension that no number stands for
    may be what is left, without knowing that the others are not 0: else the reshape is an error.
    """
    found: list[Any] = list(shape)
    copied = (
        [] if allow_zero else [i for i, n in enumerate(shape) if n == 0 and not isinstance(n, Expr)]
    )
    for i in copied:
        found[i] = None if dims is None else dims[i]
    rest = [i for i, n in enumerate(shape) if isinstance(n, int) and n == -1]
    for i in rest:
        found[i] = None
    others = [i for i in range(len(shape)) if i not in rest and i not in copied]
    if dims is not None and all(shape[i] is not None for i in others):
        kept = [n for i, n in enumerate(dims) if i not in copied]
        if len(rest) == 1:
            found[rest[0]] = _left(kept, [shape[i] for i in others])
    return [fresh() if n is None or ge0(n) is False else n for n in found]


def _left(dims: Sequence[Dim], taken: Sequence[Dim]) -> Dim | None:
    """The one dimension that holds with others what `dims` hold; None where that is not certain."""
    left, over = list(dims), list[Dim]()
    for n in taken:  # what stands on both sides cancels, also where the product would be too long
        if n in left:
            left.remove(n)
        else:
            over.append(n)
    whole, by = product(left), product(over)
    exact = exact_quotient(whole, by)
    if exact is not None:
        return exact
    return whole // by if not isinstance(by, Expr) and by else None


def _dynamic_reshape(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    shape = entries(op.shape, shapes)
    return None if shape is None else reshaped(shapes.dims(op.x), shape, op.allow_zero)


# --- Slice --------------------------------------------------------------------------------------


def sliced(size: Dim, start: Any, end: Any, step: Any) -> Dim | None:
    """The number of elements of an axis from `start` to `end` by `step`; None if unknown."""
    if not isinstance(step, int) or step == 0 or start is None or end is None:
        return None
    if step < 0:
        return _reversed(size, start, end, step)
    first, last = _bound(size, start), _bound(size, end)
    if first is None or last is None:
        return None
    # A first beyond the size, or a last before 0, makes the difference negative just the same.
    return (maximum(minimum(last, size) - maximum(first, 0), 0) + step - 1) // step


def _bound(size: Dim, at: Dim) -> Dim | None:
    """A bound counted from the beginning."""
    if isinstance(at, int) and abs(at) >= END:
        return size if at > 0 else 0
    if ge0(at):
        return at
    return size + at if ge0(-at - 1) else None


def _reversed(size: Dim, start: Dim, end: Dim, step: int) -> Dim | None:
    """Only a whole axis, or what is known of numbers."""
    if not isinstance(start, int) or not isinstance(end, int):
        return None
    if isinstance(size, int):
        first = min(max(start + size if start < 0 else start, 0), size - 1)
        last = min(max(end + size if end < 0 else end, -1), size - 1)
        return max(-((first - last) // step), 0) if size else 0
    whole = (start == -1 or start >= END) and end <= -END
    return (size - step - 1) // -step if whole else None


def _dynamic_slice(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims = shapes.dims(op.x)
    starts, ends = entries(op.starts, shapes), entries(op.ends, shapes)
    if dims is None or starts is None or ends is None or len(starts) != len(ends):
        return None
    steps = [1] * len(starts) if op.steps is None else entries(op.steps, shapes)
    axes = range(len(starts)) if op.axes is None else op.axes
    if steps is None or not len(axes) == len(starts) == len(steps):
        return None
    found = list(dims)
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        size = sliced(dims[axis], start, end, step)
        found[axis] = fresh() if size is None else size
    return found


# --- The others ---------------------------------------------------------------------------------


def _dynamic_broadcast(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims, shape = shapes.dims(op.x), entries(op.shape, shapes)
    if dims is None or shape is None:
        return None
    wanted = [fresh() if n is None else n for n in shape]
    return broadcast(*(tensor(cast(Any, shape), of=op.x.type) for shape in (dims, wanted)))


def _dynamic_pad(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims, pads = shapes.dims(op.x), entries(op.pads, shapes)
    if dims is None or pads is None:
        return None
    axes = range(len(dims)) if op.axes is None else op.axes
    if len(pads) != 2 * len(axes):
        return None
    found = list(dims)
    for i, axis in enumerate(axes):
        low, high = pads[i], pads[len(axes) + i]
        found[axis] = fresh() if low is None or high is None else dims[axis] + low + high
    return found


def _dynamic_tile(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims, times = shapes.dims(op.x), entries(op.repeats, shapes)
    if dims is None or times is None or len(dims) != len(times):
        return None
    return [fresh() if k is None else n * k for n, k in zip(dims, times, strict=True)]


def _dynamic_full(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    shape = entries(op.shape, shapes)
    return None if shape is None else [fresh() if n is None else n for n in shape]


def _dynamic_range(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    start, limit, delta = (one(v, shapes) for v in op.operands)
    if start is None or limit is None or not isinstance(delta, int) or delta == 0:
        return None
    if isinstance(start, float) or isinstance(limit, float):
        return None
    return [maximum(-((start - limit) // delta), 0)]


def _dynamic_one_hot(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims, depth = shapes.dims(op.indices), one(op.depth, shapes)
    if dims is None or not isinstance(depth, int | Expr):
        return None
    return [*dims[: op.axis], depth, *dims[op.axis :]]


def _dynamic_resize(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    from ...dialects.nn.resize import resized

    dims = shapes.dims(op.x)
    sizes, scales = entries(op.sizes, shapes), entries(op.scales, shapes)
    if dims is None or None in (sizes or scales or [None]):
        return None
    axes = range(len(dims)) if op.axes is None else op.axes
    found = list(dims)
    news = resized([dims[axis] for axis in axes], sizes, scales, op.policy)
    for axis, size in zip(axes, news, strict=True):
        found[axis] = size
    return found


def _dynamic_affine_grid(op: Any, shapes: "Shapes") -> Sequence[Dim] | None:
    dims, shape = shapes.dims(op.theta), entries(op.shape, shapes)
    if dims is None or shape is None:
        return None
    sizes = [fresh() if n is None else n for n in shape[2:]]
    return [dims[0], *sizes, len(sizes)]


RULES: dict[str, Rule] = {
    "nn.dynamic_reshape": _dynamic_reshape,
    "nn.dynamic_slice": _dynamic_slice,
    "nn.dynamic_broadcast": _dynamic_broadcast,
    "nn.dynamic_pad": _dynamic_pad,
    "nn.dynamic_tile": _dynamic_tile,
    "nn.dynamic_full": _dynamic_full,
    "nn.dynamic_range": _dynamic_range,
    "nn.dynamic_one_hot": _dynamic_one_hot,
    "nn.dynamic_resize": _dynamic_resize,
    "nn.dynamic_affine_grid": _dynamic_affine_grid,
}
"""By operator: the dimensions of its result, from what is known of its operands."""
