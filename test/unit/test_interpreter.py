"""Running functions: what is seen, what is freed, and what is said where it cannot go on."""

import weakref
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.names import name_of

CHAIN = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.exp %a : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.add %b, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %c : tensor<2xf32>
}
"""
X = np.array([1, 2], np.float32)


def functions(text: str) -> list[FuncOp]:
    return [op for op in read(text).body.block.ops if isinstance(op, FuncOp)]


def run(text: str, *inputs: Any, **more: Any) -> list[Any]:
    return run_function(functions(text)[0], inputs, **more)


def test_a_chain() -> None:
    np.testing.assert_allclose(run(CHAIN, X)[0], np.exp(-X) - X, rtol=1e-6)


def test_every_value_is_observed_once() -> None:
    seen: list[str | None] = []
    run(CHAIN, X, observe=lambda value, array: seen.append(name_of(value)))
    assert seen == ["x", "a", "b", "c"]


def test_values_in_regions_are_observed_each_turn() -> None:
    text = """
    func.func @main(%n: tensor<i64>, %s: tensor<f32>) -> tensor<f32> {
      %y = nn.loop %n, _, %s ({
      ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<f32>):
        %next = nn.add %state, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
        nn.yield %go, %next : (tensor<i1>, tensor<f32>) -> ()
      }) : (tensor<i64>, tensor<f32>) -> tensor<f32>
      func.return %y : tensor<f32>
    }
    """
    seen: list[float] = []
    run(
        text,
        np.int64(3),
        np.float32(2),
        observe=lambda value, array: (
            seen.append(float(array)) if name_of(value) == "next" else None
        ),
    )
    assert seen == [4, 6, 8]


def test_values_are_freed_after_their_last_use() -> None:
    alive: list[list[bool]] = []
    made: list[Any] = []

    def observe(value: Any, array: Any) -> None:
        alive.append([ref() is not None for ref in made])
        made.append(weakref.ref(array))

    text = """
    func.func @main(%x: tensor<2xf32>, %c: tensor<i1>) -> tensor<2xf32> {
      %a = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
      %b = nn.neg %a : (tensor<2xf32>) -> tensor<2xf32>
      %unread = nn.exp %b : (tensor<2xf32>) -> tensor<2xf32>
      %y = nn.if %c ({
        %d = nn.exp %b : (tensor<2xf32>) -> tensor<2xf32>
        nn.yield %d : (tensor<2xf32>) -> ()
      }, {
        nn.yield %b : (tensor<2xf32>) -> ()
      }) : (tensor<i1>) -> tensor<2xf32>
      %z = nn.neg %y : (tensor<2xf32>) -> tensor<2xf32>
      func.return %z : tensor<2xf32>
    }
    """
    run(text, X, np.bool_(True), observe=observe)
    a, b, unread, z = 2, 3, 4, len(alive) - 1
    assert alive[b][a]
    assert not alive[unread][a]
    assert alive[unread + 1][b] and not alive[unread + 1][unread]
    assert not alive[z][b]


def test_what_is_captured_stays_until_the_region_ran() -> None:
    text = """
    func.func @main(%n: tensor<i64>, %x: tensor<2xf32>) -> tensor<?x2xf32> {
      %a = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
      %y = nn.loop %n, _ ({
      ^bb0(%i: tensor<i64>, %go: tensor<i1>):
        %b = nn.neg %a : (tensor<2xf32>) -> tensor<2xf32>
        nn.yield %go, %b : (tensor<i1>, tensor<2xf32>) -> ()
      }) {scans = 1 : i64} : (tensor<i64>) -> tensor<?x2xf32>
      func.return %y : tensor<?x2xf32>
    }
    """
    np.testing.assert_array_equal(run(text, np.int64(3), X)[0], [X, X, X])
    assert run(text, np.int64(0), X)[0].shape == (0, 2)


def test_a_scan_of_no_turns_of_unknown_size() -> None:
    text = """
    func.func @main(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?x?xf32> {
      %y = nn.loop %n, _ ({
      ^bb0(%i: tensor<i64>, %go: tensor<i1>):
        nn.yield %go, %x : (tensor<i1>, tensor<?xf32>) -> ()
      }) {scans = 1 : i64} : (tensor<i64>) -> tensor<?x?xf32>
      func.return %y : tensor<?x?xf32>
    }
    """
    assert run(text, np.int64(0), X)[0].shape == (0, 0)


def test_deep_nesting_needs_no_deep_stack() -> None:
    depth = 80
    opened = "".join(f"%y{i} = nn.if %c ({{\n" for i in range(depth))
    closed = "".join(
        f"nn.yield %{f'y{i + 1}' if i + 1 < depth else 'x'} : (tensor<2xf32>) -> () }}, "
        "{ nn.yield %x : (tensor<2xf32>) -> () }) : (tensor<i1>) -> tensor<2xf32>\n"
        for i in reversed(range(depth))
    )
    text = f"""
    func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {{
      {opened}{closed}
      func.return %y0 : tensor<2xf32>
    }}
    """
    np.testing.assert_array_equal(run(text, np.bool_(True), X)[0], X)


def test_a_call() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %a = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
      %b = func.call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
      func.return %b : tensor<2xf32>
    }
    func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = nn.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      func.return %y : tensor<2xf32>
    }
    """
    np.testing.assert_array_equal(run(text, X)[0], 4 * X)


def test_narrow_floats_are_rounded_once() -> None:
    text = """
    func.func @main(%x: tensor<3xf16>) -> tensor<f16> {
      %y = nn.reduce_sum %x {axes = [0]} : (tensor<3xf16>) -> tensor<f16>
      func.return %y : tensor<f16>
    }
    """
    y = run(text, np.array([2048, 1, 1], np.float16))[0]
    assert y.dtype == np.float16 and y == 2050


# --- What cannot be run -------------------------------------------------------------------------


def refusal(text: str, *inputs: Any) -> str:
    with pytest.raises(Diagnosed) as caught:
        run(text, *inputs)
    return str(caught.value)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ((), "function 'main' has 1 inputs, but got 0"),
        ((np.zeros(3, np.float32),), "input 'x' is tensor<2xf32>, but got an array 3xfloat32"),
        ((np.zeros(2),), "input 'x' is tensor<2xf32>, but got an array 2xfloat64"),
    ],
)
def test_inputs_that_do_not_fit(inputs: tuple[Any, ...], message: str) -> None:
    assert message in refusal(CHAIN, *inputs)


