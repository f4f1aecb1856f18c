"""Wrong: a cast to integers and back is dropped, though it cuts fractions off."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import made_by
from nnopt.compiler.rewriting import apply_patterns
from nnopt.dialects.nn.elementwise import Cast


class Dropped(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Cast, rewriter: PatternRewriter, /) -> None:
        inner = made_by(op.x, Cast)
        if inner is not None and inner.x.type == op.result.type:
            rewriter.replace(op, (), (inner.x,))


@dataclass(frozen=True)
class CastDroppedPass(ModulePass):
    name = "cast-dropped"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (Dropped(),), self.name, dce=True)
