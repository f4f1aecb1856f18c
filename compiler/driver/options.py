"""Options of a pass, pipeline, frontend or target: `{tile-size=16 layouts=nhwc,nchw exact}`.

The fields of its dataclass, or the parameters of its function, say what is allowed. One of type
`dict[str, T]` takes every option of another name.
"""

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from xdsl.utils.hints import type_repr

from .diagnostics import Diagnosed, Diagnostic, Place, near

_WORD = re.compile(r"[A-Za-z0-9_.$-]+")
_PLAIN = re.compile(r"[A-Za-z0-9_.+/:-]+")


@dataclass(frozen=True)
class Given:
    """An option as written; `value` is None for a bare key."""

    key: str
    value: str | None
    place: Place
    value_place: Place

    def __str__(self) -> str:
        return self.key if self.value is None else f"{self.key}={self.value}"


@dataclass(frozen=True)
class Allowed:
    """An option as declared."""

    name: str
    type: Any
    default: Any = dataclasses.MISSING

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING


class _Unfit(Exception):
    """A value is not of its type; the message says what would be."""


def of_dataclass(cls: type[Any]) -> list[Allowed]:
    """The options of a pass, frontend or target."""
    hints = get_type_hints(cls)
    return [
        Allowed(f.name, hints[f.name], _default(f))
        for f in dataclasses.fields(cls)
        if f.init and f.name != "name"
    ]


def _default(field: dataclasses.Field[Any]) -> Any:
    made = field.default_factory
    return field.default if made is dataclasses.MISSING else made()


def of_function(function: Callable[..., Any]) -> list[Allowed]:
    """The options of a named pipeline."""
    hints = get_type_hints(function)
    return [
        Allowed(
            p.name,
            hints.get(p.name, str),
            dataclasses.MISSING if p.default is inspect.Parameter.empty else p.default,
        )
        for p in inspect.signature(function).parameters.values()
    ]


def convert(
    owner: str, given: Sequence[Given], allowed: Sequence[Allowed], place: Place
) -> dict[str, Any]:
    """Keyword arguments from options; raises `Diagnosed` with one error for each wrong option."""
    known = {a.name: a for a in allowed if not _is_open(a)}
    rest = next((a for a in allowed if _is_open(a)), None)
    values: dict[str, Any] = {} if rest is None else {rest.name: {}}
    wrong: list[Diagnostic] = []
    for option in given:
        name = option.key.replace("-", "_")
        try:
            if name not in known and rest is not None:
                _keep(option, get_args(rest.type)[1], values[rest.name])
                continue
            if name not in known:
                raise _Unfit(f"no such option {option.key}{near(option.key, map(kebab, known))}")
            if name in values:
                raise _Unfit(f"option {option.key} is given twice")
            values[name] = _value(option, known[name].type)
        except _Unfit as e:
            at = option.place if name not in known or option.value is None else option.value_place
            wrong.append(Diagnostic("error", at, str(e), (_context(owner, given, allowed, place),)))
    seen = {o.key.replace("-", "_") for o in given}
    for name, a in known.items():
        if a.required and not _takes_none(a.type) and name not in seen:
            message = f"'{owner}' needs the option {kebab(name)} ({wanted(a.type)})"
            wrong.append(Diagnostic("error", place, message))
        elif a.required and name not in seen:
            values[name] = None
    if wrong:
        raise Diagnosed(*wrong)
    return values


def _is_open(allowed: Allowed) -> bool:
    """Whether it takes the options of all other names."""
    return get_origin(allowed.type) is dict


def _keep(option: Given, type_: Any, values: dict[str, Any]) -> None:
    if option.key in values:
        raise _Unfit(f"option {option.key} is given twice")
    values[option.key] = _value(option, type_)


def _context(
    owner: str, given: Sequence[Given], allowed: Sequence[Allowed], place: Place
) -> Diagnostic:
    options = ", ".join(map(_described, allowed))
    message = f"failed to add `{owner}` with options `{' '.join(map(str, given))}`; "
    message += f"its options are {options}" if options else "it has no options"
    return Diagnostic("note", place, message)


def _described(allowed: Allowed) -> str:
    name, kind = as_written(allowed)
    return f"{name} ({kind})"


def as_written(allowed: Allowed) -> tuple[str, str]:
    """An option's name and what its value looks like, in words."""
    if _is_open(allowed):
        return "any other name", wanted(get_args(allowed.type)[1])
    return kebab(allowed.name), wanted(allowed.type)


def kebab(name: str) -> str:
    """The name of an option as pipelines spell it."""
    return name.replace("_", "-")


# --- Text to value ------------------------------------------------------------------------------


