"""Activations, also those of com.microsoft; Softmax and its kin along one axis or several."""

from math import pi, prod, sqrt
from typing import Any

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.nn import activation as nn
from ....dialects.nn.elementwise import Add, Mul
from ....dialects.nn.shape import DynamicReshape, Reshape, ShapeOf, Unsqueeze
from ....dialects.onnx import operator
from ...op import DYNAMIC, Op, shape_of
from . import Model, Node, reads, writes
from ._schema import need_types, takes
from .elementwise import element_of, factor
from .shape import axis_of, dims_of

MICROSOFT = "com.microsoft"

SIMPLE: dict[str, tuple[type[Op], tuple[str, ...]]] = {
    "Relu": (nn.Relu, ()),
    "Sigmoid": (nn.Sigmoid, ()),
    "HardSwish": (nn.HardSwish, ()),
    "Mish": (nn.Mish, ()),
    "Softplus": (nn.Softplus, ()),
    "Softsign": (nn.Softsign, ()),
    "LeakyRelu": (nn.LeakyRelu, ("alpha",)),
    "ThresholdedRelu": (nn.ThresholdedRelu, ("alpha",)),
    "Shrink": (nn.Shrink, ("bias", "lambd")),
    "HardSigmoid": (nn.HardSigmoid, ("alpha", "beta")),
    "Elu": (nn.Elu, ("alpha",)),
    "Selu": (nn.Selu, ("alpha", "gamma")),
    "Celu": (nn.Celu, ("alpha",)),
    "Swish": (nn.Swish, ("alpha",)),
}
"""With the attributes that are properties of the same name and default."""
AXIAL: dict[str, type[Op]] = {
    "Softmax": nn.Softmax,
    "LogSoftmax": nn.LogSoftmax,
    "Hardmax": nn.Hardmax,
}
NAMES = {cls: name for name, (cls, _) in SIMPLE.items()} | {c: name for name, c in AXIAL.items()}


@reads("Selu", until=5)
def read_selu_1(n: Node) -> SSAValue:
    alpha, gamma = n.float("alpha", 1.6732), n.float("gamma", 1.0507)
    return n.emit(nn.Selu, *n.operands(1)[:1], alpha=alpha, gamma=gamma)


@reads(*SIMPLE)
def read_simple(n: Node) -> SSAValue:
    cls, attributes = SIMPLE[operator(n.op.name)[1]]
    x = n.operands(1)[0]
    return n.emit(cls, x, **{name: _factor(n, cls, name, x) for name in attributes})


def _factor(n: Node, cls: type[Op], name: str, x: SSAValue) -> float:
    return factor(n.float(name, cls.property_fields[name].default), x)


