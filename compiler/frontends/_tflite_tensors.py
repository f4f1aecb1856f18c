"""Tensors of a TFLite file as `Elements`, their bytes staying in the file."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType
from xdsl.ir import Attribute

from ..element_types import STRING, bit_width, numpy_dtype
from ..op import DYNAMIC
from ..weights import Elements

_BYTE = IntegerType(8, Signedness.UNSIGNED)


class TensorError(Exception):
    """What is wrong with a tensor, to be read after its name."""


def constant(data: memoryview, type_: Any, key: str, sparse: bool = False) -> Elements:
    """
    The elements of a buffer; of a sparse tensor the list of those that are stored. Raises
    `TensorError` where the bytes are not as many as the type takes.
    """
    element = type_.element_type
    if element == STRING:
        return _strings(data, type_, key)
    width = bit_width(element)
    if not width:
        raise TensorError(f"is constant, but of the type {type_}")
    if sparse:
        type_ = TensorType(element, (len(data) * 8 // (8 if width == 1 else width),))
    if DYNAMIC in type_.get_shape():
        raise TensorError(f"is constant, but of the open type {type_}")
    wanted = _size(type_)
    if len(data) != wanted:
        raise TensorError(f"has {len(data)} bytes of data, but {type_} takes {wanted}")
    import numpy as np

    array: Any = np.frombuffer(data, np.uint8)
    if width == 4:
        array = _nibbles(np, array, prod(type_.get_shape()))
    try:
        array = array.view(numpy_dtype(np, element)).reshape(type_.get_shape())
    except ValueError as e:  # more dimensions than numpy has, or too large ones beside a zero
        raise TensorError(f"has a shape that no array can have: {e}") from None
    return Elements.of(array, type_, key)


def _size(type_: Any) -> int:
    width = bit_width(type_.element_type)
    return (prod(type_.get_shape()) * (8 if width == 1 else width) + 7) // 8


def _nibbles(np: Any, array: Any, count: int) -> Any:
    """Signed elements of 4 bits, the first in the low ones of a byte."""
    codes = np.stack((array & 15, array >> 4), axis=1).reshape(-1)[:count]
    return (codes ^ np.uint8(8)) - np.uint8(8)


def _strings(data: memoryview, type_: Any, key: str) -> Elements:
    """Their number, where each begins and the last one ends, in 32 bits each; then all bytes."""
    count = prod(type_.get_shape())
    head = 4 * (count + 2)
    if len(data) < head or int.from_bytes(data[:4], "little") != count:
        raise TensorError(f"has {len(data)} bytes of data, which are not {type_}")
    bounds = list(data[4:head].cast("B").tobytes())
    ends = [int.from_bytes(bytes(bounds[i : i + 4]), "little") for i in range(0, 4 * count + 4, 4)]
    if ends[0] < head or ends[-1] > len(data) or ends != sorted(ends):
        raise TensorError("has strings that lie outside of its data")
    found = tuple(bytes(data[a:b]) for a, b in zip(ends, ends[1:], strict=False))
    return Elements.of_bytes(found, type_, key)


def bytes_attribute(data: memoryview, key: str) -> Elements:
    """Bytes as a list of `ui8`."""
    import numpy as np

    array: Any = np.frombuffer(data, np.uint8)
    return Elements.of(array, TensorType(_BYTE, (len(data),)), key)


def numbers_attribute(values: Sequence[Any], element: Attribute, key: str) -> Elements:
    """Numbers of a file as a list."""
    import numpy as np

    array: Any = np.array(values, numpy_dtype(np, element))
    return Elements.of(array, TensorType(element, array.shape), key)
