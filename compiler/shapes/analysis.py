"""
What is known of the values of a function: dimensions, and the elements of small tensors, as
expressions in the names of dimensions (`nn.dims`).

Dimensions come from the operators' own `infer`, which runs on expressions; where that says nothing,
a dimension is a symbol of its own. Elements come from the operators' own `value`, on numbers, or on
expressions where the operator allows that; so `shape_of`, `gather`, `concat` lead to a reshape's
dimensions. An element is given only where it is certain, but that integers of at least 32 bits
computed from dimensions are taken not to overflow, and an expression in the shape of a reshape is
taken for a size, never for the 0 that copies a dimension or the -1 that stands for what is left.
No dimension is taken to be above 10^9, unless `nn.symbols` says so.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, Region, SSAValue

from ..op import DYNAMIC, Op, Tensor, shape_of, tensor
from . import dynamic, elements
from .expressions import DIMENSION, Dim, Expr, dimension, equal, fresh, symbol
from .loops import invariants
from .notes import dim_names, ranges

NESTING = 2
"""Loops inside so many others are taken as their types say."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a value; None where nothing is."""

    dims: tuple[Dim, ...] | None
    array: Any
    """Its elements: an array of its type, or one of objects where an element is no number."""


class Shapes:
    """
    The analysis of one function, made as it is asked for and kept by value: what is rewritten gets
    new values, so that nothing known becomes wrong. Types that are refined later change nothing.
    """

    def __init__(self, function: Operation | None = None) -> None:
        self._facts: MutableMapping[SSAValue, Fact] = {}
        self._symbols: dict[str, Expr] = {}
        self._ranges = ranges(function)
        self._depth = 0

    def dims(self, value: SSAValue) -> tuple[Dim, ...] | None:
        """The dimensions of a tensor; None where its rank is not known."""
        return self._fact(value).dims

    def contents(self, value: SSAValue) -> Any:
        """
        The elements of a small tensor, as an array of objects: numbers, booleans, expressions, or
        None for an unknown one. None altogether where nothing is known, or the tensor is large.
        """
        array = self._fact(value).array
        return None if array is None else elements.plain(array)

    def constant(self, value: SSAValue) -> Any:
        """The elements of a small tensor as an array of its type, if all are numbers; else None."""
        array = self._fact(value).array
        return None if array is None or array.dtype == object else array

    def type(self, value: SSAValue) -> Attribute:
        """The type of a value, with every dimension that is known to be a number."""
        dims, type_ = self.dims(value), value.type
        if dims is None or not isinstance(type_, TensorType | UnrankedTensorType):
            return type_
        numbers = [n if isinstance(n, int) else DYNAMIC for n in dims]
        return tensor(numbers, of=cast("Tensor", type_))

    def symbols(self) -> Iterator[str]:
        """The names of dimensions met so far."""
        return iter(self._symbols)

    def rename(self, old: SSAValue, new: SSAValue) -> None:
        """Takes over what is known of a value for the one that stands in its place."""
        if old is not new and old in self._facts:
            self._facts[new] = self._facts.pop(old)

    def forget(self, values: Iterable[SSAValue]) -> None:
        """Drops what is known of values."""
        for value in values:
            self._facts.pop(value, None)

    def supposing(self, dims: Mapping[SSAValue, Sequence[Dim] | None]) -> "Shapes":
        """The analysis under assumptions, `DYNAMIC` for a dim of which there is none."""
        trial = Shapes()
        trial._symbols, trial._ranges, trial._depth = self._symbols, self._ranges, self._depth + 1
        trial._facts = ChainMap({v: Fact(_opened(d), None) for v, d in dims.items()}, self._facts)
        return trial

    # --- The order of work: what a value depends on first, without recursion ---

    def _fact(self, value: SSAValue) -> Fact:
        found = self._facts.get(value)
        if found is not None:
            return found
        stack, opened = [value], set[SSAValue]()
        while stack:
            top = stack[-1]
            if top in self._facts:
                stack.pop()
                continue
            missing = [v for v in _needed(top) if v not in self._facts]
            if missing and top not in opened:
                opened.add(top)
                stack += missing
                continue
            stack.pop()
            self._learn(top)
        return self._facts[value]

    def _learn(self, value: SSAValue) -> None:
        if isinstance(value, BlockArgument):
            loop = _loop_of(value)
            if loop is not None and self._depth < NESTING:
                self._states(loop)
            else:
                self._facts[value] = Fact(self._argument(value), None)
            return
        assert isinstance(value, OpResult)
        op = value.op
        known = all(v in self._facts for v in _needed(value))  # not so in a cycle
        facts = self._results(op) if isinstance(op, Op) and known else map(self._typed, op.results)
        for result, fact in zip(op.results, facts, strict=True):
            self._facts[result] = fact

    def _typed(self, value: SSAValue) -> Fact:
        """What the type of a value says."""
        return Fact(_opened(shape_of(value.type)), None)

    # --- Arguments ---

    def _argument(self, value: BlockArgument) -> tuple[Dim, ...] | None:
        shape = shape_of(value.type)
        if shape is None:
            return None
        names = dim_names(value, len(shape))
        return tuple(
            n if n != DYNAMIC else self._named(name) if name else fresh()
            for n, name in zip(shape, names, strict=True)
        )

    def _named(self, name: str) -> Expr:
        if name not in self._symbols:
            self._symbols[name] = symbol(name, self._ranges.get(name, DIMENSION))
        return self._symbols[name]

    # --- Results ---

    def _results(self, op: Op) -> list[Fact]:
        if op.regions:
            return self._regions(op)
        shapes = self._dims(op)
        arrays: Any = [None] * len(shapes)
        if any(_may_be_known(r.type, dims) for r, dims in zip(op.results, shapes, strict=True)):
            given = [self._facts[v] for v in op.operands]
            arrays = elements.computed(
                op, [f.dims for f in given], [f.array for f in given], shapes
            )
        return [Fact(dims, array) for dims, array in zip(shapes, arrays, strict=True)]

    def _dims(self, op: Op) -> list[tuple[Dim, ...] | None]:
        declared = [shape_of(r.type) for r in op.results]
        if all(shape is not None and DYNAMIC not in shape for shape in declared):
            return [*declared]
        inferred = self._inferred(op)
        if inferred is None or len(inferred) != len(declared):
            inferred = [None] * len(declared)
        return [_merged(*both) for both in zip(declared, inferred, strict=True)]

    def _inferred(self, op: Op) -> Sequence[Sequence[Dim] | None] | None:
        """The shapes that dimensions and known elements of the operands give."""
        try:
            rule = dynamic.RULES.get(op.name)
            if rule is not None:
                return [rule(op, self)]
            types = [self._symbolic_type(v) for v in op.operands]
            if any(isinstance(t, UnrankedTensorType) for t in types) and not op.unranked:
                return None
            found = type(op).infer(
                **op.bind(types, op.operand_sizes()), **op.settings_of(op.properties)
            )
        except Exception:
            # An operator may refuse expressions, and in any way: it was written for numbers.
            return None
        found = cast("tuple[Any, ...]", found if isinstance(found, tuple) else (found,))
        return [shape_of(t) for t in found]

    def _symbolic_type(self, value: SSAValue) -> Attribute | Tensor:
        dims = self._facts[value].dims
        return value.type if dims is None else tensor(cast("Any", dims), of=value.type)

    # --- Regions ---

    def _regions(self, op: Op) -> list[Fact]:
        if op.name == "nn.loop":
            return [self._after(op, i) for i in range(len(op.results))]
        if op.name != "nn.if":
            return [self._typed(r) for r in op.results]
        chosen = self._facts[op.operands[0]].array
        branches = [[self._facts[v] for v in _yielded(region)] for region in op.regions]
        if len(branches) != 2 or any(len(b) != len(op.results) for b in branches):
            return [self._typed(r) for r in op.results]
        if chosen is not None and chosen.dtype != object and chosen.size == 1:
            return branches[0] if chosen.reshape(()).item() else branches[1]
        return [self._either(a, b, r) for a, b, r in zip(*branches, op.results, strict=True)]

    def _either(self, a: Fact, b: Fact, result: SSAValue) -> Fact:
        """What holds whichever of two it is."""
        if a.dims is None or b.dims is None or len(a.dims) != len(b.dims):
            return self._typed(result)
        pairs = zip(a.dims, b.dims, strict=True)
        dims = tuple(m if equal(m, n) else DYNAMIC for m, n in pairs)
        array = None if DYNAMIC in dims else elements.either(a.array, b.array)
        return Fact(_merged(shape_of(result.type), dims), array)

    def _states(self, loop: Any) -> None:
        states = loop.regions[0].block.args[2:]
        for state, dims in zip(states, invariants(loop, self), strict=True):
            self._facts[state] = Fact(_opened(dims), None)

    def _after(self, loop: Any, index: int) -> Fact:
        """What the turns of a loop keep of a state; of what is stacked, what the type says."""
        result = loop.results[index]
        if index >= len(loop.init):
            return self._typed(result)
        state = self._facts[loop.regions[0].block.args[2 + index]].dims
        initial = self._facts[loop.init[index]].dims
        if state is None or initial is None or len(state) != len(initial):
            return self._typed(result)
        pairs = zip(state, initial, strict=True)
        kept = [m if isinstance(m, int) or m == n else DYNAMIC for m, n in pairs]
        return Fact(_merged(shape_of(result.type), kept), None)


