"""What no input reaches is computed before the network runs; what is known of shapes is used."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects.nn.constant import Constant
from . import control_flow, element_types, names
from .op import Op, Tensor
from .replacing import Replacer, is_used, may_stand_for
from .shapes import Shapes
from .static_forms import Form, splat, static_form
from .weights import Elements, as_elements

ALLOWANCE = 64
"""Elements that a result may have more than the constants that it makes superfluous."""
LARGEST = 1 << 26
"""The most elements of a result that is computed at all."""
KEPT = {"nn.constant", "nn.custom", "nn.dequantize"}
"""
Not computed: that an integer stands for a number is what conversions to integers look for, and what
only a framework knows nobody else can compute.
"""
MOVES = {
    "nn.broadcast",
    "nn.flatten",
    "nn.reshape",
    "nn.slice",
    "nn.squeeze",
    "nn.tile",
    "nn.transpose",
    "nn.unsqueeze",
}
"""Operators whose result has no elements but those of the operand."""


@dataclass
class Folder:
    """
    Folds one function, in one walk: what an operation reads has been folded before it.

    A result may take as many bytes as the constants that die with its operation, and a few more;
    `max_bytes` in any case, and any number with `force`.
    """

    function: FuncOp
    name: str
    max_bytes: int = 0
    force: bool = False

    def __post_init__(self) -> None:
        self.shapes = Shapes(self.function)
        self.replacer = Replacer(self.name, self.shapes)

    def run(self) -> None:
        pending = [block.first_op for block in self.function.body.blocks]
        while pending:
            op = pending.pop()
            if op is None:
                continue
            following = op.next_op
            inlined = self.fold(op)
            pending.append(following if inlined is None else inlined)
            if op.parent is not None:
                pending += [b.first_op for region in op.regions for b in region.blocks]

    def fold(self, op: Operation) -> Operation | None:
        """Folds an operation; returns the first of those that then stand in its place, if any."""
        if not isinstance(op, Op) or op.name == "nn.constant" or not is_used(op):
            return None
        if op.regions:
            return control_flow.fold(op, self.replacer)
        if not self.known_results(op) and not self.constant_operands(op):
            self.static(op)
        return None

    def known_results(self, op: Op) -> bool:
        """Replaces small results all of whose elements are known numbers; whether there are any."""
        arrays = [self.shapes.constant(r) for r in op.results]
        if op.name in KEPT or all(a is None for a in arrays):
            return False
        self.becomes(op, arrays)
        return True

    def becomes(self, op: Op, arrays: Sequence[Any]) -> None:
        """Replaces results by the constants that they are."""
        pairs = [(r, a if _is_read(r) else None) for r, a in zip(op.results, arrays, strict=True)]
        made = [None if a is None else Constant.of(value=_as_elements(r, a)) for r, a in pairs]
        values = [None if c is None else c.result for c in made]
        self.replacer.replace(op, values, [c for c in made if c is not None])

    def constant_operands(self, op: Op) -> bool:
        """Computes an operation on constants, if the results are not too large; whether it did."""
        constants = [_constant(v) for v in op.operands]
        given = [e for e in constants if e is not None]
        if op.name in KEPT or len(given) != len(constants) or not hasattr(op, "value"):
            return False
        if self.splats(op, given):
            return True
        limit = self.limit(op, given)
        sizes = [self.size(r) for r in op.results]
        if None in sizes and sum(e.data.count for e in given) > ALLOWANCE:
            return False
        if any(n is not None and n > LARGEST for n in sizes):
            return False
        if sum((n or 0) * _width(r.type) for n, r in zip(sizes, op.results, strict=True)) > limit:
            return False
        arrays = _run(op, lambda np: [e.array(np) for e in given])
        if arrays is None or sum(a.nbytes for a in arrays) > limit:
            return False
        self.becomes(op, arrays)
        return True

    def splats(self, op: Op, given: Sequence[Elements]) -> bool:
        """Splats stay splats: moved they are the same, and one element is computed for all."""
        if len(op.results) != 1 or not given or not all(e.splat for e in given):
            return False
        (result,) = op.results
        dims = _numbers(self.shapes.dims(result))
        if dims is None:
            return False
        one: Elements | None = None
        if op.name in MOVES:
            one = given[0]
        elif type(op).__module__.endswith(".elementwise"):
            one = _one_element(op, given)
        if one is None:
            return False
        made = Constant.of(value=splat(one, TensorType(_element(result.type), dims)))
        self.replacer.replace(op, [made.result], [made])
        return True

    def limit(self, op: Op, given: Sequence[Elements]) -> int:
        """The most bytes that the results may take."""
        widest = max(_width(r.type) for r in op.results)
        if self.force:
            return LARGEST * widest * len(op.results)
        dying = {v: e for v, e in zip(op.operands, given, strict=True) if _is_alone(v, op)}
        return max(sum(map(_stored, dying.values())) + ALLOWANCE * widest, self.max_bytes)

    def size(self, result: SSAValue) -> int | None:
        """The number of elements, if it is known."""
        dims = _numbers(self.shapes.dims(result))
        return None if dims is None else prod(dims)

    def static(self, op: Op) -> None:
        """Replaces an operation whose settings are known by the static one, or by its operand."""
        found = static_form(op, self.shapes)
        if isinstance(found, Form):
            made = found.make()
            self.replacer.replace(op, list(made.results), [made])
            self.static(made)
        elif found is not None and may_stand_for(found, op.results[0]):
            self.replacer.replace(op, [found])


def _numbers(dims: Sequence[Any] | None) -> list[int] | None:
    known = [n for n in dims or () if isinstance(n, int)]
    return None if dims is None or len(known) != len(dims) else known


def _constant(value: SSAValue) -> Elements | None:
    owner = value.owner
    found = as_elements(owner.elements) if isinstance(owner, Constant) else None
    return found if found is not None and found.data.here else None


def _as_elements(result: SSAValue, array: Any) -> Elements:
    """An array as the value of a constant; its key in a file of weights is the tensor's name."""
    type_ = TensorType(_element(result.type), array.shape)
    return Elements.of(array, type_, names.name_of(result) or "")


def _is_read(value: SSAValue) -> bool:
    return any(True for _ in value.uses)


def _is_alone(value: SSAValue, op: Operation) -> bool:
    return all(use.operation is op for use in value.uses)


def _element(type_: Attribute) -> Attribute:
    return cast("Tensor", type_).element_type


def _width(type_: Attribute) -> int:
    """Bytes of an element; of a string those of a pointer."""
    element = _element(type_)
    return 8 if element == element_types.STRING else element_types.byte_size(element)


def _stored(elements: Elements) -> int:
    return _width(elements.type) * (1 if elements.splat else elements.data.count)


def _one_element(op: Op, given: Sequence[Elements]) -> Elements | None:
    """The result of an element by element operation on one element of each splat."""

    def ones(np: Any) -> list[Any]:
        return [e.array(np)[(slice(0, 1),) * len(e.type.get_shape())] for e in given]

    arrays = _run(op, ones)
    if arrays is None or arrays[0].size != 1:
        return None
    return _as_elements(op.results[0], arrays[0])


def _run(op: Op, operands: Callable[[Any], Sequence[Any]]) -> list[Any] | None:
    """The results on arrays; None where the operator refuses them."""
    import numpy as np

    try:
        with np.errstate(all="ignore"):
            return [np.asarray(a) for a in op.run(np, *operands(np))]
    except Exception:
        # An index out of range, say: that is for the run of the network to tell, if it comes to it.
        return None
