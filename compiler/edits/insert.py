"""Edits that make nodes: insert, replace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from xdsl.ir import Block, Operation, OpResult, SSAValue

from .. import names
from ..driver.diagnostics import Place
from ..rewriting import fuse
from ..text.printer import quoted
from .address import Nodes, Refused, Tensor, called, nodes, shown, tensor
from .edit import Edit, edit
from .types import infer
from .work import Hole, New, Work, check_seen, named, own_name, put_first


@dataclass(frozen=True)
class After:
    """Behind a tensor: all that read it read the new one."""

    tensor: str | Tensor

    def __str__(self) -> str:
        return f"after {tensor(self.tensor)}"

    def uses(self, work: Work, place: Place) -> list[Any]:
        return list(work.value(tensor(self.tensor)).uses)


@dataclass(frozen=True)
class Before:
    """In front of one operand of nodes, the first unless said."""

    nodes: str | Nodes
    operand: int = 0

    def __str__(self) -> str:
        return f"before {nodes(self.nodes)}" + (f" operand {self.operand}" if self.operand else "")

    def uses(self, work: Work, place: Place) -> list[Any]:
        found = work.nodes(nodes(self.nodes))
        for op in found:
            if self.operand >= len(op.operands):
                message = f"{called(op)} has {len(op.operands)} operands, no operand {self.operand}"
                raise Refused(place, message)
        values = dict.fromkeys(op.operands[self.operand] for op in found)
        wanted = {(op, self.operand) for op in found}
        return [u for v in values for u in v.uses if (u.operation, u.index) in wanted]


@dataclass(frozen=True)
class OnEdge:
    """Between a tensor and nodes that read it."""

    tensor: str | Tensor
    nodes: str | Nodes

    def __str__(self) -> str:
        return f"on-edge {tensor(self.tensor)} -> {nodes(self.nodes)}"

    def uses(self, work: Work, place: Place) -> list[Any]:
        value, readers = work.value(tensor(self.tensor)), work.nodes(nodes(self.nodes))
        found = [use for use in value.uses if use.operation in readers]
        if not found:
            raise Refused(place, f"{called(readers[0])} does not read {shown(value)}")
        return found


@edit("insert")
@dataclass(frozen=True)
class Insert(Edit):
    """
    Makes a node at a tensor, which is its operand `it`, and its first one unless the operands are
    given. `name` is that of the node and of its result.
    """

    new: str | New
    at: After | Before | OnEdge
    name: str = ""

    def __str__(self) -> str:
        end = f" as {quoted(self.name)}" if self.name else ""
        return f"insert {self.new} {self.at}{end}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Insert":
        return cls(parts[0], parts[1], parts[2] or "", place=place)

    def apply(self, work: Work) -> None:
        if self.name and (self.name in work.index.nodes or self.name in work.index.tensors):
            raise Refused(self.place, f"there is something called '{self.name}' already")
        uses = self.at.uses(work, self.place)
        if isinstance(self.at, After) and not uses:
            raise Refused(self.place, f"nothing reads {tensor(self.at.tensor)}")
        by_value: dict[SSAValue, list[Any]] = {}
        for use in uses:
            by_value.setdefault(use.operation.operands[use.index], []).append(use)
        if self.name and len(by_value) > 1:
            raise Refused(self.place, f"{len(by_value)} nodes cannot all be '{self.name}'")
        for value, mine in by_value.items():
            self._insert(work, value, mine)
        work.sort(self.place)
        infer(work, self.place)

    def _insert(self, work: Work, it: SSAValue, uses: Sequence[Any]) -> None:
        new = New(self.new, place=self.place) if isinstance(self.new, str) else self.new
        operands = operands_of(work, new, it) if new.operands else [it]
        stem = f"{names.name_of(it) or 'tensor'}_{new.name.rpartition('.')[2].lower()}"
        op = work.make(new, operands, 1, named(""))
        place_behind(op, it)
        work.name(op, self.name or work.free_name(stem))
        work.changed(op)
        check_seen(op)
        for use in uses:
            work.redirect(use, op.results[0])


def operands_of(
    work: Work, new: New, it: SSAValue | None, local: Mapping[str, SSAValue] | None = None
) -> list[SSAValue | None]:
    found: list[SSAValue | None] = []
    for operand in new.operands:
        if isinstance(operand, Hole):
            if operand.it and it is None:
                raise Refused(new.place, "'it' is the tensor that a node is inserted at")
            found.append(it if operand.it else None)
        elif local and not operand.path and operand.name in local:
            found.append(local[operand.name])
        else:
            found.append(work.value(operand))
    return found


def place_behind(op: Operation, value: SSAValue) -> None:
    """Puts an operation right behind what makes a value."""
    owner = value.owner
    if isinstance(owner, Block):
        put_first(owner, op)
        return
    assert owner.parent is not None
    owner.parent.insert_op_after(op, owner)


Given: TypeAlias = SSAValue | tuple[Operation, int]
"""A value, or a result of an operation whose type is not settled yet."""


@dataclass(frozen=True)
class Body:
    """Several operations, whose results have names of their own, and what they give back."""

    lines: tuple[tuple[tuple[str, ...], New], ...]
    yields: tuple[Tensor, ...]

    def __str__(self) -> str:
        lines = [f"  {', '.join(f'%{n}' for n in bound)} = {new}\n" for bound, new in self.lines]
        return "{\n" + "".join(lines) + f"  yield {', '.join(map(str, self.yields))}\n}}"


@edit("replace")
@dataclass(frozen=True)
class Replace(Edit):
    """
    Puts one operation, or several, in the place of nodes; the results keep the names. In `with`
    the node's own operands are read by their names.
    """

    nodes: str | Nodes
    by: str | New | Body
    optional: bool = False

    def __str__(self) -> str:
        word = "replace?" if self.optional else "replace"
        return f"{word} {nodes(self.nodes)} with {self.by}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Replace":
        return cls(parts[1], parts[2], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        for op in work.nodes(nodes(self.nodes), self.optional):
            self._replace(work, op)
        work.sort(self.place)
        infer(work, self.place)

    def _replace(self, work: Work, op: Operation) -> None:
        location = fuse("apply-edits", [op.location])
        made, given = self._made(work, op)
        for inner in made:
            inner.location = location
        infer(work, self.place)
        values = [v if isinstance(v, SSAValue) else v[0].results[v[1]] for v in given]
        if len(values) < len(op.results):
            message = f"gives {len(values)} results for the {len(op.results)} of {called(op)}"
            raise Refused(self.place, message)
        for old, value in zip(op.results, values, strict=False):
            name = names.name_of(old)
            if isinstance(value, OpResult) and value.op in made and name:
                names.set_name(old, None)
                names.set_name(value, name)
            for use in list(old.uses):
                if use.operation not in made:
                    work.redirect(use, value)
        work.erase(op, self.place)

    def _made(self, work: Work, op: Operation) -> tuple[list[Operation], list[Given]]:
        """The new operations, in front of the old one, and what takes the place of its results."""
        if isinstance(self.by, Body):
            return self._several(work, op, self.by)
        new = New(self.by, place=self.place) if isinstance(self.by, str) else self.by
        operands = operands_of(work, new, None) if new.operands else list(op.operands)
        single = work.make(new, operands, len(op.results), op.location)
        work.put(single, op)
        return [single], [(single, i) for i in range(len(single.results))]

    def _several(
        self, work: Work, op: Operation, body: Body
    ) -> tuple[list[Operation], list[Given]]:
        local: dict[str, tuple[Operation, int]] = {}
        made: list[Operation] = []
        for bound, new in body.lines:
            seen = {name: single.results[i] for name, (single, i) in local.items()}
            operands = operands_of(work, new, None, seen)
            single = work.make(new, operands, len(bound), op.location)
            if len(single.results) < len(bound):
                message = f"'{new.name}' has {len(single.results)} results, not {len(bound)}"
                raise Refused(new.place, message)
            work.put(single, op)
            infer(work, new.place)
            made.append(single)
            for i, name in enumerate(bound):
                if name in local:
                    raise Refused(new.place, f"'%{name}' is defined twice")
                local[name] = single, i
                names.set_name(single.results[i], work.free_name(f"{own_name(op)}/{name}"))
                work.changed()
        yields = body.yields
        given: list[Given] = [
            local[t.name] if not t.path and t.name in local else work.value(t) for t in yields
        ]
        return made, given
