"""Models of TFLite: read, converted, run; hostile files are refused."""

import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nnopt.compiler import read, run, write
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.text.printer import text_of

pytest.importorskip("tflite")
sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import ort_session, run_session
from flat_models import INT8, floats, perceptron, serialised, table, tensor

MODELS = Path(__file__).parents[3] / "shared" / "models" / "tflite"
FLOAT = [
    "face_detection_front_fp16",
    "hello_world_fp32",
    "litert_ff",
    "litert_rope",
    "mlperf_ad_fp32",
    "mlperf_ic_fp32",
    "mlperf_vww_fp32",
    "mnist_lstm_fp32",
    "movie_review_text",
]
QUANTISED = {
    "hello_world_int8": "tfl.fully_connected (3)",
    "micro_speech_int8": "tfl.softmax (1)",
    "mlperf_ad_int8": "tfl.fully_connected (10)",
    "mlperf_ic_int8": "tfl.conv_2d (9)",
    "mlperf_kws_fp32": "tfl.conv_2d (5)",
    "mlperf_kws_int8": "tfl.conv_2d (5)",
    "mlperf_vww_int8": "tfl.depthwise_conv_2d (13)",
    "mobilenet_v1_025_128_uint8": "tfl.conv_2d",
    "person_detect_int8": "tfl.depthwise_conv_2d (14)",
    "split_concat_uint8": "tfl.split (1)",
}
SECONDS = 5


