"""Normalisation: by statistics of the tensor itself, or by those given."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import f32

from ...compiler.op import Op, Tensor, int_, ints, number, operand, optional, refuse, tensor, word
from ._kinds import FLOATS
from ._spatial import LAYOUTS, differ, given
from .shape import check_axes, check_axis, is_known, listed

EPSILON = 1e-5


class BatchNorm(Op, name="nn.batch_norm", arithmetic=True):
    """
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, channel by channel.

    x `[N, C, *S]` or `[N, *S, C]`, any number of `S`; the others `[C]`; floats, of which the result
    has x's type. ONNX BatchNormalization-15 (inference); aten._native_batch_norm_legit_no_training.
    """

    x = operand()
    scale = operand()
    bias = operand()
    mean = operand()
    var = operand()
    epsilon = number(EPSILON)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor,
        scale: Tensor,
        bias: Tensor,
        mean: Tensor,
        var: Tensor,
        epsilon: float,
        layout: str,
    ) -> Tensor:
        others = {"scale": scale, "bias": bias, "mean": mean, "var": var}
        for type_ in (x, *others.values()):
            FLOATS.check(type_)
        _check_per_channel(x, layout, others)
        return x

    @staticmethod
    def value(
        np: Any, x: Any, scale: Any, bias: Any, mean: Any, var: Any, epsilon: float, layout: str
    ) -> Any:
        scale, bias, mean, var = (_per_channel(x, a, layout) for a in (scale, bias, mean, var))
        factor = scale / np.sqrt(var + _like(np, epsilon, var))
        return ((x - mean) * factor + bias).astype(x.dtype)


class InstanceNorm(Op, name="nn.instance_norm", arithmetic=True):
    """
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, mean and variance over the spatial dims of
    each channel.

    x `[N, C, *S]` or `[N, *S, C]`, scale and bias `[C]`; floats of one type.
    ONNX InstanceNormalization-22; aten.instance_norm.
    """

    x = operand()
    scale = operand()
    bias = operand()
    epsilon = number(EPSILON)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(x: Tensor, scale: Tensor, bias: Tensor, epsilon: float, layout: str) -> Tensor:
        FLOATS.check(x, scale, bias)
        _check_per_channel(x, layout, {"scale": scale, "bias": bias})
        return x

    @staticmethod
    def value(np: Any, x: Any, scale: Any, bias: Any, epsilon: float, layout: str) -> Any:
        first = 2 if layout == "nchw" else 1
        axes = tuple(range(first, first + x.ndim - 2))
        normal = _standardised(np, x, axes, epsilon)[0]
        return normal * _per_channel(x, scale, layout) + _per_channel(x, bias, layout)


class GroupNorm(Op, name="nn.group_norm", arithmetic=True):
    """
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, mean and variance over the spatial dims and
    the `C / groups` channels of each group.

    x `[N, C, *S]` or `[N, *S, C]`, scale and bias `[C]`; floats of one type.
    ONNX GroupNormalization-21; aten.group_norm.
    """

    x = operand()
    scale = operand()
    bias = operand()
    groups = int_(1)
    epsilon = number(EPSILON)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor, scale: Tensor, bias: Tensor, groups: int, epsilon: float, layout: str
    ) -> Tensor:
        FLOATS.check(x, scale, bias)
        channels = _check_per_channel(x, layout, {"scale": scale, "bias": bias})
        if groups < 1 or (is_known(channels) and channels % groups):
            refuse(f"has {groups} groups of its {channels} channels")
        return x

    @staticmethod
    def value(
        np: Any, x: Any, scale: Any, bias: Any, groups: int, epsilon: float, layout: str
    ) -> Any:
        first = x if layout == "nchw" else np.moveaxis(x, -1, 1)
        grouped = first.reshape(len(x), groups, first.shape[1] // groups, *first.shape[2:])
        normal = _standardised(np, grouped, tuple(range(2, grouped.ndim)), epsilon)[0]
        normal = normal.reshape(first.shape)
        normal = normal if layout == "nchw" else np.moveaxis(normal, 1, -1)
        return normal * _per_channel(x, scale, layout) + _per_channel(x, bias, layout)


class LayerNorm(Op, name="nn.layer_norm", arithmetic=True):
    """
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, mean and variance over the dims from `axis`
    on.

    scale and bias broadcast to x; floats of one type.
    ONNX LayerNormalization-17; aten.layer_norm.
    """

    x = operand()
    scale = optional()
    bias = optional()
    axis = int_()
    epsilon = number(EPSILON)

    @staticmethod
    def infer(
        x: Tensor, scale: Tensor | None, bias: Tensor | None, axis: int | None, epsilon: float
    ) -> Tensor:
        FLOATS.check(*given(x, scale, bias))
        check_axis(axis, x.get_num_dims())
        _check_spreads(x, scale, "scale")
        _check_spreads(x, bias, "bias")
        return x

    @staticmethod
    def value(np: Any, x: Any, scale: Any, bias: Any, axis: int, epsilon: float) -> Any:
        y = _standardised(np, x, tuple(range(axis, x.ndim)), epsilon)[0]
        y = y if scale is None else y * scale
        return y if bias is None else y + bias


class LayerNormStatistics(Op, name="nn.layer_norm_statistics", arithmetic=True):
    """
    What `nn.layer_norm` divides by: the mean and `1 / sqrt(var + epsilon)` over the dims from
    `axis` on, which become 1; of f32. x of floats. ONNX LayerNormalization-17, its other results.
    """

    x = operand()
    axis = int_()
    epsilon = number(EPSILON)

    @staticmethod
    def infer(x: Tensor, axis: int | None, epsilon: float) -> tuple[Tensor, Tensor]:
        FLOATS.check(x)
        at = check_axis(axis, x.get_num_dims())
        dims = tuple(x.get_shape())
        type_ = tensor((*dims[:at], *(1 for _ in dims[at:])), of=f32)
        return type_, type_

    @staticmethod
    def value(np: Any, x: Any, axis: int, epsilon: float) -> tuple[Any, Any]:
        _, mean, inverse = _standardised(np, x, tuple(range(axis, x.ndim)), epsilon)
        return mean.astype(np.float32), inverse.astype(np.float32)


class RmsNorm(Op, name="nn.rms_norm", arithmetic=True):
    """
    `x / sqrt(mean of x^2 + epsilon) * scale`, the mean over the dims from `axis` on.

    scale broadcasts to x; floats, of which the result has scale's type.
    ONNX RMSNormalization-23; aten.rms_norm.
    """

    x = operand()
    scale = operand()
    axis = int_()
    epsilon = number(EPSILON)

    @staticmethod
    def infer(x: Tensor, scale: Tensor, axis: int | None, epsilon: float) -> Tensor:
        FLOATS.check(x)
        FLOATS.check(scale)
        check_axis(axis, x.get_num_dims())
        _check_spreads(x, scale, "scale")
        return tensor(x.get_shape(), of=scale)

    @staticmethod
    def value(np: Any, x: Any, scale: Any, axis: int, epsilon: float) -> Any:
        mean = _mean(np, x * x, tuple(range(axis, x.ndim)))
        return (x / np.sqrt(mean + _like(np, epsilon, x)) * scale).astype(scale.dtype)


class MeanVarianceNorm(Op, name="nn.mean_variance_norm", arithmetic=True):
    """
    `(x - mean) / (sqrt(var) + 1e-9)`, mean and variance over `axes`. x of floats.
    ONNX MeanVarianceNormalization-13.
    """

    x = operand()
    axes = ints()

    @staticmethod
    def infer(x: Tensor, axes: Any) -> Tensor:
        FLOATS.check(x)
        check_axes(axes, x.get_num_dims())
        return x

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...]) -> Any:
        centred = x - _mean(np, x, axes)
        return centred / (np.sqrt(_mean(np, centred * centred, axes)) + _like(np, 1e-9, x))


class LpNorm(Op, name="nn.lp_norm", arithmetic=True):
    """
    `x / norm` along `axis`, the norm being the sum of `|x|` (p = 1) or the root of the sum of
    squares (p = 2); 0 where the norm is. x of floats. ONNX LpNormalization-22.
    """

    x = operand()
    axis = int_()
    p = int_(2)

    @staticmethod
    def infer(x: Tensor, axis: int | None, p: int) -> Tensor:
        FLOATS.check(x)
        check_axis(axis, x.get_num_dims())
        if p not in (1, 2):
            refuse(f"has p {p}; 1 or 2 belongs there")
        return x

    @staticmethod
    def value(np: Any, x: Any, axis: int, p: int) -> Any:
        if p == 1:
            norm = np.abs(x).sum(axis, keepdims=True)
        else:
            norm = np.sqrt((x * x).sum(axis, keepdims=True))
        return np.where(norm == 0, np.zeros((), x.dtype), x / norm)


class Lrn(Op, name="nn.lrn", arithmetic=True):
    """
    `x / (bias + alpha / size * sum of squares)^beta`, the sum over `size` channels around each
    (of an even number, one more after it).

    x `[N, C, *S]` or `[N, *S, C]` of floats. ONNX LRN-13; aten.local_response_norm.
    """

    x = operand()
    size = int_()
    alpha = number(1e-4)
    beta = number(0.75)
    bias = number(1.0)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor, size: int | None, alpha: float, beta: float, bias: float, layout: str
    ) -> Tensor:
        FLOATS.check(x)
        if x.get_num_dims() < 2:
            refuse(f"has an input of rank {x.get_num_dims()}; batch and channels need 2")
        if size is None or size < 1:
            refuse(f"has size {size}; it must be at least 1")
        return x

    @staticmethod
    def value(
        np: Any, x: Any, size: int, alpha: float, beta: float, bias: float, layout: str
    ) -> Any:
        squares = np.moveaxis(x * x, 1 if layout == "nchw" else -1, 0)
        total = np.zeros_like(squares)
        count = len(squares)
        for offset in range(-((size - 1) // 2), size // 2 + 1):
            low, high = max(0, -offset), min(count, count - offset)
            if low < high:
                total[low:high] += squares[low + offset : high + offset]
        total = np.moveaxis(total, 0, 1 if layout == "nchw" else -1)
        return x / (bias + alpha / size * total).astype(x.dtype) ** _like(np, beta, x)


# --- Types --------------------------------------------------------------------------------------


def _check_per_channel(x: Tensor, layout: str, others: dict[str, Tensor]) -> Any:
    """The number of channels, which is that of each of the others."""
    dims = tuple(x.get_shape())
    if len(dims) < 2:
        refuse(f"has an input of rank {len(dims)}; batch and channels need 2")
    channels = dims[1] if layout == "nchw" else dims[-1]
    for what, type_ in others.items():
        shape = tuple(type_.get_shape())
        if len(shape) != 1 or differ(shape[0], channels):
            refuse(f"has {what} of shape {listed(shape)} for {channels} channels")
    return channels


def _check_spreads(x: Tensor, other: Tensor | None, what: str) -> None:
    """That the other tensor broadcasts to x without making it larger."""
    if other is None:
        return
    dims, small = tuple(x.get_shape()), tuple(other.get_shape())
    ends = dims[len(dims) - len(small) :] if len(small) <= len(dims) else None
    if ends is None or any(n != 1 and differ(n, m) for n, m in zip(small, ends, strict=True)):
        refuse(f"has {what} of shape {listed(small)}, which does not broadcast to {listed(dims)}")


# --- Arrays -------------------------------------------------------------------------------------


def _per_channel(x: Any, a: Any, layout: str) -> Any:
    return a.reshape(-1, *(1,) * (x.ndim - 2)) if layout == "nchw" else a


def _like(np: Any, number: float, x: Any) -> Any:
    return np.asarray(number, x.dtype)


def _mean(np: Any, x: Any, axes: Sequence[int]) -> Any:
    """The mean over axes, which stay as 1; of nothing NaN."""
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    return x.sum(tuple(axes), keepdims=True) / _like(np, count, x)


def _standardised(np: Any, x: Any, axes: Sequence[int], epsilon: float) -> tuple[Any, Any, Any]:
    """x with mean 0 and variance 1; its mean; what it was multiplied by."""
    mean = _mean(np, x, axes)
    centred = x - mean
    variance = _mean(np, centred * centred, axes)
    inverse = 1 / np.sqrt(variance + _like(np, epsilon, x))
    return centred * inverse, mean, inverse
