"""What xDSL's parser and lexer have to say, in MLIR's words and at MLIR's place."""

import re
from typing import Any, cast

from xdsl.utils.exceptions import MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span

_BEHIND = {
    r"expected operation name in quotes|operation name expected": (
        "expected operation name in quotes"
    ),
    r"Expected ':'function type signature expected": "expected ':' followed by operation type",
    r"'\)' expected in operation region list": "expected ')' to end region list",
    r"Expected '(.)' after builtin parameter list": r"expected '\1'",
    r"Expected '([^']+)'(.*)": r"expected '\1'\2",
    r"'([^']+)' expected(.*)": r"expected '\1'\2",
    r"type expected|Expected shape type\.|Expected vector element type": (
        "expected non-function type"
    ),
    r"attribute expected": "expected attribute value",
    r"operand expected|block argument expected|Expected block argument!": "expected SSA operand",
    r"Expected argument or type": "expected ')'",
    r"Expected region!": "expected '{' to begin a region",
}
"""Where a token is missing: the place is the end of the one before it."""
_HERE = {
    r"function type expected": "expected function type",
    r"Complex type must be parameterized by .*": "invalid element type for complex",
    r"Expected bare-id or string-literal here as part of .*": "expected attribute name",
    r"Floating point value is not valid for integer type\.": (
        "floating point value not valid for specified type"
    ),
    r"(?:.*: )?Integer value .* is out of range for type .*": (
        "integer constant out of range for attribute"
    ),
    r"Unexpected character: .*": "unexpected character",
    r"Expected integer literal": "expected integer literal",
    r"@ identifier expected to start with .*": "@ identifier expected to start with letter or '_'",
    r"Identifier not in space .*": "use of undeclared identifier",
    r"Unsupported location type\.|Unexpected location syntax\.": "expected location instance",
    r"expect symbol name": "expected valid '@'-identifier for symbol name",
}
_OPEN_STRING = "End of file reached before closing string literal."

_PATTERNS = [
    (re.compile(pattern, re.DOTALL), words, table is _BEHIND)
    for table in (_BEHIND, _HERE)
    for pattern, words in table.items()
]


def reworded(error: ParseError) -> ParseError:
    """The same mistake; an error in words that are not known stays as it is."""
    if isinstance(error, MultipleSpansParseError):
        return error
    if error.msg == _OPEN_STRING:
        return ParseError(_end_of_line(error.span), "expected '\"' in string literal")
    for pattern, words, behind in _PATTERNS:
        if (found := pattern.fullmatch(error.msg)) is not None:
            span = behind_the_last_token(error.span) if behind else error.span
            return ParseError(span, found.expand(words))
    return error


def behind_the_last_token(span: "Span[Any]") -> "Span[Any]":
    """Where the token ends that stands before a place, on whichever line."""
    text = cast(str, span.input.content)
    end = span.start
    while True:
        end = len(text[:end].rstrip())
        line = text.rfind("\n", 0, end) + 1
        comment = text.find("//", line, end)
        if comment < 0:
            break
        end = comment
    return Span(end, end + 1, span.input) if end else span


def _end_of_line(span: "Span[Any]") -> "Span[Any]":
    text = cast(str, span.input.content)
    end = text.find("\n", span.start)
    end = len(text) if end < 0 else end
    return Span(end, end + 1, span.input)


def lower(message: str) -> str:
    """A sentence of xDSL's, to stand behind the name of an operation."""
    first, second = message[:1], message[1:2]
    return message if second.isupper() else first.lower() + message[1:]
