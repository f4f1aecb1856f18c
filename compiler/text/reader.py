"""Reads long texts fast: most operations stand on a line of their own and need no parser.

A regular expression cuts such a line into its parts. The parts that say a lot are read once for
each spelling: a signature, an attribute, a whole dictionary. What the line leaves no doubt about is
built directly; all else (regions, labels, several lines, mistakes) the parser reads, at the same
position and with the same messages, as nothing has been changed by then.

Two kinds of lines are known. *Spelled* ones, of our uniform syntax or the generic form, say their
operands, dictionary and signature in full. The others, in a format of their own, are learnt: text,
but for the names in it, that the parser has read before means the same again, if the operands have
the same types.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import prod
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue, SSAValues, Use
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.parser import UnresolvedOperand
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import StringLiteral

from ..op import DYNAMIC, SEGMENTS, Op, Property, Uniform
from ..weights import Elements, Payload
from .attribute_parser import FOREIGN_DENSE
from .parser import Parser, is_foreign, is_narrow

# --- Lines --------------------------------------------------------------------------------------

_ID = r"(?:[0-9]+|[A-Za-z$._-][\w$.-]*+)"
_BLANK = r"(?:\s|//[^\n]*+)*+"
_STRING = r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"'
_FLAT = rf"[^{{}}\"\n]*+(?:{_STRING}[^{{}}\"\n]*+)*+"
_NESTED = rf"[^{{}}\"\n]*+(?:(?:{_STRING}|\{{{_FLAT}\}})[^{{}}\"\n]*+)*+"
_COUNT = r"[0-9]{1,9}(?![0-9])"
_RESULTS = rf"(%{_ID}(?::{_COUNT})?(?:,\ %{_ID}(?::{_COUNT})?)*+)\ =\ "
_NAME = r'("[\w$]++(?:\.[\w$]++)++"|[A-Za-z_][\w$]*+(?:\.[\w$]++)++)'
_END = (
    rf"(?:\n|\Z){_BLANK}"
    r'(?=[}^]|\Z|%[^=\n]*+=|"[\w$.]++"\(|[A-Za-z_][\w$]*+\.|[\#!][\w$.-]++\ =|\{-\#)'
)
"""The end of a line, and of its operation: what begins the next one does not go on with it."""

_SPELLED = re.compile(
    rf"""{_BLANK}(?:{_RESULTS})?{_NAME}
    ([^{{":\n]*+)                                                # operands
    (?:\{{({_NESTED})\}}(?:(>\ )\{{({_NESTED})\}}|(>))?+\ )?+    # dictionaries
    :\ (\([^\n]*+){_END}""",
    re.ASCII | re.VERBOSE,
)
_OTHER = re.compile(rf"{_BLANK}(?:{_RESULTS})?{_NAME}([^\n]*+){_END}", re.ASCII | re.VERBOSE)
_VALUE = re.compile(rf"%({_ID}(?:\#{_COUNT})?)", re.ASCII)

_UNIFORM_OPERANDS = re.compile(r" (?:[%_](?:, [%_])*+ )?")
_GENERIC_OPERANDS = re.compile(r"\((?:%(?:, %)*+)?\) <?")

_PLAIN = r'[^"{},\[\]<>()]*+(?:(?:\[[^"\[\]{}<>]*+\]|<[^"<>{}\[\]]*+>)[^"{},\[\]<>()]*+)*+'
_ENTRY = re.compile(
    rf"""(([A-Za-z_][\w$.]*+)(?:\ =\ (?:
    {_STRING}
    |\[{_STRING}(?:,\ {_STRING})*+\]
    |\{{{_FLAT}\}}
    |dense_resource<{_STRING}>\ :\ tensor<[^"<>{{}}]*+>
    |dense<\[[\[\],\ 0-9.eE+-]*+>\ :\ tensor<[^"<>{{}}]*+>
    |{_PLAIN}))?+)(?:,\ |\Z)""",
    re.ASCII | re.VERBOSE,
)
_TEXT = re.compile(r'([A-Za-z_][\w$.]*+) = "([^"\\\n\v\f]*+)"', re.ASCII)
_NUMBER = r"-?[0-9]++(?:\.[0-9]++(?:[eE][+-]?[0-9]++)?)?"
"""A number that JSON spells as MLIR does: `1e5` is no number of MLIR's."""
_DENSE = re.compile(rf"dense<((?:[\[\], ]|{_NUMBER})++)> : (tensor<.*)", re.ASCII)
_RESOURCE = re.compile(rf"dense_resource<({_STRING})> : (tensor<.*)", re.ASCII)
_NUMBERED = re.compile(r"(?:_[0-9]+)+", re.ASCII)
_LOCATION = re.compile(
    rf"loc\((?:({_STRING})(?::([0-9]{{1,9}}):([0-9]{{1,9}}))?|(\#[A-Za-z_][\w$.]*+))\)", re.ASCII
)
_NAME_LOCATION = re.compile(r'loc\("([^"\\\n\v\f]*+)"\)')
_ALIAS = re.compile(rf"(\#[A-Za-z_][\w$.]*+)\ =\ (loc\([^\n]*+)(?:\n|\Z){_BLANK}", re.ASCII)

LONGEST = 1 << 12
"""No text above this is kept as a key."""
MOST = 1 << 14
"""The number of texts that a table keeps before it begins anew."""

Types: TypeAlias = tuple[Attribute, ...]
Attributes: TypeAlias = dict[str, Attribute]

# What xDSL's constructors check is known here, and they are most of the time it takes to build.
_new: Any = object.__new__
_set: Any = object.__setattr__
_type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
_NO_LOCATION = NoneAttr()


def _string(literal: str) -> StringAttr | None:
    """The string of a literal; None if it is no text."""
    data = literal[1:-1]
    if "\\" in literal:
        try:
            data = StringLiteral(0, len(literal), Input(literal, "")).string_contents
        except UnicodeDecodeError:
            return None
    attribute = _new(StringAttr)
    _set(attribute, "data", data)
    return attribute


def _named(name: StringAttr) -> LocationAttr:
    location: Any = _new(NameLoc)
    _set(location, "desc", name)
    _set(location, "location", _NO_LOCATION)
    return location


def _keep(table: dict[Any, Any], key: Any, value: Any) -> None:
    if len(table) >= MOST:
        table.clear()
    table[key] = value


# --- What lines mean ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Plan:
    """How one operation is read where its line says all in full."""

    cls: type[Operation]
    generic: bool
    is_property: Callable[[str], bool] | None
    """Whether a name in `{}` is that of a property; None if none is."""
    defaults: Mapping[str, Property[Any]]
    """Properties that are dropped where they say what their absence says."""
    filled: tuple[Attributes, Attributes]
    """Properties and attributes that are there even if the text has none of them."""
    entries: dict[str, tuple[str, Attribute]]
    """Names and attributes by the text of their entry, shared by the operations of a dialect."""
    opening: str = ""
    """What stands before the name of the first operand."""
    closing: str = ""
    """What stands behind the last one's."""
    ends: tuple[str, str] = ("", "")
    """That and what follows, without and with `<` for properties."""
    shapes: dict[str, Attribute | bool | None] = field(
        default_factory=lambda: dict[str, Attribute | bool | None]()
    )
    """By the operands' text without the names: segments; False for none, None for no operands."""
    whole: dict[int, Attribute | None] = field(
        default_factory=lambda: dict[int, Attribute | None]()
    )
    """Segments by the number of operands, where none is absent."""
    moved: dict[tuple[str, ...], tuple[str, ...]] = field(
        default_factory=lambda: dict[tuple[str, ...], tuple[str, ...]]()
    )
    """Which of the names in `{}` are those of properties."""
    dictionaries: dict[Any, tuple[Attributes, Attributes]] = field(
        default_factory=lambda: dict[Any, tuple[Attributes, Attributes]]()
    )

    def __post_init__(self) -> None:
        self.opening = "(%" if self.generic else " %"
        self.closing = ")" if self.generic else " "
        self.ends = (") ", ") <") if self.generic else (" ", "")

    def segments(self, operands: int) -> Attribute | None:
        """The segments of an operation that has all its operands, so many."""
        if self.generic:
            return None
        if operands not in self.whole:
            self.whole[operands] = cast("type[Uniform]", self.cls).segments([True] * operands)
        return self.whole[operands]

    def settle(self, properties: Attributes, attributes: Attributes) -> None:
        """Makes of what the text has what the operation has."""
        if self.is_property is not None:
            names = tuple(attributes)
            moved = self.moved.get(names)
            if moved is None:
                moved = tuple(filter(self.is_property, names))
                _keep(self.moved, names, moved)
            for key in moved:
                if key not in properties:
                    properties[key] = attributes.pop(key)
        for key, default in self.defaults.items():
            if key in properties and default.is_default(properties[key]):
                del properties[key]
        for key, value in self.filled[0].items():
            properties.setdefault(key, value)
        for key, value in self.filled[1].items():
            attributes.setdefault(key, value)


class _Learnt(NamedTuple):
    """What text in a format of its own was found to mean."""

    cls: type[Operation]
    operand_types: Types
    result_types: Types
    properties: Attributes
    attributes: Attributes


_Meaning: TypeAlias = tuple[
    type[Operation], list[SSAValue], Types, Attributes, Attributes, LocationAttr
]
"""All that a line says but for the names of its results."""

_Bound: TypeAlias = tuple[str, int, int, int]
"""A name of results: the index of the first, how many they are, where the name stands."""

_KNOWN_FIELDS = {f.name for f in fields(Operation)}


class _Scope(dict[str, Sequence[SSAValue]]):
    """
    The values in scope. The parser copies them where a region begins and puts the copy back where
    it ends; as names are only ever added, their number is copy enough.
    """

    def copy(self) -> Any:
        return len(self)


class Reader(Parser):
    """The parser with a short way for lines; one text, one module, the same diagnostics."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._scope = _Scope()
        self._plans: dict[str, _Plan | None] = {}
        self._entries: dict[str, dict[str, tuple[str, Attribute]]] = {}
        self._locations: dict[str, LocationAttr] = {}
        self._signatures: dict[str, tuple[Types, Types]] = {}
        self._types_by_text: dict[str, Attribute] = {}
        self._types: dict[Attribute, Attribute] = {}
        self._learnt: dict[Any, _Learnt] = {}
        self._columns: dict[int, IntAttr[int]] = {}
        self._line = 0
        """That of the last operation without a location."""
        super().__init__(*args, **options)
        self._text: str = self.lexer.input.content

    @property
    def ssa_values(self) -> Any:
        return self._scope

    @ssa_values.setter
    def ssa_values(self, value: Any) -> None:
        if isinstance(value, int):
            if value == 0:
                self._scope.clear()
            while len(self._scope) > value:
                self._scope.popitem()
        else:
            self._scope = value if isinstance(value, _Scope) else _Scope(value)

    def _parse_block_body(self, block: Block) -> None:
        at = self._current_token.span.start
        while True:
            start = self._read_lines(block, at)
            # Even in place: an error of the lexer would leave its last token behind.
            self._resume_from(start)
            op = self.parse_optional_operation()
            if op is None:
                return
            block.add_op(op)
            at = self._current_token.span.start
            if not op.regions and not op.successors and not isinstance(op, Uniform):
                self._learn(op, start, at)

    def parse_optional_type(self) -> Any:
        """One object for each type, so that most comparisons end at once."""
        found = super().parse_optional_type()
        if found is None:
            return None
        if found not in self._types:
            _keep(self._types, found, found)
        return self._types[found]

    # --- Building ---

    def _read_lines(self, block: Block, at: int) -> int:
        """Adds operations to a block as far as lines are plain; where that ends."""
        text, scope = self._text, self._scope
        promised, definitions = self.forward_ssa_references, self._definitions
        last: Any = block.last_op
        while True:
            m = _SPELLED.match(text, at)
            meaning = None if m is None else self._spelled(m)
            if meaning is None:
                m = _OTHER.match(text, at)
                meaning = None if m is None else self._other(m)
            if m is None or meaning is None:
                return at
            cls, operands, result_types, properties, attributes, location = meaning
            bound = m[1]
            if bound is None:
                names: Sequence[_Bound] = ()
            elif ":" in bound or "," in bound:
                names = _several(bound, m.start(1))
                if not _fit(names, len(result_types), scope):
                    return at
            else:
                names = ((bound[1:], 0, 1, m.start(1)),)
                if len(result_types) != 1 or bound[1:] in scope:
                    return at

            op: Any = _new(cls)
            if operands:
                op._operands = SSAValues(operands)
                uses: list[Use] = []
                index = 0
                for value in operands:
                    use: Any = _new(Use)
                    use._operation = op
                    use._index = index
                    head: Any = value.first_use
                    if head is not None:
                        use._next_use = head
                        head._prev_use = use
                    value.first_use = use
                    uses.append(use)
                    index += 1
                op._operand_uses = tuple(uses)
            results: list[OpResult] = []
            index = 0
            for type_ in result_types:
                result: Any = _new(OpResult)
                result._type = type_
                result.op = op
                result.index = index
                results.append(result)
                index += 1
            op.results = SSAValues(results)
            op.properties = properties
            op.attributes = attributes
            op.location = location
            op.parent = block
            if last is None:
                block._first_op = op  # pyright: ignore[reportPrivateUsage]
            else:
                last._next_op = op
                op._prev_op = last
            block._last_op = last = op  # pyright: ignore[reportPrivateUsage]

            for name, first, size, start in names:
                values = results if size == len(results) else results[first : first + size]
                if name in promised:
                    self._keep_promise(name, values, start)
                scope[name] = values
                definitions[name] = start
                if not name[0].isdigit() and not (name[0] == "_" and _NUMBERED.fullmatch(name)):
                    for result in values:
                        result._name = name
            at = m.end()

    def _keep_promise(self, name: str, values: Sequence[SSAValue], start: int) -> None:
        """Puts values in the place of what was used before it was defined."""
        promises = self.forward_ssa_references[name]
        if any(i >= len(values) or values[i].type != v.type for i, v in promises.items()):
            span = Span(start, start + len(name) + 1, self.lexer.input)
            self._register_ssa_definition(name, values, span)  # which tells what is wrong
        del self.forward_ssa_references[name]
        for index, promise in promises.items():
            value = values[index]
            del self._uses[name, index]
            for use in promise.uses:
                op: Any = use.operation
                before = op._operands
                op._operands = SSAValues((*before[: use.index], value, *before[use.index + 1 :]))
            value.first_use = promise.first_use

    # --- Lines that say all in full ---

    def _spelled(self, m: re.Match[str]) -> _Meaning | None:
        _, name, before, first, then, second, closed, signature = m.groups()
        plan = self._plans[name] if name in self._plans else self._plan(name)
        if plan is None:
            return None
        if (cut := signature.rfind(" loc(")) < 0:
            location: LocationAttr | None = self._at(m.start(2))
        else:
            location = self._location(m, m.start(8) + cut + 1)
            signature = signature[:cut]
        types = self._signatures.get(signature) or self._signature(m, signature)
        if location is None or types is None:
            return None
        opened = then is not None or closed is not None
        dictionaries = self._dictionaries(plan, m, first, second, opened)
        if dictionaries is None:
            return None
        operand_types, result_types = types
        operands, segments = self._operands(plan, m, before, opened, operand_types)
        if operands is None:
            return None
        properties, attributes = dictionaries
        if segments is not None:
            properties[SEGMENTS] = segments
        return plan.cls, operands, result_types, properties, attributes, location

    def _plan(self, spelled: str) -> _Plan | None:
        """How an operation is read; None for one in a format of its own."""
        name, generic = spelled.strip('"'), spelled[0] == '"'
        cls = self.ctx.get_optional_op(name)
        plan = None
        if cls is not None and _is_spelled(cls, generic) and not is_narrow(name):
            entries = self._entries.setdefault(cls.dialect_name(), {})
            plan = _Plan(cls, generic, *_dictionary_rules(cls, name), entries)
        _keep(self._plans, spelled, plan)
        return plan

    def _operands(
        self, plan: _Plan, m: re.Match[str], before: str, opened: bool, types: Types
    ) -> tuple[list[SSAValue] | None, Attribute | None]:
        """The operands, None if that is not plain; and their segments, if the operation has any."""
        scope, cut = self._scope, before.rfind(plan.closing)
        if before[:2] == plan.opening and before[cut:] == plan.ends[opened]:
            try:
                found = [scope[name][0] for name in before[2:cut].split(", %")]
            except KeyError:
                pass
            else:
                good = tuple(map(_type_of, found)) == types
                return found if good else None, plan.segments(len(found))
        return self._any_operands(plan, m, before, opened, types)

    def _any_operands(
        self, plan: _Plan, m: re.Match[str], before: str, opened: bool, types: Types
    ) -> tuple[list[SSAValue] | None, Attribute | None]:
        """Operands that are absent, defined later, or one of several results."""
        parts = _VALUE.split(before)
        names, shape = parts[1::2], "%".join(parts[::2])
        segments = plan.shapes[shape] if shape in plan.shapes else _shape(plan, shape)
        if segments is None or opened != shape.endswith("<") or len(names) != len(types):
            return None, None
        told = None if segments is False else cast(Attribute, segments)
        try:
            found = [self._scope[name][0] for name in names]
        except KeyError:
            return self._operands_ahead(m, types), told
        return found if tuple(map(_type_of, found)) == types else None, told

    def _operands_ahead(self, m: re.Match[str], types: Types) -> list[SSAValue]:
        found: list[SSAValue] = []
        places = _VALUE.finditer(self._text, m.start(3), m.end(3))
        for place, type_ in zip(places, types, strict=True):
            name, _, index = place[1].partition("#")
            span = Span(place.start(), place.start() + 1 + len(name), self.lexer.input)
            operand = UnresolvedOperand(span, int(index or 0))
            found.append(self.resolve_operand(operand, type_))
        return found

    # --- Dictionaries ---

    def _dictionaries(
        self, plan: _Plan, m: re.Match[str], first: str | None, second: str | None, opened: bool
    ) -> tuple[Attributes, Attributes] | None:
        """The properties and attributes of a line's dictionaries; None if that is not plain."""
        key = None
        if (first is None or '"' not in first) and (second is None or '"' not in second):
            key = first, second, opened
            if (known := plan.dictionaries.get(key)) is not None:
                return known[0].copy(), known[1].copy()
        pending = len(self._pending)
        properties = self._dictionary(plan, m, 4) if opened else {}
        attributes = self._dictionary(plan, m, 6 if opened else 4)
        if properties is None or attributes is None:
            return None
        if properties and plan.is_property and is_foreign(plan.cls):
            if not all(map(plan.is_property, properties)):
                return None  # the parser knows what to do with such
        plan.settle(properties, attributes)
        if key is not None and len(self._pending) == pending and len(m[0]) < LONGEST:
            _keep(plan.dictionaries, key, (properties.copy(), attributes.copy()))
        return properties, attributes

    def _dictionary(self, plan: _Plan, m: re.Match[str], group: int) -> Attributes | None:
        text = m[group]
        if not text:
            return {}
        found = self._known_dictionary(plan, text)
        if found is not None:
            return found
        start, end = m.span(group)
        found = self._plain_dictionary(plan, start, text)
        if found is not None:
            return found
        after = end + 2 if self._text[end + 1] == " " else end + 1
        return self._part(plan, start - 1, after, self.parse_optional_attr_dict)

    def _known_dictionary(self, plan: _Plan, text: str) -> Attributes | None:
        """The attributes of `key = …, key = …`, if they are strings and what has been read."""
        known, found, count = plan.entries, Attributes(), 0
        for entry in text.split(", "):
            if entry in known:
                key, attribute = known[entry]
                found[key] = attribute
            elif (m := _TEXT.fullmatch(entry)) is not None:
                attribute = _new(StringAttr)
                key, data = m.groups()
                _set(attribute, "data", data)
                found[key] = attribute
            else:  # new, or not one entry
                return None
            count += 1
        return found if len(found) == count else None

    def _plain_dictionary(self, plan: _Plan, start: int, text: str) -> Attributes | None:
        """The attributes of `key = …, key = …` at a position; None if not all are plain."""
        known, found, length = plan.entries, Attributes(), -2
        for entry, key in _ENTRY.findall(text):
            if (named := known.get(entry)) is not None:
                attribute = named[1]
            else:
                attribute = self._entry(plan, start + length + 2, entry, len(key) + 3)
            if attribute is None or key in found:
                return None
            found[key] = attribute
            length += len(entry) + 2
        return found if length == len(text) else None

    def _entry(self, plan: _Plan, start: int, entry: str, value: int) -> Attribute | None:
        """The attribute of `key = …` at a position; its value begins at that offset."""
        if not self._text.startswith(entry, start):
            return None
        first, last = entry[value : value + 1], entry[-1]
        if first == '"':
            return _string(entry[value:])
        if first == "[" and last == "]" and '"' in entry:
            strings = [_string(literal) for literal in re.findall(_STRING, entry)]
            return None if None in strings else ArrayAttr(cast("list[StringAttr]", strings))
        if first == "{":
            inner = self._plain_dictionary(plan, start + value + 1, entry[value + 1 : -1])
            return None if inner is None else DictionaryAttr(inner)
        if (resource := _RESOURCE.search(entry)) is not None:
            return self._resource(plan, start, resource)
        if "dense_resource" in entry:
            return None
        if (dense := _DENSE.search(entry)) is not None:
            found = self._dense(plan, start, dense)
            if found is not None:
                return found
        found = self._part(plan, start, start + len(entry), self._parse_attribute_entry)
        if found is None:
            return None
        if len(entry) < LONGEST:
            _keep(plan.entries, entry, found)
        return found[1]

    def _resource(self, plan: _Plan, start: int, m: re.Match[str]) -> Attribute | None:
        key, type_ = _string(m[1]), self._static_tensor(plan, start, m)
        if key is None or type_ is None:
            return None
        payload = Payload(type_, None, key.data)
        at = start + m.start(1)
        self._pending.append((payload, Span(at, at + len(m[1]), self.lexer.input)))
        return Elements(payload)

    def _dense(self, plan: _Plan, start: int, m: re.Match[str]) -> Attribute | None:
        """Elements that are plain numbers."""
        type_ = self._static_tensor(plan, start, m)
        if type_ is None or plan.cls.dialect_name() in FOREIGN_DENSE:
            return None
        try:
            elements = _rectangle(json.loads(m[1]))
            if elements is None:
                return None
            data = self._dense_data(type_, *elements, start)
        except (ValueError, RecursionError, ParseError):
            return None
        return Elements.of_bytes(data, type_)

    def _static_tensor(
        self, plan: _Plan, start: int, m: re.Match[str]
    ) -> TensorType[Attribute] | None:
        """The type that is the second group of a match, in an entry at a position."""
        type_ = self._types_by_text.get(m[2])
        if type_ is None:
            type_ = self._part(plan, start + m.start(2), start + m.end(2), self.parse_type)
            if type_ is None:
                return None
            _keep(self._types_by_text, m[2], type_)
        if not isinstance(type_, TensorType) or DYNAMIC in cast(Any, type_).get_shape():
            return None
        return cast("TensorType[Attribute]", type_)

    def _part(self, plan: _Plan | None, start: int, end: int, parse: Callable[[], Any]) -> Any:
        """What the parser reads between two positions; None if that is not exactly one thing."""
        pending, stack = len(self._pending), self._parser_state.dialect_stack
        depth = len(stack)
        if plan is not None:
            stack.append(plan.cls.dialect_name())
        try:
            self._resume_from(start)
            found = parse()
            if self._current_token.span.start == end:
                return found
        except (ParseError, VerifyException):
            pass
        finally:
            del stack[depth:]
        del self._pending[pending:]
        return None

    # --- Signatures ---

    def _signature(self, m: re.Match[str], text: str) -> tuple[Types, Types] | None:
        """The types of `(t, t) -> t`."""
        types = self._types_by_text
        left, arrow, right = text[1:].partition(") -> ")
        inputs = left.split(", ") if left else []
        outputs = [] if right == "()" else [right]
        pieces = inputs + outputs
        plain = bool(arrow) and not any("(" in piece for piece in pieces)
        if plain and all(piece in types for piece in pieces):
            found = tuple(types[t] for t in inputs), tuple(types[t] for t in outputs)
        else:
            start = m.start(8)
            end = m.end() if len(text) == len(m[8]) else start + len(text) + 1
            parsed = self._part(None, start, end, self.parse_function_type)
            if parsed is None:
                return None
            found = parsed.inputs.data, parsed.outputs.data
            if plain and (len(inputs), len(outputs)) == (len(found[0]), len(found[1])):
                for piece, type_ in zip(pieces, found[0] + found[1], strict=True):
                    _keep(types, piece, type_)
        if len(text) < LONGEST:
            _keep(self._signatures, text, found)
        return found

    # --- Locations ---

    def _at(self, position: int) -> LocationAttr:
        """The place of an operation whose text has no location."""
        starts, line = self._line_starts, self._line + 1  # mostly the one that follows
        if line >= len(starts) or not starts[line - 1] <= position < starts[line]:
            line = bisect_right(starts, position)
        self._line = line
        return self._in_file(self._file, line, position - starts[line - 1] + 1)

    def _in_file(self, file: StringAttr, line: int, column: int) -> LocationAttr:
        known = self._columns.get(column)
        if known is None:
            known = IntAttr(column)
            _keep(self._columns, column, known)
        number = _new(IntAttr)
        _set(number, "data", line)
        location = _new(FileLineColLoc)
        _set(location, "filename", file)
        _set(location, "line", number)
        _set(location, "column", known)
        return location

    def _location(self, m: re.Match[str], start: int) -> LocationAttr | None:
        """The location that ends a line; None if that is not plain."""
        text = self._text[start : m.end(m.lastindex or 0)]
        found = self._plain_location(text) or self._locations.get(text)
        if found is None:
            found = self._part(None, start, m.end(), self.parse_optional_location)
            if found is not None and len(text) < LONGEST:
                _keep(self._locations, text, found)
        return self._at(m.start(2)) if isinstance(found, UnknownLoc) else found

    def _plain_location(self, text: str) -> LocationAttr | None:
        m = _NAME_LOCATION.fullmatch(text)
        if m is not None:
            return _named(StringAttr(m[1]))
        m = _LOCATION.fullmatch(text)
        if m is None:
            return None
        string, line, column, alias = m.groups()
        if alias:
            self._define_ahead(alias)
            found = self.attribute_aliases.get(alias)
            return found if isinstance(found, LocationAttr) else None
        name = _string(string)
        if name is None:
            return None
        if line:
            return self._in_file(name, int(line), int(column))
        return _named(name)

    def _parse_alias_def(self) -> None:
        m = _ALIAS.match(self._text, self._current_token.span.start)
        location = None if m is None else self._plain_location(m[2])
        if m is None or location is None:
            super()._parse_alias_def()
            return
        name = m[1]
        if name in self._defined_ahead:
            self._defined_ahead.remove(name)
        elif name in self.attribute_aliases:
            super()._parse_alias_def()  # which refuses it
        self.attribute_aliases[name] = location
        self._resume_from(m.end())

    # --- Lines in a format of their own ---

    def _other(self, m: re.Match[str]) -> _Meaning | None:
        text, location = m[3], None
        if (cut := text.rfind(" loc(")) >= 0:
            location = self._location(m, m.start(3) + cut + 1)
            text = text[:cut]
        parts = _VALUE.split(text)
        operands = self._values(parts[1::2])
        if operands is None or location is None and cut >= 0:
            return None
        learnt = self._learnt.get((m[2], "%".join(parts[::2]), *map(id, map(_type_of, operands))))
        if learnt is None:
            return None
        cls, _, result_types, properties, attributes = learnt
        at = location or self._at(m.start(2))
        return cls, operands, result_types, properties.copy(), attributes.copy(), at

    def _values(self, names: Sequence[str]) -> list[SSAValue] | None:
        """The values of names that are defined already; None if one is not."""
        found: list[SSAValue] = []
        for name in names:
            base, _, index = name.partition("#")
            bound = self._scope.get(base)
            if bound is None or int(index or 0) >= len(bound):
                return None
            found.append(bound[int(index or 0)])
        return found

    def _learn(self, op: Operation, start: int, end: int) -> None:
        """Keeps what a line means of which the parser has made an operation."""
        m = _OTHER.match(self._text, start)
        if m is None or m.end() != end or len(m[3]) > LONGEST or "dense_resource" in m[3]:
            return
        text, location = m[3], None
        if (cut := text.rfind(" loc(")) >= 0:
            location = self._location(m, m.start(3) + cut + 1)
            text = text[:cut]
        parts = _VALUE.split(text)
        values = self._values(parts[1::2])
        if values is None or op.location != (location or self._at(m.start(2))):
            return
        operands = list(op.operands)
        if not len(set(map(id, operands))) == len(operands) == len(values):
            return  # two operands of one name do not show which is which
        if not vars(op).keys() <= _KNOWN_FIELDS:
            return
        if any(a is not b for a, b in zip(values, operands, strict=True)):
            return
        types = tuple(map(_type_of, operands))
        learnt = _Learnt(
            type(op), types, tuple(op.result_types), op.properties.copy(), op.attributes.copy()
        )
        _keep(self._learnt, (m[2], "%".join(parts[::2]), *map(id, types)), learnt)


# --- Numbers --------------------------------------------------------------------------------------


def _rectangle(nested: Any) -> tuple[list[Any], list[int] | None] | None:
    """The elements of nested lists row by row, and their shape; None if they have none."""
    if not isinstance(nested, list):
        return [nested], None
    level, shape = cast("list[Any]", nested), list[int]()
    while level:
        shape.append(len(level) // prod(shape))
        rows = [cast("list[Any]", row) for row in level if isinstance(row, list)]
        if not rows:
            return level, shape
        if len(rows) < len(level) or len(set(map(len, rows))) > 1:
            return None
        level = [item for row in rows for item in row]
    return None


# --- Names of results -----------------------------------------------------------------------------


def _several(bound: str, start: int) -> list[_Bound]:
    """The names of `%a:2, %b`."""
    found: list[_Bound] = []
    first = 0
    for part in bound.split(", "):
        name, _, size = part[1:].partition(":")
        found.append((name, first, int(size or 1), start))
        first += int(size or 1)
        start += len(part) + 2
    return found


def _fit(names: Sequence[_Bound], results: int, scope: Mapping[str, object]) -> bool:
    known = {name for name, *_ in names}
    sizes = [size for _, _, size, _ in names]
    fresh = len(known) == len(names) and not any(name in scope for name in known)
    return fresh and sum(sizes) == results and 0 not in sizes


# --- Rules of operations --------------------------------------------------------------------------


def _is_spelled(cls: type[Operation], generic: bool) -> bool:
    """Whether a line says all about an operation of this class, and nothing else makes it."""
    if cls.has_trait(IsolatedFromAbove, value_if_unregistered=False):
        return False
    if issubclass(cls, UnregisteredOp):
        return generic
    created: Any = cls.create
    made = cls.__post_init__ in (Operation.__post_init__, IRDLOperation.__post_init__)
    if not made or created.__func__ is not cast(Any, Operation.create).__func__:
        return False
    if not issubclass(cls, Uniform):
        return generic
    parse: Any = cls.parse
    return generic or parse.__func__ is cast(Any, Uniform.parse).__func__


def _dictionary_rules(
    cls: type[Operation], name: str
) -> tuple[
    Callable[[str], bool] | None, Mapping[str, Property[Any]], tuple[Attributes, Attributes]
]:
    """What is a property, what may be left away, what is there in any case."""
    if issubclass(cls, Uniform):
        properties = cls.property_fields if issubclass(cls, Op) else {}
        defaults = {k: f for k, f in properties.items() if f.default is not None}
        return (lambda key: "." not in key), defaults, ({}, {})
    if issubclass(cls, UnregisteredOp):
        return None, {}, ({}, {"op_name__": StringAttr(name)})
    if not issubclass(cls, IRDLOperation):
        return None, {}, ({}, {})
    definition = cls.get_irdl_definition()
    declared = definition.properties.keys()
    filled = _by_default(definition.properties), _by_default(definition.attributes)
    return (lambda key: key in declared), {}, filled


def _by_default(definitions: Mapping[str, Any]) -> Attributes:
    return {
        name: d.default_value
        for name, d in definitions.items()
        if not isinstance(d, OptionalDef) and d.default_value is not None
    }


def _shape(plan: _Plan, shape: str) -> Attribute | bool | None:
    """What `(%, %)` or ` %, _ ` says: segments, False for none; None if it is neither."""
    found: Attribute | bool | None = None
    if plan.generic:
        found = False if _GENERIC_OPERANDS.fullmatch(shape) else None
    elif _UNIFORM_OPERANDS.fullmatch(shape):
        names = [None if word == "_" else word for word in shape.strip().split(", ") if word]
        uniform = cast("type[Uniform]", plan.cls)
        found = uniform.segments(names)
        if found is None and all(n or uniform.may_be_absent(i) for i, n in enumerate(names)):
            found = False
    if len(shape) < LONGEST:
        _keep(plan.shapes, shape, found)
    return found
