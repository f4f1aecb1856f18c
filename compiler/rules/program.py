"""Compiled rules: how a left side is found in a module, and how a right side is made.

A match goes from the root to what makes its operands, and tries both orders of what commutes; a
choice that leads nowhere is taken back. The environment is a list with a slot for each name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialects.nn.constant import Constant
from .. import element_types, matching
from ..driver.diagnostics import Place
from ..folding import ALLOWANCE, LARGEST
from ..op import DYNAMIC, SEGMENTS, Op, Tensor, shape_of
from ..replacing import may_stand_for
from ..weights import Elements
from .expressions import Closure, Condition, Env
from .functions import FAILURES, Unknown, shown
from .operators import spoken_kind

MOST_STEPS = 10_000
"""Operations that are looked at for one root: no rule needs more, whatever the module."""


class _Unset:
    pass


UNSET: Any = _Unset()


@dataclass(frozen=True)
class Slot:
    """
    What stands at an operand: `one` value or `optional`, `variadic` the rest of them, `absent`,
    `any`, or a `number` that all elements are.
    """

    kind: str
    place: Place
    slot: int = -1
    name: str = ""
    is_constant: bool = False
    number: Closure | None = None


@dataclass(frozen=True)
class Setting:
    """A property: bound to a slot, or equal to a value, or in a replacement computed."""

    name: str
    place: Place
    slot: int = -1
    value: Any = UNSET
    run: Closure | None = None


@dataclass(frozen=True)
class Node:
    """An operation of a pattern or of a replacement."""

    cls: type[Op]
    place: Place
    results: tuple[int, ...]
    """Slots; -1 for one that has no name."""
    operands: tuple[Slot, ...]
    settings: tuple[Setting, ...]
    others: int = -1
    """The slot of all other properties."""
    one_use: bool = False
    commutes: bool = False
    is_constant: bool = False


@dataclass(frozen=True)
class Assignment:
    """`let`."""

    slot: int
    run: Closure
    place: Place


@dataclass(frozen=True)
class Hint:
    """
    What a condition compares a slot with, from which instances are drawn: the `setting` itself, or
    `scalar`, `rank`, `dtype` of the value in it.
    """

    of: str
    slot: int
    run: Closure
    is_bound: bool = False
    """Whether it is a bound, which is to be kept or passed."""


@dataclass
class Trace:
    """The reason why a rule does not apply: that which was met last on the way."""

    depth: int = -1
    place: Place = field(default_factory=Place)
    reason: str = ""
    at: Operation | None = None
    """The operation that does not fit."""

    def tell(self, depth: int, place: Place, reason: str, at: Operation | None = None) -> None:
        if depth > self.depth:
            self.depth, self.place, self.reason, self.at = depth, place, reason, at


@dataclass
class Made:
    """A replacement: operations, not yet in the module, and what takes the place of the results."""

    ops: list[Operation]
    results: list[SSAValue]

    def discard(self) -> None:
        """Forgets the operations."""
        for op in reversed(self.ops):
            op.drop_all_references()
            op.erase(safe_erase=False)


@dataclass(frozen=True)
class Variant:
    """A rule with one alternative chosen for each pattern that it names."""

    rule: str
    law: str
    place: Place
    nodes: tuple[Node, ...]
    """The root first; the results of each are operands of those before."""
    steps: tuple[Condition | Assignment | Node, ...]
    made: tuple[Node, ...]
    values: tuple[int, ...]
    """The slots of what takes the root's place; without any it is the last operation made."""
    size: int
    names: tuple[str, ...] = ()
    """What the slots are called."""
    hints: "tuple[Hint, ...]" = ()

    @property
    def root(self) -> type[Op]:
        return self.nodes[0].cls

    def apply(
        self, op: Op, trace: Trace | None = None, *, of_any_type: bool = False
    ) -> Made | None:
        """
        What is to stand in the place of an operation; None where the rule does not apply. It has
        the types of what it replaces, unless it may be `of_any_type`.
        """
        return _Search(self, trace, of_any_type).run(op)


