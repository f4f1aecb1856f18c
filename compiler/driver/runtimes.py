"""The runtimes that a model of ONNX can be run by: ONNX Runtime, and `onnx.reference`.

Both take a ModelProto, so that whoever has one in memory needs no file.
"""

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from traceback import walk_tb
from typing import Any, Protocol

from . import npz
from .npz import Arrays

LONGEST = 300
"""Characters of what a runtime has to say."""


class Failure(Exception):
    """A runtime cannot load or run a model. `node` is the name of the node at fault, or empty."""

    def __init__(self, message: str, node: str = "") -> None:
        super().__init__(message)
        self.node = node


class Runtime(Protocol):
    """A model that is loaded."""

    name: str

    def __init__(self, model: Any) -> None:
        """Raises `Failure` where the runtime does not take the model."""

    def run(self, outputs: Sequence[str], feeds: Arrays) -> list[Any]:
        """
        The tensors of these names, None for what is no array. Strings are bytes. Raises `Failure`.
        """
        ...


def available() -> Iterator[type[Runtime]]:
    """The runtimes that are installed, the better one first."""
    try:
        import_module("onnxruntime")
        yield OnnxRuntime
    except ImportError:
        pass
    yield OnnxReference


# --- ONNX Runtime -------------------------------------------------------------------------------


class OnnxRuntime:
    """ONNX Runtime without optimisation, on one thread."""

    name = "onnxruntime"

    def __init__(self, model: Any) -> None:
        self.ort: Any = import_module("onnxruntime")
        options = self.ort.SessionOptions()
        options.graph_optimization_level = self.ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.intra_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self.session: Any = self.ort.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as e:  # whatever its bindings raise
            raise _of_onnxruntime(e, model) from None
        self.model = model

    def run(self, outputs: Sequence[str], feeds: Arrays) -> list[Any]:
        np: Any = import_module("numpy")
        try:
            return [_bytes_if_text(np, a) for a in self._run(np, list(outputs), feeds)]
        except Exception as e:
            raise _of_onnxruntime(e, self.model) from None

    def _run(self, np: Any, outputs: list[str], feeds: Arrays) -> list[Any]:
        # Strings and the element types that numpy lacks have each a way of their own.
        values = (*self.session.get_inputs(), *self.session.get_outputs())
        if any("string" in value.type for value in values):
            plain = {name: npz.plain(np, array) for name, array in feeds.items()}
            return [
                a if isinstance(a, np.ndarray) else None for a in self.session.run(outputs, plain)
            ]
        given = {name: self._value(np.asarray(a, order="C")) for name, a in feeds.items()}
        return [_array(np, value) for value in self.session.run_with_ort_values(outputs, given)]

    def _value(self, array: Any) -> Any:
        """An array; element types that numpy lacks go in by number."""
        if array.dtype.kind != "V" and array.dtype.name != "bfloat16":
            return self.ort.OrtValue.ortvalue_from_numpy(array)
        helper: Any = import_module("onnx.helper")
        number = helper.np_dtype_to_tensor_dtype(array.dtype)
        return self.ort.OrtValue.ortvalue_from_numpy_with_onnx_type(array.copy(), number)


def _array(np: Any, value: Any) -> Any:
    """The array of a result; element types that numpy lacks are taken from its memory."""
    if not value.is_tensor():
        return None
    helper: Any = import_module("onnx.helper")
    dtype = helper.tensor_dtype_to_np_dtype(value.element_type())
    if not dtype.name.startswith(("bfloat", "float8")):
        return value.numpy()
    shape = value.shape()
    size = dtype.itemsize * math.prod(shape)
    raw = ctypes.string_at(value.data_ptr(), size) if size else b""
    return np.frombuffer(raw, dtype).reshape(shape)


