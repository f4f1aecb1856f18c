"""Wrong: the operands of `Sub` are put into an order of their own, as if it commuted."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class SubtrahendFirstPass(ModulePass):
    name = "subtrahend-first"
    law = "exact"
    requires = "dag"
    ensures = "dag"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in op.walk():
            if inner.name == "onnx.Sub":
                inner.operands = list(reversed(inner.operands))
