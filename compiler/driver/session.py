"""Reads, verifies and rewrites modules; every mistake ends in the engine, none in a traceback."""

import gc
import os
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr, UnknownLoc
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException, MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span

from ..verifier import Fault, faults
from .diagnostics import (
    Diagnosed,
    Diagnostic,
    Engine,
    Place,
    Where,
    diagnostic,
    place_of,
    using,
)
from .instruments import Instrument
from .stage import ANY, Stage


def debugging() -> bool:
    """Whether tracebacks are wanted."""
    return os.environ.get("NN_OPT_DEBUG", "") not in ("", "0")


@dataclass(eq=False)
class Session:
    """One engine, one context, and whether to verify."""

    engine: Engine
    ctx: Context
    verify: bool = True
    verify_each: bool = True
    implicit: bool = True
    """Whether text may leave the module away."""
    tracebacks: bool = field(default_factory=debugging)
    """Whether exceptions show where they came from."""
    crashed: bool = False
    """Whether anything raised what is no message for the user."""
    external: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """What the `external_resources` of the text that was read say, by owner and key."""
    ensured: tuple[Operation | None, str | None] = None, None
    """What the last pass ran on and the level that it left, which the next need not check."""
    instruments: list[Instrument] = field(default_factory=lambda: list[Instrument]())
    """Told in this order of what begins, and in the other of what ends."""

    # --- Reading ---

    def parse(self, text: str, name: str) -> ModuleOp | None:
        """The module that a text spells, verified; None after an error."""
        self.engine.texts.setdefault(name, text)

        def parse() -> ModuleOp:
            from ..text.reader import Reader

            parser = Reader(self.ctx, text, name, folder=Path(name).parent)
            module = parser.parse_module(self.implicit)
            self.external = parser.external
            if isinstance(module.location, UnknownLoc):
                line = len(text) - len(text.lstrip("\n")) + 1
                module.location = FileLineColLoc(StringAttr(name), IntAttr(line), IntAttr(1))
            return module

        return self._read(parse, name)

    def load(self, frontend: Any, stream: BinaryIO, name: str) -> ModuleOp | None:
        """The module that a frontend makes of a file, verified; None after an error."""
        return self._read(lambda: frontend.parse(self.ctx, stream, name), name)

    def _read(self, read: Callable[[], ModuleOp], name: str) -> ModuleOp | None:
        before = self.engine.errors
        found: list[ModuleOp] = []
        with self.phase("Parser"), self.reporting(Place(name), f"reading '{name}'"), _no_garbage():
            found.append(read())
        if not found or self.engine.errors > before:
            return None
        return found[0] if not self.verify or self.check(found[0]) else None

    # --- Checking ---

    def check(self, op: Operation, after: str = "") -> bool:
        """Whether an operation and all in it are right; reports every fault."""
        with _no_garbage():
            found = faults(op)
        for fault in found:
            self.crashed |= fault.crash is not None
            self.engine.report(self._fault(fault, after))
        return not found

    def _fault(self, fault: Fault, after: str) -> Diagnostic:
        notes: list[tuple[Where, str]] = []
        if self.engine.explain:
            from .oneline import one_line

            notes.append((fault.op, f"see current operation: {one_line(fault.op)}"))
            if after:
                notes.append((fault.op, f"found after pass '{after}'"))
        if fault.crash is not None:
            notes.append((None, _DEBUG))
        return diagnostic("error", fault.op, fault.sentence, (*notes, *fault.notes))

    # --- Running ---

    def run(self, stage: Stage, op: Operation) -> bool:
        """Runs the passes of a stage on its operation; stops after one that fails."""
        for instrument in self.instruments:
            instrument.before_stage(stage, op)
        good = all(self.item(item, op) for item in stage.items)
        for instrument in reversed(self.instruments):
            instrument.after_stage(stage, op, not good)
        return good

    def item(self, item: ModulePass | Stage, op: Operation) -> bool:
        if not isinstance(item, Stage):
            return self.apply(item, op)
        # Each operation by itself: the errors of one do not depend on those of another.
        return all([self.run(item, inner) for inner in _inner(op, item.anchor)])

    def apply(self, pass_: ModulePass, op: Operation) -> bool:
        """Runs one pass, and checks what it needs and leaves."""
        required: str | None = getattr(pass_, "requires", None)
        if (op, required) != self.ensured and not self.levels(op, required, pass_.name, "needs"):
            return False
        self.ensured = None, None
        before = self.engine.errors
        with self.reporting(op, f"before pass '{pass_.name}'"):
            for instrument in self.instruments:
                instrument.before_pass(pass_, op)
        good = self.engine.errors == before and self.transform(pass_, op)
        with self.reporting(op, f"after pass '{pass_.name}'"):
            for instrument in reversed(self.instruments):
                told = instrument.after_pass if good else instrument.after_failed_pass
                told(pass_, op)
        return good and self.engine.errors == before

    def transform(self, pass_: ModulePass, op: Operation) -> bool:
        """Lets a pass change an operation, and checks what it leaves."""
        from ..rewriting import keeping_locations

        before = self.engine.errors
        run: Any = pass_.apply  # one of ours gets the op it is anchored on
        with self.reporting(op, f"pass '{pass_.name}'"), keeping_locations(pass_.name):
            run(self.ctx, op)
        if self.engine.errors > before:
            return False
        if self.verify and self.verify_each and not self.check(op, pass_.name):
            return False
        ensured: str | None = getattr(pass_, "ensures", None)
        if not self.levels(op, ensured, pass_.name, "ensures"):
            return False
        self.ensured = op, ensured
        return True

    def levels(self, op: Operation, level: str | None, name: str, verb: str) -> bool:
        """Whether all functions and graphs in an operation fit a level."""
        if level is None or not self.verify:
            return True
        from .. import levels

        good = True
        for container in levels.containers(op):
            misfit = levels.first_misfit(container, level)
            if misfit is not None and not (verb == "needs" and _takes(level, container)):
                self.engine.report(_misfit(misfit, container, level, f"'{name}' {verb}"))
                good = False
        return good

    @contextmanager
    def phase(self, name: str) -> Generator[None, None, None]:
        """A step of the driver that its instruments hear of."""
        for instrument in self.instruments:
            instrument.before_phase(name)
        try:
            yield
        finally:
            for instrument in reversed(self.instruments):
                instrument.after_phase(name)

    # --- Mistakes ---

    @contextmanager
    def reporting(self, where: Where, doing: str) -> Generator[None, None, None]:
        """Turns every exception into diagnostics."""
        before = self.engine.errors
        with using(self.engine):
            try:
                yield
            except BrokenPipeError:
                raise
            except Exception as e:
                if self.tracebacks:
                    traceback.print_exc()
                told = _told(e, place_of(where), doing, self.engine.errors > before)
                if told is None:
                    self.crashed = True
                    told = (self._crash(e, place_of(where), doing),)
                self.engine.report_all(told)

    def _crash(self, e: Exception, place: Place, doing: str) -> Diagnostic:
        hint = "" if self.tracebacks else "; run again with NN_OPT_DEBUG=1"
        return Diagnostic("error", place, f"{doing} crashed: {type(e).__name__}: {e}{hint}")