def test_an_array_that_is_not_of_its_type() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>, %n: tensor<1xi64>) -> tensor<3xf32> {
      %y = nn.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<1xi64>) -> tensor<3xf32> loc("here")
      func.return %y : tensor<3xf32>
    }
    """
    told = refusal(text, X, np.array([2]))
    assert told.endswith(
        "error: loc(\"here\"): 'nn.dynamic_reshape' op gave an array 2xfloat32,"
        " where tensor<3xf32> belongs"
    )


def test_data_that_an_operator_refuses() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>, %n: tensor<1xi64>) -> tensor<?xf32> {
      %y = nn.dynamic_reshape %x, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32> loc("here")
      func.return %y : tensor<?xf32>
    }
    """
    assert "loc(\"here\"): 'nn.dynamic_reshape' op" in refusal(text, X, np.array([3]))


def test_a_custom_operator() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = nn.custom %x {domain = "com.example", framework = "onnx", operator = "Blur"}
        : (tensor<2xf32>) -> tensor<2xf32> loc("blur")
      func.return %y : tensor<2xf32>
    }
    """
    assert refusal(text, X).endswith(
        "loc(\"blur\"): 'nn.custom' op cannot be computed: only its framework knows"
        " 'onnx.com.example.Blur'"
    )


def test_an_operator_of_another_level() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = onnx.Relu %x : (tensor<2xf32>) -> tensor<2xf32>
      func.return %y : tensor<2xf32>
    }
    """
    assert "'onnx.Relu' op cannot be run" in refusal(text, X)


def test_a_function_that_calls_itself() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = func.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
      func.return %y : tensor<2xf32>
    }
    """
    assert "function 'main' calls itself" in refusal(text, X)
