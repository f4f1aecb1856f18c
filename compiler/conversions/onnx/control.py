"""If, Loop, Scan."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import UnrankedTensorType, i1, i64
from xdsl.ir import Attribute, Block, OpResult, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ....dialects.nn.constant import Constant
from ....dialects.nn.control import If, Loop, common
from ....dialects.nn.elementwise import Sub
from ....dialects.nn.graph import Yield
from ....dialects.nn.index import Gather
from ....dialects.nn.movement import Slice
from ....dialects.nn.shape import Reshape, ShapeOf, Transpose
from ....dialects.onnx import graph_names, onnx_op
from ...names import hint_of, set_hint
from ...op import DYNAMIC, Op, shape_of, tensor
from ...weights import Elements
from . import Model, Node, Refused, reads, writes
from .shape import axis_of, dims_of, is_known

FIRST = -(2**63)
"""As the end of a slice backwards: before the first element."""
IDENTITY = onnx_op("", "Identity")

# --- If -----------------------------------------------------------------------------------------


@reads("If")
def read_if(n: Node) -> Sequence[SSAValue]:
    """Of a condition that is known only the branch that is taken is read, and stands for the If."""
    (condition,) = n.operands()
    places = graph_names(n.op)
    branches = [places.index(name) for name in ("then_branch", "else_branch")]
    known = n.constant(condition)
    if known is not None:
        return n.splice(n.region(branches[0 if known.reshape(()) else 1]))
    return n.emit_op(If, condition, regions=[n.region(i) for i in branches]).results


@writes(If)
def write_if(op: If, m: Model) -> Sequence[SSAValue]:
    names = ("then_branch", "else_branch")
    regions = [(name, _written(m, r)) for name, r in zip(names, op.regions, strict=True)]
    return _node(m, "If", [op.condition], len(op.results), regions)


# --- Loop ---------------------------------------------------------------------------------------


@reads("Loop")
def read_loop(n: Node) -> Sequence[SSAValue]:
    trip, cond, *init = n.operands(2)
    counters = [_counter(n, 0, i64), _counter(n, 1, i1)]
    body = _stable_body(n, counters, [v.type for v in init], [])
    scans = len(_yielded(body)) - 1 - len(init)
    return n.emit_op(Loop, trip, cond, *init, scans=scans, regions=[body]).results


def _counter(n: Node, index: int, element: Attribute) -> Attribute:
    """The type of a body's number of the turn, or condition: without dims, unless it claims one."""
    claimed = shape_of(n.op.regions[0].block.args[index].type)
    return tensor([1] if claimed and len(claimed) == 1 else [], of=element)


def _stable_body(
    n: Node, before: Sequence[Attribute], states: Sequence[Any], after: Sequence[Attribute]
) -> Region:
    """
    The body, its states (in front of which it yields as many as `before` has but one) of types that
    hold for every turn: where a turn changes a state's shape, that is not known inside.
    """
    types = list(states)
    first = max(0, len(before) - 1)
    for weaken in (_joined, _joined, _without_sizes, _without_rank, _without_rank):
        body = n.region(0, [*before, *types, *after])
        yielded = _yielded(body)[first : first + len(types)]
        if len(yielded) < len(types):
            n.refuse(f"has {len(types)} states, of which its body yields {len(yielded)}")
        later = [weaken(n, a, b) for a, b in zip(types, yielded, strict=True)]
        if later == types:
            return body
        types = later
        body.drop_all_references()
    n.refuse("has states whose types differ from turn to turn")


def _joined(n: Node, a: Any, b: Any) -> Any:
    try:
        return common(a, b)
    except VerifyException as e:
        n.refuse(f"has a state, first of type {a}, whose body {e.args[0]}")


def _without_sizes(n: Node, a: Any, b: Any) -> Any:
    joined = _joined(n, a, b)
    dims = shape_of(joined)
    return joined if joined == a or dims is None else tensor([DYNAMIC] * len(dims), of=joined)


def _without_rank(n: Node, a: Any, b: Any) -> Any:
    joined = _joined(n, a, b)
    return joined if joined == a else UnrankedTensorType(joined.element_type)


def _yielded(region: Region) -> list[Any]:
    last = region.block.last_op
    assert isinstance(last, Yield)
    return list(last.operand_types)


@writes(Loop)
def write_loop(op: Loop, m: Model) -> Sequence[SSAValue]:
    operands = op.operands_with_holes()
    if len(operands) < 2:  # a node has that many, and an absent one at its end is none
        m.need(11)
        operands = [*(operands or [None]), m.const(True, i1)]
    regions = [("body", _written(m, op.regions[0]))]
    return _node(m, "Loop", operands, len(op.results), regions)


def _node(
    m: Model, name: str, operands: Sequence[Any], count: int, regions: Sequence[tuple[str, Region]]
) -> Sequence[SSAValue]:
    found = m.node(name, *operands, outputs=count, regions=regions)
    return [found] if count == 1 else found


def _written(m: Model, region: Region) -> Region:
    """
    A region as a graph, whose outputs are values of its own, each another: a value from outside, an
    input, or one that is yielded twice, passes through Identity.
    """
    written = m.region(region)
    last = written.block.last_op
    assert isinstance(last, Yield)
    seen = set[SSAValue]()
    for i, value in enumerate(last.operands):
        if value in seen or not _is_inside(value, written.block):
            op = IDENTITY.create(operands=[value], result_types=[value.type])
            written.block.insert_op_before(op, last)
            last.operands[i] = op.results[0]
        seen.add(value)
    return written


def _is_inside(value: SSAValue, block: Block) -> bool:
    return isinstance(value, OpResult) and value.op.parent is block


# --- Scan ---------------------------------------------------------------------------------------


