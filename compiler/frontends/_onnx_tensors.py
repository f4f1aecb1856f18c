"""Tensors of an ONNX file as `Elements`, their bytes staying in the file.

Raw data are ranges of the file that the wire scan found, or of a file beside it; both are mapped.
Elements narrower than a byte are packed there, and take a byte each here.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Iterable, Sequence
from math import prod
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from ...dialects.onnx import ELEMENT_TYPES, SparseAttr
from ..element_types import STRING, bit_width, numpy_dtype
from ..weights import Elements

Tensor: TypeAlias = TensorType[Attribute]

_EXTERNAL = 1  # TensorProto.EXTERNAL
# The typed field of an element type; all others are in `int32_data`.
_FIELDS = {
    "f32": "float_data",
    "complex<f32>": "float_data",
    "f64": "double_data",
    "complex<f64>": "double_data",
    "i64": "int64_data",
    "ui32": "uint64_data",
    "ui64": "uint64_data",
}


def string(value: str | bytes) -> str:
    """Text of a protobuf field, which gives bytes where they are no UTF-8."""
    return value if isinstance(value, str) else value.decode("utf-8", "backslashreplace")


class TensorError(Exception):
    """What is wrong with a tensor, to be read after its name."""


def map_file(file: Any) -> memoryview | None:
    """The content of an open regular file, mapped; None for a pipe and the like."""
    try:
        number: int = file.fileno()
    except (AttributeError, OSError):
        return None
    status = os.fstat(number)
    if not stat.S_ISREG(status.st_mode):
        return None
    if status.st_size == 0:
        return memoryview(b"")
    return memoryview(mmap.mmap(number, 0, access=mmap.ACCESS_READ))


class TensorReader:
    """Reads the tensors of one model."""

    def __init__(
        self, view: memoryview, ranges: Sequence[tuple[int, int]], folder: Path | None
    ) -> None:
        self._view = view
        self._ranges = ranges
        self._folder = folder
        self._files: dict[str, memoryview] = {}

    def dense(self, proto: Any, key: str) -> Elements:
        """The elements of a TensorProto; raises `TensorError`."""
        type_ = _type_of(proto)
        if proto.HasField("segment"):
            raise TensorError("is one segment of a tensor, which ONNX never defined")
        if proto.data_location == _EXTERNAL:
            return self._raw(self._external(proto.external_data, _packed_size(type_)), type_, key)
        if proto.HasField("raw_data"):
            begin, end = self._ranges[int.from_bytes(proto.raw_data, "little")]
            return self._raw(self._view[begin:end], type_, key)
        if type_.element_type == STRING:
            return _strings(proto.string_data, type_, key)
        return _typed(proto, type_, key)

    def sparse(self, proto: Any, key: str) -> SparseAttr:
        """The elements of a SparseTensorProto; raises `TensorError`."""
        values = self.dense(proto.values, key)
        indices = self.dense(proto.indices, f"{key}.indices" if key else "")
        dims = tuple(proto.dims)
        _check_dims(dims)
        stored = values.type.get_shape()
        if len(stored) != 1:
            raise TensorError(f"has sparse values of the type {values.type}; a list is wanted")
        if indices.type.get_shape() not in ((stored[0],), (stored[0], len(dims))):
            raise TensorError(
                f"has {stored[0]} sparse values, but indices of the type {indices.type}"
            )
        return SparseAttr(TensorType(values.type.element_type, dims), values, indices)

    def _raw(self, data: memoryview, type_: Tensor, key: str) -> Elements:
        if type_.element_type == STRING:
            raise TensorError("holds strings as raw data")
        wanted = _packed_size(type_)
        if len(data) != wanted:
            raise TensorError(f"has {len(data)} bytes of data, but {type_} takes {wanted}")
        if 1 < bit_width(type_.element_type) < 8:
            return _narrow(data, type_, key)
        return _elements(data, type_, key)

    def _external(self, entries: Any, wanted: int) -> memoryview:
        found = {string(entry.key): string(entry.value) for entry in entries}
        data = self._file(found.get("location", ""))
        offset = _size(found.get("offset", "0"), "offset")
        length = _size(found["length"], "length") if "length" in found else wanted
        if offset + length > len(data):
            raise TensorError(
                f"lies in bytes {offset} to {offset + length} of {found['location']!r}, "
                f"which has {len(data)}"
            )
        return data[offset : offset + length]

    def _file(self, location: str) -> memoryview:
        if location not in self._files:
            self._files[location] = self._open(location)
        return self._files[location]

    def _open(self, location: str) -> memoryview:
        if self._folder is None:
            raise TensorError(
                f"lies in the file {location!r}, which cannot be found when a model comes from a "
                "pipe"
            )
        named = PurePosixPath(location)
        if not location or named.is_absolute() or ".." in named.parts or "\\" in location:
            raise TensorError(f"lies outside of the model's folder: {location!r}")
        try:
            folder = self._folder.resolve(strict=True)
            path = (folder / location).resolve(strict=True)
            if not path.is_relative_to(folder):
                raise TensorError(f"lies outside of the model's folder: {location!r}")
            return _open_regular(path, location)
        except (OSError, ValueError) as e:
            reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
            raise TensorError(f"lies in the file {location!r}: {reason}") from None


def _open_regular(path: Path, location: str) -> memoryview:
    # Without O_NONBLOCK, opening a named pipe would wait for its writer.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb") as file:
        data = map_file(file)
    if data is None:
        raise TensorError(f"lies in {location!r}, which is no regular file")
    return data


def _size(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise TensorError(f"has the {what} {text!r}, which is no size")
    return int(text)


def _check_dims(dims: Iterable[int]) -> None:
    for dim in dims:
        if dim < 0:
            raise TensorError(f"has the dimension {dim}")


def _type_of(proto: Any) -> Tensor:
    element = ELEMENT_TYPES.get(proto.data_type)
    if element is None:
        raise TensorError(f"has the unknown element type {proto.data_type}")
    dims = tuple(proto.dims)
    _check_dims(dims)
    return TensorType(element, dims)


def _packed_size(type_: Tensor) -> int:
    """Bytes of raw data: narrow elements are packed without gaps, booleans are not."""
    width = bit_width(type_.element_type)
    return (prod(type_.get_shape()) * (8 if width == 1 else width) + 7) // 8


def _elements(data: memoryview | bytes, type_: Tensor, key: str) -> Elements:
    import numpy as np

    array: Any = np.frombuffer(data, numpy_dtype(np, type_.element_type))
    return _shaped(array, type_, key)


def _shaped(array: Any, type_: Tensor, key: str) -> Elements:
    try:
        return Elements.of(array.reshape(type_.get_shape()), type_, key)
    except ValueError as e:  # more dimensions than numpy has, or too large ones beside a zero
        raise TensorError(f"has a shape that no array can have: {e}") from None


def _narrow(data: memoryview, type_: Tensor, key: str) -> Elements:
    """Elements of 2, 4 or 6 bits, the first in the low bits of a byte."""
    import numpy as np

    width = bit_width(type_.element_type)
    count = prod(type_.get_shape())
    raw: Any = np.frombuffer(data, np.uint8)
    if 8 % width:  # elements lie across bytes
        bits: Any = np.unpackbits(raw, count=count * width, bitorder="little")
        codes: Any = np.packbits(bits.reshape(count, width), axis=1, bitorder="little")
    else:
        shifts: Any = np.arange(0, 8, width, dtype=np.uint8)
        codes = (raw[:, None] >> shifts) & np.uint8((1 << width) - 1)
    codes = codes.reshape(-1)[:count]
    if str(type_.element_type).startswith("i"):
        sign = 1 << (width - 1)
        codes = (codes ^ np.uint8(sign)) - np.uint8(sign)
    array: Any = codes.view(numpy_dtype(np, type_.element_type))
    return _shaped(array, type_, key)


def _typed(proto: Any, type_: Tensor, key: str) -> Elements:
    import numpy as np

    element = type_.element_type
    field = _FIELDS.get(str(element), "int32_data")
    given = getattr(proto, field)
    count = prod(type_.get_shape())
    width = bit_width(element)
    if 1 < width < 8:  # packed as raw data are, a byte an entry; 6 bits are not packed
        wanted = count if width == 6 else _packed_size(type_)
        _check_count(len(given), wanted, field, type_)
        codes: Any = np.array(given, np.int32).astype(np.uint8)
        if width != 6:
            return _narrow(memoryview(codes.tobytes()), type_, key)
        codes = (codes & 0x3F).view(numpy_dtype(np, element))
        return _shaped(codes, type_, key)
    parts = 2 if field in ("float_data", "double_data") and str(element)[0] == "c" else 1
    _check_count(len(given), count * parts, field, type_)
    stored = {"int32_data": np.int32, "uint64_data": np.uint64, "int64_data": np.int64}.get(
        field, np.float32 if field == "float_data" else np.float64
    )
    array: Any = np.array(given, stored)
    return _shaped(_typed_array(np, array, element), type_, key)


def _typed_array(np: Any, array: Any, element: Attribute) -> Any:
    """Numbers of a typed field in their own type; floats of 16 bits and less are their codes."""
    dtype: Any = numpy_dtype(np, element)
    if str(element)[0] == "c":
        return array.view(dtype)
    if array.dtype == np.int32 and not str(element).startswith(("i", "ui")):
        return array.astype(f"u{dtype.itemsize}").view(dtype)
    return array.astype(dtype)


def _check_count(given: int, wanted: int, field: str, type_: Tensor) -> None:
    if given != wanted:
        raise TensorError(f"has {given} entries of {field}, but {type_} takes {wanted}")


def _strings(given: Any, type_: Tensor, key: str) -> Elements:
    _check_count(len(given), prod(type_.get_shape()), "string_data", type_)
    return Elements.of_bytes(tuple(given), type_, key)
