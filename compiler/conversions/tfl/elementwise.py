"""Element by element: arithmetic, comparisons, functions, activations, casts."""

from typing import Any, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import SSAValue

from ....dialects.nn import activation as act
from ....dialects.nn import elementwise as ew
from ...op import Op
from . import Node, reads

UNARY: dict[str, type[Op]] = {
    "abs": ew.Abs,
    "ceil": ew.Ceil,
    "cos": ew.Cos,
    "elu": act.Elu,
    "exp": ew.Exp,
    "floor": ew.Floor,
    "hard_swish": act.HardSwish,
    "log": ew.Log,
    "logical_not": ew.Not,
    "logistic": act.Sigmoid,
    "neg": ew.Neg,
    "relu": act.Relu,
    "round": ew.Round,
    "sign": ew.Sign,
    "sin": ew.Sin,
    "sqrt": ew.Sqrt,
    "tanh": ew.Tanh,
}

BINARY: dict[str, type[Op]] = {
    "add": ew.Add,
    "div": ew.Div,
    "equal": ew.Equal,
    "floor_mod": ew.Mod,
    "greater": ew.Greater,
    "greater_equal": ew.GreaterEqual,
    "less": ew.Less,
    "less_equal": ew.LessEqual,
    "logical_and": ew.And,
    "logical_or": ew.Or,
    "maximum": ew.Maximum,
    "minimum": ew.Minimum,
    "mul": ew.Mul,
    "pow": ew.Pow,
    "prelu": act.Prelu,
    "sub": ew.Sub,
}


@reads(*UNARY)
def read_unary(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(UNARY[n.op.name.removeprefix("tfl.")], x)


@reads(*BINARY)
def read_binary(n: Node) -> SSAValue:
    x, y = n.operands(2)[:2]
    return n.activated(n.emit(BINARY[n.op.name.removeprefix("tfl.")], x, y))


@reads("relu6")
def read_relu6(n: Node) -> SSAValue:
    return _clipped(n, 0, 6)


@reads("relu_n1_to_1")
def read_relu_n1_to_1(n: Node) -> SSAValue:
    return _clipped(n, -1, 1)


@reads("relu_0_to_1")
def read_relu_0_to_1(n: Node) -> SSAValue:
    return _clipped(n, 0, 1)


def _clipped(n: Node, low: float, high: float) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(ew.Clip, x, n.const(low, like=x), n.const(high, like=x))


@reads("leaky_relu")
def read_leaky_relu(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(act.LeakyRelu, x, alpha=n.float("alpha", 0.0))


@reads("gelu")
def read_gelu(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(act.Gelu, x, approximate="tanh" if n.flag("approximate") else "none")


@reads("rsqrt")
def read_rsqrt(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(ew.Reciprocal, n.emit(ew.Sqrt, x))


@reads("square")
def read_square(n: Node) -> SSAValue:
    (x,) = n.operands(1)[:1]
    return n.emit(ew.Mul, x, x)


@reads("squared_difference")
def read_squared_difference(n: Node) -> SSAValue:
    x, y = n.operands(2)[:2]
    difference = n.emit(ew.Sub, x, y)
    return n.emit(ew.Mul, difference, difference)


@reads("not_equal")
def read_not_equal(n: Node) -> SSAValue:
    x, y = n.operands(2)[:2]
    return n.emit(ew.Not, n.emit(ew.Equal, x, y))


@reads("select_v2")
def read_select_v2(n: Node) -> SSAValue:
    condition, x, y = n.operands(3)[:3]
    return n.emit(ew.Where, condition, x, y)


@reads("softmax", "log_softmax")
def read_softmax(n: Node) -> SSAValue:
    """Of `beta * x`, along the last axis."""
    (x,) = n.operands(1)[:1]
    beta = n.float("beta", 1.0)
    if beta != 1:
        x = n.emit(ew.Mul, x, n.const(beta, like=x))
    cls = act.Softmax if n.op.name == "tfl.softmax" else act.LogSoftmax
    return n.emit(cls, x, axis=n.axis(-1, n.rank(x)))


@reads("cast")
def read_cast(n: Node) -> SSAValue:
    """To the type of its result, as the runtime has it: files leave out the options."""
    (x,) = n.operands(1)[:1]
    to = n.result_type()
    if not isinstance(to, TensorType | UnrankedTensorType):
        n.refuse(f"has a result of the type {to}")
    return n.emit(ew.Cast, x, to=cast(Any, to).element_type)
