"""
Between `onnx` and `nn`: reader and writer of one operator family side by side.

A reader turns a node, of any opset, into `nn` operations; a writer turns an `nn` operation into
nodes of the opset that is written. `Node` and `Model` are all they see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NoReturn, TypeAlias, TypeVar

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    NoneType,
    StringAttr,
    TensorType,
    f32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ....dialects.nn.constant import Constant
from ....dialects.nn.graph import UNKNOWN
from ....dialects.onnx import GRAPHS, INITIALIZER_OP, ListAttr, onnx_op
from ... import constants
from ...element_types import numpy_dtype
from ...op import SEGMENTS, FrameworkOp, Op, as_tensor
from ...plugins import load_conversions, warn
from ...shapes import Shapes
from ...weights import Elements, as_elements

Values: TypeAlias = SSAValue | Sequence[SSAValue | None]
Reader: TypeAlias = "Callable[[Node], Values]"
Writer: TypeAlias = "Callable[[Any, Model], Values]"
R = TypeVar("R", bound=Callable[..., Any])

READERS: dict[tuple[str, str], list[tuple[int, int, Reader]]] = {}
"""By domain and operator: first and last opset, reader."""
WRITERS: dict[type[Op], Writer] = {}
NEWEST = 1 << 30
LIMIT = 2.0**128 - 2.0**103
"""From here on a number is rounded to an infinite f32, which `struct` refuses."""
ANY = "*"
"""The domain and the name under which `nn.custom` reads operators that nobody else does."""


class Refused(Exception):
    """A node or operation that cannot be converted; the message says why."""


class NeedsOpset(Exception):
    """What is written cannot be said at the opset asked for."""

    def __init__(self, opset: int) -> None:
        super().__init__(f"needs opset {opset}")
        self.opset = opset


def reads(*names: str, domain: str = "", since: int = 1, until: int = NEWEST) -> Callable[[R], R]:
    """The function reads these operators, at the opsets from `since` up to `until`."""

    def keep(function: R) -> R:
        _mark(function)
        for name in names:
            known = READERS.setdefault((domain, name), [])
            rivals = [f for first, last, f in known if max(first, since) <= min(last, until)]
            if not _gives_way(function, rivals, f"reader of '{name}'"):
                known.append((since, until, function))
        return function

    return keep


def writes(*classes: type[Op]) -> Callable[[R], R]:
    """The function writes these operators."""

    def keep(function: R) -> R:
        _mark(function)
        for cls in classes:
            rivals = [WRITERS[cls]] if cls in WRITERS else []
            if not _gives_way(function, rivals, f"writer of '{cls.name}'"):
                WRITERS[cls] = function
        return function

    return keep


def _mark(function: Any) -> None:
    """Lets `load_file` see that a plug-in registers something; ours are there before it."""
    function.registered_by_nnopt = True
    if not _is_ours(function):
        load()


def _is_ours(function: Any) -> bool:
    return function.__module__.startswith(f"{__name__}.")


def _gives_way(function: Any, rivals: Sequence[Any], what: str) -> bool:
    """Whether ours stays instead, with a warning; two plug-ins that do the same are an error."""
    from ...driver.diagnostics import DRIVER, fail

    rival = next((r for r in rivals if r.__module__ != function.__module__), None)
    if rival is None or _is_ours(function):
        return False
    if not _is_ours(rival):
        fail(DRIVER, f"{what} is in two plug-ins: '{rival.__module__}' and '{function.__module__}'")
    warn(f"plug-in '{function.__module__}': {what} is nn-opt's own, which is kept")
    return True


def load() -> None:
    """Imports every family, so that the tables are full."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def reader_of(domain: str, name: str, version: int) -> Reader | None:
    """The reader of an operator at a version of its domain; that of `ANY` for one nobody reads."""
    if (domain, name) not in READERS:
        load_conversions("onnx")
    for since, until, function in READERS.get((domain, name)) or READERS.get((ANY, ANY), ()):
        if since <= version <= until:
            return function
    return None


def writer_of(cls: type[Op]) -> Writer | None:
    """The writer of an operator; plug-ins are asked for one that we have not."""
    if cls not in WRITERS:
        load_conversions("onnx")
    return WRITERS.get(cls)


