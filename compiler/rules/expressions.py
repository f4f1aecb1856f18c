"""Conditions and computed attributes: expressions compiled to closures, checked as they are.

A closure takes the environment of a match, a list with a slot for each name. What is not known
there (a dim `?`, say) raises `Unknown`, and the rule does not apply. Nothing takes more time than
the constants and lists that it reads are long: there are no loops but over lists, and no list or
integer grows without bound.
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute

from ..driver.diagnostics import Diagnostic, Place, near
from .functions import (
    ARITHMETIC,
    FAILURES,
    FUNCTIONS,
    Unknown,
    array_of,
    bounded,
    compared,
    elements_of,
    list_of,
    power,
    shown,
    spread,
    truth,
)
from .syntax import Expr

Env: TypeAlias = list[Any]
Closure: TypeAlias = Callable[[Env], Any]


@dataclass(frozen=True)
class Compiled:
    """A closure and what kind of thing it gives."""

    run: Closure
    kind: str = "any"


def _no_places() -> dict[str, Place]:
    return {}


@dataclass
class Scope:
    """The names of one rule: their slots, their kinds, who is used, what is wrong."""

    slots: dict[str, int] = field(default_factory=dict[str, int])
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    """`value`, `values`, `constant`, or of attributes `number`, `list`, …"""
    bound: dict[str, Place] = field(default_factory=_no_places)
    used: set[str] = field(default_factory=set[str])
    faults: list[Diagnostic] = field(default_factory=lambda: list[Diagnostic]())
    size: int = 0

    def new(self) -> int:
        """A slot without a name."""
        self.size += 1
        return self.size - 1

    def bind(self, name: str, kind: str, place: Place) -> int:
        """The slot of a name, which is bound here if it is new."""
        if name in self.slots:
            self.used.add(name)
            return self.slots[name]
        self.bound[name] = place
        self.kinds[name] = kind
        self.slots[name] = self.new()
        return self.slots[name]

    def look_up(self, name: str, place: Place) -> int | None:
        """The slot of a name that must be bound."""
        if name in self.slots:
            self.used.add(name)
            return self.slots[name]
        self.fault(place, f"'{name}' is not bound{near(name, self.slots)}")
        self.slots[name] = self.new()  # told once
        self.kinds[name] = "any"
        self.used.add(name)
        return self.slots[name]

    def fault(self, place: Place, message: str) -> None:
        told = Diagnostic("error", place, message)
        if told not in self.faults:
            self.faults.append(told)


# --- Kinds --------------------------------------------------------------------------------------

NUMERIC = ("number", "constant", "list", "any")


def _fits(kind: str, wanted: str) -> bool:
    """Whether a kind may stand where another is wanted."""
    if "any" in (kind, wanted) or kind == wanted:
        return True
    if wanted == "numeric":
        return kind in (*NUMERIC, "flag")
    return wanted == "number" and kind == "flag" or wanted == "flag" and kind == "constant"


_SPOKEN = {
    "value": "a value such as %x",
    "values": "a list of values",
    "constant": "a constant",
    "number": "a number",
    "numeric": "a number, a list or a constant",
    "flag": "true or false",
    "list": "a list",
    "text": "a text",
    "dtype": "an element type",
    "type": "a type",
}


def _expect(found: Compiled, wanted: str, place: Place, what: str, scope: Scope) -> None:
    if not _fits(found.kind, wanted):
        has, needs = _SPOKEN.get(found.kind, found.kind), _SPOKEN.get(wanted, wanted)
        scope.fault(place, f"{what} needs {needs}, and this is {has}")


# --- Names --------------------------------------------------------------------------------------

_CONSTANTS: dict[str, tuple[Any, str]] = {
    "true": (True, "flag"),
    "false": (False, "flag"),
    "none": (None, "any"),
    "inf": (math.inf, "number"),
    "nan": (math.nan, "number"),
    "pi": (math.pi, "number"),
    "e": (math.e, "number"),
}
_INTEGER = re.compile(r"(u?)i(1|2|4|8|16|32|64)")
_FLOAT = re.compile(r"(bf|f)([0-9]+\w*)")


def element_type(name: str) -> Attribute | None:
    """The element type of this name, as MLIR spells it."""
    if (integer := _INTEGER.fullmatch(name)) is not None:
        signed = Signedness.UNSIGNED if integer[1] else Signedness.SIGNLESS
        return IntegerType(int(integer[2]), signed)
    if (number := _FLOAT.fullmatch(name)) is None:
        return None
    kind = "BFloat" if number[1] == "bf" else "Float"
    cls: Any = getattr(builtin, f"{kind}{number[2]}Type", None)
    return None if cls is None else cls()


# --- Compiling ----------------------------------------------------------------------------------


def compiled(expr: Expr, scope: Scope) -> Compiled:
    """An expression as a closure; what is wrong with it is told to the scope."""
    return _COMPILERS[expr.kind](expr, scope)


def _number(expr: Expr, scope: Scope) -> Compiled:
    value = expr.value
    return Compiled(lambda env: value, "number")


def _text(expr: Expr, scope: Scope) -> Compiled:
    value = expr.value
    return Compiled(lambda env: value, "text")


def _value(expr: Expr, scope: Scope) -> Compiled:
    """In an expression a value stands for its elements."""
    slot = scope.look_up(expr.value, expr.place)
    kind = scope.kinds[expr.value]
    if kind not in ("constant", "any"):
        scope.fault(
            expr.place,
            f"'{expr.value}' need not be a constant: add 'const {expr.value}' to the match, or ask"
            f" for its type, rank(…), shape(…) or dtype(…)",
        )
    return Compiled(lambda env: array_of(env[cast(int, slot)]), "constant")


def _symbol(expr: Expr, scope: Scope) -> Compiled:
    slot = cast(int, scope.look_up(expr.value, expr.place))
    return Compiled(lambda env: env[slot], scope.kinds[expr.value])


def _name(expr: Expr, scope: Scope) -> Compiled:
    name: str = expr.value
    if name in scope.slots:
        slot = scope.slots[name]
        return Compiled(lambda env: env[slot])
    if name in _CONSTANTS:
        value, kind = _CONSTANTS[name]
        return Compiled(lambda env: value, kind)
    if (dtype := element_type(name)) is not None:
        return Compiled(lambda env: dtype, "dtype")
    known = [*_CONSTANTS, "f16", "bf16", "f32", "f64", "i8", "i32", "i64", "ui8"]
    hint = near(name, known)
    if not hint and any(word[1:] == name for word in scope.slots):
        hint = "; attributes are written '$name', values '%name'"
    scope.fault(expr.place, f"'{name}' is no name here{hint}")
    return Compiled(lambda env: None)


def _function(expr: Expr, scope: Scope) -> Compiled:
    found = FUNCTIONS.get(expr.value)
    if found is None:
        scope.fault(expr.place, f"there is no function '{expr.value}'{near(expr.value, FUNCTIONS)}")
        return Compiled(lambda env: None)
    most = len(found.takes)
    least = most if found.least < 0 else found.least
    if len(expr.parts) < least or (len(expr.parts) > most and not found.more):
        wanted = str(most) if least == most else f"{least} or {most}"
        scope.fault(expr.place, f"'{expr.value}' takes {wanted} operands, not {len(expr.parts)}")
        return Compiled(lambda env: None, found.gives)
    kinds = [found.takes[min(i, most - 1)] for i in range(len(expr.parts))]
    parts = [_operand(expr.value, p, k, scope) for p, k in zip(expr.parts, kinds, strict=True)]
    apply = found.apply
    if len(parts) == 1:
        (part,) = parts
        return Compiled(lambda env: apply(part(env)), found.gives)
    return Compiled(lambda env: apply(*[part(env) for part in parts]), found.gives)


def _operand(function: str, expr: Expr, kind: str, scope: Scope) -> Closure:
    if kind not in ("value", "values"):
        found = compiled(expr, scope)
        _expect(found, kind, expr.place, f"'{function}'", scope)
        return found.run
    if expr.kind != "value":
        scope.fault(expr.place, f"'{function}' takes a value such as '%x'")
        return lambda env: None
    slot = cast(int, scope.look_up(expr.value, expr.place))
    if (scope.kinds[expr.value] == "values") != (kind == "values"):
        if scope.kinds[expr.value] != "any":
            what = "a list of values" if kind == "values" else "one value"
            scope.fault(expr.place, f"'{function}' takes {what}")
    return lambda env: env[slot]


def _list(expr: Expr, scope: Scope) -> Compiled:
    parts = [compiled(p, scope).run for p in expr.parts]
    return Compiled(lambda env: tuple(p(env) for p in parts), "list")


def _each(expr: Expr, scope: Scope) -> Compiled:
    over = compiled(expr.parts[1], scope)
    _expect(over, "list", expr.parts[1].place, "'for'", scope)
    local, slot = expr.value, scope.new()
    before = scope.slots.get(local)
    scope.slots[local] = slot
    body = compiled(expr.parts[0], scope).run
    only = compiled(expr.parts[2], scope).run if len(expr.parts) > 2 else None
    if before is None:
        del scope.slots[local]
    else:
        scope.slots[local] = before

    def run(env: Env) -> Any:
        found: list[Any] = []
        for element in elements_of(over.run(env)):
            env[slot] = element
            if only is None or truth(only(env)):
                found.append(body(env))
        return bounded(tuple(found))

    return Compiled(run, "list")


def _index(expr: Expr, scope: Scope) -> Compiled:
    whole, at = (compiled(p, scope) for p in expr.parts)
    _expect(whole, "list", expr.parts[0].place, "'[…]'", scope)

    def run(env: Env) -> Any:
        values, place = list_of(whole.run(env)), at.run(env)
        if isinstance(place, tuple):
            return bounded(tuple(values[i] for i in cast("tuple[int, ...]", place)))
        return values[place]

    return Compiled(run, "list" if at.kind == "list" else "any")


def _slice(expr: Expr, scope: Scope) -> Compiled:
    whole, *bounds = (compiled(p, scope) for p in expr.parts)
    _expect(whole, "list", expr.parts[0].place, "'[…]'", scope)
    low, high = (b.run for b in bounds)
    return Compiled(lambda env: list_of(whole.run(env))[low(env) : high(env)], "list")


def _chain(expr: Expr, scope: Scope) -> Compiled:
    parts = [compiled(p, scope) for p in expr.parts]
    for part, of in zip(parts, expr.parts, strict=True):
        _expect(part, "numeric", of.place, f"'{expr.value[0]}'", scope)
    steps = [(ARITHMETIC[s], p.run) for s, p in zip(expr.value, parts[1:], strict=True)]
    first = parts[0].run

    def run(env: Env) -> Any:
        total = first(env)
        for apply, part in steps:
            total = spread(apply, total, part(env))
        return total

    kinds = {p.kind for p in parts}
    return Compiled(run, "list" if "list" in kinds else "any" if len(kinds) > 1 else kinds.pop())


def _comparison(expr: Expr, scope: Scope) -> Compiled:
    a, b = (compiled(p, scope) for p in expr.parts)
    (sign,) = expr.value
    alone = {a.kind, b.kind} - {"any"}
    if len(alone) > 1 and not alone <= {"number", "list", "constant", "flag"}:
        names = " and ".join(_SPOKEN.get(k, k) for k in (a.kind, b.kind))
        scope.fault(expr.place, f"cannot compare {names}")
    x, y = a.run, b.run
    single = {a.kind, b.kind} <= {"number", "text", "dtype", "type", "flag"} or a.kind == b.kind
    return Compiled(lambda env: compared(sign, x(env), y(env)), "flag" if single else "any")


def _inside(expr: Expr, scope: Scope) -> Compiled:
    element, whole = (compiled(p, scope) for p in expr.parts)
    _expect(whole, "list", expr.parts[1].place, "'in'", scope)
    wanted = expr.kind == "inside"
    return Compiled(lambda env: (element.run(env) in list_of(whole.run(env))) == wanted, "flag")


def _logic(expr: Expr, scope: Scope) -> Compiled:
    parts = [_condition(p, scope) for p in expr.parts]
    if expr.kind == "both":
        return Compiled(lambda env: all(p(env) for p in parts), "flag")
    return Compiled(lambda env: any(p(env) for p in parts), "flag")


def _negate(expr: Expr, scope: Scope) -> Compiled:
    part = _condition(expr.parts[0], scope)
    return Compiled(lambda env: not part(env), "flag")


def _condition(expr: Expr, scope: Scope) -> Closure:
    found = compiled(expr, scope)
    _expect(found, "flag", expr.place, "a condition", scope)
    return lambda env: truth(found.run(env))


def _choice(expr: Expr, scope: Scope) -> Compiled:
    good, other = compiled(expr.parts[0], scope), compiled(expr.parts[2], scope)
    decide = _condition(expr.parts[1], scope)
    kind = good.kind if good.kind == other.kind else "any"
    return Compiled(lambda env: good.run(env) if decide(env) else other.run(env), kind)


def _joined(expr: Expr, scope: Scope) -> Compiled:
    parts = [compiled(p, scope) for p in expr.parts]
    for part, of in zip(parts, expr.parts, strict=True):
        _expect(part, "list", of.place, "'++'", scope)

    def run(env: Env) -> Any:
        found: tuple[Any, ...] = ()
        for part in parts:
            found = bounded((*found, *list_of(part.run(env))))
        return found

    return Compiled(run, "list")


def _sign(expr: Expr, scope: Scope) -> Compiled:
    part = compiled(expr.parts[0], scope)
    _expect(part, "numeric", expr.place, f"'{expr.value}'", scope)
    if expr.value == "+":
        return part
    run = part.run
    return Compiled(lambda env: spread(lambda a, b: b - a if a else -a, run(env), 0), part.kind)


def _power_of(expr: Expr, scope: Scope) -> Compiled:
    base, exponent = (compiled(p, scope) for p in expr.parts)
    for part, of in zip((base, exponent), expr.parts, strict=True):
        _expect(part, "numeric", of.place, "'**'", scope)
    return Compiled(lambda env: spread(power, base.run(env), exponent.run(env)), base.kind)


def _absent(expr: Expr, scope: Scope) -> Compiled:
    return Compiled(lambda env: None)


_COMPILERS: dict[str, Callable[[Expr, Scope], Compiled]] = {
    "number": _number,
    "text": _text,
    "value": _value,
    "symbol": _symbol,
    "name": _name,
    "function": _function,
    "list": _list,
    "each": _each,
    "index": _index,
    "slice": _slice,
    "sum": _chain,
    "product": _chain,
    "comparison": _comparison,
    "inside": _inside,
    "outside": _inside,
    "both": _logic,
    "either": _logic,
    "negate": _negate,
    "choice": _choice,
    "joined": _joined,
    "sign": _sign,
    "power": _power_of,
    "absent": _absent,
}


@dataclass(frozen=True)
class Condition:
    """What must hold, and what is said where it does not."""

    run: Closure
    place: Place
    sides: tuple[str, Closure, Closure] | None = None

    def failure(self, env: Env) -> str | None:
        """Why it does not hold; None where it does."""
        try:
            if self.run(env):
                return None
        except Unknown as e:
            return f"the condition is not known to hold: an operand {e}"
        except FAILURES as e:
            return f"the condition has no value: {e}"
        if self.sides is None:
            return "the condition does not hold"
        sign, a, b = self.sides
        return f"the condition does not hold: {shown(a(env))} {sign} {shown(b(env))}"


def condition(expr: Expr, scope: Scope) -> Condition:
    """An expression that must be true."""
    run = _condition(expr, scope)
    is_close = expr.kind == "function" and expr.value == "close"
    if scope.faults or not (is_close or expr.kind == "comparison"):
        return Condition(run, expr.place)
    a, b = (compiled(p, scope).run for p in expr.parts[:2])
    return Condition(run, expr.place, ("is not close to" if is_close else expr.value[0], a, b))


def names_of(exprs: Iterable[Expr]) -> set[str]:
    """The names that expressions mention."""
    found: set[str] = set()
    pending = list(exprs)
    while pending:
        at = pending.pop()
        pending += at.parts
        if at.kind in ("value", "symbol"):
            found.add(at.value)
    return found
