"""Patterns are put in the place of their names, one left side for each choice of alternatives."""

from dataclasses import dataclass, field, replace
from itertools import product

from ..driver.diagnostics import Diagnostic, Place, near
from . import syntax
from .syntax import Body, Call, Expr, Line, Name, Pattern, Where

MOST_VARIANTS = 64
"""Of one rule."""
MOST_LINES = 40
"""Of one variant."""
DEEPEST = 16
"""Patterns name patterns no deeper."""
WILD = ("%_", "$_")
"""Stand for anything, each time for something else."""


@dataclass(frozen=True)
class Flat:
    """A left side without patterns."""

    lines: tuple[Line, ...] = ()
    constants: tuple[Name, ...] = ()
    steps: tuple[syntax.Step, ...] = ()

    def __add__(self, other: "Flat") -> "Flat":
        return Flat(
            self.lines + other.lines, self.constants + other.constants, self.steps + other.steps
        )


class _Renaming:
    """Gives the names of a pattern's body those of its call, or new ones."""

    def __init__(self, given: dict[str, str], suffix: str) -> None:
        self.given, self.suffix = given, suffix

    def text(self, name: str) -> str:
        if not name or name in WILD:
            return name
        return self.given.get(name, f"{name}{self.suffix}")

    def name(self, name: Name) -> Name:
        return replace(name, text=self.text(name.text))

    def expr(self, expr: Expr) -> Expr:
        parts = tuple(map(self.expr, expr.parts))
        value = self.text(expr.value) if expr.kind in ("value", "symbol") else expr.value
        return Expr(expr.kind, expr.place, value, parts)

    def maybe(self, expr: Expr | None) -> Expr | None:
        return None if expr is None else self.expr(expr)

    def call(self, call: Call) -> Call:
        operands = tuple(
            replace(o, name=self.text(o.name), expr=self.maybe(o.expr)) for o in call.operands
        )
        settings = tuple(replace(s, expr=self.maybe(s.expr)) for s in call.settings)
        others = None if call.others is None else self.name(call.others)
        return replace(call, operands=operands, settings=settings, others=others)

    def line(self, line: Line) -> Line:
        results = tuple(map(self.name, line.results))
        return replace(line, results=results, call=self.call(line.call))

    def body(self, body: Body) -> Body:
        steps = tuple(Where(self.expr(s.expr)) for s in body.steps if isinstance(s, Where))
        lines, constants = map(self.line, body.lines), map(self.name, body.constants)
        return Body(tuple(lines), tuple(constants), steps)


@dataclass
class Flattener:
    """The patterns of a file, and what is wrong with how they are named."""

    patterns: dict[str, Pattern]
    faults: list[Diagnostic] = field(default_factory=lambda: list[Diagnostic]())
    left_open: set[str] = field(default_factory=set[str])
    """Names that need no use: parameters for which a call gives `_`."""
    calls: int = 0

    def fault(self, place: Place, message: str) -> None:
        self.faults.append(Diagnostic("error", place, message))

    def lines(self, body: Body, within: tuple[str, ...], place: Place) -> list[Flat]:
        """A body with every choice of alternatives of the patterns that it names."""
        parts: list[list[Flat]] = []
        count = 1
        for line in body.lines:
            parts.append(self.line(line, within))
            count *= max(1, len(parts[-1]))
            if count > MOST_VARIANTS:
                many = f"its patterns have more than {MOST_VARIANTS} alternatives together"
                self.fault(place, f"{many}; split it")
                return []
        end = Flat((), body.constants, body.steps)
        found = [sum(choice, Flat()) + end for choice in product(*parts)]
        for flat in found:
            if len(flat.lines) > MOST_LINES:
                self.fault(place, f"has {len(flat.lines)} lines; {MOST_LINES} are the most")
                return []
        return found

    def line(self, line: Line, within: tuple[str, ...]) -> list[Flat]:
        call = line.call
        if not call.is_pattern:
            return [Flat((line,))]
        pattern = self.patterns.get(call.name)
        if pattern is None:
            hint = near(call.name, self.patterns)
            self.fault(call.place, f"there is no pattern '{call.name}' in this file{hint}")
            return []
        if call.name in within or len(within) > DEEPEST:
            self.fault(call.place, f"pattern '{call.name}' contains itself")
            return []
        if line.one_use and len(line.results) > 1:
            self.fault(call.place, "'one-use' stands on operators, inside of the pattern")
        if not self.arguments_fit(call, pattern):
            return []
        found: list[Flat] = []
        for body in pattern.bodies:
            found += self.lines(self.placed(line, pattern, body), (*within, call.name), call.place)
        return found

    def arguments_fit(self, call: Call, pattern: Pattern) -> bool:
        if len(call.operands) != len(pattern.parameters):
            many = f"{len(pattern.parameters)} operands, not {len(call.operands)}"
            self.fault(call.place, f"pattern '{call.name}' takes {many}")
            return False
        for given, wanted in zip(call.operands, pattern.parameters, strict=True):
            if given.name[:1] != wanted.text[:1]:
                kind = "an attribute" if wanted.text.startswith("$") else "a value"
                self.fault(given.place, f"'{wanted.text}' of '{call.name}' is {kind}")
                return False
        return True

    def placed(self, line: Line, pattern: Pattern, body: Body) -> Body:
        self.calls += 1
        suffix = f"'{self.calls}"
        pairs = zip(pattern.parameters, line.call.operands, strict=True)
        given = {p.text: o.name if o.name not in WILD else f"{p.text}{suffix}" for p, o in pairs}
        wild = {g for g in given.values() if g.endswith(suffix)}
        root = body.lines[-1]
        for inner, outer in zip(root.results, line.results, strict=False):
            if outer.text not in WILD:
                given[inner.text] = outer.text
        found = _Renaming(given, suffix).body(body)
        last = found.lines[-1]
        if len(last.results) != len(line.results):
            count = f"{len(last.results)} results, not {len(line.results)}"
            self.fault(line.call.place, f"pattern '{pattern.name.text}' has {count}")
        self.left_open |= wild
        kept = replace(last, one_use=last.one_use or line.one_use)
        return replace(found, lines=(*found.lines[:-1], kept))
