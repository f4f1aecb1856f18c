"""The elements of small tensors, where they are numbers or expressions, through one operation."""

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from ..element_types import bit_width, is_bool, is_float, is_integer, is_unsigned, numpy_dtype
from ..op import Op, SymbolicTensor, Tensor
from .expressions import (
    Dim,
    Expr,
    bounds,
    equal,
    exact_quotient,
    floor_div,
    ge0,
    maximum,
    minimum,
    modulo,
)

LIMIT = 64
"""The most elements of a tensor that is looked into."""

Shape: TypeAlias = Sequence[Dim] | None
Rule: TypeAlias = Callable[[Any, Any, Sequence[Any]], Any]


class Unknown:
    """An element of which nothing is known, nor of what is computed from it."""

    def _stays(self, *_: Any) -> "Unknown":
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = _stays
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __abs__ = _stays

    def __bool__(self) -> bool:
        raise TypeError("depends on an element that is not known")

    def _decides(self, _: Any) -> bool:
        return bool(self)

    __lt__ = __le__ = __gt__ = __ge__ = _decides


UNKNOWN = Unknown()


def is_number(element: Attribute | None) -> bool:
    return element is not None and (is_integer(element) or is_bool(element) or is_float(element))


def element_of(type_: Attribute) -> Attribute | None:
    return cast("Tensor", type_).element_type if isinstance(type_, TensorType) else None


def small(dims: Shape) -> tuple[int, ...] | None:
    """Dimensions that are numbers, of a tensor small enough to be looked into."""
    sizes = [n for n in dims or () if isinstance(n, int)]
    if dims is None or len(sizes) != len(dims) or prod(sizes) > LIMIT:
        return None
    return tuple(sizes)


def plain(array: Any) -> Any:
    """An array of objects, None where an element is not known."""
    found = array.astype(object)
    if array.dtype == object:
        flat = found.reshape(-1)
        for i, element in enumerate(flat):
            if element is UNKNOWN:
                flat[i] = None
    return found


def either(a: Any, b: Any) -> Any:
    """The elements that two arrays of one shape have in common."""
    import numpy as np

    if a is None or b is None:
        return None
    if a.dtype != object and b.dtype != object:
        if a.dtype == b.dtype and a.tobytes() == b.tobytes():
            return a
        if a.dtype.kind not in "biu":
            return None
    return _each(np, _common, a, b)


def computed(
    op: Op, dims: Sequence[Shape], arrays: Sequence[Any], shapes: Sequence[Shape]
) -> list[Any]:
    """The elements of an operation's results, from dimensions and elements of its operands."""
    import numpy as np

    nothing = [None] * len(op.results)
    try:
        found = _computed(np, op, dims, arrays, shapes)
    except Exception:
        # What `value` does with expressions, or with operands out of range, may fail in any way.
        return nothing
    if found is None:
        return nothing
    pairs = zip(op.results, found, shapes, strict=True)
    return [_checked(np, array, r.type, shape) for r, array, shape in pairs]


def _computed(
    np: Any, op: Op, dims: Sequence[Shape], arrays: Sequence[Any], shapes: Sequence[Shape]
) -> Sequence[Any] | None:
    if op.from_types is not None:
        return _from_types(np, op, dims)
    if all(a is not None and a.dtype != object for a in arrays):
        with np.errstate(all="ignore"):
            return op.run(np, *arrays)
    if not all(_is_whole(v.type) for v in (*op.operands, *op.results)):
        return None
    rule = RULES.get(op.name)
    if rule is not None:
        return [rule(np, op, [_given(np, *pair) for pair in zip(arrays, dims, strict=True)])]
    if not op.symbolic:
        return None
    found = op.compute(np, [_given(np, *pair) for pair in zip(arrays, dims, strict=True)])
    return cast("tuple[Any, ...]", found if isinstance(found, tuple) else (found,))


