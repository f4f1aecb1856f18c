"""One file with a dialect, a pass, and a named pipeline."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def
from xdsl.passes import ModulePass

from nnopt.compiler.pipelines import pipeline


@irdl_op_definition
class Shift(IRDLOperation):
    name = "plug.shift"
    x = operand_def()
    y = result_def()


PLUG = Dialect("plug", [Shift])


@dataclass(frozen=True)
class DropShift(ModulePass):
    name = "drop-shift"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, Shift):
                inner.y.replace_all_uses_with(inner.x)
                inner.detach()
                inner.erase()


@pipeline("builtin.module")
def drop_twice() -> str:
    return "drop-shift,drop-shift"
