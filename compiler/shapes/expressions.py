"""
Symbolic integers: polynomials with integer coefficients over symbols, quotients and maxima.

    batch * 2 + batch == 3 * batch        (12 * x + 5) // 12 == x        x % 4 == x - 4 * (x // 4)

Equal expressions have equal text, and what is known to be a number is a Python `int`; so operator
code written for ints (`infer`, `value` on object arrays) runs on mixtures. `==` says whether two
are the same expression; `<` and its kin, and the truth of an expression, raise `Undecided` where
the answer depends on the values of symbols. `equal` and `ge0` answer True, False or None instead.

Nothing is assumed of a symbol but its bounds. A dimension may be 0, and is at most 10^9, the end
that exporters write for a slice without one. What grows beyond a size becomes a new symbol of which
nothing is known: no input makes this slow.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import count
from math import gcd, prod
from operator import index
from typing import Any, TypeAlias

from . import intervals
from .intervals import FREE, Interval

LARGEST = 256
"""The most nodes of an expression."""
DEGREE = 16
BITS = 128
"""The most bits of a coefficient."""
DIMENSION = (0, 10**9)
"""What every dimension is taken to lie in."""

_numbers = count()


class Undecided(TypeError):
    """A comparison whose answer depends on the values of symbols."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An integer that only its name stands for."""

    name: str
    within: Interval = field(default=DIMENSION, compare=False)

    @property
    def text(self) -> str:
        return self.name if self.name.lstrip("?").isidentifier() else f'"{self.name}"'

    @property
    def size(self) -> int:
        return 1

    def bounds(self) -> Interval:
        return self.within


class Quotient:
    """A quotient, rounded down, that is no polynomial."""

    __slots__ = ("denominator", "numerator", "size", "text")

    def __init__(self, numerator: "Expr", denominator: "Dim") -> None:
        self.numerator, self.denominator = numerator, denominator
        self.text = f"{_bracketed(numerator)}//{_bracketed(denominator)}"
        self.size = numerator.size + _size(denominator) + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotient) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def bounds(self) -> Interval:
        low, high = bounds(self.numerator)
        least, most = bounds(self.denominator)
        if least is None or least < 1:
            return FREE
        if isinstance(self.denominator, int):
            return intervals.floor(low, least), intervals.floor(high, least)
        if low is not None:
            low = low // least if low < 0 else 0 if most is None else low // most
        if high is not None:
            high = max(high // least, -1)
        return low, high


class Largest:
    """The largest of expressions, none of them known to be it; the least is `-max(-a, -b)`."""

    __slots__ = ("of", "size", "text")

    def __init__(self, of: "tuple[Dim, ...]") -> None:
        self.of = of
        self.text = f"max({', '.join(map(str, of))})"
        self.size = sum(map(_size, of)) + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Largest) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def bounds(self) -> Interval:
        lows, highs = zip(*map(bounds, self.of), strict=True)
        low = max((n for n in lows if n is not None), default=None)
        return low, None if None in highs else max(highs)


