"""Convolution and its transpose."""

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    int_,
    ints,
    operand,
    optional,
    refuse,
    tensor,
    word,
)
from ._spatial import (
    LAYOUTS,
    PADDINGS,
    Sliding,
    channels_back,
    channels_first,
    check_numbers,
    differ,
    padded,
    parts,
    sliding,
    split_padding,
    whole,
)
from .shape import is_known

TILE = 1 << 20
"""Elements of the largest array of windows that is laid out at a time."""
EXACT = 1 << 53
"""Up to here sums of integers are exact in f64."""


class Conv(Op, name="nn.conv", arithmetic=True):
    """
    `y[n, o, p] = b[o] + sum over i, q of x[n, group(o)*I + i, p*stride + q*dilation - pad] * w[o, i, q]`
    where x is 0 outside, over any number of spatial dims.

    x `[N, C, *S]` or `[N, *S, C]` by `layout`, w `[O, C/groups, *K]` in either, b `[O]`; one element
    type, of floats or integers (which wrap around). `pads` is all befores, then all afters.
    ONNX Conv-22; aten.convolution.
    """

    x = operand()
    w = operand()
    b = optional()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    groups = int_(1)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        b: Tensor | None,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        groups: int,
        layout: str,
    ) -> Tensor:
        check_numbers(x, w, b)
        batch, channels, sizes = parts(x, layout)
        kernel = tuple(w.get_shape())
        _check_ranks(x, w)
        _check_groups("output", kernel[0], groups)
        if is_known(kernel[1]) and differ(channels, kernel[1] * groups):
            refuse(_mismatch(kernel[1] * groups, channels, groups))
        _check_bias(b, kernel[0])
        counts = sliding(kernel[2:], strides, dilations, pads, padding).counts(sizes)
        return tensor(whole(batch, kernel[0], counts, layout), of=x)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        b: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        groups: int,
        layout: str,
    ) -> Any:
        x = channels_first(np, x, layout)
        slide = sliding(w.shape[2:], strides, dilations, pads, padding).over(x.shape[2:])
        counts = slide.counts(x.shape[2:])
        x = padded(np, x, slide.low, slide.high)
        y = exactly(
            np, x, w, prod(w.shape[1:]), lambda x, w: _convolved(np, x, w, slide, counts, groups)
        )
        return channels_back(np, _biased(y, b), layout)


class ConvTranspose(Op, name="nn.conv_transpose", arithmetic=True):
    """
    The transpose (in x) of the convolution with the same weights: every `x[n, i, p]` adds
    `x * w[i, o, q]` to `y[n, group(i)*O + o, p*stride + q*dilation - pad]`; and b is added.

    x `[N, C, *S]` or `[N, *S, C]`, w `[C, O/groups, *K]` in either layout, b `[O]`; one element type.
    The sizes are `(S - 1)*stride + (K - 1)*dilation + 1 - pads + output_padding`; or, by `output_sizes`
    or by `padding` (which makes them `S*stride`), the sizes are given and the pads follow.
    ONNX ConvTranspose-22; aten.conv_transpose2d.
    """

    x = operand()
    w = operand()
    b = optional()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    output_padding = ints()
    output_sizes = ints()
    groups = int_(1)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        b: Tensor | None,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        output_padding: Any,
        output_sizes: Any,
        groups: int,
        layout: str,
    ) -> Tensor:
        check_numbers(x, w, b)
        batch, channels, sizes = parts(x, layout)
        kernel = tuple(w.get_shape())
        _check_ranks(x, w)
        _check_groups("input", kernel[0], groups)
        if differ(channels, kernel[0]):
            refuse(_mismatch(kernel[0], channels, 1))
        out = kernel[1] if kernel[1] == DYNAMIC else kernel[1] * groups
        _check_bias(b, out)
        slide = sliding(kernel[2:], strides, dilations, pads, padding)
        spread = _spread(slide, sizes, output_padding, output_sizes, None)
        return tensor(whole(batch, out, [size for size, _ in spread], layout), of=x)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        b: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        padding: str,
        output_padding: Any,
        output_sizes: Any,
        groups: int,
        layout: str,
    ) -> Any:
        x = channels_first(np, x, layout)
        slide = sliding(w.shape[2:], strides, dilations, pads, padding)
        spread = _spread(slide, x.shape[2:], output_padding, output_sizes, padding)
        y = exactly(
            np,
            x,
            w,
            w.shape[0] // groups * prod(w.shape[2:]),
            lambda x, w: _scattered(np, x, w, slide, spread, groups),
        )
        return channels_back(np, _biased(y, b), layout)


# --- Types --------------------------------------------------------------------------------------


def _check_ranks(x: Tensor, w: Tensor) -> None:
    if x.get_num_dims() != w.get_num_dims():
        refuse(f"has an input of rank {x.get_num_dims()} and a kernel of rank {w.get_num_dims()}")


def _check_groups(what: str, channels: Any, groups: int) -> None:
    if groups < 1 or (is_known(channels) and channels % groups):
        refuse(f"has {groups} groups of its {channels} {what} channels")


