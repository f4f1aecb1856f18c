"""What the turns of a loop leave as it is: dimensions of the states, by induction."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..op import DYNAMIC, shape_of
from .expressions import Dim, equal

if TYPE_CHECKING:
    from .analysis import Shapes

TRIES = 3
"""How often a body is looked at."""

Guess = Sequence[Dim] | None


def invariants(op: Any, shapes: "Shapes") -> list[Guess]:
    """
    The dims of a loop's states in every turn, `DYNAMIC` for one that a turn may change.

    First they are all taken for those that the loop begins with; what the body does not keep, under
    this assumption, is given up, until the rest is kept.
    """
    body = op.regions[0].block
    states, last = body.args[2:], body.last_op
    types = [shape_of(state.type) for state in states]
    guess: list[Guess] = [_first(t, shapes.dims(v)) for t, v in zip(types, op.init, strict=True)]
    for _ in range(TRIES):
        if guess == types:
            break
        trial = shapes.supposing(dict(zip(states, guess, strict=True)))
        ends = [trial.dims(v) for v in last.operands[1 : 1 + len(states)]]
        kept = list(map(_kept, types, guess, ends))
        if kept == guess:
            return guess
        guess = kept
    return [*types]


def _first(declared: Guess, initial: Guess) -> Guess:
    """The dims that a state begins with, but for those that its type gives."""
    if initial is None or declared is not None and len(declared) != len(initial):
        return declared
    given: Any = [DYNAMIC] * len(initial) if declared is None else declared
    return tuple(i if d == DYNAMIC else d for d, i in zip(given, initial, strict=True))


def _kept(declared: Guess, guess: Guess, end: Guess) -> Guess:
    if guess is None or end is None or len(end) != len(guess):
        return declared
    given: Any = [DYNAMIC] * len(guess) if declared is None else declared
    triples = zip(given, guess, end, strict=True)
    return tuple(g if g == d or g != DYNAMIC and equal(g, e) else d for d, g, e in triples)
