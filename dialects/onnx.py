"""The dialect `onnx`: an ONNX model as it is, every operator, domain and version of it.

A node is `onnx.Conv`, or `onnx.com.microsoft.FusedConv` in another domain; its attributes are
properties. Verified in structure only: what an operator means, only the conversions know. The
versions of the domains in force are `onnx.opset` of the module, or of a local function.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    ComplexType,
    DictionaryAttr,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
    UnrankedTensorType,
    f16,
    f32,
    f64,
    i1,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..compiler.element_types import STRING
from ..compiler.op import FrameworkOp, framework_op
from ..compiler.weights import Elements, as_elements

# --- Names --------------------------------------------------------------------------------------

INITIALIZER = "onnx.initializer"
"""Holds an initializer of a graph: `value` is its tensor."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_PLAIN_DOMAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*", re.ASCII)
_ESCAPED = re.compile(r"\$([0-9a-f]{2})")


@lru_cache(maxsize=4096)
def op_name(domain: str, op_type: str) -> str:
    """
    The name of the operations of an operator; `ai.onnx` is the domain without a name.

    What no identifier can hold stands as `$` and its code, so that every name has its inverse.
    """
    if domain in ("", "ai.onnx"):
        if op_type == "initializer":
            return f"onnx.{_escape(op_type[0], '')}{op_type[1:]}"
        return f"onnx.{_escape(op_type, '_')}"
    return f"onnx.{_escape(domain, '_.')}.{_escape(op_type, '_')}"


def _escape(name: str, kept: str) -> str:
    if (_PLAIN if kept == "_" else _PLAIN_DOMAIN).fullmatch(name) and kept:
        return name
    codes = (c if kept and c.isascii() and (c.isalnum() or c in kept) else _codes(c) for c in name)
    return "".join(codes) or "$"


