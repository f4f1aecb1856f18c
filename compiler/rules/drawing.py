"""Random numbers, shapes and properties as operators want them: small, odd ones among them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from xdsl.ir import Attribute

from .. import element_types
from ..op import Op

Shape = tuple[int, ...]
SPATIAL = frozenset(
    f"nn.{name}"
    for name in (
        "average_pool",
        "batch_norm",
        "conv",
        "conv_integer",
        "conv_transpose",
        "depth_to_space",
        "global_average_pool",
        "global_lp_pool",
        "global_max_pool",
        "group_norm",
        "instance_norm",
        "lp_pool",
        "lrn",
        "max_pool",
        "resize",
        "space_to_depth",
    )
)
"""Operators on `[N, C, *S]`."""
MATRICES = ("nn.matmul", "nn.gemm", "nn.matmul_integer")
SCALARS = frozenset({"low", "high", "fill", "zero_point", "depth"})
"""Operands of one element."""
PER_CHANNEL = frozenset({"nn.batch_norm", "nn.instance_norm", "nn.group_norm"})
PLAIN = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, -0.5, 4.0, -3.0)


@dataclass
class Dice:
    """A seeded generator, and how large and odd what it draws may be (0 to 2)."""

    np: Any
    rng: Any
    level: int
    sizes: tuple[int, ...] = ()
    """Of dims: few, as where two happen to be equal is where wrong rules hide."""

    def __post_init__(self) -> None:
        large = self.pick((2, 3, 4)) if self.level else 2
        self.sizes = (1, large, large, self.pick((2, 3)) if self.level else 2)

    def chance(self, part: float) -> bool:
        return bool(self.rng.random() < part)

    def below(self, count: int) -> int:
        return int(self.rng.integers(count))

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[self.below(len(choices))]

    def size(self) -> int:
        """Of a dim."""
        if self.level > 1 and self.chance(0.05):
            return 0
        return self.pick(self.sizes)

    # Shapes

    def shape(self, least: int, most: int) -> Shape:
        return tuple(self.size() for _ in range(least + self.below(most - least + 1)))

    def partner(self, shape: Shape) -> Shape:
        """A shape that broadcasts with another."""
        way = self.below(10)
        if way < 4:
            return shape
        if way == 4:
            return ()
        if way == 5 and self.level:
            return (*self.shape(0, 1), *(self.size() if n == 1 else n for n in shape))
        kept = shape[self.below(len(shape) + 1) :] if way < 8 else shape
        return tuple(1 if self.chance(0.4) else n for n in kept)

    def factored(self, count: int) -> Shape:
        """A shape of so many elements."""
        found: list[int] = []
        rest = count
        while rest > 1 and len(found) < 3:
            divisors = [d for d in range(1, rest + 1) if rest % d == 0]
            found.append(self.pick(divisors))
            rest //= found[-1]
        found.insert(self.below(len(found) + 1), rest)
        return tuple(found)

    # Numbers

    def array(self, element: Attribute, shape: Shape, special: bool) -> Any:
        np = self.np
        dtype: Any = element_types.numpy_dtype(np, element)
        if element_types.is_bool(element):
            return self.rng.integers(0, 2, shape).astype(bool)
        if element_types.is_float(element):
            found = self._floats(shape)
        else:
            low = 0 if element_types.is_unsigned(element) else -9
            found = self.rng.integers(low, 10, shape)
        found = np.asarray(found).astype(dtype)
        if not special:
            return found
        odd = np.array(_odd(element), np.float64 if dtype.kind not in "iu" else dtype)
        chosen = odd[self.rng.integers(0, len(odd), shape)].astype(dtype)
        return np.where(self.rng.random(shape) < 0.3, chosen, found).astype(dtype)

    def _floats(self, shape: Shape) -> Any:
        if self.level == 0 or self.chance(0.3):
            plain = self.np.array(PLAIN)
            return plain[self.rng.integers(0, len(plain), shape)]
        return self.rng.standard_normal(shape) * self.pick((1.0, 3.0))


def _odd(element: Attribute) -> list[Any]:
    """What rules are often wrong about."""
    bits = element_types.bit_width(element)
    if element_types.is_float(element):
        most = {16: 6.0e4, 32: 3.0e38, 64: 1.0e308}.get(bits, 1.0)
        return [float("nan"), float("inf"), float("-inf"), 0.0, -0.0, most, -most, 1e-40]
    if element_types.is_unsigned(element):
        return [0, 1, (1 << bits) - 1, (1 << bits) - 2]
    return [0, -1, -(1 << (bits - 1)), (1 << (bits - 1)) - 1]


# --- Operands -----------------------------------------------------------------------------------


def operand_shape(
    dice: Dice,
    cls: type[Op],
    field: str,
    known: dict[str, Shape],
    settings: dict[str, Any],
    base: Shape,
) -> Shape:
    """A shape for an operand of an operator some of whose operands are known by field."""
    if field in SCALARS:
        return dice.pick(((), (), (1,)))
    special = _OPERANDS.get((cls.name, field)) or _OPERANDS.get(("", field))
    if cls.name in PER_CHANNEL and field != "x" and "x" in known:
        return (_channels(known["x"], settings),)
    if special is not None and known:
        found = special(dice, known, settings)
        if found is not None:
            return found
    if known:
        first = next(iter(known.values()))
        return dice.partner(first)
    if cls.name in SPATIAL and len(base) < 3:
        return (*dice.shape(2, 2), *dice.shape(1, 2))
    if cls.name in MATRICES and (len(base) < 2 or cls.name == "nn.gemm"):
        return dice.shape(2, 2)
    return base


def _channels(x: Shape, settings: dict[str, Any]) -> int:
    return (x[1] if settings.get("layout") != "nhwc" else x[-1]) if len(x) > 1 else 1


def _kernel(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    x = known.get("x")
    if x is None or len(x) < 3:
        return None
    groups = settings.get("groups") or 1
    taps = [dice.pick((1, 2, 3)) for _ in x[2:]]
    return (groups * dice.pick((1, 2, 3)), max(1, _channels(x, settings) // groups), *taps)


def _transposed(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    found = _kernel(dice, known, settings)
    if found is None:
        return None
    return (_channels(known["x"], settings), dice.pick((1, 2, 3)), *found[2:])


def _bias(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    return (known["w"][0],) if known.get("w") else None


def _transposed_bias(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    w = known.get("w")
    return None if not w else (w[1] * (settings.get("groups") or 1),)


def _right(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    a = known.get("a")
    if not a or len(a) < 2:
        return None
    inner = a[-2] if settings.get("trans_a") else a[-1]
    last = (dice.size(), inner) if settings.get("trans_b") else (inner, dice.size())
    return (*dice.pick((a[:-2], ())), *last)


def _left(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    b = known.get("b")
    if not b or len(b) < 2:
        return None
    inner = b[-1] if settings.get("trans_b") else b[-2]
    last = (inner, dice.size()) if settings.get("trans_a") else (dice.size(), inner)
    return (*dice.pick((b[:-2], ())), *last)


def _added(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    a, b = known.get("a"), known.get("b")
    if not a or not b or len(a) != 2 or len(b) != 2:
        return None
    rows = a[1] if settings.get("trans_a") else a[0]
    columns = b[0] if settings.get("trans_b") else b[1]
    return dice.pick(((rows, columns), (columns,), (1, columns), (rows, 1), ()))


def _normalised(dice: Dice, known: dict[str, Shape], settings: dict[str, Any]) -> Shape | None:
    x = known.get("x")
    if x is None:
        return None
    axis = settings.get("axis")
    start = axis if isinstance(axis, int) and 0 <= axis <= len(x) else dice.below(len(x) + 1)
    return x[start:]


Recipe = Callable[[Dice, dict[str, Shape], dict[str, Any]], "Shape | None"]
_OPERANDS: dict[tuple[str, str], Recipe] = {
    ("nn.conv", "w"): _kernel,
    ("nn.conv_integer", "w"): _kernel,
    ("nn.conv_transpose", "w"): _transposed,
    ("nn.conv", "b"): _bias,
    ("nn.conv_transpose", "b"): _transposed_bias,
    ("nn.matmul", "b"): _right,
    ("nn.matmul_integer", "b"): _right,
    ("nn.gemm", "b"): _right,
    ("nn.matmul", "a"): _left,
    ("nn.gemm", "a"): _left,
    ("nn.gemm", "c"): _added,
    ("nn.layer_norm", "scale"): _normalised,
    ("nn.layer_norm", "bias"): _normalised,
    ("nn.rms_norm", "scale"): _normalised,
}


# --- Properties ---------------------------------------------------------------------------------


def property_value(
    dice: Dice, cls: type[Op], name: str, kind: str, words: Sequence[str], shapes: list[Shape]
) -> Any:
    """A value for a property of an operator on operands of these shapes."""
    x = shapes[0] if shapes else ()
    own = _PROPERTIES.get((cls.name, name)) or _PROPERTIES.get(("", name))
    if own is not None:
        return own(dice, x)
    if words:
        return dice.pick(words)
    if kind == "flag":
        return dice.chance(0.5)
    if kind == "dtype":
        return None
    if kind == "number":
        default = cls.property_fields[name].default
        return dice.pick(PLAIN) if isinstance(default, float) else dice.pick((0, 1, 2, 3))
    return None


def _other_than(dice: Dice, trivial: Shape, draw: Callable[[], Shape]) -> Shape:
    """What is drawn, seldom what changes nothing: that shows little of a rule."""
    found = draw()
    for _ in range(4):
        if found != trivial or dice.chance(0.1):
            break
        found = draw()
    return found


def _permutation(dice: Dice, x: Shape) -> Shape:
    identity = tuple(range(len(x)))
    return _other_than(dice, identity, lambda: _shuffled(dice, identity))


def _shuffled(dice: Dice, values: Shape) -> Shape:
    return tuple(values[int(i)] for i in dice.rng.permutation(len(values)))


def _some_axes(dice: Dice, x: Shape) -> Shape:
    found = tuple(i for i in range(len(x)) if dice.chance(0.5))
    return found or ((dice.below(len(x)),) if x else ())


def _last_axes(dice: Dice, x: Shape) -> Shape:
    if dice.chance(0.5):
        return _some_axes(dice, x)
    return tuple(range(dice.below(len(x)), len(x))) if x else ()


def _new_axes(dice: Dice, x: Shape) -> Shape:
    count = 1 + dice.below(2)
    rank = len(x) + count
    return tuple(sorted(int(i) for i in dice.rng.permutation(rank)[:count]))


def _unit_axes(dice: Dice, x: Shape) -> Shape:
    ones = [i for i, n in enumerate(x) if n == 1]
    return tuple(i for i in ones if dice.chance(0.7)) or tuple(ones[:1])


def _all_pads(dice: Dice, x: Shape) -> Shape:
    first = 2 if dice.chance(0.6) and len(x) > 2 else 0
    half = [0 if i < first else dice.pick((0, 1, 2)) for i in range(len(x))]
    other = [0 if i < first else dice.pick((0, 1)) for i in range(len(x))]
    return (*half, *other)


def _spatial(choices: Sequence[int], both_ends: bool = False) -> Callable[[Dice, Shape], Any]:
    def draw(dice: Dice, x: Shape) -> Any:
        if dice.chance(0.3):
            return None
        return tuple(dice.pick(choices) for _ in range(max(0, len(x) - 2) * (1 + both_ends)))

    return draw


def _padding(dice: Dice, x: Shape) -> str:
    return dice.pick(("explicit", "explicit", "same_upper", "same_lower"))


def _kernel_of_pool(dice: Dice, x: Shape) -> Shape:
    return tuple(dice.pick((1, 2, 3)) for _ in x[2:])


def _stretched(dice: Dice, x: Shape) -> Shape:
    return (*dice.shape(0, 1), *(dice.size() if n == 1 else n for n in x))


def _same_elements(dice: Dice, x: Shape) -> Shape:
    """The dims in another order, which is no transpose, or others."""
    if dice.chance(0.5):
        return _other_than(dice, x, lambda: _shuffled(dice, x))
    return _other_than(dice, x, lambda: dice.factored(prod(x)))


def _starts(dice: Dice, x: Shape) -> Shape:
    return tuple(dice.pick((0, 0, 1, -2)) for _ in x)


def _ends(dice: Dice, x: Shape) -> Shape:
    return tuple(dice.pick((n, n, n - 1, 100)) for n in x)


_PROPERTIES: dict[tuple[str, str], Callable[[Dice, Shape], Any]] = {
    ("", "perm"): _permutation,
    ("", "axes"): _last_axes,
    ("", "axis"): lambda dice, x: dice.below(max(1, len(x))),
    ("", "epsilon"): lambda dice, x: dice.pick((1e-5, 1e-3, 0.5)),
    ("", "groups"): lambda dice, x: dice.pick((1, 1, 2)),
    ("", "strides"): _spatial((1, 1, 2)),
    ("", "dilations"): _spatial((1, 1, 2)),
    ("", "pads"): _spatial((0, 1), both_ends=True),
    ("nn.conv", "padding"): _padding,
    ("nn.conv_transpose", "padding"): _padding,
    ("nn.conv_integer", "padding"): _padding,
    ("nn.max_pool", "padding"): _padding,
    ("nn.average_pool", "padding"): _padding,
    ("nn.lp_pool", "padding"): _padding,
    ("", "kernel"): _kernel_of_pool,
    ("", "block"): lambda dice, x: dice.pick((1, 2)),
    ("", "sizes"): lambda dice, x: x,
    ("", "repeats"): lambda dice, x: tuple(dice.pick((1, 2, 3)) for _ in x),
    ("nn.pad", "pads"): _all_pads,
    ("nn.unsqueeze", "axes"): _new_axes,
    ("nn.squeeze", "axes"): _unit_axes,
    ("nn.reshape", "shape"): _same_elements,
    ("nn.broadcast", "shape"): _stretched,
    ("nn.slice", "starts"): _starts,
    ("nn.slice", "ends"): _ends,
    ("nn.slice", "axes"): lambda dice, x: dice.pick((None, tuple(range(len(x))))),
    ("nn.slice", "steps"): lambda dice, x: dice.pick((None, tuple(dice.pick((1, 2)) for _ in x))),
}
