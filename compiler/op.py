"""What an operator is: one class with its fields, `infer` on types and `value` on arrays.

Operators derive from xDSL's plain `Operation`; their one uniform line is printed, parsed and
verified here, once for all:

    results = op operands ({regions})? {attributes}? : (types) -> types
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeAlias, TypeVar, cast, overload

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    StringAttr,
    TensorType,
    UnrankedTensorType,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, OpTraits, Region, SSAValue, TypeAttribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from . import element_types
from .text.printer import SEGMENTS as SEGMENTS

DYNAMIC = DYNAMIC_INDEX
"""A dimension `?`."""

Tensor: TypeAlias = TensorType[Attribute]
Types: TypeAlias = tuple[Attribute, ...]
T = TypeVar("T")


def refuse(reason: str) -> NoReturn:
    """Refuses operands or properties; the reason reads after `'nn.conv' op `."""
    raise VerifyException(reason)


@dataclass(frozen=True)
class SymbolicTensor:
    """A tensor type whose dims may be symbolic: what `infer` is given by the analysis of shapes."""

    shape: tuple[Any, ...]
    element_type: Attribute

    def get_shape(self) -> tuple[Any, ...]:
        return self.shape

    def get_num_dims(self) -> int:
        return len(self.shape)


def tensor(shape: Iterable[int], of: Any) -> Tensor:
    """A tensor type; the element type is `of`, or that of the tensor type `of`."""
    dims: tuple[Any, ...] = tuple(shape)
    is_type = isinstance(of, TensorType | UnrankedTensorType | SymbolicTensor)
    element: Attribute = cast(Any, of).element_type if is_type else of
    if all(isinstance(n, int) for n in dims):
        return TensorType(element, dims)
    return cast(Tensor, SymbolicTensor(dims, element))


def as_tensor(type_: Attribute) -> Tensor | None:
    """A ranked tensor type as one; None of any other."""
    return cast(Tensor, type_) if isinstance(type_, TensorType) else None


def shape_of(type_: Any) -> tuple[int, ...] | None:
    """The shape, `DYNAMIC` for `?`; None without a rank."""
    return tuple(type_.get_shape()) if isinstance(type_, TensorType | SymbolicTensor) else None


def broadcast(*types: Tensor) -> tuple[int, ...]:
    """The shape all broadcast to, as in ONNX and numpy; `?` beside a size above 1 is that size."""
    shapes = [tuple(t.get_shape()) for t in types]
    rank = max((len(s) for s in shapes), default=0)
    return tuple(
        _broadcast_dim([s[i - rank] for s in shapes if len(s) >= rank - i], shapes)
        for i in range(rank)
    )


def _broadcast_dim(sizes: list[int], shapes: Sequence[tuple[int, ...]]) -> int:
    known: set[Any] = {n for n in sizes if n not in (1, DYNAMIC)}
    if not all(isinstance(n, int) for n in known):
        numbers_ = {n for n in known if isinstance(n, int)}
        return _only(numbers_ or known)
    if len(known) > 1:
        listed = ", ".join("x".join("?" if n == DYNAMIC else str(n) for n in s) for s in shapes)
        refuse(f"has operands whose shapes do not broadcast: {listed}")
    if known:
        return known.pop()
    return DYNAMIC if DYNAMIC in sizes else 1


def _only(sizes: set[int]) -> int:
    return sizes.pop() if len(sizes) == 1 else DYNAMIC


def window(size: int, kernel: int, stride: int, dilation: int, low: int, high: int) -> int:
    """
    The number of windows over `size` elements padded by `low` and `high`; `?` stays `?`. Refuses a
    window that is longer than all that by more than a stride.
    """
    if DYNAMIC in (size, kernel):
        return DYNAMIC
    span = dilation * (kernel - 1) + 1
    count: Any = (size + low + high - span) // stride + 1
    if isinstance(count, int) and count < 0:
        refuse(f"has a window of {span} over {size + low + high} elements")
    return count


def compatible(a: Attribute, b: Attribute) -> bool:
    """Whether two types can describe one tensor: equal but for what one of them leaves open."""
    if a == b:
        return True
    if isinstance(a, UnrankedTensorType) or isinstance(b, UnrankedTensorType):
        return _element(cast(Attribute, a)) == _element(cast(Attribute, b))
    x, y = as_tensor(a), as_tensor(b)
    if x is None or y is None:
        return False
    s, t = x.get_shape(), y.get_shape()
    return (
        x.element_type == y.element_type
        and len(s) == len(t)
        and all(m == n or DYNAMIC in (m, n) for m, n in zip(s, t, strict=True))
    )


def _element(type_: Attribute) -> Attribute | None:
    if isinstance(type_, TensorType | UnrankedTensorType):
        return cast(Any, type_).element_type
    return None


# --- Fields -------------------------------------------------------------------------------------


class Operand(Generic[T]):
    """An operand, or all remaining ones."""

    name: str

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, op: None, owner: type) -> Self: ...
    @overload
    def __get__(self, op: "Op", owner: type) -> T: ...
    def __get__(self, op: "Op | None", owner: type) -> Self | T:
        return self if op is None else op.arguments()[self.name]


class Property(Generic[T]):
    """A property: its attribute, the Python value it stands for, its default."""

    name: str

    def __init__(
        self,
        write: Callable[[Any], Attribute],
        read: Callable[[Any], Any],
        default: Any,
        accepts: Callable[[Any], bool],
        kind: str,
        name: str = "",
    ) -> None:
        self.write, self._read, self.default, self.name = write, read, default, name
        self._accepts, self._kind = accepts, kind

    def read(self, attribute: Attribute) -> Any:
        """The Python value of an attribute; refuses one of another kind."""
        if not self._accepts(attribute):
            shown = repr(attribute.data) if isinstance(attribute, StringAttr) else attribute
            refuse(f"has {shown} where {self._kind} belongs as its '{self.name}'")
        return self._read(attribute)

    def is_default(self, attribute: Attribute) -> bool:
        """Whether an attribute says what its absence would say."""
        if self.default is None or not self._accepts(attribute):
            return False
        value = self._read(attribute)
        # The text, too: −0.0 equals 0.0.
        return bool(value == self.default) and repr(value) == repr(self.default)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @overload
    def __get__(self, op: None, owner: type) -> Self: ...
    @overload
    def __get__(self, op: "Op", owner: type) -> T: ...
    def __get__(self, op: "Op | None", owner: type) -> Self | T:
        if op is None:
            return self
        found = op.properties.get(self.name)
        return self.default if found is None else self.read(found)


def operand() -> Operand[SSAValue]:
    """One tensor."""
    return Operand("one")


def optional() -> Operand[SSAValue | None]:
    """One tensor or none: `_` in text, None in `infer` and `value`."""
    return Operand("optional")


def rest() -> Operand[list[SSAValue]]:
    """Any number of tensors, at the end of the operands."""
    return Operand("rest")


@lru_cache(maxsize=1024)
def _i64(value: int) -> IntegerAttr[Any]:
    return IntegerAttr(value, i64)


def _read_numbers(attribute: ArrayAttr[Any]) -> tuple[Any, ...]:
    return tuple(a.value.data for a in attribute)


def _is_int(attribute: Any) -> bool:
    return isinstance(attribute, IntegerAttr) and cast(Any, attribute).type != i1


def _is_flag(attribute: Any) -> bool:
    return isinstance(attribute, IntegerAttr) and cast(Any, attribute).type == i1


def _is_float(attribute: Any) -> bool:
    return isinstance(attribute, FloatAttr)


def _is_text(attribute: Any) -> bool:
    return isinstance(attribute, StringAttr)


def _list_of(accepts: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda a: isinstance(a, ArrayAttr) and all(map(accepts, cast("ArrayAttr[Any]", a)))


def ints(default: tuple[int, ...] | None = None) -> Property[Any]:
    """Integers: `[2, 2]`."""
    return Property(
        lambda v: ArrayAttr([_i64(int(i)) for i in v]),
        _read_numbers,
        default,
        _list_of(_is_int),
        "a list of integers",
    )


def int_(default: int | None = None) -> Property[Any]:
    """An integer: `2 : i64`."""
    return Property(lambda v: _i64(int(v)), lambda a: a.value.data, default, _is_int, "an integer")


def flag(default: bool = False) -> Property[bool]:
    """`true` or `false`."""
    return Property(
        lambda v: BoolAttr.from_bool(bool(v)),
        lambda a: bool(a.value.data),
        default,
        _is_flag,
        "true or false",
    )


def number(default: float | None = None) -> Property[Any]:
    """A float: `1.000000e-05 : f64`."""
    return Property(
        lambda v: FloatAttr(float(v), f64), lambda a: a.value.data, default, _is_float, "a float"
    )


def numbers(default: tuple[float, ...] | None = None) -> Property[Any]:
    """Floats: `[5.000000e-01, 1.000000e+00]`."""
    return Property(
        lambda v: ArrayAttr([FloatAttr(float(i), f64) for i in v]),
        _read_numbers,
        default,
        _list_of(_is_float),
        "a list of floats",
    )


def word(*words: str) -> Property[str]:
    """One of the words, the first by default."""

    def accepts(attribute: Any) -> bool:
        return isinstance(attribute, StringAttr) and attribute.data in words

    listed = f"one of {', '.join(words)}"
    return Property(StringAttr, lambda a: a.data, words[0], accepts, listed)


def text(default: str | None = None) -> Property[Any]:
    """Any string."""
    return Property(StringAttr, lambda a: a.data, default, _is_text, "a string")


def texts(default: tuple[str, ...] | None = None) -> Property[Any]:
    """Strings."""
    return Property(
        lambda v: ArrayAttr([StringAttr(s) for s in v]),
        lambda a: tuple(s.data for s in a),
        default,
        _list_of(_is_text),
        "a list of strings",
    )


def dtype(default: Attribute | None = None) -> Property[Any]:
    """An element type."""
    return Property(
        lambda v: v, lambda a: a, default, lambda a: isinstance(a, TypeAttribute), "a type"
    )


def attribute(default: Attribute | None = None, name: str = "") -> Property[Any]:
    """Any attribute, as it is; `name` where Python's name for it is taken."""
    return Property(lambda v: v, lambda a: a, default, lambda a: True, "an attribute", name)


