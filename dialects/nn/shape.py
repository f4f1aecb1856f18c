"""Shapes: asking for them, and giving a tensor another one without computing on its elements."""

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any

from xdsl.dialects.builtin import UnrankedTensorType, i64
from xdsl.ir import Attribute, SSAValue

from ...compiler.element_types import is_integer
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    broadcast,
    flag,
    int_,
    ints,
    operand,
    refuse,
    shape_of,
    tensor,
)

# --- Dimensions ---------------------------------------------------------------------------------
# A dim is a number, DYNAMIC, or an expression of the analysis of shapes.


def is_known(dim: Any) -> bool:
    """Whether a dim is a number."""
    return isinstance(dim, int) and dim != DYNAMIC


def product(dims: Iterable[Any]) -> Any:
    """The number of elements; `?` where it depends on one."""
    listed = list(dims)
    if 0 in [n for n in listed if is_known(n)]:
        return 0
    total: Any = 1
    for n in listed:
        if is_known(n) or not isinstance(n, int):
            total = total * n
        else:
            return DYNAMIC
    return total


def check_axis(axis: Any, rank: int, what: str = "axis") -> int:
    """An axis, which must be in [0, rank)."""
    if axis is None or not 0 <= axis < rank:
        refuse(f"has {what} {axis} and a tensor of rank {rank}")
    return axis


def check_axes(axes: Any, rank: int) -> tuple[int, ...]:
    """Axes, which must be different ones in [0, rank)."""
    if axes is None or len(set(axes)) != len(axes) or any(not 0 <= a < rank for a in axes):
        refuse(f"has axes {listed(axes)} and a tensor of rank {rank}")
    return axes


def check_list(type_: Any, what: str) -> Any:
    """The length of a list of integers, which an operand must be; `?` where it is unknown."""
    dims = shape_of(type_)
    if dims is None or len(dims) != 1 or not is_integer(type_.element_type):
        refuse(f"has {what} of type {type_}; a list of integers belongs there")
    return dims[0]


def listed(values: Any) -> str:
    return "none" if values is None else str(list(values))


def unified(dims: Sequence[Any], what: str) -> Any:
    """The one size that all dims are; numbers win over the rest."""
    numbers = {n for n in dims if is_known(n)}
    if len(numbers) > 1:
        refuse(f"has {what} that differ: {' and '.join(map(str, sorted(numbers)))}")
    if numbers:
        return numbers.pop()
    return next((n for n in dims if not isinstance(n, int)), DYNAMIC)


MOST_DIMS = 32
"""The most dims that every numpy has."""


def check_rank(length: int) -> int:
    """The rank that a shape of some length gives."""
    if length > MOST_DIMS:
        refuse(f"gives a tensor of {length} dims; at most {MOST_DIMS} are supported")
    return length


# --- Asking -------------------------------------------------------------------------------------


def _known_shape(np: Any, x: Any, start: int, end: int | None) -> Any:
    dims = shape_of(x)
    return None if dims is None else _integers(np, dims[start:end])


def _known_size(np: Any, x: Any) -> Any:
    dims = shape_of(x)
    return None if dims is None else _integers(np, product(dims))


def _integers(np: Any, dims: Any) -> Any:
    """Dims as i64, or as objects where one is an expression; None where one is not known."""
    found = np.array(dims, object)
    numbers = [n for n in found.reshape(-1) if isinstance(n, int)]
    if DYNAMIC in numbers:
        return None
    return found.astype(np.int64) if len(numbers) == found.size else found


class ShapeOf(Op, name="nn.shape_of", unranked=True):
    """
    The dims `start` to `end` of a tensor's shape, a list of i64; negative bounds count from the
    rank, and are cut to [0, rank]. No `end` is the rank. ONNX Shape-15; aten.sym_size.
    """

    x = operand()
    start = int_(0)
    end = int_()

    @staticmethod
    def infer(x: Tensor, start: int, end: int | None) -> Tensor:
        dims = shape_of(x)
        return tensor([DYNAMIC if dims is None else len(dims[start:end])], of=i64)

    @staticmethod
    def value(np: Any, x: Any, start: int, end: int | None) -> Any:
        return np.array(x.shape[start:end], np.int64)

    from_types = staticmethod(_known_shape)


class Size(Op, name="nn.size", unranked=True):
    """The number of elements of a tensor, an i64 without dims. ONNX Size; aten.numel."""

    x = operand()

    @staticmethod
    def infer(x: Tensor) -> Tensor:
        return tensor([], of=i64)

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.array(x.size, np.int64)

    from_types = staticmethod(_known_size)


# --- Another shape for the same elements --------------------------------------------------------


