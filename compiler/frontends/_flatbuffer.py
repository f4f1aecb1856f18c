"""
Tables of a FlatBuffers file, every offset and size checked before it is followed.

FlatBuffers in Python trusts its input. Here the classes that `flatc` generates only tell the schema
(what each accessor asks of its table); the bytes are read below, within a budget of work that no
honest file exceeds. <https://flatbuffers.dev/internals/>
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

Record: TypeAlias = "dict[str, Any]"
"""A table by its schema's names; what the file leaves out has its default, or is not there."""

SPARE = 1 << 16
"""What may be visited beyond twice the size of the file: many offsets may lead to one table."""

_UNION_ENUMS = {
    "Details": "QuantizationDetails",
    "ArraySegments": "SparseIndexVector",
    "ArrayIndices": "SparseIndexVector",
}
"""Fields that are a union of another name than theirs."""

_FORMATS = {
    "BoolFlags": "?",
    "Uint8Flags": "B",
    "Uint16Flags": "H",
    "Uint32Flags": "I",
    "Uint64Flags": "Q",
    "Int8Flags": "b",
    "Int16Flags": "h",
    "Int32Flags": "i",
    "Int64Flags": "q",
    "Float32Flags": "f",
    "Float64Flags": "d",
}


class FlatError(Exception):
    """The bytes are no such file: truncated, or something else altogether."""


# --- The schema ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slot:
    """A field of a table: a number, `string`, `table` or `union`, or a vector of one of these."""

    name: str
    vtable_offset: int
    kind: str
    """A format of `struct`, or one of the words above."""
    vector: bool
    default: Any
    table: Any = None
    """The class of a table."""
    accessor: str = ""

    @property
    def size(self) -> int:
        """Bytes that it takes in its table."""
        return struct.calcsize(f"<{self.kind}") if self.is_number and not self.vector else 4

    @property
    def is_number(self) -> bool:
        return len(self.kind) == 1


@dataclass
class _Probe:
    """A table that notes what it is asked first; every field is there, or none is."""

    present: bool
    slot: int = 0
    kind: str = ""
    vector: bool = False
    Pos: int = 0
    Bytes: bytes = b""

    def Offset(self, slot: int) -> int:
        self.slot = self.slot or slot
        return int(self.present)

    def Get(self, flags: Any, at: int) -> int:
        self.kind = self.kind or _FORMATS[flags.__name__]
        return 0

    def String(self, at: int) -> bytes:
        self.kind = "string"
        return b""

    def Vector(self, at: int) -> int:
        self.vector = True
        return 0

    def Indirect(self, at: int) -> int:
        self.kind = "table"
        return 0

    def Union(self, table: Any, at: int) -> None:
        self.kind = "union"


@cache
def slots(cls: Any) -> tuple[Slot, ...]:
    """The fields of a generated class, in the order of the schema."""
    found = (_slot(cls, name) for name in _accessors(cls))
    return tuple(sorted(found, key=lambda slot: slot.vtable_offset))


def _accessors(cls: Any) -> Iterator[str]:
    names = {name for name, value in members(cls).items() if callable(value)} - {"Init"}
    for name in names:
        stem = re.sub(r"(AsNumpy|Length|IsNone)$", "", name)
        if not (stem != name and stem in names) and not name.startswith("_"):
            yield name


def _slot(cls: Any, accessor: str) -> Slot:
    full, empty = _Probe(present=True), _Probe(present=False)
    made, default = _ask(cls, accessor, full), _ask(cls, accessor, empty)
    return Slot(
        name=schema_name(accessor),
        vtable_offset=full.slot,
        kind=full.kind,
        vector=full.vector,
        default=default if len(full.kind) == 1 and not full.vector else None,
        table=type(made) if full.kind == "table" else None,
        accessor=accessor,
    )


def _ask(cls: Any, accessor: str, probe: _Probe) -> Any:
    table = cls()
    table._tab = probe
    function = members(cls)[accessor]
    return function(table, 0) if function.__code__.co_argcount == 2 else function(table)


def members(cls: object) -> dict[str, Any]:
    """What a generated class holds by name."""
    return dict(vars(cls))


