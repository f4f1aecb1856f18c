"""`matmul(a * s, b * t)` is `matmul(a, b) * (s * t)` for constant scalars s and t.

So exporters that scale both sides of an attention by the root of its factor cost one
multiplication, not two. Equal in real arithmetic; not in float16, which they scale so for its
product to fit.
"""

from dataclasses import dataclass

from ..compiler.rules.rule_pass import RulePass


@dataclass(frozen=True)
class FuseMatmulScalesPass(RulePass):
    name = "fuse-matmul-scales"
    law = "real"
