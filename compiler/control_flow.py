"""Regions whose condition is known: a branch that is always taken, a loop that never runs."""

from typing import Any, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.nn.constant import Constant
from ..dialects.nn.control import If, Loop
from .element_types import STRING
from .op import DYNAMIC, Op, Tensor, shape_of
from .replacing import Replacer, may_stand_for
from .weights import Elements


def fold(op: Op, replacer: Replacer) -> Operation | None:
    """Inlines a branch that is always taken, drops a loop without turns; what now stands first."""
    if isinstance(op, If):
        taken = _one(replacer.shapes.constant(op.condition))
        return None if taken is None else _inline(op, op.regions[0 if taken else 1].block, replacer)
    if isinstance(op, Loop):
        trip = None if op.trip is None else _one(replacer.shapes.constant(op.trip))
        cond = None if op.cond is None else _one(replacer.shapes.constant(op.cond))
        if trip is not None and trip <= 0 or cond is not None and not cond:
            _skip(op, replacer)
    return None


def _one(array: Any) -> Any:
    return None if array is None or array.size != 1 else array.reshape(()).item()


def _inline(op: If, block: Block, replacer: Replacer) -> Operation | None:
    last = block.last_op
    assert last is not None and op.parent is not None
    yielded = list(last.operands)
    if not all(map(may_stand_for, yielded, op.results)):
        return None
    moved = [inner for inner in block.ops if inner is not last]
    for inner in moved:
        inner.detach()
    op.parent.insert_ops_before(moved, op)
    following = op.next_op
    replacer.replace(op, yielded)
    return moved[0] if moved else following


def _skip(op: Loop, replacer: Replacer) -> None:
    """The states are the first ones; of nothing that is stacked only the other dims are known."""
    initial: list[SSAValue] = op.init
    stacks = [_no_rows(result) for result in op.results[len(initial) :]]
    made = [stack for stack in stacks if stack is not None]
    if len(made) == len(stacks) and all(map(may_stand_for, initial, op.results)):
        replacer.replace(op, [*initial, *(stack.result for stack in made)], made)


def _no_rows(stacked: SSAValue) -> Constant | None:
    shape = shape_of(stacked.type)
    if not shape or DYNAMIC in shape[1:]:
        return None
    element = cast("Tensor", stacked.type).element_type
    nothing = () if element == STRING else b""
    return Constant.of(value=Elements.of_bytes(nothing, TensorType(element, (0, *shape[1:]))))
