"""Reshapes to sizes that were written down for one batch, when the batch becomes another."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.onnx import INITIALIZER
from .. import names
from ..op import DYNAMIC, Op, shape_of
from ..weights import Elements
from .work import Work, put_before


def follow(op: Operation, before: Mapping[SSAValue, Attribute], work: Work) -> str:
    """
    Puts the new sizes of an operand, of which `before` tells the old type, into the sizes that a
    reshape has written down. The sizes that stand in the way if nothing proves which of them are
    meant; empty if all is well.
    """
    value = op.operands[0] if op.operands else None
    sizes = _sizes(op) if value is not None and value in before else None
    if value is None or sizes is None:
        return ""
    old, new = shape_of(before[value]), shape_of(value.type)
    if old is None or new is None or sizes == [-1]:
        return ""
    found = moved(sizes, old, new, _copies(op))
    if found is None:
        return "" if DYNAMIC not in new and prod(new) == prod(sizes) else str(sizes)
    if found != sizes:
        _write(work, op, found)
    return ""


def moved(
    sizes: Sequence[int], old: Sequence[int], new: Sequence[int], copies: bool = True
) -> list[int] | None:
    """
    The sizes of a reshape whose operand has other dims; None if nothing proves them. 0 is the
    operand's own dim if it `copies`, -1 what the others leave.

    In row-major order, a dim of the operand lies where the product of the dims before it says. If
    a size of the result spans that place, and all of what it holds is a whole number of such dims,
    it is the one that changes; where several are 1, the first.
    """
    if len(old) != len(new) or (0 in sizes and not copies):
        return None
    known = _numbered(old)
    whole = _resolved(sizes, known)
    if whole is None:
        return None
    found = list(sizes)
    for at, (m, n) in enumerate(zip(old, new, strict=True)):
        if m == n:
            continue
        i = _spanning(whole, known, at)
        if i is None:
            return None
        if sizes[i] == -1 or sizes[i] == 0 and i == at:
            continue
        if n == DYNAMIC and -1 in found:
            return None
        found[i] = -1 if n == DYNAMIC else found[i] // known[at] * n
    return found


def _numbered(shape: Sequence[int]) -> list[int]:
    """A shape with large primes for the dims that are not known, a different one for each."""
    return [_PRIMES[i % len(_PRIMES)] if n == DYNAMIC else n for i, n in enumerate(shape)]


_PRIMES = 1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121


def _resolved(sizes: Sequence[int], old: Sequence[int]) -> list[int] | None:
    """The sizes of a reshape as numbers; None where they do not fit."""
    whole = [old[i] if n == 0 and i < len(old) else n for i, n in enumerate(sizes)]
    given = prod(n for n in whole if n != -1)
    if whole.count(-1) > 1 or not given or prod(old) % given:
        return None
    whole = [prod(old) // given if n == -1 else n for n in whole]
    return whole if prod(whole) == prod(old) else None


def _spanning(sizes: Sequence[int], old: Sequence[int], at: int) -> int | None:
    """Which of the sizes holds a dim."""
    before, dim, after = prod(old[:at]), old[at], prod(old[at + 1 :])
    for i, size in enumerate(sizes):
        left, right = prod(sizes[:i]), prod(sizes[i + 1 :])
        if before % left or after % right:
            continue
        if (before // left) * dim * (after // right) == size:
            return i
    return None


def _copies(op: Operation) -> bool:
    """Whether a size of 0 copies the operand's dim."""
    flag = op.properties.get("allow_zero") or op.properties.get("allowzero")
    return flag is None or flag == IntegerAttr(0, i64)


def _sizes(op: Operation) -> list[int] | None:
    """The sizes that a reshape has written down."""
    if op.name == "nn.reshape":
        return list(cast(Any, op).shape)
    if op.name != "onnx.Reshape" or len(op.operands) < 2:
        return None
    from .onnx_types import constant

    array = constant(op.operands[1])
    return None if array is None else [int(n) for n in array.reshape(-1)]


def _write(work: Work, op: Operation, sizes: Sequence[int]) -> None:
    if isinstance(op, Op):
        op.properties["shape"] = ArrayAttr([IntegerAttr(n, i64) for n in sizes])
        return
    import numpy as np

    shape = op.operands[1]
    value = Elements.of(np.array(sizes, np.int64))
    cls: Any = work.ctx.get_optional_op(INITIALIZER)
    made = cls.create(result_types=[value.type], properties={"value": value})
    put_before(op, made)
    work.name(made, work.free_name(names.name_of(shape) or "shape"))
    op.operands[1] = made.results[0]
    if isinstance(shape.owner, Operation):
        work.drop_dead([shape.owner])
