"""`--explain=RULE@NODE`: why a rule does not apply to an operation, when its pass begins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from .. import names, topology
from ..driver.diagnostics import (
    DRIVER,
    Diagnosed,
    Diagnostic,
    Where,
    error,
    listed,
    location_name,
    near,
    remark,
)
from ..driver.instruments import Instrument
from ..driver.stage import Stage
from ..op import Op
from .loading import LAWS, CompiledRule, RuleSet, load
from .program import Trace

PASS = "apply-rules"
MOST_NODES = 4
"""Operations of one name that are explained."""


@dataclass
class Explain(Instrument):
    """Tells of one rule and the operations of one name, before each pass that has the rule."""

    rule: str
    node: str

    @classmethod
    def of(cls, text: str, stage: Stage | None) -> "Explain":
        """As the flag says it. Raises `Diagnosed` where no pass of the pipeline has such a rule."""
        rule, at, node = text.partition("@")
        if not at or not rule or not node:
            _refuse(f"--explain={text}: a rule and a node are expected, as in 'relu-of-relu@y'")
        sets = [load(pass_.file) for pass_ in _rule_passes(stage)]
        if not sets:
            _refuse(f"--explain={text}: no '{PASS}' is in the pipeline")
        known = [r.name for found in sets for r in found]
        if rule not in known:
            _refuse(f"--explain={text}: there is no rule '{rule}'{near(rule, known)}")
        return cls(rule, node)

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        if pass_.name != PASS or not isinstance(op, ModuleOp):
            return
        rules = load(_file(pass_))
        rule = rules.get(self.rule)
        if rule is None:
            return
        found = [o for o in topology.walk(op.regions) if self.is_meant(o)]
        if not found:
            known = [n for o in topology.walk(op.regions) for n in _names(o)]
            error(op, f"--explain: there is no operation '{self.node}'{near(self.node, known)}")
        for operation in found[:MOST_NODES]:
            self.tell(pass_, rules, rule, operation)

    def is_meant(self, op: Operation) -> bool:
        return self.node in _names(op)

    def tell(self, pass_: Any, rules: RuleSet, rule: CompiledRule, op: Operation) -> None:
        start = f"rule '{rule.name}' does not apply to '{self.node}'"
        if LAWS.index(rule.law) > LAWS.index(pass_.law):
            option = "exact=true" if pass_.exact else "fast-math=false"
            remark(op, f"{start}: it is {rule.law}, and '{PASS}' has {option}")
            return
        roots = {v.root for v in rule.variants}
        if type(op) not in roots or not isinstance(op, Op):
            wanted = listed(sorted(f"'{r.name}'" for r in roots))
            remark(op, f"{start}: it is '{op.name}', and the rule begins at {wanted}")
            return
        trace = reason(rule, op)
        if trace is not None:
            notes: list[tuple[Where, str]] = [(trace.place, "this is what does not hold")]
            if trace.at is not None and trace.at is not op:
                notes.append((trace.at, f"'{trace.at.name}' is here"))
            remark(op, f"{start}: {trace.reason}", notes)
            return
        first = next(r for r in _allowed(rules, pass_) if reason(r, op) is None)
        if first is not rule:
            remark(op, f"{start} yet: '{first.name}' stands before it, and applies")
            return
        remark(op, f"rule '{rule.name}' applies to '{self.node}'")


def reason(rule: CompiledRule, op: Op) -> Trace | None:
    """The condition of a rule that fails last on the way of its best form; None if it applies."""
    trace = Trace(reason=f"it is '{op.name}'", place=rule.place)
    for variant in rule.variants:
        if variant.root is not type(op):
            continue
        made = variant.apply(op, trace)
        if made is not None:
            made.discard()
            return None
    return trace


def _allowed(rules: Iterable[CompiledRule], pass_: Any) -> Iterator[CompiledRule]:
    most = LAWS.index(pass_.law)
    return (r for r in rules if LAWS.index(r.law) <= most)


def _names(op: Operation) -> Iterator[str]:
    """What an operation is called: by its results, and by its place."""
    for result in op.results:
        if (name := names.name_of(result)) is not None:
            yield name
    if op.results and (name := location_name(op.location)):
        yield name


def _rule_passes(stage: Stage | None) -> Iterator[Any]:
    pending: list[Any] = [] if stage is None else [stage]
    while pending:
        at = pending.pop()
        if isinstance(at, Stage):
            pending += reversed(at.items)
        elif at.name == PASS:
            yield at


def _file(pass_: Any) -> str:
    return str(pass_.file)


def _refuse(message: str) -> None:
    raise Diagnosed(Diagnostic("error", DRIVER, message))
