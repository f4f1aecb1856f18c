"""Transposes of transposes are one: `transpose(transpose(x, p), q)` is `transpose(x, p[q])`.

The identity vanishes, and a transpose of a constant that has no other reader, or few elements, is
a constant: a view of the same bytes. One that only moves dims of size 1 is a reshape. One between
a reshape that joins dims and a reshape that takes them apart again is a transpose of those dims.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..compiler.matching import elements, made_by, private, static
from ..compiler.op import as_tensor
from ..compiler.rewriting import apply_patterns
from ..compiler.weights import Elements
from ..dialects.nn.constant import Constant
from ..dialects.nn.shape import Reshape, Transpose


class TransposeOfTranspose(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Transpose, rewriter: PatternRewriter, /) -> None:
        inner = made_by(op.x, Transpose)
        if inner is not None:
            perm = tuple(inner.perm[axis] for axis in op.perm)
            rewriter.replace(op, Transpose.of(inner.x, perm=perm))


class IdentityTranspose(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Transpose, rewriter: PatternRewriter, /) -> None:
        if list(op.perm) == sorted(op.perm) and op.x.type == op.result.type:
            rewriter.replace(op, (), (op.x,))


class TransposeOfConstant(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Transpose, rewriter: PatternRewriter, /) -> None:
        import numpy as np

        value, type_ = elements(op.x), as_tensor(op.inferred()[0])
        if value is None or not value.data.here:
            return
        if not (value.inline or op.x.has_one_use()):
            return  # the bytes would be stored twice
        view = np.transpose(value.array(np), op.perm)
        rewriter.replace(op, Constant.of(value=Elements.of(view, type_, value.key)))


class TransposeOfUnitDims(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Transpose, rewriter: PatternRewriter, /) -> None:
        dims = static(op.x)
        if dims is None or list(op.perm) == sorted(op.perm):
            return
        perm: tuple[int, ...] = op.perm
        moved = [axis for axis in perm if dims[axis] != 1]
        if moved == sorted(moved) and 0 not in dims:
            rewriter.replace(op, Reshape.of(op.x, shape=tuple(dims[axis] for axis in perm)))


class TransposeOfJoinedDims(RewritePattern):
    """`reshape(transpose(reshape(x)))`, where the outer dims are those of x in another order."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Reshape, rewriter: PatternRewriter, /) -> None:
        middle = private(op.x, Transpose)
        first = None if middle is None else private(middle.x, Reshape)
        if middle is None or first is None:
            return
        source, joined, target = static(first.x), static(first.result), static(op.result)
        if source is None or joined is None or target is None or 0 in source:
            return
        groups = _groups(source, joined)
        if groups is None:
            return
        places: tuple[int, ...] = middle.perm
        perm = tuple(axis for place in places for axis in groups[place])
        if tuple(source[axis] for axis in perm) == target:
            rewriter.replace(op, Transpose.of(first.x, perm=perm))


def _groups(source: tuple[int, ...], joined: tuple[int, ...]) -> list[list[int]] | None:
    """The axes of `source` that each dim of `joined` is the product of; None if it is not so."""
    groups: list[list[int]] = []
    at = 0
    for size in joined:
        group: list[int] = []
        product = 1
        while at < len(source) and (product < size or (product == size and not group)):
            product *= source[at]
            group.append(at)
            at += 1
        if product != size:
            return None
        groups.append(group)
    return groups if at == len(source) else None


@dataclass(frozen=True)
class ComposeTransposesPass(ModulePass):
    name = "compose-transposes"
    law = "exact"
    requires = "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = (
            TransposeOfTranspose(),
            IdentityTranspose(),
            TransposeOfConstant(),
            TransposeOfUnitDims(),
            TransposeOfJoinedDims(),
        )
        apply_patterns(op, patterns, self.name, dce=True)
