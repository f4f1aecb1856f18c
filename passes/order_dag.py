"""Operations stand in depth-first post-order from the returned values, captures included.

So nothing after this pass depends on the order in the file. An operation that no result needs and
that has no effect is dropped; one that may have an effect stays, behind the others.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.traits import is_side_effect_free

from ..compiler import topology
from ..compiler.driver.diagnostics import fail
from ..compiler.statistics import count
from ..compiler.topology import Cycle


@dataclass(frozen=True)
class OrderDagPass(ModulePass):
    name = "order-dag"
    law = "exact"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and function.body.blocks:
                order(function)


def order(function: FuncOp) -> None:
    """Orders the blocks of a function, inner ones first: what is dead there captures nothing."""
    blocks = list(function.body.blocks)
    for block in blocks:
        for op in block.ops:
            blocks += [b for region in op.regions for b in region.blocks]
    for block in reversed(blocks):
        _order(block)


def _order(block: Block) -> None:
    ops = list(block.ops)
    if not ops:
        return
    depends = topology.dependencies(ops)
    last = len(ops) - 1
    roots = [*depends[last], *(i for i in range(last) if not is_side_effect_free(ops[i])), last]
    found = topology.post_order(depends, roots)
    if isinstance(found, Cycle):
        fail(ops[found.path[0]], "operation takes part in a cycle; run build-dag first")
    kept = set(found)
    count("num-dropped", "Number of operations that nothing reads", len(ops) - len(kept))
    count("num-moved", "Number of operations put at another place", _moved(found))
    if found == list(range(len(ops))):
        return
    _drop([op for i, op in enumerate(ops) if i not in kept])
    topology.reorder(block, [ops[i] for i in found])


def _moved(order: list[int]) -> int:
    """How many stand elsewhere among those that stay."""
    return sum(a != b for a, b in zip(order, sorted(order), strict=True))


def _drop(dead: list[Operation]) -> None:
    for op in dead:
        op.detach()
        op.drop_all_references()
    for op in dead:
        op.erase(safe_erase=False)
