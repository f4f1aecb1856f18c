"""`--check-rules`: every rule on random instances, values before and after compared by its law.

An exact rule sees NaN, infinities, zeros of both signs and the ends of the integers, and must give
the same bits. A real or fast one may round otherwise: where floats differ by more than roundings,
the instance is tried again in f64, and counts only if they differ there, too. Dims of types are
made `?` in some instances, for what a rule takes for the same may then be something else.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ...dialects.nn.constant import Constant
from .. import element_types, matching, names
from ..driver.deviations import deviation, eps_of
from ..driver.diagnostics import Diagnosed
from ..interpreter import run_function
from ..op import Op, compatible, shape_of
from ..rewriting import apply_patterns
from .drawing import Dice
from .instances import Instance, NoInstance, draw
from .loading import CompiledRule
from .program import Trace, Variant
from .retyping import widened, with_open_dims
from .rewriting import RulePattern

WANTED = 96
"""Instances of each form of a rule that are compared."""
MOST_DRAWS = 2000
"""Draws, after which what was found must do."""
LEVELS = ((40, 8), (150, 24))
"""Draws, and instances compared, after which they become larger and odder."""
ALIKE = 2
"""Instances of the same shapes and properties that are compared."""
FEW = 8
"""Instances, fewer than which say little."""
OPENED = 0.5
"""How often an instance is tried with dims `?`, too."""
ENOUGH = 8
"""Instances that differ, of which the smallest is shown."""
RESTED = 2
"""Instances on which a rule is applied until it rests."""
LOOSE = 1e-9
"""What f64 may differ by, relative to the largest number of all."""


@dataclass(frozen=True)
class CounterExample:
    """An instance on which a rule does not keep its law."""

    module: ModuleOp
    """`@before` and `@after`."""
    inputs: tuple[Any, ...]
    results: tuple[tuple[Any, ...], tuple[Any, ...] | None]
    """Before and after; None if the latter cannot be computed."""
    reason: str
    size: tuple[bool, bool, int]
    """What shows the least is the largest: types alone, no elements, many."""


@dataclass
class Verdict:
    """What was found of one rule."""

    rule: CompiledRule
    tried: int = 0
    counter_example: CounterExample | None = None
    faults: list[str] = field(default_factory=lambda: list[str]())
    """Why it could not be tried, or does not rest."""
    doubts: list[str] = field(default_factory=lambda: list[str]())

    @property
    def good(self) -> bool:
        return self.counter_example is None and not self.faults


def try_rule(rule: CompiledRule, seed: int = 0, wanted: int = WANTED) -> Verdict:
    """The verdict on one rule: every form of it on so many instances of its own."""
    verdict = Verdict(rule)
    for i, variant in enumerate(rule.variants):
        trial = _Trial(rule, variant, seed + i, wanted)
        trial.run()
        verdict.tried += trial.tried
        verdict.faults += trial.faults()
        if 0 < trial.tried < FEW and trial.smallest is None:
            verdict.doubts.append(f"was tried on {trial.tried} instances only; {trial.obstacle()}")
        found = trial.smallest
        best = verdict.counter_example
        if found is not None and (best is None or found.size < best.size):
            verdict.counter_example = found
    return verdict


@dataclass
class _Trial:
    """One variant of a rule on its instances."""

    rule: CompiledRule
    variant: Variant
    seed: int
    wanted: int = WANTED
    tried: int = 0
    differ: int = 0
    smallest: CounterExample | None = None
    restless: str = ""
    reasons: Counter[str] = field(default_factory=lambda: Counter[str]())
    forms: Counter[Any] = field(default_factory=lambda: Counter[Any]())

    def run(self) -> None:
        import numpy as np

        for i in range(MOST_DRAWS):
            if self.tried >= self.wanted or self.differ >= ENOUGH:
                return
            rng = np.random.default_rng((self.seed, i))
            level = sum(i >= drawn or self.tried >= tried for drawn, tried in LEVELS)
            special = self.rule.law == "exact" and bool(rng.random() < 0.4) and level > 0
            dice = Dice(np, rng, level)
            with np.errstate(all="ignore"):
                self.draw(np, dice, special)

    def draw(self, np: Any, dice: Dice, special: bool) -> None:
        try:
            instance = draw(self.variant, dice, special)
        except NoInstance as e:
            self.reasons[str(e)] += 1
        else:
            self.instance(np, dice, instance)

    def instance(self, np: Any, dice: Dice, instance: Instance) -> None:
        wanted = _results(instance.function, instance.inputs)
        if wanted is None:
            self.reasons["the left side cannot be computed on what is drawn"] += 1
            return
        form = _form(instance)
        if self.forms[form] >= ALIKE:
            return
        pair = self.replaced(instance, of_any_type=True)
        if pair is not None:
            self.tried += 1
            self.forms[form] += 1
            self.compare(np, instance, pair, wanted)
            if self.tried <= RESTED:
                self.rests(instance)
        if dice.chance(OPENED):
            open_ = with_open_dims(instance, dice)
            pair = None if open_ is None else self.replaced(open_)
            if open_ is not None and pair is not None:
                self.compare(np, open_, pair, wanted)

    def replaced(self, instance: Instance, of_any_type: bool = False) -> ModuleOp | None:
        """A module of the function before and after; None where the rule does not fit."""
        trace = Trace()
        made = self.variant.apply(instance.root, trace, of_any_type=of_any_type)
        if made is None:
            self.reasons[trace.reason] += 1
            return None
        made.discard()
        values: dict[SSAValue, SSAValue] = {}
        after = names.copied(instance.function, values)
        assert isinstance(after, FuncOp)
        root = values[instance.root.results[0]].owner
        assert isinstance(root, Op) and root.parent is not None
        again = self.variant.apply(root, of_any_type=of_any_type)
        assert again is not None
        root.parent.insert_ops_before(again.ops, root)
        for old, new in zip(list(root.results), again.results, strict=True):
            old.replace_all_uses_with(new)
        root.detach()
        root.drop_all_references()
        after.sym_name = StringAttr("after")
        _drop_unused(after)
        _sync(after)
        return ModuleOp([names.copied(instance.function), after])

    def rests(self, instance: Instance) -> None:
        """Applies the rule until it fits no more."""
        module = ModuleOp([names.copied(instance.function)])
        try:
            apply_patterns(module, (RulePattern([self.rule]),), self.rule.name, dce=True)
        except PassFailedException as e:
            self.restless = f"does not come to rest: {e.args[0]}"

    # Values

    def compare(self, np: Any, instance: Instance, pair: ModuleOp, wanted: list[Any]) -> None:
        _, after = pair.body.block.ops
        assert isinstance(after, FuncOp)
        for new, old in zip(
            *(f.function_type.outputs for f in (after, instance.function)), strict=True
        ):
            if not compatible(new, old):
                message = f"the result is {new}, and was {old}; a condition on types is missing"
                self.refute(instance, pair, wanted, _results(after, instance.inputs), message)
                return
        try:
            found = run_function(after, instance.inputs)
        except Diagnosed as e:
            self.refute(
                instance, pair, wanted, None, f"it cannot be computed: {e.diagnostics[0].message}"
            )
            return
        reason = self.difference(np, instance, after, found, wanted)
        if reason and self.rule.law != "exact" and self.agrees_in_f64(np, instance):
            return
        if reason:
            self.refute(instance, pair, wanted, found, reason)

    def difference(
        self, np: Any, instance: Instance, after: FuncOp, found: list[Any], wanted: list[Any]
    ) -> str:
        """How results differ by more than the law allows; empty if they do not."""
        eps = max(
            (eps_of(a.dtype) for f in (instance.function, after) for a in _dtypes(np, f)),
            default=0.0,
        )
        for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
            moved = deviation(np, a, b, self.rule.law, 1, eps)
            if moved is not None and moved.excess > 1:
                return f"result #{i}{moved}"
        return ""

    def agrees_in_f64(self, np: Any, instance: Instance) -> bool:
        """Whether the rule fits the instance in f64, and changes no more than roundings there."""
        wide = widened(np, instance)
        pair = None if wide is None else self.replaced(wide)
        if wide is None or pair is None:
            return False
        _, after = pair.body.block.ops
        wanted, found = _results(wide.function, wide.inputs), _results(after, wide.inputs)
        if wanted is None or found is None:
            return False
        return all(self.is_close(np, a, b, wide) for a, b in zip(found, wanted, strict=True))

    def is_close(self, np: Any, a: Any, b: Any, wide: Instance) -> bool:
        if a.dtype.kind != "f":
            return bool(np.array_equal(a, b))
        known = [x[np.isfinite(x)] for x in (a, b, *wide.inputs) if x.dtype.kind == "f"]
        largest = max([1.0, *(float(np.abs(x).max()) for x in known if x.size)])
        finite = np.isfinite(a) & np.isfinite(b)
        same = (
            (a == b) | (np.isnan(a) & np.isnan(b)) | (finite & (np.abs(a - b) <= LOOSE * largest))
        )
        if self.rule.law == "fast":
            same |= ~finite
        return bool(same.all())

    def refute(
        self,
        instance: Instance,
        pair: ModuleOp,
        wanted: list[Any],
        found: list[Any] | None,
        reason: str,
    ) -> None:
        are_types = "condition on types" in reason
        self.differ += not are_types
        size = (are_types, any(not a.size for a in wanted), instance.size)
        if self.smallest is None or size < self.smallest.size:
            results = tuple(wanted), None if found is None else tuple(found)
            inputs = tuple(instance.inputs)
            self.smallest = CounterExample(pair, inputs, results, reason, size)

    def faults(self) -> list[str]:
        found = [self.restless] if self.restless else []
        if not self.tried:
            none = f"of {MOST_DRAWS} instances none fits"
            found.append(f"could not be tried: {none}; {self.obstacle()}")
        return found

    def obstacle(self) -> str:
        """Why most draws led to nothing."""
        ((reason, _),) = self.reasons.most_common(1) or [("nothing could be drawn", 0)]
        return f"often {reason}"


def _form(instance: Instance) -> Any:
    """What makes instances alike: shapes and properties, not element types and numbers."""
    ops = [op for op in instance.function.body.block.ops if isinstance(op, Op)]
    values = [v for op in ops for v in (*op.operands, *op.results)]
    settings = [tuple(op.properties.items()) for op in ops if not isinstance(op, Constant)]
    return tuple(shape_of(v.type) for v in values), tuple(settings)


# --- Functions ----------------------------------------------------------------------------------


def _results(function: Operation, inputs: Sequence[Any]) -> list[Any] | None:
    try:
        return run_function(function, inputs)
    except Diagnosed:
        return None


def _dtypes(np: Any, function: FuncOp) -> Iterator[Any]:
    """Empty arrays of the element types of a function."""
    for op in function.body.block.ops:
        for value in (*op.operands, *op.results):
            element = matching.element_type(value)
            if element is not None:
                yield np.empty(0, element_types.numpy_dtype(np, element))


def _drop_unused(function: FuncOp) -> None:
    for op in reversed(list(function.body.block.ops)):
        if isinstance(op, Op) and not any(True for r in op.results for _ in r.uses):
            op.detach()
            op.drop_all_references()


def _sync(function: FuncOp) -> None:
    """Gives a function the types of its arguments and of what it returns."""
    from xdsl.dialects.builtin import FunctionType

    last = function.body.block.last_op
    assert last is not None
    inputs = [a.type for a in function.body.block.args]
    function.properties["function_type"] = FunctionType.from_lists(inputs, last.operand_types)
