"""
Arrays that tests run functions on, and how they are compared. Used by tests of several folders.

Attributes of an argument: `nn.range = [low, high]` bounds the random values, `nn.size = [2, 3]`
gives the sizes of its `?`, else dims of one name in `nn.dims` have one size.
"""

from collections.abc import Sequence
from ctypes import string_at
from typing import Any

import numpy as np
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
)
from xdsl.dialects.func import FuncOp

from nnopt.compiler import element_types
from nnopt.compiler.op import DYNAMIC

# --- Inputs -------------------------------------------------------------------------------------


def setting(function: FuncOp, name: str) -> Any:
    found = function.attributes.get(name)
    if isinstance(found, StringAttr):
        return found.data
    return found.value.data if isinstance(found, FloatAttr | IntegerAttr) else None


def random_inputs(
    function: FuncOp, trial: int = 0, size: int = 3, special: bool = False
) -> list[Any]:
    """
    Arrays for the arguments of a function, the same ones for the same trial; `size` is that of a
    `?` of which nothing else is said. `special` puts NaN, infinities, zeros of both signs and
    denormals, or the ends of the range, among the elements.
    """
    seed = np.random.default_rng(len(function.sym_name.data) + 1000 * trial)
    entries = function.arg_attrs or [None] * len(function.args)
    named: dict[str, int] = {}
    found: list[Any] = []
    for argument, entry in zip(function.args, entries, strict=True):
        array = random_array(seed, argument.type, entry, size, named)
        if special and numbers(entry, "nn.range") is None:
            array = with_specials(seed, array, argument.type)
        found.append(array)
    return found


def random_array(
    seed: Any,
    type_: Any,
    entry: DictionaryAttr | None,
    size: int = 3,
    named: dict[str, int] | None = None,
) -> Any:
    if not isinstance(type_, TensorType):  # without a rank
        type_ = TensorType(type_.element_type, [DYNAMIC] * len(numbers(entry, "nn.size") or [0, 0]))
    shape = sizes(type_.get_shape(), entry, size, {} if named is None else named)
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


def sizes(
    dims: Sequence[int], entry: DictionaryAttr | None, size: int, named: dict[str, int]
) -> list[int]:
    """A shape of these dims."""
    given = iter(numbers(entry, "nn.size") or [])
    names = list(_entries(entry, "nn.dims")) or [None] * len(dims)
    found: list[int] = []
    for dim, name in zip(dims, names, strict=True):
        if dim == DYNAMIC:
            dim = next(given, size)
            if isinstance(name, StringAttr) and name.data:
                dim = named.setdefault(name.data, dim)
        found.append(dim)
    return found


def with_specials(seed: Any, array: Any, type_: Any) -> Any:
    """The array with a third of its elements replaced by what rules are often wrong about."""
    element = type_.element_type
    dtype = array.dtype
    if element_types.is_float(element):
        import ml_dtypes

        limits: Any = ml_dtypes.finfo(dtype)
        values = [np.nan, np.inf, -np.inf, 0.0, -0.0, limits.smallest_subnormal, limits.max]
    elif element_types.is_integer(element):
        bits = element_types.bit_width(element)
        unsigned = element_types.is_unsigned(element)
        least, most = (
            (0, (1 << bits) - 1) if unsigned else (-1 << (bits - 1), (1 << (bits - 1)) - 1)
        )
        values = [0, 1, least, most, most - 1]
    else:
        return array
    picks = np.array([np.array(v).astype(dtype) for v in values])
    chosen = picks[seed.integers(0, len(picks), array.shape)]
    return np.where(seed.integers(0, 3, array.shape) == 0, chosen, array).astype(dtype)


def numbers(entry: DictionaryAttr | None, key: str) -> list[Any] | None:
    found = _entries(entry, key)
    values = [a.value.data for a in found if isinstance(a, IntegerAttr | FloatAttr)]
    return values if found or (entry is not None and key in entry.data) else None


def _entries(entry: DictionaryAttr | None, key: str) -> Sequence[Any]:
    found: Any = entry.data.get(key) if entry is not None else None
    return found.data if isinstance(found, ArrayAttr) else ()


# --- ONNX Runtime -------------------------------------------------------------------------------


def ort_session(model: Any) -> Any:
    """A session on a serialised model or a path: one thread, nothing optimised."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    source = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


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


# --- Comparing ----------------------------------------------------------------------------------

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


def same_bits(a: Any, b: Any) -> bool:
    """Equal bit for bit, NaN by position alone."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == object or a.size == 0:
        return bool(np.all(_as_text(a) == _as_text(b)))
    equal = _bits(a) == _bits(b)
    if a.dtype.kind in "fc" or a.dtype.name.startswith(("bfloat", "float")):
        equal |= (a != a) & (b != b)
    return bool(equal.all())


def _bits(array: Any) -> Any:
    """The bits of each element as an integer; of a complex number two."""
    flat = np.ascontiguousarray(array)
    width = min(array.dtype.itemsize, 8)
    found = flat.view(f"u{width}").reshape(*array.shape, -1)
    return found[..., 0] if found.shape[-1] == 1 else found[..., 0] ^ (found[..., 1] << 1)
