"""Operators on quantized tensors, bit by bit against ONNX Runtime, as read and as written."""

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

SEED = np.random.default_rng(7)
TIES = [0.005, 0.01, 0.02, 0.025, 0.04, 0.05, 0.1, 0.2]
"""Scales whose quotients put many results half way between two integers."""
Check = Callable[..., tuple[list[str], list[str]]]


def integers(dtype: Any, *shape: int) -> Any:
    info = np.iinfo(dtype)
    return SEED.integers(info.min, info.max + 1, shape).astype(dtype)


def scales(*shape: int) -> Any:
    return np.asarray(SEED.choice(TIES, shape), np.float32)


def model_of(
    op: str, inputs: Sequence[Any], opset: int, domain: str, settings: dict[str, Any]
) -> Any:
    """A model of one node whose first input is an input, and the others initializers."""
    names = ["" if x is None else f"x{i}" for i, x in enumerate(inputs)]
    named = zip(names, inputs, strict=True)
    given = {n: numpy_helper.from_array(np.asarray(x), n) for n, x in named if n}
    first = given.pop("x0")
    node = helper.make_node(op, names, ["y"], domain=domain, **settings)
    entry = helper.make_tensor_value_info("x0", first.data_type, list(first.dims))
    end = onnx.ValueInfoProto(name="y")
    graph = helper.make_graph([node], "g", [entry], [end], list(given.values()))
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


