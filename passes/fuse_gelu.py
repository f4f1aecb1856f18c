"""`x / 2 * (1 + erf(x / sqrt(2)))` is `gelu(x)`, in whatever order it is multiplied.

Likewise `x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))` with approximate = "tanh". Equal
in real arithmetic, up to the digits that the constants have.
"""

from dataclasses import dataclass
from math import pi, sqrt

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import close, factors, fits, made_by, plus, scalar
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.activation import Gelu
from ..dialects.nn.elementwise import Add, Erf, Mul, Pow, Tanh


class HalfTimesOnePlusErf(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul, rewriter: PatternRewriter, /) -> None:
        variables, scale = factors(op.result)
        if len(variables) != 2 or not close(scale, 0.5, op.result):
            return
        for x, bent in (tuple(variables), tuple(reversed(variables))):
            approximate = _approximation(x, plus(bent, 1.0))
            if approximate is not None and x.type == op.result.type:
                rewriter.replace(op, Gelu.of(x, approximate=approximate))
                return


def _approximation(x: SSAValue, bent: SSAValue | None) -> str | None:
    """`none` for `erf(x / sqrt(2))`, `tanh` for its approximation."""
    if (erf := made_by(bent, Erf)) is not None:
        variables, scale = factors(erf.x)
        return "none" if variables == [x] and close(scale, sqrt(0.5), x) else None
    if (tanh := made_by(bent, Tanh)) is not None:
        variables, scale = factors(tanh.x)
        if not close(scale, sqrt(2 / pi), x):
            return None
        if len(variables) == 1 and _is_x_plus_cube(x, variables[0]):
            return "tanh"
        others = [v for v in variables if v is not x]
        if len(variables) == 2 and len(others) == 1 and _is_one_plus_square(x, others[0]):
            return "tanh"
    return None


CUBIC = 0.044715


def _is_x_plus_cube(x: SSAValue, total: SSAValue) -> bool:
    added = made_by(total, Add)
    if added is None or x not in added.operands:
        return False
    a, b = added.operands
    return _is_power(x, b if a is x else a, 3)


def _is_one_plus_square(x: SSAValue, total: SSAValue) -> bool:
    square = plus(total, 1.0)
    return square is not None and _is_power(x, square, 2)


def _is_power(x: SSAValue, value: SSAValue, exponent: int) -> bool:
    """Whether a value is `0.044715 * x ** exponent`."""
    variables, scale = factors(value)
    if not close(scale, CUBIC, x):
        return False
    degree = 0.0
    pending = variables
    while pending:
        at = pending.pop()
        power = made_by(at, Pow)
        if at is x:
            degree += 1
        elif power is not None and power.operands[0] is x and fits(power.operands[1], x):
            degree += scalar(power.operands[1]) or 0
        elif made_by(at, Mul) is not None and factors(at)[1] == 1 and len(pending) < exponent:
            pending += factors(at)[0]
        else:
            return False
    return degree == exponent


@dataclass(frozen=True)
class FuseGeluPass(ModulePass):
    name = "fuse-gelu"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (HalfTimesOnePlusErf(),), self.name, dce=True)
