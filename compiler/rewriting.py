"""Rewrite patterns run to a fixed point; what they make keeps the names of what it replaces.

New operations get `fused<"pass">[…]` of the location of the op that matched and of every op that
is left unused; a nameless value gets the exact name of the tensor that it replaces. The driver does
the same for the walkers of xDSL in any pass, so that no pass needs code for it. Rules that undo
each other end in an error.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    FusedLoc,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
)
from xdsl.traits import is_side_effect_free
from xdsl.utils.exceptions import PassFailedException

from .names import hint_of, name_of, set_name
from .statistics import count, is_counting

# `op.operands` makes an object for each mention; this is the tuple behind it.
_operands: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")

MOST_LOCATIONS = 16
"""A fused location names no more operations than this."""
FEWEST_REWRITES = 1000
"""A chain of rewrites, each of what the one before made, may be this long in any case."""


def apply_patterns(
    op: Operation, patterns: Sequence[RewritePattern], name: str, dce: bool = False
) -> bool:
    """
    Applies patterns to all operations inside `op` until none acts; whether any did.

    `name` is the pass, for locations and messages. Operations that become unused stay, unless
    `dce`. Raises `PassFailedException` if the patterns never come to rest.
    """
    if is_counting():
        patterns = [_Counting(pattern) for pattern in patterns]
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=dce)
    changed = False
    for region in op.regions:
        changed |= _rewrite(PatternRewriteWalker(applier), region, name)
    if changed:
        _sync_signatures(op)
    return changed


def _sync_signatures(op: Operation) -> None:
    """Gives functions the types of what they return, where a rewrite knew more of it or less."""
    module = op if isinstance(op, ModuleOp) else op.parent_op()
    functions = op.ops if isinstance(op, ModuleOp) else (op,)
    if all(map(_returns_what_it_says, functions)) or not isinstance(module, ModuleOp):
        return
    from .inference import sync_signatures

    sync_signatures(module)


def _returns_what_it_says(function: Operation) -> bool:
    if not isinstance(function, FuncOp) or not function.body.blocks:
        return True
    last = function.body.blocks[-1].last_op
    return last is None or last.operand_types == function.function_type.outputs.data


@contextmanager
def keeping_locations(name: str) -> Generator[None, None, None]:
    """While this holds, every walker of xDSL keeps locations, and comes to an end."""
    original = PatternRewriteWalker.rewrite_region

    def rewrite_region(self: PatternRewriteWalker, region: Region) -> bool:
        return _rewrite(self, region, name)

    if original is not _REWRITE_REGION:  # a pass within a pass: the outer one has the name
        yield
        return
    PatternRewriteWalker.rewrite_region = rewrite_region
    try:
        yield
    finally:
        PatternRewriteWalker.rewrite_region = original


_REWRITE_REGION = PatternRewriteWalker.rewrite_region


def _rewrite(walker: PatternRewriteWalker, region: Region, name: str) -> bool:
    pattern = walker.pattern
    if isinstance(pattern, _Tracing):
        return _REWRITE_REGION(walker, region)
    walker.pattern = _Tracing(pattern, name, sum(1 for _ in region.walk()))
    try:
        return _REWRITE_REGION(walker, region)
    except _Escape as e:
        raise e.error from e.error.__cause__
    finally:
        walker.pattern = pattern


class _Counting(RewritePattern):
    """Counts how often a pattern acts."""

    def __init__(self, pattern: RewritePattern) -> None:
        self.pattern = pattern
        self.count(0)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        self.pattern.match_and_rewrite(op, rewriter)
        if rewriter.has_done_action:
            self.count(1)

    def count(self, amount: int) -> None:
        name = type(self.pattern).__name__
        count(f"num-{_in_kebab_case(name)}", f"Number of times that {name} acted", amount)


def _in_kebab_case(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class _Escape(BaseException):
    """Carries an error past the walker, which would print the whole module into it."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class _Tracing(RewritePattern):
    """Lets a pattern act, then gives what it made a location and counts."""

    def __init__(self, pattern: RewritePattern, name: str, size: int) -> None:
        self.pattern, self.name = pattern, name
        self.most = FEWEST_REWRITES + 2 * size
        self.rewrites: dict[Operation, int] = {}
        """How many rewrites led to an operation."""
        self.rewriter: PatternRewriter | None = None
        self.root: Operation | None = None
        self.made: list[Operation] = []
        self.removed: list[Operation] = []
        self.erased = 0
        """The root, too."""
        self.lost: list[SSAValue] = []
        self.types: dict[SSAValue, Attribute] = {}
        """What was known of the types of values that are replaced by others."""
        self.names: dict[SSAValue, str | None] = {}
        """Values that had no name of their own before xDSL spread the hint of what is replaced."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if rewriter is not self.rewriter:  # the walker has a new one for each sweep
            rewriter.operation_insertion_handler.append(self.made.append)
            rewriter.operation_removal_handler.append(self.remove)
            rewriter.operation_replacement_handler.append(self.replace)
            self.rewriter = rewriter
        self.root = op
        location, operands = op.location, _operands(op)
        try:
            self.pattern.match_and_rewrite(op, rewriter)
        except Exception as e:
            raise _Escape(e) from None
        if not rewriter.has_done_action:
            return
        self.count(op)
        count("num-created", "Number of operations created by rewrites", len(self.made))
        count("num-erased", "Number of operations erased by rewrites", self.erased)
        self.locate(location, operands)
        for value, name in self.names.items():
            set_name(value, name)
        for value, type_ in self.types.items():
            _keep_type(value, type_)
        self.made.clear()
        self.removed.clear()
        self.erased = 0
        self.lost.clear()
        self.names.clear()
        self.types.clear()

    def remove(self, op: Operation) -> None:
        self.erased += 1
        if op is not self.root:
            self.removed.append(op)
            self.lost += op.operands

    def replace(self, op: Operation, values: Sequence[SSAValue | None]) -> None:
        for value in (*(r for new in self.made for r in new.results), *values):
            if value is not None and hint_of(value) is None:
                self.names.setdefault(value, None)
        for old, value in zip(op.results, values, strict=True):
            if value is not None and value in self.names:
                self.names[value] = name_of(old)
            if value is not None and value.type != old.type:
                self.types[value] = old.type

    def count(self, op: Operation) -> None:
        rewrites = self.rewrites.get(op, 0) + 1
        if rewrites > self.most:
            message = (
                f"the patterns of '{self.name}' do not come to rest: they have rewritten "
                f"'{op.name}' {rewrites} times"
            )
            raise _Escape(PassFailedException(message, op.location))
        self.rewrites[op] = rewrites
        for new in self.made:
            self.rewrites[new] = rewrites

    def locate(self, location: LocationAttr, operands: Sequence[SSAValue]) -> None:
        new = [op for op in self.made if op.parent is not None and _is_unknown(op.location)]
        if not new:
            return
        sources = [location, *(op.location for op in self.removed)]
        sources += [op.location for op in self.unused(operands)]
        fused = fuse(self.name, sources)
        for op in new:
            op.location = fused

    def unused(self, operands: Sequence[SSAValue]) -> Iterator[Operation]:
        """Operations that fed what is gone, and now feed nothing but one another."""
        dead: set[Operation] = set()
        pending = [*self.lost, *reversed(operands)]
        while pending and len(dead) < MOST_LOCATIONS:
            op = pending.pop().owner
            if not isinstance(op, Operation) or op in dead or op.parent is None:
                continue
            if any(use.operation not in dead for r in op.results for use in r.uses):
                continue
            if op in self.made or not is_side_effect_free(op):
                continue
            dead.add(op)
            pending += reversed(op.operands)
            yield op


def _keep_type(value: SSAValue, type_: Attribute) -> None:
    """What was known of the type of what a value replaces stays known."""
    from .inference import more_specific, retyped

    if isinstance(value, OpResult) and value.op.parent is not None and not value.op.regions:
        retyped(value, more_specific(value.type, type_))


def _is_unknown(location: Attribute) -> bool:
    return isinstance(location, UnknownLoc)


def fuse(name: str, locations: Iterable[LocationAttr]) -> LocationAttr:
    """`fused<"name">[…]` of locations: flattened, each once, none unknown, at most 16."""
    leaves: dict[Attribute, None] = {}
    for location in locations:
        for leaf in _leaves(location):
            leaves[leaf] = None
            if len(leaves) == MOST_LOCATIONS:
                return _fused(name, leaves)
    return _fused(name, leaves) if leaves else UNKNOWN_LOC


def _fused(name: str, leaves: Iterable[Attribute]) -> LocationAttr:
    return FusedLoc(ArrayAttr(leaves), StringAttr(name) if name else NoneAttr())


def _leaves(location: Attribute) -> Iterator[Attribute]:
    pending = [location]
    while pending:
        at = pending.pop()
        if isinstance(at, FusedLoc):
            locations: Any = at.locations
            pending += reversed(locations.data)
        elif not isinstance(at, UnknownLoc):
            yield at
