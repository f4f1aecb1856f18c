"""Whether two arrays agree: within a tolerance, NaN and infinities by position."""

from dataclasses import dataclass
from typing import Any

RTOL, ATOL = 1e-3, 1e-5
"""Of whole models in float32."""
HALF_RTOL = 1e-2
"""Of whole models in float16 and narrower."""


@dataclass(frozen=True)
class Deviation:
    """How two arrays differ, at the worst position."""

    reason: str
    position: tuple[int, ...] = ()
    excess: float = float("inf")
    """How far beyond the tolerance, in multiples of it; infinite where there is none."""

    def __str__(self) -> str:
        return self.reason


def compare(np: Any, a: Any, b: Any, rtol: float | None, atol: float | None) -> Deviation | None:
    """
    The worst deviation of `a` from the expected `b`; None where they agree.

    Floats agree within `atol + rtol * |b|` (by default by their dtype), NaN and infinities must
    stand at the same positions; integers, booleans and strings must be equal.
    """
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return Deviation(f"shape {_shape(a)}, expected {_shape(b)}")
    if a.dtype != b.dtype:
        return Deviation(f"element type {a.dtype}, expected {b.dtype}")
    if a.size == 0:
        return None
    if a.dtype.kind in "OUSbiu" or not _is_float(a.dtype):
        return _exact(np, a, b)
    return _close(np, a, b, rtol, atol)


def _shape(array: Any) -> str:
    return "x".join(map(str, array.shape)) or "scalar"


def _is_float(dtype: Any) -> bool:
    return dtype.kind in "fc" or dtype.name.startswith(("bfloat", "float"))


def _exact(np: Any, a: Any, b: Any) -> Deviation | None:
    wrong = np.asarray(a != b)
    if not wrong.any():
        return None
    at = _position(np, wrong.argmax(), a)
    shown = f"{_text(a[at])}, expected {_text(b[at])}; {int(wrong.sum())} of {a.size} differ"
    return Deviation(shown, at)


def _close(np: Any, a: Any, b: Any, rtol: float | None, atol: float | None) -> Deviation | None:
    narrow = a.dtype.itemsize < 4
    rtol = (HALF_RTOL if narrow else RTOL) if rtol is None else rtol
    atol = (HALF_RTOL if narrow else ATOL) if atol is None else atol
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    x, y = a.astype(wide), b.astype(wide)
    with np.errstate(all="ignore"):
        limit = atol + rtol * np.abs(y)
        excess = np.abs(x - y) / np.where(limit > 0, limit, np.finfo(np.float64).tiny)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    excess = np.where(same, 0.0, np.where(np.isfinite(x) & np.isfinite(y), excess, np.inf))
    worst = float(excess.max())
    if worst <= 1:
        return None
    at = _position(np, excess.argmax(), a)
    count = int((excess > 1).sum())
    limits = f"{count} of {a.size} beyond rtol {rtol:g}, atol {atol:g}"
    return Deviation(f"{_text(a[at])}, expected {_text(b[at])}; {limits}", at, worst)


def _text(element: Any) -> str:
    """As a person writes it; of a string the quotes tell where it ends."""
    return repr(element) if isinstance(element, str | bytes) else str(element)


def _position(np: Any, flat: Any, array: Any) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(flat), array.shape))
