"""What another runtime gives on a model: the outside oracle of `nn-run`."""

from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from typing import Any, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp

from .. import functions, names, topology
from .api import run_pipeline
from .diagnostics import Diagnosed, fail
from .npz import Arrays
from .runtimes import Failure, OnnxRuntime
from .session import Session


def onnxruntime(
    work: Session, function: FuncOp, file: str, inputs: Arrays, tensors: Iterable[str]
) -> tuple[list[Any], Arrays]:
    """
    The outputs of ONNX Runtime without optimisation, in order, and those of these tensors that the
    model has. On an `.onnx` file as it is; on functions of text as they are written to one.
    """
    try:
        import_module("onnxruntime")
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
        arrays = OnnxRuntime(model).run([*outputs, *added], feeds)
    except Failure as e:
        fail(function, f"onnxruntime cannot run this: {e}")
    if any(array is None for array in arrays):
        fail(function, "onnxruntime gives what is no tensor")
    return arrays[: len(outputs)], dict(zip(added, arrays[len(outputs) :], strict=True))


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
