"""Which operations of two graphs are the same, and which were made of which.

In this order, each step on what the ones before have left:

1. the names in locations are the same, and so are the operators;
2. the names in locations overlap: operations were made of others, one of several or several of one;
3. operator and names of tensors are the same;
4. operator and neighbours are the same, from what is matched outwards; constants that no other
   equals; operators of the same kind on both sides of one that was left out or put in;
5. of several with one origin, or that read the same, the first with the first;
6. names of tensors, or neighbours, are the same, though the operator is another.

All is linear in the number of operands.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TypeAlias

from xdsl.ir import SSAValue

from .. import names
from .graph import Graph, Node, Place, Read

Bucket: TypeAlias = tuple[list[Node], list[Node]]
"""Nodes of both graphs that look alike."""
WITNESSES = 16
"""Readers of a value that are asked; it may have as many as there are operations."""


@dataclass(eq=False)
class Group:
    """Nodes and what they were made into."""

    before: list[Node]
    after: list[Node]


@dataclass(eq=False)
class Matching:
    """What corresponds in two graphs; `values` and `origins` are each other's inverse."""

    before: Graph
    after: Graph
    pairs: dict[Node, Node] = field(default_factory=lambda: dict[Node, Node]())
    groups: list[Group] = field(default_factory=lambda: list[Group]())
    values: dict[SSAValue, SSAValue] = field(default_factory=lambda: dict[SSAValue, SSAValue]())
    origins: dict[SSAValue, SSAValue] = field(default_factory=lambda: dict[SSAValue, SSAValue]())
    settled: set[Node] = field(default_factory=lambda: set[Node]())
    """The nodes of both graphs that are in a pair or a group."""
    news: deque[tuple[SSAValue, SSAValue]] = field(
        default_factory=lambda: deque[tuple[SSAValue, SSAValue]]()
    )
    """Values whose readers have not been looked at."""
    fed: deque[tuple[Sequence[Read], Sequence[Read]]] = field(
        default_factory=lambda: deque[tuple[Sequence[Read], Sequence[Read]]]()
    )
    """Operands of what is matched, whose makers have not been looked at."""
    outputs: dict[tuple[Read, Read], None] = field(
        default_factory=lambda: dict[tuple[Read, Read], None]()
    )
    """What the functions return, as far as it corresponds."""

    def pair(self, a: Node, b: Node) -> None:
        """Two nodes are the same; so are their results and the arguments of their regions."""
        self.pairs[a] = b
        self.settled |= {a, b}
        for v, w in zip(a.op.results, b.op.results, strict=False):
            self.link(v, w)
        if a.operator == b.operator:
            self.fed.append((a.reads, b.reads))
        for r, regions in enumerate(zip(a.op.regions, b.op.regions, strict=False)):
            for k, blocks in enumerate(zip(*(r.blocks for r in regions), strict=False)):
                for v, w in zip(*(block.args for block in blocks), strict=False):
                    self.link(v, w)
                self.pair_ends(Place(a, r, k), Place(b, r, k))

    def pair_ends(self, before: Place, after: Place) -> None:
        a, b = self.before.ends.get(before), self.after.ends.get(after)
        if a is not None and b is not None:
            self.pairs[a] = b
            if a is not self.before.end:
                self.fed.append((a.reads, b.reads))

    def link(self, v: SSAValue, w: SSAValue) -> None:
        """Two values are the same, unless one of them is known to be another's."""
        if v not in self.values and w not in self.origins:
            self.values[v], self.origins[w] = w, v
            self.news.append((v, w))

    def group(self, before: list[Node], after: list[Node]) -> None:
        """Nodes became others; what others read of them corresponds by name, or by position."""
        self.groups.append(Group(before, after))
        self.settled.update(before, after)
        old, new = _results(self.before, before), _results(self.after, after)
        named = {n: w for w in new if (n := names.name_of(w)) is not None}
        for v in old:
            w = named.get(names.name_of(v) or "")
            if w is not None:
                self.link(v, w)
        old = [v for v in old if v not in self.values]
        new = [w for w in new if w not in self.origins]
        for v, w in zip(old, new, strict=True) if len(old) == len(new) else ():
            self.link(v, w)

    def left(self) -> tuple[list[Node], list[Node]]:
        """The nodes of either graph that are in no pair and in no group."""
        before, after = self.before.nodes, self.after.nodes
        return [n for n in before if n not in self.settled], [
            n for n in after if n not in self.settled
        ]

    def same_place(self, a: Node, b: Node) -> bool:
        """Whether nodes stand in blocks that correspond."""
        p, q = a.place, b.place
        if (p.region, p.block) != (q.region, q.block):
            return False
        if p.owner is None or q.owner is None:
            return p.owner is q.owner
        return self.pairs.get(p.owner) is q.owner


