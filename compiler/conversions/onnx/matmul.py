"""MatMul, Gemm, Einsum, Det, MatMulInteger, ConvInteger; com.microsoft's FusedMatMul."""

from xdsl.ir import SSAValue

from ....dialects.nn.elementwise import Mul
from ....dialects.nn.matmul import ConvInteger, Det, Einsum, Gemm, MatMul, MatMulInteger
from ....dialects.nn.shape import Transpose
from . import Model, Node, reads, writes
from ._schema import need_types
from ._spatial import from_nchw, kernel_of, to_nchw, window_of, written_kernel, written_window
from .shape import dims_of


@reads("MatMul")
def read_matmul(n: Node) -> SSAValue:
    a, b = n.operands()
    return n.emit(MatMul, a, b)


@writes(MatMul)
def write_matmul(op: MatMul, m: Model) -> SSAValue:
    need_types(m, "MatMul", op.a, op.b)
    return m.node("MatMul", op.a, op.b)


@reads("Gemm")
def read_gemm(n: Node) -> SSAValue:
    """Up to opset 6 `broadcast` allows what c does anyway; before 11 there always is one."""
    a, b, c = n.operands(3)[:3]
    beta = n.float("beta", 1.0)
    return n.emit(
        Gemm,
        a,
        b,
        c,
        alpha=n.float("alpha", 1.0),
        beta=1.0 if c is None else beta,
        trans_a=bool(n.int("transA", 0)),
        trans_b=bool(n.int("transB", 0)),
    )


@writes(Gemm)
def write_gemm(op: Gemm, m: Model) -> SSAValue:
    need_types(m, "Gemm", op.a, op.b, op.c)
    if op.c is None:
        m.need(11)
    return m.node(
        "Gemm",
        op.a,
        op.b,
        op.c,
        alpha=_unless(op.alpha, 1.0),
        beta=_unless(op.beta, 1.0),
        transA=op.trans_a or None,
        transB=op.trans_b or None,
        broadcast=True if m.opset < 7 else None,
    )


def _unless(value: float, default: float) -> float | None:
    return None if value == default else value


@reads("FusedMatMul", "TransposeMatMul", domain="com.microsoft")
def read_fused_matmul(n: Node) -> SSAValue:
    """`alpha` times the product of operands that are transposed on the way."""
    a, b = n.operands()
    alpha = n.float("alpha", 1.0)
    trans = [bool(n.int(name, 0)) for name in ("transA", "transB")]
    if len(dims_of(n, a)) == len(dims_of(n, b)) == 2:
        return n.emit(Gemm, a, b, alpha=alpha, trans_a=trans[0], trans_b=trans[1])
    a = _transposed(n, a, trans[0], bool(n.int("transBatchA", 0)))
    b = _transposed(n, b, trans[1], bool(n.int("transBatchB", 0)))
    y = n.emit(MatMul, a, b)
    return y if alpha == 1.0 else n.emit(Mul, y, n.const(alpha, like=y))


def _transposed(n: Node, x: SSAValue, matrix: bool, batch: bool) -> SSAValue:
    """
    With `batch` the first dim becomes the last but one; with `matrix` the last two change places.
    """
    perm = list(range(len(dims_of(n, x))))
    if len(perm) < 2 or not (matrix or batch):
        return x
    if batch:
        perm = [*perm[1:-1], 0, perm[-1]]
    if matrix:
        perm[-2:] = reversed(perm[-2:])
    return n.emit(Transpose, x, perm=tuple(perm))


# --- Einsum -------------------------------------------------------------------------------------


@reads("Einsum")
def read_einsum(n: Node) -> SSAValue:
    """Without `->` the result has, sorted, the letters that stand once, after what `...` is."""
    inputs = n.operands()
    left, arrow, result = n.string("equation", "").replace(" ", "").partition("->")
    if not arrow:
        letters = left.replace("...", "").replace(",", "")
        once = sorted(label for label in set(letters) if letters.count(label) == 1)
        result = ("..." if "..." in left else "") + "".join(once)
    return n.emit(Einsum, *inputs, equation=f"{left}->{result}")


@writes(Einsum)
def write_einsum(op: Einsum, m: Model) -> SSAValue:
    need_types(m, "Einsum", *op.inputs)
    return m.node("Einsum", *op.inputs, equation=op.equation)


@reads("Det")
def read_det(n: Node) -> SSAValue:
    (x,) = n.operands()
    return n.emit(Det, x)


@writes(Det)
def write_det(op: Det, m: Model) -> SSAValue:
    need_types(m, "Det", op.x)
    return m.node("Det", op.x)


# --- Integers with zero points ------------------------------------------------------------------


@reads("MatMulInteger")
def read_matmul_integer(n: Node) -> SSAValue:
    return n.emit(MatMulInteger, *n.operands())


@writes(MatMulInteger)
def write_matmul_integer(op: MatMulInteger, m: Model) -> SSAValue:
    m.need(10)
    return m.node("MatMulInteger", op.a, op.b, op.a_zero_point, op.b_zero_point)


@reads("ConvInteger")
def read_conv_integer(n: Node) -> SSAValue:
    x, w, x_zero_point, w_zero_point = n.operands(4)[:4]
    window = window_of(n, x, kernel_of(n, w))
    return n.emit(ConvInteger, x, w, x_zero_point, w_zero_point, groups=n.int("group", 1), **window)


@writes(ConvInteger)
def write_conv_integer(op: ConvInteger, m: Model) -> SSAValue:
    m.need(10)
    y = m.node(
        "ConvInteger",
        to_nchw(m, op.x, op.layout),
        op.w,
        op.x_zero_point,
        op.w_zero_point,
        kernel_shape=written_kernel(op.w),
        dilations=op.dilations,
        group=None if op.groups == 1 else op.groups,
        **written_window(op),
    )
    return from_nchw(m, y, op.x, op.layout)
