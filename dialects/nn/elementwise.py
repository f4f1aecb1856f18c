"""Operators on each element alone: arithmetic, comparisons, logic, bits, casts.

Two operands broadcast as in numpy. Integers wrap; a minimum or maximum of NaN is NaN.
"""

from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import Float8E8M0FNUType, UnrankedTensorType, i1
from xdsl.ir import Attribute

from ...compiler.element_types import (
    bit_width,
    element_type,
    is_bool,
    is_float,
    is_integer,
    numpy_dtype,
    type_name,
)
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    broadcast,
    dtype,
    flag,
    operand,
    optional,
    refuse,
    shape_of,
    tensor,
    word,
)
from ._kinds import ANY, BOOLEANS, FIELD, FLOATS, INTEGERS, NUMBERS, Kind
from ._special import erf


def result_type(element: Any, *operands: Tensor) -> Tensor:
    """
    The type of what the operands broadcast to, its element type `element` or that of the type
    `element`; without a rank where one of them has none.
    """
    if all(shape_of(t) is not None for t in operands):
        return tensor(broadcast(*operands), of=element)
    return cast(Tensor, UnrankedTensorType(getattr(element, "element_type", element)))


# --- One operand --------------------------------------------------------------------------------


class _Unary(Op, arithmetic=True, unranked=True):
    x = operand()
    takes: ClassVar[Kind] = FLOATS

    @classmethod
    def infer(cls, x: Tensor) -> Tensor:
        cls.takes.check(x)
        return x


class Abs(_Unary, name="nn.abs"):
    """The absolute value; that of the least integer is itself. ONNX Abs; aten.abs; TFLite ABS."""

    takes = NUMBERS

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.abs(x)


class Neg(_Unary, name="nn.neg", symbolic=True):
    """`-x`, of the least integer itself. ONNX Neg; aten.neg; TFLite NEG."""

    takes = FIELD

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.negative(x)


class Exp(_Unary, name="nn.exp"):
    """e to the power of x. ONNX Exp; aten.exp; TFLite EXP."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.exp(x)


class Log(_Unary, name="nn.log"):
    """The natural logarithm: of 0 -inf, of less NaN. ONNX Log; aten.log; TFLite LOG."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.log(x)


class Sqrt(_Unary, name="nn.sqrt"):
    """The square root: of less than 0 NaN, of −0 −0. ONNX Sqrt; aten.sqrt; TFLite SQRT."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.sqrt(x)


class Reciprocal(_Unary, name="nn.reciprocal"):
    """`1 / x`. ONNX Reciprocal; aten.reciprocal."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.reciprocal(x)


class Floor(_Unary, name="nn.floor"):
    """The greatest whole number that is not above x. ONNX Floor; aten.floor; TFLite FLOOR."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.floor(x)


class Ceil(_Unary, name="nn.ceil"):
    """The least whole number that is not below x. ONNX Ceil; aten.ceil; TFLite CEIL."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.ceil(x)


class Round(_Unary, name="nn.round"):
    """The nearest whole number, halves to the even one. ONNX Round; aten.round; TFLite ROUND."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.rint(x)


class Sign(_Unary, name="nn.sign"):
    """-1, 0 or 1; NaN of NaN. ONNX Sign; aten.sign; TFLite SIGN."""

    takes = NUMBERS

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.sign(x)


class Sin(_Unary, name="nn.sin"):
    """The sine. ONNX Sin; aten.sin; TFLite SIN."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.sin(x)


class Cos(_Unary, name="nn.cos"):
    """The cosine. ONNX Cos; aten.cos; TFLite COS."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.cos(x)


class Tan(_Unary, name="nn.tan"):
    """The tangent. ONNX Tan; aten.tan."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.tan(x)


class Asin(_Unary, name="nn.asin"):
    """The arc sine, in [-pi/2, pi/2]; NaN outside [-1, 1]. ONNX Asin; aten.asin."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arcsin(x)


class Acos(_Unary, name="nn.acos"):
    """The arc cosine, in [0, pi]; NaN outside [-1, 1]. ONNX Acos; aten.acos."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arccos(x)


class Atan(_Unary, name="nn.atan"):
    """The arc tangent, in [-pi/2, pi/2]. ONNX Atan; aten.atan."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arctan(x)


class Sinh(_Unary, name="nn.sinh"):
    """The hyperbolic sine. ONNX Sinh; aten.sinh."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.sinh(x)


