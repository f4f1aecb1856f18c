"""One run of `nn-opt`: the input part by part, the output when all of it is right."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from . import diagnostics
from .diagnostics import Diagnosed, Diagnostic, Engine, Place
from .flags import Settings
from .inputs import STDIN, Source, parts_of, read_text
from .outputs import STDOUT, print_text, style_of, write_target, write_text
from .session import Session
from .stage import Stage


@dataclass
class Run:
    """Settings made good: everything is there but the input."""

    settings: Settings
    session: Session
    source: Source
    frontend: Any
    """None for text."""
    stage: Stage | None
    target: Any
    """None for text."""
    kept: list[ModuleOp] = field(default_factory=lambda: list[ModuleOp]())
    """What is to be written at the end."""
    elided: bool = False

    @property
    def streaming(self) -> bool:
        """Whether each part's text is printed as soon as it is there."""
        return self.target is None and self.settings.output == STDOUT

    def all(self) -> int:
        """Does it; the exit code."""
        good = True
        for i, part in enumerate(self.parts()):
            if i and self.streaming:
                sys.stdout.write(f"{self.settings.output_split_marker}\n")
            good &= self.checked(part) if self.settings.verify_diagnostics else self.part(part)
        if self.elided:
            message = "large tensors are left out on a terminal; write to a file or a pipe"
            print(f"note: {message}", file=sys.stderr)
        if good and self.kept:
            good = self.write()
        return int(not good)

    def parts(self) -> Iterator[str | None]:
        """The parts of a text; None for what a frontend reads."""
        if self.frontend is not None:
            yield None
            return
        text = read_text(self.source)
        self.session.engine.texts[self.source.name] = text
        yield from parts_of(text, self.settings.split_input_file)

    def part(self, text: str | None) -> bool:
        """Processes one part; whether it went well."""
        engine = self.session.engine
        before, self.session.crashed = engine.errors, False
        module = self.read(text, self.session)
        if module is None:
            return self.settings.parsing_diagnostics
        for instrument in self.session.instruments:
            instrument.after_reading(module)
        if self.settings.verify_roundtrip and not self.reads_back(module):
            return False
        if self.settings.run_reproducer and not self.take_stored_stage():
            return False
        if self.stage is not None and not self.session.run(self.stage, module):
            if self.session.crashed:
                self.reproduce(text, self.stage)
            return False
        if self.settings.bisect is not None:
            return self.bisect(module, self.settings.bisect)
        if self.settings.dry_run:
            return engine.errors == before
        for instrument in self.session.instruments:
            instrument.before_writing(module)
        if not self.streaming:
            self.kept.append(module)
            return True
        with (
            self.session.phase("Output"),
            self.session.reporting(Place("<stdout>"), "printing the result"),
        ):
            self.elided |= print_text(module, sys.stdout, style_of(self.settings))
        return engine.errors == before

    def bisect(self, module: ModuleOp, pipeline: str) -> bool:
        """Looks for the pass of a pipeline that breaks the module; whether there is none."""
        from .bisect import bisect
        from .numerics import feeds_of
        from .pipeline import resolve

        stage = resolve(pipeline, "bisect", self.session.engine, self.session.ctx)
        return bisect(self.session, module, stage, feeds_of(self.settings))

    def read(self, text: str | None, session: Session) -> ModuleOp | None:
        if text is not None:
            return session.parse(text, self.source.name)
        with self.source.open() as stream:
            return session.load(self.frontend, stream, self.source.name)

    def reads_back(self, module: ModuleOp) -> bool:
        """Whether what is printed of a module is read as the same; reports the first difference."""
        from .roundtrip import verify_roundtrip

        before = self.session.engine.errors
        with self.session.reporting(module, "verifying the round trip"):
            verify_roundtrip(module, self.session)
        return self.session.engine.errors == before

    def take_stored_stage(self) -> bool:
        """Takes the pipeline that the text just read holds; whether it has a good one."""
        from .reproducer import stored_stage

        before = self.session.engine.errors
        with self.session.reporting(Place(self.source.name), "reading the reproducer"):
            self.stage = stored_stage(self.session)
        return self.session.engine.errors == before

    def reproduce(self, text: str | None, stage: Stage) -> None:
        """Writes what reproduces a crash of a pipeline, unless a flag has another file for it."""
        settings = self.settings
        known = (settings.mlir_pass_pipeline_crash_reproducer, settings.mlir_generate_reproducer)
        if settings.run_reproducer or any(known) or not self.session.engine.explain:
            return
        from .reproducer import Form, of_crash

        def read(again: Session) -> ModuleOp | None:
            gone = text is None and self.source.file == STDIN
            return None if gone else self.read(text, again)

        of_crash(self.session, Form.by(settings), read, stage)

    def checked(self, text: str | None) -> bool:
        """Processes one part and holds its diagnostics against the expected ones."""
        from .expectations import Expectations

        engine = self.session.engine
        engine.show, engine.explain = None, False
        shown = Engine(texts=engine.texts)
        shown.show = diagnostics.printer(shown)
        expectations = Expectations(text or "", self.source.name, shown)
        before = len(engine.diagnostics)
        self.part(text)
        only = self.settings.verify_diagnostics == "only-expected"
        return expectations.check(engine.diagnostics[before:], only)

    def write(self) -> bool:
        """Writes what was kept; whether it went well."""
        settings, engine = self.settings, self.session.engine
        before = engine.errors
        writing = f"writing '{settings.output}'"
        with self.session.phase("Output"), self.session.reporting(Place(settings.output), writing):
            if self.target is None:
                write_text(
                    self.kept,
                    settings.output,
                    style_of(settings),
                    settings.output_split_marker,
                )
            elif len(self.kept) != 1:
                message = f"a target writes one module, and there are {len(self.kept)}"
                raise Diagnosed(Diagnostic("error", Place(settings.output), message))
            else:
                write_target(self.target, self.session.ctx, self.kept[0], settings.output)
        return engine.errors == before
