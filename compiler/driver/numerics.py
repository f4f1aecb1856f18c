"""`--verify-numerics`: the module runs before and after every pass, and its values are compared.

How far a value may move follows from the law class of the pass. A module of ONNX operators is run
by another runtime, one of `nn` by the operators themselves; a pass between the two is compared as
one that rounds. The results of functions are also compared with those of the first module that the
same runtime has run, with a tolerance that grows with the number of passes that may round.
"""

import json
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from .comparisons import Comparison, compared
from .deviations import Change, change, loosest
from .diagnostics import DRIVER, Diagnosed, Diagnostic, error, remark
from .feeds import Feeds, arguments
from .flags import Settings
from .instruments import Instrument
from .npz import Arrays
from .onnx_values import Unrunnable
from .outputs import check_writable, write_to
from .running import Runner, Subject
from .states import OURS, State

JSON = "json"
"""As a report, standard error; anything else is a file."""


def numerics(settings: Settings) -> "Numerics":
    """What `--verify-numerics` and the flags beside it ask for."""
    report: str | None = settings.numerics_report
    if report is not None and report != JSON:
        check_writable(report)
    return Numerics(Runner(feeds_of(settings)), report)


def feeds_of(settings: Settings) -> Feeds:
    seed = settings.numerics_seed
    if not seed.isdecimal():
        message = f"--numerics-seed={seed}: a number is expected"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    dims = () if settings.numerics_dims is None else (settings.numerics_dims,)
    return Feeds(settings.numerics_inputs, int(seed), dims, "--numerics-")


def law_of(pass_: ModulePass) -> str:
    """The law class of a pass; one that states none must not change a bit."""
    return str(getattr(pass_, "law", "exact"))


