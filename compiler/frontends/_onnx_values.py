"""Types, attributes and notes of an ONNX file as attributes of the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

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
    f32,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute

from ...dialects.nn.graph import UNKNOWN
from ...dialects.onnx import (
    ELEMENT_TYPES,
    KINDS,
    Kind,
    ListAttr,
    MapType,
    OpaqueType,
    OptionalType,
    ReferenceAttr,
    SequenceType,
    SparseType,
)
from ._onnx_tensors import TensorReader, string

Wrap: TypeAlias = Callable[[TypeAttribute], TypeAttribute]


class ClaimError(Exception):
    """What is wrong with a type or an attribute, to be read after its name."""


# --- Types --------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """What a file says of a value."""

    type: TypeAttribute
    notes: Mapping[str, Attribute]
    """Names of dims, denotations, documentation."""
    negative: bool = False
    """Whether a dim is a negative number, which is read as unknown."""

    @property
    def remarks(self) -> dict[str, Attribute]:
        """The notes without the names of dims, which inner values do not keep."""
        return {key: note for key, note in self.notes.items() if key != "nn.dims"}


NOTHING = Claim(UNKNOWN, {})


def read_value_info(info: Any) -> Claim:
    """The type of a ValueInfoProto and the notes on it; raises `ClaimError`."""
    claim = read_type(info.type) if info.HasField("type") else NOTHING
    notes = dict(claim.notes)
    add_notes(notes, info, "onnx.")
    return claim._replace(notes=notes)


def read_type(proto: Any) -> Claim:
    """A TypeProto; raises `ClaimError`."""
    denotation = string(proto.denotation)
    wraps: list[Wrap] = []
    while (kind := proto.WhichOneof("value")) in ("sequence_type", "optional_type", "map_type"):
        if kind == "map_type":
            key = _element_type(proto.map_type.key_type)
            wraps.append(lambda value, key=key: MapType(key, value))
            proto = proto.map_type.value_type
        else:
            wraps.append(SequenceType if kind == "sequence_type" else OptionalType)
            proto = getattr(proto, kind).elem_type
    type_, notes, negative = _read_leaf(proto, kind)
    for wrap in reversed(wraps):
        type_ = wrap(type_)
    if denotation:
        notes["onnx.denotation"] = StringAttr(denotation)
    return Claim(type_, notes, negative)


def _element_type(number: int) -> Attribute:
    found = ELEMENT_TYPES.get(number)
    if found is None:
        raise ClaimError(f"has the unknown element type {number}")
    return found


def _read_leaf(proto: Any, kind: str | None) -> tuple[TypeAttribute, dict[str, Attribute], bool]:
    if kind == "opaque_type":
        names = (proto.opaque_type.domain, proto.opaque_type.name)
        return OpaqueType(*(StringAttr(string(name)) for name in names)), {}, False
    if kind is None:
        return UNKNOWN, {}, False
    tensor = getattr(proto, kind)
    if tensor.elem_type == 0:
        return UNKNOWN, {}, False
    element = _element_type(tensor.elem_type)
    notes: dict[str, Attribute] = {}
    negative = False
    if tensor.HasField("shape"):
        dims = tensor.shape.dim
        shape = tuple(map(_dim, dims))
        if DYNAMIC_INDEX in shape:
            negative = any(dim.dim_value < 0 for dim in dims)
        type_ = _tensor_type(element, shape)
        notes = _dim_notes(dims, shape)
    else:
        type_ = _tensor_type(element, None)
    return SparseType(type_) if kind == "sparse_tensor_type" else type_, notes, negative


# Models repeat themselves: types and small integers are built once.
@lru_cache(maxsize=4096)
def _tensor_type(element: Attribute, shape: tuple[int, ...] | None) -> TypeAttribute:
    return UnrankedTensorType(element) if shape is None else TensorType(element, shape)


def _dim(dim: Any) -> int:
    size: int = dim.dim_value
    known = size > 0 or (size == 0 and dim.HasField("dim_value"))
    return size if known else DYNAMIC_INDEX


def _dim_notes(dims: Sequence[Any], shape: Sequence[int]) -> dict[str, Attribute]:
    notes: dict[str, Attribute] = {}
    names = [string(dim.dim_param) for dim in dims] if DYNAMIC_INDEX in shape else []
    if any(name not in ("", "?") for name in names):
        notes["nn.dims"] = ArrayAttr(
            StringAttr(name or "?") if size < 0 else IntegerAttr(size, i64)
            for name, size in zip(names, shape, strict=True)
        )
    denotations = [string(dim.denotation) for dim in dims]
    if any(denotations):
        notes["onnx.dim_denotations"] = ArrayAttr(map(StringAttr, denotations))
    return notes


# --- Notes --------------------------------------------------------------------------------------


def metadata(entries: Iterable[Any]) -> DictionaryAttr | None:
    """`metadata_props`; of two entries of one key the last counts."""
    found = {string(e.key): StringAttr(string(e.value)) for e in entries}
    return DictionaryAttr(found) if found else None


def add_notes(to: dict[str, Attribute], proto: Any, prefix: str = "") -> None:
    """The documentation and metadata of a model, graph, node, value, or tensor."""
    if proto.doc_string:
        to[f"{prefix}doc_string"] = StringAttr(string(proto.doc_string))
    if proto.metadata_props and (found := metadata(proto.metadata_props)) is not None:
        to[f"{prefix}metadata"] = found


def read_message(message: Any) -> DictionaryAttr:
    """
    Any message as a dictionary of the fields that are set, for what nobody looks into. Not for
    messages that can hold their own kind.
    """
    return DictionaryAttr({f.name: _read_field(value) for f, value in message.ListFields()})


def _read_field(value: Any) -> Attribute:
    if isinstance(value, int):
        return IntegerAttr(int(value), i64)
    if isinstance(value, str):
        return StringAttr(value)
    if isinstance(value, bytes):
        return BytesAttr(value)
    if hasattr(value, "ListFields"):
        return read_message(value)
    return ArrayAttr([_read_field(item) for item in value])


# --- Attributes ---------------------------------------------------------------------------------

_KINDS: dict[int, Kind] = {number: kind for kind, number in KINDS.items()}
_SET_FIELDS: dict[str, Kind] = {
    "f": "FLOAT",
    "i": "INT",
    "s": "STRING",
    "t": "TENSOR",
    "g": "GRAPH",
    "sparse_tensor": "SPARSE_TENSOR",
    "tp": "TYPE_PROTO",
    "floats": "FLOATS",
    "ints": "INTS",
    "strings": "STRINGS",
    "tensors": "TENSORS",
    "graphs": "GRAPHS",
    "sparse_tensors": "SPARSE_TENSORS",
    "type_protos": "TYPE_PROTOS",
}


def kind_of(proto: Any) -> Kind:
    """The kind of an AttributeProto; files older than the field `type` show it by what is set."""
    kind = _KINDS.get(proto.type)
    if kind is not None:
        return kind
    if proto.type != 0:
        raise ClaimError(f"is of the unknown kind {proto.type}")
    fields: set[str] = {field.name for field, _ in proto.ListFields()}
    found: list[Kind] = [kind for name, kind in _SET_FIELDS.items() if name in fields]
    if len(found) != 1:
        raise ClaimError("has no kind, and not exactly one value to tell it by")
    return found[0]


_MANY = 16


@lru_cache(maxsize=4096)
def _integer(value: int) -> IntegerAttr[Any]:
    return IntegerAttr(value, i64)


@lru_cache(maxsize=4096)
def _integers(values: tuple[int, ...]) -> ArrayAttr[Any]:
    return ArrayAttr(map(_integer, values))


def read_attribute(proto: Any, kind: Kind, tensors: TensorReader, key: str) -> Attribute:
    """
    An AttributeProto other than graphs; tensors without a name take `key`. Raises `TensorError`
    and `ClaimError`.
    """
    if proto.ref_attr_name:
        return ReferenceAttr(StringAttr(string(proto.ref_attr_name)), StringAttr(kind))
    match kind:
        case "INT":
            return _integer(proto.i)
        case "INTS" if len(proto.ints) > _MANY:
            return ArrayAttr(map(_integer, proto.ints))
        case "INTS" if proto.ints:
            return _integers(tuple(proto.ints))
        case "FLOAT":
            return FloatAttr(proto.f, f32)
        case "FLOATS" if proto.floats:
            return DenseArrayBase.from_list(f32, list(proto.floats))
        case "STRING":
            return _string(proto.s)
        case "STRINGS" if proto.strings:
            return ArrayAttr(map(_string, proto.strings))
        case "TENSOR":
            return tensors.dense(proto.t, string(proto.t.name) or key)
        case "SPARSE_TENSOR":
            sparse = proto.sparse_tensor
            return tensors.sparse(sparse, string(sparse.values.name) or key)
        case "TYPE_PROTO":
            return read_type(proto.tp).type
        case "TENSORS":
            found = [
                tensors.dense(t, string(t.name) or f"{key}.{i}")
                for i, t in enumerate(proto.tensors)
            ]
            return ListAttr.of(kind, found)
        case "SPARSE_TENSORS":
            found = [
                tensors.sparse(t, string(t.values.name) or f"{key}.{i}")
                for i, t in enumerate(proto.sparse_tensors)
            ]
            return ListAttr.of(kind, found)
        case "TYPE_PROTOS":
            return ListAttr.of(kind, [read_type(t).type for t in proto.type_protos])
        case _:
            return ListAttr.of(kind)


def _string(value: bytes) -> Attribute:
    try:
        return StringAttr(value.decode())
    except UnicodeDecodeError:
        return BytesAttr(value)
