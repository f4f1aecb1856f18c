"""What another runtime gives on a model: the outside oracle of `nn-run`."""

import ctypes
import math
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from typing import Any, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp

from .. import functions, names, topology
from . import npz
from .api import run_pipeline
from .diagnostics import Diagnosed, fail
from .npz import Arrays
from .session import Session


def onnxruntime(
    work: Session, function: FuncOp, file: str, inputs: Arrays, tensors: Iterable[str]
) -> tuple[list[Any], Arrays]:
    """
    The outputs of ONNX Runtime without optimisation, in order, and those of these tensors that the
    model has. On an `.onnx` file as it is; on functions of text as they are written to one.
    """
    try:
        ort: Any = import_module("onnxruntime")
    except ImportError:
        fail(
            function, "--against onnxruntime needs the package onnxruntime: pip install onnxruntime"
        )
    model = _model(work, function, file)
    own = {tensor.name for tensor in model.graph.initializer}
    arguments = [i.name for i in model.graph.input if i.name not in own]
    outputs = [o.name for o in model.graph.output]
    added = _add_outputs(model, set(tensors))
    feeds = {name: array for name, array in inputs.items() if name in own or name in arguments}
    unnamed = [array for name, array in inputs.items() if name not in feeds]
    feeds.update(zip([a for a in arguments if a not in feeds], unnamed, strict=False))
    try:
        arrays = _run(ort, model, [*outputs, *added], feeds)
    except Exception as e:  # whatever its bindings raise
        fail(function, f"onnxruntime cannot run this: {str(e).strip()}")
    return arrays[: len(outputs)], dict(zip(added, arrays[len(outputs) :], strict=True))


def _run(ort: Any, model: Any, outputs: list[str], feeds: Arrays) -> list[Any]:
    np: Any = import_module("numpy")
    session = _session(ort, model)
    # Strings and the element types that numpy lacks have each a way of their own.
    if any("string" in value.type for value in (*session.get_inputs(), *session.get_outputs())):
        return session.run(outputs, {name: npz.plain(np, array) for name, array in feeds.items()})
    values = {name: _value(ort, array) for name, array in feeds.items()}
    return [_array(value) for value in session.run_with_ort_values(outputs, values)]


def _array(value: Any) -> Any:
    """The array of a result; element types that numpy lacks are taken from its memory."""
    helper: Any = import_module("onnx.helper")
    dtype = helper.tensor_dtype_to_np_dtype(value.element_type())
    if not dtype.name.startswith(("bfloat", "float8")):
        return value.numpy()
    np: Any = import_module("numpy")
    shape = value.shape()
    size = dtype.itemsize * math.prod(shape)
    raw = ctypes.string_at(value.data_ptr(), size) if size else b""
    return np.frombuffer(raw, dtype).reshape(shape)


def _session(ort: Any, model: Any) -> Any:
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return ort.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def _value(ort: Any, array: Any) -> Any:
    """An array; element types that numpy lacks go in by number."""
    if array.dtype.kind != "V" and array.dtype.name != "bfloat16":
        return ort.OrtValue.ortvalue_from_numpy(array)
    helper: Any = import_module("onnx.helper")
    number = helper.np_dtype_to_tensor_dtype(array.dtype)
    return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(array.copy(), number)


def _model(work: Session, function: FuncOp, file: str) -> Any:
    from ..targets.onnx import OnnxTarget

    onnx: Any = import_module("onnx")
    if file.lower().endswith(".onnx"):
        return onnx.load(file)
    copy = _alone(function)
    run_pipeline(work, copy, "nn-to-onnx")
    if work.engine.errors:
        raise Diagnosed()
    stream: Any = BytesIO()
    OnnxTarget(function=function.sym_name.data).emit(work.ctx, copy, stream)
    return onnx.ModelProto.FromString(stream.getvalue())


def _alone(function: FuncOp) -> ModuleOp:
    """A copy of a function's module with this function and those that it calls."""
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    copy = cast(ModuleOp, names.copied(module))
    others = {f.sym_name.data: f for f in functions.defined(copy)}
    pending = [others.pop(function.sym_name.data)]
    while pending:
        for op in topology.walk(pending.pop().regions):
            if isinstance(op, CallOp) and (called := others.pop(op.callee.string_value(), None)):
                pending.append(called)
    for other in others.values():
        other.detach()
        other.erase()
    return copy


def _add_outputs(model: Any, wanted: set[str]) -> list[str]:
    """Makes an output of every tensor of the main graph that is wanted; their names."""
    there = {output.name for output in model.graph.output}
    made = [name for node in model.graph.node for name in node.output]
    added = [name for name in dict.fromkeys(made) if name in wanted and name not in there]
    for name in added:
        model.graph.output.add().name = name
    return added
