"""Reads attributes, types and locations: tensors by their elements, as MLIR spells them."""

import re
from bisect import bisect_right
from math import prod
from typing import Any, NoReturn, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    MemRefType,
    NoneAttr,
    StringAttr,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser as XdslParser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind, StringLiteral

from .. import element_types
from ..op import DYNAMIC
from ..weights import Elements
from . import literals
from .lexer import Lexer

RAGGED = "tensor literal is invalid; ranks are not consistent between elements"
WIDEST = (1 << 24) - 1
"""Of the integer types, in bits."""
LOCATIONS = ("unknown", "callsite", "fused")
LARGEST_DIM = (1 << 63) - 1
_XDSL_BOOLEANS = b"\0" + b"\xff" * 255
"""xDSL has all bits of a true element set."""
FOREIGN_DENSE = {
    "arith",
    "tosa",
    "linalg",
    "memref",
    "vector",
    "tensor",
    "stablehlo",
    "ml_program",
}
_ALIAS = re.compile(r"^[ \t]*([#!][A-Za-z_$.-][\w$.-]*)[ \t]*=", re.MULTILINE | re.ASCII)


BREAKDOWNS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""How xDSL's constructors may end that were given what no one had thought of."""


class AttributeParser(XdslParser):
    """xDSL's parser, with what it reads otherwise than MLIR of attributes, types, and locations."""

    def __init__(self, ctx: Context, text: str, name: str = "<unknown>") -> None:
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(Lexer(Input(text, name)))
        self._file = StringAttr(name)
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._aliases: dict[str, Position] | None = None
        self._defined_ahead: set[str] = set()

    # Places

    def _location_at(self, position: int) -> LocationAttr:
        line, column = self._line_and_column(position)
        return FileLineColLoc(self._file, IntAttr(line), IntAttr(column))

    def _line_and_column(self, position: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1

    def raise_error(
        self,
        msg: str,
        at_position: Any = None,
        end_position: Any = None,
    ) -> NoReturn:
        if at_position is None:
            span = self._current_token.span
        elif isinstance(at_position, Span):
            span = cast("Span[Any]", at_position)
        else:
            span = Span(at_position, end_position or at_position + 1, self.lexer.input)
        raise ParseError(span, msg)

    # Attributes

    def _default_dialect(self) -> str:
        stack = self._parser_state.dialect_stack
        return stack[-1] if stack else "builtin"

    def _find_duplicated_key(self, attrs: list[tuple[str, Attribute]]) -> str | None:
        key = super()._find_duplicated_key(attrs)
        if key is not None:
            at = self._begin_of_entry(key)
            self.raise_error(f"duplicate key '{key}' in dictionary attribute", at)
        return None

    def _begin_of_entry(self, key: str) -> Position:
        text = self.lexer.input.content
        quoted = re.escape(key)
        spelled = rf'[{{,\s]("{quoted}"|{quoted})(?=\s*[=,}}])'
        found = [m.start(1) for m in re.finditer(spelled, text[: self.pos])]
        return found[-1] if found else self.pos

    def parse_optional_attribute(self) -> Attribute | None:
        """An attribute; what xDSL refuses to build is refused where it begins."""
        at = self._current_token.span
        try:
            return super().parse_optional_attribute()
        except VerifyException as e:
            self.raise_error(str(e), at)

    def _parse_dialect_type_or_attribute_body(
        self,
        attr_name: str,
        is_type: bool,
        is_opaque: bool,
        starting_opaque_pos: Position | None,
    ) -> Any:
        at = self._current_token.span
        try:
            return super()._parse_dialect_type_or_attribute_body(
                attr_name, is_type, is_opaque, starting_opaque_pos
            )
        except BREAKDOWNS as e:
            kind = "type" if is_type else "attribute"
            raise ParseError(at, f"{kind} '{attr_name}' cannot be built of this") from e

    def _parse_attribute_entry(self) -> tuple[str, Attribute]:
        entry = super()._parse_attribute_entry()
        if self._current_token.kind == MLIRTokenKind.COLON:
            self.raise_error("attributes with a type of their own are not supported")
        return entry

    def _parse_optional_builtin_parametrized_attr(self) -> Attribute | None:
        if self._current_token.text in ("sparse", "distinct"):
            self.raise_error(f"'{self._current_token.text}' attributes are not supported")
        return super()._parse_optional_builtin_parametrized_attr()

    def _parse_extended_type_or_attribute(self, attr_or_dialect_name: str, is_type: bool) -> Any:
        """
        xDSL's, but for aliases that are not defined, and for `#foo<"text">` of an unregistered
        dialect, which need not begin with a name.
        """
        name = attr_or_dialect_name
        if "." in name:
            return super()._parse_extended_type_or_attribute(name, cast(Any, is_type))
        alias = ("!" if is_type else "#") + name
        if self._current_token.kind != MLIRTokenKind.LESS:
            if alias not in self.attribute_aliases:
                self._define_ahead(alias)
            if alias not in self.attribute_aliases:
                self.raise_error(f"undefined symbol alias id '{name}'")
            return self.attribute_aliases[alias]
        after = self._current_token.span.end
        unknown = self.ctx.allow_unregistered and self.ctx.get_optional_dialect(name) is None
        if not unknown or self.lexer.input.content[after : after + 1].isalpha():
            return super()._parse_extended_type_or_attribute(name, cast(Any, is_type))
        body = self._parse_dialect_symbol_body()
        full = f"{name}."
        known = self.ctx.get_optional_type(full) if is_type else self.ctx.get_optional_attr(full)
        return cast(Any, known)(full, is_type, True, body)

    # Strings and locations

    def _parse_optional_string_attr(self) -> StringAttr | None:
        text = self.parse_optional_str_literal()
        return None if text is None else StringAttr(text)

    def _parse_location(self) -> LocationAttr:
        if self._current_token.kind == MLIRTokenKind.HASH_IDENT:
            self._define_ahead(self._current_token.text)
            if self._current_token.text not in self.attribute_aliases:
                self.raise_error("operation location alias was never defined")
        if self._current_token.text not in LOCATIONS and self._current_token.text[:1] not in '"#':
            self.raise_error("expected location instance")
        if self._current_token.text != "fused":
            return self._parse_file_location() or super()._parse_location()
        self._consume_token()
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        parts = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(tuple(parts), metadata)

    def _parse_file_location(self) -> LocationAttr | None:
        """`"a.py":1:2`; the column may be left out, and a range ends where it begins."""
        start = self.pos
        file = self.parse_optional_str_literal()
        if file is None or self.parse_optional_punctuation(":") is None:
            self._resume_from(start)
            return None
        line, column = self.parse_integer(False, False), 0
        if self.parse_optional_punctuation(":") is not None:
            column = self.parse_integer(False, False)
        if self.parse_optional_keyword("to"):
            self._skip_end_of_range()
        return FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(column))

    def _skip_end_of_range(self) -> None:
        """`3:4` or `:4`: xDSL has a place for the start alone."""
        if self.parse_optional_punctuation(":") is None:
            self.parse_integer(False, False)
            self.parse_punctuation(":")
        self.parse_integer(False, False)

    def parse_optional_location(self) -> LocationAttr | None:
        if self.parse_optional_keyword("loc") is None:
            return None
        self.parse_punctuation("(", " in location")
        location = self._parse_location()
        self.parse_punctuation(")", " in location")
        return location

    def _define_ahead(self, name: str) -> None:
        """MLIR prints most of the locations that aliases stand for at the end of the text."""
        if name in self.attribute_aliases:
            return
        if self._aliases is None:
            text = self.lexer.input.content
            self._aliases = {m[1]: m.start(1) for m in _ALIAS.finditer(text)}
        at = self._aliases.pop(name, None)
        if at is None:
            return
        here = self.pos
        self._resume_from(at)
        self._parse_alias_def()
        self._defined_ahead.add(name)
        self._resume_from(here)

    def _parse_alias_def(self) -> None:
        token = self._current_token
        if token.text in self._defined_ahead:
            self._defined_ahead.remove(token.text)
            del self.attribute_aliases[token.text]
        if token.text in self.attribute_aliases:
            kind = "type" if token.text.startswith("!") else "attribute"
            self.raise_error(f"redefinition of {kind} alias id '{token.text[1:]}'")
        if "." in token.text:
            kind = "type" if token.text.startswith("!") else "attribute"
            self.raise_error(f"{kind} names with a '.' are reserved for dialect-defined names")
        super()._parse_alias_def()

    # Tensors

    def _parse_optional_integer_or_float_type(self) -> Any:
        at = self._current_token.span
        found: Any = super()._parse_optional_integer_or_float_type()
        integer = None if found is None else element_types.as_integer(found)
        if integer is not None and integer.width.data > WIDEST:
            self.raise_error(f"integer bitwidth is limited to {WIDEST} bits", at)
        return found

    def _parse_vector_attrs(self) -> Any:
        at = self.lexer.input.content.rfind("vector", 0, self.pos)
        found: Any = super()._parse_vector_attrs()
        if 0 in found.get_shape():
            shape = ", ".join(map(str, found.get_shape()))
            message = f"vector types must have positive constant sizes but got {shape}"
            self.raise_error(message, at)
        return found

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        entries = self.parse_optional_comma_separated_list(
            self.Delimiter.BRACES, self._parse_attribute_entry, " in attribute dictionary"
        )
        self._find_duplicated_key(entries or [])
        return dict(entries or [])

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        at = self.pos
        size = super().parse_shape_dimension(allow_dynamic)
        if size > LARGEST_DIM:
            self.raise_error("invalid dimension", at)
        return size

    def _parse_builtin_dense_attr(self) -> Any:
        at = self.lexer.input.content.rfind("dense", 0, self.pos)
        self.parse_punctuation("<", " in dense attribute")
        start = self.pos
        values, shape = self._parse_dense_body()
        self.parse_punctuation(">", " in dense attribute")
        self.parse_punctuation(":", " in dense attribute")
        type_ = self.parse_type()
        if not isinstance(type_, TensorType | VectorType | MemRefType):
            self.raise_error("elements literal must be a shaped type", at)
        shaped = cast(Any, type_)
        if DYNAMIC in shaped.get_shape():
            self.raise_error("elements literal type must have static shape", at)
        data = self._dense_data(shaped, values, shape, start, at)
        foreign = not isinstance(type_, TensorType) or self._is_foreign()
        return self._foreign(shaped, data) if foreign else Elements.of_bytes(data, shaped)

    def _is_foreign(self) -> bool:
        stack = self._parser_state.dialect_stack
        return bool(stack) and stack[-1] in FOREIGN_DENSE

    def _foreign(self, type_: Any, data: Any) -> DenseIntOrFPElementsAttr:
        """For operations of xDSL's dialects: its own attribute, with the right floats."""
        count = prod(type_.get_shape())
        whole = data * count if len(data) == element_types.byte_size(type_.element_type) else data
        if element_types.is_bool(type_.element_type):
            whole = whole.translate(_XDSL_BOOLEANS)
        return DenseIntOrFPElementsAttr(type_, BytesAttr(whole))

    def _parse_dense_body(self) -> tuple[list[Any], list[int] | None]:
        """Literals, and their shape; None for one alone."""
        if self._current_token.text == ">":
            return [], [0]
        if self._current_token.text != "[":
            return [self._parse_element()], None
        values: list[Any] = []
        shape = self._parse_nested(values)
        return values, shape

    def _parse_nested(self, values: list[Any]) -> list[int]:
        """Fills `values` row-major; an explicit stack, since text from outside may nest deeply."""
        shape: list[int | None] = []
        counts: list[int] = []
        while True:
            if self.parse_optional_punctuation("[") is not None:
                counts.append(0)
                if len(counts) > len(shape):
                    shape.append(None)
                if self.parse_optional_punctuation("]") is None:
                    continue
            else:
                if len(counts) != len(shape):
                    self.raise_error(RAGGED)
                values.append(self._parse_element())
                counts[-1] += 1
                if self.parse_optional_punctuation(",") is not None:
                    continue
                self.parse_punctuation("]")
            while True:
                size = counts.pop()
                if shape[len(counts)] not in (None, size):
                    self.raise_error(RAGGED)
                shape[len(counts)] = size
                if not counts:
                    return [n or 0 for n in shape]
                counts[-1] += 1
                if self.parse_optional_punctuation(",") is not None:
                    break
                self.parse_punctuation("]")

    def _parse_element(self) -> Any:
        """A literal, as `literals` has it."""
        if self._current_token.kind in (MLIRTokenKind.STRING_LIT, MLIRTokenKind.BYTES_LIT):
            return self._parse_bytes()
        if self.parse_optional_punctuation("(") is None:
            return self._parse_number()
        real = self._parse_number()
        self.parse_punctuation(",")
        imaginary = self._parse_number()
        self.parse_punctuation(")")
        return real, imaginary

    def _parse_number(self) -> Any:
        minus = self.parse_optional_punctuation("-") is not None
        token = self._current_token
        if not minus and (boolean := self.parse_optional_boolean()) is not None:
            return boolean
        if token.kind not in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT):
            self.raise_error("expected element literal of primitive type")
        self._consume_token()
        if token.text.startswith("0x"):
            return f"-{token.text}" if minus else token.text
        value = (int if token.kind == MLIRTokenKind.INTEGER_LIT else float)(token.text)
        return -value if minus else value

    def _parse_bytes(self) -> bytes:
        token = self._consume_token()
        return cast(StringLiteral, token.span).bytes_contents

    def _dense_data(
        self,
        type_: Any,
        values: list[Any],
        shape: list[int] | None,
        start: Position,
        at: Position | None = None,
    ) -> Any:
        """The elements' bytes; `start` is where they stand, `at` is where the attribute begins."""
        wanted = list(type_.get_shape())
        count = prod(wanted)
        element: Attribute = type_.element_type
        if shape is not None and shape != wanted and not (count == 0 and not values):
            self.raise_error(
                f"inferred shape of elements literal ({_listed(shape)}) does not match type "
                f"({_listed(wanted)})",
                at,
            )
        try:
            if shape is None and isinstance(values[0], bytes) and element != element_types.STRING:
                return literals.data_of_hex(element, values[0].decode("latin-1"), count)
            data = literals.data_of(element, values)
        except literals.LiteralError as e:
            self.raise_error(str(e), start)
        one = data[: len(data) // max(1, len(values))]
        return one if len(values) > 1 and data == one * len(values) else data

    def _parse_builtin_densearray_attr(self) -> DenseArrayBase | None:
        """xDSL's, but for floats given by their bits."""
        start = self.pos
        self.parse_characters("<", " in dense array")
        element = self.parse_attribute()
        if not element_types.is_float(element) or self.parse_optional_punctuation(":") is None:
            self._resume_from(start)
            return super()._parse_builtin_densearray_attr()
        at = self.pos
        numbers = self.parse_comma_separated_list(self.Delimiter.NONE, self._parse_number)
        self.parse_characters(">", " in dense array")
        try:
            data = literals.data_of(element, numbers)
        except literals.LiteralError as e:
            self.raise_error(str(e), at)
        return DenseArrayBase(cast(Any, element), BytesAttr(data))


def _listed(shape: list[int]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"
