"""Arithmetic, comparisons, logic, bits, Cast, Where, Clip, Dropout; chains for Max, Sum, Mean."""

from collections.abc import Sequence
from math import copysign, inf
from struct import pack, unpack
from typing import Any

from xdsl.dialects.builtin import f16, f32, f64, i1
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn import elementwise as nn
from ....dialects.nn.movement import DynamicFull
from ....dialects.nn.shape import ShapeOf, Unsqueeze
from ....dialects.onnx import DATA_TYPES, ELEMENT_TYPES, operator
from ... import constants
from ...element_types import is_float, numpy_dtype
from ...op import DYNAMIC, Op, shape_of
from ...weights import Elements
from . import Model, Node, reads, writes
from ._schema import need_types

UNARY: dict[str, type[Op]] = {
    "Abs": nn.Abs,
    "Neg": nn.Neg,
    "Exp": nn.Exp,
    "Log": nn.Log,
    "Sqrt": nn.Sqrt,
    "Reciprocal": nn.Reciprocal,
    "Floor": nn.Floor,
    "Ceil": nn.Ceil,
    "Round": nn.Round,
    "Sign": nn.Sign,
    "Sin": nn.Sin,
    "Cos": nn.Cos,
    "Tan": nn.Tan,
    "Asin": nn.Asin,
    "Acos": nn.Acos,
    "Atan": nn.Atan,
    "Sinh": nn.Sinh,
    "Cosh": nn.Cosh,
    "Tanh": nn.Tanh,
    "Asinh": nn.Asinh,
    "Acosh": nn.Acosh,
    "Atanh": nn.Atanh,
    "Erf": nn.Erf,
    "Not": nn.Not,
    "BitwiseNot": nn.BitwiseNot,
    "IsNaN": nn.IsNan,
}
BINARY: dict[str, type[Op]] = {
    "Add": nn.Add,
    "Sub": nn.Sub,
    "Mul": nn.Mul,
    "Div": nn.Div,
    "Pow": nn.Pow,
    "BitwiseAnd": nn.BitwiseAnd,
    "BitwiseOr": nn.BitwiseOr,
    "BitwiseXor": nn.BitwiseXor,
    "And": nn.And,
    "Or": nn.Or,
    "Xor": nn.Xor,
    "Equal": nn.Equal,
    "Less": nn.Less,
    "Greater": nn.Greater,
    "LessOrEqual": nn.LessEqual,
    "GreaterOrEqual": nn.GreaterEqual,
}
EXTREMES: dict[str, type[Op]] = {"Min": nn.Minimum, "Max": nn.Maximum}
LARGEST = 3.4028235e38
"""The largest f32, as the shortest decimal."""
NAMES = {cls: name for name, cls in (UNARY | BINARY | EXTREMES).items()}


def element_of(value: SSAValue) -> Attribute:
    """The element type of a tensor."""
    type_: Any = value.type
    return type_.element_type


def factor(value: float, x: SSAValue) -> float:
    """
    A float attribute beside x: the decimal that it was written as, but beside f64, where that is
    another number, what its 32 bits are.
    """
    return unpack("f", pack("f", value))[0] if element_of(x) == f64 else value


# --- One operand --------------------------------------------------------------------------------


@reads(*UNARY)
def read_unary(n: Node) -> SSAValue:
    return n.emit(UNARY[operator(n.op.name)[1]], *n.operands(1)[:1])


