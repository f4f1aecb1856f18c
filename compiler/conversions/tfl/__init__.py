"""
From `tfl` to `nn`: one reader an operator, one operator family a file.

A reader turns an operator into `nn` operations; `Node` is all that it sees. Spatial operators keep
their layout, `nhwc`. What is quantised is given only to readers that say that they take it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeAlias, TypeVar

from xdsl.builder import Builder
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.activation import Relu
from ....dialects.nn.constant import Constant
from ....dialects.nn.elementwise import Clip, Tanh
from ....dialects.nn.shape import Transpose
from ....dialects.tfl import TflOp
from ...op import as_tensor, shape_of
from ...plugins import load_conversions
from ...shapes import Shapes
from ...weights import Elements
from ..onnx import Node as FrameworkNode
from ..onnx import Refused as Refused

Values: TypeAlias = SSAValue | Sequence[SSAValue | None]
R = TypeVar("R", bound=Callable[..., Any])

CUSTOM = "custom"
"""The name under which one reader takes every custom operator."""


class Node(FrameworkNode):
    """A `tfl` operation, its operands converted, as its reader sees it."""

    def __init__(
        self, op: TflOp, operands: Sequence[SSAValue | None], builder: Builder, shapes: Shapes
    ) -> None:
        super().__init__(op, operands, 1, builder, None, shapes)

    def inside(self, builder: Builder) -> Node:
        """The same, but building elsewhere: in a region."""
        assert isinstance(self.op, TflOp)
        return Node(self.op, self.operands(), builder, self.shapes)

    def flag(self, name: str) -> bool:
        return bool(self.int(name, 0))

    def only(self, name: str, *values: Any) -> None:
        """Refuses an option that has another value than these."""
        found = self.op.properties.get(name)
        data = None if found is None else getattr(getattr(found, "value", found), "data", found)
        if found is not None and data not in values:
            self.refuse(f"has {name} {data}, which is not supported")

    def result_type(self, index: int = 0) -> Any:
        """The type that the file claims of a result."""
        return self.op.results[index].type

    def rank(self, x: SSAValue) -> int:
        return len(self.dims(x))

    def dims(self, x: SSAValue) -> tuple[int, ...]:
        """The dims of an operand, which must have a rank."""
        found = shape_of(x.type)
        if found is None:
            self.refuse(f"has an operand of unknown rank: {x.type}")
        return found

    def axis(self, axis: int, rank: int) -> int:
        """An axis, perhaps negative, as one in [0, rank)."""
        if not -rank <= axis < rank:
            self.refuse(f"has axis {axis} and a tensor of rank {rank}")
        return axis % rank

    def element(self, x: SSAValue) -> Attribute:
        type_ = as_tensor(x.type)
        if type_ is None:
            self.refuse(f"has an operand of unknown rank: {x.type}")
        return type_.element_type

    def transposed(self, x: SSAValue, perm: Sequence[int]) -> SSAValue:
        """The transpose; of a constant a strided view of it."""
        if len(perm) != self.rank(x):
            self.refuse(f"has a tensor of rank {self.rank(x)}; {len(perm)} belongs there")
        owner = x.owner
        if not isinstance(owner, Constant):
            return self.emit(Transpose, x, perm=tuple(perm))
        array = self.constant(x).transpose(perm)
        return self.emit(Constant, value=Elements.of(array, key=owner.elements.key))

    def activated(self, y: SSAValue) -> SSAValue:
        """The value after the fused activation, an operation of its own."""
        name = self.string("fused_activation_function", "NONE")
        if name == "NONE":
            return y
        if name in _BOUNDS:
            low, high = (self.const(bound, like=y) for bound in _BOUNDS[name])
            return self.emit(Clip, y, low, high)
        if name not in _ACTIVATIONS:
            self.refuse(f"has the fused activation {name}, which is not supported")
        return self.emit(_ACTIVATIONS[name], y)


_ACTIVATIONS = {"RELU": Relu, "TANH": Tanh}
_BOUNDS = {"RELU6": (0, 6), "RELU_N1_TO_1": (-1, 1)}

Reader: TypeAlias = Callable[[Node], Values]


@dataclass(frozen=True)
class Reading:
    """A reader, and whether it takes operands that are quantised."""

    read: Reader
    quantised: bool = False


READERS: dict[str, Reading] = {}
"""By operator, as the dialect spells it."""


def reads(*operators: str, quantised: bool = False) -> Callable[[R], R]:
    """The function reads these operators; the first to say so does."""

    def keep(function: R) -> R:
        for operator in operators:
            READERS.setdefault(operator, Reading(function, quantised))
        return function

    return keep


def load() -> None:
    """Imports every family, so that the table is full."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def reader_of(name: str) -> Reading | None:
    """The reader of an operation, by its name in the dialect; None if nobody reads it."""
    operator = name.removeprefix("tfl.")
    if operator not in READERS:
        load_conversions("tfl")
    return READERS.get(operator) or READERS.get(operator.partition(".")[0])
