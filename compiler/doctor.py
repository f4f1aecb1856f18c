"""The graph doctor: what is wrong with a graph as its file lists it, and what mends it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from xdsl.dialects.builtin import ModuleOp, NameLoc, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects import onnx
from ..dialects.nn.graph import Graph, Undefined, Yield
from . import topology
from .driver.diagnostics import Where, error, remark, warning
from .names import name_of
from .statistics import count
from .topology import Cycle
from .weights import Elements

SHOWN = 8
"""The longest part of a cycle's path that is told from each end."""
COMPARISONS = 200_000
"""Pairs of names that are looked at for what may have been meant."""


class Doctor:
    """
    Finds what is wrong with graphs, tells all of it, and mends what can be mended.

    With `repair` off, what could be mended is an error, too; `failed` says that there was one.
    """

    def __init__(self, repair: bool) -> None:
        self.repair = repair
        self.failed = False
        self.renamed: dict[str, int] = {}
        """How often a name was taken."""

    def error(self, where: Where, message: str, *notes: tuple[Where, str]) -> None:
        self.failed = True
        error(where, message, notes)

    def mend(self, where: Operation, message: str, remedy: str, *, weighty: bool = False) -> None:
        """Tells of a fault that is mended, or refuses it where the user wants no repair."""
        count("num-mended", "Number of faults mended", int(self.repair))
        if not self.repair:
            self.error(where, message)
        elif weighty:
            warning(where, f"{message}; {remedy}")
        else:
            remark(where, f"{message}; {remedy}")

    def check(self, graph: Graph, nodes: Sequence[Operation]) -> None:
        blocks = list(_blocks(graph, nodes))
        self.check_undefined([op for op in nodes if isinstance(op, Undefined)], blocks)
        self.check_initializers(graph, [op for op in nodes if op.name == onnx.INITIALIZER])
        seen: dict[str, Operation] = {}
        out_of_order = 0
        for block in blocks:
            ops = list(block.ops)
            self.check_defined_once(block, ops)
            self.check_node_names(ops, seen)
            out_of_order += self.sort(block, ops)
        if out_of_order:
            said = "1 node stands" if out_of_order == 1 else f"{out_of_order} nodes stand"
            self.mend(graph, f"{said} before what is read there", "sorted topologically")

    # Names

    def check_undefined(self, undefined: Sequence[Undefined], blocks: Sequence[Block]) -> None:
        if not undefined:
            return
        values = (v for block in blocks for v in _defined(block, block.ops))
        defined = (v for v in values if not isinstance(v.owner, Undefined))
        known = [n for v in defined if (n := name_of(v)) is not None]
        hints = max(1, COMPARISONS // max(1, len(known)))
        for i, op in enumerate(undefined):
            name = op.tensor_name
            near = get_close_matches(name, known, 1) if i < hints else ()
            hint = f"; did you mean '{near[0]}'?" if near else "; add it as an input or initializer"
            for reader in {use.operation: None for use in op.results[0].uses}:
                what = "is an output" if isinstance(reader, Yield) else "is read"
                self.error(reader, f"'{name}' {what}, but nothing defines it{hint}")

    def check_defined_once(self, block: Block, ops: Sequence[Operation]) -> None:
        first: dict[str, SSAValue] = {}
        for value in _defined(block, ops):
            name = name_of(value)
            if name is None or first.setdefault(name, value) is value:
                continue
            if isinstance(value.owner, Undefined):
                continue
            self.error(
                value,
                f"'{name}' is defined twice; rename one of the two and what reads it",
                (first[name], "first defined here"),
            )

    def check_node_names(self, ops: Sequence[Operation], seen: dict[str, Operation]) -> None:
        for op in ops:
            location = op.location
            if type(location) is not NameLoc or _holds_value(op):
                continue
            name = location.desc.data
            if seen.setdefault(name, op) is op:
                continue
            new = self.unused(name, seen)
            self.mend(op, f"two nodes are named '{name}'", f"one is '{new}' now", weighty=True)
            seen[new] = op
            op.location = NameLoc(StringAttr(new), location.location)

    def unused(self, name: str, seen: dict[str, Operation]) -> str:
        new = name
        while new in seen:
            self.renamed[name] = self.renamed.get(name, 0) + 1
            new = f"{name}_{self.renamed[name]}"
        return new

    # Initializers

    def check_initializers(self, graph: Graph, initializers: Sequence[Operation]) -> None:
        unused = 0
        double = 0
        first: dict[Attribute, SSAValue] = {}
        for op in initializers:
            result, value = op.results[0], op.properties["value"]
            if result.first_use is None:
                op.detach()
                op.erase()
                unused += 1
            elif isinstance(value, Elements) and op.parent is graph.body.block:
                kept = first.setdefault(value, result)
                if kept is not result and not _is_output(result):
                    result.replace_all_uses_with(kept)
                    op.detach()
                    op.erase()
                    double += 1
        self.tell_initializers(graph, unused, "unused", "dropped")
        self.tell_initializers(graph, double, "equal to another", "merged")

    def tell_initializers(self, graph: Graph, count: int, what: str, remedy: str) -> None:
        if count:
            subject = "1 initializer is" if count == 1 else f"{count} initializers are"
            self.mend(graph, f"{subject} {what}", remedy)

    # Operator sets

    def check_versions(self, module: ModuleOp, nodes: Mapping[Graph, Sequence[Operation]]) -> None:
        """Every domain a model uses has a version; a missing one is that of its time."""
        if onnx.OPSET not in module.attributes and "onnx.ir_version" not in module.attributes:
            return  # text that is no model
        versions = onnx.read_opset(module.attributes.get(onnx.OPSET))
        missing: dict[str, Operation] = {}
        for graph, ops in nodes.items():
            if onnx.FUNCTION not in graph.attributes:
                for op in ops:
                    self.check_version(op, versions, missing)
        for domain, op in missing.items():
            version = 1 if domain else _opset_of_its_time(module)
            self.mend(
                op,
                f"the model imports no version of the operator set '{domain or 'ai.onnx'}'",
                f"version {version} is assumed",
                weighty=True,
            )
            versions[domain] = version
        if missing:
            module.attributes[onnx.OPSET] = onnx.write_opset(versions)

    def check_version(
        self, op: Operation, versions: dict[str, int], missing: dict[str, Operation]
    ) -> None:
        if isinstance(op, onnx.OnnxOp) and op.name != onnx.INITIALIZER:
            domain, _ = onnx.operator(op.name)
            if domain not in versions:
                missing.setdefault(domain, op)

    # Order

    def sort(self, block: Block, ops: Sequence[Operation]) -> int:
        """Sorts a block and returns how many of its operations read what stood behind them."""
        depends = topology.dependencies(ops)
        late = sum(max(mine, default=-1) >= i for i, mine in enumerate(depends))
        if not late:
            return 0
        order = topology.post_order(depends, range(len(ops)))
        if isinstance(order, Cycle):
            self.report_cycle([ops[i] for i in order.path])
            return 0
        if not self.failed:
            topology.reorder(block, [ops[i] for i in order])
        return late

    def report_cycle(self, path: list[Operation]) -> None:
        start = min(range(len(path)), key=lambda i: _name(path[i]))
        names = [_name(op) for op in path[start:] + path[:start]]
        shown = names if len(names) <= 2 * SHOWN else [*names[:SHOWN], "…", *names[-SHOWN:]]
        self.error(
            path[start],
            f"the nodes read each other in a circle: {' -> '.join([*shown, names[0]])}; "
            "break it at one of these",
        )


def _blocks(graph: Graph, nodes: Iterable[Operation]) -> Iterator[Block]:
    yield graph.body.block
    for op in nodes:
        for region in op.regions:
            yield from region.blocks


def _defined(block: Block, ops: Iterable[Operation]) -> Iterator[SSAValue]:
    yield from block.args
    for op in ops:
        yield from op.results


def _holds_value(op: Operation) -> bool:
    return op.name == onnx.INITIALIZER


def _is_output(value: SSAValue) -> bool:
    return any(isinstance(use.operation, Yield) for use in value.uses)


def _name(op: Operation) -> str:
    if isinstance(op.location, NameLoc):
        return op.location.desc.data
    return op.name


def _opset_of_its_time(module: ModuleOp) -> int:
    """The newest opset released with the model's IR version."""
    from onnx.helper import VERSION_TABLE

    found = module.attributes.get("onnx.ir_version")
    ir_version = int(str(found).partition(" ")[0]) if found is not None else 0
    versions = [row[2] for row in VERSION_TABLE if row[1] == ir_version]
    return max(versions, default=1)