def _codes(character: str) -> str:
    return "".join(f"${byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


@lru_cache(maxsize=4096)
def operator(name: str) -> tuple[str, str]:
    """The domain (`""` for ONNX's own) and the operator type of an operation's name."""
    domain, _, op_type = name.removeprefix("onnx.").rpartition(".")
    return _unescape(domain), _unescape(op_type)


def _unescape(name: str) -> str:
    if "$" not in name:
        return name
    if name == "$":
        return ""
    raw = _ESCAPED.sub(lambda m: chr(int(m[1], 16)), name).encode("latin-1")
    return raw.decode("utf-8", "surrogateescape")


# --- Element types ------------------------------------------------------------------------------


def _unsigned(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


ELEMENT_TYPES: dict[int, Attribute] = {
    1: f32,
    2: _unsigned(8),
    3: IntegerType(8),
    4: _unsigned(16),
    5: IntegerType(16),
    6: IntegerType(32),
    7: IntegerType(64),
    8: STRING,
    9: i1,
    10: f16,
    11: f64,
    12: _unsigned(32),
    13: _unsigned(64),
    14: ComplexType(f32),
    15: ComplexType(f64),
    16: BFloat16Type(),
    17: Float8E4M3FNType(),
    18: Float8E4M3FNUZType(),
    19: Float8E5M2Type(),
    20: Float8E5M2FNUZType(),
    21: _unsigned(4),
    22: IntegerType(4),
    23: Float4E2M1FNType(),
    24: Float8E8M0FNUType(),
    25: _unsigned(2),
    26: IntegerType(2),
    27: Float6E2M3FNType(),
    28: Float6E3M2FNType(),
}
"""By `TensorProto.DataType`, the numbers that `Cast` and its like hold."""

DATA_TYPES: dict[Attribute, int] = {type_: number for number, type_ in ELEMENT_TYPES.items()}


# --- Types --------------------------------------------------------------------------------------


@irdl_attr_definition
class SequenceType(ParametrizedAttribute, TypeAttribute):
    """A list of any length of values of one type: `!onnx.seq<tensor<?xf32>>`."""

    name = "onnx.seq"
    element: TypeAttribute


@irdl_attr_definition
class OptionalType(ParametrizedAttribute, TypeAttribute):
    """A value or nothing: `!onnx.opt<tensor<?xf32>>`."""

    name = "onnx.opt"
    element: TypeAttribute


@irdl_attr_definition
class MapType(ParametrizedAttribute, TypeAttribute):
    """Values by key, an integer or a string: `!onnx.map<i64, tensor<f32>>`."""

    name = "onnx.map"
    key: Attribute
    value: TypeAttribute


@irdl_attr_definition
class SparseType(ParametrizedAttribute, TypeAttribute):
    """A tensor of which few elements are stored: `!onnx.sparse<tensor<3x4xf32>>`."""

    name = "onnx.sparse"
    tensor: TypeAttribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            at = parser.pos
            type_ = parser.parse_type()
            if not isinstance(type_, TensorType | UnrankedTensorType):
                parser.raise_error(f"tensor type expected, not {type_}", at)
        return [cast(Attribute, type_)]


@irdl_attr_definition
class OpaqueType(ParametrizedAttribute, TypeAttribute):
    """A type that only its domain knows: `!onnx.opaque<"com.example", "Handle">`."""

    name = "onnx.opaque"
    domain: StringAttr
    type_name: StringAttr


# --- Attributes ---------------------------------------------------------------------------------

Kind: TypeAlias = Literal[
    "FLOAT",
    "INT",
    "STRING",
    "TENSOR",
    "GRAPH",
    "FLOATS",
    "INTS",
    "STRINGS",
    "TENSORS",
    "GRAPHS",
    "SPARSE_TENSOR",
    "SPARSE_TENSORS",
    "TYPE_PROTO",
    "TYPE_PROTOS",
]
"""What an attribute is, by the names of `AttributeProto.AttributeType`."""

KINDS: dict[Kind, int] = {
    "FLOAT": 1,
    "INT": 2,
    "STRING": 3,
    "TENSOR": 4,
    "GRAPH": 5,
    "FLOATS": 6,
    "INTS": 7,
    "STRINGS": 8,
    "TENSORS": 9,
    "GRAPHS": 10,
    "SPARSE_TENSOR": 11,
    "SPARSE_TENSORS": 12,
    "TYPE_PROTO": 13,
    "TYPE_PROTOS": 14,
}


def _parse_kind(parser: AttrParser) -> StringAttr:
    at = parser.pos
    word = parser.parse_identifier(context_msg=": the kind of an attribute")
    if word not in KINDS:
        parser.raise_error(f"'{word}' is no kind of ONNX attribute", at)
    return StringAttr(word)


@irdl_attr_definition
class ListAttr(ParametrizedAttribute):
    """A list whose kind its items do not tell: `#onnx.list<FLOATS, []>`, or a list of tensors."""

    name = "onnx.list"
    kind: StringAttr
    items: ArrayAttr[Attribute]

    @classmethod
    def of(cls, kind: Kind, items: Sequence[Attribute] = ()) -> "ListAttr":
        return cls(StringAttr(kind), ArrayAttr(items))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.kind.data}, ")
            printer.print_attribute(self.items)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            kind = _parse_kind(parser)
            parser.parse_punctuation(",")
            at = parser.pos
            items = parser.parse_attribute()
        if not isinstance(items, ArrayAttr):
            parser.raise_error("list expected", at)
        return [kind, cast("ArrayAttr[Attribute]", items)]


@irdl_attr_definition
class ReferenceAttr(ParametrizedAttribute):
    """
    In a local function: the value of an attribute of the function's call, of the kind that is
    wanted here: `#onnx.ref<"alpha", FLOAT>`.
    """

    name = "onnx.ref"
    attribute: StringAttr
    kind: StringAttr

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string_literal(self.attribute.data)
            printer.print_string(f", {self.kind.data}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            attribute = StringAttr(parser.parse_str_literal())
            parser.parse_punctuation(",")
            return [attribute, _parse_kind(parser)]


@irdl_attr_definition
class SparseAttr(ParametrizedAttribute):
    """
    A tensor given by its elements other than zero and their places, flat (`[n]`) or one row of
    coordinates each (`[n, rank]`):
    `#onnx.sparse<tensor<3x4xf32>, dense<1.0> : tensor<1xf32>, dense<5> : tensor<1xi64>>`.
    """

    name = "onnx.sparse"
    type: TensorType[Attribute]
    values: Elements
    indices: Elements

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            at = parser.pos
            type_ = parser.parse_type()
            if not isinstance(type_, TensorType):
                parser.raise_error("tensor type expected", at)
            parser.parse_punctuation(",")
            values = _parse_elements(parser)
            parser.parse_punctuation(",")
            return [type_, values, _parse_elements(parser)]


def _parse_elements(parser: AttrParser) -> Elements:
    at = parser.pos
    elements = as_elements(parser.parse_attribute())
    if elements is None:
        parser.raise_error("dense elements expected", at)
    return elements


# --- The operation ------------------------------------------------------------------------------

# Discardable attributes: what a file says beside what it computes.
GRAPHS = "onnx.graphs"
"""On an op with regions: the name of the attribute that each of them is; `"branches#1"` is the
second of a list of graphs."""
GRAPH_NOTES = "onnx.graph_notes"
"""On an op with regions: name and documentation of each graph, notes on its inputs and outputs."""
ATTRIBUTES = "onnx.attributes"
"""On an op: its ONNX attributes whose names have a dot, so that they cannot be properties."""
ATTRIBUTE_DOCS = "onnx.attribute_docs"
"""On an op: the documentation of its ONNX attributes."""
VALUE_NOTES = "onnx.value_notes"
"""On an op: denotation and documentation of each result."""
DEFAULT = "onnx.default"
"""On an argument: its value where the user of the model gives none."""
FUNCTION = "onnx.function"
"""On a graph that is a local function: its domain, name, opset, attributes."""
TRAINING = "onnx.training"
"""On a module: the graphs for training, and what they bind."""


class OnnxOp(FrameworkOp):
    """
    A node: operands, results and properties are ONNX's inputs, outputs and attributes.

    An attribute of a number is `f32` or `i64`, of a string `"s"`, of a tensor its elements, of
    integers or strings an array, of floats `array<f32: …>`, of a graph a region that ends in
    `nn.yield`; `#onnx.list`, `#onnx.sparse`, `#onnx.ref` and types are what they say.
    """

    name = "onnx.node"

    @property
    def domain(self) -> str:
        """`""` for ONNX's own."""
        return operator(self.name)[0]

    @property
    def op_type(self) -> str:
        return operator(self.name)[1]

    @property
    def graphs(self) -> tuple[str, ...]:
        """The name of the attribute that each region is."""
        return graph_names(self)

    def verify_(self) -> None:
        super().verify_()
        if self.regions and len(self.graphs) != len(self.regions):
            raise VerifyException(
                f"has {len(self.regions)} regions, but {GRAPHS} names {len(self.graphs)}"
            )
        for region in self.regions:
            _verify_graph(region.blocks, len(region.blocks))
        if self.name == INITIALIZER:
            _verify_initializer(self)


def _verify_graph(blocks: Sequence[object], count: int) -> None:
    if count != 1:
        raise VerifyException(f"has a region of {count} blocks; a graph is one block")


def _verify_initializer(op: Operation) -> None:
    value = op.properties.get("value")
    if not isinstance(value, Elements | SparseAttr):
        raise VerifyException("lacks its 'value', a tensor")
    if op.operands or len(op.results) != 1:
        raise VerifyException("has no operands and one result")
    if op.results[0].type != value.type:
        raise VerifyException(f"has result {op.results[0].type}, but its value is {value.type}")


def onnx_op(domain: str, op_type: str) -> type[FrameworkOp]:
    """The class of the nodes of an operator."""
    return framework_op(OnnxOp, op_name(domain, op_type))


INITIALIZER_OP = framework_op(OnnxOp, INITIALIZER)


def graph_names(op: Operation) -> tuple[str, ...]:
    """The names in `onnx.graphs`."""
    names = op.attributes.get(GRAPHS)
    if not isinstance(names, ArrayAttr):
        return ()
    listed = cast("ArrayAttr[Attribute]", names)
    return tuple(a.data for a in listed.data if isinstance(a, StringAttr))


# --- Versions -----------------------------------------------------------------------------------

OPSET = "onnx.opset"


def read_opset(opset: Attribute | None) -> dict[str, int]:
    """Versions by domain (`""` is ONNX's own) of the dictionary that `onnx.opset` is."""
    if not isinstance(opset, DictionaryAttr):
        return {}
    return {
        "" if domain == "ai.onnx" else domain: version.value.data
        for domain, version in opset.data.items()
        if isinstance(version, IntegerAttr)
    }


def write_opset(versions: dict[str, int]) -> DictionaryAttr:
    """The inverse of `read_opset`."""
    i64 = IntegerType(64)
    return DictionaryAttr({d or "ai.onnx": IntegerAttr(v, i64) for d, v in versions.items()})


ONNX = Dialect(
    "onnx",
    [OnnxOp],
    [
        SequenceType,
        OptionalType,
        MapType,
        SparseType,
        OpaqueType,
        ListAttr,
        ReferenceAttr,
        SparseAttr,
    ],
)
