"""Pooling: the largest, the mean, the norm of each window, or of all that is spatial."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import i64

from ...compiler.op import Op, Tensor, flag, int_, ints, operand, refuse, tensor, word
from ._spatial import (
    LAYOUTS,
    PADDINGS,
    Sliding,
    channels_back,
    channels_first,
    check_floats,
    check_numbers,
    padded,
    parts,
    sliding,
    whole,
)
from .shape import is_known

# --- Windows ------------------------------------------------------------------------------------


class MaxPool(Op, name="nn.max_pool"):
    """
    The largest element of each window, channel by channel; padding never is, and NaN only where
    nothing else is there.

    x `[N, C, *S]` or `[N, *S, C]`, floats or integers. With `ceil_mode` a last window may reach
    beyond the padding. ONNX MaxPool-22; aten.max_pool2d; TFLite MAX_POOL_2D.
    """

    x = operand()
    kernel = ints()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    ceil_mode = flag()
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor,
        kernel: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        ceil_mode: bool,
        layout: str,
    ) -> Tensor:
        check_numbers(x)
        return _pooled(x, sliding(kernel, strides, dilations, pads, padding), ceil_mode, layout)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        kernel: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        ceil_mode: bool,
        layout: str,
    ) -> Any:
        slide = sliding(kernel, strides, dilations, pads, padding)
        x, slide, counts = _laid_out(np, x, slide, ceil_mode, layout, _least(np, x.dtype))
        taps = [slide.tap(x, at, counts) for at in slide.taps()]
        y = taps[0].copy()
        for tap in taps[1:]:
            np.fmax(y, tap, out=y)
        return channels_back(np, y, layout)


class MaxPoolIndices(Op, name="nn.max_pool_indices"):
    """
    As `nn.max_pool`, and where each element was found first: its place in `x`, an i64, of all
    elements in row-major order, or with the spatial dims in the reverse order.

    x `[N, C, *S]`. ONNX MaxPool-22.
    """

    x = operand()
    kernel = ints()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    ceil_mode = flag()
    order = word("row_major", "column_major")

    @staticmethod
    def infer(
        x: Tensor,
        kernel: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        ceil_mode: bool,
        order: str,
    ) -> tuple[Tensor, Tensor]:
        check_numbers(x)
        y = _pooled(x, sliding(kernel, strides, dilations, pads, padding), ceil_mode, "nchw")
        return y, tensor(y.get_shape(), of=i64)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        kernel: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        ceil_mode: bool,
        order: str,
    ) -> tuple[Any, Any]:
        slide = sliding(kernel, strides, dilations, pads, padding)
        places = _places(np, x.shape, order)
        (x, slide, counts), start = (
            _laid_out(np, x, slide, ceil_mode, "nchw", _least(np, x.dtype)),
            slide.over(x.shape[2:]),
        )
        places = padded(np, places, start.low, _rest(places, x, start.low), -1)
        y = np.full((*x.shape[:2], *counts), _least(np, x.dtype), x.dtype)
        found = np.full(y.shape, -1, np.int64)
        for at in slide.taps():
            here, place = slide.tap(x, at, counts), slide.tap(places, at, counts)
            better = ((here > y) | (found < 0)) & (place >= 0)
            y = np.where(better, here, y)
            found = np.where(better, place, found)
        return y, found
