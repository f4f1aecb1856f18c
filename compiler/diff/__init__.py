"""How two modules differ: told by where operations come from, not by where they stand.

The names in locations say which operations of one module those of the other were made of, so that
a convolution and its batch norm that became one are told as that. What names do not tell, the
names of tensors do, and then the neighbours; so what was only renamed, reordered or given another
type is told apart from what computes something else.

Equal are modules with the same operations in the same order, of the same names, attributes and
types. Lines of files, names of passes in locations, keys of weights, and the name of the file that
a model came from (`nn.source`) do not count.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from .comparing import Comparison, out_of_order
from .contents import between, entries, location_change
from .findings import Change, Finding, NameRef, counted, quoted
from .graph import FUNCTIONS, Graph, graph_of, leaves_of, loose_graph_of
from .matching import match
from .signatures import input_pairs, output_pairs, signature_findings, symbol

SOURCE = "nn.source"
MISLED = 2
"""Without provenance, names are doubted where so many nodes of one name are not the same."""


@dataclass(frozen=True)
class FunctionDifference:
    """The differences of two functions, in the order of `before`."""

    names: tuple[str, str]
    """Empty for what a module holds outside functions."""
    sizes: tuple[int, int]
    """How many operations compute, before and after."""
    containers: tuple[str, str]
    """`nn.graph` or `func.func`."""
    dialects: tuple[str, str]
    """The dialects of the operations, comma-separated."""
    translated: bool
    """Whether operators of one dialect stand for those of another: attributes are not compared."""
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        one_container = self.containers[0] == self.containers[1]
        return bool(self.findings) or self.translated or not one_container

    def text(self) -> str:
        return "".join(f"{line}\n" for line in (self.head, *(f"  {f}" for f in self.findings)))

    @property
    def head(self) -> str:
        """`@main: 123 -> 121 nodes`, and what is not compared."""
        names = [f"@{name}" if name.isidentifier() else f"@{quoted(name)}" for name in self.names]
        name = _both(*names) if any(self.names) else "module"
        before, after = self.sizes
        size = counted(after, "node") if before == after else f"{before} -> {after} nodes"
        parts = [f"{name}: {size}"]
        if self.containers[0] != self.containers[1]:
            parts.append(_both(*self.containers))
        if self.translated:
            parts.append(f"{_both(*self.dialects)} (attributes are not compared)")
        return ", ".join(parts)

    def json(self) -> dict[str, Any]:
        return {
            "before": self.names[0],
            "after": self.names[1],
            "nodes": list(self.sizes),
            "containers": list(self.containers),
            "dialects": list(self.dialects),
            "attributes_compared": not self.translated,
            "differences": [finding.json() for finding in self.findings],
        }


@dataclass(frozen=True)
class Difference:
    """How two modules differ; false where they do not."""

    module: tuple[Finding, ...]
    """Of the module itself: its attributes, and which functions it has."""
    functions: tuple[FunctionDifference, ...]
    """Of the functions that differ, in the order of `before`."""

    def __bool__(self) -> bool:
        return bool(self.module or self.functions)

    def text(self) -> str:
        """One line a difference, under a head for each function; empty where there is none."""
        lines = [f"  {finding}\n" for finding in self.module]
        head = ["module\n"] if lines else []
        return "".join([*head, *lines, *(function.text() for function in self.functions)])

    def json(self) -> dict[str, Any]:
        """
        `{"different", "module", "functions"}`: the same as data, whose keys are always all there.
        docs/diff.md says what each holds.
        """
        return {
            "different": bool(self),
            "module": [finding.json() for finding in self.module],
            "functions": [function.json() for function in self.functions],
        }


def difference(before: ModuleOp, after: ModuleOp) -> Difference:
    """
    How `after` differs from `before`, of any level each; neither is changed.

    Where operators of one dialect stand for those of another (`onnx.Conv`, `nn.conv`), their
    attributes and operands say different things by design: names, types, weights and structure
    are compared, and the modules are never equal. Weights are compared bit for bit. Linear in the
    number of operands, but for n log n to find what is out of order.
    """
    functions = _functions(before), _functions(after)
    pairs = _function_pairs(*functions)
    renamed = {symbol(f): symbol(g) for f, g in pairs if symbol(f) != symbol(g)}
    found = list(_of_modules(before, after, renamed))
    found += _of_functions(*functions, pairs)
    graphs = [(graph_of(f), graph_of(g)) for f, g in pairs]
    graphs.append((loose_graph_of(before), loose_graph_of(after)))
    told = (_compare(f, g, renamed) for f, g in graphs)
    return Difference(tuple(found), tuple(function for function in told if function))


def _functions(module: ModuleOp) -> list[Operation]:
    return [op for op in module.body.ops if op.name in FUNCTIONS]


# --- Modules ------------------------------------------------------------------------------------


def _of_modules(before: ModuleOp, after: ModuleOp, renamed: dict[str, str]) -> Iterable[Finding]:
    old, new = (entries(module, (SOURCE, "sym_name")) for module in (before, after))
    changes = list(between(old, new, renamed))
    changes += location_change(leaves_of(before.location), leaves_of(after.location))
    if symbol(before) != symbol(after):
        changes.append(Change("name", symbol(before) or None, symbol(after) or None))
    if changes:
        yield Finding((), "changed", "module", (), (), changes)


def _function_pairs(
    before: Sequence[Operation], after: Sequence[Operation]
) -> list[tuple[Operation, Operation]]:
    """The functions that correspond: by name, then by type, then the only one that is left."""
    named = {symbol(g): g for g in after}
    found = {f: named.pop(symbol(f)) for f in before if symbol(f) in named}
    known = set(found.values())
    typed = defaultdict[object, deque[Operation]](deque)
    for g in after:
        if g not in known:
            typed[g.properties.get("function_type")].append(g)
    for f in before:
        alike = typed[f.properties.get("function_type")]
        if f not in found and alike:
            found[f] = alike.popleft()
    known = set(found.values())
    old, new = [f for f in before if f not in found], [g for g in after if g not in known]
    if len(old) == 1 == len(new):
        found[old[0]] = new[0]
    return [(f, found[f]) for f in before if f in found]


def _of_functions(
    before: Sequence[Operation],
    after: Sequence[Operation],
    pairs: Sequence[tuple[Operation, Operation]],
) -> Iterable[Finding]:
    found, known = {f for f, _ in pairs}, {g for _, g in pairs}
    for f in before:
        if f not in found:
            yield Finding((), "removed", "function", [_ref(f)])
    for g in after:
        if g not in known:
            yield Finding((), "added", "function", (), [_ref(g)])
    for f, g in pairs:
        if symbol(f) != symbol(g):
            yield Finding((), "renamed", "function", [_ref(f)], [_ref(g)])
    position = {g: i for i, g in enumerate(after)}
    moved = out_of_order([position[g] for _, g in pairs])
    if moved:
        old, new = ([_ref(pairs[i][side]) for i in moved] for side in (0, 1))
        yield Finding((), "reordered", "function", old, new)


def _ref(function: Operation) -> NameRef:
    return NameRef("", symbol(function))


# --- Functions ----------------------------------------------------------------------------------


def _compare(before: Graph, after: Graph, renamed: dict[str, str]) -> FunctionDifference:
    comparison = _matched(before, after, renamed, by_name=True)
    if not comparison.matching.groups and comparison.contradictions() >= MISLED:
        other = _matched(before, after, renamed, by_name=False)
        if 2 * other.cost() <= comparison.cost():
            comparison = other
    findings = sorted(comparison.findings, key=lambda finding: finding.at)
    return FunctionDifference(
        (symbol(before.owner), symbol(after.owner)),
        (before.size, after.size),
        (before.owner.name, after.owner.name),
        (_dialects(before), _dialects(after)),
        comparison.translated,
        tuple(findings),
    )


def _matched(before: Graph, after: Graph, renamed: dict[str, str], by_name: bool) -> Comparison:
    inputs, outputs = input_pairs(before, after), output_pairs(before, after)
    matching = match(before, after, inputs, outputs, by_name)
    comparison = Comparison(matching, outputs, renamed)
    comparison.run()
    if before.owner.name in FUNCTIONS:
        comparison.findings += signature_findings(matching, inputs, outputs, renamed)
    return comparison


def _dialects(graph: Graph) -> str:
    return ", ".join(sorted({node.dialect for node in graph.nodes}))


def _both(before: str, after: str) -> str:
    return before if before == after else f"{before} -> {after}"
