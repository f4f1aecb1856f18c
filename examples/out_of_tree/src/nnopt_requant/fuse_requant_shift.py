"""What the reader of RequantShift builds becomes one `nn.custom`, which is written as the node.

It takes constants only, and those that f32 holds exactly; run it before `canonical`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp, TensorType, f32
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from nnopt.compiler.matching import array, private, scalar
from nnopt.compiler.rewriting import apply_patterns
from nnopt.compiler.weights import Elements
from nnopt.dialects.nn.constant import Constant
from nnopt.dialects.nn.custom import Custom
from nnopt.dialects.nn.elementwise import Add, Cast, Clip, Div, Floor, Mul


class CastOfClipOfFloor(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Cast, rewriter: PatternRewriter, /) -> None:
        clip = private(op.x, Clip)
        floor = private(clip.x, Floor) if clip else None
        half = private(floor.x, Add) if floor else None
        quotient = private(half.x, Div) if half else None
        total = private(quotient.x, Add) if quotient else None
        product = private(total.x, Mul) if total else None
        wide = private(product.x, Cast) if product else None
        if not (clip and half and quotient and total and product and wide):
            return
        div, low, high = scalar(quotient.y), scalar(clip.low), scalar(clip.high)
        mul, add = _exact(array(product.y)), _exact(array(total.y))
        x_type: Any = wide.x.type
        if x_type.element_type != f32 or op.results[0].type != x_type or scalar(half.y) != 0.5:
            return
        if div is None or low is None or high is None or mul is None or add is None:
            return
        levels = high - low + 1
        if low not in (0, -levels / 2):
            return
        operands = [Constant.of(value=Elements.of(a)) for a in (mul, add)]
        numbers = {"div": div, "n_levels_out": levels, "signed": float(low < 0)}
        custom = Custom.of(
            wide.x,
            *(o.results[0] for o in operands),
            framework="onnx",
            domain="PACTOps",
            operator="RequantShift",
            settings=DictionaryAttr({k: _tensor(v) for k, v in numbers.items()}),
            result_types=[x_type],
        )
        rewriter.replace(op, [*operands, custom])


def _exact(values: Any) -> Any:
    """The same numbers as f32; None where they are not the same."""
    if values is None:
        return None
    narrow = values.astype(np.float32)
    return narrow if (narrow == values).all() else None


def _tensor(value: float) -> Elements:
    return Elements.of(np.float32(value).reshape(()), TensorType(f32, ()))


@dataclass(frozen=True)
class FuseRequantShiftPass(ModulePass):
    name = "fuse-requant-shift"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (CastOfClipOfFloor(),), self.name, dce=True)
