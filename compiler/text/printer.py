"""Prints modules as text that reads back to the same module: names, locations, weights."""

import re
import struct
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from io import StringIO
from operator import is_not
from pathlib import Path
from typing import IO, Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FusedLoc,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnitAttr,
    UnknownLoc,
    UnregisteredOp,
    f64,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.printer import Printer as XdslPrinter
from xdsl.traits import IsolatedFromAbove

from .. import element_types, names
from ..weights import Elements, Payload, as_elements
from .safetensors import METADATA, write_safetensors

ALIGNMENT = 64
SEGMENTS = "operandSegmentSizes"
LONGEST = 1 << 12
"""No text above this is kept."""
MOST = 1 << 14
"""The number of texts that a table keeps before it begins anew."""
AT_ONCE = 256
"""Lines that are written together: few calls, and nothing leaves the processor's cache."""
_MENTION = "\0"
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_LOCATIONS = UnknownLoc, FileLineColLoc, NameLoc, CallSiteLoc, FusedLoc
_OURS = StringAttr, ArrayAttr, DictionaryAttr, *_LOCATIONS
"""Attributes that are written here; xDSL writes the others."""
_F32_DIGITS, _F64_DIGITS = 9, 17


@dataclass(frozen=True)
class Style:
    """What of a module is printed, and how."""

    generic: bool = False
    debuginfo: bool = False
    """Whether positions in files are told, too."""
    pretty: bool = False
    """Whether locations stand without `loc(…)`, for people alone."""
    from_locations: bool = False
    """Whether values without a name are called as the location of what makes them."""
    users: bool = False
    """Whether a comment tells who reads each value."""
    most_elements: int | None = None
    """Tensors of more elements are left out, unless all are equal."""
    longest_resource: int | None = None
    """Tensors at the end of the text that would take more characters are left out."""
    most_numbers: int | None = None
    """Tensors of more elements are written as their bytes, unless all are equal."""
    without_regions: bool = False
    """Whether `{...}` stands for each region; such text does not read back."""
    unique: bool = False
    """Whether no name is used twice, also not in operations that are isolated from one another."""


