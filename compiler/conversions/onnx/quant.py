"""
QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, QLinearConv, QLinearMatMul; of
com.microsoft those that have an exact form.

Of com.microsoft's QLinear operators those without a reader are not the dequantized operator,
quantized: their kernels round elsewhere, some by the instructions of the machine. They stay
`nn.custom`.
"""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.activation import LeakyRelu
from ....dialects.nn.elementwise import Add, Cast, Div, Mul
from ....dialects.nn.matmul import ConvInteger, MatMulInteger
from ....dialects.nn.movement import Concat
from ....dialects.nn.quant import ONE, UI8, Dequantize, DynamicQuantize, Quantize
from ....dialects.nn.shape import Reshape, Transpose
from ....dialects.onnx import DATA_TYPES, ELEMENT_TYPES
from ...element_types import is_narrow_float
from ...op import shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import kernel_of, window_of
from .shape import axis_of, dims_of, element_of

# --- Granularity --------------------------------------------------------------------------------


def _granularity(n: Node, x: SSAValue, scale: SSAValue) -> dict[str, Any]:
    """Axis and block size; neither where there is one scale."""
    sizes, shape = dims_of(n, x), dims_of(n, scale)
    block_size = n.int("block_size", 0)
    if shape in ((), (1,)) and not (block_size and len(sizes) == 1 and shape):
        return {}
    axis = n.int("axis", 1)
    axis = 0 if len(sizes) == 1 else axis_of(n, axis, len(sizes))
    return {"axis": axis, "block_size": block_size}


def _written_granularity(op: Any, m: Model) -> dict[str, Any]:
    if op.axis is None:
        return {}
    m.need(21 if op.block_size else 13)
    return {"axis": op.axis, "block_size": op.block_size or None}


def _type_of(n: Node, name: str) -> Attribute | None:
    """The element type that an attribute names."""
    number = n.int(name, 0)
    if number and number not in ELEMENT_TYPES:
        n.refuse(f"has {name} {number}, which is no element type")
    return ELEMENT_TYPES[number] if number else None


# --- Quantize, dequantize -----------------------------------------------------------------------


@reads("QuantizeLinear")
@reads("QuantizeLinear", domain="com.microsoft")
def read_quantize(n: Node) -> SSAValue:
    """
    Up to opset 21 the quotient is that of f32 even of narrower operands; from 23 on it has the
    scale's type, or that of `precision`.
    """
    x, scale, zero_point = n.operands(3)[:3]
    to = _type_of(n, "output_dtype") if zero_point is None else element_of(zero_point)
    precision = _type_of(n, "precision")
    if precision is None and n.version >= 23:
        precision = element_of(scale)
    return n.emit(
        Quantize,
        x,
        scale,
        zero_point,
        to=to or UI8,
        saturate=bool(n.int("saturate", 1)),
        precision=precision if precision and is_narrow_float(precision) else None,
        **_granularity(n, x, scale),
    )


@writes(Quantize)
def write_quantize(op: Quantize, m: Model) -> SSAValue:
    x, scale, zero_point = op.x, op.scale, op.zero_point
    need_types(m, "QuantizeLinear", x, scale, zero_point, to=op.to)
    settings = _written_granularity(op, m)
    if m.opset >= 19 and m.opset < 23 and element_of(x) != element_of(scale):
        m.need(23)
    if zero_point is None and op.to != UI8 and m.opset >= 21:
        settings["output_dtype"] = DATA_TYPES[op.to]
    elif zero_point is None and op.to != UI8:
        zero_point = m.const(_zeros(scale, m), op.to)
    return m.node(
        "QuantizeLinear",
        x,
        scale,
        zero_point,
        saturate=None if op.saturate else False,
        precision=_written_precision(op, m),
        **settings,
    )


def _written_precision(op: Quantize, m: Model) -> int | None:
    if op.precision is not None:
        m.need(23)
    narrow = is_narrow_float(element_of(op.scale))
    if m.opset < 23 or not narrow and op.precision is None:
        return None
    return DATA_TYPES[f32 if op.precision is None else op.precision]


def _zeros(scale: SSAValue, m: Model) -> Any:
    """Zero points for scales whose number is known."""
    import numpy as np

    shape = shape_of(scale.type)
    if shape is None or any(n < 0 for n in shape):
        m.refuse("has scales of unknown number and no zero points")
    return np.zeros(shape)


