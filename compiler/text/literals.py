"""
What the literals of a tensor mean at its element type.

As MLIR reads them: a hexadecimal number is the bits of a float, a signless integer may be written
as its unsigned pattern, `true` and `false` belong to `i1`. Literals are Python's bool, int and
float, text for hexadecimal numbers (`"-0x1F"`), bytes for strings, pairs for complex numbers.
"""

from binascii import unhexlify
from typing import Any

from xdsl.dialects.builtin import Signedness, i1
from xdsl.ir import Attribute

from .. import element_types


class LiteralError(ValueError):
    """A literal does not fit its type; the message says why."""


def data_of(element: Attribute, literals: list[Any]) -> Any:
    """The bytes of literals, or the tuple of them for strings."""
    if element == element_types.STRING:
        if not all(isinstance(v, bytes) for v in literals):
            raise LiteralError("expected string literal")
        return tuple(literals)
    if (part := element_types.part_of_complex(element)) is not None:
        if not all(isinstance(v, tuple) for v in literals):
            raise LiteralError("expected complex literal '(real, imaginary)'")
        return data_of(part, [number for pair in literals for number in pair])
    try:
        if element_types.is_float(element):
            return _floats(element, literals)
        return element_types.pack(element, [_integer(element, v) for v in literals])
    except TypeError as e:
        raise LiteralError(str(e)) from None


def _floats(element: Attribute, literals: list[Any]) -> bytes:
    if all(isinstance(v, float) for v in literals):
        return element_types.pack(element, literals)
    return b"".join(_float(element, v) for v in literals)


def _float(element: Attribute, literal: Any) -> bytes:
    if isinstance(literal, float):
        return element_types.pack(element, [literal])
    if isinstance(literal, str):
        return float_of_bits(element, literal)
    if isinstance(literal, int) and not isinstance(literal, bool):
        raise LiteralError("unexpected decimal integer literal for a floating point value")
    raise LiteralError("expected floating point literal")


def float_of_bits(element: Attribute, literal: str) -> bytes:
    """The float that a hexadecimal literal spells."""
    if literal.startswith("-"):
        raise LiteralError("hexadecimal float literal should not have a leading minus")
    bits = int(literal, 16)
    if bits >> element_types.bit_width(element):
        raise LiteralError("hexadecimal float constant out of range for type")
    return bits.to_bytes(element_types.byte_size(element), "little")


def _integer(element: Attribute, literal: Any) -> int:
    if isinstance(literal, float):
        raise LiteralError("expected integer elements, but parsed floating-point")
    if isinstance(literal, bytes | tuple):
        raise LiteralError("expected integer literal")
    if isinstance(literal, bool) and element != i1:
        raise LiteralError("expected i1 type for 'true' or 'false' values")
    value = int(literal, 16) if isinstance(literal, str) else int(literal)
    half = 1 << element_types.bit_width(element) >> 1
    low = 0 if element_types.is_unsigned(element) else -half
    high = 2 * half if element_types.is_unsigned(element) or _is_signless(element) else half
    if not low <= value < high:
        raise LiteralError("integer constant out of range for type")
    if element == i1:
        return value & 1
    return value - 2 * half if low and value >= half else value


def _is_signless(element: Attribute) -> bool:
    integer = element_types.as_integer(element)
    return integer is not None and integer.signedness.data == Signedness.SIGNLESS


def bytes_of_hex(text: str) -> bytes | None:
    """The bytes of `0x` and pairs of digits; None for other text."""
    if not text.startswith("0x") or not text.isascii():
        return None
    try:
        return unhexlify(text[2:])
    except ValueError:
        return None


def data_of_hex(element: Attribute, text: str, count: int) -> bytes:
    """The bytes of `count` elements, or of the one that all are."""
    data = bytes_of_hex(text)
    if data is None:
        raise LiteralError("expected string containing hex digits starting with `0x`")
    if element == i1 and data in (b"\xff", b"\0"):
        return bytes([data[0] & 1])
    found = data_of_blob(element, data, count)
    if found is not None:
        return found
    size = element_types.byte_size(element)
    if size and len(data) == size:
        return element_types.canonical(element, data)
    raise LiteralError(
        f"elements hex data size is invalid for provided type: {len(data)} bytes, "
        f"not {size * count}"
    )


def data_of_blob(element: Attribute, data: Any, count: int) -> Any:
    """The bytes of `count` elements as memory has them; None where they are another number."""
    if element == i1 and len(data) == (count + 7) // 8:  # MLIR packs booleans, eight a byte
        return bytes(data[i // 8] >> (i % 8) & 1 for i in range(count))
    size = element_types.byte_size(element)
    return element_types.canonical(element, data) if len(data) == size * count else None


def strings_of_blob(data: Any, count: int) -> tuple[bytes, ...] | None:
    """`count` strings, each with its length before it in 8 bytes; None where they are others."""
    strings: list[bytes] = []
    at = 0
    while at + 8 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 8], "little")
        if end > len(data):
            return None
        strings.append(bytes(data[at + 8 : end]))
        at = end
    return tuple(strings) if at == len(data) and len(strings) == count else None
