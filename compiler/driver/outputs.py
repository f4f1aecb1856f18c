"""Where results go: nothing is written over, and nothing is left behind, before all is well."""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, TextIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from .diagnostics import DRIVER, Diagnosed, Diagnostic
from .flags import Settings

if TYPE_CHECKING:
    from ..text.printer import Style

STDOUT = "-"


@contextmanager
def staged(path: Path) -> Generator[Path, None, None]:
    """
    A path of the same name in a folder of its own, beside `path`.

    All files that are there at the end take their places beside `path`, the main one last; after
    an exception none does. So a target may write several files under their final names, and the
    file being replaced may be the one that is still mapped.
    """
    path = Path(os.path.realpath(path))
    folder = Path(mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        yield folder / path.name
        made = [p for p in sorted(folder.rglob("*")) if not p.is_dir()]
        for file in sorted(made, key=lambda file: file == folder / path.name):
            place = path.parent / file.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(file, place)
    finally:
        rmtree(folder, ignore_errors=True)


def check_writable(name: str) -> None:
    """Fails early where the result could not be written after a long run."""
    if name == STDOUT:
        return
    path = Path(os.path.realpath(name))
    if path.is_dir():
        _refuse(name, "Is a directory")
    if not path.parent.is_dir():
        _refuse(name, "No such file or directory")
    if not os.access(path if _is_device(path) else path.parent, os.W_OK):
        _refuse(name, "Permission denied")


def _refuse(name: str, reason: str) -> None:
    message = f"cannot open output file '{name}': {reason}"
    raise Diagnosed(Diagnostic("error", DRIVER, message))


def _is_device(path: Path) -> bool:
    """Something that a file must not replace: /dev/null, a pipe."""
    return path.exists() and not path.is_file()


def write_to(name: str, write: Callable[[Path], None]) -> None:
    """Lets `write` make the file `name`, or give its bytes to standard output or a device."""
    path = Path(name)
    if name != STDOUT and not _is_device(path):
        with staged(path) as stage:
            write(stage)
        return
    folder = Path(mkdtemp(prefix="nn-opt."))
    try:
        write(folder / "out")
        files = [p for p in folder.rglob("*") if not p.is_dir()]
        if len(files) != 1:
            made = ", ".join(sorted(p.name for p in files)) or "nothing"
            raise Diagnosed(
                Diagnostic("error", DRIVER, f"the target writes {made}: choose a file with -o")
            )
        data = files[0].read_bytes()
        if name == STDOUT:
            _print_bytes(data)
        else:
            path.write_bytes(data)
    finally:
        rmtree(folder, ignore_errors=True)


def _print_bytes(data: bytes) -> None:
    if sys.stdout.isatty() and b"\0" in data:
        message = "the target writes bytes, no text for a terminal: choose a file with -o"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_target(target: Any, ctx: Context, module: ModuleOp, name: str) -> None:
    """Writes by a target: one of ours gets a path, one of xDSL's a stream of text."""

    def write(path: Path) -> None:
        if hasattr(target, "write"):
            target.write(ctx, module, path)
            return
        with open(path, "w", encoding="utf-8") as stream:
            target.emit(ctx, module, stream)

    if name == STDOUT and not hasattr(target, "write"):
        target.emit(ctx, module, sys.stdout)
        return
    write_to(name, write)


def write_text(
    modules: list[ModuleOp], name: str, style: "Style | None" = None, marker: str = "// -----"
) -> None:
    """Writes modules as text, the weights of a single one in a file beside it."""
    path = Path(name)
    if _is_device(path):
        with open(path, "w", encoding="utf-8") as stream:
            _write_all(modules, stream, style, None, marker)
        return
    with staged(path) as stage, open(stage, "w", encoding="utf-8") as stream:
        beside = stage.with_suffix(".safetensors") if len(modules) == 1 else None
        _write_all(modules, stream, style, beside, marker)


def _write_all(
    modules: list[ModuleOp],
    stream: TextIO,
    style: "Style | None",
    beside: Path | None,
    marker: str,
) -> None:
    from ..text.printer import print_module

    for i, module in enumerate(modules):
        stream.write(f"{marker}\n" if i else "")
        print_module(module, stream, style=style, sidecar=beside)


def print_text(module: ModuleOp, stream: TextIO, style: "Style | None" = None) -> bool:
    """Writes a module to a stream; whether large weights were left out, as on a terminal."""
    from ..text.printer import Printer, print_module

    if not stream.isatty():
        print_module(module, stream, style=style)
        return False
    printer = Printer(stream, style=style, elide=True)
    printer.print_op(module)
    stream.write("\n")
    return bool(printer.resources)


def style_of(settings: Settings) -> "Style":
    """How the command line wants text."""
    from ..text.printer import Style

    return Style(
        settings.print_op_generic,
        settings.print_debuginfo,
        settings.mlir_pretty_debuginfo,
        settings.mlir_use_nameloc_as_prefix,
        settings.mlir_print_value_users,
        settings.mlir_elide_elementsattrs_if_larger,
        settings.mlir_elide_resource_strings_if_larger,
        _most(settings.mlir_print_elementsattrs_with_hex_if_larger),
        settings.mlir_print_skip_regions,
        settings.mlir_print_unique_ssa_ids,
    )


def _most(count: int | None) -> int | None:
    """A limit of the command line, where -1 is none."""
    return None if count is None or count < 0 else count
