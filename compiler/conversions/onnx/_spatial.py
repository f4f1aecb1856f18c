"""What readers and writers of operators with spatial dims share: windows, auto_pad, layout."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn._spatial import same_pads
from ....dialects.nn.shape import is_known
from ...op import shape_of
from . import Model, Node
from .shape import dims_of

SAME = {"SAME_UPPER": "same_upper", "SAME_LOWER": "same_lower"}
AUTO_PADS = {padding: auto_pad for auto_pad, padding in SAME.items()}


def kernel_of(n: Node, w: SSAValue) -> tuple[int, ...]:
    """The spatial sizes of weights `[_, _, *K]`, which `kernel_shape` repeats."""
    sizes = dims_of(n, w)[2:]
    claimed = n.ints("kernel_shape")
    if claimed is None:
        return sizes
    if len(claimed) != len(sizes) or any(
        is_known(a) and a != b for a, b in zip(sizes, claimed, strict=True)
    ):
        n.refuse(f"has kernel_shape {list(claimed)} and weights of {list(sizes)}")
    return claimed


def window_of(n: Node, x: SSAValue, kernel: Sequence[int]) -> dict[str, Any]:
    """
    The properties of a window: strides, dilations and padding, the latter as numbers unless a size
    that `auto_pad` needs is unknown.
    """
    strides, dilations = _unless_ones(n, "strides"), _unless_ones(n, "dilations")
    found: dict[str, Any] = {"strides": strides, "dilations": dilations}
    auto_pad = n.string("auto_pad", "NOTSET")
    if auto_pad in SAME:
        sizes = dims_of(n, x)[2:]
        return found | _padding(SAME[auto_pad], sizes, kernel, strides, dilations)
    if auto_pad not in ("NOTSET", "VALID"):
        n.refuse(f"has auto_pad {auto_pad!r}")
    pads = n.ints("pads") if auto_pad == "NOTSET" else None
    return found | {"pads": pads if pads and any(pads) else None}


def _unless_ones(n: Node, name: str) -> tuple[int, ...] | None:
    values = n.ints(name)
    return values if values and any(v != 1 for v in values) else None


def _padding(
    padding: str, sizes: Sequence[int], kernel: Sequence[int], strides: Any, dilations: Any
) -> dict[str, Any]:
    if not all(map(is_known, (*sizes, *kernel))):
        return {"padding": padding}
    ones = (1,) * len(kernel)
    pairs = [
        same_pads(size, s, d * (k - 1) + 1, padding)
        for size, k, s, d in zip(sizes, kernel, strides or ones, dilations or ones, strict=False)
    ]
    pads = [before for before, _ in pairs] + [after for _, after in pairs]
    return {"pads": tuple(pads) if any(pads) else None}


def written_window(op: Any) -> dict[str, Any]:
    """Strides and padding as attributes; dilations are not in every operator at every opset."""
    return {
        "strides": op.strides,
        "pads": op.pads,
        "auto_pad": AUTO_PADS.get(op.padding),
    }


def written_kernel(w: SSAValue) -> tuple[int, ...] | None:
    """`kernel_shape` of weights."""
    sizes = (shape_of(w.type) or ())[2:]
    return sizes if all(map(is_known, sizes)) else None


def to_nchw(m: Model, x: SSAValue, layout: str) -> SSAValue:
    """The tensor with its channels after the batch."""
    if layout == "nchw":
        return x
    rank = len(shape_of(x.type) or ())
    return m.node("Transpose", x, perm=(0, rank - 1, *range(1, rank - 1)))


def from_nchw(m: Model, y: SSAValue, like: SSAValue, layout: str) -> SSAValue:
    """What ONNX gives in the layout of `like`, its `nn` value."""
    if layout == "nchw":
        return y
    rank = len(shape_of(like.type) or ())
    return m.node("Transpose", y, perm=(0, *range(2, rank), 1))
