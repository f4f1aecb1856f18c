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
from nnopt.compiler.conversions import onnx as conversions
from nnopt.compiler.driver.diagnostics import Diagnosed

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import ort_session
from roads import UNKNOWN, difference, interpreted

DATA = Path(onnx.__file__).parent / "backend" / "test" / "data"

REFUSED = {
    # takes statistics of the batch
    "test_batchnorm_epsilon_training_mode": "BatchNormalization",
    "test_batchnorm_example_training_mode": "BatchNormalization",
    # drops elements at random
    "test_training_dropout": "Dropout",
    "test_training_dropout_default": "Dropout",
    "test_training_dropout_default_mask": "Dropout",
    "test_training_dropout_mask": "Dropout",
    "test_training_dropout_zero_ratio": "Dropout",
    "test_training_dropout_zero_ratio_mask": "Dropout",
    # is not known, and has graphs inside
    "test_flexattention_causal_mask": "FlexAttention",
    "test_flexattention_prob_mod": "FlexAttention",
    "test_flexattention_relative_positional": "FlexAttention",
    "test_flexattention_score_mod": "FlexAttention",
    "test_flexattention_soft_cap": "FlexAttention",
    # carries sequences of unlike element types
    "test_loop13_seq": "Loop",
    "test_loop16_seq_none": "Loop",
    "test_sequence_map_add_1_sequence_1_tensor_expanded": "Loop",
    "test_sequence_map_add_2_sequences_expanded": "Loop",
    "test_sequence_map_extract_shapes_expanded": "Loop",
    "test_sequence_map_identity_1_sequence_1_tensor_expanded": "Loop",
    "test_sequence_map_identity_1_sequence_expanded": "Loop",
    "test_sequence_map_identity_2_sequences_expanded": "Loop",
    # is not known, and has graphs inside
    "test_sequence_map_add_1_sequence_1_tensor": "SequenceMap",
    "test_sequence_map_add_2_sequences": "SequenceMap",
    "test_sequence_map_extract_shapes": "SequenceMap",
    "test_sequence_map_identity_1_sequence": "SequenceMap",
    "test_sequence_map_identity_1_sequence_1_tensor": "SequenceMap",
    "test_sequence_map_identity_2_sequences": "SequenceMap",
    # has no axes, and unknown dims
    "test_affine_grid_2d_align_corners_expanded": "Squeeze",
    "test_affine_grid_2d_expanded": "Squeeze",
    # reads a value without a rank
    "test_affine_grid_3d_align_corners_expanded": "Transpose",
}
"""Cases that are refused, and the operator that is named."""
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
    "Gradient",
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
    "SequenceEmpty",
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
    "test_maxunpool_export_with_output_shape": "as ONNX Runtime does",
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


@pytest.mark.parametrize("operator", sorted(NOT_READ))
def test_operator_is_not_read(operator: str) -> None:
    conversions.load()
    assert not [name for domain, name in conversions.READERS if name == operator]


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


Sets = Sequence[tuple[dict[str, Any], list[Any]]]
"""Inputs by name, and the results that are asked for."""


def by_name(model: Any, inputs: Sequence[Any]) -> dict[str, Any]:
    """Inputs that a set leaves out are what the model's initializers say."""
    defaults = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    names = [i.name for i in model.graph.input]
    if len(inputs) < len(names):
        names = [name for name in names if name not in defaults]
    return defaults | dict(zip(names, inputs, strict=True))


@pytest.mark.filterwarnings("ignore")
def check(
    name: str,
    model: Any,
    lists: Sequence[tuple[list[Any], list[Any]]],
    tolerance: tuple[float, float],
    folder: Path,
) -> None:
    source, out = folder / "model.onnx", folder / "out.onnx"
    sets = [(by_name(model, inputs), outputs) for inputs, outputs in lists]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module = converted(model, source, sets[0][0])
        except Diagnosed as e:
            told = re.findall(r"'onnx\.(?:[\w.]*\.)?(\w+)' op", str(e))
            assert set(told) == {REFUSED.get(name)}, e
            return
        assert name not in REFUSED
        interpret(name, module, sets, tolerance)
        run(module, "canonical")
        interpret(name, module, sets, tolerance)
        write(run(module, "nn-to-onnx"), out)
    runtime(source, out, sets, tolerance)