_NODE = (
    re.compile(r"Name:'(.*?)' Status Message: "),
    re.compile(r'In Node, \("(.*?)", '),
    re.compile(r"node with name '(.*?)'"),
    re.compile(r"\(node:? ?(.*?)\)"),
)
"""How ONNX Runtime names the node at fault."""
_UNREGISTERED = re.compile(r"([\w.]*):(\w+)\(-?\d+\) is not a registered")
_BEFORE = re.compile(
    r"\A\[ONNXRuntimeError\] : \d+ : \w+ : |.*Status Message: |.*\) , Error |"
    r"/\S+:\d+ .* was false\. |Fatal error: ",
    re.DOTALL,
)
"""What stands before the reason."""


def _of_onnxruntime(error: Exception, model: Any) -> Failure:
    text = str(error).strip()
    node = next((found[1] for p in _NODE if (found := p.search(text))), "")
    if not node and (found := _UNREGISTERED.search(text)):
        kind = found[1], found[2]
        named = (n.name for n in model.graph.node if (n.domain, n.op_type) == kind)
        node = next(named, "")
    return Failure(_short(_BEFORE.sub("", text)), node)


# --- onnx.reference -----------------------------------------------------------------------------


class OnnxReference:
    """The evaluator in the package onnx, in Python: slow, and wrong about some old versions."""

    name = "onnx.reference"

    def __init__(self, model: Any) -> None:
        reference: Any = import_module("onnx.reference")
        for node in model.graph.node:
            if (reason := _mistaken(model, node)) is not None:
                raise Failure(reason, node.name)
        try:
            self.evaluator: Any = reference.ReferenceEvaluator(model)
        except Exception as e:
            text = str(e)
            quoted = set(re.findall(r"'(\w+)'", text))
            named = (n.name for n in model.graph.node if n.op_type in quoted)
            raise Failure(_short(text), next(named, "")) from None

    def run(self, outputs: Sequence[str], feeds: Arrays) -> list[Any]:
        np: Any = import_module("numpy")
        given = {name: npz.plain(np, array) for name, array in feeds.items()}
        try:
            with np.errstate(all="ignore"):
                found = self.evaluator.run(list(outputs), given)
        except Exception as e:
            raise Failure(f"{type(e).__name__}: {_short(str(e))}", _node_of(e)) from None
        kept = (a if isinstance(a, np.ndarray | np.generic) else None for a in found)
        return [a if a is None else _bytes_if_text(np, np.asarray(a)) for a in kept]


_WRONG_BEFORE = {
    "BatchNormalization": 14,
    "DequantizeLinear": 19,
    "Hardmax": 13,
    "LogSoftmax": 13,
    "Softmax": 13,
}
"""Operators that the evaluator computes as of this opset, whatever the model's."""
_WRONG = {"LRN": "", "ConvTranspose": "group"}
"""Operators that it computes wrongly; those with an attribute only where that is more than 1."""


def _mistaken(model: Any, node: Any) -> str | None:
    """Why the evaluator is not to be believed about a node; None if it is."""
    if node.domain not in ("", "ai.onnx"):
        return None
    opset = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 1)
    if opset < (least := _WRONG_BEFORE.get(node.op_type, 0)):
        return f"it is not right before opset {least}, and this is {opset}; install onnxruntime"
    only = _WRONG.get(node.op_type)
    if only is not None and (not only or any(a.name == only and a.i > 1 for a in node.attribute)):
        return "it is not right; install onnxruntime"
    return None


def _node_of(error: Exception) -> str:
    """The name of the node of the main graph that was run when this was raised."""
    for frame, _ in walk_tb(error.__traceback__):
        node = getattr(frame.f_locals.get("self"), "onnx_node", None)
        if node is not None:
            return str(node.name)
    return ""


# --- Both ---------------------------------------------------------------------------------------


def _bytes_if_text(np: Any, array: Any) -> Any:
    if array is None or array.dtype.kind not in "OUS":
        return array
    return npz.as_dtype(np, array, np.dtype(object))


def _short(text: str) -> str:
    """The first line, without its full stop."""
    line = next(iter(text.strip().splitlines()), "").rstrip(". ")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
