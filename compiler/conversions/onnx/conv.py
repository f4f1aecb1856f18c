"""Conv, ConvTranspose, DeformConv, Col2Im, com.microsoft FusedConv."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn._spatial import split_padding
from ....dialects.nn.activation import HardSigmoid, LeakyRelu, Relu, Sigmoid
from ....dialects.nn.conv import Conv, ConvTranspose, DeformConv, Fold
from ....dialects.nn.elementwise import Add, Clip, Tanh
from ....dialects.nn.shape import is_known
from ...op import shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import (
    SAME,
    from_nchw,
    kernel_of,
    to_nchw,
    window_of,
    written_kernel,
    written_window,
)
from .shape import dims_of


@reads("Conv")
def read_conv(n: Node) -> SSAValue:
    """Opsets 11 and 22 only add element types."""
    x, w, b = n.operands(3)[:3]
    return n.emit(Conv, x, w, b, groups=n.int("group", 1), **window_of(n, x, kernel_of(n, w)))


@writes(Conv)
def write_conv(op: Conv, m: Model) -> SSAValue:
    need_types(m, "Conv", op.x)
    y = m.node(
        "Conv",
        to_nchw(m, op.x, op.layout),
        op.w,
        op.b,
        kernel_shape=written_kernel(op.w),
        dilations=op.dilations,
        group=None if op.groups == 1 else op.groups,
        **written_window(op),
    )
    return from_nchw(m, y, op.x, op.layout)


@reads("ConvTranspose")
def read_conv_transpose(n: Node) -> SSAValue:
    """`output_shape` (of the spatial dims) or `auto_pad` give the sizes; without them, pads do."""
    x, w, b = n.operands(3)[:3]
    settings = _spread(n, x, kernel_of(n, w))
    return n.emit(ConvTranspose, x, w, b, groups=n.int("group", 1), **settings)


def _spread(n: Node, x: SSAValue, kernel: Sequence[int]) -> dict[str, Any]:
    sizes = dims_of(n, x)[2:]
    strides, dilations, extra = map(n.ints, ("strides", "dilations", "output_padding"))
    auto_pad, wanted = n.string("auto_pad", "NOTSET"), n.ints("output_shape")
    padding = SAME.get(auto_pad, "explicit")
    if wanted is not None:
        wanted = wanted[-len(sizes) :]  # some exporters write batch and channels, too
    found = {"strides": _or_none(strides, 1), "dilations": _or_none(dilations, 1)}
    if wanted is None and padding == "explicit":
        pads = n.ints("pads") if auto_pad == "NOTSET" else None
        return found | {"pads": _or_none(pads, 0), "output_padding": _or_none(extra, 0)}
    if not all(map(is_known, (*sizes, *kernel))):
        more = {"output_padding": _or_none(extra, 0), "output_sizes": wanted}
        return found | {"padding": padding} | more
    ones, rank = (1,) * len(sizes), len(sizes)
    low, high, more = [0] * rank, [0] * rank, [0] * rank
    for i, (size, k) in enumerate(zip(sizes, kernel, strict=True)):
        stride, dilation = (strides or ones)[i], (dilations or ones)[i]
        full = (size - 1) * stride + dilation * (k - 1) + 1
        more[i] = extra[i] if extra else 0
        total = full + more[i] - (wanted[i] if wanted else size * stride)
        low[i], high[i] = split_padding(max(0, total), padding)
        more[i] -= min(0, total)
    return found | {"pads": _or_none([*low, *high], 0), "output_padding": _or_none(more, 0)}


def _or_none(values: Sequence[int] | None, default: int) -> tuple[int, ...] | None:
    return tuple(values) if values and any(v != default for v in values) else None


@writes(ConvTranspose)
def write_conv_transpose(op: ConvTranspose, m: Model) -> SSAValue:
    need_types(m, "ConvTranspose", op.x)
    y = m.node(
        "ConvTranspose",
        to_nchw(m, op.x, op.layout),
        op.w,
        op.b,
        kernel_shape=written_kernel(op.w),
        dilations=op.dilations,
        group=None if op.groups == 1 else op.groups,
        output_padding=op.output_padding,
        output_shape=op.output_sizes,
        **written_window(op),
    )
    return from_nchw(m, y, op.x, op.layout)


@reads("DeformConv")
def read_deform_conv(n: Node) -> SSAValue:
    x, w, offset, b, mask = n.operands(5)[:5]
    window = window_of(n, x, kernel_of(n, w))
    groups, offset_groups = n.int("group", 1), n.int("offset_group", 1)
    settings = window | {"groups": groups, "offset_groups": offset_groups}
    return n.emit(DeformConv, x, w, offset, b, mask, **settings)


@writes(DeformConv)
def write_deform_conv(op: DeformConv, m: Model) -> SSAValue:
    m.need(19)
    need_types(m, "DeformConv", op.x)
    return m.node(
        "DeformConv",
        op.x,
        op.w,
        op.offset,
        op.b,
        op.mask,
        kernel_shape=written_kernel(op.w),
        strides=op.strides,
        dilations=op.dilations,
        pads=op.pads or (0,) * 2 * (len(shape_of(op.x.type) or ()) - 2),
        group=op.groups,
        offset_group=op.offset_groups,
    )


@reads("Col2Im")
def read_col2im(n: Node) -> SSAValue:
    x, sizes, kernel = n.operands(3)[:3]
    return n.emit(
        Fold,
        x,
        sizes=n.constant_ints(sizes, "image_shape"),
        kernel=n.constant_ints(kernel, "block_shape"),
        strides=_or_none(n.ints("strides"), 1),
        dilations=_or_none(n.ints("dilations"), 1),
        pads=_or_none(n.ints("pads"), 0),
    )


@writes(Fold)
def write_fold(op: Fold, m: Model) -> SSAValue:
    m.need(18)
    need_types(m, "Col2Im", op.x)
    given = {"strides": op.strides, "dilations": op.dilations, "pads": op.pads}
    return m.node("Col2Im", op.x, m.const(op.sizes), m.const(op.kernel), **given)


@reads("FusedConv", domain="com.microsoft")
def read_fused_conv(n: Node) -> SSAValue:
    """A convolution, perhaps plus a tensor, then an activation."""
    x, w, b, z = n.operands(4)[:4]
    y = n.emit(Conv, x, w, b, groups=n.int("group", 1), **window_of(n, x, kernel_of(n, w)))
    if z is not None:
        y = n.emit(Add, y, z)
    return activated(n, y)


def activated(n: Node, y: SSAValue) -> SSAValue:
    """The value after the activation that attributes of a fused node name."""
    name, given = n.string("activation", ""), n.floats("activation_params", ())
    plain = {"": None, "Relu": Relu, "Tanh": Tanh, "Sigmoid": Sigmoid}
    if name in plain:
        cls = plain[name]
        return y if cls is None else n.emit(cls, y)
    if name == "LeakyRelu" and len(given) <= 1:
        return n.emit(LeakyRelu, y, **dict(zip(("alpha",), given, strict=False)))
    if name == "HardSigmoid" and len(given) <= 2:
        return n.emit(HardSigmoid, y, **dict(zip(("alpha", "beta"), given, strict=False)))
    if name == "Clip" and len(given) == 2:
        low, high = (n.const(bound, like=y) for bound in given)
        return n.emit(Clip, y, low, high)
    n.refuse(f"has activation {name!r} of parameters {list(given)}")
