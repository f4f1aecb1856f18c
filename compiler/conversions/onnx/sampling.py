"""GridSample, AffineGrid, RoiAlign, MaxRoiPool."""

from xdsl.ir import SSAValue

from ....dialects.nn.sampling import (
    AffineGrid,
    DynamicAffineGrid,
    GridSample,
    MaxRoiPool,
    RoiAlign,
)
from ....dialects.nn.shape import is_known
from ...op import DYNAMIC, shape_of
from . import Model, Node, reads, writes
from ._schema import need_types
from .shape import as_i64, entries

MODES = {"bilinear": "linear", "bicubic": "cubic"}
"""Names of before opset 20, which has any number of dims."""


@reads("GridSample")
def read_grid_sample(n: Node) -> SSAValue:
    x, grid = n.operands(2)[:2]
    mode = n.string("mode", "linear")
    return n.emit(
        GridSample,
        x,
        grid,
        mode=MODES.get(mode, mode),
        padding=n.string("padding_mode", "zeros"),
        align_corners=bool(n.int("align_corners", 0)),
    )


@writes(GridSample)
def write_grid_sample(op: GridSample, m: Model) -> SSAValue:
    m.need(16 if len(shape_of(op.x.type) or ()) == 4 else 20)
    need_types(m, "GridSample", op.x, op.grid)
    older = {name: mode for mode, name in MODES.items()} if m.opset < 20 else {}
    return m.node(
        "GridSample",
        op.x,
        op.grid,
        mode=older.get(op.mode, op.mode),
        padding_mode=op.padding,
        align_corners=op.align_corners,
    )


@reads("AffineGrid")
def read_affine_grid(n: Node) -> SSAValue:
    theta, shape = n.operands(2)[:2]
    align_corners = bool(n.int("align_corners", 0))
    known = entries(n, shape)
    if known is not None and len(known) > 2 and all(size >= 0 for size in known[2:]):
        return n.emit(AffineGrid, theta, sizes=tuple(known[2:]), align_corners=align_corners)
    return n.emit(DynamicAffineGrid, theta, shape, align_corners=align_corners)


@writes(AffineGrid)
def write_affine_grid(op: AffineGrid, m: Model) -> SSAValue:
    m.need(20)
    need_types(m, "AffineGrid", op.theta)
    batch = (shape_of(op.theta.type) or (DYNAMIC,))[0]
    if is_known(batch):
        shape = m.const((batch, 1, *op.sizes))
    else:
        first = m.node("Shape", op.theta, start=0, end=1)
        shape = m.node("Concat", first, m.const((1, *op.sizes)), axis=0)
    return m.node("AffineGrid", op.theta, shape, align_corners=op.align_corners)


@writes(DynamicAffineGrid)
def write_dynamic_affine_grid(op: DynamicAffineGrid, m: Model) -> SSAValue:
    m.need(20)
    need_types(m, "AffineGrid", op.theta)
    return m.node("AffineGrid", op.theta, as_i64(m, op.shape), align_corners=op.align_corners)


@reads("RoiAlign")
def read_roi_align(n: Node) -> SSAValue:
    """Opset 16 shifts by half an element, unless told otherwise; 10 does not."""
    x, rois, batch = n.operands(3)[:3]
    shift = n.string("coordinate_transformation_mode", "half_pixel")
    return n.emit(
        RoiAlign,
        x,
        rois,
        batch,
        sizes=(n.int("output_height", 1), n.int("output_width", 1)),
        mode=n.string("mode", "avg"),
        sampling_ratio=n.int("sampling_ratio", 0),
        spatial_scale=n.float("spatial_scale", 1.0),
        half_pixel=n.version >= 16 and shift == "half_pixel",
    )


@writes(RoiAlign)
def write_roi_align(op: RoiAlign, m: Model) -> SSAValue:
    m.need(16 if op.half_pixel else 10)
    need_types(m, "RoiAlign", op.x, op.rois)
    shift = "half_pixel" if op.half_pixel else "output_half_pixel"
    height, width = op.sizes
    return m.node(
        "RoiAlign",
        op.x,
        op.rois,
        as_i64(m, op.batch),
        output_height=height,
        output_width=width,
        mode=op.mode,
        sampling_ratio=op.sampling_ratio,
        spatial_scale=op.spatial_scale,
        coordinate_transformation_mode=shift if m.opset >= 16 else None,
    )


@reads("MaxRoiPool")
def read_max_roi_pool(n: Node) -> SSAValue:
    x, rois = n.operands(2)[:2]
    sizes, scale = n.ints("pooled_shape"), n.float("spatial_scale", 1.0)
    return n.emit(MaxRoiPool, x, rois, sizes=sizes, spatial_scale=scale)


@writes(MaxRoiPool)
def write_max_roi_pool(op: MaxRoiPool, m: Model) -> SSAValue:
    need_types(m, "MaxRoiPool", op.x)
    given = {"pooled_shape": op.sizes, "spatial_scale": op.spatial_scale}
    return m.node("MaxRoiPool", op.x, op.rois, **given)