def _value(option: Given, type_: Any) -> Any:
    try:
        return _convert(option.value, type_)
    except _Unfit:
        if option.value is None:
            raise _Unfit(f"option {option.key} needs a value: {wanted(type_)}") from None
        hint = near(option.value, [str(c) for c in choices(type_)])
        if not hint and "," in option.value and "=" in option.value:
            hint = "; options are separated by spaces"
        raise _Unfit(
            f"option {option.key} of value '{option.value}' must be {wanted(type_)}{hint}"
        ) from None


def _convert(text: str | None, type_: Any) -> Any:
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        return _union(text, get_args(type_))
    if type_ is bool:
        return _bool("true" if text is None else text)
    if text is None:
        raise _Unfit
    if origin is tuple:
        return _tuple(text, get_args(type_))
    return _scalar(text, type_)


def _scalar(text: str, type_: Any) -> Any:
    plain = unquoted(text)
    if get_origin(type_) is Literal:
        for choice in get_args(type_):
            if str(choice) == plain:
                return choice
        raise _Unfit
    if isinstance(type_, type) and issubclass(type_, Enum):
        for member in type_:
            if plain in (kebab(member.name.lower()), str(member.value)):
                return member
        raise _Unfit
    if type_ is str or type_ is Any:
        return plain
    try:
        return int(text, 0) if type_ is int else type_(text)
    except (TypeError, ValueError):
        raise _Unfit from None


def _bool(text: str) -> bool:
    words = {"true": True, "1": True, "false": False, "0": False}
    if text.lower() not in words:
        raise _Unfit
    return words[text.lower()]


def _union(text: str | None, kinds: Sequence[Any]) -> Any:
    if NoneType in kinds and (text is None and bool not in kinds or text in ("none", "None")):
        return None
    for kind in kinds:
        if kind is NoneType:
            continue
        try:
            return _convert(text, kind)
        except _Unfit:
            pass
    raise _Unfit


def _tuple(text: str, kinds: Sequence[Any]) -> tuple[Any, ...]:
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    parts = split(text) if text else []
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(parts)
    if len(kinds) != len(parts):
        raise _Unfit
    return tuple(_convert(part, kind) for part, kind in zip(parts, kinds, strict=True))


def split(text: str) -> list[str]:
    """The parts between commas that stand outside quotes and brackets."""
    parts, start, depth, quote = list[str](), 0, 0, ""
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote and text[i - 1] != "\\" else quote
        elif c in "\"'":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


def unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return text


# --- Types in words -----------------------------------------------------------------------------


def _takes_none(type_: Any) -> bool:
    return get_origin(type_) in (Union, UnionType) and NoneType in get_args(type_)


def choices(type_: Any) -> list[Any]:
    """The values that a type lists."""
    if get_origin(type_) is Literal:
        return list(get_args(type_))
    return [c for part in get_args(type_) for c in choices(part)]


_WORDS = (
    (bool, "true or false"),
    (int, "an integer"),
    (float, "a number"),
    (str, "text"),
    (NoneType, "none"),
)


def wanted(type_: Any) -> str:
    """What a value of the type looks like, in words."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType):
        return " or ".join(wanted(p) for p in parts)
    if origin is Literal:
        return "one of " + ", ".join(map(str, parts))
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return f"a list of {wanted(parts[0]).removeprefix('an ').removeprefix('a ')}"
    if origin is tuple:
        return "a list of " + ", ".join(wanted(p) for p in parts)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return "one of " + ", ".join(kebab(m.name.lower()) for m in type_)
    for known, words in _WORDS:
        if type_ is known:
            return words
    return type_repr(type_)


# --- Value to text ------------------------------------------------------------------------------


def spell(name: str, values: Mapping[str, Any]) -> str:
    """`name{key=value …}` that reads back as these values."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            flat.update(cast("dict[str, Any]", value))
        else:
            flat[kebab(key)] = value
    options = [f"{_key(k)}={spelled(v)}" for k, v in flat.items() if v is not None]
    return f"{name}{{{' '.join(options)}}}" if options else name


def spelled(value: Any) -> str:
    """The text of a value."""
    if isinstance(value, tuple | list):
        return ",".join(map(spelled, cast("tuple[Any, ...]", value))) or "{}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Enum):
        return kebab(value.name.lower())
    text = str(value)
    if isinstance(value, str) and not _PLAIN.fullmatch(text):
        return _quoted(text)
    return text


def _key(text: str) -> str:
    return text if _WORD.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def values_of(owner: Any) -> dict[str, Any]:
    """The options of a pass as it is."""
    return {
        f.name: getattr(owner, f.name)
        for f in dataclasses.fields(owner)
        if f.init and f.name != "name"
    }