class _Body:
    """A block in which operations are built, as by a node."""

    def __init__(self, n: Node, types: Sequence[Attribute]) -> None:
        self.location = n.op.location
        self.block = Block(arg_types=types)

    def emit(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> SSAValue:
        return self.emit_op(cls, *operands, **properties).result

    def emit_op(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> Any:
        try:
            op = cls.of(*operands, loc=self.location, **properties)
        except VerifyException as e:
            raise Refused(f"becomes '{cls.name}', which {e.args[0]}") from None
        self.block.add_op(op)
        return op


@reads("Scan", since=9)
def read_scan(n: Node) -> Sequence[SSAValue]:
    """A loop whose body picks the slices of its turn; results are reversed, and moved, after it."""
    init, inputs = _scanned(n, n.operands())
    count = len(inputs)
    given = n.ints("scan_input_axes", (0,) * count)
    axes = [axis_of(n, a, len(dims_of(n, x))) for a, x in zip(given, inputs, strict=True)]
    loop = _scan(n, n, init, inputs, axes, n.ints("scan_input_directions", (0,) * count))
    states, outputs = loop.results[: len(init)], loop.results[len(init) :]
    directions = n.ints("scan_output_directions", (0,) * len(outputs))
    to = n.ints("scan_output_axes", (0,) * len(outputs))
    return [*states, *(_placed(n, *v) for v in zip(outputs, directions, to, strict=True))]


@reads("Scan", until=8)
def read_scan_of_batches(n: Node) -> Sequence[SSAValue]:
    """At first every operand and result had a batch as its first dim: a loop around the loop."""
    lengths, *operands = n.operands(1)
    if lengths is not None:
        n.refuse("has sequence_lens; the results of a batch would differ in length")
    init, inputs = _scanned(n, operands)
    outer = _Body(n, [tensor([], of=i64), tensor([], of=i1)])
    turn, go_on = outer.block.args
    states = [outer.emit(Gather, v, turn, axis=0) for v in init]
    slices = [outer.emit(Gather, v, turn, axis=0) for v in inputs]
    zeros = (0,) * len(inputs)
    loop = _scan(n, outer, states, slices, zeros, n.ints("directions", zeros))
    outer.block.add_op(Yield.create(operands=[go_on, *loop.results]))
    trip, body = _length(n, inputs[0], 0), Region(outer.block)
    return n.emit_op(Loop, trip, None, scans=len(loop.results), regions=[body]).results


def _scanned(n: Node, operands: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The states and what is scanned."""
    count = n.int("num_scan_inputs", 0)
    if not 0 < count <= len(operands):
        n.refuse(f"has num_scan_inputs {count} and {len(operands)} operands")
    return operands[:-count], operands[-count:]


def _scan(
    n: Node,
    place: "Node | _Body",
    init: Sequence[SSAValue],
    inputs: Sequence[SSAValue],
    axes: Sequence[int],
    backward: Sequence[int],
) -> Any:
    """The loop, built in `place`; its results after the states have the turn as their first dim."""
    all_dims = [dims_of(n, x) for x in inputs]
    slices = [
        tensor([*dims[:axis], *dims[axis + 1 :]], of=x.type)
        for x, dims, axis in zip(inputs, all_dims, axes, strict=True)
    ]
    old = _stable_body(n, [], [v.type for v in init], slices).block
    states = [a.type for a in old.args[: len(init)]]
    new = _Body(n, [tensor([], of=i64), tensor([], of=i1), *states])
    turn, go_on = new.block.args[:2]
    arguments: list[SSAValue] = [*new.block.args[2:]]
    trip = _length(place, inputs[0], axes[0])
    last = place.emit(Sub, trip, place.emit(Constant, value=_number(1))) if any(backward) else turn
    back = new.emit(Sub, last, turn) if any(backward) else turn
    for x, axis, reverse in zip(inputs, axes, backward, strict=True):
        arguments.append(new.emit(Gather, x, back if reverse else turn, axis=axis))
    scans = _move(old, new.block, arguments, go_on) - len(init)
    return place.emit_op(Loop, trip, None, *init, scans=scans, regions=[Region(new.block)])


def _move(old: Block, new: Block, arguments: Sequence[SSAValue], go_on: SSAValue) -> int:
    """Moves a body to a block that yields a condition, too; returns how many values it yielded."""
    for before, after in zip(old.args, arguments, strict=True):
        set_hint(after, hint_of(before))
        before.replace_all_uses_with(after)
    for op in list(old.ops):
        op.detach()
        if isinstance(op, Yield):
            new.add_op(Yield.create(operands=[go_on, *op.operands]))
            count = len(op.operands)
            op.erase()
            return count
        new.add_op(op)
    raise AssertionError("a body ends in nn.yield")


def _length(place: "Node | _Body", x: SSAValue, axis: int) -> SSAValue:
    """The size of an axis."""
    size = (shape_of(x.type) or ())[axis]
    if is_known(size):
        return place.emit(Constant, value=_number(size))
    return place.emit(Reshape, place.emit(ShapeOf, x, start=axis, end=axis + 1), shape=())


def _number(value: int) -> Elements:
    import numpy as np

    return Elements.of(np.array(value, np.int64))


def _placed(n: Node, y: SSAValue, reverse: int, axis: int) -> SSAValue:
    """A result, reversed along its first axis if asked for, which becomes `axis`."""
    rank = len(dims_of(n, y))
    if reverse:
        y = n.emit(Slice, y, starts=(-1,), ends=(FIRST,), axes=(0,), steps=(-1,))
    perm = list(range(1, rank))
    perm.insert(axis_of(n, axis, rank), 0)
    return y if perm[0] == 0 else n.emit(Transpose, y, perm=tuple(perm))
