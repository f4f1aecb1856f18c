"""What is known of a value before the network runs: constants, and what follows from types."""

from typing import Any

from xdsl.dialects.builtin import TensorType
from xdsl.ir import OpResult, SSAValue

from .op import DYNAMIC, Op

LIMIT = 1 << 16
"""Elements of the largest value that is computed in order to read it."""


def constant(value: SSAValue) -> Any:
    """
    The array of a value that no input reaches; None where one does, or where the value is a large
    computed one. Small sub-graphs are computed, also from the static dims of their operands' types.
    """
    import numpy as np

    known: dict[SSAValue, Any] = {}
    stack = [value]
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        missing = [v for v in _needed(top) if v not in known]
        if missing:
            stack += missing
            continue
        known[top] = None if _is_unknown(top) else _computed(np, top, known)
        stack.pop()
    return known[value]


def _needed(value: SSAValue) -> tuple[SSAValue, ...]:
    """The values that have to be known first."""
    if _is_unknown(value) or not isinstance(value, OpResult):
        return ()
    op = value.op
    assert isinstance(op, Op)
    return () if op.from_types is not None else tuple(op.operands)


def _is_unknown(value: SSAValue) -> bool:
    if not isinstance(value, OpResult) or not isinstance(value.op, Op) or value.op.regions:
        return True
    return value.op.name != "nn.constant" and _size(value) > LIMIT


def _size(value: SSAValue) -> int:
    type_ = value.type
    if not isinstance(type_, TensorType):
        return 0
    size = 1
    for dim in type_.get_shape():
        size *= max(1, dim) if dim != DYNAMIC else 1
    return size


def _computed(np: Any, value: SSAValue, known: dict[SSAValue, Any]) -> Any:
    assert isinstance(value, OpResult) and isinstance(value.op, Op)
    op = value.op
    if op.from_types is not None:
        types = op.bind(op.operand_types, op.operand_sizes())
        return op.from_types(np, **types, **op.settings_of(op.properties))
    arrays = [known[v] for v in op.operands]
    if any(a is None or a.size > LIMIT for a in arrays):
        return None
    try:
        return op.run(np, *arrays)[value.index]
    except Exception:
        # Operands out of range, say: nothing is known then, and a run says what is wrong.
        return None
