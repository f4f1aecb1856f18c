"""`--stats`: what each operation of the result costs; and how many nodes there were and are."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation

from ...dialects.nn.shape import product
from .. import element_types, names, topology
from ..op import DYNAMIC, Op
from ..verifier import name_of
from ..weights import as_elements
from .diagnostics import location_name
from .flags import Settings
from .instruments import Instrument
from .outputs import STDOUT

Number: TypeAlias = int | None
"""None where it is not known."""

CONTAINERS = {"builtin.module", "func.func", "nn.graph", "func.return", "nn.yield"}
NUMBERS = ("parameters", "macs", "weight_bytes", "activation_bytes")
HEADS = ("layer", "op", "result", "parameters", "MACs", "weight bytes", "activation bytes")
UNKNOWN = "?"


@dataclass(frozen=True)
class Cost:
    """
    One operation: the elements and bytes of the constants that it is the first to read, the
    multiplications that it adds up, the bytes of its results.
    """

    layer: str
    op: str
    result: str
    parameters: Number
    macs: Number
    weight_bytes: Number
    activation_bytes: Number

    @property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(getattr(self, name) for name in NUMBERS)


# --- What is counted ----------------------------------------------------------------------------


def costs(module: Operation) -> list[Cost]:
    """A row for each operation that computes, in order, those inside regions included."""
    seen = set[Operation]()
    return [_cost(op, seen) for op in nodes(module)]


def nodes(module: Operation) -> Iterator[Operation]:
    """The operations that compute: no containers, ends of blocks, or constants."""
    for op in topology.walk(module.regions):
        if op.name not in CONTAINERS and _constant(op) is None and op.name != "nn.undefined":
            yield op


def _cost(op: Operation, seen: set[Operation]) -> Cost:
    read = dict.fromkeys(v.owner for v in op.operands if isinstance(v.owner, Operation))
    weights = [type_ for o in read if o not in seen and (type_ := _constant(o)) is not None]
    seen.update(read)
    return Cost(
        _layer(op),
        name_of(op),
        ", ".join(_shown(r.type) for r in op.results),
        _sum(map(_elements, weights)),
        _macs(op),
        _sum(map(_bytes, weights)),
        _sum(_bytes(r.type) for r in op.results),
    )


def _constant(op: Operation) -> Attribute | None:
    """The type of the elements that an operation holds; None if it is no constant."""
    if op.operands or op.regions:
        return None
    held = (as_elements(attribute) for attribute in op.properties.values())
    return next((elements.type for elements in held if elements is not None), None)


def _macs(op: Operation) -> Number:
    """Of an operation in a loop, nobody knows how often it runs."""
    if not isinstance(op, Op) or _is_in_loop(op):
        return None
    found = op.macs()
    return None if found == DYNAMIC else found


def _is_in_loop(op: Operation) -> bool:
    outer = op.parent_op()
    while outer is not None and outer.name != "nn.loop":
        outer = outer.parent_op()
    return outer is not None


def _elements(type_: Attribute) -> Number:
    if not isinstance(type_, TensorType):
        return None
    count = product(type_.get_shape())
    return None if count == DYNAMIC else count


def _bytes(type_: Attribute) -> Number:
    count = _elements(type_)
    element: Any = cast(Any, type_).element_type if isinstance(type_, TensorType) else None
    if count is None or element is None or element == element_types.STRING:
        return None
    return count * element_types.byte_size(element)


def _sum(numbers: Iterable[Number]) -> Number:
    found = list(numbers)
    known = [n for n in found if n is not None]
    return sum(known) if len(known) == len(found) else None


def _layer(op: Operation) -> str:
    """The name of the node that it was, else that of the tensor that it makes."""
    tensors = filter(None, map(names.name_of, op.results))
    return location_name(op.location) or next(tensors, "")


def _shown(type_: Attribute) -> str:
    text = str(type_)
    return text.removeprefix("tensor<").removesuffix(">") if isinstance(type_, TensorType) else text


# --- The report ---------------------------------------------------------------------------------


@dataclass(eq=False)
class Stats(Instrument):
    """Prints costs with `table`, and `3 -> 2 nodes` where a file is made of another."""

    table: bool
    as_json: bool
    output: str
    converts: bool
    """Whether the input or the output is no text."""
    read: int = 0
    written: int = 0
    modules: list[list[Cost]] = field(default_factory=lambda: list[list[Cost]]())

    @classmethod
    def by(cls, settings: Settings, converts: bool) -> "Stats":
        as_json = settings.mlir_output_format == "json"
        return cls(settings.stats, as_json, settings.output, converts)

    def after_reading(self, module: ModuleOp) -> None:
        self.read += sum(1 for _ in nodes(module))

    def before_writing(self, module: ModuleOp) -> None:
        self.written += sum(1 for _ in nodes(module))
        if self.table:
            self.modules.append(costs(module))

    def finish(self, failed: bool) -> None:
        if failed:
            return
        if self.as_json and self.table:
            sys.stderr.write(json.dumps([_record(rows) for rows in self.modules], indent=2) + "\n")
            return
        for rows in self.modules:
            sys.stderr.write(as_table(rows))
        if self.converts and self.output != STDOUT:
            sys.stderr.write(f"{self.output}: {self.read} -> {self.written} nodes\n")


def total(rows: Sequence[Cost]) -> dict[str, tuple[int, bool]]:
    """By name of the number, the sum of what is known, and whether that is all."""
    found: dict[str, tuple[int, bool]] = {}
    for i, name in enumerate(NUMBERS):
        column = [row.numbers[i] for row in rows]
        found[name] = sum(n or 0 for n in column), None not in column
    return found


def as_table(rows: Sequence[Cost]) -> str:
    """Aligned columns; what is not known is `?`, and a total with such a part `12 + ?`."""
    shown = [[row.layer, row.op, row.result, *map(_number, row.numbers)] for row in rows]
    totals = [str(n) if whole else f"{n} + {UNKNOWN}" for n, whole in total(rows).values()]
    lines = [list(HEADS), *shown, [f"total of {len(rows)}", "", "", *totals]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = "".join(_line(cells, widths) for cells in lines)
    if all(whole for _, whole in total(rows).values()):
        return text
    reasons = "a size that is not static, the turns of a loop, or an operation outside nn"
    return f"{text}{UNKNOWN}: unknown, as it depends on {reasons}\n"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    pairs = list(zip(cells, widths, strict=True))
    left = [cell.ljust(width) for cell, width in pairs[:3]]
    return "  ".join([*left, *(cell.rjust(width) for cell, width in pairs[3:])]).rstrip() + "\n"


def _number(number: Number) -> str:
    return UNKNOWN if number is None else str(number)


def _record(rows: Sequence[Cost]) -> dict[str, Any]:
    layers = [
        {"layer": row.layer, "op": row.op, "result": row.result}
        | dict(zip(NUMBERS, row.numbers, strict=True))
        for row in rows
    ]
    known = total(rows)
    totals: dict[str, Any] = {name: number for name, (number, _) in known.items()}
    totals["unknown"] = [name for name, (_, whole) in known.items() if not whole]
    return {"layers": layers, "total": totals}
