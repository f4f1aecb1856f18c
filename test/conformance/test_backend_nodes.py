"""
ONNX's backend tests through `nn` and back: the interpreter gives the results that each case asks
for, at `nn` and after `canonical`, and so does ONNX Runtime on what is written, where it runs the
original.

Operands that say a setting (axes, say) are given as constants where nothing else is taken. What is
refused, not read, or computed otherwise is listed here with its reason: the lists can only shrink.
"""

import re
import sys
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import numpy_helper

from nnopt.compiler import read, run, write
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import ort_session
from roads import UNKNOWN, difference

DATA = Path(onnx.__file__).parent / "backend" / "test" / "data"

REFUSED = {
    "BatchNormalization": "training takes statistics of the batch",
    "Dropout": "training drops elements at random",
    "FlexAttention": "is not known, and has graphs inside",
    "Loop": "carries sequences of unlike element types",
    "SequenceMap": "is not known, and has graphs inside",
    "Squeeze": "has no axes, and unknown dims",
    "Transpose": "of a value without a rank",
}
"""Operators of which some case is refused."""
NOT_READ = {
    "Adagrad",
    "Adam",
    "ArrayFeatureExtractor",
    "Attention",
    "Bernoulli",
    "Binarizer",
    "BlackmanWindow",
    "CausalConvWithState",
    "DFT",
    "FlexAttention",
    "HammingWindow",
    "HannWindow",
    "ImageDecoder",
    "LabelEncoder",
    "LinearAttention",
    "MelWeightMatrix",
    "Momentum",
    "NegativeLogLikelihoodLoss",
    "NonMaxSuppression",
    "OptionalGetElement",
    "OptionalHasElement",
    "RandomUniformLike",
    "RegexFullMatch",
    "RotaryEmbedding",
    "STFT",
    "SequenceConstruct",
    "SoftmaxCrossEntropyLoss",
    "SplitToSequence",
    "StringConcat",
    "StringNormalizer",
    "StringSplit",
    "TensorScatter",
    "TfIdfVectorizer",
    "TreeEnsemble",
}
"""Operators that stay as they are, and that the interpreter cannot run."""
OTHERWISE = {
    "test_identity_opt": "the interpreter has no optional values",
    "test_identity_sequence": "the interpreter has no sequences",
    "test_resize_downsample_scales_cubic_align_corners": "as ONNX Runtime does",
    "test_resize_downsample_scales_linear_align_corners": "as ONNX Runtime does",
    "test_sequence_insert_at_back": "the interpreter has no sequences",
    "test_sequence_insert_at_front": "the interpreter has no sequences",
}
"""Cases whose results the interpreter does not give."""
NARROW = {"float16": (4e-3, 1e-3), "bfloat16": (2e-2, 8e-3)}
"""Relative and absolute tolerance of types whose last bit is larger than a case's own tolerance."""


