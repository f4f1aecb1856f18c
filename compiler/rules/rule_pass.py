"""Passes that are nothing but rules: those of the shipped set that has the pass's name."""

import re
from collections.abc import Iterator
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .. import topology
from ..driver.diagnostics import emit
from ..rewriting import apply_patterns
from ..verifier import name_of


class RulePass(ModulePass):
    """
    Applies `passes/rules/full_name.nnrule` as far as the pass's `law` allows. The file is not read
    for a module that lacks operators of every rule: to read the first costs a third of a second.
    """

    law: ClassVar[str]
    requires: ClassVar[str] = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from .loading import SHIPPED

        file = self.name.replace("-", "_")
        text = (SHIPPED / f"{file}.nnrule").read_text(encoding="utf-8")
        present = {name_of(inner) for inner in topology.walk(op.regions)}
        if any(wanted <= present for wanted in operators_of(text)):
            apply_rules(op, file, self.law, self.name)


_RULE = re.compile(r"^rule\b.*?(?=^rule\b|^pattern\b|\Z)", re.MULTILINE | re.DOTALL)
_MATCHED = re.compile(r"^\s*(?:match\s*\{)?\s*%[^=\n]*=\s*([A-Za-z_]\w*\.\w+)", re.MULTILINE)


def operators_of(text: str) -> Iterator[set[str]]:
    """Of each rule in a text, operators that it cannot do without; there may be more."""
    for rule in _RULE.finditer(text):
        before, _, _ = rule[0].partition("replace")
        yield set(_MATCHED.findall(before))


def apply_rules(module: ModuleOp, file: str, loosest: str, name: str) -> None:
    """
    Applies the rules of a file until none fits any more; those of a looser law are left out. `name`
    is the pass, for locations. Raises `Diagnosed` with what is wrong with the file.
    """
    from .loading import LAWS, load
    from .rewriting import RulePattern

    found = load(file)
    for warning in found.warnings:
        emit("warning", warning.place, warning.message)
    most = LAWS.index(loosest)
    rules = [rule for rule in found if LAWS.index(rule.law) <= most]
    apply_patterns(module, (RulePattern(rules),), name, dce=True)