class Printer(XdslPrinter):
    """
    xDSL's printer with MLIR's spelling of attributes, exact tensor names, and named locations.

    An operation without regions is one string, made of the texts of its parts, which are kept: of
    types and attributes by identity, of an operation's own format by all that it may depend on.
    `resources` are the tensors it printed as `dense_resource`, by key; with `elide`, none is kept.
    """

    def __init__(
        self,
        stream: IO[str],
        *,
        style: Style | None = None,
        generic: bool = False,
        debuginfo: bool = False,
        elide: bool = False,
    ) -> None:
        self.style = style = style or Style(generic, debuginfo)
        super().__init__(
            stream, print_generic_format=style.generic, print_debuginfo=style.debuginfo
        )
        self.elide = elide
        self.resources: dict[str, Payload] = {}
        self._keys: dict[str, dict[Payload, str]] = {}
        self._written: dict[int, str] = {}
        """The names of values by identity, with the sigil; what is printed lives on meanwhile."""
        self._texts: dict[int, tuple[str, Attribute]] = {}
        self._signatures: dict[Any, tuple[str, Any]] = {}
        """By the identity of types, which live on here."""
        self._orders: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        self._numbers: dict[Operation, str] = {}
        self._formats: dict[type[Operation], _Format] = {}
        self._holes: dict[Any, tuple[bool, ...]] = {}
        self._own: dict[Any, tuple[list[str], Operation]] = {}
        self._mentioned: list[SSAValue] | None = None
        """The values that an operation's own format mentions, while its text is learnt."""

    # Names

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._written.get(id(value)) or self._new_name(value)
        if self._mentioned is None:
            self.print_string(name)
        else:
            self._mentioned.append(value)
            self.print_string(_MENTION)
        return name[1:]

    def _new_name(self, value: SSAValue) -> str:
        hint: str | None = value._name  # pyright: ignore[reportPrivateUsage]
        if not hint and self.style.from_locations:
            hint = _name_in_location(value)
        if not hint or not names.is_ssa_name(hint):
            name = self._get_new_valid_name_id()
        elif hint not in (taken := self.ssa_names):
            taken[name := hint] = 0
        else:
            name = hint
            while name in taken:
                taken[hint] += 1
                name = f"{hint}_{taken[hint]}"
            taken[name] = 0
        self._written[id(value)] = name = f"%{name}"
        return name

    def _values(self, values: Sequence[SSAValue]) -> str:
        written = self._written
        try:
            return ", ".join([written[id(v)] for v in values])
        except KeyError:
            return self._bound(values)

    def _bound(self, values: Iterable[SSAValue]) -> str:
        """As `_values`, of those that have hardly been named before."""
        written = self._written
        return ", ".join([written.get(id(v)) or self._new_name(v) for v in values])

    def _definition(self, results: Sequence[SSAValue]) -> str:
        """What stands before an operation."""
        if len(results) == 1:
            value = results[0]
            return (self._written.get(id(value)) or self._new_name(value)) + " = "
        return f"{self._bound(results)} = " if results else ""

    def enter_scope(self) -> None:
        """Nothing outside is visible in what is isolated, so names and numbers begin anew."""
        if self.style.unique:
            return
        super().enter_scope()
        self._ssa_names[-1] = {}
        self._next_valid_name_id[-1] = 0

    def exit_scope(self) -> None:
        if not self.style.unique:
            super().exit_scope()

    def _attributes_of(self, op: Operation) -> Mapping[str, Attribute]:
        """The discardable attributes, with the tensor names that the SSA names do not tell."""
        attributes, written = op.attributes, self._written
        if names.OUTS not in attributes and not op.regions:
            for result in op.results:
                hint = cast(Any, result)._name
                if hint and f"%{hint}" != written.get(id(result)):
                    break
            else:
                return attributes
        told = {k: v for k, v in attributes.items() if k != names.OUTS}
        outs = [self._untold(result) for result in op.results]
        if any(outs):
            told[names.OUTS] = _strings(outs)
        if op.regions and "arg_attrs" not in op.properties:
            lists = [self._arguments_of(region) for region in op.regions]
            if any(map(any, lists)):
                told[names.ARGS] = ArrayAttr(map(_strings, lists))
        return told

    def _arguments_of(self, region: Region) -> list[str]:
        arguments = region.blocks[0].args if region.blocks else ()
        return [names.entry_of(a) or self._untold(a) for a in arguments]

    def _untold(self, value: SSAValue) -> str:
        exact = names.name_of(value)
        return exact if exact and f"%{exact}" != self._written.get(id(value)) else ""

    # Operations

    def print_region(self, region: Region, *args: Any, **options: Any) -> None:
        if self.style.without_regions:
            self.print_string("{...}")
        else:
            super().print_region(region, *args, **options)

    def print_block(
        self, block: Block, print_block_args: bool = True, print_block_terminator: bool = True
    ) -> None:
        if not print_block_terminator:
            super().print_block(block, print_block_args, print_block_terminator)
            return
        if print_block_args:
            self._print_label(block)
        if self.style.users:
            self._name_ahead(block)
        with self.indented():
            margin = "\n" + " " * (self._indent * self.indent_num_spaces)
            lines: list[str] = []
            line, users = self._line, self.style.users
            for op in block.ops:
                if not op.regions:
                    lines.append(line(op) + self._comment(op) if users else line(op))
                    if len(lines) == AT_ONCE:
                        self._write_lines(margin, lines)
                    continue
                self._write_lines(margin, lines)
                self._print_new_line()
                self.print_op(op)
                if users:
                    self.print_string(self._comment(op))
            self._write_lines(margin, lines)

    def _print_label(self, block: Block) -> None:
        self._print_new_line()
        if block not in self._blocks:
            self._populate_block_name(block)
        self.print_block_name(block)
        if block.args:
            with self.in_parens():
                self.print_list(block.args, self.print_block_argument)
        self.print_string(":")

    # Who reads what

    def _name_ahead(self, block: Block) -> None:
        """Gives all values of a block their names, and numbers to operations without results."""
        for op in block.ops:
            self._values(op.results)
            if not op.results and not op.regions:
                self._numbers[op] = f"%{self._get_new_valid_name_id()}"
        with self.indented():
            for argument in block.args:
                readers = self._readers(argument)
                if readers:
                    self._print_new_line()
                    self.print_string(f"// {self._values((argument,))} is used by {readers}")

    def _comment(self, op: Operation) -> str:
        if op.regions and not op.results:
            return ""
        if not op.results:
            return f" // id: {self._numbers[op]}"
        told: list[str] = []
        for result in op.results:
            readers = self._readers(result)
            of = f"{self._values((result,))} " if len(op.results) > 1 else ""
            kind = "users" if "," in readers else "user"
            told.append(f"{of}{kind}: {readers}" if readers else f"{of}unused")
        return f" // {'; '.join(told)}"

    def _readers(self, value: SSAValue) -> str:
        readers = dict.fromkeys(use.operation for use in value.uses)
        names = [self._numbers.get(r) or self._values(r.results[:1]) for r in readers]
        return ", ".join(reversed(names))

    def _write_lines(self, margin: str, lines: list[str]) -> None:
        if lines:
            self._write(margin + margin.join(lines))
            lines.clear()

    def print_op(self, op: Operation) -> None:
        if not op.regions:
            self.print_string(self._line(op))
            return
        generic = self.print_generic_format
        bound = self._definition(op.results)
        form = self._format_of(op)
        self.print_generic_format = form not in (_Format.OWN, _Format.UNIFORM)
        scope = op.has_trait(IsolatedFromAbove, value_if_unregistered=False)
        if scope:
            self.enter_scope()
        if form is _Format.OWN:
            self.print_string(bound + op.name)
            op.print(self)
        else:
            self.print_string(bound + self._head(op, form))
            self.print_regions(op.regions)
            self.print_string(self._tail(op, form))
        self.print_string(self._trailing_location(op.location))
        if scope:
            self.exit_scope()
        self.print_generic_format = generic

    def _line(self, op: Operation) -> str:
        """The text of an operation without regions."""
        bound = self._definition(op.results)
        form = self._format_of(op)
        if form is _Format.OWN:
            text = self._in_its_own_format(op)
        else:
            text = self._head(op, form) + self._tail(op, form)
        return bound + text + self._trailing_location(op.location)

    def _format_of(self, op: Operation) -> "_Format":
        cls = type(op)
        form = self._formats.get(cls)
        if form is None:
            form = self._formats[cls] = _format(cls)
        if form is _Format.UNREGISTERED:
            return form
        if self.print_generic_format:
            return _Format.GENERIC
        if form is _Format.OWN and any(map(self._untold, op.results)):
            return _Format.GENERIC  # its own format has no place for their names
        return form

    def _head(self, op: Operation, form: "_Format") -> str:
        """What stands before the regions."""
        operands: Any = op._operands  # pyright: ignore[reportPrivateUsage]
        if form is _Format.UNIFORM:
            if not operands:
                return op.name
            holes = self._holes_of(op, len(operands))
            if not holes:
                return f"{op.name} {self._values(operands)}"
            given = iter(operands)
            shown = ["_" if hole else self._values((next(given),)) for hole in holes]
            return f"{op.name} {', '.join(shown)}"
        name = cast(Any, op).op_name.data if form is _Format.UNREGISTERED else op.name
        text = f'"{name}"({self._values(operands)})'
        if op.successors:
            text += f" [{', '.join('^' + self._get_block_name(b) for b in op.successors)}]"
        return f"{text} <{self._dictionary(op.properties)}>" if op.properties else text

    def _holes_of(self, op: Any, count: int) -> tuple[bool, ...]:
        """Which operands are absent; empty if none is."""
        segments = op.properties.get(SEGMENTS)
        key: Any = type(op), count, id(segments)
        holes = self._holes.get(key)
        if holes is None:
            absent = tuple(v is None for v in op.operands_with_holes())
            holes = absent if any(absent) else ()
            if segments is not None:
                self._text(segments)  # which keeps it, so that no other has its identity
            self._holes[key] = holes
        return holes

    def _tail(self, op: Operation, form: "_Format") -> str:
        """What stands behind the regions."""
        entries = self._attributes_of(op)
        if form is _Format.UNIFORM and op.properties:
            entries = {**op.properties, **entries}
            entries.pop(SEGMENTS, None)
        elif form is _Format.UNREGISTERED:
            entries = {k: v for k, v in entries.items() if k != "op_name__"}
        shown = f" {self._dictionary(entries)}" if entries else ""
        return f"{shown} : {self._signature(op)}"

    def _signature(self, op: Operation) -> str:
        operands: Any = op._operands  # pyright: ignore[reportPrivateUsage]
        results: Any = op.results
        key = (*[id(v._type) for v in operands], None, *[id(r._type) for r in results])
        kept = self._signatures.get(key)
        if kept is not None:
            return kept[0]
        types = [v._type for v in operands], [r._type for r in results]
        left, right = (list(map(self._text, side)) for side in types)
        if len(right) == 1 and right[0][0] != "(":  # as a function type begins
            text = f"({', '.join(left)}) -> {right[0]}"
        else:
            text = f"({', '.join(left)}) -> ({', '.join(right)})"
        if len(text) < LONGEST:
            _keep(self._signatures, key, (text, types))
        return text

    def _in_its_own_format(self, op: Operation) -> str:
        """What an operation's own `print` gives, asked once for the same types and attributes."""
        if op.successors:
            return self._captured(lambda: (self.print_string(op.name), op.print(self)))
        operands: Any = op._operands  # pyright: ignore[reportPrivateUsage]
        properties, attributes = op.properties, op.attributes
        key = (
            type(op),
            len(operands),
            *[id(v._type) for v in operands],
            *[id(r._type) for r in cast(Any, op.results)],
            *properties,
            *map(id, properties.values()),
            *attributes,
            *map(id, attributes.values()),
        )
        found = self._own.get(key)
        if found is None:
            mentioned = self._mentioned = list[SSAValue]()
            text = self._captured(lambda: (self.print_string(op.name), op.print(self)))
            self._mentioned = None
            pieces = text.split(_MENTION)
            if len(mentioned) != len(operands) or any(map(is_not, mentioned, operands)):
                return _filled(pieces, [self._values((v,)) for v in mentioned])
            found = pieces, op
            if len(set(map(id, operands))) == len(operands):  # else which stands where is not told
                _keep(self._own, key, found)
        return _filled(found[0], [self._values((v,)) for v in operands])

    def _captured(self, print: Callable[[], Any]) -> str:
        """What a function prints, instead of printing it."""
        outer, self.stream = self.stream, StringIO()
        try:
            print()
            return self.stream.getvalue()
        finally:
            self.stream = outer

    def print_operation_type(self, op: Operation) -> None:
        self.print_string(self._signature(op) + self._trailing_location(op.location))

    def _trailing_location(self, location: LocationAttr) -> str:
        kind = type(location)
        if kind is FileLineColLoc and not self.print_debuginfo:
            return ""
        if kind is NameLoc and type(cast(Any, location).location) is NoneAttr:
            name = quoted(cast(Any, location).desc.data)
            return f" {name}" if self.style.pretty else f" loc({name})"
        shown = location if self.print_debuginfo else named(location)
        if shown is None:
            return ""
        return f" {self._place(shown)}" if self.style.pretty else f" loc({self._place(shown)})"

    # Attributes

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, _OURS) or self._is_large(attribute):
            self.print_string(self._text(cast(Attribute, attribute)))
        elif isinstance(attribute, Elements) and not attribute.inline:
            self.print_string(self._text(cast(Attribute, attribute)))
        else:
            super().print_attribute(attribute)

    def _text(self, attribute: Attribute) -> str:
        """The text of an attribute or type."""
        known = self._texts.get(id(attribute))
        if known is not None:
            return known[0]
        if self._is_large(attribute):
            return self._large_text(attribute)
        if type(attribute) is StringAttr:
            return quoted(attribute.data)
        if type(attribute) is UnitAttr:  # never kept: in a dictionary its name is enough
            return "unit"
        if isinstance(attribute, ArrayAttr):
            array = cast("ArrayAttr[Attribute]", attribute)
            text = f"[{', '.join(map(self._item, array.data))}]"
            if array.data and type(array.data[0]) is not StringAttr and len(text) < LONGEST:
                _keep(self._texts, id(array), (text, array))
        elif isinstance(attribute, DictionaryAttr):
            text = self._dictionary(attribute.data)
        elif isinstance(attribute, _LOCATIONS):
            place = self._place(attribute)
            text = place if self.printing_location else f"loc({place})"
        elif isinstance(attribute, Elements) and not attribute.inline:
            return (
                f"dense_resource<{quoted(self._key_of(attribute))}> : {self._text(attribute.type)}"
            )
        else:
            text = self._captured(lambda: self.print_attribute(attribute))
            if len(text) < LONGEST:
                _keep(self._texts, id(attribute), (text, attribute))
        return text

    def _is_large(self, attribute: Attribute) -> bool:
        """Whether a tensor has more elements than are written one by one."""
        limits = [n for n in (self.style.most_elements, self.style.most_numbers) if n is not None]
        return bool(limits) and _is_larger(attribute, min(limits))

    def _large_text(self, attribute: Any) -> str:
        most = self.style.most_elements
        if most is not None and _is_larger(attribute, most):
            return f"dense_resource<__elided__> : {self._text(attribute.type)}"
        return f'dense<"0x{_bytes(attribute).hex().upper()}"> : {self._text(attribute.type)}'

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        self.print_string(self._dictionary(attr_dict))

    def _dictionary(self, entries: Mapping[str, Attribute]) -> str:
        texts, names = self._texts, tuple(entries)
        shown: list[str] = []
        for name, spelled in self._orders.get(names) or self._order(names):
            attribute = entries[name]
            kept = texts.get(id(attribute))
            if kept is not None:
                shown.append(f"{spelled} = {kept[0]}")
            elif type(attribute) is StringAttr:
                shown.append(f"{spelled} = {quoted(cast(Any, attribute).data)}")
            elif type(attribute) is UnitAttr:
                shown.append(spelled)
            else:
                shown.append(f"{spelled} = {self._text(attribute)}")
        return "{" + ", ".join(shown) + "}"

    def _order(self, names: tuple[str, ...]) -> list[tuple[str, str]]:
        """Names of attributes as they follow one another, and how each is spelled."""
        found = [
            (name, self._captured(lambda n=name: self.print_identifier_or_string_literal(n)))
            for name in sorted(names)
        ]
        _keep(self._orders, names, found)
        return found

    def _item(self, item: Attribute) -> str:
        """An attribute in a list, where the types i64 and f64 go without saying."""
        number: Any = item
        if type(item) is StringAttr:
            return quoted(item.data)
        if isinstance(item, IntegerAttr) and number.type == i64:
            return str(number.value.data)
        if isinstance(item, FloatAttr) and number.type == f64:
            text = float_text(number.value.data, f64)
            # Bits alone would be read as an integer.
            return f"{text} : f64" if text.startswith("0x") else text
        return self._text(number)

    def print_float(self, value: float, type: Any) -> None:
        try:
            self.print_string(float_text(value, type))
        except TypeError:  # no tensor has elements of this type
            self.print_string(f"{value:.16e}")

    def _place(self, location: Attribute) -> str:
        """A location without `loc(` and `)`."""
        if type(location) is NameLoc:
            inner = location.location
            more = "" if type(inner) is NoneAttr else f"({self._place(inner)})"
            return quoted(location.desc.data) + more
        if isinstance(location, FileLineColLoc):
            file = location.filename.data if self.style.pretty else quoted(location.filename.data)
            return f"{file}:{location.line.data}:{location.column.data}"
        if isinstance(location, CallSiteLoc):
            return f"callsite({self._place(location.callee)} at {self._place(location.caller)})"
        if isinstance(location, FusedLoc):
            data, meta = location.metadata, ""
            if not isinstance(data, NoneAttr):
                with self._within_location():
                    meta = f"<{self._captured(lambda: self.print_attribute(data))}>"
            parts = cast("ArrayAttr[Attribute]", location.locations).data
            return f"fused{meta}[{', '.join(map(self._place, parts))}]"
        return "unknown"

    @contextmanager
    def _within_location(self) -> Generator[None, None, None]:
        outer, self.printing_location = self.printing_location, True
        try:
            yield
        finally:
            self.printing_location = outer

    def _key_of(self, elements: Elements) -> str:
        """The key of a tensor: its own, made unique where another tensor has it."""
        payload = elements.data
        stem = payload.key or "constant"
        known = self._keys.setdefault(stem, {})
        if payload not in known:
            key, n = stem, max(0, len(known) - 1)
            while key == METADATA or key in self.resources:
                n += 1
                key = f"{stem}_{n}"
            self.resources[key] = payload
            known[payload] = key
        return known[payload]


