"""Wrong: two transposes become one whose permutation is composed in the wrong order."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import made_by
from nnopt.compiler.rewriting import apply_patterns
from nnopt.dialects.nn.shape import Transpose


class Composed(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Transpose, rewriter: PatternRewriter, /) -> None:
        inner = made_by(op.x, Transpose)
        if inner is None:
            return
        perm = tuple(op.perm[axis] for axis in inner.perm)
        rewriter.replace(op, Transpose.of(inner.x, perm=perm))


@dataclass(frozen=True)
class TransposesTheWrongWayRoundPass(ModulePass):
    name = "transposes-the-wrong-way-round"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (Composed(),), self.name, dce=True)
