"""Products of matrices."""

import re
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import i32

from ...compiler.element_types import bit_width, is_integer, type_name
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    broadcast,
    flag,
    int_,
    ints,
    number,
    operand,
    optional,
    refuse,
    rest,
    shape_of,
    tensor,
    text,
    word,
)
from ._kinds import FIELD, FLOATS, NUMBERS
from ._spatial import LAYOUTS, PADDINGS, differ
from .conv import Conv, exactly
from .shape import elements_of, is_known, product


class MatMul(Op, name="nn.matmul", arithmetic=True):
    """
    The matrix product, `[..., M, K]` by `[..., K, N]`, of every pair of matrices that the other
    dims broadcast to. A vector on the left is one row, on the right one column, whose dim the
    result lacks. Integers wrap. ONNX MatMul-13; aten.matmul; TFLite BATCH_MATMUL.
    """

    a = operand()
    b = operand()

    @staticmethod
    def infer(a: Tensor, b: Tensor) -> Tensor:
        FIELD.check(a, b)
        return tensor(_product(a, b), of=a)

    def macs(self) -> int:
        return product((elements_of(self.result), elements_of(self.a, -1)))

    @staticmethod
    def value(np: Any, a: Any, b: Any) -> Any:
        return _multiplied(np, a, b)


class Gemm(Op, name="nn.gemm", arithmetic=True):
    """
    `alpha * A @ B + beta * c`, where A `[M, K]` is `a`, or its transpose with `trans_a`, B `[K, N]`
    likewise, and c broadcasts to `[M, N]`. Where beta is 0, c does not matter, NaN or not. Of
    integers the fraction is left out, once. ONNX Gemm-13; aten.addmm; TFLite FULLY_CONNECTED.
    """

    a = operand()
    b = operand()
    c = optional()
    alpha = number(1.0)
    beta = number(1.0)
    trans_a = flag()
    trans_b = flag()

    @staticmethod
    def infer(
        a: Tensor,
        b: Tensor,
        c: Tensor | None,
        alpha: float,
        beta: float,
        trans_a: bool,
        trans_b: bool,
    ) -> Tensor:
        NUMBERS.check(*(t for t in (a, b, c) if t is not None))
        for side in (a, b):
            if len(side.get_shape()) != 2:
                refuse(f"multiplies a tensor of rank {len(side.get_shape())}, not a matrix")
        m, k = reversed(a.get_shape()) if trans_a else a.get_shape()
        rows, n = reversed(b.get_shape()) if trans_b else b.get_shape()
        _check_inner(k, rows)
        result = tensor((m, n), of=a)
        if c is not None:
            _check_addend(c, result)
        return result

    def macs(self) -> int:
        inner = shape_of(self.a.type)
        columns = DYNAMIC if inner is None else inner[0 if self.trans_a else 1]
        return product((elements_of(self.result), columns))

    @staticmethod
    def value(
        np: Any, a: Any, b: Any, c: Any, alpha: float, beta: float, trans_a: bool, trans_b: bool
    ) -> Any:
        y = _multiplied(np, a.T if trans_a else a, b.T if trans_b else b)
        if y.dtype.kind != "f" and (alpha, beta) != (1.0, 1.0):
            y = alpha * y.astype(np.float64)
            return (y if c is None else y + beta * c).astype(a.dtype)
        y = y if alpha == 1.0 else y * y.dtype.type(alpha)
        if c is None or beta == 0.0:
            return y
        return y + (c if beta == 1.0 else c * c.dtype.type(beta))


class Einsum(Op, name="nn.einsum", arithmetic=True):
    """
    Einstein's sum: `equation` names each dim of each operand and, after `->`, of the result by a
    letter; what lies on the left but not on the right is summed over. A letter twice in an operand
    is its diagonal; `...` stands for the dims that have no letter, which broadcast, as sizes of 1
    do. `"...ij,...jk->...ik"` is nn.matmul. ONNX Einsum-28; aten.einsum; numpy.einsum.
    """

    inputs = rest()
    equation = text()

    @staticmethod
    def infer(inputs: Sequence[Tensor], equation: str | None) -> Tensor:
        if equation is None or not inputs:
            refuse("needs an equation and operands")
        NUMBERS.check(*inputs)
        terms, result = _terms(equation)
        if len(terms) != len(inputs):
            refuse(f"has {len(inputs)} operands, but its equation {len(terms)}")
        sizes: dict[str, Any] = {}
        others = [_name_dims(term, t, sizes) for term, t in zip(terms, inputs, strict=True)]
        shared = broadcast(*(tensor(dims, of=inputs[0]) for dims in others))
        if shared and "..." not in result:
            refuse(
                f"has the equation '{equation}', whose result lacks the dims that '...' stands for"
            )
        shape: list[Any] = []
        for label in _labels(result):
            if label != "..." and label not in sizes:
                refuse(f"has the equation '{equation}', where nothing gives '{label}' a size")
            shape += shared if label == "..." else [sizes[label]]
        return tensor(shape, of=inputs[0])

    def macs(self) -> int:
        """Of two operands, of all labels; in which order more are multiplied is open."""
        shapes = [shape_of(v.type) for v in self.inputs]
        if len(shapes) != 2 or "..." in self.equation or None in shapes:
            return 0 if len(shapes) < 2 else DYNAMIC
        terms, _ = _terms(self.equation)
        sizes: dict[str, int] = {}
        for term, shape in zip(terms, shapes, strict=True):
            for label, size in zip(_labels(term), shape or (), strict=True):
                sizes[label] = size if sizes.get(label, 1) == 1 else sizes[label]
        return product(sizes.values())

    @staticmethod
    def value(np: Any, inputs: Sequence[Any], equation: str) -> Any:
        return np.asarray(np.einsum(equation, *inputs, optimize=len(inputs) > 1))