class _Format(Enum):
    """How an operation is written."""

    GENERIC = 0
    UNIFORM = 1
    OWN = 2
    UNREGISTERED = 3


def _format(cls: type[Operation]) -> _Format:
    if issubclass(cls, UnregisteredOp):
        return _Format.UNREGISTERED
    if cls.print is Operation.print or not _is_bare(cls.name):
        return _Format.GENERIC
    from ..op import Uniform

    return _Format.UNIFORM if cls.print is Uniform.print else _Format.OWN


def _name_in_location(value: SSAValue) -> str | None:
    location = value.owner.location if isinstance(value.owner, Operation) else None
    return names.ssa_name(location.desc.data) if isinstance(location, NameLoc) else None


def _is_larger(attribute: Attribute, most: int) -> bool:
    """Whether an attribute holds more elements than that, and they are not all equal."""
    if isinstance(attribute, Elements):
        payload = attribute.data
        return attribute.inline and payload.count > most and not payload.splat
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return False
    dense = cast(Any, attribute)
    return len(dense) > most and not dense.is_splat()


def _bytes(attribute: Any) -> bytes:
    """The elements of a tensor one after the other, little-endian, a byte for each `i1`."""
    if (elements := as_elements(attribute)) is not None:
        return b"".join(elements.data.chunks())
    return element_types.pack(attribute.get_element_type(), attribute.get_values())


