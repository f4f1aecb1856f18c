"""What is done to whole functions."""

from collections.abc import Iterator

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Region


def defined(module: ModuleOp) -> Iterator[FuncOp]:
    """The functions of a module that have a body."""
    for op in module.body.block.ops:
        if isinstance(op, FuncOp) and op.body.blocks:
            yield op


def replace_body(function: FuncOp, body: Region) -> None:
    """Gives a function another body, of one block; its type follows."""
    last = body.block.last_op
    assert last is not None
    old = function.detach_region(function.body)
    old.drop_all_references()
    function.add_region(body)
    inputs = [argument.type for argument in body.block.args]
    function.properties["function_type"] = FunctionType.from_lists(inputs, last.operand_types)
