"""Reads textual IR into xDSL objects: positions as locations, weights mapped, exact names.

xDSL's parser reads most of the grammar; what it reads otherwise than MLIR is mended: of
operations and values here (those that are used but defined in another function or nowhere), of
attributes, types and locations in `attribute_parser`, of resources in `resource_parser`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from typing_extensions import TypeIs
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ModuleOp,
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
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Position, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .. import names
from ..driver.diagnostics import near
from ..op import Uniform
from .attribute_parser import BREAKDOWNS
from .resource_parser import ResourceParser
from .wording import lower, reworded

UNREGISTERED = (
    "operation being parsed with an unregistered dialect. If this is intended, please use "
    "-allow-unregistered-dialect with the MLIR tool used"
)
NO_OPERATION = "expected operation name in quotes"
_NARROW = {
    f"arith.{name}"
    for name in (
        *("cmpi", "cmpf", "select", "index_cast", "trunci", "extsi", "extui"),
        *("sitofp", "uitofp", "fptosi", "fptoui"),
    )
}
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


class Parser(ResourceParser):
    """
    A parser of one text.

    `name` is the file's name, in locations and messages; `folder` is where a sidecar named in the
    text lies.
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
        super().__init__(ctx, text, name, folder=folder)
        self._implicit_module = implicit_module
        self._uses: dict[tuple[str, int], Span] = {}
        self._definitions: dict[str, Position] = {}
        self._isolated: list[bool] = []
        """Of each operation that is being read, whether its regions are isolated from above."""
        self._placed: set[str] = set()
        """The labels of the region that is being read."""

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

    def _near_operation(self, name: str) -> str:
        dialect = self.ctx.get_optional_dialect(name.partition(".")[0])
        return near(name, [] if dialect is None else [op.name for op in dialect.operations])

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
