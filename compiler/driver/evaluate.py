"""The main of `nn-run`: runs a model on arrays, compares what it gives."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .diagnostics import Diagnosed, Engine, error, fail, printer, using

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.dialects.func import FuncOp
    from xdsl.ir import SSAValue

Arrays = dict[str, Any]


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
    add("--pass-pipeline", metavar="P", help="run this pipeline first")
    add("-p", dest="passes", metavar="a,b", help="short for 'builtin.module(a,b)'")
    add("-f", dest="frontend", metavar="NAME", help="read with this frontend")
    add("--function", metavar="NAME", help="run this function; the only one by default")
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--inputs", metavar="in.npz", help="the inputs, by name")
    given.add_argument("--seed", type=int, default=0, metavar="N", help="random inputs")
    add("--dims", nargs="+", default=[], metavar="NAME=N", help="sizes of dims, for random inputs")
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
    engine = Engine()
    engine.show = printer(engine)
    try:
        with using(engine):
            _run(settings)
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


def _run(settings: argparse.Namespace) -> None:
    import numpy as np

    from ..interpreter import run_function

    module = _lowered(settings)
    function = _function(module, settings.function)
    inputs = _inputs(np, function, settings)
    tensors: Arrays = {}
    outputs = run_function(
        function, list(inputs.values()), observe=_observer(tensors, settings.every_tensor)
    )
    results = dict(zip(_result_names(function), outputs, strict=True))
    found = {**tensors, **results}
    wanted = _wanted(np, settings, module, inputs, found)
    if settings.save:
        np.savez(settings.save, **{_key(k): v for k, v in {**inputs, **found}.items()})
    if wanted is None:
        _show(np, results)
    else:
        _compare(np, function, found, wanted, settings)


def _observer(tensors: Arrays, wanted: bool) -> "Callable[[SSAValue, Any], None] | None":
    from ..names import name_of

    def observe(value: "SSAValue", array: Any) -> None:
        name = name_of(value)
        if name is not None:
            tensors[name] = array

    return observe if wanted else None


# --- The module ---------------------------------------------------------------------------------


def _lowered(settings: argparse.Namespace) -> "ModuleOp":
    """The module at level `nn`, after the pipeline that was asked for."""
    from .. import levels
    from ..functions import defined
    from .api import read, run

    module = read(Path(settings.file), settings.frontend)
    pipeline = settings.pass_pipeline or settings.passes
    if pipeline:
        run(module, pipeline)
    graphs = [op for op in module.body.block.ops if op.name == "nn.graph"]
    if graphs or any(levels.level_of(f) == "dag" for f in defined(module)):
        run(module, "onnx-to-nn" if graphs else "inline-functions,convert-onnx-to-nn")
    return module


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


# --- Inputs -------------------------------------------------------------------------------------


def _inputs(np: Any, function: "FuncOp", settings: argparse.Namespace) -> Arrays:
    from ..names import name_of

    names = [name_of(a) or str(a.index) for a in function.args]
    if settings.inputs:
        return _given(np, function, names, _load(np, settings.inputs))
    return _random(np, function, names, settings)


def _given(np: Any, function: "FuncOp", names: list[str], stored: Arrays) -> Arrays:
    missing = [n for n in names if n not in stored and _default(np, function, n, names) is None]
    if missing:
        listed = ", ".join(f"'{n}'" for n in missing)
        fail(function, f"the file of inputs lacks {listed}; it has {', '.join(stored) or 'none'}")
    return {n: stored[n] if n in stored else _default(np, function, n, names) for n in names}


def _default(np: Any, function: "FuncOp", name: str, names: list[str]) -> Any:
    """The value an input has if none is given."""
    from ..weights import as_elements

    entry = _entry(function, names.index(name))
    found = as_elements(entry.get("onnx.default"))
    return None if found is None else found.array(np)


def _entry(function: "FuncOp", index: int) -> Mapping[str, Any]:
    return {} if function.arg_attrs is None else function.arg_attrs.data[index].data


def _random(np: Any, function: "FuncOp", names: list[str], settings: argparse.Namespace) -> Arrays:
    """Arrays of the types of the inputs: floats around 0, integers 0 to 9; a `?` is 1."""
    sizes = dict(_size(function, text) for text in settings.dims)
    random = np.random.default_rng(settings.seed)
    found: Arrays = {}
    for argument, name in zip(function.args, names, strict=True):
        shape = _sizes(function, argument.index, sizes)
        default = _default(np, function, name, names)
        found[name] = _array(np, random, argument, shape) if default is None else default
    return found


def _size(function: "FuncOp", text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.isdecimal():
        fail(function, f"--dims {text}: NAME=N is expected, N a size")
    return name, int(number)


def _sizes(function: "FuncOp", index: int, sizes: Mapping[str, int]) -> tuple[int, ...]:
    from ..op import DYNAMIC, shape_of

    dims = shape_of(function.args[index].type)
    if dims is None:
        fail(function, f"input {index} has no rank; give it with --inputs")
    named = [getattr(d, "data", None) for d in _entry(function, index).get("nn.dims", dims)]
    return tuple(
        sizes.get(str(name), 1) if n == DYNAMIC else n for n, name in zip(dims, named, strict=True)
    )


def _array(np: Any, random: Any, argument: "SSAValue", shape: tuple[int, ...]) -> Any:
    from .. import element_types
    from ..matching import element_type

    element = element_type(argument)
    assert element is not None
    dtype: Any = element_types.numpy_dtype(np, element)
    if element_types.is_bool(element):
        return random.integers(0, 2, shape).astype(bool)
    if element_types.is_integer(element):
        return random.integers(0, 10, shape).astype(dtype)
    if element == element_types.STRING:
        return np.array(["a", "b", "c"], object)[random.integers(0, 3, shape)]
    return np.asarray(random.standard_normal(shape)).astype(dtype)


# --- What is expected ---------------------------------------------------------------------------


def _wanted(
    np: Any, settings: argparse.Namespace, module: "ModuleOp", inputs: Arrays, found: Arrays
) -> Arrays | None:
    if settings.compare:
        return _load(np, settings.compare)
    if settings.against:
        return _onnxruntime(settings, module, inputs, found)
    return None


def _onnxruntime(
    settings: argparse.Namespace, module: "ModuleOp", inputs: Arrays, found: Arrays
) -> Arrays:
    """What ONNX Runtime gives on the model, unoptimised; on text, on what it is as a model."""
    from importlib import import_module

    try:
        onnxruntime: Any = import_module("onnxruntime")
    except ImportError:
        fail(module, "--against onnxruntime needs the package onnxruntime: pip install onnxruntime")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    model = _model(settings, module)
    outputs = [o.name for o in model.graph.output]
    if settings.every_tensor:
        _add_outputs(model, found)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    wanted = [o.name for o in session.get_outputs()] if settings.every_tensor else outputs
    known = {i.name for i in session.get_inputs()} | {
        i.name for i in session.get_overridable_initializers()
    }
    feeds = {name: array for name, array in inputs.items() if name in known}
    results: list[Any] = list(session.run(wanted, feeds))
    return dict(zip(wanted, results, strict=True))


def _model(settings: argparse.Namespace, module: "ModuleOp") -> Any:
    from importlib import import_module
    from io import BytesIO

    from ..context import new_context
    from ..targets.onnx import OnnxTarget
    from .api import run

    onnx: Any = import_module("onnx")
    if settings.file.lower().endswith(".onnx"):
        return onnx.load(settings.file)
    copy = module.clone()
    run(copy, "nn-to-onnx")
    stream: Any = BytesIO()
    OnnxTarget().emit(new_context(), copy, stream)
    return onnx.ModelProto.FromString(stream.getvalue())


def _add_outputs(model: Any, found: Iterable[str]) -> None:
    """Makes an output of every tensor of the main graph that has a name we know."""
    there = {o.name for o in model.graph.output}
    known = set(found)
    for node in model.graph.node:
        for name in node.output:
            if name in known and name not in there:
                model.graph.output.add().name = name
                there.add(name)


def _load(np: Any, path: str) -> Arrays:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {k.replace("|", "/"): file[k] for k in file.files}
    except ValueError as e:
        fail(None, f"'{path}' is not a file of arrays: {e}")


def _key(name: str) -> str:
    return name.replace("/", "|")


# --- Comparing ----------------------------------------------------------------------------------


def _compare(
    np: Any, function: "FuncOp", found: Arrays, wanted: Arrays, settings: argparse.Namespace
) -> None:
    """Reports every deviation, the worst first."""
    from ..comparison import compare

    common = [name for name in wanted if name in found]
    if not common:
        fail(function, f"nothing to compare: there is {', '.join(found)}, not {', '.join(wanted)}")
    results = set(_result_names(function))
    missing = [n for n in results if n not in wanted]
    for name in missing:
        error(function, f"output '{name}' is not among the arrays to compare with")
    deviations = [
        (name, d)
        for name in common
        if (d := compare(np, found[name], wanted[name], settings.rtol, settings.atol)) is not None
    ]
    for name, deviation in sorted(deviations, key=lambda item: -item[1].excess):
        what = "output" if name in results else "tensor"
        at = f" at {list(deviation.position)}" if deviation.position else ""
        error(function, f"{what} '{name}'{at} is {deviation}")
    if not deviations and not missing:
        print(f"{len(common)} {'tensor agrees' if len(common) == 1 else 'tensors agree'}")


def _show(np: Any, results: Arrays) -> None:
    with np.printoptions(threshold=16, edgeitems=3, precision=6):
        for name, array in results.items():
            shape = "x".join(map(str, array.shape)) or "scalar"
            print(f"{name}: {array.dtype} {shape}\n{array}")