@dataclass
class Numerics(Instrument):
    """
    Compares the values of a module before and after every pass, on inputs from a seed or a file.

    A deviation is an error, which fails the pass. Passes before the module can be run, and those
    after which it cannot, are named in a remark with what stands in the way.
    """

    runner: Runner
    report: str | None = None
    """`json`: what each pass moved goes to standard error at the end; otherwise to this file."""
    states: dict[str, State] = field(default_factory=dict[str, State])
    first: dict[str, State] = field(default_factory=dict[str, State])
    roundings: int = 0
    loosest: str = "exact"
    """The law class of all passes so far."""
    obstacle: Diagnostic | None = None
    """Why the module cannot be run, as far as nobody has been told."""
    passes: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    parts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """The reports on all parts of the input."""
    depth: int = 0

    def before_stage(self, stage: Any, op: Operation) -> None:
        self.depth += 1

    def after_stage(self, stage: Any, op: Operation, failed: bool) -> None:
        self.depth -= 1
        if self.depth:
            return
        if not self.first and not failed:
            self.tell(op, "nothing was compared", self.obstacle)
        self.parts.append({"passes": self.passes})
        if self.report == JSON:
            print(json.dumps(self.parts[-1], indent=2), file=sys.stderr)
        self.runner = Runner(self.runner.feeds)
        self.states, self.first, self.passes, self.obstacle = {}, {}, [], None
        self.roundings, self.loosest = 0, "exact"

    def finish(self, failed: bool) -> None:
        if self.report is None or self.report == JSON:
            return
        told = self.parts[0] if len(self.parts) == 1 else {"parts": self.parts}
        text = f"{json.dumps(told, indent=2)}\n"

        def write(path: Path) -> None:
            path.write_text(text, encoding="utf-8")

        write_to(self.report, write)

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        if self.states:
            return
        try:
            self.begin(_module(op))
        except Unrunnable as e:
            self.obstacle = e.diagnostics[0]

    def begin(self, module: ModuleOp) -> None:
        """Takes the values that a module has now for the right ones."""
        states = self.runner.start(module)
        if self.passes:
            last = self.passes[-1]["pass"]
            self.tell(module, f"values are compared from what '{last}' left", self.obstacle)
        self.obstacle = None
        for name, state in states.items():
            self.restart(name, state)

    def restart(self, name: str, state: State) -> None:
        self.states[name] = state
        self.first[name] = replace(state, values={}, alone=None)

    def tell(self, op: Operation, message: str, why: Diagnostic | None) -> None:
        """One remark, at what stands in the way if that is known."""
        if why is None:
            remark(op, f"numerics: {message}")
        else:
            remark(why.place, f"numerics: {message}, as {why.message}")

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        module, law = _module(op), law_of(pass_)
        entry: dict[str, Any] = {"pass": pass_.name, "law": law}
        self.passes.append(entry)
        try:
            if self.states:
                self.compare(pass_, law, module, entry)
        except Unrunnable as e:
            message = f"after '{pass_.name}' the module cannot be run"
            self.tell(module, message, e.diagnostics[0])
            self.states.clear()
        if not self.states:
            entry["skipped"] = "the module cannot be run"

    def compare(self, pass_: ModulePass, law: str, module: ModuleOp, entry: dict[str, Any]) -> None:
        """Compares every function; raises `Unrunnable` where the module cannot be run any more."""
        subjects = self.runner.subjects(module, self.states)
        runtimes = {name: state.runtime for name, state in self.states.items()}
        self.roundings += law != "exact"
        self.loosest = loosest((self.loosest, law))
        for subject in subjects:
            self.check(pass_, law, subject, entry)
        if any(runtimes.get(name, s.runtime) != s.runtime for name, s in self.states.items()):
            self.roundings, self.loosest = 0, "exact"
            for name, state in self.states.items():
                self.restart(name, state)

    def check(self, pass_: ModulePass, law: str, subject: Subject, entry: dict[str, Any]) -> None:
        import numpy as np

        name, function = subject.name, subject.function
        before = self.states.get(name)
        inputs = fitting(np, function, None if before is None else before.inputs)
        if before is None or inputs is None:
            remark(function, f"numerics: '{pass_.name}' changed the inputs of '@{name}'")
            self.restart(name, self.runner.begin(np, subject))
            return
        try:
            after = subject.run(inputs)
        except Diagnosed as e:
            if isinstance(e, Unrunnable) and before.runtime == OURS:
                raise  # what the module has become may be beyond the other runtimes
            for told in e.diagnostics:
                error(told.place, f"pass '{pass_.name}' left what cannot be run: {told.message}")
            return
        if len(after.results) != len(before.results):
            remark(function, f"numerics: '{pass_.name}' changed the number of results of '@{name}'")
            self.first[name] = replace(after, values={}, alone=None)
        found = compared(np, before, after, law)
        _describe(entry, name, found, after)
        self.judge(pass_, law, before, after, found, name)
        self.states[name] = after

    def judge(
        self,
        pass_: ModulePass,
        law: str,
        before: State,
        after: State,
        found: Comparison,
        name: str,
    ) -> None:
        """Says what moved too far."""
        if found.first is not None:
            tensor, what, moved = found.first
            made = f"'{tensor.op}' op " if tensor.op else ""
            between = f"; real between {before.runtime} and {after.runtime}"
            how = law if before.runtime == after.runtime else f"{law}{between}"
            error(tensor.where, f"{made}pass '{pass_.name}' ({how}) changed {what}{moved}")
        elif found.excused is not None:
            tensor, what, moved = found.excused
            message = f"numerics: after '{pass_.name}' {what}{moved}; {found.excuse}"
            remark(tensor.where, message)
        elif before.runtime == after.runtime:
            self.judge_drift(pass_, name, after)

    def judge_drift(self, pass_: ModulePass, name: str, after: State) -> None:
        """Says which result departs from what it was at first."""
        import numpy as np

        rounds = max(1, self.roundings)
        for i, (now, then) in enumerate(zip(after.results, self.first[name].results, strict=True)):
            eps = max(now.eps, then.eps)
            moved = change(np, now.array, then.array, self.loosest, rounds, eps)
            if moved is not None:
                passes = f"{self.roundings} passes that round, '{pass_.name}' the last,"
                error(now.where, f"{passes} together changed result #{i}{moved}")
                return


def _describe(entry: dict[str, Any], function: str, found: Comparison, after: State) -> None:
    told: dict[str, Any] = {
        "runtime": after.runtime,
        "compared_as": found.law,
        "compared": found.compared,
        "lost": found.lost,
        "new": found.new,
    }
    if found.worst is not None:
        name, moved = found.worst
        told["worst"] = _moved(name, moved)
    if found.excused is not None:
        _, name, moved = found.excused
        told["excused"] = {**_moved(name, moved), "because": found.excuse}
    entry.setdefault("functions", {})[function] = told


def _moved(name: str, moved: Change) -> dict[str, Any]:
    told: dict[str, Any] = {
        "tensor": name,
        "position": list(moved.position),
        "before": moved.before,
        "after": moved.after,
        "times_the_tolerance": moved.excess if moved.excess < float("inf") else None,
    }
    return told if moved.ulps is None else {**told, "ulps": moved.ulps}


def _module(op: Operation) -> ModuleOp:
    while (parent := op.parent_op()) is not None:
        op = parent
    assert isinstance(op, ModuleOp)
    return op


def fitting(np: Any, function: Operation, inputs: Arrays | None) -> Arrays | None:
    """The inputs under the names that the arguments have now; None if they do not fit any more."""
    from ..interpreter import fits

    own = arguments(function)
    if inputs is None or len(inputs) != len(own):
        return None
    arrays = list(inputs.values())
    if not all(fits(np, a, v.type) for a, v in zip(arrays, own, strict=True)):
        return None
    return dict(zip(map(str, range(len(arrays))), arrays, strict=True))