def schema_name(accessor: str) -> str:
    """`DilationWFactor` is `dilation_w_factor` in the schema."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", accessor).lower()


# --- The bytes ----------------------------------------------------------------------------------

_INT32 = struct.Struct("<i")
_UINT32 = struct.Struct("<I")
_VTABLE = struct.Struct("<HH")


@dataclass
class FlatReader:
    """
    Reads a file into records. Vectors of bytes are slices of the file, other vectors of numbers are
    tuples. `schema` maps the name of a class or enumeration to it.
    """

    view: memoryview
    schema: Callable[[str], Any]
    work: int = 0
    _layouts: dict[tuple[int, Any], tuple[int, list[tuple[Slot, int]]]] = field(
        default_factory=lambda: dict[tuple[int, Any], tuple[int, list[tuple[Slot, int]]]]()
    )

    def root(self, cls: Any, identifier: bytes) -> Record:
        """The record that the file is; raises `FlatError`."""
        if len(self.view) < 8 or bytes(self.view[4:8]) != identifier:
            raise FlatError(f"bytes 4 to 8 are not '{identifier.decode()}'")
        return self.table(self.offset(0), cls)

    def spend(self, amount: int) -> None:
        self.work += amount
        if self.work > 2 * len(self.view) + SPARE:
            raise FlatError("its offsets lead to the same bytes again and again")

    def check(self, at: int, size: int, what: str) -> None:
        if at < 0 or size < 0 or at + size > len(self.view):
            raise FlatError(f"{what} is at bytes {at} to {at + size} of {len(self.view)}")

    def offset(self, at: int) -> int:
        """Where the offset stored at a place leads to."""
        self.check(at, 4, "an offset")
        return at + _UINT32.unpack_from(self.view, at)[0]

    def table(self, at: int, cls: Any) -> Record:
        self.check(at, 4, "a table")
        size, fields = self.layout(at - _INT32.unpack_from(self.view, at)[0], cls)
        self.check(at, size, "a table")
        self.spend(size)
        record: Record = {s.name: s.default for s in slots(cls) if s.default is not None}
        unions: list[tuple[Slot, int]] = []
        for slot, where in fields:
            if slot.kind == "union":
                unions.append((slot, at + where))
            elif slot.kind != "":
                record[slot.name] = self.field(at + where, slot)
        for slot, where in unions:
            self.union(record, slot, where)
        return record

    def layout(self, at: int, cls: Any) -> tuple[int, list[tuple[Slot, int]]]:
        """Of a vtable: how large its tables are, and where the fields that they have stand."""
        known = self._layouts.get((at, cls))
        if known is not None:
            return known
        self.check(at, 4, "a vtable")
        length, size = _VTABLE.unpack_from(self.view, at)
        if length < 4 or length % 2 or size < 4:
            raise FlatError(f"the vtable at byte {at} has {length} bytes for a table of {size}")
        self.check(at, length, "a vtable")
        found: list[tuple[Slot, int]] = []
        for slot in slots(cls):
            if slot.vtable_offset + 2 > length:
                continue
            where = int.from_bytes(self.view[at + slot.vtable_offset :][:2], "little")
            if where and (where < 4 or where + slot.size > size):
                raise FlatError(f"'{slot.name}' stands at byte {where} of a table of {size}")
            if where:
                found.append((slot, where))
        self._layouts[at, cls] = size, found
        return size, found

    def field(self, at: int, slot: Slot) -> Any:
        if slot.vector:
            return self.vector(self.offset(at), slot)
        if slot.is_number:
            return struct.unpack_from(f"<{slot.kind}", self.view, at)[0]
        if slot.kind == "string":
            return self.string(self.offset(at))
        return self.table(self.offset(at), slot.table)

    def string(self, at: int) -> str:
        count = self.count(at, 1, "a string")
        self.spend(4 + count)
        return bytes(self.view[at + 4 : at + 4 + count]).decode("utf-8", "backslashreplace")

    def count(self, at: int, size: int, what: str) -> int:
        """The number of elements of a vector, which lies in the file."""
        self.check(at, 4, what)
        count = _UINT32.unpack_from(self.view, at)[0]
        self.check(at + 4, count * size, what)
        return count

    def vector(self, at: int, slot: Slot) -> Any:
        size = struct.calcsize(f"<{slot.kind}") if slot.is_number else 4
        count = self.count(at, size, f"'{slot.name}'")
        start, end = at + 4, at + 4 + count * size
        if slot.kind == "B":
            self.spend(4)
            return self.view[start:end]
        self.spend(4 + count * size)
        if slot.is_number:
            return struct.unpack(f"<{count}{slot.kind}", self.view[start:end])
        places = map(self.offset, range(start, end, 4))
        if slot.kind == "string":
            return [self.string(place) for place in places]
        return [self.table(place, slot.table) for place in places]

    def union(self, record: Record, slot: Slot, at: int) -> None:
        """Adds the member that is there; its class stands as `<name>_type`."""
        enum = self.schema(_UNION_ENUMS.get(slot.accessor, slot.accessor))
        number = record.get(f"{slot.name}_type", 0)
        if not number:
            return
        member = next((n for n, v in members(enum).items() if v == number and n[0] != "_"), None)
        if member is None:
            raise FlatError(f"'{slot.name}' has the unknown type {number}")
        record[f"{slot.name}_type"] = member
        record[slot.name] = self.table(self.offset(at), self.schema(member))
