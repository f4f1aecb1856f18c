"""Conv, ConvTranspose, com.microsoft FusedConv."""


from xdsl.ir import SSAValue

from ....dialects.nn.activation import HardSigmoid, LeakyRelu, Relu, Sigmoid
from ....dialects.nn.conv import Conv, ConvTranspose
from ....dialects.nn.elementwise import Add, Clip, Tanh
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
    """
    `output_shape` (of the spatial dims) and `auto_pad` give the sizes, and the pads follow. Without
    either they are `pads`.
    """
    x, w, b = n.operands(3)[:3]
    kernel_of(n, w)
    strides, dilations = n.ints("strides"), n.ints("dilations")
    extra, wanted, auto_pad = n.ints("output_padding"), n.ints("output_shape"), n.string("auto_pad")
    padding = SAME.get(auto_pad or "", "explicit")
    if wanted is not None and len(wanted) == len(dims_of(n, x)):
        wanted = wanted[2:]  # as some exporters write it
    pads = None if wanted or auto_pad not in (None, "NOTSET") else n.ints("pads")
    return n.emit(
        ConvTranspose,
        x,
        w,
        b,
        groups=n.int("group", 1),
        strides=strides if strides and set(strides) != {1} else None,
        dilations=dilations if dilations and set(dilations) != {1} else None,
        pads=pads if pads and any(pads) else None,
        padding=padding,
        output_padding=extra if extra and any(extra) else None,
        output_sizes=wanted or None,
    )


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