class Cosh(_Unary, name="nn.cosh"):
    """The hyperbolic cosine. ONNX Cosh; aten.cosh."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.cosh(x)


class Tanh(_Unary, name="nn.tanh"):
    """The hyperbolic tangent. ONNX Tanh; aten.tanh; TFLite TANH."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.tanh(x)


class Asinh(_Unary, name="nn.asinh"):
    """The inverse hyperbolic sine. ONNX Asinh; aten.asinh."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arcsinh(x)


class Acosh(_Unary, name="nn.acosh"):
    """The inverse hyperbolic cosine; NaN below 1. ONNX Acosh; aten.acosh."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arccosh(x)


class Atanh(_Unary, name="nn.atanh"):
    """The inverse hyperbolic tangent; NaN outside [-1, 1]. ONNX Atanh; aten.atanh."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.arctanh(x)


class Erf(_Unary, name="nn.erf"):
    """The error function. ONNX Erf; aten.erf."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return erf(np, x)


class Not(_Unary, name="nn.not"):
    """The other boolean. ONNX Not; aten.logical_not; TFLite LOGICAL_NOT."""

    takes = BOOLEANS

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.logical_not(x)


class BitwiseNot(_Unary, name="nn.bitwise_not"):
    """Every bit of an integer the other one. ONNX BitwiseNot; aten.bitwise_not."""

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.bitwise_not(x)


class IsNan(_Unary, name="nn.is_nan"):
    """Whether a float is not a number. ONNX IsNaN; aten.isnan."""

    @classmethod
    def infer(cls, x: Tensor) -> Tensor:
        cls.takes.check(x)
        return result_type(i1, x)

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.isnan(x)


class IsInf(Op, name="nn.is_inf", arithmetic=True, unranked=True):
    """
    Whether a float is infinite, of the signs that are asked for. ONNX IsInf; aten.isinf.
    """

    x = operand()
    detect_negative = flag(True)
    detect_positive = flag(True)

    @staticmethod
    def infer(x: Tensor, detect_negative: bool, detect_positive: bool) -> Tensor:
        FLOATS.check(x)
        return result_type(i1, x)

    @staticmethod
    def value(np: Any, x: Any, detect_negative: bool, detect_positive: bool) -> Any:
        return (np.isneginf(x) & detect_negative) | (np.isposinf(x) & detect_positive)


# --- Other element types ------------------------------------------------------------------------


class Cast(Op, name="nn.cast", unranked=True):
    """
    Every element as one of the type `to`.

    Floats become integers by leaving out the fraction, booleans by whether they differ from 0;
    a float that does not fit, or NaN, becomes the least i32 (the least i64 where `to` has 64 bits
    or is ui32), wrapped, as x86-64 has it. Integers wrap. Floats are rounded to the nearest, halves
    to even; what is too large becomes infinite, but of a float8 with `saturate` the largest number.
    To f8E8M0FNU by `round_mode`: away from 0, towards 0, or to the nearest power of 2, halves up.
    No strings and no complex numbers. ONNX Cast; aten.to; TFLite CAST.
    """

    x = operand()
    to = dtype()
    saturate = flag(True)
    round_mode = word("up", "down", "nearest")

    @staticmethod
    def infer(x: Tensor, to: Attribute | None, saturate: bool, round_mode: str) -> Tensor:
        if to is None:
            refuse("needs the element type 'to'")
        if x.element_type == to:
            return x
        for side in (x.element_type, to):
            if not (is_float(side) or is_integer(side) or is_bool(side)):
                refuse(f"cannot cast {type_name(x.element_type)} to {type_name(to)}")
        return result_type(to, x)

    @staticmethod
    def value(np: Any, x: Any, to: Attribute, saturate: bool, round_mode: str) -> Any:
        target = numpy_dtype(np, to)
        with np.errstate(all="ignore"):
            x = _plain(np, x)
            if is_integer(to) and x.dtype.kind == "f":
                x = _truncated(np, x, to)
            elif isinstance(to, Float8E8M0FNUType):
                x = _power_of_two(np, x, saturate, round_mode)
            elif saturate and is_float(to) and bit_width(to) == 8:
                x = _saturated(np, x, target)
            return x.astype(target)


