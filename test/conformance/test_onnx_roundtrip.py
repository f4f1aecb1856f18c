"""
ONNX's backend tests and real models, read and written: ONNX Runtime computes the same bits, the
checker finds nothing new, both forms of the text read back, and a second reading finds no change.

Models are looked for in `$NN_OPT_MODELS`, or in `shared/models` beside the checkout.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import numpy_helper
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler.context import new_context
from nnopt.compiler.driver.diagnostics import Engine, using
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.targets.onnx import OnnxTarget
from nnopt.compiler.text.parser import Parser
from nnopt.compiler.text.printer import text_of

ROOT = Path(__file__).parents[2]
MODELS = Path(os.environ.get("NN_OPT_MODELS", ROOT.parent / "shared" / "models")) / "onnx"
WHEEL = Path(onnx.__file__).parent
Inputs = Sequence[dict[str, Any]]


def read(path: Path) -> ModuleOp:
    with using(Engine()), open(path, "rb") as stream:
        return OnnxFrontend().parse(new_context(), stream, str(path))


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def check(path: Path, folder: Path, inputs: Callable[[list[str]], Inputs]) -> None:
    """The law of this file for one model; `inputs` gets the names of those that must be given."""
    module = read(path)
    module.verify()
    text = text_of(module)
    generic = Parser(new_context(), text_of(module, generic=True), "model.mlir").parse_module()
    assert text_of(generic) == text
    again = Parser(new_context(), text, "model.mlir").parse_module()
    assert text_of(again) == text
    direct, by_text = folder / path.name, folder / f"text_{path.name}"
    OnnxTarget().write(new_context(), module, direct)
    OnnxTarget().write(new_context(), again, by_text)
    assert by_text.read_bytes() == direct.read_bytes() or valid(by_text) == valid(direct)
    if valid(path):
        assert valid(direct)
    try:
        wanted = session(path)
    except Exception:  # ONNX Runtime has no kernel for everything
        OnnxTarget().write(new_context(), read(direct), folder / "twice.onnx")
        assert (folder / "twice.onnx").read_bytes() == direct.read_bytes()
        return
    names = [i.name for i in wanted.get_inputs()]
    given = inputs(names)
    for written in (direct, by_text):
        found = session(written)
        assert [i.name for i in found.get_inputs()] == names
        assert [o.name for o in found.get_outputs()] == [o.name for o in wanted.get_outputs()]
        for feeds in given:
            compare(wanted, found, feeds)


def valid(path: Path) -> bool:
    try:
        onnx.checker.check_model(path)
    except onnx.checker.ValidationError:
        return False
    return True


def compare(wanted: Any, found: Any, feeds: dict[str, Any]) -> None:
    try:
        first = wanted.run(None, feeds)
    except Exception as e:  # inputs of float8 and the like cannot be given from Python
        pytest.skip(str(e)[:80])
    if not same(first, found.run(None, feeds)):
        assert not same(first, wanted.run(None, feeds)), "other values"


def same(a: Any, b: Any) -> bool:
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if a is None or isinstance(a, dict):
        return bool(a == b)
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return bool((a == b).all()) if a.dtype == object else a.tobytes() == b.tobytes()


# --- Real models --------------------------------------------------------------------------------


def models() -> list[Any]:
    found = sorted(MODELS.glob("*/model.onnx"))
    return [pytest.param(path, id=path.parent.name) for path in found]


@pytest.mark.parametrize("path", models())
def test_model(path: Path, tmp_path: Path) -> None:
    with np.load(path.parent / "inputs.npz") as stored:
        feeds = {key.replace("|", "/"): stored[key] for key in stored}
    check(path, tmp_path, lambda _: [feeds])


# --- Files of the wheel -------------------------------------------------------------------------


def files() -> list[Any]:
    found = sorted((WHEEL / "backend" / "test" / "data").rglob("*.onnx"))
    return [pytest.param(path, id=f"{path.parent.name}-{path.stem}") for path in found]


@pytest.mark.parametrize("path", files())
def test_file_of_the_wheel(path: Path, tmp_path: Path) -> None:
    sets = sorted(path.parent.glob("test_data_set_*"))
    types = {value.name: value.type for value in onnx.load(path).graph.input}

    def inputs(names: list[str]) -> Inputs:
        return [
            {n: load(folder / f"input_{i}.pb", types[n]) for i, n in enumerate(names)}
            for folder in sets
        ]

    check(path, tmp_path, inputs)


def load(path: Path, type_: Any) -> Any:
    data = path.read_bytes()
    if type_.HasField("sequence_type"):
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if type_.HasField("optional_type"):
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


# --- Operators ----------------------------------------------------------------------------------


@cache
def node_cases() -> dict[str, Any]:
    import warnings

    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases: Any = collect_testcases(None)
    return {case.name: case for case in cases if case.model is not None}


SLICES = 64


@pytest.mark.parametrize("number", range(SLICES))
def test_operators(number: int, tmp_path: Path) -> None:
    for name in sorted(node_cases())[number::SLICES]:
        case = node_cases()[name]
        path = tmp_path / f"{name}.onnx"
        path.write_bytes(case.model.SerializeToString())
        sets = [[plain(value) for value in given] for given, _ in case.data_sets or ()]
        try:
            check(
                path,
                tmp_path,
                lambda names, sets=sets: [dict(zip(names, s, strict=False)) for s in sets],
            )
        except pytest.skip.Exception:
            pass


def plain(value: Any) -> Any:
    if isinstance(value, onnx.TensorProto):
        return numpy_helper.to_array(value)
    return np.asarray(value) if isinstance(value, np.generic) else value
