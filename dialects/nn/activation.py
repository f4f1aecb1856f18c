"""Activations: what stands between the layers."""

from math import pi, sqrt
from typing import Any, ClassVar

from ...compiler.op import Op, Tensor, int_, number, operand, refuse, shape_of, word
from ._kinds import FLOATS, NUMBERS, Kind
from ._special import erf
from .elementwise import result_type


class _Activation(Op, arithmetic=True, unranked=True):
    x = operand()
    takes: ClassVar[Kind] = FLOATS

    @classmethod
    def infer(cls, x: Tensor, **settings: Any) -> Tensor:
        cls.takes.check(x)
        return x


# --- With a kink --------------------------------------------------------------------------------


class Relu(_Activation, name="nn.relu"):
    """`max(x, 0)`; NaN of NaN. ONNX Relu; aten.relu; TFLite RELU."""

    takes = NUMBERS

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.maximum(x, x.dtype.type(0))


class LeakyRelu(_Activation, name="nn.leaky_relu"):
    """`alpha * x` below 0, x from there on. ONNX LeakyRelu; aten.leaky_relu; TFLite LEAKY_RELU."""

    alpha = number(0.01)

    @staticmethod
    def value(np: Any, x: Any, alpha: float) -> Any:
        return np.where(x < 0, x * x.dtype.type(alpha), x)


class Prelu(Op, name="nn.prelu", arithmetic=True):
    """
    `slope * x` below 0, x from there on; the slope broadcasts to x. ONNX PRelu; aten.prelu;
    TFLite PRELU.
    """

    x = operand()
    slope = operand()

    @staticmethod
    def infer(x: Tensor, slope: Tensor) -> Tensor:
        NUMBERS.check(x, slope)
        result = result_type(x, x, slope)
        sizes: Any = zip(x.get_shape(), result.get_shape(), strict=False)
        grown = any(m == 1 and n != 1 for m, n in sizes)
        if grown or len(x.get_shape()) != len(result.get_shape()):
            refuse(f"has the slope {slope}, which does not broadcast to {x}")
        return result

    @staticmethod
    def value(np: Any, x: Any, slope: Any) -> Any:
        return np.where(x < 0, x * slope, x)


class ThresholdedRelu(_Activation, name="nn.thresholded_relu"):
    """x above alpha, 0 elsewhere, also of NaN. ONNX ThresholdedRelu; aten.threshold."""

    alpha = number(1.0)

    @staticmethod
    def value(np: Any, x: Any, alpha: float) -> Any:
        return np.where(x > alpha, x, x.dtype.type(0))


class Shrink(_Activation, name="nn.shrink"):
    """
    `x + bias` below -lambd, `x - bias` above lambd, 0 between, also of NaN; of integers the result
    is cut. ONNX Shrink; aten.hardshrink, aten.softshrink.
    """

    takes = NUMBERS
    bias = number(0.0)
    lambd = number(0.5)

    @staticmethod
    def value(np: Any, x: Any, bias: float, lambd: float) -> Any:
        if x.dtype.kind == "f":
            bias = x.dtype.type(bias)
        moved = np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, 0))
        return np.trunc(moved).astype(x.dtype) if x.dtype.kind in "iu" else moved.astype(x.dtype)


class HardSigmoid(_Activation, name="nn.hard_sigmoid"):
    """`max(0, min(1, alpha * x + beta))`. ONNX HardSigmoid; aten.hardsigmoid with alpha 1/6."""

    alpha = number(0.2)
    beta = number(0.5)

    @staticmethod
    def value(np: Any, x: Any, alpha: float, beta: float) -> Any:
        return np.clip(
            x * x.dtype.type(alpha) + x.dtype.type(beta), x.dtype.type(0), x.dtype.type(1)
        )


