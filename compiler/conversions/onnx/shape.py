"""Shape, Size, Reshape, Transpose, Squeeze, Unsqueeze, Flatten, Expand, Identity."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from ....dialects.nn.movement import Concat
from ....dialects.nn.shape import (
    MOST_DIMS,
    Broadcast,
    DynamicBroadcast,
    DynamicReshape,
    Flatten,
    Reshape,
    ShapeOf,
    Size,
    Squeeze,
    Transpose,
    Unsqueeze,
    is_known,
)
from ...op import DYNAMIC, Op, shape_of, tensor
from . import Model, Node, reads, writes
from ._schema import need_types

LAST = 2**63 - 1
"""As the end of a slice: that of the axis."""

# --- What readers and writers of this and the next families share ------------------------------


def dims_of(n: Node, x: SSAValue) -> tuple[int, ...]:
    """The dims of an operand, which must have a rank."""
    dims = shape_of(x.type)
    if dims is None:
        n.refuse(f"has an operand of unknown rank: {x.type}")
    return dims


def axis_of(n: Node, axis: int, rank: int) -> int:
    """An axis, perhaps negative, as one in [0, rank)."""
    if not -rank <= axis < rank:
        n.refuse(f"has axis {axis} and a tensor of rank {rank}")
    return axis % rank


def axes_of(n: Node, axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """Axes, perhaps negative, as different ones in [0, rank), in their order."""
    found = tuple(axis_of(n, axis, rank) for axis in axes)
    if len(set(found)) != len(found):
        n.refuse(f"has axes {list(axes)}, one of them twice")
    return found


def entries(n: Node, value: SSAValue, depth: int = 8) -> list[int] | None:
    """
    The entries of a list of integers, -1 for an unknown one (and for -1); None where not even the
    length is known. Looks through joined lists, as shapes are computed.
    """
    array = n.constant(value)
    if array is not None:
        return [int(v) for v in array.reshape(-1)] if array.size <= 2 * MOST_DIMS else None
    if isinstance(value.owner, Concat) and depth:
        parts = [entries(n, part, depth - 1) for part in value.owner.xs]
        return None if None in parts else [v for part in parts if part for v in part]
    dims = shape_of(value.type)
    if dims is None or len(dims) != 1 or not 0 <= dims[0] <= 2 * MOST_DIMS:
        return None
    return [DYNAMIC] * dims[0]


def one_int(n: Node, value: SSAValue, what: str) -> int:
    """The only integer of a constant."""
    found = n.constant_ints(value, what)
    if len(found) != 1:
        n.refuse(f"has a '{what}' of {len(found)} numbers; one belongs there")
    return found[0]


def emit_sized(
    n: Node, cls: type[Op], dims: Sequence[int], *operands: SSAValue | None, **properties: Any
) -> SSAValue:
    """
    The operation, of whose result more may be known (`dims`, negative where not) than its
    operands' types say.
    """
    result = n.emit(cls, *operands, **properties)
    inferred = shape_of(result.type)
    if inferred is None:
        return result
    pairs = zip(inferred, dims, strict=True)
    known = [a if is_known(a) else b if b >= 0 else DYNAMIC for a, b in pairs]
    return Rewriter.replace_value_with_new_type(result, tensor(known, of=element_of(result)))


def element_of(x: SSAValue) -> Attribute:
    """The element type of a tensor."""
    found: Any = getattr(x.type, "element_type", None)
    assert isinstance(found, Attribute)
    return found


def node(m: Model, name: str, *operands: SSAValue | None, **settings: Any) -> Any:
    """Adds a node, at an opset whose operator takes operands of these element types."""
    need_types(m, name, *operands)
    return m.node(name, *operands, **settings)


def as_i64(m: Model, value: SSAValue) -> SSAValue:
    """Integers as ONNX wants those of shapes."""
    return value if element_of(value) == i64 else node(m, "Cast", value, to=7)


# --- Asking -------------------------------------------------------------------------------------


@reads("Shape")
def read_shape(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    dims = shape_of(x.type)
    start, end = n.int("start", 0), n.int("end")
    if dims is None:
        return n.emit(ShapeOf, x, start=start, end=end)
    start, stop, _ = slice(start, end).indices(len(dims))
    return n.emit(ShapeOf, x, start=start, end=None if stop == len(dims) else stop)


@writes(ShapeOf)
def write_shape(op: ShapeOf, m: Model) -> SSAValue:
    if op.start == 0 and op.end is None:
        return node(m, "Shape", op.x)
    if m.opset >= 15:
        return node(m, "Shape", op.x, start=op.start or None, end=op.end)
    m.need(10)
    end = LAST if op.end is None else op.end
    return node(m, "Slice", node(m, "Shape", op.x), m.const([op.start]), m.const([end]))


@reads("Size")
def read_size(n: Node) -> SSAValue:
    return n.emit(Size, *n.operands(1))


@writes(Size)
def write_size(op: Size, m: Model) -> SSAValue:
    return node(m, "Size", op.x)


@reads("Identity")
def read_identity(n: Node) -> SSAValue:
    return n.operands(1)[0]


# --- Another shape for the same elements --------------------------------------------------------


@reads("Reshape", until=4)
def read_reshape_1(n: Node) -> SSAValue:
    return n.emit(Reshape, n.operands(1)[0], shape=n.ints("shape", ()))


@reads("Reshape", since=5)
def read_reshape(n: Node) -> SSAValue:
    x, shape = n.operands(2)
    allow_zero = bool(n.int("allowzero", 0))
    if n.constant(shape) is not None:
        asked = n.constant_ints(shape, "shape")
        return n.emit(Reshape, x, shape=asked, allow_zero=allow_zero and 0 in asked)
    return emit_sized(
        n, DynamicReshape, _reshape_dims(n, x, shape, allow_zero), x, shape, allow_zero=allow_zero
    )


def _reshape_dims(n: Node, x: SSAValue, shape: SSAValue, allow_zero: bool) -> list[int]:
    """What is known of the result's dims; what -1 gives is not told from an unknown one."""
    dims = shape_of(x.type) or ()
    found = entries(n, shape) or []
    copied = [] if allow_zero else [i for i, size in enumerate(found) if size == 0]
    return [
        (dims[i] if i < len(dims) else DYNAMIC) if i in copied else size
        for i, size in enumerate(found)
    ]


