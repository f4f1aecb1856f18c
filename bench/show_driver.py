"""
What the driver has to show, one row a claim.

    python bench/show_driver.py [--models DIR] [--only WORD] [--without-xdsl]

Limits in seconds are those of one machine. How much slower this one is, xDSL's own parser, verifier
and printer tell right before each such row; the figures are those seen, the limits are scaled.

DIR holds a folder per model with model.onnx and inputs.npz. The exit code is 1 if a row fails.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import cache
from pathlib import Path

import numpy as np
from rows import Row, show
from show_road import MOST_NODES
from text import SCRIPTS, Costs, Spent, costs, generic, slowness, spent, tools, uniform

ROOT = Path(__file__).resolve().parents[1]
NN_OPT = str(SCRIPTS / "nn-opt")

PARSE, VERIFY, PRINT = 12, 4, 6
"""Microseconds of CPU an operation."""
AGAINST_IREE, AGAINST_XDSL = 3, 20
LINEAR = 1.5
"""How much more an operation of a text ten times as long may cost."""
EMPTY, TEN = 0.025, 0.030
"""Seconds of CPU that an empty module may take above importing `func`, and ten operations more."""
WEIGHTS, WEIGHTS_SECONDS, WEIGHTS_MEGABYTES = 100 << 20, 0.3, 80
COUNT = 100_000
TRIES = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=ROOT.parent / "shared" / "models" / "onnx")
    parser.add_argument("--only", default="", help="run the rows whose name has this word")
    parser.add_argument("--without-xdsl", action="store_true", help="which takes a minute")
    options = parser.parse_args()
    return show(checks(options.models, not options.without_xdsl), options.only)


def checks(models: Path, xdsl: bool) -> Iterator[tuple[str, Callable[[], Row]]]:
    for kind in ("generic", "nn"):
        yield f"text: {kind}, {COUNT:,} operations", lambda kind=kind: text_costs(kind)
    for kind in ("generic", "nn", "regions", "ahead"):
        yield f"text: {kind} is linear", lambda kind=kind: is_linear(kind)
    yield "text: whole process beside iree-opt", beside_iree
    if xdsl:
        yield "text: whole process beside xdsl-opt", beside_xdsl
    yield "start: an empty module", start_empty
    yield "start: ten operations", start_ten
    yield "weights: 100 MB, text and sidecar", weights
    yield "messages beside mlir-opt", lambda: tests("test/unit/test_beside_mlir.py")
    yield "300 mutated files", lambda: tests("test/conformance/test_mutated_text.py")
    yield "reader and parser are of one mind", lambda: tests("test/unit/test_reader.py")
    for model in MOST_NODES:
        yield f"numerics: {model}", lambda model=model: numerics(models / model)
    yield "numerics: planted faults", lambda: tests("test/unit/test_numerics.py")
    yield "xdsl-opt sees our dialects and passes", xdsl_opt


# --- Text -----------------------------------------------------------------------------------------


def text_costs(kind: str) -> Row:
    slow, c = min(slowness() for _ in range(TRIES)), least_costs(kind, COUNT)
    good = c.parse <= PARSE * slow and c.verify <= VERIFY * slow and c.print <= PRINT * slow
    return good, (
        f"parse {c.parse:.1f} (at most {PARSE}), verify {c.verify:.1f} ({VERIFY}), "
        f"print {c.print:.1f} ({PRINT}) us of CPU an op, limits x {slow:.2f}"
    )


def least_costs(kind: str, count: int) -> Costs:
    """The least of a few tries, of each: what else runs may double a single one."""
    tries = [astuple(costs(kind, count)) for _ in range(TRIES)]
    return Costs(*map(min, zip(*tries, strict=True)))


def is_linear(kind: str) -> Row:
    small, large = least_costs(kind, COUNT // 10), costs(kind, COUNT)
    pairs = [(large.parse, small.parse), (large.verify, small.verify), (large.print, small.print)]
    shown = ", ".join(f"{b:.1f} -> {a:.1f}" for a, b in pairs)
    return all(a <= LINEAR * b for a, b in pairs), f"parse, verify, print: {shown} us an op"


@cache
def whole(xdsl: bool) -> dict[str, Spent]:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "generic.mlir"
        path.write_text(generic(COUNT))
        return tools(path, xdsl=xdsl)


def beside_iree() -> Row:
    found = whole(False)
    ours, theirs = found["nn-opt"].seconds, found["iree-opt"].seconds
    good = ours <= AGAINST_IREE * theirs
    return good, f"{ours:.2f} s and {theirs:.2f} s of CPU: {ours / theirs:.2f} times as much"


def beside_xdsl() -> Row:
    found = whole(True)
    ours, theirs = found["nn-opt"], found["xdsl-opt"]
    ratio = theirs.seconds / ours.seconds
    good = ratio >= AGAINST_XDSL and ours.megabytes <= theirs.megabytes
    memory = f"{ours.megabytes:.0f} and {theirs.megabytes:.0f} MB"
    return good, f"{ours.seconds:.2f} s and {theirs.seconds:.1f} s, {ratio:.0f} times; {memory}"


# --- Start-up and weights -------------------------------------------------------------------------


def process(text: str) -> float:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "m.mlir"
        path.write_text(text)
        return spent(NN_OPT, str(path), repeat=9).seconds


def start_empty() -> Row:
    slow = slowness()
    base = spent(sys.executable, "-c", "import xdsl.dialects.func", repeat=9).seconds
    more = process("module {\n}\n") - base
    limit = f"at most {EMPTY * 1e3:.0f} x {slow:.2f}"
    return more <= EMPTY * slow, f"{more * 1e3:+.0f} ms beside {base * 1e3:.0f} ({limit})"


def start_ten() -> Row:
    """An empty module does without `func`, which the first function must import."""
    slow = slowness()
    base = spent(sys.executable, "-c", "import xdsl.dialects.func", repeat=9).seconds
    empty, ten = process("module {\n}\n"), process(uniform(9))
    limit = f"at most {(EMPTY + TEN) * 1e3:.0f} x {slow:.2f}"
    return ten - base <= (EMPTY + TEN) * slow, (
        f"{(ten - base) * 1e3:+.0f} ms beside {base * 1e3:.0f} ({limit}), "
        f"{(ten - empty) * 1e3:+.0f} ms beside an empty module"
    )


def weights() -> Row:
    slow = slowness()
    with tempfile.TemporaryDirectory() as scratch:
        source, out = Path(scratch) / "m.mlir", Path(scratch) / "out.mlir"
        write_weights(source)
        seconds = spent(NN_OPT, str(source), "-o", str(out)).seconds
        anonymous = peak_anonymous(NN_OPT, str(source), "-o", str(out))
        same = out.with_suffix(".safetensors").stat().st_size >= WEIGHTS
    good = same and seconds <= WEIGHTS_SECONDS * slow and anonymous <= WEIGHTS_MEGABYTES
    limit = f"at most {WEIGHTS_SECONDS} x {slow:.2f}"
    return good, f"{seconds:.2f} s of CPU ({limit}), peak RssAnon {anonymous:.0f} MB"


def write_weights(path: Path) -> None:
    from nnopt.compiler import read, write
    from nnopt.compiler.weights import Elements

    count = WEIGHTS // 4
    module = read(
        f"func.func @f() -> tensor<{count}xf32> {{\n"
        f"  %w = nn.constant {{value = dense<0.0> : tensor<{count}xf32>}} : () -> "
        f"tensor<{count}xf32>\n  func.return %w : tensor<{count}xf32>\n}}\n"
    )
    (constant,) = [op for op in module.walk() if op.name == "nn.constant"]
    values = np.random.default_rng(0).standard_normal(count).astype(np.float32)
    constant.properties["value"] = Elements.of(values, key="w")
    write(module, path)


def peak_anonymous(*command: str) -> float:
    """The most private memory, in MB, seen while a command runs."""
    peak = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        while running.poll() is None:
            status = Path(f"/proc/{running.pid}/status")
            lines = status.read_text().splitlines() if status.exists() else []
            seen = [int(line.split()[1]) for line in lines if line.startswith("RssAnon")]
            peak = max(peak, *(kilobytes / 1024 for kilobytes in seen), 0.0)
            time.sleep(0.002)
    return peak


# --- Numerics and tests ---------------------------------------------------------------------------


def numerics(folder: Path) -> Row:
    flags = ["--verify-numerics", f"--numerics-inputs={folder / 'inputs.npz'}", "-o", "/dev/null"]
    pipeline = "--pass-pipeline=builtin.module(onnx-to-nn,canonical)"
    done = subprocess.run(
        [NN_OPT, str(folder / "model.onnx"), pipeline, *flags, "--numerics-report=json"],
        capture_output=True,
        text=True,
    )
    compared = sum(
        int(line.split(":")[1].strip(" ,"))
        for line in done.stderr.splitlines()
        if '"compared"' in line
    )
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    said = errors[0][:160] if errors else f"{compared} values compared, none moved too far"
    return done.returncode == 0 and compared > 0, said


def tests(path: str) -> Row:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.returncode == 0, done.stdout.strip().splitlines()[-1].strip("= ")


def xdsl_opt() -> Row:
    text = (
        '%x = "test.op"() : () -> tensor<2xf32>\n'
        "%y = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>\n"
    )
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "m.mlir"
        path.write_text(text)
        command = [str(SCRIPTS / "xdsl-opt"), str(path), "-p", "merge-duplicates"]
        done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode == 0 and "nn.relu" in done.stdout, "reads `nn`, runs merge-duplicates"


if __name__ == "__main__":
    sys.exit(main())
