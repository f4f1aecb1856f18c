"""If, Loop, Scan."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Attribute, Block, OpResult, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ....dialects.nn.constant import Constant
from ....dialects.nn.control import If, Loop, common
from ....dialects.nn.elementwise import Sub
from ....dialects.nn.graph import Yield
from ....dialects.nn.index import Gather
from ....dialects.nn.movement import Slice
from ....dialects.nn.shape import ShapeOf, Transpose
from ....dialects.onnx import graph_names
from ...names import hint_of, set_hint
from ...op import DYNAMIC, Op, shape_of, tensor
from ...weights import Elements
from . import Model, Node, Refused, reads, writes
from .shape import axis_of, dims_of, is_known

# --- If -----------------------------------------------------------------------------------------


@reads("If")
def read_if(n: Node) -> Sequence[SSAValue]:
    (condition,) = n.operands()
    places = graph_names(n.op)
    branches = [n.region(places.index(name)) for name in ("then_branch", "else_branch")]
    return n.emit_op(If, condition, regions=branches).results


@writes(If)
def write_if(op: If, m: Model) -> Sequence[SSAValue]:
    names = ("then_branch", "else_branch")
    regions = [(name, _written(m, r)) for name, r in zip(names, op.regions, strict=True)]
    return _results(m.node("If", op.condition, outputs=len(op.results), regions=regions))


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
    operands += [None] * (2 - len(operands))
    regions = [("body", _written(m, op.regions[0]))]
    return _results(m.node("Loop", *operands, outputs=len(op.results), regions=regions))


def _results(found: Any) -> Sequence[SSAValue]:
    return [found] if isinstance(found, SSAValue) else found


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
        if value.owner is last or value in seen or not _is_inside(value, written.block):
            op = IDENTITY.create(operands=[value], result_types=[value.type])
            written.block.insert_op_before(op, last)
            last.operands[i] = op.results[0]
        seen.add(value)
    return written


def _is_inside(value: SSAValue, block: Block) -> bool:
    return isinstance(value, OpResult) and value.op.parent is block


# --- Scan ---------------------------------------------------------------------------------------


class _Place:
    """A block in which operations are built for a node."""

    def __init__(self, n: Node, types: Sequence[Attribute] = ()) -> None:
        self.location = n.op.location
        self.block = Block(arg_types=types)

    def emit_op(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> Any:
        try:
            op = cls.of(*operands, loc=self.location, **properties)
        except VerifyException as e:
            raise Refused(f"becomes '{cls.name}', which {e.args[0]}") from None
        self.block.add_op(op)
        return op

    def emit(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> SSAValue:
        return self.emit_op(cls, *operands, **properties).result

    def number(self, value: int) -> SSAValue:
        return self.emit(Constant, value=_number(value))

    def ends(self, values: Sequence[SSAValue]) -> Region:
        self.block.add_op(Yield.create(operands=values, location=self.location))
        return Region(self.block)


def _number(value: int) -> Elements:
    import numpy as np

    return Elements.of(np.array(value, np.int64))


@reads("Scan", since=9)
def read_scan(n: Node) -> Sequence[SSAValue]:
    """A loop whose body picks the slices of this turn; results are reversed, and moved, after it."""
    count = n.int("num_scan_inputs", 0)
    operands = n.operands()
    if not 0 < count <= len(operands):
        n.refuse(f"has num_scan_inputs {count} and {len(operands)} operands")
    init, inputs = operands[:-count], operands[-count:]
    axes = n.ints("scan_input_axes") or (0,) * count
    axes = [axis_of(n, a, len(dims_of(n, x))) for a, x in zip(axes, inputs, strict=True)]
    backward = n.ints("scan_input_directions") or (0,) * count
    loop = _scan(n, n, init, inputs, axes, backward)
    outputs = loop.results[len(init) :]
    directions = n.ints("scan_output_directions") or (0,) * len(outputs)
    to = n.ints("scan_output_axes") or (0,) * len(outputs)
    moved = [_placed(n, *entry) for entry in zip(outputs, directions, to, strict=True)]
    return [*loop.results[: len(init)], *moved]


@reads("Scan", until=8)
def read_scan_of_batches(n: Node) -> Sequence[SSAValue]:
    """The first version: the first dim of every operand is the batch, a loop around the loop."""
    count = n.int("num_scan_inputs", 0)
    lengths, *operands = n.operands(1)
    if lengths is not None:
        n.refuse("has sequence_lens; the results of a batch would differ in length")
    init, inputs = operands[:-count], operands[-count:]
    backward = n.ints("directions") or (0,) * count
    outer = _Place(n, [tensor([], of=i64), tensor([], of=i1)])
    turn, go_on = outer.block.args
    states, slices = (
        [outer.emit(Gather, x, turn, axis=0) for x in values] for values in (init, inputs)
    )
    loop = _scan(n, outer, states, slices, (0,) * count, backward)
    body = outer.ends([go_on, *loop.results])
    trip = _length(n, n, inputs[0], 0)
    return n.emit_op(Loop, trip, None, scans=len(loop.results), regions=[body]).results


def _scan(
    n: Node,
    place: Any,
    init: Sequence[SSAValue],
    inputs: Sequence[SSAValue],
    axes: Sequence[int],
    backward: Sequence[int],
) -> Any:
    """The loop, built in `place` (the node's, or a block), with its outputs along a first axis."""
    slices: list[Attribute] = []
    for x, axis in zip(inputs, axes, strict=True):
        dims = dims_of(n, x)
        slices.append(tensor([*dims[:axis], *dims[axis + 1 :]], of=x.type))
    old = _stable_body(n, [], [v.type for v in init], slices).block
    states = [a.type for a in old.args[: len(init)]]
    new = _Place(n, [tensor([], of=i64), tensor([], of=i1), *states])
    turn, go_on, *arguments = new.block.args
    for x, axis, reverse in zip(inputs, axes, backward, strict=True):
        index = turn
        if reverse:
            last = _last(n, new, x, axis)
            index = new.emit(Sub, last, turn)
        arguments.append(new.emit(Gather, x, index, axis=axis))
    return _moved_body(place, old, new, arguments, go_on, _length(n, place, inputs[0], axes[0]), init)
