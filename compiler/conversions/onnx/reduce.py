"""Reduce*, ArgMax, ArgMin, CumSum, CumProd."""

from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn import reduce
from ....dialects.nn.reduce import ArgMax, ArgMin, CumProd, CumSum
from ....dialects.onnx import operator
from ...op import Op, shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from .shape import axes_of, axis_of, dims_of

REDUCTIONS: dict[str, type[Op]] = {
    "ReduceL1": reduce.ReduceL1,
    "ReduceL2": reduce.ReduceL2,
    "ReduceLogSum": reduce.ReduceLogSum,
    "ReduceLogSumExp": reduce.ReduceLogSumExp,
    "ReduceMax": reduce.ReduceMax,
    "ReduceMean": reduce.ReduceMean,
    "ReduceMin": reduce.ReduceMin,
    "ReduceProd": reduce.ReduceProd,
    "ReduceSum": reduce.ReduceSum,
    "ReduceSumSquare": reduce.ReduceSumSquare,
}
PLACES: dict[str, type[Op]] = {"ArgMax": ArgMax, "ArgMin": ArgMin}
RUNNING: dict[str, type[Op]] = {"CumProd": CumProd, "CumSum": CumSum}
NAMES = {cls: name for name, cls in (REDUCTIONS | PLACES | RUNNING).items()}


@reads(*REDUCTIONS)
def read_reduction(n: Node) -> SSAValue:
    """
    The axes are an attribute at first; an operand from opset 18 on, of ReduceSum from 13 on. None
    means all, or with `noop_with_empty_axes` none; a square root or logarithm is taken even then.
    """
    x, given = n.operands(2)[:2]
    rank = len(dims_of(n, x))
    axes = n.ints("axes", ()) if given is None else _axes(n, given, rank)
    if not axes and not n.int("noop_with_empty_axes", 0):
        axes = tuple(range(rank))
    found = sorted(axes_of(n, axes, rank))
    cls = REDUCTIONS[operator(n.op.name)[1]]
    return n.emit(cls, x, axes=tuple(found), keepdims=bool(n.int("keepdims", 1)))


def _axes(n: Node, given: SSAValue, rank: int) -> tuple[int, ...]:
    """Axes that are a constant; or of which the number alone tells that they are none or all."""
    sizes = dims_of(n, given)
    if n.constant(given) is None and sizes in ((0,), (rank,)):
        return tuple(range(rank)) if sizes == (rank,) else ()
    return n.constant_ints(given, "axes")


@writes(*REDUCTIONS.values())
def write_reduction(op: Any, m: Model) -> SSAValue:
    name, x, axes = NAMES[type(op)], op.x, op.axes
    need_types(m, name, x)
    if m.opset >= (13 if name == "ReduceSum" else 18):
        given = m.const(axes) if axes else None
        noop = None if axes else True
        return m.node(name, x, given, keepdims=op.keepdims, noop_with_empty_axes=noop)
    if not axes and shape_of(x.type):
        m.need(13 if name == "ReduceSum" else 18)  # no axes at all would mean every axis
    return m.node(name, x, axes=axes or None, keepdims=op.keepdims)


@reads(*PLACES)
def read_place(n: Node) -> SSAValue:
    """`select_last_index` came with opset 12."""
    (x,) = n.operands()
    return n.emit(
        PLACES[operator(n.op.name)[1]],
        x,
        axis=axis_of(n, n.int("axis", 0), len(dims_of(n, x))),
        keepdims=bool(n.int("keepdims", 1)),
        select_last=bool(n.int("select_last_index", 0)),
    )


@writes(*PLACES.values())
def write_place(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    need_types(m, name, op.x)
    if op.select_last:
        m.need(12)
    last = op.select_last or None
    return m.node(name, op.x, axis=op.axis, keepdims=op.keepdims, select_last_index=last)


@reads(*RUNNING)
def read_running(n: Node) -> SSAValue:
    """The axis, an operand, must be a constant."""
    x, given = n.operands()
    axis = n.constant_ints(given, "axis")
    if len(axis) != 1:
        n.refuse(f"has {len(axis)} axes where one belongs")
    return n.emit(
        RUNNING[operator(n.op.name)[1]],
        x,
        axis=axis_of(n, axis[0], len(dims_of(n, x))),
        exclusive=bool(n.int("exclusive", 0)),
        reverse=bool(n.int("reverse", 0)),
    )


@writes(*RUNNING.values())
def write_running(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    need_types(m, name, op.x)
    axis = m.const(op.axis)
    return m.node(name, op.x, axis, exclusive=op.exclusive or None, reverse=op.reverse or None)
