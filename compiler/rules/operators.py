"""What rules know of operators: which there are, which commute, what their properties take."""

from functools import cache
from typing import Any

from ..driver.diagnostics import near
from ..op import Op, Property

COMMUTATIVE = frozenset(
    f"nn.{name}"
    for name in (
        "add",
        "and",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "equal",
        "maximum",
        "minimum",
        "mul",
        "or",
        "xor",
    )
)
"""Operators whose two operands may change places."""
_KINDS = {
    "a list of integers": "list",
    "a list of floats": "list",
    "a list of strings": "list",
    "an integer": "number",
    "a float": "number",
    "true or false": "flag",
    "a string": "text",
    "a type": "dtype",
}


@cache
def find(name: str) -> type[Op] | None:
    """The class of an operator; None if there is none of this name."""
    from ..context import new_context

    found = new_context().get_optional_op(name)
    return found if found is not None and issubclass(found, Op) else None


def refusal(name: str) -> str | None:
    """Why rules do not take an operator; None if they do."""
    found = find(name)
    if found is None:
        from ...dialects import nn

        known = [op.name for op in nn.dialect().operations if issubclass(op, Op)]
        hint = near(name, known) or near(f"nn.{name.rpartition('.')[2]}", known)
        return f"there is no operator '{name}'{hint}"
    if found.region_count:
        return f"'{name}' has regions; rules take operators without"
    if name == "nn.constant":
        return "a constant is written 'const %k', or as a number"
    return None


def arity(cls: type[Op]) -> str:
    """The operands of an operator in one line."""
    if not cls.operand_fields:
        return "no operands"
    return ", ".join(
        f.name + {"one": "", "optional": "?", "rest": "*"}[f.kind] for f in cls.operand_fields
    )


def spoken_kind(prop: Property[Any]) -> str:
    """What a property takes, as messages call it."""
    return prop._kind  # pyright: ignore[reportPrivateUsage]


def kind_of(prop: Property[Any]) -> str:
    """The kind of a property's values in expressions."""
    return "text" if words_of(prop) else _KINDS.get(spoken_kind(prop), "any")


def takes_integers(prop: Property[Any]) -> bool:
    """Whether a property takes integers and no other numbers."""
    return "integer" in spoken_kind(prop)


def words_of(prop: Property[Any]) -> list[str]:
    """The words that a property may be; empty if it may be others."""
    kind = spoken_kind(prop)
    return kind.removeprefix("one of ").split(", ") if kind.startswith("one of ") else []