def reshaped(dims: Sequence[Any] | None, shape: Sequence[int], allow_zero: bool) -> tuple[Any, ...]:
    """
    The dims that a reshape to `shape` gives; `dims` is None where nothing is known.

    The dims that 0 copies do not count for -1, so that a copied 0 leaves it with one meaning.
    """
    if any(n < -1 for n in shape) or list(shape).count(-1) > 1:
        refuse(f"has shape {listed(shape)}; each entry is at least -1, and at most one is -1")
    if allow_zero and 0 in shape and -1 in shape:
        refuse(f"has shape {listed(shape)}, where the 0 leaves -1 without a meaning")
    copied = [] if allow_zero else [i for i, n in enumerate(shape) if n == 0]
    if dims is None:
        return tuple(DYNAMIC if i in copied or n == -1 else n for i, n in enumerate(shape))
    if copied and copied[-1] >= len(dims):
        refuse(f"has shape {listed(shape)}, which copies dim {copied[-1]} of rank {len(dims)}")
    given = [n for i, n in enumerate(dims) if i not in copied]
    wanted = product(n for i, n in enumerate(shape) if n != -1 and i not in copied)
    rest = _quotient(product_parts(given), wanted, dims, shape) if -1 in shape else None
    empty = 0 in [dims[i] for i in copied if is_known(dims[i])]
    if rest is None and not empty and is_known(total := product(given)) and total != wanted:
        refuse(f"has shape {listed(shape)}, which cannot hold the elements of {_spelled(dims)}")
    return tuple(dims[i] if i in copied else rest if n == -1 else n for i, n in enumerate(shape))


def elements_of(value: SSAValue, start: int = 0) -> int:
    """The number of elements of a tensor, or of its dims from `start` on; `?` without a rank."""
    shape = shape_of(value.type)
    return DYNAMIC if shape is None else product(shape[start:])


def product_parts(dims: Sequence[Any]) -> tuple[int, Any]:
    """The product of the numbers, and that of the other dims; the second is `?` if one is."""
    numbers = product(n for n in dims if is_known(n))
    return numbers, product(n for n in dims if not is_known(n))


def _quotient(parts: tuple[int, Any], by: int, dims: Sequence[Any], shape: Sequence[int]) -> Any:
    """What -1 stands for."""
    numbers, others = parts
    if is_known(others):
        if numbers * others % by:
            refuse(f"has shape {listed(shape)}, which cannot hold the elements of {_spelled(dims)}")
        return numbers * others // by
    if isinstance(others, int):
        return DYNAMIC
    common = gcd(numbers, by)
    total = others * (numbers // common)
    return total if by == common else total // (by // common)


def _spelled(dims: Sequence[Any]) -> str:
    return "x".join("?" if isinstance(n, int) and n == DYNAMIC else str(n) for n in dims)


class Reshape(Op, name="nn.reshape", unranked=True, symbolic=True):
    """
    The elements of `x`, in order, in another shape. A 0 copies the input's dim at the same place
    (is a dim of no elements with `allow_zero`), one -1 is what the other dims leave.
    ONNX Reshape; aten.view; TFLite RESHAPE.
    """

    x = operand()
    shape = ints()
    allow_zero = flag()

    @staticmethod
    def infer(x: Tensor, shape: tuple[int, ...] | None, allow_zero: bool) -> Tensor:
        if shape is None:
            refuse("lacks its shape")
        check_rank(len(shape))
        return tensor(reshaped(shape_of(x), shape, allow_zero), of=x)

    @staticmethod
    def value(np: Any, x: Any, shape: tuple[int, ...], allow_zero: bool) -> Any:
        return x.reshape(reshaped(x.shape, shape, allow_zero))


class DynamicReshape(Op, name="nn.dynamic_reshape", unranked=True):
    """`nn.reshape` to a computed shape; its length is the rank, if it is known."""

    x = operand()
    shape = operand()
    allow_zero = flag()

    @staticmethod
    def infer(x: Any, shape: Tensor, allow_zero: bool) -> Attribute:
        length = check_list(shape, "shape")
        if not is_known(length):
            return UnrankedTensorType(x.element_type)
        return tensor([DYNAMIC] * check_rank(length), of=x)

    @staticmethod
    def value(np: Any, x: Any, shape: Any, allow_zero: bool) -> Any:
        return x.reshape(reshaped(x.shape, [int(n) for n in shape], allow_zero))


class Flatten(Op, name="nn.flatten", symbolic=True):
    """
    Two dims: the product of those before `axis`, in [0, rank], and that of the rest.
    ONNX Flatten.
    """

    x = operand()
    axis = int_(1)

    @staticmethod
    def infer(x: Tensor, axis: int) -> Tensor:
        dims = x.get_shape()
        if not 0 <= axis <= len(dims):
            refuse(f"has axis {axis} and a tensor of rank {len(dims)}")
        return tensor([product(dims[:axis]), product(dims[axis:])], of=x)

    @staticmethod
    def value(np: Any, x: Any, axis: int) -> Any:
        return x.reshape(product(x.shape[:axis]), product(x.shape[axis:]))


def _unranked(x: Tensor, axes: tuple[int, ...] | None) -> Tensor:
    """Of a tensor of unknown rank a rank is not known, either."""
    check_axes(axes, max(axes or (0,)) + 1)
    return x


class Squeeze(Op, name="nn.squeeze", unranked=True, symbolic=True):
    """Without the dims `axes`, each of size 1. ONNX Squeeze; aten.squeeze; TFLite SQUEEZE."""

    x = operand()
    axes = ints()

    @staticmethod
    def infer(x: Tensor, axes: tuple[int, ...] | None) -> Tensor:
        dims = shape_of(x)
        if dims is None:
            return _unranked(x, axes)
        for axis in check_axes(axes, len(dims)):
            if is_known(dims[axis]) and dims[axis] != 1:
                refuse(f"squeezes axis {axis}, whose size is {dims[axis]}")
        return tensor((n for i, n in enumerate(dims) if i not in (axes or ())), of=x)

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...]) -> Any:
        return np.squeeze(x, axes)


