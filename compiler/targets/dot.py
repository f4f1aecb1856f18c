"""Writes `.dot`: the graph drawn by Graphviz, operations in a box for each scope of their names.

`nn-opt model.onnx -t dot | dot -Tsvg > model.svg`. A name `/layer1/conv1/Conv` stands in the boxes
`layer1` and `conv1`; so does `layer1.conv1`. Edges bear the types; constants are left out unless
`constants`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import FusedLoc, ModuleOp, NameLoc
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.utils.target import Target

from .. import names

FUNCTIONS = ("func.func", "nn.graph")
CONSTANTS = ("nn.constant", "onnx.initializer", "onnx.Constant")
ENDS = ("nn.yield", "func.return")


@dataclass(frozen=True)
class DotTarget(Target):
    """A drawing. `constants` draws constants, too; `types` says the type at each edge."""

    name = "dot"

    constants: bool = False
    types: bool = True

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        drawing = _Drawing(self.constants, self.types)
        for op in module.body.block.ops:
            if op.name in FUNCTIONS and op.regions and op.regions[0].blocks:
                drawing.function(op)
        output.write(drawing.text())


@dataclass
class _Scope:
    """A box: the operations in it, and the boxes inside."""

    title: str
    lines: list[str] = field(default_factory=list[str])
    inner: "dict[str, _Scope]" = field(default_factory=lambda: dict[str, _Scope]())

    def at(self, path: list[str]) -> "_Scope":
        scope = self
        for title in path:
            scope = scope.box(title, title)
        return scope

    def box(self, key: str, title: str) -> "_Scope":
        return self.inner.setdefault(key, _Scope(title))


@dataclass
class _Drawing:
    constants: bool
    types: bool
    functions: list[_Scope] = field(default_factory=list[_Scope])
    edges: list[str] = field(default_factory=list[str])
    ids: dict[object, str] = field(default_factory=dict[object, str])

    def id_of(self, what: object) -> str:
        return self.ids.setdefault(what, f"n{len(self.ids)}")

    def function(self, op: Operation) -> None:
        symbol = op.properties.get("sym_name")
        box = _Scope(str(getattr(symbol, "data", op.name)))
        self.functions.append(box)
        self.block(op.regions[0].blocks[0], box)

    def block(self, first: Block, outer: _Scope) -> None:
        pending = [(first, outer)]
        while pending:
            block, box = pending.pop()
            for argument in block.args:
                title = names.name_of(argument) or f"#{argument.index}"
                self.node(argument, title, box, "shape=ellipse")
            for op in block.ops:
                scope = self.operation(op, box)
                for i, region in enumerate(op.regions):
                    inner = scope.box(f"#{i} of {self.id_of(op)}", f"{_title(op)} #{i}")
                    pending += [(b, inner) for b in region.blocks]

    def operation(self, op: Operation, box: _Scope) -> _Scope:
        if op.name in CONSTANTS and not self.constants:
            return box
        path, leaf = _path(op)
        scope = box.at(path)
        if op.name in ENDS:
            parent = op.parent_op()
            outer = parent is not None and parent.name in FUNCTIONS
            self.node(op, "outputs" if outer else "yield", box, "shape=ellipse")
        else:
            title = op.name.partition(".")[2]
            self.node(op, f"{title}\n{leaf}" if leaf else title, scope, "")
        for value in op.operands:
            self.edge(value, op)
        return scope

    def node(self, what: object, title: str, box: _Scope, style: str) -> None:
        attributes = f"label={_quoted(title)}{', ' + style if style else ''}"
        box.lines.append(f"{self.id_of(what)} [{attributes}];")

    def edge(self, value: SSAValue, to: Operation) -> None:
        source = value if isinstance(value, BlockArgument) else value.owner
        if isinstance(source, Operation) and source.name in CONSTANTS and not self.constants:
            return
        label = f" [label={_quoted(_type(value.type))}]" if self.types else ""
        self.edges.append(f"{self.id_of(source)} -> {self.id_of(to)}{label};")

    def text(self) -> str:
        lines = ["digraph {", "  node [shape=box, fontname=Helvetica, fontsize=10];"]
        lines.append("  edge [fontname=Helvetica, fontsize=8];")
        counter = iter(range(1 << 30))
        for box in self.functions:
            lines += _boxes(box, counter)
        return "\n".join([*lines, *(f"  {edge}" for edge in self.edges), "}", ""])


def _boxes(root: _Scope, counter: Iterator[int]) -> Iterator[str]:
    """A box as clusters of Graphviz; an explicit stack, since names may nest deeply."""
    stack: list[tuple[_Scope | None, int]] = [(root, 1)]
    while stack:
        box, depth = stack.pop()
        margin = "  " * depth
        if box is None:
            yield f"{margin}}}"
            continue
        yield f"{margin}subgraph cluster_{next(counter)} {{"
        yield f"{margin}  label={_quoted(box.title)};"
        yield from (f"{margin}  {line}" for line in box.lines)
        stack.append((None, depth))
        stack += [(inner, depth + 1) for inner in reversed(box.inner.values())]


def _path(op: Operation) -> tuple[list[str], str]:
    """The scopes of an operation's name, and what is left."""
    name = _name(op.location)
    parts = [part for part in name.split("/") if part]
    if len(parts) == 1 and "." in name:
        parts = [part for part in name.split(".") if part]
    return parts[:-1], parts[-1] if parts else ""


def _name(location: Attribute) -> str:
    if isinstance(location, FusedLoc):
        inner = getattr(location.locations, "data", ())
        return next((name for at in inner if (name := _name(at))), "")
    return location.desc.data if isinstance(location, NameLoc) else ""


def _title(op: Operation) -> str:
    return _path(op)[1] or op.name


def _type(type_: Attribute) -> str:
    return str(type_).removeprefix("tensor<").removesuffix(">")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