def converted(model: Any, source: Path, feeds: dict[str, Any]) -> Any:
    """The model at `nn`; its settings are made constants where nothing else is taken."""
    try:
        onnx.save(model, source)
        return run(read(source), "onnx-to-nn")
    except Diagnosed as e:
        if "needs a constant" not in str(e):
            raise
    onnx.save(with_constants(model, feeds), source)
    return run(read(source), "onnx-to-nn")


def with_constants(model: Any, feeds: dict[str, Any]) -> Any:
    """The model with lists and numbers of integers that it reads as initializers."""
    new = onnx.ModelProto.FromString(model.SerializeToString())
    for value in list(new.graph.input)[1:]:
        array = feeds[value.name]
        if getattr(array, "ndim", 9) <= 1 and array.dtype.kind == "i":
            new.graph.input.remove(value)
            new.graph.initializer.append(numpy_helper.from_array(array, value.name))
    return new


def interpret(name: str, module: Any, sets: Sets, tolerance: tuple[float, float]) -> None:
    for feeds, wanted in sets:
        try:
            found = interpreted(module, feeds)
        except Diagnosed as e:
            told = re.findall(rf"{UNKNOWN} 'onnx\.(?:[\w.]*\.)?(\w+)'", str(e))
            assert told and set(told) <= NOT_READ, e
            return
        except ValueError:
            assert name in OTHERWISE
            return
        compare(name, *within(name, feeds, found, wanted), tolerance)


def within(
    name: str, feeds: dict[str, Any], found: Sequence[Any], wanted: Sequence[Any]
) -> tuple[Sequence[Any], Sequence[Any]]:
    """
    Without what a cast makes of floats that 2 or 4 bits cannot hold: ONNX leaves it open, and the
    package that the cases take their results from has changed its mind.
    """
    narrow = re.match(r"test_cast(?:like)?_FLOAT(?:16)?_to_(U?)INT([24])", name)
    if narrow is None:
        return found, wanted
    bits = int(narrow[2])
    low, high = (0, 2**bits - 1) if narrow[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    floats = next(iter(feeds.values()))
    inside = (floats >= low) & (floats <= high)
    assert inside.any()
    return [a[inside] for a in found], [a[inside] for a in wanted]


def compare(
    name: str, found: Sequence[Any], wanted: Sequence[Any], tolerance: tuple[float, float]
) -> None:
    assert len(found) == len(wanted)
    departs: list[str] = []
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        narrow = NARROW.get(getattr(getattr(b, "dtype", None), "name", ""), (0.0, 0.0))
        rtol, atol = map(max, tolerance, narrow)
        if (d := difference(a, b, rtol, atol)) is not None:
            departs.append(f"result {i} {d}")
    assert bool(departs) == (name in OTHERWISE), departs


def runtime(source: Path, out: Path, sets: Sets, tolerance: tuple[float, float]) -> None:
    """ONNX Runtime gives on what is written what it gives on the original, or the case asks for."""
    try:
        original = ort_session(source)
    except Exception:  # it has no kernel for everything
        return
    if onnx.load(out).opset_import[0].version < 7:
        return  # it does not promise to run these
    written = ort_session(out)
    assert [o.name for o in written.get_outputs()] == [o.name for o in original.get_outputs()]
    for feeds, wanted in sets:
        try:
            before = run_session(original, feeds)
        except Exception:  # Python cannot give it arrays of every type
            continue
        after = run_session(written, feeds)
        rtol, atol = map(max, tolerance, (1e-3, 1e-5))
        for a, b, c in zip(after, before, wanted, strict=True):
            d = difference(a, b, rtol, atol)
            assert d is None or difference(a, c, *tolerance) is None, d


def run_session(session: Any, feeds: dict[str, Any]) -> list[Any]:
    return session.run(None, {i.name: feeds[i.name] for i in session.get_inputs()})
