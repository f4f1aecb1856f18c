"""The one format of most of TOSA's operations, of which xDSL lacks many, or knows an older format.

tosa.op %a, %b key(value) key<WORD> {attributes} : (types) -> types
"""

from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.mlir_lexer import MLIRTokenKind

DIALECT = "tosa"
OTHERS = {"tosa.cond_if", "tosa.while_loop", "tosa.variable", "tosa.yield"}
"""Operations in formats of their own."""
_NARROW = {"axis", "perms"}
"""Properties of i32; other integers are i64."""


def is_regular(name: str) -> bool:
    """Whether the format of an operation is the one read here."""
    return name.startswith("tosa.") and name not in OTHERS


def parse(parser: Parser, cls: type[Operation], *, older: bool) -> Operation | None:
    """
    The operation whose name has just been read.

    None, and nothing is read, where the older format is known and the text may be in it.
    """
    start = parser.pos
    operands = _operands(parser)
    if older and _current(parser).kind != MLIRTokenKind.BARE_IDENT:
        parser._resume_from(start)  # pyright: ignore[reportPrivateUsage]
        return None
    properties: dict[str, Attribute] = {}
    while (key := parser.parse_optional_identifier()) is not None:
        properties[key] = _value(parser, key)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    at = parser.pos
    types = parser.parse_function_type()
    return cls.create(
        operands=parser.resolve_operands(operands, types.inputs.data, at),
        result_types=types.outputs.data,
        properties=properties,
        attributes=attributes,
    )


def _current(parser: Parser) -> Any:
    return parser._current_token  # pyright: ignore[reportPrivateUsage]


def _operands(parser: Parser) -> list[UnresolvedOperand]:
    found = parser.parse_optional_undelimited_comma_separated_list(
        parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
    )
    return found or []


def _value(parser: Parser, key: str) -> Attribute:
    if _current(parser).kind == MLIRTokenKind.LESS:  # `key<WORD>` is `#tosa.key<WORD>`
        return parser._parse_dialect_type_or_attribute_body(  # pyright: ignore[reportPrivateUsage]
            f"tosa.{key}", False, False, None
        )
    parser.parse_punctuation("(")
    narrow = key in _NARROW
    if _current(parser).kind == MLIRTokenKind.L_SQUARE:
        numbers = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        found: Attribute = DenseArrayBase.from_list(i32 if narrow else i64, numbers)
    else:
        found = parser.parse_attribute()
        if narrow and isinstance(found, IntegerAttr):
            found = IntegerAttr(cast("IntegerAttr[Any]", found).value.data, i32)
    parser.parse_punctuation(")")
    return found