def runtime(model: Any, x: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return session.run(None, {"x0": x})[0]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Compares a node with ONNX Runtime; returns the operations and nodes that it becomes."""

    def compare(
        op: str, *inputs: Any, opset: int = 13, domain: str = "", rtol: float = 0, **settings: Any
    ) -> tuple[list[str], list[str]]:
        model = model_of(op, inputs, opset, domain, settings)
        path = tmp_path / "m.onnx"
        path.write_bytes(model.SerializeToString())
        module = read(path)
        run(module, "builtin.module(onnx-to-nn)")
        (function,) = (f for f in module.body.block.ops if isinstance(f, FuncOp))
        (ours,) = run_function(function, [inputs[0]])
        theirs = runtime(model, inputs[0])
        agree(ours, theirs, rtol)
        ops = [o.name for o in function.body.block.ops if o.name != "nn.constant"][:-1]
        run(module, "builtin.module(convert-nn-to-onnx)")
        stream: Any = BytesIO()
        OnnxTarget().emit(new_context(), module, stream)
        written = onnx.ModelProto.FromString(stream.getvalue())
        agree(runtime(written, inputs[0]), theirs, rtol)
        return ops, [node.op_type for node in written.graph.node]

    return compare


def agree(ours: Any, theirs: Any, rtol: float) -> None:
    assert ours.dtype == theirs.dtype
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=rtol)


KINDS = [(np.uint8, np.uint8), (np.uint8, np.int8), (np.int8, np.int8)]


@pytest.mark.parametrize("per_channel", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize(("x", "w"), KINDS)
def test_qlinear_conv(check: Check, x: Any, w: Any, bias: bool, per_channel: bool) -> None:
    channels = 4
    per_channel = per_channel and w is np.int8
    ops, nodes = check(
        "QLinearConv",
        integers(x, 2, 4, 7, 6),
        scales(),
        integers(x),
        integers(w, channels, 2, 3, 2),
        scales(channels) if per_channel else scales(),
        np.zeros(channels if per_channel else (), w) if w is np.int8 else integers(w),
        np.float32(0.7),
        integers(x),
        SEED.integers(-5000, 5000, channels).astype(np.int32) if bias else None,
        group=2,
        pads=[1, 0, 0, 1],
        strides=[2, 1],
    )
    assert ops[0] == "nn.conv_integer" and ops[-1] == "nn.quantize"
    assert nodes == ["QLinearConv"]


@pytest.mark.parametrize("per_column", [False, True])
@pytest.mark.parametrize(("a", "b"), KINDS)
def test_qlinear_matmul(check: Check, a: Any, b: Any, per_column: bool) -> None:
    shape = (6,) if per_column else ()
    _, nodes = check(
        "QLinearMatMul",
        integers(a, 3, 5, 8),
        scales(),
        integers(a),
        integers(b, 8, 6),
        scales(*shape),
        integers(b, *shape),
        np.float32(0.3),
        integers(a),
    )
    assert nodes == ["QLinearMatMul"]


@pytest.mark.parametrize("alpha", [1.0, 0.7])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_qgemm(check: Check, dtype: Any, transposed: bool, alpha: float) -> None:
    a, b = integers(dtype, 4, 8), integers(dtype, 8, 6)
    settings = {"alpha": alpha, "transA": int(transposed), "transB": int(transposed)}
    left = a.T.copy() if transposed else a
    right = b.T.copy() if transposed else b
    addend = SEED.integers(-3000, 3000, 6).astype(np.int32)
    given = [left, scales(), integers(dtype), right, scales(6), integers(dtype, 6), addend]
    check("QGemm", *given, scales(), integers(dtype), domain="com.microsoft", **settings)
    check("QGemm", *given, domain="com.microsoft", rtol=1e-6, **settings)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_qlinear_of_each_element(check: Check, dtype: Any) -> None:
    given = [integers(dtype, 256), scales(), integers(dtype)]
    ops, _ = check(
        "QLinearLeakyRelu", *given, scales(), integers(dtype), domain="com.microsoft", alpha=0.1
    )
    assert ops == ["nn.dequantize", "nn.leaky_relu", "nn.quantize"]


def test_qlinear_concat(tmp_path: Path) -> None:
    """The first operands are the result's scale and zero point, so that none is an input."""
    parts = [(integers(np.uint8, 2, 64), scales(), integers(np.uint8)) for _ in range(3)]
    given = [scales(), integers(np.uint8), *(v for part in parts for v in part)]
    model = model_of("QLinearConcat", given, 13, "com.microsoft", {"axis": -1})
    path = tmp_path / "m.onnx"
    path.write_bytes(model.SerializeToString())
    module = read(path)
    run(module, "builtin.module(onnx-to-nn)")
    (function,) = (f for f in module.body.block.ops if isinstance(f, FuncOp))
    ours = run_function(function, [given[0]])[0]
    np.testing.assert_array_equal(ours, runtime(model, given[0]))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_products_in_f32(check: Check, dtype: Any) -> None:
    b, bias = integers(dtype, 8, 6), SEED.standard_normal(6).astype(np.float32)
    a = integers(np.uint8, 4, 8), scales(), integers(np.uint8)
    check(
        "MatMulIntegerToFloat",
        a[0],
        b,
        a[1],
        scales(6),
        a[2],
        integers(dtype, 6),
        bias,
        domain="com.microsoft",
        rtol=1e-6,
    )
    x = SEED.standard_normal((4, 8)).astype(np.float32)
    given = [b, scales(), integers(dtype), bias]
    check("DynamicQuantizeMatMul", x, *given, domain="com.microsoft", rtol=1e-6)


def test_what_has_no_exact_form_stays_custom(tmp_path: Path) -> None:
    values = integers(np.uint8, 4), scales(), integers(np.uint8)
    model = model_of("QLinearAdd", [*values, *values, *values[1:]], 13, "com.microsoft", {})
    path = tmp_path / "m.onnx"
    path.write_bytes(model.SerializeToString())
    module = read(path)
    run(module, "builtin.module(onnx-to-nn)")
    (function,) = (f for f in module.body.block.ops if isinstance(f, FuncOp))
    assert "nn.custom" in [o.name for o in function.body.block.ops]


# --- Quantize, opset by opset -------------------------------------------------------------------


def test_half_precision_divides_in_f32_up_to_opset_21(check: Check) -> None:
    x, scale = np.array([30000, -3, 5], np.float16), np.array(0.7, np.float16)
    for opset in (19, 21, 23):
        check(
            "QuantizeLinear",
            x,
            scale,
            np.zeros((), np.uint16 if opset > 19 else np.uint8),
            opset=opset,
        )


@pytest.mark.parametrize("precision", [TensorProto.FLOAT, TensorProto.FLOAT16])
def test_precision(check: Check, precision: int) -> None:
    x = np.linspace(0, 60000, 99, dtype=np.float16)
    zero = np.zeros((), np.uint16)
    scale = np.array(0.7, np.float16)
    check("QuantizeLinear", x, scale, zero, opset=23, precision=precision)


def test_output_dtype(check: Check) -> None:
    x = np.array([1.5, 300, -3], np.float32)
    check("QuantizeLinear", x, np.float32(1), opset=21, output_dtype=TensorProto.INT16)
    x = np.array([3, 200], np.uint8)
    scale = np.array(0.5, np.float16)
    check("DequantizeLinear", x, scale, opset=23, output_dtype=TensorProto.FLOAT)


@pytest.mark.parametrize("opset", [10, 13, 19, 21, 23])
def test_one_scale(check: Check, opset: int) -> None:
    x = np.linspace(-5, 5, 60, dtype=np.float32).reshape(3, 20)
    check("QuantizeLinear", x, np.float32(0.03), np.uint8(100), opset=opset)
    check("DequantizeLinear", integers(np.int8, 3, 20), np.float32(0.03), np.int8(-7), opset=opset)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_scales_along_an_axis(check: Check, axis: int) -> None:
    x = SEED.standard_normal((4, 4, 4)).astype(np.float32)
    check("QuantizeLinear", x, scales(4), integers(np.int8, 4), axis=axis)
    check(
        "DequantizeLinear", integers(np.uint8, 4, 4, 4), scales(4), integers(np.uint8, 4), axis=axis
    )


def test_blocks(check: Check) -> None:
    x = SEED.standard_normal((3, 7)).astype(np.float32)
    given = scales(3, 3), integers(np.uint8, 3, 3)
    check("QuantizeLinear", x, *given, opset=21, axis=1, block_size=3)
    check("DequantizeLinear", integers(np.uint8, 3, 7), *given, opset=21, axis=1, block_size=3)
