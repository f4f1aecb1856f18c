"""Two runs of a function compared, value by value.

A value is the same value as before if it has the same tensor name and type, in the same function,
and, if it is a constant, the same location; a function's results always are.

Two runtimes round every operator in two ways, which adds up, and a rounding that tips an integer
over is as large as any mistake. So what moved too far between runtimes gets a second look: the
other runtime runs each operator by itself, on the operands that ours had. What operators make of
NaN, and of what is empty for one of the two, is then left out where runtimes differ about it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .deviations import BESIDE_ONE, Change, deviation, loosest, type_of
from .diagnostics import Diagnosed
from .states import State, Tensor

Moved: TypeAlias = tuple[Tensor, str, Change]
"""A tensor as it is now, what to call it, and how it moved."""


@dataclass
class Comparison:
    """What a pass did to the values."""

    law: str
    """What they were compared by."""
    rounds: int = 1
    floor: float = 0.0
    """What all floats may move by."""
    compared: int = 0
    lost: list[str] = field(default_factory=list[str])
    new: list[str] = field(default_factory=list[str])
    worst: tuple[str, Change] | None = None
    first: Moved | None = None
    """The first that moved too far, in order of computation."""
    excused: Moved | None = None
    """The first that moved too far, where no operator by itself does."""
    excuse: str = ""
    """Why that may be."""

    def look(self, np: Any, name: str, now: Tensor, old: Tensor) -> None:
        """Takes one tensor into account, as far as anybody knows what it should be."""
        agreed = {now.agreed, old.agreed}
        if "none" in agreed or now.is_made_up or old.is_made_up:
            return
        self.compared += 1
        eps = max(now.eps, old.eps)
        law = "fast" if "finite" in agreed else self.law
        moved = deviation(np, now.array, old.array, law, self.rounds, eps, self.floor)
        if moved is None:
            return
        if self.first is None and moved.excess > 1:
            self.first = now, name, moved
        if self.worst is None or moved.excess > self.worst[1].excess:
            self.worst = name, moved


def compared(np: Any, before: State, after: State, law: str, rounds: int = 1) -> Comparison:
    """
    Compares all values that are in two runs of a function; those of two runtimes as after a pass
    that rounds.
    """
    if before.runtime == after.runtime:
        return _together(np, before, after, Comparison(law, rounds))
    between = Comparison(loosest((law, "real")), rounds, BESIDE_ONE)
    found = _together(np, before, after, between)
    return found if found.first is None else _second_look(np, before, after, found)


def _together(np: Any, before: State, after: State, found: Comparison) -> Comparison:
    for name, tensor in after.values.items():
        old = before.values.get(name)
        if old is None or not _is_same(old, tensor):
            found.new.append(name)
        else:
            found.look(np, f"'{name}'", tensor, old)
    found.lost = [name for name in before.values if name not in after.values]
    _look_at_results(np, found, after.results, before.results)
    return found


def _look_at_results(
    np: Any, found: Comparison, after: Sequence[Tensor], before: Sequence[Tensor]
) -> None:
    if len(after) != len(before):
        return
    for i, (tensor, old) in enumerate(zip(after, before, strict=True)):
        found.look(np, f"result #{i}", tensor, old)


def _is_same(old: Tensor, now: Tensor) -> bool:
    """
    Whether two tensors of one name should be equal. A constant into which a pass has folded others
    keeps its name; its location tells.
    """
    if type_of(old.array) != type_of(now.array):
        return False
    return not now.is_constant or old.location == now.location


def _second_look(np: Any, before: State, after: State, found: Comparison) -> Comparison:
    """As found, but by the operators of the other runtime on the operands that ours had."""
    theirs, ours = (before, after) if after.alone is None else (after, before)
    assert theirs.alone is not None
    given: dict[str, Any | None] = {}
    for name, tensor in theirs.values.items():
        if not tensor.op or tensor.is_constant or name not in ours.values:
            continue
        if _is_same(before.values[name], after.values[name]):
            given[name] = ours.values[name].array
        elif not (tensor.array.size and ours.values[name].array.size):
            given[name] = None
    try:
        alone = theirs.alone(given)
    except Diagnosed:
        return found
    then, now = (ours, alone) if theirs is after else (alone, ours)
    again = Comparison(found.law, found.rounds, found.floor, lost=found.lost, new=found.new)
    for name in alone.values:
        if given.get(name) is not None:
            again.look(np, f"'{name}'", now.values[name], then.values[name])
    _look_at_results(np, again, now.results, then.results)
    if again.first is None and found.first is not None:
        again.excused = found.first
        again.excuse = _excuse(before, after, alone, found.first[1])
    return again


def _excuse(before: State, after: State, alone: State, what: str) -> str:
    tensors = [(f"'{name}'", tensor) for name, tensor in alone.values.items()]
    tensors += [(f"result #{i}", tensor) for i, tensor in enumerate(alone.results)]
    doubtful = {name for name, tensor in tensors if tensor.agreed != "all"}
    runtimes = f"{before.runtime} and {after.runtime}"
    if what in doubtful:
        return f"{runtimes} are not of one mind about NaN or about an empty window"
    return f"the roundings of {runtimes} add up, no operation by itself moves that far"
