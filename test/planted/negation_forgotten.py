"""Wrong: `nn.neg` is written as `Identity`."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from nnopt.compiler import names
from nnopt.dialects.onnx import onnx_op
from nnopt.passes.convert_nn_to_onnx import ConvertNnToOnnxPass


@dataclass(frozen=True)
class NegationForgottenPass(ModulePass):
    name = "negation-forgotten"
    law = "exact"
    requires = "nn"
    ensures = "dag"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        ConvertNnToOnnxPass().apply(ctx, op)
        for old in [inner for inner in op.walk() if inner.name == "onnx.Neg"]:
            new = onnx_op("", "Identity").create(
                operands=old.operands, result_types=old.result_types, location=old.location
            )
            names.set_name(new.results[0], names.name_of(old.results[0]))
            assert old.parent is not None
            old.parent.insert_op_before(new, old)
            old.results[0].replace_all_uses_with(new.results[0])
            old.detach()
            old.erase()