@reads("DequantizeLinear")
@reads("DequantizeLinear", domain="com.microsoft")
def read_dequantize(n: Node) -> SSAValue:
    """The result has the scale's type, or from opset 23 on that of `output_dtype`."""
    x, scale, zero_point = n.operands(3)[:3]
    to = _type_of(n, "output_dtype") or element_of(scale)
    return n.emit(Dequantize, x, scale, zero_point, to=to, **_granularity(n, x, scale))


@writes(Dequantize)
def write_dequantize(op: Dequantize, m: Model) -> SSAValue:
    need_types(m, "DequantizeLinear", op.x, op.scale, op.zero_point)
    settings = _written_granularity(op, m)
    if op.to != element_of(op.scale):
        m.need(23)
        settings["output_dtype"] = DATA_TYPES[op.to]
    return m.node("DequantizeLinear", op.x, op.scale, op.zero_point, **settings)


@reads("DynamicQuantizeLinear")
def read_dynamic_quantize(n: Node) -> Sequence[SSAValue]:
    (x,) = n.operands()
    return n.emit_op(DynamicQuantize, x).results


@writes(DynamicQuantize)
def write_dynamic_quantize(op: DynamicQuantize, m: Model) -> Sequence[SSAValue]:
    m.need(11)
    return m.node("DynamicQuantizeLinear", op.x, outputs=3)


# --- Integers in, integers out ------------------------------------------------------------------
# The sum of products is exact in i32; as f32 it is multiplied by x_scale * w_scale / y_scale, which
# is computed in this order, rounded and moved. This is what ONNX Runtime does, bit for bit.


@reads("QLinearConv")
def read_qlinear_conv(n: Node) -> SSAValue:
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, b = n.operands(9)[:9]
    window = window_of(n, x, kernel_of(n, w))
    y = n.emit(ConvInteger, x, w, x_zero, _one(n, w_zero), groups=n.int("group", 1), **window)
    ones = (1,) * (len(dims_of(n, x)) - 2)
    if b is not None:
        y = n.emit(Add, y, _reshaped(n, b, (-1, *ones)))
    if dims_of(n, w_scale) not in ONE:  # one for each channel
        w_scale = _reshaped(n, w_scale, (-1, *ones))
    return _requantized(n, y, _factor(n, x_scale, w_scale, y_scale), y_zero)


@reads("QLinearMatMul")
def read_qlinear_matmul(n: Node) -> SSAValue:
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = n.operands(8)[:8]
    if len(dims_of(n, a_scale)) == 1 and dims_of(n, a_scale) not in ONE:
        a_scale = _reshaped(n, a_scale, (-1, 1))
    y = n.emit(MatMulInteger, a, b, _one(n, a_zero), _one(n, b_zero))
    return _requantized(n, y, _factor(n, a_scale, b_scale, y_scale), y_zero)


@reads("QGemm", domain="com.microsoft")
def read_qgemm(n: Node) -> SSAValue:
    """Without a scale of the result that is f32. C, of i32, comes before `alpha`."""
    a, a_scale, a_zero, b, b_scale, b_zero, c, y_scale, y_zero = n.operands(9)[:9]
    a, b = _transposed(n, a, "transA"), _transposed(n, b, "transB")
    y = n.emit(MatMulInteger, a, b, _one(n, a_zero), _one(n, b_zero))
    if c is not None:
        y = n.emit(Add, y, c)
    alpha = n.float("alpha", 1.0)
    if alpha != 1.0:
        a_scale = _folded(n, Mul, n.const(alpha, f32), a_scale)
    factor = _factor(n, a_scale, b_scale, y_scale)
    return _scaled(n, y, factor) if y_scale is None else _requantized(n, y, factor, y_zero)


@reads("MatMulIntegerToFloat", domain="com.microsoft")
def read_matmul_integer_to_float(n: Node) -> SSAValue:
    a, b, a_scale, b_scale, a_zero, b_zero, bias = n.operands(7)[:7]
    return _dequantized(n, (a, a_scale, a_zero), (b, b_scale, b_zero), bias)