class Node:
    """An `onnx` operation, its operands converted, as its reader sees it."""

    def __init__(
        self,
        op: FrameworkOp,
        operands: Sequence[SSAValue | None],
        version: int,
        builder: Builder,
        read_region: Callable[[Region, Sequence[Attribute]], Region] | None = None,
        shapes: Shapes | None = None,
    ) -> None:
        self.op = op
        self.version = version
        self.shapes = Shapes() if shapes is None else shapes
        self._operands = list(operands)
        self._builder = builder
        self._read_region = read_region

    # What the node says

    def operands(self, count: int = 0) -> list[Any]:
        """The operands as `nn` values, at least `count` entries; None for an absent one."""
        return self._operands + [None] * (count - len(self._operands))

    def wrong_operands(self) -> str | None:
        """What is wrong with the presence of operands; None if nothing is."""
        from ....dialects.onnx import operator
        from ._schema import wrong_operands

        domain, op_type = operator(self.op.name)
        return None if domain else wrong_operands(op_type, self.version, self._operands)

    @property
    def results(self) -> int:
        """The number of outputs, absent ones in between included."""
        return len(self.op.results)

    def used(self, index: int) -> bool:
        """Whether output `index` is there."""
        return index < self.results and not isinstance(self.op.results[index].type, NoneType)

    def has(self, name: str) -> bool:
        return name in self.op.properties

    def int(self, name: str, default: Any = None) -> Any:
        found = self.op.properties.get(name)
        return default if found is None else self._expect(name, found, IntegerAttr).value.data

    def float(self, name: str, default: Any = None) -> Any:
        """A float attribute: the shortest decimal that its 32 bits stand for."""
        found = self.op.properties.get(name)
        return default if found is None else _shortest(self._expect(name, found, FloatAttr))

    def string(self, name: str, default: Any = None) -> Any:
        found = self.op.properties.get(name)
        return default if found is None else self._text(name, found)

    def ints(self, name: str, default: Any = None) -> Any:
        found = self._items(name)
        if found is None:
            return default
        if isinstance(found, DenseArrayBase):
            return tuple(found.get_values())
        array = self._expect(name, found, ArrayAttr)
        return tuple(self._expect(name, a, IntegerAttr).value.data for a in array)

    def floats(self, name: str, default: Any = None) -> Any:
        found = self._items(name)
        if found is None:
            return default
        if isinstance(found, DenseArrayBase):
            return tuple(_shortest_of(v) for v in found.get_values())
        return tuple(_shortest(a) for a in self._expect(name, found, ArrayAttr))

    def strings(self, name: str, default: Any = None) -> Any:
        found = self._items(name)
        if found is None:
            return default
        return tuple(self._text(name, a) for a in self._expect(name, found, ArrayAttr))

    def _items(self, name: str) -> Attribute | None:
        """A list attribute; an empty one says of what."""
        found = self.op.properties.get(name)
        return found.items if isinstance(found, ListAttr) else found

    def tensor(self, name: str) -> Elements | None:
        return as_elements(self.op.properties.get(name))

    def region(self, index: int, argument_types: Sequence[Attribute] = ()) -> Region:
        """Region `index` converted; its arguments get these types."""
        assert self._read_region is not None
        return self._read_region(self.op.regions[index], argument_types)

    def _expect(self, name: str, found: Any, kind: Any) -> Any:
        if not isinstance(found, kind):
            self.refuse(f"attribute '{name}' has the wrong kind: {found}")
        return found

    def _text(self, name: str, found: Any) -> str:
        if isinstance(found, BytesAttr):
            self.refuse(f"attribute '{name}' is not UTF-8: {found.data!r}")
        return self._expect(name, found, StringAttr).data

    def refuse(self, reason: str) -> NoReturn:
        raise Refused(reason)

    # What is known of values

    def constant(self, value: SSAValue) -> Any:
        """The array of a constant; None where the value is not known. Known dims are constants."""
        found = constants.constant(value)
        return self.shapes.constant(value) if found is None else found

    def constant_ints(self, value: SSAValue, what: str) -> tuple[int, ...]:
        """The integers of a constant; refuses where it is not one."""
        array = self.constant(value)
        if array is None:
            self.refuse(f"needs a constant '{what}'")
        if array.size > constants.LIMIT:
            self.refuse(f"has a '{what}' of {array.size} numbers")
        if array.dtype.kind not in "biuf":
            self.refuse(f"has a '{what}' that is no integer: {array.dtype}")
        return tuple(int(v) for v in array.reshape(-1))

    # What it becomes

    def emit(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> SSAValue:
        """Builds an operation with one result, here."""
        return self.emit_op(cls, *operands, **properties).result

    def emit_op(self, cls: type[Op], *operands: SSAValue | None, **properties: Any) -> Any:
        try:
            op = cls.of(*operands, loc=self.op.location, **properties)
        except VerifyException as e:
            raise Refused(f"becomes '{cls.name}', which {e}") from None
        return self._builder.insert(op)

    def splice(self, region: Region) -> Sequence[SSAValue]:
        """Moves the operations of a region without arguments here; returns what it yields."""
        *operations, last = region.block.ops
        for op in operations:
            op.detach()
            self._builder.insert(op)
        yielded = tuple(last.operands)
        region.drop_all_references()
        return yielded

    def const(
        self, values: Any, element_type: Attribute = i64, like: SSAValue | None = None
    ) -> SSAValue:
        """A constant of numbers (or an array), of the element type given, or of that of `like`."""
        return self.emit(Constant, value=_elements(values, element_type, like))


class Model:
    """What is being written: the opset, and nodes in order."""

    def __init__(
        self,
        opset: int,
        builder: Builder,
        mapping: dict[SSAValue, SSAValue],
        write_region: Callable[[Region], Region] | None = None,
    ) -> None:
        self.opset = opset
        self.location: LocationAttr | None = None
        self.domains: dict[str, int] = {}
        self._builder = builder
        self._mapping = mapping
        self._write_region = write_region

    def need(self, opset: int) -> None:
        """Says that this cannot be written below `opset`."""
        if self.opset < opset:
            raise NeedsOpset(opset)

    def refuse(self, reason: str) -> NoReturn:
        raise Refused(reason)

    def region(self, region: Region) -> Region:
        """An `nn` region as one of `onnx`."""
        assert self._write_region is not None
        return self._write_region(region)

    def node(
        self,
        name: str,
        *operands: SSAValue | None,
        outputs: int = 1,
        domain: str = "",
        domain_version: int = 1,
        regions: Sequence[tuple[str, Region]] = (),
        **attributes: Any,
    ) -> Any:
        """
        Adds a node and returns its output, or a tuple of them if `outputs` is not 1.

        Operands are `nn` values, `onnx` values, or None where absent; attributes follow the type of
        the Python value (a bool is an integer), None is left out.
        """
        if domain:
            self.domains[domain] = max(domain_version, self.domains.get(domain, 0))
        op = self._make(name, operands, outputs, domain, attributes, regions)
        self._builder.insert(op)
        return op.results[0] if outputs == 1 else tuple(op.results)

    def _make(
        self,
        name: str,
        operands: Sequence[SSAValue | None],
        outputs: int,
        domain: str,
        attributes: dict[str, Any],
        regions: Sequence[tuple[str, Region]],
    ) -> Operation:
        cls = onnx_op(domain, name)
        names = [None if v is None else self._mapping.get(v, v) for v in operands]
        while names and names[-1] is None:
            names.pop()
        properties = {k: _attribute(v) for k, v in attributes.items() if v is not None}
        if (segments := cls.segments(names)) is not None:
            properties[SEGMENTS] = segments
        discardable: dict[str, Attribute] = {}
        if regions:
            discardable[GRAPHS] = ArrayAttr([StringAttr(key) for key, _ in regions])
        return cls.create(
            operands=[v for v in names if v is not None],
            result_types=[UNKNOWN] * outputs,
            properties=properties,
            attributes=discardable,
            location=self.location,
            regions=[region for _, region in regions],
        )

    def drop(self, value: SSAValue) -> None:
        """Takes back the node written for an `nn` value, if nothing that is written reads it."""
        written = self._mapping.get(value)
        op = None if written is None else written.owner
        if isinstance(op, Operation) and not any(r.uses for r in op.results):
            del self._mapping[value]
            op.detach()
            op.erase()

    def const(
        self, values: Any, element_type: Attribute = i64, like: SSAValue | None = None
    ) -> SSAValue:
        """An initializer of numbers (or an array), of the element type given, or that of `like`."""
        elements = _elements(values, element_type, like)
        op = INITIALIZER_OP.create(
            result_types=[elements.type], properties={"value": elements}, location=self.location
        )
        self._builder.insert(op)
        return op.results[0]


def _elements(values: Any, element_type: Attribute, like: SSAValue | None) -> Elements:
    import numpy as np

    if isinstance(values, Elements):
        return values
    if like is not None:
        type_ = as_tensor(like.type)
        assert type_ is not None
        element_type = type_.element_type
    dtype: Any = numpy_dtype(np, element_type)
    array: Any = np.asarray(values, dtype)
    return Elements.of(array, TensorType(element_type, array.shape))


def _attribute(value: Any) -> Attribute:
    if isinstance(value, Attribute):
        return value
    if isinstance(value, bool | int):
        return IntegerAttr(int(value), i64)
    if isinstance(value, float):
        return FloatAttr(value, f32)
    if isinstance(value, str):
        return StringAttr(value)
    return _list_attribute(list(value))


def _list_attribute(values: list[Any]) -> Attribute:
    if not values:
        return ListAttr.of("INTS")
    if all(isinstance(v, float) for v in values):
        return DenseArrayBase.from_list(f32, values)
    if all(isinstance(v, str) for v in values):
        return ArrayAttr([StringAttr(v) for v in values])
    return ArrayAttr([IntegerAttr(int(v), i64) for v in values])


def _shortest(attribute: FloatAttr[Any]) -> float:
    value = attribute.value.data
    return _shortest_of(value) if attribute.type == f32 else value


def _shortest_of(value: float) -> float:
    """The shortest decimal that rounds to the same 32 bits: 1e-05, not 9.99999974e-06."""
    import struct

    bits = struct.pack("<f", value)
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if abs(short) < LIMIT and struct.pack("<f", short) == bits:
            return short
    return value
