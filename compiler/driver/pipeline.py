"""Pipeline text: `builtin.module(func.func(a{x=1 y=2,3}),b)` becomes passes under their anchors.

pipeline ::= op-name `(` (element (`,` element)*)? `)`        op-name: builtin.module, any, …
element  ::= pipeline | name (`{` option* `}`)?               name of a pass or named pipeline
option   ::= key (`=` value)?
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from xdsl.context import Context
from xdsl.passes import ModulePass

from . import options
from .diagnostics import Diagnosed, Diagnostic, Engine, Place, listed, near
from .options import Given
from .registry import FRONTENDS, PASSES, TARGETS, Registry
from .stage import ANY, MODULE, Stage

_NAME = re.compile(r"[A-Za-z0-9_.$-]*")
_SPACE = re.compile(r"\s*")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
WIDTH = 100
"""Of a line that a diagnostic shows."""
DEEPEST = 100
"""Pipelines nest no deeper; no sensible one comes near."""


@dataclass(frozen=True)
class Step:
    """A name with options."""

    name: str
    given: tuple[Given, ...]
    place: Place


@dataclass(frozen=True)
class Nest:
    """An anchor and what runs on it."""

    anchor: str
    elements: "tuple[Step | Nest, ...]"
    place: Place


# --- Reading ------------------------------------------------------------------------------------


class Reader:
    """Reads one text; every place it gives leads back there."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.at = text, name, 0

    def place(self, start: int, end: int = 0) -> Place:
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        return Place(self.name, line, column, max(1, end - start))

    def refuse(self, message: str, start: int | None = None, end: int = 0) -> NoReturn:
        at = self.at if start is None else start
        raise Diagnosed(Diagnostic("error", self.place(at, end), message))

    def peek(self) -> str:
        """The next character after white space; empty at the end."""
        self.at = _match_end(_SPACE, self.text, self.at)
        return self.text[self.at : self.at + 1]

    def word(self) -> tuple[str, Place]:
        self.peek()
        start = self.at
        self.at = _match_end(_NAME, self.text, start)
        return self.text[start : self.at], self.place(start, self.at)

    def elements(self, depth: int = 0) -> tuple[Step | Nest, ...]:
        """Elements up to the end or a closing parenthesis."""
        found: list[Step | Nest] = []
        if self.peek() in ("", ")"):
            return ()
        while True:
            found.append(self.element(depth))
            if self.peek() != ",":
                return tuple(found)
            self.at += 1

    def element(self, depth: int) -> Step | Nest:
        name, place = self.word()
        if not name:
            found = self.peek()
            self.refuse(
                "expected the name of a pass, pipeline or operation"
                + (f", found '{found}'" if found else "")
            )
        if self.peek() != "(":
            return Step(name, self.options(), place)
        if depth > DEEPEST:
            self.refuse("pipelines are nested too deep")
        opened = self.at
        self.at += 1
        nest = Nest(name, self.elements(depth + 1), place)
        if not self.peek():
            self.refuse("missing closing ')'", opened)
        if self.peek() != ")":
            self.refuse("expected ',' or ')'")
        self.at += 1
        return nest

    def options(self) -> tuple[Given, ...]:
        """`{…}`, if it comes next."""
        if self.peek() != "{":
            return ()
        opened, found = self.at, list[Given]()
        self.at += 1
        while self.peek() not in ("}", ""):
            found.append(self.option(opened))
        if not self.peek():
            self.refuse("missing closing '}' while processing pass options", opened)
        self.at += 1
        return tuple(found)

    def option(self, opened: int) -> Given:
        key, place = self.key()
        if not key:
            self.refuse("expected the name of an option")
        if self.peek() != "=":
            return Given(key, None, place, place)
        self.at += 1
        self.peek()
        start = self.at
        self.skip_value(opened)
        return Given(key, self.text[start : self.at], place, self.place(start, self.at))

    def key(self) -> tuple[str, Place]:
        """The name of an option, in quotes if it is no word."""
        if self.peek() not in ("'", '"'):
            return self.word()
        start = self.at
        self.skip_quoted(self.peek())
        return options.unquoted(self.text[start : self.at]), self.place(start, self.at)

    def skip_value(self, opened: int) -> None:
        """Moves to the space or brace that ends a value; quotes and brackets hide both."""
        closing: list[str] = []
        while self.at < len(self.text):
            c = self.text[self.at]
            if c in "\"'":
                self.skip_quoted(c)
                continue
            if closing and c == closing[-1]:
                closing.pop()
            elif c in _CLOSING:
                closing.append(_CLOSING[c])
            elif not closing and (c.isspace() or c == "}"):
                return
            self.at += 1
        self.refuse("missing closing '}' while processing pass options", opened)

    def skip_quoted(self, quote: str) -> None:
        start = self.at
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != quote:
            self.at += 2 if self.text[self.at] == "\\" else 1
        if self.at >= len(self.text):
            self.refuse("missing closing quote", start)
        self.at += 1


