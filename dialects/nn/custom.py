"""Operators of a framework that have no counterpart."""

from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn

from xdsl.ir import Attribute, OpTraits

from ...compiler.op import DYNAMIC, Op, Types, attribute, int_, refuse, rest, text


class Custom(Op, name="nn.custom", unranked=True):
    """
    An operator that only its framework knows: `operator` of `domain` at `version`, with the
    framework's attributes as `settings`. Any operands (absent ones are holes) and results, of the
    types given; it cannot be computed, and is neither removed nor merged with an equal one.

    `%y = nn.custom %x, _, %z {domain = "com.example", framework = "onnx", operator = "Blur",
    settings = {alpha = 5.0e-01 : f32}, version = 1 : i64} : (…) -> tensor<3xf32>`
    """

    traits: ClassVar[OpTraits] = OpTraits(lambda: ())

    inputs = rest()
    framework = text()
    domain = text("")
    operator = text()
    version = int_(1)
    settings = attribute()

    @classmethod
    def segments(cls, names: Sequence[Any]) -> Attribute | None:
        """As of a framework's own operators: only where there is a hole."""
        return super(Op, cls).segments(names)

    @classmethod
    def bind(cls, operands: Sequence[Any], sizes: Sequence[int] | None) -> dict[str, Any]:
        given = iter(operands)
        sizes = [1] * len(operands) if sizes is None else sizes
        if sum(sizes) != len(operands) or any(size not in (0, 1) for size in sizes):
            refuse(f"has {len(operands)} operands in segments of {list(sizes)}")
        return {"inputs": [next(given) if size else None for size in sizes]}

    @staticmethod
    def infer(**given: Any) -> NoReturn:
        refuse("needs the types of its results")

    def inferred(self) -> Types:
        self.arguments()
        if self.framework is None or self.operator is None:
            refuse("needs a 'framework' and an 'operator'")
        return tuple(self.result_types)

    def macs(self) -> int:
        return DYNAMIC

    @staticmethod
    def value(np: Any, **given: Any) -> NoReturn:
        name = ".".join(filter(None, (given["framework"], given["domain"], given["operator"])))
        refuse(f"cannot be computed: only its framework knows '{name}'")