class Det(Op, name="nn.det", arithmetic=True):
    """The determinant of every matrix of `[..., N, N]`; of none 1. ONNX Det-22; aten.linalg_det."""

    x = operand()

    @staticmethod
    def infer(x: Tensor) -> Tensor:
        FLOATS.check(x)
        shape = x.get_shape()
        if len(shape) < 2 or differ(shape[-1], shape[-2]):
            refuse(f"needs square matrices, got {x}")
        return tensor(shape[:-2], of=x)

    @staticmethod
    def value(np: Any, x: Any) -> Any:
        return np.asarray(np.linalg.det(x))


# --- Integers with zero points ------------------------------------------------------------------


class MatMulInteger(Op, name="nn.matmul_integer"):
    """
    The matrix product of `a - a_zero_point` and `b - b_zero_point` as i32, which wraps; shapes as
    of nn.matmul. `a` and `b` are of 8 bits, signed or not, each with its zero point of the same
    type: one for all; or of `a` one a row, `[M]` or `[..., M, 1]`; or of `b` one a column, `[N]` or
    `[..., 1, N]`. ONNX MatMulInteger-10.
    """

    a = operand()
    b = operand()
    a_zero_point = optional()
    b_zero_point = optional()

    @staticmethod
    def infer(
        a: Tensor, b: Tensor, a_zero_point: Tensor | None, b_zero_point: Tensor | None
    ) -> Tensor:
        _check_bytes(a, b)
        _check_zero_points(a_zero_point, a, -2)
        _check_zero_points(b_zero_point, b, -1)
        return tensor(_product(a, b), of=i32)

    def macs(self) -> int:
        return product((elements_of(self.result), elements_of(self.a, -1)))

    @staticmethod
    def value(np: Any, a: Any, b: Any, a_zero_point: Any, b_zero_point: Any) -> Any:
        a = _centred(np, a, a_zero_point, -2)
        b = _centred(np, b, b_zero_point, -1)
        return _multiplied(np, a, b)


class ConvInteger(Op, name="nn.conv_integer"):
    """
    The convolution of `x - x_zero_point` with `w - w_zero_point` as i32, which wraps; padding adds
    zero points. Shapes and properties as of nn.conv. `x` and `w` are of 8 bits, signed or not, each
    with its zero point of the same type: one for all, or of `w` one an output channel, `[O]`.
    ONNX ConvInteger-10.
    """

    x = operand()
    w = operand()
    x_zero_point = optional()
    w_zero_point = optional()
    strides = ints()
    dilations = ints()
    pads = ints()
    padding = word(*PADDINGS)
    groups = int_(1)
    layout = word(*LAYOUTS)

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        x_zero_point: Tensor | None,
        w_zero_point: Tensor | None,
        **settings: Any,
    ) -> Tensor:
        _check_bytes(x, w)
        _check_zero_points(x_zero_point, x, None)
        _check_zero_points(w_zero_point, w, 0)
        wide = [tensor(t.get_shape(), of=i32) for t in (x, w)]
        return Conv.infer(*wide, b=None, **settings)

    def macs(self) -> int:
        return product((elements_of(self.result), elements_of(self.w, 1)))

    @staticmethod
    def value(
        np: Any, x: Any, w: Any, x_zero_point: Any, w_zero_point: Any, **settings: Any
    ) -> Any:
        x = _centred(np, x, x_zero_point, 0)
        w = _centred(np, w, w_zero_point, 0)
        return Conv.value(np, x, w, b=None, **settings)


# --- Types --------------------------------------------------------------------------------------


def _product(a: Tensor, b: Tensor) -> list[Any]:
    """The shape of a matrix product."""
    s, t = list(a.get_shape()), list(b.get_shape())
    if not s or not t:
        refuse("multiplies a tensor without dims")
    row, column = len(s) == 1, len(t) == 1
    s = [1, *s] if row else s
    t = [*t, 1] if column else t
    _check_inner(s[-1], t[-2])
    batch = broadcast(tensor(s[:-2], of=a), tensor(t[:-2], of=a))
    return [*batch, *s[len(s) - 2 : len(s) - 1][: not row], *t[len(t) - 1 :][: not column]]


