"""Many elements become one: sums and their like, places of extremes; and running sums."""

from typing import Any

from xdsl.dialects.builtin import i64

from ...compiler.element_types import is_bool
from ...compiler.op import Op, Tensor, flag, int_, ints, operand, refuse, tensor
from ._kinds import NUMBERS


class _Reduction(Op):
    """Reduces over `axes`, each in `[0, rank)`, ascending; with `keepdims` they stay, of size 1."""

    x = operand()
    axes = ints()
    keepdims = flag()

    @staticmethod
    def infer(x: Tensor, axes: tuple[int, ...] | None, keepdims: bool) -> Tensor:
        NUMBERS.check(x)
        return tensor(_reduced(x.get_shape(), axes, keepdims), of=x)


class ReduceSum(_Reduction, name="nn.reduce_sum", arithmetic=True, symbolic=True):
    """
    Sum over `axes`; of nothing 0. Integers wrap, as in ONNX's reference; ONNX Runtime sums them in
    f64, so it differs above 2^53. ONNX ReduceSum-13; aten.sum.dim_IntList; TFLite SUM.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return _sum(np, x, axes, keepdims)


class ReduceMean(_Reduction, name="nn.reduce_mean", arithmetic=True):
    """
    Mean over `axes`; of nothing NaN. Of integers the wrapped sum divided, truncated towards zero;
    of nothing 0. ONNX ReduceMean-18; aten.mean.dim; TFLite MEAN.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        total = _sum(np, x, axes, keepdims)
        count = 1
        for axis in axes:
            count *= x.shape[axis]
        if x.dtype.kind not in "iu":
            return np.asarray(total / total.dtype.type(count))
        if count == 0:
            return total
        wide = total.astype(np.uint64 if x.dtype.kind == "u" else np.int64)
        return ((wide - np.fmod(wide, count)) // count).astype(x.dtype)


class ReduceProd(_Reduction, name="nn.reduce_prod", arithmetic=True, symbolic=True):
    """Product over `axes`; of nothing 1. Integers wrap. ONNX ReduceProd-18; aten.prod.dim_int."""

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return np.asarray(np.prod(x, axes, dtype=x.dtype, keepdims=keepdims))


class _Extreme(_Reduction):
    @staticmethod
    def infer(x: Tensor, axes: tuple[int, ...] | None, keepdims: bool) -> Tensor:
        if not is_bool(x.element_type):
            NUMBERS.check(x)
        return tensor(_reduced(x.get_shape(), axes, keepdims), of=x)


class ReduceMax(_Extreme, name="nn.reduce_max", arithmetic=True):
    """
    Maximum over `axes`, NaN where there is one; of nothing -inf, or the least of the type (f16 and
    its like: -inf). ONNX ReduceMax-20, whose runtime may lose a NaN; aten.amax; TFLite REDUCE_MAX.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        least, _ = _range(np, x.dtype)
        return np.asarray(np.max(x, axes, keepdims=keepdims, initial=least))


class ReduceMin(_Extreme, name="nn.reduce_min", arithmetic=True):
    """
    Minimum over `axes`, NaN where there is one; of nothing +inf, or the greatest of the type.
    ONNX ReduceMin-20, whose runtime may lose a NaN; aten.amin; TFLite REDUCE_MIN.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        _, greatest = _range(np, x.dtype)
        return np.asarray(np.min(x, axes, keepdims=keepdims, initial=greatest))


class ReduceL1(_Reduction, name="nn.reduce_l1", arithmetic=True):
    """Sum of magnitudes over `axes`. ONNX ReduceL1-18."""

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return _sum(np, np.abs(x), axes, keepdims)


class ReduceL2(_Reduction, name="nn.reduce_l2", arithmetic=True):
    """
    Square root of the sum of squares over `axes`; of integers truncated. ONNX ReduceL2-18;
    aten.linalg_vector_norm.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return _like(np, np.sqrt(_floats(np, _sum(np, x * x, axes, keepdims))), x)


class ReduceLogSum(_Reduction, name="nn.reduce_log_sum", arithmetic=True):
    """Logarithm of the sum; of nothing -inf; of integers truncated. ONNX ReduceLogSum-18."""

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return _like(np, np.log(_floats(np, _sum(np, x, axes, keepdims))), x)


class ReduceLogSumExp(_Reduction, name="nn.reduce_log_sum_exp", arithmetic=True):
    """
    `log(sum(exp(x)))` over `axes`, without overflow; of nothing -inf; of integers truncated.
    ONNX ReduceLogSumExp-28; aten.logsumexp.
    """

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        wide = _floats(np, x)
        top = np.max(wide, axes, keepdims=True, initial=-np.inf)
        top = np.where(np.isfinite(top), top, 0).astype(wide.dtype)  # inf - inf would be NaN
        total = np.log(_sum(np, np.exp(wide - top), axes, keepdims))
        return _like(np, total + top.reshape(total.shape), x)


class ReduceSumSquare(_Reduction, name="nn.reduce_sum_square", arithmetic=True):
    """Sum of squares over `axes`. Integers wrap. ONNX ReduceSumSquare-18."""

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
        return _sum(np, x * x, axes, keepdims)


# --- Places -------------------------------------------------------------------------------------


class _Place(Op):
    """The place along `axis` as i64: the first of equals, with `select_last` the last."""

    x = operand()
    axis = int_()
    keepdims = flag()
    select_last = flag()

    @staticmethod
    def infer(x: Tensor, axis: int | None, keepdims: bool, select_last: bool) -> Tensor:
        NUMBERS.check(x)
        shape = x.get_shape()
        _check_axis(axis, len(shape))
        assert axis is not None
        if shape[axis] == 0:
            refuse(f"has an input without elements along axis {axis}")
        return tensor(_reduced(shape, (axis,), keepdims), of=i64)


class ArgMax(_Place, name="nn.argmax", arithmetic=True):
    """
    The index along `axis` of the maximum, or of a NaN where there is one; i64. Of equals the first,
    with `select_last` the last. ONNX ArgMax-13; aten.argmax; TFLite ARG_MAX.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int, keepdims: bool, select_last: bool) -> Any:
        return _place(np, np.argmax, x, axis, keepdims, select_last)


