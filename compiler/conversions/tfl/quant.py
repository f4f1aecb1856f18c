"""Out of numbers that stand for others: float16 weights, integers with scales."""

from typing import Any, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import SSAValue

from ....dialects.nn.constant import Constant
from ....dialects.nn.elementwise import Cast
from ....dialects.nn.quant import Dequantize
from ....dialects.tfl import quantization
from ...element_types import is_float
from ...weights import Elements, as_elements
from . import Node, reads


@reads("dequantize", quantised=True)
def read_dequantize(n: Node) -> SSAValue:
    """Of float16 a cast, of integers `scale * (x - zero_point)`."""
    (x,) = n.operands(1)[:1]
    type_ = n.result_type()
    if not isinstance(type_, TensorType | UnrankedTensorType):
        n.refuse(f"has a result of the type {type_}")
    to: Any = cast(Any, type_).element_type
    if is_float(n.element(x)):
        return n.emit(Cast, x, to=to)
    found = quantization(n.op.operands[0]) or {}
    scale, zero = as_elements(found.get("scale")), as_elements(found.get("zero_point"))
    if scale is None:
        n.refuse("reads integers without a scale")
    import numpy as np

    scales, zeros = scale.array(np), None if zero is None else zero.array(np)
    one = scales.size == 1
    at = found.get("quantized_dimension")
    axis = None if one else getattr(getattr(at, "value", None), "data", 0)
    shape = () if one else scales.shape
    points = None
    if zeros is not None and zeros.any():
        points = n.const(zeros.reshape(shape), n.element(x))
    factor = n.emit(Constant, value=Elements.of(scales.reshape(shape)))
    return n.emit(Dequantize, x, factor, points, to=to, axis=axis)
