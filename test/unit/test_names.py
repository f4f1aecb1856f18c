"""The exact names of tensors, whatever an SSA name can hold, and wherever a value goes."""

from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import ArrayAttr, StringAttr, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from nnopt.compiler import names, read
from nnopt.compiler.text.printer import text_of
from nnopt.compiler.topology import walk


def op(count: int = 1) -> Operation:
    return test.TestOp(result_types=[i32] * count)


@pytest.mark.parametrize(
    "name, ssa",
    [
        ("x", "x"),
        ("a.b-c$", "a.b-c$"),
        ("in:0", "in_0"),
        ("/a/b", "_a_b"),
        ("17", "t17"),
        ("1/2", "t1_2"),
        ("_1", "t_1"),
        ("_1_2", "t_1_2"),
        ("é", None),
        ("", None),
        ("_", None),
        (":", None),
        ("x_1", "x_1"),
    ],
)
def test_ssa_names(name: str, ssa: str | None) -> None:
    assert names.ssa_name(name) == ssa
    assert names.is_ssa_name(name) == (ssa == name or name == "_")


@seed(3)
@settings(max_examples=300, deadline=None, database=None)
@given(st.text(max_size=8))
def test_every_name_comes_back(name: str) -> None:
    holder = op(3)
    names.set_name(holder.results[1], name)
    assert (names.name_of(holder.results[1]) or "") == name
    assert names.name_of(holder.results[0]) is names.name_of(holder.results[2]) is None
    hint = names.hint_of(holder.results[1])
    assert hint is None or names.is_ssa_name(hint)
    holder.results[1].name_hint = hint  # what xDSL does with it raises nothing


def test_names_of_one_operation_are_set_in_any_order() -> None:
    holder = op(2)
    names.set_name(holder.results[1], "in:1")
    names.set_name(holder.results[0], "plain")
    assert [names.name_of(r) for r in holder.results] == ["plain", "in:1"]
    assert holder.attributes[names.OUTS] == ArrayAttr([StringAttr(""), StringAttr("in:1")])
    names.set_name(holder.results[1], "plain_too")
    assert names.OUTS not in holder.attributes
    names.set_name(holder.results[1], None)
    assert [names.name_of(r) for r in holder.results] == ["plain", None]


def test_a_broken_list_of_names_says_nothing() -> None:
    holder = op()
    for broken in (StringAttr("x"), ArrayAttr([]), ArrayAttr([i32])):
        holder.attributes[names.OUTS] = broken
        assert names.name_of(holder.results[0]) is None


# --- In text --------------------------------------------------------------------------------------

FUNCTION = """
func.func @f(%x: i32 {nn.name = "in:0"}, %x_0: i32, %y: i32 {nn.other}) -> (i32 {nn.name = "17"}, i32) {
  func.return %x, %y : i32, i32
}
"""  # noqa: E501


def test_names_of_a_function() -> None:
    (function,) = read(FUNCTION).body.block.ops
    assert isinstance(function, FuncOp)
    assert [names.name_of(a) for a in function.args] == ["in:0", "x_0", "y"]
    assert [names.result_name(function, i) for i in range(3)] == ["17", None, None]
    names.set_argument_name(function, 1, "x:0", "arg_attrs")
    assert names.name_of(function.args[1]) == "x:0"
    assert '%x_0: i32 {nn.name = "x:0"}' in text_of(function)


def all_names(root: Operation) -> list[str | None]:
    values: list[SSAValue] = []
    for inner in (root, *walk(root.regions)):
        values += inner.results
        values += [a for region in inner.regions for b in region.blocks for a in b.args]
    return [names.name_of(v) for v in values]


def named_op(name: str, *regions: Region) -> Operation:
    made = test.TestOp(result_types=[i32], regions=regions)
    names.set_name(made.results[0], name)
    return made


def nest(argument: str, *ops: Operation) -> Region:
    block = Block(ops, arg_types=[i32])
    names.set_hint(block.args[0], names.ssa_name(argument))
    block.add_op(test.TestTermOp())
    return Region(block)


def test_duplicates_and_shadows_keep_their_names() -> None:
    inner = nest("x", named_op("x"), named_op("x_1"), named_op("in:0"))
    root = test.TestOp(regions=[nest("x", named_op("x"), named_op("in:0", inner), named_op("x_1"))])
    expected = all_names(root)
    assert expected.count("x") == 4 and expected.count("x_1") == 2
    for generic in (False, True):
        text = text_of(root, generic=generic)
        assert 'nn.args = [["x"]]' in text and 'nn.outs = ["x"]' in text
        (again,) = read(text).body.block.ops
        assert all_names(again) == expected
        assert text_of(again, generic=generic) == text


def test_what_is_isolated_begins_anew() -> None:
    text = '%x = "test.op"() : () -> i32\n%0 = "test.op"() : () -> i32\n' + FUNCTION
    printed = text_of(read(text))
    assert "func.func @f(%x: i32 {nn.name" in printed
    assert text_of(read(printed)) == printed


def test_results_of_foreign_operations_keep_their_names() -> None:
    """Their own format has no place for names."""
    call = "%r = func.call @g() : () -> i32\n"
    text = (
        f"func.func @g() -> i32\nfunc.func @f() {{\n{call}{call.replace('%r', '%s')}func.return\n}}"
    )
    module = read(text)
    calls = [o for o in walk(module.regions) if o.name == "func.call"]
    for found in calls:
        names.set_name(found.results[0], "r")
    printed = text_of(module)
    again = [o for o in walk(read(printed).regions) if o.name == "func.call"]
    assert [names.name_of(o.results[0]) for o in again] == ["r", "r"]
    assert text_of(read(printed)) == printed


def test_copies_have_the_same_names() -> None:
    root = test.TestOp(regions=[nest("a_1", named_op("conv_1"), named_op("in:0"))])
    values: dict[Any, Any] = {}
    copy = names.copied(root, values)
    assert copy is not root and all_names(copy) == all_names(root) == ["a_1", "conv_1", "in:0"]
    assert len(values) == 3
    assert all_names(root.clone())[1] == "conv", "else nothing is to be done here"
