"""Tensors as attributes: the bytes stay where they are until somebody asks for numbers.

An `Elements` owns its bytes, or a slice of the file they are mapped from; nothing is global. So a
module carries exactly its own weights, wherever its operations move, and text of two modules in one
process never mixes. In text up to `INLINE` elements and splats are `dense<…>`; more are
`dense_resource<"key">`, their bytes beside the text (`m.safetensors`) or in its trailer.
"""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, BuiltinAttribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from . import element_types

INLINE = 64
"""The largest number of elements that text holds inline, unless all are equal."""

CHUNK = 1 << 20
"""Elements or bytes looked at at a time: what is mapped from a file is never copied whole."""


class Payload:
    """
    A tensor's type and bytes: row-major, little-endian, a whole number of bytes an element; one
    element alone where all are equal. `data` is None while the bytes are not there (elided text).

    Equal payloads have the same type and the same bytes, whatever their keys.
    """

    __slots__ = ("_array", "_data", "_hash", "key", "type")

    def __init__(
        self, type_: TensorType[Attribute], data: Any, key: str = "", array: Any = None
    ) -> None:
        self.type = type_
        self.key = key
        self._data: Any = data if data is None or self.count else data[:0]
        self._array = array
        self._hash: int | None = None

    @property
    def here(self) -> bool:
        return self._data is not None or self._array is not None

    @property
    def data(self) -> Any:
        """Bytes-like, or a tuple of byte strings for `!nn.string`."""
        if self._data is not None or self._array is None:
            return self._data
        if not self._array.flags.c_contiguous:
            return self._array.tobytes()  # not kept: it would double a large weight
        return memoryview(self._array.reshape(-1).view("u1"))

    def provide(self, data: Any) -> None:
        """Gives a payload read from text the bytes that came after it."""
        self._data = data
        self._hash = None

    @property
    def count(self) -> int:
        """Number of elements."""
        return prod(self.type.get_shape())

    @property
    def is_text(self) -> bool:
        """Whether the elements are strings."""
        return self.type.element_type == element_types.STRING

    @property
    def stored(self) -> int:
        """Number of elements that are stored."""
        if self._array is not None:
            return self.count
        return len(self._data) // (1 if self.is_text else self.element_size)

    @property
    def element_size(self) -> int:
        return element_types.byte_size(self.type.element_type)

    @property
    def splat(self) -> bool:
        """Whether one stored element stands for all."""
        return self.here and self._array is None and self.stored == 1 and self.count != 0

    def element(self, index: int) -> bytes:
        """The bytes of one stored element."""
        if self._array is not None:
            return self._array.flat[index : index + 1].tobytes()
        if self.is_text:
            return self._data[index]
        size = self.element_size
        return bytes(self._data[index * size : (index + 1) * size])

    def chunks(self) -> Iterator[bytes]:
        """The bytes in pieces; of strings, each with its length before it in 8 bytes."""
        if self.is_text:
            for string in self.data:
                yield len(string).to_bytes(8, "little") + string
            return
        data = memoryview(self.data)
        for start in range(0, len(data), CHUNK):
            yield bytes(data[start : start + CHUNK])

    def array(self, np: Any) -> Any:
        if not self.here:
            raise VerifyException(f"needs the bytes of '{self.key}', which the text does not have")
        if self._array is not None:
            return self._array
        shape = tuple(self.type.get_shape())
        dtype: Any = element_types.numpy_dtype(np, self.type.element_type)
        if self.is_text:
            flat: Any = np.array(self._data, dtype=object)
        else:
            flat = np.frombuffer(self._data, dtype)
        if self.splat:
            return np.broadcast_to(flat.reshape(()), shape)
        flat.flags.writeable = False
        return flat.reshape(shape)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Payload):
            return NotImplemented
        if self is other:
            return True
        return self.type == other.type and self.here == other.here and self._same_bytes(other)

    def _same_bytes(self, other: "Payload") -> bool:
        if not self.here:
            return self.key == other.key
        if self.stored != other.stored:  # one of the two is a splat
            splat, full = (self, other) if self.stored == 1 else (other, self)
            return full.repeats(splat.element(0))
        if self.is_text:
            return bool(self.data == other.data)
        return all(a == b for a, b in zip(self.chunks(), other.chunks(), strict=True))

    def repeats(self, element: bytes) -> bool:
        """Whether every stored element is this one."""
        if self.is_text:
            return all(string == element for string in self.data)
        whole = element * (CHUNK // len(element))
        return all(chunk == whole[: len(chunk)] for chunk in self.chunks())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.type, *self._sample()))
        return self._hash

    def _sample(self) -> Iterator[object]:
        """What tells most payloads apart: the first, middle and last element."""
        if not self.here:
            yield self.key
        elif self.count:
            last = self.stored - 1
            yield from (self.element(i) for i in (0, last // 2, last))

    def __repr__(self) -> str:
        return f"Payload({self.type}, key={self.key!r})"


@irdl_attr_definition
class Elements(Data[Payload], BuiltinAttribute):
    """The value of a tensor with static shape, of any element type."""

    name = "nn.elements"

    @classmethod
    def of(cls, array: Any, type: TensorType[Attribute] | None = None, key: str = "") -> "Elements":
        """
        The elements of a numpy array, which must not change afterwards; a view is kept as one.
        Raises `ValueError` where the array is not of the type.
        """
        import numpy as np

        array = np.asarray(array)
        if type is None:
            type = TensorType(element_types.element_type(np, array.dtype), array.shape)
        if type.element_type == element_types.STRING:
            return cls._of_strings(array, type, key)
        array = array.view()
        array.flags.writeable = False
        dtype = element_types.numpy_dtype(np, type.element_type)
        if not array.dtype.isnative:  # text and files are little-endian
            array = array.astype(array.dtype.newbyteorder("="))
        if (array.dtype, array.shape) != (dtype, tuple(type.get_shape())):
            raise ValueError(f"an array {array.dtype} {array.shape} is no {type}")
        if 0 < element_types.bit_width(type.element_type) < 8:
            array = _canonical(np, array, type.element_type)
        if array.size > 1 and _all_equal(np, array):
            return cls.of_bytes(array.reshape(-1)[:1].tobytes(), type, key)
        if array.size <= INLINE:
            return cls.of_bytes(array.tobytes(), type, key)
        return cls(Payload(type, None, key, array))

    @classmethod
    def _of_strings(cls, array: Any, type: TensorType[Attribute], key: str) -> "Elements":
        strings = tuple(v if isinstance(v, bytes) else str(v).encode() for v in array.ravel())
        if len(strings) > 1 and len(set(strings)) == 1:
            strings = strings[:1]
        return cls.of_bytes(strings, type, key)

    @classmethod
    def of_bytes(cls, data: Any, type: TensorType[Attribute], key: str = "") -> "Elements":
        """Of bytes as `Payload` stores them (which are kept, not copied)."""
        return cls(Payload(type, data, key))

    @property
    def type(self) -> TensorType[Attribute]:
        return self.data.type

    @property
    def key(self) -> str:
        return self.data.key

    @property
    def splat(self) -> bool:
        return self.data.splat

    @property
    def inline(self) -> bool:
        """Whether text holds the value itself."""
        return self.data.here and (self.data.count <= INLINE or self.splat)

    def array(self, np: Any) -> Any:
        """The value, read-only; a view of the file where it is mapped."""
        return self.data.array(np)

    def with_key(self, key: str) -> "Elements":
        return Elements(Payload(self.type, self.data._data, key, self.data._array))  # pyright: ignore[reportPrivateUsage]

    def print_builtin(self, printer: Printer) -> None:
        if self.inline:
            printer.print_string("dense<")
            _print_literal(printer, self)
        else:
            printer.print_string("dense_resource<")
            printer.print_string_literal(self.key)
        printer.print_string("> : ")
        printer.print_attribute(self.type)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Payload:
        raise NotImplementedError("the parser reads dense<…> itself")

    def print_parameter(self, printer: Printer) -> None:
        self.print_builtin(printer)


def as_elements(attribute: Attribute | None) -> Elements | None:
    """An attribute as `Elements`: ours, or xDSL's `dense` as its own parser makes it; else None."""
    if isinstance(attribute, Elements):
        return attribute
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return None
    type_: Attribute = cast(Any, attribute).type
    if not isinstance(type_, TensorType):
        return None
    ranked = cast("TensorType[Attribute]", type_)
    data = element_types.canonical(ranked.element_type, attribute.data.data)
    found = Elements.of_bytes(data, ranked)
    one = found.data.element(0) if found.data.stored > 1 else b""
    return Elements.of_bytes(one, found.type) if one and found.data.repeats(one) else found


def _canonical(np: Any, array: Any, element: Attribute) -> Any:
    """Arithmetic on numpy's small integers leaves the bits that they do not use undefined."""
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    found = element_types.canonical(element, data)
    return array if found is data else np.frombuffer(found, array.dtype).reshape(array.shape)


def _all_equal(np: Any, array: Any) -> bool:
    """Whether all elements have the same bits: −0 is not 0, a NaN equals itself."""
    first = array.reshape(-1)[:1] if array.flags.c_contiguous else array.flat[0:1]
    raw: Any = np.asarray(first).tobytes()
    if array.flat[array.size - 1].tobytes() != raw or array.flat[array.size // 2].tobytes() != raw:
        return False
    flat = np.ascontiguousarray(array).reshape(-1)
    word = flat.itemsize if flat.itemsize in (1, 2, 4, 8) else 1
    words = flat.view(f"u{word}").reshape(array.size, -1)
    parts = range(0, array.size, CHUNK)
    return all((words[i : i + CHUNK] == words[0]).all() for i in parts)


def _print_literal(printer: Printer, elements: Elements) -> None:
    from .text.printer import element_text

    payload = elements.data
    element = payload.type.element_type
    parts = [payload.element(i) for i in range(payload.stored)]
    if len(set(parts)) == 1:
        printer.print_string(element_text(parts[0], element))
    elif payload.count:
        texts = [element_text(part, element) for part in parts]
        _print_nested(printer, texts, list(payload.type.get_shape()))


def _print_nested(printer: Printer, texts: Sequence[str], shape: list[int]) -> None:
    if not shape:
        printer.print_string(texts[0])
        return
    step = len(texts) // shape[0]
    printer.print_string("[")
    for i in range(shape[0]):
        if i:
            printer.print_string(", ")
        _print_nested(printer, texts[i * step : (i + 1) * step], shape[1:])
    printer.print_string("]")
