"""Tensors as attributes: the bytes stay where they are until somebody asks for numbers.

An `Elements` owns its bytes, or a slice of the file they are mapped from; nothing is global. So a
module carries exactly its own weights, wherever its operations move, and text of two modules in one
process never mixes. In text up to `INLINE` elements and splats are `dense<…>`; more are
`dense_resource<"key">`, their bytes beside the text (`m.safetensors`) or in its trailer.
"""

from collections.abc import Sequence
from math import prod
from typing import Any

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
"""Elements that are compared at a time."""


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
        self._data = data
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
        self._data = memoryview(self._array.reshape(-1).view("u1"))
        return self._data

    def provide(self, data: Any) -> None:
        """Gives a payload read from text the bytes that came after it."""
        self._data = data
        self._hash = None

    @property
    def count(self) -> int:
        """Number of elements."""
        return prod(self.type.get_shape())

    @property
    def splat(self) -> bool:
        """Whether one stored element stands for all."""
        if not self.here or self._array is not None:
            return False
        stored = len(self._data)
        if self.type.element_type != element_types.STRING:
            stored //= element_types.byte_size(self.type.element_type)
        return stored == 1 and self.count != 0

    def array(self, np: Any) -> Any:
        if not self.here:
            raise VerifyException(f"the bytes of {self.key!r} are not in the text that was read")
        if self._array is not None:
            return self._array
        shape = tuple(self.type.get_shape())
        dtype: Any = element_types.numpy_dtype(np, self.type.element_type)
        if self.type.element_type == element_types.STRING:
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
        mine, theirs = self.data, other.data
        if mine is theirs:
            return True
        if isinstance(mine, tuple) or isinstance(theirs, tuple):
            return bool(mine == theirs)
        return len(mine) == len(theirs) and memoryview(mine) == memoryview(theirs)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.type, self._sample()))
        return self._hash

    def _sample(self) -> object:
        """The first bytes, without laying out a view."""
        if self._array is not None:
            return self._array.flat[:8].tobytes()
        if self._data is None or isinstance(self._data, tuple):
            return self._data
        size = element_types.byte_size(self.type.element_type)
        return bytes(self._data[:size] * 8 if self.splat else self._data[: 8 * size])

    def __repr__(self) -> str:
        return f"Payload({self.type}, key={self.key!r})"


@irdl_attr_definition
class Elements(Data[Payload], BuiltinAttribute):
    """The value of a tensor with static shape, of any element type."""

    name = "nn.elements"

    @classmethod
    def of(cls, array: Any, type: TensorType[Attribute] | None = None, key: str = "") -> "Elements":
        """The elements of a numpy array, which must not change afterwards; a view is kept as one."""
        import numpy as np

        array = np.asarray(array)
        if type is None:
            type = TensorType(element_types.element_type(np, array.dtype), array.shape)
        if type.element_type == element_types.STRING:
            strings = tuple(
                v if isinstance(v, bytes) else str(v).encode() for v in array.ravel().tolist()
            )
            return cls.of_bytes(strings, type, key)
        if array.dtype.name in ("int2", "int4", "uint2", "uint4"):
            # Arithmetic leaves the bits above undefined; stored is the number as a whole byte.
            whole = np.uint8 if array.dtype.name.startswith("u") else np.int8
            array = array.astype(whole).view(array.dtype)
        if element_types.bit_width(type.element_type) in (2, 4) and array.dtype.kind == "V":
            small = element_types.is_integer(type.element_type)
            array = array.astype(np.int8).view(array.dtype) if small else array
        if array.size > 1 and _all_equal(np, array):
            return cls.of_bytes(array.reshape(-1)[:1].tobytes(), type, key)
        if array.size <= INLINE:
            return cls.of_bytes(array.tobytes(), type, key)
        return cls(Payload(type, None, key, array))

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
    type_ = attribute.type
    if not isinstance(type_, TensorType):
        return None
    values: Any = attribute.get_values()
    return Elements.of_bytes(element_types.pack(type_.element_type, list(values)), type_)


def _all_equal(np: Any, array: Any) -> bool:
    """Whether all elements have the same bits: −0 is not 0, a NaN equals itself."""
    first = array.reshape(-1)[:1] if array.flags.c_contiguous else array.flat[0:1]
    raw: Any = np.asarray(first).tobytes()
    if array.flat[array.size - 1].tobytes() != raw or array.flat[array.size // 2].tobytes() != raw:
        return False
    flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, -1)
    parts = range(0, array.size, CHUNK)
    return all((flat[i : i + CHUNK] == flat[0]).all() for i in parts)


def _print_literal(printer: Printer, elements: Elements) -> None:
    payload = elements.data
    shape = list(payload.type.get_shape())
    element = payload.type.element_type
    data = payload.data
    values = list(data) if isinstance(data, tuple) else element_types.unpack(element, bytes(data))
    if payload.splat and payload.count > 0:
        _print_element(printer, values[0], element)
        return
    _print_nested(printer, values, shape, element)


def _print_nested(
    printer: Printer, values: Sequence[Any], shape: list[int], element: Attribute
) -> None:
    if 0 in shape:
        return
    if not shape:
        _print_element(printer, values[0], element)
        return
    step = len(values) // shape[0]
    printer.print_string("[")
    for i in range(shape[0]):
        if i:
            printer.print_string(", ")
        _print_nested(printer, values[i * step : (i + 1) * step], shape[1:], element)
    printer.print_string("]")


def _print_element(printer: Printer, value: Any, element: Attribute) -> None:
    from .text.printer import element_text

    printer.print_string(element_text(value, element))
