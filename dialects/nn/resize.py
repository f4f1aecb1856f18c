"""Resizing by interpolation, and moving elements between channels and space."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from struct import pack, unpack
from typing import Any

from ...compiler.element_types import is_float
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    flag,
    int_,
    ints,
    number,
    numbers,
    operand,
    optional,
    refuse,
    tensor,
    word,
)
from ._kinds import NUMBERS
from ._spatial import LAYOUTS, differ
from .shape import check_axes, check_list, is_known, listed

MODES = ("nearest", "linear", "cubic")
COORDINATES = (
    "half_pixel",
    "half_pixel_symmetric",
    "pytorch_half_pixel",
    "align_corners",
    "asymmetric",
    "tf_half_pixel_for_nn",
    "tf_crop_and_resize",
)
ROUNDINGS = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
POLICIES = ("stretch", "not_larger", "not_smaller")
CUBIC = -0.75


class Resize(Op, name="nn.resize", arithmetic=True):
    """
    x with each of `axes` (all, if not given) resampled to `sizes`, or to `floor(size * scales)`.

    Element o of an axis is taken from `c(o)` of x, where L is the old size, M the new one, and the
    scale s is as given, or M / L:

    | coordinates          | c(o)                                                            |
    | -------------------- | --------------------------------------------------------------- |
    | half_pixel           | (o + 1/2) / s - 1/2                                             |
    | half_pixel_symmetric | the same + L/2 (1 - M / (s L))                                  |
    | pytorch_half_pixel   | as half_pixel; 0 if M is 1                                      |
    | align_corners        | o (L - 1) / (M - 1); 0 if M is 1                                |
    | asymmetric           | o / s                                                           |
    | tf_half_pixel_for_nn | (o + 1/2) / s                                                   |
    | tf_crop_and_resize   | (a + o (b - a) / (M - 1)) (L - 1); (a + b) / 2 (L - 1) if M is 1 |

    in f32; `roi` is all a, then all b. An axis of scale 1 stays as it is, unless it is cropped.
    `nearest` rounds c(o); `linear` and `cubic` weigh the 2 or 4 elements around it, axis by axis.
    The first and last element go on outside of x, or weigh nothing (`exclude_outside`); `antialias`
    widens the weights by 1 / s where that is more than 1; what a crop takes from outside of x is
    `extrapolation`. Policies other than `stretch` take the least or largest M / L of all axes as s,
    and round `s L`. Integers are cut towards zero. ONNX Resize-19; aten.upsample_*.
    """

    x = operand()
    sizes = ints()
    scales = numbers()
    axes = ints()
    mode = word(*MODES)
    coordinates = word(*COORDINATES)
    rounding = word(*ROUNDINGS)
    cubic_coeff = number(CUBIC)
    exclude_outside = flag()
    antialias = flag()
    roi = numbers()
    extrapolation = number(0.0)
    policy = word(*POLICIES)

    @staticmethod
    def infer(x: Tensor, sizes: Any, scales: Any, axes: Any, roi: Any, **settings: Any) -> Tensor:
        _check_mode(x, settings["mode"])
        dims = list(x.get_shape())
        found = _axes(axes, len(dims))
        if (sizes is None) == (scales is None):
            refuse("needs either sizes or scales")
        _check_count("sizes", sizes, len(found))
        _check_count("scales", scales, len(found))
        if settings["coordinates"] == "tf_crop_and_resize":
            _check_count("roi", roi or (), 2 * len(found))
        elif roi is not None:
            refuse(f"has a roi, which coordinates '{settings['coordinates']}' do without")
        olds = [dims[axis] for axis in found]
        news = resized(olds, sizes, scales, settings["policy"])
        for axis, new in zip(found, news, strict=True):
            dims[axis] = new
        return tensor(dims, of=x)

    @staticmethod
    def value(
        np: Any, x: Any, sizes: Any, scales: Any, axes: Any, roi: Any, **settings: Any
    ) -> Any:
        return _resampled(np, x, sizes, scales, _axes(axes, x.ndim), roi, _Way(**settings))


class DynamicResize(Op, name="nn.dynamic_resize", arithmetic=True):
    """
    `nn.resize` to sizes (integers), or by scales and with a roi (floats), that are computed.
    """

    x = operand()
    sizes = optional()
    scales = optional()
    roi = optional()
    axes = ints()
    mode = word(*MODES)
    coordinates = word(*COORDINATES)
    rounding = word(*ROUNDINGS)
    cubic_coeff = number(CUBIC)
    exclude_outside = flag()
    antialias = flag()
    extrapolation = number(0.0)
    policy = word(*POLICIES)

    @staticmethod
    def infer(
        x: Tensor,
        sizes: Tensor | None,
        scales: Tensor | None,
        roi: Tensor | None,
        axes: Any,
        **settings: Any,
    ) -> Tensor:
        _check_mode(x, settings["mode"])
        dims = list(x.get_shape())
        found = _axes(axes, len(dims))
        if (sizes is None) == (scales is None):
            refuse("needs either sizes or scales")
        if sizes is not None and differ(check_list(sizes, "sizes"), len(found)):
            refuse(f"has sizes of type {sizes} for {len(found)} axes")
        _check_floats("scales", scales, len(found))
        _check_floats("roi", roi, 2 * len(found))
        if (roi is None) == (settings["coordinates"] == "tf_crop_and_resize"):
            refuse(f"has {'no' if roi is None else 'a'} roi and '{settings['coordinates']}'")
        for axis in found:
            dims[axis] = DYNAMIC
        return tensor(dims, of=x)

    @staticmethod
    def value(
        np: Any, x: Any, sizes: Any, scales: Any, roi: Any, axes: Any, **settings: Any
    ) -> Any:
        sizes, scales, roi = (None if a is None else a.tolist() for a in (sizes, scales, roi))
        return _resampled(np, x, sizes, scales, _axes(axes, x.ndim), roi, _Way(**settings))


class DepthToSpace(Op, name="nn.depth_to_space"):
    """
    Blocks of channels become squares of `block` in height and width. A channel is numbered by
    (row, column, channel of the result) in this order ("dcr"), or (channel of the result, row,
    column) ("crd").

    x `[N, C, H, W]` or `[N, H, W, C]`. ONNX DepthToSpace-13; aten.pixel_shuffle is "crd"; TFLite
    DEPTH_TO_SPACE "dcr".
    """

    x = operand()
    block = int_()
    mode = word("dcr", "crd")
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, block: int | None, mode: str, layout: str) -> Tensor:
        n, c, h, w = _image(x, block, layout)
        assert block is not None
        if is_known(c) and c % (block * block):
            refuse(f"has {c} channels for blocks of {block}x{block}")
        c = c if isinstance(c, int) and c == DYNAMIC else c // (block * block)
        return tensor(_laid((n, c, _times(h, block), _times(w, block)), layout), of=x)

    @staticmethod
    def value(np: Any, x: Any, block: int, mode: str, layout: str) -> Any:
        x = x if layout == "nchw" else np.moveaxis(x, -1, 1)
        n, c, h, w = x.shape
        c //= block * block
        if mode == "dcr":
            y = x.reshape(n, block, block, c, h, w).transpose(0, 3, 4, 1, 5, 2)
        else:
            y = x.reshape(n, c, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
        y = y.reshape(n, c, h * block, w * block)
        return y if layout == "nchw" else np.ascontiguousarray(np.moveaxis(y, 1, -1))


class SpaceToDepth(Op, name="nn.space_to_depth"):
    """
    Squares of `block` in height and width become channels, numbered by (row, column, channel of x)
    in this order ("dcr"), or (channel of x, row, column) ("crd"): `nn.depth_to_space` backwards.

    x `[N, C, H, W]` or `[N, H, W, C]`. ONNX SpaceToDepth-13; aten.pixel_unshuffle is "crd".
    """

    x = operand()
    block = int_()
    mode = word("dcr", "crd")
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, block: int | None, mode: str, layout: str) -> Tensor:
        n, c, h, w = _image(x, block, layout)
        assert block is not None
        for size in (h, w):
            if is_known(size) and size % block:
                refuse(f"has height and width {listed((h, w))} for blocks of {block}x{block}")
        h, w = (s if isinstance(s, int) and s == DYNAMIC else s // block for s in (h, w))
        return tensor(_laid((n, _times(c, block * block), h, w), layout), of=x)

    @staticmethod
    def value(np: Any, x: Any, block: int, mode: str, layout: str) -> Any:
        x = x if layout == "nchw" else np.moveaxis(x, -1, 1)
        n, c, h, w = x.shape
        blocks = x.reshape(n, c, h // block, block, w // block, block)
        order = (0, 3, 5, 1, 2, 4) if mode == "dcr" else (0, 1, 3, 5, 2, 4)
        y = blocks.transpose(order).reshape(n, c * block * block, h // block, w // block)
        return y if layout == "nchw" else np.ascontiguousarray(np.moveaxis(y, 1, -1))


# --- Types --------------------------------------------------------------------------------------


def _check_mode(x: Tensor, mode: str) -> None:
    if mode != "nearest":
        NUMBERS.check(x)


def _axes(axes: Any, rank: int) -> tuple[int, ...]:
    return tuple(range(rank)) if axes is None else check_axes(axes, rank)


def _check_count(what: str, values: Any, count: int) -> None:
    if values is None:
        return
    if len(values) != count:
        refuse(f"has {len(values)} {what} for {count} values")
    if what == "sizes" and min(values, default=0) < 0 or what == "scales" and min(values) <= 0:
        refuse(f"has {what} {listed(values)}")


def _check_floats(what: str, type_: Tensor | None, count: int) -> None:
    if type_ is None:
        return
    dims = tuple(type_.get_shape())
    if len(dims) != 1 or differ(dims[0], count) or not is_float(type_.element_type):
        refuse(f"has {what} of type {type_}; a list of {count} floats belongs there")


def _image(x: Tensor, block: int | None, layout: str) -> tuple[Any, Any, Any, Any]:
    dims = tuple(x.get_shape())
    if len(dims) != 4:
        refuse(f"has an input of rank {len(dims)}; 4 belongs there")
    if block is None or block < 1:
        refuse(f"has block {block}; it must be at least 1")
    return dims if layout == "nchw" else (dims[0], dims[3], dims[1], dims[2])


def _laid(dims: tuple[Any, Any, Any, Any], layout: str) -> tuple[Any, ...]:
    n, c, h, w = dims
    return dims if layout == "nchw" else (n, h, w, c)


def _times(dim: Any, factor: int) -> Any:
    return dim if isinstance(dim, int) and dim == DYNAMIC else dim * factor


# --- Sizes --------------------------------------------------------------------------------------


def resized(olds: Sequence[Any], sizes: Any, scales: Any, policy: str) -> list[Any]:
    """The new sizes of axes; `?` where they depend on one."""
    if scales is not None:
        return [_scaled(old, scale) for old, scale in zip(olds, scales, strict=True)]
    if policy == "stretch":
        return list(sizes)
    if not all(map(is_known, olds)):
        if all(isinstance(old, int) for old in olds):
            return [DYNAMIC] * len(sizes)
        refuse(f"has policy '{policy}' and sizes that are not known")
    scale = common_scale(olds, sizes, policy)
    return [floor(single(scale * old) + 0.5) for old in olds]


def common_scale(olds: Sequence[int], sizes: Sequence[int], policy: str) -> float:
    """The one scale that a policy chooses."""
    ratios = [single(size / old) if old else 1.0 for size, old in zip(sizes, olds, strict=True)]
    return min(ratios) if policy == "not_larger" else max(ratios)


def _scaled(old: Any, scale: float) -> Any:
    """`floor(old * scale)`, the product in f32."""
    scale = single(scale)
    if is_known(old):
        return floor(single(old * scale))
    if isinstance(old, int):
        return DYNAMIC
    ratio = Fraction(scale)
    if ratio.denominator <= 64:  # the product is exact
        return old * ratio.numerator // ratio.denominator
    refuse(f"has scale {scale} of a size that is not known")


def single(value: float) -> float:
    """Rounded to f32."""
    return unpack("<f", pack("<f", value))[0]


# --- Arrays -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Way:
    """How to interpolate."""

    mode: str
    coordinates: str
    rounding: str
    cubic_coeff: float
    exclude_outside: bool
    antialias: bool
    extrapolation: float
    policy: str

    @property
    def crops(self) -> bool:
        return self.coordinates == "tf_crop_and_resize"


@dataclass(frozen=True)
class _Axis:
    """An axis of x: its sizes before and after, its scale, the part of it that is wanted."""

    axis: int
    old: int
    new: int
    scale: float
    start: float
    end: float


def _resampled(
    np: Any, x: Any, sizes: Any, scales: Any, axes: Sequence[int], roi: Any, way: _Way
) -> Any:
    found = _plan(x.shape, sizes, scales, axes, roi, way)
    empty = [a for a in found if a.new == 0 or a.old == 0]
    if empty:
        shape = list(x.shape)
        for a in found:
            shape[a.axis] = a.new
        return np.zeros(shape, x.dtype)
    kind = x.dtype
    if way.mode != "nearest" and kind.kind in "iu":
        x = x.astype(np.float64)
    outside: Any = np.zeros((1,) * x.ndim, np.bool_)
    for a in found:
        if a.scale == 1 and not way.crops:
            continue
        at = _coordinates(np, a, way)
        x = _along(np, x, at, a, way)
        if way.crops:
            outside = outside | _upright(((at < 0) | (at > a.old - 1)), a.axis, x.ndim)
    if way.crops:
        x = np.where(outside, np.asarray(way.extrapolation, x.dtype), x)
    return _narrowed(np, x, kind)


def _plan(
    shape: Sequence[int], sizes: Any, scales: Any, axes: Sequence[int], roi: Any, way: _Way
) -> list[_Axis]:
    olds = [shape[axis] for axis in axes]
    news = resized(olds, sizes, scales, way.policy)
    if scales is None:
        ratios = [single(new / old) if old else 1.0 for old, new in zip(olds, news, strict=True)]
        if way.policy != "stretch":
            ratios = [common_scale(olds, sizes, way.policy)] * len(axes)
    else:
        ratios = [single(scale) for scale in scales]
    count = len(axes)
    roi = roi if way.crops else [0.0] * count + [1.0] * count
    return [
        _Axis(axis, old, new, ratio, start, end)
        for axis, old, new, ratio, start, end in zip(
            axes, olds, news, ratios, roi[:count], roi[count:], strict=True
        )
    ]


def _coordinates(np: Any, a: _Axis, way: _Way) -> Any:
    """Where in x the elements of the result are, in f32."""
    single_ = np.float32
    o = np.arange(a.new, dtype=single_)
    scale, last, half = single_(a.scale), single_(a.old - 1), single_(0.5)
    one = way.coordinates in ("pytorch_half_pixel", "align_corners") and a.new == 1
    if one:
        return np.zeros(1, single_)
    if way.coordinates == "align_corners":
        return o * last / single_(a.new - 1)
    if way.coordinates == "asymmetric":
        return o / scale
    if way.coordinates == "tf_half_pixel_for_nn":
        return (o + half) / scale
    if way.crops:
        start, end = single_(a.start), single_(a.end)
        if a.new == 1:
            return half * (start + end) * last + o
        return start * last + o * (end - start) * last / single_(a.new - 1)
    if way.coordinates == "half_pixel_symmetric":
        adjustment = single_(a.new) / (scale * single_(a.old))
        offset = single_(a.old) / single_(2) * (single_(1) - adjustment)
        return offset + (o + half) / scale - half
    return (o + half) / scale - half


def _along(np: Any, x: Any, at: Any, a: _Axis, way: _Way) -> Any:
    """x resampled along one axis."""
    if way.mode == "nearest":
        index = _rounded(np, at.astype(np.float64), way.rounding).astype(np.int64)
        return x.take(index.clip(0, a.old - 1), a.axis)
    index, weights = _taps(np, at, a, way)
    if way.exclude_outside:
        weights = np.where((index >= 0) & (index < a.old), weights, 0)
        weights = weights / weights.sum(1, keepdims=True)
    index, weights = index.clip(0, a.old - 1), weights.astype(x.dtype)
    y: Any = 0
    for i in range(index.shape[1]):
        y = y + x.take(index[:, i], a.axis) * _upright(weights[:, i], a.axis, x.ndim)
    return y


def _rounded(np: Any, at: Any, rounding: str) -> Any:
    if rounding == "round_prefer_floor":
        return np.ceil(at - 0.5)
    if rounding == "round_prefer_ceil":
        return np.floor(at + 0.5)
    return np.floor(at) if rounding == "floor" else np.ceil(at)


def _taps(np: Any, at: Any, a: _Axis, way: _Way) -> tuple[Any, Any]:
    """For each element of the result, elements of x (perhaps outside of it) and their weights."""
    shrink = min(1.0, a.scale) if way.antialias else 1.0
    reach = 1 if way.mode == "linear" else 2
    at = at.astype(np.float64)
    base = np.floor(at)
    first = floor(-reach / shrink) + 1
    offsets = np.arange(first, 2 - first)
    distance = np.abs((offsets - (at - base)[:, None]) * shrink)
    if way.mode == "linear":
        weights = np.maximum(1 - distance, 0)
    else:
        weights = cubic(np, distance, way.cubic_coeff)
    if shrink != 1.0:
        weights = weights / weights.sum(1, keepdims=True)
    return base.astype(np.int64)[:, None] + offsets, weights


def cubic(np: Any, t: Any, a: float) -> Any:
    """Keys' kernel at the distance t."""
    near = ((a + 2) * t - (a + 3)) * t * t + 1
    far = ((t - 5) * t + 8) * t * a - 4 * a
    return np.where(t <= 1, near, np.where(t < 2, far, 0))


def _upright(values: Any, axis: int, rank: int) -> Any:
    """A list along one axis of many."""
    return values.reshape(-1, *(1,) * (rank - 1 - axis))


def _narrowed(np: Any, x: Any, kind: Any) -> Any:
    if x.dtype == kind:
        return x
    limits = np.iinfo(kind)
    return np.trunc(x).clip(limits.min, limits.max).astype(kind)