class HardSwish(_Activation, name="nn.hard_swish"):
    """`x * max(0, min(1, x / 6 + 1 / 2))`. ONNX HardSwish; aten.hardswish; TFLite HARD_SWISH."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return x * np.clip(x / 6 + 0.5, 0, 1)


# --- Smooth -------------------------------------------------------------------------------------


class Elu(_Activation, name="nn.elu"):
    """`alpha * (exp(x) - 1)` below 0, x from there on. ONNX Elu; aten.elu; TFLite ELU."""

    alpha = number(1.0)

    @staticmethod
    def value(np: Any, x: Any, alpha: float) -> Any:
        return np.where(x < 0, x.dtype.type(alpha) * np.expm1(x), x)


class Selu(_Activation, name="nn.selu"):
    """
    `gamma * elu(x)`, by default of an alpha and gamma that keep mean and variance. ONNX Selu;
    aten.selu.
    """

    alpha = number(1.6732632)
    gamma = number(1.050701)

    @staticmethod
    def value(np: Any, x: Any, alpha: float, gamma: float) -> Any:
        return x.dtype.type(gamma) * np.where(x > 0, x, x.dtype.type(alpha) * np.expm1(x))


class Celu(_Activation, name="nn.celu"):
    """`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`. ONNX Celu; aten.celu."""

    alpha = number(1.0)

    @staticmethod
    def value(np: Any, x: Any, alpha: float) -> Any:
        scale = x.dtype.type(alpha)
        return np.maximum(x, 0) + np.minimum(scale * np.expm1(x / scale), 0)


class Gelu(_Activation, name="nn.gelu"):
    """
    `x / 2 * (1 + erf(x / sqrt(2)))`, or with approximate = "tanh"
    `x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))`. ONNX Gelu; aten.gelu; TFLite GELU.
    """

    approximate = word("none", "tanh")

    @staticmethod
    def value(np: Any, x: Any, approximate: str) -> Any:
        wide = x.astype(np.float64)  # 1 + erf is next to 0 where x is small
        if approximate == "tanh":
            bent = np.tanh(sqrt(2 / pi) * (wide + 0.044715 * wide * wide * wide))
        else:
            bent = erf(np, wide * sqrt(0.5))
        return (wide * 0.5 * (1 + bent)).astype(x.dtype)


class Sigmoid(_Activation, name="nn.sigmoid"):
    """`1 / (1 + exp(-x))`. ONNX Sigmoid; aten.sigmoid; TFLite LOGISTIC."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return _sigmoid(np, x)


class Swish(_Activation, name="nn.swish"):
    """`x * sigmoid(alpha * x)`. ONNX Swish; aten.silu."""

    alpha = number(1.0)

    @staticmethod
    def value(np: Any, x: Any, alpha: float) -> Any:
        return x * _sigmoid(np, x * x.dtype.type(alpha))


class Mish(_Activation, name="nn.mish"):
    """`x * tanh(softplus(x))`. ONNX Mish; aten.mish."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return x * np.tanh(_softplus(np, x))


class Softplus(_Activation, name="nn.softplus"):
    """`log(1 + exp(x))`. ONNX Softplus; aten.softplus."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return _softplus(np, x)


class Softsign(_Activation, name="nn.softsign"):
    """`x / (1 + abs(x))`. ONNX Softsign; aten.softsign."""

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return x / (1 + np.abs(x))


def _sigmoid(np: Any, x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _softplus(np: Any, x: Any) -> Any:
    return np.logaddexp(x.dtype.type(0), x)


# --- Along an axis ------------------------------------------------------------------------------


class _AlongAxis(Op, arithmetic=True):
    x = operand()
    axis = int_()

    @staticmethod
    def infer(x: Tensor, axis: int | None) -> Tensor:
        FLOATS.check(x)
        rank = len(shape_of(x) or ())
        if axis is None:
            refuse("needs an axis")
        if not 0 <= axis < rank:
            refuse(f"has axis {axis} and an input of rank {rank}")
        return x


class Softmax(_AlongAxis, name="nn.softmax"):
    """
    `exp(x) / sum(exp(x))`, the sum along `axis` in [0, rank). ONNX Softmax; aten._softmax;
    TFLite SOFTMAX.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int) -> Any:
        e = np.exp(x - _largest(np, x, axis))
        return e / np.sum(e, axis=axis, keepdims=True)


class LogSoftmax(_AlongAxis, name="nn.log_softmax"):
    """
    `x - log(sum(exp(x)))`, the sum along `axis` in [0, rank). ONNX LogSoftmax; aten._log_softmax;
    TFLite LOG_SOFTMAX.
    """

    @staticmethod
    def value(np: Any, x: Any, axis: int) -> Any:
        x = x - _largest(np, x, axis)
        return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


class Hardmax(_AlongAxis, name="nn.hardmax"):
    """1 at the first largest element along `axis` in [0, rank), 0 elsewhere. ONNX Hardmax."""

    @staticmethod
    def value(np: Any, x: Any, axis: int) -> Any:
        result = np.zeros_like(x)
        if x.size:
            np.put_along_axis(result, np.argmax(x, axis, keepdims=True), 1, axis)
        return result


def _largest(np: Any, x: Any, axis: int) -> Any:
    return np.max(x, axis=axis, keepdims=True, initial=-np.inf)
