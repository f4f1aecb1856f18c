"""A value's type says all that follows from the types of the arguments: ranks and dims.

What operators infer, and what the analysis of shapes knows to be a number, is put into the types of
results, of the arguments of regions, and of functions. Nothing known gets lost; a written type that
contradicts what its operands give is corrected, with a warning.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..compiler.inference import refine
from ..compiler.statistics import count


@dataclass(frozen=True)
class InferTypesPass(ModulePass):
    name = "infer-types"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        count("num-retyped", "Number of values of whose type more is known", 0)
        refine(op)
