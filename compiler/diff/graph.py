"""A function as a difference sees it: its operations in one list, those inside regions included."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import CallSiteLoc, FusedLoc, NameLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from .. import topology
from ..op import SEGMENTS, Uniform
from ..verifier import name_of
from ..weights import Elements, as_elements

FUNCTIONS = frozenset({"func.func", "nn.graph"})
ENDS = frozenset({"func.return", "nn.yield"})
"""What ends a region with the values that are its results."""

Read: TypeAlias = SSAValue | None
"""What an operation reads at one place; None where an optional operand is absent."""

# `op.operands` makes an object for each mention; this is the tuple behind it.
_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")


class Place(NamedTuple):
    """The block that holds an operation."""

    owner: "Node | None"
    """None for the function itself."""
    region: int
    block: int


@dataclass(eq=False, slots=True)
class Node:
    """An operation: where it stands, where it comes from, what it reads."""

    op: Operation
    index: int
    """Its position in the list."""
    operator: str
    leaves: tuple[str, ...]
    """The names of the operations that it was made of, its own if it never was rewritten."""
    place: Place
    reads: Sequence[Read]
    constant: Elements | None
    """What it holds, if it holds a tensor and reads nothing."""

    @property
    def dialect(self) -> str:
        return self.operator.partition(".")[0]

    @property
    def is_end(self) -> bool:
        return self.operator in ENDS


@dataclass(eq=False)
class Graph:
    """The operations of a function, or those of a module outside functions."""

    owner: Operation
    nodes: list[Node] = field(default_factory=lambda: list[Node]())
    """In textual order, without the ends of regions."""
    of: dict[Operation, Node] = field(default_factory=lambda: dict[Operation, Node]())
    """The node of each operation, ends of regions included."""
    ends: dict[Place, Node] = field(default_factory=lambda: dict[Place, Node]())
    inputs: Sequence[SSAValue] = ()
    places: dict[Block, Place] = field(default_factory=lambda: dict[Block, Place]())

    end: Node | None = None
    """What ends the function."""

    @property
    def outputs(self) -> Sequence[Read]:
        """What the function returns."""
        return () if self.end is None else self.end.reads

    @property
    def size(self) -> int:
        """The number of operations that compute."""
        return sum(node.constant is None for node in self.nodes)

    @property
    def arguments(self) -> Sequence[SSAValue]:
        """The arguments of the function's blocks but the first."""
        blocks = [block for region in self.owner.regions for block in region.blocks]
        return [argument for block in blocks[1:] for argument in block.args]

    def maker(self, value: SSAValue) -> Node | None:
        """The node whose result a value is; None for an argument."""
        owner = value.owner
        return None if isinstance(owner, Block) else self.of.get(owner)

    def readers(self, value: SSAValue) -> Iterator[tuple[Node, int]]:
        """The nodes that read a value, with the position of the operand."""
        for use in value.uses:
            node = self.of.get(use.operation)
            if node is not None:
                yield node, use.index


def graph_of(function: Operation) -> Graph:
    """A function's operations."""
    graph = Graph(function)
    blocks = [block for region in function.regions for block in region.blocks]
    if blocks:
        graph.inputs = blocks[0].args
    _add(graph, topology.walk(function.regions))
    return graph


def loose_graph_of(module: Operation) -> Graph:
    """A module's operations that are no functions."""
    ops = [op for region in module.regions for block in region.blocks for op in block.ops]
    loose = [op for op in ops if op.name not in FUNCTIONS]
    graph = Graph(module)
    _add(graph, (i for op in loose for i in (op, *topology.walk(op.regions))))
    return graph


def _add(graph: Graph, ops: Iterator[Operation]) -> None:
    graph.places |= _places(graph.owner, None)
    for op in ops:
        assert op.parent is not None
        operator = name_of(op)
        reads = _reads(op)
        constant = None if op.regions or op.successors or reads else _constant(op)
        leaves = leaves_of(op.location)
        node = Node(
            op, len(graph.nodes), operator, leaves, graph.places[op.parent], reads, constant
        )
        graph.of[op] = node
        if op.regions:
            graph.places |= _places(op, node)
        if node.is_end:
            graph.ends[node.place] = node
            graph.end = node if node.place.owner is None else graph.end
        else:
            graph.nodes.append(node)


def _places(op: Operation, node: Node | None) -> dict[Block, Place]:
    return {
        block: Place(node, r, b)
        for r, region in enumerate(op.regions)
        for b, block in enumerate(region.blocks)
    }


def _reads(op: Operation) -> Sequence[Read]:
    if SEGMENTS not in op.properties or not isinstance(op, Uniform):
        return _operands(op)
    try:
        return op.operands_with_holes()
    except VerifyException:  # nobody has verified it
        return _operands(op)


def _constant(op: Operation) -> Elements | None:
    found = (as_elements(attribute) for attribute in op.properties.values())
    return next((elements for elements in found if elements is not None), None)


def leaves_of(location: Attribute) -> tuple[str, ...]:
    """The names that a location leads to, each once; lines of files are none."""
    if isinstance(location, NameLoc):
        return (location.desc.data,)
    found: dict[str, None] = {}
    pending = [location]
    while pending:
        at = pending.pop()
        if isinstance(at, NameLoc):
            found[at.desc.data] = None
        elif isinstance(at, CallSiteLoc):
            pending.append(at.callee)
        elif isinstance(at, FusedLoc):
            pending += reversed(cast(Any, at.locations).data)
    return tuple(found)
