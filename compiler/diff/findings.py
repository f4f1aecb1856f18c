"""What a difference consists of, and its two forms: lines of text, and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from xdsl.ir import Attribute

Kind: TypeAlias = Literal[
    "removed",
    "added",
    "fused",
    "split",
    "folded",
    "replaced",
    "merged",
    "changed",
    "renamed",
    "retyped",
    "reordered",
    "moved",
]
"""
What happened: gone; new; several became one; one became several; operations became constants;
others came in their place; gone, as an equal one was there already; of one operation attributes,
operands or weights are others; only names; only types; only the order; only the region.
"""
Subject: TypeAlias = Literal["node", "tensor", "input", "output", "function", "module"]
UNKNOWN = "nn.unknown"
"""The type of what a file says nothing of."""
MOST = 4
"""Operations that a line lists of each graph."""


def quoted(name: str) -> str:
    """A name in quotes, on one line whatever it holds."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(c if c.isprintable() else _escape(c) for c in escaped)}"'


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


@dataclass(frozen=True, slots=True)
class Ref:
    """An operation, by its name in the framework, or by its position in the function."""

    op: str
    name: str | None
    index: int
    constant: bool = False

    def __str__(self) -> str:
        return f"{self.op} {self.label}"

    @property
    def label(self) -> str:
        return f"#{self.index}" if self.name is None else quoted(self.name)

    def json(self) -> dict[str, Any]:
        return {"op": self.op, "name": self.name, "index": self.index}


@dataclass(frozen=True, slots=True)
class ValueRef:
    """A tensor, by its name, or by what makes it."""

    name: str | None
    of: str
    """`result 0 of nn.relu "r"`."""
    type: Attribute

    def __str__(self) -> str:
        return self.of if self.name is None else f"%{quoted(self.name)}"

    @property
    def label(self) -> str:
        return str(self)

    def json(self) -> dict[str, Any]:
        return {"name": self.name, "of": self.of, "type": str(self.type)}


@dataclass(frozen=True, slots=True)
class NameRef:
    """A function or an output, by its name."""

    what: str
    name: str

    def __str__(self) -> str:
        return f"{self.what} {self.label}".lstrip()

    @property
    def label(self) -> str:
        return quoted(self.name)

    def json(self) -> dict[str, Any]:
        return {"name": self.name}


AnyRef: TypeAlias = Ref | ValueRef | NameRef


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is another; None where it is not there. `note` says it in other words."""

    what: str
    before: str | None
    after: str | None
    note: str = ""
    numbers: dict[str, Any] | None = None

    def __str__(self) -> str:
        if self.note:
            return f"{self.what} {self.note}"
        return f"{self.what} {self.before or 'none'} -> {self.after or 'none'}"

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"what": self.what, "before": self.before, "after": self.after}
        if self.note and self.numbers is None:
            found["note"] = self.note
        return found | (self.numbers or {})


@dataclass(slots=True)
class Finding:
    """One difference; `before` and `after` say of what, `following` how many more go with it."""

    at: tuple[int, ...]
    """Where its line stands."""
    kind: Kind
    subject: Subject
    before: Sequence[AnyRef] = ()
    after: Sequence[AnyRef] = ()
    changes: list[Change] = field(default_factory=lambda: list[Change]())
    following: int = 0

    def __str__(self) -> str:
        mark = {"removed": "-", "added": "+"}.get(self.kind, "~")
        shown = _LINES.get(self.kind, _plain)(self)
        if self.changes and self.kind not in ("retyped", "moved"):
            shown += f": {'; '.join(map(str, self.changes))}"
        return f"{mark} {self.kind:9} {shown}"

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "subject": self.subject,
            "before": [ref.json() for ref in self.before],
            "after": [ref.json() for ref in self.after],
            "changes": [change.json() for change in self.changes],
            "following": self.following,
        }


def _plain(found: Finding) -> str:
    shown = "".join(map(str, found.before or found.after))
    if len(found.before or found.after) > 1:
        return listed(found.before or found.after)
    inside = f" (and {counted(found.following, 'node')} inside)" if found.following else ""
    return f"{_subject(found)}{shown}{inside}".rstrip()


def _subject(found: Finding) -> str:
    """What nodes and tensors tell by themselves."""
    return "" if found.subject in ("node", "tensor") else f"{found.subject} "


def _become(found: Finding) -> str:
    return f"{listed(found.before)} -> {listed(found.after)}"


def _merged(found: Finding) -> str:
    if len(found.before) > 1:
        return listed(found.before)
    return _become(found)


def _renamed(found: Finding) -> str:
    if len(found.before) == 1:
        return f"{_subject(found)}{found.before[0]} -> {found.after[0].label}"
    lost = any(ref.name is None for ref in found.after)
    return f"{counted(len(found.before), found.subject)} {'lost' if lost else 'got'} a name"


def _retyped(found: Finding) -> str:
    if not found.changes:
        had_none = isinstance(found.before[0], ValueRef) and found.before[0].type.name == UNKNOWN
        when = "was" if had_none else "is now"
        return f"{counted(len(found.before), 'value')} whose type {when} unknown"
    (change,) = found.changes
    shown = f"{_subject(found)}{found.before[0]}: {change.before} -> {change.after}"
    after = f" (and {counted(found.following, 'value')} after it)" if found.following else ""
    return shown + after


def _counted_refs(found: Finding) -> str:
    if found.subject != "node":
        return counted(len(found.before), found.subject)
    constants = sum(isinstance(ref, Ref) and ref.constant for ref in found.before)
    return _numbers(len(found.before) - constants, constants)


def _moved(found: Finding) -> str:
    (change,) = found.changes
    return f"{_counted_refs(found)}: {change.before} -> {change.after}"


_LINES = {
    "fused": _become,
    "split": _become,
    "folded": _become,
    "replaced": _become,
    "merged": _merged,
    "renamed": _renamed,
    "retyped": _retyped,
    "reordered": _counted_refs,
    "moved": _moved,
}


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _numbers(nodes: int, constants: int) -> str:
    parts = ((nodes, "node"), (constants, "constant"))
    return ", ".join(counted(n, what) for n, what in parts if n)


def listed(refs: Sequence[AnyRef]) -> str:
    """Operations that compute, the first of them; how many constants, if there are others."""
    nodes = [ref for ref in refs if not (isinstance(ref, Ref) and ref.constant)]
    constants = len(refs) - len(nodes)
    if not nodes:
        return str(refs[0]) if constants == 1 else _some(refs, "constant")
    return ", ".join(
        [_some(nodes, "node"), *([counted(constants, "constant")] if constants else [])]
    )


def _some(refs: Sequence[AnyRef], what: str) -> str:
    more = len(refs) - MOST
    parts = [str(ref) for ref in (refs[:MOST] if more > 0 else refs)]
    return ", ".join([*parts, *([counted(more, f"more {what}")] if more > 0 else [])])
