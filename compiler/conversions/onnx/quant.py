"""QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.quant import UI8, Dequantize, DynamicQuantize, Quantize
from ....dialects.onnx import DATA_TYPES, ELEMENT_TYPES
from ...element_types import is_narrow_float
from ...op import shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from .qlinear import requantized, write_requantized
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
    found = requantized(op)
    if found is not None and m.opset >= 10:
        return write_requantized(found, m)
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
