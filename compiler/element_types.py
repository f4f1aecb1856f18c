"""Element types of tensors: MLIR's names, their numpy dtypes, their bytes.

Signless integers are signed, `ui8` and friends unsigned, `i1` is a boolean; strings are
`!nn.string`. In memory an element takes a whole number of bytes: `i4`, `i2`, `i1` and `f4E2M1FN`
take one.
"""

import struct
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
    f64,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition

_STRUCT_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
_FLOAT_FORMATS: dict[type[Attribute], str] = {Float16Type: "e", Float32Type: "f", Float64Type: "d"}
_NUMPY = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "complex<f32>": "complex64",
    "complex<f64>": "complex128",
    "index": "int64",
}
_ML_DTYPES = {
    "bf16": "bfloat16",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E5M2": "float8_e5m2",
    "f8E5M2FNUZ": "float8_e5m2fnuz",
    "f8E4M3": "float8_e4m3",
    "f8E3M4": "float8_e3m4",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E8M0FNU": "float8_e8m0fnu",
    "f4E2M1FN": "float4_e2m1fn",
    "f6E2M3FN": "float6_e2m3fn",
    "f6E3M2FN": "float6_e3m2fn",
    "i2": "int2",
    "i4": "int4",
    "ui2": "uint2",
    "ui4": "uint4",
}
_FROM_ML_DTYPES = {dtype: name for name, dtype in _ML_DTYPES.items()}


@irdl_attr_definition
class StringType(ParametrizedAttribute, TypeAttribute):
    """An element that is a byte string of any length, e.g. of `tensor<3x!nn.string>`."""

    name = "nn.string"


STRING = StringType()


@lru_cache(maxsize=64)
def type_name(element_type: Attribute) -> str:
    """MLIR's spelling: `f32`, `ui8`, `complex<f32>`."""
    return str(element_type)


def is_float(element_type: Attribute) -> bool:
    """Any floating-point type, the small ones included; complex is not."""
    return isinstance(element_type, AnyFloat)


def as_integer(element_type: Attribute) -> IntegerType | None:
    """An integer type as one, `i1` included; None of any other."""
    return cast(IntegerType, element_type) if isinstance(element_type, IntegerType) else None


def part_of_complex(element_type: Attribute) -> Attribute | None:
    """The type of the two parts of a complex type; None of any other."""
    if not isinstance(element_type, ComplexType):
        return None
    return cast("ComplexType[Any]", element_type).element_type


def is_integer(element_type: Attribute) -> bool:
    """Any integer, signed or not; `i1` is not."""
    integer = as_integer(element_type)
    return integer is not None and integer.width.data != 1


def is_unsigned(element_type: Attribute) -> bool:
    integer = as_integer(element_type)
    return integer is not None and integer.signedness.data == Signedness.UNSIGNED


def is_bool(element_type: Attribute) -> bool:
    return element_type == i1


def is_narrow_float(element_type: Attribute) -> bool:
    """A float of fewer bits than `f32`: computed in `f32` and rounded once."""
    return is_float(element_type) and not isinstance(element_type, Float32Type | Float64Type)


def bit_width(element_type: Attribute) -> int:
    """Bits of one element as the type says, of an index 64; 0 for strings."""
    if (part := part_of_complex(element_type)) is not None:
        return 2 * bit_width(part)
    if (integer := as_integer(element_type)) is not None:
        return integer.width.data
    if isinstance(element_type, AnyFloat):
        return element_type.bitwidth
    return 64 if isinstance(element_type, IndexType) else 0


def byte_size(element_type: Attribute) -> int:
    """Bytes of one element in memory; 0 for strings."""
    return (bit_width(element_type) + 7) // 8


def numpy_dtype(np: Any, element_type: Attribute) -> Any:
    """The numpy dtype of a type; `TypeError` for a type that no tensor here can have."""
    name = type_name(element_type)
    if element_type == i1:
        return np.dtype(np.bool_)
    if element_type == STRING:
        return np.dtype(object)
    if name in _NUMPY:
        return np.dtype(_NUMPY[name])
    if (integer := as_integer(element_type)) is not None and integer.width.data in (8, 16, 32, 64):
        letter = "u" if is_unsigned(element_type) else "i"
        return np.dtype(f"{letter}{integer.width.data // 8}")
    if name not in _ML_DTYPES:
        raise TypeError(f"no tensor can have the element type {name}")
    import ml_dtypes

    return np.dtype(getattr(ml_dtypes, _ML_DTYPES[name]))


