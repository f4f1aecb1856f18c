"""Where edits act: nodes and tensors by the names that they have in the model's own file."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from typing import Any, Literal, cast

from xdsl.dialects.builtin import ArrayAttr, FileLineColLoc, FusedLoc, ModuleOp, NameLoc
from xdsl.ir import Attribute, BlockArgument, Operation, Region, SSAValue

from .. import names
from ..driver.diagnostics import Place, listed, near
from ..functions import defined
from ..text.printer import quoted

IFS = ("nn.if", "onnx.If")
CONSTANTS = ("nn.constant", "onnx.initializer", "onnx.Constant")
ENDS = ("func.return", "nn.yield")


class Refused(Exception):
    """An edit cannot be made; the place is in the script."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(message)
        self.place, self.message = place, message


# --- Addresses ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nodes:
    """
    Nodes by name, glob of names, operator type (`nn.relu`), or place in a source file
    (`model.py:12:0`).

    `path` leads into functions and regions, as it is spelled (`@main`, `"if_0"`, `then`); `within`
    is a glob that their names must match, too.
    """

    what: str
    by: Literal["name", "glob", "type", "position"] = "name"
    path: tuple[str, ...] = ()
    within: str = ""
    place: Place = field(default_factory=Place, compare=False, repr=False)

    def __str__(self) -> str:
        spelled = {
            "name": lambda: quoted(self.what),
            "glob": lambda: f"glob {quoted(self.what)}",
            "type": lambda: self.what,
            "position": lambda: "loc({}:{}:{})".format(*_position(self.what)),
        }[self.by]()
        end = f" in glob {quoted(self.within)}" if self.within else ""
        return "".join(f"{part}::" for part in self.path) + spelled + end


def _position(what: str) -> tuple[str, str, str]:
    file, line, column = what.rsplit(":", 2)
    return quoted(file), line, column


@dataclass(frozen=True)
class Tensor:
    """A tensor by its exact name; `path` as of nodes."""

    name: str
    path: tuple[str, ...] = ()
    place: Place = field(default_factory=Place, compare=False, repr=False)

    def __str__(self) -> str:
        plain = re.fullmatch(r"[A-Za-z0-9_$.-]+", self.name, re.ASCII)
        name = self.name if plain else quoted(self.name)
        return "".join(f"{part}::" for part in self.path) + f"%{name}"


def nodes(address: str | Nodes) -> Nodes:
    return Nodes(address) if isinstance(address, str) else address


def tensor(address: str | Tensor) -> Tensor:
    return Tensor(address) if isinstance(address, str) else address


# --- What is there ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """An operation or a value, and the way to it."""

    thing: Any
    path: tuple[tuple[str, ...], ...]
    """Of each function, node and region around it, all that it may be called in a path."""


