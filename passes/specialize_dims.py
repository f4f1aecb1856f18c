"""Named dims become numbers: `specialize-dims{batch=1 seq=128}`.

Exact, for inputs of these sizes. The arguments of functions get the sizes wherever their `nn.dims`
have the names (dim 0 of `x`, if it has no name, is `x.0`), and all types that follow from them are
inferred anew; before the conversion to `nn` that infers them, for what a model does may depend on
sizes. It is an error if a size contradicts a written one, the bounds of the name in `nn.symbols`,
or what an operation needs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument
from xdsl.passes import ModulePass

from ..compiler import names
from ..compiler.driver.diagnostics import Diagnosed, error, fail, listed, near
from ..compiler.functions import defined
from ..compiler.inference import refine, retyped
from ..compiler.op import DYNAMIC, shape_of, tensor
from ..compiler.shapes.notes import DIMS, SYMBOLS, dim_names, ranges
from ..compiler.statistics import count


@dataclass(frozen=True)
class SpecializeDimsPass(ModulePass):
    name = "specialize-dims"
    law = "exact"

    dims: dict[str, int] = field(default_factory=dict[str, int])

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = list(defined(op))
        self._check_names(op, functions)
        self._check_bounds(op)
        wrong = [w for f in functions for a in f.body.block.args for w in self._contradictions(a)]
        for argument, message in wrong:
            error(argument, message)
        if wrong:
            raise Diagnosed()
        for function in functions:
            for argument in list(function.body.block.args):
                self._specialize(argument)
            self._specialize_notes(function, "arg_attrs")
            self._specialize_notes(function, "res_attrs")
        self._drop_symbols(op)
        refine(op, strict=True)
        for function in functions:
            _write_known_results(function)

    def _check_names(self, module: ModuleOp, functions: Sequence[FuncOp]) -> None:
        known = list(dict.fromkeys(n for f in functions for n in _dim_names(f)))
        for name in self.dims:
            if name not in known:
                there = f"; there are {listed(known)}" if known else "; no dim has a name"
                where = functions[0] if functions else module
                fail(where, f"no argument has a dim '{name}'{there}{near(name, known)}")

    def _check_bounds(self, module: ModuleOp) -> None:
        bounds = ranges(module)
        for name, size in self.dims.items():
            low, high = bounds.get(name, (0, None))
            if low is not None and size < low or high is not None and size > high:
                reach = f"at least {low}" if high is None else f"in [{low}, {high}]"
                fail(module, f"dim '{name}' is {reach}, and cannot be {size}")

    def _contradictions(self, argument: BlockArgument) -> Iterator[tuple[BlockArgument, str]]:
        for place, (size, name) in enumerate(_dims(argument)):
            wanted = self.dims.get(name, size)
            if size not in (DYNAMIC, wanted):
                shown = names.name_of(argument) or str(argument.index)
                message = f"dim {place} of argument '{shown}', '{name}', is {size}"
                yield argument, f"{message}, and cannot be {wanted}"

    def _specialize(self, argument: BlockArgument) -> None:
        sizes = [self.dims.get(name, size) for size, name in _dims(argument)]
        if sizes:
            count("num-arguments", "Number of arguments with named dims")
            retyped(argument, tensor(sizes, of=argument.type))

    def _specialize_notes(self, function: FuncOp, key: str) -> None:
        """Writes the sizes into the `nn.dims` of arguments or results."""
        entries = function.properties.get(key)
        if isinstance(entries, ArrayAttr):
            given = cast("ArrayAttr[Attribute]", entries).data
            function.properties[key] = ArrayAttr(map(self._note, given))

    def _note(self, entry: Attribute) -> Attribute:
        dims = entry.data.get(DIMS) if isinstance(entry, DictionaryAttr) else None
        if not isinstance(entry, DictionaryAttr) or not isinstance(dims, ArrayAttr):
            return entry
        sizes = map(self._size, cast("ArrayAttr[Attribute]", dims).data)
        return DictionaryAttr({**entry.data, DIMS: ArrayAttr(sizes)})

    def _size(self, dim: Attribute) -> Attribute:
        if isinstance(dim, StringAttr) and dim.data in self.dims:
            return IntegerAttr(self.dims[dim.data], i64)
        return dim

    def _drop_symbols(self, module: ModuleOp) -> None:
        bounds = module.attributes.pop(SYMBOLS, None)
        if isinstance(bounds, DictionaryAttr):
            left = {name: b for name, b in bounds.data.items() if name not in self.dims}
            if left:
                module.attributes[SYMBOLS] = DictionaryAttr(left)


def _write_known_results(function: FuncOp) -> None:
    """Writes what inference found of results into their `nn.dims`, in the place of names."""
    entries = function.properties.get("res_attrs")
    if not isinstance(entries, ArrayAttr):
        return
    given = cast("ArrayAttr[Attribute]", entries).data
    pairs = zip(given, function.function_type.outputs, strict=True)
    function.properties["res_attrs"] = ArrayAttr([_with_sizes(*pair) for pair in pairs])


def _with_sizes(entry: Attribute, type_: Attribute) -> Attribute:
    dims = entry.data.get(DIMS) if isinstance(entry, DictionaryAttr) else None
    shape = shape_of(type_)
    if not isinstance(entry, DictionaryAttr) or not isinstance(dims, ArrayAttr) or shape is None:
        return entry
    written = cast("ArrayAttr[Attribute]", dims).data
    if len(written) != len(shape):
        return entry
    pairs = zip(written, shape, strict=True)
    sizes = [name if size == DYNAMIC else IntegerAttr(size, i64) for name, size in pairs]
    return DictionaryAttr({**entry.data, DIMS: ArrayAttr(sizes)})


def _dims(argument: BlockArgument) -> Iterator[tuple[int, str]]:
    """Size and name of each dim of an argument; nothing without a rank."""
    shape = shape_of(argument.type) or ()
    owner = names.name_of(argument) or str(argument.index)
    for place, (size, name) in enumerate(zip(shape, dim_names(argument, len(shape)), strict=True)):
        yield size, name or (f"{owner}.{place}" if size == DYNAMIC else "")


def _dim_names(function: FuncOp) -> Iterator[str]:
    for argument in function.body.block.args:
        yield from (name for _, name in _dims(argument) if name)
