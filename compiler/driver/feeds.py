"""The arrays that a function is run on: from a file, or random ones of a seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from . import npz
from .diagnostics import fail, listed, near
from .npz import Arrays

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
    from xdsl.ir import BlockArgument, Operation, SSAValue


@dataclass(frozen=True)
class Feeds:
    """Where the arrays come from."""

    file: str | None = None
    """A `.npz` of the inputs by name; random ones if there is none."""
    seed: int = 0
    dims: Sequence[str] = ()
    """`NAME=N,...`: sizes of named dims, for random inputs."""
    flags: str = "--"
    """What the flags that give these begin with, for messages."""
    integers: tuple[int, int] = (0, 10)
    """The least random integer, and what all are below; unsigned ones are not negative."""
    elsewhere: frozenset[str] = frozenset()
    """Dims that other functions of the module name: sizes for them are no mistake."""


def arguments(function: "Operation") -> "Sequence[BlockArgument]":
    """The inputs of a function, or of a graph that is none yet."""
    return function.regions[0].block.args


def feeds(np: Any, function: "Operation", wanted: Feeds) -> Arrays:
    """The inputs of a function by name, in order; `Diagnosed` where they do not fit."""
    from ..names import name_of

    names = [name_of(a) or str(a.index) for a in arguments(function)]
    if wanted.file:
        return _given(np, function, names, npz.load(np, wanted.file))
    return _random(np, function, names, wanted)


def _given(np: Any, function: "Operation", names: list[str], stored: Arrays) -> Arrays:
    from .. import element_types
    from ..matching import element_type

    found = npz.find(stored, names)
    for argument, name in zip(arguments(function), names, strict=True):
        element = element_type(argument)
        if name not in found:
            found[name] = _default(np, function, name, names)
        elif element is not None:
            dtype = element_types.numpy_dtype(np, element)
            found[name] = npz.as_dtype(np, found[name], dtype)
    missing = [f"'{name}'" for name in names if found[name] is None]
    if missing:
        there = f"it has {listed(list(stored))}" if stored else "it is empty"
        fail(function, f"the file of inputs lacks {listed(missing)}; {there}")
    return {name: found[name] for name in names}


def _default(np: Any, function: "Operation", name: str, names: list[str]) -> Any:
    """The value an input has if none is given."""
    from ..weights import as_elements

    entry = _entry(function, names.index(name))
    found = as_elements(entry.get("onnx.default"))
    return None if found is None else found.array(np)


def _entry(function: "Operation", index: int) -> Mapping[str, Any]:
    entries = function.properties.get("arg_attrs")
    return {} if entries is None else cast("ArrayAttr[DictionaryAttr]", entries).data[index].data


def _random(np: Any, function: "Operation", names: list[str], wanted: Feeds) -> Arrays:
    """Arrays of the types of the inputs: floats around 0, integers in a range; a `?` is 1."""
    sizes = dict(_size(function, wanted, text) for part in wanted.dims for text in part.split(","))
    dims = [_dims(function, wanted, i) for i in range(len(names))]
    known = sorted({n for named in dims for n in named if isinstance(n, str)})
    for name in sizes:
        if name not in known and name not in wanted.elsewhere:
            there = f"there is {listed(known)}" if known else "the inputs name none"
            fail(
                function,
                f"{wanted.flags}dims: no dim is named '{name}'; {there}{near(name, known)}",
            )
    random = np.random.default_rng(wanted.seed)
    found: Arrays = {}
    for argument, name, named in zip(arguments(function), names, dims, strict=True):
        shape = tuple(sizes.get(n, 1) if isinstance(n, str) else n for n in named)
        default = _default(np, function, name, names)
        if default is None:
            default = random_array(np, random, argument, shape, wanted.integers)
        found[name] = default
    return found


def _size(function: "Operation", wanted: Feeds, text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.isdecimal():
        fail(function, f"{wanted.flags}dims {text}: NAME=N is expected, N a size")
    return name, int(number)


def named_dims(function: "Operation") -> set[str]:
    """The names of the open dims of a function's inputs."""
    from ..op import shape_of

    ranked = [i for i, a in enumerate(arguments(function)) if shape_of(a.type) is not None]
    named = (n for i in ranked for n in _dims(function, Feeds(), i))
    return {n for n in named if isinstance(n, str)}


def _dims(function: "Operation", wanted: Feeds, index: int) -> list[int | str]:
    """The dims of an input: numbers, and the names of those that are open."""
    from ..op import DYNAMIC, shape_of

    dims = shape_of(arguments(function)[index].type)
    if dims is None:
        fail(function, f"input {index} has no rank; give it with {wanted.flags}inputs")
    named: Any = _entry(function, index).get("nn.dims", dims)
    names = [str(getattr(dim, "data", "")) for dim in named]
    return [name if n == DYNAMIC else n for n, name in zip(dims, names, strict=True)]


def random_array(
    np: Any,
    random: Any,
    argument: "SSAValue",
    shape: tuple[int, ...],
    integers: tuple[int, int],
) -> Any:
    """Numbers of a generator, of the element type of a tensor: integers are in the range given."""
    from .. import element_types
    from ..matching import element_type

    element = element_type(argument)
    assert element is not None
    dtype: Any = element_types.numpy_dtype(np, element)
    if element_types.is_bool(element):
        return random.integers(0, 2, shape).astype(bool)
    if element_types.is_integer(element):
        low, high = integers
        least = max(low, 0) if element_types.is_unsigned(element) else low
        return random.integers(least, high, shape).astype(dtype)
    if element == element_types.STRING:
        return np.array([b"a", b"b", b"c"], object)[random.integers(0, 3, shape)]
    return np.asarray(random.standard_normal(shape)).astype(dtype)