class _Search:
    """One attempt at one operation."""

    def __init__(self, variant: Variant, trace: Trace | None, of_any_type: bool) -> None:
        self.variant, self.trace, self.of_any_type = variant, trace, of_any_type
        self.env: Env = [UNSET] * variant.size
        self.ops: list[Op] = []
        self.steps = 0
        self.made: Made | None = None

    def run(self, op: Op) -> Made | None:
        root = self.variant.nodes[0]
        if len(op.results) != len(root.results):
            return None
        for slot, result in zip(root.results, op.results, strict=True):
            if slot >= 0:
                self.env[slot] = result
        self.ops = [op]
        return self.made if self.node(0, op) else None

    def fail(self, depth: int, place: Place, reason: str = "", at: Operation | None = None) -> bool:
        if self.trace is not None:
            self.trace.tell(depth, place, reason, at)
        return False

    # The left side

    def solve(self, depth: int) -> bool:
        """Whether all nodes from this one on can be found, and what follows holds."""
        nodes = self.variant.nodes
        if depth == len(nodes):
            return self.finish(depth)
        node = nodes[depth]
        op = self.producer(node, depth)
        if op is None:
            return False
        self.ops.append(op)
        if self.node(depth, op):
            return True
        self.ops.pop()
        return False

    def producer(self, node: Node, depth: int) -> Op | None:
        """The operation that makes the values which a node's results are bound to."""
        bound = next(self.env[s] for s in node.results if s >= 0 and self.env[s] is not UNSET)
        op: Any = None if bound is None else bound.owner
        if type(op) is not node.cls:
            self.fail(depth, node.place, _not_made(bound, node.cls.name), _operation(op))
            return None
        if len(op.results) != len(node.results):
            self.fail(depth, node.place, f"'{op.name}' has {len(op.results)} results", op)
            return None
        for slot, result in zip(node.results, op.results, strict=True):
            if slot >= 0 and self.env[slot] is UNSET:
                self.env[slot] = result
            elif slot >= 0 and self.env[slot] is not result:
                self.fail(depth, node.place, "the results are taken in another order", op)
                return None
        return op

    def node(self, depth: int, op: Op) -> bool:
        node = self.variant.nodes[depth]
        self.steps += 1
        if self.steps > MOST_STEPS:
            return self.fail(depth, node.place, f"not found in {MOST_STEPS} steps", op)
        saved = list(self.env)
        if not self.settings(node, op, depth):
            self.env[:] = saved
            return False
        operands = op.operands_with_holes() if op.is_segmented() else list(op.operands)
        after = list(self.env)
        orders = (operands, operands[::-1]) if node.commutes else (operands,)
        for order in orders:
            if self.operands(node, order, depth, op) and self.solve(depth + 1):
                return True
            self.env[:] = after
        self.env[:] = saved
        return False

    def settings(self, node: Node, op: Op, depth: int) -> bool:
        named = {s.name for s in node.settings}
        for setting in node.settings:
            found = setting_of(op, setting.name)
            if setting.value is not UNSET and found != setting.value:
                is_ = f"'{setting.name}' is {shown(found)}, not {shown(setting.value)}"
                return self.fail(depth, setting.place, is_, op)
            if setting.slot >= 0 and not self.bind(setting.slot, found, same=_equal):
                reason = f"'{setting.name}' is {shown(found)}, not the same as before"
                return self.fail(depth, setting.place, reason, op)
        fields = op.property_fields
        others = [n for n in op.properties if n not in named and n != SEGMENTS and n in fields]
        if node.others >= 0:
            values = {n: fields[n].read(op.properties[n]) for n in others}
            return self.bind(node.others, values, same=_equal) or self.fail(
                depth, node.place, "the other properties are not the same as before", op
            )
        for name in others:
            if not fields[name].is_default(op.properties[name]):
                value = shown(fields[name].read(op.properties[name]))
                reason = f"'{name}' is {value}, and the rule does not mention it"
                return self.fail(depth, node.place, reason, op)
        return True

    def bind(self, slot: int, found: Any, same: Any) -> bool:
        if self.env[slot] is UNSET:
            self.env[slot] = found
            return True
        return same(self.env[slot], found)

    def operands(self, node: Node, given: Sequence[SSAValue | None], depth: int, op: Op) -> bool:
        wanted = node.operands
        last = wanted[-1] if wanted and wanted[-1].kind == "variadic" else None
        single = wanted if last is None else wanted[:-1]
        if last is None and len(given) > len(wanted):
            reason = f"has {len(given)} operands, not {len(wanted)}"
            return self.fail(depth, node.place, reason, op)
        for i, slot in enumerate(single):
            value = given[i] if i < len(given) else None
            reason = self.operand(slot, value)
            if reason is None and slot.kind == "number" and not _leaves_shapes(value, given):
                reason = "is one number, but may make the result larger than the other operand"
            if reason is not None:
                return self.fail(depth, slot.place, f"operand #{i} {reason}", op)
        if last is None:
            return True
        rest = list(given[len(single) :])
        reason = f"'{last.name}' is not the same as before, or has holes"
        return (
            None not in rest
            and self.bind(last.slot, rest, _equal)
            or self.fail(depth, last.place, reason, op)
        )

    def operand(self, slot: Slot, value: SSAValue | None) -> str | None:
        """Why a value does not fit an operand of the pattern; None if it does."""
        if slot.kind == "any":
            return None if value is not None else "is absent"
        if slot.kind == "absent":
            return None if value is None else "is there, and must be absent"
        if slot.kind == "number":
            return self.number(slot, value)
        if value is None and slot.kind != "optional":
            return "is absent"
        if value is not None and slot.is_constant and matching.elements(value) is None:
            return "is no constant"
        if self.env[slot.slot] is UNSET:
            self.env[slot.slot] = value
            return None
        return None if self.env[slot.slot] is value else f"is not the '{slot.name}' from before"

    def number(self, slot: Slot, value: SSAValue | None) -> str | None:
        found = matching.scalar(value)
        if found is None:
            return "is not one number for all elements"
        if slot.slot >= 0:  # computed: compared when all names are bound
            return None if self.bind(slot.slot, value, _same) else "is not the same as before"
        assert slot.number is not None
        wanted = slot.number(self.env)
        same = found == wanted or found == stored(wanted, value)
        return None if same else f"is {shown(found)}, not {shown(wanted)}"

    # What follows

    def finish(self, depth: int) -> bool:
        inside = set(self.ops)
        for node, op in zip(self.variant.nodes, self.ops, strict=True):
            if node.one_use and any(u.operation not in inside for r in op.results for u in r.uses):
                return self.fail(depth, node.place, "its result has readers elsewhere", op)
        made = Made([], [])
        found = self.make(made, depth)
        if not found:
            made.discard()
        return found

    def make(self, made: Made, depth: int) -> bool:
        """The conditions, and the right side."""
        for i, step in enumerate(self.variant.steps):
            if isinstance(step, Condition):
                if (reason := step.failure(self.env)) is not None:
                    return self.fail(depth + i, step.place, reason)
                continue
            if (reason := self.attempt(step, made)) is not None:
                return self.fail(depth + i, step.place, reason)
        depth += len(self.variant.steps)
        for i, node in enumerate(self.variant.made):
            if (reason := self.attempt(node, made)) is not None:
                return self.fail(depth + i, node.place, reason)
        depth += len(self.variant.made)
        root = self.ops[0]
        values = [self.env[s] for s in self.variant.values]
        made.results = values if values else list(made.ops[-1].results)
        if len(made.results) != len(root.results):
            reason = f"has {len(made.results)} results in the place of {len(root.results)}"
            return self.fail(depth, self.variant.place, reason)
        for new, old in zip(made.results, root.results, strict=True):
            if not self.of_any_type and not stands_for(new, old):
                reason = f"the replacement is {shown(new)}, which cannot stand for {old.type}"
                place = self.variant.made[-1].place if self.variant.made else self.variant.place
                return self.fail(depth, place, reason)
        self.made = _without_unused(made)
        return True

    def attempt(self, step: Assignment | Node, made: Made) -> str | None:
        """Computes a step; why it cannot be, if so."""
        try:
            if isinstance(step, Assignment):
                self.env[step.slot] = step.run(self.env)
            else:
                self.build(step, made)
        except Unknown as e:
            return f"it cannot be computed: an operand {e}"
        except VerifyException as e:
            return f"'{cast(Node, step).cls.name}' op {e}"
        except FAILURES as e:
            return f"it cannot be computed: {e}"
        return None

    def build(self, node: Node, made: Made) -> None:
        operands = list(self.made_operands(node, made))
        settings: dict[str, Any] = {}
        if node.others >= 0:
            settings.update(self.env[node.others])
        for setting in node.settings:
            assert setting.run is not None
            settings[setting.name] = setting.run(self.env)
        op = node.cls.of(*operands, **checked(node.cls, settings))
        made.ops.append(op)
        if node.is_constant:
            made.ops[-1:] = [computed(op)]
        for slot, result in zip(node.results, made.ops[-1].results, strict=False):
            if slot >= 0:
                self.env[slot] = result

    def made_operands(self, node: Node, made: Made) -> Iterator[SSAValue | None]:
        like: SSAValue | None = next(
            (self.env[s.slot] for s in node.operands if s.kind == "one"), None
        )
        for slot in node.operands:
            if slot.kind == "absent":
                yield None
            elif slot.kind == "variadic":
                yield from self.env[slot.slot]
            elif slot.kind == "number":
                assert slot.number is not None
                constant = scalar_constant(slot.number(self.env), like)
                made.ops.append(constant)
                yield constant.result
            else:
                yield self.env[slot.slot]


