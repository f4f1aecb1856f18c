"""A batch norm after a convolution goes into its kernel and bias.

`bn(conv(x, w, b))` is `conv(x, w * k, (b - mean) * k + bias)`, `k = scale / sqrt(var + epsilon)`
for each output channel; likewise for a transposed convolution. Only where all that is constant,
and nobody else reads what the convolution gives, and the type holds the numbers that come out.
Equal in real arithmetic; computed in f64, rounded once.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.kernels import bias_of, new_bias, output_channels, rebuilt, scaled_kernel
from ..compiler.matching import array, private
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.conv import Conv, ConvTranspose
from ..dialects.nn.norm import BatchNorm


class ConvThenBatchNorm(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNorm, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        conv = private(op.x, Conv) or private(op.x, ConvTranspose)
        if conv is None or conv.layout != op.layout or output_channels(conv) is None:
            return
        start = bias_of(np, conv)
        given = [array(v) for v in (op.scale, op.bias, op.mean, op.var)]
        if start is None or any(a is None for a in given):
            return
        scale, bias, mean, var = (a.astype(np.float64) for a in given)
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = scale / np.sqrt(var + op.epsilon)
        if not np.isfinite(factor).all():
            return
        kernel = scaled_kernel(np, conv, factor)
        moved = new_bias(np, conv, (start - mean) * factor + bias)
        if kernel is None or moved is None:
            return
        new = rebuilt(conv, kernel[-1].result, moved.result)
        rewriter.replace(op, (*kernel, moved, new), (new.result,))


@dataclass(frozen=True)
class FuseConvBnPass(ModulePass):
    name = "fuse-conv-bn"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (ConvThenBatchNorm(),), self.name, dce=True)
