"""MaxPool, AveragePool, LpPool, MaxUnpool, and what pools all that is spatial."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn.pool import (
    AveragePool,
    GlobalAveragePool,
    GlobalLpPool,
    GlobalMaxPool,
    LpPool,
    MaxPool,
    MaxPoolIndices,
    MaxUnpool,
)
from ....dialects.nn.shape import is_known
from ...op import shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import from_nchw, to_nchw, window_of, written_window

GLOBAL = {"GlobalMaxPool": GlobalMaxPool, "GlobalAveragePool": GlobalAveragePool}
ORDERS = ("row_major", "column_major")


def _window(n: Node, x: SSAValue) -> dict[str, Any]:
    kernel = n.ints("kernel_shape")
    if kernel is None:
        n.refuse("has no kernel_shape")
    found = window_of(n, x, kernel) | {"kernel": kernel}
    return found | {"ceil_mode": bool(n.int("ceil_mode", 0))}


def _write(
    m: Model, name: str, op: Any, *, dilations: int, ceil_mode: int, outputs: int = 1, **more: Any
) -> Any:
    """A pool; `dilations` and `ceil_mode` say since which opset it has these attributes."""
    need_types(m, name, op.x)
    if op.dilations is not None:
        m.need(dilations)
    if op.ceil_mode:
        m.need(ceil_mode)
    return m.node(
        name,
        to_nchw(m, op.x, more.pop("layout")),
        outputs=outputs,
        kernel_shape=op.kernel,
        dilations=op.dilations,
        ceil_mode=op.ceil_mode or None,
        **written_window(op),
        **more,
    )


@reads("MaxPool")
def read_max_pool(n: Node) -> SSAValue | Sequence[SSAValue]:
    """Opset 8 brings the indices, 10 dilations and `ceil_mode`."""
    (x,) = n.operands(1)[:1]
    if not n.used(1):
        return n.emit(MaxPool, x, **_window(n, x))
    order = ORDERS[bool(n.int("storage_order", 0))]
    return n.emit_op(MaxPoolIndices, x, order=order, **_window(n, x)).results


@writes(MaxPool)
def write_max_pool(op: MaxPool, m: Model) -> SSAValue:
    y = _write(m, "MaxPool", op, dilations=10, ceil_mode=10, layout=op.layout)
    return from_nchw(m, y, op.x, op.layout)


@writes(MaxPoolIndices)
def write_max_pool_indices(op: MaxPoolIndices, m: Model) -> Sequence[SSAValue]:
    m.need(8)
    order = ORDERS.index(op.order) or None
    return _write(
        m,
        "MaxPool",
        op,
        dilations=10,
        ceil_mode=10,
        outputs=2,
        layout="nchw",
        storage_order=order,
    )


@reads("AveragePool")
def read_average_pool(n: Node) -> SSAValue:
    """Opset 7 brings `count_include_pad`, 10 `ceil_mode`, 19 dilations."""
    (x,) = n.operands(1)[:1]
    counts_padding = bool(n.int("count_include_pad", 0))
    return n.emit(AveragePool, x, count_include_pad=counts_padding, **_window(n, x))


@writes(AveragePool)
def write_average_pool(op: AveragePool, m: Model) -> SSAValue:
    counts_padding = op.count_include_pad or None
    if counts_padding:
        m.need(7)
    y = _write(
        m,
        "AveragePool",
        op,
        dilations=19,
        ceil_mode=10,
        layout=op.layout,
        count_include_pad=counts_padding,
    )
    return from_nchw(m, y, op.x, op.layout)


@reads("LpPool")
def read_lp_pool(n: Node) -> SSAValue:
    """`p` is a float at first; opset 18 brings dilations and `ceil_mode`."""
    (x,) = n.operands(1)[:1]
    return n.emit(LpPool, x, p=_p(n), **_window(n, x))


@writes(LpPool)
def write_lp_pool(op: LpPool, m: Model) -> SSAValue:
    y = _write(m, "LpPool", op, dilations=18, ceil_mode=18, layout=op.layout, p=_written_p(op, m))
    return from_nchw(m, y, op.x, op.layout)


@reads("GlobalLpPool")
def read_global_lp_pool(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(GlobalLpPool, x, p=_p(n))


@writes(GlobalLpPool)
def write_global_lp_pool(op: GlobalLpPool, m: Model) -> SSAValue:
    need_types(m, "GlobalLpPool", op.x)
    y = m.node("GlobalLpPool", to_nchw(m, op.x, op.layout), p=_written_p(op, m))
    return from_nchw(m, y, op.x, op.layout)


def _p(n: Node) -> int:
    p = n.float("p", 2.0) if n.version < 2 else n.int("p", 2)
    if p != int(p):
        n.refuse(f"has p {p}, which is no integer")
    return int(p)


def _written_p(op: Any, m: Model) -> int | float:
    return float(op.p) if m.opset < 2 else op.p


@reads("GlobalMaxPool")
def read_global_max_pool(n: Node) -> SSAValue:
    return n.emit(GlobalMaxPool, n.operands(1)[0])


@reads("GlobalAveragePool")
def read_global_average_pool(n: Node) -> SSAValue:
    return n.emit(GlobalAveragePool, n.operands(1)[0])


@writes(GlobalMaxPool, GlobalAveragePool)
def write_global_pool(op: Any, m: Model) -> SSAValue:
    name = next(name for name, cls in GLOBAL.items() if isinstance(op, cls))
    need_types(m, name, op.x)
    return from_nchw(m, m.node(name, to_nchw(m, op.x, op.layout)), op.x, op.layout)


@reads("MaxUnpool")
def read_max_unpool(n: Node) -> SSAValue:
    """The indices count the elements of the result, also of one whose shape is given."""
    x, indices, shape = n.operands(3)[:3]
    kernel, strides, pads = n.ints("kernel_shape"), n.ints("strides"), n.ints("pads")
    sizes = None if shape is None else n.constant_ints(shape, "output_shape")[2:]
    return n.emit(
        MaxUnpool, x, indices, kernel=kernel, strides=strides, pads=pads, output_sizes=sizes
    )


@writes(MaxUnpool)
def write_max_unpool(op: MaxUnpool, m: Model) -> SSAValue:
    m.need(9)
    need_types(m, "MaxUnpool", op.x, op.indices)
    return m.node(
        "MaxUnpool",
        op.x,
        op.indices,
        _output_shape(op, m),
        kernel_shape=op.kernel,
        strides=op.strides,
        pads=op.pads,
    )


def _output_shape(op: MaxUnpool, m: Model) -> SSAValue | None:
    if op.output_sizes is None:
        return None
    dims = shape_of(op.x.type) or ()
    if not all(map(is_known, dims[:2])):
        m.refuse("has output_sizes and a batch or channels that are not known")
    return m.const((*dims[:2], *op.output_sizes))
