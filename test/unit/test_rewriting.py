"""What rewrites make keeps the names of what it replaces; rules that undo each other end."""

from collections.abc import Callable
from typing import Any

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import FusedLoc, StringAttr, UnknownLoc
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern
from xdsl.utils.exceptions import PassFailedException

from nnopt.compiler import read
from nnopt.compiler.names import name_of, set_name
from nnopt.compiler.rewriting import apply_patterns, fuse, keeping_locations

TEXT = """
func.func @f(%x: i32) -> i32 {
  %w = "test.pureop"() : () -> i32 loc("w")
  %a = "test.pureop"(%x, %w) {n = "conv"} : (i32, i32) -> i32 loc("conv")
  %b = "test.pureop"(%a) {n = "bn"} : (i32) -> i32 loc(fused<"earlier">["bn", "old"])
  %c = "test.op"(%b) {n = "relu"} : (i32) -> i32 loc("relu")
  func.return %c : i32
}
"""


class Pattern(RewritePattern):
    def __init__(self, wanted: str, act: Callable[[Operation, PatternRewriter], None]) -> None:
        self.wanted, self.act = wanted, act

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if named(op) == self.wanted:
            self.act(op, rewriter)


def named(op: Operation) -> str:
    name = op.attributes.get("n")
    return name.data if isinstance(name, StringAttr) else ""


def make(name: str, *operands: Any) -> Operation:
    result = operands[0].type
    return test.TestPureOp.create(
        operands=operands, result_types=[result], attributes={"n": StringAttr(name)}
    )


def find(root: Any, name: str) -> Operation:
    return next(op for op in root.walk() if named(op) == name)


def merge(op: Operation, rewriter: PatternRewriter) -> None:
    conv: Any = op.operands[0].owner
    rewriter.replace(op, make("merged", *conv.operands))


def test_a_new_op_has_the_names_of_the_root_and_of_what_is_left_unused() -> None:
    module = read(TEXT)
    assert apply_patterns(module, [Pattern("bn", merge)], "fuse")
    assert str(find(module, "merged").location) == 'loc(fused<"fuse">["bn", "old", "conv"])'
    find(module, "conv")  # nothing is deleted unless asked


def test_what_is_left_unused_may_be_deep() -> None:
    def forget(op: Operation, rewriter: PatternRewriter) -> None:
        first = op.parent_block()
        assert first is not None
        rewriter.replace(op, make("new", first.args[0]))

    module = read(TEXT)
    apply_patterns(module, [Pattern("bn", forget)], "p", dce=True)
    assert str(find(module, "new").location) == 'loc(fused<"p">["bn", "old", "conv", "w"])'
    assert all(named(op) != "conv" for op in module.walk())


def test_a_value_has_the_exact_name_of_what_it_replaces() -> None:
    def split(op: Operation, rewriter: PatternRewriter) -> None:
        half = make("half", *op.operands)
        rewriter.replace(op, (half, make("new", half.results[0])))

    module = read(TEXT)
    set_name(find(module, "bn").results[0], "layer1/bn_0")
    apply_patterns(module, [Pattern("bn", split)], "p")
    assert name_of(find(module, "new").results[0]) == "layer1/bn_0"
    assert name_of(find(module, "half").results[0]) is None


def test_a_given_location_stays() -> None:
    def move(op: Operation, rewriter: PatternRewriter) -> None:
        new = make("new", *op.operands)
        new.location = find(op.parent_op(), "relu").location
        rewriter.replace(op, new)

    module = read(TEXT)
    apply_patterns(module, [Pattern("bn", move)], "p")
    assert str(find(module, "new").location) == 'loc("relu")'


def test_a_walker_of_xdsl_keeps_names_in_the_driver() -> None:
    module = read(TEXT)
    with keeping_locations("fuse"):
        PatternRewriteWalker(Pattern("bn", merge)).rewrite_module(module)
    assert isinstance(find(module, "merged").location, FusedLoc)
    module = read(TEXT)
    PatternRewriteWalker(Pattern("bn", merge)).rewrite_module(module)
    assert isinstance(find(module, "merged").location, UnknownLoc)


def test_fused_locations_are_flat_unique_and_few() -> None:
    module = read("".join(f'"test.op"() {{n = "{i}"}} : () -> () loc("{i}")\n' for i in range(30)))
    locations = [op.location for op in module.ops]
    many = fuse("b", [fuse("a", locations[:10]), *locations[:5], *locations])
    assert isinstance(many, FusedLoc)
    names = ", ".join(f'"{i}"' for i in range(16))
    assert str(many) == f'loc(fused<"b">[{names}])'


@pytest.mark.parametrize("in_place", (False, True))
def test_rules_that_undo_each_other_end_in_an_error(in_place: bool) -> None:
    def flip(op: Operation, rewriter: PatternRewriter) -> None:
        other = {"conv": "vnoc", "vnoc": "conv"}[named(op)]
        if in_place:
            op.attributes["n"] = StringAttr(other)
            rewriter.notify_op_modified(op)
        else:
            rewriter.replace(op, make(other, *op.operands))

    with pytest.raises(PassFailedException, match="'flip' do not come to rest"):
        apply_patterns(read(TEXT), [Pattern("conv", flip), Pattern("vnoc", flip)], "flip")


def test_a_long_chain_of_rewrites_is_none() -> None:
    length = 3000
    lines = ['%v0 = "test.op"() : () -> i32']
    for i in range(length):
        lines.append(f'%v{i + 1} = "test.pureop"(%v{i}) {{n = "id"}} : (i32) -> i32')
    module = read("\n".join([*lines, f'"test.op"(%v{length}) : (i32) -> ()']))

    def skip(op: Operation, rewriter: PatternRewriter) -> None:
        rewriter.replace(op, [], [op.operands[0]])

    assert apply_patterns(module, [Pattern("id", skip)], "skip")
    assert len(list(module.ops)) == 2


def test_an_error_in_a_pattern_arrives_as_it_is() -> None:
    def refuse(op: Operation, rewriter: PatternRewriter) -> None:
        raise PassFailedException("no")

    with pytest.raises(PassFailedException) as info:
        apply_patterns(read(TEXT), [Pattern("bn", refuse)], "p")
    assert str(info.value) == "no"
    assert not getattr(info.value, "__notes__", None)