class Unsqueeze(Op, name="nn.unsqueeze", unranked=True, symbolic=True):
    """
    With dims of size 1 at `axes`, which are places in the result.
    ONNX Unsqueeze; aten.unsqueeze; TFLite EXPAND_DIMS.
    """

    x = operand()
    axes = ints()

    @staticmethod
    def infer(x: Tensor, axes: tuple[int, ...] | None) -> Tensor:
        dims = shape_of(x)
        if dims is None:
            return _unranked(x, axes)
        rank = check_rank(len(dims) + len(axes or ()))
        axes = check_axes(axes, rank)
        rest = iter(dims)
        return tensor([1 if i in axes else next(rest) for i in range(rank)], of=x)

    @staticmethod
    def value(np: Any, x: Any, axes: tuple[int, ...]) -> Any:
        return np.expand_dims(x, axes)


class Transpose(Op, name="nn.transpose", symbolic=True):
    """
    Dim i of the result is dim `perm[i]` of `x`. ONNX Transpose; aten.permute; TFLite TRANSPOSE.
    """

    x = operand()
    perm = ints()

    @staticmethod
    def infer(x: Tensor, perm: tuple[int, ...] | None) -> Tensor:
        dims = x.get_shape()
        if perm is None or sorted(perm) != list(range(len(dims))):
            refuse(f"has perm {listed(perm)}, which is no permutation of the {len(dims)} axes")
        return tensor([dims[axis] for axis in perm], of=x)

    @staticmethod
    def value(np: Any, x: Any, perm: tuple[int, ...]) -> Any:
        return np.transpose(x, perm)


# --- Repeating elements -------------------------------------------------------------------------


class Broadcast(Op, name="nn.broadcast", symbolic=True):
    """
    Broadcast together with `shape`, aligned on the right: dims of size 1, of either, become the
    other's. So `shape` may be shorter than the result's. ONNX Expand; aten.expand; TFLite
    BROADCAST_TO.
    """

    x = operand()
    shape = ints()

    @staticmethod
    def infer(x: Tensor, shape: tuple[int, ...] | None) -> Tensor:
        if shape is None or any(n < 0 for n in shape):
            refuse(f"has shape {listed(shape)}; sizes of at least 0 belong there")
        check_rank(len(shape))
        return tensor(broadcast(x, tensor(shape, of=x)), of=x)

    @staticmethod
    def value(np: Any, x: Any, shape: tuple[int, ...]) -> Any:
        return _broadcast(np, x, shape)


class DynamicBroadcast(Op, name="nn.dynamic_broadcast", unranked=True):
    """`nn.broadcast` to a computed shape; of unknown rank where the shape's length is not known."""

    x = operand()
    shape = operand()

    @staticmethod
    def infer(x: Any, shape: Tensor) -> Attribute:
        length, dims = check_list(shape, "shape"), shape_of(x)
        if dims is None or not is_known(length):
            return UnrankedTensorType(x.element_type)
        check_rank(length)
        extra = max(0, length - len(dims))
        kept = [n if i < len(dims) - length else _stretched(n) for i, n in enumerate(dims)]
        return tensor([DYNAMIC] * extra + kept, of=x)

    @staticmethod
    def value(np: Any, x: Any, shape: Any) -> Any:
        return _broadcast(np, x, tuple(int(n) for n in shape))


def _stretched(dim: Any) -> Any:
    """What is known of a dim after broadcasting with an unknown one."""
    return dim if is_known(dim) and dim != 1 else DYNAMIC


def _broadcast(np: Any, x: Any, shape: tuple[int, ...]) -> Any:
    if any(n < 0 for n in shape):
        refuse(f"is given the shape {listed(shape)}; sizes of at least 0 belong there")
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, shape))
