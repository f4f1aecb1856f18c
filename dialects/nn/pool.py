"""Pooling: the largest, the mean, the norm of each window, or of all that is spatial."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from xdsl.dialects.builtin import i64

from ...compiler.op import DYNAMIC, Op, Tensor, flag, int_, ints, operand, refuse, tensor, word
from ._kinds import FLOATS, NUMBERS
from ._spatial import (
    LAYOUTS,
    PADDINGS,
    Sliding,
    channels_back,
    channels_first,
    differ,
    padded,
    parts,
    sliding,
    whole,
)
from .shape import is_known, listed

# --- Windows ------------------------------------------------------------------------------------


class MaxPool(Op, name="nn.max_pool", arithmetic=True):
    """
    The largest element of each window, channel by channel; padding never is, and a NaN always is.

    x `[N, C, *S]` or `[N, *S, C]` of floats or integers, `kernel` a size for each `S`. With
    `ceil_mode` the last window may end beyond the padding, if it does not begin there.
    ONNX MaxPool-22; aten.max_pool2d; TFLite MAX_POOL_2D.
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
        NUMBERS.check(x)
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
        x = channels_first(np, x, layout)
        slide = sliding(kernel, strides, dilations, pads, padding)
        slide, counts = _fitted(slide, x.shape[2:], ceil_mode)
        x = padded(np, x, slide.low, slide.high, _least(np, x.dtype))
        y = np.full((*x.shape[:2], *counts), _least(np, x.dtype), x.dtype)
        for at in slide.taps():
            np.maximum(y, slide.tap(x, at, counts), out=y)
        return channels_back(np, y, layout)


