"""What is another in two graphs whose operations are matched."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from xdsl.ir import Operation, SSAValue

from .. import names
from .contents import changes, elements_change, is_same, location_change
from .findings import MOST, UNKNOWN, Change, Finding, Kind, Ref, ValueRef
from .graph import Graph, Node, Place, Read
from .matching import Group, Matching

LAST = 1 << 62
"""The position of what concerns a function as a whole."""
ITSELF, NAME, TYPE, REGION, AFTER = range(5)
"""The order of lines about one operation; the last is what was added after it."""


@dataclass(eq=False)
class Comparison:
    """The differences of two graphs, collected in `findings`, in no order."""

    matching: Matching
    outputs: Sequence[tuple[int, int]]
    """The positions of outputs that correspond."""
    renamed: Mapping[str, str]
    """Functions that have another name."""
    findings: list[Finding] = field(default_factory=lambda: list[Finding]())
    translated: bool = False
    """Whether operators of one dialect stand for those of another."""
    inserted: dict[SSAValue, list[tuple[Node, int, SSAValue]]] = field(
        default_factory=lambda: defaultdict[SSAValue, list[tuple[Node, int, SSAValue]]](list)
    )
    """By result of an added node: who reads it now, where, and what was read there before."""
    replaced: dict[SSAValue, list[tuple[Node, int, SSAValue]]] = field(
        default_factory=lambda: defaultdict[SSAValue, list[tuple[Node, int, SSAValue]]](list)
    )
    """By what is no more: who read it, where, and what is read there now."""
    own: dict[Node, list[Change]] = field(
        default_factory=lambda: defaultdict[Node, list[Change]](list)
    )
    """By node of a pair: what of the operation itself is another."""
    told: dict[Node, Finding] = field(default_factory=lambda: dict[Node, Finding]())
    """By node of either graph in no pair: what is told of it."""

    @property
    def before(self) -> Graph:
        return self.matching.before

    @property
    def after(self) -> Graph:
        return self.matching.after

    def run(self) -> None:
        for a, b in self.matching.pairs.items():
            self.compare(a, b)
        for i, j in self.outputs:
            self.compare_output(i, j)
        self.tell_left()
        for group in self.matching.groups:
            self.tell_group(group)
        self.settle_readers()
        for a, found in self.own.items():
            self.tell_own(a, found)
        self.condense()
        self.tell_names()
        self.tell_types()
        self.tell_order()

    def contradictions(self) -> int:
        """How many nodes are matched with others that are not the same."""
        return sum(f.kind in ("changed", "replaced") and f.subject == "node" for f in self.findings)

    def cost(self) -> int:
        """How much is told, where names count for little."""
        return sum(1 if finding.kind == "renamed" else 8 for finding in self.findings)

    def tell_own(self, a: Node, found: list[Change]) -> None:
        b = self.matching.pairs[a]
        if a is self.before.end:
            for change in found:
                at = (LAST, -1, len(self.findings))
                self.findings.append(Finding(at, "changed", "output", changes=[change]))
        elif not _is_replaced(a, b):
            self.findings.append(
                Finding(self.place(a), "changed", "node", [ref(a)], [ref(b)], found)
            )
        else:
            kind = "folded" if a.constant is None and b.constant is not None else "replaced"
            self.findings.append(Finding(self.place(a), kind, "node", [ref(a)], [ref(b)], found))

    def place(self, a: Node) -> tuple[int, ...]:
        """Where the line about a node of `before` stands."""
        return (a.index, ITSELF)

    # --- Pairs ---

    def compare(self, a: Node, b: Node) -> None:
        """Finds what of one operation is another."""
        found: list[Change] = []
        if a.operator == b.operator:
            found += changes(a.op, b.op, self.renamed)
        if a.operator == b.operator or a.is_end:
            if a is not self.before.end:
                for k, (v, w) in enumerate(zip_longest(a.reads, b.reads)):
                    self.compare_read(a, k, v, w)
        else:
            if a.constant is not None and b.constant is not None:
                change = elements_change("value", a.constant, b.constant)
                found += [] if change is None else [change]
            found += self.compare_reads([a], [b])
        found += _counts(a.op, b.op)
        found += self.compare_successors(a.op, b.op)
        if a.is_end or not set(a.leaves).isdisjoint(b.leaves):  # otherwise it has another name
            found += location_change(a.leaves, b.leaves)
        is_translation = a.dialect != b.dialect and not a.is_end
        self.translated |= is_translation
        if found or a.operator != b.operator and not (is_translation or a.is_end):
            self.own[a] += found

    def compare_successors(self, a: Operation, b: Operation) -> Iterable[Change]:
        """Where control goes on, by the positions of the blocks."""
        old = [self.before.places[block].block for block in a.successors]
        new = [self.after.places[block].block for block in b.successors]
        if old != new:
            yield Change("successors", str(old), str(new))

    def compare_output(self, i: int, j: int) -> None:
        if self.before.end is not None:
            self.compare_read(self.before.end, i, self.before.outputs[i], self.after.outputs[j])

    def compare_read(self, a: Node, k: int, v: Read, w: Read) -> None:
        """Finds whether a node, or the function, reads another value at one place."""
        values, origins = self.matching.values, self.matching.origins
        if v is None and w is None or v is not None and values.get(v) is w:
            return
        if v is not None and w is not None and v not in values:
            self.replaced[v].append((a, k, w))
        elif v is not None and w is not None and w not in origins:
            self.inserted[w].append((a, k, v))
        else:
            self.tell_read(a, k, v, w)

    def tell_read(self, a: Node, k: int, v: Read, w: Read) -> None:
        owner = a.place.owner if a.is_end else a
        what = f"operand #{k}" if not a.is_end else f"result #{k}"
        if a.is_end and owner is not None:
            what += f" of region {a.place.region}"
        change = Change(what, self.text(self.before, v), self.text(self.after, w))
        node = owner or a
        found = self.told[node].changes if node in self.told else self.own[node]
        found.append(change)

    def texts(self, graph: Graph, values: Iterable[SSAValue]) -> str | None:
        return ", ".join(str(value_ref(graph, value)) for value in values) or None

    def text(self, graph: Graph, value: Read) -> str | None:
        return None if value is None else str(value_ref(graph, value))

    def compare_reads(self, before: Sequence[Node], after: Sequence[Node]) -> list[Change]:
        """What nodes read that those they were made of did not, wherever they read it."""
        values, origins = self.matching.values, self.matching.origins
        old, new = _read_from_outside(before), _read_from_outside(after)
        known = {values[v] for v in old if v in values}
        gained = [w for w in new if w in origins and w not in known]
        gained = [w for w in gained if not _is_constant(self.after, w)]
        gone = [v for v in old if v not in values and not _is_constant(self.before, v)]
        if not gained:
            return []
        if len(gone) == len(gained):  # what was read is no more: that is told there
            for v, w in zip(gone, gained, strict=True):
                self.replaced[v].append((*old[v], w))
            return []
        lost = [v for v in old if v in values and values[v] not in new]
        return [Change("reads", self.texts(self.before, lost), self.texts(self.after, gained))]

    # --- What is in one graph only ---

    def tell_left(self) -> None:
        """Tells of the nodes without a counterpart."""
        removed, added = self.matching.left()
        self.tell_side("removed", removed, [self.place(node) for node in removed])
        self.tell_side("added", added, self.places_of_added(added))

    def tell_side(
        self, kind: Kind, nodes: Sequence[Node], places: Iterable[tuple[int, ...]]
    ) -> None:
        for node, at in zip(nodes, places, strict=True):
            outer = None if node.place.owner is None else self.told.get(node.place.owner)
            if outer is not None:
                outer.following += 1
                self.told[node] = outer
                continue
            refs, none = [ref(node)], list[Ref]()
            old, new = (refs, none) if kind == "removed" else (none, refs)
            self.tell(Finding(at, kind, "node", old, new), [node])

    def tell(self, finding: Finding, of: Iterable[Node]) -> None:
        self.findings.append(finding)
        self.told.update(dict.fromkeys(of, finding))

    def places_of_added(self, added: Sequence[Node]) -> list[tuple[int, ...]]:
        """After the line of what stands before them in `after`."""
        origin = {b: a for a, b in self.matching.pairs.items() if not b.is_end}
        for group in self.matching.groups:
            origin |= dict.fromkeys(group.after, group.before[0])
        wanted, last = set(added), -1
        found: list[tuple[int, ...]] = []
        for node in self.after.nodes:
            if node in wanted:
                found.append((last, AFTER, node.index))
            elif node in origin:
                last = origin[node].index
        return found

    def tell_group(self, group: Group) -> None:
        counts = [sum(n.constant is None for n in nodes) for nodes in (group.before, group.after)]
        sizes = counts if all(counts) else [len(group.before), len(group.after)]
        kind, at = _kind_of(counts, sizes), self.place(group.before[0])
        old, new = [ref(node) for node in group.before], [_ref_in(group, n) for n in group.after]
        self.translated |= group.before[0].dialect != group.after[0].dialect
        changes = self.compare_reads(group.before, group.after)
        finding = Finding(at, kind, "node", old, new, changes)
        self.tell(finding, (*group.before, *group.after))

    def settle_readers(self) -> None:
        """Tells once what all readers of a value read instead; otherwise of each by itself."""
        for v, uses in self.replaced.items():
            found, w = self.told_of(self.before, v), uses[0][2]
            if found is None or any(other is not w for _, _, other in uses):
                for a, k, w in uses:
                    self.tell_read(a, k, v, w)
            elif not self.merge(found, v, w):
                found.changes.append(self.readers(v, w))
        for w, uses in self.inserted.items():
            found, v = self.told_of(self.after, w), uses[0][2]
            if found is None or any(other is not v for _, _, other in uses):
                for a, k, v in uses:
                    self.tell_read(a, k, v, w)
            else:
                found.changes.append(self.readers(v, w))

    def told_of(self, graph: Graph, value: SSAValue) -> Finding | None:
        maker = graph.maker(value)
        return None if maker is None else self.told.get(maker)

    def readers(self, v: SSAValue, w: SSAValue) -> Change:
        return Change("readers", self.text(self.before, v), self.text(self.after, w))

    def merge(self, found: Finding, v: SSAValue, w: SSAValue) -> bool:
        """Whether an operation is gone because there is another that is equal to it."""
        a, b = self.before.maker(v), self.after.maker(w)
        if found.kind != "removed" or a is None or b is None or len(a.op.results) != 1:
            return False
        reads = [None if v is None else self.matching.values.get(v, v) for v in a.reads]
        if a.operator != b.operator or reads != list(b.reads) or a.op.regions:
            return False
        if a.op.properties != b.op.properties:
            return False
        found.kind, found.after = "merged", [ref(b)]
        return True

    def condense(self) -> None:
        """Tells of many constants with one fate in one line."""
        fates: dict[Kind, list[Finding]] = defaultdict(list)
        for finding in self.findings:
            refs = finding.before or finding.after
            fits = finding.kind in ("removed", "added", "merged") and not finding.changes
            if fits and all(isinstance(ref, Ref) and ref.constant for ref in refs):
                fates[finding.kind].append(finding)
        for kind, some in fates.items():
            if len(some) <= MOST:
                continue
            old, new = ([r for f in some for r in getattr(f, side)] for side in ("before", "after"))
            gone = set(map(id, some))
            self.findings = [f for f in self.findings if id(f) not in gone]
            self.findings.append(Finding(min(f.at for f in some), kind, "node", old, new))

    # --- Names ---

    def tell_names(self) -> None:
        lost: dict[str, list[tuple[Ref | ValueRef, Ref | ValueRef]]] = defaultdict(list)
        told: set[tuple[SSAValue, str, str]] = set()
        elsewhere: set[SSAValue] = set()
        for a, b in self.matching.pairs.items():
            if a.is_end:
                continue
            old, new = set(a.leaves), set(b.leaves)
            if bool(old) != bool(new):
                lost["node lost" if old else "node got"].append((ref(a), ref(b)))
            elif old and old.isdisjoint(new) and _is_replaced(a, b):
                elsewhere.update(a.op.results)  # its line has both names
            elif old and old.isdisjoint(new):
                self.rename(a, ref(a), ref(b))
                told |= {(v, a.leaves[0], b.leaves[0]) for v in a.op.results}
        elsewhere.update(self.before.inputs)  # the signatures have their names
        for v, w in self.matching.values.items():
            if v in elsewhere or names.name_of(v) == names.name_of(w):
                continue
            x, y = value_ref(self.before, v), value_ref(self.after, w)
            if x.name is None or y.name is None:
                lost["tensor got" if x.name is None else "tensor lost"].append((x, y))
            elif (v, x.name, y.name) not in told:
                self.rename(_reference(self.before, v), x, y)
        for which, refs in lost.items():
            subject = "node" if which.startswith("node") else "tensor"
            before, after = zip(*refs, strict=True)
            at = (LAST, 0) if len(refs) > 1 else self.at_ref(before[0])
            self.findings.append(Finding(at, "renamed", subject, before, after))

    def at_ref(self, found: Ref | ValueRef) -> tuple[int, ...]:
        return (found.index, NAME) if isinstance(found, Ref) else (LAST, 0)

    def rename(self, a: Node | None, old: Ref | ValueRef, new: Ref | ValueRef) -> None:
        subject = "node" if isinstance(old, Ref) else "tensor"
        at = (-1 if a is None else a.index, NAME)
        self.findings.append(Finding(at, "renamed", subject, [old], [new]))

    # --- Types ---

    def tell_types(self) -> None:
        """Tells of each value of another type that none of those told of leads to."""
        values = self.matching.values
        other = {v for v, w in values.items() if not is_same(v.type, w.type)}
        unknown = [v for v, w in values.items() if v in other and UNKNOWN in _type_names(v, w)]
        self.tell_unknown(unknown)
        other.difference_update(unknown)
        seen: set[SSAValue] = set()
        inputs = set(self.before.inputs)
        for v in (*self.before.inputs, *_values_in_order(self.before)):
            if v not in other or v in seen:
                continue
            following = len(self.after_of(v, other, seen)) - 1
            maker = _reference(self.before, v)
            at = (-1 if maker is None else maker.index, TYPE)
            change = Change("type", str(v.type), str(values[v].type))
            old, new = [value_ref(self.before, v)], [value_ref(self.after, values[v])]
            subject = "input" if v in inputs else "tensor"
            self.findings.append(Finding(at, "retyped", subject, old, new, [change], following))

    def tell_unknown(self, values: Iterable[SSAValue]) -> None:
        """Tells of values that had no type or have none now, all in one line each."""
        sides: dict[bool, list[SSAValue]] = defaultdict(list)
        for v in values:
            sides[v.type.name == UNKNOWN].append(v)
        for side in sides.values():
            old = [value_ref(self.before, v) for v in side]
            new = [value_ref(self.after, self.matching.values[v]) for v in side]
            self.findings.append(Finding((LAST, -3), "retyped", "tensor", old, new))

    def after_of(self, v: SSAValue, other: set[SSAValue], seen: set[SSAValue]) -> list[SSAValue]:
        """The values of another type that a value leads to, through others or what is no more."""
        found, pending = list[SSAValue](), [v]
        while pending:
            at = pending.pop()
            if at in seen:
                continue
            seen.add(at)
            if at in other:
                found.append(at)
            elif at in self.matching.values:
                continue
            for node, index in self.before.readers(at):
                pending += _fed_by(node, index)
        return found

    # --- Order ---

    def tell_order(self) -> None:
        pairs = self.matching.pairs
        blocks: dict[Place, list[Node]] = defaultdict(list)
        moved: dict[tuple[Place, Place], list[Node]] = defaultdict(list)
        for a in self.before.nodes:
            b = pairs.get(a)
            if b is None:
                continue
            if self.matching.same_place(a, b):
                blocks[a.place].append(a)
            else:
                moved[a.place, b.place].append(a)
        late = [
            nodes[i]
            for nodes in blocks.values()
            for i in out_of_order([pairs[a].index for a in nodes])
        ]
        if late:
            refs = [ref(a) for a in late], [ref(pairs[a]) for a in late]
            self.findings.append(Finding((LAST, 1), "reordered", "node", *refs))
        for (old, new), nodes in moved.items():
            change = Change("region", _place_text(old), _place_text(new))
            refs = [ref(a) for a in nodes], [ref(pairs[a]) for a in nodes]
            at = (nodes[0].index, REGION)
            self.findings.append(Finding(at, "moved", "node", *refs, [change]))


# --- References ---------------------------------------------------------------------------------


def ref(node: Node) -> Ref:
    """
    How a node is called: as the first name that its location leads to, a constant that a rewrite
    made as its tensor; what has no name, as its tensor.
    """
    name = node.leaves[0] if node.leaves else None
    if node.op.results and (name is None or node.constant is not None and len(node.leaves) > 1):
        name = names.name_of(node.op.results[0]) or name
    return Ref(node.operator, name, node.index, node.constant is not None)


def _ref_in(group: Group, node: Node) -> Ref:
    """A node under the name of what it was made of that computes the same, if there is one."""
    found = ref(node)
    if node.constant is not None:
        return found
    alike = (a.leaves[0] for a in group.before if a.leaves and a.operator == node.operator)
    name = next((name for name in alike if name in node.leaves), found.name)
    return Ref(found.op, name, found.index)


def value_ref(graph: Graph, value: SSAValue) -> ValueRef:
    index: int = getattr(value, "index", 0)
    maker = graph.maker(value)
    of = f"argument {index}" if maker is None else f"result {index} of {ref(maker)}"
    return ValueRef(names.name_of(value), of, value.type)


def _reference(graph: Graph, value: SSAValue) -> Node | None:
    """The node beside which a line about a value stands."""
    maker = graph.maker(value)
    if maker is not None or isinstance(value.owner, Operation):
        return maker
    outer = value.owner.parent_op()
    return None if outer is None else graph.of.get(outer)


def _place_text(place: Place) -> str:
    if place.owner is None:
        return "the function"
    return f"region {place.region} of {ref(place.owner)}"


# --- Parts --------------------------------------------------------------------------------------


def _kind_of(counts: Sequence[int], sizes: Sequence[int]) -> Kind:
    before, after = sizes
    if counts[0] and not counts[1]:
        return "folded"
    if before > after == 1:
        return "fused"
    if after > before == 1:
        return "split"
    return "replaced"


def _counts(a: Operation, b: Operation) -> Iterable[Change]:
    """How two operations differ in how many results, regions, blocks and arguments they have."""
    counts = [("results", len(a.results), len(b.results))]
    counts.append(("regions", len(a.regions), len(b.regions)))
    for i, (p, q) in enumerate(zip(a.regions, b.regions, strict=False)):
        counts.append((f"blocks of region {i}", len(p.blocks), len(q.blocks)))
        for blocks in zip(p.blocks, q.blocks, strict=False):
            counts.append((f"arguments of region {i}", len(blocks[0].args), len(blocks[1].args)))
    return (Change(what, str(m), str(n)) for what, m, n in counts if m != n)


def _read_from_outside(nodes: Sequence[Node]) -> dict[SSAValue, tuple[Node, int]]:
    """What nodes read of others, and the last that does, at which place."""
    inside = {node.op for node in nodes}
    return {
        v: (node, k)
        for node in nodes
        for k, v in enumerate(node.reads)
        if v is not None and v.owner not in inside
    }


def _is_replaced(a: Node, b: Node) -> bool:
    """Whether another operator stands in the place of one, and none that translates it."""
    return a.operator != b.operator and a.dialect == b.dialect


def _is_constant(graph: Graph, value: SSAValue) -> bool:
    maker = graph.maker(value)
    return maker is not None and maker.constant is not None


def _type_names(*values: SSAValue) -> set[str]:
    return {value.type.name for value in values}


def _values_in_order(graph: Graph) -> Iterable[SSAValue]:
    for node in graph.nodes:
        yield from node.op.results
        for region in node.op.regions:
            for block in region.blocks:
                yield from block.args


def _fed_by(node: Node, index: int) -> Sequence[SSAValue]:
    """What an operand decides: results, arguments of regions; at the end of one, its owner's."""
    if node.is_end:
        owner = node.place.owner
        return () if owner is None else owner.op.results
    blocks = (block for region in node.op.regions for block in region.blocks)
    return [*node.op.results, *(argument for block in blocks for argument in block.args)]


def out_of_order(positions: Sequence[int]) -> list[int]:
    """The fewest places without which the positions rise."""
    tails: list[int] = []  # by length less one, the least position that so long a chain ends at
    ends: list[int] = []
    before: list[int] = []
    for i, position in enumerate(positions):
        k = bisect_left(tails, position)
        before.append(ends[k - 1] if k else -1)
        tails[k : k + 1], ends[k : k + 1] = [position], [i]
    kept, at = set[int](), ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = before[at]
    return [i for i in range(len(positions)) if i not in kept]
