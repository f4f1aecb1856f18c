"""`(x - mean) / sqrt(var + epsilon) * scale + bias` over the last dims of x is `layer_norm(x)`.

The variance is the mean of `(x - mean)` squared, the root may divide or its reciprocal multiply.
Scale and bias come in where they are constants that spread over the normalised dims alone, so that
the result is no larger than x. Equal in real arithmetic.
"""

from dataclasses import dataclass

from ..compiler.rules.rule_pass import RulePass


@dataclass(frozen=True)
class FuseLayerNormPass(RulePass):
    name = "fuse-layer-norm"
    law = "real"
