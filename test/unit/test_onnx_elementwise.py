"""What elementwise operators and activations of ONNX were in old opsets and other domains."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read, run
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.text.printer import text_of

SEED = np.random.default_rng(0)
A = SEED.normal(size=(2, 3, 4, 5)).astype(np.float32)
Reads = Callable[..., Any]


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    """The module at level `nn` of one node on arrays."""

    def build(op: str, *inputs: Any, opset: int, domain: str = "", **settings: Any) -> Any:
        outputs = settings.pop("outputs", 1)
        unknown = settings.pop("unknown", False)
        names = [f"x{i}" for i in range(len(inputs))]
        results = [f"y{i}" for i in range(outputs)]
        node = helper.make_node(op, names, results, domain=domain, **settings)
        entries = [
            helper.make_tensor_value_info(
                name,
                helper.np_dtype_to_tensor_dtype(x.dtype),
                [f"{name}_{i}" for i in range(x.ndim)] if unknown else x.shape,
            )
            for name, x in zip(names, inputs, strict=True)
        ]
        ends = [onnx.ValueInfoProto(name=name) for name in results]
        imports = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)]
        graph = helper.make_graph([node], "g", entries, ends)
        path = tmp_path / "m.onnx"
        path.write_bytes(helper.make_model(graph, opset_imports=imports).SerializeToString())
        module = read(path)
        run(module, "builtin.module(onnx-to-nn)")
        return module

    return build


def computed(module: Any, *inputs: Any) -> list[Any]:
    (function,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return run_function(function, inputs)


def ops_of(module: Any) -> list[str]:
    (function,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return [op.name for op in function.body.block.ops][:-1]


@pytest.mark.parametrize(
    ("shape", "axis"),
    [((5,), None), ((4, 5), None), ((3, 4), 1), ((2,), 0), ((3,), 1), ((1, 1), None), ((), None)],
)
def test_broadcast_from_an_axis(reads: Reads, shape: tuple[int, ...], axis: int | None) -> None:
    y = np.asarray(SEED.normal(size=shape), np.float32)
    settings = {} if axis is None else {"axis": axis}
    module = reads("Sub", A, y, opset=6, broadcast=1, **settings)
    spread = y if axis is None else y.reshape(*shape, *(1,) * (4 - axis - len(shape)))
    np.testing.assert_array_equal(computed(module, A, y)[0], A - spread)


def test_slope_by_channel(reads: Reads) -> None:
    slope = np.array([1, 2, 3], np.float32)
    wanted = np.where(A < 0, A * slope.reshape(3, 1, 1), A)
    found = computed(reads("PRelu", A, slope, opset=6), A, slope)
    np.testing.assert_array_equal(found[0], wanted)


@pytest.mark.parametrize("unknown", [False, True])
@pytest.mark.parametrize("axis", [0, 1, 2, 3, -2])
@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax", "Hardmax"])
def test_softmax_of_merged_axes(reads: Reads, op: str, axis: int, unknown: bool) -> None:
    module = reads(op, A, opset=11, axis=axis, unknown=unknown)
    rows = A.reshape(int(np.prod(A.shape[:axis])), -1)
    e = np.exp(rows) / np.exp(rows).sum(axis=1, keepdims=True)
    first = np.arange(rows.shape[1]) == rows.argmax(axis=1)[:, None]
    wanted = {"Softmax": e, "LogSoftmax": np.log(e), "Hardmax": first}[op].reshape(A.shape)
    np.testing.assert_allclose(computed(module, A)[0], wanted, rtol=1e-4, atol=1e-6)


def test_softmax_of_one_long_axis_stays_one_op(reads: Reads) -> None:
    x = np.zeros((2, 3, 1, 1), np.float32)
    assert ops_of(reads("Softmax", x, opset=11)) == ["nn.softmax"]


@pytest.mark.parametrize(
    ("opset", "settings", "low", "high"),
    [
        (1, {"min": -0.5}, -0.5, np.inf),
        (6, {"max": 0.5}, np.finfo(np.float32).min, 0.5),
        (6, {"min": 0.0, "max": 3.4028234663852886e38}, 0.0, np.finfo(np.float32).max),
    ],
)
def test_bounds_as_attributes(
    reads: Reads, opset: int, settings: dict[str, float], low: float, high: float
) -> None:
    x = np.array([np.inf, -np.inf, 0.25, 1, -1], np.float32)
    found = computed(reads("Clip", x, opset=opset, **settings), x)
    np.testing.assert_array_equal(found[0], np.clip(x, np.float32(low), np.float32(high)))


def test_types_by_name(reads: Reads) -> None:
    module = reads("Cast", A, opset=5, to="INT64")
    assert computed(module, A)[0].dtype == np.int64
    run(module, "builtin.module(convert-nn-to-onnx{opset=5})")
    assert 'onnx.Cast %x0 {to = "INT64"}' in text_of(module)


@pytest.mark.parametrize("opset", [6, 8])
@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_operands(reads: Reads, opset: int, count: int) -> None:
    inputs = [A[i % 2] for i in range(count)] if opset < 8 else [A, A[0], A[0, 0, :1]][:count]
    total = sum(inputs[1:], inputs[0])
    for op, wanted in (("Sum", total), ("Mean", total / count)):
        np.testing.assert_allclose(
            computed(reads(op, *inputs, opset=opset), *inputs)[0], wanted, rtol=1e-6
        )
    if count == 1:
        assert ops_of(reads("Max", *inputs, opset=opset)) == []


@pytest.mark.parametrize("unknown", [False, True])
@pytest.mark.parametrize(("opset", "dtype"), [(7, np.float32), (10, np.bool_), (22, np.bool_)])
def test_dropout_keeps_everything(reads: Reads, opset: int, dtype: Any, unknown: bool) -> None:
    module = reads("Dropout", A, opset=opset, outputs=2, unknown=unknown)
    kept, mask = computed(module, A)
    np.testing.assert_array_equal(kept, A)
    np.testing.assert_array_equal(mask, np.ones(A.shape, dtype), strict=True)


def test_dropout_in_training_is_refused(reads: Reads) -> None:
    with pytest.raises(Diagnosed, match="drops elements at random"):
        reads("Dropout", A, np.array(0.5, np.float32), np.array(True), opset=13)


def test_cast_to_the_same_type_is_nothing(reads: Reads) -> None:
    assert ops_of(reads("Cast", A, opset=13, to=TensorProto.FLOAT)) == []
    assert ops_of(reads("CastLike", A, A, opset=15)) == []


def test_factors_beside_f64_are_what_their_32_bits_are(reads: Reads) -> None:
    x = np.array([-1.0])
    found = computed(reads("LeakyRelu", x, opset=16, alpha=0.1), x)
    assert found[0][0] == -float(np.float32(0.1))


@pytest.mark.parametrize(
    ("op", "inputs", "ops"),
    [
        ("Gelu", 1, ["nn.gelu"]),
        ("QuickGelu", 1, ["nn.swish"]),
        ("FastGelu", 1, ["nn.gelu"]),
        ("FastGelu", 2, ["nn.add", "nn.gelu"]),
        ("BiasGelu", 2, ["nn.add", "nn.gelu"]),
    ],
)
def test_activations_of_microsoft(reads: Reads, op: str, inputs: int, ops: list[str]) -> None:
    given = [A, A[0, 0, 0]][:inputs]
    assert ops_of(reads(op, *given, opset=17, domain="com.microsoft")) == ops


@pytest.mark.parametrize(
    ("op", "opset", "written"),
    [
        ("Gelu", 20, ["Mul", "Erf", "HardSigmoid", "Mul"]),
        ("Mish", 18, ["Softplus", "Tanh", "Mul"]),
        ("HardSwish", 14, ["HardSigmoid", "Mul"]),
        ("Swish", 24, ["Sigmoid", "Mul"]),
        ("Celu", 12, ["Div", "Elu", "Mul"]),
    ],
)
def test_written_below_its_opset(reads: Reads, op: str, opset: int, written: list[str]) -> None:
    module = reads(op, A, opset=opset)
    wanted = computed(module, A)[0]
    run(module, "builtin.module(convert-nn-to-onnx{opset=9})")
    names = [name.removeprefix("onnx.") for name in ops_of(module)]
    assert [name for name in names if name != "initializer"] == written
    run(module, "builtin.module(convert-onnx-to-nn)")
    np.testing.assert_allclose(computed(module, A)[0], wanted, rtol=1e-5, atol=1e-6)


def test_less_or_equal_is_not_the_opposite(reads: Reads) -> None:
    x = np.array([np.nan, 1, 2], np.float32)
    y = np.array([1, 1, 1], np.float32)
    module = reads("LessOrEqual", x, y, opset=12)
    run(module, "builtin.module(convert-nn-to-onnx{opset=11},convert-onnx-to-nn)")
    assert computed(module, x, y)[0].tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("op", "dtype", "opset", "refusal"),
    [
        ("Add", np.int8, 13, "needs opset 14"),
        ("Exp", np.int8, 13, None),
        ("Relu", np.int32, 13, "needs opset 14"),
        ("Round", np.float32, 10, "needs opset 11"),
        ("Softplus", np.float64, 9, None),
    ],
)
def test_types_of_an_opset(op: str, dtype: Any, opset: int, refusal: str | None) -> None:
    element = {np.int8: "i8", np.int32: "i32", np.float32: "f32", np.float64: "f64"}[dtype]
    operands = "%x, %x" if op == "Add" else "%x"
    types = ", ".join([f"tensor<2x{element}>"] * operands.count("x"))
    text = f"""func.func @f(%x: tensor<2x{element}>) -> tensor<2x{element}> {{
      %y = nn.{op.lower()} {operands} : ({types}) -> tensor<2x{element}>
      func.return %y : tensor<2x{element}>
    }}"""
    wrong = op == "Exp"
    pipeline = f"builtin.module(convert-nn-to-onnx{{opset={opset}}})"
    if refusal is None and not wrong:
        run(read(text), pipeline)
        return
    with pytest.raises(Diagnosed, match=refusal or "takes floats"):
        run(read(text), pipeline)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_shifts_keep_the_sign_and_end_at_the_width(width: int) -> None:
    from nnopt.dialects.nn.elementwise import ShiftLeft, ShiftRight

    dtype = np.dtype(f"i{width // 8}")
    x = np.array([-5, -5, -5, -5, 5, 5], dtype)
    y = np.array([1, width - 1, width, -1, width, 1], dtype)
    assert ShiftRight.value(np, x, y).tolist() == [-3, -1, -1, -1, 0, 2]
    assert ShiftLeft.value(np, x, y)[2:].tolist() == [0, 0, 0, 10]
    unsigned = ShiftRight.value(np, x.view(f"u{width // 8}"), y.view(f"u{width // 8}"))
    assert unsigned[1:5].tolist() == [1, 0, 0, 0]