def _results(graph: Graph, nodes: Sequence[Node]) -> list[SSAValue]:
    """What others read of nodes."""
    inside = set(nodes)
    results = [r for node in nodes for r in node.op.results]
    return [r for r in results if any(reader not in inside for reader, _ in graph.readers(r))]


def match(
    before: Graph,
    after: Graph,
    inputs: Iterable[tuple[int, int]],
    outputs: Iterable[tuple[int, int]],
    by_name: bool = True,
) -> Matching:
    """
    The matching of two graphs whose inputs and outputs correspond as given, by position; without
    `by_name` by neighbours only, for graphs whose names mislead.
    """
    found = Matching(before, after)
    for i, j in inputs:
        found.link(before.inputs[i], after.inputs[j])
    for v, w in zip(before.arguments, after.arguments, strict=False):
        found.link(v, w)
    for place in before.ends:
        if place.owner is None:
            found.pair_ends(place, place)
    returned = [(before.outputs[i], after.outputs[j]) for i, j in outputs]
    found.outputs = dict.fromkeys(returned)
    doubtful = _by_leaves(found) if by_name else []
    if by_name:
        _by_provenance(found, {node for bucket in doubtful for side in bucket for node in side})
        _by_key(found, lambda node: (node.operator, *_tensor_names(node)))
    _spread(found, _same_operator)
    _by_value(found)
    _over_gaps(found)
    for before_, after_ in doubtful:
        _pair_in_order(found, before_, after_, _content)
        _pair_in_order(found, before_, after_, lambda node: node.operator)
    for key in (_content, _kind_without_results, _content):
        _pair_what_reads_the_same(found, key)
    _pair_in_order(found, before.nodes, after.nodes, _nameless)
    if by_name:
        _by_key(found, _tensor_names)
    _spread(found, lambda a, b: len(a.op.results) == len(b.op.results))
    return found


# --- Names and provenance -----------------------------------------------------------------------


def _by_leaves(found: Matching) -> list[Bucket]:
    """
    Pairs nodes made of the same operations; gives back those that only their neighbours can tell
    from others of the same origin.
    """
    doubtful: list[Bucket] = []
    for before, after in _buckets(found, lambda node: frozenset(node.leaves) or None).values():
        if len(before) == 1 == len(after):
            found.pair(before[0], after[0])
        elif len(before) > 1 < len(after):  # of one alone all was made, or all became it
            _pair_unique(found, before, after, lambda node: node.operator)
            _pair_unique(found, before, after, _named)
            old, new = ([n for n in side if n not in found.settled] for side in (before, after))
            became = all(any(node.constant is None for node in side) for side in (old, new))
            if not became or _operators(old) == _operators(new):
                doubtful.append((old, new))
    return doubtful


def _operators(nodes: Iterable[Node]) -> Counter[str]:
    return Counter(node.operator for node in nodes)


def _pair_unique(
    found: Matching, before: list[Node], after: list[Node], key: Callable[[Node], Hashable]
) -> None:
    """Pairs nodes that no other node of either side is like."""
    for old, new in _split(before, after, key, found.settled).values():
        if len(old) == 1 == len(new):
            found.pair(old[0], new[0])


def _pair_in_order(
    found: Matching, before: list[Node], after: list[Node], key: Callable[[Node], Hashable]
) -> None:
    """Pairs nodes that are alike, the first with the first."""
    for old, new in _split(before, after, key, found.settled).values():
        for a, b in zip(old, new, strict=False):
            found.pair(a, b)


def _content(node: Node) -> Hashable:
    """What an operation computes of what it reads."""
    return (node.operator, frozenset(node.op.properties.items()))


def _nameless(node: Node) -> Hashable:
    """What an operation computes, and in which block, if it has no name at all."""
    is_named = node.leaves or any(_tensor_names(node))
    return None if is_named or node.place.owner is not None else (_content(node), node.place)


def _kind_without_results(node: Node) -> Hashable:
    """The operator of what nothing can read: a module, an effect."""
    return None if node.op.results else node.operator


def _pair_what_reads_the_same(found: Matching, key: Callable[[Node], Hashable]) -> None:
    """Pairs nodes that are alike and read the same in the same block, the first with the first."""
    before, after = found.left()
    alike = defaultdict[Hashable, deque[Node]](deque)
    for b in after:
        if (k := key(b)) is not None:
            alike[k, tuple(b.reads), b.place].append(b)
    for a in before:
        reads = tuple(None if v is None else found.values.get(v, v) for v in a.reads)
        owner = None if a.place.owner is None else found.pairs.get(a.place.owner, a)
        if some := alike.get((key(a), reads, a.place._replace(owner=owner))):
            found.pair(a, some.popleft())


