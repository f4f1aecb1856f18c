"""Pooling over windows."""

from xdsl.ir import SSAValue

from ....dialects.nn.pool import AveragePool, MaxPool
from . import Node, reads
from .conv import LAYOUT, window_of

POOLS = {"tfl.average_pool_2d": AveragePool, "tfl.max_pool_2d": MaxPool}


@reads("average_pool_2d", "max_pool_2d")
def read_pool_2d(n: Node) -> SSAValue:
    """An average is of the elements that are there, not of the padding."""
    (x,) = n.operands(1)[:1]
    kernel = n.int("filter_height", 0), n.int("filter_width", 0)
    if min(kernel) < 1:
        n.refuse(f"has a window of {list(kernel)}")
    window = {k: v for k, v in window_of(n, x, kernel).items() if k != "dilations"}
    return n.activated(n.emit(POOLS[n.op.name], x, kernel=kernel, layout=LAYOUT, **window))
