"""Normalisations, also those of com.microsoft with a residual connection."""

from collections.abc import Sequence
from struct import pack, unpack
from typing import Any

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from ....dialects.nn.elementwise import Add
from ....dialects.nn.norm import (
    BatchNorm,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
    LayerNormStatistics,
    LpNorm,
    Lrn,
    MeanVarianceNorm,
    RmsNorm,
)
from ....dialects.nn.shape import Broadcast, Reshape, is_known
from ....dialects.onnx import DATA_TYPES
from ...element_types import is_narrow_float
from ...op import shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import from_nchw, to_nchw
from .shape import axes_of, axis_of, dims_of, element_of

EPSILON = 1e-5
FLOAT = 1
"""The default of `stash_type`: statistics in f32."""


def _float(n: Node, name: str, default: float, x: SSAValue) -> float:
    """An attribute, as the decimal that is meant; but beside f64 exactly what its 32 bits say."""
    value = n.float(name, default)
    return unpack("<f", pack("<f", value))[0] if element_of(x) == f64 else value


# --- By given statistics ------------------------------------------------------------------------


@reads("BatchNormalization")
def read_batch_norm(n: Node) -> SSAValue:
    """
    Inference only. Before opset 7 the number of outputs says that it is, from 14 on an attribute;
    up to 8 statistics can be those of single elements (`spatial = 0`).
    """
    x, scale, bias, mean, var = n.operands(5)[:5]
    if not n.int("spatial", 1) and n.version < 9:
        n.refuse("has spatial = 0, statistics of every element")
    if n.int("training_mode", 0):
        n.refuse("has training_mode = 1, which takes statistics of the batch")
    for i in range(1, n.results):
        if n.used(i):
            n.refuse("has outputs of training, statistics of the batch")
    return n.emit(BatchNorm, x, scale, bias, mean, var, epsilon=_float(n, "epsilon", EPSILON, x))


@writes(BatchNorm)
def write_batch_norm(op: BatchNorm, m: Model) -> SSAValue:
    m.need(7)
    operands = (op.x, op.scale, op.bias, op.mean, op.var)
    need_types(m, "BatchNormalization", *operands)
    if len({element_of(v) for v in operands}) > 1:
        m.need(15)
    x = to_nchw(m, op.x, op.layout)
    y = m.node("BatchNormalization", x, *operands[1:], epsilon=op.epsilon)
    return from_nchw(m, y, op.x, op.layout)


# --- By those of each image ---------------------------------------------------------------------


@reads("InstanceNormalization")
def read_instance_norm(n: Node) -> SSAValue:
    x, scale, bias = n.operands(3)[:3]
    return n.emit(InstanceNorm, x, scale, bias, epsilon=_float(n, "epsilon", EPSILON, x))


@writes(InstanceNorm)
def write_instance_norm(op: InstanceNorm, m: Model) -> SSAValue:
    need_types(m, "InstanceNormalization", op.x)
    x = to_nchw(m, op.x, op.layout)
    y = m.node("InstanceNormalization", x, op.scale, op.bias, epsilon=op.epsilon)
    return from_nchw(m, y, op.x, op.layout)


@reads("GroupNormalization")
def read_group_norm(n: Node) -> SSAValue:
    """Scale and bias have an entry a group before opset 21, one a channel from then on."""
    x, scale, bias = n.operands(3)[:3]
    groups = n.int("num_groups")
    if groups is None:
        n.refuse("has no num_groups")
    _check_stash_type(n, x)
    if n.version < 21:
        scale, bias = (_a_channel(n, v, x, groups) for v in (scale, bias))
    return n.emit(
        GroupNorm, x, scale, bias, groups=groups, epsilon=_float(n, "epsilon", EPSILON, x)
    )


