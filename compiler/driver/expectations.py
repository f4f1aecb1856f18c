"""`--verify-diagnostics`: comments in a text say which diagnostics it must cause, and no others.

    // expected-error {{text}}          this line; also -warning, -remark, -note
    // expected-error@+1 {{text}}       the next line; @-2, @above, @below, @unknown
    // expected-error-re {{a {{[0-9]+}}}}    what stands in inner braces is a regular expression

`above` and `below` skip lines that hold such comments themselves. A text matches as a part.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, cast

from .diagnostics import Diagnostic, Engine, Place, Severity

_COMMENT = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(?:@([+-][0-9]+|above|below|unknown))?"
    r" *\{\{(.*)\}\}[ \t\r]*$"
)
_REGEX = re.compile(r"\{\{(.*?)\}\}")

Groups: TypeAlias = tuple[Severity, str | None, str | None, str]


@dataclass(eq=False)
class Expectation:
    """One comment."""

    severity: Severity
    text: str
    pattern: re.Pattern[str] | None
    line: int
    """The line it speaks of; 0 for `@unknown`."""
    place: Place
    met: bool = False

    def matches(self, message: str) -> bool:
        if self.pattern is not None:
            return self.pattern.search(message) is not None
        return self.text in message


class Expectations:
    """The comments of one text, and what has come of them."""

    def __init__(self, text: str, name: str, engine: Engine) -> None:
        """`engine` shows what does not fit."""
        self.name, self.engine = name, engine
        self.all = list(self._read(text)) if "expected-" in text else []
        self.failed = engine.errors > 0

    def _read(self, text: str) -> Iterable[Expectation]:
        waiting: list[Expectation] = []
        plain = 0
        for number, line in enumerate(text.split("\n"), 1):
            found = _COMMENT.search(line)
            if found is None:
                for expectation in waiting:
                    expectation.line = number
                waiting.clear()
                plain = number
                continue
            severity, is_regex, where, wanted = cast(Groups, found.groups())
            place = Place(self.name, number, found.start() + 1, found.end() - found.start())
            pattern = self._pattern(wanted, place) if is_regex else None
            about = _line(where, number, plain)
            expectation = Expectation(severity, wanted, pattern, about, place)
            if where == "below":
                waiting.append(expectation)
            yield expectation

    def _pattern(self, wanted: str, place: Place) -> re.Pattern[str]:
        parts = _REGEX.split(wanted)
        regex = "".join(f"({p})" if i % 2 else re.escape(p) for i, p in enumerate(parts))
        try:
            return re.compile(regex)
        except re.error as e:
            self.engine.report(Diagnostic("error", place, f"invalid regex: {e}"))
            return re.compile(re.escape(wanted))

    def check(self, diagnostics: Iterable[Diagnostic], only_expected: bool = False) -> bool:
        """Whether these diagnostics were expected, and all that were; shows what does not fit."""
        for diagnostic in diagnostics:
            for part in (diagnostic, *diagnostic.notes):
                self._check(part, only_expected)
        for expectation in self.all:
            if not expectation.met:
                wanted = f'expected {expectation.severity} "{expectation.text}" was not produced'
                self._fail(Diagnostic("error", expectation.place, wanted))
        return not self.failed

    def _check(self, diagnostic: Diagnostic, only_expected: bool) -> None:
        place = diagnostic.place
        line = place.line if place.line and place.file == self.name else 0
        near_miss: Expectation | None = None
        for expectation in self.all:
            if (
                expectation.met
                or expectation.line != line
                or not expectation.matches(diagnostic.message)
            ):
                continue
            if expectation.severity == diagnostic.severity:
                expectation.met = True
                return
            near_miss = near_miss or expectation
        if near_miss is not None:
            message = (
                f"'{diagnostic.severity}' diagnostic emitted when expecting a "
                f"'{near_miss.severity}'"
            )
            self._fail(Diagnostic("error", near_miss.place, message))
        elif not only_expected:
            message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
            self._fail(Diagnostic("error", place, message))

    def _fail(self, diagnostic: Diagnostic) -> None:
        self.failed = True
        self.engine.report(diagnostic)


def _line(where: str | None, number: int, plain: int) -> int:
    if where is None:
        return number
    if where in ("unknown", "below"):
        return 0
    return plain if where == "above" else number + int(where)