def _filled(pieces: Sequence[str], values: Sequence[str]) -> str:
    text = pieces[0]
    for value, piece in zip(values, pieces[1:], strict=True):
        text += value + piece
    return text


def _keep(table: dict[Any, Any], key: Any, value: Any) -> None:
    if len(table) >= MOST:
        table.clear()
    table[key] = value


def named(location: LocationAttr) -> LocationAttr | None:
    """
    What a location holds of names, which are data, without positions in files, which are debug
    information; None where it holds no name.
    """
    if type(location) is NameLoc:
        inner = location.location
        if type(inner) is NoneAttr:
            return location
        kept = named(cast(LocationAttr, inner))
        return NameLoc(location.desc, NoneAttr() if kept is None else kept)
    if isinstance(location, FusedLoc):
        inner = cast("ArrayAttr[Any]", location.locations).data
        parts = [kept for part in inner if (kept := named(part)) is not None]
        if len(parts) == 1 and isinstance(location.metadata, NoneAttr):
            return parts[0]
        return FusedLoc(tuple(parts), location.metadata) if parts else None
    if isinstance(location, CallSiteLoc):
        callee = named(cast(LocationAttr, location.callee))
        caller = named(cast(LocationAttr, location.caller))
        return callee or caller if callee is None or caller is None else CallSiteLoc(callee, caller)
    return None


