"""Arithmetic that changes nothing vanishes: `x * 1`, `x / 1`, `x - 0`, `x ** 1`, integer `x + 0`.

A float `x + 0` stays, since −0 + 0 is 0, unless `fast-math`; `x + −0` and `x - 0` are exact.
Nothing vanishes that broadcasts `x` or changes its type.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import fits, is_float, scalar
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.elementwise import Add, Div, Mul, Pow, Sub


def _neutral(constant: SSAValue, number: float, x: SSAValue) -> bool:
    """Whether a constant is this number, and leaves the shape of x as it is."""
    return scalar(constant) == number and fits(constant, x)


class TimesOne(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul | Div | Pow, rewriter: PatternRewriter, /) -> None:
        a, b = op.operands
        if isinstance(op, Pow) and is_float(b) and not is_float(a):
            return  # goes through f64, which does not hold every integer
        if _neutral(b, 1, a) and a.type == op.results[0].type:
            rewriter.replace(op, (), (a,))
        elif isinstance(op, Mul) and _neutral(a, 1, b) and b.type == op.results[0].type:
            rewriter.replace(op, (), (b,))


class MinusZero(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Sub, rewriter: PatternRewriter, /) -> None:
        a, b = op.operands
        if _neutral(b, 0, a) and not _is_negative_zero(b) and a.type == op.result.type:
            rewriter.replace(op, (), (a,))


@dataclass
class PlusZero(RewritePattern):
    fast: bool

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Add, rewriter: PatternRewriter, /) -> None:
        for x, zero in (tuple(op.operands), tuple(reversed(op.operands))):
            if not _neutral(zero, 0, x) or x.type != op.result.type:
                continue
            if self.fast or not is_float(x) or _is_negative_zero(zero):
                rewriter.replace(op, (), (x,))
                return


def _is_negative_zero(value: SSAValue) -> bool:
    return is_float(value) and str(scalar(value)).startswith("-")


@dataclass(frozen=True)
class SimplifyArithmeticPass(ModulePass):
    name = "simplify-arithmetic"
    law = "exact"
    requires = "nn"

    fast_math: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = (TimesOne(), MinusZero(), PlusZero(self.fast_math))
        apply_patterns(op, patterns, self.name, dce=True)
