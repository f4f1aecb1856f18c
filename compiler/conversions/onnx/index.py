"""Gather…, Scatter…, OneHot, NonZero, TopK, Unique."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import f32, i32, i64
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.index import (
    DynamicOneHot,
    DynamicTopK,
    Gather,
    GatherElements,
    GatherNd,
    NonZero,
    OneHot,
    ScatterElements,
    ScatterNd,
    TopK,
    Unique,
)
from ...element_types import STRING
from ...op import shape_of
from . import Model, Node, reads, writes
from .shape import as_i64, axis_of, dims_of, element_of, node, one_int

# --- Picking ------------------------------------------------------------------------------------


def _axis(n: Node, x: SSAValue, default: int = 0) -> int:
    return axis_of(n, n.int("axis", default), len(dims_of(n, x)))


@reads("Gather")
def read_gather(n: Node) -> SSAValue:
    x, indices = n.operands(2)
    return n.emit(Gather, x, indices, axis=_axis(n, x))


@reads("GatherElements")
def read_gather_elements(n: Node) -> SSAValue:
    x, indices = n.operands(2)
    return n.emit(GatherElements, x, indices, axis=_axis(n, x))


@writes(Gather, GatherElements)
def write_gather(op: Gather | GatherElements, m: Model) -> SSAValue:
    if isinstance(op, Gather):
        return node(m, "Gather", op.x, op.indices, axis=op.axis)
    m.need(11)
    return node(m, "GatherElements", op.x, op.indices, axis=op.axis)


@reads("GatherND")
def read_gather_nd(n: Node) -> SSAValue:
    x, indices = n.operands(2)
    return n.emit(GatherNd, x, indices, batch_dims=n.int("batch_dims", 0))


@writes(GatherNd)
def write_gather_nd(op: GatherNd, m: Model) -> SSAValue:
    m.need(12 if op.batch_dims else 11)
    batch_dims = op.batch_dims or None
    return node(m, "GatherND", op.x, as_i64(m, op.indices), batch_dims=batch_dims)


# --- Placing ------------------------------------------------------------------------------------


@reads("ScatterElements", "Scatter")
def read_scatter_elements(n: Node) -> SSAValue:
    x, indices, updates = n.operands(3)
    reduction = n.string("reduction", "none")
    return n.emit(ScatterElements, x, indices, updates, axis=_axis(n, x), reduction=reduction)


@writes(ScatterElements)
def write_scatter_elements(op: ScatterElements, m: Model) -> SSAValue:
    reduction = _reduction(op.reduction, m)
    if m.opset < 11:
        m.need(9)
        return node(m, "Scatter", op.x, op.indices, op.updates, axis=op.axis)
    return node(
        m, "ScatterElements", op.x, op.indices, op.updates, axis=op.axis, reduction=reduction
    )


def _reduction(reduction: str, m: Model) -> str | None:
    if reduction == "none":
        return None
    m.need(16 if reduction in ("add", "mul") else 18)
    return reduction


@reads("ScatterND")
def read_scatter_nd(n: Node) -> SSAValue:
    return n.emit(ScatterNd, *n.operands(3), reduction=n.string("reduction", "none"))


@writes(ScatterNd)
def write_scatter_nd(op: ScatterNd, m: Model) -> SSAValue:
    m.need(11)
    reduction = _reduction(op.reduction, m)
    indices = as_i64(m, op.indices)
    return node(m, "ScatterND", op.x, indices, op.updates, reduction=reduction)


# --- One-hot, and asking where ------------------------------------------------------------------


@reads("OneHot")
def read_one_hot(n: Node) -> SSAValue:
    indices, depth, values = n.operands(3)
    axis = axis_of(n, n.int("axis", -1), len(dims_of(n, indices)) + 1)
    if n.constant(depth) is None:
        return n.emit(DynamicOneHot, indices, depth, values, axis=axis)
    return n.emit(OneHot, indices, values, depth=one_int(n, depth, "depth"), axis=axis)


@writes(OneHot)
def write_one_hot(op: OneHot, m: Model) -> SSAValue:
    return _one_hot(op, m.const([op.depth], _depth_type(op)), m)


def _depth_type(op: OneHot) -> Attribute:
    """ONNX takes a depth of any type; these are the combinations that ONNX Runtime computes."""
    values = element_of(op.values)
    whole = values in (i64, STRING) or (element_of(op.indices) == i64 and values != i32)
    return i64 if whole or op.depth > 1 << 24 else f32


def _one_hot(op: OneHot | DynamicOneHot, depth: SSAValue, m: Model) -> SSAValue:
    m.need(9)
    if shape_of(op.indices.type):
        return node(m, "OneHot", op.indices, depth, op.values, axis=op.axis)
    indices = node(m, "Reshape", op.indices, m.const([1]))  # ONNX wants a dim
    return node(m, "Reshape", node(m, "OneHot", indices, depth, op.values, axis=0), m.const([-1]))


@writes(DynamicOneHot)
def write_dynamic_one_hot(op: DynamicOneHot, m: Model) -> SSAValue:
    return _one_hot(op, op.depth, m)


@reads("NonZero")
def read_non_zero(n: Node) -> SSAValue:
    return n.emit(NonZero, *n.operands(1))


@writes(NonZero)
def write_non_zero(op: NonZero, m: Model) -> SSAValue:
    m.need(9)
    return node(m, "NonZero", op.x)


# --- Sorting ------------------------------------------------------------------------------------


@reads("TopK")
def read_top_k(n: Node) -> Sequence[SSAValue]:
    """Where no order is asked for, that of the values is as good as any."""
    x, k = n.operands(2)
    axis, largest = _axis(n, x, -1), bool(n.int("largest", 1))
    if k is None:
        return n.emit_op(TopK, x, k=n.int("k"), axis=axis).results
    if n.constant(k) is None:
        return n.emit_op(DynamicTopK, x, k, axis=axis, largest=largest).results
    return n.emit_op(TopK, x, k=one_int(n, k, "K"), axis=axis, largest=largest).results


@writes(TopK)
def write_top_k(op: TopK, m: Model) -> Sequence[SSAValue]:
    if m.opset < 10 and op.largest:
        return node(m, "TopK", op.x, k=op.k, axis=op.axis, outputs=2)
    return _top_k(op, m.const([op.k]), m)


@writes(DynamicTopK)
def write_dynamic_top_k(op: DynamicTopK, m: Model) -> Sequence[SSAValue]:
    k = as_i64(m, op.k)
    if len(shape_of(op.k.type) or ()) != 1:
        k = node(m, "Reshape", k, m.const([1]))
    return _top_k(op, k, m)


def _top_k(op: TopK | DynamicTopK, k: SSAValue, m: Model) -> Any:
    m.need(10 if op.largest else 11)
    largest = None if op.largest else 0
    return node(m, "TopK", op.x, k, axis=op.axis, largest=largest, outputs=2)


@reads("Unique")
def read_unique(n: Node) -> Sequence[SSAValue]:
    (x,) = n.operands(1)
    axis = n.int("axis")
    axis = None if axis is None else axis_of(n, axis, len(dims_of(n, x)))
    return n.emit_op(Unique, x, axis=axis, sorted=bool(n.int("sorted", 1))).results


@writes(Unique)
def write_unique(op: Unique, m: Model) -> Sequence[SSAValue]:
    m.need(11)
    return node(m, "Unique", op.x, axis=op.axis, sorted=int(op.sorted), outputs=4)