class MaxPoolIndices(Op, name="nn.max_pool_indices", arithmetic=True):
    """
    As `nn.max_pool` of `[N, C, *S]`; the second result says where each element stands first in x,
    an i64: its place in x as a list, whose spatial dims `order` takes as they are or reversed.
    ONNX MaxPool-22.
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
        NUMBERS.check(x)
        slide = sliding(kernel, strides, dilations, pads, padding)
        y = _pooled(x, slide, ceil_mode, "nchw")
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
        slide, counts = _fitted(slide, x.shape[2:], ceil_mode)
        places = padded(np, _places(np, x.shape, order), slide.low, slide.high, -1)
        x = padded(np, x, slide.low, slide.high, _least(np, x.dtype))
        y = np.full((*x.shape[:2], *counts), _least(np, x.dtype), x.dtype)
        found = np.full(y.shape, -1, np.int64)
        for at in slide.taps():
            here, place = slide.tap(x, at, counts), slide.tap(places, at, counts)
            is_better = ((y == y) & ~(here <= y)) | (found < 0)
            is_better &= place >= 0
            np.copyto(y, here, where=is_better)
            np.copyto(found, place, where=is_better)
        return y, found


class AveragePool(Op, name="nn.average_pool", arithmetic=True):
    """
    The mean of each window, channel by channel: of what lies in x, or by `count_include_pad` in x
    or its padding, which is 0; of nothing NaN.

    x `[N, C, *S]` or `[N, *S, C]` of floats; `ceil_mode` as in `nn.max_pool`: what is beyond the
    padding never counts. ONNX AveragePool-22; aten.avg_pool2d; TFLite AVERAGE_POOL_2D.
    """

    x = operand()
    kernel = ints()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    ceil_mode = flag()
    count_include_pad = flag()
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
        count_include_pad: bool,
        layout: str,
    ) -> Tensor:
        FLOATS.check(x)
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
        count_include_pad: bool,
        layout: str,
    ) -> Any:
        x = channels_first(np, x, layout)
        sizes = x.shape[2:]
        given = sliding(kernel, strides, dilations, pads, padding).over(sizes)
        slide, counts = _fitted(given, sizes, ceil_mode)
        y = _summed(np, padded(np, x, slide.low, slide.high), slide, counts)
        y /= _divisors(np, given, sizes, counts, count_include_pad).astype(y.dtype)
        return channels_back(np, y, layout)


class LpPool(Op, name="nn.lp_pool", arithmetic=True):
    """
    `(sum of |x|^p)^(1/p)` of each window, channel by channel; padding is 0.

    x `[N, C, *S]` or `[N, *S, C]` of floats, p at least 1; `ceil_mode` as in `nn.max_pool`.
    ONNX LpPool-22; aten.lp_pool2d.
    """

    x = operand()
    kernel = ints()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    ceil_mode = flag()
    p = int_(2)
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
        p: int,
        layout: str,
    ) -> Tensor:
        FLOATS.check(x)
        _check_p(p)
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
        p: int,
        layout: str,
    ) -> Any:
        x = channels_first(np, x, layout)
        slide = sliding(kernel, strides, dilations, pads, padding)
        slide, counts = _fitted(slide, x.shape[2:], ceil_mode)
        powers = padded(np, _power(np, x, p), slide.low, slide.high)
        return channels_back(np, _root(np, _summed(np, powers, slide, counts), p), layout)


class MaxUnpool(Op, name="nn.max_unpool"):
    """
    Zeros, but each element of x at the place that `indices` (i64, of x's shape) gives, which counts
    the elements of the result as a list; of places given twice the last counts.

    x `[N, C, *S]`; the spatial sizes are `output_sizes`, or `stride*(S - 1) + kernel - pads`.
    ONNX MaxUnpool-22; aten.max_unpool2d.
    """

    x = operand()
    indices = operand()
    kernel = ints()
    strides = ints()
    pads = ints()
    output_sizes = ints()

    @staticmethod
    def infer(
        x: Tensor, indices: Tensor, kernel: Any, strides: Any, pads: Any, output_sizes: Any
    ) -> Tensor:
        NUMBERS.check(x)
        if indices.element_type != i64:
            refuse(f"has indices of element type {indices.element_type}; i64 belongs there")
        dims, places = tuple(x.get_shape()), tuple(indices.get_shape())
        if len(dims) != len(places) or any(map(differ, dims, places)):
            refuse(f"has an input of shape {listed(dims)} and indices of shape {listed(places)}")
        batch, channels, sizes = parts(x, "nchw")
        slide = sliding(kernel, strides, None, pads)
        return tensor((batch, channels, *_unpooled(slide, sizes, output_sizes)), of=x)

    @staticmethod
    def value(
        np: Any, x: Any, indices: Any, kernel: Any, strides: Any, pads: Any, output_sizes: Any
    ) -> Any:
        sizes = _unpooled(sliding(kernel, strides, None, pads), x.shape[2:], output_sizes)
        y = np.zeros((*x.shape[:2], *sizes), x.dtype)
        y.reshape(-1)[indices.reshape(-1)] = x.reshape(-1)
        return y


# --- All that is spatial ------------------------------------------------------------------------


class GlobalMaxPool(Op, name="nn.global_max_pool", arithmetic=True):
    """
    The largest element of each channel, NaN if one is there; the spatial dims become 1.

    x `[N, C, *S]` or `[N, *S, C]` of floats or integers. ONNX GlobalMaxPool.
    """

    x = operand()
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, layout: str) -> Tensor:
        NUMBERS.check(x)
        return _reduced(x, layout)

    @staticmethod
    def value(np: Any, x: Any, layout: str) -> Any:
        return x.max(_spatial(x, layout), keepdims=True, initial=_least(np, x.dtype))


class GlobalAveragePool(Op, name="nn.global_average_pool", arithmetic=True):
    """
    The mean of each channel, of nothing NaN; the spatial dims become 1.

    x `[N, C, *S]` or `[N, *S, C]` of floats. ONNX GlobalAveragePool; aten.adaptive_avg_pool2d.
    """

    x = operand()
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, layout: str) -> Tensor:
        FLOATS.check(x)
        return _reduced(x, layout)

    @staticmethod
    def value(np: Any, x: Any, layout: str) -> Any:
        return _sum(x, layout) / np.asarray(prod(_sizes(x, layout)), x.dtype)


class GlobalLpPool(Op, name="nn.global_lp_pool", arithmetic=True):
    """
    `(sum of |x|^p)^(1/p)` of each channel, p at least 1; the spatial dims become 1.

    x `[N, C, *S]` or `[N, *S, C]` of floats. ONNX GlobalLpPool-22.
    """

    x = operand()
    p = int_(2)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, p: int, layout: str) -> Tensor:
        FLOATS.check(x)
        _check_p(p)
        return _reduced(x, layout)

    @staticmethod
    def value(np: Any, x: Any, p: int, layout: str) -> Any:
        return _root(np, _sum(_power(np, x, p), layout), p)


# --- Types --------------------------------------------------------------------------------------


def _pooled(x: Tensor, slide: Sliding, ceil_mode: bool, layout: str) -> Tensor:
    batch, channels, sizes = parts(x, layout)
    _check_rank(slide, sizes)
    return tensor(whole(batch, channels, slide.counts(sizes, ceil_mode), layout), of=x)


def _check_rank(slide: Sliding, sizes: Sequence[Any]) -> None:
    if len(slide.kernel) != len(sizes):
        refuse(f"has a kernel {list(slide.kernel)} for {len(sizes)} spatial dims")


def _reduced(x: Tensor, layout: str) -> Tensor:
    batch, channels, sizes = parts(x, layout)
    return tensor(whole(batch, channels, (1,) * len(sizes), layout), of=x)


def _check_p(p: int) -> None:
    if p < 1:
        refuse(f"has p {p}; it must be at least 1")


def _unpooled(slide: Sliding, sizes: Sequence[Any], given: Any) -> list[Any]:
    _check_rank(slide, sizes)
    if given is None:
        return [_unpooled_one(slide, i, size) for i, size in enumerate(sizes)]
    if len(given) != len(sizes) or min(given) < 0:
        refuse(f"has output_sizes {list(given)} for {len(sizes)} spatial dims")
    return list(given)


def _unpooled_one(slide: Sliding, i: int, size: Any) -> Any:
    if isinstance(size, int) and size == DYNAMIC:
        return DYNAMIC
    wanted = (size - 1) * slide.strides[i] + slide.kernel[i] - slide.low[i] - slide.high[i]
    if is_known(wanted) and wanted < 0:
        refuse(f"has pads {slide.low[i]} and {slide.high[i]} for {size} windows")
    return wanted


# --- Arrays -------------------------------------------------------------------------------------


def _fitted(slide: Sliding, sizes: Sequence[int], ceil_mode: bool) -> tuple[Sliding, list[int]]:
    """With as much padding as the windows reach into, and the number of windows."""
    slide = slide.over(sizes)
    counts = slide.counts(sizes, ceil_mode)
    high = [
        max(a, (count - 1) * s + e - size - b)
        for a, b, s, e, size, count in zip(
            slide.high, slide.low, slide.strides, slide.extents, sizes, counts, strict=True
        )
    ]
    return replace(slide, high=tuple(high)), counts


def _summed(np: Any, x: Any, slide: Sliding, counts: Sequence[int]) -> Any:
    """The sum over each window of padded x."""
    y = np.zeros((*x.shape[:2], *counts), x.dtype)
    for at in slide.taps():
        y += slide.tap(x, at, counts)
    return y


def _divisors(
    np: Any, slide: Sliding, sizes: Sequence[int], counts: Sequence[int], with_padding: bool
) -> Any:
    """How many elements of each window count."""
    product: Any = np.ones((1,) * len(sizes), np.int64)
    for i, (size, count) in enumerate(zip(sizes, counts, strict=True)):
        first, last = (
            (0, size + slide.low[i] + slide.high[i])
            if with_padding
            else (slide.low[i], slide.low[i] + size)
        )
        taps = np.arange(slide.kernel[i]) * slide.dilations[i]
        places = np.arange(count)[:, None] * slide.strides[i] + taps
        counted = ((places >= first) & (places < last)).sum(1)
        product = product * counted.reshape(-1, *(1,) * (len(sizes) - 1 - i))
    return product


def _places(np: Any, shape: Sequence[int], order: str) -> Any:
    """The place of each element of `[N, C, *S]`."""
    batch, channels, *sizes = shape
    places = np.arange(prod(shape), dtype=np.int64)
    if order == "row_major":
        return places.reshape(shape)
    reverse = places.reshape(batch, channels, *reversed(sizes))
    return reverse.transpose(0, 1, *range(reverse.ndim - 1, 1, -1))


def _least(np: Any, dtype: Any) -> Any:
    """What every element is at least."""
    return float("-inf") if dtype.kind == "f" else np.iinfo(dtype).min


def _spatial(x: Any, layout: str) -> tuple[int, ...]:
    return tuple(range(2, x.ndim)) if layout == "nchw" else tuple(range(1, x.ndim - 1))


def _sizes(x: Any, layout: str) -> list[int]:
    return [x.shape[i] for i in _spatial(x, layout)]


def _sum(x: Any, layout: str) -> Any:
    return x.sum(_spatial(x, layout), keepdims=True)


def _power(np: Any, x: Any, p: int) -> Any:
    return np.abs(x) if p == 1 else x * x if p == 2 else np.abs(x) ** p


def _root(np: Any, x: Any, p: int) -> Any:
    return x if p == 1 else np.sqrt(x) if p == 2 else x ** (1 / p)