def _mismatch(kernel: int, channels: int, groups: int) -> str:
    of = f" in {groups} groups" if groups != 1 else ""
    return f"kernel has {kernel} input channels{of} but its input has {channels}"


def _check_bias(b: Tensor | None, channels: Any) -> None:
    if b is None:
        return
    if b.get_num_dims() != 1 or differ(b.get_shape()[0], channels):
        shape = "x".join(map(str, b.get_shape()))
        refuse(f"has a bias of shape [{shape}] for {channels} output channels")


def _spread(
    slide: Sliding, sizes: Sequence[int], extra: Any, given: Any, padding: str | None
) -> list[tuple[int, int]]:
    """Size and low padding of the result on every spatial dim; the latter only with a padding."""
    rank = len(sizes)
    for what, values in (("output_padding", extra), ("output_sizes", given)):
        if values is not None and (len(values) != rank or min(values) < 0):
            refuse(f"has {what} {list(values)} for {rank} spatial dims")
    extra = extra or (0,) * rank
    return [
        _spread_one(slide, i, size, extra[i], given and given[i], padding)
        for i, size in enumerate(sizes)
    ]


def _spread_one(
    slide: Sliding, i: int, size: int, extra: int, given: int | None, padding: str | None
) -> tuple[int, int]:
    stride, extent = slide.strides[i], slide.extents[i]
    if given is None and slide.padding == "explicit":
        if DYNAMIC in (size, extent):
            return DYNAMIC, 0
        full = (size - 1) * stride + extent - slide.low[i] - slide.high[i] + extra
        if is_known(full) and full < 0:
            refuse(f"has pads {slide.low[i]} and {slide.high[i]} for {full} elements without")
        return full, slide.low[i]
    wanted = size * stride if given is None and size != DYNAMIC else given
    if padding is None:
        return DYNAMIC if wanted is None else wanted, 0
    assert wanted is not None
    total = max(0, (size - 1) * stride + extra + extent - wanted)
    return wanted, split_padding(total, padding)[0]


# --- Arrays -------------------------------------------------------------------------------------


def exactly(np: Any, x: Any, w: Any, terms: int, compute: Callable[[Any, Any], Any]) -> Any:
    """
    A sum of `terms` products, as `compute` makes it of two arrays. Of integers in f64, whose matrix
    products are fast, while these bounds say that it is exact; else in 64 bits, which wrap.
    """
    if x.dtype.kind == "f":
        return compute(x, w)
    wide: Any = np.float64 if terms * _largest(x) * _largest(w) < EXACT else np.int64
    return compute(x.astype(wide), w.astype(wide)).astype(np.int64).astype(x.dtype)


def _largest(x: Any) -> int:
    return max(abs(int(x.max())), abs(int(x.min()))) if x.size else 0


def _biased(y: Any, b: Any) -> Any:
    if b is not None:
        y += b.reshape(-1, *(1,) * (y.ndim - 2))
    return y


def _convolved(
    np: Any, x: Any, w: Any, slide: Sliding, counts: Sequence[int], groups: int
) -> Any:
    """The convolution of padded `[N, C, *S]`."""
    y = np.zeros((x.shape[0], groups, w.shape[0] // groups, *counts), x.dtype)
    if not y.size or not w.size:
        return y.reshape(x.shape[0], w.shape[0], *counts)
    if w.shape[1] == 1:
        _add_taps(np, x, w, slide, y)
    else:
        _multiply_windows(np, x, w, slide, y)
    return y.reshape(x.shape[0], w.shape[0], *counts)


def _add_taps(np: Any, x: Any, w: Any, slide: Sliding, y: Any) -> None:
    """One channel a group (depthwise): as much arithmetic as a copy of the windows would move."""
    counts = y.shape[3:]
    w = w.reshape(*y.shape[1:3], *w.shape[2:], *(1,) * len(counts))
    for n in range(len(x)):
        product: Any = np.empty(y.shape[1:], y.dtype)
        for at in slide.taps():
            np.multiply(w[(slice(None), slice(None), *at)], slide.tap(x[n, :, None], at, counts), product)
            y[n] += product


def _multiply_windows(np: Any, x: Any, w: Any, slide: Sliding, y: Any) -> None:
    """Windows side by side, some at a time; one matrix product a group."""
    n, groups, out = y.shape[:3]
    rank = len(slide.kernel)
    counts = y.shape[3:]
    matrix = w.reshape(groups, out, -1)
    view = slide.windows(np, x, counts)
    view = view.reshape(n, groups, -1, *view.shape[2:]) if view.flags.c_contiguous else _grouped(np, view, groups)
    for images, rows in _tiles(n, counts[0], view[0].size):
        some = view[(images, *(slice(None),) * (2 + rank), rows)]
        columns = some.reshape(len(some), groups, matrix.shape[2], -1)
        y[images, :, :, rows] = (matrix @ columns).reshape(*y[images, :, :, rows].shape)