def saved(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "model.tflite"
    path.write_bytes(data)
    return path


def told(path: Path, pipeline: str = "") -> list[str]:
    with pytest.raises(Diagnosed) as found:
        module = read(path)
        if pipeline:
            run(module, pipeline)
    return [f"{d.place}: {d.message}" for d in found.value.diagnostics]


def expected(x: Any) -> Any:
    w, b = np.array([[1, -2], [0.5, 3]], np.float32), np.array([0.25, -1], np.float32)
    return np.maximum(x @ w.T + b, 0) + x


# --- A model by hand ----------------------------------------------------------------------------


def test_model_becomes_a_graph_of_its_operators(tmp_path: Path) -> None:
    module = read(saved(tmp_path, serialised(perceptron())))
    text = text_of(module)
    assert 'tfl.description = "by hand"' in text and "tfl.version = 3 : i64" in text
    assert "tfl.fully_connected %x, %w, %b" in text
    assert 'fused_activation_function = "RELU"' in text
    assert 'loc("h")' in text and 'loc("y")' in text
    assert text_of(read(text)) == text


def test_model_computes_what_it_says(tmp_path: Path) -> None:
    path = saved(tmp_path, serialised(perceptron()))
    x = np.random.default_rng(0).normal(size=(1, 2)).astype(np.float32)
    module = run(read(path), "tflite-to-nn")
    (function,) = defined(module)
    np.testing.assert_allclose(np.asarray(run_function(function, [x])[0]), expected(x), rtol=1e-6)
    write(run(module, "nn-to-onnx"), tmp_path / "out.onnx")
    (y,) = run_session(ort_session(tmp_path / "out.onnx"), {"x": x})
    np.testing.assert_allclose(y, expected(x), rtol=1e-6)


def test_graph_may_be_reordered(tmp_path: Path) -> None:
    model = perceptron()
    (graph,) = model.fields["Subgraphs"]
    graph.fields["Operators"].reverse()
    module = run(read(saved(tmp_path, serialised(model))), "tflite-to-nn")
    x = np.array([[1, 2]], np.float32)
    assert np.allclose(np.asarray(run_function(next(iter(defined(module))), [x])[0]), expected(x))


FAULTS = [
    ({"Inputs": [7]}, "model.tflite:main: input 0 is tensor 7 of 5"),
    ({"Outputs": [-3]}, "model.tflite:main: output 0 is tensor -3 of 5"),
    ({"Tensors": [tensor("x", [1, 2], type_=77)]}, "'x' has the unknown element type 77"),
    ({"Tensors": [tensor("x", [-5, 2])]}, "'x' has the shape [-5, 2]"),
    ({"Tensors": [tensor("x", [3], 1)]}, "has 16 bytes of data, but tensor<3xf32> takes 12"),
    ({"Tensors": [tensor("x", [3], 9)]}, "is tensor"),
    ({"Operators": [table("Operator", OpcodeIndex=5, Outputs=[4])]}, "has operator code 5 of 2"),
]


@pytest.mark.parametrize(("changed", "message"), FAULTS, ids=[f[1] for f in FAULTS])
def test_fault_is_told(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    found = told(saved(tmp_path, serialised(perceptron(**changed))))
    assert any(message in line for line in found), found


def test_every_fault_is_told(tmp_path: Path) -> None:
    tensors = [tensor("x", [1, 2], type_=77), tensor("w", [2], 1), tensor("b", [3], 2)]
    found = told(saved(tmp_path, serialised(perceptron(Tensors=tensors))))
    assert len(found) >= 3


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    for data in (b"", b"TFL3", b"\0" * 64, serialised(perceptron())[:40]):
        (line,) = told(saved(tmp_path, data))
        assert "is no TFLite model: " in line


def test_quantised_operators_are_refused_by_name(tmp_path: Path) -> None:
    quantization = table("QuantizationParameters", Scale=[0.5])
    tensors = [
        tensor("x", [1, 2], type_=INT8, Quantization=quantization),
        tensor("y", [1, 2], type_=INT8, Quantization=quantization),
    ]
    operator = table("Operator", OpcodeIndex=1, Inputs=[0, 0], Outputs=[1])
    model = perceptron(Tensors=tensors, Outputs=[1], Operators=[operator])
    (line,) = told(saved(tmp_path, serialised(model)), "tflite-to-nn")
    assert line.endswith("quantised operators cannot be converted yet: tfl.add (1)")


def test_offsets_in_a_circle_are_refused(tmp_path: Path) -> None:
    """Many offsets to one vector: the work is bounded, not the depth alone."""
    many = [tensor("t", [1] * 64) for _ in range(4)]
    data = bytearray(serialised(perceptron(Tensors=many)))
    for at in range(8, len(data) - 4, 4):
        changed = bytes(data[:at]) + (4).to_bytes(4, "little") + bytes(data[at + 4 :])
        harmless(tmp_path, changed)


def harmless(tmp_path: Path, data: bytes) -> None:
    """Read, or refused with a place; not for long."""
    start = time.process_time()
    try:
        read(saved(tmp_path, data))
    except Diagnosed as e:
        assert e.diagnostics and "crashed" not in str(e), e
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("seed", range(6))
def test_mutated_files_are_read_or_refused(tmp_path: Path, seed: int) -> None:
    data = serialised(perceptron())
    dice = random.Random(seed)
    for _ in range(20):
        changed = bytearray(data)
        for _ in range(dice.randrange(1, 4)):
            changed[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        cut = dice.randrange(len(data)) if dice.random() < 0.3 else len(data)
        harmless(tmp_path, bytes(changed[:cut]))


def test_floats_are_little_endian() -> None:
    assert floats(1.0) == b"\0\0\x80\x3f"


# --- Real models --------------------------------------------------------------------------------


def given(name: str, side: str) -> dict[str, Any]:
    with np.load(MODELS / name / f"{side}.npz") as arrays:
        return {key.split(":", 1)[1]: arrays[key] for key in arrays.files}


def there(name: str) -> Path:
    path = MODELS / name / "model.tflite"
    if not path.exists():
        pytest.skip("the shared models are not here")
    return path


@pytest.mark.parametrize("name", FLOAT)
def test_float_model_agrees_with_the_runtime(name: str, tmp_path: Path) -> None:
    module = run(read(there(name)), "tflite-to-nn")
    inputs, outputs = given(name, "inputs"), given(name, "outputs")
    (function,) = defined(module)
    found = [np.asarray(a) for a in run_function(function, list(inputs.values()))]
    for array, wanted in zip(found, outputs.values(), strict=True):
        np.testing.assert_allclose(array, wanted, rtol=1e-3, atol=1e-4)
    write(run(module, "nn-to-onnx"), tmp_path / "out.onnx")
    again = run_session(ort_session(tmp_path / "out.onnx"), inputs)
    for array, wanted in zip(again, outputs.values(), strict=True):
        np.testing.assert_allclose(array, wanted, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", QUANTISED)
def test_quantised_model_is_refused_by_name(name: str) -> None:
    path = there(name)
    text = text_of(read(path))
    assert "quantization" in text
    found = told(path, "tflite-to-nn")
    assert any("cannot be converted yet: " in line and QUANTISED[name] in line for line in found)
