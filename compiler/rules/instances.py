"""Random instances of left sides: small functions that a rule fits, and arrays to run them on.

Operators are drawn in the order of their definition: the types of what they read that nothing else
makes, then their properties, until `infer` takes them. What conditions compare names with is drawn
more often than not. The same seed gives the same instances.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import TensorType, bf16, f16, f32, f64, i1, i32, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialects.nn.constant import Constant
from .. import element_types, matching, names
from ..op import Op, shape_of
from ..weights import Elements
from .drawing import MATRICES, SPATIAL, Dice, Shape, operand_shape, property_value
from .expressions import Env, element_type
from .functions import FAILURES, Unknown
from .operators import kind_of, words_of
from .program import UNSET, Node, Setting, Slot, Variant, checked

TRIES = 12
"""For one operator, before the instance is given up."""
HINTED = 0.8
"""How often what a condition asks for is drawn."""
FLOATS = (f32, f32, f32, f64, f16, bf16)
OTHERS = (i32, i32, i64, element_type("i8"), element_type("ui8"), i1)
INDICES = frozenset({"indices", "lengths", "sequence_lens"})
"""Operands of integers, whatever the others are."""
LARGEST = 4096
"""Elements of the largest tensor."""


class NoInstance(Exception):
    """This draw leads nowhere; the reason is for the user, if all do."""


@dataclass
class Instance:
    """A function whose returned values are the results of the operation that is to match."""

    function: FuncOp
    root: Op
    inputs: list[Any]
    numbers: dict[Operation, float] = field(default_factory=dict[Operation, float])
    """What conditions ask of constants, before it was rounded to their types."""

    @property
    def size(self) -> int:
        """The number of elements that a person has to read."""
        constants = (op for op in self.function.body.block.ops if isinstance(op, Constant))
        kept = sum(int(c.elements.data.count) for c in constants)
        return kept + sum(a.size for a in self.inputs)


def draw(variant: Variant, dice: Dice, special: bool) -> Instance:
    """One instance of a variant; `special` numbers are among its arrays. Raises `NoInstance`."""
    return _Drawing(variant, dice, special).run()


@dataclass
class _Drawing:
    variant: Variant
    dice: Dice
    special: bool
    block: Block = field(default_factory=Block)
    inputs: list[Any] = field(default_factory=lambda: list[Any]())
    numbers: dict[Operation, float] = field(default_factory=dict[Operation, float])
    env: Env = field(default_factory=lambda: list[Any]())

    def __post_init__(self) -> None:
        dice, nodes = self.dice, self.variant.nodes
        self.env = [UNSET] * self.variant.size
        hinted = self.hinted("dtype", -1)
        self.element: Attribute = dice.pick(FLOATS if dice.chance(0.6) else OTHERS)
        if hinted is not None:
            self.element = hinted
        kinds = {n.cls.name for n in nodes}
        low, high, square = 0, 3 + dice.level, False
        if kinds & SPATIAL:
            low, high = 3, 4
        elif kinds & set(MATRICES):
            low = 2
            square = dice.chance(0.6)
        rank = self.hinted("rank", -1)
        if isinstance(rank, int) and 0 <= rank <= 5:
            low = high = rank
        low = max(low, min(high, dice.level))  # there is little to see in tensors without dims
        self.base = dice.shape(low, max(low, min(high, 4)))
        if square and len(self.base) > 1:  # so that any two can be multiplied
            self.base = (*self.base[:-1], self.base[-2])

    def run(self) -> Instance:
        for node in reversed(self.variant.nodes):
            op = self.node(node)
        root = op  # pyright: ignore[reportPossiblyUnboundVariable]
        self.block.add_op(ReturnOp(*root.results))
        types = [a.type for a in self.block.args], [r.type for r in root.results]
        function = FuncOp("before", types, Region(self.block))
        function.properties.pop("sym_visibility", None)
        return Instance(function, root, self.inputs, self.numbers)

    # Operators

    def node(self, node: Node) -> Op:
        reason = ""
        for _ in range(TRIES):
            saved, first = list(self.env), len(self.block.args)
            before = self.block.last_op
            try:
                return self.attempt(node)
            except NoInstance as e:
                reason = str(e)
            except (VerifyException, Unknown, *FAILURES) as e:
                reason = f"'{node.cls.name}' op {e}"
            self.env[:] = saved
            self.undo(first, before)
        raise NoInstance(reason)

    def undo(self, first: int, before: Any) -> None:
        """Takes back the arguments and operations of an attempt."""
        while self.block.last_op is not None and self.block.last_op is not before:
            self.block.erase_op(self.block.last_op, safe_erase=False)
        while len(self.block.args) > first:
            self.block.erase_arg(self.block.args[-1])
            self.inputs.pop()

    def attempt(self, node: Node) -> Op:
        cls = node.cls
        fixed = {s.name: s.value for s in node.settings if s.value is not UNSET}
        bound = {s.name: s for s in node.settings if s.slot >= 0}
        early = [n for n in ("layout", "groups", "trans_a", "trans_b") if n in bound]
        for name in early:
            fixed[name] = self.setting(node, bound.pop(name), [])
        operands = list(self.operands(node, fixed))
        shapes = [_shape(v) for v in operands if v is not None]
        settings = dict(fixed)
        for setting in node.settings:
            if setting.name in bound or (setting.slot < 0 and setting.value is UNSET):
                settings[setting.name] = self.setting(node, setting, shapes)
        if node.others >= 0:
            settings.update(self.others(node, settings, shapes))
        op = cls.of(*operands, **checked(cls, settings))
        if len(op.results) != len(node.results):
            raise NoInstance(f"'{cls.name}' has {len(op.results)} results")
        for result in op.results:
            if any(n > LARGEST for n in _shape(result)):
                raise NoInstance(f"'{cls.name}' gives a large tensor")
        self.block.add_op(op)
        for slot, result in zip(node.results, op.results, strict=True):
            if slot >= 0:
                self.env[slot] = result
                names.set_name(result, self.name(slot))
        return op

    def name(self, slot: int) -> str:
        return self.variant.names[slot].lstrip("%$") or "k"

    # Operands

    def operands(self, node: Node, fixed: dict[str, Any]) -> Iterator[SSAValue | None]:
        known: dict[str, Shape] = {}
        fields = node.cls.operand_fields
        wanted = list(node.operands)
        # What is made already tells the shapes of what is not.
        for i, slot in enumerate(wanted):
            value = self.env[slot.slot] if slot.slot >= 0 else UNSET
            if isinstance(value, SSAValue) and i < len(fields):
                known[fields[i].name] = _shape(cast(SSAValue, value))
        found: list[SSAValue | None] = []
        for i, slot in enumerate(wanted):
            of = fields[min(i, len(fields) - 1)].name
            for value in self.operand(node, slot, of, known, fixed):
                found.append(value)
                if value is not None and i < len(fields):
                    known.setdefault(of, _shape(value))
        yield from found

    def operand(
        self, node: Node, slot: Slot, of: str, known: dict[str, Shape], fixed: dict[str, Any]
    ) -> list[SSAValue | None]:
        dice = self.dice
        if slot.kind == "absent":
            return [None]
        if slot.slot >= 0 and self.env[slot.slot] is not UNSET:
            value: Any = self.env[slot.slot]
            return cast("list[SSAValue | None]", value) if isinstance(value, list) else [value]
        if slot.kind == "optional" and dice.chance(0.5):
            self.env[slot.slot] = None
            return [None]
        count = dice.below(3) if slot.kind == "variadic" else 1
        made: list[SSAValue | None] = []
        for _ in range(count):
            shape = operand_shape(dice, node.cls, of, known, fixed, self.base)
            made.append(self.leaf(node, slot, of, shape))
        if slot.slot >= 0:
            self.env[slot.slot] = made if slot.kind == "variadic" else made[0]
        return made

    def leaf(self, node: Node, slot: Slot, of: str, shape: Shape) -> SSAValue:
        """A new argument or constant."""
        element = self.element_of(node, slot, of)
        number = self.number(slot)
        if number is not None:
            shape = shape if self.dice.chance(0.3) else self.dice.pick(((), (1,)))
            dtype = element_types.numpy_dtype(self.dice.np, element)
            made = self.constant(self.dice.np.full(shape, number).astype(dtype), element, slot)
            self.numbers[cast(Operation, made.owner)] = number
            return made
        if slot.is_constant or slot.kind == "number":
            special = self.special and self.dice.chance(0.3)
            if slot.kind == "number" or self.dice.chance(0.4):
                one = self.dice.array(element, (), special)
                return self.constant(self.dice.np.full(shape, one), element, slot)
            return self.constant(self.dice.array(element, shape, special), element, slot)
        argument = self.block.insert_arg(TensorType(element, shape), len(self.block.args))
        names.set_hint(argument, slot.name.lstrip("%") or f"x{len(self.block.args)}")
        self.inputs.append(self.dice.array(element, shape, self.special))
        return argument

    def constant(self, array: Any, element: Attribute, slot: Slot) -> SSAValue:
        made = Constant.of(value=Elements.of(array, TensorType(element, array.shape)))
        self.block.add_op(made)
        names.set_hint(made.result, slot.name.lstrip("%") or f"k{len(self.block.ops)}")
        return made.result

    def element_of(self, node: Node, slot: Slot, of: str) -> Attribute:
        hinted = None if slot.slot < 0 else self.hinted("dtype", slot.slot)
        if hinted is not None:
            return hinted
        if of in INDICES:
            return i64
        if of == "condition":
            return i1
        if of == "zero_point":
            return self.dice.pick((element_type("i8"), element_type("ui8")))
        known = [self.env[s.slot] for s in node.operands if s.slot >= 0]
        for value in known:
            if isinstance(value, SSAValue) and self.dice.chance(0.95):
                return matching.element_type(cast(SSAValue, value)) or self.element
        return self.element

    def number(self, slot: Slot) -> Any:
        if slot.number is not None:
            return slot.number(self.env)
        if slot.slot < 0 or not (slot.is_constant or slot.kind == "number"):
            return None
        found = self.hinted("scalar", slot.slot)
        return found if isinstance(found, int | float) else None

    # Properties

    def setting(self, node: Node, setting: Setting, shapes: list[Shape]) -> Any:
        if setting.slot >= 0 and self.env[setting.slot] is not UNSET:
            return self.env[setting.slot]
        found = None if setting.slot < 0 else self.hinted("setting", setting.slot)
        if found is None:
            found = self.free(node, setting.name, shapes)
        if setting.slot >= 0:
            self.env[setting.slot] = found
        return found

    def free(self, node: Node, name: str, shapes: list[Shape]) -> Any:
        prop = node.cls.property_fields[name]
        kind = kind_of(prop)
        if kind == "dtype":
            return self.dice.pick((*FLOATS, *OTHERS))
        found = property_value(self.dice, node.cls, name, kind, words_of(prop), shapes)
        return prop.default if found is None else found

    def others(self, node: Node, settings: dict[str, Any], shapes: list[Shape]) -> dict[str, Any]:
        """The properties that a rule does not name, most at their defaults."""
        if self.env[node.others] is not UNSET:
            return self.env[node.others]
        found: dict[str, Any] = {}
        for name, prop in node.cls.property_fields.items():
            needed = prop.default is None and name in ("kernel", "axis", "perm", "shape", "to")
            if name in settings or not (needed or self.dice.chance(0.4)):
                continue
            value = self.free(node, name, shapes)
            if value is not None and not prop.is_default(prop.write(value)):
                found[name] = value
        self.env[node.others] = found
        return found

    def hinted(self, of: str, slot: int) -> Any:
        """What a condition compares a slot (or any, -1) with, as far as that is known."""
        if not self.dice.chance(HINTED):
            return None
        found: list[Any] = []
        for hint in self.variant.hints:
            if hint.of == of and slot in (-1, hint.slot):
                try:
                    value = hint.run(self.env)
                    is_number = isinstance(value, int | float) and not isinstance(value, bool)
                    if hint.is_bound and is_number:
                        value += self.dice.pick((-1, 0, 1, 0.5, -0.5, 0.25, -0.25))
                    found.append(value)
                except (Unknown, *FAILURES):
                    continue
        found = [f for f in found if f is not UNSET]
        return self.dice.pick(found) if found else None


def _shape(value: SSAValue) -> Shape:
    return shape_of(value.type) or ()
