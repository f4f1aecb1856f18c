"""Runs a function of `nn` operators on arrays: each operator's own `value`, op by op.

Values are freed after their last use. Regions nest without depth of Python's stack; what they
capture is visible inside. Every array is checked against the type of the value it is.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp, TensorType, UnrankedTensorType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ..dialects.nn.control import If, Loop
from ..dialects.nn.graph import Yield
from . import element_types, functions, names, topology
from .driver.diagnostics import fail
from .op import DYNAMIC, Op, shape_of

Observer: TypeAlias = Callable[[SSAValue, Any], None]
Arrays: TypeAlias = list[Any]
Part: TypeAlias = "Generator[Part, Any, Arrays]"
"""A part of a run: what it yields is run next, and gives it that part's arrays."""


def run_function(
    func: Operation, inputs: Sequence[Any], *, observe: Observer | None = None
) -> list[Any]:
    """
    The results of a `func.func` at level `nn` on arrays.

    `observe` is called with every value that comes to be, arguments and values inside regions
    included, and its array, which it must not change. Raises `Diagnosed`, with the place, where the
    inputs do not fit, an operator cannot be computed, or an array does not have its value's type.
    """
    import numpy as np

    if not isinstance(func, FuncOp) or not func.body.blocks:
        fail(func, "only a function with a body can be run")
    run = _Run(np, observe)
    with np.errstate(all="ignore"):
        return _drive(run.function(func, [np.asarray(a) for a in inputs], func))


def fits(np: Any, array: Any, type_: Any) -> bool:
    """Whether an array may be the value of an argument of this type."""
    return _Run(np, None).fault(np.asarray(array), type_) is None


def _drive(root: Part) -> Arrays:
    stack = [root]
    found: Any = None
    while True:
        try:
            part = stack[-1].send(found)
        except StopIteration as end:
            stack.pop()
            found = end.value
            if not stack:
                return found
        else:
            stack.append(part)
            found = None


