"""`--verify-numerics`: the module runs before and after every pass, and its values are compared.

A value is the same value as before if it has the same tensor name and type, in the same function,
and, if it is a constant, the same location; a function's results always are. How far it may move
follows from the law class of the pass: `exact` moves no bit; `real` and `fast` move by roundings,
which are small beside the largest number of the tensor, as that is what sums cancel down from. The
results of functions are also compared with those of the first module, with a tolerance that grows
with the number of passes that may round.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from ...dialects.nn.constant import Constant
from ...dialects.nn.custom import Custom
from .. import functions, levels, names, topology
from ..verifier import name_of
from .diagnostics import DRIVER, Diagnosed, Diagnostic, Where, error, remark
from .feeds import Feeds, feeds, named_dims
from .flags import Settings
from .instruments import Instrument
from .npz import Arrays

FLOAT32_EPS = 2.0**-23
NARROW_RTOL = 1e-2
"""Of floats narrower than float32, or one rounding where that is more."""
RANGES = (-8, 10), (0, 10), (0, 2)
"""Of random integers: negative ones show the most, but where they are indices, others must do."""
LAWS = "exact", "real", "fast"
ULPS = 512
"""Of wider floats: roundings by which an element may move, its own and the largest number's."""


# --- What is compared ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Tensor:
    """A value and where it came from."""

    array: Any
    where: Where
    op: str = ""
    """The name of the operation that made it; empty for an argument."""
    location: LocationAttr | None = None
    eps: float = 0.0
    """Of the coarsest floats that it was computed by way of: a cast does not make them finer."""

    @property
    def is_constant(self) -> bool:
        return self.op == Constant.name


@dataclass
class State:
    """What one function computed."""

    inputs: Arrays
    results: list[Tensor]
    values: dict[str, Tensor]


@dataclass(frozen=True)
class Change:
    """How a tensor moved, at the worst position."""

    position: tuple[int, ...]
    after: str
    before: str
    excess: float
    """In multiples of the tolerance; infinite where there is none."""
    limit: str
    ulps: float | None = None
    """The most that any element moved, in units of its own last place."""

    def __str__(self) -> str:
        at = f" at {list(self.position)}" if self.position else ""
        return f"{at}: {self.after} was {self.before}{self.limit}"


def _shown(element: Any) -> str:
    return repr(element) if isinstance(element, str | bytes) else str(element)


def change(
    np: Any, after: Any, before: Any, law: str, rounds: int = 1, eps: float = 0.0
) -> Change | None:
    """The worst move of an array beyond what a law class allows; None if there is none."""
    found = deviation(np, after, before, law, rounds, eps)
    return found if found is not None and found.excess > 1 else None


def deviation(
    np: Any, after: Any, before: Any, law: str, rounds: int = 1, eps: float = 0.0
) -> Change | None:
    """
    The worst move of an array, measured by what a law class allows; None if nothing moved.

    `exact`: every bit, but NaN is NaN. `real`: floats within `rounds` times the tolerance of their
    type, or of `eps` if that is coarser, NaN and infinities by position. `fast`: as `real`, where
    both are finite. All else exact.
    """
    if after.shape != before.shape or after.dtype != before.dtype:
        return Change((), _type(after), _type(before), float("inf"), "")
    if not after.size:
        return None
    if law == "exact" or not _is_float(after.dtype):
        return _exact(np, after, before)
    return _close(np, after, before, law, rounds, max(eps, eps_of(after.dtype)))


def _type(array: Any) -> str:
    return "x".join([*map(str, array.shape), str(array.dtype)])


def _is_float(dtype: Any) -> bool:
    return dtype.kind in "fc" or dtype.name.startswith(("bfloat", "float"))


def _exact(np: Any, a: Any, b: Any) -> Change | None:
    if a.dtype.kind == "O" or not _is_float(a.dtype):
        wrong = np.asarray(a != b)
    else:
        bits = np.dtype(f"V{a.dtype.itemsize}")
        x, y = np.ascontiguousarray(a), np.ascontiguousarray(b)
        if x.tobytes() == y.tobytes():
            return None
        wrong = np.asarray(x.view(bits) != y.view(bits)) & ~(np.isnan(x) & np.isnan(y))
    if not wrong.any():
        return None
    at = _position(np, wrong.argmax(), a.shape)
    count = f"; {int(wrong.sum())} of {a.size} differ"
    return Change(at, _shown(a[at]), _shown(b[at]), float("inf"), count)


