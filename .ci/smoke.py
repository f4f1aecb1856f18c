"""
What an installed nn-opt must do, in a folder that is not the checkout:

    python .ci/smoke.py VENV/bin examples/digits.onnx
"""

import subprocess
import sys
import tempfile
from pathlib import Path

MLIR = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = nn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
PIPELINE = "builtin.module(onnx-to-nn,canonical,nn-to-onnx)"


def run(*command: str | Path, cwd: Path, text: str | None = None) -> str:
    print("$", *command, flush=True)
    process = subprocess.run(
        command, cwd=cwd, input=text, stdout=subprocess.PIPE, text=True, check=False
    )
    if process.returncode != 0:
        sys.exit(f"exit code {process.returncode}")
    return process.stdout


def main() -> None:
    scripts, model = (Path(argument).absolute() for argument in sys.argv[1:])
    nn_opt, nn_run = scripts / "nn-opt", scripts / "nn-run"
    root = Path("/")
    print(run(nn_opt, "--version", cwd=root), end="")

    printed = run(nn_opt, "--pass-pipeline=builtin.module(canonicalize)", cwd=root, text=MLIR)
    if "nn.relu" not in printed:
        sys.exit(f"no nn.relu in:\n{printed}")

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.onnx"
        run(nn_opt, model, f"--pass-pipeline={PIPELINE}", "-o", out, cwd=root)
        before, after = Path(folder) / "before.npz", Path(folder) / "after.npz"
        run(nn_run, model, "--seed", "0", "--save", before, cwd=root)
        compare = ("--compare", before, "--rtol", "1e-3", "--atol", "1e-5")
        run(nn_run, out, "--seed", "0", "--save", after, *compare, cwd=root)


if __name__ == "__main__":
    main()
