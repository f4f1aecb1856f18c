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
from ._kinds import FLOATS, NUMBERS
from ._spatial import (
    LAYOUTS,
    PADDINGS,
    Sliding,
    channels_back,
    channels_first,
    differ,
    given,
    padded,
    parts,
    sliding,
    split_padding,
    whole,
)
from .shape import elements_of, is_known, listed
from .shape import product as product_of

TILE = 1 << 20
"""Elements of the largest array of windows that is laid out at a time."""
THIN = 4
"""Output channels a group of one input channel up to which no matrix product pays."""
EXACT = 1 << 53
"""Up to here sums of integers are exact in f64."""


class Conv(Op, name="nn.conv", arithmetic=True):
    """
    `y[n,o,p] = b[o] + sum over i, q of x[n, I*group(o)+i, stride*p + dilation*q - pad] * w[o,i,q]`
    where x is 0 outside; over any number of spatial dims.

    x `[N, C, *S]` or `[N, *S, C]` by `layout`, w `[O, C/groups, *K]` in either, b `[O]`; of one
    element type, of floats or integers (which wrap around). `pads` is all befores, then all afters.
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
        NUMBERS.check(*given(x, w, b))
        batch, channels, sizes = parts(x, layout)
        kernel = tuple(w.get_shape())
        _check_ranks(x, w)
        _check_groups("output", kernel[0], groups)
        if is_known(kernel[1]) and differ(channels, kernel[1] * groups):
            refuse(_mismatch(kernel[1] * groups, channels, groups))
        _check_bias(b, kernel[0])
        counts = sliding(kernel[2:], strides, dilations, pads, padding).counts(sizes)
        return tensor(whole(batch, kernel[0], counts, layout), of=x)

    def macs(self) -> int:
        return product_of((elements_of(self.result), elements_of(self.w, 1)))

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

    x `[N, C, *S]` or `[N, *S, C]`, w `[C, O/groups, *K]` in either layout, b `[O]`; of one element
    type. The sizes are `stride*(S - 1) + dilation*(K - 1) + 1 - pads + output_padding`; where
    `output_sizes` or `padding` (which makes them `stride*S`) gives them, the pads follow.
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
        NUMBERS.check(*given(x, w, b))
        batch, channels, sizes = parts(x, layout)
        kernel = tuple(w.get_shape())
        _check_ranks(x, w)
        _check_groups("input", kernel[0], groups)
        if differ(channels, kernel[0]):
            refuse(_mismatch(kernel[0], channels, 1))
        out = kernel[1] if kernel[1] == DYNAMIC else kernel[1] * groups
        _check_bias(b, out)
        slide = sliding(kernel[2:], strides, dilations, pads, padding)
        found = _spread(slide, sizes, output_padding, output_sizes)
        return tensor(whole(batch, out, found, layout), of=x)

    def macs(self) -> int:
        return product_of((elements_of(self.x), elements_of(self.w, 1)))

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
        sizes = _spread(slide, x.shape[2:], output_padding, output_sizes)
        low = _low_pads(slide, x.shape[2:], output_padding, output_sizes)
        y = exactly(
            np,
            x,
            w,
            w.shape[0] // groups * prod(w.shape[2:]),
            lambda x, w: _scattered(np, x, w, slide, low, sizes, groups),
        )
        return channels_back(np, _biased(y, b), layout)


class DeformConv(Op, name="nn.deform_conv", arithmetic=True):
    """
    A convolution that takes each element from another place: that of window p and position q,
    `stride*p + dilation*q - pad`, is moved by `offset[n, g, q, :, p]` and multiplied by
    `mask[n, g, q, p]`, where g is the channel's group of offsets. Between elements x is
    interpolated linearly; it is 0 outside.

    x `[N, C, *S]`, w `[O, C/groups, *K]`, offset `[N, offset_groups * K's product * rank, *P]`, b
    `[O]`, mask `[N, offset_groups * K's product, *P]`; floats of one type.
    ONNX DeformConv-22; torchvision.deform_conv2d.
    """

    x = operand()
    w = operand()
    offset = operand()
    b = optional()
    mask = optional()
    strides = ints()
    dilations = ints()
    pads = ints()
    groups = int_(1)
    offset_groups = int_(1)

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        offset: Tensor,
        b: Tensor | None,
        mask: Tensor | None,
        strides: Any,
        dilations: Any,
        pads: Any,
        groups: int,
        offset_groups: int,
    ) -> Tensor:
        FLOATS.check(*given(x, w, offset, b, mask))
        y = Conv.infer(x, w, b, strides, dilations, pads, "explicit", groups, "nchw")
        _check_groups("input", x.get_shape()[1], offset_groups)
        dims = tuple(y.get_shape())
        taps = offset_groups * product_of(w.get_shape()[2:])
        _check_places("offset", offset, dims, taps * (len(dims) - 2))
        _check_places("mask", mask, dims, taps)
        return y

    def macs(self) -> int:
        return product_of((elements_of(self.result), elements_of(self.w, 1)))

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        offset: Any,
        b: Any,
        mask: Any,
        strides: Any,
        dilations: Any,
        pads: Any,
        groups: int,
        offset_groups: int,
    ) -> Any:
        slide = sliding(w.shape[2:], strides, dilations, pads)
        matrix = w.reshape(groups, w.shape[0] // groups, -1)
        y = np.zeros((len(x), w.shape[0], *slide.counts(x.shape[2:])), x.dtype)
        for n in range(len(x)):
            moved = offset[n].reshape(offset_groups, -1, x.ndim - 2, *y.shape[2:])
            scale = None if mask is None else mask[n].reshape(offset_groups, 1, -1)
            columns = _deformed(np, x[n], slide, moved, scale)
            y[n] = (matrix @ columns.reshape(groups, matrix.shape[2], -1)).reshape(y[n].shape)
        return _biased(y, b)


class Fold(Op, name="nn.fold", arithmetic=True):
    """
    The sum, in an image, of blocks given as columns: element q of block l is added at
    `stride*l + dilation*q - pad`; what falls outside is lost.

    x `[N, C * kernel's product, number of blocks]` of numbers; the result `[N, C, *sizes]`.
    ONNX Col2Im-18; aten.col2im.
    """

    x = operand()
    sizes = ints()
    kernel = ints()
    strides = ints()
    dilations = ints()
    pads = ints()

    @staticmethod
    def infer(
        x: Tensor, sizes: Any, kernel: Any, strides: Any, dilations: Any, pads: Any
    ) -> Tensor:
        NUMBERS.check(x)
        dims = tuple(x.get_shape())
        slide = sliding(kernel, strides, dilations, pads)
        if len(dims) != 3 or sizes is None or len(sizes) != len(kernel):
            refuse(f"has an input of rank {len(dims)} and sizes {listed(sizes)}")
        blocks, taps = prod(slide.counts(sizes)), prod(kernel)
        if differ(dims[2], blocks) or (is_known(dims[1]) and dims[1] % taps):
            refuse(f"has an input of {dims[1]} rows and {dims[2]} columns for {blocks} of {taps}")
        channels = DYNAMIC if dims[1] == DYNAMIC else dims[1] // taps
        return tensor((dims[0], channels, *sizes), of=x)

    @staticmethod
    def value(
        np: Any, x: Any, sizes: Any, kernel: Any, strides: Any, dilations: Any, pads: Any
    ) -> Any:
        slide = sliding(kernel, strides, dilations, pads)
        counts = slide.counts(sizes)
        room = [b + n + a for b, n, a in zip(slide.low, sizes, slide.high, strict=True)]
        y = np.zeros((len(x), x.shape[1] // prod(kernel), *room), x.dtype)
        blocks = x.reshape(*y.shape[:2], *kernel, *counts)
        for at in slide.taps():
            target = slide.tap(y, at, counts)
            target += blocks[(slice(None), slice(None), *at)]
        return y[(..., *(slice(b, b + n) for b, n in zip(slide.low, sizes, strict=True)))]


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


def _check_places(what: str, type_: Tensor | None, dims: Sequence[Any], channels: Any) -> None:
    """That offsets, or a mask, are there for every window."""
    if type_ is None:
        return
    found, wanted = tuple(type_.get_shape()), (dims[0], channels, *dims[2:])
    if len(found) != len(wanted) or any(map(differ, found, wanted)):
        refuse(f"has {what} of shape {listed(found)}; {listed(wanted)} belongs there")


def _spread(slide: Sliding, sizes: Sequence[int], extra: Any, wanted: Any) -> list[int]:
    """The spatial sizes of a transposed convolution; `?` stays `?`."""
    rank = len(slide.kernel)
    for what, values in (("output_padding", extra), ("output_sizes", wanted)):
        if values is not None and (len(values) != rank or min(values) < 0):
            refuse(f"has {what} {list(values)} for {rank} spatial dims")
    if wanted is not None:
        return list(wanted)
    return [_spread_one(slide, i, n, extra[i] if extra else 0) for i, n in enumerate(sizes)]


def _spread_one(slide: Sliding, i: int, size: int, extra: int) -> int:
    extent = slide.extents[i]
    if DYNAMIC in (size, extent):
        return DYNAMIC
    if slide.padding != "explicit":
        return size * slide.strides[i]
    full = (size - 1) * slide.strides[i] + extent + extra
    rest = full - slide.low[i] - slide.high[i]
    if is_known(rest) and rest < 0:
        refuse(f"has pads {slide.low[i]} and {slide.high[i]} where {full} elements are")
    return rest


def _low_pads(slide: Sliding, sizes: Sequence[int], extra: Any, wanted: Any) -> list[int]:
    """How many elements are cut off before: half of all where the result's sizes are given."""
    if wanted is None and slide.padding == "explicit":
        return list(slide.low)
    wanted = _spread(slide, sizes, extra, wanted)
    zeros = (0,) * len(sizes)
    free = Sliding(slide.kernel, slide.strides, slide.dilations, zeros, zeros)
    totals = [max(0, m - n) for m, n in zip(_spread(free, sizes, extra, None), wanted, strict=True)]
    return [split_padding(total, slide.padding)[0] for total in totals]