def _close(np: Any, a: Any, b: Any, law: str, rounds: int, eps: float) -> Change | None:
    wide: Any = np.complex128 if a.dtype.kind == "c" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    finite = np.isfinite(x) & np.isfinite(y)
    scale = float(np.abs(y[finite]).max()) if finite.any() else 0.0
    relative = tolerance(eps)
    with np.errstate(all="ignore"):
        limit = rounds * relative * (np.abs(y) + scale) + np.finfo(np.float64).tiny
        excess = np.abs(x - y) / limit
        ulps = np.abs(x - y)[finite] / _last_place(np, y[finite], a.dtype)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    beyond = 0.0 if law == "fast" else np.inf
    excess = np.where(same, 0.0, np.where(finite, excess, beyond))
    worst = float(excess.max())
    if worst == 0:
        return None
    at = _position(np, excess.argmax(), a.shape)
    text = f"; {int((excess > 1).sum())} of {a.size} beyond {rounds * relative:g} of themselves"
    limit = f"{text} and {rounds * relative * scale:g}"
    most = float(ulps.max()) if ulps.size else None
    return Change(at, _shown(a[at]), _shown(b[at]), worst, limit, most)


def _last_place(np: Any, numbers: Any, dtype: Any) -> Any:
    """The unit in the last place of each number; below the least normal one it is the same."""
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    info = finfo(dtype)
    _, exponents = np.frexp(np.maximum(np.abs(numbers), float(info.smallest_normal)))
    return np.ldexp(float(info.eps), exponents - 1)


def tolerance(eps: float) -> float:
    """What floats may move by, relative to themselves and to the tensor's largest number."""
    return ULPS * eps if eps <= FLOAT32_EPS else max(NARROW_RTOL, eps)


def eps_of(dtype: Any) -> float:
    """The distance of 1 from the next float; 0 of other types."""
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    return float(finfo(dtype).eps) if _is_float(dtype) else 0.0


def _position(np: Any, flat: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(flat), shape))


# --- Running ------------------------------------------------------------------------------------


def runnable(module: ModuleOp) -> bool:
    """Whether all functions of a module are of operators that can be run, and there is one."""
    found = list(functions.defined(module))
    graphs = any(op.name == "nn.graph" for op in module.body.block.ops)
    fits = (levels.first_misfit(f, "nn") is None for f in found)
    if not found or graphs or not all(fits):
        return False
    inner = (op for f in found for op in topology.walk(f.regions))
    return not any(isinstance(op, Custom) for op in inner)


def evaluate(np: Any, function: FuncOp, inputs: Arrays) -> State:
    """
    All values of a function on arrays that a name tells apart: not those of functions that it
    calls. Raises `Diagnosed` where it cannot be run.
    """
    from ..interpreter import run_function

    values: dict[str, Tensor] = {}
    ambiguous = set[str]()
    inside = set(_blocks(function))
    eps: dict[SSAValue, float] = {}

    def observe(value: SSAValue, array: Any) -> None:
        owner, name = value.owner, names.name_of(value)
        if isinstance(owner, Operation) and not isinstance(owner, Constant):
            read = (eps.get(v, 0.0) for v in topology.reads(owner))
            eps[value] = max(eps_of(array.dtype), *read, 0.0)
        if name is None or _block(value) not in inside:
            return
        known = values.get(name)
        if known is not None and known.where is not value:
            ambiguous.add(name)
        values[name] = _tensor(value, array, eps.get(value, 0.0))

    results = run_function(function, list(inputs.values()), observe=observe)
    for name in ambiguous:
        del values[name]
    last = function.body.block.last_op
    assert last is not None
    made = [_tensor(v, a, eps.get(v, 0.0)) for v, a in zip(last.operands, results, strict=True)]
    return State(inputs, made, values)


def _blocks(function: FuncOp) -> Iterator[Block]:
    for op in (function, *topology.walk(function.regions)):
        for region in op.regions:
            yield from region.blocks