def _opened(dims: Sequence[Dim] | None) -> tuple[Dim, ...] | None:
    """Dimensions, with a symbol of its own for each unknown one."""
    if dims is None:
        return None
    return tuple(fresh() if isinstance(n, int) and n == DYNAMIC else n for n in dims)


def _merged(declared: Sequence[int] | None, inferred: Sequence[Dim] | None) -> Any:
    """The dimensions of a result, from its type and from its operands."""
    if inferred is None or declared is not None and len(declared) != len(inferred):
        inferred = declared
    if inferred is None:
        return None
    given = declared if declared is not None else [DYNAMIC] * len(inferred)
    return tuple(_merged_dim(m, n) for m, n in zip(given, inferred, strict=True))


def _merged_dim(declared: int, inferred: Dim) -> Dim:
    if isinstance(inferred, int) and inferred != DYNAMIC:
        return inferred
    if declared != DYNAMIC:
        return declared
    return fresh() if isinstance(inferred, int) else dimension(inferred)


def _may_be_known(type_: Attribute, dims: Sequence[Dim] | None) -> bool:
    """Whether the elements of a result are worth looking at."""
    element = getattr(type_, "element_type", None)
    return elements.is_number(element) and elements.small(dims) is not None


def _needed(value: SSAValue) -> Sequence[SSAValue]:
    """The values that have to be known first."""
    if isinstance(value, BlockArgument):
        loop = _loop_of(value)
        return () if loop is None else loop.operands
    assert isinstance(value, OpResult)
    op = value.op
    if not isinstance(op, Op):
        return ()
    if op.name == "nn.loop":
        return [*op.operands, *op.regions[0].block.args[2:]]
    if op.name == "nn.if":
        return [*op.operands, *(v for region in op.regions for v in _yielded(region))]
    return op.operands


def _loop_of(value: BlockArgument) -> Operation | None:
    """The loop of which a value is a state."""
    owner = value.block.parent_op()
    return owner if owner is not None and owner.name == "nn.loop" and value.index >= 2 else None


def _yielded(region: Region) -> Sequence[SSAValue]:
    block = region.first_block
    return () if block is None or block.last_op is None else block.last_op.operands