def _by_provenance(found: Matching, doubtful: set[Node]) -> None:
    """Groups the nodes that share names in their locations, directly or through others."""
    before, after = ([n for n in side if n not in doubtful] for side in found.left())
    groups = _Partition()
    for node in chain(before, after):
        for leaf in node.leaves[1:]:
            groups.join(node.leaves[0], leaf)
    members = defaultdict[str, Bucket](lambda: ([], []))
    for side, nodes in enumerate((before, after)):
        for node in nodes:
            if node.leaves:
                members[groups.root(node.leaves[0])][side].append(node)
    for old, new in members.values():
        if len(old) == 1 == len(new):
            found.pair(old[0], new[0])
        elif old and new:
            found.group(old, new)


class _Partition:
    """Disjoint sets of names."""

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}

    def root(self, name: str) -> str:
        path: list[str] = []
        while (above := self.parent.get(name, name)) != name:
            path.append(name)
            name = above
        self.parent.update(dict.fromkeys(path, name))
        return name

    def join(self, a: str, b: str) -> None:
        self.parent[self.root(a)] = self.root(b)


def _tensor_names(node: Node) -> tuple[str | None, ...]:
    return tuple(names.name_of(result) for result in node.op.results)


def _named(node: Node) -> Hashable:
    return (node.operator, _tensor_names(node))


def _by_key(found: Matching, key: Callable[[Node], tuple[str | None, ...]]) -> None:
    """Pairs nodes whose key, if all of it is known, no other node of either graph has."""

    def known(node: Node) -> Hashable:
        parts = key(node)
        return parts if node.op.results and all(parts) else None

    for before, after in _buckets(found, known).values():
        if len(before) == 1 == len(after):
            found.pair(before[0], after[0])


def _buckets(found: Matching, key: Callable[[Node], Hashable]) -> dict[Hashable, Bucket]:
    """The nodes that are left, by key."""
    return _split(found.before.nodes, found.after.nodes, key, found.settled)


def _split(
    before: Iterable[Node],
    after: Iterable[Node],
    key: Callable[[Node], Hashable],
    without: Container[Node],
) -> dict[Hashable, Bucket]:
    """Nodes by key; without those whose key is None, or in one graph only."""
    buckets = defaultdict[Hashable, Bucket](lambda: ([], []))
    for side, nodes in enumerate((before, after)):
        for node in nodes:
            if node not in without and (k := key(node)) is not None:
                buckets[k][side].append(node)
    return {k: bucket for k, bucket in buckets.items() if all(bucket)}


# --- Neighbours ---------------------------------------------------------------------------------


def _same_operator(a: Node, b: Node) -> bool:
    return a.operator == b.operator


def _spread(found: Matching, fits: Callable[[Node, Node], bool]) -> None:
    """Pairs what matched nodes read, and what reads them, until nothing more follows."""
    if all(found.left()):
        _look_around(found, found.left()[0])
        _drain(found, fits)


def _drain(found: Matching, fits: Callable[[Node, Node], bool]) -> None:
    """Pairs what follows from what was found last."""
    strict = fits is _same_operator
    doubtful: deque[Bucket] = deque()
    while True:
        if found.fed:
            _pair_makers(found, *found.fed.popleft(), fits)
        elif found.news:
            doubtful += _pair_readers(found, *found.news.popleft(), strict)
        elif doubtful:
            _pair_first(found, doubtful)
        else:
            return


def _by_value(found: Matching) -> None:
    """Pairs constants that are alone in what they hold, and what follows from that."""

    def value(node: Node) -> Hashable:
        return None if node.constant is None else (_content(node), tuple(node.op.result_types))

    for before, after in _buckets(found, value).values():
        if len(before) == 1 == len(after) and found.same_place(before[0], after[0]):
            if _readers_agree(found, before[0], after[0]) is not False:
                found.pair(before[0], after[0])
    _drain(found, _same_operator)


def _over_gaps(found: Matching) -> None:
    """Pairs the only reader of what was left out, or put in, with what is read in its place."""
    for a in found.left()[0]:
        for b in _readers_beside(found, a):
            for old, new in ((_only_reader(found.before, a), b), (a, _only_reader(found.after, b))):
                if old is None or new is None or old.operator != new.operator:
                    continue
                if found.settled & {old, new} or not found.same_place(old, new):
                    continue
                if _readers_agree(found, old, new) is not False:
                    found.pair(old, new)
                    _drain(found, _same_operator)


def _readers_beside(found: Matching, a: Node) -> Iterator[Node]:
    """The nodes that are left which read what a node reads."""
    for v in a.reads:
        w = None if v is None else found.values.get(v)
        if w is not None and not _is_constant(found.after, w):
            few = islice(found.after.readers(w), WITNESSES)
            yield from (b for b, _ in few if b not in found.settled)


