"""
Every function of `test/dialects/nn/*.mlir` against ONNX Runtime.

The types written are those inferred; both forms of the text round-trip; `value` on seeded random
inputs equals ONNX Runtime on what `convert-nn-to-onnx` writes; what is written reads back to
operations of the same value. Attributes of an argument: `nn.range = [low, high]` bounds the random
values, `nn.size = [2, 3]` gives the sizes of its `?`. On a function, `nn.oracle = "reference"`
takes ONNX's own evaluator, where ONNX Runtime has no kernel or departs from the specification, and
`nn.rtol` loosens the comparison; both say why in a comment.
"""

import re
from collections.abc import Iterator
from ctypes import string_at
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.dialects.func import FuncOp

from nnopt.compiler import element_types, read, run
from nnopt.compiler.context import new_context
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.op import DYNAMIC, Op
from nnopt.compiler.targets.onnx import OnnxTarget
from nnopt.compiler.text.printer import text_of
from nnopt.compiler.topology import walk

FOLDER = Path(__file__).parents[1] / "dialects" / "nn"
FUNCTION = re.compile(r"^func\.func @(\w+)", re.MULTILINE)


def cases() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.mlir")):
        if path.stem.endswith("invalid"):
            continue
        parts = FUNCTION.split(path.read_text())
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            yield pytest.param(f"func.func @{name}{body}", id=f"{path.stem}-{name}")


@pytest.mark.parametrize("text", list(cases()))
def test_operator(text: str) -> None:
    module = read(text)
    function = only_function(module)
    check_types(function)
    check_text(module)
    inputs = random_inputs(function)
    ours = run_function(function, inputs)
    written = text_of(module)
    run(module, "builtin.module(convert-nn-to-onnx)")
    theirs = oracle(function, module, inputs)
    compare(function, ours, theirs)
    run(module, "builtin.module(convert-onnx-to-nn)")
    again = run_function(only_function(module), inputs)
    compare(function, again, ours)
    assert text_of(read(written)) == written


