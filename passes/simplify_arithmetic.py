"""Arithmetic that changes nothing vanishes: `x * 1`, `x / 1`, `x - 0`, `x ** 1`, integer `x + 0`.

A float `x + 0` stays, since −0 + 0 is 0, unless `fast-math`; `x + −0` and `x - 0` are exact.
Nothing vanishes that broadcasts `x` or changes its type.
"""

from dataclasses import dataclass

from ..compiler.rules.rule_pass import RulePass


@dataclass(frozen=True)
class SimplifyArithmeticPass(RulePass):
    name = "simplify-arithmetic"
    law = "exact"

    fast_math: bool = False

    @property
    def loosest(self) -> str:
        return "fast" if self.fast_math else self.law
