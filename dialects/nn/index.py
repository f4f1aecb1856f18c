"""Indices: elements picked and placed by numbers that are data, and numbers that say where."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import UnrankedTensorType, i64
from xdsl.ir import Attribute

from ...compiler.element_types import STRING, is_float, is_integer
from ...compiler.op import DYNAMIC, Op, Tensor, flag, int_, operand, refuse, tensor, word
from .shape import check_axis, is_known, product, unified


def _check_indices(type_: Tensor) -> Sequence[Any]:
    """The dims of a tensor of indices."""
    if not is_integer(type_.element_type):
        refuse(f"has indices of type {type_}; integers belong there")
    return type_.get_shape()


def _in_range(np: Any, indices: Any, size: int) -> Any:
    """Indices in [-size, size) as ones in [0, size)."""
    found = indices.astype(np.int64)
    if found.size and not -size <= found.min() <= found.max() < size:
        refuse(f"is given index {_worst(found, size)} for an axis of size {size}")
    return np.where(found < 0, found + size, found)


def _worst(indices: Any, size: int) -> int:
    return int(indices.max() if indices.max() >= size else indices.min())


# --- Picking ------------------------------------------------------------------------------------


class Gather(Op, name="nn.gather", symbolic=True):
    """
    The slices of `x` along `axis` at `indices`, whose dims replace the axis; negative indices count
    from the end. ONNX Gather; aten.index_select; TFLite GATHER.
    """

    x = operand()
    indices = operand()
    axis = int_(0)

    @staticmethod
    def infer(x: Tensor, indices: Tensor, axis: int) -> Tensor:
        dims = x.get_shape()
        check_axis(axis, len(dims))
        return tensor([*dims[:axis], *_check_indices(indices), *dims[axis + 1 :]], of=x)

    @staticmethod
    def value(np: Any, x: Any, indices: Any, axis: int) -> Any:
        return np.take(x, _in_range(np, indices, x.shape[axis]), axis)


class GatherElements(Op, name="nn.gather_elements", symbolic=True):
    """
    The element of `x` at the place of each index, but for `axis`, along which the index says where;
    negative indices count from the end. Along other axes there may be fewer indices than elements.
    ONNX GatherElements; aten.gather.
    """

    x = operand()
    indices = operand()
    axis = int_(0)

    @staticmethod
    def infer(x: Tensor, indices: Tensor, axis: int) -> Tensor:
        _check_places(x.get_shape(), _check_indices(indices), axis)
        return tensor(indices.get_shape(), of=x)

    @staticmethod
    def value(np: Any, x: Any, indices: Any, axis: int) -> Any:
        places = _in_range(np, indices, x.shape[axis])
        return np.take_along_axis(_like(x, indices.shape, axis), places, axis)


def _check_places(dims: Sequence[Any], places: Sequence[Any], axis: int) -> None:
    check_axis(axis, len(dims))
    if len(places) != len(dims):
        refuse(f"has indices of rank {len(places)} for a tensor of rank {len(dims)}")
    for i, (size, count) in enumerate(zip(dims, places, strict=True)):
        if i != axis and is_known(size) and is_known(count) and count > size:
            refuse(f"has {count} indices along axis {i}, whose size is {size}")


def _like(x: Any, shape: Sequence[int], axis: int) -> Any:
    """The first elements of each axis but one, as many as `shape` says."""
    return x[tuple(slice(None if i == axis else n) for i, n in enumerate(shape))]


class GatherNd(Op, name="nn.gather_nd", symbolic=True):
    """
    The last dim of `indices` holds indices into the axes of `x` after the first `batch_dims`, which
    both have in common; negative ones count from the end. Of unknown rank where that dim is not
    known. ONNX GatherND; TFLite GATHER_ND.
    """

    x = operand()
    indices = operand()
    batch_dims = int_(0)

    @staticmethod
    def infer(x: Tensor, indices: Tensor, batch_dims: int) -> Attribute:
        dims, places = x.get_shape(), _check_indices(indices)
        if not 0 <= batch_dims < max(1, min(len(dims), len(places))):
            refuse(
                f"has {batch_dims} batch dims, a tensor of rank {len(dims)} and indices of rank "
                f"{len(places)}"
            )
        depth = _depth(dims[batch_dims:], places)
        if depth is None:
            return UnrankedTensorType(x.element_type)
        batch = [
            unified([dims[i], places[i]], f"sizes of batch axis {i}") for i in range(batch_dims)
        ]
        return tensor([*batch, *places[batch_dims:-1], *dims[batch_dims + depth :]], of=x)

    @staticmethod
    def value(np: Any, x: Any, indices: Any, batch_dims: int) -> Any:
        return x[_places(np, x.shape, indices, batch_dims)]


def _depth(dims: Sequence[Any], places: Sequence[Any]) -> int | None:
    """How many axes a row of indices indexes; None where that is not known."""
    if not places:
        refuse("needs indices of rank 1 or more")
    if not is_known(places[-1]):
        return None
    if not 1 <= places[-1] <= len(dims):
        refuse(f"has {places[-1]} indices for {len(dims)} axes")
    return places[-1]


def _places(np: Any, shape: Sequence[int], indices: Any, batch_dims: int) -> tuple[Any, ...]:
    """Rows of indices as numpy's index arrays, after those of the batch."""
    count = indices.ndim - 1
    _depth(shape[batch_dims:], indices.shape)
    found = [
        np.arange(shape[i]).reshape([-1 if j == i else 1 for j in range(count)])
        for i in range(batch_dims)
    ]
    for i in range(indices.shape[-1]):
        found.append(_in_range(np, indices[..., i], shape[batch_dims + i]))
    return tuple(found)


