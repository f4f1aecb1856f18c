"""Edits of nodes that are there: remove, bypass, rename, set, unset."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from .. import names
from ..driver.diagnostics import Place, near
from ..op import SEGMENTS, Op
from ..text.printer import quoted
from .address import Nodes, Refused, Tensor, called, is_constant, nodes, shown, tensor
from .edit import Edit, edit
from .types import infer
from .work import Key, Raw, Work, named


def _word(word: str, optional: bool) -> str:
    return f"{word}?" if optional else word


@edit("remove")
@dataclass(frozen=True)
class Remove(Edit):
    """Takes nodes out whose results nothing reads but others of them."""

    nodes: str | Nodes
    optional: bool = False

    def __str__(self) -> str:
        return f"{_word('remove', self.optional)} {nodes(self.nodes)}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Remove":
        return cls(parts[1], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        for op in reversed(work.nodes(nodes(self.nodes), self.optional)):
            work.erase(op, self.place)


@edit("bypass")
@dataclass(frozen=True)
class Bypass(Edit):
    """
    Takes nodes out; what read their result reads `to`, or else their only operand that is no
    constant.
    """

    nodes: str | Nodes
    to: str | Tensor | None = None
    optional: bool = False

    def __str__(self) -> str:
        end = "" if self.to is None else f" to {tensor(self.to)}"
        return f"{_word('bypass', self.optional)} {nodes(self.nodes)}{end}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Bypass":
        return cls(parts[1], parts[2], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        for op in work.nodes(nodes(self.nodes), self.optional):
            value = work.value(tensor(self.to)) if self.to is not None else self._only(op)
            first, *others = op.results
            if any(other.first_use for other in others):
                read = next(shown(other) for other in others if other.first_use)
                raise Refused(self.place, f"{called(op)} has another result that is read, {read}")
            for use in list(first.uses):
                work.redirect(use, value)
            work.erase(op, self.place)
        work.sort(self.place)
        infer(work, self.place)

    def _only(self, op: Operation) -> SSAValue:
        found = [v for v in op.operands if not is_constant(v)]
        if len(found) == 1 and op.results:
            return found[0]
        operands = ", ".join(map(shown, found)) or "none"
        message = f"{called(op)} has {len(found)} operands that are no constants ({operands})"
        raise Refused(self.place, f"{message}; say which with 'to'")


@edit("rename")
@dataclass(frozen=True)
class Rename(Edit):
    """Gives a node or a tensor another name, which must be free."""

    what: str | Nodes | Tensor
    to: str
    optional: bool = False

    def __str__(self) -> str:
        what = nodes(self.what) if isinstance(self.what, str) else self.what
        return f"{_word('rename', self.optional)} {what} to {quoted(self.to)}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Rename":
        return cls(parts[1], parts[2], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        if isinstance(self.what, Tensor):
            self._tensor(work, work.value(self.what))
            return
        found = work.nodes(nodes(self.what), self.optional)
        if len(found) > 1:
            raise Refused(self.place, f"{len(found)} nodes cannot all be '{self.to}'")
        if self.to in work.index.nodes:
            raise Refused(self.place, f"there is a node '{self.to}' already")
        for op in found:
            op.location = named(self.to)
        work.changed()

    def _tensor(self, work: Work, value: SSAValue) -> None:
        if self.to in work.index.tensors:
            raise Refused(self.place, f"there is a tensor '{self.to}' already")
        rename_tensor(value, self.to)
        work.changed()


def rename_tensor(value: SSAValue, name: str) -> None:
    """The name of a tensor, also where it is an input or an output of a function."""
    names.set_name(value, name)
    if isinstance(value, BlockArgument):
        owner = value.block.parent_op()
        if isinstance(owner, FuncOp):
            note(owner, "arg_attrs", value.index, len(value.block.args), names.NAME, name)
    block: Block | None = value.owner if isinstance(value.owner, Block) else value.owner.parent
    function = None if block is None else block.parent_op()
    last = None if block is None else block.last_op
    if isinstance(function, FuncOp) and last is not None:
        for i, output in enumerate(last.operands):
            if output is value:
                note(function, "res_attrs", i, len(last.operands), names.NAME, name)


def note(function: FuncOp, key: str, index: int, count: int, name: str, text: str) -> None:
    """Writes into the dictionary of an argument or result of a function."""
    given = function.properties.get(key)
    listed = list(cast("ArrayAttr[Any]", given).data) if given is not None else []
    listed += [DictionaryAttr({})] * (count - len(listed))
    listed[index] = DictionaryAttr({**listed[index].data, name: StringAttr(text)})
    function.properties[key] = ArrayAttr(listed)


@edit("set")
@dataclass(frozen=True)
class Set(Edit):
    """Gives nodes an attribute; one with a dot in its name says nothing of what they compute."""

    nodes: str | Nodes
    key: str
    value: Raw
    optional: bool = False

    def __str__(self) -> str:
        return f"{_word('set', self.optional)} {nodes(self.nodes)} {self.key} = {self.value}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Set":
        return cls(parts[1], parts[2], parts[3], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        value = work.read_attribute(self.value)
        for op in work.nodes(nodes(self.nodes), self.optional):
            if "." in self.key:
                op.attributes[self.key] = value
                continue
            if isinstance(op, Op):
                work.check_property(type(op), self.key, value, _place(self.key, self.place))
            op.properties[self.key] = value
            if isinstance(op, Op):
                op.settle()
            work.changed(op)
        infer(work, self.place)


@edit("unset")
@dataclass(frozen=True)
class Unset(Edit):
    """Takes an attribute from nodes, which then have its default."""

    nodes: str | Nodes
    key: str
    optional: bool = False

    def __str__(self) -> str:
        return f"{_word('unset', self.optional)} {nodes(self.nodes)} {self.key}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Unset":
        return cls(parts[1], parts[2], parts[0] is not None, place=place)

    def apply(self, work: Work) -> None:
        for op in work.nodes(nodes(self.nodes), self.optional):
            held = op.attributes if "." in self.key else op.properties
            if self.key not in held or self.key == SEGMENTS:
                known = [k for k in (*op.properties, *op.attributes) if k != SEGMENTS]
                message = f"{called(op)} has no attribute '{self.key}'{near(self.key, known)}"
                raise Refused(_place(self.key, self.place), message)
            del held[self.key]
            work.changed(op)
        infer(work, self.place)


def _place(key: str, otherwise: Place) -> Place:
    return key.place if isinstance(key, Key) else otherwise
