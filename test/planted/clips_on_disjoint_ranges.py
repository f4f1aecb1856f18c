"""Wrong: the bounds of two clips are intersected, also where nothing is left between them."""

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import array, made_by
from nnopt.compiler.rewriting import apply_patterns
from nnopt.compiler.weights import Elements
from nnopt.dialects.nn.constant import Constant
from nnopt.dialects.nn.elementwise import Clip


class Intersected(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Clip, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        inner = made_by(op.x, Clip)
        if inner is None:
            return
        low = Constant.of(value=Elements.of(np.maximum(bound(inner.low), bound(op.low))))
        high = Constant.of(value=Elements.of(np.minimum(bound(inner.high), bound(op.high))))
        new = Clip.of(inner.x, low.result, high.result)
        rewriter.replace(op, (low, high, new), (new.result,))


def bound(value: SSAValue | None) -> Any:
    return array(value)


@dataclass(frozen=True)
class ClipsOnDisjointRangesPass(ModulePass):
    name = "clips-on-disjoint-ranges"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (Intersected(),), self.name, dce=True)
