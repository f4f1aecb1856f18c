"""Initializers and the operator Constant."""

from typing import Any

from xdsl.dialects.builtin import TensorType, f32, i64
from xdsl.ir import SSAValue

from ....dialects.nn.constant import Constant
from ...element_types import STRING, byte_size
from ...weights import Elements, as_elements
from . import Model, Node, reads, writes

LARGE = 1 << 16
"""Bytes from which on a tensor of equal elements is written as what fills it."""


@reads("initializer")
def read_initializer(n: Node) -> SSAValue:
    return n.emit(Constant, value=_tensor(n, "value"))


def _tensor(n: Node, name: str) -> Elements:
    found = n.tensor(name)
    if found is None:
        n.refuse(f"has a sparse tensor as its '{name}'; only dense ones are supported")
    return found


@reads("Constant")
def read_constant(n: Node) -> SSAValue:
    """One of the attributes that say the value."""
    if n.has("sparse_value"):
        n.refuse("has a 'sparse_value'; only dense tensors are supported")
    if n.has("value"):
        return n.emit(Constant, value=_tensor(n, "value"))
    for name, found, element_type in _numbers(n):
        if n.has(name):
            return n.const(found, element_type)
    for name, found in (("value_string", n.string), ("value_strings", n.strings)):
        if n.has(name):
            return n.emit(Constant, value=_strings(found(name)))
    n.refuse("has no value")


def _numbers(n: Node) -> list[tuple[str, Any, Any]]:
    return [
        ("value_int", n.int("value_int"), i64),
        ("value_ints", n.ints("value_ints"), i64),
        ("value_float", n.float("value_float"), f32),
        ("value_floats", n.floats("value_floats"), f32),
    ]


def _strings(found: Any) -> Elements:
    single = isinstance(found, str)
    strings = tuple(text.encode() for text in ((found,) if single else found))
    return Elements.of_bytes(strings, TensorType(STRING, () if single else (len(strings),)))


@writes(Constant)
def write_constant(op: Constant, m: Model) -> SSAValue:
    elements = as_elements(op.elements)
    assert elements is not None
    if not _is_filled(elements, m.opset):
        return m.const(elements)
    one = Elements.of_bytes(elements.data.data, TensorType(elements.type.element_type, (1,)))
    return m.node("ConstantOfShape", m.const(elements.type.get_shape()), value=one)


def _is_filled(elements: Elements, opset: int) -> bool:
    """Whether the elements are many equal ones, which ConstantOfShape can say, too."""
    from ....dialects.onnx import DATA_TYPES

    if not elements.splat or elements.data.count * byte_size(elements.type.element_type) < LARGE:
        return False
    number = DATA_TYPES.get(elements.type.element_type, 0)
    if number in (8, 14, 15):  # strings and complex numbers
        return False
    return opset >= (9 if number <= 13 else 20 if number <= 20 else 21 if number <= 22 else 25)
