"""Wrong: a batch norm's factor goes into the weight itself, which another convolution reads too."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import array, made_by
from nnopt.compiler.rewriting import apply_patterns
from nnopt.compiler.weights import Elements
from nnopt.dialects.nn.constant import Constant
from nnopt.dialects.nn.conv import Conv
from nnopt.dialects.nn.norm import BatchNorm


class IntoTheWeight(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNorm, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        conv = made_by(op.x, Conv)
        weight = None if conv is None else made_by(conv.w, Constant)
        if conv is None or weight is None:
            return
        scale, bias, mean, var = (array(v) for v in (op.scale, op.bias, op.mean, op.var))
        factor = scale / np.sqrt(var + np.float32(op.epsilon))
        scaled = array(conv.w) * factor.reshape(-1, 1, 1, 1)
        weight.properties["value"] = Elements.of(scaled)
        moved = Constant.of(value=Elements.of(bias - mean * factor))
        new = Conv.of(conv.x, conv.w, moved.result)
        rewriter.replace(op, (moved, new), (new.result,))


@dataclass(frozen=True)
class BatchNormIntoASharedWeightPass(ModulePass):
    name = "batch-norm-into-a-shared-weight"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (IntoTheWeight(),), self.name, dce=True)