# --- The uniform line ---------------------------------------------------------------------------


class Uniform(Operation):
    """An operation printed and parsed as one uniform line."""

    verified_by_types: ClassVar[bool] = True
    """Whether `verify_` looks at no more than types, properties, regions, names of attributes."""
    traits: ClassVar[OpTraits] = OpTraits(lambda: (Pure(),))

    def operands_with_holes(self) -> list[SSAValue | None]:
        """The operands in order, None for each absent one before the last that is there."""
        segments = self.properties.get(SEGMENTS)
        if not isinstance(segments, DenseArrayBase):
            return list(self.operands)
        given = iter(self.operands)
        shown: list[SSAValue | None] = []
        for size in segments.get_values():
            shown += [next(given, None) for _ in range(size)] if size else [None]
        while shown and shown[-1] is None:
            shown.pop()
        return shown

    @classmethod
    def segments(cls, names: Sequence[Any]) -> Attribute | None:
        """`operandSegmentSizes` of operands with holes; None where the op needs none."""
        if all(name is not None for name in names):
            return None
        return DenseArrayBase.from_list(i32, [int(name is not None) for name in names])

    def print(self, printer: Printer) -> None:
        shown = self.operands_with_holes()
        if shown:
            printer.print_string(" ")
            printer.print_list(shown, lambda v: _print_operand(printer, v))
        if self.regions:
            printer.print_string(" ")
            with printer.in_parens():
                printer.print_list(self.regions, printer.print_region)
        entries = {k: v for k, v in self.properties.items() if k != SEGMENTS}
        entries.update(self.attributes)
        if entries:
            printer.print_string(" ")
            printer.print_attr_dict(entries)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)

    def settle(self) -> None:
        """
        Puts right what text says in another way: a name without a dot is a property, also where
        older generic text has it among the attributes.
        """
        for name in [name for name in self.attributes if "." not in name]:
            if name not in self.properties:
                self.properties[name] = self.attributes.pop(name)

    @classmethod
    def may_be_absent(cls, index: int) -> bool:
        """Whether `_` may stand for an operand whose presence the number of operands tells."""
        return False

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        start = parser.pos
        names = _parse_operands(parser)
        segments = cls.segments(names)
        for i, name in enumerate(names if segments is None else ()):
            if name is None and not cls.may_be_absent(i):
                parser.raise_error(f"operand #{i} of '{cls.name}' must not be absent", start)
        regions = parser.parse_region_list()
        entries = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        at = parser.pos
        signature = parser.parse_function_type()
        given = [n for n in names if n is not None]
        operands = parser.resolve_operands(given, signature.inputs.data, at)
        properties = {k: v for k, v in entries.items() if "." not in k}
        if segments is not None:
            properties[SEGMENTS] = segments
        return cls.create(
            operands=operands,
            result_types=signature.outputs.data,
            properties=properties,
            attributes={k: v for k, v in entries.items() if "." in k},
            regions=regions,
        )


