"""Sampling a tensor at computed places: grids, and the regions of a detector."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    flag,
    int_,
    ints,
    number,
    operand,
    refuse,
    tensor,
    word,
)
from ._kinds import FLOATS, INTEGERS
from ._spatial import differ, parts
from .resize import CUBIC, cubic
from .shape import check_list, is_known, listed


class GridSample(Op, name="nn.grid_sample", arithmetic=True):
    """
    `y[n, c, p]` is x interpolated at the place `grid[n, p]`, whose entries are those of the spatial
    dims in reverse (width first), from -1 to 1: the centres of the first and last element if
    `align_corners`, else their outer edges.

    x `[N, C, *S]`, grid `[N, *P, rank of S]`; floats. `nearest` rounds half to even; `linear` and
    `cubic` (a = -3/4) weigh 2 or 4 elements of each dim. Outside of x is 0, or its first or last
    element (`border`), or x mirrored where -1 and 1 are (`reflection`).
    ONNX GridSample-22; aten.grid_sampler.
    """

    x = operand()
    grid = operand()
    mode = word("linear", "nearest", "cubic")
    padding = word("zeros", "border", "reflection")
    align_corners = flag()

    @staticmethod
    def infer(x: Tensor, grid: Tensor, mode: str, padding: str, align_corners: bool) -> Tensor:
        FLOATS.check(x)
        FLOATS.check(grid)
        batch, channels, sizes = parts(x, "nchw")
        places = tuple(grid.get_shape())
        if len(places) != len(sizes) + 2 or differ(places[-1], len(sizes)):
            refuse(f"has an input of rank {len(sizes) + 2} and a grid of shape {listed(places)}")
        if differ(batch, places[0]):
            refuse(f"has {batch} images and {places[0]} grids")
        return tensor((batch, channels, *places[1:-1]), of=x)

    @staticmethod
    def value(np: Any, x: Any, grid: Any, mode: str, padding: str, align_corners: bool) -> Any:
        sizes = x.shape[2:]
        images, channels = x.shape[:2]
        flat = x.reshape(images, channels, -1)
        places = grid.reshape(images, -1, len(sizes))[..., ::-1].astype(x.dtype)
        axes = [
            _grid_taps(np, places[..., i], size, mode, padding, align_corners)
            for i, size in enumerate(sizes)
        ]
        y = np.zeros((images, channels, places.shape[1]), x.dtype)
        if y.size and flat.size:
            for taps in product(*axes):
                index, weight = _joined(np, taps, sizes)
                y += np.take_along_axis(flat, index[:, None], 2) * weight[:, None].astype(x.dtype)
        return y.reshape(images, channels, *grid.shape[1:-1])


class AffineGrid(Op, name="nn.affine_grid", arithmetic=True):
    """
    The grid for `nn.grid_sample` that an affine map makes of the places of an image's own elements:
    `y[n, p] = theta[n] (p reversed, 1)`.

    theta `[N, r, r + 1]` of floats, `sizes` r sizes; the result `[N, *sizes, r]`.
    ONNX AffineGrid-20; aten.affine_grid_generator.
    """

    theta = operand()
    sizes = ints()
    align_corners = flag()

    @staticmethod
    def infer(theta: Tensor, sizes: Any, align_corners: bool) -> Tensor:
        if sizes is None or not sizes or min(sizes) < 0:
            refuse(f"has sizes {listed(sizes)}")
        batch = _check_theta(theta, len(sizes))
        return tensor((batch, *sizes, len(sizes)), of=theta)

    @staticmethod
    def value(np: Any, theta: Any, sizes: Sequence[int], align_corners: bool) -> Any:
        return _affine(np, theta, sizes, align_corners)


class DynamicAffineGrid(Op, name="nn.dynamic_affine_grid", arithmetic=True):
    """`nn.affine_grid` of an image whose shape, `[N, C, *S]`, is computed."""

    theta = operand()
    shape = operand()
    align_corners = flag()

    @staticmethod
    def infer(theta: Tensor, shape: Tensor, align_corners: bool) -> Tensor:
        length = check_list(shape, "shape")
        if not is_known(length) or length < 3:
            refuse(f"has shape of type {shape}; batch, channels and space need 3 entries")
        batch = _check_theta(theta, length - 2)
        return tensor((batch, *(DYNAMIC,) * (length - 2), length - 2), of=theta)

    @staticmethod
    def value(np: Any, theta: Any, shape: Any, align_corners: bool) -> Any:
        return _affine(np, theta, shape.tolist()[2:], align_corners)


class RoiAlign(Op, name="nn.roi_align", arithmetic=True):
    """
    Each region resampled to `sizes`: the mean (or largest) of x interpolated at `sampling_ratio`
    places in height and width of each cell; if 0, at as many as the cell is high and wide.

    x `[N, C, H, W]`, rois `[R, 4]` (left, top, right, bottom, times `spatial_scale`), batch `[R]`
    of integers, the image of each; floats. `half_pixel` shifts by -1/2, without it regions are at
    least 1 high and wide. The largest is that of the weighted neighbours of all places.
    ONNX RoiAlign-22; torchvision.roi_align.
    """

    x = operand()
    rois = operand()
    batch = operand()
    sizes = ints((1, 1))
    mode = word("avg", "max")
    sampling_ratio = int_(0)
    spatial_scale = number(1.0)
    half_pixel = flag()

    @staticmethod
    def infer(
        x: Tensor, rois: Tensor, batch: Tensor, sizes: Any, sampling_ratio: int, **_: Any
    ) -> Tensor:
        FLOATS.check(x, rois)
        INTEGERS.check(batch)
        regions, images = tuple(rois.get_shape()), tuple(batch.get_shape())
        if x.get_num_dims() != 4:
            refuse(f"has an input of rank {x.get_num_dims()}; 4 belongs there")
        if len(regions) != 2 or differ(regions[1], 4):
            refuse(f"has rois of shape {listed(regions)}")
        if len(images) != 1 or differ(images[0], regions[0]):
            refuse(f"has {regions[0]} rois and a batch of shape {listed(images)}")
        if len(sizes) != 2 or min(sizes) < 1 or sampling_ratio < 0:
            refuse(f"has sizes {listed(sizes)} and sampling_ratio {sampling_ratio}")
        return tensor((regions[0], x.get_shape()[1], *sizes), of=x)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        rois: Any,
        batch: Any,
        sizes: tuple[int, int],
        mode: str,
        sampling_ratio: int,
        spatial_scale: float,
        half_pixel: bool,
    ) -> Any:
        y = np.zeros((len(rois), x.shape[1], *sizes), x.dtype)
        scaled = rois * np.asarray(spatial_scale, x.dtype) - np.asarray(half_pixel / 2, x.dtype)
        for image, region, target in zip(batch.tolist(), scaled, y, strict=True):
            left, top, right, bottom = region
            rows = _cells(np, top, bottom, sizes[0], sampling_ratio, x.shape[2], half_pixel)
            columns = _cells(np, left, right, sizes[1], sampling_ratio, x.shape[3], half_pixel)
            target[...] = _pooled(np, x[image], rows, columns, sizes, mode)
        return y


class MaxRoiPool(Op, name="nn.max_roi_pool", arithmetic=True):
    """
    The largest element of each of `sizes` cells of each region, 0 of a cell without any.

    x `[N, C, H, W]`, rois `[R, 5]` (image, left, top, right, bottom, the latter times
    `spatial_scale` and rounded, both ends included); floats of one type. Cells overlap where they
    would end between elements. ONNX MaxRoiPool-22; torchvision.roi_pool.
    """

    x = operand()
    rois = operand()
    sizes = ints()
    spatial_scale = number(1.0)

    @staticmethod
    def infer(x: Tensor, rois: Tensor, sizes: Any, spatial_scale: float) -> Tensor:
        FLOATS.check(x, rois)
        regions = tuple(rois.get_shape())
        if x.get_num_dims() != 4:
            refuse(f"has an input of rank {x.get_num_dims()}; 4 belongs there")
        if len(regions) != 2 or differ(regions[1], 5):
            refuse(f"has rois of shape {listed(regions)}")
        if sizes is None or len(sizes) != 2 or min(sizes) < 1:
            refuse(f"has sizes {listed(sizes)}")
        return tensor((regions[0], x.get_shape()[1], *sizes), of=x)

    @staticmethod
    def value(np: Any, x: Any, rois: Any, sizes: tuple[int, int], spatial_scale: float) -> Any:
        y = np.zeros((len(rois), x.shape[1], *sizes), x.dtype)
        scaled = rois[:, 1:] * np.asarray(spatial_scale, x.dtype)
        corners = np.trunc(scaled + np.copysign(0.5, scaled)).astype(np.int64).tolist()
        for image, (left, top, right, bottom), target in zip(
            rois[:, 0].astype(np.int64).tolist(), corners, y, strict=True
        ):
            rows = _spans(np, top, bottom, sizes[0], x.shape[2])
            columns = _spans(np, left, right, sizes[1], x.shape[3])
            for (r, row), (c, column) in product(enumerate(rows), enumerate(columns)):
                cell = x[image, :, row, column]
                if cell.size:
                    target[:, r, c] = cell.max((1, 2))
        return y


# --- Grids --------------------------------------------------------------------------------------


def _check_theta(theta: Tensor, rank: int) -> Any:
    FLOATS.check(theta)
    dims = tuple(theta.get_shape())
    if len(dims) != 3 or differ(dims[1], rank) or differ(dims[2], rank + 1):
        refuse(f"has theta of shape {listed(dims)} for {rank} sizes")
    return dims[0]


def _affine(np: Any, theta: Any, sizes: Sequence[int], align_corners: bool) -> Any:
    lines: list[Any] = []
    for i, size in enumerate(sizes):
        if align_corners:
            line = np.linspace(-1, 1, size) if size != 1 else np.zeros(1)
        else:
            line = (2 * np.arange(size) + 1) / size - 1
        lines.append(line.reshape(-1, *(1,) * (len(sizes) - 1 - i)))
    points = np.stack([*np.broadcast_arrays(*lines)[::-1], np.ones(sizes)], -1)
    flat = points.reshape(-1, len(sizes) + 1).astype(theta.dtype)
    y = np.swapaxes(theta @ flat.T, 1, 2)
    return y.reshape(len(theta), *sizes, len(sizes))


def _grid_taps(
    np: Any, at: Any, size: int, mode: str, padding: str, align_corners: bool
) -> list[tuple[Any, Any]]:
    """Elements of one dim, and their weights, for every place of a grid."""
    low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
    at = (at + 1) / 2 * (size - 1) if align_corners else ((at + 1) * size - 1) / 2
    at = np.rint(at) if mode == "nearest" else at
    base = np.floor(at)
    offsets = {"nearest": (0,), "linear": (0, 1), "cubic": (-1, 0, 1, 2)}[mode]
    taps: list[tuple[Any, Any]] = []
    for offset in offsets:
        distance = np.abs(offset - (at - base))
        weight = cubic(np, distance, CUBIC) if mode == "cubic" else 1 - distance
        taps.append(_inside(np, base + offset, weight, size, padding, low, high))
    return taps


def _inside(
    np: Any, index: Any, weight: Any, size: int, padding: str, low: float, high: float
) -> tuple[Any, Any]:
    """An index into x, and its weight, for one that may be outside: x goes on there."""
    if padding == "zeros":
        weight = np.where((index >= 0) & (index < size), weight, 0)
    if padding == "reflection":
        index = np.trunc(_reflected(np, index, low, high))
    return np.nan_to_num(index).clip(0, size - 1).astype(np.int64), weight


def _reflected(np: Any, at: Any, low: float, high: float) -> Any:
    """Mirrored at both ends until it is between them."""
    span = high - low
    if span <= 0:
        return np.full_like(at, low)
    distance = np.where(at < low, low - at, at - high)
    turns = np.floor(distance / span)
    rest = distance - turns * span
    from_low = (at < low) == (turns % 2 == 0)
    return np.where((at >= low) & (at <= high), at, np.where(from_low, low + rest, high - rest))


def _joined(np: Any, taps: Sequence[tuple[Any, Any]], sizes: Sequence[int]) -> tuple[Any, Any]:
    """Indices into all dims as a list, and the product of weights."""
    index, weight = taps[0]
    for (more, factor), size in zip(taps[1:], sizes[1:], strict=True):
        index, weight = index * size + more, weight * factor
    return index, weight


# --- Regions ------------------------------------------------------------------------------------


def _cells(
    np: Any, start: Any, end: Any, count: int, ratio: int, size: int, half_pixel: bool
) -> tuple[int, list[tuple[Any, Any]]]:
    """
    For one dim of a region: the number of places in a cell, and two elements of x and their weights
    for every place of all cells.
    """
    real = end.dtype.type
    length = end - start if half_pixel else max(end - start, real(1))
    cell = length / real(count)
    places = ratio or max(0, int(np.ceil(cell)))
    steps = (np.arange(places, dtype=real) + real(0.5)) * cell / real(max(places, 1))
    at = (start + np.arange(count, dtype=real)[:, None] * cell + steps).reshape(-1)
    inside = (at >= -1) & (at <= size)
    at = at.clip(0, size - 1)
    low = np.floor(at).astype(np.int64)
    rest = np.where(inside, at - low, 0)
    first = np.where(inside, 1 - rest, 0)
    return places, [(low, first), (np.minimum(low + 1, size - 1), rest)]


def _pooled(np: Any, x: Any, rows: Any, columns: Any, sizes: Sequence[int], mode: str) -> Any:
    """The mean or largest of `[C, H, W]` at all places of each cell."""
    (tall, in_height), (wide, in_width) = rows, columns
    if not tall or not wide:
        return np.zeros((), x.dtype)
    terms = [
        x[:, row][:, :, column] * (by_row[:, None] * by_column)
        for (row, by_row), (column, by_column) in product(in_height, in_width)
    ]
    found = (np.add if mode == "avg" else np.maximum).reduce(terms)
    found = found.reshape(len(x), sizes[0], tall, sizes[1], wide)
    return found.mean((2, 4)) if mode == "avg" else found.max((2, 4))


def _spans(np: Any, start: int, end: int, count: int, size: int) -> list[slice]:
    """The elements of each cell between start and end, in one dim."""
    cell = np.float32(max(end - start + 1, 1)) / np.float32(count)
    at = np.arange(count, dtype=np.float32)
    first = (np.floor(at * cell).astype(np.int64) + start).clip(0, size)
    last = (np.ceil((at + 1) * cell).astype(np.int64) + start).clip(0, size)
    return [slice(a, b) for a, b in zip(first.tolist(), last.tolist(), strict=True)]
