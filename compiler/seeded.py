"""Made-up tensors in place of a customer's weights: the same for the same key, on every machine.

Floats lie in (0, 1], which no square root, logarithm or division refuses; integers, booleans and
strings are 0 or 1, which are valid as indices wherever a dim has two elements. A shape, a dtype and
a key are all that they tell of the tensor that they stand for.
"""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from . import element_types
from .weights import Payload

MOST_BYTES = 1 << 33
"""Of all tensors of a text; what would need more is all ones, which takes no memory."""


def fill(payloads: Iterable[Payload]) -> None:
    """Gives payloads whose bytes are not there some that follow from their keys."""
    import numpy as np

    left = MOST_BYTES
    for payload in payloads:
        left -= payload.count * (8 if payload.is_text else payload.element_size)
        payload.provide(_numbers(np, payload, payload.count if left >= 0 else 1))


def _numbers(np: Any, payload: Payload, count: int) -> Any:
    """Raw bits of a generator are the same in every version of numpy; its distributions are not."""
    raw: Any = np.random.PCG64(crc32(payload.key.encode())).random_raw(count)
    ones = raw >> 63 if count == payload.count else np.ones(count, "u8")
    if payload.is_text:
        return tuple(str(bit).encode() for bit in ones)
    element = payload.type.element_type
    part = element_types.part_of_complex(element)
    dtype: Any = element_types.numpy_dtype(np, element)
    if part is None and not element_types.is_float(element):
        return ones.astype(dtype).tobytes()
    if count != payload.count:
        return ones.astype("f4").astype(dtype).tobytes()
    return (((raw >> 40) + 1) * 2.0**-24).astype(dtype).tobytes()