# --- Placing ------------------------------------------------------------------------------------


class ScatterElements(Op, name="nn.scatter_elements", symbolic=True):
    """
    `x` with elements replaced by `updates`, each at its own place but for `axis`, along which its
    index says where; negative indices count from the end. With a `reduction` an update is added to
    (multiplied with, …) what is there; without, no place may be given twice.
    ONNX ScatterElements; aten.scatter.
    """

    x = operand()
    indices = operand()
    updates = operand()
    axis = int_(0)
    reduction = word("none", "add", "mul", "max", "min")

    @staticmethod
    def infer(x: Tensor, indices: Tensor, updates: Tensor, axis: int, reduction: str) -> Tensor:
        places = _check_indices(indices)
        _check_places(x.get_shape(), places, axis)
        _check_updates(x, updates, places, reduction)
        return x

    @staticmethod
    def value(np: Any, x: Any, indices: Any, updates: Any, axis: int, reduction: str) -> Any:
        places = list(np.indices(indices.shape, sparse=True))
        places[axis] = _in_range(np, indices, x.shape[axis])
        return _scattered(np, x, tuple(places), updates, reduction)


def _check_updates(
    x: Tensor, updates: Tensor, wanted: Sequence[Any] | None, reduction: str
) -> None:
    if updates.element_type != x.element_type:
        refuse(f"has updates of {updates.element_type} for a tensor of {x.element_type}")
    if x.element_type == STRING and reduction != "none":
        refuse(f"has reduction {reduction}, which strings have not")
    shape = updates.get_shape()
    if wanted is None:
        return
    if len(shape) != len(wanted):
        refuse(f"has updates of rank {len(shape)}; its indices give {len(wanted)}")
    for i, sizes in enumerate(zip(shape, wanted, strict=True)):
        unified(sizes, f"sizes of axis {i} of updates and indices")


def _scattered(np: Any, x: Any, places: tuple[Any, ...], updates: Any, reduction: str) -> Any:
    if reduction == "none":
        result = x.copy()
        result[places] = updates
        return result
    combine = {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}[reduction]
    # Narrow floats are computed in f32 and rounded once.
    narrow = x.dtype == np.float16 or x.dtype.kind == "V"
    result = x.astype(np.float32) if narrow else x.copy()
    with np.errstate(all="ignore"):
        combine.at(result, places, updates.astype(result.dtype))
    return result.astype(x.dtype)


class ScatterNd(Op, name="nn.scatter_nd", symbolic=True):
    """
    `x` with slices replaced by `updates`, at the rows of indices in the last dim of `indices`, of
    the first axes of `x`; negative ones count from the end. `reduction` as in
    `nn.scatter_elements`.
    ONNX ScatterND; aten.index_put; TFLite SCATTER_ND.
    """

    x = operand()
    indices = operand()
    updates = operand()
    reduction = word("none", "add", "mul", "max", "min")

    @staticmethod
    def infer(x: Tensor, indices: Tensor, updates: Tensor, reduction: str) -> Tensor:
        dims, places = x.get_shape(), _check_indices(indices)
        depth = _depth(dims, places)
        wanted = None if depth is None else [*places[:-1], *dims[depth:]]
        _check_updates(x, updates, wanted, reduction)
        return x

    @staticmethod
    def value(np: Any, x: Any, indices: Any, updates: Any, reduction: str) -> Any:
        places = _places(np, x.shape, indices, 0)
        return _scattered(np, x, places, updates, reduction)


# --- One-hot, and asking where ------------------------------------------------------------------


class OneHot(Op, name="nn.one_hot"):
    """
    A new dim of size `depth` at `axis`, a place in the result: the second of `values` where the
    index along it is that of `indices` (negative ones count from the end), elsewhere the first. An
    index out of range is nowhere. ONNX OneHot; aten.one_hot; TFLite ONE_HOT.
    """

    indices = operand()
    values = operand()
    depth = int_()
    axis = int_(0)

    @staticmethod
    def infer(indices: Tensor, values: Tensor, depth: int | None, axis: int) -> Tensor:
        if depth is None or depth < 0:
            refuse("lacks its depth" if depth is None else f"has depth {depth}")
        return _one_hot_type(indices, values, depth, axis)

    @staticmethod
    def value(np: Any, indices: Any, values: Any, depth: int, axis: int) -> Any:
        return _one_hot(np, indices, values, depth, axis)


class DynamicOneHot(Op, name="nn.dynamic_one_hot"):
    """`nn.one_hot` with a computed depth, a tensor of one number."""

    indices = operand()
    depth = operand()
    values = operand()
    axis = int_(0)

    @staticmethod
    def infer(indices: Tensor, depth: Tensor, values: Tensor, axis: int) -> Tensor:
        if any(is_known(n) and n != 1 for n in depth.get_shape()):
            refuse(f"has a depth of type {depth}; one number belongs there")
        return _one_hot_type(indices, values, DYNAMIC, axis)

    @staticmethod
    def value(np: Any, indices: Any, depth: Any, values: Any, axis: int) -> Any:
        return _one_hot(np, indices, values, int(depth.reshape(())), axis)


def _one_hot_type(indices: Tensor, values: Tensor, depth: int, axis: int) -> Tensor:
    dims = list(indices.get_shape())
    if not is_integer(indices.element_type) and not is_float(indices.element_type):
        refuse(f"has indices of type {indices}; numbers belong there")
    if (
        len(values.get_shape()) != 1
        or unified([values.get_shape()[0], 2], "numbers of values") != 2
    ):
        refuse(f"has values of type {values}; two belong there, off and on")
    check_axis(axis, len(dims) + 1)
    dims.insert(axis, depth)
    return tensor(dims, of=values)


def _one_hot(np: Any, indices: Any, values: Any, depth: int, axis: int) -> Any:
    """Indices that are no integers are cut to them."""
    found = indices.astype(np.int64)
    found = np.expand_dims(np.where(found < 0, found + depth, found), axis)
    places = np.arange(depth).reshape([-1 if i == axis else 1 for i in range(found.ndim)])
    return np.where(found == places, values[1], values[0]).astype(values.dtype)


class NonZero(Op, name="nn.non_zero"):
    """
    The places of the elements that are not 0 (false, empty), row-major: one column each, one row an
    axis. ONNX NonZero; aten.nonzero.
    """

    x = operand()

    @staticmethod
    def infer(x: Tensor) -> Tensor:
        return tensor([len(x.get_shape()), DYNAMIC], of=i64)

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        if x.ndim == 0:
            return np.zeros((0, int(bool(x))), np.int64)
        places = np.nonzero(x.astype(np.bool_))
        return np.array(places, np.int64).reshape(x.ndim, -1)


# --- Sorting ------------------------------------------------------------------------------------


class TopK(Op, name="nn.top_k"):
    """
    The `k` largest elements along `axis` (the smallest with `largest = false`), in order, and their
    indices, i64. Of equal ones the first comes first; NaN counts as the largest.
    ONNX TopK; aten.topk; TFLite TOPK_V2.
    """

    x = operand()
    k = int_()
    axis = int_(0)
    largest = flag(True)

    @staticmethod
    def infer(x: Tensor, k: int | None, axis: int, largest: bool) -> tuple[Tensor, Tensor]:
        dims = list(x.get_shape())
        check_axis(axis, len(dims))
        if k is None:
            refuse("lacks its k")
        if k < 0 or is_known(dims[axis]) and k > dims[axis]:
            refuse(f"has k {k} and an axis of size {_spelled(dims[axis])}")
        dims[axis] = k
        return tensor(dims, of=x), tensor(dims, of=i64)

    @staticmethod
    def value(np: Any, x: Any, k: int, axis: int, largest: bool) -> tuple[Any, Any]:
        return _top(np, x, k, axis, largest)


class DynamicTopK(Op, name="nn.dynamic_top_k"):
    """`nn.top_k` with a computed `k`, a tensor of one integer."""

    x = operand()
    k = operand()
    axis = int_(0)
    largest = flag(True)

    @staticmethod
    def infer(x: Tensor, k: Tensor, axis: int, largest: bool) -> tuple[Tensor, Tensor]:
        dims = list(x.get_shape())
        check_axis(axis, len(dims))
        if not is_integer(k.element_type) or any(is_known(n) and n != 1 for n in k.get_shape()):
            refuse(f"has a k of type {k}; one integer belongs there")
        dims[axis] = DYNAMIC
        return tensor(dims, of=x), tensor(dims, of=i64)

    @staticmethod
    def value(np: Any, x: Any, k: Any, axis: int, largest: bool) -> tuple[Any, Any]:
        return _top(np, x, int(k.reshape(())), axis, largest)


def _spelled(dim: Any) -> str:
    return "?" if isinstance(dim, int) and dim == DYNAMIC else str(dim)


def _top(np: Any, x: Any, k: int, axis: int, largest: bool) -> tuple[Any, Any]:
    size = x.shape[axis]
    if not 0 <= k <= size:
        refuse(f"is given k {k} for an axis of size {size}")
    keys = x.astype(np.float32) if x.dtype.kind == "V" else x
    if largest:  # descending, the first of equal ones first: ascending from the back, reversed
        order = size - 1 - np.flip(np.argsort(np.flip(keys, axis), axis, kind="stable"), axis)
    else:
        order = np.argsort(keys, axis, kind="stable")
    order = np.take(order, np.arange(k), axis).astype(np.int64)
    return np.take_along_axis(x, order, axis), order


class Unique(Op, name="nn.unique"):
    """
    The different elements, or, with `axis`, the different slices along it: in ascending order, or
    in that of their first occurrence with `sorted = false`. Then for each the index where it first
    occurs, for each element the index of its equal in the first result, how often each occurs.
    All NaN are equal. ONNX Unique; aten.unique_dim.
    """

    x = operand()
    axis = int_()
    sorted = flag(True)

    @staticmethod
    def infer(x: Tensor, axis: int | None, sorted: bool) -> tuple[Tensor, ...]:
        dims = list(x.get_shape())
        indices = tensor([DYNAMIC], of=i64)
        if axis is None:
            return tensor([DYNAMIC], of=x), indices, tensor([product(dims)], of=i64), indices
        check_axis(axis, len(dims))
        size, dims[axis] = dims[axis], DYNAMIC
        return tensor(dims, of=x), indices, tensor([size], of=i64), indices

    @staticmethod
    def value(np: Any, x: Any, axis: int | None, sorted: bool) -> tuple[Any, ...]:
        rows = x.reshape(-1, 1) if axis is None else _rows(np, x, axis)
        first, inverse, counts = _different(np, rows)
        if not sorted:
            order = np.argsort(first, kind="stable")
            first, counts = first[order], counts[order]
            inverse = np.argsort(order, kind="stable")[inverse]
        y = x.reshape(-1)[first] if axis is None else np.take(x, first, axis)
        return y, first.astype(np.int64), inverse.astype(np.int64), counts.astype(np.int64)


def _rows(np: Any, x: Any, axis: int) -> Any:
    size = x.shape[axis]
    width = x.size // size if size else 0
    return np.moveaxis(x, axis, 0).reshape(size, width)


def _different(np: Any, rows: Any) -> tuple[Any, Any, Any]:
    """Of the different rows in ascending order: first occurrence, index by row, number."""
    count = len(rows)
    _, ranks = np.unique(rows.reshape(-1), return_inverse=True)  # any element type has an order
    keys = ranks.reshape(count, -1) if rows.size else np.zeros((count, 1), np.int64)
    order = np.lexsort(keys.T[::-1]) if count else np.zeros(0, np.int64)
    ordered = keys[order]
    starts = np.ones(count, np.bool_)
    starts[1:] = (ordered[1:] != ordered[:-1]).any(1)
    inverse = np.empty(count, np.int64)
    inverse[order] = np.cumsum(starts) - 1
    return order[starts], inverse, np.bincount(inverse, minlength=int(starts.sum()))