def _plain(np: Any, x: Any) -> Any:
    """The same numbers in one of numpy's own types, of which every other one can be made."""
    if x.dtype.kind in "biu" or x.dtype in (np.float32, np.float64):
        return x
    return x.astype(np.int64 if "int" in x.dtype.name else np.float32)


def _truncated(np: Any, x: Any, to: Attribute) -> Any:
    """The whole parts of floats as integers that wrap to those of `to`."""
    whole = np.trunc(x.astype(np.float64))
    target = numpy_dtype(np, to)
    if target == np.uint64:
        high = whole >= 2.0**63
        low = _integers(np, np.where(high, whole - 2.0**63, whole), 63)
        return low.astype(np.uint64) ^ (high.astype(np.uint64) << np.uint64(63))
    return _integers(np, whole, 63 if bit_width(to) == 64 or target == np.uint32 else 31)


def _integers(np: Any, whole: Any, bits: int) -> Any:
    limit = 2.0**bits
    return np.where((whole >= -limit) & (whole < limit), whole, -limit).astype(np.int64)


def _saturated(np: Any, x: Any, target: Any) -> Any:
    _, largest = _finite_range(np, target)
    return np.clip(x, -float(largest), float(largest))


def _power_of_two(np: Any, x: Any, saturate: bool, round_mode: str) -> Any:
    """f8E8M0FNU holds the powers from 2^-127 to 2^127 and NaN."""
    half, exponent = np.frexp(x.astype(np.float64))  # x = half * 2^exponent, half in [1/2, 1)
    up = {"up": half > 0.5, "down": False, "nearest": half >= 0.75}[round_mode]
    exponent = np.where(np.isinf(x), 999, np.where(x == 0, -999, exponent - 1 + up))
    known = ~np.isnan(x) & (x >= 0)
    if not saturate:
        known &= np.abs(exponent) <= 127
    return np.where(known, np.exp2(np.clip(exponent, -127.0, 127.0)), np.nan).astype(np.float32)


class Bitcast(Op, name="nn.bitcast", unranked=True):
    """
    The bits of every element as one of the type `to`, which is as wide; a boolean is as wide as
    i8, and true if any bit is set. Not of strings. ONNX BitCast; aten.view.dtype; TFLite BITCAST.
    """

    x = operand()
    to = dtype()

    @staticmethod
    def infer(x: Tensor, to: Attribute | None) -> Tensor:
        if to is None:
            refuse("needs the element type 'to'")
        widths = {8 if is_bool(t) else bit_width(t) for t in (x.element_type, to)}
        if len(widths) != 1 or 0 in widths:
            refuse(f"cannot take the bits of {type_name(x.element_type)} for {type_name(to)}")
        return result_type(to, x)

    @staticmethod
    def value(np: Any, x: Any, to: Attribute) -> Any:
        if is_bool(to):
            return x.view(np.uint8) != 0
        return x.view(numpy_dtype(np, to))


# --- Two operands -------------------------------------------------------------------------------


class _Binary(Op, arithmetic=True, unranked=True):
    x = operand()
    y = operand()
    takes: ClassVar[Kind] = NUMBERS

    @classmethod
    def infer(cls, x: Tensor, y: Tensor) -> Tensor:
        cls.takes.check(x, y)
        return result_type(x, x, y)


class Add(_Binary, name="nn.add", symbolic=True):
    """`x + y`. ONNX Add; aten.add; TFLite ADD."""

    takes = FIELD

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.add(x, y)


class Sub(_Binary, name="nn.sub", symbolic=True):
    """`x - y`. ONNX Sub; aten.sub; TFLite SUB."""

    takes = FIELD

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.subtract(x, y)


class Mul(_Binary, name="nn.mul", symbolic=True):
    """`x * y`. ONNX Mul; aten.mul; TFLite MUL."""

    takes = FIELD

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.multiply(x, y)


class Div(_Binary, name="nn.div"):
    """
    `x / y`; of integers the quotient without its fraction, 0 where y is 0. ONNX Div;
    aten.div (of integers with rounding_mode="trunc"); TFLite DIV.
    """

    takes = FIELD

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        if x.dtype.kind not in "iu":
            return np.divide(x, y)
        return (x - np.fmod(x, y)) // y