def _sizes(segments: Attribute) -> tuple[int, ...]:
    if isinstance(segments, DenseArrayBase) and cast(Any, segments).elt_type == i32:
        return segments.get_values()
    refuse(f"has {SEGMENTS} {segments}, which is not an array of i32")


def _print_operand(printer: Printer, value: SSAValue | None) -> None:
    if value is None:
        printer.print_string("_")
    else:
        printer.print_ssa_value(value)


def _parse_operands(parser: Parser) -> list[Any]:
    names: list[Any] = []
    while True:
        if parser.parse_optional_keyword("_") is not None:
            names.append(None)
        elif (name := parser.parse_optional_unresolved_operand()) is not None:
            names.append(name)
        elif names:
            parser.raise_error("operand expected")
        else:
            return names
        if parser.parse_optional_punctuation(",") is None:
            return names


class FrameworkOp(Uniform):
    """
    An operator of a framework, under the framework's name; nothing is known of its meaning.

    Any operands (absent ones are holes), properties, regions; `none` is the type of an absent
    result. One class a name, made by `framework_op`.
    """

    traits: ClassVar[OpTraits] = OpTraits(lambda: ())

    def verify_(self) -> None:
        segments = self.properties.get(SEGMENTS)
        if segments is None:
            return
        sizes = _sizes(segments)
        if sum(sizes) != len(self.operands) or any(size not in (0, 1) for size in sizes):
            refuse(f"has {SEGMENTS} {list(sizes)} and {len(self.operands)} operands")


