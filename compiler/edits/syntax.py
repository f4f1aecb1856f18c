"""Reads edit scripts: one edit after the other, so that one mistake hides no other."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, VisitError

from ..driver.diagnostics import Diagnostic, Place, near
from ..text.printer import quoted
from .address import Nodes, Refused, Tensor
from .edit import EDITS, Edit
from .insert import After, Before, Body, OnEdge
from .work import Hole, Key, New, Raw

GRAMMAR = Path(__file__).with_name("edits.lark")
MOST_CHARACTERS = 1 << 22
MOST_UNCLOSED = 100
"""Brackets without an end that are told; each means reading what follows again."""


@cache
def _parser() -> Any:
    text = GRAMMAR.read_text(encoding="utf-8")
    return Lark(
        text, start="edit", parser="lalr", propagate_positions=True, maybe_placeholders=True
    )


def read(text: str, file: str = "<script>") -> tuple[list[Edit], list[Diagnostic]]:
    """The edits of a script, and what is wrong with it."""
    edits: list[Edit] = []
    wrong: list[Diagnostic] = []
    if len(text) > MOST_CHARACTERS:
        return [], [Diagnostic("error", Place(file), "the script is too long")]
    for start, end, open_at in _statements(text):
        try:
            if open_at is not None:
                reader = _Reader(text, open_at, file)
                raise Refused(reader.place(0), f"'{text[open_at]}' is never closed")
            edits.append(_edit(text, start, end, file))
        except Refused as e:
            wrong.append(Diagnostic("error", e.place, e.message))
    return edits, wrong


# --- Where an edit ends -------------------------------------------------------------------------

_PIECE = re.compile(
    r'"(?:[^"\\\n]|\\.)*+"?|//[^\n]*+|[\[{(<]|->|[\]})>]|\n|[^"/\[{(<\-\]})>\n]++|.'
)


def _statements(text: str) -> Iterator[tuple[int, int, int | None]]:
    """
    Begin and end of each edit: lines, which go on where a bracket is open. Where it is never
    closed, its position, and the edit ends with the line.
    """
    start, unclosed = 0, 0
    opened: list[int] = []
    while True:
        for piece in _PIECE.finditer(text, start):
            word = piece[0]
            if word in "[{(<":
                opened.append(piece.start())
            elif word in "]})>":
                del opened[-1:]
            elif word == "\n" and not opened:
                if _says_something(text[start : piece.start()]):
                    yield start, piece.start(), None
                start = piece.end()
        if not opened or unclosed == MOST_UNCLOSED:
            break
        yield start, start, opened[0]
        unclosed += 1
        start = text.find("\n", opened[0]) + 1 or len(text)
        opened.clear()
    if _says_something(text[start:]):
        yield start, len(text), None


def _says_something(text: str) -> bool:
    return bool(re.sub(r"//[^\n]*", "", text).strip())


def _edit(text: str, start: int, end: int, file: str) -> Edit:
    reader = _Reader(text, start, file)
    try:
        tree = _parser().parse(text[start:end])
    except UnexpectedInput as e:
        raise _told(e, reader, text[start:end]) from None
    try:
        return reader.transform(tree)
    except VisitError as e:
        raise e.orig_exc from None


# --- What is wrong ------------------------------------------------------------------------------

_TERMS = {
    "VALUE": "a tensor like %name",
    "STRING": "a name in quotes",
    "OPERATOR": "an operator like nn.relu",
    "INT": "a number",
    "WORD": "the name of an attribute",
    "RAW": "a value",
    "FUNCTION": "a function like @main",
    "REGION": "'then', 'else', 'body'",
    "MAYBE": "",
    "$END": "the end of the line",
}


def _told(e: Any, reader: "_Reader", text: str) -> Refused:
    parser = _parser()
    end = len(text.rstrip())
    at = end if e.pos_in_stream is None or e.pos_in_stream < 0 else e.pos_in_stream
    token: Any = getattr(e, "token", None)
    if token is not None:
        found, expected = str(token), set(e.accepts or e.expected)
        at = end if token.type == "$END" else at
    elif isinstance(e, UnexpectedCharacters):
        found, expected = _word_at(text, at), set(e.allowed or ())
    else:
        found, expected, at = "", set(getattr(e, "expected", ())), end
    expected = _worth_telling(set(map(str, expected)))
    keywords = {t.name: t.pattern.value for t in parser.terminals if t.name not in _TERMS}
    words = sorted(keywords[name] for name in expected if name in keywords)
    wanted = [*map("'{}'".format, words), *(t for n, t in _TERMS.items() if t and n in expected)]
    found = _word_at(text, at) if found else ""
    shown = f"found '{found}'" if found else "found the end of the line"
    expectation = f"expected {_either(wanted)}, " if wanted else ""
    return Refused(reader.place(at), f"{expectation}{shown}{_hint(found, expected, words)}")


def _worth_telling(expected: set[str]) -> set[str]:
    """Without the ways that an address with a path may begin."""
    if "GLOB" in expected:
        return expected - {"FUNCTION", "INT", "REGION", "LOC"}
    if "VALUE" in expected:
        return expected - {"FUNCTION", "INT", "REGION", "STRING"}
    return expected


def _hint(found: str, expected: set[str], words: Sequence[str]) -> str:
    if not found:
        return ""
    if found == '"':
        return "; the name does not end in this line"
    hint = near(found, [word for word in words if word[0].isalpha()])
    if hint or not re.fullmatch(r"[\w.-]+", found):
        return hint
    if "STRING" in expected:
        return f'; names are written in quotes: "{found}"'
    return f"; tensors are written %{found}" if "VALUE" in expected else ""


def _either(words: Sequence[str]) -> str:
    words = list(dict.fromkeys(words))
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _word_at(text: str, at: int) -> str:
    found = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.%@$-]+|::|->|\S').match(text, at)
    return found[0] if found else ""


# --- What it means ------------------------------------------------------------------------------

_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t"}


def _string(token: str) -> str:
    """What MLIR's text of a string says, and more: any character may be escaped."""
    text = token[token.index('"') + 1 : -1].encode()
    return _ESCAPE.sub(_meant, text).decode(errors="replace")


