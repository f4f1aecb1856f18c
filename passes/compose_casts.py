"""A cast of a cast is the second alone where the first loses nothing; one to the same type is none.

`cast(cast(x, wide), to)` is `cast(x, to)` when every value of `x` is one of `wide` exactly: an
integer in a wider integer or in a float that holds all its bits, a float in a wider one, a boolean
in any.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    Float64Type,
    ModuleOp,
)
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler import element_types
from ..compiler.matching import element_type, made_by
from ..compiler.replacing import may_stand_for
from ..compiler.rewriting import apply_patterns
from ..dialects.nn.elementwise import Cast

_MANTISSA: dict[type[Attribute], int] = {
    BFloat16Type: 8,
    Float16Type: 11,
    Float32Type: 24,
    Float64Type: 53,
}
"""Bits of whole numbers that a float holds exactly."""
_WIDER: dict[type[Attribute], tuple[type[Attribute], ...]] = {
    BFloat16Type: (Float32Type, Float64Type),
    Float16Type: (Float32Type, Float64Type),
    Float32Type: (Float64Type,),
}


def holds(wide: Attribute, narrow: Attribute) -> bool:
    """Whether every value of an element type is one of another."""
    if wide == narrow:
        return True
    if element_types.is_bool(narrow):
        return not isinstance(wide, Float8E8M0FNUType)  # which has no 0
    if element_types.is_float(narrow):
        return type(wide) in _WIDER.get(type(narrow), ())
    if not element_types.is_integer(narrow):
        return False
    bits, unsigned = element_types.bit_width(narrow), element_types.is_unsigned(narrow)
    if element_types.is_float(wide):
        return bits - (not unsigned) <= _MANTISSA.get(type(wide), 0)
    if not element_types.is_integer(wide):
        return False
    if element_types.is_unsigned(wide):
        return unsigned and element_types.bit_width(wide) >= bits
    return element_types.bit_width(wide) >= bits + unsigned


class CastOfCast(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Cast, rewriter: PatternRewriter, /) -> None:
        inner = made_by(op.x, Cast)
        if inner is None:
            return
        narrow, wide = element_type(inner.x), element_type(op.x)
        if narrow is None or wide is None or not holds(wide, narrow):
            return
        if element_types.is_float(wide) and element_types.is_integer(op.to):
            if not holds(op.to, narrow):  # a float out of range does not wrap as an integer does
                return
        rewriter.replace(
            op, Cast.of(inner.x, to=op.to, saturate=op.saturate, round_mode=op.round_mode)
        )


class CastToSameType(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Cast, rewriter: PatternRewriter, /) -> None:
        if element_type(op.x) == op.to and may_stand_for(op.x, op.result):
            rewriter.replace(op, (), (op.x,))


@dataclass(frozen=True)
class ComposeCastsPass(ModulePass):
    name = "compose-casts"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, (CastToSameType(), CastOfCast()), self.name, dce=True)
