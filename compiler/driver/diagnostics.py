"""What nn-opt tells its user: a severity, a place, one sentence, notes.

Passes and frontends call `error`, `warning` and `remark`, wherever they are; the engine in force
collects and shows what they say. A pass that has said `error` has failed, also without raising.
Without an engine, as in a notebook that calls a pass by hand, Python's warnings show it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NoReturn, TextIO, TypeAlias, cast

from xdsl.utils.exceptions import PassFailedException

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ArrayAttr
    from xdsl.ir import Attribute, Operation, SSAValue

Severity: TypeAlias = Literal["error", "warning", "remark", "note"]
LONGEST_LINE = 1000
"""A source line above this is shown around the place only: it may hold a megabyte of weights."""
AROUND = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file, or an operator of a model by name, or neither."""

    file: str = ""
    line: int = 0
    column: int = 0
    width: int = 1
    """The number of characters underlined."""
    name: str = ""

    def __str__(self) -> str:
        if self.line:
            return f"{self.file}:{self.line}:{self.column}"
        if self.file:
            return f"{self.file}:{self.name}" if self.name else self.file
        return "<unknown>:0"


NOWHERE = Place()
DRIVER = Place("nn-opt")
"""Of what is wrong before a file is open."""

Where: TypeAlias = "Operation | SSAValue | Attribute | Place | None"
"""An operation, a value, a location, or a place: all say where something is."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One sentence for the user, and notes that point at other places."""

    severity: Severity
    place: Place
    message: str
    notes: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        name = self.place.name if not self.place.file and not self.place.line else ""
        message = f'loc("{name}"): {self.message}' if name else self.message
        return f"{self.place}: {self.severity}: {message}"


class Diagnosed(PassFailedException):
    """Ends what cannot go on; carries what to tell, nothing if that has been told."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(map(str, diagnostics)) or "errors have been reported")
        self.diagnostics = diagnostics


def _no_texts() -> dict[str, str]:
    return {}


@dataclass(eq=False)
class Engine:
    """Collects diagnostics and hands each to `show`."""

    show: Callable[[Diagnostic], None] | None = None
    texts: dict[str, str] = field(default_factory=_no_texts)
    """The text of each file that was read, for the line under a diagnostic."""
    explain: bool = True
    """Whether notes that help but may surprise a test (`see current operation`) are wanted."""
    diagnostics: list[Diagnostic] = field(default_factory=lambda: list[Diagnostic]())
    errors: int = 0

    def report(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.append(diagnostic)
        self.errors += diagnostic.severity == "error"
        if self.show is not None:
            self.show(diagnostic)

    def report_all(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.report(diagnostic)

    def render(self, diagnostic: Diagnostic) -> str:
        """The lines of a diagnostic and its notes; each ends with a line break."""
        shown = [f"{diagnostic}\n{self.excerpt(diagnostic.place)}"]
        before = diagnostic.place
        for note in diagnostic.notes:
            shown.append(f"{note}\n{'' if note.place == before else self.excerpt(note.place)}")
            before = note.place
        return "".join(shown)

    def excerpt(self, place: Place) -> str:
        """The source line and a caret; empty if the text is not at hand."""
        text = self.texts.get(place.file) if place.line else None
        if text is None:
            return ""
        line, start = _line(text, place.line), max(0, place.column - 1)
        if len(line) > LONGEST_LINE:
            cut = max(0, start - AROUND)
            line, start = line[cut : start + AROUND], start - cut
        before = "".join("\t" if c == "\t" else " " for c in line[:start].ljust(start))
        under = "^" + "~" * (min(place.width, len(line) - start) - 1)
        return f"{line}\n{before}{under}\n"


def _line(text: str, number: int) -> str:
    start = 0
    for _ in range(number - 1):
        start = text.find("\n", start) + 1
        if not start:
            return ""
    end = text.find("\n", start)
    return text[start:] if end < 0 else text[start:end]


def printer(engine: Engine, stream: TextIO | None = None) -> Callable[[Diagnostic], None]:
    """A `show` that writes to the stream, standard error by default."""

    def show(diagnostic: Diagnostic) -> None:
        out = sys.stderr if stream is None else stream
        out.write(engine.render(diagnostic))

    return show


# --- Reporting from anywhere --------------------------------------------------------------------

_ENGINE: ContextVar[Engine | None] = ContextVar("engine", default=None)


@contextmanager
def using(engine: Engine) -> Generator[Engine, None, None]:
    """Lets `error`, `warning` and `remark` report to this engine."""
    token = _ENGINE.set(engine)
    try:
        yield engine
    finally:
        _ENGINE.reset(token)


def current() -> Engine | None:
    """The engine in force."""
    return _ENGINE.get()


def diagnostic(
    severity: Severity, where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()
) -> Diagnostic:
    """A diagnostic; each note says where and what."""
    shown = tuple(Diagnostic("note", place_of(w), text) for w, text in notes)
    return Diagnostic(severity, place_of(where), message, shown)


def emit(
    severity: Severity, where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()
) -> None:
    """Reports to the engine in force; without one, to Python's warnings or standard error."""
    told = diagnostic(severity, where, message, notes)
    engine = _ENGINE.get()
    if engine is not None:
        engine.report(told)
    elif severity in ("error", "warning"):
        from warnings import warn

        warn(str(told), stacklevel=3)
    else:
        print(told, file=sys.stderr)


