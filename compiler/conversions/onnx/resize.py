"""Resize, Upsample, DepthToSpace, SpaceToDepth."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.nn.resize import (
    CUBIC,
    DepthToSpace,
    DynamicResize,
    Resize,
    SpaceToDepth,
)
from ....dialects.nn.shape import is_known
from ...op import DYNAMIC, shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import from_nchw, to_nchw
from .shape import as_i64, axes_of, dims_of, emit_sized, entries

CROP = "tf_crop_and_resize"

# --- Reading ------------------------------------------------------------------------------------


@reads("Resize", since=11)
def read_resize(n: Node) -> SSAValue:
    """
    Scales or sizes, of all axes or (from opset 18 on) of some; opset 13 drops
    `tf_half_pixel_for_nn`, which ONNX Runtime still takes.
    """
    x, roi, scales, sizes = n.operands(4)[:4]
    rank = len(dims_of(n, x))
    axes = axes_of(n, n.ints("axes", tuple(range(rank))), rank)
    settings = _settings(n)
    roi = roi if settings["coordinates"] == CROP else None
    scales, sizes = (_unless_empty(v) for v in (scales, sizes))
    if (scales is None) == (sizes is None):
        n.refuse("needs either scales or sizes")
    return _resize(n, x, axes, scales, sizes, roi, settings)


def _settings(n: Node) -> dict[str, Any]:
    """What says how to interpolate, without what its mode does not look at."""
    mode = n.string("mode", "nearest")
    coordinates = n.string("coordinate_transformation_mode", "half_pixel")
    found: dict[str, Any] = {"mode": mode, "coordinates": coordinates}
    if mode == "nearest":
        found["rounding"] = n.string("nearest_mode", "round_prefer_floor")
    else:
        found["exclude_outside"] = bool(n.int("exclude_outside", 0))
        found["antialias"] = bool(n.int("antialias", 0))
    if mode == "cubic":
        found["cubic_coeff"] = n.float("cubic_coeff_a", CUBIC)
    if coordinates == CROP:
        found["extrapolation"] = n.float("extrapolation_value", 0.0)
    found["policy"] = n.string("keep_aspect_ratio_policy", "stretch")
    return found


def _unless_empty(value: SSAValue | None) -> SSAValue | None:
    """An absent list may be an empty one."""
    return None if value is None or shape_of(value.type) == (0,) else value


def _resize(
    n: Node,
    x: SSAValue,
    axes: Sequence[int],
    scales: SSAValue | None,
    sizes: SSAValue | None,
    roi: SSAValue | None,
    settings: dict[str, Any],
) -> SSAValue:
    given = {"scales": scales, "sizes": sizes, "roi": roi}
    known = {name: _numbers(n, value) for name, value in given.items() if value is not None}
    if scales is not None:
        settings = settings | {"policy": "stretch"}
    if any(values is None for values in known.values()):
        return _dynamic(n, x, axes, scales, sizes, roi, settings)
    for name, values in known.items():
        if values is not None and len(values) != len(axes) * (2 if name == "roi" else 1):
            n.refuse(f"has {len(values)} {name} for {len(axes)} axes")
    kept = _kept(n, x, axes, known, settings)
    if not kept:
        return x
    count, rank = len(axes), len(dims_of(n, x))
    picked: dict[str, Any] = {
        name: [v for i, v in enumerate(values or ()) if i % count in kept]
        for name, values in known.items()
    }
    some = tuple(axes[i] for i in kept)
    return n.emit(
        Resize, x, axes=None if some == tuple(range(rank)) else some, **picked, **settings
    )


def _numbers(n: Node, value: SSAValue) -> tuple[Any, ...] | None:
    array = n.constant(value)
    if array is None:
        return None
    # Of a float the decimal that is meant: str of 0.6 in f32 is "0.6", tolist gives more digits.
    return tuple(float(str(v)) if array.dtype.kind == "f" else int(v) for v in array.reshape(-1))


def _kept(
    n: Node, x: SSAValue, axes: Sequence[int], known: dict[str, Any], settings: dict[str, Any]
) -> list[int]:
    """The positions of axes that change: those of scale 1 do not, unless they are cropped."""
    if settings["coordinates"] == CROP or settings["policy"] != "stretch":
        return list(range(len(axes)))
    if "scales" in known:
        return [i for i, scale in enumerate(known["scales"]) if scale != 1]
    dims = dims_of(n, x)
    return [i for i, size in enumerate(known["sizes"]) if size != dims[axes[i]]]


def _dynamic(
    n: Node,
    x: SSAValue,
    axes: Sequence[int],
    scales: SSAValue | None,
    sizes: SSAValue | None,
    roi: SSAValue | None,
    settings: dict[str, Any],
) -> SSAValue:
    dims = list(dims_of(n, x))
    found = entries(n, sizes) if sizes is not None and settings["policy"] == "stretch" else None
    for i, axis in enumerate(axes):
        dims[axis] = found[i] if found is not None and i < len(found) else DYNAMIC
    shown = None if tuple(axes) == tuple(range(len(dims))) else tuple(axes)
    return emit_sized(n, DynamicResize, dims, x, sizes, scales, roi, axes=shown, **settings)


@reads("Upsample", until=8)
def read_upsample_7(n: Node) -> SSAValue:
    """The scales are attributes: of height and width at first, of all axes from opset 7 on."""
    (x,) = n.operands(1)[:1]
    scales = n.floats("scales")
    if n.version < 7:
        scales = (1.0, 1.0, n.float("height_scale", 1.0), n.float("width_scale", 1.0))
    if scales is None or len(scales) != len(dims_of(n, x)):
        n.refuse(f"has scales {scales} for an input of rank {len(dims_of(n, x))}")
    return _older(n, x, scales)


@reads("Upsample", since=9)
@reads("Resize", until=10)
def read_resize_10(n: Node) -> SSAValue:
    x, scales = n.operands(2)[:2]
    known = _numbers(n, scales)
    if known is not None:
        return _older(n, x, known)
    settings = _older_settings(n)
    if settings["mode"] == "nearest" and n.op.name == "onnx.Resize":
        n.refuse("needs constant 'scales': which element is nearest depends on the direction")
    return _resize(n, x, range(len(dims_of(n, x))), scales, None, None, settings)


def _older_settings(n: Node) -> dict[str, Any]:
    mode = n.string("mode", "nearest")
    found = {"mode": "linear" if mode == "bilinear" else mode, "coordinates": "asymmetric"}
    found["policy"] = "stretch"
    return found | ({"rounding": "floor"} if mode == "nearest" else {})


def _older(n: Node, x: SSAValue, scales: Sequence[float]) -> SSAValue:
    """Nearest was, before opset 11, the element before; in a smaller tensor, the one after."""
    settings = _older_settings(n)
    if settings["mode"] != "nearest":
        return _by_scales(n, x, [(i, s) for i, s in enumerate(scales) if s != 1], settings)
    x = _by_scales(n, x, [(i, s) for i, s in enumerate(scales) if s > 1], settings)
    smaller = [(i, s) for i, s in enumerate(scales) if s < 1]
    return _by_scales(n, x, smaller, settings | {"rounding": "ceil"})


def _by_scales(
    n: Node, x: SSAValue, scales: Sequence[tuple[int, float]], settings: dict[str, Any]
) -> SSAValue:
    if not scales:
        return x
    axes, factors = zip(*scales, strict=True)
    whole = axes == tuple(range(len(dims_of(n, x))))
    return n.emit(Resize, x, axes=None if whole else axes, scales=factors, **settings)


# --- Writing ------------------------------------------------------------------------------------


@writes(Resize)
def write_resize(op: Resize, m: Model) -> SSAValue:
    if m.opset < 11 and (scales := _older_scales(op, m.opset)) is not None:
        return _write_older(op, m, scales)
    m.need(11)
    rank = len(shape_of(op.x.type) or ())
    axes = op.axes or tuple(range(rank))
    scales, sizes, roi = op.scales, op.sizes, op.roi
    if m.opset < 18 and len(axes) != rank:
        scales, sizes, roi = _of_all_axes(op, m, axes, rank)
    return _write(
        op,
        m,
        None if roi is None else m.const(roi, element_type=f32),
        None if scales is None else m.const(scales, element_type=f32),
        None if sizes is None else m.const(sizes),
    )


def _of_all_axes(op: Resize, m: Model, axes: Sequence[int], rank: int) -> tuple[Any, Any, Any]:
    """Scales, sizes and roi with an entry for every axis."""
    dims = list(shape_of(op.x.type) or ())
    if op.sizes is not None and not all(is_known(dims[a]) for a in range(rank) if a not in axes):
        m.need(18)
    scales = None if op.scales is None else _filled([1.0] * rank, axes, op.scales)
    sizes = None if op.sizes is None else _filled(dims, axes, op.sizes)
    if op.roi is None:
        return scales, sizes, None
    count = len(axes)
    starts = _filled([0.0] * rank, axes, op.roi[:count])
    return scales, sizes, starts + _filled([1.0] * rank, axes, op.roi[count:])


def _filled(values: list[Any], axes: Sequence[int], some: Sequence[Any]) -> list[Any]:
    for axis, value in zip(axes, some, strict=True):
        values[axis] = value
    return values


@writes(DynamicResize)
def write_dynamic_resize(op: DynamicResize, m: Model) -> SSAValue:
    if _is_older(op, m.opset):
        name = "Upsample" if m.opset < 10 else "Resize"
        need_types(m, name, op.x)
        return m.node(name, op.x, op.scales, mode=op.mode)
    m.need(18 if op.axes is not None else 11)
    sizes = None if op.sizes is None else as_i64(m, op.sizes)
    return _write(op, m, op.roi, op.scales, sizes)


def _is_older(op: DynamicResize, opset: int) -> bool:
    """Whether operators of before opset 11 have the same law; that of the nearest only Upsample."""
    if opset not in (9, 10) or op.scales is None or op.axes is not None:
        return False
    if op.coordinates != "asymmetric" or op.exclude_outside or op.antialias:
        return False
    return op.mode == "linear" or (op.mode == "nearest" and op.rounding == "floor" and opset == 9)


def _write(
    op: Any, m: Model, roi: SSAValue | None, scales: SSAValue | None, sizes: SSAValue | None
) -> SSAValue:
    if op.antialias or op.policy != "stretch":
        m.need(18)
    if op.coordinates == "half_pixel_symmetric":
        m.need(19)
    need_types(m, "Resize", op.x)
    if m.opset < 13:  # all operands but the last were required
        empty = m.const([], element_type=f32)
        roi, scales = (empty if v is None else v for v in (roi, scales))
    nearest, cubic = op.mode == "nearest", op.mode == "cubic"
    return m.node(
        "Resize",
        op.x,
        roi,
        scales,
        sizes,
        mode=op.mode,
        axes=op.axes if m.opset >= 18 else None,
        coordinate_transformation_mode=op.coordinates,
        nearest_mode=op.rounding if nearest else None,
        cubic_coeff_a=op.cubic_coeff if cubic else None,
        exclude_outside=op.exclude_outside or None,
        antialias=op.antialias or None,
        extrapolation_value=op.extrapolation or None,
        keep_aspect_ratio_policy=None if op.policy == "stretch" else op.policy,
    )


def _older_scales(op: Resize, opset: int) -> list[float] | None:
    """The scales of all axes where operators before opset 11 have the same law."""
    dims = list(shape_of(op.x.type) or ())
    axes = op.axes or range(len(dims))
    if op.mode == "cubic" or op.coordinates != "asymmetric" or op.exclude_outside or op.antialias:
        return None
    scales: list[float] = list(op.scales or ())
    if op.sizes is not None:
        pairs = [(size, dims[axis]) for size, axis in zip(op.sizes, axes, strict=True)]
        if op.policy != "stretch" or any(not is_known(b) or not b or a % b for a, b in pairs):
            return None
        scales = [float(a // b) for a, b in pairs]
    grows = all(scale >= 1 for scale in scales)
    shrinks = opset >= 10 and all(scale <= 1 for scale in scales)
    if op.mode == "nearest":
        grows, shrinks = grows and op.rounding == "floor", shrinks and op.rounding == "ceil"
    if opset < 7 or not (grows or shrinks or (op.mode == "linear" and opset >= 10)):
        return None
    return _filled([1.0] * len(dims), axes, scales)


def _write_older(op: Resize, m: Model, scales: list[float]) -> SSAValue:
    name = "Upsample" if m.opset < 10 else "Resize"
    need_types(m, name, op.x)
    if m.opset < 9:
        return m.node(name, op.x, mode=op.mode, scales=scales)
    return m.node(name, op.x, m.const(scales, element_type=f32), mode=op.mode)


# --- Between channels and space -----------------------------------------------------------------


@reads("DepthToSpace")
def read_depth_to_space(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(DepthToSpace, x, block=n.int("blocksize"), mode=_order(n))


@reads("SpaceToDepth")
def read_space_to_depth(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(SpaceToDepth, x, block=n.int("blocksize"), mode=_order(n))


def _order(n: Node) -> str:
    return n.string("mode", "DCR").lower()


@writes(DepthToSpace)
def write_depth_to_space(op: DepthToSpace, m: Model) -> SSAValue:
    return _write_blocks("DepthToSpace", 11, op, m)


@writes(SpaceToDepth)
def write_space_to_depth(op: SpaceToDepth, m: Model) -> SSAValue:
    return _write_blocks("SpaceToDepth", 28, op, m)


def _write_blocks(name: str, modes_since: int, op: Any, m: Model) -> SSAValue:
    need_types(m, name, op.x)
    if op.mode != "dcr":
        m.need(modes_since)
    mode = op.mode.upper() if m.opset >= modes_since else None
    y = m.node(name, to_nchw(m, op.x, op.layout), blocksize=op.block, mode=mode)
    return from_nchw(m, y, op.x, op.layout)