class ArgMin(_Place, name="nn.argmin", arithmetic=True):
    """
    The index along `axis` of the minimum, or of a NaN where there is one; i64. Of equals the first,
    with `select_last` the last. ONNX ArgMin-13; aten.argmin; TFLite ARG_MIN.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int, keepdims: bool, select_last: bool) -> Any:
        return _place(np, np.argmin, x, axis, keepdims, select_last)


# --- Running sums and products ------------------------------------------------------------------


class _Running(Op):
    """
    Element i along `axis` combines x[0..i]; with `exclusive` without x[i]; with `reverse` from the
    other end.
    """

    x = operand()
    axis = int_()
    exclusive = flag()
    reverse = flag()

    @staticmethod
    def infer(x: Tensor, axis: int | None, exclusive: bool, reverse: bool) -> Tensor:
        NUMBERS.check(x)
        _check_axis(axis, len(x.get_shape()))
        return x


class CumSum(_Running, name="nn.cumsum", arithmetic=True, symbolic=True):
    """
    Running sum along `axis`: element i is the sum of x[0..i], with `exclusive` of x[0..i-1]; with
    `reverse` it runs from the end. Integers wrap. ONNX CumSum-14; aten.cumsum; TFLite CUMSUM.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int, exclusive: bool, reverse: bool) -> Any:
        return _running(np, np.cumsum, x, axis, exclusive, reverse, neutral=0)


class CumProd(_Running, name="nn.cumprod", arithmetic=True, symbolic=True):
    """
    Running product along `axis`: element i is that of x[0..i], with `exclusive` of x[0..i-1]; with
    `reverse` it runs from the end. Integers wrap. ONNX CumProd-26; aten.cumprod.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int, exclusive: bool, reverse: bool) -> Any:
        return _running(np, np.cumprod, x, axis, exclusive, reverse, neutral=1)


# --- Types --------------------------------------------------------------------------------------


def _check_axis(axis: int | None, rank: int) -> None:
    if axis is None:
        refuse("needs an axis")
    if axis not in range(rank):
        refuse(f"has axis {axis} and an input of rank {rank}")


def _reduced(
    shape: tuple[int, ...], axes: tuple[int, ...] | None, keepdims: bool
) -> tuple[int, ...]:
    if axes is None:
        refuse("needs axes")
    if any(a not in range(len(shape)) for a in axes):
        refuse(f"has axes {list(axes)} and an input of rank {len(shape)}")
    if list(axes) != sorted(set(axes)):
        refuse(f"has axes {list(axes)}, which are not in ascending order")
    return tuple(1 if i in axes else n for i, n in enumerate(shape) if keepdims or i not in axes)


# --- Arrays -------------------------------------------------------------------------------------


def _sum(np: Any, x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    return np.asarray(np.sum(x, axes, dtype=x.dtype, keepdims=keepdims))


def _range(np: Any, dtype: Any) -> tuple[Any, Any]:
    """The least and the greatest value of a type."""
    if dtype.kind == "b":
        return False, True
    if dtype.kind == "f":
        return -np.inf, np.inf
    return np.iinfo(dtype).min, np.iinfo(dtype).max


def _floats(np: Any, x: Any) -> Any:
    return x if x.dtype.kind == "f" else x.astype(np.float64)


def _like(np: Any, y: Any, x: Any) -> Any:
    return np.asarray(y).astype(x.dtype, copy=False)


def _place(np: Any, find: Any, x: Any, axis: int, keepdims: bool, select_last: bool) -> Any:
    if not select_last:
        return np.asarray(find(x, axis, keepdims=keepdims), np.int64)
    place = find(np.flip(x, axis), axis, keepdims=keepdims)
    return np.asarray(x.shape[axis] - 1 - place, np.int64)


def _running(
    np: Any, run: Any, x: Any, axis: int, exclusive: bool, reverse: bool, neutral: int
) -> Any:
    x = np.flip(x, axis) if reverse else x
    y = run(x, axis, dtype=x.dtype)
    if exclusive:
        first = np.full_like(np.take(y, range(min(1, x.shape[axis])), axis), neutral)
        y = np.concatenate([first, np.delete(y, -1, axis) if x.shape[axis] else y], axis)
    return np.flip(y, axis) if reverse else y