@writes(*(cls for cls, _ in SIMPLE.values()))
def write_simple(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    if name in EXPANDED and not takes(m, name, op.x):
        return EXPANDED[name](op, m)
    need_types(m, name, op.x)
    return m.node(name, op.x, **_attributes(op, m))


def _attributes(op: Any, m: Model) -> dict[str, Any]:
    """Those other than the default; below opset 6, where some defaults are others, all."""
    _, names = SIMPLE[NAMES[type(op)]]
    return {name: getattr(op, name) for name in names if name in op.properties or m.opset < 6}


# --- Below the opset of an operator -------------------------------------------------------------


def _scaled(m: Model, x: SSAValue, factor: float, like: SSAValue) -> SSAValue:
    """`x * factor` in the element type of `like`; numbers broadcast from opset 7 on."""
    m.need(7)
    return m.node("Mul", x, m.const(factor, element_of(like)))


def _celu(op: nn.Celu, m: Model) -> SSAValue:
    """`alpha * elu(x / alpha)`."""
    need_types(m, "Elu", op.x)
    m.need(7)
    inner = m.node("Div", op.x, m.const(op.alpha, element_of(op.x)))
    return _scaled(m, m.node("Elu", inner), op.alpha, op.x)


def _hard_swish(op: nn.HardSwish, m: Model) -> SSAValue:
    need_types(m, "HardSigmoid", op.x)
    return m.node("Mul", op.x, m.node("HardSigmoid", op.x, alpha=1 / 6, beta=0.5))


def _mish(op: nn.Mish, m: Model) -> SSAValue:
    need_types(m, "Softplus", op.x)
    return m.node("Mul", op.x, m.node("Tanh", m.node("Softplus", op.x)))


def _swish(op: nn.Swish, m: Model) -> SSAValue:
    need_types(m, "Sigmoid", op.x)
    inner = op.x if op.alpha == 1 else _scaled(m, op.x, op.alpha, op.x)
    return m.node("Mul", op.x, m.node("Sigmoid", inner))


EXPANDED: dict[str, Any] = {
    "Celu": _celu,
    "HardSwish": _hard_swish,
    "Mish": _mish,
    "Swish": _swish,
}


# --- Gelu and PRelu -----------------------------------------------------------------------------


@reads("Gelu")
@reads("Gelu", domain=MICROSOFT)
def read_gelu(n: Node) -> SSAValue:
    return n.emit(nn.Gelu, *n.operands(1)[:1], approximate=n.string("approximate", "none"))


@reads("FastGelu", domain=MICROSOFT)
def read_fast_gelu(n: Node) -> SSAValue:
    x, bias = n.operands(2)
    return n.emit(nn.Gelu, x if bias is None else n.emit(Add, x, bias), approximate="tanh")


@reads("BiasGelu", domain=MICROSOFT)
def read_bias_gelu(n: Node) -> SSAValue:
    return n.emit(nn.Gelu, n.emit(Add, *n.operands(2)))


@reads("QuickGelu", domain=MICROSOFT)
def read_quick_gelu(n: Node) -> SSAValue:
    return n.emit(nn.Swish, *n.operands(1), alpha=n.float("alpha", 1.702))


@reads("SwiGLU")
def read_swiglu(n: Node) -> SSAValue:
    gate, x = n.operands(2)
    return n.emit(Mul, n.emit(nn.Swish, gate, alpha=n.float("alpha", 1.0)), x)


@writes(nn.Gelu)
def write_gelu(op: nn.Gelu, m: Model) -> SSAValue:
    if m.opset >= 20:
        need_types(m, "Gelu", op.x)
        return m.node(
            "Gelu", op.x, approximate=op.approximate if op.approximate != "none" else None
        )
    need_types(m, "Mul", op.x)
    if op.approximate == "tanh":
        bent = m.node("Tanh", _scaled(m, _cubic(op.x, m), sqrt(2 / pi), op.x))
    else:
        need_types(m, "Erf", op.x)
        bent = m.node("Erf", _scaled(m, op.x, sqrt(0.5), op.x))
    if element_of(op.x) == f32:  # a hard sigmoid does not clip what lies in [-1, 1]
        return m.node("Mul", op.x, m.node("HardSigmoid", bent, alpha=0.5, beta=0.5))
    raised = m.node("Add", bent, m.const(1, element_of(op.x)))
    return m.node("Mul", _scaled(m, op.x, 0.5, op.x), raised)


def _cubic(x: SSAValue, m: Model) -> SSAValue:
    """`x + 0.044715 * x^3`."""
    cube = m.node("Mul", m.node("Mul", x, x), x)
    return m.node("Add", x, _scaled(m, cube, 0.044715, x))


@reads("PRelu")
def read_prelu(n: Node) -> SSAValue:
    """Below opset 7 a slope of one axis is that of the channels, axis 1."""
    x, slope = n.operands(2)
    dims, by_channel = shape_of(x.type), shape_of(slope.type)
    if n.version < 7 and dims and by_channel and len(by_channel) == 1 and len(dims) > 2:
        slope = n.emit(Unsqueeze, slope, axes=range(1, len(dims) - 1))
    return n.emit(nn.Prelu, x, slope)


@writes(nn.Prelu)
def write_prelu(op: nn.Prelu, m: Model) -> SSAValue:
    m.need(7)
    need_types(m, "PRelu", op.x, op.slope)
    return m.node("PRelu", op.x, op.slope)


# --- Along an axis ------------------------------------------------------------------------------


@reads(*AXIAL, since=13)
def read_axial(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    axis = axis_of(n, n.int("axis", -1), len(dims_of(n, x)))
    return n.emit(AXIAL[operator(n.op.name)[1]], x, axis=axis)


@reads(*AXIAL, until=12)
def read_axial_1(n: Node) -> SSAValue:
    """Along all axes from `axis` on, taken as one."""
    cls = AXIAL[operator(n.op.name)[1]]
    (x,) = n.operands(1)
    dims = dims_of(n, x)
    axis = axis_of(n, n.int("axis", 1), len(dims))
    long = [i for i in range(axis, len(dims)) if dims[i] != 1]
    if len(long) < 2 or 0 in dims:
        return n.emit(cls, x, axis=long[0] if len(long) == 1 else axis)
    kept, merged = (0,) * axis, dims[axis:]
    size = -1 if DYNAMIC in merged else prod(merged)
    result = n.emit(cls, n.emit(Reshape, x, shape=(*kept, size)), axis=axis)
    if merged.count(DYNAMIC) > 1:
        return n.emit(DynamicReshape, result, n.emit(ShapeOf, x), allow_zero=True)
    return n.emit(Reshape, result, shape=(*kept, *merged))  # `?` is what is left


@writes(*AXIAL.values())
def write_axial(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    need_types(m, name, op.x)
    dims = shape_of(op.x.type) or ()
    if m.opset >= 13:
        axis = None if op.axis == len(dims) - 1 else op.axis
        return m.node(name, op.x, axis=axis)
    if all(size == 1 for size in dims[op.axis + 1 :]):
        return m.node(name, op.x, axis=op.axis)
    perm = list(range(len(dims)))
    perm[op.axis], perm[-1] = perm[-1], perm[op.axis]
    moved = m.node(name, m.node("Transpose", op.x, perm=perm), axis=len(dims) - 1)
    return m.node("Transpose", moved, perm=perm)
