"""Convolutions. Kernels become `[O, I/groups, *K]`, as views; the layout stays `nhwc`."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn._spatial import same_pads
from ....dialects.nn.conv import Conv
from ....dialects.nn.shape import is_known
from . import Node, reads

LAYOUT = "nhwc"
AXES = {2: ("h", "w"), 3: ("d", "h", "w")}
"""How options call the spatial dims."""


@reads("conv_2d")
def read_conv_2d(n: Node) -> SSAValue:
    """Kernel `[O, H, W, I/groups]`; the groups follow from the sizes."""
    x, w, b = n.operands(3)[:3]
    return _conv(n, x, n.transposed(w, (0, 3, 1, 2)), b)


@reads("depthwise_conv_2d")
def read_depthwise_conv_2d(n: Node) -> SSAValue:
    """Kernel `[1, H, W, O]`, each input channel a group of its own."""
    x, w, b = n.operands(3)[:3]
    if n.rank(w) != 4 or n.dims(w)[0] != 1:
        n.refuse(f"has a kernel {w.type}; its first dim must be 1")
    return _conv(n, x, n.transposed(w, (3, 0, 1, 2)), b)


@reads("conv_3d")
def read_conv_3d(n: Node) -> SSAValue:
    """Kernel `[D, H, W, I, O]`."""
    x, w, b = n.operands(3)[:3]
    return _conv(n, x, n.transposed(w, (4, 3, 0, 1, 2)), b)


def _conv(n: Node, x: SSAValue, w: SSAValue, b: SSAValue | None) -> SSAValue:
    """A convolution with a kernel `[O, I/groups, *K]`."""
    channels, inner = n.dims(x)[-1], n.dims(w)[1]
    if not is_known(channels) or not is_known(inner) or not inner or channels % inner:
        n.refuse(f"has an input {x.type} and a kernel {w.type}, whose channels do not agree")
    window = window_of(n, x, n.dims(w)[2:])
    y = n.emit(Conv, x, w, b, groups=channels // inner, layout=LAYOUT, **window)
    return n.activated(y)


def window_of(n: Node, x: SSAValue, kernel: Sequence[int]) -> dict[str, Any]:
    """Strides, dilations, padding: numbers, unless a size that `SAME` needs is unknown."""
    axes = AXES.get(len(kernel), ())
    if n.rank(x) != len(kernel) + 2 or not axes:
        n.refuse(f"has an input {x.type} and a kernel of {len(kernel)} spatial dims")
    strides = tuple(n.int(f"stride_{axis}", 1) for axis in axes)
    dilations = tuple(n.int(f"dilation_{axis}_factor", 1) for axis in axes)
    found = {"strides": _or_none(strides, 1), "dilations": _or_none(dilations, 1)}
    if any(v < 1 for v in (*strides, *dilations)):
        n.refuse(f"has strides {list(strides)} and dilations {list(dilations)}")
    return found | _padding(n, n.dims(x)[1:-1], kernel, strides, dilations)


def _padding(
    n: Node,
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> dict[str, Any]:
    padding = n.string("padding", "SAME")
    if padding == "VALID":
        return {}
    if padding != "SAME":
        n.refuse(f"has padding {padding!r}")
    if not all(map(is_known, (*sizes, *kernel))):
        return {"padding": "same_upper"}
    pairs = [
        same_pads(size, s, d * (k - 1) + 1, "same_upper")
        for size, k, s, d in zip(sizes, kernel, strides, dilations, strict=True)
    ]
    pads = [before for before, _ in pairs] + [after for _, after in pairs]
    return {"pads": _or_none(pads, 0)}


def _or_none(values: Sequence[int], default: int) -> tuple[int, ...] | None:
    return tuple(values) if any(v != default for v in values) else None
