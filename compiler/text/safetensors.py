"""Maps the tensors of a `.safetensors` file: a header of JSON, then bytes; nothing is copied."""

import json
import mmap
import struct
from pathlib import Path
from typing import Any


class SidecarError(Exception):
    """The file beside the text cannot be used; the message says why."""


def read_safetensors(folder: Path, name: str) -> dict[str, memoryview]:
    """
    The bytes of each tensor of `folder/name`.

    `name` must be a bare file name, so that text from outside reaches no other folder. Raises
    `SidecarError`.
    """
    if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
        raise SidecarError(f"weights file '{name}' must be a bare file name beside the text")
    path = folder / name
    if path.is_symlink() and path.resolve().parent != folder.resolve():
        raise SidecarError(f"weights file '{name}' is a link that leaves its folder")
    try:
        with open(path, "rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as e:
        raise SidecarError(f"cannot open weights file '{name}': {e.strerror}") from None
    except ValueError:
        raise SidecarError(f"weights file '{name}' is empty") from None
    return _tensors(view, name)


def _tensors(view: memoryview, name: str) -> dict[str, memoryview]:
    size = struct.unpack_from("<Q", view)[0] if len(view) >= 8 else 0
    if not 0 < size <= len(view) - 8:
        raise SidecarError(f"weights file '{name}' has no valid header")
    try:
        header: dict[str, Any] = json.loads(bytes(view[8 : 8 + size]))
        spans = {k: v["data_offsets"] for k, v in header.items() if k != "__metadata__"}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SidecarError(f"weights file '{name}' has no valid header") from None
    body = view[8 + size :]
    return {key: _slice(body, span, name, key) for key, span in spans.items()}


def _slice(body: memoryview, span: Any, name: str, key: str) -> memoryview:
    match span:
        case [int(begin), int(end)] if 0 <= begin <= end <= len(body):
            return body[begin:end]
        case _:
            raise SidecarError(f"weights file '{name}' ends before the bytes of '{key}'")
