"""`--verify-roundtrip`: the text of a module, pretty and generic, reads back as the same module."""

from io import StringIO
from itertools import zip_longest

from xdsl.dialects.builtin import ModuleOp

from ..text.printer import Printer
from .diagnostics import Place, error
from .session import Session


def verify_roundtrip(module: ModuleOp, session: Session) -> None:
    """Reports an error for each of the two forms that does not give back what was printed."""
    wanted = _text(module, generic=True)
    for form in ("pretty", "generic"):
        text = _text(module, generic=form == "generic")
        name = f"{form} text"
        session.engine.texts[name] = text
        again = Session(session.engine, session.ctx, verify=False).parse(text, name)
        if again is None:
            error(module, f"'builtin.module' op failed to parse {form} text content back")
            continue
        found = _text(again, generic=True)
        if found != wanted:
            _tell(module, form, wanted, found, session)


def _text(module: ModuleOp, generic: bool) -> str:
    """With all locations, which are compared, too, and without the bytes of weights."""
    stream = StringIO()
    Printer(stream, generic=generic, debuginfo=True).print_op(module)
    return stream.getvalue() + "\n"


def _tell(module: ModuleOp, form: str, wanted: str, found: str, session: Session) -> None:
    """Names the first line that differs, not the whole module."""
    names = "reference", "round trip"
    session.engine.texts.update(zip(names, (wanted, found), strict=True))
    lines = zip_longest(wanted.split("\n"), found.split("\n"), fillvalue="")
    number, before, after = next((n, a, b) for n, (a, b) in enumerate(lines, 1) if a != b)
    column = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    message = f"'builtin.module' op {form} text roundtripped module differs from reference"
    notes = [(Place(name, number, column + 1), f"the {name} has") for name in names]
    error(module, message, notes)
