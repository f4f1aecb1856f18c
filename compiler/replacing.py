"""Replaces operations by hand, in a walk of one's own, with names and places kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Operation, OpResult, SSAValue

from . import names, topology
from .inference import more_specific, retyped
from .op import Op
from .rewriting import MOST_LOCATIONS, fuse
from .shapes import Shapes
from .statistics import count


@dataclass
class Replacer:
    """What a pass replaces; `name` is the pass, for locations."""

    name: str
    shapes: Shapes

    def replace(
        self, op: Op, values: Sequence[SSAValue | None], made: Sequence[Operation] = ()
    ) -> None:
        """
        Puts values in the place of an operation's results, but for those that are None; `made` are
        the new operations among their makers. What then is unused is dropped, and `made` says so.
        """
        assert op.parent is not None
        count("num-folded", "Number of operations replaced by constants or simpler ones")
        op.parent.insert_ops_before(list(made), op)
        for old, new in zip(list(op.results), values, strict=True):
            if new is not None:
                self._stand_in(old, new, new.owner in made)
        if not is_used(op):
            location = fuse(self.name, [op.location, *drop(op)])
        else:
            location = fuse(self.name, [op.location])
        for new_op in made:
            new_op.location = location

    def _stand_in(self, old: SSAValue, new: SSAValue, is_made: bool) -> None:
        known = self.shapes.type(old) if is_made else old.type
        typed = retyped(new, more_specific(more_specific(new.type, known), old.type))
        self.shapes.rename(old if is_made else new, typed)
        if isinstance(typed, OpResult) and not names.name_of(typed):
            names.set_name(typed, names.name_of(old))
        old.replace_all_uses_with(typed)


def may_stand_for(new: SSAValue, old: SSAValue) -> bool:
    """Whether a value can take the place of one of whose type more may be known."""
    if more_specific(new.type, old.type) == new.type:
        return True
    return isinstance(new, OpResult) and isinstance(new.op, Op) and not new.op.regions


def is_used(op: Operation) -> bool:
    return any(True for result in op.results for _ in result.uses)


def drop(op: Operation) -> list[LocationAttr]:
    """Erases an operation, and what only it read; the places of some of the latter."""
    found: list[LocationAttr] = []
    pending = [op]
    while pending:
        dead = pending.pop()
        if dead.parent is None:
            continue
        if dead is not op and len(found) < MOST_LOCATIONS:
            found.append(dead.location)
        inside = set(topology.walk(dead.regions))
        read = dict.fromkeys(v.owner for v in topology.reads(dead))
        dead.detach()
        dead.drop_all_references()
        dead.erase(safe_erase=False)
        pending += [o for o in read if isinstance(o, Op) and o not in inside and not is_used(o)]
    return found
