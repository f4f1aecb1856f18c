"""What the expressions of rules compute with: arithmetic and functions, each bounded.

Lists are tuples; constants are arrays. What is not known (a dim `?`, say) raises `Unknown`.
"""

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.ir import SSAValue

from .. import element_types, matching
from ..op import DYNAMIC, shape_of

LONGEST = 1 << 12
"""Elements of the longest list that an expression makes."""
WIDEST = 1 << 63
"""Of integers that an expression makes."""
FAILURES = (ArithmeticError, IndexError, KeyError, TypeError, ValueError, AttributeError)
"""What Python and numpy raise where an expression has no value."""


class Unknown(Exception):
    """What an expression asks for is not known, or is no value; the reason is for the user."""


# --- Arithmetic ---------------------------------------------------------------------------------


def bounded(value: Any) -> Any:
    """A value as it is, unless it is an integer or a list that is too large."""
    if isinstance(value, int) and not -WIDEST <= value < WIDEST:
        raise Unknown("has an integer that does not fit 64 bits")
    if isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) > LONGEST:
        raise Unknown(f"has a list of more than {LONGEST} elements")
    return cast(Any, value)


def spread(apply: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """An operation on numbers, on each element of lists."""
    if not isinstance(a, tuple) and not isinstance(b, tuple):
        return bounded(_quiet(apply, a, b) if _is_array(a) or _is_array(b) else apply(a, b))
    x: Sequence[Any] = cast("tuple[Any, ...]", a) if isinstance(a, tuple) else ()
    y: Sequence[Any] = cast("tuple[Any, ...]", b) if isinstance(b, tuple) else ()
    if not isinstance(a, tuple):
        x = [a] * len(y)
    if not isinstance(b, tuple):
        y = [b] * len(x)
    if len(x) != len(y):
        raise Unknown(f"has lists of {len(x)} and {len(y)} elements")
    return tuple(bounded(apply(m, n)) for m, n in zip(x, y, strict=True))


def _is_array(value: Any) -> bool:
    return hasattr(value, "dtype")


def _quiet(apply: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    import numpy as np

    with np.errstate(all="ignore"):
        return apply(a, b)


def power(a: Any, b: Any) -> Any:
    small = isinstance(a, int) and isinstance(b, int) and abs(a) < WIDEST and 0 <= b < 64
    return a**b if small else a ** (float(b) if isinstance(b, int) else b)


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a / b,
}
_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def compared(sign: str, a: Any, b: Any) -> Any:
    """`==` of two lists is one truth; what else lists are compared with goes by element."""
    if sign in ("==", "!=") and isinstance(a, tuple) == isinstance(b, tuple):
        return _ORDER[sign](a, b)
    return spread(_ORDER[sign], a, b)


def truth(value: Any) -> bool:
    """A value as a condition."""
    if isinstance(value, bool):
        return value
    if getattr(value, "size", 0) == 1 and getattr(value, "dtype", "") == "bool":
        return bool(value.reshape(()))
    if isinstance(value, tuple) or _is_array(value):
        raise Unknown("is not one truth; write all(…) or any(…)")
    raise Unknown(f"is {shown(value)}, neither true nor false")


MOST_SHOWN = 60


def shown(value: Any) -> str:
    """A value as messages have it."""
    if isinstance(value, SSAValue):
        return str(cast(Any, value).type)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        text = f"[{', '.join(map(shown, cast('tuple[Any, ...]', value)[:MOST_SHOWN]))}]"
    elif value is None:
        text = "none"
    elif hasattr(value, "tolist"):
        text = str(value.reshape(-1)[:MOST_SHOWN].tolist() if value.ndim else value.tolist())
    else:
        text = str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


# --- Functions ----------------------------------------------------------------------------------


def list_of(value: Any) -> tuple[Any, ...]:
    """A list as one; raises `Unknown` of anything else."""
    if not isinstance(value, tuple):
        raise Unknown(f"is {shown(value)}, which is no list")
    return cast("tuple[Any, ...]", value)


def array_of(value: SSAValue | None) -> Any:
    """The array of a constant; raises `Unknown` of anything else."""
    found = matching.array(value)
    if found is None:
        raise Unknown("is no constant whose elements are at hand")
    return found


def _known(value: Any, what: str) -> Any:
    if value is None:
        raise Unknown(f"has no {what} that is known")
    return value


def _present(value: Any) -> SSAValue:
    if value is None:
        raise Unknown("is absent")
    return value


def _dim(value: SSAValue, axis: Any) -> int:
    dims = _known(shape_of(_present(value).type), "rank")
    if not isinstance(axis, int) or not -len(dims) <= axis < len(dims):
        raise Unknown(f"has no dim {shown(axis)}")
    return _known(None if dims[axis] == DYNAMIC else dims[axis], f"dim {axis}")


def _size(value: SSAValue) -> int:
    return math.prod(_known(matching.static(_present(value)), "shape"))


def _scalar(value: SSAValue) -> Any:
    found = matching.scalar(_present(value))
    if found is None:
        raise Unknown("is not one number for all elements")
    return found


def _splat(value: SSAValue) -> bool:
    return matching.scalar(_present(value)) is not None


def _close(a: Any, b: Any, like: Any = None) -> Any:
    digits = {"f16": 6e-4, "bf16": 4e-3}.get(str(like), 1e-5)
    return spread(lambda m, n: abs(m - n) <= digits * abs(n), a, b)


def _each_number(apply: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """A function of numpy on numbers, lists and arrays."""

    def run(value: Any) -> Any:
        import numpy as np

        with np.errstate(all="ignore"):
            if isinstance(value, tuple):
                return tuple(apply(np, v).item() for v in cast("tuple[Any, ...]", value))
            found = apply(np, value)
            return found if _is_array(value) else found.item()

    return run


def elements_of(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return list(cast("tuple[Any, ...]", value))
    if hasattr(value, "reshape"):
        return value.reshape(-1)
    raise Unknown(f"is {shown(value)}, and has no elements")


def _reduction(name: str) -> Callable[..., Any]:
    def run(*values: Any) -> Any:
        import numpy as np

        given: Any = elements_of(values[0]) if len(values) == 1 else list(values)
        if isinstance(given, list):
            return bounded(_PYTHON[name](cast("list[Any]", given)))
        return getattr(np, name)(given).item()

    return run


_PYTHON: dict[str, Callable[[list[Any]], Any]] = {
    "all": lambda v: all(map(truth, v)),
    "any": lambda v: any(map(truth, v)),
    "sum": sum,
    "prod": math.prod,
    "min": min,
    "max": max,
}


def _range(count: Any) -> tuple[int, ...]:
    if not isinstance(count, int) or not 0 <= count <= LONGEST:
        raise Unknown(f"has range({shown(count)}); a number up to {LONGEST} belongs there")
    return tuple(range(count))


def _length(value: Any) -> int:
    return (
        len(cast("Sequence[Any]", value)) if isinstance(value, tuple) else len(elements_of(value))
    )


def _values(value: Any) -> int:
    return len(cast("list[Any]", value)) if isinstance(value, list) else int(value is not None)


@dataclass(frozen=True)
class Function:
    """A function of the language: kinds of its operands and of its result."""

    takes: tuple[str, ...]
    gives: str
    apply: Callable[..., Any]
    least: int = -1
    """How many operands it needs, where some may be left out."""
    more: bool = False
    """Whether any number may follow."""


def _of(kind: str, gives: str, apply: Callable[[Any], Any], *, more: bool = False) -> Function:
    """A function of one operand, or with `more` of any number of them."""
    return Function((kind,), gives, apply, more=more)


def _of_two(a: str, b: str, gives: str, apply: Callable[[Any, Any], Any]) -> Function:
    return Function((a, b), gives, apply)


FUNCTIONS: dict[str, Function] = {
    # of values
    "type": _of("value", "type", lambda v: _present(v).type),
    "dtype": _of("value", "dtype", lambda v: _known(matching.element_type(_present(v)), "rank")),
    "rank": _of("value", "number", lambda v: _known(matching.rank(_present(v)), "rank")),
    "shape": _of("value", "list", lambda v: _known(matching.static(_present(v)), "shape")),
    "dim": _of_two("value", "number", "number", _dim),
    "size": _of("value", "number", _size),
    "fits": _of_two("value", "value", "flag", lambda a, b: matching.fits(_present(a), _present(b))),
    "present": _of("value", "flag", lambda v: v is not None),
    "count": _of("values", "number", _values),
    # of constants
    "scalar": _of("value", "number", _scalar),
    "splat": _of("value", "flag", _splat),
    # of element types
    "is_float": _of("dtype", "flag", element_types.is_float),
    "is_integer": _of("dtype", "flag", element_types.is_integer),
    "is_bool": _of("dtype", "flag", element_types.is_bool),
    "is_unsigned": _of("dtype", "flag", element_types.is_unsigned),
    "bits": _of("dtype", "number", element_types.bit_width),
    # of numbers, lists and constants
    "close": Function(("numeric", "numeric", "dtype"), "any", _close, 2),
    "abs": _of("numeric", "any", _each_number(lambda np, v: np.abs(v))),
    "sqrt": _of("numeric", "any", _each_number(lambda np, v: np.sqrt(v))),
    "exp": _of("numeric", "any", _each_number(lambda np, v: np.exp(v))),
    "log": _of("numeric", "any", _each_number(lambda np, v: np.log(v))),
    "floor": _of("numeric", "any", _each_number(lambda np, v: np.floor(v))),
    "finite": _of("numeric", "any", _each_number(lambda np, v: np.isfinite(v))),
    "signbit": _of("numeric", "any", _each_number(lambda np, v: np.signbit(v))),
    "div": _of_two("numeric", "numeric", "any", lambda a, b: spread(lambda m, n: m // n, a, b)),
    "mod": _of_two("numeric", "numeric", "any", lambda a, b: spread(operator.mod, a, b)),
    "all": _of("numeric", "flag", _reduction("all")),
    "any": _of("numeric", "flag", _reduction("any")),
    "sum": _of("numeric", "number", _reduction("sum")),
    "prod": _of("numeric", "number", _reduction("prod")),
    "min": _of("numeric", "number", _reduction("min"), more=True),
    "max": _of("numeric", "number", _reduction("max"), more=True),
    "len": _of("numeric", "number", _length),
    # of lists
    "range": _of("number", "list", _range),
    "sorted": _of("list", "list", lambda v: tuple(sorted(list_of(v)))),
    "reversed": _of("list", "list", lambda v: tuple(reversed(list_of(v)))),
    # of attributes that may be absent
    "given": _of("any", "flag", lambda v: v is not None),
    "otherwise": _of_two("any", "any", "any", lambda a, b: b if a is None else a),
}
