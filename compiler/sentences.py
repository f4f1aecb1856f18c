"""What xDSL's verifiers say, in MLIR's words."""

import re
from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects import func
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

_SENTENCES = {
    r"expected 1 result, but got [0-9]+": "requires one result",
    r"expected 0 results, but got [0-9]+": "requires zero results",
    r"expected ([0-9]+) results, but got [0-9]+": r"expected \1 results",
    r"expected ([0-9]+ operands?), but got ([0-9]+)": r"expected \1, but found \2",
    r"property '([^']+)' expected in operation '[^']+'": r"requires attribute '\1'",
    r"'@([^']+)' could not be found in symbol table": r"'\1' does not reference a valid function",
    r"(operand|result) '[^']*' at position ([0-9]+) does not verify:\s*(.*)": (
        r"\1 #\2 does not verify: \3"
    ),
}
_PATTERNS = [(re.compile(pattern, re.DOTALL), words) for pattern, words in _SENTENCES.items()]


def sentence(op: Operation, message: str) -> tuple[str, bool]:
    """The message, and whether it is whole: most are read after `'func.call' op `."""
    of_op = _OF_OPERATIONS.get(type(op))
    found = None if of_op is None else of_op(op)
    if found is not None:
        return found
    for pattern, words in _PATTERNS:
        if (match := pattern.fullmatch(message)) is not None:
            return match.expand(words), False
    return message, False


def _of_return(op: func.ReturnOp) -> tuple[str, bool] | None:
    function = op.parent_op()
    if not isinstance(function, func.FuncOp):
        return None
    name, wanted = function.sym_name.data, function.function_type.outputs.data
    if len(op.operands) != len(wanted):
        had = f"has {len(op.operands)} operands"
        return f"{had}, but enclosing function (@{name}) returns {len(wanted)}", False
    for i, (value, type_) in enumerate(zip(op.operands, wanted, strict=True)):
        if value.type != type_:
            given = f"type of return operand {i} ('{value.type}')"
            return (
                f"{given} doesn't match function result type ('{type_}') in function @{name}",
                True,
            )
    return None


def _of_function(op: func.FuncOp) -> tuple[str, bool] | None:
    wanted, entry = op.function_type.inputs.data, op.body.first_block
    if entry is None:
        return None
    if len(entry.args) != len(wanted):
        return f"entry block must have {len(wanted)} arguments to match function signature", False
    for i, (arg, type_) in enumerate(zip(entry.args, wanted, strict=True)):
        if arg.type != type_:
            must = "must match the type of the corresponding argument in function signature"
            return f"type of entry block argument #{i}('{arg.type}') {must}('{type_}')", False
    return None


def _of_call(op: func.CallOp) -> tuple[str, bool] | None:
    callee: Any = SymbolTable.lookup_symbol(op, op.callee)
    if not isinstance(callee, func.FuncOp):
        return None
    inputs, outputs = callee.function_type.inputs.data, callee.function_type.outputs.data
    for kind, wanted, given in (
        ("operands", inputs, op.operand_types),
        ("results", outputs, op.result_types),
    ):
        if len(wanted) != len(given):
            counts = f"expected {len(wanted)}, but got {len(given)}"
            return f"incorrect number of {kind} for callee: {counts}", False
    for i, (wanted_type, given_type) in enumerate(zip(inputs, op.operand_types, strict=True)):
        if wanted_type != given_type:
            types = f"expected operand type '{wanted_type}', but provided '{given_type}'"
            return f"operand type mismatch: {types} for operand number {i}", False
    for i, (wanted_type, given_type) in enumerate(zip(outputs, op.result_types, strict=True)):
        if wanted_type != given_type:
            return f"result type mismatch at index {i}", False
    return None


_OF_OPERATIONS: dict[type[Operation], Callable[[Any], tuple[str, bool] | None]] = {
    func.ReturnOp: cast(Any, _of_return),
    func.FuncOp: cast(Any, _of_function),
    func.CallOp: cast(Any, _of_call),
}