@writes(*UNARY.values())
def write_unary(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    need_types(m, name, op.x)
    return m.node(name, op.x)


@reads("IsInf")
def read_is_inf(n: Node) -> SSAValue:
    return n.emit(
        nn.IsInf,
        *n.operands(1),
        detect_negative=bool(n.int("detect_negative", 1)),
        detect_positive=bool(n.int("detect_positive", 1)),
    )


@writes(nn.IsInf)
def write_is_inf(op: nn.IsInf, m: Model) -> SSAValue:
    need_types(m, "IsInf", op.x)
    return m.node(
        "IsInf",
        op.x,
        detect_negative=None if op.detect_negative else 0,
        detect_positive=None if op.detect_positive else 0,
    )


# --- Other element types ------------------------------------------------------------------------


@reads("Cast")
def read_cast(n: Node) -> SSAValue:
    return _cast(n, n.operands(1)[0], _target(n))


@reads("CastLike")
def read_cast_like(n: Node) -> SSAValue:
    x, like = n.operands(2)
    return _cast(n, x, element_of(like))


def _target(n: Node) -> Attribute:
    """The type that `to` says: a number, below opset 6 its name."""
    to = _type_number(n.string("to", "")) if n.version < 6 else n.int("to", 0)
    if to not in ELEMENT_TYPES:
        n.refuse(f"has {to} as its 'to', which is no element type")
    return ELEMENT_TYPES[to]


def _type_number(name: str) -> int:
    from onnx import TensorProto

    numbers: Any = TensorProto.DataType
    return numbers.Value(name) if name in numbers.keys() else 0


def _cast(n: Node, x: SSAValue, to: Attribute) -> SSAValue:
    if element_of(x) == to:
        return x
    saturate = bool(n.int("saturate", 1))
    round_mode = n.string("round_mode", "up")
    return n.emit(nn.Cast, x, to=to, saturate=saturate, round_mode=round_mode)


@writes(nn.Cast)
def write_cast(op: nn.Cast, m: Model) -> SSAValue:
    need_types(m, "Cast", op.x, to=op.to)
    if m.opset < 6:
        return m.node("Cast", op.x, to=_type_name(op.to))
    saturate = None if op.saturate else 0
    round_mode = None if op.round_mode == "up" else op.round_mode
    return m.node("Cast", op.x, to=DATA_TYPES[op.to], saturate=saturate, round_mode=round_mode)


def _type_name(element_type: Attribute) -> str:
    from onnx import TensorProto

    return TensorProto.DataType.Name(DATA_TYPES[element_type])


@reads("BitCast")
def read_bitcast(n: Node) -> SSAValue:
    (x,) = n.operands(1)
    to = _target(n)
    return x if element_of(x) == to else n.emit(nn.Bitcast, x, to=to)


@writes(nn.Bitcast)
def write_bitcast(op: nn.Bitcast, m: Model) -> SSAValue:
    need_types(m, "BitCast", op.x, to=op.to)
    return m.node("BitCast", op.x, to=DATA_TYPES[op.to])


# --- Two operands -------------------------------------------------------------------------------


def aligned(n: Node) -> tuple[SSAValue, SSAValue]:
    """
    Two operands that broadcast as in numpy. Below opset 7 the dims of the second one are those of
    the first from `axis` on, if `broadcast` is set; by default the last ones.
    """
    x, y = n.operands(2)
    axis = n.int("axis", -1) if n.version < 7 and n.int("broadcast", 0) else -1
    wide, narrow = shape_of(x.type), shape_of(y.type)
    if axis < 0 or wide is None or not narrow:
        return x, y
    missing = len(wide) - axis - len(narrow)
    if missing <= 0:
        return x, y
    axes = tuple(range(len(narrow), len(narrow) + missing))
    return x, n.emit(Unsqueeze, y, axes=axes)


@reads(*BINARY)
def read_binary(n: Node) -> SSAValue:
    return n.emit(BINARY[operator(n.op.name)[1]], *aligned(n))


@writes(*BINARY.values())
def write_binary(op: Any, m: Model) -> SSAValue:
    if isinstance(op, nn.LessEqual | nn.GreaterEqual) and m.opset < 12:
        return _less_or_equal(op, m)
    if isinstance(op, nn.Pow) and element_of(op.x) != element_of(op.y):
        m.need(12)
    return binary(m, NAMES[type(op)], op.x, op.y)


def binary(m: Model, name: str, x: SSAValue, y: SSAValue) -> SSAValue:
    """A node of two operands that broadcast as in numpy, which opset 7 brought."""
    need_types(m, name, x, y)
    if x.type != y.type or DYNAMIC in (shape_of(x.type) or (DYNAMIC,)):
        m.need(7)
    return m.node(name, x, y)


def _less_or_equal(op: nn.LessEqual | nn.GreaterEqual, m: Model) -> SSAValue:
    """Not the opposite, which is true of NaN."""
    m.need(7)
    name = "Less" if isinstance(op, nn.LessEqual) else "Greater"
    for each in (name, "Equal"):
        need_types(m, each, op.x, op.y)
    return m.node("Or", m.node(name, op.x, op.y), m.node("Equal", op.x, op.y))


@reads("Mod")
def read_mod(n: Node) -> SSAValue:
    return n.emit(nn.Mod, *n.operands(2), fmod=bool(n.int("fmod", 0)))


@writes(nn.Mod)
def write_mod(op: nn.Mod, m: Model) -> SSAValue:
    need_types(m, "Mod", op.x, op.y)
    if op.fmod:
        return m.node("Mod", op.x, op.y, fmod=1)
    if not is_float(element_of(op.x)) or m.opset >= 28:
        return m.node("Mod", op.x, op.y)
    # Below opset 28 floats have fmod only: a remainder of the other sign is moved by one divisor.
    m.need(11)
    zero = m.const(0, element_of(op.x))
    rest = m.node("Mod", op.x, op.y, fmod=1)
    other = m.node("Xor", m.node("Less", rest, zero), m.node("Less", op.y, zero))
    moves = m.node("And", other, m.node("Not", m.node("Equal", rest, zero)))
    return m.node("Where", moves, m.node("Add", rest, op.y), rest)


@reads("BitShift")
def read_bit_shift(n: Node) -> SSAValue:
    direction = n.string("direction", "")
    if direction not in ("LEFT", "RIGHT"):
        n.refuse(f"has {direction!r} as its 'direction'")
    return n.emit(nn.ShiftLeft if direction == "LEFT" else nn.ShiftRight, *n.operands(2))


@writes(nn.ShiftLeft, nn.ShiftRight)
def write_shift(op: nn.ShiftLeft | nn.ShiftRight, m: Model) -> SSAValue:
    need_types(m, "BitShift", op.x, op.y)
    return m.node(
        "BitShift", op.x, op.y, direction="LEFT" if isinstance(op, nn.ShiftLeft) else "RIGHT"
    )


# --- Any number of operands ---------------------------------------------------------------------


@reads("Max", "Min", "Sum", "Mean")
def read_variadic(n: Node) -> SSAValue:
    """A chain of operators of two operands; a mean is a sum divided by their number."""
    name = operator(n.op.name)[1]
    operands: list[Any] = n.operands()
    if not operands or None in operands:
        n.refuse("needs operands")
    total = operands[0]
    for other in operands[1:]:
        total = n.emit(EXTREMES.get(name, nn.Add), total, other)
    if name != "Mean" or len(operands) == 1:
        return total
    return n.emit(nn.Div, total, n.const(len(operands), element_of(total)))


@writes(*EXTREMES.values())
def write_extreme(op: Any, m: Model) -> SSAValue:
    name = NAMES[type(op)]
    if op.x.type != op.y.type:
        m.need(8)
    need_types(m, name, op.x, op.y)
    return m.node(name, op.x, op.y)


# --- Where, Clip --------------------------------------------------------------------------------


@reads("Where")
def read_where(n: Node) -> SSAValue:
    return n.emit(nn.Where, *n.operands(3))


@writes(nn.Where)
def write_where(op: nn.Where, m: Model) -> SSAValue:
    need_types(m, "Where", op.condition, op.x, op.y)
    return m.node("Where", op.condition, op.x, op.y)


@reads("Clip", until=10)
def read_clip_6(n: Node) -> SSAValue:
    """Bounds as attributes: below opset 6 by default none, from there on the limits of f32."""
    (x,) = n.operands(1)
    limit = inf if n.version < 6 else LARGEST
    low, high = n.float("min", -limit), n.float("max", limit)
    return n.emit(nn.Clip, x, _bound(n, x, low), _bound(n, x, high))


def _bound(n: Node, x: SSAValue, value: float) -> SSAValue | None:
    """A bound as a constant, unless it is the limit of the type."""
    element = element_of(x)
    if element == f32 and abs(value) == LARGEST:
        return None
    beyond = element == f16 and abs(value) > 65504
    return n.const(copysign(inf, value) if beyond else factor(value, x), element)


@reads("Clip", since=11)
def read_clip(n: Node) -> SSAValue:
    return n.emit(nn.Clip, *n.operands(3))


@writes(nn.Clip)
def write_clip(op: nn.Clip, m: Model) -> SSAValue:
    if m.opset < 11 and element_of(op.x) in (f16, f32, f64):
        low, high = _number(op.low, op.x, m, -1), _number(op.high, op.x, m, 1)
        return m.node("Clip", op.x, min=low, max=high)
    m.need(11)
    need_types(m, "Clip", op.x)
    return m.node("Clip", op.x, op.low, op.high)


def _number(bound: SSAValue | None, x: SSAValue, m: Model, sign: int) -> float:
    """A bound as an attribute, of 32 bits; another one only opset 11 can say."""
    import numpy as np

    dtype = numpy_dtype(np, element_of(x))
    array = sign * np.finfo(dtype).max if bound is None else constants.constant(bound)
    if array is None:
        m.need(11)
    value = np.asarray(array, dtype).reshape(())
    with np.errstate(over="ignore"):
        if np.isfinite(value) and value.astype(np.float32) != value:
            m.need(11)
    return float(value)


# --- Dropout ------------------------------------------------------------------------------------


@reads("Dropout")
def read_dropout(n: Node) -> Sequence[SSAValue]:
    """Nothing is dropped when a network runs; the mask says so."""
    x, ratio, training = n.operands(3)
    if training is not None:
        _check_inference(n, ratio, training)
    return (x, _mask(n, x)) if n.used(1) else (x,)


def _check_inference(n: Node, ratio: SSAValue | None, training: SSAValue) -> None:
    flag = n.constant(training)
    if flag is not None and not flag.any():
        return
    share = 0.5 if ratio is None else n.constant(ratio)
    if share is None or share != 0:
        n.refuse("drops elements at random: 'training_mode' must be false")


def _mask(n: Node, x: SSAValue) -> SSAValue:
    """All true, in the shape of x; below opset 10 in its type as well."""
    import numpy as np

    of = i1 if n.version >= 10 else element_of(x)
    shape = shape_of(x.type)
    if shape is not None and DYNAMIC not in shape:
        return n.const(np.ones(shape), of)
    one = Elements.of(np.ones((), bool))
    mask = n.emit(DynamicFull, n.emit(ShapeOf, x), fill=one)
    return mask if of == i1 else n.emit(nn.Cast, mask, to=of)
