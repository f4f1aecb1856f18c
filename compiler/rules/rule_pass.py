"""Passes that are nothing but rules: those of the shipped set that has the pass's name."""

from collections.abc import Iterable
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..driver.diagnostics import emit
from ..rewriting import apply_patterns


class RulePass(ModulePass):
    """Applies `passes/rules/full_name.nnrule` as far as the pass's `law` allows."""

    law: ClassVar[str]
    requires: ClassVar[str] = "nn"

    @property
    def loosest(self) -> str:
        """The loosest law of a rule that may act."""
        return self.law

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_rules(op, self.name.replace("-", "_"), self.loosest, self.name)


def apply_rules(module: ModuleOp, file: str, loosest: str, name: str) -> None:
    """
    Applies the rules of a file until none fits any more; those of a looser law are left out. `name`
    is the pass, for locations. Raises `Diagnosed` with what is wrong with the file.
    """
    from .loading import LAWS, CompiledRule, load
    from .rewriting import RulePattern

    found = load(file)
    for warning in found.warnings:
        emit("warning", warning.place, warning.message)
    most = LAWS.index(loosest)
    rules: Iterable[CompiledRule] = (rule for rule in found if LAWS.index(rule.law) <= most)
    apply_patterns(module, (RulePattern(rules),), name, dce=True)