def _from_types(np: Any, op: Op, dims: Sequence[Shape]) -> Sequence[Any] | None:
    types = [_symbolic(v.type, shape) for v, shape in zip(op.operands, dims, strict=True)]
    assert op.from_types is not None
    found = op.from_types(np, **op.bind(types, op.operand_sizes()), **op.settings_of(op.properties))
    return None if found is None else [found]


def _symbolic(type_: Any, shape: Shape) -> Any:
    return type_ if shape is None else SymbolicTensor(tuple(shape), type_.element_type)


def _is_whole(type_: Attribute) -> bool:
    element = element_of(type_)
    return element is not None and (is_integer(element) or is_bool(element))


def _given(np: Any, array: Any, dims: Shape) -> Any:
    """The elements of an operand; all unknown where nothing else is known of a small one."""
    if array is not None:
        return array
    sizes = small(dims)
    if sizes is None:
        raise TypeError("an operand too large to look into")
    return np.full(sizes, UNKNOWN, object)


def _checked(np: Any, array: Any, type_: Attribute, shape: Shape) -> Any:
    """The elements that are certain, as an array of the type if all are numbers."""
    element = element_of(type_)
    if array is None or shape is None or element is None:
        return None
    array = np.asarray(array)
    if array.shape != tuple(shape) or array.size > LIMIT:
        return None
    if array.dtype != object:
        return array
    flat = [_element(v, element) for v in array.reshape(-1)]
    if all(v is UNKNOWN for v in flat) and flat:
        return None
    if all(isinstance(v, int) for v in flat):
        return np.array(flat, numpy_dtype(np, element)).reshape(shape)
    found = np.empty(len(flat), object)
    found[:] = flat
    return found.reshape(shape)


def _element(value: Any, element: Attribute) -> Any:
    """An element that its type can hold; a sum of dimensions is taken to fit into 32 bits."""
    if isinstance(value, Unknown):
        return UNKNOWN
    if is_bool(element):
        return bool(value)  # an expression does not get here but through a mistake, which raises
    if not isinstance(value, Expr):
        value = int(value)
    width = bit_width(element)
    low, high = (0, 1 << width) if is_unsigned(element) else (-(1 << width - 1), 1 << width - 1)
    least, most = bounds(value)
    fits = least is not None and low <= least and most is not None and most < high
    open_ended = isinstance(value, Expr) and width >= 32 and not is_unsigned(element)
    return value if fits or open_ended else UNKNOWN


# --- Operators whose `value` needs numbers ------------------------------------------------------


def _each(np: Any, function: Callable[..., Any], *arrays: Any) -> Any:
    """A function of elements, over arrays that broadcast."""
    given = np.broadcast_arrays(*(a.astype(object) for a in arrays))
    if given[0].size > LIMIT:
        raise TypeError("a large result")
    found = np.empty(given[0].shape, object)
    found.reshape(-1)[:] = [function(*v) for v in zip(*(a.reshape(-1) for a in given), strict=True)]
    return found


def _same(a: Any, b: Any) -> bool:
    return a is not UNKNOWN and b is not UNKNOWN and equal(a, b) is True


def _common(a: Any, b: Any) -> Any:
    return a if _same(a, b) else UNKNOWN


def _strict(function: Callable[..., Any]) -> Rule:
    """A rule of elements all of which must be known; None is an answer that is not."""

    def each(op: Op, *values: Any) -> Any:
        found = None if UNKNOWN in values else function(op, *values)
        return UNKNOWN if found is None else found

    return lambda np, op, arrays: _each(np, partial(each, op), *arrays)


def _lenient(function: Callable[..., Any]) -> Rule:
    """A rule of elements that may be unknown."""
    return lambda np, op, arrays: _each(np, function, *arrays)


def _div(op: Op, a: Dim, b: Dim) -> Dim | None:
    """Towards 0: the quotient rounded down where nothing is negative. By 0 it is 0."""
    if not ge0(b - 1):
        return None
    exact = exact_quotient(a, b)
    if exact is not None:
        return exact
    return floor_div(a, b) if ge0(a) else None


