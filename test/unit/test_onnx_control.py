"""If, Loop and Scan of ONNX: read, run, written, and run by ONNX Runtime."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read, run
from nnopt.compiler.context import new_context
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.targets.onnx import OnnxTarget

SEED = np.random.default_rng(3)
Check = Callable[..., FuncOp]
FLOAT, INT, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def value(name: str, kind: int, shape: Sequence[Any] | None) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


def tensor(name: str, array: Any) -> Any:
    return numpy_helper.from_array(np.asarray(array), name)


def floats(*shape: int) -> Any:
    return SEED.standard_normal(shape).astype(np.float32)


def runtime(model: Any, feeds: dict[str, Any]) -> list[Any]:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    found: Any = session.run(None, feeds)
    return found


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Compares a graph with ONNX Runtime, as it is and as it is written; returns its function."""

    def compare(
        nodes: Sequence[Any],
        feeds: dict[str, Any],
        results: Sequence[str],
        opset: int = 18,
        constants: Sequence[Any] = (),
    ) -> FuncOp:
        inputs = [
            value(k, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for k, x in feeds.items()
        ]
        ends = [onnx.ValueInfoProto(name=name) for name in results]
        graph = helper.make_graph(list(nodes), "g", inputs, ends, list(constants))
        imports = [helper.make_opsetid("", opset)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=8)
        path = tmp_path / "m.onnx"
        path.write_bytes(model.SerializeToString())
        module = read(path)
        run(module, "builtin.module(onnx-to-nn)")
        (function,) = (f for f in module.body.block.ops if isinstance(f, FuncOp))
        theirs = runtime(model, feeds)
        agree(run_function(function, list(feeds.values())), theirs)
        written = module.clone()
        run(written, "builtin.module(convert-nn-to-onnx)")
        stream: Any = BytesIO()
        OnnxTarget().emit(new_context(), written, stream)
        agree(runtime(onnx.ModelProto.FromString(stream.getvalue()), feeds), theirs)
        return function

    return compare


def agree(ours: Sequence[Any], theirs: Sequence[Any]) -> None:
    for a, b in zip(ours, theirs, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def names_of(function: FuncOp) -> list[str]:
    return [op.name for op in function.body.block.ops if op.name != "nn.constant"][:-1]


# --- If -----------------------------------------------------------------------------------------


def if_node(condition: str = "c") -> Any:
    """`y = c ? relu(x) : x`, whose else branch gives a captured value."""
    then = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["t"])], "t", [], [value("t", FLOAT, None)]
    )
    other = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["e"])], "e", [], [value("e", FLOAT, None)]
    )
    return helper.make_node("If", [condition], ["y"], then_branch=then, else_branch=other)


@pytest.mark.parametrize("opset", [1, 11, 13, 18])
@pytest.mark.parametrize("condition", [False, True])
def test_if(check: Check, opset: int, condition: bool) -> None:
    feeds = {"c": np.array(condition), "x": floats(2, 3)}
    assert names_of(check([if_node()], feeds, ["y"], max(opset, 7))) == ["nn.if"]


@pytest.mark.parametrize("condition", [False, True])
def test_a_known_condition_leaves_one_branch(check: Check, condition: bool) -> None:
    constants = [tensor("c", np.array(condition))]
    function = check([if_node()], {"x": floats(2, 3)}, ["y"], constants=constants)
    assert names_of(function) == ["nn.relu"] * condition


def test_a_condition_on_a_known_shape(check: Check) -> None:
    """As exporters write a squeeze: of a rank that no type can tell."""
    squeeze = helper.make_graph(
        [helper.make_node("Squeeze", ["x", "axes"], ["s"])], "t", [], [value("s", FLOAT, None)]
    )
    same = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["e"])], "e", [], [value("e", FLOAT, None)]
    )
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"]),
        helper.make_node("Gather", ["shape", "one"], ["size"]),
        helper.make_node("Equal", ["size", "one"], ["c"]),
        helper.make_node("If", ["c"], ["r"], then_branch=squeeze, else_branch=same),
        helper.make_node("ReduceSum", ["r", "axes"], ["y"]),
    ]
    constants = [tensor("axes", np.array([1])), tensor("one", np.array(1))]
    check(nodes, {"x": floats(2, 1, 3)}, ["y"], constants=constants)


# --- Loop ---------------------------------------------------------------------------------------


