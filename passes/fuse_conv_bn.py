"""A batch norm after a convolution goes into its kernel and bias.

`bn(conv(x, w, b))` is `conv(x, w * k, (b - mean) * k + bias)`, `k = scale / sqrt(var + epsilon)` for
each output channel; likewise for a transposed convolution. Only where all that is constant, and
nobody else reads what the convolution gives. Equal in real arithmetic; computed in f64, rounded
once.
"""

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import elements, private
from ..compiler.rewriting import apply_patterns
from ..compiler.weights import Elements
from ..dialects.nn.constant import Constant
from ..dialects.nn.conv import Conv, ConvTranspose
from ..dialects.nn.norm import BatchNorm

Convolution = Conv | ConvTranspose


class ConvThenBatchNorm(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BatchNorm, rewriter: PatternRewriter, /) -> None:
        conv = private(op.x, Conv) or private(op.x, ConvTranspose)
        if conv is None or conv.layout != op.layout:
            return
        folded = _folded(op, conv)
        if folded is None:
            return
        kernel, bias = (Constant.of(value=value) for value in folded)
        settings = type(conv).settings_of(conv.properties)
        new = type(conv).of(conv.x, kernel.result, bias.result, **settings)
        rewriter.replace(op, (kernel, bias, new), (new.result,))


def _folded(norm: BatchNorm, conv: Convolution) -> tuple[Elements, Elements] | None:
    """The kernel and the bias of both; None where something is not constant."""
    import numpy as np

    kernel, bias = elements(conv.w), elements(conv.b)
    given = [elements(v) for v in (norm.scale, norm.bias, norm.mean, norm.var)]
    if kernel is None or (conv.b is not None and bias is None):
        return None
    known = [v for v in (kernel, bias, *given) if v is not None]
    if None in given or not all(v.data.here for v in known):
        return None
    scale, shift, mean, var = (v.array(np).astype(np.float64) for v in known[-4:])
    factor = scale / np.sqrt(var + norm.epsilon)
    start = 0.0 if bias is None else bias.array(np).astype(np.float64)
    whole: Any = kernel.array(np)
    scaled = (whole * _spread(np, factor, conv, whole.shape)).astype(whole.dtype)
    moved = ((start - mean) * factor + shift).astype(whole.dtype)
    key = kernel.key.removesuffix(".weight")
    return Elements.of(scaled, kernel.type, kernel.key), Elements.of(moved, None, f"{key}.bias")


def _spread(np: Any, factor: Any, conv: Convolution, shape: tuple[int, ...]) -> Any:
    """A factor for each output channel, against a kernel."""
    ones = (1,) * (len(shape) - 2)
    if isinstance(conv, Conv):
        return factor.reshape(-1, 1, *ones)
    groups = factor.reshape(conv.groups, 1, -1)
    inner = shape[0] // conv.groups
    return np.broadcast_to(groups, (conv.groups, inner, groups.shape[2])).reshape(
        shape[0], -1, *ones
    )


@dataclass(frozen=True)
class FuseConvBnPass(ModulePass):
    name = "fuse-conv-bn"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (ConvThenBatchNorm(),), self.name, dce=True)