class Mod(_Binary, name="nn.mod"):
    """
    The remainder of `x / y`: with the sign of y, or with `fmod` that of x. Of integers 0 where y
    is 0. ONNX Mod; aten.remainder, aten.fmod; TFLite FLOOR_MOD.
    """

    fmod = flag()

    @classmethod
    def infer(cls, x: Tensor, y: Tensor, fmod: bool = False) -> Tensor:
        return super().infer(x, y)

    @staticmethod
    def value(np: Any, x: Any, y: Any, fmod: bool) -> Any:
        return np.fmod(x, y) if fmod else np.mod(x, y)


class Pow(_Binary, name="nn.pow"):
    """
    x to the power of y, whose types may differ; the result has that of x.

    Integers to integers are exact and wrap; 0 to a negative power is 0, any other but 1 and -1 is
    cut to 0. An integer to a float is computed in f64 and cut like a cast. ONNX Pow; aten.pow.
    """

    @classmethod
    def infer(cls, x: Tensor, y: Tensor) -> Tensor:
        cls.takes.check(x)
        cls.takes.check(y)
        return result_type(x, x, y)

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        whole = x.dtype.kind in "iu"
        if whole and y.dtype.kind in "iu":
            return _integer_power(np, x, y)
        if x.dtype == y.dtype:
            return np.power(x, y)
        wide = np.power(x.astype(np.float64), y.astype(np.float64))
        return wide.astype(x.dtype) if not whole else _cut(np, wide, x.dtype)


def _cut(np: Any, x: Any, dtype: Any) -> Any:
    return _truncated(np, x, element_type(np, dtype)).astype(dtype)


def _integer_power(np: Any, x: Any, y: Any) -> Any:
    # Modulo 2^64, of which every size of integer is a part: numpy's unsigned power does not fail.
    power = np.power(x.astype(np.uint64), y.astype(np.uint64)).astype(x.dtype)
    if y.dtype.kind == "u":
        return power
    sign = np.where(y & 1, x, 1).astype(x.dtype)
    return np.where(y >= 0, power, np.where((x == 1) | (x == -1), sign, 0).astype(x.dtype))


class Minimum(_Binary, name="nn.minimum"):
    """The smaller one; NaN if either is. ONNX Min; aten.minimum; TFLite MINIMUM."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.minimum(x, y)


class Maximum(_Binary, name="nn.maximum"):
    """The larger one; NaN if either is. ONNX Max; aten.maximum; TFLite MAXIMUM."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.maximum(x, y)


class BitwiseAnd(_Binary, name="nn.bitwise_and"):
    """The bits set in both. ONNX BitwiseAnd; aten.bitwise_and."""

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.bitwise_and(x, y)


class BitwiseOr(_Binary, name="nn.bitwise_or"):
    """The bits set in either. ONNX BitwiseOr; aten.bitwise_or."""

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.bitwise_or(x, y)


class BitwiseXor(_Binary, name="nn.bitwise_xor"):
    """The bits set in one of both. ONNX BitwiseXor; aten.bitwise_xor; TFLite BITWISE_XOR."""

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.bitwise_xor(x, y)


class ShiftLeft(_Binary, name="nn.shift_left"):
    """
    The bits of x moved y places up; 0 unless y is in [0, width). ONNX BitShift;
    aten.bitwise_left_shift.
    """

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        inside = (y >= 0) & (y < 8 * x.dtype.itemsize)
        return np.where(inside, np.left_shift(x, np.where(inside, y, 0).astype(y.dtype)), 0)


class ShiftRight(_Binary, name="nn.shift_right"):
    """
    The bits of x moved y places down, after the sign; only the sign is left unless y is in
    [0, width). ONNX BitShift; aten.bitwise_right_shift; TFLite RIGHT_SHIFT.
    """

    takes = INTEGERS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        last = 8 * x.dtype.itemsize - 1
        inside = (y >= 0) & (y <= last)
        moved = np.right_shift(x, np.where(inside, y, last).astype(y.dtype))
        return moved if x.dtype.kind == "i" else np.where(inside, moved, 0).astype(x.dtype)