def _match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def read(text: str, name: str) -> Nest:
    """The pipeline that a text spells."""
    reader = Reader(text, name)
    found = reader.elements()
    if reader.peek() == ")":
        reader.refuse(
            "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline"
        )
    if reader.peek():
        reader.refuse("expected ',' or the end")
    if len(found) > 1 and isinstance(found[0], Nest):
        raise Diagnosed(Diagnostic("error", found[1].place, "expected the end of the pipeline"))
    if len(found) != 1 or not isinstance(found[0], Nest):
        reader.refuse(
            "expected pass pipeline to be wrapped with the anchor operation type, "
            "e.g. 'builtin.module(...)'",
            0,
        )
    return found[0]


def read_one(text: str, name: str) -> Step:
    """A name with options, as `-f` and `-t` take it."""
    reader = Reader(text, name)
    word, place = reader.word()
    step = Step(word, reader.options(), place)
    if reader.peek():
        reader.refuse("expected the end")
    return step


# --- Layout -------------------------------------------------------------------------------------


def wrapped(text: str) -> str:
    """A pipeline in lines that a diagnostic can show: broken between passes, where it is long."""
    if len(text) <= WIDTH or "\n" in text:
        return text
    steps, lines = [""], [""]
    for part in re.split(r"(?<=,)", text):
        done = steps[-1].count("{") == steps[-1].count("}") and steps[-1].count('"') % 2 == 0
        steps += [part] if done else []
        steps[-1] += "" if done else part
    for step in steps:
        if len(lines[-1]) + len(step) > WIDTH:
            lines.append("")
        lines[-1] += step
    return "\n".join(lines)


def laid_out(item: ModulePass | Stage, indent: str = "") -> str:
    """The text of a pipeline, which reads back, with a line for each pass."""
    if not isinstance(item, Stage):
        return indent + options.spell(item.name, options.values_of(item))
    if not item.items:
        return f"{indent}{item.anchor}()"
    inner = ",\n".join(laid_out(i, f"{indent}  ") for i in item.items)
    return f"{indent}{item.anchor}(\n{inner}\n{indent})"


# --- Resolving ----------------------------------------------------------------------------------


Found: TypeAlias = "list[ModulePass | Stage]"


def resolve(text: str, name: str, engine: Engine, ctx: Context) -> Stage:
    """The passes that a pipeline text names; raises `Diagnosed` with every name that is wrong."""
    engine.texts[name] = text = wrapped(text)
    nest = read(text, name)
    if nest.anchor not in (MODULE, ANY):
        raise Diagnosed(
            Diagnostic(
                "error", nest.place, f"can't run '{nest.anchor}' pass manager on '{MODULE}' op"
            )
        )
    resolver = _Resolver(engine, ctx)
    stage = resolver.nest(nest, ())
    if resolver.wrong:
        raise Diagnosed(*resolver.wrong)
    return stage


