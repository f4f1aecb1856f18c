"""Between numbers and the small integers or floats that stand for them."""

from typing import Any

from xdsl.dialects.builtin import Float8E8M0FNUType, IntegerType, Signedness, f32, i32
from xdsl.ir import Attribute

from ...compiler.element_types import (
    bit_width,
    is_float,
    is_integer,
    is_unsigned,
    numpy_dtype,
    type_name,
)
from ...compiler.op import DYNAMIC, Op, Tensor, dtype, flag, int_, operand, optional, refuse, tensor
from ._kinds import FLOATS
from ._spatial import differ

UI8 = IntegerType(8, Signedness.UNSIGNED)
ONE = ((), (1,), (DYNAMIC,))
"""The shapes of what is one for all elements."""


class Quantize(Op, name="nn.quantize", arithmetic=True):
    """
    `saturate(round(x / scale) + zero_point)`, of the element type `to`, as the zero points are.
    Integers take the nearest number, of halves the even one, and saturate; NaN becomes the least.
    Floats of 8 bits or fewer take `x / scale + zero_point`, rounded once; too large ones become the
    largest, or without `saturate` what the type has for them.

    One scale, of shape `[]` or `[1]`; with `axis` one for each element along it; with `block_size`
    one for each block of so many along it, the scale having the rank of `x`. Zero points have the
    scale's shape; none is 0. The quotient is that of f32, or of f64 where an operand is; and then
    rounded to `precision` if that is narrower. ONNX QuantizeLinear-28; aten.quantize_per_tensor;
    TFLite QUANTIZE.
    """

    x = operand()
    scale = operand()
    zero_point = optional()
    to = dtype()
    axis = int_()
    block_size = int_(0)
    saturate = flag(True)
    precision = dtype()

    @staticmethod
    def infer(
        x: Tensor,
        scale: Tensor,
        zero_point: Tensor | None,
        to: Attribute | None,
        axis: int | None,
        block_size: int,
        saturate: bool,
        precision: Attribute | None,
    ) -> Tensor:
        if x.element_type != i32:
            FLOATS.check(x)
        FLOATS.check(scale)
        if precision is not None and not is_float(precision):
            refuse(f"divides in {type_name(precision)}, which is no float")
        if to is None:
            refuse("needs the element type 'to'")
        if not _is_quantized(to):
            refuse(f"cannot quantize to {type_name(to)}")
        _check_scales(x, scale, zero_point, to, axis, block_size)
        return tensor(x.get_shape(), of=to)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        scale: Any,
        zero_point: Any,
        to: Attribute,
        axis: int | None,
        block_size: int,
        saturate: bool,
        precision: Attribute | None,
    ) -> Any:
        scale = _spread(np, scale, x.shape, axis, block_size)
        zero_point = _spread(np, zero_point, x.shape, axis, block_size)
        quotient = (x if x.dtype.kind == "f" else x.astype(scale.dtype)) / scale
        if precision is not None and bit_width(precision) < 32:
            quotient = quotient.astype(numpy_dtype(np, precision)).astype(np.float32)
        target = numpy_dtype(np, to)
        if is_integer(to):
            return _to_integers(np, quotient, zero_point, to).astype(target)
        y = quotient if zero_point is None else quotient + zero_point
        return np.clip(y, *_limits(target)) if saturate else y


class Dequantize(Op, name="nn.dequantize", arithmetic=True):
    """
    `(x - zero_point) * scale`, of the element type `to`: the difference is exact, the product that
    of f32, or of f64 where the scale is, rounded once. Scales and zero points as of nn.quantize.
    ONNX DequantizeLinear-28; aten.dequantize; TFLite DEQUANTIZE.
    """

    x = operand()
    scale = operand()
    zero_point = optional()
    to = dtype(f32)
    axis = int_()
    block_size = int_(0)

    @staticmethod
    def infer(
        x: Tensor,
        scale: Tensor,
        zero_point: Tensor | None,
        to: Attribute,
        axis: int | None,
        block_size: int,
    ) -> Tensor:
        if x.element_type != i32 and not _is_quantized(x.element_type):
            refuse(f"cannot dequantize {type_name(x.element_type)}")
        FLOATS.check(scale)
        if not is_float(to):
            refuse(f"dequantizes to {type_name(to)}, which is no float")
        _check_scales(x, scale, zero_point, x.element_type, axis, block_size)
        return tensor(x.get_shape(), of=to)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        scale: Any,
        zero_point: Any,
        to: Attribute,
        axis: int | None,
        block_size: int,
    ) -> Any:
        wide = scale.dtype
        scale = _spread(np, scale, x.shape, axis, block_size)
        if zero_point is not None:
            kind = x.dtype if x.dtype.kind == "f" else np.int64
            zero_point = _spread(np, zero_point, x.shape, axis, block_size)
            x = x.astype(kind) - zero_point.astype(kind)
        y = x.astype(wide) * scale
        return y if bit_width(to) < 32 else y.astype(numpy_dtype(np, to))