_DEBUG = "this is a bug in nn-opt or in a pass; run again with NN_OPT_DEBUG=1 for the traceback"


def _told(e: Exception, place: Place, doing: str, known: bool) -> Iterable[Diagnostic] | None:
    """
    What an exception has to say, nothing for the user if it is None; `known` says that errors have
    been reported.
    """
    if isinstance(e, Diagnosed):
        if e.diagnostics or known:
            return e.diagnostics
        return (Diagnostic("error", place, f"{doing} failed"),)
    if isinstance(e, ParseError):
        return (_parse_error(e),)
    if isinstance(e, DiagnosticException):
        message = str(e.args[0]) if e.args and str(e.args[0]) else f"{doing} failed"
        at = place_of(e.args[1]) if len(e.args) > 1 else place
        return (Diagnostic("error", at, message),)
    if isinstance(e, OSError):
        return (Diagnostic("error", place, _os_error(e)),)
    if isinstance(e, RecursionError):
        return (Diagnostic("error", place, f"{doing}: nested too deep"),)
    if isinstance(e, MemoryError):
        return (Diagnostic("error", place, f"{doing}: out of memory"),)
    return None


def _os_error(e: OSError) -> str:
    what = e.strerror or str(e)
    return f"'{e.filename}': {what}" if e.filename else what


def _parse_error(e: ParseError) -> Diagnostic:
    notes: list[Diagnostic] = []
    if isinstance(e, MultipleSpansParseError):
        notes = [Diagnostic("note", _span(s), text or e.ref_text or "here") for s, text in e.refs]
    return Diagnostic("error", _span(e.span), e.msg, tuple(notes))


def _span(span: Span[Any]) -> Place:
    content: Any = span.input.content
    newline = span.input.newline
    start = min(span.start, len(content))
    end_of_line = content.find(newline, start)
    end = min(span.end, len(content) if end_of_line < 0 else end_of_line)
    line = content.count(newline, 0, start) + 1 + span.line_offset
    column = start - content.rfind(newline, 0, start)
    return Place(span.input.name, line, column, max(1, end - start))


def _takes(level: str, container: Operation) -> bool:
    """Whether passes that need a level also take what a partial conversion has left."""
    from .. import levels

    return level in ("dag", "nn") and levels.is_between(container)


def _misfit(misfit: Operation, container: Operation, level: str, need: str) -> Diagnostic:
    from .. import levels
    from ..verifier import name_of

    message = f"'{name_of(misfit)}' op does not belong to level '{level}', which pass {need}"
    note = f"this '{name_of(container)}' is at level '{levels.level_of(container)}'"
    return diagnostic("error", misfit, message, ((container, note),))


def _inner(op: Operation, anchor: str) -> list[Operation]:
    """The operations directly inside, on which a nested pipeline runs."""
    from xdsl.traits import IsolatedFromAbove

    inner = [i for region in op.regions for block in region.blocks for i in block.ops]
    if anchor == ANY:
        return [i for i in inner if i.has_trait(IsolatedFromAbove, value_if_unregistered=False)]
    return [i for i in inner if i.name == anchor]


@contextmanager
def _no_garbage() -> Generator[None, None, None]:
    """Without the garbage collector, which walks all that was read again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
