"""Checks a module and tells every independent fault, in one walk, linear in the operations.

What xDSL's verifier checks, op by op, and what it does not: that a value is defined before its use.
A region may use its values in any order (a graph region) if its op's class says
`graph_region = True`, or if it is nested in one, up to the next op that is isolated from above.

Checks that look only at types and properties run once for each combination of them.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp, StringAttr, UnregisteredOp
from xdsl.ir import Block, ErasedSSAValue, Operation, OpTraits, Region, SSAValue
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    OpTrait,
    SameOperandsAndResultType,
    SymbolTable,
)
from xdsl.utils.exceptions import VerifyException

Where = Operation | SSAValue | None

# `op.operands` makes an object for each mention; this is the tuple behind it.
_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")
_type: Callable[[SSAValue], Any] = attrgetter("_type")

LOCAL = {OpTrait.verify, SameOperandsAndResultType.verify}
"""Checks of traits that look at types alone."""
OURS = {IsolatedFromAbove.verify, IsTerminator.verify, SymbolTable.verify}
"""Checks of traits that the walk makes itself."""


MOST = 1 << 14
"""The number of combinations that are kept before the table begins anew."""


@dataclass(frozen=True)
class Fault:
    """Something wrong with an operation; the message reads after `'nn.conv' op ` unless whole."""

    op: Operation
    message: str
    notes: tuple[tuple[Where, str], ...] = ()
    whole: bool = False
    crash: Exception | None = None
    """The verifier of the operation itself broke down: our mistake, not the user's."""

    @property
    def sentence(self) -> str:
        return self.message if self.whole else f"'{name_of(self.op)}' op {self.message}"


def faults(root: Operation) -> list[Fault]:
    """Everything wrong with an operation and what it contains, in the order of the text."""
    verifier = _Verifier()
    verifier.run(root)
    verifier.found.sort(key=lambda found: found[0])
    found = [fault for _, fault in verifier.found]
    # A check may break down on what another has found wrong, as of the operation around.
    return [fault for fault in found if fault.crash is None] or found


def name_of(op: Operation) -> str:
    """The name of an operation, registered or not."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


# --- What is checked of a class -----------------------------------------------------------------


@dataclass(slots=True)
class _Plan:
    definition: Any
    """The IRDL definition without its traits, or None."""
    attributes: tuple[str, ...]
    """Declared attributes, which the definition looks at."""
    local: tuple[OpTrait, ...]
    traits: tuple[OpTrait, ...]
    """To be checked on every operation."""
    custom: Callable[[Any], None] | None
    narrow: bool
    """Whether `custom` looks at no more than types, properties and the names of attributes."""
    isolated: bool
    terminator: bool
    """Whether it may end a block; an unknown operation may."""
    ends: bool
    """Whether it must."""
    ends_open: bool
    """Whether a block of its regions may do without a terminator."""
    graph: bool
    symbols: bool
    """Whether the symbols directly inside have different names."""


def _plan(cls: type[Operation]) -> _Plan:
    traits = tuple(cls.traits)
    definition, checked, custom = _split(cls)
    return _Plan(
        definition,
        tuple(definition.attributes) if definition is not None else (),
        tuple(t for t in checked if type(t).verify in LOCAL),
        tuple(t for t in checked if type(t).verify not in LOCAL | OURS),
        custom,
        bool(getattr(cls, "verified_by_types", False)),
        any(isinstance(t, IsolatedFromAbove) for t in traits),
        cls.has_trait(IsTerminator, value_if_unregistered=True),
        cls.has_trait(IsTerminator, value_if_unregistered=False),
        _ends_open(cls),
        bool(getattr(cls, "graph_region", False)),
        any(isinstance(t, SymbolTable) for t in traits),
    )


def _split(cls: type[Operation]) -> tuple[Any, tuple[OpTrait, ...], Callable[[Any], None] | None]:
    """The definition without traits, the traits, and the custom check of a class."""
    if cls.verify is not Operation.verify:
        return None, (), _verify_alone
    function: Any = cls.verify_
    cells = {
        name: cell.cell_contents
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        )
    }
    if cells.keys() != {"op_def", "custom_verify"}:  # those of `irdl_op_definition`
        return None, (), None if function is Operation.verify_ else function
    definition: Any = copy(cells["op_def"])
    definition.traits = OpTraits(lambda: ())
    custom = cells["custom_verify"]
    return definition, tuple(cls.traits), None if custom is Operation.verify_ else custom


def _ends_open(cls: type[Operation]) -> bool:
    return cls.has_trait(NoTerminator, value_if_unregistered=True)


def _verify_alone(op: Operation) -> None:
    op.verify(verify_nested_ops=False)


# --- The walk -----------------------------------------------------------------------------------

_Walk: TypeAlias = "Iterator[_Walk]"
"""A part of the walk; what it yields comes next. So nesting costs no depth of Python's stack."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """What holds for the operations of a block."""

    visible: set[int]
    """The values, by identity, that an operand may be."""
    graph: bool
    """Whether operations nested there are graph regions by inheritance."""
    reachable: bool
    """Where control never comes, any value dominates."""


