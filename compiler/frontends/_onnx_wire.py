"""
The protobuf wire format of an ONNX file, as far as it takes to keep weights out of protobuf.

Protobuf copies every byte field into memory of its own and refuses messages of 2 GiB. Here the
file is walked once, every `TensorProto.raw_data` is exchanged for a few bytes, and the rest, small
as it is, goes to or comes from protobuf. <https://protobuf.dev/programming-guides/encoding/>
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Buffer: TypeAlias = "bytes | memoryview"

# A kind of message: its length-delimited fields that lead to weights, by tag (number << 3 | 2).
Fields: TypeAlias = "dict[int, Fields]"


def _fields(**numbers: Fields) -> Fields:
    return {int(name[1:]) << 3 | 2: kind for name, kind in numbers.items()}


_RAW: Fields = {}
_TENSOR = _fields(_9=_RAW)  # raw_data
_SPARSE = _fields(_1=_TENSOR, _2=_TENSOR)  # values, indices
_ATTRIBUTE = _fields(_5=_TENSOR, _10=_TENSOR, _22=_SPARSE, _23=_SPARSE)  # t, tensors, sparse
_NODE = _fields(_5=_ATTRIBUTE)
_GRAPH = _fields(_1=_NODE, _5=_TENSOR, _15=_SPARSE)  # node, initializer, sparse_initializer
_ATTRIBUTE.update(_fields(_6=_GRAPH, _11=_GRAPH))  # g, graphs
_TRAINING = _fields(_1=_GRAPH, _2=_GRAPH)  # initialization, algorithm
_FUNCTION = _fields(_7=_NODE, _11=_ATTRIBUTE)  # node, attribute_proto
_MODEL = _fields(_7=_GRAPH, _20=_TRAINING, _25=_FUNCTION)

DEPTH = 100
"""Messages inside messages: protobuf's own limit when it reads."""


class WireError(Exception):
    """The bytes are no protobuf message: truncated, or something else altogether."""


def varint(value: int) -> bytes:
    """A non-negative number in base 128, least significant group first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_varint(view: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = view[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise WireError(f"a number at byte {at - 10} does not end")


class _Message:
    """An open message: where it ends, and what became of it so far."""

    __slots__ = ("begin", "end", "fields", "grown", "length_at", "slot")

    def __init__(self, fields: Fields, length_at: int, begin: int, end: int) -> None:
        self.fields = fields
        self.length_at = length_at
        self.begin = begin
        self.end = end
        self.slot = -1
        """Where its new length goes among the pieces; -1 while nothing in it has changed."""
        self.grown = 0


def splice(view: memoryview, swap: Callable[[int, int], Buffer]) -> list[Buffer]:
    """
    The model in `view`, in pieces, with the content `view[begin:end]` of every raw_data exchanged
    for `swap(begin, end)` and the lengths around it corrected.

    One pass, without recursion; raises `WireError` if a length does not fit into what holds it.
    """
    try:
        return _splice(view, swap)
    except IndexError:
        raise WireError(f"it ends in the middle of a field, after {len(view)} bytes") from None


def _splice(view: memoryview, swap: Callable[[int, int], Buffer]) -> list[Buffer]:
    pieces: list[Buffer] = []
    kept = 0  # all of `view` before it is in `pieces`
    at = 0
    end = len(view)
    fields = _MODEL
    message = _Message(fields, 0, 0, end)
    message.slot = 0
    around: list[_Message] = []
    while True:
        if at == end:
            if not around:
                break
            inner, message = message, around.pop()
            if inner.slot >= 0:
                length = varint(inner.end - inner.begin + inner.grown)
                pieces[inner.slot] = length
                message.grown += inner.grown + len(length) - (inner.begin - inner.length_at)
            fields, end = message.fields, message.end
            continue
        tag = view[at]
        at += 1
        if tag > 127:
            tag, at = _read_varint(view, at - 1)
        wire = tag & 7
        if wire == 2:
            length_at = at
            stop = view[at]
            at += 1
            if stop > 127:
                stop, at = _read_varint(view, at - 1)
            stop += at
            if stop > end:
                raise WireError(f"a field at byte {length_at} reaches beyond byte {end}")
            kind = fields.get(tag)
            if kind is None:
                at = stop
            elif kind is _RAW:
                for outer in (*around, message):
                    if outer.slot < 0:
                        pieces += (view[kept : outer.length_at], b"")
                        outer.slot = len(pieces) - 1
                        kept = outer.begin
                new = swap(at, stop)
                length = varint(len(new))
                pieces += (view[kept:length_at], length, new)
                message.grown += len(length) + len(new) - (stop - length_at)
                kept = at = stop
            elif len(around) == DEPTH:
                raise WireError(f"messages are nested deeper than {DEPTH}")
            else:
                around.append(message)
                message = _Message(kind, length_at, at, stop)
                fields, end = kind, stop
            continue
        if wire == 0:
            limit = at + 10
            while view[at] > 127:
                at += 1
                if at == limit:
                    raise WireError(f"a number at byte {limit - 10} does not end")
            at += 1
        elif wire == 1:
            at += 8
        elif wire == 5:
            at += 4
        else:
            raise WireError(f"wire type {wire} at byte {at - 1} is not in use")
        if at > end:
            raise WireError(f"a field reaches beyond byte {end}")
    pieces.append(view[kept:])
    return pieces


def scan(view: memoryview) -> tuple[bytes, list[tuple[int, int]]]:
    """
    A copy of the model in which every raw_data is 8 bytes, the little-endian index of its range
    `(begin, end)` of `view`, and these ranges.
    """
    ranges: list[tuple[int, int]] = []

    def swap(begin: int, end: int) -> bytes:
        ranges.append((begin, end))
        return index_bytes(len(ranges) - 1)

    return b"".join(splice(view, swap)), ranges


def fill(stripped: bytes, data: list[memoryview]) -> list[Buffer]:
    """The inverse of `scan`: the pieces of the model with `data[index]` for every index."""
    view = memoryview(stripped)
    return splice(view, lambda begin, end: data[int.from_bytes(view[begin:end], "little")])


def index_bytes(index: int) -> bytes:
    """What stands in a stripped model for the raw data number `index`."""
    return index.to_bytes(8, "little")
