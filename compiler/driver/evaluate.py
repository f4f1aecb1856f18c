"""The main of `nn-run`: runs a model on arrays, compares what it gives."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from . import npz
from .diagnostics import (
    DRIVER,
    Diagnosed,
    Diagnostic,
    Engine,
    Place,
    Where,
    error,
    fail,
    listed,
    printer,
    using,
)
from .feeds import Feeds, feeds
from .npz import Arrays

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.dialects.func import FuncOp
    from xdsl.ir import SSAValue

    from .session import Session

SHOWN = 20
"""Deviations that are told; the others are counted."""


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"nn-run: error: {message}\nTry: 'nn-run --help'", file=sys.stderr)
        sys.exit(1)


def _parser() -> argparse.ArgumentParser:
    parser = _Arguments(
        "nn-run",
        description="Runs a model, or a module of text, on arrays and compares the results.",
        epilog="In .npz files a '/' of a name is written '|'. "
        "Exit code: 0, or 1 after an error or where a comparison fails.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a model of any frontend, or .mlir")
    first = parser.add_mutually_exclusive_group()
    first.add_argument("--pass-pipeline", metavar="P", help="run this pipeline first")
    first.add_argument("-p", dest="passes", metavar="a,b", help="short for 'builtin.module(a,b)'")
    add("-f", dest="frontend", metavar="NAME", help="read with this frontend")
    for plugin in ("--load-pass-plugin", "--load-dialect-plugin"):
        add(plugin, dest="plugins", action="append", metavar="file.py", help="load this plug-in")
    add("--function", metavar="NAME", help="run this function; the only one by default")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--inputs", metavar="in.npz", help="the inputs, by name")
    given.add_argument("--seed", type=int, default=0, metavar="N", help="random inputs")
    add(
        "--dims",
        action="append",
        default=[],
        metavar="NAME=N,...",
        help="sizes of named dims, for random inputs",
    )
    add("--save", metavar="out.npz", help="write the outputs (or all tensors) and the inputs")
    add("--compare", metavar="out.npz", help="compare with these arrays, by name")
    add("--against", choices=["onnxruntime"], help="compare with what this gives on FILE")
    add("--every-tensor", action="store_true", help="compare and save every tensor, by name")
    add("--rtol", type=float, metavar="R", help="relative tolerance of floats")
    add("--atol", type=float, metavar="A", help="absolute tolerance of floats")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what a command line asks for; the exit code is 0, or 1 after any error."""
    settings = _parser().parse_args(arguments)
    engine = Engine(explain=False)
    show = printer(engine)
    engine.show = lambda diagnostic: show(_named(diagnostic))
    try:
        with using(engine):
            for file in settings.plugins or ():
                from ..plugins import load_file

                load_file(file)
            _run(settings, engine)
    except Diagnosed as e:
        engine.report_all(e.diagnostics)
    except OSError as e:
        print(f"nn-run: error: '{e.filename}': {e.strerror}", file=sys.stderr)
        return 1
    except Exception as e:
        if os.environ.get("NN_OPT_DEBUG"):
            raise
        message = f"nn-run: crashed: {type(e).__name__}: {e}; run again with NN_OPT_DEBUG=1"
        print(message, file=sys.stderr)
        return 1
    return int(engine.errors > 0)


def _named(diagnostic: Diagnostic) -> Diagnostic:
    """What is wrong before a file is open is said under the program's own name."""
    if diagnostic.place != DRIVER:
        return diagnostic
    return replace(diagnostic, place=Place("nn-run"))


def _run(settings: argparse.Namespace, engine: Engine) -> None:
    import numpy as np

    from ..context import new_context
    from ..interpreter import run_function
    from .session import Session

    work = Session(engine, new_context(allow_unregistered=True))
    module = _lowered(work, settings)
    function = _function(module, settings.function)
    inputs = feeds(np, function, Feeds(settings.inputs, settings.seed, settings.dims))
    seen: dict[str, tuple[Where, Any]] = {}
    outputs = run_function(
        function, list(inputs.values()), observe=_observer(seen, settings.every_tensor)
    )
    results = dict(zip(_result_names(function), outputs, strict=True))
    places = {name: where for name, (where, _) in seen.items()} | _output_places(function)
    found = {name: array for name, (_, array) in seen.items()} | results
    wanted = _wanted(np, settings, work, function, inputs, found, list(results))
    if settings.save:
        npz.save(np, settings.save, inputs | found)
    if wanted is None:
        _show(np, results)
    else:
        _compare(np, function, found, wanted, places, settings)


def _observer(
    seen: dict[str, tuple[Where, Any]], wanted: bool
) -> "Callable[[SSAValue, Any], None] | None":
    from ..names import name_of

    def observe(value: "SSAValue", array: Any) -> None:
        name = name_of(value)
        if name is not None:
            seen[name] = value, array

    return observe if wanted else None


# --- The module ---------------------------------------------------------------------------------