@lru_cache(maxsize=4096)
def framework_op(base: type[FrameworkOp], name: str) -> type[FrameworkOp]:
    """The class of the operations `name`, e.g. `onnx.Conv`."""
    return type(name.rpartition(".")[2] or name, (base,), {"name": name})


# --- Operators ----------------------------------------------------------------------------------


class Op(Uniform):
    """
    An operator with one meaning.

    A subclass states its fields, `infer` (types of the operands, then properties, by field name;
    the result type or types, or `refuse`) and `value` (numpy, then arrays and properties likewise).
    `arithmetic`: floats narrower than f32 reach `value` as f32, and its float results are rounded
    once. `unranked`: `infer` takes tensors of unknown rank too; for the others they are refused.
    `symbolic`: `value` is right on object arrays of symbolic integers, too (it moves elements, or
    adds, subtracts and multiplies them). `from_types` gives what is known from operand types alone.
    `regions`: the number of its regions, which `infer` is given too, last.
    """

    operand_fields: ClassVar[tuple[Operand[Any], ...]] = ()
    property_fields: ClassVar[dict[str, Property[Any]]] = {}
    arithmetic: ClassVar[bool] = False
    unranked: ClassVar[bool] = False
    symbolic: ClassVar[bool] = False
    region_count: ClassVar[int] = 0
    from_types: ClassVar[Callable[..., Any] | None] = None
    infer: ClassVar[Callable[..., Any]]
    value: ClassVar[Callable[..., Any]]

    def __init_subclass__(
        cls,
        *,
        name: str = "",
        arithmetic: bool | None = None,
        unranked: bool | None = None,
        symbolic: bool | None = None,
        regions: int | None = None,
    ) -> None:
        fields = [f for base in reversed(cls.__mro__) for f in vars(base).values()]
        cls.operand_fields = tuple(cast(Any, f) for f in fields if isinstance(f, Operand))
        cls.property_fields = {f.name: f for f in fields if isinstance(f, Property)}
        if name:
            cls.name = name
        if arithmetic is not None:
            cls.arithmetic = arithmetic
        if unranked is not None:
            cls.unranked = unranked
        if symbolic is not None:
            cls.symbolic = symbolic
        if regions is not None:
            cls.region_count = regions

    @classmethod
    def is_segmented(cls) -> bool:
        """Whether the number of operands alone does not say which are there."""
        return sum(f.kind != "one" for f in cls.operand_fields) > 1

    @classmethod
    def may_be_absent(cls, index: int) -> bool:
        fields = cls.operand_fields
        return index < len(fields) and fields[index].kind == "optional"

    @classmethod
    def segments(cls, names: Sequence[Any]) -> Attribute | None:
        if not cls.is_segmented():
            return None
        sizes: list[int] = []
        for i, field in enumerate(cls.operand_fields):
            if field.kind == "rest":
                sizes.append(max(0, len(names) - i))
            else:
                sizes.append(int(i < len(names) and names[i] is not None))
        return DenseArrayBase.from_list(i32, sizes)

    @classmethod
    def bind(cls, operands: Sequence[Any], sizes: Sequence[int] | None) -> dict[str, Any]:
        """Operands (or types, or arrays) by field name: absent ones None, `rest` a list."""
        required = sum(f.kind == "one" for f in cls.operand_fields)
        if sizes is None:
            spare = len(operands) - required
            sizes = [1 if f.kind == "one" else spare for f in cls.operand_fields]
        if sum(sizes) != len(operands) or len(sizes) != len(cls.operand_fields):
            refuse(f"has {len(operands)} operands; {_arity(cls.operand_fields)} belong to it")
        bound: dict[str, Any] = {}
        at = 0
        for field, size in zip(cls.operand_fields, sizes, strict=True):
            if field.kind != "rest" and size not in (0 if field.kind == "optional" else 1, 1):
                refuse(f"has {len(operands)} operands; {_arity(cls.operand_fields)} belong to it")
            found = list(operands[at : at + size])
            bound[field.name] = found if field.kind == "rest" else (found[0] if found else None)
            at += size
        return bound

    def operand_sizes(self) -> tuple[int, ...] | None:
        found = self.properties.get(SEGMENTS)
        if found is None and self.is_segmented():
            refuse(f"lacks {SEGMENTS}")
        return None if found is None else _sizes(found)

    def arguments(self) -> dict[str, Any]:
        """Operands by field name."""
        return self.bind(self.operands, self.operand_sizes())

    @classmethod
    def settings_of(cls, properties: Mapping[str, Attribute]) -> dict[str, Any]:
        """Python values of properties by field name, defaults included."""
        return {
            name: field.read(properties[name]) if name in properties else field.default
            for name, field in cls.property_fields.items()
        }

    def operands_with_holes(self) -> list[SSAValue | None]:
        shown: list[SSAValue | None] = []
        for value in self.arguments().values():
            shown += cast("list[SSAValue]", value) if isinstance(value, list) else [value]
        while shown and shown[-1] is None:
            shown.pop()
        return shown

    def macs(self) -> int:
        """How many products of two elements it adds up; `DYNAMIC` where the types do not tell."""
        return 0

    @property
    def result(self) -> SSAValue:
        """The only result."""
        (result,) = self.results
        return result

    @classmethod
    def of(
        cls,
        *operands: SSAValue | None,
        loc: LocationAttr | None = None,
        regions: Sequence[Region] = (),
        result_types: Sequence[Attribute] | None = None,
        **properties: Any,
    ) -> Self:
        """
        The operator on these operands; None is an absent one. The result types follow from
        `infer`, unless given. Raises `VerifyException` where `infer` refuses.
        """
        names = list(operands)
        while names and names[-1] is None:
            names.pop()
        given = [v for v in names if v is not None]
        stored = cls.stored(properties)
        segments = cls.segments(names)
        if segments is not None:
            stored[SEGMENTS] = segments
        if result_types is None:
            sizes = None if segments is None else cast(Any, segments).get_values()
            settings = cls._infer_settings(stored, regions)
            result_types = cls.infer_types([v.type for v in given], sizes, settings)
        return cls.create(
            operands=given,
            properties=stored,
            result_types=result_types,
            location=loc,
            regions=regions,
        )

    @classmethod
    def stored(cls, properties: Mapping[str, Any]) -> dict[str, Attribute]:
        """The attributes of Python values, without those equal to their default, by name."""
        fields = cls.property_fields
        given = {k: fields[k].write(v) for k, v in sorted(properties.items()) if v is not None}
        return {k: v for k, v in given.items() if not fields[k].is_default(v)}

    def settle(self) -> None:
        super().settle()
        for name, field in self.property_fields.items():
            if name in self.properties and field.is_default(self.properties[name]):
                del self.properties[name]

    def inferred(self) -> Types:
        """The result types that the operands and properties give; refuses with the reason."""
        settings = self._infer_settings(self.properties, self.regions)
        return self.infer_types(self.operand_types, self.operand_sizes(), settings)

    @classmethod
    def _infer_settings(
        cls, properties: Mapping[str, Attribute], regions: Sequence[Region]
    ) -> dict[str, Any]:
        """What `infer` is given besides the types of the operands."""
        if len(regions) != cls.region_count:
            refuse(f"has {len(regions)} regions; {cls.region_count} belong to it")
        settings = cls.settings_of(properties)
        return {**settings, "regions": regions} if cls.region_count else settings

    @classmethod
    def infer_types(
        cls, types: Sequence[Attribute], sizes: Sequence[int] | None, settings: dict[str, Any]
    ) -> Types:
        for i, type_ in enumerate(types):
            if not isinstance(type_, TensorType):
                cls._check_operand(i, type_)
        return _tuple(cls.infer(**cls.bind(types, sizes), **settings))

    @classmethod
    def _check_operand(cls, index: int, type_: Attribute) -> None:
        if not isinstance(type_, UnrankedTensorType):
            refuse(f"operand #{index} must be a tensor, but is {type_}")
        if not cls.unranked:
            refuse(f"operand #{index} has no rank: {type_}")

    def verify_(self) -> None:
        undotted = [name for name in self.attributes if "." not in name]
        for name in (*self.properties, *undotted):
            if name not in self.property_fields and name != SEGMENTS:
                refuse(f"has no property '{name}'{_near(name, self.property_fields)}")
        types = self.inferred()
        if len(types) != len(self.results):
            refuse(f"has {len(self.results)} results; its operands give {len(types)}")
        for type_, result in zip(types, self.results, strict=True):
            if not compatible(type_, result.type):
                refuse(f"has result {result.type}, but its operands give {type_}")

    def run(self, np: Any, *arrays: Any) -> tuple[Any, ...]:
        """The results on arrays, one for each operand that is there."""
        with np.errstate(all="ignore"):
            if not self.arithmetic:
                return _tuple(self.compute(np, arrays))
            types = self.operand_types
            wide = [_widened(np, a, type_) for a, type_ in zip(arrays, types, strict=True)]
            found = _tuple(self.compute(np, wide))
            return tuple(_rounded(np, a, r.type) for a, r in zip(found, self.results, strict=True))

    def compute(self, np: Any, arrays: Sequence[Any]) -> Any:
        """`value` on arrays, as they are."""
        return type(self).value(
            np, **self.bind(arrays, self.operand_sizes()), **self.settings_of(self.properties)
        )


def _tuple(found: Any) -> tuple[Any, ...]:
    """What `infer` and `value` give, of one result too."""
    return cast("tuple[Any, ...]", found) if isinstance(found, tuple) else (found,)


def _arity(fields: tuple[Operand[Any], ...]) -> str:
    return " ".join({"one": "", "optional": "?", "rest": "*"}[f.kind] + f.name for f in fields)


def _near(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name, list(known), 1)
    return f"; did you mean '{found[0]}'?" if found else ""


def _widened(np: Any, array: Any, type_: Attribute) -> Any:
    element = _element(type_)
    if element is None or not element_types.is_narrow_float(element):
        return array
    return array.astype(np.float32)


def _rounded(np: Any, array: Any, type_: Attribute) -> Any:
    element = _element(type_)
    if element is None or not element_types.is_narrow_float(element):
        return array
    return np.asarray(array).astype(element_types.numpy_dtype(np, element))