@cache
def nodes() -> Sequence[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        return sorted(collect_testcases(None), key=lambda case: case.name)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("number", range(len(nodes())), ids=lambda i: nodes()[i].name)
def test_node(number: int, tmp_path: Path) -> None:
    case = nodes()[number]
    sets = [([*map(plain, i)], [*map(plain, o)]) for i, o in case.data_sets]
    check(case.name, case.model, sets, (case.rtol, case.atol), tmp_path)


def folders() -> list[Any]:
    found = sorted(path for path in DATA.rglob("model.onnx") if path.parent.parent.name != "light")
    return [pytest.param(path, id=path.parent.name) for path in found]


@pytest.mark.parametrize("path", folders())
def test_folder(path: Path, tmp_path: Path) -> None:
    model = onnx.load(path)
    sets = [
        (protos(folder, "input", model.graph.input), protos(folder, "output", model.graph.output))
        for folder in sorted(path.parent.glob("test_data_set_*"))
    ]
    check(path.parent.name, model, sets, (1e-3, 1e-5), tmp_path)


def protos(folder: Path, what: str, values: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for i in range(len(list(folder.glob(f"{what}_*.pb")))):
        data = (folder / f"{what}_{i}.pb").read_bytes()
        if values[i].type.HasField("sequence_type"):
            found.append(numpy_helper.to_list(onnx.SequenceProto.FromString(data)))
        else:
            found.append(numpy_helper.to_array(onnx.TensorProto.FromString(data)))
    return found


def plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [*map(plain, value)]
    return numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


Sets = Sequence[tuple[list[Any], list[Any]]]


@pytest.mark.filterwarnings("ignore")
def check(name: str, model: Any, sets: Sets, tolerance: tuple[float, float], folder: Path) -> None:
    source, out = folder / "model.onnx", folder / "out.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = None
        for bound in (False, True):
            given = [i.name for i in model.graph.input]
            if bound:
                model, sets, given = with_constants(model, sets)
            onnx.save(model, source)
            try:
                module = run(read(source), "onnx-to-nn")
                break
            except Diagnosed as e:
                refusal = str(e)
                if "needs a constant" not in refusal:
                    break
        if module is None:
            told = re.findall(r"'onnx\.(?:[\w.]*\.)?(\w+)' op", refusal)
            assert told and all(op in REFUSED for op in told), refusal
            return
        interpret(name, module, sets, tolerance)
        run(module, "canonical")
        interpret(name, module, sets, tolerance)
        write(run(module, "nn-to-onnx"), out)
    runtime(source, out, given, sets, tolerance)


def with_constants(model: Any, sets: Sets) -> tuple[Any, Sets, list[str]]:
    """The model with lists and numbers of integers that it reads as initializers."""
    new = onnx.ModelProto.FromString(model.SerializeToString())
    kept: list[int] = []
    arrays = sets[0][0]
    for i, value in enumerate(list(new.graph.input)):
        array = arrays[i] if i < len(arrays) else None
        is_setting = i > 0 and getattr(array, "ndim", 9) <= 1 and array.dtype.kind == "i"
        if is_setting:
            new.graph.input.remove(value)
            new.graph.initializer.append(numpy_helper.from_array(array, value.name))
        else:
            kept.append(i)
    fewer = [([inputs[i] for i in kept], outputs) for inputs, outputs in sets]
    return new, fewer, [i.name for i in new.graph.input]


def interpret(name: str, module: Any, sets: Sets, tolerance: tuple[float, float]) -> None:
    for inputs, wanted in sets:
        try:
            found = run_function(next(defined(module)), inputs)
        except Diagnosed as e:
            told = re.findall(rf"{UNKNOWN} 'onnx\.(?:[\w.]*\.)?(\w+)'", str(e))
            assert told and set(told) <= NOT_READ, e
            return
        except ValueError:
            assert name in OTHERWISE
            return
        compare(name, found, wanted, tolerance)


def compare(
    name: str, found: Sequence[Any], wanted: Sequence[Any], tolerance: tuple[float, float]
) -> None:
    assert len(found) == len(wanted)
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        narrow = NARROW.get(getattr(getattr(b, "dtype", None), "name", ""), (0.0, 0.0))
        rtol, atol = map(max, tolerance, narrow)
        d = difference(a, b, rtol, atol)
        assert d is None or name in OTHERWISE, f"result {i} {d}"


def runtime(
    source: Path, out: Path, given: Sequence[str], sets: Sets, tolerance: tuple[float, float]
) -> None:
    """ONNX Runtime gives on what is written what it gives on the original, or the case asks for."""
    try:
        original = ort_session(source)
    except Exception:  # it has no kernel for everything
        return
    written = ort_session(out)
    assert [o.name for o in written.get_outputs()] == [o.name for o in original.get_outputs()]
    for inputs, wanted in sets:
        feeds = dict(zip(given, inputs, strict=False))
        try:
            before = original.run(None, feeds)
        except Exception:  # Python cannot give it arrays of every type
            continue
        after = written.run(None, {i.name: feeds[i.name] for i in written.get_inputs()})
        rtol, atol = map(max, tolerance, (1e-3, 1e-5))
        for a, b, c in zip(after, before, wanted, strict=True):
            d = difference(a, b, rtol, atol)
            assert d is None or difference(a, c, *tolerance) is None, d
