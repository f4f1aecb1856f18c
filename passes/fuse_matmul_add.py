"""`matmul(a, b) + c` is `gemm(a, b, c)` for two matrices and a `c` that spreads over the product.

Only where nobody else reads the product, and where `c` makes the sum no larger. A gemm without a
`c` takes one, too. Equal in real arithmetic.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import elements, fits, is_float, other, private, rank
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.elementwise import Add
from ..dialects.nn.matmul import Gemm, MatMul


class MatMulPlusBias(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Add, rewriter: PatternRewriter, /) -> None:
        for value in op.operands:
            product, c = private(value, MatMul) or private(value, Gemm), other(op, value)
            if product is None or c is None or not _is_bias(c, value) or not is_float(value):
                continue
            if rank(product.a) != 2 or rank(product.b) != 2 or op.result.type != value.type:
                continue
            if isinstance(product, MatMul):
                rewriter.replace(op, Gemm.of(product.a, product.b, c))
                return
            if product.c is None and product.beta == 1.0:
                settings = Gemm.settings_of(product.properties)
                rewriter.replace(op, Gemm.of(product.a, product.b, c, **settings))
                return


def _is_bias(c: SSAValue, product: SSAValue) -> bool:
    return elements(c) is not None and fits(c, product)


@dataclass(frozen=True)
class FuseMatmulAddPass(ModulePass):
    name = "fuse-matmul-add"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (MatMulPlusBias(),), self.name, dce=True)