@writes(Reshape)
def write_reshape(op: Reshape, m: Model) -> SSAValue:
    if op.allow_zero:
        m.need(14)
        return node(m, "Reshape", op.x, m.const(op.shape), allowzero=1)
    if m.opset < 5:
        return node(m, "Reshape", op.x, shape=op.shape)
    return node(m, "Reshape", op.x, m.const(op.shape))


@writes(DynamicReshape)
def write_dynamic_reshape(op: DynamicReshape, m: Model) -> SSAValue:
    m.need(14 if op.allow_zero else 5)
    return node(m, "Reshape", op.x, as_i64(m, op.shape), allowzero=1 if op.allow_zero else None)


@reads("Flatten")
def read_flatten(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    rank = len(dims_of(n, x))
    axis = n.int("axis", 1)
    return n.emit(Flatten, x, axis=axis + rank if axis < 0 else axis)


@writes(Flatten)
def write_flatten(op: Flatten, m: Model) -> SSAValue:
    return node(m, "Flatten", op.x, axis=op.axis)


@reads("Squeeze")
def read_squeeze(n: Node) -> SSAValue:
    x, axes = n.operands(2)
    dims = shape_of(x.type)
    given = n.ints("axes") if axes is None else n.constant_ints(axes, "axes")
    if given is not None:
        found = set(_counted(n, given, x, 0))
        return n.emit(Squeeze, x, axes=sorted(found)) if found else x
    if dims is None or DYNAMIC in dims:
        n.refuse(f"has no 'axes', and an input whose dims are not all known: {x.type}")
    found = [i for i, size in enumerate(dims) if size == 1]
    return n.emit(Squeeze, x, axes=found) if found else x


@reads("Unsqueeze")
def read_unsqueeze(n: Node) -> SSAValue:
    x, axes = n.operands(2)
    given = n.ints("axes", ()) if axes is None else n.constant_ints(axes, "axes")
    return n.emit(Unsqueeze, x, axes=sorted(_counted(n, given, x, len(given)))) if given else x


def _counted(n: Node, axes: Sequence[int], x: SSAValue, more: int) -> list[int]:
    """Axes as ones from the front, which those of an unknown rank must be."""
    dims = shape_of(x.type)
    if dims is not None:
        return [axis_of(n, axis, len(dims) + more) for axis in axes]
    if any(axis < 0 for axis in axes):
        n.refuse(f"has axes {list(axes)} and an operand of unknown rank: {x.type}")
    return list(axes)


@writes(Squeeze, Unsqueeze)
def write_squeeze(op: Squeeze | Unsqueeze, m: Model) -> SSAValue:
    name = "Squeeze" if isinstance(op, Squeeze) else "Unsqueeze"
    if not op.axes:
        return node(m, "Identity", op.x)  # no axes would be all of size 1
    if m.opset < 13:
        return node(m, name, op.x, axes=op.axes)
    return node(m, name, op.x, m.const(op.axes))


@reads("Transpose")
def read_transpose(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    rank = len(dims_of(n, x))
    return n.emit(Transpose, x, perm=n.ints("perm", tuple(reversed(range(rank)))))


@writes(Transpose)
def write_transpose(op: Transpose, m: Model) -> SSAValue:
    return node(m, "Transpose", op.x, perm=op.perm)


# --- Repeating elements -------------------------------------------------------------------------


@reads("Expand")
def read_expand(n: Node) -> SSAValue:
    x, shape = n.operands(2)
    if n.constant(shape) is not None:
        return n.emit(Broadcast, x, shape=n.constant_ints(shape, "shape"))
    if shape_of(x.type) is None:
        return n.emit(DynamicBroadcast, x, shape)
    return emit_sized(n, DynamicBroadcast, _expand_dims(n, x, shape), x, shape)


def _expand_dims(n: Node, x: SSAValue, shape: SSAValue) -> list[int]:
    """What is known of the result's dims: beside a 1 a dim stays, else it becomes the size."""
    dims, asked = dims_of(n, x), entries(n, shape) or []
    rank = max(len(dims), len(asked))
    dims = (1,) * (rank - len(dims)) + dims
    asked = [1] * (rank - len(asked)) + asked
    return [own if size == 1 else size for own, size in zip(dims, asked, strict=True)]


@writes(Broadcast)
def write_broadcast(op: Broadcast, m: Model) -> SSAValue:
    m.need(8)
    return node(m, "Expand", op.x, m.const(op.shape))


@writes(DynamicBroadcast)
def write_dynamic_broadcast(op: DynamicBroadcast, m: Model) -> SSAValue:
    m.need(8)
    return node(m, "Expand", op.x, as_i64(m, op.shape))
