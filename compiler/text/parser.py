"""Reads textual IR into xDSL objects: positions as locations, weights mapped, exact names.

xDSL's parser reads most of the grammar; what it reads otherwise than MLIR is mended here: floats
given by their bits inside `dense`, quoted resource keys, `fused<…>` locations, values that are used
but defined in another function or nowhere, and strings whose end is missing.
"""

import re
import struct
from bisect import bisect_right
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, NoReturn, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser as XdslParser
from xdsl.parser import UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind, StringLiteral

from .. import element_types, names
from ..op import DYNAMIC, SEGMENTS, Op
from ..weights import Elements, Payload
from .safetensors import SidecarError, read_safetensors

UNREGISTERED = (
    "operation being parsed with an unregistered dialect. If this is intended, please use "
    "-allow-unregistered-dialect with the MLIR tool used"
)
_FOREIGN_DENSE = {
    "arith",
    "tosa",
    "linalg",
    "memref",
    "vector",
    "tensor",
    "stablehlo",
    "ml_program",
}


class _Lexer(MLIRLexer):
    """xDSL's lexer; a string without an end costs linear time, one with escapes may be UTF-8."""

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def _lex_string_literal(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        token = super()._lex_string_literal(start_pos)
        if token.kind != MLIRTokenKind.BYTES_LIT:
            return token
        try:
            cast(StringLiteral, token.span).bytes_contents.decode()
        except UnicodeDecodeError:
            return token
        return Token(MLIRTokenKind.STRING_LIT, token.span)


class Parser(XdslParser):
    """
    A parser of one text.

    `name` is the file's name, in locations and messages; `folder` is where a sidecar named in the
    text lies; `first_line` is the number of the text's first line in the file.
    """

    def __init__(
        self,
        ctx: Context,
        text: str,
        name: str = "<unknown>",
        *,
        folder: Path | None = None,
        implicit_module: bool = True,
    ) -> None:
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(_Lexer(Input(text, name)))
        self._file = StringAttr(name)
        self._folder = folder
        self._implicit_module = implicit_module
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._pending: list[Payload] = []
        self._uses: dict[tuple[str, int], Span] = {}
        self._sidecar: tuple[str, Span] | None = None
        self._given: dict[str, bytes] = {}

    # Modules

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """The module of the text; one is put around operations that have none."""
        operations: list[Operation] = []
        while self._current_token.kind != MLIRTokenKind.EOF:
            kind = self._current_token.kind
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                self._parse_alias_def()
            elif kind == MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            elif (op := self.parse_optional_operation()) is not None:
                operations.append(op)
            else:
                self.raise_error("custom op or operation name expected")
        self._check_defined(self.forward_ssa_references)
        self._provide_resources()
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            return operations[0]
        if not allow_implicit_module:
            self.raise_error("builtin.module operation expected", 0, 0)
        return ModuleOp(operations)

    # Operations

    def parse_operation(self) -> Operation:
        start = self._current_token.span
        bound = self._parse_op_result_list()
        token = self._current_token
        custom = self._parse_optional_token(MLIRTokenKind.BARE_IDENT) is not None
        name = (
            token.text
            if custom
            else self.expect(self.parse_optional_str_literal, "operation name expected")
        )
        cls = self._class_of(name, token.span)
        outer = self.ssa_values, self.forward_ssa_references
        isolated = cls.has_trait(IsolatedFromAbove)
        if isolated:
            self.ssa_values, self.forward_ssa_references = {}, {}
        self._parser_state.dialect_stack.append(cls.dialect_name())
        op = cls.parse(self) if custom else self._parse_generic_operation(cls)
        self._parser_state.dialect_stack.pop()
        if custom and (location := self.parse_optional_location()) is not None:
            op.location = location
        if isolated:
            self._check_defined(self.forward_ssa_references)
            self.ssa_values, self.forward_ssa_references = outer
        if isinstance(op.location, UnknownLoc):
            op.location = self._location_at(token.span.start)
        self._bind(op, bound, start)
        return op

    def _bind(self, op: Operation, bound: list[tuple[Span, int]], start: Span) -> None:
        total = sum(size for _, size in bound)
        if total and total != len(op.results):
            self.raise_error(
                f"operation defines {len(op.results)} results but was provided {total} to bind",
                start.start,
                start.end,
            )
        at = 0
        for span, size in bound:
            self._register_ssa_definition(span.text[1:], op.results[at : at + size], span)
            at += size

    def _class_of(self, name: str, span: Span) -> type[Operation]:
        stack = self._parser_state.dialect_stack
        found = self.ctx.get_optional_op(name, dialect_stack=stack)
        if found is not None:
            return found
        if "." not in name or self.ctx.get_optional_dialect(name.partition(".")[0]) is not None:
            self.raise_error(f"unregistered operation '{name}'", span.start, span.end)
        self.raise_error(UNREGISTERED, span.start, span.end)

    def _location_at(self, position: int) -> LocationAttr:
        line = bisect_right(self._line_starts, position)
        column = position - self._line_starts[line - 1] + 1
        return FileLineColLoc(self._file, IntAttr(line), IntAttr(column))

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        op = super()._parse_generic_operation(op_type)
        if issubclass(op_type, Op):
            _move_properties(op, op_type)
        return op

    # Values

    def _register_ssa_definition(self, name: str, values: Any, span: Span) -> None:
        if name in self.ssa_values:
            self.raise_error(f"redefinition of SSA value '%{name}'", span.start, span.end)
        super()._register_ssa_definition(name, values, span)
        hint = name if names.is_ssa_name(name) else None
        for value in values:
            names.set_hint(value, hint)

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        if operand.operand_name not in self.ssa_values:
            self._uses.setdefault((operand.operand_name, operand.index), operand.span)
        return super().resolve_operand(operand, type)

    def _check_defined(self, references: Mapping[str, Mapping[int, SSAValue]]) -> None:
        for name, indices in references.items():
            for index in indices:
                span = self._uses[name, index]
                self.raise_error("use of undeclared SSA value name", span.start, span.end)

    # Strings and locations

    def _parse_optional_string_attr(self) -> StringAttr | None:
        text = self.parse_optional_str_literal()
        return None if text is None else StringAttr(text)

    def _parse_location(self) -> LocationAttr:
        if self._current_token.text != "fused":
            return super()._parse_location()
        self._consume_token()
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        parts = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(tuple(parts), metadata)

    # Tensors

    def _parse_builtin_dense_attr(self) -> Any:
        self.parse_punctuation("<", " in dense attribute")
        start = self.pos
        values, shape, bits = self._parse_dense_body()
        self.parse_punctuation(">", " in dense attribute")
        self.parse_punctuation(":", " in dense attribute")
        type_ = self.parse_type()
        if not isinstance(type_, TensorType) or self._is_foreign():
            return self._foreign_dense(start, type_)
        if DYNAMIC in type_.get_shape():
            self.raise_error("elements literal type must have static shape", start, self.pos)
        data = self._dense_data(type_, values, shape, bits, start)
        return Elements.of_bytes(data, type_)

    def _is_foreign(self) -> bool:
        stack = self._parser_state.dialect_stack
        return bool(stack) and stack[-1] in _FOREIGN_DENSE

    def _foreign_dense(self, start: Position, type_: Attribute) -> DenseIntOrFPElementsAttr:
        """For operations of xDSL's dialects: its own attribute, with the right floats."""
        self._resume_from(start)
        values, shape, bits = self._parse_dense_body()
        self.parse_punctuation(">")
        self.parse_punctuation(":")
        self.parse_type()
        ranked = cast(Any, type_)
        data = self._dense_data(ranked, values, shape, bits, start)
        count = prod(ranked.get_shape())
        size = element_types.byte_size(ranked.element_type)
        whole = data * count if len(data) == size and count != 1 else data
        return DenseIntOrFPElementsAttr(ranked, BytesAttr(whole))

    def _parse_dense_body(self) -> tuple[list[Any], list[int] | None, str | None]:
        """Values and shape (None for a splat), or a string alone."""
        if self._current_token.text == ">":
            return [], [0], None
        if self._current_token.kind in (MLIRTokenKind.STRING_LIT, MLIRTokenKind.BYTES_LIT):
            raw = self._parse_bytes()
            return [raw], None, raw.decode("latin-1")
        if self._current_token.text != "[":
            return [self._parse_element()], None, None
        values: list[Any] = []
        shape = self._parse_nested(values)
        return values, shape, None

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
                    self.raise_error("tensor literal is invalid; ranks are not consistent")
                values.append(self._parse_element())
                counts[-1] += 1
                if self.parse_optional_punctuation(",") is not None:
                    continue
                self.parse_punctuation("]")
            while True:
                size = counts.pop()
                if shape[len(counts)] not in (None, size):
                    self.raise_error("tensor literal is invalid; ranks are not consistent")
                shape[len(counts)] = size
                if not counts:
                    return [n or 0 for n in shape]
                counts[-1] += 1
                if self.parse_optional_punctuation(",") is not None:
                    break
                self.parse_punctuation("]")

    def _parse_element(self) -> Any:
        """A number, a boolean, a string, a pair; a float's bits stay a string until typed."""
        kind = self._current_token.kind
        if kind in (MLIRTokenKind.STRING_LIT, MLIRTokenKind.BYTES_LIT):
            return self._parse_bytes()
        if self.parse_optional_punctuation("(") is not None:
            real = self._parse_element()
            self.parse_punctuation(",")
            imaginary = self._parse_element()
            self.parse_punctuation(")")
            return real, imaginary
        text = self._current_token.text
        if text.startswith("0x"):
            self._consume_token()
            return text
        found = self._parse_optional_bool_int_or_float()
        if found is None:
            self.raise_error("expected element literal of primitive type")
        return found[0]

    def _parse_bytes(self) -> bytes:
        token = self._consume_token()
        return cast(StringLiteral, token.span).bytes_contents

    def _dense_data(
        self,
        type_: TensorType[Attribute],
        values: list[Any],
        shape: list[int] | None,
        bits: str | None,
        start: Position,
    ) -> Any:
        wanted = list(type_.get_shape())
        element = type_.element_type
        if bits is not None and element != element_types.STRING:
            return self._hex_data(bits, element, prod(wanted), start)
        empty = prod(wanted) == 0 and not values
        if shape is not None and shape != wanted and not empty:
            self.raise_error(
                f"inferred shape of elements literal ({_listed(shape)}) does not match type "
                f"({_listed(wanted)})",
                start,
                self.pos,
            )
        if element == element_types.STRING:
            return tuple(values)
        try:
            data = element_types.pack(element, [_number(v, element) for v in values])
        except (OverflowError, TypeError, ValueError, struct.error) as e:
            self.raise_error(f"elements literal does not fit its type: {e}", start, self.pos)
        size = element_types.byte_size(element)
        if len(values) > 1 and data == data[:size] * len(values):
            return data[:size]
        return data

    def _hex_data(self, text: str, element: Attribute, count: int, start: Position) -> bytes:
        try:
            data = bytes.fromhex(text[2:] if text.startswith("0x") else "?")
        except ValueError:
            self.raise_error("elements hex string is invalid", start, self.pos)
        if element_types.is_bool(element):
            if len(data) == 1 and data in (b"\xff", b"\0"):
                return b"\1" if data[0] else b"\0"
            if len(data) == (count + 7) // 8:  # MLIR packs booleans, eight a byte
                return bytes(data[i // 8] >> (i % 8) & 1 for i in range(count))
        size = element_types.byte_size(element)
        if len(data) not in (size, size * count):
            self.raise_error(
                f"elements hex data size is invalid for provided type: {len(data)} bytes, not "
                f"{size * count}",
                start,
                self.pos,
            )
        return data

    # Resources

    def _parse_builtin_dense_resource_attr(self) -> Any:
        self.parse_characters("<", " in dense_resource attribute")
        key = self._parse_key()
        self.parse_characters(">", " in dense_resource attribute")
        self.parse_characters(":", " in dense_resource attribute")
        at = self.pos
        type_ = self.parse_type()
        if not isinstance(type_, TensorType) or DYNAMIC in type_.get_shape():
            self.raise_error(
                f"dense resource needs a static tensor type, got {type_}", at, self.pos
            )
        payload = Payload(type_, None, key)
        self._pending.append(payload)
        return Elements(payload)

    def _parse_key(self) -> str:
        return self.expect(self.parse_optional_identifier_or_str_literal, "expected resource key")

    def _parse_dialect_resources(self) -> None:
        self._parse_entries(lambda _: self._parse_entries(self._parse_blob))

    def _parse_external_resources(self) -> None:
        self._parse_entries(lambda owner: self._parse_entries(lambda k: self._external(owner, k)))

    def _parse_entries(self, parse: Any) -> None:
        def entry() -> None:
            key = self._parse_key()
            self.parse_punctuation(":")
            parse(key)

        self.parse_comma_separated_list(self.Delimiter.BRACES, entry)

    def _parse_blob(self, key: str) -> None:
        text = self.parse_str_literal()
        try:
            data = bytes.fromhex(text[2:] if text.startswith("0x") else "?")
        except ValueError:
            data = b""
        if len(data) < 4:
            self.raise_error(f"expected hex string blob for key '{key}'")
        self._given[key] = data[4:]

    def _external(self, owner: str, key: str) -> None:
        span = self._current_token.span
        if owner == "nn" and key == "weights":
            self._sidecar = self.parse_str_literal(), span
            return
        self.external_resource(owner, key)

    def external_resource(self, owner: str, key: str) -> None:
        """Takes one entry of `external_resources` that is not ours: a value, which is dropped."""
        if self.parse_optional_str_literal() is None:
            self.expect(self.parse_optional_attribute, "expected resource value")

    def _provide_resources(self) -> None:
        given: Mapping[str, Any] = self._given
        if self._sidecar is not None:
            name, span = self._sidecar
            try:
                given = {**read_safetensors(self._folder or Path(), name), **given}
            except SidecarError as e:
                self.raise_error(str(e), span.start, span.end)
        for payload in self._pending:
            if (data := given.get(payload.key)) is not None:
                self._provide(payload, data)
        self._pending.clear()

    def _provide(self, payload: Payload, data: Any) -> None:
        element = payload.type.element_type
        if element == element_types.STRING:
            payload.provide(_split_strings(bytes(data)))
            return
        size = payload.count * element_types.byte_size(element)
        if len(data) != size:
            self.raise_error(
                f"resource '{payload.key}' holds {len(data)} bytes, but {payload.type} takes {size}"
            )
        payload.provide(data)

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


def _move_properties(op: Operation, cls: type[Op]) -> None:
    """MLIR's older generic text has properties among the attributes."""
    for name in (*cls.property_fields, SEGMENTS):
        if name in op.attributes and name not in op.properties:
            op.properties[name] = op.attributes.pop(name)


def _number(value: Any, element: Attribute) -> Any:
    """What an element literal means at its type; a hexadecimal float is its bits."""
    if isinstance(element, ComplexType):
        real, imaginary = value if isinstance(value, tuple) else (value, 0)
        return _number(real, element.element_type), _number(imaginary, element.element_type)
    if not isinstance(value, str):
        if isinstance(value, float) and not element_types.is_float(element):
            raise TypeError(f"{value} is not an integer")
        return value
    bits = int(value, 16)
    if not element_types.is_float(element):
        return bits
    data = bits.to_bytes(element_types.byte_size(element), "little")
    return element_types.unpack(element, data)[0]


def _split_strings(data: bytes) -> tuple[bytes, ...]:
    strings: list[bytes] = []
    at = 0
    while at + 8 <= len(data):
        (size,) = struct.unpack_from("<Q", data, at)
        strings.append(data[at + 8 : at + 8 + size])
        at += 8 + size
    return tuple(strings)


def _listed(shape: list[int]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"
