"""`matmul(a, b) + c` is `gemm(a, b, c)` for two matrices and a `c` that spreads over the product.

Only where nobody else reads the product, and where `c` makes the sum no larger. A gemm without a
`c` takes one, too. Equal in real arithmetic.
"""

from dataclasses import dataclass

from ..compiler.rules.rule_pass import RulePass


@dataclass(frozen=True)
class FuseMatmulAddPass(RulePass):
    name = "fuse-matmul-add"
    law = "real"
