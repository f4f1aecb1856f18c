"""`matmul(a * s, b * t)` is `matmul(a, b) * (s * t)` for constant scalars s and t.

So exporters that scale both sides of an attention by the root of its factor cost one
multiplication, not two. Equal in real arithmetic; not in float16, which they scale so for its
product to fit.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import Float16Type, ModuleOp, TensorType
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.element_types import numpy_dtype
from ..compiler.matching import element_type, fits, is_float, private, scalar
from ..compiler.rewriting import apply_patterns
from ..compiler.weights import Elements
from ..dialects.nn.constant import Constant
from ..dialects.nn.elementwise import Mul
from ..dialects.nn.matmul import MatMul


class MatMulOfScaled(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MatMul, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        a, b = _scaled(op.a), _scaled(op.b)
        element = element_type(op.result)
        if a is None or b is None or element is None or not is_float(op.result):
            return
        if isinstance(element, Float16Type):
            return
        product = MatMul.of(a[0], b[0])
        array = np.array(a[1] * b[1], numpy_dtype(np, element))
        factor = Constant.of(value=Elements.of(array, TensorType(element, [])))
        new = Mul.of(product.result, factor.result)
        rewriter.replace(op, (product, factor, new), (new.result,))


def _scaled(value: SSAValue) -> tuple[SSAValue, float] | None:
    """x and s of `x * s`, read by this matmul alone."""
    product = private(value, Mul)
    if product is None:
        return None
    for x, factor in (tuple(product.operands), tuple(reversed(product.operands))):
        number = scalar(factor)
        if number is not None and x.type == value.type and fits(factor, x):
            return x, number
    return None


@dataclass(frozen=True)
class FuseMatmulScalesPass(ModulePass):
    name = "fuse-matmul-scales"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (MatMulOfScaled(),), self.name, dce=True)