def _strings(texts: Iterable[str]) -> Attribute:
    return ArrayAttr(map(StringAttr, texts))


def _is_bare(name: str) -> bool:
    return name.isascii() and name.replace(".", "_").replace("$", "_").isidentifier()


def quoted(string: str) -> str:
    """A string literal that MLIR and our reader give back unchanged."""
    if _PLAIN.fullmatch(string):
        return f'"{string}"'
    return '"' + "".join(_escaped(byte) for byte in string.encode("utf-8", "surrogateescape")) + '"'


def _escaped(byte: int) -> str:
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 0x20 <= byte <= 0x7E and byte != 0x22 else f"\\{byte:02X}"


# --- Elements in text ---------------------------------------------------------------------------


def element_text(data: bytes, element: Attribute) -> str:
    """The bytes of one element as MLIR spells it."""
    if element == element_types.STRING:
        return '"' + "".join(map(_escaped, data)) + '"'
    if (part := element_types.part_of_complex(element)) is not None:
        half = len(data) // 2
        return f"({element_text(data[:half], part)},{element_text(data[half:], part)})"
    (value,) = element_types.unpack(element, data)
    if element_types.is_float(element):
        return float_text(value, element, data)
    return str(value).lower() if element_types.is_bool(element) else str(value)


def float_text(value: float, element: Attribute, bits: bytes = b"") -> str:
    """
    A float as MLIR spells it: NaN, infinities and numbers that decimals would lose as their bits.

    `bits` are those of the value, where it does not tell them: narrow NaNs differ in bits that a
    Python float does not keep. Raises `TypeError` for a type that no tensor can have.
    """
    bits = bits or element_types.pack(element, [value])
    digits = _F64_DIGITS if len(bits) == 8 else _F32_DIGITS
    for text in (_with_digits(value), f"{value:.{digits}g}"):
        if _finite(value) and "." in text and element_types.pack(element, [float(text)]) == bits:
            return text
    return f"0x{bits[::-1].hex().upper()}"


