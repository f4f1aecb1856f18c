"""A factor or a summand for each channel after a convolution goes into its kernel or bias.

`conv(x, w, b) * k` is `conv(x, w * k, b * k)`, `conv(x, w, b) + c` is `conv(x, w, b + c)`, likewise
with division, subtraction and negation, and for transposed convolutions; for a constant with one
number for all, or one for each output channel, and a convolution that nobody else reads. A constant
that differs within a channel stays, and so does one that leads to numbers which the type does not
hold, 0 as a divisor among them. Equal in real arithmetic.
"""

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.kernels import (
    Convolution,
    bias_of,
    new_bias,
    output_channels,
    rebuilt,
    scaled_kernel,
)
from ..compiler.matching import array, is_float, other, private, rank
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.conv import Conv, ConvTranspose
from ..dialects.nn.elementwise import Add, Div, Mul, Neg, Sub


class ConvThenChannelwise(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul | Div | Add | Sub, rewriter: PatternRewriter, /) -> None:
        ways = (op.operands[0],) if isinstance(op, Div | Sub) else tuple(op.operands)
        for value in ways:
            conv = private(value, Conv) or private(value, ConvTranspose)
            constant = other(op, value)
            if conv is None or constant is None or op.results[0].type != value.type:
                continue
            numbers = _per_channel(conv, constant)
            if numbers is not None and _fold(op, conv, numbers, rewriter):
                return


class ConvThenNegation(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Neg, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        conv = private(op.x, Conv) or private(op.x, ConvTranspose)
        if conv is not None and is_float(conv.x) and output_channels(conv) is not None:
            _scale(np, op, conv, np.array([-1.0]), rewriter)


def _per_channel(conv: Convolution, constant: SSAValue) -> Any:
    """The numbers of a constant, one for each output channel (or one for all), in f64."""
    import numpy as np

    dims, found, channels = rank(conv.result), array(constant), output_channels(conv)
    if found is None or dims is None or channels is None or not is_float(conv.x):
        return None
    if found.size == 1 and found.ndim <= dims:
        return found.reshape(-1).astype(np.float64)
    at = (1 if conv.layout == "nchw" else dims - 1) - (dims - found.ndim)
    if at < 0 or found.size != found.shape[at] or found.size != channels:
        return None
    return found.reshape(-1).astype(np.float64)


def _fold(op: Any, conv: Convolution, numbers: Any, rewriter: PatternRewriter) -> bool:
    """Whether the operation went into the convolution."""
    import numpy as np

    if isinstance(op, Mul | Div):
        with np.errstate(divide="ignore"):
            factor = 1 / numbers if isinstance(op, Div) else numbers
        return _scale(np, op, conv, factor, rewriter)
    start = bias_of(np, conv)
    if start is None:
        return False
    moved = new_bias(np, conv, start - numbers if isinstance(op, Sub) else start + numbers)
    if moved is None:
        return False
    new = rebuilt(conv, conv.w, moved.result)
    rewriter.replace(op, (moved, new), (new.result,))
    return True


def _scale(np: Any, op: Any, conv: Convolution, factor: Any, rewriter: PatternRewriter) -> bool:
    start = bias_of(np, conv)
    if start is None or not np.isfinite(factor).all():
        return False
    kernel, moved = scaled_kernel(np, conv, factor), new_bias(np, conv, start * factor)
    if kernel is None or moved is None:
        return False
    if conv.b is None:
        new = rebuilt(conv, kernel[-1].result, None)
        rewriter.replace(op, (*kernel, new), (new.result,))
    else:
        new = rebuilt(conv, kernel[-1].result, moved.result)
        rewriter.replace(op, (*kernel, moved, new), (new.result,))
    return True


@dataclass(frozen=True)
class FuseConvAffinePass(ModulePass):
    name = "fuse-conv-affine"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = (ConvThenChannelwise(), ConvThenNegation())
        apply_patterns(op, patterns, self.name, dce=True)