class And(_Binary, name="nn.and"):
    """Whether both are true. ONNX And; aten.logical_and; TFLite LOGICAL_AND."""

    takes = BOOLEANS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.logical_and(x, y)


class Or(_Binary, name="nn.or"):
    """Whether either is true. ONNX Or; aten.logical_or; TFLite LOGICAL_OR."""

    takes = BOOLEANS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.logical_or(x, y)


class Xor(_Binary, name="nn.xor"):
    """Whether one of both is true. ONNX Xor; aten.logical_xor."""

    takes = BOOLEANS

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.logical_xor(x, y)


# --- Comparisons --------------------------------------------------------------------------------


class _Comparison(_Binary):
    @classmethod
    def infer(cls, x: Tensor, y: Tensor) -> Tensor:
        cls.takes.check(x, y)
        return result_type(i1, x, y)


class Equal(_Comparison, name="nn.equal"):
    """
    Whether both are the same number, boolean or string; NaN is not even itself. ONNX Equal;
    aten.eq; TFLite EQUAL.
    """

    takes = ANY

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        if x.dtype == object:
            x, y = _strings(np, x), _strings(np, y)
        return np.equal(x, y).astype(bool)


def _strings(np: Any, array: Any) -> Any:
    """Strings as bytes, whoever made them."""
    encoded = [v.encode() if isinstance(v, str) else v for v in array.reshape(-1)]
    found = np.empty(len(encoded), object)
    found[:] = encoded
    return found.reshape(array.shape)


class Less(_Comparison, name="nn.less"):
    """`x < y`. ONNX Less; aten.lt; TFLite LESS."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.less(x, y)


class Greater(_Comparison, name="nn.greater"):
    """`x > y`. ONNX Greater; aten.gt; TFLite GREATER."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.greater(x, y)


class LessEqual(_Comparison, name="nn.less_equal"):
    """`x <= y`. ONNX LessOrEqual; aten.le; TFLite LESS_EQUAL."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.less_equal(x, y)


class GreaterEqual(_Comparison, name="nn.greater_equal"):
    """`x >= y`. ONNX GreaterOrEqual; aten.ge; TFLite GREATER_EQUAL."""

    @staticmethod
    def value(np: Any, x: Any, y: Any) -> Any:
        return np.greater_equal(x, y)


# --- Three operands -----------------------------------------------------------------------------


class Where(Op, name="nn.where", unranked=True):
    """
    x where the condition holds, y elsewhere; all three broadcast. ONNX Where; aten.where;
    TFLite SELECT_V2.
    """

    condition = operand()
    x = operand()
    y = operand()

    @staticmethod
    def infer(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
        if not is_bool(condition.element_type):
            refuse(f"needs booleans as its condition, got {type_name(condition.element_type)}")
        ANY.check(x, y)
        return result_type(x, condition, x, y)

    @staticmethod
    def value(np: Any, condition: Any, x: Any, y: Any) -> Any:
        return np.where(condition.astype(bool), x, y)


class Clip(Op, name="nn.clip", unranked=True):
    """
    x raised to `low`, then lowered to `high`, each of one element; NaN if either is. An absent
    bound is the least or largest finite number: infinities do not pass. ONNX Clip; aten.clamp.
    """

    x = operand()
    low = optional()
    high = optional()

    @staticmethod
    def infer(x: Tensor, low: Tensor | None, high: Tensor | None) -> Tensor:
        bounds = [bound for bound in (low, high) if bound is not None]
        NUMBERS.check(x, *bounds)
        for bound in bounds:
            shape: tuple[Any, ...] = shape_of(bound) or ()
            if len(shape) > 1 or any(isinstance(n, int) and n not in (1, DYNAMIC) for n in shape):
                refuse(f"needs bounds of one element, got {bound}")
        return x

    @staticmethod
    def value(np: Any, x: Any, low: Any, high: Any) -> Any:
        if x.dtype.kind not in "iu":
            least, most = _finite_range(np, x.dtype)
            low, high = least if low is None else low, most if high is None else high
        if low is not None:
            x = np.maximum(x, low.reshape(()))
        return x if high is None else np.minimum(x, high.reshape(()))


def _finite_range(np: Any, dtype: Any) -> tuple[Any, Any]:
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    limits = finfo(dtype)
    return np.asarray(limits.min, dtype), np.asarray(limits.max, dtype)
