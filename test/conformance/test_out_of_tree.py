"""The real models with RequantShift, by the example's package, as read and after `canonical`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from roads import MODELS

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not MODELS.is_dir(), reason=f"{MODELS} is not there")


@pytest.mark.parametrize("pipeline", ("onnx-to-nn", "onnx-to-nn,canonical"))
@pytest.mark.parametrize("name", ("cnn_linear1_int", "mlperf_ic_requant", "mlperf_kws_requant"))
def test_model(name: str, pipeline: str) -> None:
    model = MODELS / name
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nnopt.tools.nn_run",
            str(model / "model.onnx"),
            "--load-pass-plugin=nnopt_requant",
            "-p",
            pipeline,
            "--inputs",
            str(model / "inputs.npz"),
            "--compare",
            str(model / "outputs.npz"),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT / "examples" / "out_of_tree" / "src")},
        text=True,
        capture_output=True,
    )
    assert (done.returncode, done.stdout) == (0, "1 tensor agrees\n"), done.stderr