@dataclass
class _Verifier:
    found: list[tuple[int, Fault]] = field(default_factory=lambda: list[tuple[int, Fault]]())
    plans: dict[type[Operation], _Plan] = field(
        default_factory=lambda: dict[type[Operation], _Plan]()
    )
    passed: dict[Any, Any] = field(default_factory=lambda: dict[Any, Any]())
    doubles: dict[Operation, Operation] = field(
        default_factory=lambda: dict[Operation, Operation]()
    )
    """Symbols of a name that another has."""
    count: int = 0

    def run(self, root: Operation) -> None:
        scope = _Scope({id(value) for value in _operands(root)}, False, True)
        stack = [self.operation(root, scope)]
        while stack:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
            else:
                stack.append(part)

    def fault(self, op: Operation, message: str, number: int = 0, **more: Any) -> None:
        self.found.append((number or self.count, Fault(op, message, **more)))

    def operation(self, op: Operation, scope: _Scope) -> _Walk:
        """Checks an operation and, before what its own class checks, its regions."""
        plan = self.place(op, scope)
        number, before = self.count, len(self.found)
        graph = plan.graph or scope.graph and not plan.isolated
        visible = set[int]() if plan.isolated else scope.visible
        inner = _Scope(visible, graph, scope.reachable)
        if plan.symbols:
            self.doubles |= _doubles(op)
        for region in op.regions:
            yield self.region(region, op, plan, inner)
        self.check(op, plan, number, len(self.found) > before)

    def region(self, region: Region, op: Operation, plan: _Plan, scope: _Scope) -> _Walk:
        entry = region.first_block
        if entry is None:
            return
        alone = plan.isolated and len(op.regions) == 1
        if entry is region.last_block:
            if entry.first_op is None and not plan.ends_open:
                self.fault(op, "empty block: expect at least a terminator", whole=True)
            any_order = scope.graph or isinstance(op, ModuleOp | UnregisteredOp)
            yield self.block(entry, scope, any_order, {}, alone)
            return
        tree = dominator_tree(entry)
        yield self.block(entry, scope, False, tree)
        unreachable = _Scope(scope.visible, scope.graph, False)
        for block in region.blocks:
            if block not in tree:
                yield self.block(block, unreachable, False, {})

    def block(
        self,
        block: Block,
        scope: _Scope,
        any_order: bool,
        tree: dict[Block, list[Block]],
        alone: bool = False,
    ) -> _Walk:
        """
        Checks a block, and then those that it dominates, in which its values are visible. If it is
        alone in its scope, they may stay there.
        """
        visible = scope.visible
        visible.update(map(id, block.args))
        if any_order:
            visible.update(_results(block))
        op, place, check = block.first_op, self.place, self.check
        while op is not None:
            if op.regions:
                yield self.operation(op, scope)
            else:
                check(op, place(op, scope), self.count, False)
            if not any_order:
                for result in op.results:
                    visible.add(id(result))
            op = op.next_op
        for below in tree.get(block, ()):
            yield self.block(below, scope, False, tree)
        if not alone:
            visible.difference_update(map(id, block.args))
            visible.difference_update(_results(block))

    # --- One operation ---

    def place(self, op: Operation, scope: _Scope) -> _Plan:
        """Checks where an operation stands: its operands come before it, a terminator last."""
        self.count += 1
        cls = type(op)
        plan = self.plans.get(cls)
        if plan is None:
            plan = self.plans[cls] = _plan(cls)
        visible = scope.visible
        for value in _operands(op):
            if id(value) not in visible and (scope.reachable or isinstance(value, ErasedSSAValue)):
                self.found.append((self.count, _undominated(op, value)))
                break
        if self.doubles and op in self.doubles:
            message = f"redefinition of symbol named '{_symbol(op)}'"
            note = (self.doubles[op], "see existing symbol definition here")
            self.fault(op, message, whole=True, notes=(note,))
        block = op.parent
        if op.successors or plan.ends or block is not None and block.last_op is op:
            self.found += [(self.count, fault) for fault in _misplaced(op, block, plan)]
        return plan

    def check(self, op: Operation, plan: _Plan, number: int, nested_faults: bool) -> None:
        """The checks of an op's class; after a fault inside it, they may break down."""
        try:
            if plan.definition is not None or plan.narrow:
                self.once(op, plan)
            for trait in plan.traits:
                trait.verify(op)
            if plan.custom is not None and not plan.narrow:
                plan.custom(op)
        except VerifyException as e:
            message = str(e.args[0] if e.args else e).removeprefix(f"'{name_of(op)}' ")
            from .sentences import sentence

            words, whole = sentence(op, _lower(message.removeprefix("op ")))
            self.fault(op, words, number, whole=whole)
        except Exception as e:
            if not nested_faults:
                message = f"could not be verified: {type(e).__name__}: {e}"
                self.fault(op, message, number, crash=e)

    def once(self, op: Operation, plan: _Plan) -> None:
        """The checks that need not be made again for the same types and properties."""
        if op.regions or op.successors:
            _check_narrowly(op, plan)
            return
        operands, results, properties = _operands(op), op.results, op.properties
        key: Any = (
            type(op),
            len(operands),
            *map(id, map(_type, operands)),
            *map(id, map(_type, results)),
        )
        if properties:
            key += (*properties, *map(id, properties.values()))
        if plan.attributes:
            key += tuple([id(op.attributes.get(name)) for name in plan.attributes])
        if plan.narrow and op.attributes:
            key += tuple(op.attributes)
        if key in self.passed:
            return
        _check_narrowly(op, plan)
        # An identity holds only as long as its object: keep them all.
        attributes = [op.attributes.get(name) for name in plan.attributes]
        types = [*map(_type, operands), *map(_type, results)]
        if len(self.passed) >= MOST:
            self.passed.clear()
        self.passed[key] = types, list(properties.values()), attributes


