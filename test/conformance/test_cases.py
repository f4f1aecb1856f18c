"""
Small graphs that other tools got wrong: through `nn` and back they keep their values, and what is
right by the report of each: what must go, what must stay, how large the file may be.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import onnx
import pytest

from nnopt.compiler import read
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.functions import defined

sys.path.insert(0, str(Path(__file__).parents[1]))
from roads import (
    CASES,
    by_runtime,
    difference,
    interpreted,
    operators,
    output_names,
    stations,
    stored,
)

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there")
EXTRA_BYTES = 500
"""A file may grow by names and versions."""


class Right(NamedTuple):
    """What is right besides the values: the number of nodes of operators in the written model."""

    nodes: dict[str, int] = {}
    returns: str = ""
    """The type of the first result at `nn`."""


RIGHT = {
    "01-gemm-identity-transpose": Right({"Transpose": 0, "Gemm": 1}),
    "02-identity-into-mul-one": Right({"Identity": 0, "Mul": 0, "Div": 0}),
    "04-grouped-conv-plus-full-constant": Right({"Conv": 1, "Add": 1}),
    "05-pad-before-averagepool": Right({"Pad": 0, "AveragePool": 1}),
    "07-layernorm-pattern-broadcasting-scale": Right({"Mul": 1, "Add": 1}),
    "09-matmul-add-high-rank-bias": Right({"MatMul": 1, "Add": 1}, "tensor<1x2x1x3x5xf32>"),
    "11-matmul-add-two-users": Right({"Gemm": 1, "Add": 0}),
    "12-intermediate-is-graph-output": Right({"Conv": 1, "BatchNormalization": 1}),
    "13-bn-fold-shared-conv-weight": Right({"Conv": 2, "BatchNormalization": 0}),
    "15-compose-two-transposes": Right({"Transpose": 1}),
    "16-shared-kernel-behind-transposes": Right({"Transpose": 0}),
    "17-int64-div-above-2-53": Right({"Div": 0}),
    "19-two-scalars-not-duplicates": Right({"Div": 1, "Mul": 1}),
    "22-clip-with-empty-optional": Right({"Conv": 1, "Clip": 0, "Expand": 0, "Reshape": 0}),
    "24-constantofshape-times-zero": Right({"ConstantOfShape": 0, "Mul": 0}),
    "25-times-zero-keeps-nan-inf": Right({"Where": 1, "Mul": 1}),
    "26-transposed-weight-leaves-orphans": Right({"Transpose": 0}),
    "29-two-operand-add-same-input": Right({"Concat": 1, "Add": 1}),
    "30-slice-with-computed-constant-bounds": Right({"Slice": 0, "Shape": 0, "Add": 1}),
    "33-slice-end-minus-one-is-no-noop": Right({"Slice": 1}),
    "34-slice-step-two-odd-size": Right({"Slice": 1}, "tensor<1x3x4x3xf32>"),
    "35-shape-start-end-attributes": Right({"Shape": 0}),
    "37-reshape-minus-one-with-dynamic-dims": Right({"Reshape": 1}, "tensor<?x?x32x64xf32>"),
    "38-reshape-runtime-shape-input": Right({"Reshape": 1}, "tensor<?x?xf32>"),
    "41-reshape-reshape-shared-minus-one": Right({"Reshape": 2}),
    "42-flatten-axis0-then-reduce": Right({}, "tensor<1x540xf32>"),
    "43-squeeze-axes-shared-with-if": Right({"If": 0}),
    "44-if-constant-condition": Right({"If": 0}),
    "45-if-branches-capture-identity": Right({"If": 1}),
    "46-initializer-used-only-in-branch": Right({"If": 1}),
    "47-loop-without-carried-values": Right({"Loop": 1}),
    "54-convtranspose-same-upper": Right({}, "tensor<1x2x14x5xf32>"),
    "61-const-minus-broadcast-operand-order": Right({"Sub": 1, "Div": 1, "Pow": 1}),
    "62-float-round-trip-casts-matter": Right({"Cast": 4}),
    "63-nhwc-ambiguous-equal-dims": Right({"Transpose": 0}),
    "65-qdq-relu-symmetric-int8": Right({"Relu": 1}),
    "66-qdq-clip-wider-than-range": Right({"Clip": 1}),
    "68-qdq-int32-bias-dequant": Right({"QuantizeLinear": 0}),
}


def cases() -> list[Any]:
    found = sorted(CASES.glob("*/model.onnx"))
    return [pytest.param(path, id=path.parent.name) for path in found]


@pytest.mark.parametrize("path", cases())
def test_case(path: Path, tmp_path: Path) -> None:
    name, out = path.parent.name, tmp_path / "out.onnx"
    if name.startswith("28-"):
        pytest.skip("has no values")
    feeds, wanted = stored(path.parent / "inputs.npz"), stored(path.parent / "outputs.npz")
    right = RIGHT.get(name, Right())
    outputs = output_names(path)
    for step, module in stations(path, out):
        if step != "nn-to-onnx":
            compare(step, dict(zip(outputs, interpreted(module, feeds), strict=True)), wanted)
        if step == "canonical" and right.returns:
            assert str(next(defined(module)).function_type.outputs.data[0]) == right.returns
    compare("ONNX Runtime", by_runtime(out, feeds), wanted)
    assert output_names(out) == outputs
    onnx.checker.check_model(out, full_check=True)
    found = operators(out)
    assert {op: found[op] for op in right.nodes} == right.nodes
    assert out.stat().st_size <= size(path.parent) + EXTRA_BYTES


def compare(step: str, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert found.keys() == wanted.keys()
    for output, array in wanted.items():
        assert (d := difference(found[output], array, 1e-4, 1e-5)) is None, f"{step}: {output} {d}"


def size(folder: Path) -> int:
    """The bytes of a model, those beside it included."""
    return sum(f.stat().st_size for f in folder.iterdir() if f.suffix in (".onnx", ".bin"))


def test_unknown_operator_is_refused_by_name(tmp_path: Path) -> None:
    """It has only constant operands, and nothing says of what type its result is."""
    (path,) = CASES.glob("28-*/model.onnx")
    with pytest.raises(Diagnosed, match="vendor.ops.Magic' op is not known"):
        list(stations(path, tmp_path / "out.onnx"))
    assert not (tmp_path / "out.onnx").exists()


def test_unknown_operator_of_known_type_stays(tmp_path: Path) -> None:
    (path,) = CASES.glob("28-*/model.onnx")
    model = onnx.load(path)
    model.graph.value_info.append(onnx.helper.make_tensor_value_info("m", 1, [3]))
    claimed, out = tmp_path / "model.onnx", tmp_path / "out.onnx"
    onnx.save(model, claimed)
    for _ in stations(claimed, out):
        pass
    assert operators(out) == {"Magic": 1, "Add": 1}
    assert read(out)
