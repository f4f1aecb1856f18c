"""
Random functions of `nn` operators, of what rules look for and of what is nearly that: constants
that are 0, 1 or spread wider than they should, values read twice or returned, sizes 0, 1 and `?`,
types that say less than they could. The same seed gives the same function.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    TensorType,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from nnopt.compiler import element_types
from nnopt.compiler.op import DYNAMIC, Op, shape_of
from nnopt.compiler.weights import Elements
from nnopt.dialects.nn import (
    activation,
    control,
    conv,
    elementwise,
    matmul,
    movement,
    norm,
    pool,
    reduce,
    shape,
)
from nnopt.dialects.nn.constant import Constant
from nnopt.dialects.nn.graph import Yield

FLOATS = (f32, f32, f32, f16, f64)
TYPES = (*FLOATS, f32, i32, i64, i8)
NUMBERS = (0.0, -0.0, 1.0, 2.0, 0.5, -1.0, 3.0, 6.0)


class Random:
    """A function in the making."""

    def __init__(self, seed: int) -> None:
        self.rng: Any = np.random.default_rng(seed)
        self.block = Block()
        self.where = self.block
        self.sizes: dict[SSAValue, tuple[int, ...]] = {}
        """What the dims of values are in truth."""
        self.entries: list[DictionaryAttr] = []
        self.depth = 0

    # --- Choices ---

    def one(self, things: Sequence[Any]) -> Any:
        return things[int(self.rng.integers(len(things)))]

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def between(self, low: int, high: int) -> int:
        """From low to high, both included."""
        return int(self.rng.integers(low, high + 1))

    def dim(self) -> int:
        return self.one((1, 1, 2, 2, 3, 3, 4, 0 if self.chance(0.2) else 2))

    def dims(self, rank: int) -> tuple[int, ...]:
        return tuple(self.dim() for _ in range(rank))

    # --- Values ---

    def argument(self, element: Attribute, sizes: Sequence[int]) -> SSAValue:
        hidden = [DYNAMIC if self.chance(0.2) else n for n in sizes]
        value = self.block.insert_arg(TensorType(element, hidden), len(self.block.args))
        given = [IntegerAttr(n, i64) for n, h in zip(sizes, hidden, strict=True) if h == DYNAMIC]
        self.entries.append(DictionaryAttr({"nn.size": ArrayAttr(given)} if given else {}))
        self.sizes[value] = tuple(sizes)
        return value

    def pick(self, wanted: Callable[[SSAValue], bool] = lambda v: True) -> SSAValue:
        """A value, rather one of the last; an argument of any shape where none is as wanted."""
        known = [v for v in self.sizes if wanted(v)]
        if known and self.chance(0.9):
            return known[max(0, len(known) - 1 - int(self.rng.exponential(2.0)))]
        return self.argument(self.one(TYPES), self.dims(self.between(0, 4)))

    def floats(self, rank: int | None = None) -> SSAValue:
        def wanted(v: SSAValue) -> bool:
            is_float = element_types.is_float(element(v))
            return is_float and (rank is None or len(self.sizes[v]) == rank)

        found = self.pick(wanted)
        return found if wanted(found) else self.argument(self.one(FLOATS), self.dims(rank or 2))

    def constant(
        self, of: Attribute, sizes: Sequence[int], numbers: Sequence[float] = ()
    ) -> SSAValue:
        """Of equal elements, or of random ones."""
        dtype = element_types.numpy_dtype(np, of)
        if numbers or self.chance(0.6):
            array = np.full(sizes, self.one(numbers or NUMBERS))
        else:
            array = np.round(self.rng.standard_normal(sizes) * 2, 2)
        array = np.asarray(array).astype(np.float64).astype(dtype)
        return self.add(Constant, value=Elements.of(array, TensorType(of, sizes)))

    def add(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> SSAValue:
        """The result of an operation, whose type may say less than it could."""
        op = cls.of(*operands, **properties)
        if cls is not Constant and self.chance(0.1):
            op = cls.of(*operands, result_types=[self.weaker(op.result_types[0])], **properties)
        self.where.add_op(op)
        return op.results[0]

    def weaker(self, type_: Any) -> Attribute:
        dims = [DYNAMIC if self.chance(0.5) else n for n in type_.get_shape()]
        return TensorType(type_.element_type, dims)

    def keep(self, value: SSAValue, sizes: Sequence[int]) -> None:
        self.sizes[value] = tuple(sizes)

    def learn(self, value: SSAValue) -> None:
        """Runs the operator on zeros to learn the true sizes of its result."""
        op: Any = value.owner
        arrays = [
            np.zeros(self.sizes[v], element_types.numpy_dtype(np, element(v))) for v in op.operands
        ]
        with np.errstate(all="ignore"):
            self.keep(value, op.run(np, *arrays)[0].shape)


def element(value: SSAValue) -> Attribute:
    type_: Any = value.type
    return type_.element_type


# --- Operators ----------------------------------------------------------------------------------


def unary(r: Random) -> SSAValue:
    cls = r.one(
        (
            activation.Relu,
            elementwise.Neg,
            elementwise.Abs,
            elementwise.Sqrt,
            elementwise.Tanh,
            activation.Sigmoid,
            elementwise.Floor,
            activation.HardSigmoid,
        )
    )
    return r.add(cls, r.pick())


def cast(r: Random) -> SSAValue:
    x = r.pick()
    for _ in range(r.between(1, 2)):
        x = r.add(elementwise.Cast, x, to=r.one((f16, f32, f64, i8, i32, i64, i1)))
        r.learn(x)
    return x


def binary(r: Random) -> SSAValue:
    names = ("Add", "Sub", "Mul", "Div", "Minimum", "Maximum", "Pow")
    cls = getattr(elementwise, r.one(names))
    x = r.pick()
    if r.chance(0.3):
        y = r.pick(lambda v: element(v) == element(x))
    else:
        y = r.constant(element(x), spread(r, r.sizes[x]))
        r.keep(y, shape_of(y.type) or ())
    return r.add(cls, *((x, y) if r.chance(0.7) else (y, x)))


def spread(r: Random, sizes: Sequence[int]) -> tuple[int, ...]:
    """A shape that broadcasts with another one, and may make it larger."""
    rank = r.between(0, len(sizes))
    dims = [n if r.chance(0.5) else 1 for n in sizes[len(sizes) - rank :]]
    if r.chance(0.1):
        dims = [n if n != 1 else 2 for n in dims]
    return (1,) * int(r.chance(0.1)) + tuple(dims)


def view(r: Random) -> SSAValue:
    x = r.pick()
    sizes = r.sizes[x]
    kind = r.between(0, 4)
    if kind == 0:
        return r.add(shape.Reshape, x, shape=another_shape(r, sizes))
    if kind == 1:
        return r.add(shape.Transpose, x, perm=tuple(int(i) for i in r.rng.permutation(len(sizes))))
    if kind == 2:
        ones = [i for i, n in enumerate(sizes) if n == 1 and r.chance(0.7)]
        return r.add(shape.Squeeze, x, axes=tuple(ones))
    if kind == 3:
        return r.add(shape.Unsqueeze, x, axes=(r.between(0, len(sizes)),))
    return r.add(shape.Flatten, x, axis=r.between(0, len(sizes)))


def another_shape(r: Random, sizes: Sequence[int]) -> tuple[int, ...]:
    total = prod(sizes)
    dims: list[int] = []
    while total > 1 and len(dims) < 4:
        divisors = [d for d in (2, 3, 4, 6, total) if total % d == 0]
        dims.append(r.one(divisors))
        total //= dims[-1]
    dims += [1] * int(r.chance(0.3))
    if dims and r.chance(0.5):
        dims[r.between(0, len(dims) - 1)] = -1
    for i, n in enumerate(dims):
        if i < len(sizes) and n == sizes[i] and r.chance(0.4):
            dims[i] = 0
    return tuple(dims)


def move(r: Random) -> SSAValue:
    x = r.pick()
    sizes = r.sizes[x]
    kind = r.between(0, 4)
    if kind == 0:
        pads = tuple(r.one((0, 0, 1, 2, -1)) for _ in range(2 * len(sizes)))
        fill = r.constant(element(x), ()) if r.chance(0.5) else None
        if fill is not None:
            r.keep(fill, ())
        return r.add(movement.Pad, x, fill, pads=pads, mode=r.one(("constant",) * 4 + ("edge",)))
    if kind == 1:
        starts, ends = (tuple(r.between(-4, 4) for _ in sizes) for _ in range(2))
        steps = tuple(r.one((1, 1, 2, -1)) for _ in sizes)
        return r.add(movement.Slice, x, starts=starts, ends=ends, steps=steps)
    if kind == 2:
        return r.add(movement.Concat, x, r.pick(lambda v: v.type == x.type), axis=r.between(0, 3))
    if kind == 3:
        return r.add(movement.Tile, x, repeats=tuple(r.one((1, 1, 2, 0)) for _ in sizes))
    return r.add(shape.Broadcast, x, shape=spread(r, sizes))


def reduction(r: Random) -> SSAValue:
    x = r.pick()
    rank = len(r.sizes[x])
    axes = tuple(i for i in range(rank) if r.chance(0.4))
    cls = r.one((reduce.ReduceMean, reduce.ReduceSum, reduce.ReduceMax))
    return r.add(cls, x, axes=axes, keepdims=r.chance(0.6))


def convolution(r: Random) -> SSAValue:
    space = r.between(1, 2)
    x = r.floats(2 + space)
    sizes = r.sizes[x]
    layout = r.one(("nchw", "nchw", "nhwc"))
    channels = sizes[1] if layout == "nchw" else sizes[-1]
    groups = r.one([g for g in (1, 2, channels) if g and channels % g == 0] or [1])
    if r.chance(0.4):
        pads = [0, *(r.between(0, 1) for _ in range(1 + space))]
        pads = [0, 0, *pads[2:]] if layout == "nchw" else [0, *pads[2:], 0]
        after = [0 if p == 0 and i < 1 else p for i, p in enumerate(pads)]
        fill = r.constant(element(x), (), (0.0, 0.0, 0.0, -0.0, 1.0)) if r.chance(0.5) else None
        if fill is not None:
            r.keep(fill, ())
        x = r.add(movement.Pad, x, fill, pads=(*pads, *after))
        r.learn(x)
    kernel = tuple(r.between(1, 2) for _ in range(space))
    transposed = r.chance(0.25)
    out = groups * r.between(1, 2)
    if transposed:
        weights = (channels, out // groups, *kernel)
    else:
        weights = (out, channels // groups, *kernel)
    w = r.constant(element(x), weights) if r.chance(0.9) else r.argument(element(x), weights)
    r.keep(w, weights)
    b = r.constant(element(x), (out,)) if r.chance(0.5) else None
    if b is not None:
        r.keep(b, (out,))
    cls = conv.ConvTranspose if transposed else conv.Conv
    settings: dict[str, Any] = {"groups": groups, "layout": layout}
    if r.chance(0.3):
        settings["pads"] = tuple(r.between(0, 1) for _ in range(2 * space))
    elif r.chance(0.2):
        settings["padding"] = r.one(("same_upper", "same_lower"))
    y = r.add(cls, x, w, b, **settings)
    r.learn(y)
    for _ in range(r.between(0, 2)):
        y = after_convolution(r, y, out, layout)
        r.learn(y)
    return y


def after_convolution(r: Random, y: SSAValue, channels: int, layout: str) -> SSAValue:
    if r.chance(0.4):
        given = [r.constant(element(y), (channels,)) for _ in range(3)]
        given.append(r.constant(element(y), (channels,), (0.0, 1.0, 2.0, 0.25)))
        for v in given:
            r.keep(v, (channels,))
        other = layout if r.chance(0.9) else "nhwc"
        return r.add(norm.BatchNorm, y, *given, layout=other, epsilon=r.one((1e-5, 0.1, 0.0)))
    if r.chance(0.2):
        return r.add(elementwise.Neg, y)
    rank = len(r.sizes[y])
    dims = (channels,) if layout == "nhwc" else (channels, *(1,) * (rank - 2))
    k = r.constant(element(y), dims if r.chance(0.7) else spread(r, r.sizes[y]))
    r.keep(k, shape_of(k.type) or ())
    cls = getattr(elementwise, r.one(("Add", "Sub", "Mul", "Div")))
    return r.add(cls, *((y, k) if r.chance(0.8) else (k, y)))


def pooling(r: Random) -> SSAValue:
    space = r.between(1, 2)
    x = r.floats(2 + space)
    layout = r.one(("nchw", "nhwc"))
    if r.chance(0.6):
        inner = [r.between(0, 1) for _ in range(2 * space)]
        low, high = inner[:space], inner[space:]
        if layout == "nchw":
            pads = (0, 0, *low, 0, 0, *high)
        else:
            pads = (0, *low, 0, 0, *high, 0)
        fill = r.constant(element(x), (), (0.0, 0.0, -0.0, float("-inf"), float("-inf"), 1.0))
        r.keep(fill, ())
        x = r.add(movement.Pad, x, fill, pads=pads)
        r.learn(x)
    settings: dict[str, Any] = {
        "kernel": tuple(r.between(1, 3) for _ in range(space)),
        "strides": tuple(r.between(1, 2) for _ in range(space)),
        "ceil_mode": r.chance(0.3),
        "layout": layout,
    }
    if r.chance(0.3):
        settings["pads"] = tuple(r.between(0, 1) for _ in range(2 * space))
    if r.chance(0.5):
        return r.add(pool.MaxPool, x, **settings)
    return r.add(pool.AveragePool, x, count_include_pad=r.chance(0.3), **settings)


def product(r: Random) -> SSAValue:
    a = r.floats(r.between(2, 3))
    k = r.sizes[a][-1]
    sizes = (k, r.dim())
    b = r.constant(element(a), sizes) if r.chance(0.7) else r.argument(element(a), sizes)
    r.keep(b, sizes)
    sides: list[SSAValue] = []
    for side in (a, b):
        if r.chance(0.4):
            s = r.constant(element(a), r.one(((), (1,), (1, 1), spread(r, r.sizes[side]))))
            r.keep(s, shape_of(s.type) or ())
            side = r.add(elementwise.Mul, side, s)
            r.learn(side)
        sides.append(side)
    if len(r.sizes[a]) == 2 and r.chance(0.3):
        y = r.add(matmul.Gemm, *sides, alpha=r.one((1.0, 0.5)))
    else:
        y = r.add(matmul.MatMul, *sides)
    r.learn(y)
    if r.chance(0.6):
        c = r.constant(element(a), r.one(((sizes[1],), spread(r, r.sizes[y]))))
        r.keep(c, shape_of(c.type) or ())
        y = r.add(elementwise.Add, *((y, c) if r.chance(0.5) else (c, y)))
    return y


# --- What exporters spell out -------------------------------------------------------------------


class Formula:
    """Arithmetic on values, each constant now and then another one or of a wider shape."""

    def __init__(self, r: Random, x: SSAValue) -> None:
        self.r, self.x = r, x

    def number(self, value: float) -> SSAValue:
        r = self.r
        if r.chance(0.03):
            value = r.one((value + 1.0, value * 1.001, -value))
        k = r.constant(
            element(self.x), r.one(((),) * 6 + ((1,), spread(r, r.sizes[self.x]))), (value,)
        )
        r.keep(k, shape_of(k.type) or ())
        return k

    def __call__(self, name: str, a: Any, b: Any = None) -> SSAValue:
        r = self.r
        a = self.number(a) if isinstance(a, float) else a
        b = self.number(b) if isinstance(b, float) else b
        swap = b is not None and name in ("Add", "Mul") and r.chance(0.5)
        operands = [v for v in ((b, a) if swap else (a, b)) if v is not None]
        found = r.add(getattr(elementwise, name), *operands)
        r.learn(found)
        return found


def gelu(r: Random) -> SSAValue:
    x = r.floats()
    f = Formula(r, x)
    if r.chance(0.5):
        bent = f("Erf", f("Div", x, 2**0.5) if r.chance(0.5) else f("Mul", x, 0.5**0.5))
    else:
        cube = f("Pow", x, 3.0) if r.chance(0.5) else f("Mul", f("Mul", x, x), x)
        bent = f("Tanh", f("Mul", f("Add", x, f("Mul", cube, 0.044715)), 0.7978845608))
    bent = f("Add", bent, 1.0)
    if r.chance(0.5):
        return f("Mul", f("Mul", x, 0.5), bent)
    return f("Mul", f("Mul", x, bent), 0.5)


def hard_swish(r: Random) -> SSAValue:
    x = r.pick()
    f = Formula(r, x)
    low, high = (r.constant(element(x), (), (n,)) for n in (0.0, 6.0))
    r.keep(low, ())
    r.keep(high, ())
    gate = r.add(elementwise.Clip, f("Add", x, 3.0), low, high)
    r.learn(gate)
    if r.chance(0.3):
        return f("Div", gate, 6.0)
    if r.chance(0.5):
        return f("Div", f("Mul", x, gate), 6.0)
    return f("Mul", x, f("Mul", gate, 1 / 6))


def layer_norm(r: Random) -> SSAValue:
    x = r.floats(r.between(1, 3))
    rank = len(r.sizes[x])
    axes = tuple(range(rank - 1, rank)) if r.chance(0.8) else (0,)
    f = Formula(r, x)

    def mean(v: SSAValue) -> SSAValue:
        found = r.add(reduce.ReduceMean, v, axes=axes, keepdims=True)
        r.learn(found)
        return found

    d = f("Sub", x, mean(x))
    square = f("Pow", d, 2.0) if r.chance(0.5) else f("Mul", d, d)
    root = f("Sqrt", f("Add", mean(square), r.one((1e-5, 0.1))))
    y = f("Div", d, root) if r.chance(0.6) else f("Mul", d, f("Reciprocal", root))
    for name in ("Mul", "Add"):
        if r.chance(0.6):
            last = r.sizes[x][-1:] if r.chance(0.7) else spread(r, r.sizes[x])
            k = r.constant(element(x), last)
            r.keep(k, shape_of(k.type) or ())
            y = f(name, y, k)
    return y


def branch(r: Random) -> SSAValue:
    """One of two values, with operations inside that see the others."""
    if r.depth:
        raise VerifyException("deep enough")
    condition = r.argument(i1, ())
    outside, before = r.where, dict(r.sizes)
    x = r.pick()
    blocks: list[Block] = []
    r.depth += 1
    for _ in range(2):
        r.where = Block()
        blocks.append(r.where)
        inner = x
        for _ in range(r.between(1, 3)):
            attempt(r)
            same = [
                v
                for v in r.sizes
                if v not in before and v.type == x.type and v.owner.parent is r.where
            ]
            inner = r.one(same) if same else inner
        r.where.add_op(Yield.create(operands=[inner]))
        r.sizes = {v: s for v, s in r.sizes.items() if v in before or v in r.block.args}
    r.depth -= 1
    r.where = outside
    op = control.If.of(condition, regions=[Region(b) for b in blocks])
    r.where.add_op(op)
    r.keep(op.results[0], r.sizes[x])
    return op.results[0]


KINDS: tuple[Callable[[Random], SSAValue], ...] = (
    unary, unary, cast, cast, binary, binary, binary, view, view, view, move, move, reduction,
    convolution, convolution, pooling, product, product, gelu, hard_swish, layer_norm, branch,
)  # fmt: skip


def attempt(r: Random) -> None:
    """One more operation, or several; nothing where the operands do not fit."""
    last = r.where.last_op
    depth, where, known = r.depth, r.where, dict(r.sizes)
    try:
        value = r.one(KINDS)(r)
        if value not in r.sizes:
            r.learn(value)
        if prod(r.sizes[value]) > 4096:
            raise VerifyException("too large")
    except (VerifyException, ValueError, TypeError, IndexError, ArithmeticError):
        r.depth, r.where = depth, where
        r.sizes = {v: s for v, s in r.sizes.items() if v in known or v in r.block.args}
        while (op := r.where.last_op) is not last and op is not None:
            op.detach()
            op.drop_all_references()
            op.erase(safe_erase=False)


def random_module(seed: int, steps: int = 6) -> ModuleOp:
    """A module of one function `f`, that returns its last values and some before."""
    r = Random(seed)
    r.argument(r.one(TYPES), r.dims(r.between(1, 4)))
    for _ in range(steps):
        attempt(r)
    made = [v for v in r.sizes if v.owner is not r.block and v.owner.parent is r.block]
    made = [v for v in made if v.owner.name != "nn.constant"]  # pyright: ignore[reportAttributeAccessIssue]
    last = [v for v in made if v.first_use is None] or made[-1:]
    returned = [*last, *(v for v in made if v not in last and r.chance(0.15))]
    r.block.add_op(ReturnOp(*returned))
    types = [a.type for a in r.block.args], [v.type for v in returned]
    function = FuncOp("f", types, Region(r.block), arg_attrs=ArrayAttr(r.entries))
    return ModuleOp([function])
