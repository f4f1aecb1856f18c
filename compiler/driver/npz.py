"""
Arrays by name in `.npz` files, without Python objects: no pickle is read or written.

A `/` of a name is written `|`, as other tools unpack these files. Strings are text where all are
UTF-8, and bytes otherwise; element types that numpy lacks are raw bytes.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile

from .diagnostics import Place, fail
from .outputs import write_to

Arrays: TypeAlias = dict[str, Any]


def load(np: Any, path: str) -> Arrays:
    """The arrays of a file; `Diagnosed` where it is none, or holds Python objects."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {key: file[key] for key in file.files}
    except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError):
        fail(Place(path), "is no .npz file of plain arrays")


def find(stored: Mapping[str, Any], names: Iterable[str]) -> Arrays:
    """The arrays of these names, as far as they are there."""
    found: Arrays = {}
    for name in names:
        key = name if name in stored else _key(name)
        if key in stored:
            found[name] = stored[key]
    return found


def save(np: Any, path: str, arrays: Mapping[str, Any]) -> None:
    """Writes a file, which is replaced only when all is written."""

    def write(stage: Path) -> None:
        with ZipFile(stage, "w") as file:
            for name, array in arrays.items():
                with file.open(f"{_key(name)}.npy", "w", force_zip64=True) as entry:
                    np.lib.format.write_array(entry, plain(np, array), allow_pickle=False)

    write_to(path, write)


def _key(name: str) -> str:
    return name.replace("/", "|")


def plain(np: Any, array: Any) -> Any:
    """An array of strings as one of text or bytes; any other as it is."""
    if array.dtype.kind != "O":
        return array
    strings = [v if isinstance(v, bytes) else str(v).encode() for v in array.ravel()]
    try:
        flat = np.array([string.decode() for string in strings], "U")
    except UnicodeDecodeError:
        flat = np.array(strings, "S")
    return flat.reshape(array.shape)


def as_dtype(np: Any, array: Any, dtype: Any) -> Any:
    """What a file or another runtime has of an array of this dtype; others as they are."""
    if dtype.kind == "O" and array.dtype.kind in "OUS":
        strings = [bytes(v) if isinstance(v, bytes) else str(v).encode() for v in array.ravel()]
        found = np.empty(len(strings), object)
        found[:] = strings
        return found.reshape(array.shape)
    if array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize:
        return array.view(dtype)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