class Expr:
    """An integer with symbols in it. Immutable; made by arithmetic on `symbol(...)`."""

    __slots__ = ("_bounds", "size", "terms", "text")

    def __init__(self, terms: "tuple[tuple[Monomial, int], ...]") -> None:
        self.terms = terms
        """Monomials with coefficients other than 0, the leading one first."""
        self.size = sum(1 + sum(a.size for a in monomial) for monomial, _ in terms)
        self.text = _spell(terms)
        self._bounds: Interval | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expr) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text

    def bounds(self) -> Interval:
        if self._bounds is None:
            self._bounds = _bounds(self)
        return self._bounds

    def within(self, limits: Interval) -> "Expr":
        """The same, of which it is known by other means that it lies within these bounds."""
        known = intervals.tightest(self.bounds(), limits)
        if known == self.bounds():
            return self
        same = Expr(self.terms)
        same._bounds = known
        return same

    def __add__(self, other: Any) -> "Dim":
        return _sum(self, 1, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "Dim":
        return _sum(self, -1, other)

    def __rsub__(self, other: Any) -> "Dim":
        return _sum(other, -1, self)

    def __neg__(self) -> "Dim":
        return _collected((m, -c) for m, c in self.terms)

    def __pos__(self) -> "Expr":
        return self

    def __mul__(self, other: Any) -> "Dim":
        return _product(self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> "Dim":
        return floor_div(self, other)

    def __rfloordiv__(self, other: Any) -> "Dim":
        return floor_div(other, self)

    def __mod__(self, other: Any) -> "Dim":
        return modulo(self, other)

    def __rmod__(self, other: Any) -> "Dim":
        return modulo(other, self)

    def __lt__(self, other: Any) -> bool:
        return _decided(ge0(_sum(other, -1, self) - 1), self, "<", other)

    def __le__(self, other: Any) -> bool:
        return _decided(ge0(_sum(other, -1, self)), self, "<=", other)

    def __gt__(self, other: Any) -> bool:
        return _decided(ge0(_sum(self, -1, other) - 1), self, ">", other)

    def __ge__(self, other: Any) -> bool:
        return _decided(ge0(_sum(self, -1, other)), self, ">=", other)

    def __bool__(self) -> bool:
        return not _decided(equal(self, 0), self, "==", 0)


Dim: TypeAlias = int | Expr
Atom: TypeAlias = Symbol | Quotient | Largest
Monomial: TypeAlias = tuple[Atom, ...]
"""A product of atoms, sorted by their text."""


def _decided(answer: bool | None, a: Any, relation: str, b: Any) -> bool:
    if answer is None:
        raise Undecided(f"{a} {relation} {b} depends on the symbols")
    return answer


def symbol(name: str, within: Interval = DIMENSION) -> Expr:
    """A symbol as an expression; the same name is the same integer."""
    return Expr((((Symbol(name, within),), 1),))


def fresh(within: Interval = DIMENSION) -> Expr:
    """A symbol that is no other one."""
    return symbol(f"?{next(_numbers)}", within)


def dimension(value: Dim) -> Dim:
    """A value that is the size of something."""
    if not isinstance(value, Expr):
        return value
    low, high = DIMENSION
    return value.within((low, high if value.bounds()[1] is None else None))


# --- Arithmetic ---------------------------------------------------------------------------------


def _terms(value: Any) -> tuple[tuple[Monomial, int], ...]:
    if isinstance(value, Expr):
        return value.terms
    number = index(value)
    return (((), number),) if number else ()


def _sum(a: Any, sign: int, b: Any) -> Dim:
    if isinstance(a, Expr) and not isinstance(b, Expr) and index(b) == 0:
        return a  # with the bounds that are known of it
    return _collected([*_terms(a), *((m, sign * c) for m, c in _terms(b))])


def _product(a: Any, b: Any) -> Dim:
    left, right = _terms(a), _terms(b)
    if len(left) * len(right) > LARGEST:
        return fresh(FREE)
    return _collected((_times(m, n), c * d) for m, c in left for n, d in right)


def _times(m: Monomial, n: Monomial) -> Monomial:
    return tuple(sorted((*m, *n), key=_text)) if m and n else m or n


def _text(atom: Atom) -> str:
    return atom.text


def _collected(terms: Iterable[tuple[Monomial, int]]) -> Dim:
    """The sum of terms in their one form."""
    total: dict[Monomial, int] = {}
    for monomial, coefficient in terms:
        total[monomial] = total.get(monomial, 0) + coefficient
    kept = sorted(((m, c) for m, c in total.items() if c), key=_order)
    if not kept:
        return 0
    if len(kept) == 1 and not kept[0][0]:
        return kept[0][1]
    size = sum(1 + sum(a.size for a in m) for m, _ in kept)
    too_long = size > LARGEST or max(len(m) for m, _ in kept) > DEGREE
    if too_long or any(c.bit_length() > BITS for _, c in kept):
        return fresh(FREE)
    return Expr(tuple(kept))


def _order(term: tuple[Monomial, int]) -> tuple[int, tuple[str, ...]]:
    """Graded lexicographic order, greatest first: division needs it to be a monomial order."""
    return -len(term[0]), tuple(a.text for a in term[0])


def floor_div(a: Any, b: Any) -> Dim:
    """`a // b` as Python has it. Undefined, like its result, where `b` is 0."""
    if isinstance(b, Expr):
        return _by_expression(a, b)
    divisor = index(b)
    if not isinstance(a, Expr):
        return index(a) // divisor
    if divisor == 0:
        raise ZeroDivisionError(f"{a} // 0")
    return _by_positive(a, divisor) if divisor > 0 else floor_div(-a, -divisor)


def _by_positive(a: Expr, d: int) -> Dim:
    """What d divides leaves: (d*q + r) // d == q + r // d, with coefficients of r in [0, d)."""
    whole = _collected((m, c // d) for m, c in a.terms)
    rest = _collected((m, c % d) for m, c in a.terms)
    if not isinstance(rest, Expr):
        return whole
    low, high = rest.bounds()
    if low is not None and high is not None and low // d == high // d:
        return whole + low // d
    # (g*p + c) // (g*e) == (p + c // g) // e
    g = reduce(gcd, (c for m, c in rest.terms if m), d)
    reduced = _collected((m, c // g) for m, c in rest.terms)
    return whole + _quotient(reduced, d // g)


def _quotient(a: Dim, d: int) -> Dim:
    """An irreducible quotient by a number, but for (x // e + k) // d == (x + k*e) // (d*e)."""
    if d == 1 or not isinstance(a, Expr):
        return a // d
    (monomial, coefficient), *others = a.terms
    inner = monomial[0] if len(monomial) == 1 and coefficient == 1 else None
    constant = not others or len(others) == 1 and not others[0][0]
    if isinstance(inner, Quotient) and isinstance(inner.denominator, int) and constant:
        shift = others[0][1] if others else 0
        return floor_div(inner.numerator + shift * inner.denominator, d * inner.denominator)
    return _collected([((Quotient(a, d),), 1)])


def _by_expression(a: Any, d: Expr) -> Dim:
    low, _ = d.bounds()
    if low is None or low < 1:
        return 0 if a == 0 else _opaque_quotient(a, d)
    whole, rest = divide(a, d)
    if ge0(rest) and ge0(d - rest - 1):
        return whole
    return whole + _opaque_quotient(rest, d)


def _opaque_quotient(a: Any, d: Expr) -> Dim:
    numerator = a if isinstance(a, Expr) else Expr(_terms(a))
    return _collected([((Quotient(numerator, d),), 1)])


def divide(a: Any, b: Expr) -> tuple[Dim, Dim]:
    """Quotient and remainder of polynomials: `a == quotient * b + remainder`."""
    (lead, by), *_ = b.terms
    rest: Dim = a if isinstance(a, Expr) else index(a)
    whole: Dim = 0
    left: Dim = 0
    for _ in range(LARGEST):
        if rest == 0:
            return whole, left
        (monomial, coefficient), *_ = _terms(rest)
        factor = _without(monomial, lead)
        fits = factor is not None and (by > 0 or coefficient % by == 0)
        step = _collected([(factor or (), coefficient // by)]) if fits else 0
        if step == 0:
            left += _collected([(monomial, coefficient)])
            rest -= _collected([(monomial, coefficient)])
            continue
        whole += step
        rest -= step * b
        (following, remaining), *_ = _terms(rest) or (((), 0),)
        if following == monomial:  # what is left of a coefficient that `by` does not divide
            left += _collected([(monomial, remaining)])
            rest -= _collected([(monomial, remaining)])
    return 0, a


def exact_quotient(a: Dim, b: Dim) -> Dim | None:
    """The q with `a == q * b` wherever b is not 0; None if there is no such polynomial."""
    if not isinstance(b, Expr):
        if b == 0 or any(c % b for _, c in _terms(a)):
            return None
        return _collected((m, c // b) for m, c in _terms(a))
    whole, rest = divide(a, b)
    return whole if rest == 0 else None


def _without(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """The monomial divided by another; None if that does not go."""
    left = list(monomial)
    for atom in divisor:
        if atom not in left:
            return None
        left.remove(atom)
    return tuple(left)


def modulo(a: Any, b: Any) -> Dim:
    """`a % b` as Python has it: `a - b * (a // b)`."""
    return a - b * floor_div(a, b)


def maximum(*values: Dim) -> Dim:
    """The largest; those of which another is known to be as large do not show."""
    kept: list[Dim] = []
    for value in _flattened(values):
        if any(ge0(k - value) for k in kept):
            continue
        kept = [k for k in kept if not ge0(value - k)] + [value]
    if len(kept) == 1:
        return kept[0]
    if len(kept) > DEGREE:
        return fresh(FREE)
    return _collected([((Largest(tuple(sorted(kept, key=str))),), 1)])


def _flattened(values: Sequence[Dim]) -> list[Dim]:
    found: list[Dim] = []
    for value in values:
        inner = _atom(value)
        found += inner.of if isinstance(inner, Largest) else (value,)
    return found


def _atom(value: Dim) -> Atom | None:
    """The atom that a value is."""
    if isinstance(value, Expr) and len(value.terms) == 1:
        monomial, coefficient = value.terms[0]
        return monomial[0] if coefficient == 1 and len(monomial) == 1 else None
    return None


def minimum(*values: Dim) -> Dim:
    """The least."""
    return -maximum(*(-v for v in values))


# --- What is known ------------------------------------------------------------------------------


def bounds(value: Dim) -> Interval:
    """Bounds that hold whatever the symbols are."""
    return value.bounds() if isinstance(value, Expr) else (value, value)


def ge0(value: Dim) -> bool | None:
    """Whether a value is at least 0; None if that depends."""
    low, high = bounds(value)
    if low is not None and low >= 0:
        return True
    return False if high is not None and high < 0 else None


def equal(a: Dim, b: Dim) -> bool | None:
    """Whether two values are equal; None if that depends."""
    difference = a - b
    if not isinstance(difference, Expr):
        return difference == 0
    low, high = difference.bounds()
    if low is not None and low > 0 or high is not None and high < 0:
        return False
    last, constant = difference.terms[-1]
    if not last and constant % reduce(gcd, (c for m, c in difference.terms if m), 0):
        return False
    return None


def _bounds(value: Expr) -> Interval:
    return intervals.tightest(_term_bounds(value.terms), _relaxed_bounds(value))


def _term_bounds(terms: Sequence[tuple[Monomial, int]]) -> Interval:
    total: Interval = (0, 0)
    for monomial, coefficient in terms:
        factors = [(coefficient, coefficient), *(a.bounds() for a in monomial)]
        total = intervals.added(total, reduce(intervals.multiplied, factors))
    return total


def _relaxed_bounds(value: Expr) -> Interval:
    """Through d * (r // d) == r - m with m in [0, d): so that x % 4 is known to be in [0, 3]."""
    rest: Dim = value
    slack: Interval = (0, 0)
    for monomial, coefficient in value.terms:
        quotient = monomial[0] if len(monomial) == 1 else None
        if not isinstance(quotient, Quotient) or not isinstance(quotient.denominator, int):
            continue
        times, over = divmod(coefficient, quotient.denominator)
        if over == 0:
            rest += times * quotient.numerator - _collected([(monomial, coefficient)])
            remainder = (0, quotient.denominator - 1)
            slack = intervals.added(slack, intervals.multiplied((-times, -times), remainder))
    if rest is value:
        return FREE
    return intervals.added(slack, bounds(rest))


# --- Text and numbers ---------------------------------------------------------------------------


def _size(value: Dim) -> int:
    return value.size if isinstance(value, Expr) else 1


def _spell(terms: Sequence[tuple[Monomial, int]]) -> str:
    first, coefficient = terms[0]
    if len(terms) == len(first) == coefficient == 1:
        return first[0].text
    text = ""
    for monomial, coefficient in terms:
        sign = (" - " if coefficient < 0 else " + ") if text else "-" if coefficient < 0 else ""
        number = "" if abs(coefficient) == 1 and monomial else str(abs(coefficient))
        text += sign + "*".join(
            [number, *map(_factor, monomial)] if number else map(_factor, monomial)
        )
    return text


def _factor(atom: Atom) -> str:
    return f"({atom.text})" if isinstance(atom, Quotient) else atom.text


def _bracketed(value: Dim) -> str:
    atom = _atom(value)
    alone = not isinstance(value, Expr) or atom is not None and not isinstance(atom, Quotient)
    return str(value) if alone else f"({value})"


def evaluate(value: Dim, numbers: Mapping[str, int]) -> int:
    """The number that an expression is where its symbols are these."""
    if not isinstance(value, Expr):
        return value
    return sum(c * prod(_evaluate(a, numbers) for a in m) for m, c in value.terms)


def _evaluate(atom: Atom, numbers: Mapping[str, int]) -> int:
    if isinstance(atom, Symbol):
        return numbers[atom.name]
    if isinstance(atom, Quotient):
        return evaluate(atom.numerator, numbers) // evaluate(atom.denominator, numbers)
    return max(evaluate(v, numbers) for v in atom.of)
