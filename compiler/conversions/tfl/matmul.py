"""Matrix products."""

from xdsl.ir import SSAValue

from ....dialects.nn.elementwise import Add
from ....dialects.nn.matmul import Gemm, MatMul
from ....dialects.nn.shape import Reshape, is_known
from . import Node, reads


@reads("fully_connected")
def read_fully_connected(n: Node) -> SSAValue:
    """
    `x w' + b` with w `[N, K]`; x is a matrix `[-1, K]` whatever its shape, unless `keep_num_dims`.
    """
    x, w, b = n.operands(3)[:3]
    n.only("weights_format", "DEFAULT")
    if n.rank(w) != 2:
        n.refuse(f"has weights {w.type}; a matrix belongs there")
    if n.flag("keep_num_dims") and n.rank(x) != 2:
        y = n.emit(MatMul, x, n.transposed(w, (1, 0)))
        return n.activated(y if b is None else n.emit(Add, y, b))
    return n.activated(n.emit(Gemm, _matrix(n, x, n.dims(w)[1]), w, b, trans_b=True))


def _matrix(n: Node, x: SSAValue, columns: int) -> SSAValue:
    if n.rank(x) == 2 and n.dims(x)[1] == columns:
        return x
    if not is_known(columns):
        n.refuse("has weights of unknown size")
    return n.emit(Reshape, x, shape=(-1, columns))


@reads("batch_matmul")
def read_batch_matmul(n: Node) -> SSAValue:
    x, y = n.operands(2)[:2]
    if n.flag("adj_x"):
        x = _adjoint(n, x)
    if n.flag("adj_y"):
        y = _adjoint(n, y)
    return n.emit(MatMul, x, y)


def _adjoint(n: Node, x: SSAValue) -> SSAValue:
    rank = n.rank(x)
    if rank < 2:
        n.refuse(f"has an operand {x.type}; a matrix belongs there")
    return n.transposed(x, (*range(rank - 2), rank - 1, rank - 2))