# --- Arrays -------------------------------------------------------------------------------------


def exactly(np: Any, x: Any, w: Any, terms: int, compute: Callable[[Any, Any], Any]) -> Any:
    """
    A sum of `terms` products, as `compute` makes it of two arrays. Of integers in f64, whose matrix
    products are fast, while these bounds say that it is exact; else in 64 bits, which wrap.
    """
    if x.dtype.kind == "f":
        return compute(x, w)
    kind = x.dtype
    x, w = x.astype(np.int64), w.astype(np.int64)
    if terms * _largest(x) * _largest(w) < EXACT:
        x, w = x.astype(np.float64), w.astype(np.float64)
    return compute(x, w).astype(np.int64).astype(kind)


def _largest(x: Any) -> int:
    return max(abs(int(x.max())), abs(int(x.min()))) if x.size else 0


def _biased(y: Any, b: Any) -> Any:
    if b is not None:
        y += b.reshape(-1, *(1,) * (y.ndim - 2))
    return y


def _convolved(np: Any, x: Any, w: Any, slide: Sliding, counts: Sequence[int], groups: int) -> Any:
    """The convolution of padded `[N, C, *S]`."""
    y = np.zeros((x.shape[0], groups, w.shape[0] // groups, *counts), x.dtype)
    if y.size and w.size:
        is_thin = w.shape[1] == 1 and y.shape[2] <= THIN
        (_add_taps if is_thin else _multiply_windows)(np, x, w, slide, y)
    return y.reshape(x.shape[0], w.shape[0], *counts)


def _add_taps(np: Any, x: Any, w: Any, slide: Sliding, y: Any) -> None:
    """Of thin groups (depthwise): laying out the windows would cost more than the sums."""
    counts = y.shape[3:]
    w = w.reshape(*y.shape[1:3], *w.shape[2:])
    term = np.empty(y.shape[1:], y.dtype)
    for image, total in zip(x[:, :, None], y, strict=True):
        for at in slide.taps():
            factor = w[(slice(None), slice(None), *at)].reshape(*w.shape[:2], *(1,) * len(counts))
            np.multiply(slide.tap(image, at, counts), factor, out=term)
            total += term


def _multiply_windows(np: Any, x: Any, w: Any, slide: Sliding, y: Any) -> None:
    """Windows side by side, as many as fit, and one matrix product a group."""
    images, groups, out = y.shape[:3]
    matrix = w.reshape(groups, out, -1)
    view = slide.windows(np, x, y.shape[3:])
    view = view.reshape(images, groups, -1, *view.shape[2:])
    taps = (slice(None),) * (2 + len(slide.kernel))
    for some, rows in _tiles(images, y.shape[3], view[0].size):
        part = view[(some, *taps, rows)]
        columns = part.reshape(*part.shape[:2], matrix.shape[2], -1)
        target = y[some, :, :, rows]
        target[...] = (matrix @ columns).reshape(target.shape)


def _tiles(images: int, rows: int, size: int) -> Iterator[tuple[slice, slice]]:
    """Parts of the images and rows, each of about `TILE` elements if one image has `size`."""
    if size <= TILE:
        step = TILE // size
        for n in range(0, images, step):
            yield slice(n, n + step), slice(None)
        return
    step = max(1, TILE * rows // size)
    for n in range(images):
        for row in range(0, rows, step):
            yield slice(n, n + 1), slice(row, row + step)


def _scattered(
    np: Any,
    x: Any,
    w: Any,
    slide: Sliding,
    low: Sequence[int],
    sizes: Sequence[int],
    groups: int,
) -> Any:
    """The transposed convolution: one matrix product a position in the window and group."""
    images, spatial = x.shape[0], x.shape[2:]
    out = w.shape[1]
    room = [
        max((n - 1) * s + e, b + m)
        for n, s, e, b, m in zip(spatial, slide.strides, slide.extents, low, sizes, strict=True)
    ]
    y = np.zeros((images, groups, out, *room), x.dtype)
    if x.size and w.size:
        columns = x.reshape(images, groups, x.shape[1] // groups, -1)
        matrix = np.swapaxes(w.reshape(groups, -1, *w.shape[1:]), 1, 2)
        for at in slide.taps():
            products = matrix[(..., *at)] @ columns
            target = slide.tap(y, at, spatial)
            target += products.reshape(target.shape)
    y = y.reshape(images, groups * out, *room)
    return y[(..., *(slice(b, b + m) for b, m in zip(low, sizes, strict=True)))]


def _deformed(np: Any, x: Any, slide: Sliding, offset: Any, mask: Any) -> Any:
    """The windows `[C, positions * windows]` of one image `[C, *S]`, of elements that are moved."""
    groups, taps, rank, *counts = offset.shape
    sizes = x.shape[1:]
    flat = x.reshape(groups, len(x) // groups, -1)
    index: Any = np.zeros((1, 1), np.int64)
    ends: list[tuple[Any, Any]] = [(index, np.ones((1, 1), x.dtype))]
    for i, size in enumerate(sizes):
        upright = (-1, *(1,) * (rank - 1 - i))
        first = np.arange(counts[i]).reshape(upright) * slide.strides[i] - slide.low[i]
        steps = np.indices(slide.kernel)[i].reshape(-1, *(1,) * rank) * slide.dilations[i]
        at = (offset[:, :, i] + (first + steps).astype(x.dtype)).reshape(groups, -1)
        ends = [
            (index * size + more, weight * factor)
            for index, weight in ends
            for more, factor in _neighbours(np, at, size)
        ]
    y = np.zeros((groups, flat.shape[1], taps * prod(counts)), x.dtype)
    for index, weight in ends:
        y += np.take_along_axis(flat, index[:, None], 2) * weight[:, None]
    return (y if mask is None else y * mask).reshape(len(x), -1)


def _neighbours(np: Any, at: Any, size: int) -> Iterator[tuple[Any, Any]]:
    """The elements before and after a place in one dim, and their weights."""
    base = np.floor(at)
    for index, weight in ((base, 1 - (at - base)), (base + 1, at - base)):
        inside = (index >= 0) & (index < size)
        yield index.clip(0, size - 1).astype(np.int64), np.where(inside, weight, 0)