def _lowered(work: "Session", settings: argparse.Namespace) -> "ModuleOp":
    """The module at level `nn`, after the pipeline that was asked for."""
    from .. import levels
    from ..functions import defined
    from .api import read_file
    from .inputs import Source

    with work.reporting(None, "reading"):
        module = read_file(work, Source(settings.file), settings.frontend)
    if work.engine.errors:
        raise Diagnosed()
    assert module is not None
    _pipeline(work, module, settings.pass_pipeline or settings.passes)
    graphs = [op for op in module.body.block.ops if op.name == "nn.graph"]
    if graphs or any(levels.level_of(f) == "dag" for f in defined(module)):
        of_tflite = any(op.name.startswith("tfl.") for op in module.walk())
        whole, rest = _TO_NN["tfl" if of_tflite else "onnx"]
        _pipeline(work, module, whole if graphs else rest)
    return module


_TO_NN = {
    "onnx": ("onnx-to-nn", "inline-functions,convert-onnx-to-nn"),
    "tfl": ("tflite-to-nn", "convert-tfl-to-nn"),
}
"""The pipelines to level `nn` from graphs of a dialect, and from its functions."""


def _pipeline(work: "Session", module: "ModuleOp", pipeline: str | None) -> None:
    from .api import run_pipeline

    if pipeline:
        run_pipeline(work, module, pipeline)
    if work.engine.errors:
        raise Diagnosed()


def _function(module: "ModuleOp", name: str | None) -> "FuncOp":
    from ..functions import defined

    found = [f for f in defined(module) if name is None or f.sym_name.data == name]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f.sym_name.data for f in defined(module)) or "none"
    if name is not None:
        fail(module, f"there is no function '{name}'; functions: {listed}")
    fail(module, f"choose one function with --function; functions: {listed}")


def _result_names(function: "FuncOp") -> list[str]:
    from ..names import result_name

    count = len(function.function_type.outputs)
    return [result_name(function, i) or str(i) for i in range(count)]


def _output_places(function: "FuncOp") -> dict[str, Where]:
    """What makes each output."""
    last = function.body.block.last_op
    assert last is not None
    return dict(zip(_result_names(function), last.operands, strict=True))


# --- What is expected ---------------------------------------------------------------------------


def _wanted(
    np: Any,
    settings: argparse.Namespace,
    work: "Session",
    function: "FuncOp",
    inputs: Arrays,
    found: Arrays,
    outputs: list[str],
) -> Arrays | None:
    if settings.compare:
        stored = npz.load(np, settings.compare)
        wanted = npz.find(stored, found)
        if not wanted:
            there = f"not {listed(list(stored))}" if stored else "and that file is empty"
            fail(function, f"nothing to compare: there is {listed(list(found))}, {there}")
        return wanted
    if not settings.against:
        return None
    from .reference import onnxruntime

    tensors = found if settings.every_tensor else ()
    results, others = onnxruntime(work, function, settings.file, inputs, tensors)
    if len(results) != len(outputs):
        fail(function, f"{settings.file} has {len(results)} outputs, not {len(outputs)}")
    return {**others, **dict(zip(outputs, results, strict=True))}


# --- Comparing ----------------------------------------------------------------------------------


def _compare(
    np: Any,
    function: "FuncOp",
    found: Arrays,
    wanted: Arrays,
    places: Mapping[str, Where],
    settings: argparse.Namespace,
) -> None:
    """Reports every deviation, the worst first."""
    from ..comparison import compare

    results = set(_result_names(function))
    missing = [name for name in results if name not in wanted]
    for name in missing:
        error(function, f"output '{name}' is not among the arrays to compare with")
    deviations = {
        name: deviation
        for name in found
        if name in wanted
        and (
            deviation := compare(
                np, *_alike(np, found[name], wanted[name]), settings.rtol, settings.atol
            )
        )
    }
    first = next(iter(deviations), None)
    worst = sorted(deviations.items(), key=lambda item: -item[1].excess)
    for name, deviation in worst[:SHOWN]:
        what = "output" if name in results else "tensor"
        at = f" at {list(deviation.position)}" if deviation.position else ""
        note = (places.get(name, function), "the first to deviate, in order of computation")
        notes = (note,) if settings.every_tensor and name == first else ()
        error(places.get(name, function), f"{what} '{name}'{at} is {deviation}", notes)
    if len(worst) > SHOWN:
        error(function, f"{len(worst) - SHOWN} more deviate")
    if not deviations and not missing:
        print(f"{len(wanted)} {'tensor agrees' if len(wanted) == 1 else 'tensors agree'}")


def _alike(np: Any, ours: Any, theirs: Any) -> tuple[Any, Any]:
    """Two arrays, whatever stands for strings and small floats in them."""
    dtype = np.dtype(object) if ours.dtype.kind in "OUS" else ours.dtype
    return npz.as_dtype(np, ours, dtype), npz.as_dtype(np, theirs, dtype)


def _show(np: Any, results: Arrays) -> None:
    with np.printoptions(threshold=16, edgeitems=3, precision=6):
        for name, array in results.items():
            shape = "x".join(map(str, array.shape)) or "scalar"
            print(f"{name}: {array.dtype} {shape}\n{array}")
