"""Whether a rule matches what it makes, as far as its form tells."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .program import UNSET, Node, Setting, Slot, Variant

Value: TypeAlias = tuple[Any, ...]
"""A value of the replaced module: `("slot", n)`, or `("made", node, result)`, or a number."""


def repeats(variant: Variant) -> bool:
    """
    Whether the left side is found again in what the rule makes, whatever its names stand for. So
    `add(x, y)` to `add(y, x)`; conditions are not looked at, and may still end it.
    """
    return bool(variant.made) and _Form(variant).repeats()


@dataclass
class _Form:
    variant: Variant
    bound: dict[int, Value] = field(default_factory=dict[int, Value])

    def __post_init__(self) -> None:
        nodes = self.variant.nodes
        made = [n for n in (*self.variant.steps, *self.variant.made) if isinstance(n, Node)]
        self.maker = {s: (n, i) for n in (*nodes, *made) for i, s in enumerate(n.results) if s >= 0}
        self.constants = {s.slot for n in nodes for s in n.operands if s.is_constant}

    def repeats(self) -> bool:
        last = self.variant.made[-1]
        return self.same(0, last)

    def same(self, depth: int, made: Node) -> bool:
        """Whether a node of the left side fits a node of the module afterwards."""
        node = self.variant.nodes[depth]
        if node.cls is not made.cls or made.is_constant or not self.settings(node, made):
            return False
        orders: list[Sequence[Slot]] = [made.operands]
        if node.commutes and len(made.operands) == 2:
            orders.append(made.operands[::-1])
        for order in orders:
            saved = dict(self.bound)
            if self.operands(node, order) and self.rest(depth + 1):
                return True
            self.bound = saved
        return False

    def rest(self, depth: int) -> bool:
        if depth == len(self.variant.nodes):
            return True
        node = self.variant.nodes[depth]
        value = next((self.bound[s] for s in node.results if s in self.bound), None)
        if value is None or value[0] != "slot" or value[1] not in self.maker:
            return False
        return self.same(depth, self.maker[value[1]][0])

    def settings(self, node: Node, made: Node) -> bool:
        given = {s.name: s for s in made.settings}
        for setting in node.settings:
            if setting.slot < 0 and setting.value is not UNSET:
                if not _is(given.get(setting.name), setting.value):
                    return False
        named = {s.name for s in node.settings}
        return node.others >= 0 or not (set(given) - named)

    def operands(self, node: Node, given: Sequence[Slot]) -> bool:
        if len(node.operands) != len(given):
            return False
        return all(map(self.operand, node.operands, given))

    def operand(self, wanted: Slot, given: Slot) -> bool:
        if wanted.kind in ("any", "optional") and given.kind != "variadic":
            pass
        elif "variadic" in (wanted.kind, given.kind) or "absent" in (wanted.kind, given.kind):
            if wanted.kind != given.kind:
                return False
        is_number = given.kind == "number"
        if wanted.kind == "number":
            return is_number and _same_number(wanted, given)
        if wanted.is_constant and not (is_number or self.is_constant(given.slot)):
            return False
        if wanted.slot < 0:
            return True
        value: Value = ("number", id(given)) if is_number else ("slot", given.slot)
        return self.bound.setdefault(wanted.slot, value) == value

    def is_constant(self, slot: int) -> bool:
        maker = self.maker.get(slot)
        return slot in self.constants or (maker is not None and maker[0].is_constant)


def _is(made: Setting | None, value: Any) -> bool:
    """Whether a property that is made is this value, without knowing any name."""
    if made is None or made.run is None:
        return False
    try:
        return bool(made.run([]) == value)
    except Exception:  # it depends on a name
        return False


def _same_number(a: Slot, b: Slot) -> bool:
    try:
        return a.number is not None and b.number is not None and a.number([]) == b.number([])
    except Exception:  # it depends on a name
        return False
