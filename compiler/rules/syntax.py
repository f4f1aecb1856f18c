"""What a file of rules says: reads it to plain data, each part with its place.

Every rule and pattern is read by itself, so that a mistake in one hides none in another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from ..driver.diagnostics import Diagnosed, Diagnostic, Place, near

LARGEST = 1 << 20
"""Characters of the largest file that is read."""
DEEPEST = 60
"""Expressions nest no deeper."""
_ITEM = re.compile(r"^[ \t]*(?:rule|pattern)\b", re.MULTILINE)
_BLANK = re.compile(r"(?:\s|//[^\n]*)*")
_WORD = re.compile(r"[%$]?[\w.-]+|\S")


@dataclass(frozen=True)
class Expr:
    """An expression: its kind, as the grammar calls it, and its parts."""

    kind: str
    place: Place
    value: Any = None
    parts: "tuple[Expr, ...]" = ()


@dataclass(frozen=True)
class Name:
    """A name where it is bound: `%x` and `%x?` are values, `$a` is an attribute."""

    text: str
    """With its sigil."""
    place: Place
    is_optional: bool = False


@dataclass(frozen=True)
class Operand:
    """`_`, `%x`, `%x?`, `%xs...`, or one number for all elements: written, `$a` or computed."""

    kind: str
    place: Place
    name: str = ""
    expr: Expr | None = None


@dataclass(frozen=True)
class Setting:
    """`name = value`; None is any value."""

    name: str
    expr: Expr | None
    place: Place


@dataclass(frozen=True)
class Call:
    """An operator, or a pattern, and what it is given."""

    name: str
    place: Place
    operands: tuple[Operand, ...] = ()
    settings: tuple[Setting, ...] = ()
    others: Name | None = None
    """`$rest...`: all settings that are not named."""
    is_pattern: bool = False


@dataclass(frozen=True)
class Line:
    """`%y = nn.relu %x`; in a match perhaps `one-use`, in a replacement perhaps `const`."""

    results: tuple[Name, ...]
    call: Call
    one_use: bool = False
    is_constant: bool = False


@dataclass(frozen=True)
class Where:
    """A condition."""

    expr: Expr


@dataclass(frozen=True)
class Let:
    """`let $p = …`."""

    name: Name
    expr: Expr


Step: TypeAlias = Where | Let | Line
"""What comes between match and replacement; a line is `const %k = …`."""


@dataclass(frozen=True)
class Body:
    """Lines to be matched, the last one the root; what must be constant; conditions."""

    lines: tuple[Line, ...]
    constants: tuple[Name, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A rule as written."""

    name: Name
    law: Name
    text: str
    match: Body
    lines: tuple[Line, ...]
    """Of the replacement."""
    values: tuple[Name, ...]
    """What takes the place of the root's results, where it is no new operation."""


@dataclass(frozen=True)
class Pattern:
    """A named sub-pattern: its alternatives have the same parameters."""

    name: Name
    parameters: tuple[Name, ...]
    bodies: tuple[Body, ...]


Item: TypeAlias = Rule | Pattern


def read(text: str, file: str) -> tuple[list[Item], list[Diagnostic]]:
    """The rules and patterns of a file, and what is wrong with the others."""
    if len(text) > LARGEST:
        message = f"has {len(text)} characters; no more than {LARGEST} are read"
        raise Diagnosed(Diagnostic("error", Place(file), message))
    starts = [m.start() for m in _ITEM.finditer(text)]
    found: list[Item] = []
    wrong: list[Diagnostic] = []
    begin = _match_end(text, 0)
    if begin < (starts[0] if starts else len(text)):
        wrong.append(_not_an_item(text, begin, file))
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        try:
            found.append(_item(text[start:end], file, text.count("\n", 0, start)))
        except Diagnosed as e:
            wrong += e.diagnostics
    return found, wrong