class Index:
    """The nodes and tensors of a module by name; good until the module changes."""

    def __init__(self, module: ModuleOp) -> None:
        self.nodes: dict[str, list[Named]] = {}
        self.tensors: dict[str, list[Named]] = {}
        self.all: list[tuple[Operation, tuple[str, ...], Named]] = []
        for function in defined(module):
            symbol = function.sym_name.data
            self._block_of(function, ((f"@{symbol}", f"@{quoted(symbol)}"),))

    def _block_of(self, function: Operation, path: tuple[tuple[str, ...], ...]) -> None:
        pending = [(region, path) for region in function.regions]
        while pending:
            region, way = pending.pop()
            inner: list[tuple[Region, tuple[tuple[str, ...], ...]]] = []
            for block in region.blocks:
                for argument in block.args:
                    self._tensor(argument, way)
                for op in block.ops:
                    self._node(op, way)
                    mine = (*way, tuple(map(quoted, node_names(op))))
                    for i, nested in enumerate(op.regions):
                        inner.append((nested, (*mine, _words(op, i))))
            pending += reversed(inner)

    def _node(self, op: Operation, way: tuple[tuple[str, ...], ...]) -> None:
        for result in op.results:
            self._tensor(result, way)
        if op.name in ENDS:
            return
        found, called = Named(op, way), node_names(op)
        self.all.append((op, called, found))
        for name in called:
            self.nodes.setdefault(name, []).append(found)

    def _tensor(self, value: SSAValue, way: tuple[tuple[str, ...], ...]) -> None:
        name = names.name_of(value)
        if name:
            self.tensors.setdefault(name, []).append(Named(value, way))

    # --- By address ---

    def find(self, address: Nodes, optional: bool = False) -> list[Operation]:
        """The nodes at an address, in the order of the text; none is an error unless `optional`."""
        found = [n.thing for n in self._candidates(address) if _leads(address.path, n.path)]
        if address.within:
            within = _matcher(address.within)
            found = [op for op in found if any(map(within, node_names(op)))]
        if not found and not optional:
            raise Refused(address.place, f"no node {self._lacking(address)}")
        return found

    def _candidates(self, address: Nodes) -> Iterator[Named]:
        if address.by == "name":
            yield from self.nodes.get(address.what, ())
            return
        matches = _matcher(address.what)
        for op, called, found in self.all:
            if address.by == "type":
                hit = op.name == address.what
            elif address.by == "glob":
                hit = op.name not in CONSTANTS and any(map(matches, called))
            else:
                hit = address.what in _positions(op.location)
            if hit:
                yield found

    def _lacking(self, address: Nodes) -> str:
        if address.by == "type":
            known = sorted({op.name for op, _, _ in self.all})
            there = f"; there are {listed(known)}" if len(known) < 8 else ""
            return f"is a '{address.what}'{near(address.what, known) or there}"
        if address.by != "name":
            return f"matches '{address.what}'"
        tensors = f"; there is a tensor %{quoted(address.what)}"
        hint = tensors if address.what in self.tensors else near(address.what, self.nodes)
        elsewhere = _elsewhere(self.nodes.get(address.what, ()))
        return f"has the name '{address.what}'{elsewhere or hint}"

    def value(self, address: Tensor) -> SSAValue:
        """The tensor at an address."""
        candidates = self.tensors.get(address.name, ())
        found = [n for n in candidates if _leads(address.path, n.path)]
        if not found:
            hint = _elsewhere(candidates) or near(address.name, self.tensors)
            if address.name in self.nodes and not candidates:
                hint = "; there is a node of this name"
            raise Refused(address.place, f"no tensor has the name '{address.name}'{hint}")
        if len(found) > 1 and not address.path:
            outer = min(found, key=lambda n: len(n.path))
            alike = [n for n in found if len(n.path) == len(outer.path)]
            if len(alike) == 1:
                return outer.thing
        if len(found) > 1:
            ways = listed([_way(n) for n in found[:4]])
            message = f"{len(found)} tensors have the name '{address.name}'; say which: {ways}"
            raise Refused(address.place, message)
        return found[0].thing


def _words(op: Operation, region: int) -> tuple[str, ...]:
    """What a region of an operation is called in a path."""
    named = ("then", "else") if op.name in IFS else ("body",)
    return (*named[region : region + 1], str(region))


def _elsewhere(found: Sequence[Named]) -> str:
    """Where things are that a path does not lead to."""
    return f" there; one is at {_way(found[0])}" if found else ""


def _way(named: Named) -> str:
    return "::".join(next(iter(part), "?") for part in named.path)


def _leads(path: Sequence[str], way: Sequence[Sequence[str]]) -> bool:
    """Whether the parts of a path stand on a way, in this order."""
    rest = iter(way)
    return all(any(part in called for called in rest) for part in path)


def _matcher(glob: str) -> Any:
    return re.compile(translate(glob)).match


def node_names(op: Operation) -> tuple[str, ...]:
    """The names of a node: those of all nodes that it was made of."""
    return tuple(dict.fromkeys(_names(op.location)))


def _names(location: Attribute) -> Iterator[str]:
    pending = [location]
    while pending:
        at = pending.pop()
        if isinstance(at, NameLoc):
            yield at.desc.data
        elif isinstance(at, FusedLoc):
            pending += reversed(cast("ArrayAttr[Attribute]", at.locations).data)


def _positions(location: Attribute) -> set[str]:
    found: set[str] = set()
    pending = [location]
    while pending:
        at = pending.pop()
        if isinstance(at, FileLineColLoc):
            found.add(f"{at.filename.data}:{at.line.data}:{at.column.data}")
        elif isinstance(at, NameLoc):
            pending.append(at.location)
        elif isinstance(at, FusedLoc):
            pending += cast("ArrayAttr[Attribute]", at.locations).data
    return found


def is_constant(value: SSAValue) -> bool:
    return not isinstance(value, BlockArgument) and cast(Any, value.owner).name in CONSTANTS


def shown(value: SSAValue) -> str:
    """What messages call a tensor."""
    return f"%{names.name_of(value) or '?'}"


def called(op: Operation) -> str:
    """What messages call a node."""
    own = node_names(op)
    return f"'{op.name}' \"{own[0]}\"" if own else f"'{op.name}'"
