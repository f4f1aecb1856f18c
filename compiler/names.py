"""The exact name of a tensor, as its framework spells it.

A value's name hint carries it where the name is a legal SSA name; where it is not (`in:0`, `17`),
or where a passed-on name had to be made unique, `nn.outs` on the defining op does, and `nn.name` on
an argument of a function.
"""

import re
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from . import topology

OUTS = "nn.outs"
NAME = "nn.name"
ARGS = "nn.args"
_LEGAL = re.compile(r"(?!(?:_[0-9]+)+\Z)[A-Za-z_$.-][A-Za-z0-9_$.-]*", re.ASCII)
"""xDSL cuts an end such as `_1` off a name that it passes on, and refuses what is only that."""
_ILLEGAL = re.compile(r"[^A-Za-z0-9_$.-]", re.ASCII)


def is_ssa_name(name: str) -> bool:
    """Whether text can hold the name after `%` and give it back."""
    return _LEGAL.fullmatch(name) is not None


def ssa_name(name: str) -> str | None:
    """The name with what an SSA name cannot hold replaced by `_`; None if nothing is left."""
    cleaned = _ILLEGAL.sub("_", name)
    if not cleaned.strip("_"):
        return None
    return cleaned if is_ssa_name(cleaned) else f"t{cleaned}"


def set_hint(value: SSAValue, hint: str | None) -> None:
    """Sets the name hint to exactly this; xDSL's setter would cut `conv_1` to `conv`."""
    value._name = hint  # pyright: ignore[reportPrivateUsage]


def hint_of(value: SSAValue) -> str | None:
    return value._name  # pyright: ignore[reportPrivateUsage]


def name_of(value: SSAValue) -> str | None:
    """The exact name of a tensor; None if it has none."""
    exact = _exact(value)
    return hint_of(value) if exact is None else exact


def set_name(value: SSAValue, name: str | None) -> None:
    """Gives a value its exact name; on an argument the hint only (see `set_argument_name`)."""
    set_hint(value, None if not name else ssa_name(name))
    if not isinstance(value, OpResult):
        return
    outs = list(_strings(value.op.attributes.get(OUTS)))
    legal = not name or is_ssa_name(name)
    if legal and not outs:
        return
    outs += [""] * (len(value.op.results) - len(outs))
    outs[value.index] = "" if legal else (name or "")
    set_outs(value.op, outs)


def set_outs(op: Operation, outs: Sequence[str]) -> None:
    """Stores the exact names of results; an empty one says that the hint is exact."""
    if any(outs):
        op.attributes[OUTS] = ArrayAttr([StringAttr(name) for name in outs])
    else:
        op.attributes.pop(OUTS, None)


def set_argument_name(owner: Operation, index: int, name: str, attribute: str) -> None:
    """Adds `nn.name` to the dictionary of argument or result `index` in `owner`'s `arg_attrs`."""
    entries = list(_items(owner.properties[attribute]))
    entry = entries[index]
    assert isinstance(entry, DictionaryAttr)
    entries[index] = DictionaryAttr({**entry.data, NAME: StringAttr(name)})
    owner.properties[attribute] = ArrayAttr(entries)


def copied(op: Operation, values: dict[SSAValue, SSAValue] | None = None) -> Operation:
    """A clone with the same names: xDSL's own cuts `conv_1` to `conv`. Fills in `values`."""
    values = {} if values is None else values
    new = op.clone(values)
    carry_over(op, values)
    return new


def carry_over(op: Operation, values: dict[SSAValue, SSAValue]) -> None:
    """Gives what the values of an operation, and those inside it, became the same hints."""
    for inner in (op, *topology.walk(op.regions)):
        blocks = (block for region in inner.regions for block in region.blocks)
        for old in (*inner.results, *(a for block in blocks for a in block.args)):
            set_hint(values[old], hint_of(old))


def _exact(value: SSAValue) -> str | None:
    if isinstance(value, OpResult):
        found = value.op.attributes.get(OUTS)
        if found is None:
            return None
        outs = _strings(found)
        return (outs[value.index] or None) if value.index < len(outs) else None
    assert isinstance(value, BlockArgument)
    owner = value.block.parent_op()
    if owner is None:
        return None
    attributes = _items(owner.properties.get("arg_attrs"))
    if value.index < len(attributes):
        return _entry_name(attributes[value.index])
    return entry_of(value) or None


def entry_of(argument: BlockArgument) -> str:
    """The name of a region's argument in `nn.args`; empty if it is not there."""
    region, owner = argument.block.parent, argument.block.parent_op()
    lists = () if owner is None else _items(owner.attributes.get(ARGS))
    if not lists or owner is None or region is None:
        return ""
    index = owner.get_region_index(region)
    mine = _strings(lists[index]) if index < len(lists) else ()
    return mine[argument.index] if argument.index < len(mine) else ""


def _entry_name(entry: Attribute) -> str | None:
    if not isinstance(entry, DictionaryAttr):
        return None
    name = entry.data.get(NAME)
    return name.data if isinstance(name, StringAttr) else None


def _items(attribute: Attribute | None) -> tuple[Attribute, ...]:
    if not isinstance(attribute, ArrayAttr):
        return ()
    return cast("ArrayAttr[Attribute]", attribute).data


def _strings(attribute: Attribute | None) -> tuple[str, ...]:
    return tuple(a.data if isinstance(a, StringAttr) else "" for a in _items(attribute))


def result_name(function: Operation, index: int) -> str | None:
    """The name of result `index` of a function (`nn.name` in `res_attrs`)."""
    attributes = _items(function.properties.get("res_attrs"))
    return _entry_name(attributes[index]) if index < len(attributes) else None
