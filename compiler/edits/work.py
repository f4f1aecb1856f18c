"""The graph while it is edited: finds, makes, links operations; keeps types and order right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp, NameLoc, NoneAttr, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from ...dialects.nn.graph import UnknownType
from ...dialects.onnx import operator
from .. import names, topology
from ..driver.diagnostics import Place, near
from ..functions import defined
from ..op import SEGMENTS, FrameworkOp, Op
from ..text.parser import Parser
from .address import ENDS, Index, Nodes, Refused, Tensor, called, is_constant, node_names, shown


@dataclass(frozen=True)
class Raw:
    """MLIR's text of an attribute or a type."""

    text: str
    place: Place = field(default_factory=Place, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


class Key(str):
    """The name of an attribute in a script, and where it stands."""

    place = Place()


@dataclass(frozen=True)
class Hole:
    """An operand that is absent, or (`it`) the tensor that an operation is inserted at."""

    it: bool = False

    def __str__(self) -> str:
        return "it" if self.it else "_"


Operand: TypeAlias = Tensor | Hole


@dataclass(frozen=True)
class New:
    """An operation to be made; without operands it has the tensor at which it is inserted."""

    name: str
    operands: tuple[Operand, ...] = ()
    attributes: tuple[tuple[str, Raw | None], ...] = ()
    place: Place = field(default_factory=Place, compare=False, repr=False)

    def __str__(self) -> str:
        operands = " " + ", ".join(map(str, self.operands)) if self.operands else ""
        entries = ", ".join(f"{k} = {v}" if v else k for k, v in self.attributes)
        return f"{self.name}{operands}" + (f" {{{entries}}}" if entries else "")


class Work:
    """A module that is being edited."""

    def __init__(self, ctx: Context, module: ModuleOp, folder: Path) -> None:
        self.ctx, self.module, self.folder = ctx, module, folder
        self.written: list[tuple[Path, ModuleOp]] = []
        """Modules that are to be files when all edits have been made."""
        self._index: Index | None = None
        self._taken: set[str] | None = None
        """The names that an edit may not give; those of what it has taken away are among them."""
        self._counts: dict[str, int] = {}
        self.touched: dict[Operation, Sequence[Attribute]] = {}
        """
        Operations whose result types are to be inferred anew, and the types that their operands
        had before.
        """

    @property
    def index(self) -> Index:
        if self._index is None:
            self._index = Index(self.module)
        return self._index

    def changed(self, *ops: Operation) -> None:
        """The graph is another; the types of these operations may be, too."""
        self._index = None
        for op in ops:
            self.touch(op)

    def touch(self, op: Operation) -> None:
        if op not in self.touched:
            self.touched[op] = op.operand_types

    def settled(self) -> None:
        """All types have been inferred: the edit is done."""
        self.touched.clear()
        self._index = self._taken = None
        self._counts.clear()

    def nodes(self, address: Nodes, optional: bool = False) -> list[Operation]:
        return self.index.find(address, optional)

    def value(self, address: Tensor) -> SSAValue:
        return self.index.value(address)

    # --- Text ---

    def read_attribute(self, raw: Raw) -> Attribute:
        return self._parsed(raw, Parser.parse_attribute)

    def read_type(self, raw: Raw) -> Attribute:
        return self._parsed(raw, Parser.parse_type)

    def _parsed(self, raw: Raw, parse: Any) -> Any:
        lead = "\n" * (raw.place.line - 1) + " " * (raw.place.column - 1)
        parser = Parser(self.ctx, lead + raw.text, raw.place.file)
        try:
            found = parse(parser)
            if parser._current_token.span.start < len(lead) + len(raw.text):  # pyright: ignore[reportPrivateUsage]
                parser.raise_error("expected the end of the value")
        except (ParseError, VerifyException) as e:
            span = getattr(e, "span", None)
            line, column = (raw.place.line, raw.place.column)
            if span is not None:
                line, column = parser._line_and_column(span.start)  # pyright: ignore[reportPrivateUsage]
            place = Place(raw.place.file, line, column)
            raise Refused(place, getattr(e, "msg", None) or str(e)) from None
        return found

    # --- Making ---

    def make(
        self, new: New, values: Sequence[SSAValue | None], results: int, location: LocationAttr
    ) -> Operation:
        """The operation on these operands; None is an absent one."""
        entries = {
            k: StringAttr("") if v is None else self.read_attribute(v) for k, v in new.attributes
        }
        given = list(values)
        while given and given[-1] is None:
            given.pop()
        if new.name.startswith("nn."):
            return self._operator(new, given, entries, location)
        if not new.name.startswith("onnx."):
            raise Refused(new.place, f"'{new.name}' is no operator of 'nn' or 'onnx'")
        check_operator(new)
        cls: Any = self.ctx.get_optional_op(new.name)
        segments = FrameworkOp.segments(given)
        if segments is not None:
            entries[SEGMENTS] = segments
        return cls.create(
            operands=[v for v in given if v is not None],
            result_types=[UnknownType()] * results,
            properties=entries,
            location=location,
        )

    def _operator(
        self,
        new: New,
        values: Sequence[SSAValue | None],
        entries: dict[str, Attribute],
        location: LocationAttr,
    ) -> Operation:
        cls: Any = self.ctx.get_optional_op(new.name)
        if cls is None or not issubclass(cls, Op):
            dialect = self.ctx.get_optional_dialect("nn")
            known = [] if dialect is None else [op.name for op in dialect.operations]
            raise Refused(new.place, f"there is no operator '{new.name}'{near(new.name, known)}")
        for key, value in entries.items():
            self.check_property(cls, key, value, getattr(key, "place", new.place))
        segments = cls.segments(values)
        if segments is not None:
            entries = {**entries, SEGMENTS: segments}
        given = [v for v in values if v is not None]
        probe = cls.create(operands=given, properties=entries)
        try:
            types = probe.inferred()
        except VerifyException as e:
            raise Refused(new.place, f"'{new.name}' op {e}") from None
        finally:
            probe.drop_all_references()
        made = cls.create(operands=given, result_types=types, properties=entries, location=location)
        made.settle()
        return made

    def check_property(self, cls: type[Op], key: str, value: Attribute, place: Place) -> None:
        field = cls.property_fields.get(key)
        if field is None:
            message = f"'{cls.name}' has no property '{key}'{near(key, cls.property_fields)}"
            raise Refused(place, message)
        try:
            field.read(value)
        except VerifyException as e:
            raise Refused(place, f"'{cls.name}' op {e}") from None

    def free_name(self, wanted: str) -> str:
        """The name of a node or tensor that nothing else has."""
        if self._taken is None:
            self._taken = {*self.index.nodes, *self.index.tensors}
        name = wanted
        while name in self._taken:
            self._counts[wanted] = self._counts.get(wanted, 0) + 1
            name = f"{wanted}_{self._counts[wanted]}"
        self._taken.add(name)
        return name

    def name(self, op: Operation, name: str) -> None:
        """Gives a node a name, and its results names after it."""
        op.location = named(name)
        for i, result in enumerate(op.results):
            names.set_name(result, name if i == 0 else f"{name}:{i}")

    # --- Linking ---

    def put(self, op: Operation, before: Operation) -> None:
        put_before(before, op)
        self.changed(op)
        check_seen(op)

    def redirect(self, use: Any, value: SSAValue) -> None:
        """Lets an operand be another value."""
        self.changed(use.operation)
        use.operation.operands[use.index] = value
        check_seen(use.operation)

    def drop_dead(self, ops: Iterable[Operation]) -> None:
        """Takes operations out that nothing reads, and then those that only they read."""
        pending = list(ops)
        while pending:
            op = pending.pop()
            if op.parent is None or op.name in ENDS or any(r.first_use for r in op.results):
                continue
            pending += [v.owner for v in topology.reads(op) if isinstance(v.owner, Operation)]
            self.touched.pop(op, None)
            op.detach()
            op.drop_all_references()
            op.erase(safe_erase=False)
        self.changed()

    def erase(self, op: Operation, place: Place) -> None:
        """Removes a node that nothing reads, and the constants that only it read."""
        for result in op.results:
            for use in result.uses:
                reader = called(use.operation)
                message = f"{shown(result)} of {called(op)} is read by {reader}"
                raise Refused(place, f"{message}; 'bypass' joins what is before and after")
        fed = dict.fromkeys(v.owner for v in topology.reads(op) if is_constant(v))
        op.detach()
        op.drop_all_references()
        op.erase(safe_erase=False)
        self.touched.pop(op, None)
        self.drop_dead(owner for owner in fed if isinstance(owner, Operation))

    def sort(self, place: Place) -> None:
        """Puts operations behind what they read; a cycle is refused with its whole path."""
        for function in defined(self.module):
            for op in (function, *topology.walk(function.regions)):
                for block in [block for region in op.regions for block in region.blocks]:
                    self._sort(block, place)

    def _sort(self, block: Block, place: Place) -> None:
        ops = list(block.ops)
        depends = topology.dependencies(ops)
        if all(max(before, default=-1) < i for i, before in enumerate(depends)):
            return
        order = topology.post_order(depends, range(len(ops)))
        if isinstance(order, topology.Cycle):
            path = " -> ".join(called(ops[i]) for i in (*order.path, order.path[0]))
            raise Refused(place, f"makes a cycle: {path}")
        topology.reorder(block, [ops[i] for i in order])


def block_of(value: SSAValue) -> Block:
    """The block that a value is defined in."""
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    assert block is not None
    return block


def check_seen(op: Operation) -> None:
    """Refuses operands that belong to a region which the operation is not in."""
    around: set[Block] = set()
    block = op.parent
    while block is not None:
        around.add(block)
        parent = block.parent_op()
        block = None if parent is None else parent.parent
    for value in op.operands:
        if block_of(value) not in around:
            inside = block_of(value).parent_op()
            message = f"{shown(value)} is not seen outside {called(inside) if inside else 'it'}"
            raise Refused(Place(), message)


def put_before(mark: Operation, op: Operation) -> None:
    assert mark.parent is not None
    mark.parent.insert_op_before(op, mark)


def put_first(block: Block, op: Operation) -> None:
    if block.first_op is None:
        block.add_op(op)
    else:
        put_before(block.first_op, op)


def check_operator(new: New) -> None:
    """Refuses what is no operator of ONNX's own domain; of others nothing is known."""
    from onnx import defs

    domain, op_type = operator(new.name)
    if domain or defs.has(op_type):
        return
    known = sorted(
        {f"onnx.{schema.name}" for schema in defs.get_all_schemas() if not schema.domain}
    )
    raise Refused(new.place, f"there is no operator '{new.name}'{near(new.name, known)}")


def named(name: str) -> LocationAttr:
    return NameLoc(StringAttr(name), NoneAttr())


def own_name(op: Operation) -> str:
    return next(iter(node_names(op)), op.name.rpartition(".")[2])
