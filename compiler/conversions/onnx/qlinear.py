"""
QLinearConv, QLinearMatMul; of com.microsoft those operators on quantized tensors that have an exact
form.

Others, like QLinearAdd, are not the dequantized operator, quantized: their kernels round elsewhere,
some by the instructions of the machine. They have no reader and stay `nn.custom`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import IntegerType, f32, i32
from xdsl.ir import SSAValue

from ....dialects.nn.activation import LeakyRelu
from ....dialects.nn.elementwise import Add, Cast, Div, Mul
from ....dialects.nn.matmul import ConvInteger, MatMulInteger
from ....dialects.nn.movement import Concat
from ....dialects.nn.quant import ONE, Dequantize, DynamicQuantize, Quantize
from ....dialects.nn.shape import Reshape, Transpose
from ...constants import constant
from ...op import shape_of
from . import Model, Node, reads
from ._spatial import kernel_of, window_of, written_kernel, written_window
from .shape import axis_of, dims_of, element_of

I8 = IntegerType(8)

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


# --- Writing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Requantized:
    """What QLinearConv or QLinearMatMul says in one node."""

    op: Quantize
    product: Any
    """The nn.conv_integer or nn.matmul_integer."""
    factor: Any
    """An array of one element, or of one for each channel or column."""
    bias: Any
    """An array of one element for each channel, or None."""
    between: tuple[SSAValue, ...]
    """What has no reader but what follows it; readers first."""


def requantized(op: Quantize) -> Requantized | None:
    """
    The product of integers whose sums are quantized as the readers here have it, if nothing else
    reads what is between, and factor and bias are constants.
    """
    scale = constant(op.scale)
    if op.axis is not None or op.precision is not None or scale is None or scale.item() != 1:
        return None
    scaled = _single(op.x, Mul)
    cast = None if scaled is None else _single(scaled.x, Cast)
    if scaled is None or cast is None:
        return None
    biased = _single(cast.x, Add)
    sums = cast.x if biased is None else biased.x
    product = _single(sums, ConvInteger) or _single(sums, MatMulInteger)
    factor, bias = constant(scaled.y), None if biased is None else constant(biased.y)
    if product is None or factor is None or (biased is not None and bias is None):
        return None
    if not _is_written(product, op, factor, bias):
        return None
    chain = [op.x, scaled.x, cast.x, *([] if biased is None else [sums])]
    read = [op.scale, scaled.y, *([] if biased is None else [biased.y])]
    between = (*chain, *(v for v in read if v.has_one_use()))
    return Requantized(op, product, factor, bias, between)


def _single(value: SSAValue, cls: Any) -> Any:
    """What computes a value, if that is of this class and has one reader."""
    return value.owner if isinstance(value.owner, cls) and value.has_one_use() else None


def _is_written(product: Any, op: Quantize, factor: Any, bias: Any) -> bool:
    """Whether one node says it, in types that ONNX Runtime has: the same ones in and out."""
    left, right, _, zero_point = _operands(product)
    kinds = element_of(left), element_of(right), op.to
    if kinds[0] != kinds[2] or (kinds[0] == I8 and kinds[1] != I8):
        return False
    each = zero_point is None or constant(zero_point) is not None
    if factor.size > 1 and not each:
        return False
    if isinstance(product, MatMulInteger):
        return bias is None and factor.ndim <= 1
    sizes = shape_of(right.type) or ()
    by_channel = (*sizes[:1], *(1,) * (len(sizes) - 2))
    fits = factor.size == 1 or factor.shape == by_channel
    return product.layout == "nchw" and fits and (bias is None or bias.shape == by_channel)


def _operands(product: Any) -> list[Any]:
    """The two factors and their zero points."""
    return [*product.operands_with_holes(), None, None][:4]


def write_requantized(found: Requantized, m: Model) -> SSAValue:
    """QLinearConv or QLinearMatMul; what was written of the operations that it stands for goes."""
    product, op, factor = found.product, found.op, found.factor
    left, right, left_zero, right_zero = _operands(product)
    one = m.const(1.0, f32)
    count = () if factor.size == 1 else (factor.size,)
    operands = [
        left,
        one,
        _zeros(m, left_zero, left, ()),
        right,
        m.const(factor.reshape(count), f32),
    ]
    operands += [_zeros(m, right_zero, right, count), one]
    operands.append(m.const(0, op.to) if op.zero_point is None else op.zero_point)
    if isinstance(product, MatMulInteger):
        y = m.node("QLinearMatMul", *operands)
    else:
        bias = None if found.bias is None else m.const(found.bias.reshape(-1), i32)
        y = m.node("QLinearConv", *operands, bias, **_window(product))
    for value in found.between:
        m.drop(value)
    return y


def _window(op: ConvInteger) -> dict[str, Any]:
    return written_window(op) | {
        "kernel_shape": written_kernel(op.w),
        "dilations": op.dilations,
        "group": None if op.groups == 1 else op.groups,
    }


def _zeros(m: Model, given: SSAValue | None, like: SSAValue, shape: tuple[int, ...]) -> SSAValue:
    """Zero points of a shape."""
    import numpy as np

    if given is not None and not shape:
        return given
    array = 0 if given is None else constant(given)
    return m.const(np.broadcast_to(array, shape), element_of(like))