class _Run:
    """One run: the arrays of the values that are alive."""

    def __init__(self, np: Any, observe: Observer | None) -> None:
        self.np = np
        self.observe = observe
        self.arrays: dict[SSAValue, Any] = {}
        self.ends: dict[Block, dict[Operation | None, list[SSAValue]]] = {}
        self.active: set[Operation] = set()

    def function(self, func: FuncOp, inputs: Sequence[Any], where: Operation) -> Part:
        name = func.sym_name.data
        if func in self.active:
            fail(where, f"function '{name}' calls itself")
        if len(inputs) != len(func.args):
            fail(where, f"function '{name}' has {len(func.args)} inputs, but got {len(inputs)}")
        for argument, array in zip(func.args, inputs, strict=True):
            if (fault := self.fault(array, argument.type)) is not None:
                shown = names.name_of(argument) or str(argument.index)
                fail(where, f"input '{shown}' is {argument.type}, but got {fault}")
        self.active.add(func)
        results = yield self.region(func.body, inputs, where)
        self.active.discard(func)
        return results

    def region(self, region: Region, inputs: Sequence[Any], where: Operation) -> Part:
        """The operands of the terminator of a region's only block."""
        if len(region.blocks) != 1:
            fail(where, f"has a region of {len(region.blocks)} blocks; only one can be run")
        block = region.block
        ends = self.ends_of(block)
        self.define(where, block.args, inputs)
        self.free(ends.get(None, ()))
        for op in block.ops:
            if isinstance(op, Yield | ReturnOp):
                results = [self.arrays[v] for v in op.operands]
                self.free(ends.get(op, ()))
                return results
            part = self.structured(op)
            self.define(op, op.results, self.compute(op) if part is None else (yield part))
            self.free(ends.get(op, ()))
        fail(where, "has a block that does not end in its results")

    # Operations

    def compute(self, op: Operation) -> Sequence[Any]:
        if not isinstance(op, Op):
            fail(op, f"'{op.name}' op cannot be run")
        try:
            found = op.run(self.np, *self.read(op.operands))
            return tuple(map(_laid_out, found))
        except VerifyException as e:
            fail(op, f"'{op.name}' op {e.args[0]}")
        except (ArithmeticError, IndexError, MemoryError, ValueError) as e:
            fail(op, f"'{op.name}' op cannot be computed: {e}")

    def structured(self, op: Operation) -> "Part | None":
        """The run of an operation that runs regions; None for an ordinary one."""
        if isinstance(op, If):
            return self.branch(op)
        if isinstance(op, Loop):
            return self.loop(op)
        return self.call(op) if isinstance(op, CallOp) else None

    def branch(self, op: If) -> Part:
        taken = op.regions[0 if self.truth(op.condition) else 1]
        return (yield self.region(taken, (), op))

    def loop(self, op: Loop) -> Part:
        np, body = self.np, op.regions[0]
        limit = None if op.trip is None else int(self.arrays[op.trip].reshape(()))
        goes_on = op.cond is None or self.truth(op.cond)
        states = self.read(op.init)
        scans: list[list[Any]] = [[] for _ in range(op.scans)]
        shapes = [shape_of(a.type) or () for a in body.block.args[:2]]
        turn = 0
        while goes_on and (limit is None or turn < limit):
            counter = np.full(shapes[0], turn, np.int64)
            yielded = yield self.region(body, [counter, np.full(shapes[1], True), *states], op)
            goes_on = bool(yielded[0].reshape(()))
            states = yielded[1 : 1 + len(states)]
            for scan, array in zip(scans, yielded[1 + len(states) :], strict=True):
                scan.append(array)
            turn += 1
        types = op.result_types[len(states) :]
        return [*states, *map(self.stacked, scans, types)]

    def stacked(self, arrays: list[Any], type_: Any) -> Any:
        if arrays:
            return self.np.stack(arrays)
        inner = (shape_of(type_) or (0,))[1:]
        shape = (0, *(0 if n == DYNAMIC else n for n in inner))
        return self.np.zeros(shape, element_types.numpy_dtype(self.np, type_.element_type))

    def call(self, op: CallOp) -> Part:
        module: Operation | None = op
        while module is not None and not isinstance(module, ModuleOp):
            module = module.parent_op()
        name = op.callee.string_value()
        callees = () if module is None else functions.defined(module)
        callee = next((f for f in callees if f.sym_name.data == name), None)
        if callee is None:
            fail(op, f"'{op.name}' op calls '{name}', which is not defined here")
        return (yield self.function(callee, self.read(op.operands), op))

    def truth(self, value: SSAValue) -> bool:
        return bool(self.arrays[value].reshape(()))

    # Values

    def read(self, values: Iterable[SSAValue]) -> Arrays:
        return [self.arrays[v] for v in values]

    def define(self, op: Operation, values: Sequence[SSAValue], arrays: Sequence[Any]) -> None:
        if len(values) != len(arrays):
            fail(op, f"'{op.name}' op gave {len(arrays)} values where {len(values)} belong")
        for value, array in zip(values, arrays, strict=True):
            found = self.np.asarray(array)
            if (fault := self.fault(found, value.type)) is not None:
                fail(op, f"'{op.name}' op gave {fault}, where {value.type} belongs")
            self.arrays[value] = found
            if self.observe is not None:
                self.observe(value, found)

    def free(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            del self.arrays[value]

    def ends_of(self, block: Block) -> dict[Operation | None, list[SSAValue]]:
        """The values of a block by the operation that reads them last; arguments unread by None."""
        if (known := self.ends.get(block)) is not None:
            return known
        ends: dict[Operation | None, list[SSAValue]] = {}
        seen = set[SSAValue]()
        op = block.last_op
        while op is not None:
            for value in (*topology.reads(op), *op.results):
                owner = value.owner
                home = owner.parent if isinstance(owner, Operation) else owner
                if home is block and value not in seen:
                    seen.add(value)
                    ends.setdefault(op, []).append(value)
            op = op.prev_op
        ends[None] = [a for a in block.args if a not in seen]
        self.ends[block] = ends
        return ends

    def fault(self, array: Any, type_: Any) -> str | None:
        """How an array departs from a type; None where it does not."""
        if not isinstance(type_, TensorType | UnrankedTensorType):
            return None
        if self.has_element(array, type_) and _has_shape(array, shape_of(type_)):
            return None
        return "an array " + "x".join([*map(str, array.shape), str(array.dtype)])

    def has_element(self, array: Any, type_: Any) -> bool:
        wanted: Any = element_types.numpy_dtype(self.np, type_.element_type)
        return array.dtype == wanted or array.dtype.kind in "US" and wanted.kind == "O"


def _laid_out(array: Any) -> Any:
    """An array row by row: a matrix product may round a view of the same numbers differently."""
    return array if array.flags.c_contiguous else array.copy(order="C")


def _has_shape(array: Any, shape: tuple[int, ...] | None) -> bool:
    if shape is None:
        return True
    sizes: tuple[int, ...] = array.shape
    return len(shape) == len(sizes) and all(
        n in (m, DYNAMIC) for n, m in zip(shape, sizes, strict=True)
    )