def _is_constant(graph: Graph, value: SSAValue) -> bool:
    maker = graph.maker(value)
    return maker is not None and maker.constant is not None


def _only_reader(graph: Graph, node: Node) -> Node | None:
    results = node.op.results
    if len(results) != 1:
        return None
    first = list(islice(graph.readers(results[0]), 2))
    return first[0][0] if len(first) == 1 else None


def _look_around(found: Matching, nodes: Iterable[Node]) -> None:
    """Begins with what is matched and beside these nodes."""
    found.news.clear()
    found.fed.clear()
    known = dict.fromkeys(v for a in nodes for v in a.reads if v in found.values)
    found.news.extend((v, found.values[v]) for v in known if v is not None)
    results = (r for a in nodes for r in a.op.results)
    readers = dict.fromkeys(a for r in results for a, _ in found.before.readers(r))
    for a in readers:
        b = found.pairs.get(a)
        if b is not None and a is not found.before.end and a.operator == b.operator:
            found.fed.append((a.reads, b.reads))
    found.fed.extend(([v], [w]) for v, w in found.outputs)


def _pair_makers(
    found: Matching,
    before: Sequence[Read],
    after: Sequence[Read],
    fits: Callable[[Node, Node], bool],
) -> None:
    for v, w in zip(before, after, strict=False):
        if v is None or w is None or v in found.values or w in found.origins:
            continue
        a, b = found.before.maker(v), found.after.maker(w)
        if a is None or b is None or a in found.settled or b in found.settled:
            continue
        if fits(a, b) and found.same_place(a, b) and _position(v) == _position(w):
            found.pair(a, b)


def _position(value: SSAValue) -> int:
    position: int = getattr(value, "index", 0)
    return position


def _pair_readers(found: Matching, v: SSAValue, w: SSAValue, strict: bool) -> list[Bucket]:
    """Pairs the readers of one value that are alone in what they are; gives back the others."""
    buckets = defaultdict[Hashable, Bucket](lambda: ([], []))
    for side, (graph, value) in enumerate(((found.before, v), (found.after, w))):
        for node, index in graph.readers(value):
            if node in found.settled:
                continue
            owner = node.place.owner
            if side == 0 and owner is not None:
                owner = found.pairs.get(owner, owner)
            what = node.operator if strict else len(node.op.results)
            buckets[what, index, owner, node.place.region][side].append(node)
    doubtful: list[Bucket] = []
    for before, after in buckets.values():
        if len(before) == 1 == len(after):
            a, b = before[0], after[0]
            agree = _readers_agree(found, a, b)
            if (agree if not strict else agree is not False) and not found.settled & {a, b}:
                found.pair(a, b)
        elif strict and before and after:
            doubtful += _by_properties(before, after)
    return doubtful


def _by_properties(before: list[Node], after: list[Node]) -> list[Bucket]:
    """Buckets of nodes with the same properties, then one of all; the first nodes stand last."""
    buckets = defaultdict[Hashable, Bucket](lambda: ([], []))
    for side, nodes in enumerate((before, after)):
        nodes.sort(key=lambda node: -node.index)
        for node in nodes:
            buckets[frozenset(node.op.properties.items())][side].append(node)
    return [*(bucket for bucket in buckets.values() if all(bucket)), (before, after)]


def _pair_first(found: Matching, doubtful: deque[Bucket]) -> None:
    """Pairs the first two of the first bucket: what follows from that may decide the others."""
    for nodes in doubtful[0]:
        while nodes and nodes[-1] in found.settled:
            nodes.pop()
    before, after = doubtful[0]
    if not before or not after:
        doubtful.popleft()
        return
    a = before.pop()
    if _readers_agree(found, a, after[-1]) is not False:
        found.pair(a, after.pop())


def _readers_agree(found: Matching, a: Node, b: Node) -> bool | None:
    """
    Whether what reads a node reads the other now, or something else that was there before, as far
    as a few readers tell; None if none does.
    """
    told: bool | None = None
    for v, w in zip(a.op.results, b.op.results, strict=False):
        for reader, index in islice(found.before.readers(v), WITNESSES):
            other = _operand(found, reader, index)
            if other is w or reader is found.before.end and (v, w) in found.outputs:
                return True
            if other in found.origins:
                told = False
    return told


def _operand(found: Matching, reader: Node, index: int) -> Read:
    """What the counterpart of a node reads at the same place."""
    other = found.pairs.get(reader)
    if other is None or reader is found.before.end or index >= len(other.op.operands):
        return None
    return other.op.operands[index]