class DynamicQuantize(Op, name="nn.dynamic_quantize"):
    """
    `x` as ui8, its scale and its zero point, both without dims: what spreads the range of `x`, 0
    included, over all 256 values. The scale is `(max - min) / 255`, or 1 where that is 0; the zero
    point `-min / scale`, rounded and saturated; then as nn.quantize. NaN does not count for the
    range. `x` is of f32. ONNX DynamicQuantizeLinear-11.
    """

    x = operand()

    @staticmethod
    def infer(x: Tensor) -> tuple[Tensor, ...]:
        if x.element_type != f32:
            refuse(f"takes f32, got {type_name(x.element_type)}")
        return tensor(x.get_shape(), of=UI8), tensor([], of=f32), tensor([], of=UI8)

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        with np.errstate(all="ignore"):
            least = np.fmin.reduce(x, None, initial=np.float32(0))
            most = np.fmax.reduce(x, None, initial=np.float32(0))
            scale = np.float32(1) if least == most else (most - least) / np.float32(255)
            zero_point = _to_integers(np, np.asarray(-least / scale), None, UI8)
            y = _to_integers(np, x / scale, zero_point, UI8)
        return y.astype(np.uint8), np.asarray(scale), zero_point.astype(np.uint8)


# --- Types --------------------------------------------------------------------------------------


def _is_quantized(element_type: Attribute) -> bool:
    if is_float(element_type):
        return bit_width(element_type) <= 8 and not isinstance(element_type, Float8E8M0FNUType)
    return is_integer(element_type) and bit_width(element_type) <= 16


def _check_scales(
    x: Tensor,
    scale: Tensor,
    zero_point: Tensor | None,
    quantized: Attribute,
    axis: int | None,
    block_size: int,
) -> None:
    shape = tuple(scale.get_shape())
    if zero_point is not None:
        other = tuple(zero_point.get_shape())
        if zero_point.element_type != quantized:
            found = type_name(zero_point.element_type)
            refuse(f"has zero points of {found} for {type_name(quantized)}")
        same = len(other) == len(shape) and not any(map(differ, other, shape))
        if not same and not (shape in ONE and other in ONE):
            refuse(f"has zero points {zero_point} for scales {scale}")
    if axis is None:
        if block_size or shape not in ONE:
            refuse(f"has scales {scale}, and no axis where they lie")
        return
    wanted = _scales(list(x.get_shape()), axis, block_size)
    if len(shape) != len(wanted) or any(map(differ, shape, wanted)):
        refuse(f"has scales {scale} for {x}")


def _scales(sizes: list[Any], axis: int, block_size: int) -> list[Any]:
    """The shape of the scales along an axis."""
    if axis not in range(len(sizes)) or block_size < 0:
        refuse(f"has axis {axis}, blocks of {block_size}, and an input of rank {len(sizes)}")
    size = sizes[axis]
    if not block_size:
        return [size]
    if not isinstance(size, int) or size != DYNAMIC:
        sizes[axis] = (size + block_size - 1) // block_size
    return sizes


# --- Arrays -------------------------------------------------------------------------------------


def _spread(np: Any, s: Any, shape: tuple[int, ...], axis: int | None, block_size: int) -> Any:
    """Scales or zero points in a shape that broadcasts to `shape`."""
    if s is None or axis is None:
        return None if s is None else s.reshape(())
    if not block_size:
        return s.reshape([n if i == axis else 1 for i, n in enumerate(shape)])
    every = np.repeat(s, block_size, axis)
    return every[(slice(None),) * axis + (slice(shape[axis]),)]


def _to_integers(np: Any, quotient: Any, zero_point: Any, to: Attribute) -> Any:
    """Rounded, moved and saturated, as whole floats."""
    bits = bit_width(to)
    least, most = (
        (0, (1 << bits) - 1) if is_unsigned(to) else (-1 << (bits - 1), (1 << (bits - 1)) - 1)
    )
    y = np.rint(quotient)
    if zero_point is not None:
        y = y + zero_point.astype(y.dtype)
    y = np.where(np.isnan(y), least, np.clip(y, least, most))
    return y.astype(np.int32)


def _limits(target: Any) -> tuple[float, float]:
    """The least and the greatest finite number of a small float."""
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    found: Any = finfo(target)
    return float(found.min), float(found.max)