def _match_end(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _not_an_item(text: str, at: int, file: str) -> Diagnostic:
    word = _word(text, at)
    line = text.count("\n", 0, at) + 1
    place = Place(file, line, at - text.rfind("\n", 0, at), len(word))
    hint = near(word, ("rule", "pattern"))
    return Diagnostic("error", place, f"expected 'rule' or 'pattern', found '{word}'{hint}")


def _word(text: str, at: int) -> str:
    found = _WORD.match(text, at)
    return found.group() if found else text[at : at + 1]


# --- Reading one item ---------------------------------------------------------------------------


@cache
def _parser() -> Any:
    from lark import Lark

    grammar = Path(__file__).with_name("rules.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="item", parser="lalr", maybe_placeholders=False, ordered_sets=False)


def _item(text: str, file: str, lines_before: int) -> Item:
    from lark.exceptions import UnexpectedInput

    try:
        tree: Any = _parser().parse(text)
    except UnexpectedInput as e:
        raise Diagnosed(_unexpected(e, text, file, lines_before)) from None
    reader = _Reader(file, lines_before)
    reader.check_depth(tree)
    return reader.item(tree.children[0])


_TERMINALS = {
    "VALUE": "a value such as '%x'",
    "SYMBOL": "an attribute such as '$a'",
    "OPERATOR": "an operator such as 'nn.relu'",
    "NAME": "a name",
    "KEBAB": "a name such as 'relu-of-relu'",
    "NUMBER": "a number",
    "SPECIAL": "",
    "STRING": "a text in quotes",
    "COMPARE": "a comparison",
    "SIGN": "'+' or '-'",
    "TIMES": "'*' or '/'",
    "ONE_USE": "'one-use'",
    "$END": "the end",
}
_MOST_EXPECTED = 5


def _unexpected(e: Any, text: str, file: str, lines_before: int) -> Diagnostic:
    """What is said of a place where the grammar knows no way on."""
    wanted: set[str] = set(getattr(e, "accepts", None) or getattr(e, "expected", None) or ())
    wanted |= set(getattr(e, "allowed", None) or ())
    words = {t.name: t.pattern.value for t in _parser().terminals}
    shown = [_TERMINALS.get(n, f"'{words.get(n, n)}'") for n in sorted(wanted)]
    token: Any = getattr(e, "token", None)
    ends = token is not None and token.type == "$END"
    at = len(text.rstrip()) if ends else int(e.pos_in_stream)
    found = "" if ends else _word(text, at)
    listed = [s for s in shown if s]
    if len(listed) > _MOST_EXPECTED:
        listed = sorted(listed, key=lambda s: s.startswith("'"))[:_MOST_EXPECTED]
    hint = near(found, [w for n, w in words.items() if n in wanted and w.isalpha()])
    line = text.count("\n", 0, at) + 1 + lines_before
    place = Place(file, line, at - text.rfind("\n", 0, at), max(1, len(found)))
    what = f"'{found}'" if found else "the end of the rule"
    if found[:1] in ('"', "'"):
        what += "; a text stands in double quotes, on one line, without a backslash"
    elif not hint and "VALUE" in wanted and re.fullmatch(r"[A-Za-z_]\w*", found):
        hint = f"; values are written %{found}"
    return Diagnostic("error", place, f"expected {' or '.join(listed)}, found {what}{hint}")


class _Reader:
    """Makes plain data of the parser's trees."""

    def __init__(self, file: str, lines_before: int) -> None:
        self.file, self.lines_before = file, lines_before

    def place(self, tree: Any) -> Place:
        """From the first token of a tree to its last on the same line."""
        first = tree
        while hasattr(first, "children"):
            if not first.children:
                return Place(self.file, self.lines_before + 1, 1)
            first = first.children[0]
        last = tree
        while hasattr(last, "children") and last.children:
            last = last.children[-1]
        one_line = getattr(last, "line", None) == first.line
        end = last.end_column if one_line else first.end_column
        return Place(self.file, first.line + self.lines_before, first.column, end - first.column)

    def check_depth(self, tree: Any) -> None:
        level = [tree]
        for _ in range(DEEPEST):
            level = [c for t in level for c in t.children if hasattr(c, "children")]
            if not level:
                return
        message = f"the expression nests more than {DEEPEST} deep; give a part a name with 'let'"
        raise Diagnosed(Diagnostic("error", self.place(level[0]), message))

    # Items

    def item(self, tree: Any) -> Item:
        return self.rule(tree) if tree.data == "rule" else self.pattern(tree)

    def rule(self, tree: Any) -> Rule:
        name, law, *rest = tree.children
        text = ""
        if not hasattr(rest[0], "children"):
            text = str(rest.pop(0))[1:-1]
        *middle, replace = rest[1:]
        steps = tuple(s for step in middle for s in self.step(step.children[0]))
        lines, values = self.replacement(replace)
        match = self.body(rest[0], steps)
        return Rule(self.token(name), self.token(law), text, match, lines, values)

    def pattern(self, tree: Any) -> Pattern:
        name, parameters, *bodies = tree.children
        named = tuple(self.name(p) for p in parameters.children)
        return Pattern(self.token(name), named, tuple(self.body(b) for b in bodies))

    def body(self, tree: Any, steps: tuple[Step, ...] = ()) -> Body:
        lines: list[Line] = []
        constants: list[Name] = []
        own: list[Step] = []
        for child in tree.children:
            if child.data == "known_line":
                constants += map(self.name, child.children)
            elif child.data == "call_line":
                results, call, *one_use = child.children
                lines.append(Line(self.results(results), self.call(call), bool(one_use)))
            else:
                own += self.step(child)
        return Body(tuple(lines), tuple(constants), (*own, *steps))

    def step(self, tree: Any) -> Iterator[Step]:
        if tree.data == "where":
            yield from (Where(self.expr(c)) for c in tree.children)
        elif tree.data == "let":
            yield Let(self.token(tree.children[0]), self.expr(tree.children[1]))
        else:
            name, made = tree.children
            yield Line((self.token(name),), self.call(made), is_constant=True)

    def replacement(self, tree: Any) -> tuple[tuple[Line, ...], tuple[Name, ...]]:
        if tree.data == "replace_by_values":
            return (), self.results(tree)
        if tree.data == "replace_by_one":
            return (Line((), self.call(tree.children[0])),), ()
        return tuple(map(self.made, tree.children)), ()

    def made(self, tree: Any) -> Line:
        call = self.call(tree.children[-1])
        if tree.data == "make_known":
            return Line((self.token(tree.children[0]),), call, is_constant=True)
        return Line(self.results(tree.children[0]) if tree.data == "make_named" else (), call)

    # Lines

    def token(self, token: Any) -> Name:
        return Name(str(token), self.place(token))

    def name(self, tree: Any) -> Name:
        return Name(str(tree.children[0]), self.place(tree), tree.data == "optional")

    def results(self, tree: Any) -> tuple[Name, ...]:
        return tuple(map(self.token, tree.children))

    def call(self, tree: Any) -> Call:
        head, *rest = tree.children
        braces = [t for t in rest if t.data == "attributes"]
        operands = tuple(self.operand(t) for t in rest if t.data != "attributes")
        settings: list[Setting] = []
        others: Name | None = None
        for entry in braces[0].children if braces else ():
            if entry.data == "others":
                others = self.token(entry.children[0])
                continue
            expr = None if entry.data == "anything" else self.expr(entry.children[1])
            settings.append(Setting(str(entry.children[0]), expr, self.place(entry)))
        is_pattern = tree.data == "named"
        place = self.place(head)
        return Call(str(head), place, operands, tuple(settings), others, is_pattern)

    def operand(self, tree: Any) -> Operand:
        kind, place = str(tree.data), self.place(tree)
        if kind == "literal":
            sign, number = tree.children if len(tree.children) == 2 else ("", tree.children[0])
            value = -_number(number) if sign == "-" else _number(number)
            return Operand("number", place, expr=Expr("number", place, value))
        if kind == "computed":
            return Operand("number", place, expr=self.expr(tree.children[0]))
        name = str(tree.children[0]) if tree.children else ""
        if kind == "symbol":
            return Operand(kind, place, name, Expr("symbol", place, name))
        return Operand(kind, place, name)

    # Expressions

    def expr(self, tree: Any) -> Expr:
        kind, place, children = str(tree.data), self.place(tree), tree.children
        if kind == "number":
            return Expr(kind, place, _number(children[0]))
        if kind == "text":
            return Expr(kind, place, str(children[0])[1:-1])
        if kind in ("value", "symbol", "name"):
            return Expr(kind, place, str(children[0]))
        if kind == "function":
            return Expr(kind, place, str(children[0]), tuple(map(self.expr, children[1:])))
        if kind in ("sum", "product", "comparison"):
            signs = tuple(str(c) for c in children[1::2])
            return Expr(kind, place, signs, tuple(map(self.expr, children[::2])))
        if kind == "sign":
            return Expr(kind, place, str(children[0]), (self.expr(children[1]),))
        if kind == "each":
            body, local, *rest = children
            return Expr(kind, place, str(local), tuple(map(self.expr, (body, *rest))))
        if kind == "slice":
            parts = [t if t.data != "bound" else self._bound(t) for t in children]
            found = tuple(Expr("absent", place) if t is None else self.expr(t) for t in parts)
            return Expr(kind, place, None, found)
        return Expr(kind, place, None, tuple(map(self.expr, children)))

    def _bound(self, tree: Any) -> Any:
        return tree.children[0] if tree.children else None


def _number(token: Any) -> int | float:
    text = str(token)
    return int(text) if text.isdecimal() and len(text) < 20 else float(text)
