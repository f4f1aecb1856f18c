"""From the text of a file to compiled rules: every name, operator, operand and property is checked.

All faults of a file are told at once. Patterns are put in the place of their names; a rule that
names patterns with alternatives becomes a variant for each choice.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..driver.diagnostics import Diagnosed, Diagnostic, Place, current, listed, near
from . import syntax
from .compiling import VariantMaker
from .flattening import Flattener
from .program import Variant
from .syntax import Expr, Name, Pattern, Rule, Where

LAWS = ("exact", "real", "fast")
EXTENSION = ".nnrule"
SHIPPED = Path(__file__).parents[2] / "passes" / "rules"


@dataclass(frozen=True)
class CompiledRule:
    """A rule of a file."""

    name: str
    law: str
    text: str
    place: Place
    variants: tuple[Variant, ...]
    conditions: tuple[Expr, ...] = ()
    """As written: instances are drawn from them."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of a file, in order."""

    file: str
    rules: tuple[CompiledRule, ...]
    warnings: tuple[Diagnostic, ...] = ()

    def __iter__(self) -> Iterator[CompiledRule]:
        return iter(self.rules)

    def get(self, name: str) -> CompiledRule | None:
        return next((r for r in self.rules if r.name == name), None)


# --- Files --------------------------------------------------------------------------------------


def shipped() -> list[str]:
    """The names of the rule sets that come with nn-opt."""
    return sorted(p.stem for p in SHIPPED.glob(f"*{EXTENSION}"))


def path_of(file: str) -> Path:
    """The path of a file, or of the set of this name that comes with nn-opt."""
    if file.endswith(EXTENSION):
        return Path(file)
    if file in shipped():
        return SHIPPED / f"{file}{EXTENSION}"
    known = listed(shipped())
    message = f"'{file}' is no file '*{EXTENSION}' and no rule set{near(file, shipped())}"
    raise Diagnosed(Diagnostic("error", Place(file), f"{message}; there are {known}"))


def load(file: str) -> RuleSet:
    """
    The rules of a file, or of a set that comes with nn-opt. Raises `Diagnosed` with all its faults.
    """
    path = path_of(file)
    name = str(path) if file.endswith(EXTENSION) else path.name
    try:
        with path.open("rb") as stream:
            data = stream.read(4 * syntax.LARGEST + 1)
        text = data.decode("utf-8").replace("\r\n", "\n")
    except OSError as e:
        message = f"cannot open rule file '{name}': {e.strerror}"
        raise Diagnosed(Diagnostic("error", Place(name), message)) from None
    except UnicodeDecodeError:
        raise Diagnosed(Diagnostic("error", Place(name), "is no text in UTF-8")) from None
    engine = current()
    if engine is not None:
        engine.texts[name] = text
    return load_text(text, name)


def load_text(text: str, name: str) -> RuleSet:
    """The rules that a text spells; `name` is what messages call it."""
    found, faults = _load(text, name)
    if faults:
        raise Diagnosed(*faults)
    return found


@lru_cache(maxsize=8)
def _load(text: str, name: str) -> tuple[RuleSet, tuple[Diagnostic, ...]]:
    try:
        items, wrong = syntax.read(text, name)
    except Diagnosed as e:
        return RuleSet(name, ()), e.diagnostics
    loader = _Loader(items)
    rules = tuple(loader.rules())
    faults = sorted({*wrong, *loader.faults}, key=lambda d: (d.place.line, d.place.column))
    return RuleSet(name, rules, tuple(dict.fromkeys(loader.warnings))), tuple(faults)


class _Loader:
    """Compiles the rules of a file, and collects what is wrong."""

    def __init__(self, items: Sequence[syntax.Item]) -> None:
        self.faults: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self.written = [i for i in items if isinstance(i, Rule)]
        patterns: dict[str, Pattern] = {}
        for item in items:
            if isinstance(item, Pattern):
                self.check_new(item.name, patterns)
                patterns.setdefault(item.name.text, item)
        self.flattener = Flattener(patterns, self.faults)

    def check_new(self, name: Name, known: Iterable[str]) -> None:
        if name.text in known:
            self.fault(name.place, f"there is a '{name.text}' already")

    def fault(self, place: Place, message: str) -> None:
        self.faults.append(Diagnostic("error", place, message))

    def rules(self) -> Iterator[CompiledRule]:
        for pattern in self.flattener.patterns.values():
            self.check_pattern(pattern)
        names: set[str] = set()
        for rule in self.written:
            self.check_new(rule.name, names)
            names.add(rule.name.text)
            yield self.rule(rule)

    def rule(self, rule: Rule) -> CompiledRule:
        law = rule.law
        if law.text not in LAWS:
            hint = near(law.text, LAWS)
            self.fault(law.place, f"'{law.text}' is no law: exact, real or fast{hint}")
        variants: list[Variant] = []
        flats = self.flattener.lines(rule.match, (), rule.name.place)
        for flat in flats:
            maker = VariantMaker(flat, self.flattener.left_open)
            variant = maker.make(rule)
            self.faults += maker.faults
            self.warnings += maker.warnings
            variants += [] if variant is None else [variant]
        steps = [s for flat in flats for s in flat.steps]
        conditions = dict.fromkeys(s.expr for s in steps if isinstance(s, Where))
        place = rule.name.place
        return CompiledRule(
            rule.name.text, law.text, rule.text, place, tuple(variants), tuple(conditions)
        )

    def check_pattern(self, pattern: Pattern) -> None:
        """A pattern by itself, so that one that nobody names is checked, too."""
        parameters = {p.text for p in pattern.parameters}
        for body in pattern.bodies:
            for flat in self.flattener.lines(body, (pattern.name.text,), pattern.name.place):
                maker = VariantMaker(flat, self.flattener.left_open | parameters)
                maker.check(flat)
                for name in sorted(parameters - set(maker.scope.bound)):
                    where = body.lines[-1].call.place
                    self.fault(where, f"'{name}' of '{pattern.name.text}' is not bound here")
                self.faults += maker.faults
