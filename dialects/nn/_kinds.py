"""Which element types an operator takes."""

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import ComplexType
from xdsl.ir import Attribute

from ...compiler.element_types import bit_width, is_bool, is_float, is_integer, type_name
from ...compiler.op import Tensor, refuse


@dataclass(frozen=True)
class Kind:
    """Element types by the name of their kind."""

    name: str
    holds: Callable[[Attribute], bool]

    def check(self, *tensors: Tensor) -> None:
        """Refuses tensors of other elements, and of different ones."""
        first, *others = [t.element_type for t in tensors]
        if not self.holds(first):
            refuse(f"takes {self.name}, got {type_name(first)}")
        for other in others:
            if other != first:
                listed = " and ".join(map(type_name, (first, other)))
                refuse(f"needs operands of one element type, got {listed}")


def _is_whole(element_type: Attribute) -> bool:
    """An integer that fills its bytes: there is no arithmetic on smaller ones."""
    return is_integer(element_type) and bit_width(element_type) >= 8


def _is_number(element_type: Attribute) -> bool:
    return is_float(element_type) or _is_whole(element_type)


FLOATS = Kind("floats", is_float)
INTEGERS = Kind("integers of at least 8 bits", _is_whole)
NUMBERS = Kind("floats and integers of at least 8 bits", _is_number)
FIELD = Kind(
    "floats, complex numbers and integers of at least 8 bits",
    lambda t: _is_number(t) or isinstance(t, ComplexType),
)
BOOLEANS = Kind("booleans", is_bool)
ANY = Kind("anything", lambda _: True)
