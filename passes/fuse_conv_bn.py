"""A batch norm after a convolution goes into its kernel and bias.

`bn(conv(x, w, b))` is `conv(x, w * k, (b - mean) * k + shift)` with `k = scale / sqrt(var + epsilon)`
for each output channel; likewise for a transposed convolution. Only where all of it is constant and
nobody else reads what the convolution gives. A batch norm of constants that follows no convolution
stays. Equal in real arithmetic.
"""

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import array, elements, private
from ..compiler.rewriting import apply_patterns
from ..compiler.weights import Elements
from ..dialects.nn.constant import Constant
from ..dialects.nn.conv import Conv, ConvTranspose
from ..dialects.nn.norm import BatchNorm


class ConvThenBatchNorm(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNorm, rewriter: PatternRewriter, /) -> None:
        conv = private(op.x, Conv) or private(op.x, ConvTranspose)
        if conv is None or conv.layout != op.layout:
            return
        kernel = elements(conv.w)
        found = [array(v) for v in (op.scale, op.shift, op.mean, op.var)]
        bias = None if conv.b is None else array(conv.b)
        if kernel is None or any(a is None for a in found) or (conv.b is not None and bias is None):
            return
        scaled, shifted = _folded(conv, kernel, bias, found, op.epsilon)
        rewriter.insert_op(scaled_op := Constant.of(value=scaled))
        rewriter.insert_op(bias_op := Constant.of(value=shifted))
