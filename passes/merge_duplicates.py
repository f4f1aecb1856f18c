"""Operations of equal operands and properties are one: the first of them serves all readers.

Equal constants are one, too: same type, same bits. In regions, what stands outside serves inside.
Names and locations do not count; those of the first stay.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.traits import is_side_effect_free

from ..compiler import names
from ..compiler.functions import defined
from ..compiler.statistics import count

Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class MergeDuplicatesPass(ModulePass):
    name = "merge-duplicates"
    law = "exact"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        count("num-merged", "Number of operations equal to one before them", 0)
        for function in defined(op):
            _merge(function.body.block)


def _merge(entry: Block) -> None:
    """Walks in order; what a block makes known is forgotten where it ends."""
    known: dict[Key, Operation] = {}
    stack: list[tuple[Iterator[Operation], list[Key]]] = [(iter(list(entry.ops)), [])]
    while stack:
        ops, mine = stack[-1]
        op = next(ops, None)
        if op is None:
            for key in mine:
                del known[key]
            stack.pop()
        elif op.regions:
            inner = [b for region in op.regions for b in region.blocks]
            stack += [(iter(list(b.ops)), []) for b in inner]
        elif is_side_effect_free(op):
            _keep_or_merge(op, known, mine)


def _keep_or_merge(op: Operation, known: dict[Key, Operation], mine: list[Key]) -> None:
    key = _key(op)
    first = known.setdefault(key, op)
    if first is op:
        mine.append(key)
        return
    count("num-merged", "Number of operations equal to one before them")
    for old, new in zip(op.results, first.results, strict=True):
        old.replace_all_uses_with(new)
        if names.name_of(new) is None:
            names.set_name(new, names.name_of(old))
    op.detach()
    op.erase()


def _key(op: Operation) -> Key:
    return (
        type(op),
        tuple(map(id, op.operands)),
        tuple(sorted(op.properties.items(), key=lambda item: item[0])),
        tuple(op.result_types),
    )
