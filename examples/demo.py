"""
What `make run` runs: `digits.onnx` goes through every level, is written again, and both files are
run on the held-out images. Exits with 1 if the numbers moved.
"""

import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from train import Array, accuracy, digits

ROOT = Path(__file__).parents[1]
MODEL = "examples/digits.onnx"
OPTIMISED = "build/digits.opt.onnx"
RTOL, ATOL = 1e-3, 1e-5

LEVELS = (
    ("The file as it is: a static graph, nodes in the file's order", "graph", ""),
    ("A DAG: sorted, checked, every node once", "dag", "build-dag"),
    ("The dialect nn: one meaning an operator, every type known", "nn", "onnx-to-nn"),
    ("Canonical: folded as far as it goes", "canonical", "onnx-to-nn,canonical"),
)


def pipeline(passes: str) -> str:
    return f" --pass-pipeline='builtin.module({passes})'" if passes else ""


def run(command: str) -> None:
    """Echoes a line and has the shell run it, in the checkout."""
    print(f"$ {command}", flush=True)
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
    code = subprocess.run(command, shell=True, cwd=ROOT, env=os.environ | {"PATH": path}).returncode
    if code != 0:
        sys.exit(f"exit code {code}")


def show_levels() -> None:
    for title, name, passes in LEVELS:
        file = f"build/{name}.mlir"
        print(f"\n--- {title}")
        run(f"nn-opt {MODEL}{pipeline(passes)} -o {file}")
        run(f"grep -v -E '(onnx.initializer|nn.constant) ' {file} | cut -c -118 | head -n 14")


def show_names() -> None:
    print("\n--- Every operator still says which layers it comes from")
    run(
        "sed -n -E 's/.* = (nn[.][a-z_]+) .* (loc[(].*)/\\1 \\2/p' build/canonical.mlir"
        " | grep -v nn.constant | cut -c -118"
    )


def runtime(path: str, images: Array) -> Array:
    session = onnxruntime.InferenceSession(ROOT / path, providers=["CPUExecutionProvider"])
    return session.run(["probabilities"], {"image": images})[0]


def interpreter(path: str, out: str, *more: str) -> Array:
    """nn-run's own answer, from the law of each operator."""
    run(" ".join(("nn-run", path, "--inputs build/held_out.npz --save", out, *more)))
    with np.load(ROOT / out) as arrays:
        return arrays["probabilities"]


def nodes(path: str) -> int:
    return len(onnx.load(ROOT / path).graph.node)


def promised() -> float:
    """What the model's own metadata says about the held-out images."""
    metadata = {p.key: p.value for p in onnx.load(ROOT / MODEL).metadata_props}
    return float(metadata["held_out_accuracy"])


def check() -> bool:
    _, (images, labels) = digits()
    np.savez(ROOT / "build/held_out.npz", image=images)
    print(f"\n--- Both files on {len(images)} images that training never saw")
    compare = f"--compare build/before.npz --rtol {RTOL} --atol {ATOL}"
    answers = {
        f"{MODEL}, nn-run": interpreter(MODEL, "build/before.npz"),
        f"{OPTIMISED}, nn-run": interpreter(OPTIMISED, "build/after.npz", compare),
        f"{MODEL}, ONNX Runtime": runtime(MODEL, images),
        f"{OPTIMISED}, ONNX Runtime": runtime(OPTIMISED, images),
    }
    reference = answers[f"{MODEL}, ONNX Runtime"]
    good = True
    print(f"\n{'':38}{'accuracy':>10}{'largest difference':>22}")
    for name, answer in answers.items():
        share = accuracy(answer, labels)
        print(f"{name:38}{share:>10.4f}{np.abs(answer - reference).max():>22.1e}")
        good &= np.allclose(answer, reference, rtol=RTOL, atol=ATOL)
        good &= abs(share - promised()) <= 1.5 / len(labels)  # a tie may fall the other way
    print(f"promised by the model's metadata      {promised():>10.4f}")
    return good


def main() -> None:
    start = time.perf_counter()
    (ROOT / "build").mkdir(exist_ok=True)
    show_levels()
    show_names()
    print("\n--- Back to ONNX")
    run(f"nn-opt {MODEL}{pipeline('onnx-to-nn,canonical,nn-to-onnx')} -o {OPTIMISED}")
    good = check()
    print(f"nodes: {nodes(MODEL)} before, {nodes(OPTIMISED)} after")
    print(f"{'ok' if good else 'the numbers moved'}, in {time.perf_counter() - start:.1f} s")
    sys.exit(not good)


if __name__ == "__main__":
    main()
