"""Attributes of the IR as types, attributes and tensors of ONNX's protobuf messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, TypeAttribute

from ...dialects.nn.graph import UnknownType
from ...dialects.onnx import (
    DATA_TYPES,
    KINDS,
    ListAttr,
    MapType,
    OpaqueType,
    OptionalType,
    ReferenceAttr,
    SequenceType,
    SparseAttr,
    SparseType,
)
from ..element_types import STRING, bit_width
from ..frontends._onnx_wire import index_bytes
from ..weights import Elements, as_elements


class NoForm(Exception):
    """What ONNX has no form for; to be read after the name of a value or attribute."""


# --- Types --------------------------------------------------------------------------------------


def write_type(proto: Any, type_: Attribute, notes: Mapping[str, Attribute] | None = None) -> None:
    """Fills a TypeProto; names and denotations of dims are in the notes. Raises `NoForm`."""
    notes = {} if notes is None else notes
    denotation = notes.get("onnx.denotation")
    if isinstance(denotation, StringAttr):
        proto.denotation = denotation.data
    while isinstance(type_, SequenceType | OptionalType | MapType):
        if isinstance(type_, MapType):
            proto.map_type.key_type = data_type(type_.key)
            proto, type_ = proto.map_type.value_type, type_.value
        elif isinstance(type_, SequenceType):
            proto, type_ = proto.sequence_type.elem_type, type_.element
        else:
            proto, type_ = proto.optional_type.elem_type, type_.element
    if isinstance(type_, OpaqueType):
        proto.opaque_type.domain = type_.domain.data
        proto.opaque_type.name = type_.type_name.data
        return
    if isinstance(type_, UnknownType):
        return
    tensor = proto.tensor_type
    if isinstance(type_, SparseType):
        tensor, type_ = proto.sparse_tensor_type, type_.tensor
    if not isinstance(type_, TensorType | UnrankedTensorType):
        raise NoForm(f"is of the type {type_}")
    ranked = cast("TensorType[Attribute] | UnrankedTensorType[Attribute]", type_)
    tensor.elem_type = data_type(ranked.element_type)
    if isinstance(ranked, TensorType):
        _write_shape(tensor.shape, ranked.get_shape(), notes)


def data_type(element: Attribute) -> int:
    """The `TensorProto.DataType`; raises `NoForm`."""
    found = DATA_TYPES.get(element)
    if found is None:
        raise NoForm(f"has elements of the type {element}")
    return found


def _write_shape(shape: Any, sizes: Sequence[int], notes: Mapping[str, Attribute]) -> None:
    shape.SetInParent()  # a scalar has a shape, too
    names = _texts(notes.get("nn.dims"), len(sizes))
    denotations = _texts(notes.get("onnx.dim_denotations"), len(sizes))
    for size, name, denotation in zip(sizes, names, denotations, strict=True):
        dim = shape.dim.add()
        if size != DYNAMIC_INDEX:
            dim.dim_value = size
        elif name and name != "?":
            dim.dim_param = name
        if denotation:
            dim.denotation = denotation


def _texts(attribute: Attribute | None, count: int) -> list[str]:
    """The strings of a list, `""` for all else."""
    if not isinstance(attribute, ArrayAttr):
        return [""] * count
    listed = cast("ArrayAttr[Attribute]", attribute).data
    found = [a.data if isinstance(a, StringAttr) else "" for a in listed]
    return found if len(found) == count else [""] * count


# --- Notes --------------------------------------------------------------------------------------


def text(attribute: Attribute | None) -> str:
    return attribute.data if isinstance(attribute, StringAttr) else ""


def entries(attribute: Attribute | None) -> Mapping[str, Attribute]:
    return attribute.data if isinstance(attribute, DictionaryAttr) else {}


def items(attribute: Attribute | None) -> Sequence[Attribute]:
    return cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()


def write_notes(proto: Any, notes: Mapping[str, Attribute], prefix: str = "onnx.") -> None:
    """Documentation and metadata."""
    if doc := text(notes.get(f"{prefix}doc_string")):
        proto.doc_string = doc
    write_metadata(proto.metadata_props, notes.get(f"{prefix}metadata"))


def write_metadata(to: Any, attribute: Attribute | None) -> None:
    for key, value in entries(attribute).items():
        to.add(key=key, value=text(value))


def write_message(to: Any, attribute: Attribute) -> None:
    """The inverse of the frontend's `read_message`; raises `NoForm`."""
    for name, value in entries(attribute).items():
        try:
            _write_field(to, name, value)
        except (AttributeError, TypeError, ValueError):
            raise NoForm(f"has no field {name} = {value} in {to.DESCRIPTOR.name}") from None


def _write_field(to: Any, name: str, value: Attribute) -> None:
    if isinstance(value, DictionaryAttr):
        write_message(getattr(to, name), value)
    elif isinstance(value, ArrayAttr):
        for item in cast("ArrayAttr[Attribute]", value).data:
            if isinstance(item, DictionaryAttr):
                write_message(getattr(to, name).add(), item)
            else:
                getattr(to, name).append(_scalar(item))
    else:
        setattr(to, name, _scalar(value))


def _scalar(value: Attribute) -> Any:
    if isinstance(value, IntegerAttr):
        return value.value.data
    if isinstance(value, StringAttr | BytesAttr):
        return value.data
    raise TypeError


# --- Tensors ------------------------------------------------------------------------------------


