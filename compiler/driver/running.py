"""The functions of a module that can be run, whatever its level, and their first inputs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeAlias, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from ...dialects.onnx import FUNCTION, TRAINING, OnnxOp
from .. import functions, levels, topology
from ..op import FrameworkOp
from ..verifier import name_of
from .diagnostics import Diagnosed
from .feeds import Feeds, feeds, named_dims
from .made_up import MadeUp
from .npz import Arrays
from .onnx_values import Unrunnable, symbol_of, unrunnable, written
from .states import State, evaluate

RANGES = (-8, 10), (0, 10), (0, 2)
"""Of random integers: negative ones show the most, but where they are indices, others must do."""

RUNNABLE = "nn", "dag", "graph"
"""Levels at which a module can be run, the latter two of ONNX."""

Run: TypeAlias = Callable[[Arrays], State]
"""A way to run a function; raises `Diagnosed` where it cannot be."""


@dataclass
class Subject:
    """A function that can be run, perhaps by one of several runtimes."""

    name: str
    function: Operation
    ways: Callable[[], Iterable[Run]]
    """The better one first; a later one where it fails."""

    def run(self, inputs: Arrays) -> State:
        """What it computes; raises `Diagnosed` with what the first runtime has to say."""
        return self._first([inputs])

    def start(self, np: Any, wanted: Feeds) -> State:
        """
        What it computes on the inputs wanted: random integers are the first of `RANGES` with which
        it can be run. Raises `Diagnosed` if there is none.
        """
        if wanted.file:
            return self.run(feeds(np, self.function, wanted))
        tried: list[Arrays] = []
        for integers in RANGES:
            inputs = feeds(np, self.function, replace(wanted, integers=integers))
            tried.append(inputs)
            if not any(array.dtype.kind in "iu" for array in inputs.values()):
                break
        try:
            return self._first(tried)
        except Unrunnable:
            raise
        except Diagnosed as e:
            advice = f"; {wanted.flags}inputs gives other inputs than random ones"
            told = (replace(d, message=d.message + advice) for d in e.diagnostics)
            raise Diagnosed(*told) from None

    def _first(self, tried: list[Arrays]) -> State:
        refused: Diagnosed | None = None
        for run in self.ways():
            last: Diagnosed | None = None
            for inputs in tried:
                try:
                    return run(inputs)
                except Diagnosed as e:
                    last = e
            refused = refused or last
        assert refused is not None
        raise refused


@dataclass
class Runner:
    """Finds what can be run; remembers what stood for operators that cannot."""

    feeds: Feeds
    made_up: MadeUp = field(default_factory=MadeUp)

    def subjects(self, module: ModuleOp, before: Mapping[str, State]) -> list[Subject]:
        """
        The functions of a module; raises `Unrunnable` where one cannot be run at its level.
        `before` is what they computed last.
        """
        import numpy as np

        level = level_of(module)
        if not level:
            _refuse(module)
        if level != "nn":
            return self._known([_theirs(np, module, op) for op in _main(module)])
        shown, standing = self.made_up.stand_in(np, module, before)
        names = [(f, standing.get(f.sym_name.data)) for f in functions.defined(shown)]
        return self._known([_ours(np, f, stands) for f, stands in names])

    def _known(self, subjects: list[Subject]) -> list[Subject]:
        """Remembers the dims of all functions: each has some of those that sizes are given for."""
        dims = frozenset(n for s in subjects for n in named_dims(s.function))
        self.feeds = replace(self.feeds, elsewhere=dims | self.feeds.elsewhere)
        return subjects

    def start(self, module: ModuleOp) -> dict[str, State]:
        """What each function of a module computes on the inputs wanted."""
        import numpy as np

        return {s.name: self.begin(np, s) for s in self.subjects(module, {})}

    def begin(self, np: Any, subject: Subject) -> State:
        """What a function computes on the inputs wanted."""
        return subject.start(np, self.feeds)


def _ours(np: Any, function: FuncOp, standing: Any) -> Subject:
    def run(inputs: Arrays) -> State:
        return evaluate(np, function, inputs, standing)

    return Subject(function.sym_name.data, function, lambda: [run])


def _theirs(np: Any, module: ModuleOp, function: Operation) -> Subject:
    name = symbol_of(function)
    program = written(np, module, name)
    return Subject(name, function, program.ways)


# --- What can be run ----------------------------------------------------------------------------


def level_of(module: ModuleOp) -> str:
    """The one of `nn`, and of ONNX `dag` and `graph`, at which all of a module is; else empty."""
    found = [*_holders(module)]
    levels_ = (level for level in RUNNABLE if found and all(_fits(c, level) for c in found))
    return next(levels_, "")


def _fits(container: Operation, level: str) -> bool:
    if levels.first_misfit(container, level) is not None:
        return False
    return level == "nn" or _foreign(container) is None


def _foreign(container: Operation) -> Operation | None:
    """The first operation of a framework other than ONNX."""
    found = (op for op in topology.walk(container.regions) if isinstance(op, FrameworkOp))
    return next((op for op in found if not isinstance(op, OnnxOp)), None)


def _holders(module: ModuleOp) -> Iterator[Operation]:
    yield from (op for op in module.body.block.ops if op.name == levels.GRAPH)
    yield from functions.defined(module)


def _main(module: ModuleOp) -> list[Operation]:
    """The graphs and functions but those that an operator stands for, or that train a model."""
    entries = module.attributes.get(TRAINING)
    training = {
        value.root_reference.data
        for entry in (cast("ArrayAttr[Attribute]", entries) if entries is not None else ())
        for value in (entry.data.values() if isinstance(entry, DictionaryAttr) else ())
        if isinstance(value, SymbolRefAttr)
    }
    main = (op for op in _holders(module) if FUNCTION not in op.attributes)
    return [op for op in main if symbol_of(op) not in training]


def _refuse(module: ModuleOp) -> NoReturn:
    """Says what stands in the way of running a module."""
    for container in _holders(module):
        wanted = "graph" if container.name == levels.GRAPH else "nn"
        op = _foreign(container) or levels.first_misfit(container, wanted)
        if op is not None:
            level = levels.level_of(container)
            unrunnable(op, f"'{name_of(op)}' op cannot be run in what is at level '{level}'")
    unrunnable(module, "it has no function, or graphs beside functions")
