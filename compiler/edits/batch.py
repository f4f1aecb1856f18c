"""Reshapes to sizes that were written down for one batch, when the batch becomes another."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from .. import names
from ..op import DYNAMIC, Op, shape_of
from ..weights import Elements, as_elements
from .work import Work


def baked_sizes(op: Operation, before: Mapping[SSAValue, Attribute]) -> list[int] | None:
    """
    The sizes that a reshape has written down, if its operand, of which `before` tells the old type,
    no longer has as many elements, or not surely.
    """
    value = op.operands[0] if op.operands else None
    sizes = None if value is None or value not in before else _sizes(op)
    if value is None or sizes is None or any(n <= 0 for n in sizes):
        return None
    shape = shape_of(value.type)
    if shape is not None and DYNAMIC not in shape and prod(shape) == prod(sizes):
        return None
    return sizes


def follow(op: Operation, before: Mapping[SSAValue, Attribute], work: Work) -> bool:
    """
    Puts the new batch into the sizes of a reshape; whether they prove where it is.

    In row-major order, a dim of the operand lies where the product of the dims before it says. If
    a size of the result spans that place, and the old one is a multiple of the old batch there, it
    is the batch; where several are 1, the first.
    """
    value, sizes = op.operands[0], _sizes(op)
    old, new = shape_of(before[value]), shape_of(value.type)
    found = None if sizes is None or old is None or new is None else moved(sizes, old, new)
    if found is not None:
        _write(work, op, found)
    return found is not None


def moved(sizes: Sequence[int], old: Sequence[int], new: Sequence[int]) -> list[int] | None:
    """The sizes of a reshape whose operand has another dim; None if nothing proves them."""
    other = [i for i, (m, n) in enumerate(zip(old, new, strict=False)) if m != n]
    if len(old) != len(new) or len(other) != 1 or DYNAMIC in old or -1 in sizes or 0 in sizes:
        return None
    if prod(sizes) != prod(old):
        return None
    (at,) = other
    before, batch, after = prod(old[:at]), old[at], prod(old[at + 1 :])
    for i, size in enumerate(sizes):
        left, right = prod(sizes[:i]), prod(sizes[i + 1 :])
        if before % left or after % right:
            continue
        if (before // left) * batch * (after // right) == size:
            found = list(sizes)
            unknown = new[at] == DYNAMIC
            found[i] = -1 if unknown else size // batch * new[at] if batch else new[at]
            return found
    return None


def _sizes(op: Operation) -> list[int] | None:
    """The sizes that a reshape has written down."""
    if op.name == "nn.reshape":
        return list(cast(Any, op).shape)
    if op.name != "onnx.Reshape" or len(op.operands) < 2:
        return None
    maker = op.operands[1].owner
    elements = as_elements(maker.properties.get("value")) if isinstance(maker, Operation) else None
    if elements is None:
        return None
    import numpy as np

    return [int(n) for n in elements.array(np).reshape(-1)]


def _write(work: Work, op: Operation, sizes: Sequence[int]) -> None:
    if isinstance(op, Op):
        op.properties["shape"] = ArrayAttr([IntegerAttr(n, i64) for n in sizes])
        return
    shape = op.operands[1]
    constant: Any = shape.owner
    import numpy as np

    made = constant.clone()
    made.properties["value"] = Elements.of(np.array(sizes, np.int64))
    assert op.parent is not None
    op.parent.insert_op_before(made, op)
    name = work.free_name(names.name_of(shape) or "shape")
    work.name(made, name)
    names.set_name(cast(OpResult, made.results[0]), name)
    op.operands[1] = made.results[0]
    if shape.first_use is None:
        constant.detach()
        constant.erase()
