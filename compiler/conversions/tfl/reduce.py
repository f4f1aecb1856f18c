"""Reductions along axes."""

from typing import Any

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn import reduce as nn_reduce
from ....dialects.nn.elementwise import Cast
from ...op import Op
from . import Node, reads

REDUCTIONS: dict[str, type[Op]] = {
    "mean": nn_reduce.ReduceMean,
    "reduce_max": nn_reduce.ReduceMax,
    "reduce_min": nn_reduce.ReduceMin,
    "reduce_prod": nn_reduce.ReduceProd,
    "sum": nn_reduce.ReduceSum,
}
PLACES: dict[str, type[Op]] = {"arg_max": nn_reduce.ArgMax, "arg_min": nn_reduce.ArgMin}


@reads(*REDUCTIONS)
def read_reduction(n: Node) -> SSAValue:
    x, axes = n.operands(2)[:2]
    listed = sorted({n.axis(a, n.rank(x)) for a in n.constant_ints(axes, "axis")})
    if not listed:
        return x
    cls = REDUCTIONS[n.op.name.removeprefix("tfl.")]
    return n.emit(cls, x, axes=listed, keepdims=n.flag("keep_dims"))


@reads(*PLACES)
def read_place(n: Node) -> SSAValue:
    """Of the first of equal elements, as `output_type`."""
    x, axis = n.operands(2)[:2]
    (at,) = n.constant_ints(axis, "dimension")
    cls = PLACES[n.op.name.removeprefix("tfl.")]
    y = n.emit(cls, x, axis=n.axis(at, n.rank(x)))
    to: Attribute = n.op.properties.get("output_type", i32)
    return y if to == i64 else n.emit(Cast, y, to=to)


@reads("cumsum")
def read_cumsum(n: Node) -> SSAValue:
    x, axis = n.operands(2)[:2]
    (at,) = n.constant_ints(axis, "axis")
    settings: dict[str, Any] = {k: n.flag(k) for k in ("exclusive", "reverse")}
    return n.emit(nn_reduce.CumSum, x, axis=n.axis(at, n.rank(x)), **settings)
