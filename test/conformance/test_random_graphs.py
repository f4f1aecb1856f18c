"""
Random functions before and after each pass on `nn`: exact passes keep every bit, special values
included; the others keep values as far as rounding allows, which is measured by nudging the inputs.
Every pass ends at a fixed point of its own, gives the same text each time, and leaves valid IR.
"""

import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler import read, run
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.rules.loading import shipped
from nnopt.compiler.text.printer import text_of
from nnopt.passes import get_all_passes

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import random_inputs, same_bits
from random_graphs import random_module

SEEDS = range(120)
TOLERANCE = {"float16": 3e-2, "float32": 1e-4, "float64": 1e-9}
NUDGE = {"float16": 1e-3, "float32": 3e-7, "float64": 1e-13}
SLACK = 100
"""How many times as much as nudged inputs move it a result may move."""
PIPELINES = ("canonical{exact=true}", "canonical")


@cache
def pipelines() -> dict[str, bool]:
    """Passes on `nn` that keep sizes open, and named pipelines; whether each is exact."""
    found = {name: load() for name, load in get_all_passes().items()}
    passes = {
        name: getattr(cls, "law", "") == "exact"
        for name, cls in found.items()
        if name not in ("specialize-dims", "apply-rules") and getattr(cls, "requires", "nn") == "nn"
        if getattr(cls, "ensures", "nn") == "nn" and hasattr(cls, "law")
    }
    passes |= {f"apply-rules{{file={name}}}": False for name in shipped()}
    return passes | {name: "exact" in name for name in PIPELINES}


@pytest.mark.parametrize("seed", SEEDS)
def test_random(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # types that say less than they could may be wrong ones
        assert not list(faults(random_module(seed)))


def faults(module: ModuleOp) -> Iterator[str]:
    """What passes do wrong to a module."""
    module.verify()
    known, before = Known(module), text_of(module)
    for pipeline, exact in pipelines().items():
        after = module.clone()
        try:
            run(after, pipeline)
        except Diagnosed as e:
            yield f"{pipeline} fails: {e}"
            continue
        text = text_of(after)
        if text == before:
            continue
        yield from (f"{pipeline}: {d}" for d in known.differences(after, exact))
        again = run(module.clone(), pipeline)
        if text_of(again) != text:
            yield f"{pipeline} gives another text the second time"
        if pipeline not in PIPELINES:
            if text_of(run(again, pipeline)) != text:
                yield f"{pipeline} finds more to do in what it made"
        elif text_of(read(text)) != text:
            yield f"{pipeline} gives a text that reads as another"


class Known:
    """What a module computes, on some inputs."""

    def __init__(self, module: ModuleOp) -> None:
        self.function = next(defined(module))
        self.half = "f16" in text_of(module)
        self.runs = [
            (inputs, results)
            for trial in range(2)
            for special in (False, True)
            if (results := self.run(inputs := self.inputs(trial, special))) is not None
        ]
        plain = self.inputs(0, False)
        self.plain = (plain, self.run(plain))
        self.slack = [*self.slacks()]

    def inputs(self, trial: int, special: bool) -> list[Any]:
        return random_inputs(self.function, trial, special=special)

    def run(self, inputs: list[Any]) -> list[Any] | None:
        try:
            return run_function(self.function, inputs)
        except Diagnosed:
            return None  # no such sizes

    def slacks(self) -> Iterator[Any]:
        """How far each result may be off: infinitely where it jumps."""
        inputs, wanted = self.plain
        rng = np.random.default_rng(0)
        moved = [self.run([nudged(rng, a) for a in inputs]) for _ in range(3)]
        for i, array in enumerate(wanted or ()):
            others = [m[i] for m in moved if m is not None]
            if any(other.shape != array.shape for other in others):
                yield np.inf
            elif array.dtype.name not in TOLERANCE:
                yield 0.0 if all(same_bits(other, array) for other in others) else np.inf
            else:
                with np.errstate(all="ignore"):
                    away = [np.abs(o.astype(float) - array.astype(float)) for o in others]
                    yield SLACK * np.max(away, axis=0)

    def differences(self, module: ModuleOp, exact: bool) -> Iterator[str]:
        after = next(defined(module))
        for inputs, wanted in self.runs if exact else [self.plain]:
            if wanted is None:
                continue
            try:
                found = run_function(after, inputs)
            except Diagnosed as e:
                yield str(e)
                continue
            for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
                if not (same_bits(a, b) if exact else self.is_close(a, b, self.slack[i])):
                    yield f"result {i} is {a.dtype}{list(a.shape)} {a}, and was {b}"

    def is_close(self, a: Any, b: Any, slack: Any) -> bool:
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        if a.dtype.name not in TOLERANCE:
            return bool(np.all(slack)) or same_bits(a, b)
        limit = TOLERANCE["float16" if self.half else a.dtype.name]
        a, b = a.astype(float), b.astype(float)
        with np.errstate(all="ignore"):
            near = np.isclose(a, b, limit, limit, equal_nan=True) | (np.abs(a - b) <= slack)
        return bool((near | ~np.isfinite(b) | ~np.isfinite(slack)).all())  # overflow may differ


def nudged(rng: Any, array: Any) -> Any:
    size = NUDGE.get(array.dtype.name)
    if size is None:
        return array
    return (array * (1 + size * rng.choice([-1.0, 1.0], array.shape))).astype(array.dtype)
