"""`clip(x + 3, 0, 6) / 6` is `hard_sigmoid(x)`, and `x * hard_sigmoid(x)` is `hard_swish(x)`.

The hard sigmoid being the one with alpha = 1/6 and beta = 1/2. Equal in real arithmetic.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import close, factors, is_float, made_by, plus, scalar
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.activation import HardSigmoid, HardSwish
from ..dialects.nn.elementwise import Clip, Div, Mul

ALPHA, BETA = 1 / 6, 0.5


def _shifted(value: SSAValue) -> SSAValue | None:
    """x of `clip(x + 3, 0, 6)`."""
    clip = made_by(value, Clip)
    if clip is None or scalar(clip.low) != 0 or scalar(clip.high) != 6:
        return None
    return plus(clip.x, 3.0)


class ClippedByRamp(RewritePattern):
    """`x * clip(x + 3, 0, 6) / 6`, in whatever order, or without the x."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul | Div, rewriter: PatternRewriter, /) -> None:
        result = op.results[0]
        variables, scale = factors(result)
        if not is_float(result) or not close(scale, ALPHA, result) or not 1 <= len(variables) <= 2:
            return
        for i, value in enumerate(variables):
            x = _shifted(value)
            if x is None or x.type != result.type:
                continue
            rest = variables[:i] + variables[i + 1 :]
            if not rest:
                rewriter.replace(op, HardSigmoid.of(x, alpha=ALPHA, beta=BETA))
                return
            if rest == [x]:
                rewriter.replace(op, HardSwish.of(x))
                return


class TimesHardSigmoid(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul, rewriter: PatternRewriter, /) -> None:
        for x, gate in (tuple(op.operands), tuple(reversed(op.operands))):
            sigmoid = made_by(gate, HardSigmoid)
            if sigmoid is None or sigmoid.x is not x:
                continue
            if close(sigmoid.alpha, ALPHA, x) and sigmoid.beta == BETA:
                rewriter.replace(op, HardSwish.of(x))
                return


@dataclass(frozen=True)
class FuseHardSwishPass(ModulePass):
    name = "fuse-hard-swish"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (ClippedByRamp(), TimesHardSigmoid()), self.name, dce=True)
