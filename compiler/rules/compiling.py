"""One variant of a rule from plain data to a program; every name in it is checked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from xdsl.dialects.builtin import StringAttr
from xdsl.utils.exceptions import VerifyException

from ..driver.diagnostics import Diagnostic, Place, listed, near
from ..op import Op, Property
from . import syntax
from .expressions import Closure, Compiled, Condition, Scope, compiled, condition, names_of
from .flattening import WILD, Flat
from .functions import compared, truth
from .operators import (
    COMMUTATIVE,
    arity,
    find,
    kind_of,
    refusal,
    spoken_kind,
    takes_integers,
    words_of,
)
from .program import Assignment, Hint, Node, Setting, Slot, Variant, number_of
from .syntax import Call, Expr, Let, Line, Name, Operand, Rule, Where
from .termination import repeats

_MARK = re.compile(r"([%$]\w+)'[0-9]+(?=')")


def plain(name: str) -> str:
    """A name as it is written, without what tells one use of a pattern from another."""
    return name.partition("'")[0]


@dataclass
class VariantMaker:
    """Compiles one variant of a rule."""

    flat: Flat
    left_open: set[str]
    """Names that need no use."""
    scope: Scope = field(default_factory=Scope)
    constants: set[str] = field(default_factory=set[str])
    rests: dict[str, tuple[type[Op], frozenset[str]]] = field(
        default_factory=lambda: dict[str, tuple[type[Op], frozenset[str]]]()
    )
    """What `$rest...` stands for: the properties of an operator but for those named."""
    numbers: list[tuple[int, str]] = field(default_factory=lambda: list[tuple[int, str]]())
    """Slots of constants whose one number has a name."""
    warnings: list[Diagnostic] = field(default_factory=lambda: list[Diagnostic]())
    checks: list[tuple[int, Expr, str]] = field(
        default_factory=lambda: list[tuple[int, Expr, str]]()
    )
    """Slots that must be equal to an expression, once all names are bound."""

    def make(self, rule: Rule) -> Variant | None:
        """The variant; None if anything is wrong, which the scope then has."""
        nodes = self.left(self.flat)
        own = list(self.steps())
        made = tuple(n for n in map(self.made, rule.lines) if n is not None)
        values = tuple(self.value(name) for name in rule.values)
        self.check_results(rule)
        self.check_unused()
        if self.scope.faults:
            return None
        names = [""] * self.scope.size
        for name, slot in self.scope.slots.items():
            names[slot] = plain(name)
        variant = Variant(
            rule.name.text,
            rule.law.text,
            rule.name.place,
            tuple(nodes),
            tuple(own),
            made,
            values,
            self.scope.size,
            tuple(names),
            tuple(self.hints()),
        )
        self.check_termination(variant)
        return variant

    def check_termination(self, variant: Variant) -> None:
        if not repeats(variant):
            return
        place, name = variant.place, variant.rule
        if not any(isinstance(s, Condition) for s in variant.steps):
            self.scope.fault(place, f"what '{name}' makes it matches again: it would never end")
            return
        message = f"'{name}' may match what it makes, for ever unless a condition ends it"
        self.warnings.append(Diagnostic("warning", place, message))

    @property
    def faults(self) -> list[Diagnostic]:
        """What is wrong, with names as they are written."""
        found = self.scope.faults
        return [replace(d, message=_MARK.sub(r"\1", d.message)) for d in found]

    # The left side

    def check(self, flat: Flat) -> None:
        """A left side by itself."""
        self.left(flat)
        for step in self.steps():
            assert step is not None
        self.check_unused()

    def left(self, flat: Flat) -> list[Node]:
        """The nodes, the root first."""
        self.constants = {c.text for c in flat.constants}
        self.check_lines(flat)
        nodes = [self.node(line) for line in reversed(flat.lines)]
        for name in flat.constants:
            if name.text not in self.scope.slots:
                self.scope.fault(name.place, f"'{name.text}' is no operand in this match")
        return [n for n in nodes if n is not None]

    def check_lines(self, flat: Flat) -> None:
        """That each line leads to the root, and each name has one line."""
        read: set[str] = set()
        made: dict[str, Place] = {}
        for i, line in enumerate(reversed(flat.lines)):
            names = {r.text for r in line.results} - set(WILD)
            if i and not names & read:
                shown = plain(line.results[0].text)
                self.scope.fault(
                    line.results[0].place, f"'{shown}' does not lead to the last line, the root"
                )
                self.scope.used |= names
            for result in line.results:
                if result.text in made and result.text not in WILD:
                    self.scope.fault(result.place, f"'{result.text}' is the result of two lines")
                made[result.text] = result.place
                if result.text in self.constants:
                    self.scope.fault(result.place, f"'{result.text}' is computed, and no constant")
            read |= {o.name for o in line.call.operands}
            for name in (o.name for o in line.call.operands):
                if name in made and name not in WILD:
                    self.scope.fault(line.call.place, f"'{name}' is read before its own line")

    def node(self, line: Line) -> Node | None:
        call = line.call
        cls = self.operator(call)
        if cls is None:
            for name in [*(r.text for r in line.results), *(o.name for o in call.operands)]:
                if name:
                    self.scope.used.add(name)
                    self.scope.bind(name, "any", call.place)
            return None
        results = tuple(self.result(r) for r in line.results)
        settings = tuple(s for s in (self.setting(cls, s) for s in call.settings) if s is not None)
        self.check_once([s.name for s in call.settings], call)
        self.check_arity(cls, call)
        operands = tuple(self.operand(o) for o in call.operands)
        commutes = cls.name in COMMUTATIVE and len(operands) == 2
        others = self.bind_others(cls, call)
        return Node(cls, call.place, results, operands, settings, others, line.one_use, commutes)

    def operator(self, call: Call) -> type[Op] | None:
        reason = refusal(call.name)
        if reason is None:
            return find(call.name)
        self.scope.fault(call.place, reason)
        return None

    def result(self, name: Name) -> int:
        return -1 if name.text in WILD else self.scope.bind(name.text, "value", name.place)

    def check_once(self, names: Sequence[str], call: Call) -> None:
        twice = [n for n in dict.fromkeys(names) if list(names).count(n) > 1]
        if twice:
            self.scope.fault(call.place, f"'{twice[0]}' is set twice")

    def check_arity(self, cls: type[Op], call: Call, is_made: bool = False) -> None:
        fields, given = cls.operand_fields, call.operands
        has_rest = any(f.kind == "rest" for f in fields)
        needed = sum(f.kind == "one" for f in fields)
        variadic = [o for o in given if o.kind == "variadic"]
        fixed = len(given) - len(variadic)
        if (fixed > len(fields) and not has_rest) or (fixed < needed and not variadic):
            message = f"'{cls.name}' takes {arity(cls)}, and gets {len(given)} here"
            self.scope.fault(call.place, message)
        if variadic and (not has_rest or not is_made and variadic != [given[-1]]):
            reason = "stands last" if has_rest else f"does not belong to '{cls.name}': {arity(cls)}"
            self.scope.fault(variadic[0].place, f"'{variadic[0].name}...' {reason}")
        for operand, of in zip(given, fields, strict=False):
            if operand.kind in ("absent", "optional") and of.kind == "one":
                self.scope.fault(operand.place, f"'{of.name}' of '{cls.name}' cannot be absent")

    def operand(self, operand: Operand) -> Slot:
        kind, place, name = operand.kind, operand.place, operand.name
        if kind == "absent":
            return Slot("absent", place)
        if kind in ("number", "symbol"):
            return self.number(operand)
        if name in WILD:
            return Slot("any", place)
        if kind == "variadic":
            return Slot(kind, place, self.scope.bind(name, "values", place), name)
        is_constant = name in self.constants
        slot = self.scope.bind(name, "constant" if is_constant else "value", place)
        if self.scope.kinds[name] == "values":
            self.scope.fault(place, f"'{name}' is a list of values, written '{name}...'")
        kind = "optional" if kind == "optional" else "one"
        return Slot(kind, place, slot, plain(name), is_constant)

    def number(self, operand: Operand) -> Slot:
        """A number as an operand of the left side; with names in it, compared at the end."""
        assert operand.expr is not None
        if not names_of((operand.expr,)):
            found = compiled(operand.expr, self.scope)
            return Slot("number", operand.place, number=found.run)
        slot = self.scope.new()
        if operand.kind == "symbol" and operand.name not in self.scope.slots:
            # `$a` where it is bound: the number itself
            self.scope.bind(operand.name, "number", operand.place)
            self.numbers.append((slot, operand.name))
        else:
            self.checks.append((slot, operand.expr, "scalar"))
        return Slot("number", operand.place, slot)

    def setting(self, cls: type[Op], setting: syntax.Setting) -> Setting | None:
        prop = self.property(cls, setting)
        if prop is None:
            for name in names_of(() if setting.expr is None else (setting.expr,)):
                self.scope.bind(name, "any", setting.place)
                self.scope.used.add(name)
            return None
        expr = setting.expr
        if expr is None or (expr.kind == "symbol" and expr.value in WILD):
            return Setting(setting.name, setting.place)
        if expr.kind == "symbol" and expr.value not in self.scope.slots:
            slot = self.scope.bind(expr.value, kind_of(prop), expr.place)
            return Setting(setting.name, setting.place, slot)
        if expr.kind == "symbol":
            return Setting(setting.name, setting.place, self.scope.bind(expr.value, "", expr.place))
        if names_of((expr,)):
            slot = self.scope.new()
            self.checks.append((slot, expr, "setting"))
            return Setting(setting.name, setting.place, slot)
        found = self.typed(expr, prop)
        if self.scope.faults:
            return None
        return Setting(setting.name, setting.place, value=found.run([None] * self.scope.size))

    def property(self, cls: type[Op], setting: syntax.Setting) -> Property[Any] | None:
        found = cls.property_fields.get(setting.name)
        if found is None:
            known = list(cls.property_fields)
            hint = near(setting.name, known)
            there = f"; it has {listed(known)}" if known and not hint else ""
            message = f"'{cls.name}' has no property '{setting.name}'{hint}{there}"
            self.scope.fault(setting.place, message)
        return found

    def typed(self, expr: Expr, prop: Property[Any]) -> Compiled:
        """An expression for a property, of whose kind it must be."""
        found = compiled(expr, self.scope)
        wanted = kind_of(prop)
        kinds = {wanted, found.kind}
        if "any" not in kinds and len(kinds) > 1 and kinds != {"constant", "number"}:
            message = f"'{prop.name}' is {spoken_kind(prop)}, and this is a {found.kind}"
            self.scope.fault(expr.place, message)
        number: Any = expr.value if expr.kind == "number" else 0
        if isinstance(number, float) and takes_integers(prop):
            self.scope.fault(expr.place, f"'{prop.name}' is {spoken_kind(prop)}, not {number}")
        if expr.kind == "text" and wanted == "text":
            try:
                prop.read(StringAttr(expr.value))
            except VerifyException as e:
                self.scope.fault(expr.place, f"{e}{near(expr.value, words_of(prop))}")
        return found

    def bind_others(self, cls: type[Op], call: Call) -> int:
        if call.others is None:
            return -1
        name = call.others.text
        if name in WILD:
            return self.scope.new()
        left = frozenset(cls.property_fields) - {s.name for s in call.settings}
        self.rests[name] = (cls, left)
        return self.scope.bind(name, "others", call.others.place)

    # What follows

    def steps(self) -> Iterator[Condition | Assignment | Node]:
        yield from self.equalities()
        for step in self.flat.steps:
            if isinstance(step, Where):
                yield condition(step.expr, self.scope)
            elif isinstance(step, Let):
                found = compiled(step.expr, self.scope)
                self.check_new(step.name)
                slot = self.scope.bind(step.name.text, found.kind, step.name.place)
                yield Assignment(slot, found.run, step.expr.place)
            elif (node := self.made(step)) is not None:
                yield node

    def equalities(self) -> Iterator[Condition | Assignment]:
        for slot, name in self.numbers:
            place = self.scope.bound[name]
            yield Assignment(self.scope.slots[name], number_of(slot), place)
        for slot, expr, kind in self.checks:
            found = compiled(expr, self.scope).run
            have: Closure = number_of(slot) if kind == "scalar" else _getter(slot)

            def holds(env: Any, have: Any = have, found: Any = found) -> bool:
                return truth(compared("==", have(env), found(env)))

            yield Condition(holds, expr.place, ("==", have, found))

    def check_new(self, name: Name) -> None:
        if name.text in self.scope.slots:
            self.scope.fault(name.place, f"'{name.text}' is bound already")

    def hints(self) -> Iterator[Hint]:
        """What conditions compare names with."""
        for slot, expr, kind in self.checks:
            yield Hint(kind, slot, compiled(expr, self.scope).run)
        pending = [s.expr for s in self.flat.steps if isinstance(s, Where)]
        while pending:
            expr = pending.pop()
            if expr.kind in ("both", "either"):
                pending += expr.parts
            is_close = expr.kind == "function" and expr.value == "close"
            if is_close or expr.kind in ("comparison", "inside"):
                a, b = expr.parts[:2]
                is_bound = expr.kind == "comparison" and expr.value[0] != "=="
                yield from self.hint(a, b, is_bound)
                yield from self.hint(b, a, is_bound)

    def hint(self, target: Expr, other: Expr, is_bound: bool) -> Iterator[Hint]:
        """What is known of a target that stands beside another expression."""
        of, name = "setting", target.value
        if target.kind == "function" and target.value in ("scalar", "rank", "dtype"):
            of, target = target.value, target.parts[0]
            name = target.value
        if name not in self.scope.slots or target.kind not in ("symbol", "value"):
            return
        of = "scalar" if target.kind == "value" and of == "setting" else of
        parts = other.parts if other.kind == "list" and of != "setting" else (other,)
        for part in parts:
            yield Hint(of, self.scope.slots[name], compiled(part, self.scope).run, is_bound)

    # The right side

    def made(self, line: Line) -> Node | None:
        call = line.call
        cls = self.operator(call)
        if cls is None:
            for result in line.results:
                self.scope.used.add(result.text)
                self.scope.bind(result.text, "any", result.place)
            for name in (o.name for o in call.operands if o.name):
                self.scope.used.add(name)
            return None
        self.check_arity(cls, call, is_made=True)
        self.check_once([s.name for s in call.settings], call)
        operands = tuple(self.made_operand(o, line) for o in call.operands)
        settings: list[Setting] = []
        for setting in call.settings:
            prop = self.property(cls, setting)
            if prop is None:
                self.scope.used |= names_of(() if setting.expr is None else (setting.expr,))
            elif setting.expr is None:
                self.scope.fault(setting.place, f"'{setting.name}' needs a value here")
            else:
                found = self.typed(setting.expr, prop)
                settings.append(Setting(setting.name, setting.place, run=found.run))
        others = self.made_others(cls, call)
        if any(o.kind == "number" for o in operands) and not any(o.kind == "one" for o in operands):
            self.scope.fault(
                call.place, "a number has the element type of an operand; there is none"
            )
        results: list[int] = []
        for result in line.results:
            if result.text in WILD:
                results.append(-1)
                continue
            self.check_new(result)
            kind = "constant" if line.is_constant else "value"
            results.append(self.scope.bind(result.text, kind, result.place))
        return Node(
            cls,
            call.place,
            tuple(results),
            operands,
            tuple(settings),
            others,
            is_constant=line.is_constant,
        )

    def made_operand(self, operand: Operand, line: Line) -> Slot:
        kind, place, name = operand.kind, operand.place, operand.name
        if kind == "absent":
            return Slot("absent", place)
        if kind in ("number", "symbol"):
            assert operand.expr is not None
            return Slot("number", place, number=compiled(operand.expr, self.scope).run)
        if name in WILD:
            self.scope.fault(place, f"'{name}' stands for nothing in a replacement")
            return Slot("absent", place)
        slot = self.scope.look_up(name, place)
        assert slot is not None
        has = self.scope.kinds[name]
        if (has == "values") != (kind == "variadic") and has != "any":
            wanted = f"'{name}...'" if has == "values" else f"'{name}'"
            self.scope.fault(place, f"write {wanted}")
        if line.is_constant and has not in ("constant", "any"):
            message = f"'{name}' need not be a constant; add 'const {name}' to the match"
            self.scope.fault(place, message)
        kind = "variadic" if kind == "variadic" else "one"
        return Slot(kind, place, slot, plain(name), has == "constant")

    def made_others(self, cls: type[Op], call: Call) -> int:
        if call.others is None:
            return -1
        name = call.others.text
        slot = self.scope.look_up(name, call.others.place)
        source = self.rests.get(name)
        if source is not None:
            strange = sorted(source[1] - set(cls.property_fields))
            if strange:
                of = f"of '{source[0].name}'"
                message = f"'{name}' holds '{strange[0]}' {of}, which '{cls.name}' does not have"
                self.scope.fault(call.others.place, message)
        assert slot is not None
        return slot

    def value(self, name: Name) -> int:
        if name.text in WILD:
            self.scope.fault(name.place, f"'{name.text}' stands for nothing in a replacement")
        slot = self.scope.look_up(name.text, name.place)
        assert slot is not None
        return slot

    def check_results(self, rule: Rule) -> None:
        wanted = len(rule.match.lines[-1].results)
        last = rule.lines[-1] if rule.lines else None
        found = len(rule.values) if last is None else len(last.results) or wanted
        if last is not None and last.is_constant and len(last.results) != 1:
            found = 0
        if found != wanted:
            place = rule.values[0].place if last is None else last.call.place
            self.scope.fault(place, f"the root has {wanted} results, and gets {found} here")
        for result in () if last is None else last.results:
            self.scope.used.add(result.text)

    def check_unused(self) -> None:
        self.scope.used.update(r.text for r in self.flat.lines[-1].results)
        self.scope.used |= self.constants | self.left_open
        for name, place in self.scope.bound.items():
            if name not in self.scope.used:
                wild = f"{name[0]}_"
                message = f"'{plain(name)}' is not used; write '{wild}' for what does not matter"
                self.scope.fault(place, message)


def _getter(slot: int) -> Closure:
    return lambda env: env[slot]
