"""Wrong: `(x / a) * a` becomes `x`, as if integers were divided without a rest."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import made_by
from nnopt.compiler.rewriting import apply_patterns
from nnopt.dialects.nn.elementwise import Div, Mul


class Cancelled(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul, rewriter: PatternRewriter, /) -> None:
        quotient = made_by(op.x, Div)
        if quotient is not None and quotient.y is op.y:
            rewriter.replace(op, (), (quotient.x,))


@dataclass(frozen=True)
class IntegerDivisionReassociatedPass(ModulePass):
    name = "integer-division-reassociated"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (Cancelled(),), self.name, dce=True)
