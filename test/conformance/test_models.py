"""
Real models through `nn` and back: the interpreter at `nn`, again after `canonical`, and ONNX
Runtime on what is written give what ONNX Runtime gave for the original.

A model is written with no more nodes than it had, under the names of its inputs and outputs. What
is refused is named, and so are operators that nobody has read and that come back as they were.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from nnopt.compiler.driver.diagnostics import Diagnosed

sys.path.insert(0, str(Path(__file__).parents[1]))
from roads import (
    MODELS,
    UNKNOWN,
    by_runtime,
    difference,
    interpreted,
    operators,
    output_names,
    stations,
    stored,
)

pytestmark = pytest.mark.skipif(not MODELS.is_dir(), reason=f"{MODELS} is not there")

TOLERANCE = {"h_tiny_unet_fp16": 1e-2}
"""Of what is not 1e-3 and, absolutely, 1e-5; in half precision both."""
REFUSED = {
    "silero_vad_v6": ("onnx.LSTM' op becomes 'nn.lstm', which operand #0 has no rank",),
}
"""What is said of models that are refused: here branches of unlike ranks meet."""
NOT_READ = {
    "cnn_linear1_int": {"RequantShift"},
    "ddddocr_common_old_int8": {"DynamicQuantizeLSTM"},
    "mlperf_ic_requant": {"RequantShift"},
    "mlperf_kws_requant": {"RequantShift"},
    "q_cct_qop_u8": {"QLinearAdd"},
    "tashkeel_rawi_v3_int8": {"DynamicQuantizeLSTM"},
}
"""Operators that stay as they are, for only their framework knows them."""
NOT_RUN = ("cnn_linear1_int", "mlperf_ic_requant", "mlperf_kws_requant")
"""Models with operators that ONNX Runtime does not have, either."""
MORE_NODES = ("q_cct_qop_u8",)
"""Models whose quantised operators are written in parts."""


def models() -> list[Any]:
    found = sorted(MODELS.glob("*/model.onnx"))
    return [pytest.param(path, id=path.parent.name) for path in found]


@pytest.mark.parametrize("path", models())
def test_model(path: Path, tmp_path: Path) -> None:
    name = path.parent.name
    if name not in REFUSED:
        check(path, tmp_path / "out.onnx", name)
        return
    with pytest.raises(Diagnosed) as told:
        list(stations(path, tmp_path / "out.onnx"))
    assert all(words in str(told.value) for words in REFUSED[name])
    assert not (tmp_path / "out.onnx").exists()


def check(path: Path, out: Path, name: str) -> None:
    feeds, wanted = stored(path.parent / "inputs.npz"), stored(path.parent / "outputs.npz")
    outputs = output_names(path)
    rtol = TOLERANCE.get(name, 1e-3)
    for step, module in stations(path, out):
        if step == "nn-to-onnx":
            continue
        try:
            found = interpreted(module, feeds)
        except Diagnosed as e:
            assert UNKNOWN in str(e) and name in NOT_READ, e
        else:
            assert name not in NOT_READ
            compare(step, dict(zip(outputs, found, strict=True)), wanted, rtol)
    assert output_names(out) == outputs
    before, after = operators(path), operators(out)
    assert {op: after[op] for op in NOT_READ.get(name, ())} == {
        op: before[op] for op in NOT_READ.get(name, ())
    }
    assert after.total() <= before.total() or name in MORE_NODES
    if name not in NOT_RUN:
        compare("ONNX Runtime", by_runtime(out, feeds), wanted, rtol)


def compare(step: str, found: dict[str, Any], wanted: dict[str, Any], rtol: float) -> None:
    assert found.keys() == wanted.keys()
    for output, array in wanted.items():
        d = difference(found[output], array, rtol, 1e-5 if rtol < 1e-2 else rtol)
        assert d is None, f"{step}: {output} {d}"


def test_branches_of_unlike_ranks_that_are_decided(tmp_path: Path) -> None:
    """With the sizes and the rate that choose them, the model of many branches has none."""
    path = MODELS / "silero_vad_v6" / "model.onnx"
    feeds, wanted = stored(path.parent / "inputs.npz"), stored(path.parent / "outputs.npz")
    model = onnx.load(path)
    for value in list(model.graph.input):
        if value.name == "sr":
            model.graph.input.remove(value)
            model.graph.initializer.append(numpy_helper.from_array(feeds["sr"], "sr"))
        else:
            sizes = np.shape(feeds[value.name])
            for dim, size in zip(value.type.tensor_type.shape.dim, sizes, strict=True):
                dim.dim_value = size
    onnx.save(model, tmp_path / "model.onnx")
    out = tmp_path / "out.onnx"
    for step, module in stations(tmp_path / "model.onnx", out):
        if step != "nn-to-onnx":
            found = dict(zip(wanted, interpreted(module, feeds), strict=True))
            compare(step, found, wanted, 1e-3)
    compare("ONNX Runtime", by_runtime(out, feeds), wanted, 1e-3)
    assert operators(out)["If"] == 0
