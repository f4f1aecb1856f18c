"""Values that are known."""

from typing import Any, Self

from ...compiler.names import set_name
from ...compiler.op import Op, Tensor, attribute, refuse
from ...compiler.weights import Elements, as_elements


class Constant(Op, name="nn.constant"):
    """
    A tensor with a known value, of any element type.

    `%w = nn.constant {value = dense<1.000000e+00> : tensor<4xf32>} : () -> tensor<4xf32>`
    """

    elements = attribute(name="value")

    @classmethod
    def named(cls, elements: Elements) -> Self:
        """A constant whose result has the name that its elements have as a resource."""
        op = cls.of(value=elements)
        if elements.key:
            set_name(op.result, elements.key)
        return op

    @staticmethod
    def infer(value: Elements) -> Tensor:
        elements = as_elements(value)
        if elements is None:
            refuse(f"needs a tensor as its value, got {value}")
        return elements.type

    @staticmethod
    def value(np: Any, value: Elements) -> Any:
        elements = as_elements(value)
        assert elements is not None
        return elements.array(np)