def error(where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()) -> None:
    """Reports an error; the pass or frontend at work has failed, but may go on to find more."""
    emit("error", where, message, notes)


def warning(where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()) -> None:
    emit("warning", where, message, notes)


def remark(where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()) -> None:
    emit("remark", where, message, notes)


def fail(where: Where, message: str, notes: Iterable[tuple[Where, str]] = ()) -> NoReturn:
    """Ends the pass or frontend at work with this error."""
    raise Diagnosed(diagnostic("error", where, message, notes))


# --- Places -------------------------------------------------------------------------------------


def place_of(where: Where) -> Place:
    """
    The place of an operation, value or location.

    A named location of an imported model (module attribute `nn.source`) is an operator of that
    model. Otherwise, as in MLIR, the first line of a file that the location leads to, or a name.
    """
    if where is None:
        return NOWHERE
    if isinstance(where, Place):
        return where
    from xdsl.ir import Operation, SSAValue

    if isinstance(where, Operation):
        return _place(where.location, _source(where))
    if not isinstance(where, SSAValue):
        return _place(where, "")
    owner = where.owner
    if isinstance(owner, Operation):
        return place_of(owner)
    location = getattr(where, "location", None)
    parent = owner.parent_op()
    place = NOWHERE if location is None else _place(location, _source(parent))
    return place_of(parent) if place == NOWHERE else place


def _source(op: Operation | None) -> str:
    """The file of the model that an operation belongs to; empty if none is known."""
    from xdsl.dialects.builtin import StringAttr

    while op is not None:
        if isinstance(found := op.attributes.get("nn.source"), StringAttr):
            return found.data
        op = op.parent_op()
    return ""


def _place(location: Attribute, source: str) -> Place:
    line, name = _leaves(location)
    if source and name:
        return Place(source, name=name)
    if line is not None:
        return line
    return Place(source, name=name) if source or name else NOWHERE


def _leaves(location: Attribute) -> tuple[Place | None, str]:
    """The first line of a file and the first name that a location leads to."""
    from xdsl.dialects.builtin import CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc

    line, name = None, ""
    pending = [location]
    while pending and (line is None or not name):
        at = pending.pop()
        if isinstance(at, FileLineColLoc):
            line = line or Place(at.filename.data, at.line.data, at.column.data)
        elif isinstance(at, NameLoc):
            name = name or at.desc.data
            pending.append(at.location)
        elif isinstance(at, CallSiteLoc):
            pending.append(at.callee)
        elif isinstance(at, FusedLoc):
            pending += reversed(cast("ArrayAttr[Attribute]", at.locations).data)
    return line, name


def location_name(location: Attribute) -> str:
    """The first name that a location leads to; empty if there is none."""
    return _leaves(location)[1]


def near(name: str, known: Iterable[str], before: str = "; ") -> str:
    """`; did you mean 'relu'?`, or nothing if no known name is close."""
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), 1)
    return f"{before}did you mean '{found[0]}'?" if found else ""


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
