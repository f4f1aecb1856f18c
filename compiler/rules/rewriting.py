"""The rules of a set as one xDSL pattern, indexed by the operator at the root."""

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.nn.constant import Constant
from ..op import Op
from ..statistics import count
from .loading import CompiledRule
from .program import Variant

# `op.operands` makes an object for each mention; this is the tuple behind it.
_operands: Any = attrgetter("_operands")


class RulePattern(RewritePattern):
    """Applies the first rule, in the order of the file, that fits an operation."""

    def __init__(self, rules: Iterable[CompiledRule]) -> None:
        self.by_root: dict[type[Operation], list[tuple[frozenset[Any], Variant]]] = {}
        for rule in rules:
            count(*_statistic(rule.name), 0)
            for variant in rule.variants:
                entry = makers_of_operands(variant), variant
                self.by_root.setdefault(variant.root, []).append(entry)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        entries = self.by_root.get(type(op))
        if entries is None:
            return
        assert isinstance(op, Op)
        makers: set[Any] = {type(value.owner) for value in _operands(op)}
        for wanted, variant in entries:
            if not wanted <= makers:
                continue
            made = variant.apply(op)
            if made is not None:
                rewriter.replace(op, made.ops, made.results)
                count(*_statistic(variant.rule))
                return


def makers_of_operands(variant: Variant) -> frozenset[type[Operation]]:
    """The operators that must be among those that make the operands of the root."""
    root, *inner = variant.nodes
    slots = {s.slot for s in root.operands if s.kind == "one"}
    found: set[type[Operation]] = {n.cls for n in inner if slots & set(n.results)}
    if any(s.kind == "number" or (s.kind == "one" and s.is_constant) for s in root.operands):
        found.add(Constant)
    return frozenset(found)


def _statistic(rule: str) -> tuple[str, str]:
    return f"num-{rule}", f"Number of times that the rule {rule} acted"