def _check_narrowly(op: Operation, plan: _Plan) -> None:
    if plan.definition is not None:
        plan.definition.verify(op)
    for trait in plan.local:
        trait.verify(op)
    if plan.narrow and plan.custom is not None:
        plan.custom(op)


def _results(block: Block) -> Iterator[int]:
    op = block.first_op
    while op is not None:
        for result in op.results:
            yield id(result)
        op = op.next_op


def _doubles(table: Operation) -> dict[Operation, Operation]:
    """The symbols directly inside whose name an earlier one has, and that one."""
    first: dict[str, Operation] = {}
    found: dict[Operation, Operation] = {}
    for region in table.regions:
        for op in (op for block in region.blocks for op in block.ops):
            name = _symbol(op)
            if name is not None and first.setdefault(name, op) is not op:
                found[op] = first[name]
    return found


def _symbol(op: Operation) -> str | None:
    name = op.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def _lower(message: str) -> str:
    """xDSL's sentences begin with a capital; after `'nn.conv' op ` they must not."""
    if len(message) > 1 and message[0].isupper() and not message[1].isupper():
        return message[0].lower() + message[1:]
    return message


# --- Faults of place ----------------------------------------------------------------------------

_PASSED = {"cf.br": ("arguments",), "cf.cond_br": ("then_arguments", "else_arguments")}
"""What a branch passes to each of its blocks; xDSL does not compare them."""


def _misplaced(op: Operation, block: Block | None, plan: _Plan) -> Iterator[Fault]:
    """What is wrong with an op that has successors or ends its block."""
    if (op.successors or plan.ends) and block is not None and block.last_op is not op:
        yield Fault(op, "must be the last operation in the parent block")
    if op.successors:
        yield from _mispassed(op)
    region = None if block is None else block.parent
    if any(successor.parent is not region for successor in op.successors):
        yield Fault(op, "branches to a block of a different region")
    if region is None or block is None or block.last_op is not op or plan.terminator:
        return
    parent = region.parent
    single = region.first_block is region.last_block
    if not single or parent is not None and not _ends_open(type(parent)):
        yield Fault(op, f"block with no terminator, has '{name_of(op)}'", whole=True)


