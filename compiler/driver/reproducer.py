"""Reproducers: IR as it was before a pipeline, with the pipeline, which `--run-reproducer` runs.

Weights stay at home: a tensor that text holds out of line is named with its type, and whoever reads
the file makes up numbers for it (`compiler/seeded.py`); a large `dense` of xDSL's own operations is
all ones. Splats and up to 64 elements are written as they are, and so are names. With
`--reproducer-weights` every byte is there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from shlex import quote
from tempfile import mkdtemp
from typing import Any, TextIO, cast

from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from .. import element_types
from ..text.printer import Printer, quoted, write_trailer
from ..text.resource_parser import REPRODUCER, SEEDED
from ..verifier import name_of
from ..weights import INLINE, Payload
from .diagnostics import Diagnosed, Diagnostic, Engine, Place, diagnostic
from .flags import Settings
from .instruments import Instrument
from .outputs import write_to
from .session import Session
from .stage import Stage

STORED = "reproducer"
"""What messages call the pipeline's text in a reproducer."""
FAILED = "Failures have been detected while processing an MLIR pass pipeline"


# --- Writing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Snapshot:
    """The text of a module as it was, and the weights that it names."""

    text: str
    weights: Mapping[str, Payload]

    @classmethod
    def of(cls, module: Operation, weights: bool) -> "Snapshot":
        stream = StringIO()
        printer = (Printer if weights else _Discreet)(stream)
        printer.print_op(module)
        return cls(stream.getvalue() + "\n", {k: p for k, p in printer.resources.items() if p.here})


class _Discreet(Printer):
    """A printer to which the large tensors of xDSL's own operations are ones."""

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            attribute = _ones_if_large(cast(Any, attribute))
        super().print_attribute(attribute)


def _ones_if_large(attribute: Any) -> Any:
    if (count := len(attribute)) <= INLINE:
        return attribute
    type_ = attribute.type
    element = type_.element_type
    if element_types.is_bool(element):
        return DenseIntOrFPElementsAttr(type_, BytesAttr(b"\xff" * count))
    part = element_types.part_of_complex(element)
    number = 1.0 if element_types.is_float(part or element) else 1
    one = element_types.pack(element, [number if part is None else (number, number)])
    return DenseIntOrFPElementsAttr(type_, BytesAttr(one * count))


@dataclass(frozen=True)
class Form:
    """What a reproducer holds beside the IR and the pipeline."""

    weights: bool
    verify_each: bool
    flags: str

    @classmethod
    def by(cls, settings: Settings) -> "Form":
        return cls(settings.reproducer_weights, settings.verify_each, _flags(settings))

    def write(self, file: str, snapshot: Snapshot, pipeline: str) -> None:
        """Makes the file, as a whole or not at all; raises `OSError`."""

        def write(path: Path) -> None:
            with open(path, "w", encoding="utf-8") as stream:
                self._write(stream, snapshot, pipeline)

        write_to(file, write)

    def _write(self, stream: TextIO, snapshot: Snapshot, pipeline: str) -> None:
        stream.write(f"// nn-opt %s --run-reproducer{self.flags}\n{snapshot.text}")
        if snapshot.weights and self.weights:
            write_trailer(stream, snapshot.weights)
        made_up = f"    nn: {{\n      {SEEDED}: true\n    }},\n"
        stream.write("\n{-#\n  external_resources: {\n")
        stream.write(made_up if snapshot.weights and not self.weights else "")
        stream.write(f"    {REPRODUCER}: {{\n      pipeline: {quoted(pipeline)},\n")
        stream.write("      disable_threading: true,\n      verify_each: ")
        stream.write(f"{str(self.verify_each).lower()}\n    }}\n  }}\n#-}}\n")


def _flags(settings: Settings) -> str:
    """Those without which the text or its pipeline cannot be read."""
    flags = ["--allow-unregistered-dialect"] * settings.allow_unregistered_dialect
    if settings.irdl_file is not None:
        flags.append(f"--irdl-file={settings.irdl_file}")
    flags += (f"--load-pass-plugin={file}" for file in settings.load_pass_plugin)
    flags += (f"--load-dialect-plugin={file}" for file in settings.load_dialect_plugin)
    return "".join(f" {quote(flag)}" for flag in flags)


