"""Wrong: `LeakyRelu` is read as if its slope were always the default."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from nnopt.passes.convert_onnx_to_nn import ConvertOnnxToNnPass


@dataclass(frozen=True)
class AlphaForgottenPass(ModulePass):
    name = "alpha-forgotten"
    law = "exact"
    requires = "dag"
    ensures = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in op.walk():
            if inner.name == "onnx.LeakyRelu":
                inner.properties.pop("alpha", None)
        ConvertOnnxToNnPass().apply(ctx, op)
