"""`--bisect`: which pass of a pipeline breaks a module, or what it computes.

The passes run one by one on a copy, and after each the results of every function are compared with
those of the original. The first pass after which they differ, or which fails, is then tried by
itself and after each single pass before it, so that the shortest pipeline that shows it is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .. import functions, names
from .diagnostics import Diagnosed, Diagnostic, Engine, listed, place_of, remark, using
from .feeds import Feeds
from .npz import Arrays
from .numerics import (
    Tensor,
    across,
    change,
    evaluate,
    fitting,
    law_of,
    loosest,
    runnable,
    started,
)
from .session import Session
from .stage import MODULE, Stage


@dataclass(frozen=True)
class Step:
    """One pass of a pipeline, within the anchors that it had there."""

    stage: Stage
    pass_: ModulePass


@dataclass(frozen=True)
class Guilt:
    """The shortest pipeline found that breaks a module, and how."""

    steps: tuple[Step, ...]
    number: int
    """Of the last of them in the whole pipeline, from 1."""
    fault: Diagnostic
    setup: tuple[Step, ...] = ()
    """The passes before them, up to the level that can be run."""

    @property
    def pipeline(self) -> str:
        return str(joined((*self.setup, *self.steps)))


def joined(steps: Sequence[Step]) -> Stage:
    return Stage(MODULE, tuple(item for step in steps for item in step.stage.items))


def steps_of(stage: Stage) -> Iterator[Step]:
    """The passes of a stage in the order in which they run."""
    for item in stage.items:
        if not isinstance(item, Stage):
            yield Step(Stage(stage.anchor, (item,)), item)
            continue
        for inner in steps_of(item):
            yield Step(Stage(stage.anchor, (inner.stage,)), inner.pass_)


@dataclass(frozen=True)
class Reference:
    """What each function of a module computes on which inputs."""

    inputs: dict[str, Arrays]
    results: dict[str, list[Tensor]]

    @classmethod
    def of(cls, np: Any, module: ModuleOp, wanted: Feeds) -> "Reference":
        wanted = across(module, wanted)
        found = {f.sym_name.data: started(np, f, wanted) for f in functions.defined(module)}
        inputs = {name: state.inputs for name, state in found.items()}
        return cls(inputs, {name: state.results for name, state in found.items()})


@dataclass
class Bisection:
    """The search for the pass that breaks a module."""

    session: Session
    feeds: Feeds
    unseen: list[str] = field(default_factory=lambda: list[str]())
    """The passes after which nothing could be compared, and in which function if not in any."""

    def search(self, module: ModuleOp, stage: Stage) -> Guilt | None:
        """The shortest guilty pipeline; None if all is well. The module is left as it was."""
        steps = list(steps_of(stage))
        work, base = self.copy(module), 0
        reference = self.reference(work)
        start = self.copy(work)
        for i, step in enumerate(steps):
            fault = self.fault(work, (step,), steps[base : i + 1], reference)
            if fault is not None:
                whole = Guilt(tuple(steps[base : i + 1]), i + 1, fault, tuple(steps[:base]))
                return self.shortest(whole, start, reference) or whole
            if reference is None and (reference := self.reference(work)) is not None:
                base, start = i + 1, self.copy(work)
        return None

    def shortest(self, whole: Guilt, start: ModuleOp, reference: Reference | None) -> Guilt | None:
        """The last pass alone, or with one before it, where that shows a fault as well."""
        *before, last = whole.steps
        for tried in ((last,), *((step, last) for step in reversed(before))):
            fault = self.fault(self.copy(start), tried, tried, reference)
            if fault is not None:
                return replace(whole, steps=tried, fault=fault)
        return None

    def copy(self, module: ModuleOp) -> ModuleOp:
        new = names.copied(module)
        assert isinstance(new, ModuleOp)
        return new

    def reference(self, module: ModuleOp) -> Reference | None:
        import numpy as np

        return Reference.of(np, module, self.feeds) if runnable(module) else None

    def fault(
        self,
        module: ModuleOp,
        steps: Sequence[Step],
        run: Sequence[Step],
        reference: Reference | None,
    ) -> Diagnostic | None:
        """What goes wrong when passes run on a module; `run` are all that have run since."""
        work = Session(Engine(explain=False), self.session.ctx)
        if not work.run(joined(steps), module):
            return next((d for d in work.engine.diagnostics if d.severity == "error"), None)
        after = steps[-1].pass_.name
        if reference is None or not runnable(module):
            self.unseen.append(f"'{after}'")
            return None
        try:
            with using(work.engine):
                others = _incomparable(module, reference)
                self.unseen += (f"'{after}' in '@{name}'" for name in others)
                return _difference(module, reference, run)
        except Diagnosed as e:
            return next(iter(e.diagnostics), None)


def _difference(module: ModuleOp, reference: Reference, run: Sequence[Step]) -> Diagnostic | None:
    import numpy as np

    rounding = sum(law_of(step.pass_) != "exact" for step in run)
    law = loosest(law_of(step.pass_) for step in run)
    skipped = _incomparable(module, reference)
    for function in functions.defined(module):
        name = function.sym_name.data
        if name in skipped:
            continue
        now = evaluate(np, function, reference.inputs[name]).results
        for i, (after, before) in enumerate(zip(now, reference.results[name], strict=True)):
            eps = max(after.eps, before.eps)
            moved = change(np, after.array, before.array, law, max(1, rounding), eps)
            if moved is not None:
                message = f"result #{i} of '@{name}'{moved}"
                return Diagnostic("error", place_of(after.where), message)
    return None


def _incomparable(module: ModuleOp, reference: Reference) -> list[str]:
    """The functions whose inputs or number of results are not those of the reference."""
    import numpy as np

    found: list[str] = []
    for function in functions.defined(module):
        name = function.sym_name.data
        results = reference.results.get(name)
        last = function.body.block.last_op
        inputs = fitting(np, function, reference.inputs.get(name))
        if inputs is None or results is None or last is None or len(last.operands) != len(results):
            found.append(name)
    return found


def bisect(session: Session, module: ModuleOp, stage: Stage, wanted: Feeds) -> bool:
    """Reports the guilty pass to the session's engine; whether there is none."""
    with session.reporting(module, "bisecting"):
        search = Bisection(session, wanted)
        guilt = search.search(module, stage)
        count = len(list(steps_of(stage)))
        if guilt is None:
            if search.unseen:
                remark(module, f"bisect: nothing was compared after {listed(search.unseen)}")
            message = f"bisect: {count} passes run, and the results stay the same"
            session.engine.report(Diagnostic("remark", place_of(module), message))
            return True
        session.engine.report(_told(guilt, count))
    return False


def _told(guilt: Guilt, count: int) -> Diagnostic:
    *before, last = (f"'{step.pass_.name}'" for step in guilt.steps)
    after = f" after {listed(before)}" if before else ""
    message = (
        f"bisect: pass {last}{after}, number {guilt.number} of {count}, "
        f"breaks the module: {guilt.fault.message}"
    )
    shown = f"it shows with --pass-pipeline='{guilt.pipeline}'"
    note = Diagnostic("note", guilt.fault.place, shown)
    return Diagnostic("error", guilt.fault.place, message, (note,))