def _operation(owner: Any) -> Operation | None:
    return owner if isinstance(owner, Operation) else None


def _not_made(value: SSAValue | None, name: str) -> str:
    if value is None:
        return "an operand is absent"
    if not isinstance(value, OpResult):
        return f"an operand is an argument, and not made by '{name}'"
    return f"an operand is made by '{value.op.name}', not by '{name}'"


def _same(a: Any, b: Any) -> bool:
    return a is b


def _equal(a: Any, b: Any) -> bool:
    return bool(a == b) and repr(a) == repr(b)


def setting_of(op: Op, name: str) -> Any:
    """The value of a property, which may be its default."""
    field = op.property_fields[name]
    found = op.properties.get(name)
    return field.default if found is None else field.read(found)


def _leaves_shapes(number: SSAValue | None, operands: Sequence[SSAValue | None]) -> bool:
    """Whether a constant spreads over another operand, if there is one."""
    others = [v for v in operands if v is not None and v is not number]
    return number is None or not others or any(matching.fits(number, v) for v in others)


def number_of(slot: int) -> Closure:
    """The one number of the constant in a slot."""

    def run(env: Env) -> Any:
        found = matching.scalar(env[slot])
        if found is None:
            raise Unknown("is not one number for all elements")
        return found

    return run


def checked(cls: type[Op], settings: dict[str, Any]) -> dict[str, Any]:
    """Properties whose values are what will be stored; raises `Unknown` of any other."""
    for name, value in settings.items():
        prop = cls.property_fields[name]
        if value is None:
            continue
        back = prop.read(prop.write(value))
        if back != value and back == back:  # NaN is what it is
            raise Unknown(f"is {shown(value)}, and '{name}' is {spoken_kind(prop)}")
    return settings


