"""Regions that run never, once or many times; they see the values around them."""

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import TensorType, UnrankedTensorType, i1, i64
from xdsl.ir import Attribute, Region

from ...compiler.op import (
    DYNAMIC,
    Op,
    compatible,
    int_,
    operand,
    optional,
    refuse,
    rest,
    shape_of,
    tensor,
)
from .graph import Yield


class If(Op, name="nn.if", regions=2, unranked=True):
    """
    What the first region yields where `condition`, one boolean, is true; else what the second does.

    `%y = nn.if %c ({ nn.yield %a : … }, { nn.yield %b : … }) : (tensor<i1>) -> tensor<?xf32>`

    The regions have no arguments. Of each result, what the yielded types have in common is known:
    a dim that differs is `?`, no rank where the ranks differ. ONNX If-25.
    """

    condition = operand()

    @staticmethod
    def infer(condition: Any, regions: Sequence[Region]) -> tuple[Attribute, ...]:
        _check_one(condition, i1, "a condition")
        branches = [_yielded(region) for region in regions]
        if any(region.block.args for region in regions):
            refuse("has a region with arguments")
        if len(branches[0]) != len(branches[1]):
            refuse(f"yields {len(branches[0])} values or {len(branches[1])}")
        return tuple(map(common, *branches))


class Loop(Op, name="nn.loop", regions=1, unranked=True):
    """
    Runs a region again and again while the condition is true, at most `trip` times where that is
    there. The condition before the first turn is `cond`, or true; afterwards what the region yields
    first, as runtimes of ONNX have it even without `cond`.

    `%s, %all = nn.loop %n, %c, %init ({^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<f32>):
    … nn.yield %go, %next, %scan : … }) {scans = 1 : i64} : … -> (tensor<f32>, tensor<?xf32>)`

    The region's arguments are the number of the turn from 0, the condition, and the states, at
    first `init`; it yields the condition, the next states, and `scans` values, which are stacked
    along a new first axis. Results: the last states, the stacks. ONNX Loop-25; Scan becomes one.
    """

    trip = optional()
    cond = optional()
    init = rest()
    scans = int_(0)

    @staticmethod
    def infer(
        trip: Any,
        cond: Any,
        init: Sequence[Any],
        scans: int,
        regions: Sequence[Region],
    ) -> tuple[Attribute, ...]:
        if trip is not None:
            _check_one(trip, i64, "a trip count")
        if cond is not None:
            _check_one(cond, i1, "a condition")
        arguments = [a.type for a in regions[0].block.args]
        yielded = _yielded(regions[0])
        if scans < 0 or len(arguments) != 2 + len(init):
            refuse(f"has {len(init)} states and a region of {len(arguments)} arguments")
        if len(yielded) != 1 + len(init) + scans:
            refuse(f"yields {len(yielded)} values, not {1 + len(init) + scans}")
        _check_counter(arguments[0], i64, "a number of the turn")
        _check_counter(arguments[1], i1, "a condition")
        _check_one(yielded[0], i1, "a condition")
        states = yielded[1 : 1 + len(init)]
        for i, (first, inside, later) in enumerate(zip(init, arguments[2:], states, strict=True)):
            for given in (first, later):
                if not compatible(given, inside):
                    refuse(f"has state #{i} of type {inside}, which gets {given}")
        return *arguments[2:], *map(_stacked, yielded[1 + len(init) :])


def common(a: Any, b: Any) -> Attribute:
    """The type of a value that has the one type or the other; refuses where there is none."""
    if a == b:
        return a
    if not _is_tensor(a) or not _is_tensor(b):
        refuse(f"yields {a} or {b}")
    if a.element_type != b.element_type:
        refuse(f"yields {a} or {b}, of different element types")
    s, t = shape_of(a), shape_of(b)
    if s is None or t is None or len(s) != len(t):
        return UnrankedTensorType(a.element_type)
    return tensor((m if m == n else DYNAMIC for m, n in zip(s, t, strict=True)), of=a)


def _is_tensor(type_: Any) -> bool:
    return isinstance(type_, TensorType | UnrankedTensorType)


def _yielded(region: Region) -> tuple[Any, ...]:
    if len(region.blocks) != 1:
        refuse(f"has a region of {len(region.blocks)} blocks")
    last = region.block.last_op
    if not isinstance(last, Yield):
        refuse("has a region that does not end in nn.yield")
    return tuple(last.operand_types)


def _check_one(type_: Any, element: Attribute, what: str) -> None:
    """Refuses a type that cannot be that of one element."""
    many = any(n not in (1, DYNAMIC) for n in shape_of(type_) or ())
    if not _is_tensor(type_) or type_.element_type != element or many:
        refuse(f"has {what} of type {type_}; one {element} belongs there")


def _check_counter(type_: Any, element: Attribute, what: str) -> None:
    """Refuses a type of a region's argument that is not one element, for sure."""
    if type_ not in (tensor([], of=element), tensor([1], of=element)):
        refuse(f"has {what} of type {type_}; one {element} belongs there")


def _stacked(type_: Any) -> Attribute:
    dims = shape_of(type_)
    if dims is None:
        refuse(f"stacks a value of type {type_}, whose rank is not known")
    return tensor((DYNAMIC, *dims), of=type_)
