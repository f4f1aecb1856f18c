"""What is another in two operations: their attributes, and the numbers of their weights."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, cast

from xdsl.dialects.builtin import DictionaryAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation

from .. import names
from ..op import SEGMENTS, Op, Uniform
from ..text.printer import Printer
from ..weights import CHUNK, Elements, as_elements
from .findings import Change, quoted

_NAMES = frozenset({names.OUTS, names.ARGS})
"""The attributes that hold names, which are compared as such."""
SIGNATURE = frozenset({"sym_name", "function_type", "arg_attrs", "res_attrs"})
"""What of a function is compared in other ways than as attributes."""
LONGEST = 60
"""Characters of an attribute that are shown, from where it begins to differ."""


def entries(op: Operation, without: Collection[str] = ()) -> dict[str, Attribute]:
    """The properties and attributes of an operation but for its names, and others not wanted."""
    hidden = _NAMES.union(without, [SEGMENTS] if isinstance(op, Uniform) else [])
    both = (*op.properties.items(), *op.attributes.items())
    return {name: attribute for name, attribute in both if name not in hidden}


def changes(a: Operation, b: Operation, renamed: Mapping[str, str]) -> Iterator[Change]:
    """How the attributes of two operations differ, functions having been renamed."""
    if a.properties == b.properties and a.attributes == b.attributes and not _is_elided(a):
        return
    defaults = _defaults(a) if type(a) is type(b) else {}
    old, new = entries(a), entries(b)
    yield from between({**defaults, **old}, {**defaults, **new}, renamed)


def _is_elided(op: Operation) -> bool:
    """Whether an operation holds a tensor whose bytes the text did not have."""
    return any(isinstance(p, Elements) and not p.data.here for p in op.properties.values())


def _defaults(op: Operation) -> dict[str, Attribute]:
    if not isinstance(op, Op):
        return {}
    fields = op.property_fields.items()
    return {name: f.write(f.default) for name, f in fields if f.default is not None}


def between(
    old: Mapping[str, Attribute], new: Mapping[str, Attribute], renamed: Mapping[str, str]
) -> Iterator[Change]:
    """How two dictionaries of attributes differ, those inside them included, by name."""
    pending = [(name, old.get(name), new.get(name)) for name in sorted({*old, *new}, reverse=True)]
    while pending:
        name, p, q = pending.pop()
        x, y = as_elements(p), as_elements(q)
        if x is not None and y is not None:
            change = elements_change(name, x, y)
            yield from () if change is None else (change,)
        elif isinstance(p, DictionaryAttr) and isinstance(q, DictionaryAttr):
            keys = sorted({*p.data, *q.data}, reverse=True)
            pending += [(f"{name}.{key}", p.data.get(key), q.data.get(key)) for key in keys]
        elif not is_same(p, q) and not _is_renamed(p, q, renamed):
            yield Change(name, *shown(p, q))


def is_same(p: Attribute | None, q: Attribute | None) -> bool:
    """
    Whether two attributes or types are equal. Those of dialects that nobody knows have classes of
    their own in each context, so that only their texts say it.
    """
    if p is q or p == q:
        return True
    if p is None or q is None or p.name != q.name:
        return False
    text = _text(p)
    return text == _text(q) and "dense" not in str(text)  # whose text may leave the bytes out


def location_change(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """How the names in two locations differ, which are sets."""
    if set(old) != set(new):
        yield Change("location", _names(old), _names(new))


def _names(names: Sequence[str]) -> str | None:
    return ", ".join(map(quoted, sorted(names))) or None


def _is_renamed(p: Attribute | None, q: Attribute | None, renamed: Mapping[str, str]) -> bool:
    if not isinstance(p, SymbolRefAttr) or not isinstance(q, SymbolRefAttr):
        return False
    return renamed.get(p.string_value()) == q.string_value()


def shown(p: Attribute | None, q: Attribute | None) -> tuple[str | None, str | None]:
    """The texts of two attributes; of long ones what they do not have in common, and around it."""
    old, new = _text(p), _text(q)
    if old is None or new is None or len(old) <= LONGEST >= len(new):
        return _cut(old, 0), _cut(new, 0)
    pairs = enumerate(zip(old, new, strict=False))
    first = next((i for i, (c, d) in pairs if c != d), min(len(old), len(new)))
    start = max(0, first - LONGEST // 4)
    return _cut(old, start), _cut(new, start)


def _text(attribute: Attribute | None) -> str | None:
    if attribute is None:
        return None
    elements = as_elements(attribute)
    if elements is not None and not elements.inline:
        return f"dense<…> : {elements.type}"
    stream = StringIO()
    Printer(stream).print_attribute(attribute)
    return stream.getvalue()


def _cut(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    end = start + LONGEST
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


# --- Weights ------------------------------------------------------------------------------------


def elements_change(what: str, a: Elements, b: Elements) -> Change | None:
    """
    How the elements of two tensors differ: the first place, how many, by how much; bit for bit, so
    that −0 is not 0. None where they do not. Looks at a piece at a time.
    """
    if a.data == b.data and (a.data is b.data or a.data.here):
        return None
    if a.type != b.type:
        return Change(what, str(a.type), str(b.type))
    if not a.data.here or not b.data.here:
        missing = a.key if not a.data.here else b.key
        return Change(what, None, None, f"not compared: the bytes of '{missing}' are not there")
    import numpy as np

    x, y = a.array(np), b.array(np)
    first, count, deviation = -1, 0, 0.0
    for start in range(0, x.size, CHUNK):
        p, q = _piece(x, start), _piece(y, start)
        wrong = _differing(np, p, q)
        where = np.flatnonzero(wrong)
        if not where.size:
            continue
        first = start + int(where[0]) if first < 0 else first
        count += int(where.size)
        deviation = max(deviation, _deviation(np, p[wrong], q[wrong]))
    at = tuple(int(i) for i in np.unravel_index(first, x.shape))
    return _weights(what, x, y, at, count, deviation)


def _piece(array: Any, start: int) -> Any:
    """Of an array that is no flat memory, only the piece is copied."""
    flat = array.reshape(-1) if array.flags.c_contiguous else array.flat
    return flat[start : start + CHUNK]


def _differing(np: Any, p: Any, q: Any) -> Any:
    if p.dtype == object:
        return p != q
    size = p.dtype.itemsize
    p, q = (np.ascontiguousarray(a).view(np.uint8).reshape(-1, size) for a in (p, q))
    return (p != q).any(axis=1)


def _deviation(np: Any, p: Any, q: Any) -> float:
    """The greatest difference; infinite where NaN or an infinity stands against another value."""
    if p.dtype == object:
        return 0.0
    wide = np.complex128 if p.dtype.kind == "c" else np.float64
    x, y = p.astype(wide), q.astype(wide)
    with np.errstate(all="ignore"):
        apart = np.abs(x - y)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    return float(np.where(same, 0.0, np.where(np.isfinite(apart), apart, np.inf)).max())


def _weights(
    what: str, x: Any, y: Any, at: tuple[int, ...], count: int, deviation: float
) -> Change:
    old, new = _element(x[at]), _element(y[at])
    numeric = x.dtype != object
    where = f" at {list(at)}" if at else ""
    apart = f", by up to {deviation:g}" if numeric else ""
    note = f"differs{where}: {old} -> {new}; {count} of {x.size} elements{apart}"
    numbers: dict[str, Any] = {"position": list(at), "differing": count, "elements": x.size}
    if numeric:
        finite = deviation < float("inf")
        numbers["greatest_deviation"] = deviation if finite else None
    return Change(what, old, new, note, numbers)


def _element(element: Any) -> str:
    if isinstance(element, bytes):
        return cast(str, _cut(repr(element)[1:], 0))
    return str(element)