def test_a_state_that_grows(check: Check) -> None:
    body = helper.make_graph(
        [
            helper.make_node("Concat", ["s", "x"], ["s2"], axis=0),
            helper.make_node("Identity", ["c"], ["c2"]),
            helper.make_node("Shape", ["s2"], ["n"]),
        ],
        "b",
        [value("i", INT, []), value("c", BOOL, []), value("s", FLOAT, None)],
        [value("c2", BOOL, []), value("s2", FLOAT, None), value("n", INT, [2])],
    )
    node = helper.make_node("Loop", ["m", "", "x"], ["y", "sizes"], body=body)
    feeds = {"m": np.array(3), "x": floats(1, 2)}
    function = check([node], feeds, ["y", "sizes"])
    (loop,) = (op for op in function.body.block.ops if op.name == "nn.loop")
    assert str(loop.regions[0].block.args[2].type) == "tensor<?x2xf32>"


def test_a_state_of_another_rank_each_turn(check: Check) -> None:
    body = helper.make_graph(
        [
            helper.make_node("Unsqueeze", ["s"], ["s2"], axes=[0]),
            helper.make_node("Identity", ["c"], ["c2"]),
        ],
        "b",
        [value("i", INT, []), value("c", BOOL, []), value("s", FLOAT, None)],
        [value("c2", BOOL, []), value("s2", FLOAT, None)],
    )
    node = helper.make_node("Loop", ["m", "", "x"], ["y"], body=body)
    function = check([node], {"m": np.array(3), "x": floats(1, 2)}, ["y"], opset=11)
    (loop,) = (op for op in function.body.block.ops if op.name == "nn.loop")
    assert str(loop.regions[0].block.args[2].type) == "tensor<*xf32>"


@pytest.mark.parametrize("trip", [None, 0, 2, 5])
@pytest.mark.parametrize("condition", [None, False, True])
def test_trip_count_and_condition(check: Check, trip: int | None, condition: bool | None) -> None:
    body = helper.make_graph(
        [
            helper.make_node("Add", ["s", "x"], ["s2"]),
            helper.make_node("Less", ["i", "last"], ["c2"]),
            helper.make_node("Mul", ["s2", "x"], ["scan"]),
        ],
        "b",
        [value("i", INT, []), value("c", BOOL, []), value("s", FLOAT, [2])],
        [value("c2", BOOL, []), value("s2", FLOAT, [2]), value("scan", FLOAT, [2])],
    )
    given = {"m": trip, "c": condition}
    names = ["" if v is None else k for k, v in given.items()]
    node = helper.make_node("Loop", [*names, "x"], ["y", "scans"], body=body)
    feeds = {k: np.array(v) for k, v in given.items() if v is not None}
    check([node], feeds | {"x": floats(2)}, ["y", "scans"], constants=[tensor("last", np.array(2))])


# --- Scan ---------------------------------------------------------------------------------------


def scan_body(opset: int) -> Any:
    """`s' = s + a * b`, and scans `s'` and `a`."""
    nodes = [
        helper.make_node("Mul", ["a", "b"], ["ab"]),
        helper.make_node("Add", ["s", "ab"], ["s2"]),
        helper.make_node("Identity", ["s2"], ["o"]),
        helper.make_node("Neg", ["a"], ["p"]),
    ]
    inputs = [value("s", FLOAT, [2]), value("a", FLOAT, [2]), value("b", FLOAT, [2])]
    return helper.make_graph(nodes, "b", inputs, [value(n, FLOAT, [2]) for n in ("s2", "o", "p")])


@pytest.mark.parametrize("opset", [9, 11, 18])
@pytest.mark.parametrize("directions", [(0, 0, 0, 0), (1, 0, 0, 1), (0, 1, 1, 0)])
@pytest.mark.parametrize("axes", [(0, 1, 0, 0), (1, -2, 1, -1)])
def test_scan(check: Check, opset: int, directions: tuple[int, ...], axes: tuple[int, ...]) -> None:
    shapes = [(5, 2) if a % 2 == 0 else (2, 5) for a in axes[:2]]
    node = helper.make_node(
        "Scan",
        ["init", "x", "z"],
        ["y", "o", "p"],
        body=scan_body(opset),
        num_scan_inputs=2,
        scan_input_axes=axes[:2],
        scan_output_axes=axes[2:],
        scan_input_directions=directions[:2],
        scan_output_directions=directions[2:],
    )
    feeds = {"init": floats(2), "x": floats(*shapes[0]), "z": floats(*shapes[1])}
    check([node], feeds, ["y", "o", "p"], opset)


@pytest.mark.parametrize("directions", [(0, 0), (1, 0)])
def test_scan_of_batches(check: Check, directions: tuple[int, ...]) -> None:
    node = helper.make_node(
        "Scan",
        ["", "init", "x", "z"],
        ["y", "o", "p"],
        body=scan_body(8),
        num_scan_inputs=2,
        directions=directions,
    )
    feeds = {"init": floats(3, 2), "x": floats(3, 5, 2), "z": floats(3, 5, 2)}
    check([node], feeds, ["y", "o", "p"], 8)
