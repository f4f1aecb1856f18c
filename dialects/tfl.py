"""The dialect `tfl`: a TFLite model as it is, every operator and version of it.

An operator is `tfl.conv_2d`, the schema's name in lower case, or `tfl.custom.<name>`; its options
are properties under the schema's names, all of them, defaults too. Verified in structure only: what
an operator means, only the conversions know. A sub-graph is an `nn.graph`; operators name it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    ComplexType,
    DictionaryAttr,
    IntegerType,
    Signedness,
    TensorType,
    f16,
    f32,
    f64,
    i1,
)
from xdsl.ir import (
    Attribute,
    BlockArgument,
    Dialect,
    Operation,
    OpResult,
    ParametrizedAttribute,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException

from ..compiler.element_types import STRING
from ..compiler.op import FrameworkOp, framework_op
from ..compiler.weights import Elements

# --- Names --------------------------------------------------------------------------------------

CONSTANT = "tfl.constant"
"""A tensor with a buffer: `value` are its elements. Where `sparsity` says how those that are stored
are spread over the tensor, a list of these."""
VARIABLE = "tfl.variable"
"""A tensor that keeps its value from one run to the next; zero at first."""

_CUSTOM = "tfl.custom."
_ESCAPED = re.compile(r"\$([0-9a-f]{2})")


@lru_cache(maxsize=4096)
def op_name(operator: str) -> str:
    """The name of the operations of a builtin operator, `CONV_2D`."""
    return f"tfl.{operator.lower()}"


@lru_cache(maxsize=4096)
def custom_name(operator: str) -> str:
    """
    The name of the operations of a custom operator.

    What no identifier can hold stands as `$` and its code, so that every name has its inverse.
    """
    return _CUSTOM + ("".join(map(_code, operator)) or "$")


def _code(character: str) -> str:
    if character.isascii() and (character.isalnum() or character == "_"):
        return character
    return "".join(f"${byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def custom_operator(name: str) -> str | None:
    """The custom operator of an operation's name; None for a builtin one."""
    if not name.startswith(_CUSTOM):
        return None
    escaped = name.removeprefix(_CUSTOM)
    if escaped == "$":
        return ""
    raw = _ESCAPED.sub(lambda m: chr(int(m[1], 16)), escaped).encode("latin-1")
    return raw.decode("utf-8", "surrogateescape")


# --- Types --------------------------------------------------------------------------------------


@irdl_attr_definition
class ResourceType(ParametrizedAttribute, TypeAttribute):
    """An element that is a handle, of a variable or a table: `tensor<!tfl.resource>`."""

    name = "tfl.resource"


@irdl_attr_definition
class VariantType(ParametrizedAttribute, TypeAttribute):
    """An element of any kind, such as a list of tensors: `tensor<!tfl.variant>`."""

    name = "tfl.variant"