def _a_channel(n: Node, value: SSAValue, x: SSAValue, groups: int) -> SSAValue:
    channels = dims_of(n, x)[1]
    if not is_known(channels) or groups < 1 or channels % groups:
        n.refuse(f"has {groups} groups of {channels} channels")
    if channels == groups:
        return value
    column = n.emit(Reshape, value, shape=(groups, 1))
    table = n.emit(Broadcast, column, shape=(groups, channels // groups))
    return n.emit(Reshape, table, shape=(channels,))


@writes(GroupNorm)
def write_group_norm(op: GroupNorm, m: Model) -> SSAValue:
    x = to_nchw(m, op.x, op.layout)
    if m.opset >= 21:
        need_types(m, "GroupNormalization", op.x)
        given = {"num_groups": op.groups, "epsilon": op.epsilon}
        y = m.node("GroupNormalization", x, op.scale, op.bias, **given)
    else:
        y = _grouped_instances(op, m, x)
    return from_nchw(m, y, op.x, op.layout)


def _grouped_instances(op: GroupNorm, m: Model, x: SSAValue) -> SSAValue:
    """As an InstanceNormalization whose channels are the groups; older opsets have nothing else."""
    m.need(5)
    need_types(m, "InstanceNormalization", op.x)
    rank = len(shape_of(op.x.type) or ())
    ones, zeros = (m.const([v] * op.groups, like=op.x) for v in (1, 0))
    flat = m.node("Reshape", x, m.const((0, op.groups, -1)))
    normal = m.node("InstanceNormalization", flat, ones, zeros, epsilon=op.epsilon)
    normal = m.node("Reshape", normal, m.node("Shape", x))
    shape = m.const((-1, *(1,) * (rank - 2)))
    scale, bias = (m.node("Reshape", v, shape) for v in (op.scale, op.bias))
    return m.node("Add", m.node("Mul", normal, scale), bias)


# --- By those of the last dims ------------------------------------------------------------------


def _check_stash_type(n: Node, x: SSAValue) -> None:
    """Statistics are taken in f32, or in f64 of f64."""
    stash = n.int("stash_type", FLOAT)
    own = DATA_TYPES.get(element_of(x)) if element_of(x) in (f32, f64) else None
    if stash not in (FLOAT, own):
        n.refuse(f"has stash_type {stash}, other than {FLOAT}")


def _last(n: Node, x: SSAValue) -> dict[str, Any]:
    axis = axis_of(n, n.int("axis", -1), len(dims_of(n, x)))
    return {"axis": axis, "epsilon": _float(n, "epsilon", EPSILON, x)}


@reads("LayerNormalization")
def read_layer_norm(n: Node) -> Sequence[SSAValue | None]:
    """ONNX's own since opset 17, an extension of ONNX Runtime before, under the same name."""
    x, scale, bias = n.operands(3)[:3]
    _check_stash_type(n, x)
    settings = _last(n, x)
    y = n.emit(LayerNorm, x, scale, bias, **settings)
    return [y, *_statistics(n, x, settings, 1)]


def _statistics(n: Node, x: SSAValue, settings: dict[str, Any], at: int) -> list[SSAValue | None]:
    """Mean and inverse deviation, of the outputs `at` on, if one of them is there."""
    if not n.used(at) and not n.used(at + 1):
        return [None, None]
    return list(n.emit_op(LayerNormStatistics, x, **settings).results)


@writes(LayerNorm)
def write_layer_norm(op: LayerNorm, m: Model) -> SSAValue:
    m.need(17)
    need_types(m, "LayerNormalization", op.x)
    scale = m.const([1], like=op.x) if op.scale is None else op.scale
    return m.node("LayerNormalization", op.x, scale, op.bias, axis=op.axis, epsilon=op.epsilon)


@writes(LayerNormStatistics)
def write_layer_norm_statistics(op: LayerNormStatistics, m: Model) -> Sequence[SSAValue]:
    m.need(17)
    need_types(m, "LayerNormalization", op.x)
    given = {"axis": op.axis, "epsilon": op.epsilon}
    scale = m.const([1], like=op.x)
    return m.node("LayerNormalization", op.x, scale, outputs=3, **given)[1:]


@reads("RMSNormalization")
def read_rms_norm(n: Node) -> SSAValue:
    x, scale = n.operands(2)[:2]
    _check_stash_type(n, x)
    return n.emit(RmsNorm, x, scale, **_last(n, x))


@reads("SimplifiedLayerNormalization")
@reads("SimplifiedLayerNormalization", domain="com.microsoft")
def read_simplified_layer_norm(n: Node) -> SSAValue:
    """An extension of ONNX Runtime, which puts it into ONNX's own domain."""
    if n.used(1):
        n.refuse("has a second output, of training")
    return read_rms_norm(n)


@writes(RmsNorm)
def write_rms_norm(op: RmsNorm, m: Model) -> SSAValue:
    if m.opset >= 23:
        need_types(m, "RMSNormalization", op.x, op.scale)
        return m.node("RMSNormalization", op.x, op.scale, axis=op.axis, epsilon=op.epsilon)
    return _spelled_out(op, m)


def _spelled_out(op: RmsNorm, m: Model) -> SSAValue:
    """The law, node by node, as older opsets have to say it."""
    m.need(7)
    own, wanted = element_of(op.x), element_of(op.scale)
    wide = f32 if is_narrow_float(own) else own
    x = op.x if wide == own else m.node("Cast", op.x, to=DATA_TYPES[wide])
    axes = tuple(range(op.axis, len(shape_of(op.x.type) or ())))
    squares = m.node("Mul", x, x)
    if m.opset < 18:
        mean = m.node("ReduceMean", squares, axes=axes)
    else:
        mean = m.node("ReduceMean", squares, m.const(axes))
    root = m.node("Sqrt", m.node("Add", mean, m.const(op.epsilon, element_type=wide)))
    normal = m.node("Div", x, root)
    if wide != wanted:
        normal = m.node("Cast", normal, to=DATA_TYPES[wanted])
    return m.node("Mul", normal, op.scale)


# --- With a residual connection (com.microsoft) -------------------------------------------------

SKIP_EPSILON = 1e-12


@reads("SkipLayerNormalization", domain="com.microsoft")
def read_skip_layer_norm(n: Node) -> Sequence[SSAValue | None]:
    """The layer norm of a sum, which is the fourth output."""
    x, skip, scale, shift, bias = n.operands(5)[:5]
    total = _sum(n, x, skip, bias)
    settings = _last(n, total) | {"epsilon": _float(n, "epsilon", SKIP_EPSILON, x)}
    y = n.emit(LayerNorm, total, scale, shift, **settings)
    return [y, *_statistics(n, total, settings, 1), total]


@reads("SkipSimplifiedLayerNormalization", domain="com.microsoft")
def read_skip_simplified_layer_norm(n: Node) -> Sequence[SSAValue | None]:
    x, skip, scale, bias = n.operands(4)[:4]
    if n.used(1) or n.used(2):
        n.refuse("has a second or third output, of training")
    total = _sum(n, x, skip, bias)
    settings = _last(n, total) | {"epsilon": _float(n, "epsilon", SKIP_EPSILON, x)}
    return [n.emit(RmsNorm, total, scale, **settings), None, None, total]


def _sum(n: Node, x: SSAValue, skip: SSAValue, bias: SSAValue | None) -> SSAValue:
    total = n.emit(Add, x, skip)
    return total if bias is None else n.emit(Add, total, bias)


# --- Others -------------------------------------------------------------------------------------


@reads("MeanVarianceNormalization")
def read_mean_variance_norm(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    axes = axes_of(n, n.ints("axes", (0, 2, 3)), len(dims_of(n, x)))
    return n.emit(MeanVarianceNorm, x, axes=tuple(sorted(axes)))


@writes(MeanVarianceNorm)
def write_mean_variance_norm(op: MeanVarianceNorm, m: Model) -> SSAValue:
    m.need(9)
    need_types(m, "MeanVarianceNormalization", op.x)
    return m.node("MeanVarianceNormalization", op.x, axes=op.axes)


@reads("LpNormalization")
def read_lp_norm(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    axis = axis_of(n, n.int("axis", -1), len(dims_of(n, x)))
    return n.emit(LpNorm, x, axis=axis, p=n.int("p", 2))


@writes(LpNorm)
def write_lp_norm(op: LpNorm, m: Model) -> SSAValue:
    need_types(m, "LpNormalization", op.x)
    return m.node("LpNormalization", op.x, axis=op.axis, p=op.p)


@reads("LRN")
def read_lrn(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(
        Lrn,
        x,
        size=n.int("size"),
        alpha=_float(n, "alpha", 1e-4, x),
        beta=_float(n, "beta", 0.75, x),
        bias=_float(n, "bias", 1.0, x),
    )


@writes(Lrn)
def write_lrn(op: Lrn, m: Model) -> SSAValue:
    need_types(m, "LRN", op.x)
    given = {"size": op.size, "alpha": op.alpha, "beta": op.beta, "bias": op.bias}
    return from_nchw(m, m.node("LRN", to_nchw(m, op.x, op.layout), **given), op.x, op.layout)