def _check_inner(columns: Any, rows: Any) -> None:
    if differ(columns, rows):
        refuse(f"multiplies matrices of {columns} columns and {rows} rows")


def _check_addend(c: Tensor, result: Tensor) -> None:
    shape, whole = c.get_shape(), result.get_shape()
    pairs = zip(reversed(shape), reversed(whole), strict=False)
    if len(shape) > 2 or any(is_known(n) and n != 1 and differ(n, m) for n, m in pairs):
        refuse(f"has an addend {c}, which does not broadcast to {result}")


def _check_bytes(*tensors: Tensor) -> None:
    for t in tensors:
        if not is_integer(t.element_type) or bit_width(t.element_type) != 8:
            refuse(f"takes integers of 8 bits, got {type_name(t.element_type)}")


def _check_zero_points(z: Tensor | None, x: Tensor, axis: int | None) -> None:
    """
    Refuses zero points that are not of the type of `x`, and neither one nor one each along `axis`:
    as a list or, for the rows and columns of matrices, in a shape that broadcasts.
    """
    if z is None:
        return
    if z.element_type != x.element_type:
        refuse(f"has zero points of {type_name(z.element_type)} for {type_name(x.element_type)}")
    shape, sizes = tuple(z.get_shape()), list(x.get_shape())
    if shape in ((), (1,), (DYNAMIC,)):
        return
    if axis is not None and len(sizes) > 1:
        if len(shape) == 1 and not differ(shape[0], sizes[axis]):
            return
        sizes[-1 if axis == -2 else -2] = 1
        fits = axis < 0 and len(shape) == len(sizes)
        if fits and not any(differ(n, m) for n, m in zip(shape, sizes, strict=True)):
            return
    refuse(f"has zero points {z} for {x}")


# --- Equations ----------------------------------------------------------------------------------

_TERM = re.compile(r"([A-Za-z]*)(\.\.\.)?([A-Za-z]*)")


def _labels(term: str) -> list[str]:
    """The letters and the ellipsis of a term, in order."""
    return re.findall(r"\.\.\.|[A-Za-z]", term)


def _terms(equation: str) -> tuple[list[str], str]:
    """The terms of the operands and of the result."""
    left, arrow, result = equation.partition("->")
    terms = left.split(",")
    if not arrow or any(_TERM.fullmatch(term) is None for term in (*terms, result)):
        refuse(f"has the equation '{equation}', not one like 'ij,jk->ik'")
    letters = _labels(result)
    if len(set(letters)) != len(letters):
        refuse(f"has the equation '{equation}', whose result names a dim twice")
    return terms, result


def _name_dims(term: str, type_: Tensor, sizes: dict[str, Any]) -> tuple[Any, ...]:
    """Adds the sizes of an operand's letters to `sizes`; returns the dims of its ellipsis."""
    shape, labels = tuple(type_.get_shape()), _labels(term)
    spare = len(shape) - len(labels) + labels.count("...")
    if spare < 0 or (spare and "..." not in labels):
        refuse(f"has an operand of rank {len(shape)} as '{term}'")
    others: tuple[Any, ...] = ()
    at = 0
    mine: dict[str, Any] = {}
    for label in labels:
        if label == "...":
            others, at = shape[at : at + spare], at + spare
            continue
        if differ(mine.setdefault(label, shape[at]), shape[at]):
            refuse(f"takes the diagonal of {type_} as '{term}'")
        sizes[label] = _one_size(label, sizes.get(label, 1), shape[at])
        at += 1
    return others


def _one_size(label: str, a: Any, b: Any) -> Any:
    """The size that two sizes of one letter broadcast to."""
    if isinstance(a, int) and a == 1:
        return b
    if isinstance(b, int) and b == 1:
        return a
    if differ(a, b):
        refuse(f"has operands that give '{label}' the sizes {a} and {b}")
    return a if is_known(a) else b


# --- Arrays -------------------------------------------------------------------------------------


def _multiplied(np: Any, a: Any, b: Any) -> Any:
    if a.dtype.kind == "c":
        return np.asarray(np.matmul(a, b))
    return np.asarray(exactly(np, a, b, a.shape[-1], np.matmul))


def _centred(np: Any, x: Any, zero_point: Any, axis: int) -> Any:
    """`x - zero_point` as i32; a list of zero points lies along `axis`."""
    x = x.astype(np.int32)
    if zero_point is None:
        return x
    z = zero_point.astype(np.int32)
    if z.ndim == 1 and z.size > 1:
        shape = [1] * x.ndim
        shape[axis] = z.size
        z = z.reshape(shape)
    return x - (z.reshape(()) if z.size == 1 else z)
