"""What stands for the results of `nn.custom`, which only its framework can compute.

A pass knows nothing of such an operator either. So it may be any function, also one that gives the
same arrays whatever it is given, as long as its operands stay the same, which are compared. The
arrays are those that another runtime has computed under the same names, or else random ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast
from zlib import crc32

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, Region, SSAValue

from ...dialects.nn.constant import Constant
from ...dialects.nn.custom import Custom
from .. import functions, names, topology
from ..op import DYNAMIC, shape_of
from ..weights import Elements
from .feeds import random_array
from .onnx_values import unrunnable
from .states import Standing, State

INTEGERS = 0, 2
"""Random ones, which may be indices."""


@dataclass
class MadeUp:
    """The arrays, by function and name: the same throughout a run."""

    arrays: dict[tuple[str, str], Any] = field(default_factory=dict[tuple[str, str], Any])

    def stand_in(
        self, np: Any, module: ModuleOp, before: Mapping[str, State]
    ) -> tuple[ModuleOp, dict[str, Standing]]:
        """
        A module in which a constant stands for every result of `nn.custom`, and which they are by
        function; the module itself where there is none. `before` is what functions computed last.
        Raises `Unrunnable` where there is nothing to stand for a result.
        """
        if next(_customs(module.regions), None) is None:
            return module, {}
        copy = cast(ModuleOp, names.copied(module))
        standing: dict[str, Standing] = {}
        for function in functions.defined(copy):
            name = function.sym_name.data
            self._learn(name, function, before.get(name))
            standing[name] = self._replace(np, function)
        return copy, standing

    def _learn(self, function: str, op: Operation, state: State | None) -> None:
        """Takes what another runtime has computed where an `nn.custom` stands now."""
        if state is None or state.alone is None:
            return
        for custom in _customs(op.regions):
            for key in _keys(custom):
                if (found := state.values.get(key)) is not None:
                    self.arrays[function, key] = found.array

    def _replace(self, np: Any, function: FuncOp) -> Standing:
        results = set[SSAValue]()
        operands: dict[SSAValue, list[str]] = {}
        for op in list(_customs(function.regions)):
            block, keys = op.parent, _keys(op)
            assert block is not None
            for i, value in enumerate(op.operands if keys else ()):
                operands.setdefault(value, []).append(f"{keys[0]}: operand #{i}")
            for key, old in zip(keys, op.results, strict=True):
                new = Constant.of(value=self._elements(np, (function.sym_name.data, key), old))
                new.location = op.location
                block.insert_op_before(new, op)
                names.set_name(new.result, names.name_of(old))
                old.replace_all_uses_with(new.result)
                results.add(new.result)
            op.detach()
            op.erase()
        return Standing(frozenset(results), operands)

    def _elements(self, np: Any, key: tuple[str, str], value: SSAValue) -> Elements:
        from ..interpreter import fits

        shape = shape_of(value.type)
        found = self.arrays.get(key)
        if found is None or shape is None or not fits(np, found, value.type):
            if shape is None or DYNAMIC in shape:
                _refuse(value)
            random = np.random.default_rng(crc32("\0".join(key).encode()))
            found = self.arrays[key] = random_array(np, random, value, shape, INTEGERS)
        ranked = cast("TensorType[Attribute]", value.type)
        return Elements.of(found, TensorType(ranked.element_type, found.shape))


def _refuse(value: SSAValue) -> NoReturn:
    op = cast(Custom, value.owner)
    name = ".".join(filter(None, (op.framework, op.domain, op.operator)))
    unrunnable(
        value,
        f"'{op.name}' op cannot be run: only its framework knows '{name}', and nothing can stand "
        f"for its result of type {value.type}; 'specialize-dims' may give it sizes",
    )


def _customs(regions: Sequence[Region]) -> Iterator[Custom]:
    return (op for op in topology.walk(regions) if isinstance(op, Custom))


def _keys(op: Custom) -> list[str]:
    """What each result goes by: its name, or where it comes from."""
    return [names.name_of(r) or f"{op.location}#{r.index}" for r in op.results]
