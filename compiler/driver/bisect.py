"""`--bisect`: which pass of a pipeline breaks a module, or what it computes.

The passes run one by one on a copy, and after each the results of every function are compared with
those of the original. The first pass after which they differ, or which fails, is then tried by
itself and after each single pass before it, so that the shortest pipeline that shows it is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .. import names
from .comparisons import compared
from .deviations import Change, change, loosest
from .diagnostics import Diagnosed, Diagnostic, Engine, listed, place_of, remark, using
from .feeds import Feeds
from .numerics import fitting, law_of
from .onnx_values import Unrunnable
from .running import Runner, Subject, level_of
from .session import Session
from .stage import MODULE, Stage
from .states import State, Tensor


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
    """What each function of a module computes on which inputs, and the module's level."""

    level: str
    states: dict[str, State]


@dataclass
class Bisection:
    """The search for the pass that breaks a module."""

    session: Session
    feeds: Feeds
    unseen: list[str] = field(default_factory=list[str])
    """The passes after which nothing could be compared, and in which function if not in any."""

    def __post_init__(self) -> None:
        self.runner = Runner(self.feeds)

    def search(self, module: ModuleOp, stage: Stage) -> Guilt | None:
        """
        The shortest guilty pipeline; None if all is well. The module is left as it was. What the
        module computes is taken anew at each level, as few passes run at more than one.
        """
        steps = list(steps_of(stage))
        work, base = self.copy(module), 0
        reference = self.reference(work)
        start = self.copy(work)
        for i, step in enumerate(steps):
            fault = self.fault(work, (step,), steps[base : i + 1], reference)
            if fault is not None:
                whole = Guilt(tuple(steps[base : i + 1]), i + 1, fault, tuple(steps[:base]))
                return self.shortest(whole, start, reference) or whole
            if reference is None or level_of(work) not in (reference.level, ""):
                found = self.reference(work)
                if found is not None:
                    reference, base, start = found, i + 1, self.copy(work)
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
        try:
            return Reference(level_of(module), self.runner.start(module))
        except Unrunnable:
            return None

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
        if reference is None:
            self.unseen.append(f"'{after}'")
            return None
        try:
            with using(work.engine):
                subjects = self.runner.subjects(module, reference.states)
                others = _incomparable(subjects, reference)
                self.unseen += (f"'{after}' in '@{name}'" for name in others)
                return _difference([s for s in subjects if s.name not in others], reference, run)
        except Unrunnable:
            self.unseen.append(f"'{after}'")
            return None
        except Diagnosed as e:
            return next(iter(e.diagnostics), None)


def _difference(
    subjects: Sequence[Subject], reference: Reference, run: Sequence[Step]
) -> Diagnostic | None:
    import numpy as np

    rounds = max(1, sum(law_of(step.pass_) != "exact" for step in run))
    law = loosest(law_of(step.pass_) for step in run)
    for subject in subjects:
        before = reference.states[subject.name]
        after = subject.run(before.inputs)
        if before.runtime != after.runtime:
            moved = compared(np, before, after, law, rounds).first
            if moved is not None:
                return _differs(subject, *moved)
            continue
        for i, (now, then) in enumerate(zip(after.results, before.results, strict=True)):
            eps = max(now.eps, then.eps)
            found = change(np, now.array, then.array, law, rounds, eps)
            if found is not None:
                return _differs(subject, now, f"result #{i}", found)
    return None


def _differs(subject: Subject, tensor: Tensor, what: str, moved: Change) -> Diagnostic:
    message = f"{what} of '@{subject.name}'{moved}"
    return Diagnostic("error", place_of(tensor.where), message)


def _incomparable(subjects: Sequence[Subject], reference: Reference) -> list[str]:
    """The functions whose inputs or number of results are not those of the reference."""
    import numpy as np

    found: list[str] = []
    for subject in subjects:
        state = reference.states.get(subject.name)
        last = subject.function.regions[0].block.last_op
        inputs = fitting(np, subject.function, None if state is None else state.inputs)
        if inputs is None or state is None or last is None:
            found.append(subject.name)
        elif len(last.operands) != len(state.results):
            found.append(subject.name)
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
