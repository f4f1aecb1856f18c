"""Operators of ONNX that ask for shapes, move elements and pick them, as all opsets spell them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read, run
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.text.printer import text_of

A = np.random.default_rng(0).normal(size=(2, 3, 4)).astype(np.float32)
CENTRED = np.pad(A[:, :2], ((0, 0), (0, 0), (1, 1)))
LAST = 2**63 - 1
Reads = Callable[..., Any]


def i64(*values: Any) -> Any:
    return np.array(values, np.int64)


def number(value: Any, dtype: Any = np.int64) -> Any:
    return np.array(value, dtype)


def floats(*values: Any) -> Any:
    return np.array(values, np.float32)


def case(op: str, opset: int, inputs: Any, wanted: Any, fixed: str = "", **settings: Any) -> Any:
    """Of `inputs`, those whose numbers are in `fixed` are initializers."""
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    name = f"{op}-{opset}-{fixed or 'computed'}-{'-'.join(settings)}"
    return pytest.param(op, opset, inputs, wanted, fixed, settings, id=name)


CASES = [
    case("Shape", 1, [A], i64(2, 3, 4)),
    case("Shape", 15, [A], i64(3, 4), start=-2),
    case("Shape", 15, [A], i64(2), end=-2),
    case("Shape", 15, [A], i64(), start=7, end=9),
    case("Identity", 1, [A], A),
    # Reshape
    case("Reshape", 1, [A], A.reshape(2, 12), shape=[0, -1]),
    case("Reshape", 5, [A, i64(0, -1, 2)], A.reshape(2, 6, 2), "1"),
    case("Reshape", 5, [A, i64(0, -1, 2)], A.reshape(2, 6, 2)),
    case("Reshape", 14, [A[:0], i64(3, 0)], A[:0].reshape(3, 0), "1", allowzero=1),
    case("Reshape", 14, [A[:0], i64(3, 0)], A[:0].reshape(3, 0), allowzero=1),
    case("Reshape", 14, [A, i64(4, 6)], A.reshape(4, 6), "1", allowzero=1),
    case("Flatten", 1, [A], A.reshape(2, 12)),
    case("Flatten", 11, [A], A.reshape(6, 4), axis=-1),
    case("Squeeze", 1, [A[:1]], A[0], axes=[0]),
    case("Squeeze", 11, [A[:1, :, :1]], A[0, :, :1], axes=[-3, 0]),
    case("Squeeze", 11, [A[:1, :, :1]], A[0, :, 0]),
    case("Squeeze", 13, [A[:1], i64(-3)], A[0], "1"),
    case("Squeeze", 13, [A[:1], i64()], A[:1], "1"),
    case("Unsqueeze", 1, [A], A[None], axes=[0]),
    case("Unsqueeze", 13, [A, i64(-1, 0)], A[None, ..., None], "1"),
    case("Unsqueeze", 13, [A, i64()], A, "1"),
    case("Transpose", 1, [A], A.T),
    case("Transpose", 13, [A], A.transpose(1, 0, 2), perm=[1, 0, 2]),
    case("Transpose", 13, [A[0, 0, 0]], A[0, 0, 0]),
    case("Expand", 8, [A[:, :1], i64(3, 1)], A[:, [0, 0, 0]], "1"),
    case("Expand", 8, [A[:, :1], i64(3, 1)], A[:, [0, 0, 0]]),
    # Concat and Split
    case("Concat", 1, [A, A], np.concatenate([A, A], 1)),
    case("Concat", 11, [A, A], np.concatenate([A, A], 2), axis=-1),
    case("Split", 1, [A, i64(1, 2)], (A[:, :1], A[:, 1:]), "1", axis=1),
    case("Split", 2, [A], (A[:, :1], A[:, 1:]), axis=1, split=[1, 2]),
    case("Split", 2, [A], (A[:1], A[1:])),
    case("Split", 13, [A, i64(3, 1)], (A[..., :3], A[..., 3:]), "1", axis=-1),
    case("Split", 13, [A, i64(3, 0, 1)], (A[..., :3], A[..., :0], A[..., 3:]), axis=-1),
    case("Split", 18, [A], (A[:, :2], A[:, 2:]), axis=1, num_outputs=2),
    # Slice
    case("Slice", 1, [A], A[:, -2:, 1:], starts=[-2, 1], ends=[LAST, 9], axes=[1, 2]),
    case("Slice", 1, [A], A[1:, :2], starts=[1, 0], ends=[2, -1]),
    case("Slice", 10, [A, i64(-1), i64(-9), i64(-1), i64(-2)], A[..., ::-2], "1234"),
    case("Slice", 10, [A, i64(-1), i64(-9), i64(-1), i64(-2)], A[..., ::-2], "34"),
    case("Slice", 10, [A, i64(-1), i64(-9), i64(-1), i64(-2)], A[..., ::-2]),
    case("Slice", 10, [A, i64(0, 1, 1), i64(1, 3, 2)], A[:1, 1:3, 1:2]),
    case("Slice", 10, [A, i64(0), i64(2**31 - 1), i64(1)], A, "123"),
    # Pad
    case("Pad", 1, [A[0]], np.pad(A[0], ((1, 0), (0, 2))), paddings=[1, 0, 0, 2]),
    case("Pad", 2, [A[0]], np.pad(A[0], 1, constant_values=2.5), pads=[1] * 4, value=2.5),
    case("Pad", 2, [A[0]], np.pad(A[0], 1, "reflect"), pads=[1] * 4, mode="reflect"),
    case("Pad", 11, [A[0], i64(0, 1, -1, 0)], np.pad(A[0, :2], ((0, 0), (1, 0))), "1"),
    case("Pad", 11, [A[0], i64(0, 1, -1, 0)], np.pad(A[0, :2], ((0, 0), (1, 0)))),
    case("Pad", 11, [A[0], i64(1, 1, 1, 1), number(0, np.float32)], np.pad(A[0], 1), "12"),
    case("Pad", 18, [A, i64(1, 2), None, i64(-1)], np.pad(A, ((0, 0), (0, 0), (1, 2))), "13"),
    case("Pad", 18, [A, i64(1, 2), None, i64(-1)], np.pad(A, ((0, 0), (0, 0), (1, 2))), "3"),
    case("Pad", 18, [A, i64(1, 2), None, i64(-1)], np.pad(A, ((0, 0), (0, 0), (1, 2)))),
    case("CenterCropPad", 18, [A, i64(2, 6)], CENTRED, "1", axes=[1, -1]),
    case("CenterCropPad", 18, [A, i64(2, 6)], CENTRED, axes=[1, -1]),
    # Tile
    case("Tile", 1, [A, i64(2), i64(1)], np.tile(A, (1, 2, 1)), "12"),
    case("Tile", 6, [A, i64(1, 2, 0)], np.tile(A, (1, 2, 0)), "1"),
    case("Tile", 6, [A, i64(1, 2, 3)], np.tile(A, (1, 2, 3))),
    # Made
    case("ConstantOfShape", 9, [i64(2, 0)], np.zeros((2, 0), np.float32), "0"),
    case(
        "ConstantOfShape",
        9,
        [i64(2, 3)],
        np.full((2, 3), 7, np.int8),
        "0",
        value=numpy_helper.from_array(np.array([7], np.int8)),
    ),
    case(
        "ConstantOfShape",
        9,
        [i64(2, 3)],
        np.full((2, 3), True),
        value=numpy_helper.from_array(np.array([True])),
    ),
    case("Range", 11, [number(7), number(0), number(-3)], i64(7, 4, 1), "012"),
    case("Range", 11, [number(7), number(0), number(-3)], i64(7, 4, 1)),
    case("EyeLike", 9, [A[0]], np.eye(3, 4, 1, np.float32), k=1),
    case("EyeLike", 9, [A[0]], np.eye(3, 4, -1, np.int64), k=-1, dtype=7),
    case("Trilu", 14, [A], np.triu(A)),
    case("Trilu", 14, [A, number(-1)], np.tril(A, -1), "1", upper=0),
    case("Trilu", 14, [A, number(1)], np.triu(A, 1)),
    case("Compress", 9, [A, np.array([True, False, True])], A[:, ::2], axis=1),
    case("Compress", 9, [A, np.array([True, False, True])], A.ravel()[:3:2]),
    case(
        "ReverseSequence",
        10,
        [A[0], i64(1, 3, 2, 0)],
        np.array(
            [
                [A[0, 0, 0], A[0, 2, 1], A[0, 1, 2], A[0, 0, 3]],
                [A[0, 1, 0], A[0, 1, 1], A[0, 0, 2], A[0, 1, 3]],
                [A[0, 2, 0], A[0, 0, 1], A[0, 2, 2], A[0, 2, 3]],
            ]
        ),
    ),
    # Picked and placed
    case("Gather", 1, [A, i64(1, -1)], A[:, [1, 2]], axis=1),
    case("GatherElements", 11, [A[0], i64([2, -3, 1, 0])], A[0, [2, 0, 1, 0], range(4)][None]),
    case("GatherND", 11, [A, i64([1, -1])], A[[1], [2]]),
    case("GatherND", 12, [A, i64([2], [0])], A[[0, 1], [2, 0]], batch_dims=1),
    case(
        "Scatter",
        9,
        [floats(1, 2), i64(-1), A[0, 0, :1]],
        floats(1, A[0, 0, 0]),
    ),
    case("ScatterElements", 16, [i64(1, 2), i64(0, 0), i64(3, 4)], i64(8, 2), reduction="add"),
    case("ScatterND", 18, [i64(1, 2), i64([1], [1]), i64(3, 4)], i64(1, 4), reduction="max"),
    case("OneHot", 9, [i64(1, -1), number(3), i64(0, 5)], i64([0, 5, 0], [0, 0, 5]), "1"),
    case("OneHot", 9, [i64(1, -1), number(3), i64(0, 5)], i64([0, 0], [5, 0], [0, 5]), axis=0),
    case("NonZero", 9, [i64([0, 3], [1, 0])], i64([0, 1], [1, 0])),
    case("TopK", 1, [floats(1, 3, 2)], (floats(3, 2), i64(1, 2)), k=2),
    case("TopK", 10, [floats(1, 3, 2), i64(1)], (floats(3), i64(1))),
    case("TopK", 11, [i64(1, 3, 1), i64(2)], (i64(1, 1), i64(0, 2)), "1", largest=0, sorted=0),
    case("Unique", 11, [i64(3, 1, 3)], (i64(3, 1), i64(0, 1), i64(0, 1, 0), i64(2, 1)), sorted=0),
]


def model(
    op: str, opset: int, inputs: Any, outputs: int, fixed: str, settings: Any, unknown: bool
) -> onnx.ModelProto:
    names = ["" if x is None else f"x{i}" for i, x in enumerate(inputs)]
    given = [(n, np.asarray(x)) for n, x in zip(names, inputs, strict=True) if n]
    results = [f"y{i}" for i in range(outputs)]
    graph = helper.make_graph(
        [helper.make_node(op, names, results, **settings)],
        "g",
        [
            helper.make_tensor_value_info(
                name,
                helper.np_dtype_to_tensor_dtype(x.dtype),
                [f"{name}_{i}" for i in range(x.ndim)] if unknown else x.shape,
            )
            for name, x in given
            if name[1:] not in fixed
        ],
        [onnx.ValueInfoProto(name=name) for name in results],
        [numpy_helper.from_array(x, name) for name, x in given if name[1:] in fixed],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    """The module at level `nn` of a model."""

    def build(proto: onnx.ModelProto) -> Any:
        path = tmp_path / "m.onnx"
        path.write_bytes(proto.SerializeToString())
        module = read(path)
        run(module, "builtin.module(onnx-to-nn)")
        return module

    return build


def computed(module: Any, inputs: Any) -> list[Any]:
    (function,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return run_function(function, inputs)


def check(module: Any, inputs: Any, wanted: Any) -> None:
    found = computed(module, inputs)
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b, strict=True)


@pytest.mark.parametrize(("op", "opset", "inputs", "wanted", "fixed", "settings"), CASES)
@pytest.mark.parametrize("unknown", [False, True])
def test_form(
    reads: Reads,
    op: str,
    opset: int,
    inputs: Any,
    wanted: Any,
    fixed: str,
    settings: Any,
    unknown: bool,
) -> None:
    if unknown and op in ("Squeeze", "Split") and not settings.get("axes") and len(inputs) == 1:
        pytest.skip("needs the sizes")
    outputs = 4 if op == "Unique" else len(wanted)
    module = reads(model(op, opset, inputs, outputs, fixed, settings, unknown))
    fed = [x for i, x in enumerate(inputs) if x is not None and str(i) not in fixed]
    check(module, fed, wanted)
    run(module, "builtin.module(convert-nn-to-onnx)")
    run(module, "builtin.module(convert-onnx-to-nn)")
    check(module, fed, wanted)


def text(proto: onnx.ModelProto, reads: Reads) -> str:
    return text_of(reads(proto))


def test_known_entries_give_known_dims(reads: Reads) -> None:
    """As frameworks write `x.view(x.size(0), x.size(1), 2, 2)`."""
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"]),
        helper.make_node("Gather", ["shape", "zero"], ["batch"]),
        helper.make_node("Unsqueeze", ["batch", "axes"], ["list"]),
        helper.make_node("Gather", ["shape", "ones"], ["three"]),
        helper.make_node("Concat", ["list", "three", "rest"], ["asked"], axis=0),
        helper.make_node("Reshape", ["x", "asked"], ["y"]),
    ]
    values = {"zero": number(0), "axes": i64(0), "ones": i64(1), "rest": i64(2, 2)}
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", 1, ["n", 3, 4])],
        [onnx.ValueInfoProto(name="y")],
        [numpy_helper.from_array(value, name) for name, value in values.items()],
    )
    module = reads(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]))
    assert "-> tensor<?x3x2x2xf32>" in text_of(module)
    check(module, [A], (A.reshape(2, 3, 2, 2),))


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"value": numpy_helper.from_array(i64([1, 2]))}, i64([1, 2])),
        ({"value_int": 7}, number(7)),
        ({"value_ints": [7, -8]}, i64(7, -8)),
        ({"value_float": 0.1}, number(0.1, np.float32)),
        ({"value_floats": [0.1, 2.0]}, floats(0.1, 2)),
        ({"value_string": "a"}, np.array(b"a", object)),
        ({"value_strings": ["a", ""]}, np.array([b"a", b""], object)),
    ],
)
def test_constant(reads: Reads, settings: Any, wanted: Any) -> None:
    check(reads(model("Constant", 13, [], 1, "", settings, False)), [], (wanted,))


def test_constant_of_an_empty_list(reads: Reads) -> None:
    proto = model("Constant", 13, [], 1, "", {"value_int": 0}, False)
    proto.graph.node[0].attribute[0].CopyFrom(
        onnx.AttributeProto(name="value_floats", type=onnx.AttributeProto.FLOATS)
    )
    check(reads(proto), [], (floats(),))


def test_sparse_constant_is_refused(reads: Reads) -> None:
    sparse = helper.make_sparse_tensor(
        numpy_helper.from_array(floats(1)), numpy_helper.from_array(i64(2)), [3]
    )
    with pytest.raises(Diagnosed, match="'onnx.Constant' op has a 'sparse_value'"):
        reads(model("Constant", 13, [], 1, "", {"sparse_value": sparse}, False))


def test_initializer_keeps_its_name(reads: Reads) -> None:
    proto = model("Reshape", 5, [A, i64(-1)], 1, "1", {}, False)
    assert 'nn.constant {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64> loc("x1")' in (
        text(proto, reads)
    )


REFUSALS = [
    ("Squeeze", 13, [A[:1], i64(0)], "", {}, "needs a constant 'axes'"),
    ("Unsqueeze", 13, [A, i64(0)], "", {}, "needs a constant 'axes'"),
    ("Unsqueeze", 13, [A, i64(4)], "1", {}, "has axis 4 and a tensor of rank 4"),
    ("Concat", 13, [A, A], "", {"axis": 3}, "has axis 3 and a tensor of rank 3"),
    ("Split", 13, [A], "", {"axis": 2}, "has 3 equal parts of axis 2, whose size is 4"),
    ("Slice", 10, [A, i64(0), i64(1), i64(0, 1)], "123", {}, "has 1 starts, 1 ends, 2 axes"),
    ("Slice", 10, [A, i64(0, 0), i64(1, 1), i64(0, -3)], "123", {}, "one of them twice"),
    ("Pad", 11, [A, i64(1, 1)], "1", {}, "has 2 pads for 3 axes"),
    ("Pad", 11, [A, i64(0)], "", {"mode": "mirror"}, "has 'mirror' where one of"),
    ("ConstantOfShape", 9, [i64(-1)], "0", {}, r"is given the shape \[-1\]"),
    ("Range", 11, [number(0), number(4), number(0)], "012", {}, "has a delta of 0"),
    ("EyeLike", 9, [A], "", {}, "has an input of type tensor<2x3x4xf32>"),
    ("CenterCropPad", 18, [A, i64(2)], "1", {}, "has 1 sizes for 3 axes"),
    ("Reshape", 5, [A], "", {}, "lacks its operand 'shape'"),
    ("Slice", 10, [A, None, i64(1)], "2", {}, "lacks its operand 'starts'"),
    ("Concat", 13, [], "", {"axis": 0}, "lacks its operand 'inputs'"),
    ("Pad", 9, [A, i64(0)], "", {}, "has 2 operands; at most 1 belong to it"),
    ("Tile", 1, [A, i64(2, 2), i64(0)], "12", {}, "has a 'tiles' of 2 numbers"),
]


@pytest.mark.parametrize(("op", "opset", "inputs", "fixed", "settings", "reason"), REFUSALS)
def test_refusal(
    reads: Reads, op: str, opset: int, inputs: Any, fixed: str, settings: Any, reason: str
) -> None:
    outputs = 3 if op == "Split" else 1
    with pytest.raises(Diagnosed, match=f"'onnx.{op}' op .*{reason}"):
        reads(model(op, opset, inputs, outputs, fixed, settings, False))


# What is written at an opset, and what the opset becomes that cannot say it.
FORMS = [
    ("nn.reshape %x {shape = [0, -1]} : (X) -> tensor<2x12xf32>", 4, 4, "onnx.Reshape %x {shape"),
    ("nn.reshape %x {shape = [0, -1]} : (X) -> tensor<2x12xf32>", 5, 5, "onnx.Reshape %x, %"),
    ("nn.unsqueeze %x {axes = [0]} : (X) -> tensor<1x2x3x4xf32>", 12, 12, "Unsqueeze %x {axes"),
    ("nn.unsqueeze %x {axes = [0]} : (X) -> tensor<1x2x3x4xf32>", 13, 13, "Unsqueeze %x, %"),
    ("nn.broadcast %x {shape = [3, 4]} : (X) -> X", 7, 8, "onnx.Expand %x, %"),
    ("nn.shape_of %x {start = 1} : (X) -> tensor<2xi64>", 14, 14, "onnx.Slice"),
    ("nn.shape_of %x {start = 1} : (X) -> tensor<2xi64>", 15, 15, "Shape %x {start = 1 : i64}"),
    ("nn.slice %x {starts = [1], ends = [2]} : (X) -> tensor<1x3x4xf32>", 9, 9, "Slice %x {axes"),
    ("nn.slice %x {starts = [1], ends = [2]} : (X) -> tensor<1x3x4xf32>", 10, 10, "Slice %x, %"),
    (
        "nn.slice %x {starts = [0], ends = [2], steps = [2]} : (X) -> tensor<1x3x4xf32>",
        9,
        10,
        "onnx.Slice %x, %",
    ),
    ("nn.pad %x {pads = [0, 0, 0, 0, 0, 1]} : (X) -> tensor<2x3x5xf32>", 10, 10, "Pad %x {pads"),
    ("nn.pad %x {pads = [0, 0, 0, 0, 0, 1]} : (X) -> tensor<2x3x5xf32>", 11, 11, "Pad %x, %"),
    (
        'nn.pad %x {mode = "wrap", pads = [0, 0, 0, 0, 0, 1]} : (X) -> tensor<2x3x5xf32>',
        11,
        19,
        'onnx.Pad %x, %_ {mode = "wrap"}',
    ),
    ("nn.tile %x {repeats = [1, 1, 1]} : (X) -> X", 5, 6, "onnx.Tile %x, %"),
    ("nn.split %x {axis = 0, sizes = [2]} : (X) -> X", 12, 12, "onnx.Split %x {axis"),
    ("nn.split %x {axis = 0, sizes = [2]} : (X) -> X", 13, 13, "onnx.Split %x, %"),
    ("nn.trilu %x : (X) -> X", 13, 14, "onnx.Trilu %x"),
    ("nn.top_k %x {k = 2} : (X) -> (X, tensor<2x3x4xi64>)", 9, 9, "onnx.TopK %x {axis"),
    ("nn.top_k %x {k = 2} : (X) -> (X, tensor<2x3x4xi64>)", 10, 10, "onnx.TopK %x, %"),
    ("nn.top_k %x {k = 2, largest = false} : (X) -> (X, tensor<2x3x4xi64>)", 9, 11, "largest = 0"),
    ("nn.non_zero %x : (X) -> tensor<3x?xi64>", 8, 9, "onnx.NonZero %x"),
]


@pytest.mark.parametrize(("op", "asked", "written", "form"), FORMS)
def test_written_form(op: str, asked: int, written: int, form: str) -> None:
    results = "%y, %i" if "nn.top_k" in op else "%y"
    body = f"{results} = {op}".replace("X", "tensor<2x3x4xf32>")
    module = read(
        f"""builtin.module attributes {{onnx.opset = {{ai.onnx = {asked} : i64}}}} {{
          func.func @f(%x: tensor<2x3x4xf32>) {{ {body} func.return }} }}"""
    )
    run(module, "builtin.module(convert-nn-to-onnx)")
    found = text_of(module)
    assert f"{{ai.onnx = {written} : i64}}" in found
    assert form.replace("%_", "%0") in found


def test_element_types_raise_the_opset() -> None:
    module = read(
        """builtin.module attributes {onnx.opset = {ai.onnx = 12 : i64}} {
          func.func @f(%x: tensor<2x3xbf16>) -> tensor<3x2xbf16> {
            %y = nn.transpose %x {perm = [1, 0]} : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
            func.return %y : tensor<3x2xbf16> } }"""
    )
    run(module, "builtin.module(convert-nn-to-onnx)")
    assert "{ai.onnx = 13 : i64}" in text_of(module)


def test_many_equal_elements_stay_one() -> None:
    module = read(
        """func.func @f() -> tensor<64x1024xf32> {
          %y = nn.constant {value = dense<2.5> : tensor<64x1024xf32>} : () -> tensor<64x1024xf32>
          func.return %y : tensor<64x1024xf32> }"""
    )
    run(module, "builtin.module(convert-nn-to-onnx)")
    assert "onnx.ConstantOfShape" in text_of(module)
    assert "value = dense<2.500000e+00> : tensor<1xf32>" in text_of(module)
