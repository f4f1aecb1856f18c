"""An instance again, of other types: with dims `?`, or in f64."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import TensorType, f64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialects.nn.constant import Constant
from .. import element_types, names
from ..op import DYNAMIC, Op, shape_of
from ..weights import Elements
from .drawing import Dice
from .instances import Instance


def with_open_dims(instance: Instance, dice: Dice) -> Instance | None:
    """
    The same with some dims `?`, or all; None where types do not follow then. Results may have types
    that say less than what is inferred, as those of a text may.
    """
    part = dice.pick((1.0, 1.0, 0.5))
    of_results = dice.pick((0.0, 1.0))

    def opened(type_: Attribute, part: float = part) -> Attribute:
        dims = shape_of(type_) or ()
        known = [DYNAMIC if dice.chance(part) else n for n in dims]
        return TensorType(_element(type_), known)

    def loose(type_: Attribute) -> Attribute:
        return opened(type_, of_results)

    return _rebuilt(instance, opened, _same, instance.inputs, loose)


def widened(np: Any, instance: Instance) -> Instance | None:
    """The same with f64 in the place of all other floats."""

    def wide(type_: Any) -> Attribute:
        if not element_types.is_float(type_.element_type):
            return type_
        return TensorType(f64, type_.get_shape())

    def wide_constant(op: Op) -> Op:
        if not isinstance(op, Constant) or not element_types.is_float(_element(op.result.type)):
            return op
        array = op.elements.array(np).astype(np.float64)
        if op in instance.numbers:
            array = np.full(array.shape, float(instance.numbers[op]))
        return Constant.of(value=Elements.of(array))

    inputs = [
        a.astype(np.float64)
        if element_types.is_float(element_types.element_type(np, a.dtype))
        else a
        for a in instance.inputs
    ]
    return _rebuilt(instance, wide, wide_constant, inputs)


def _rebuilt(
    instance: Instance,
    retype: Callable[[Attribute], Attribute],
    change: Callable[[Op], Op],
    inputs: Sequence[Any],
    loose: Callable[[Attribute], Attribute] = lambda type_: type_,
) -> Instance | None:
    """The function anew, of arguments of other types."""
    old = instance.function.body.block
    block = Block(arg_types=[retype(a.type) for a in old.args])
    values: dict[SSAValue, SSAValue] = dict(zip(old.args, block.args, strict=True))
    for a, b in values.items():
        names.set_hint(b, names.hint_of(a))
    root: Op | None = None
    numbers: dict[Operation, float] = {}
    for op in old.ops:
        operands = [values[v] for v in op.operands]
        if isinstance(op, ReturnOp):
            block.add_op(ReturnOp(*operands))
            continue
        assert isinstance(op, Op)
        try:
            new = _again(change(op), operands, loose)
        except VerifyException:
            return None
        block.add_op(new)
        for a, b in zip(op.results, new.results, strict=True):
            values[a] = b
            names.set_hint(b, names.hint_of(a))
        root = new if op is instance.root else root
        if op in instance.numbers:
            numbers[new] = instance.numbers[op]
    assert root is not None
    types = block.arg_types, [r.type for r in root.results]
    return Instance(FuncOp("before", types, Region(block)), root, list(inputs), numbers)


def _again(op: Op, operands: Sequence[SSAValue], loose: Callable[[Attribute], Attribute]) -> Op:
    types = op.infer_types(
        [v.type for v in operands], op.operand_sizes(), op.settings_of(op.properties)
    )
    if not isinstance(op, Constant):
        types = [loose(type_) for type_ in types]
    return type(op).create(operands=operands, properties=op.properties, result_types=types)


def _same(op: Op) -> Op:
    return op


def _element(type_: Any) -> Attribute:
    return type_.element_type