def _mispassed(op: Operation) -> Iterator[Fault]:
    """What a branch passes that its blocks do not take."""
    fields = _PASSED.get(op.name, ())
    for number, (name, block) in enumerate(zip(fields, op.successors, strict=False)):
        try:
            passed: Sequence[SSAValue] = getattr(op, name)
        except Exception:  # the segments are wrong, which its definition tells
            return
        if len(passed) != len(block.args):
            message = (
                f"branch has {len(passed)} operands for successor #{number}, "
                f"but target block has {len(block.args)}"
            )
            yield Fault(op, message, whole=True)
            continue
        for index, (value, arg) in enumerate(zip(passed, block.args, strict=True)):
            if value.type != arg.type:
                message = f"type mismatch for bb argument #{index} of successor #{number}"
                yield Fault(op, message, whole=True)


def _undominated(op: Operation, value: SSAValue) -> Fault:
    number = next(i for i, v in enumerate(_operands(op)) if v is value)
    if isinstance(value, ErasedSSAValue):
        return Fault(op, f"operand #{number} has been erased", whole=True)
    wall = _wall(op, value)
    if wall is not None:
        note = (wall, "required by region isolation constraints")
        return Fault(op, "using value defined outside the region", (note,))
    message = f"operand #{number} does not dominate this use"
    return Fault(op, message, ((value, _defined(op, value)),), whole=True)


def _wall(op: Operation, value: SSAValue) -> Operation | None:
    """The op isolated from above that hides a value from an op inside it."""
    region, block = op.parent_region(), value.owner
    home = block.parent_region() if isinstance(block, Operation) else block.parent
    if home is None:
        return None
    while region is not None and region is not home:
        owner = region.parent
        if owner is None:
            return None
        if owner.has_trait(IsolatedFromAbove):
            return owner
        region = owner.parent_region()
    return None


def _defined(op: Operation, value: SSAValue) -> str:
    """MLIR's note, which says how the definition stands to the use."""
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    here, there = op.parent_region(), None if block is None else block.parent
    if there is None:
        return "operand defined here (not part of the module)"
    if isinstance(owner, Operation) and block is op.parent:
        relation = "in the same block"
    elif here is there:
        relation = "in the same region"
    elif here is not None and _is_within(here, there):
        relation = "in a parent region"
    elif here is not None and _is_within(there, here):
        relation = "in a child region"
    else:
        relation = "neither in a parent nor in a child region"
    if isinstance(owner, Operation):
        prefix = "op is" if relation.startswith("neither") else "op"
        return f"operand defined here ({prefix} {relation})"
    number = next(i for i, b in enumerate(there.blocks) if b is block)
    return f"operand defined as a block argument (block #{number} {relation})"


def _is_within(inner: Region, outer: Region) -> bool:
    region: Region | None = inner
    while region is not None and region is not outer:
        region = None if region.parent is None else region.parent.parent_region()
    return region is not None


# --- Dominance ----------------------------------------------------------------------------------


def dominator_tree(entry: Block) -> dict[Block, list[Block]]:
    """
    The blocks that each reachable block dominates immediately.

    K. Cooper, T. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm, 2001.
    """
    order = _reverse_post_order(entry)
    number = {block: i for i, block in enumerate(order)}
    above: dict[Block, Block] = {entry: entry}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            known = [p for p in block.predecessors() if p in above]
            best = known[0]
            for other in known[1:]:
                best = _meet(best, other, above, number)
            if above.get(block) is not best:
                above[block] = best
                changed = True
    tree: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order[1:]:
        tree[above[block]].append(block)
    return tree


def _reverse_post_order(entry: Block) -> list[Block]:
    order, seen = list[Block](), {entry}
    stack = [(entry, _successors(entry))]
    while stack:
        block, rest = stack[-1]
        new = next((s for s in rest if s not in seen), None)
        if new is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(new)
            stack.append((new, _successors(new)))
    order.reverse()
    return order


def _successors(block: Block) -> Iterator[Block]:
    return iter(() if block.last_op is None else block.last_op.successors)


def _meet(a: Block, b: Block, above: dict[Block, Block], number: dict[Block, int]) -> Block:
    """The closest block that dominates both."""
    while a is not b:
        if number[a] > number[b]:
            a = above[a]
        else:
            b = above[b]
    return a
