"""
The types of a function's values, as far as they follow from the types of its arguments.

In order of the text, each result gets the dimensions that the operator's `infer` gives, and those
that the analysis of shapes knows to be numbers. Nothing known gets lost; where a written type says
otherwise, inference wins. The states of a loop are first taken to keep the dimensions that they
begin with; what the loop's body does not keep is open in a second try.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from . import names, topology
from .driver.diagnostics import Diagnosed, error, warning
from .functions import defined
from .op import DYNAMIC, Op, Tensor, compatible, shape_of
from .shapes import Shapes
from .statistics import count

Part: TypeAlias = "Generator[Part, None, None]"
"""A part of the walk; what it yields comes next. So nesting costs no depth of Python's stack."""
TRIES = 3
"""How often the body of a loop is looked at."""
NESTING = 3
"""Loops inside so many others are looked at once only."""


def retyped(value: SSAValue, type_: Attribute) -> SSAValue:
    """The value with another type, in its place; it keeps its name."""
    if value.type == type_:
        return value
    count("num-retyped", "Number of values of whose type more is known")
    hint = names.hint_of(value)
    names.set_hint(value, None)  # xDSL would cut it
    new = Rewriter.replace_value_with_new_type(value, type_)
    names.set_hint(new, hint)
    return new


def refine(module: ModuleOp, strict: bool = False) -> None:
    """
    Refines the types of all functions. `strict` makes a contradiction of written types an error.

    Raises `Diagnosed` after telling of every operation whose operands no longer fit.
    """
    failed = False

    def visit(function: FuncOp) -> None:
        nonlocal failed
        refinement = _Refinement(function, strict)
        refinement.run()
        for tell, op, message in refinement.faults:
            tell(op, message)
            failed |= tell is error

    _until_calls_agree(module, visit)
    if failed:
        raise Diagnosed()


def sync_signatures(module: ModuleOp) -> None:
    """Gives functions, and calls of them, the types of the values that they return."""
    _until_calls_agree(module, lambda function: None)


def _until_calls_agree(module: ModuleOp, visit: Callable[[FuncOp], None]) -> None:
    callers = _callers(module)
    pending = {function: None for function in defined(module)}
    while pending:
        function = next(iter(pending))
        del pending[function]
        visit(function)
        last = function.body.block.last_op
        assert last is not None
        inputs, outputs = function.body.block.arg_types, last.operand_types
        type_ = FunctionType.from_lists(inputs, outputs)
        if type_ == function.function_type:
            continue
        function.properties["function_type"] = type_
        for call in callers.get(function.sym_name.data, ()):
            for result, output in zip(list(call.results), outputs, strict=True):
                retyped(result, output)
            pending.update((caller, None) for caller in _around(call))


def _callers(module: ModuleOp) -> dict[str, list[CallOp]]:
    found: dict[str, list[CallOp]] = {}
    for op in topology.walk(module.regions):
        if isinstance(op, CallOp):
            found.setdefault(op.callee.root_reference.data, []).append(op)
    return found


def _around(op: Operation) -> Iterable[FuncOp]:
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, FuncOp):
        parent = parent.parent_op()
    return () if parent is None else (parent,)