@reads("DynamicQuantizeMatMul", domain="com.microsoft")
def read_dynamic_quantize_matmul(n: Node) -> SSAValue:
    x, b, b_scale, b_zero, bias = n.operands(5)[:5]
    return _dequantized(n, n.emit_op(DynamicQuantize, x).results, (b, b_scale, b_zero), bias)


def _dequantized(n: Node, a: Sequence[Any], b: Sequence[Any], bias: SSAValue | None) -> SSAValue:
    """The product of two quantized matrices (values, scale, zero point) in f32."""
    y = n.emit(MatMulInteger, a[0], b[0], a[2], b[2])
    y = _scaled(n, y, _factor(n, a[1], b[1]))
    return y if bias is None else n.emit(Add, y, bias)


def _transposed(n: Node, x: SSAValue, attribute: str) -> SSAValue:
    return n.emit(Transpose, x, perm=(1, 0)) if n.int(attribute, 0) else x


def _factor(n: Node, a: SSAValue, b: SSAValue, y: SSAValue | None = None) -> SSAValue:
    """`a * b`, or `a * b / y`, of scales, in f32."""
    product = _folded(n, Mul, _as_f32(n, _one(n, a)), _as_f32(n, _one(n, b)))
    return product if y is None else _folded(n, Div, product, _as_f32(n, _one(n, y)))


def _scaled(n: Node, y: SSAValue, factor: SSAValue) -> SSAValue:
    return n.emit(Mul, n.emit(Cast, y, to=f32), factor)


def _requantized(n: Node, y: SSAValue, factor: SSAValue, zero_point: SSAValue) -> SSAValue:
    """`round(f32(y) * factor) + zero_point`, saturated."""
    zero_point = _one(n, zero_point)
    to = element_of(zero_point)
    return n.emit(Quantize, _scaled(n, y, factor), n.const(1.0, f32), zero_point, to=to)


def _one(n: Node, value: SSAValue) -> SSAValue:
    """What is one for all, without a dim that would reach the result; a list of equals is one."""
    array = n.constant(value)
    if array is not None and array.size and (array == array.flat[0]).all():
        return n.const(array.flat[0], like=value)
    return _reshaped(n, value, ()) if dims_of(n, value) == (1,) else value


def _as_f32(n: Node, value: SSAValue) -> SSAValue:
    return value if element_of(value) == f32 else n.emit(Cast, value, to=f32)


def _reshaped(n: Node, value: SSAValue, shape: tuple[int, ...]) -> SSAValue:
    array = n.constant(value)
    if array is not None:
        return n.const(array.reshape(shape), like=value)
    return n.emit(Reshape, value, shape=shape)


def _folded(n: Node, cls: Any, a: SSAValue, b: SSAValue) -> SSAValue:
    """The operation, or its value where the operands are constants: scales nearly always are."""
    import numpy as np

    x, y = n.constant(a), n.constant(b)
    if x is None or y is None:
        return n.emit(cls, a, b)
    with np.errstate(all="ignore"):
        return n.const(cls.value(np, x, y), like=a)


# --- Element by element -------------------------------------------------------------------------
# ONNX Runtime computes these for all 256 values, as dequantized, computed and quantized.


@reads("QLinearConcat", domain="com.microsoft")
def read_qlinear_concat(n: Node) -> SSAValue:
    """Operands: the result's scale and zero point, then value, scale and zero point of each."""
    scale, zero_point, *rest = n.operands()
    parts = [n.emit(Dequantize, *rest[i : i + 3]) for i in range(0, len(rest), 3)]
    axis = axis_of(n, n.int("axis", 0), len(dims_of(n, parts[0])))
    return _quantized(n, n.emit(Concat, *parts, axis=axis), scale, zero_point)


@reads("QLinearLeakyRelu", domain="com.microsoft")
def read_qlinear_leaky_relu(n: Node) -> SSAValue:
    x, scale, zero_point, y_scale, y_zero_point = n.operands(5)[:5]
    y = n.emit(LeakyRelu, n.emit(Dequantize, x, scale, zero_point), alpha=n.float("alpha", 0.01))
    return _quantized(n, y, y_scale, y_zero_point or zero_point)


def _quantized(n: Node, y: SSAValue, scale: SSAValue, zero_point: SSAValue) -> SSAValue:
    return n.emit(Quantize, y, scale, zero_point, to=element_of(zero_point))
