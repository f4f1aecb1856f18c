"""
Every function of `test/passes/*.mlir` and `test/pipelines/*.mlir` at level `nn`, run before and
after its pass on seeded random inputs: by the pass's law equal bit for bit, or within a tolerance.

Exact passes also see NaN, infinities, zeros of both signs, denormals and the ends of the integers;
dims `?` of which nothing is said are also 1 and 0. What is new has a place.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import LocationAttr, ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp

from nnopt.compiler import read, run
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.levels import level_of
from nnopt.compiler.names import name_of
from nnopt.compiler.topology import walk
from nnopt.passes import get_all_passes

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import random_inputs, same_bits

TEST = Path(__file__).parents[1]
FILES = sorted([*(TEST / "passes").glob("*.mlir"), *(TEST / "pipelines").glob("*.mlir")])
ELSEWHERE = ("specialize_dims",)
"""Whose inputs must have the sizes that the pass is told: these have a test of their own."""
NEVER = {
    "splats_stay_splats": "its tensors do not fit into memory",
    "what_fails_stays": "an index is out of range",
    "wrong_claim": "its types contradict what its operands give",
}
TRIALS = ((0, 3), (1, 3), (2, 1), (3, 0))
"""The seed, and the size of a `?`."""
TOLERANCE = {"float64": 1e-9, "float32": 2e-5, "float16": 4e-3, "bfloat16": 3e-2}


def cases() -> Iterator[Any]:
    for path in FILES:
        for words in run_lines(path):
            if "-p" not in words or path.stem in ELSEWHERE:
                continue
            pipeline = words[words.index("-p") + 1]
            parts = [path.read_text()]
            if "--split-input-file" in words:
                parts = re.split(r"^// -----\n", parts[0], flags=re.M)
            for number, part in enumerate(parts):
                if "expected-error" not in part and is_at_nn(part):
                    yield pytest.param(part, pipeline, id=f"{path.stem}-{pipeline}-{number}")


def run_lines(path: Path) -> Iterator[list[str]]:
    for line in path.read_text().splitlines():
        if line.startswith("// RUN: nn-opt"):
            yield shlex.split(line)


def is_at_nn(text: str) -> bool:
    return any(map(runs, defined(read(text))))


def runs(function: FuncOp) -> bool:
    """Whether the interpreter can run a function."""
    at_level = level_of(function) in ("nn", "nn-int")
    return at_level and all(op.name not in ("nn.custom",) for op in walk(function.regions))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text, pipeline", list(cases()))
def test_meaning(text: str, pipeline: str) -> None:
    before, after = read(text), read(text)
    places(after)
    run(after, pipeline)
    new = {f.sym_name.data: f for f in defined(after)}
    exact = is_exact(pipeline)
    for function in filter(runs, defined(before)):
        name = function.sym_name.data
        if name in new and level_of(new[name]) in ("nn", "nn-int"):
            check(function, new[name], exact)
            check_places(new[name])


def is_exact(pipeline: str) -> bool:
    """Whether each pass of a pipeline is."""
    passes = get_all_passes()
    for name in re.findall(r"[a-z][a-z0-9-]*(?![a-z0-9=-])", re.sub(r"\{.*?\}", "", pipeline)):
        if name in passes and getattr(passes[name](), "law", "exact") != "exact":
            return False
        if name == "canonical" and "exact" not in pipeline or "fast-math" in pipeline:
            return False
    return True


def check(before: FuncOp, after: FuncOp, exact: bool) -> None:
    """That both functions give the same on every trial that the first can be run on."""
    done = 0
    for trial, size in TRIALS:
        for special in (False, True)[: 1 + exact]:
            inputs = random_inputs(before, trial, size, special)
            try:
                wanted = run_function(before, inputs)
            except Diagnosed:
                continue  # no such sizes
            found = run_function(after, inputs)
            for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
                where = f"@{before.sym_name.data}, result {i}, trial {trial}"
                assert same_bits(a, b) if exact else is_close(a, b), f"{where}:\n{a}\n{b}"
            done += 1
    assert bool(done) != (before.sym_name.data in NEVER), (
        f"@{before.sym_name.data} ran {done} times"
    )


def is_close(a: Any, b: Any) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    tolerance = TOLERANCE.get(a.dtype.name)
    if tolerance is None:
        return same_bits(a, b)
    a, b = a.astype(np.float64), b.astype(np.float64)
    return np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)


# --- Places -------------------------------------------------------------------------------------


def places(module: ModuleOp) -> None:
    """Gives a name to every operation that has none."""
    for function in defined(module):
        for i, op in enumerate(walk(function.regions)):
            if is_lost(op.location):
                op.location = NameLoc(StringAttr(f"{op.name} {i}"), op.location)


def check_places(function: FuncOp) -> None:
    for op in walk(function.regions):
        if op.results and not isinstance(op, ReturnOp):
            shown = name_of(op.results[0]) or op.name
            assert not is_lost(op.location), f"{shown} of @{function.sym_name.data} has no place"


def is_lost(location: LocationAttr) -> bool:
    return not isinstance(location, NameLoc) and "fused" not in str(location)