class _Resolver:
    def __init__(self, engine: Engine, ctx: Context) -> None:
        self.engine, self.ctx = engine, ctx
        self.wrong: list[Diagnostic] = []

    def nest(self, nest: Nest, within: tuple[str, ...]) -> Stage:
        if nest.anchor != ANY and self.ctx.get_optional_op(nest.anchor) is None:
            self.wrong.append(
                Diagnostic("error", nest.place, f"'{nest.anchor}' is not an operation{_hint(nest)}")
            )
        return Stage(nest.anchor, tuple(self.all(nest.elements, nest.anchor, within)))

    def all(self, elements: Sequence[Step | Nest], anchor: str, within: tuple[str, ...]) -> Found:
        found: Found = []
        for element in elements:
            try:
                if isinstance(element, Nest):
                    found.append(self.nest(element, within))
                else:
                    found += self.step(element, anchor, within)
            except Diagnosed as e:
                self.wrong += e.diagnostics
        return found

    def step(self, step: Step, anchor: str, within: tuple[str, ...]) -> Found:
        from ..pipelines import PIPELINES

        if step.name in PIPELINES:
            return self.expand(step, anchor, within)
        cls = PASSES.get(step.name)
        if step.name in PIPELINES:  # of a plug-in, which was just read
            return self.expand(step, anchor, within)
        if cls is None:
            close = near(step.name, [*PASSES.names(), *PIPELINES])
            _refuse(
                step.place,
                f"'{step.name}' does not refer to a registered pass or pass pipeline{close}",
            )
        anchors = anchors_of(cls)
        if anchor not in anchors and ANY not in anchors:
            wanted = " or ".join(f"'{a}({step.name})'" for a in anchors)
            _refuse(
                step.place,
                f"unable to schedule pass '{step.name}' on a pass manager intended to run on "
                f"'{anchor}'; write {wanted}",
            )
        return [build(cls, step)]

    def expand(self, step: Step, anchor: str, within: tuple[str, ...]) -> Found:
        from ..pipelines import PIPELINES

        named = PIPELINES[step.name]
        if named.anchor not in (anchor, ANY):
            _refuse(
                step.place,
                f"unable to run pipeline '{step.name}' on '{anchor}'; "
                f"write '{named.anchor}({step.name})'",
            )
        if step.name in within:
            _refuse(step.place, f"pipeline '{step.name}' contains itself")
        allowed = options.of_function(named.expand)
        text = named.expand(**options.convert(step.name, step.given, allowed, step.place))
        name = f"pipeline '{step.name}'"
        self.engine.texts[name] = text
        reader = Reader(text, name)
        elements = reader.elements()
        if reader.peek():
            reader.refuse("expected ',' or the end")
        return self.all(elements, anchor, (*within, step.name))


_XDSL_ANCHORS = {
    "canonicalize": (MODULE, "func.func"),
    "cse": (MODULE, ANY),
    "dce": (MODULE, "func.func"),
}
"""Passes of xDSL that also run elsewhere: on a region `body`, or on all regions."""


def anchors_of(cls: type[Any]) -> tuple[str, ...]:
    """The operations that a class of passes runs on."""
    found: tuple[str, ...] | None = getattr(cls, "anchors", None)
    return _XDSL_ANCHORS.get(cls.name, (MODULE,)) if found is None else found


def build(cls: type[Any], step: Step) -> Any:
    """A pass, frontend or target with its options."""
    return cls(**options.convert(step.name, step.given, options.of_dataclass(cls), step.place))


def build_frontend(text: str) -> Any:
    """The frontend of `-f`."""
    return _build_one(text, "-f", FRONTENDS)


def build_target(text: str) -> Any:
    """The target of `-t`."""
    return _build_one(text, "-t", TARGETS)


def _build_one(text: str, name: str, registry: Registry[Any]) -> Any:
    step = read_one(text, name)
    cls = registry.get(step.name)
    if cls is None:
        kind = registry.kind.removesuffix("s")
        known = ["mlir", *registry.names()]
        _refuse(
            step.place,
            f"'{step.name}' is not a {kind}{near(step.name, known)}; there are {listed(known)}",
        )
    return build(cls, step)


def _refuse(place: Place, message: str) -> NoReturn:
    raise Diagnosed(Diagnostic("error", place, message))


def _hint(nest: Nest) -> str:
    if nest.anchor in PASSES:
        return "; it is a pass, and its options stand in '{}'"
    return near(nest.anchor, ("builtin.module", "func.func", "nn.graph", "npu.network", ANY))