def _mod(op: Any, a: Dim, b: Dim) -> Dim | None:
    """With the sign of the divisor, or, `fmod`, of the dividend. By 0 it is 0."""
    return modulo(a, b) if ge0(b - 1) and (ge0(a) or not op.fmod) else None


def _cast(op: Any, value: Any) -> Any:
    if is_bool(op.to):
        return _different(op, value, 0)
    return int(value) if isinstance(value, bool) else value


def _abs(op: Op, value: Dim) -> Dim | None:
    return value if ge0(value) else -value if ge0(-value) else None


def _sign(op: Op, value: Dim) -> int | None:
    if equal(value, 0):
        return 0
    return 1 if ge0(value - 1) else -1 if ge0(-value - 1) else None


def _minimum(op: Op, a: Dim, b: Dim) -> Dim:
    return minimum(a, b)


def _maximum(op: Op, a: Dim, b: Dim) -> Dim:
    return maximum(a, b)


def _equal(op: Op, a: Dim, b: Dim) -> bool | None:
    return equal(a, b)


def _different(op: Op, a: Dim, b: Dim) -> bool | None:
    same = equal(a, b)
    return None if same is None else not same


def _less(op: Op, a: Dim, b: Dim) -> bool | None:
    return ge0(b - a - 1)


def _less_equal(op: Op, a: Dim, b: Dim) -> bool | None:
    return ge0(b - a)


def _greater(op: Op, a: Dim, b: Dim) -> bool | None:
    return ge0(a - b - 1)


def _greater_equal(op: Op, a: Dim, b: Dim) -> bool | None:
    return ge0(a - b)


def _not(op: Op, value: bool) -> bool:
    return not value


def _and(a: Any, b: Any) -> Any:
    if a is UNKNOWN or b is UNKNOWN:
        return False if a is False or b is False else UNKNOWN
    return bool(a and b)


def _or(a: Any, b: Any) -> Any:
    if a is UNKNOWN or b is UNKNOWN:
        return True if a is True or b is True else UNKNOWN
    return bool(a or b)


def _where(condition: Any, a: Any, b: Any) -> Any:
    if condition is UNKNOWN:
        return a if _same(a, b) else UNKNOWN
    return a if condition else b


def _clip(np: Any, op: Op, arrays: Sequence[Any]) -> Any:
    bound = op.bind(arrays, op.operand_sizes())
    found, low, high = bound["x"], bound["low"], bound["high"]
    if low is not None:
        found = _strict(_maximum)(np, op, [found, low.reshape(())])
    return found if high is None else _strict(_minimum)(np, op, [found, high.reshape(())])


def _range(np: Any, op: Op, arrays: Sequence[Any]) -> Any:
    start, limit, delta = (a.reshape(-1).astype(object)[0] for a in arrays)
    count = -((start - limit) // delta)
    return np.array([start + i * delta for i in range(count)], object)


RULES: dict[str, Rule] = {
    "nn.cast": _strict(_cast),
    "nn.div": _strict(_div),
    "nn.mod": _strict(_mod),
    "nn.abs": _strict(_abs),
    "nn.sign": _strict(_sign),
    "nn.minimum": _strict(_minimum),
    "nn.maximum": _strict(_maximum),
    "nn.clip": _clip,
    "nn.equal": _strict(_equal),
    "nn.less": _strict(_less),
    "nn.less_equal": _strict(_less_equal),
    "nn.greater": _strict(_greater),
    "nn.greater_equal": _strict(_greater_equal),
    "nn.not": _strict(_not),
    "nn.and": _lenient(_and),
    "nn.or": _lenient(_or),
    "nn.where": _lenient(_where),
    "nn.dynamic_range": _range,
}
"""By operator: numpy, the operation and its operands' elements to those of its one result."""
