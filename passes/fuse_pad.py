"""A pad of zeros before a convolution goes into its pads, one of the least number into a max pool.

An average pool takes a pad of zeros only if it has no pads of its own, and counts them from then
on. No pool takes one where it rounds up, for its last window must not begin in pads of its own.
The pad must leave batch and channels alone and cut nothing off; −0 is no zero of that kind.
"""

from dataclasses import dataclass
from math import copysign
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import is_float, private, rank, scalar
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.conv import Conv
from ..dialects.nn.movement import Pad
from ..dialects.nn.pool import AveragePool, MaxPool


class PadThenConv(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Conv, rewriter: PatternRewriter, /) -> None:
        pad = private(op.x, Pad)
        if pad is None or not _is_zero(pad):
            return
        pads = _together(op, pad)
        if pads is not None:
            settings: dict[str, Any] = {**Conv.settings_of(op.properties), "pads": pads}
            rewriter.replace(op, Conv.of(pad.x, op.w, op.b, **settings))


class PadThenMaxPool(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MaxPool, rewriter: PatternRewriter, /) -> None:
        pad = private(op.x, Pad)
        if pad is None or not is_float(op.x) or _value(pad) != float("-inf") or op.ceil_mode:
            return
        pads = _together(op, pad)
        if pads is not None and _is_inside(pads, op.kernel):
            settings: dict[str, Any] = {**MaxPool.settings_of(op.properties), "pads": pads}
            rewriter.replace(op, MaxPool.of(pad.x, **settings))


class PadThenAveragePool(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AveragePool, rewriter: PatternRewriter, /) -> None:
        pad = private(op.x, Pad)
        if pad is None or not _is_zero(pad) or any(op.pads or ()) or op.ceil_mode:
            return
        pads = _together(op, pad)
        if pads is not None and _is_inside(pads, op.kernel):
            settings = AveragePool.settings_of(op.properties)
            settings |= {"pads": pads, "count_include_pad": True}
            rewriter.replace(op, AveragePool.of(pad.x, **settings))


def _value(pad: Pad) -> float | None:
    """What a constant pad puts around; None of another kind of pad."""
    if pad.mode != "constant":
        return None
    return 0.0 if pad.fill is None else scalar(pad.fill)


def _is_zero(pad: Pad) -> bool:
    value = _value(pad)
    return value == 0 and copysign(1.0, value) > 0


def _together(op: Any, pad: Pad) -> tuple[int, ...] | None:
    """The pads of both, on the spatial dims; None where they cannot be one."""
    dims = rank(pad.x)
    if dims is None or op.padding != "explicit":
        return None
    spatial = range(2, dims) if op.layout == "nchw" else range(1, dims - 1)
    low, high = pad.pads[:dims], pad.pads[dims:]
    if any(n < 0 for n in pad.pads):
        return None
    if any(low[i] or high[i] for i in range(dims) if i not in spatial):
        return None
    own = op.pads or (0,) * (2 * len(spatial))
    added = [*(low[i] for i in spatial), *(high[i] for i in spatial)]
    return tuple(a + b for a, b in zip(own, added, strict=True))


def _is_inside(pads: tuple[int, ...], kernel: tuple[int, ...]) -> bool:
    """Whether every window of a pool has something of its input."""
    return all(n < k for n, k in zip(pads, (*kernel, *kernel), strict=True))


@dataclass(frozen=True)
class FusePadPass(ModulePass):
    name = "fuse-pad"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = (PadThenConv(), PadThenMaxPool(), PadThenAveragePool())
        apply_patterns(op, patterns, self.name, dce=True)
