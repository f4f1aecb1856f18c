"""Result types after an edit: those that follow from what was changed, up to the outputs.

What is inferred takes the place of what was there, for the old type was that of another graph; what
does not depend on the edit keeps its type. A reshape to sizes that hold the old batch follows where
the sizes prove which of them it is.
"""

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import FunctionType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialects.nn.control import common
from ...dialects.nn.graph import UnknownType
from .. import names, topology
from ..driver.diagnostics import Place
from ..functions import defined
from ..inference import retyped
from ..op import DYNAMIC, FrameworkOp, Op, shape_of, tensor
from .address import ENDS, Refused, called
from .batch import follow
from .work import Work

Part: TypeAlias = "Generator[Part, None, None]"
"""A part of the walk; what it yields comes next. So nesting costs no depth of Python's stack."""


def infer(work: Work, place: Place, changed: Sequence[tuple[SSAValue, Attribute]] = ()) -> None:
    """
    Infers the types behind what was touched, and behind values that had other types before. A node
    that its new operands do not suit is refused, at a place in the script; so is an output of which
    the type would no longer be known.
    """
    walk = _Walk(work, place)
    for value, before in changed:
        walk.before[value] = before
        walk.touch_readers(value)
    walk.run()


def know(work: Work) -> None:
    """Infers the types that a model of a framework leaves open, as far as they can be known."""
    for op in topology.walk(work.module.regions):
        if isinstance(op, FrameworkOp) and any(map(_is_open, op.result_types)):
            work.changed(op)
    if work.touched:
        _Walk(work, Place(), strict=False).run()


def _is_open(type_: Attribute) -> bool:
    shape = shape_of(type_)
    return shape is None or DYNAMIC in shape


def _refined(old: Attribute, new: Attribute) -> Attribute:
    """What two types say that are both true."""
    before, after = shape_of(old), shape_of(new)
    if isinstance(new, UnknownType) or before is not None and after is None:
        return old
    if before is None or after is None or len(before) != len(after):
        return new
    dims = zip(before, after, strict=True)
    return tensor((m if n == DYNAMIC else n for m, n in dims), of=cast(Any, new))


_ROUNDS = 8
"""How often functions are looked at: calls come before what they call, loops repeat themselves."""
_STATES = {"nn.loop": 2, "onnx.Loop": 2}
"""Operators that run a region again on what it yields; the first operand that is a state."""


class _Walk:
    def __init__(self, work: Work, place: Place, strict: bool = True) -> None:
        self.work, self.place, self.strict = work, place, strict
        self.before: dict[SSAValue, Attribute] = {}
        """The types that values had before the edit."""
        self.forgotten: Operation | None = None
        """The first operation of whose results the type was known and is no longer."""

    def run(self) -> None:
        for _ in range(_ROUNDS):
            for function in defined(self.work.module):
                self.function(function)
            if not self.work.touched:
                break
        self.work.settled()

    def function(self, function: FuncOp) -> None:
        stack = [self.block(function.body.block)]
        while stack:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
            else:
                stack.append(part)
        last = function.body.block.last_op
        assert last is not None
        outputs = last.operand_types
        type_ = FunctionType.from_lists(function.body.block.arg_types, outputs)
        if type_ == function.function_type:
            return
        self.check_outputs(function, outputs)
        function.properties["function_type"] = type_
        for op in topology.walk(self.work.module.regions):
            if isinstance(op, CallOp) and op.callee.root_reference == function.sym_name:
                for result, output in zip(list(op.results), outputs, strict=True):
                    self.change(result, output)

    def check_outputs(self, function: FuncOp, outputs: Sequence[Attribute]) -> None:
        before = function.function_type.outputs.data
        if self.forgotten is None or not self.strict:
            return
        for i, (old, new) in enumerate(zip(before, outputs, strict=False)):
            if isinstance(new, UnknownType) and not isinstance(old, UnknownType):
                name = names.result_name(function, i)
                message = f"then the type of output '{name}' is not known: nothing says what "
                raise Refused(
                    self.place, f"{message}{called(self.forgotten)} makes of its operands"
                )

    def block(self, block: Block) -> Part:
        touched = self.work.touched
        for op in block.ops:
            if op.regions:
                if op in touched and op.name in _STATES:
                    self.enter_loop(op)
                for inner in [b for region in op.regions for b in region.blocks]:
                    yield self.block(inner)
            if op in touched:
                operands = touched.pop(op)
                self.results(op, operands)

    def enter_loop(self, op: Operation) -> None:
        """The states of a loop have the types that they begin with, as far as they keep them."""
        values = op.operands_with_holes() if isinstance(op, Op | FrameworkOp) else ()
        begin = [v for v in values[_STATES[op.name] :] if v is not None]
        body = op.regions[0].block
        assert body.last_op is not None
        later = body.last_op.operand_types[1 : 1 + len(begin)]
        for i, (initial, kept) in enumerate(zip(begin, later, strict=True)):
            argument = body.args[2 + i]
            if argument not in self.before:
                self.change(argument, initial.type)
            elif kept != argument.type:
                self.change(argument, joined(initial.type, kept))

    def results(self, op: Operation, operands: Sequence[Attribute]) -> None:
        """`operands` are the types that those had before the edit."""
        if op.name in ENDS:
            parent = op.parent_op()
            if parent is not None and not isinstance(parent, FuncOp):
                self.work.touch(parent)
            return
        baked = follow(op, self.before, self.work)
        if baked:
            message = f"then {called(op)} reshapes {op.operands[0].type} to {baked}"
            raise Refused(self.place, f"{message}, and nothing proves which of these changes")
        try:
            types = self.inferred(op)
        except VerifyException as e:
            if not self.strict:
                return
            raise Refused(self.place, f"then {called(op)} {e}") from None
        same = operands == op.operand_types
        for result, type_ in zip(list(op.results), types, strict=False):
            if not self.strict:
                self.change(result, _refined(result.type, type_))
                continue
            if isinstance(type_, UnknownType) and not isinstance(result.type, UnknownType):
                if same and not op.regions:
                    continue
                self.forgotten = self.forgotten or op
            self.change(result, type_)

    def inferred(self, op: Operation) -> Sequence[Attribute]:
        if isinstance(op, Op):
            return op.result_types if op.name == "nn.custom" else op.inferred()
        if isinstance(op, FrameworkOp) and op.name.startswith("onnx."):
            from .onnx_types import inferred

            return inferred(op)
        return op.result_types

    def change(self, value: SSAValue, type_: Attribute) -> None:
        before = value.type
        if before == type_:
            return
        for use in value.uses:
            self.work.touch(use.operation)
        new = retyped(value, type_)
        self.before[new] = self.before.pop(value, before)
        self.touch_readers(new)

    def touch_readers(self, value: SSAValue) -> None:
        """What reads a value, and all around it, up to the function."""
        for use in value.uses:
            op: Operation | None = use.operation
            while op is not None and not isinstance(op, FuncOp):
                self.work.touch(op)
                op = op.parent_op()


def joined(a: Attribute, b: Attribute) -> Attribute:
    """The type of a value that has the one type or the other."""
    try:
        return common(a, b)
    except VerifyException:
        return UnknownType()
