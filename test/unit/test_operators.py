"""
Every function of `test/dialects/nn/*.mlir` against ONNX Runtime.

The types written are those inferred; both forms of the text round-trip; `value` on seeded random
inputs equals ONNX Runtime on what `convert-nn-to-onnx` writes; what is written reads back to
operations of the same value. Attributes of an argument: `nn.range = [low, high]` bounds the random
values, `nn.size = [2, 3]` gives the sizes of its `?`. On a function, `nn.oracle = "reference"`
takes ONNX's own evaluator, where ONNX Runtime has no kernel or departs from the specification, and
`nn.rtol` loosens the comparison; both say why in a comment.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read, run
from nnopt.compiler.context import new_context
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.op import Op
from nnopt.compiler.targets.onnx import OnnxTarget
from nnopt.compiler.text.printer import text_of
from nnopt.compiler.topology import walk

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import compare_array, ort_session, random_inputs, run_session, setting

FOLDER = Path(__file__).parents[1] / "dialects" / "nn"
FUNCTION = re.compile(r"^func\.func @(\w+)", re.MULTILINE)


def cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.mlir")):
        if path.stem.endswith("invalid"):
            continue
        parts = FUNCTION.split(path.read_text())
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            yield pytest.param(f"func.func @{name}{body}", id=f"{path.stem}-{name}")


@pytest.mark.parametrize("text", list(cases()))
def test_operator(text: str) -> None:
    module = read(text)
    function = only_function(module)
    check_types(function)
    check_text(module)
    inputs = random_inputs(function)
    ours = run_function(function, inputs)
    written = text_of(module)
    run(module, "builtin.module(convert-nn-to-onnx)")
    theirs = oracle(function, module, inputs)
    compare(function, ours, theirs)
    run(module, "builtin.module(convert-onnx-to-nn)")
    again = run_function(only_function(module), inputs)
    compare(function, again, ours)
    assert text_of(read(written)) == written


def only_function(module: ModuleOp) -> FuncOp:
    (function,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return function


def check_types(function: FuncOp) -> None:
    for op in walk(function.regions):
        if isinstance(op, Op) and not op.regions:
            assert op.inferred() == tuple(op.result_types), op.name


def check_text(module: ModuleOp) -> None:
    module.verify()
    text = text_of(module)
    assert text_of(read(text)) == text
    assert text_of(read(text_of(module, generic=True))) == text


def oracle(function: FuncOp, module: ModuleOp, inputs: list[Any]) -> list[Any]:
    model = onnx_model(module)
    feeds = {i.name: x for i, x in zip(model.graph.input, inputs, strict=True)}
    if setting(function, "nn.oracle") == "reference":
        from onnx.reference import ReferenceEvaluator

        return ReferenceEvaluator(model).run(None, feeds)  # pyright: ignore[reportReturnType]
    return run_session(ort_session(model.SerializeToString()), feeds)


def onnx_model(module: ModuleOp) -> Any:
    stream: Any = BytesIO()
    OnnxTarget().emit(new_context(), module, stream)
    return onnx.ModelProto.FromString(stream.getvalue())


def compare(function: FuncOp, ours: list[Any], theirs: list[Any]) -> None:
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs, strict=True):
        compare_array(np.asarray(a), np.asarray(b), setting(function, "nn.rtol"))
