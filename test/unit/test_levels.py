"""Which level a function or graph is at, and the first operation that keeps it from another."""

import pytest
from xdsl.dialects.builtin import TensorType, i8
from xdsl.rewriter import Rewriter

from nnopt.compiler import read
from nnopt.compiler.levels import containers, first_misfit, level_of

F = "tensor<2xf32>"

BODIES = {
    "nn-int": f"%y = nn.relu %x : ({F}) -> {F}",
    "dag": f"%y = onnx.Relu %x : ({F}) -> {F}",
    "mixed": f"%z = onnx.Relu %x : ({F}) -> {F}\n %y = nn.relu %z : ({F}) -> {F}",
}


def function(body: str) -> str:
    return f"func.func @f(%x: {F}) -> {F} {{\n {body}\n func.return %y : {F}\n}}"


def level(text: str) -> str:
    (container,) = containers(read(text))
    return level_of(container)


@pytest.mark.parametrize("expected", BODIES)
def test_functions(expected: str) -> None:
    assert level(function(BODIES[expected])) == expected


def test_a_graph() -> None:
    body = f"%y = onnx.Relu %z : ({F}) -> {F}\n %z = onnx.Relu %x : ({F}) -> {F}"
    text = f"nn.graph @f(%x: {F}) -> {F} {{\n {body}\n nn.yield %y : ({F}) -> ()\n}}"
    assert level(text) == "graph"


def test_the_test_dialect_fits_everywhere() -> None:
    assert level(function(f'%y = "test.op"(%x) : ({F}) -> {F}')) == "nn-int"


def test_a_declaration_fits_everywhere() -> None:
    (f,) = containers(read("func.func private @f()"))
    for name in ("graph", "dag", "nn", "nn-int", "npu"):
        assert first_misfit(f, name) is None


def test_integer_meets_float_only_where_it_may() -> None:
    (f,) = containers(read(function(BODIES["nn-int"])))
    relu = next(op for op in f.walk() if op.name == "nn.relu")
    Rewriter.replace_value_with_new_type(relu.results[0], TensorType(i8, [2]))
    assert level_of(f) == "nn"
    assert first_misfit(f, "nn-int") is relu