def stored(number: Any, value: SSAValue | None) -> float | None:
    """A number as the type of a value stores it."""
    element = None if value is None else matching.element_type(value)
    if element is None or not element_types.is_float(element) or not isinstance(number, float):
        return None
    found = element_types.unpack(element, element_types.pack(element, [number]))[0]
    return float(found)


def scalar_constant(number: Any, like: SSAValue | None) -> Constant:
    """A constant without dims of the element type of a value, which must hold the number."""
    element: Attribute | None = None if like is None else matching.element_type(like)
    if element is None:
        raise Unknown("has no element type")
    if not element_types.is_float(element):
        if number != int(number):
            raise Unknown(f"is {shown(number)}, which {element} does not hold")
        number = int(number)
    data = element_types.pack(element, [number])
    return Constant.of(value=Elements.of_bytes(data, TensorType(element, [])))


def computed(op: Op) -> Constant:
    """
    The constant that an operation on constants gives; drops the operation. Raises `Unknown` if it
    would take more bytes than its operands do, and a few more.
    """
    try:
        (result,) = op.results
        found = _computed(op, result)
    finally:
        operands = [matching.elements(v) for v in op.operands]
        op.drop_all_references()
    key = next((e.key for e in operands if e is not None and e.key), "")
    return Constant.named(found.with_key(key))


def _computed(op: Op, result: SSAValue) -> Elements:
    import numpy as np

    given = [matching.elements(v) for v in op.operands]
    if any(e is None or not e.data.here for e in given):
        raise Unknown("is no constant whose elements are at hand")
    known = cast("list[Elements]", given)
    dims = shape_of(result.type)
    if dims is None or DYNAMIC in dims or prod(dims) > LARGEST:
        raise Unknown("is too large to be computed")
    arrays = op.run(np, *[e.array(np) for e in known])
    made = Elements.of(np.asarray(arrays[0]), cast(Tensor, result.type))
    allowed = sum(map(_bytes, known)) + ALLOWANCE * element_types.byte_size(made.type.element_type)
    if _bytes(made) > allowed:
        raise Unknown(f"takes {_bytes(made)} bytes, and the constants that it is made of fewer")
    return made


def _bytes(elements: Elements) -> int:
    size = element_types.byte_size(elements.type.element_type)
    return size * (1 if elements.splat else elements.data.count)


def stands_for(new: SSAValue, old: SSAValue) -> bool:
    """
    Whether a value can take the place of another: of its type, or of one that says less and can be
    told more. Of a dim that is known of the new one alone nobody knows whether it is right.
    """
    if new.type == old.type:
        return True
    have, want = shape_of(new.type), shape_of(old.type)
    if have is None or want is None or len(have) != len(want):
        return False
    if matching.element_type(new) != matching.element_type(old):
        return False
    return all(m in (n, DYNAMIC) for m, n in zip(have, want, strict=True)) and may_stand_for(
        new, old
    )


def _without_unused(made: Made) -> Made:
    kept: list[Operation] = []
    for op in reversed(made.ops):
        if any(r in made.results or any(True for _ in r.uses) for r in op.results):
            kept.append(op)
        else:
            op.drop_all_references()
    return Made(kept[::-1], made.results)