class TensorWriter:
    """Writes tensors whose raw data are the indices of `data`, for `_onnx_wire.fill`."""

    def __init__(self) -> None:
        self.data: list[memoryview] = []

    def dense(self, proto: Any, elements: Elements) -> None:
        """Fills a TensorProto; raises `NoForm`."""
        type_ = elements.type
        proto.data_type = data_type(type_.element_type)
        proto.dims.extend(type_.get_shape())
        if not elements.data.here:
            raise NoForm(f"has the value {elements.key!r}, whose bytes were left out of the text")
        if type_.element_type == STRING:
            proto.string_data.extend(_strings(elements))
            return
        proto.raw_data = index_bytes(len(self.data))
        self.data.append(_raw(elements))

    def sparse(self, proto: Any, value: SparseAttr) -> None:
        """Fills a SparseTensorProto; raises `NoForm`."""
        proto.dims.extend(value.type.get_shape())
        self.dense(proto.values, value.values)
        self.dense(proto.indices, value.indices)


def _strings(elements: Elements) -> list[bytes]:
    given: tuple[bytes, ...] = elements.data.data
    return list(given) * elements.data.count if elements.splat else list(given)


def _raw(elements: Elements) -> memoryview:
    import numpy as np

    array: Any = np.ascontiguousarray(elements.array(np)).reshape(-1).view(np.uint8)
    width = bit_width(elements.type.element_type)
    return memoryview(_packed(np, array, width) if 1 < width < 8 else array).cast("B")


def _packed(np: Any, codes: Any, width: int) -> Any:
    """Codes of 2, 4 or 6 bits without gaps, the first in the low bits of a byte."""
    if 8 % width:
        bits: Any = np.unpackbits(codes[:, None], axis=1, count=width, bitorder="little")
        return np.packbits(bits.reshape(-1), bitorder="little")
    each = 8 // width
    padded: Any = np.zeros(-(-codes.size // each) * each, np.uint8)
    padded[: codes.size] = codes & ((1 << width) - 1)
    shifts: Any = np.arange(0, 8, width, dtype=np.uint8)
    return np.bitwise_or.reduce(padded.reshape(-1, each) << shifts, axis=1)


# --- Attributes ---------------------------------------------------------------------------------


def write_attribute(proto: Any, value: Attribute, tensors: TensorWriter) -> None:
    """Fills an AttributeProto that has its name; raises `NoForm`."""
    if isinstance(value, IntegerAttr):
        proto.type, proto.i = KINDS["INT"], value.value.data
    elif isinstance(value, FloatAttr):
        proto.type, proto.f = KINDS["FLOAT"], value.value.data
    elif isinstance(value, StringAttr | BytesAttr):
        proto.type, proto.s = KINDS["STRING"], _bytes(value)
    elif isinstance(value, ReferenceAttr):
        proto.ref_attr_name = value.attribute.data
        proto.type = _kind(value.kind)
    elif isinstance(value, ListAttr):
        _write_list(proto, value, tensors)
    elif isinstance(value, DenseArrayBase):
        _write_numbers(proto, cast("DenseArrayBase[Any]", value).get_values())
    elif isinstance(value, ArrayAttr):
        _write_array(proto, cast("ArrayAttr[Attribute]", value).data)
    elif isinstance(value, SparseAttr):
        proto.type = KINDS["SPARSE_TENSOR"]
        tensors.sparse(proto.sparse_tensor, value)
    elif (elements := as_elements(value)) is not None:
        proto.type = KINDS["TENSOR"]
        tensors.dense(proto.t, elements)
    elif isinstance(value, TypeAttribute):
        proto.type = KINDS["TYPE_PROTO"]
        proto.tp.SetInParent()
        write_type(proto.tp, value)
    else:
        raise NoForm(f"has the value {value}")


def _kind(word: StringAttr) -> int:
    return next((number for kind, number in KINDS.items() if kind == word.data), 0)


def _bytes(value: Attribute) -> bytes:
    return value.data if isinstance(value, BytesAttr) else text(value).encode()


def _write_numbers(proto: Any, numbers: Sequence[Any]) -> None:
    if any(isinstance(number, float) for number in numbers):
        proto.type = KINDS["FLOATS"]
        proto.floats.extend(numbers)
    else:
        proto.type = KINDS["INTS"]
        proto.ints.extend(numbers)


def _write_array(proto: Any, listed: Sequence[Attribute]) -> None:
    if not listed:
        raise NoForm("is an empty list; `#onnx.list<INTS, []>` says of what")
    if all(isinstance(item, StringAttr | BytesAttr) for item in listed):
        proto.type = KINDS["STRINGS"]
        proto.strings.extend(map(_bytes, listed))
    elif all(isinstance(item, IntegerAttr) for item in listed):
        proto.type = KINDS["INTS"]
        proto.ints.extend(_scalar(item) for item in listed)
    elif all(isinstance(item, FloatAttr) for item in listed):
        proto.type = KINDS["FLOATS"]
        proto.floats.extend(item.value.data for item in listed if isinstance(item, FloatAttr))
    else:
        raise NoForm("is a list of values of different kinds")


def _write_list(proto: Any, value: ListAttr, tensors: TensorWriter) -> None:
    kind = value.kind.data
    proto.type = _kind(value.kind)
    for item in value.items:
        if kind == "TENSORS" and (elements := as_elements(item)) is not None:
            tensors.dense(proto.tensors.add(), elements)
        elif kind == "SPARSE_TENSORS" and isinstance(item, SparseAttr):
            tensors.sparse(proto.sparse_tensors.add(), item)
        elif kind == "TYPE_PROTOS" and isinstance(item, TypeAttribute):
            write_type(proto.type_protos.add(), item)
        elif kind == "INTS" and isinstance(item, IntegerAttr):
            proto.ints.append(item.value.data)
        elif kind == "FLOATS" and isinstance(item, FloatAttr):
            proto.floats.append(item.value.data)
        elif kind == "STRINGS" and isinstance(item, StringAttr | BytesAttr):
            proto.strings.append(_bytes(item))
        else:
            raise NoForm(f"is a list of {kind} that holds {item}")
