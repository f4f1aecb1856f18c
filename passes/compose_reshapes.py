"""Reshapes of reshapes are one, from the first input to the last shape.

Squeeze, unsqueeze and flatten count as reshapes where the last shape can be said in terms of the
first input: numbers, dims copied at the same place, one dim that is left over. A reshape to the
shape that is there vanishes.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.functions import defined
from ..compiler.matching import made_by
from ..compiler.replacing import may_stand_for
from ..compiler.rewriting import apply_patterns
from ..compiler.shapes import Shapes
from ..compiler.shapes.views import as_reshape
from ..dialects.nn.shape import Flatten, Reshape, Squeeze, Unsqueeze

View = Reshape | Squeeze | Unsqueeze | Flatten


@dataclass
class ReshapeOfReshape(RewritePattern):
    shapes: Shapes

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: View, rewriter: PatternRewriter, /) -> None:
        inner = made_by(op.x, Reshape) or made_by(op.x, Squeeze)
        inner = inner or made_by(op.x, Unsqueeze) or made_by(op.x, Flatten)
        if inner is None:
            return
        source, target = self.shapes.dims(inner.x), self.shapes.dims(op.result)
        if source is None or target is None:
            return
        shape = as_reshape(source, target)
        if shape is not None:
            rewriter.replace(op, Reshape.of(inner.x, shape=shape))


@dataclass
class ReshapeToSameShape(RewritePattern):
    shapes: Shapes

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: View, rewriter: PatternRewriter, /) -> None:
        source = self.shapes.dims(op.x)
        if source is None or source != self.shapes.dims(op.result):
            return
        if may_stand_for(op.x, op.result):
            rewriter.replace(op, (), (op.x,))


@dataclass(frozen=True)
class ComposeReshapesPass(ModulePass):
    name = "compose-reshapes"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in defined(op):
            shapes = Shapes(function)
            patterns = (ReshapeToSameShape(shapes), ReshapeOfReshape(shapes))
            apply_patterns(function, patterns, self.name, dce=True)