class _Refinement:
    """One walk through a function."""

    def __init__(self, function: FuncOp, strict: bool) -> None:
        self.function = function
        self.strict = strict
        self.shapes = Shapes(function)
        self.loops = 0
        self.faults: list[tuple[Callable[[Operation, str], None], Operation, str]] = []
        """What is to be told, unless a guess was the reason for it."""
        self.changes: list[tuple[Operation | Block, int, Attribute]] = []
        """What had which type before, so that the guesses of a loop can be taken back."""

    def run(self) -> None:
        stack = [self.block(block) for block in self.function.body.blocks]
        while stack:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
            else:
                stack.append(part)

    def block(self, block: Block) -> Part:
        for op in block.ops:
            if op.name == "nn.loop":
                yield self.loop(op)
            else:
                for inner in (b for region in op.regions for b in region.blocks):
                    yield self.block(inner)
            self.results(op)

    def results(self, op: Operation) -> None:
        if not isinstance(op, Op):
            return
        try:
            inferred = op.inferred()
        except VerifyException as e:
            self.faults.append((error, op, f"'{op.name}' op {e}"))
            return
        if len(inferred) != len(op.results):
            return  # the verifier's to tell
        for result, type_ in zip(list(op.results), inferred, strict=True):
            self.change(result, self.best(result, type_))

    def best(self, result: SSAValue, inferred: Attribute) -> Attribute:
        """The most that is known of a result."""
        best = more_specific(inferred, self.shapes.type(result))
        if compatible(best, result.type):
            return more_specific(best, result.type)
        name = names.name_of(result)
        shown = f" of '{name}'" if name else ""
        message = f"the type {result.type}{shown} is not what its operands give, {best}"
        severity, end = (error, "") if self.strict else (warning, "; corrected")
        self.faults.append((severity, cast(Operation, result.owner), message + end))
        return best

    def change(self, value: SSAValue, type_: Attribute) -> None:
        if value.type == type_:
            return
        owner: Any = value.owner
        index: int = cast(Any, value).index
        self.changes.append((owner, index, value.type))
        self.shapes.rename(value, retyped(value, type_))

    # --- Loops ---

    def loop(self, op: Operation) -> Part:
        body = op.regions[0].block
        initial = [v.type for v in cast(Any, op).init]
        declared = [a.type for a in body.args[2:]]
        guess = list(map(more_specific, declared, initial))
        if self.loops >= NESTING:
            guess = declared
        self.loops += 1
        for again in range(TRIES):
            faults, changes = len(self.faults), len(self.changes)
            for argument, type_ in zip(list(body.args[2:]), guess, strict=False):
                self.change(argument, type_)
            yield self.block(body)
            last = body.last_op
            yielded = () if last is None else tuple(last.operand_types[1:])
            kept = list(map(_kept, declared, guess, yielded))
            if kept == guess or guess == declared:
                break
            self.take_back(body, changes)
            del self.faults[faults:]
            guess = declared if again == TRIES - 2 else kept
        self.loops -= 1

    def take_back(self, body: Block, count: int) -> None:
        """Undoes the changes after the first `count`, and forgets what is known inside the body."""
        while len(self.changes) > count:
            owner, index, type_ = self.changes.pop()
            values = owner.args if isinstance(owner, Block) else owner.results
            retyped(values[index], type_)
        self.shapes.forget(body.args)
        for op in topology.walk([cast(Any, body.parent)]):
            self.shapes.forget(op.results)
            self.shapes.forget(a for r in op.regions for b in r.blocks for a in b.args)


def more_specific(a: Attribute, b: Attribute) -> Attribute:
    """The type a, with the rank and the dims that only b knows; they do not contradict."""
    shape = shape_of(a)
    other = shape_of(b)
    if other is None or a == b:
        return a
    element = cast("Tensor", a).element_type
    if shape is None:
        return TensorType(element, other)
    if len(shape) != len(other):
        return a
    dims = [n if m == DYNAMIC else m for m, n in zip(shape, other, strict=True)]
    return TensorType(element, dims)


def _kept(declared: Attribute, guess: Attribute, yielded: Attribute) -> Attribute:
    """What of a guess for a loop's state holds after a turn, too."""
    wanted, found, written = shape_of(guess), shape_of(yielded), shape_of(declared)
    if wanted is None or guess == yielded:
        return guess
    if found is None or len(found) != len(wanted):
        return declared
    known: Sequence[int] = [DYNAMIC] * len(wanted) if written is None else written
    dims = [m if m in (n, w) else DYNAMIC for m, n, w in zip(wanted, found, known, strict=True)]
    return TensorType(cast("Tensor", guess).element_type, dims)