def _finite(value: float) -> bool:
    return value - value == 0


def _with_digits(value: float) -> str:
    short = f"{value:.5e}"
    mantissa, e, exponent = short.partition("e")
    return f"{mantissa}0{e}{exponent}"


# --- Modules ------------------------------------------------------------------------------------


def print_module(
    module: ModuleOp,
    stream: IO[str],
    *,
    style: Style | None = None,
    generic: bool = False,
    sidecar: Path | None = None,
    elide: bool = False,
) -> None:
    """
    Prints a module and a newline.

    The bytes of its large tensors go to `sidecar` (a `.safetensors` file, replaced atomically,
    which the text names), or else into the text's trailer; with `elide` they are left out.
    """
    style = style or Style(generic)
    printer = Printer(stream, style=style, elide=elide)
    printer.print_op(module)
    stream.write("\n")
    resources = {k: p for k, p in printer.resources.items() if p.here}
    if (most := style.longest_resource) is not None:
        resources = {k: p for k, p in resources.items() if _characters(p) <= most}
    if not resources or elide:
        return
    if sidecar is None:
        write_trailer(stream, resources)
        return
    write_safetensors(sidecar, resources)
    text = f"\n{{-#\n  external_resources: {{\n    nn: {{\n      weights: {quoted(sidecar.name)}"
    stream.write(text + "\n    }\n  }\n#-}\n")


def _characters(payload: Payload) -> int:
    """The length of a tensor's string in the trailer, without the quotes."""
    return len("0x40000000") + 2 * sum(map(len, payload.chunks()))


def text_of(module: Operation, *, generic: bool = False) -> str:
    """The text of a module, or of any operation, its trailer included."""
    stream = StringIO()
    if isinstance(module, ModuleOp):
        print_module(module, stream, generic=generic)
    else:
        Printer(stream, generic=generic).print_op(module)
    return stream.getvalue()


def write_trailer(stream: IO[str], resources: Mapping[str, Payload]) -> None:
    """Writes the bytes of tensors as the section of resources that stands at the end of a text."""
    stream.write("\n{-#\n  dialect_resources: {\n    builtin: {\n")
    for i, (key, payload) in enumerate(resources.items()):
        head = struct.pack("<I", ALIGNMENT).hex().upper()
        stream.write(",\n" if i else "")
        stream.write(f'      {quoted(key)}: "0x{head}')
        for chunk in payload.chunks():
            stream.write(chunk.hex().upper())
        stream.write('"')
    stream.write("\n    }\n  }\n#-}\n")
