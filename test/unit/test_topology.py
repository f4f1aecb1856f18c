"""Orders of graphs: right, stable, linear, and without recursion."""

from collections.abc import Iterator

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import i32
from xdsl.ir import Block, Operation, Region, SSAValue

from nnopt.compiler.topology import Cycle, dependencies, post_order, reads, reorder, walk


@st.composite
def dags(draw: st.DrawFn) -> list[list[int]]:
    """What each node depends on, in any order of the nodes."""
    count = draw(st.integers(0, 12))
    place = draw(st.permutations(range(count)))
    depends: list[list[int]] = [[] for _ in range(count)]
    for i in range(count):
        before = st.integers(0, i - 1)
        for j in draw(st.lists(before, max_size=3)) if i else []:
            depends[place[i]].append(place[j])
    return depends


@seed(5)
@settings(max_examples=300, deadline=None, database=None)
@given(dags())
def test_dependencies_come_first(depends: list[list[int]]) -> None:
    order = post_order(depends, range(len(depends)))
    assert not isinstance(order, Cycle)
    assert sorted(order) == list(range(len(depends)))
    at = {node: i for i, node in enumerate(order)}
    assert all(at[below] < at[node] for node in order for below in depends[node])
    renumbered = [[at[below] for below in depends[node]] for node in order]
    assert post_order(renumbered, range(len(order))) == list(range(len(order))), "already in order"


@seed(6)
@settings(max_examples=300, deadline=None, database=None)
@given(dags(), st.data())
def test_a_cycle_is_one(depends: list[list[int]], data: st.DataObject) -> None:
    nodes = st.integers(0, max(0, len(depends) - 1))
    extra = data.draw(st.lists(st.tuples(nodes, nodes), min_size=1, max_size=2))
    if not depends:
        return
    for a, b in extra:
        depends[a].append(b)
    order = post_order(depends, range(len(depends)))
    if isinstance(order, Cycle):
        path = order.path
        assert len(set(path)) == len(path)
        for before, node in zip((path[-1], *path), path, strict=False):
            assert before in depends[node], "each reads the one before it"
    else:
        at = {node: i for i, node in enumerate(order)}
        assert all(at[below] < at[node] for node in order for below in depends[node])


def test_only_what_the_roots_need() -> None:
    assert post_order([[], [0], [0], [2]], [3]) == [0, 2, 3]
    assert post_order([[], [0], [0], [2]], [3, 1]) == [0, 2, 3, 1]
    assert post_order([[1], [0], []], [2]) == [2]
    assert post_order([[0]], [0]) == Cycle((0,))


def test_stable() -> None:
    """What does not depend on one another stays in the order asked for."""
    assert post_order([[], [], []], [2, 0, 1]) == [2, 0, 1]
    assert post_order([[2], [], []], range(3)) == [2, 0, 1]


class Counted(list[int]):
    """Counts how often it is gone through."""

    times = 0

    def __iter__(self) -> Iterator[int]:
        self.times += 1
        return super().__iter__()


@pytest.mark.parametrize("backwards", [False, True])
def test_a_long_chain_is_gone_through_once_and_without_depth(backwards: bool) -> None:
    count = 100_000
    chain = [Counted([i - 1] if i else []) for i in range(count)]
    roots = range(count - 1, -1, -1) if backwards else range(count)
    assert post_order(chain, roots) == list(range(count))
    assert all(depends.times == 1 for depends in chain)


# --- On operations --------------------------------------------------------------------------------


def op(*operands: SSAValue, regions: list[Region] | None = None) -> Operation:
    return test.TestOp(operands=list(operands), result_types=[i32], regions=regions or [])


def test_captures_count_as_reads() -> None:
    a, b = op(), op()
    inner = op(a.results[0])
    nested = op(regions=[Region(Block([op(b.results[0], regions=[Region(Block([inner]))])]))])
    last = op(nested.results[0], b.results[0])
    assert list(reads(nested)) == [b.results[0], a.results[0]]
    ops = [a, b, nested, last]
    assert dependencies(ops) == [[], [], [1, 0], [2, 1]]
    block = Block([last, nested, b, a])
    order = post_order(dependencies(list(block.ops)), range(4))
    assert not isinstance(order, Cycle)
    reorder(block, [list(block.ops)[i] for i in order])
    assert list(block.ops) == [b, a, nested, last]
    assert inner.operands[0] is a.results[0], "nothing else changes"


def test_walk_is_in_textual_order_and_has_no_depth() -> None:
    depth = 3000
    innermost = op()
    current = innermost
    for _ in range(depth):
        current = op(regions=[Region(Block([op(), current, op()]))])
    found = list(walk([Region(Block([current]))]))
    assert len(found) == 3 * depth + 1
    assert found[0] is current and found[2 * depth] is innermost
    two = op(regions=[Region([Block([op()]), Block([op()])]), Region(Block([op()]))])
    inside = [o for region in two.regions for block in region.blocks for o in block.ops]
    assert list(walk(two.regions)) == inside
