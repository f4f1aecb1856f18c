"""Topological order of the operations of a block: linear, stable, without recursion."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from xdsl.ir import Block, Operation, Region, SSAValue


@dataclass(frozen=True)
class Cycle:
    """Operations each of which reads a result of the one before it; the first reads the last's."""

    path: tuple[int, ...]


# `op.operands` makes an object for each mention; this is the tuple behind it.
_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")


def walk(regions: Iterable[Region]) -> Iterator[Operation]:
    """The operations of regions and of the regions inside, in textual order."""
    blocks = [block for region in regions for block in region.blocks]
    stack = [iter(block.ops) for block in reversed(blocks)]
    while stack:
        for op in stack[-1]:
            yield op
            if op.regions:
                inner = [block for region in op.regions for block in region.blocks]
                stack += [iter(block.ops) for block in reversed(inner)]
                break
        else:
            stack.pop()


def reads(op: Operation) -> Iterable[SSAValue]:
    """The values an operation reads: its operands, then what its regions capture and use."""
    if not op.regions:
        return _operands(op)
    return [*_operands(op), *(v for inner in walk(op.regions) for v in _operands(inner))]


def dependencies(ops: Sequence[Operation]) -> list[list[int]]:
    """For each operation of a block, the positions of those it reads, in the order read."""
    position: dict[Operation | Block, int] = {op: i for i, op in enumerate(ops)}
    found: list[list[int]] = []
    for op in ops:
        owners = [position.get(value.owner) for value in reads(op)]
        found.append([at for at in owners if at is not None])
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
    """
    Puts the operations of a block, all of them, into this order.

    Sets the links between them directly: to detach and add each costs more than all the sorting.
    """
    before: Operation | None = None
    for op in ops:
        op._prev_op = before  # pyright: ignore[reportPrivateUsage]
        if before is not None:
            before._next_op = op  # pyright: ignore[reportPrivateUsage]
        before = op
    if before is not None:
        before._next_op = None  # pyright: ignore[reportPrivateUsage]
        block._first_op = ops[0]  # pyright: ignore[reportPrivateUsage]
        block._last_op = before  # pyright: ignore[reportPrivateUsage]
