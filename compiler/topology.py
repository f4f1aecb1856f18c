"""Topological order of the operations of a block: linear, stable, without recursion."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue


@dataclass(frozen=True)
class Cycle:
    """Operations each of which reads a result of the one before it; the first reads the last's."""

    path: tuple[int, ...]


def walk(regions: Iterable[Region]) -> Iterator[Operation]:
    """The operations of regions and of the regions inside, in textual order."""
    stack = [iter(_operations(regions))]
    while stack:
        op = next(stack[-1], None)
        if op is None:
            stack.pop()
            continue
        yield op
        if op.regions:
            stack.append(iter(_operations(op.regions)))


def _operations(regions: Iterable[Region]) -> Iterator[Operation]:
    for region in regions:
        for block in region.blocks:
            yield from block.ops


def reads(op: Operation) -> Iterator[SSAValue]:
    """The values an operation reads: its operands, then what its regions capture and use."""
    yield from op.operands
    for inner in walk(op.regions):
        yield from inner.operands


def dependencies(ops: Sequence[Operation]) -> list[list[int]]:
    """For each operation of a block, the positions of those it reads, in the order it reads them."""
    position = {op: i for i, op in enumerate(ops)}
    found: list[list[int]] = []
    for op in ops:
        mine: list[int] = []
        for value in reads(op):
            if isinstance(value, OpResult) and (at := position.get(value.op)) is not None:
                mine.append(at)
        found.append(mine)
    return found


def post_order(depends: Sequence[Sequence[int]], roots: Iterable[int]) -> list[int] | Cycle:
    """
    The nodes that the roots need, each after all it depends on; otherwise in the order asked for.

    A list that is in order already stays as it is when its roots are all nodes in that order.
    """
    order: list[int] = []
    state = bytearray(len(depends))  # 0 new, 1 on the path, 2 done
    for root in roots:
        if state[root]:
            continue
        path = [root]
        below = [iter(depends[root])]
        state[root] = 1
        while path:
            node = next(below[-1], None)
            if node is None:
                done = path.pop()
                below.pop()
                state[done] = 2
                order.append(done)
            elif not state[node]:
                state[node] = 1
                path.append(node)
                below.append(iter(depends[node]))
            elif state[node] == 1:
                return Cycle(tuple(reversed(path[path.index(node) :])))
    return order


def reorder(block: Block, ops: Sequence[Operation]) -> None:
    """Puts the operations of a block into this order."""
    for op in ops:
        op.detach()
    block.add_ops(ops)
