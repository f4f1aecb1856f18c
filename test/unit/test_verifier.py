"""The verifier on what text cannot say, against xDSL's own, and its cost."""

import time
from typing import Any

from xdsl.dialects import arith, func, test
from xdsl.dialects.builtin import FunctionType, ModuleOp, i32
from xdsl.ir import Block, Region

from nnopt.compiler.verifier import dominator_tree, faults


def function(block: Block) -> func.FuncOp:
    return func.FuncOp("f", FunctionType.from_lists([i32], [i32]), Region(block))


def chain(length: int) -> ModuleOp:
    block = Block(arg_types=[i32])
    value: Any = block.args[0]
    for _ in range(length):
        op = arith.AddiOp(value, value)
        block.add_op(op)
        value = op.result
    block.add_op(func.ReturnOp(value))
    return ModuleOp([function(block)])


def test_a_value_from_outside_an_isolated_op() -> None:
    outer = test.TestOp(result_types=[i32])
    block = Block(arg_types=[i32])
    block.add_op(func.ReturnOp(outer.results[0]))
    (fault,) = faults(ModuleOp([outer, function(block)]))
    assert fault.sentence == "'func.return' op using value defined outside the region"
    assert fault.notes[0][1] == "required by region isolation constraints"


def test_a_value_from_nowhere() -> None:
    block = Block(arg_types=[i32])
    lost = test.TestOp(result_types=[i32])
    block.add_op(func.ReturnOp(lost.results[0]))
    messages = [f.sentence for f in faults(ModuleOp([function(block)]))]
    assert messages == ["operand #0 does not dominate this use"]


def test_an_erased_value() -> None:
    block = Block(arg_types=[i32])
    op = test.TestOp(result_types=[i32])
    block.add_ops([op, func.ReturnOp(op.results[0])])
    op.detach()
    op.erase(safe_erase=False)
    messages = [f.message for f in faults(ModuleOp([function(block)]))]
    assert "operand #0 has been erased" in messages


def test_nesting_costs_no_stack() -> None:
    inner = test.TestTermOp()
    for _ in range(3000):
        inner = test.TestTermOp(regions=[Region(Block([inner]))])
    assert faults(ModuleOp([inner])) == []


def test_a_long_chain_of_blocks_costs_no_stack() -> None:
    blocks = [Block() for _ in range(2000)]
    entry = Block(arg_types=[i32])
    for block, following in zip([entry, *blocks], blocks, strict=False):
        block.add_op(test.TestTermOp(successors=[following]))
    blocks[-1].add_op(func.ReturnOp(entry.args[0]))
    f = func.FuncOp("f", FunctionType.from_lists([i32], [i32]), Region([entry, *blocks]))
    assert faults(ModuleOp([f])) == []


def test_dominators_of_a_diamond_and_a_loop() -> None:
    a, b, c, d, e = (Block() for _ in range(5))
    Region([a, b, c, d, e])
    for block, to in ((a, [b, c]), (b, [d]), (c, [d]), (d, [b, e])):
        block.add_op(test.TestTermOp(successors=to))
    tree = dominator_tree(a)
    assert {x: set(tree[x]) for x in tree} == {a: {b, c, d}, b: set(), c: set(), d: {e}, e: set()}


def test_it_is_linear() -> None:
    def cost(length: int) -> float:
        module = chain(length)
        start = time.process_time()
        assert faults(module) == []
        return time.process_time() - start

    small = min(cost(2000) for _ in range(3))
    assert min(cost(20000) for _ in range(2)) < 40 * small