def _block(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


def across(module: ModuleOp, wanted: Feeds) -> Feeds:
    """As wanted, for all functions of a module: each has some of the dims."""
    dims = frozenset(n for f in functions.defined(module) for n in named_dims(f))
    return replace(wanted, elsewhere=dims | wanted.elsewhere)


def started(np: Any, function: FuncOp, wanted: Feeds) -> State:
    """
    What a function computes on the inputs wanted: random integers are the first of `RANGES` with
    which it can be run. Raises `Diagnosed` if there is none.
    """
    if wanted.file:
        return evaluate(np, function, feeds(np, function, wanted))
    refused: Diagnosed | None = None
    for integers in RANGES:
        inputs = feeds(np, function, replace(wanted, integers=integers))
        try:
            return evaluate(np, function, inputs)
        except Diagnosed as e:
            refused = e
        if not any(array.dtype.kind in "iu" for array in inputs.values()):
            break
    assert refused is not None
    advice = f"; {wanted.flags}inputs gives other inputs than random ones"
    raise Diagnosed(*(replace(d, message=d.message + advice) for d in refused.diagnostics))


def _tensor(value: SSAValue, array: Any, eps: float) -> Tensor:
    owner = value.owner
    if not isinstance(owner, Operation):
        return Tensor(array, value)
    return Tensor(array, value, name_of(owner), owner.location, eps)


# --- Comparing ----------------------------------------------------------------------------------


@dataclass
class Comparison:
    """What a pass did to the values."""

    law: str
    compared: int = 0
    lost: list[str] = field(default_factory=lambda: list[str]())
    new: list[str] = field(default_factory=lambda: list[str]())
    worst: tuple[str, Change] | None = None
    first: tuple[Tensor, str, Change] | None = None
    """The first that moved too far, in order of computation, and what to call it."""


def compared(np: Any, before: State, after: State, law: str) -> Comparison:
    """Compares all values that are in two runs of a function."""
    found = Comparison(law)
    for name, tensor in after.values.items():
        old = before.values.get(name)
        if old is None or not _is_same(old, tensor):
            found.new.append(name)
            continue
        _look(np, found, f"'{name}'", tensor, old, law)
    found.lost = [name for name in before.values if name not in after.values]
    if len(after.results) == len(before.results):
        for i, (tensor, old) in enumerate(zip(after.results, before.results, strict=True)):
            _look(np, found, f"result #{i}", tensor, old, law)
    return found


def _is_same(old: Tensor, now: Tensor) -> bool:
    """
    Whether two tensors of one name should be equal. A constant into which a pass has folded others
    keeps its name; its location tells.
    """
    if _type(old.array) != _type(now.array):
        return False
    return not now.is_constant or old.location == now.location


def _look(np: Any, found: Comparison, name: str, now: Tensor, old: Tensor, law: str) -> None:
    found.compared += 1
    moved = deviation(np, now.array, old.array, law, eps=max(now.eps, old.eps))
    if moved is None:
        return
    if found.first is None and moved.excess > 1:
        found.first = now, name, moved
    if found.worst is None or moved.excess > found.worst[1].excess:
        found.worst = name, moved


# --- The instrument -----------------------------------------------------------------------------


def numerics(settings: Settings) -> "Numerics":
    """What `--verify-numerics` and the flags beside it ask for."""
    return Numerics(feeds_of(settings), settings.numerics_report)


def feeds_of(settings: Settings) -> Feeds:
    seed = settings.numerics_seed
    if not seed.isdecimal():
        message = f"--numerics-seed={seed}: a number is expected"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    dims = () if settings.numerics_dims is None else (settings.numerics_dims,)
    return Feeds(settings.numerics_inputs, int(seed), dims, "--numerics-")


def loosest(laws: Iterable[str]) -> str:
    """The law class of passes together."""
    return max(laws, key=LAWS.index, default="exact")


def law_of(pass_: ModulePass) -> str:
    """The law class of a pass; one that states none must not change a bit."""
    return str(getattr(pass_, "law", "exact"))


@dataclass
class Numerics(Instrument):
    """
    Compares the values of a module before and after every pass, on inputs from a seed or a file.

    A deviation is an error, which fails the pass. Passes before the module can be run, and those
    after which it cannot (at the level of a framework), are named in a remark.
    """

    feeds: Feeds
    report: str | None = None
    """`json`: a report for each pass goes to standard error at the end."""
    states: dict[str, State] = field(default_factory=lambda: dict[str, State]())
    first: dict[str, State] = field(default_factory=lambda: dict[str, State]())
    roundings: int = 0
    loosest: str = "exact"
    """The law class of all passes so far."""
    passes: list[dict[str, Any]] = field(default_factory=lambda: list[dict[str, Any]]())
    depth: int = 0

    def before_stage(self, stage: Any, op: Operation) -> None:
        self.depth += 1

    def after_stage(self, stage: Any, op: Operation, failed: bool) -> None:
        self.depth -= 1
        if self.depth:
            return
        if not self.first and not failed:
            remark(op, "numerics: nothing was compared; before no pass could the module be run")
        if self.report == "json":
            print(json.dumps({"passes": self.passes}, indent=2), file=sys.stderr)
        self.states, self.first, self.passes = {}, {}, []
        self.roundings, self.loosest = 0, "exact"

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        module = _module(op)
        if not self.states and runnable(module):
            self.begin(module)

    def begin(self, module: ModuleOp) -> None:
        """Takes the values that a module has now for the right ones."""
        import numpy as np

        if self.passes:
            last = self.passes[-1]["pass"]
            remark(module, f"numerics: values are compared from what '{last}' left")
        self.feeds = across(module, self.feeds)
        for function in functions.defined(module):
            self.restart(function.sym_name.data, started(np, function, self.feeds))

    def restart(self, name: str, state: State) -> None:
        self.states[name] = state
        self.first[name] = replace(state, values={})

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        module, law = _module(op), law_of(pass_)
        entry: dict[str, Any] = {"pass": pass_.name, "law": law}
        self.passes.append(entry)
        if not self.states or not runnable(module):
            entry["skipped"] = "the module cannot be run"
            if self.states:
                remark(module, f"numerics: after '{pass_.name}' the module cannot be run")
                self.states.clear()
            return
        self.roundings += law != "exact"
        self.loosest = loosest((self.loosest, law))
        for function in functions.defined(module):
            self.check(pass_, law, function, entry)

    def check(self, pass_: ModulePass, law: str, function: FuncOp, entry: dict[str, Any]) -> None:
        import numpy as np

        name = function.sym_name.data
        before = self.states.get(name)
        inputs = fitting(np, function, None if before is None else before.inputs)
        if before is None or inputs is None:
            remark(function, f"numerics: '{pass_.name}' changed the inputs of '@{name}'")
            self.restart(name, started(np, function, self.feeds))
            return
        try:
            after = evaluate(np, function, inputs)
        except Diagnosed as e:
            for told in e.diagnostics:
                error(told.place, f"pass '{pass_.name}' left what cannot be run: {told.message}")
            return
        if len(after.results) != len(before.results):
            remark(function, f"numerics: '{pass_.name}' changed the number of results of '@{name}'")
            self.first[name] = replace(after, values={})
        found = compared(np, before, after, law)
        _describe(entry, name, found)
        if found.first is not None:
            tensor, what, moved = found.first
            made = f"'{tensor.op}' op " if tensor.op else ""
            error(tensor.where, f"{made}pass '{pass_.name}' ({law}) changed {what}{moved}")
        elif (drift := self.drift(np, name, after)) is not None:
            i, moved = drift
            passes = f"{self.roundings} passes that round, '{pass_.name}' the last,"
            error(after.results[i].where, f"{passes} together changed result #{i}{moved}")
        self.states[name] = after

    def drift(self, np: Any, name: str, after: State) -> tuple[int, Change] | None:
        """How a result departs from what it was at first."""
        first = self.first[name]
        rounds = max(1, self.roundings)
        for i, (now, then) in enumerate(zip(after.results, first.results, strict=True)):
            eps = max(now.eps, then.eps)
            moved = change(np, now.array, then.array, self.loosest, rounds, eps)
            if moved is not None:
                return i, moved
        return None


def _describe(entry: dict[str, Any], function: str, found: Comparison) -> None:
    told: dict[str, Any] = {
        "compared": found.compared,
        "lost": found.lost,
        "new": found.new,
    }
    if found.worst is not None:
        name, moved = found.worst
        told["worst"] = {
            "tensor": name,
            "position": list(moved.position),
            "before": moved.before,
            "after": moved.after,
            "times_the_tolerance": moved.excess if moved.excess < float("inf") else None,
        }
        if moved.ulps is not None:
            told["worst"]["ulps"] = moved.ulps
    entry.setdefault("functions", {})[function] = told


def _module(op: Operation) -> ModuleOp:
    while (parent := op.parent_op()) is not None:
        op = parent
    assert isinstance(op, ModuleOp)
    return op


def fitting(np: Any, function: FuncOp, inputs: Arrays | None) -> Arrays | None:
    """The inputs under the names that the arguments have now; None if they do not fit any more."""
    from ..interpreter import fits

    if inputs is None or len(inputs) != len(function.args):
        return None
    arrays = list(inputs.values())
    if not all(fits(np, a, v.type) for a, v in zip(arrays, function.args, strict=True)):
        return None
    return dict(zip(map(str, range(len(arrays))), arrays, strict=True))
