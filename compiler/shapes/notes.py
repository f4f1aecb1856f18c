"""What functions and modules say of dimensions: their names, and bounds of these."""

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, BlockArgument, Operation

from .expressions import DIMENSION
from .intervals import Interval

DIMS = "nn.dims"
"""Of an argument or result of a function: `["batch", 768]`, `"?"` for a dim without a name."""
SYMBOLS = "nn.symbols"
"""Of a module: `{batch = [1, 8]}`, the least and the greatest value of symbols."""


def dim_names(value: BlockArgument, rank: int) -> list[str]:
    """The names of an argument's dimensions (`nn.dims`), empty for none."""
    listed = _argument_attributes(value).get(DIMS)
    if not isinstance(listed, ArrayAttr):
        return [""] * rank
    entries = cast("ArrayAttr[Attribute]", listed).data
    texts = [a.data if isinstance(a, StringAttr) else "" for a in entries]
    texts = ["" if text.startswith("?") else text for text in texts]
    return texts if len(texts) == rank else [""] * rank


def _argument_attributes(value: BlockArgument) -> Mapping[str, Attribute]:
    owner = value.block.parent_op()
    if owner is None or owner.regions[0].first_block is not value.block:
        return {}
    listed = owner.properties.get("arg_attrs")
    if not isinstance(listed, ArrayAttr):
        return {}
    entries = cast("ArrayAttr[Attribute]", listed).data
    entry = entries[value.index] if value.index < len(entries) else None
    return entry.data if isinstance(entry, DictionaryAttr) else {}


def ranges(function: Operation | None) -> dict[str, Interval]:
    """The bounds that the module of a function gives to symbols."""
    module = function
    while module is not None and not isinstance(module, ModuleOp):
        module = module.parent_op()
    listed = None if module is None else module.attributes.get(SYMBOLS)
    if not isinstance(listed, DictionaryAttr):
        return {}
    return {name: _range(bounds) for name, bounds in listed.data.items()}


def _range(bounds: Attribute) -> Interval:
    """`[1, 8]`; nothing but what holds for every dimension where it is something else."""
    if not isinstance(bounds, ArrayAttr):
        return DIMENSION
    entries = cast("ArrayAttr[Attribute]", bounds).data
    numbers = [a.value.data for a in entries if isinstance(a, IntegerAttr)]
    if len(entries) != 2 or len(numbers) != 2:
        return DIMENSION
    return max(numbers[0], 0), numbers[1]
