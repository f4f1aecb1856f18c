"""Tensors in a `.safetensors` file: a header of JSON, then bytes, which are mapped, not copied."""

import json
import mmap
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from .. import element_types
from ..weights import Payload

METADATA = "__metadata__"
"""What no tensor can be called."""
LONGEST_HEADER = 100_000_000
"""As the format's own library has it."""


class SidecarError(Exception):
    """The file beside the text cannot be used; the message says why."""


class Stored(NamedTuple):
    """A tensor as the file has it."""

    data: memoryview
    dtype: str
    shape: list[int]


def read_safetensors(folder: Path, name: str) -> dict[str, Stored]:
    """
    The tensors of `folder/name`.

    `name` must be a bare file name, so that text from outside reaches no other folder. Raises
    `SidecarError`.
    """
    if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
        raise SidecarError(f"weights file '{name}' must be a bare file name beside the text")
    path = folder / name
    if path.is_symlink() and path.resolve().parent != folder.resolve():
        raise SidecarError(f"weights file '{name}' is a link that leaves its folder")
    if path.exists() and not path.is_file():
        raise SidecarError(f"weights file '{name}' is no regular file")
    try:
        with open(path, "rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as e:
        raise SidecarError(f"cannot open weights file '{name}': {e.strerror}") from None
    except ValueError:
        raise SidecarError(f"weights file '{name}' is empty") from None
    return _tensors(view, name)


def _tensors(view: memoryview, name: str) -> dict[str, Stored]:
    size = struct.unpack_from("<Q", view)[0] if len(view) >= 8 else 0
    if not 0 < size <= min(len(view) - 8, LONGEST_HEADER):
        raise SidecarError(f"weights file '{name}' has no valid header")
    try:
        header: dict[str, Any] = json.loads(bytes(view[8 : 8 + size]))
        entries = [(k, v["dtype"], v["shape"], v["data_offsets"]) for k, v in _given(header)]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SidecarError(f"weights file '{name}' has no valid header") from None
    body = view[8 + size :]
    return {
        k: Stored(_slice(body, span, name, k), dtype, shape) for k, dtype, shape, span in entries
    }


def _given(header: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(key, entry) for key, entry in header.items() if key != METADATA]


def _slice(body: memoryview, span: Any, name: str, key: str) -> memoryview:
    match span:
        case [int(begin), int(end)] if 0 <= begin <= end <= len(body):
            return body[begin:end]
        case _:
            raise SidecarError(f"weights file '{name}' ends before the bytes of '{key}'")


# --- Writing ------------------------------------------------------------------------------------


SAFETENSORS_DTYPES = {
    "i1": "BOOL",
    "i8": "I8",
    "i16": "I16",
    "i32": "I32",
    "i64": "I64",
    "ui8": "U8",
    "ui16": "U16",
    "ui32": "U32",
    "ui64": "U64",
    "f16": "F16",
    "bf16": "BF16",
    "f32": "F32",
    "f64": "F64",
}


def write_safetensors(path: Path, resources: Mapping[str, Payload]) -> None:
    """
    Writes tensors to a `.safetensors` file: a temporary file first, then renamed, since the tensors
    may be mapped from the file that is there. Element types the format lacks are stored as `U8`.
    The widest elements come first, so that all are aligned where the file is mapped.
    """
    order = sorted(resources.items(), key=lambda item: -_alignment(item[1]))
    header: dict[str, Any] = {}
    offset = 0
    for key, payload in order:
        size = _stored_size(payload)
        dtype, shape = stored_as(payload.type, size)
        header[key] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    head = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    head += b" " * (-len(head) % 8)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.write(struct.pack("<Q", len(head)))
            file.write(head)
            for _, payload in order:
                file.writelines(payload.chunks())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def stored_as(type_: TensorType[Attribute], size: int) -> tuple[str, list[int]]:
    """The dtype and shape under which a file has a tensor that takes `size` bytes."""
    dtype = SAFETENSORS_DTYPES.get(element_types.type_name(type_.element_type))
    return ("U8", [size]) if dtype is None else (dtype, list(type_.get_shape()))


def _stored_size(payload: Payload) -> int:
    if payload.is_text:
        return sum(map(len, payload.chunks()))
    return payload.count * payload.element_size


def _alignment(payload: Payload) -> int:
    return payload.element_size & -payload.element_size
