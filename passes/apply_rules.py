"""The rules of a file are applied until none fits any more: `apply-rules{file="my.nnrule"}`.

`file` is a path, or the name of a set that comes with nn-opt. Each rule states its law: with
`exact` those alone that are equal bit for bit, and only with `fast-math` those that may differ on
NaN, −0 and infinities. Of the rules that fit an operation the first in the file acts. The language
is that of `docs/rules.md`; `nn-opt --check-rules FILE` tries rules on random instances.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..compiler.rules.rule_pass import apply_rules


@dataclass(frozen=True)
class ApplyRulesPass(ModulePass):
    name = "apply-rules"
    requires = "nn"

    file: str
    exact: bool = False
    fast_math: bool = False

    @property
    def law(self) -> str:
        """The loosest law of a rule that may act."""
        return "exact" if self.exact else "fast" if self.fast_math else "real"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_rules(op, self.file, self.law, self.name)
