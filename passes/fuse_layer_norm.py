"""`(x - mean) / sqrt(var + epsilon) * scale + bias` over the last dims of x is `layer_norm(x)`.

The variance is the mean of `(x - mean)` squared, the root may divide or its reciprocal multiply.
Scale and bias come in where they are constants that spread over the normalised dims alone, so that
the result is no larger than x. Equal in real arithmetic.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import elements, fits, made_by, other, private, rank, scalar
from ..compiler.op import shape_of
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.elementwise import Add, Div, Mul, Pow, Reciprocal, Sqrt, Sub
from ..dialects.nn.norm import LayerNorm
from ..dialects.nn.reduce import ReduceMean


class DeviationByRoot(RewritePattern):
    """`d / sqrt(mean(d * d) + epsilon)` with `d = x - mean(x)`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Div | Mul, rewriter: PatternRewriter, /) -> None:
        a, b = op.operands
        for deviation, divisor in ((a, b), (b, a)) if isinstance(op, Mul) else ((a, b),):
            found = _normalised(deviation, _variance(divisor, inverse=isinstance(op, Mul)))
            if found is not None and found[0].type == op.results[0].type:
                x, axis, epsilon = found
                rewriter.replace(op, LayerNorm.of(x, axis=axis, epsilon=epsilon))
                return


def _variance(divisor: SSAValue, *, inverse: bool) -> tuple[SSAValue, float] | None:
    """What is under the root of a divisor (or of a factor that is its inverse), and epsilon."""
    if inverse:
        reciprocal = made_by(divisor, Reciprocal)
        ratio = made_by(divisor, Div)
        if reciprocal is not None:
            return _variance(reciprocal.x, inverse=False)
        if ratio is not None and _is(ratio.operands[0], 1, ratio.operands[1]):
            return _variance(ratio.operands[1], inverse=False)
    root = made_by(divisor, Sqrt)
    power = made_by(divisor, Pow)
    if root is not None and not inverse:
        return _with_epsilon(root.x)
    if power is not None and _is_power(power, -0.5 if inverse else 0.5):
        return _with_epsilon(power.operands[0])
    return None


def _with_epsilon(value: SSAValue) -> tuple[SSAValue, float] | None:
    total = made_by(value, Add)
    if total is None:
        return None
    for variance, epsilon in (tuple(total.operands), tuple(reversed(total.operands))):
        number = scalar(epsilon)
        if number is not None and fits(epsilon, variance):
            return variance, number
    return None


def _normalised(
    deviation: SSAValue, under_root: tuple[SSAValue, float] | None
) -> tuple[SSAValue, int, float] | None:
    """x, the first normalised axis and epsilon."""
    sub = made_by(deviation, Sub)
    if sub is None or under_root is None:
        return None
    variance, epsilon = under_root
    x, mean = sub.operands
    outer, inner = made_by(variance, ReduceMean), made_by(mean, ReduceMean)
    if outer is None or inner is None or inner.x is not x or not _is_square(outer.x, deviation):
        return None
    dims = rank(x)
    axes: tuple[int, ...] = inner.axes
    if dims is None or not axes or axes != outer.axes or not (inner.keepdims and outer.keepdims):
        return None
    return (x, axes[0], epsilon) if axes == tuple(range(axes[0], dims)) else None


def _is_square(value: SSAValue, of: SSAValue) -> bool:
    product, power = made_by(value, Mul), made_by(value, Pow)
    if product is not None:
        return all(_is_same(v, of) for v in product.operands)
    return power is not None and _is_same(power.operands[0], of) and _is_power(power, 2)


def _is_power(power: Pow, exponent: float) -> bool:
    return _is(power.operands[1], exponent, power.operands[0])


def _is(constant: SSAValue, number: float, value: SSAValue) -> bool:
    return scalar(constant) == number and fits(constant, value)


def _is_same(a: SSAValue, b: SSAValue) -> bool:
    """Whether two values are one, or two subtractions of the same."""
    if a is b:
        return True
    x, y = made_by(a, Sub), made_by(b, Sub)
    return x is not None and y is not None and tuple(x.operands) == tuple(y.operands)


class LayerNormTimesScale(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Mul, rewriter: PatternRewriter, /) -> None:
        for value in op.operands:
            norm, scale = private(value, LayerNorm), other(op, value)
            if norm is None or norm.scale is not None or norm.bias is not None:
                continue
            if scale is not None and _spreads(scale, norm) and op.result.type == value.type:
                new = LayerNorm.of(norm.x, scale, axis=norm.axis, epsilon=norm.epsilon)
                rewriter.replace(op, new)
                return


class LayerNormPlusBias(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Add, rewriter: PatternRewriter, /) -> None:
        for value in op.operands:
            norm, bias = private(value, LayerNorm), other(op, value)
            if norm is None or norm.bias is not None or bias is None:
                continue
            if _spreads(bias, norm) and op.result.type == value.type:
                new = LayerNorm.of(norm.x, norm.scale, bias, axis=norm.axis, epsilon=norm.epsilon)
                rewriter.replace(op, new)
                return


def _spreads(value: SSAValue, norm: LayerNorm) -> bool:
    """Whether a constant has the normalised dims alone, every one of them."""
    have, want = shape_of(value.type), shape_of(norm.x.type)
    return elements(value) is not None and want is not None and have == want[norm.axis :]


@dataclass(frozen=True)
class FuseLayerNormPass(ModulePass):
    name = "fuse-layer-norm"
    law = "real"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = (DeviationByRoot(), LayerNormTimesScale(), LayerNormPlusBias())
        apply_patterns(op, patterns, self.name, dce=True)