def only_function(module: ModuleOp) -> FuncOp:
    (function,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return function


def check_types(function: FuncOp) -> None:
    for op in walk(function.regions):
        if isinstance(op, Op) and not op.regions:
            assert op.inferred() == tuple(op.result_types), op.name


def check_text(module: ModuleOp) -> None:
    module.verify()
    text = text_of(module)
    assert text_of(read(text)) == text
    assert text_of(read(text_of(module, generic=True))) == text


def setting(function: FuncOp, name: str) -> Any:
    found = function.attributes.get(name)
    if isinstance(found, StringAttr):
        return found.data
    return found.value.data if isinstance(found, FloatAttr | IntegerAttr) else None


def random_inputs(function: FuncOp) -> list[Any]:
    seed = np.random.default_rng(len(function.sym_name.data))
    entries = function.arg_attrs or [None] * len(function.args)
    return [random_array(seed, a.type, e) for a, e in zip(function.args, entries, strict=True)]


def random_array(seed: Any, type_: Any, entry: DictionaryAttr | None) -> Any:
    assert isinstance(type_, TensorType)
    sizes = iter(numbers(entry, "nn.size") or [])
    shape = [next(sizes, 3) if n == DYNAMIC else n for n in type_.get_shape()]
    low, high = numbers(entry, "nn.range") or (None, None)
    element = type_.element_type
    dtype = element_types.numpy_dtype(np, element)
    if element_types.is_bool(element):
        return seed.integers(0, 2, shape).astype(bool)
    if element == element_types.STRING:
        words = np.array([b"", b"a", b"bc", b"d e"], object)
        return words[seed.integers(0, len(words), shape)]
    if element_types.is_integer(element):
        bits = element_types.bit_width(element)
        unsigned = element_types.is_unsigned(element)
        least, most = (0, 1 << bits) if unsigned else (-1 << (bits - 1), 1 << (bits - 1))
        low = max(least, -8 if low is None else low)
        high = min(most, 8 if high is None else high)
        return seed.integers(low, high, shape, dtype=np.int64).astype(dtype)
    if low is not None:
        return np.asarray(seed.uniform(low, high, shape)).astype(dtype)
    if dtype.kind == "c":
        return np.asarray(seed.standard_normal(shape) + 1j * seed.standard_normal(shape), dtype)
    return np.asarray(seed.standard_normal(shape)).astype(dtype)


def numbers(entry: DictionaryAttr | None, key: str) -> list[Any] | None:
    found = entry.data.get(key) if entry is not None else None
    if not isinstance(found, ArrayAttr):
        return None
    return [a.value.data for a in found if isinstance(a, IntegerAttr | FloatAttr)]


def oracle(function: FuncOp, module: ModuleOp, inputs: list[Any]) -> list[Any]:
    model = onnx_model(module)
    feeds = {i.name: x for i, x in zip(model.graph.input, inputs, strict=True)}
    if setting(function, "nn.oracle") == "reference":
        from onnx.reference import ReferenceEvaluator

        return ReferenceEvaluator(model).run(None, feeds)  # pyright: ignore[reportReturnType]
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return run_session(session, feeds)


def onnx_model(module: ModuleOp) -> Any:
    stream: Any = BytesIO()
    OnnxTarget().emit(new_context(), module, stream)
    return onnx.ModelProto.FromString(stream.getvalue())


def run_session(session: Any, feeds: dict[str, Any]) -> list[Any]:
    """Arrays of element types that numpy lacks go in and out as `OrtValue`s; strings cannot."""
    import onnxruntime
    from onnx.helper import np_dtype_to_tensor_dtype

    if any(array.dtype == object for array in feeds.values()):
        return session.run(None, {name: _as_text(array) for name, array in feeds.items()})
    values = {
        name: onnxruntime.OrtValue.ortvalue_from_numpy(array)
        if array.dtype.kind != "V" and array.dtype.name not in ("bfloat16",)
        else onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(
            np.ascontiguousarray(array), np_dtype_to_tensor_dtype(array.dtype)
        )
        for name, array in feeds.items()
    }
    outputs = session.run_with_ort_values(None, values)
    return [_output(o) for o in outputs]


def _output(value: Any) -> Any:
    from onnx.helper import tensor_dtype_to_np_dtype

    dtype = tensor_dtype_to_np_dtype(value.element_type())
    if dtype.kind != "V" and dtype.name != "bfloat16":
        return value.numpy()
    size = int(np.prod(value.shape())) * dtype.itemsize
    return np.frombuffer(string_at(value.data_ptr(), size), dtype).reshape(value.shape())


def compare(function: FuncOp, ours: list[Any], theirs: list[Any]) -> None:
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs, strict=True):
        compare_array(np.asarray(a), np.asarray(b), setting(function, "nn.rtol"))


TOLERANCES = {"float64": 1e-12, "float32": 2e-6, "float16": 1e-3, "bfloat16": 8e-3}


def compare_array(a: Any, b: Any, rtol: float | None) -> None:
    if a.dtype != b.dtype and a.dtype.kind == "V":
        b = b.view(a.dtype) if b.dtype.itemsize == a.dtype.itemsize else b
    if a.dtype.kind in "OUS":
        assert a.shape == b.shape, (a.shape, b.shape)
        np.testing.assert_array_equal(_as_text(a.astype(object)), _as_text(b.astype(object)))
        return
    assert a.dtype == b.dtype, (a.dtype, b.dtype)
    assert a.shape == b.shape, (a.shape, b.shape)
    if a.dtype.kind in "biu" or a.dtype.name.startswith(("int", "uint")):
        np.testing.assert_array_equal(a, b)
        return
    if a.dtype.kind == "c":
        np.testing.assert_allclose(a, b, rtol=rtol or 1e-6, atol=1e-6)
        return
    limit = rtol or TOLERANCES.get(a.dtype.name, 0.0)
    np.testing.assert_allclose(
        a.astype(np.float64), b.astype(np.float64), rtol=limit, atol=limit * 0.5
    )


def _as_text(array: Any) -> Any:
    if array.dtype != object:
        return array
    return np.array([_text(v) for v in array.ravel()], object).reshape(array.shape)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
