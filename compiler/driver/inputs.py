"""Where modules come from: text in parts, or a file that a frontend reads."""

import os
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .diagnostics import DRIVER, Diagnosed, Diagnostic, Place, listed

STDIN = "-"
TEXT = "mlir"
TEXT_EXTENSIONS = ("", "mlir", "txt", "tmp")


@dataclass(frozen=True)
class Source:
    """A file, or standard input."""

    file: str

    @property
    def name(self) -> str:
        """What messages call it."""
        return "<stdin>" if self.file == STDIN else self.file

    @property
    def extension(self) -> str:
        return "" if self.file == STDIN else Path(self.file).suffix.removeprefix(".")

    @contextmanager
    def open(self) -> Generator[BinaryIO, None, None]:
        if self.file == STDIN:
            yield sys.stdin.buffer
            return
        try:
            stream = open(self.file, "rb")
            if os.path.isdir(self.file):
                raise IsADirectoryError
        except OSError as e:
            reason = e.strerror or "Is a directory"
            message = f"cannot open input file '{self.file}': {reason}"
            raise Diagnosed(Diagnostic("error", DRIVER, message)) from None
        with stream:
            yield stream


def frontend_of(source: Source, wanted: str | None) -> Any:
    """The frontend for a file, by option or extension; None for text."""
    if wanted == TEXT:
        return None
    if wanted is not None:
        from .pipeline import build_frontend

        return build_frontend(wanted)
    name = source.extension.lower()
    if name in TEXT_EXTENSIONS:
        return None
    from .registry import FRONTENDS

    cls = FRONTENDS.get(name)
    return None if cls is None else cls()


def read_text(source: Source) -> str:
    """The text of a file, which must be UTF-8."""
    with source.open() as stream:
        data = stream.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        if source.extension not in TEXT_EXTENSIONS:
            from .registry import FRONTENDS

            known = listed([TEXT, *FRONTENDS.names()])
            message = (
                f"is no text, and no frontend is named for '.{source.extension}' files; "
                f"choose one with -f ({known})"
            )
            raise Diagnosed(Diagnostic("error", Place(source.name), message)) from None
        line = data.count(b"\n", 0, e.start) + 1
        column = e.start - data.rfind(b"\n", 0, e.start)
        place = Place(source.name, line, column)
        message = f"is not UTF-8 text: found the byte 0x{data[e.start]:02x}"
        raise Diagnosed(Diagnostic("error", place, message)) from None


def parts_of(text: str, marker: str | None) -> list[str]:
    """The parts between lines that are the marker; blank lines keep the line numbers right."""
    if not marker:
        return [text]
    line = re.compile(rf"^[ \t]*{re.escape(marker)}[ \t\r]*$", re.MULTILINE)
    parts, start = list[str](), 0
    lines = 0
    for found in line.finditer(text):
        parts.append("\n" * lines + text[start : found.start()])
        lines += text.count("\n", start, found.end())
        start = found.end()
    return [*parts, "\n" * lines + text[start:]]
