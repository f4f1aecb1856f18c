"""How far arrays have moved, measured by what the law class of a pass allows.

`exact` moves no bit; `real` and `fast` move by roundings, which are small beside the largest number
of the tensor, as that is what sums cancel down from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FLOAT32_EPS = 2.0**-23
NARROW_RTOL = 1e-2
"""Of floats narrower than float32, or one rounding where that is more."""
LAWS = "exact", "real", "fast"
ULPS = 512
"""Of wider floats: roundings by which an element may move, its own and the largest number's."""
BESIDE_ONE = 8 * FLOAT32_EPS
"""What runtimes are apart where they approximate what lies between 0 and 1, such as a sigmoid."""


@dataclass(frozen=True)
class Change:
    """How a tensor moved, at the worst position."""

    position: tuple[int, ...]
    after: str
    before: str
    excess: float
    """In multiples of the tolerance; infinite where there is none."""
    limit: str
    ulps: float | None = None
    """The most that any element moved, in units of its own last place."""

    def __str__(self) -> str:
        at = f" at {list(self.position)}" if self.position else ""
        return f"{at}: {self.after} was {self.before}{self.limit}"


def loosest(laws: Iterable[str]) -> str:
    """The law class of passes together."""
    return max(laws, key=LAWS.index, default="exact")


def change(
    np: Any, after: Any, before: Any, law: str, rounds: int = 1, eps: float = 0.0
) -> Change | None:
    """The worst move of an array beyond what a law class allows; None if there is none."""
    found = deviation(np, after, before, law, rounds, eps)
    return found if found is not None and found.excess > 1 else None


def deviation(
    np: Any,
    after: Any,
    before: Any,
    law: str,
    rounds: int = 1,
    eps: float = 0.0,
    floor: float = 0.0,
) -> Change | None:
    """
    The worst move of an array, measured by what a law class allows; None if nothing moved.

    `exact`: every bit, but NaN is NaN. `real`: floats within `rounds` times the tolerance of their
    type, or of `eps` if that is coarser, and `floor`; NaN and infinities by position. `fast`: as
    `real`, where both are finite. All else exact.
    """
    if after.shape != before.shape or after.dtype != before.dtype:
        return Change((), type_of(after), type_of(before), float("inf"), "")
    if not after.size:
        return None
    if law == "exact" or not _is_float(after.dtype):
        return _exact(np, after, before)
    return _close(np, after, before, law, rounds, max(eps, eps_of(after.dtype)), floor)


def type_of(array: Any) -> str:
    """Shape and element type, as messages show them: `2x3xfloat32`."""
    return "x".join([*map(str, array.shape), str(array.dtype)])


def _is_float(dtype: Any) -> bool:
    return dtype.kind in "fc" or dtype.name.startswith(("bfloat", "float"))


def _exact(np: Any, a: Any, b: Any) -> Change | None:
    if a.dtype.kind == "O" or not _is_float(a.dtype):
        wrong = np.asarray(a != b)
    else:
        bits = np.dtype(f"V{a.dtype.itemsize}")
        x, y = np.ascontiguousarray(a), np.ascontiguousarray(b)
        if x.tobytes() == y.tobytes():
            return None
        wrong = np.asarray(x.view(bits) != y.view(bits)) & ~(np.isnan(x) & np.isnan(y))
        wrong = wrong.reshape(a.shape)  # a scalar is a list of one by now
    if not wrong.any():
        return None
    at = _position(np, wrong.argmax(), a.shape)
    count = f"; {int(wrong.sum())} of {a.size} differ"
    return Change(at, _shown(a[at]), _shown(b[at]), float("inf"), count)


def _close(
    np: Any, a: Any, b: Any, law: str, rounds: int, eps: float, floor: float
) -> Change | None:
    wide: Any = np.complex128 if a.dtype.kind == "c" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    finite = np.isfinite(x) & np.isfinite(y)
    scale = float(np.abs(y[finite]).max()) if finite.any() else 0.0
    relative = tolerance(eps)
    absolute = relative * scale + floor
    with np.errstate(all="ignore"):
        limit = rounds * (relative * np.abs(y) + absolute) + np.finfo(np.float64).tiny
        excess = np.abs(x - y) / limit
        ulps = np.abs(x - y)[finite] / _last_place(np, y[finite], a.dtype)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    beyond = 0.0 if law == "fast" else np.inf
    excess = np.where(same, 0.0, np.where(finite, excess, beyond))
    worst = float(excess.max())
    if worst == 0:
        return None
    at = _position(np, excess.argmax(), a.shape)
    text = f"; {int((excess > 1).sum())} of {a.size} beyond {rounds * relative:g} of themselves"
    limit = f"{text} and {rounds * absolute:g}"
    most = float(ulps.max()) if ulps.size else None
    return Change(at, _shown(a[at]), _shown(b[at]), worst, limit, most)


def _last_place(np: Any, numbers: Any, dtype: Any) -> Any:
    """The unit in the last place of each number; below the least normal one it is the same."""
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    info = finfo(dtype)
    _, exponents = np.frexp(np.maximum(np.abs(numbers), float(info.smallest_normal)))
    return np.ldexp(float(info.eps), exponents - 1)


def tolerance(eps: float) -> float:
    """What floats may move by, relative to themselves and to the tensor's largest number."""
    return ULPS * eps if eps <= FLOAT32_EPS else max(NARROW_RTOL, eps)


def eps_of(dtype: Any) -> float:
    """The distance of 1 from the next float; 0 of other types."""
    import ml_dtypes

    finfo: Any = ml_dtypes.finfo
    return float(finfo(dtype).eps) if _is_float(dtype) else 0.0


def _position(np: Any, flat: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(flat), shape))


def _shown(element: Any) -> str:
    return repr(element) if isinstance(element, str | bytes) else str(element)