def _unsigned(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


ELEMENT_TYPES: dict[str, Attribute] = {
    "FLOAT32": f32,
    "FLOAT16": f16,
    "INT32": IntegerType(32),
    "UINT8": _unsigned(8),
    "INT64": IntegerType(64),
    "STRING": STRING,
    "BOOL": i1,
    "INT16": IntegerType(16),
    "COMPLEX64": ComplexType(f32),
    "INT8": IntegerType(8),
    "FLOAT64": f64,
    "COMPLEX128": ComplexType(f64),
    "UINT64": _unsigned(64),
    "RESOURCE": ResourceType(),
    "VARIANT": VariantType(),
    "UINT32": _unsigned(32),
    "UINT16": _unsigned(16),
    "INT4": IntegerType(4),
    "BFLOAT16": BFloat16Type(),
}
"""By the names of `TensorType`."""

# --- What a file says beside what it computes -----------------------------------------------------

VERSION = "tfl.version"
"""On an op: the version of its operator, unless that is 1. On a module: that of the schema."""
TENSORS = "tfl.tensors"
"""On an op: for each result a dictionary of what the file says of the tensor besides its type."""
TENSOR = "tfl.tensor"
"""On an argument: that dictionary."""
INTERMEDIATES = "tfl.intermediates"
"""On an op: the tensors inside it, a dictionary each with its `type`."""
MUTATING = "tfl.mutating_variable_inputs"
"""On an op: which of its inputs it writes."""
SIGNATURES = "tfl.signatures"
"""On a module: under which names a graph, its inputs and outputs are called from outside."""


def tensor_notes(value: SSAValue) -> Mapping[str, Attribute]:
    """What the file says of a tensor besides its type: `quantization`, `is_variable`, …"""
    if isinstance(value, OpResult):
        return _dictionary(value.op.attributes.get(TENSORS), value.index)
    assert isinstance(value, BlockArgument)
    owner = value.block.parent_op()
    entries = None if owner is None else owner.properties.get("arg_attrs")
    note = _dictionary(entries, value.index).get(TENSOR)
    return note.data if isinstance(note, DictionaryAttr) else {}


def _dictionary(entries: Attribute | None, index: int) -> Mapping[str, Attribute]:
    if not isinstance(entries, ArrayAttr):
        return {}
    listed = cast("ArrayAttr[Attribute]", entries).data
    entry = listed[index] if index < len(listed) else None
    return entry.data if isinstance(entry, DictionaryAttr) else {}


def quantization(value: SSAValue) -> Mapping[str, Attribute] | None:
    """
    How the elements of a tensor stand for real numbers, `scale * (q - zero_point)`: `scale` and
    `zero_point`, one element or one for each index of `quantized_dimension`. None where they stand
    for themselves.
    """
    found = tensor_notes(value).get("quantization")
    if not isinstance(found, DictionaryAttr) or "scale" not in found.data:
        return None
    return found.data


# --- The operation ------------------------------------------------------------------------------


class TflOp(FrameworkOp):
    """
    An operator: operands, results and properties are TFLite's inputs, outputs and options.

    A number is `i64` or `f32`, an enumeration the string of its name, an element type a type, bytes
    are elements `ui8`, a sub-graph its symbol.
    """

    name = "tfl.operator"

    @property
    def operator(self) -> str:
        """The schema's name, or that of the custom operator."""
        custom = custom_operator(self.name)
        return self.name.removeprefix("tfl.").upper() if custom is None else custom

    def verify_(self) -> None:
        super().verify_()
        if self.regions:
            raise VerifyException("has regions; an operator names its sub-graphs")
        if self.name in (CONSTANT, VARIABLE):
            _verify_tensor(self)


def _verify_tensor(op: Operation) -> None:
    if op.operands or len(op.results) != 1:
        raise VerifyException("has no operands and one result")
    if op.name == VARIABLE:
        return
    value, type_ = op.properties.get("value"), op.results[0].type
    if not isinstance(value, Elements):
        raise VerifyException("lacks its 'value', a tensor")
    if "sparsity" in op.properties:
        _verify_stored(value, type_)
    elif type_ != value.type:
        raise VerifyException(f"has result {type_}, but its value is {value.type}")


def _verify_stored(value: Elements, type_: Attribute) -> None:
    if not isinstance(type_, TensorType):
        raise VerifyException(f"has result {type_}, but stores {value.type}")
    of_one_type = cast("TensorType[Attribute]", type_).element_type == value.type.element_type
    if not of_one_type or value.type.get_num_dims() != 1:
        raise VerifyException(f"has result {type_}, but stores {value.type}; a list is wanted")


def tfl_op(operator: str) -> type[FrameworkOp]:
    """The class of the operations of a builtin operator."""
    return framework_op(TflOp, op_name(operator))


def custom_op(operator: str) -> type[FrameworkOp]:
    """The class of the operations of a custom operator."""
    return framework_op(TflOp, custom_name(operator))


CONSTANT_OP = framework_op(TflOp, CONSTANT)
VARIABLE_OP = framework_op(TflOp, VARIABLE)


def notes_of(entries: Sequence[Mapping[str, Attribute]]) -> ArrayAttr[Attribute] | None:
    """`tfl.tensors` of dictionaries; None where they say nothing."""
    if not any(entries):
        return None
    return ArrayAttr([DictionaryAttr(dict(sorted(e.items()))) for e in entries])


TFL = Dialect("tfl", [TflOp], [ResourceType, VariantType])
