"""The Python API behind `nnopt.compiler`: the driver's steps as functions."""

from pathlib import Path
from typing import Any
from warnings import warn

from xdsl.dialects.builtin import ModuleOp

from ..context import new_context
from .diagnostics import Diagnosed, Diagnostic, Engine
from .inputs import Source, frontend_of, read_text
from .outputs import STDOUT, write_target, write_text
from .pipeline import build_target, resolve
from .registry import TARGETS
from .session import Session


def session(allow_unregistered: bool = True) -> Session:
    """A session whose warnings are Python's, and whose errors `finish` raises."""
    engine = Engine()

    def show(diagnostic: Diagnostic) -> None:
        if diagnostic.severity == "warning":
            warn(engine.render(diagnostic).rstrip(), stacklevel=4)

    engine.show = show
    return Session(engine, new_context(allow_unregistered))


def finish(session: Session) -> None:
    """Raises `Diagnosed` with all errors that were reported, as the command line shows them."""
    errors = [d for d in session.engine.diagnostics if d.severity == "error"]
    if errors:
        raised = Diagnosed(*errors)
        raised.args = ("".join(session.engine.render(e) for e in errors).rstrip(),)
        raise raised


def read(path_or_text: str | Path, frontend: str | None = None) -> ModuleOp:
    """
    The module in a file, or that a text spells: a string that can hardly name a file is text. The
    extension chooses a frontend, unless `frontend` does (`"onnx{overridable=true}"`). Raises
    `Diagnosed` with every error.
    """
    work = session()
    module: ModuleOp | None = None
    with work.reporting(None, "reading"):
        if isinstance(path_or_text, str) and _is_text(path_or_text):
            module = work.parse(path_or_text, "<text>")
        else:
            module = read_file(work, Source(str(path_or_text)), frontend)
    finish(work)
    assert module is not None
    return module


def _is_text(string: str) -> bool:
    if any(c in string for c in '\n{"'):
        return True
    return any(c in string for c in "(@%") and not Path(string).exists()


def read_file(work: Session, source: Source, wanted: str | None) -> ModuleOp | None:
    """The module in a file; None after an error, which the session's engine has."""
    work.engine.texts["-f"] = wanted or ""
    frontend = frontend_of(source, wanted)
    if frontend is None:
        return work.parse(read_text(source), source.name)
    with source.open() as stream:
        return work.load(frontend, stream, source.name)


def run(module: ModuleOp, pipeline: str) -> ModuleOp:
    """
    Runs a pipeline on a module, in place, and returns it. The text is a nested pipeline, or
    `a,b` for `builtin.module(a,b)`. Raises `Diagnosed` with every error.
    """
    work = session()
    run_pipeline(work, module, pipeline)
    finish(work)
    return module


def run_pipeline(work: Session, module: ModuleOp, pipeline: str) -> None:
    """As `run`; errors are in the session's engine."""
    text = pipeline.strip()
    if not text.startswith(("builtin.module(", "any(")):
        text = f"builtin.module({text})"
    with work.reporting(None, "reading the pipeline"):
        work.run(resolve(text, "pass-pipeline", work.engine, work.ctx), module)


def write(module: ModuleOp, path: str | Path, target: str | None = None) -> None:
    """
    Writes a module. The extension chooses a target, unless `target` does; text otherwise. A file
    is replaced only when all is written. Raises `Diagnosed` with every error.
    """
    work = session()
    name = str(path)
    assert name != STDOUT
    with work.reporting(None, f"writing '{name}'"):
        work.engine.texts["-t"] = target or ""
        chosen: Any = None
        if target is None:
            cls = TARGETS.get(Path(name).suffix.removeprefix(".").lower() or "mlir")
            chosen = None if cls is None else cls()
        elif target != "mlir":
            chosen = build_target(target)
        if chosen is None:
            write_text([module], name)
        else:
            write_target(chosen, work.ctx, module, name)
    finish(work)
