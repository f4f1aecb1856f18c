"""Reads textual IR into xDSL objects: positions as locations, weights mapped, exact names.

xDSL's parser reads most of the grammar; what it reads otherwise than MLIR is mended here: floats
given by their bits inside `dense`, quoted resource keys, `fused<…>` locations, values that are used
but defined in another function or nowhere, and strings whose end is missing.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any, NoReturn, cast

from typing_extensions import TypeIs
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
    ModuleOp,
    NoneAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser as XdslParser
from xdsl.parser import UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind, StringLiteral

from .. import element_types, names
from ..driver.diagnostics import Place, near, remark
from ..op import DYNAMIC, Uniform
from ..weights import Elements, Payload
from . import literals
from .safetensors import SidecarError, Stored, read_safetensors, stored_as
from .wording import lower, reworded

RAGGED = "tensor literal is invalid; ranks are not consistent between elements"
UNREGISTERED = (
    "operation being parsed with an unregistered dialect. If this is intended, please use "
    "-allow-unregistered-dialect with the MLIR tool used"
)
NO_OPERATION = "expected operation name in quotes"
_PREFIXES = {"#": "attribute", "!": "type", "^": "block", "%": "SSA"}
MOST_DIGITS = 1000
"""Of an integer; no type has so many, and Python takes quadratic time for more."""
WIDEST = (1 << 24) - 1
"""Of the integer types, in bits."""
LOCATIONS = ("unknown", "callsite", "fused")
_NARROW = {
    f"arith.{name}"
    for name in (
        *("cmpi", "cmpf", "select", "index_cast", "trunci", "extsi", "extui"),
        *("sitofp", "uitofp", "fptosi", "fptoui"),
    )
}
LARGEST_DIM = (1 << 63) - 1
REPRODUCER = "mlir_reproducer"
OUR_RESOURCES = "nn", REPRODUCER
SEEDED = "seeded_weights"
"""Of `nn`: that weights whose bytes are not there are to be made up."""
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


class _Lexer(MLIRLexer):
    """
    xDSL's lexer; a string without an end costs linear time, one with escapes may be UTF-8, and a
    number that no type holds is refused before it is made one.
    """

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

    def _lex_number(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        if not self.input.content[start_pos].isascii():
            raise ParseError(Span(start_pos, self.pos, self.input), "unexpected character")
        token = super()._lex_number(start_pos)
        if token.kind == MLIRTokenKind.INTEGER_LIT and len(token.span) > MOST_DIGITS:
            raise ParseError(token.span, "integer constant out of range")
        return token

    def _lex_prefixed_ident(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        if self._suffix_id.match(self.input.content, self.pos) is None:
            kind = _PREFIXES[self.input.content[start_pos]]
            raise ParseError(Span(start_pos, self.pos, self.input), f"invalid {kind} name")
        token = super()._lex_prefixed_ident(start_pos)
        if token.text[0] == "#" and len(token.span) > MOST_DIGITS and token.text[1:].isdecimal():
            raise ParseError(token.span, "integer constant out of range")
        return token


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

_NO_FORMAT: Any = cast(Any, Operation.parse).__func__
"""What parses an operation that has only the generic form."""


def _has_format(cls: type[Operation]) -> bool:
    return cast(Any, cls.parse).__func__ is not _NO_FORMAT


def _with_known_properties(op: Operation) -> Operation:
    """An operation whose properties that xDSL does not know have become attributes."""
    cls = type(op)
    if is_foreign(cls):
        declared = cls.get_irdl_definition().properties
        for key in [key for key in op.properties if key not in declared]:
            op.attributes.setdefault(key, op.properties.pop(key))
    return op


def is_narrow(name: str) -> bool:
    """Whether xDSL has an operation on scalars alone, where MLIR has it on tensors, too."""
    return name in _NARROW


def _is_elementwise(op: Operation) -> bool:
    return any(
        isinstance(t, TensorType | VectorType) for t in (*op.operand_types, *op.result_types)
    )


def is_foreign(cls: type[Operation]) -> TypeIs[type[IRDLOperation]]:
    """Whether an operation is one of xDSL's, which may lag behind MLIR's."""
    return cls.__module__.startswith("xdsl.") and issubclass(cls, IRDLOperation)


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
        self._pending: list[tuple[Payload, Span]] = []
        self._uses: dict[tuple[str, int], Span] = {}
        self._definitions: dict[str, Position] = {}
        self._sidecar: tuple[str, Span] | None = None
        self._aliases: dict[str, Position] | None = None
        self._defined_ahead: set[str] = set()
        self._isolated: list[bool] = []
        """Of each operation that is being read, whether its regions are isolated from above."""
        self._placed: set[str] = set()
        """The labels of the region that is being read."""
        self._given: dict[str, bytes] = {}
        self.external: dict[str, dict[str, Any]] = {}
        """What `external_resources` say, by owner and key: text, booleans, or else attributes."""

    # Modules

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """The module of the text; one is put around operations that have none."""
        try:
            return self._parse_module(allow_implicit_module)
        except ParseError as e:
            raise reworded(e) from None
        except VerifyException as e:
            raise reworded(ParseError(self._current_token.span, str(e))) from None

    def _parse_module(self, allow_implicit_module: bool) -> ModuleOp:
        block = Block()
        while self._current_token.kind != MLIRTokenKind.EOF:
            kind, at = self._current_token.kind, self.pos
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                self._parse_alias_def()
            elif kind == MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            else:
                self._parse_block_body(block)
                if self.pos == at:
                    self.raise_error(NO_OPERATION)
        self._check_defined(self.forward_ssa_references)
        self._provide_resources()
        first = block.first_op
        if isinstance(first, ModuleOp) and first is block.last_op:
            first.detach()
            return first
        if not allow_implicit_module:
            self.raise_error("builtin.module operation expected", 0, 0)
        return ModuleOp(Region(block))

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
        cls = (
            self._custom_class_of(name, token.span) if custom else self._class_of(name, token.span)
        )
        self._isolated.append(cls.has_trait(IsolatedFromAbove, value_if_unregistered=False))
        self._parser_state.dialect_stack.append(cls.dialect_name())
        op = self._parse_custom(cls, token.span) if custom else self._parse_generic_operation(cls)
        if isinstance(op, Uniform):
            op.settle()
        self._parser_state.dialect_stack.pop()
        self._isolated.pop()
        if custom and (location := self.parse_optional_location()) is not None:
            op.location = location
        if isinstance(op.location, UnknownLoc):
            op.location = self._location_at(token.span.start)
        self._bind(op, bound, start)
        return op

    def parse_optional_region(
        self, arguments: Sequence[XdslParser.Argument] | None = None
    ) -> Region | None:
        """A region; one that is isolated from above sees no values of those around it."""
        placed, self._placed = self._placed, set()
        try:
            if self._isolated and self._isolated[-1]:
                return self._parse_isolated_region(arguments)
            return super().parse_optional_region(arguments)
        except MultipleSpansParseError as e:
            if not e.msg.startswith("region ends with missing block"):
                raise
            self.raise_error("reference to an undefined block", e.refs[0][0])
        finally:
            self._placed = placed

    def _parse_isolated_region(
        self, arguments: Sequence[XdslParser.Argument] | None
    ) -> Region | None:
        outer = self.ssa_values, self.forward_ssa_references, self._uses, self._definitions
        self.ssa_values, self.forward_ssa_references = {}, {}
        self._uses, self._definitions = {}, {}
        region = super().parse_optional_region(arguments)
        self._check_defined(self.forward_ssa_references)
        self.ssa_values, self.forward_ssa_references, self._uses, self._definitions = outer
        return region

    def _bind(self, op: Operation, bound: list[tuple[Span, int]], start: Span) -> None:
        total = sum(size for _, size in bound)
        if total and not op.results:
            self.raise_error("cannot name an operation with no results", start.start, start.end)
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

    def _parse_block(self) -> Block:
        token = self._current_token
        if token.kind != MLIRTokenKind.CARET_IDENT:
            self.raise_error(NO_OPERATION)
        _, defined = self.blocks.get(token.text[1:], (None, None))
        if defined is not None or token.text[1:] in self._placed:
            self.raise_error(f"redefinition of block '{token.text}'", token.span)
        self._placed.add(token.text[1:])
        return super()._parse_block()

    def _parse_custom(self, cls: type[Operation], span: Span) -> Operation:
        """An operation in its own format; xDSL builds it, and may refuse what it was given."""
        try:
            return self._parse_tosa(cls, span) or cls.parse(self)
        except VerifyException as e:
            self.raise_error(f"custom op '{cls.name}' {lower(str(e))}", span)
        except BREAKDOWNS as e:
            if not is_foreign(cls):
                raise
            raise ParseError(span, f"custom op '{cls.name}' cannot be built of this") from e

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        """As in MLIR, a property that the operation does not declare is no error."""
        op = _with_known_properties(super()._parse_generic_operation(op_type))
        if not (self.ctx.allow_unregistered and is_narrow(op.name) and _is_elementwise(op)):
            return op
        cls = UnregisteredOp.with_name(op.name)
        wide = cls.create(
            operands=op.operands,
            result_types=op.result_types,
            properties=op.properties,
            attributes=op.attributes,
            location=op.location,
        )
        op.erase()
        return wide

    def _parse_tosa(self, cls: type[Operation], span: Span) -> Operation | None:
        if not span.text.startswith("tosa."):
            return None
        from . import tosa

        if not tosa.is_regular(span.text):
            return None
        op = tosa.parse(self, cls, older=_has_format(cls))
        return None if op is None else _with_known_properties(op)

    def _class_of(self, name: str, span: Span) -> type[Operation]:
        found = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if found is not None:
            return found
        dialect = name.partition(".")[0]
        if self.ctx.get_optional_dialect(dialect) is None:
            self.raise_error(UNREGISTERED, span.end)
        self.raise_error(
            f"unregistered operation '{name}' found in dialect ('{dialect}') that does not allow "
            f"unknown operations{self._near_operation(name)}",
            span,
        )

    def _custom_class_of(self, name: str, span: Span) -> type[Operation]:
        """The class of an operation in its own format, which must be known."""
        stack = self._parser_state.dialect_stack
        found = self.ctx.get_optional_op(name, dialect_stack=stack)
        dialect = name.partition(".")[0]
        if found is not None and (_has_format(found) or dialect == "tosa"):
            return found
        if found is not None and not issubclass(found, UnregisteredOp):
            message = f"custom op '{name}' has no format of its own here; write the generic form"
        elif "." not in name:
            message = (
                f"custom op '{name}' is unknown (tried '{self._default_dialect()}.{name}' as well)"
            )
        elif self.ctx.get_optional_dialect(dialect) is None:
            message = f"Dialect `{dialect}' not found for custom op '{name}'"
        else:
            message = f"custom op '{name}' is unknown{self._near_operation(name)}"
            if not self._is_ours(dialect):
                message += (
                    "; the generic form of any operation reads with -allow-unregistered-dialect"
                )
        self.raise_error(message, span)

    def _is_ours(self, dialect: str) -> bool:
        found = self.ctx.get_optional_dialect(dialect)
        return found is not None and not any(is_foreign(op) for op in found.operations)

    def _default_dialect(self) -> str:
        stack = self._parser_state.dialect_stack
        return stack[-1] if stack else "builtin"

    def _near_operation(self, name: str) -> str:
        dialect = self.ctx.get_optional_dialect(name.partition(".")[0])
        return near(name, [] if dialect is None else [op.name for op in dialect.operations])

    def _location_at(self, position: int) -> LocationAttr:
        line, column = self._line_and_column(position)
        return FileLineColLoc(self._file, IntAttr(line), IntAttr(column))

    def _line_and_column(self, position: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1

    # Values

    def _parse_op_result(self) -> tuple[Span, int]:
        span, size = super()._parse_op_result()
        if size < 1:
            size_at = self.lexer.input.content.rfind("0", 0, self.pos)
            self.raise_error("expected named operation to have at least 1 result", size_at)
        return span, size

    def _register_ssa_definition(self, name: str, values: Any, span: Span) -> None:
        if name in self.ssa_values:
            raise MultipleSpansParseError(
                span,
                f"redefinition of SSA value '%{name}'",
                "previously defined here",
                [(self._known_at(name, 0), None)],
            )
        self._definitions[name] = span.start
        for index, reference in self.forward_ssa_references.get(name, {}).items():
            use = self._uses.pop((name, index))
            if index >= len(values):
                self.raise_error("reference to invalid result number", use)
            if values[index].type != reference.type:
                raise MultipleSpansParseError(
                    span,
                    f"definition of SSA value '%{name}#{index}' has type {values[index].type}",
                    "previously used here",
                    [(use, f"previously used here with type {reference.type}")],
                )
        super()._register_ssa_definition(name, values, span)
        hint = name if names.is_ssa_name(name) else None
        for value in values:
            names.set_hint(value, hint)

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        name, index = operand.operand_name, operand.index
        known: Any = self.ssa_values.get(name)
        if known is None:
            self._uses.setdefault((name, index), operand.span)
            known = self.forward_ssa_references.get(name, {})
            found = known.get(index)
        elif index >= len(known):
            self.raise_error("reference to invalid result number", operand.span)
        else:
            found = known[index]
        if found is not None and found.type != type:
            raise MultipleSpansParseError(
                operand.span,
                f"use of value '%{name}' expects different type than prior uses: "
                f"'{type}' vs '{found.type}'",
                "prior use here",
                [(self._known_at(name, index), None)],
            )
        return super().resolve_operand(operand, type)

    def _known_at(self, name: str, index: int) -> Span:
        """Where a value was defined, or first used if that comes later."""
        if name not in self.ssa_values:
            return self._uses[name, index]
        start = self._definitions[name]
        return Span(start, start + 1 + len(name), self.lexer.input)

    def resolve_operands(
        self, args: Any, input_types: Sequence[Attribute], error_pos: Position
    ) -> Sequence[SSAValue]:
        if len(args) != len(input_types):
            some = "operand type" if len(args) == 1 else "operand types"
            self.raise_error(f"expected {len(args)} {some} but had {len(input_types)}", error_pos)
        return super().resolve_operands(args, input_types, error_pos)

    def _check_defined(self, references: Mapping[str, Mapping[int, SSAValue]]) -> None:
        for name, indices in references.items():
            for index in indices:
                span = self._uses[name, index]
                self.raise_error("use of undeclared SSA value name", span.start, span.end)

    def parse_affine_map_of_ssa_ids(self) -> Any:
        """As in MLIR, values are dimensions of the map; xDSL makes them symbols."""
        found, operands = super().parse_affine_map_of_ssa_ids()
        dims = [AffineDimExpr(i) for i in range(found.num_symbols)]
        return found.replace_dims_and_symbols([], dims, len(dims), 0), operands

    # Types and attributes

    def parse_op_args_list(self) -> list[UnresolvedOperand]:
        self.parse_punctuation("(", " to start operand list")
        found = list[UnresolvedOperand]()
        while self._current_token.kind == MLIRTokenKind.PERCENT_IDENT:
            found.append(self.parse_unresolved_operand())
            if self.parse_optional_punctuation(",") is None:
                break
            if self._current_token.kind != MLIRTokenKind.PERCENT_IDENT:
                self.raise_error("operand expected")
        self.parse_punctuation(")", " to end operand list")
        return found

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

    # Resources

    def _parse_builtin_dense_resource_attr(self) -> Any:
        self.parse_characters("<", " in dense_resource attribute")
        span = self._current_token.span
        key = self._parse_key()
        self.parse_characters(">", " in dense_resource attribute")
        self.parse_characters(":", " in dense_resource attribute")
        at = self.pos
        type_: Any = self.parse_type()
        if not isinstance(type_, TensorType) or DYNAMIC in cast(Any, type_).get_shape():
            self.raise_error(f"dense resource needs a static tensor type, got {type_}", at)
        payload = Payload(cast("TensorType[Attribute]", type_), None, key)
        self._pending.append((payload, span))
        return Elements(payload)

    def _parse_key(self) -> str:
        return self.expect(self.parse_optional_identifier_or_str_literal, "expected resource key")

    def _parse_metadata_element(self) -> None:
        self._parse_entry(self._section)

    def _section(self, key: str, span: Span) -> None:
        if key not in ("dialect_resources", "external_resources"):
            self.raise_error(f"unknown key '{key}' in file metadata dictionary", span)
        self._parse_entries(self._blobs if key == "dialect_resources" else self._externals)

    def _blobs(self, owner: str, span: Span) -> None:
        self._parse_entries(lambda key, _: self._blob(owner, key))

    def _externals(self, owner: str, span: Span) -> None:
        if owner not in OUR_RESOURCES:
            place = Place(self.lexer.input.name, *self._line_and_column(span.start), len(span))
            remark(place, f"the external resources of '{owner}' are dropped")
        self._parse_entries(lambda key, _: self._external(owner, key))

    def _parse_entries(self, parse: Callable[[str, Span], None]) -> None:
        self.parse_comma_separated_list(self.Delimiter.BRACES, lambda: self._parse_entry(parse))

    def _parse_entry(self, parse: Callable[[str, Span], None]) -> None:
        span = self._current_token.span
        key = self._parse_key()
        self.parse_punctuation(":")
        parse(key, span)

    def _blob(self, owner: str, key: str) -> None:
        at = self.pos
        data = literals.bytes_of_hex(self.parse_str_literal())
        if data is None or len(data) < 4:  # the first 4 say how it was aligned
            self.raise_error(f"expected hex string blob for key '{key}'", at)
        if owner == "builtin":
            self._given[key] = data[4:]

    def _external(self, owner: str, key: str) -> None:
        span = self._current_token.span
        if owner == "nn" and key == "weights":
            self._sidecar = self.parse_str_literal(), span
            return
        value: Any = self.parse_optional_str_literal()
        if value is None:
            value = self.parse_optional_boolean()
        if value is None:
            value = self.expect(self.parse_optional_attribute, "expected resource value")
        self.external.setdefault(owner, {})[key] = value

    def _provide_resources(self) -> None:
        stored = self._read_sidecar()
        for payload, span in self._pending:
            if payload.key in self._given:
                self._provide(payload, self._given[payload.key], span)
            elif payload.key in stored:
                self._provide_stored(payload, stored[payload.key], span)
        if self.external.get("nn", {}).get(SEEDED) is True:
            from ..seeded import fill

            fill(payload for payload, _ in self._pending if not payload.here)
        self._pending.clear()

    def _read_sidecar(self) -> dict[str, Stored]:
        if self._sidecar is None:
            return {}
        name, span = self._sidecar
        try:
            return read_safetensors(self._folder or Path(), name)
        except SidecarError as e:
            self.raise_error(str(e), span.start, span.end)

    def _provide_stored(self, payload: Payload, stored: Stored, span: Span) -> None:
        wanted = stored_as(payload.type, len(stored.data))
        if wanted != (stored.dtype, stored.shape):
            shape = "x".join([*map(str, stored.shape), stored.dtype])
            self.raise_error(
                f"the weights file has '{payload.key}' as {shape}, which is no {payload.type}",
                span,
            )
        self._provide(payload, stored.data, span)

    def _provide(self, payload: Payload, data: Any, span: Span) -> None:
        if payload.is_text:
            found = literals.strings_of_blob(data, payload.count)
        else:
            found = literals.data_of_blob(payload.type.element_type, data, payload.count)
        if found is None:
            self.raise_error(
                f"resource '{payload.key}' holds {len(data)} bytes, which are no {payload.type}",
                span,
            )
        payload.provide(found)

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


def _listed(shape: list[int]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"
