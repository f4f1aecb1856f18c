"""Shapes, and tensors of the same elements in another shape."""

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.elementwise import Cast
from ....dialects.nn.movement import Concat
from ....dialects.nn.shape import (
    Broadcast,
    DynamicBroadcast,
    DynamicReshape,
    Reshape,
    ShapeOf,
    Squeeze,
    Unsqueeze,
)
from . import Node, reads


@reads("shape")
def read_shape(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    shape = n.emit(ShapeOf, x)
    to: Attribute = n.op.properties.get("out_type", i32)
    return shape if to == i64 else n.emit(Cast, shape, to=to)


def as_i64(n: Node, x: SSAValue) -> SSAValue:
    return x if n.element(x) == i64 else n.emit(Cast, x, to=i64)


@reads("reshape")
def read_reshape(n: Node) -> SSAValue:
    """To the shape that is an operand, or else an option; 0 is a size of 0."""
    x, shape = n.operands(2)[:2]
    if shape is None:
        wanted = n.ints("new_shape", ())
    elif n.constant(shape) is None:
        return n.emit(DynamicReshape, x, as_i64(n, shape), allow_zero=True)
    else:
        wanted = n.constant_ints(shape, "shape")
    return n.emit(Reshape, x, shape=wanted, allow_zero=0 in wanted)


@reads("squeeze")
def read_squeeze(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    axes = n.ints("squeeze_dims", ())
    listed = tuple(sorted(n.axis(a, n.rank(x)) for a in axes))
    if not listed:
        listed = tuple(i for i, d in enumerate(n.dims(x)) if d == 1)
    return n.emit(Squeeze, x, axes=listed)


@reads("expand_dims")
def read_expand_dims(n: Node) -> SSAValue:
    x, axis = n.operands(2)[:2]
    (at,) = n.constant_ints(axis, "axis")
    return n.emit(Unsqueeze, x, axes=(n.axis(at, n.rank(x) + 1),))


@reads("pack")
def read_pack(n: Node) -> SSAValue:
    """Along a new axis."""
    xs = n.operands()
    axis = n.axis(n.int("axis", 0), n.rank(xs[0]) + 1)
    return n.emit(Concat, *(n.emit(Unsqueeze, x, axes=(axis,)) for x in xs), axis=axis)


@reads("transpose")
def read_transpose(n: Node) -> SSAValue:
    x, perm = n.operands(2)[:2]
    return n.transposed(x, n.constant_ints(perm, "perm"))


@reads("broadcast_to")
def read_broadcast_to(n: Node) -> SSAValue:
    x, shape = n.operands(2)[:2]
    if n.constant(shape) is None:
        return n.emit(DynamicBroadcast, x, as_i64(n, shape))
    return n.emit(Broadcast, x, shape=n.constant_ints(shape, "shape"))
