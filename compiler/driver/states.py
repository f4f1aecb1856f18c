"""What the functions of a module compute on arrays, value by value, and where each comes from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from xdsl.dialects.builtin import LocationAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from ...dialects.nn.constant import Constant
from ...dialects.nn.custom import Custom
from .. import names, topology
from ..verifier import name_of
from .deviations import eps_of
from .diagnostics import Where
from .npz import Arrays

OURS = "nn"
"""The runtime that the operators of `nn` are themselves."""
Agreement: TypeAlias = Literal["all", "finite", "none"]
_CONSTANTS = (Constant.name, "onnx.initializer", "onnx.Constant")


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
    agreed: Agreement = "all"
    """How much of it runtimes agree about: less where it was computed from what is no number."""

    @property
    def is_constant(self) -> bool:
        return self.op in _CONSTANTS

    @property
    def is_made_up(self) -> bool:
        """Whether nobody computed it: it stands for what an `nn.custom` gives."""
        return self.op == Custom.name


@dataclass
class State:
    """What one function computed."""

    inputs: Arrays
    results: list[Tensor]
    values: dict[str, Tensor]
    """Those that a name tells apart, in the order of computation."""
    runtime: str = OURS
    alone: "Callable[[Mapping[str, Any | None]], State] | None" = None
    """
    Of another runtime: runs every operator by itself, whatever reads one of the tensors given
    reading that array; the state holds what the operators computed. None is no array: about what
    is computed from it, nothing is agreed.
    """


@dataclass
class Named:
    """Collects values by name, as far as a name tells them apart."""

    values: dict[str, Tensor] = field(default_factory=dict[str, Tensor])
    owners: dict[str, SSAValue | None] = field(default_factory=dict[str, SSAValue | None])

    def claim(self, name: str, value: SSAValue) -> bool:
        """Whether no other value has the name so far."""
        if self.owners.setdefault(name, value) is value:
            return True
        self.owners[name] = None
        self.values.pop(name, None)
        return False

    def add(self, name: str | None, value: SSAValue, tensor: Tensor) -> None:
        if name is not None and self.claim(name, value):
            self.values[name] = tensor


@dataclass(frozen=True)
class Standing:
    """Which values of a function stand for results of `nn.custom`, and which were its operands."""

    results: frozenset[SSAValue] = frozenset()
    operands: Mapping[SSAValue, list[str]] = field(default_factory=dict[SSAValue, list[str]])
    """What each is called as an operand."""


def evaluate(np: Any, function: FuncOp, inputs: Arrays, standing: Standing | None = None) -> State:
    """
    All values of a function of `nn` on arrays that a name tells apart: not those of functions that
    it calls. Raises `Diagnosed` where it cannot be run.
    """
    from ..interpreter import run_function

    standing = Standing() if standing is None else standing
    found = Named()
    inside = set(_blocks(function))
    eps: dict[SSAValue, float] = {}

    def tensor(value: SSAValue, array: Any) -> Tensor:
        op = Custom.name if value in standing.results else None
        return tensor_of(value, array, eps.get(value, 0.0), op)

    def observe(value: SSAValue, array: Any) -> None:
        owner = value.owner
        constant = isinstance(owner, Constant) and value not in standing.results
        if isinstance(owner, Operation) and not constant:
            read = (eps.get(v, 0.0) for v in topology.reads(owner))
            eps[value] = max(eps_of(array.dtype), *read, 0.0)
        if _block(value) in inside:
            for name in (names.name_of(value), *standing.operands.get(value, ())):
                found.add(name, value, tensor(value, array))

    results = run_function(function, list(inputs.values()), observe=observe)
    last = function.body.block.last_op
    assert last is not None
    made = [tensor(v, a) for v, a in zip(last.operands, results, strict=True)]
    return State(inputs, made, found.values)


def tensor_of(
    value: SSAValue,
    array: Any,
    eps: float,
    op: str | None = None,
    agreed: Agreement = "all",
) -> Tensor:
    """A value as it was computed; `op` instead of the name of the operation that did."""
    owner = value.owner
    if not isinstance(owner, Operation):
        return Tensor(array, value)
    return Tensor(array, value, op or name_of(owner), owner.location, eps, agreed)


def _blocks(function: FuncOp) -> Iterator[Block]:
    for op in (function, *topology.walk(function.regions)):
        for region in op.regions:
            yield from region.blocks


def _block(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner
