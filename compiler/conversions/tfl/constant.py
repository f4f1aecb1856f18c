"""Constants, dense and sparse, and variables."""

from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr
from xdsl.ir import SSAValue

from ....dialects.nn.constant import Constant
from ...driver.diagnostics import remark
from ...names import name_of
from ...op import shape_of
from ...weights import Elements, as_elements
from . import Node, reads


@reads("constant", quantised=True)
def read_constant(n: Node) -> SSAValue:
    value = n.tensor("value")
    if value is None:
        n.refuse("lacks its 'value'")
    sparsity = n.op.properties.get("sparsity")
    if isinstance(sparsity, DictionaryAttr):
        import numpy as np

        value = _dense(np, n, value, sparsity)
    return n.emit(Constant, value=value)


@reads("variable", quantised=True)
def read_variable(n: Node) -> SSAValue:
    """Its value of the first run: what is computed here keeps nothing from one to the next."""
    import numpy as np

    from ...element_types import numpy_dtype

    type_ = n.result_type()
    if shape_of(type_) is None or any(d < 0 for d in type_.get_shape()):
        n.refuse(f"has the open type {type_}")
    name = name_of(n.op.results[0]) or "?"
    remark(n.op, f"the variable '{name}' is 0 at the beginning of every run")
    dtype: Any = numpy_dtype(np, type_.element_type)
    zeros: Any = np.broadcast_to(np.zeros((), dtype), type_.get_shape())
    return n.emit(Constant, value=Elements.of(zeros, type_))


# --- Sparse tensors -----------------------------------------------------------------------------


def _dense(np: Any, n: Node, stored: Elements, sparsity: DictionaryAttr) -> Elements:
    """
    The whole tensor. Dims in `traversal_order`, dense or compressed, are walked from outside: each
    turns the list of places reached so far into a longer one; blocks are the last of them.
    """
    order = _numbers(sparsity, "traversal_order")
    blocks = _numbers(sparsity, "block_map")
    levels = [dict(level.data) for level in _listed(sparsity, "dim_metadata")]
    type_ = n.result_type()
    shape = type_.get_shape()
    if sorted(order) != list(range(len(shape) + len(blocks))) or len(levels) != len(order):
        n.refuse(f"has a sparsity of {len(levels)} levels in the order {order}")
    if any(not 0 <= b < len(shape) for b in blocks):
        n.refuse(f"has blocks of the dims {blocks} of {len(shape)}")
    count = stored.type.get_shape()[0]
    places: Any = np.zeros((1, 0), np.int64)
    for level in levels:
        places = _walked(np, n, places, level, count)
    if len(places) != count:
        n.refuse(f"stores {count} elements, but has places for {len(places)}")
    by_dim = np.empty_like(places)
    by_dim[:, order] = places
    index = by_dim[:, : len(shape)].copy()
    for i, dim in enumerate(blocks):
        size = _number(levels[order.index(len(shape) + i)], "dense_size")
        index[:, dim] = index[:, dim] * size + by_dim[:, len(shape) + i]
    if (index < 0).any() or (index >= np.array(shape)).any():
        n.refuse("has a sparse element that lies outside of it")
    array = np.zeros(shape, stored.array(np).dtype)
    array[tuple(index.T)] = stored.array(np)
    return Elements.of(array, type_, stored.key)


def _walked(np: Any, n: Node, places: Any, level: dict[str, Any], count: int) -> Any:
    kind = level.get("format")
    if getattr(kind, "data", "") == "DENSE":
        size = _number(level, "dense_size")
        if size < 0 or len(places) * size > max(count, 1):
            n.refuse(f"stores {count} elements, but has places for {len(places) * size}")
        inner: Any = np.tile(np.arange(size), len(places))
        return np.concatenate((np.repeat(places, size, 0), inner[:, None]), 1)
    segments, indices = (_vector(np, level.get(f"array_{w}")) for w in ("segments", "indices"))
    ends_right = len(segments) == len(places) + 1 and (np.diff(segments) >= 0).all()
    if not ends_right or segments[0] != 0 or segments[-1] != len(indices):
        n.refuse("has a sparse dim whose segments do not fit")
    outer = np.repeat(places, np.diff(segments), 0)
    return np.concatenate((outer, indices[:, None]), 1)


def _vector(np: Any, attribute: Any) -> Any:
    if not isinstance(attribute, DictionaryAttr):
        return np.array([], np.int64)
    elements = as_elements(attribute.data.get("values"))
    if elements is not None:  # bytes
        return elements.array(np).astype(np.int64)
    return np.array(_numbers(attribute, "values"), np.int64)


def _numbers(sparsity: DictionaryAttr, name: str) -> list[int]:
    return [v.value.data for v in _listed(sparsity, name)]


def _listed(sparsity: DictionaryAttr, name: str) -> list[Any]:
    found = sparsity.data.get(name)
    return list(cast("ArrayAttr[Any]", found)) if isinstance(found, ArrayAttr) else []


def _number(level: dict[str, Any], name: str) -> int:
    found = level.get(name)
    return int(found.value.data) if isinstance(found, IntegerAttr) else -1
