"""The static operator, or the value, that an operator with computed settings amounts to.

`nn.dynamic_X` with settings that are known becomes `nn.X`; what only gives back its operand is the
operand. Where dimensions are expressions, only what holds for all their values counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TensorType
from xdsl.ir import SSAValue

from ..dialects.nn.constant import Constant
from ..dialects.nn.index import OneHot, TopK
from ..dialects.nn.movement import Pad, Range, Slice, Tile, all_pads
from ..dialects.nn.resize import Resize
from ..dialects.nn.sampling import AffineGrid
from ..dialects.nn.shape import Broadcast, Reshape
from .element_types import is_float
from .op import Op, Tensor
from .shapes import Dim, Expr, Shapes, exact_quotient, ge0
from .shapes.dynamic import END, entries, one
from .shapes.views import as_reshape
from .weights import Elements, as_elements

LAST = 2**63 - 1
"""As the end of a slice: that of the axis."""


@dataclass(frozen=True)
class Form:
    """An operator to be."""

    cls: type[Op]
    operands: tuple[SSAValue | None, ...]
    properties: dict[str, Any]

    def make(self) -> Op:
        return self.cls.of(*self.operands, **self.properties)


Found: TypeAlias = Form | SSAValue | None


def static_form(op: Op, shapes: Shapes) -> Found:
    """What takes the place of an operator; None if there is nothing simpler."""
    rule = _RULES.get(op.name)
    if rule is None:
        return None
    return op.operands[0] if _gives_back(op, shapes) else rule(op, shapes)


def _numbers(values: Sequence[Any] | None) -> tuple[int, ...] | None:
    """Entries all of which are known numbers."""
    if values is None or not all(isinstance(n, int) for n in values):
        return None
    return tuple(values)


# --- Nothing happens ----------------------------------------------------------------------------

_SAME_SIZE = {
    "nn.reshape",
    "nn.dynamic_reshape",
    "nn.flatten",
    "nn.squeeze",
    "nn.unsqueeze",
    "nn.broadcast",
    "nn.dynamic_broadcast",
}
"""Operators that change nothing where the result has the dims of the operand."""


def _gives_back(op: Any, shapes: Shapes) -> bool:
    """Whether the result is the first operand, which has the same shape."""
    dims = shapes.dims(op.operands[0])
    if dims is None or op.results[0].type.element_type != op.operands[0].type.element_type:
        return False
    if op.name in _SAME_SIZE:
        return dims == shapes.dims(op.results[0])
    if op.name == "nn.pad":
        return not any(op.pads or ())
    if op.name == "nn.tile":
        return all(n == 1 for n in op.repeats or ())
    return op.name == "nn.slice" and _is_whole(op, dims, shapes)


def _is_whole(op: Any, dims: Sequence[Dim], shapes: Shapes) -> bool:
    """Whether a slice begins at the first element, goes step by step, and cuts nothing."""
    forward = op.steps is None or all(step == 1 for step in op.steps)
    first = all(start == 0 or start <= -END for start in op.starts)
    return forward and first and dims == shapes.dims(op.result)


def _nothing(op: Any, shapes: Shapes) -> Found:
    return None


# --- Reshape and broadcast ----------------------------------------------------------------------


def _reshape(op: Any, shapes: Shapes) -> Found:
    shape = entries(op.shape, shapes)
    numbers = _numbers(shape)
    if numbers is not None:
        return Form(
            Reshape, (op.x,), {"shape": numbers, "allow_zero": op.allow_zero and 0 in numbers}
        )
    source, target = shapes.dims(op.x), shapes.dims(op.result)
    if source is None or target is None or shape is None:
        return None
    found = as_reshape(source, target) or _with_one_unknown(shape, target)
    return None if found is None else Form(Reshape, (op.x,), {"shape": found})


def _with_one_unknown(shape: Sequence[Any], target: Sequence[Dim]) -> tuple[int, ...] | None:
    """
    Sizes but one, which then is what is left: nothing else fits. No dims are copied here, for one
    that is 0 would let the unknown one be anything.
    """
    others = [n for n in shape if n is not None]
    if len(others) != len(shape) - 1 or not all(isinstance(n, int) and n > 0 for n in others):
        return None
    return tuple(-1 if n is None else n for n in shape)


def _broadcast(op: Any, shapes: Shapes) -> Found:
    source, target = shapes.dims(op.x), shapes.dims(op.result)
    if source is None or target is None:
        return None
    padded = (1,) * (len(target) - len(source)) + source
    shape = [
        n if isinstance(n, int) else 1 if n == m else None
        for m, n in zip(padded, target, strict=True)
    ]
    numbers = _numbers(shape)
    return None if numbers is None else Form(Broadcast, (op.x,), {"shape": numbers})


# --- Slice, pad, tile ---------------------------------------------------------------------------


def _slice(op: Any, shapes: Shapes) -> Found:
    dims = shapes.dims(op.x)
    starts, ends = entries(op.starts, shapes), entries(op.ends, shapes)
    if dims is None or starts is None or ends is None:
        return None
    steps = None if op.steps is None else _numbers(entries(op.steps, shapes))
    if op.steps is not None and steps is None:
        return None
    axes = range(len(starts)) if op.axes is None else op.axes
    if steps is None or all(step > 0 for step in steps):
        starts = [_place(dims[a], n) for a, n in zip(axes, starts, strict=True)]
        ends = [_place(dims[a], n) for a, n in zip(axes, ends, strict=True)]
    first, last = _numbers(starts), _numbers(ends)
    if first is None or last is None:
        return None
    given = {"starts": first, "ends": last, "axes": op.axes, "steps": steps}
    return Form(Slice, (op.x,), given)


def _place(size: Dim, at: Any) -> int | None:
    """A bound of a slice with positive step as a number that means the same for every size."""
    if at is None or not isinstance(at, Expr):
        return at
    if ge0(at - size):
        return LAST
    behind = at - size
    return behind if isinstance(behind, int) and ge0(at) else None


def _pad(op: Any, shapes: Shapes) -> Found:
    pads, dims = _numbers(entries(op.pads, shapes)), shapes.dims(op.x)
    if pads is None or dims is None:
        return None
    if not any(pads):
        return op.x
    given = {"pads": all_pads(len(dims), op.axes, pads), "mode": op.mode}
    return Form(Pad, (op.x, op.fill), given)


def _tile(op: Any, shapes: Shapes) -> Found:
    repeats = _numbers(entries(op.repeats, shapes))
    return None if repeats is None else Form(Tile, (op.x,), {"repeats": repeats})


def _resize(op: Any, shapes: Shapes) -> Found:
    dims, roi = shapes.dims(op.x), entries(op.roi, shapes)
    if dims is None or op.roi is not None and (roi is None or None in roi):
        return None
    sizes, scales = entries(op.sizes, shapes), entries(op.scales, shapes)
    given = {name: getattr(op, name) for name in op.property_fields}
    given["roi"] = roi
    if scales is not None:
        return None if None in scales else Form(Resize, (op.x,), {**given, "scales": scales})
    numbers = _numbers(sizes)
    if numbers is not None:
        return Form(Resize, (op.x,), {**given, "sizes": numbers})
    if sizes is None or op.policy != "stretch":
        return None
    axes = range(len(dims)) if op.axes is None else op.axes
    factors = [_factor(dims[axis], n) for axis, n in zip(axes, sizes, strict=True)]
    return None if None in factors else Form(Resize, (op.x,), {**given, "scales": factors})


def _factor(old: Dim, new: Any) -> float | None:
    """How many times a size is another, whatever the symbols are: an exact scale."""
    factor = exact_quotient(new, old) if isinstance(old, Expr) and new is not None else None
    if isinstance(old, int) and isinstance(new, int) and old and new % old == 0:
        factor = new // old
    return float(factor) if isinstance(factor, int) and 0 < factor < 1 << 24 else None


def _affine_grid(op: Any, shapes: Shapes) -> Found:
    sizes = _numbers((entries(op.shape, shapes) or [None] * 3)[2:])
    if sizes is None:
        return None
    return Form(AffineGrid, (op.theta,), {"sizes": sizes, "align_corners": op.align_corners})


# --- Full, range, one-hot, top-k ----------------------------------------------------------------


def _full(op: Any, shapes: Shapes) -> Found:
    dims, fill = _numbers(entries(op.shape, shapes)), as_elements(op.fill)
    if dims is None or fill is None or any(n < 0 for n in dims):
        return None
    return Form(Constant, (), {"value": splat(fill, TensorType(fill.type.element_type, dims))})


def splat(element: Elements, type_: Tensor) -> Elements:
    """The one element of a tensor (or of a splat) in every place of a type."""
    data = element.data.data
    if 0 in type_.get_shape():
        data = data[:0]
    return Elements.of_bytes(data, type_)


def _range(op: Any, shapes: Shapes) -> Found:
    bounds = [one(v, shapes) for v in op.operands]
    element = op.result.type.element_type
    if any(n is None or isinstance(n, Expr) for n in bounds) or bounds[2] == 0:
        return None
    make: Any = FloatAttr if is_float(element) else IntegerAttr
    names = ("start", "limit", "delta")
    return Form(Range, (), {k: make(n, element) for k, n in zip(names, bounds, strict=True)})


def _one_hot(op: Any, shapes: Shapes) -> Found:
    depth = one(op.depth, shapes)
    if not isinstance(depth, int) or depth < 0:
        return None
    return Form(OneHot, (op.indices, op.values), {"depth": depth, "axis": op.axis})


def _top_k(op: Any, shapes: Shapes) -> Found:
    k = one(op.k, shapes)
    if not isinstance(k, int) or k < 0:
        return None
    return Form(TopK, (op.x,), {"k": k, "axis": op.axis, "largest": op.largest})


_RULES: dict[str, Callable[[Any, Shapes], Found]] = {
    "nn.dynamic_reshape": _reshape,
    "nn.dynamic_broadcast": _broadcast,
    "nn.dynamic_slice": _slice,
    "nn.dynamic_pad": _pad,
    "nn.dynamic_tile": _tile,
    "nn.dynamic_full": _full,
    "nn.dynamic_range": _range,
    "nn.dynamic_one_hot": _one_hot,
    "nn.dynamic_top_k": _top_k,
    "nn.dynamic_resize": _resize,
    "nn.dynamic_affine_grid": _affine_grid,
    **dict.fromkeys(_SAME_SIZE - {"nn.dynamic_reshape", "nn.dynamic_broadcast"}, _nothing),
    **dict.fromkeys(("nn.pad", "nn.tile", "nn.slice"), _nothing),
}