def element_type(np: Any, dtype: Any) -> Attribute:
    """The element type of a numpy dtype; strings (`object`, `U`, `S`) are `!nn.string`."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return i1
    if dtype.kind in "OUST":
        return STRING
    if dtype.name in _FROM_ML_DTYPES:
        return _named(_FROM_ML_DTYPES[dtype.name])
    if dtype.kind == "i":
        return IntegerType(8 * dtype.itemsize)
    if dtype.kind == "u":
        return IntegerType(8 * dtype.itemsize, Signedness.UNSIGNED)
    if dtype.kind == "c":
        return ComplexType(f32 if dtype.itemsize == 8 else f64)
    floats = {"float16": f16, "float32": f32, "float64": f64}
    if dtype.name not in floats:
        raise TypeError(f"no element type for numpy's {dtype}")
    return floats[dtype.name]


def _named(name: str) -> Attribute:
    from xdsl.dialects import builtin

    if name == "bf16":
        return bf16
    if name.startswith("ui"):
        return IntegerType(int(name[2:]), Signedness.UNSIGNED)
    if name.startswith("i"):
        return IntegerType(int(name[1:]))
    cls: Any = getattr(builtin, f"Float{name[1:]}Type")
    return cls()


def pack(element_type: Attribute, values: list[Any]) -> bytes:
    """
    The bytes of Python numbers; a float too large becomes an infinity, as in IEEE 754, or what the
    type has instead. Integers out of range raise `OverflowError`, floats that have no numpy dtype
    `TypeError`.
    """
    if (part := part_of_complex(element_type)) is not None:
        return pack(part, [number for pair in values for number in pair])
    if element_type == i1:
        return bytes(bool(v) for v in values)
    if _is_integral(element_type):
        return _pack_integers(element_type, values)
    if (letter := _FLOAT_FORMATS.get(type(element_type))) is not None:
        return b"".join(_pack_float(letter, v) for v in values)
    import numpy as np

    dtype: Any = numpy_dtype(np, element_type)
    with np.errstate(over="ignore"):
        return bytes(_odd_f32(np, values).astype(dtype).tobytes())


def _odd_f32(np: Any, values: list[float]) -> Any:
    """
    Numbers as f32, an inexact one as the neighbour whose last bit is 1: rounding that to a narrower
    type gives what rounding the number itself would.
    """
    exact = np.array(values, np.float64)
    near = exact.astype(np.float32)
    bits = near.view(np.int32)
    even = (near != exact) & ~np.isnan(exact) & (bits & 1 == 0)
    return (
        (bits + even * np.where(np.abs(near) > np.abs(exact), -1, 1))
        .astype(np.int32)
        .view(np.float32)
    )


def _pack_float(letter: str, value: float) -> bytes:
    try:
        return struct.pack("<" + letter, value)
    except OverflowError:  # beyond the largest finite value: rounds to infinity
        return struct.pack("<" + letter, float("inf") if value > 0 else float("-inf"))


def _is_integral(element_type: Attribute) -> bool:
    return isinstance(element_type, IndexType | IntegerType)


def _integer_format(element_type: Attribute) -> str:
    """What `struct` calls an integer type; empty for one that it does not know."""
    letter = _STRUCT_FORMATS.get(8 * byte_size(element_type), "")
    return letter.upper() if is_unsigned(element_type) else letter


def _pack_integers(element_type: Attribute, values: list[int]) -> bytes:
    width = bit_width(element_type)
    unsigned = is_unsigned(element_type)
    low, high = (0, 1 << width) if unsigned else (-(1 << (width - 1)), 1 << (width - 1))
    for value in values:
        if not low <= value < high:
            raise OverflowError(f"an integer is out of the range of {type_name(element_type)}")
    if letter := _integer_format(element_type):
        return struct.pack(f"<{len(values)}{letter}", *values)
    size = byte_size(element_type)
    return b"".join(v.to_bytes(size, "little", signed=not unsigned) for v in values)


def _unpack_integers(element_type: Attribute, data: bytes) -> list[int]:
    size = byte_size(element_type)
    if letter := _integer_format(element_type):
        return list(struct.unpack(f"<{len(data) // size}{letter}", data))
    parts = (data[i : i + size] for i in range(0, len(data), size))
    signed = not is_unsigned(element_type)
    return [int.from_bytes(part, "little", signed=signed) for part in parts]


def unpack(element_type: Attribute, data: bytes) -> list[Any]:
    """The Python numbers of bytes; complex ones as pairs."""
    if (part := part_of_complex(element_type)) is not None:
        flat = unpack(part, data)
        return list(zip(flat[::2], flat[1::2], strict=True))
    if element_type == i1:
        return [bool(b) for b in data]
    if _is_integral(element_type):
        return _unpack_integers(element_type, data)
    if (letter := _FLOAT_FORMATS.get(type(element_type))) is not None:
        return list(struct.unpack(f"<{len(data) // struct.calcsize(letter)}{letter}", data))
    if isinstance(element_type, BFloat16Type):
        return [struct.unpack("<f", b"\0\0" + data[i : i + 2])[0] for i in range(0, len(data), 2)]
    import numpy as np

    dtype: Any = numpy_dtype(np, element_type)
    return [float(v) for v in np.frombuffer(data, dtype)]


@lru_cache(maxsize=64)
def _canonical_bytes(element_type: Attribute) -> bytes:
    """What each byte stands for where an element has fewer than 8 bits."""
    if element_type == i1:
        return bytes(bool(byte) for byte in range(256))
    width = bit_width(element_type)
    mask, sign = (1 << width) - 1, 1 << (width - 1)
    if not is_integer(element_type) or is_unsigned(element_type):
        return bytes(byte & mask for byte in range(256))
    return bytes(((byte & mask ^ sign) - sign) & 0xFF for byte in range(256))


def canonical(element_type: Attribute, data: Any) -> Any:
    """
    Bytes from outside as they are in memory here: of elements with fewer than 8 bits, the rest of
    the byte extends the sign or is 0. The same object where that is so already.
    """
    if not 0 < bit_width(element_type) < 8:
        return data
    table = _canonical_bytes(element_type)
    wrong = bytes(byte for byte in range(256) if table[byte] != byte)
    step = 1 << 20
    parts = (bytes(data[i : i + step]) for i in range(0, len(data), step))
    if all(len(part.translate(None, wrong)) == len(part) for part in parts):
        return data
    return bytes(data).translate(table)