@dataclass(eq=False)
class Reproducer(Instrument):
    """
    Writes the reproducers that flags ask for: of every pipeline, before it runs, to one file, and
    of one that fails to another, where `local` leaves the failing pass alone.
    """

    session: Session
    form: Form
    every: str | None
    failing: str | None
    local: bool
    stages: list[Stage] = field(default_factory=lambda: list[Stage]())
    """Those that are running, the outermost first."""
    whole: tuple[Snapshot, str] | None = None
    """The IR before the pipeline, and the pipeline."""
    one: tuple[Snapshot, str] | None = None
    """The IR before the pass that is running, and this pass."""
    failed: tuple[ModulePass, Operation] | None = None

    @classmethod
    def by(cls, settings: Settings, session: Session) -> "Reproducer | None":
        """As flags want it; None if none does."""
        every = settings.mlir_generate_reproducer
        failing = settings.mlir_pass_pipeline_crash_reproducer
        local = settings.mlir_pass_pipeline_local_reproducer
        if local and failing is None:
            message = (
                "'-mlir-pass-pipeline-local-reproducer' needs a file by "
                "'-mlir-pass-pipeline-crash-reproducer'"
            )
            raise Diagnosed(Diagnostic("error", Place("nn-opt"), message))
        if every is None and failing is None:
            return None
        return cls(session, Form.by(settings), every, failing, local)

    def before_stage(self, stage: Stage, op: Operation) -> None:
        self.stages.append(stage)
        if len(self.stages) > 1:
            return
        self.failed = self.one = None
        self.whole = Snapshot.of(op, self.form.weights), str(stage)
        if self.every is not None:
            with self.session.reporting(Place(self.every), f"writing '{self.every}'"):
                self.form.write(self.every, *self.whole)

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        if not self.local or self.failed is not None:
            return
        pipeline = str(Stage(self.stages[-1].anchor, (pass_,)))
        for stage in reversed(self.stages[:-1]):
            pipeline = f"{stage.anchor}({pipeline})"
        self.one = Snapshot.of(_whole(op), self.form.weights), pipeline

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        if self.failed is None:
            self.one = None

    def after_failed_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.failed = self.failed or (pass_, op)

    def after_stage(self, stage: Stage, op: Operation, failed: bool) -> None:
        self.stages.pop()
        found = self.one or self.whole
        if self.stages or not failed or self.failing is None or found is None:
            return
        with self.session.reporting(Place(self.failing), f"writing '{self.failing}'"):
            self.form.write(self.failing, *found)
            told = (op, f"Pipeline failed{self._at()}: reproducer generated at `{self.failing}`")
            self.session.engine.report(diagnostic("error", op, FAILED, (told,)))

    def _at(self) -> str:
        if self.failed is None:
            return ""
        pass_, op = self.failed
        symbol = op.properties.get("sym_name")
        name = f": @{symbol.data}" if isinstance(symbol, StringAttr) else ""
        return f" while executing `{type(pass_).__name__}` on '{name_of(op)}' operation{name}"


def _whole(op: Operation) -> Operation:
    while (parent := op.parent_op()) is not None:
        op = parent
    return op


def of_crash(
    session: Session, form: Form, read: Callable[[Session], ModuleOp | None], stage: Stage
) -> None:
    """
    Writes what reproduces a crash that nobody expected, in the folder for temporary files, and
    says where. The input is read again for it, so that what does not crash pays nothing.
    """
    again = Session(Engine(), session.ctx, verify=False, implicit=session.implicit)
    with session.reporting(None, "writing a reproducer"):
        module = read(again)
        if module is None:
            message = "there is no reproducer: the input cannot be read again"
            session.engine.report(diagnostic("note", None, message))
            return
        file = str(Path(mkdtemp(prefix="nn-opt.")) / "reproducer.mlir")
        form.write(file, Snapshot.of(module, form.weights), str(stage))
        session.engine.report(diagnostic("note", module, f"reproducer generated at `{file}`"))


# --- Running ------------------------------------------------------------------------------------


def stored_stage(session: Session) -> Stage:
    """The pipeline that the text just read holds; the session takes its settings from there."""
    from .pipeline import resolve

    stored = session.external.get(REPRODUCER, {})
    pipeline = stored.get("pipeline")
    if not isinstance(pipeline, str):
        message = f"the input has no pipeline in external resource '{REPRODUCER}'"
        raise Diagnosed(Diagnostic("error", Place("nn-opt"), message))
    session.verify_each = stored.get("verify_each") is not False
    return resolve(pipeline, STORED, session.engine, session.ctx)