def _meant(escape: re.Match[bytes]) -> bytes:
    said = escape[1]
    return bytes.fromhex(said.decode()) if len(said) == 2 else _LETTERS.get(said, said)


class _Reader(Transformer[Token, Any]):
    """Makes an edit of a tree."""

    def __init__(self, text: str, start: int, file: str) -> None:
        super().__init__(visit_tokens=False)
        self.text, self.start, self.file = text, start, file

    def place(self, offset: int) -> Place:
        at = self.start + offset
        line = self.text.count("\n", 0, at) + 1
        return Place(self.file, line, at - self.text.rfind("\n", 0, at))

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        name = str(data)
        if name in EDITS:
            return EDITS[name].read(
                [_string(c) if _is(c, "STRING") else c for c in children],
                self.place(meta.start_pos),
            )
        if name == "nodes":
            return self._nodes(children, self.place(meta.start_pos))
        if name == "tensor":
            *path, value = children
            return Tensor(self._value(value), tuple(path), self.place(meta.start_pos))
        if name == "raw":
            text = self.text[self.start + meta.start_pos : self.start + meta.end_pos]
            return Raw(text, self.place(meta.start_pos))
        if name == "operation":
            operator, operands, attributes = children
            place = self.place(meta.start_pos)
            return New(str(operator), tuple(operands or ()), tuple(attributes or ()), place)
        return Tree(data, children, meta)

    def _value(self, token: str) -> str:
        return _string(token) if '"' in token else str(token)[1:]

    def _nodes(self, children: list[Any], place: Place) -> Nodes:
        *path, what, within = children
        by, word = what
        return Nodes(word, by, tuple(path), within[1] if within else "", place)

    def name(self, children: list[Any]) -> Any:
        return "name", _string(children[0])

    def glob(self, children: list[Any]) -> Any:
        return "glob", _string(children[0])

    def type(self, children: list[Any]) -> Any:
        return "type", str(children[0])

    def position(self, children: list[Any]) -> Any:
        file, line, column = children
        return "position", f"{_string(file)}:{line}:{column}"

    def part(self, children: list[Any]) -> str:
        (by_name,) = children
        return quoted(by_name[1])

    def function(self, children: list[Any]) -> str:
        return str(children[0])

    def region(self, children: list[Any]) -> str:
        return str(children[0])

    def key(self, children: list[Any]) -> Key:
        (token,) = children
        key = Key(_string(token) if token.startswith('"') else token)
        key.place = self.place(token.start_pos)
        return key

    def operands(self, children: list[Any]) -> list[Any]:
        return children

    def operand(self, children: list[Any]) -> Any:
        return children[0]

    def absent(self, children: list[Any]) -> Hole:
        return Hole()

    def it(self, children: list[Any]) -> Hole:
        return Hole(it=True)

    def attributes(self, children: list[Any]) -> list[Any]:
        return [c for c in children if c is not None]

    def entry(self, children: list[Any]) -> Any:
        return tuple(children)

    def line(self, children: list[Any]) -> Any:
        *bound, new = children
        return tuple(self._value(b) for b in bound), new

    def body(self, children: list[Any]) -> Body:
        yields = tuple(c for c in children if isinstance(c, Tensor))
        return Body(tuple(children[: -len(yields)]), yields)

    def after(self, children: list[Any]) -> After:
        return After(children[0])

    def before(self, children: list[Any]) -> Before:
        return Before(children[0], int(children[1] or 0))

    def on_edge(self, children: list[Any]) -> OnEdge:
        return OnEdge(*children)

    def inputs(self, children: list[Any]) -> list[Any]:
        return children

    def tensors(self, children: list[Any]) -> list[Any]:
        return children

    def outputs(self, children: list[Any]) -> list[Any]:
        return children

    def to_type(self, children: list[Any]) -> Any:
        return "type", children[0]

    def to_batch(self, children: list[Any]) -> Any:
        return "batch", "?" if children[0] is None else children[0]

    def to_dims(self, children: list[Any]) -> Any:
        return "dims", tuple(children)

    def to_dtype(self, children: list[Any]) -> Any:
        return "dtype", children[0]

    def number(self, children: list[Any]) -> int:
        return int(children[0])

    def symbol(self, children: list[Any]) -> str:
        return _string(children[0])

    def unknown(self, children: list[Any]) -> None:
        return None


def _is(child: Any, kind: str) -> bool:
    return isinstance(child, Token) and child.type == kind
