"""Cuts textual IR into tokens: xDSL's lexer, with strings and numbers as MLIR has them."""

import re
from typing import cast

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind, StringLiteral

_PREFIXES = {"#": "attribute", "!": "type", "^": "block", "%": "SSA"}
MOST_DIGITS = 1000
"""Of an integer; no type has so many, and Python takes quadratic time for more."""


class Lexer(MLIRLexer):
    """
    xDSL's lexer; a string without an end costs linear time, one with escapes may be UTF-8, and a
    number that no type holds is refused before it is made one.
    """

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def _lex_string_literal(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        token = super()._lex_string_literal(start_pos)
        if token.kind != MLIRTokenKind.BYTES_LIT:
            return token
        try:
            cast(StringLiteral, token.span).bytes_contents.decode()
        except UnicodeDecodeError:
            return token
        return Token(MLIRTokenKind.STRING_LIT, token.span)

    def _lex_number(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        if not self.input.content[start_pos].isascii():
            raise ParseError(Span(start_pos, self.pos, self.input), "unexpected character")
        token = super()._lex_number(start_pos)
        if token.kind == MLIRTokenKind.INTEGER_LIT and len(token.span) > MOST_DIGITS:
            raise ParseError(token.span, "integer constant out of range")
        return token

    def _lex_prefixed_ident(self, start_pos: Position) -> Token[MLIRTokenKind, str]:
        if self._suffix_id.match(self.input.content, self.pos) is None:
            kind = _PREFIXES[self.input.content[start_pos]]
            raise ParseError(Span(start_pos, self.pos, self.input), f"invalid {kind} name")
        token = super()._lex_prefixed_ident(start_pos)
        if token.text[0] == "#" and len(token.span) > MOST_DIGITS and token.text[1:].isdecimal():
            raise ParseError(token.span, "integer constant out of range")
        return token
