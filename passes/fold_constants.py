"""A value that no input reaches is computed once; what is known of shapes is used.

Exact: an operation on constants is the constant that its `value` gives; integers that follow from
dims are constants; `nn.dynamic_x` with settings that are known is `nn.x`, and what gives back its
operand vanishes; a branch that is always taken is inlined, a loop without turns dropped.

No result takes more bytes than the constants that it makes superfluous and 64 elements, unless
`max-bytes` allows it, or `force`. Splats stay splats. An `nn.dequantize` stays: it says what the
integers of a constant stand for.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..compiler.folding import Folder
from ..compiler.functions import defined
from ..compiler.inference import sync_signatures
from ..compiler.statistics import count


@dataclass(frozen=True)
class FoldConstantsPass(ModulePass):
    name = "fold-constants"
    law = "exact"
    requires = "nn"

    max_bytes: int = 0
    force: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        count("num-folded", "Number of operations replaced by constants or simpler ones", 0)
        for function in defined(op):
            Folder(function, self.name, self.max_bytes, self.force).run()
        sync_signatures(op)
