"""Values are compared after every pass: right ones go through, wrong ones are caught and named."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.passes import ModulePass

from nnopt.compiler import functions, read
from nnopt.compiler.driver.deviations import change, deviation
from nnopt.compiler.driver.feeds import Feeds
from nnopt.compiler.driver.main import main
from nnopt.compiler.driver.registry import PASSES
from nnopt.compiler.driver.running import Runner
from nnopt.compiler.driver.states import evaluate

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

INPUTS = TESTS / "planted" / "Inputs"
WRONG = {path.stem.replace("_", "-"): path.read_text() for path in sorted(INPUTS.glob("*.mlir"))}
"""What each wrong pass of `planted/` breaks."""
PIPELINE = "builtin.module(order-dag,{},merge-duplicates)"


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WRONG:
        module = import_module(f"planted.{name.replace('-', '_')}")
        (cls,) = [v for v in vars(module).values() if getattr(v, "name", None) == name]
        monkeypatch.setitem(PASSES.ours, name, lambda cls=cls: cls)


def run(tmp_path: Path, text: str, *flags: str) -> int:
    source = tmp_path / "m.mlir"
    source.write_text(text)
    return main([str(source), "-o", str(tmp_path / "out.mlir"), *flags])


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_pass_is_caught(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline = f"--pass-pipeline={PIPELINE.format(name)}"
    assert run(tmp_path, WRONG[name], pipeline) == 0
    (tmp_path / "out.mlir").unlink()
    assert run(tmp_path, WRONG[name], pipeline, "--verify-numerics") == 1
    told = capsys.readouterr().err
    assert told.count("error:") == 1 and f"pass '{name}' (" in told and " was " in told
    assert not (tmp_path / "out.mlir").exists()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_pass_is_found(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, WRONG[name], f"--bisect={PIPELINE.format(name)}") == 1
    told = capsys.readouterr().err
    assert f"bisect: pass '{name}', number 2 of 3, breaks the module: " in told
    alone = f"--pass-pipeline='builtin.module({name}"
    assert alone in told
    assert run(tmp_path, WRONG[name], "--bisect=builtin.module(order-dag,merge-duplicates)") == 0
    assert "2 passes run, and the results stay the same" in capsys.readouterr().err


def test_two_passes_that_are_wrong_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One only makes what the other mistakes: neither alone changes the result."""
    text = """
func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
  %i = nn.cast %x {to = i32} : (tensor<16xf32>) -> tensor<16xi32>
  %t = nn.transpose %i {perm = [0]} : (tensor<16xi32>) -> tensor<16xi32>
  %c = nn.cast %t {to = f32} : (tensor<16xi32>) -> tensor<16xf32>
  func.return %c : tensor<16xf32>
}"""
    pipeline = "builtin.module(order-dag,compose-transposes,infer-types,cast-dropped)"
    assert run(tmp_path, text, f"--bisect={pipeline}") == 1
    told = capsys.readouterr().err
    assert "pass 'cast-dropped' after 'compose-transposes', number 4 of 4, breaks" in told
    assert "--pass-pipeline='builtin.module(compose-transposes,cast-dropped" in told


def test_right_passes_go_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in WRONG.values():
        assert run(tmp_path, text, "-p=canonical", "--verify-numerics") == 0
    assert capsys.readouterr().err == ""


def test_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = WRONG["batch-norm-into-a-shared-weight"]
    flags = ("--verify-numerics", "--numerics-report=json")
    assert run(tmp_path, text, "-p=fuse-conv-bn", *flags) == 0
    (entry,) = json.loads(capsys.readouterr().err)["passes"]
    assert (entry["pass"], entry["law"]) == ("fuse-conv-bn", "real")
    told = entry["functions"]["f"]
    assert "a" in told["lost"] and told["compared"] >= 4
    assert (
        told["worst"]["tensor"] in ("'n'", "'y'") and 0 < told["worst"]["times_the_tolerance"] <= 1
    )
    assert told["worst"]["ulps"] >= 1


def test_inputs_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that show nothing, and then one that does."""
    text = WRONG["cast-dropped"]
    pipeline = "-p=cast-dropped"
    for value, code in ((3.0, 0), (3.5, 1)):
        np.savez(tmp_path / "x.npz", x=np.full(16, value, np.float32))
        flags = ("--verify-numerics", f"--numerics-inputs={tmp_path / 'x.npz'}")
        assert run(tmp_path, text, pipeline, *flags) == code
    assert "changed 'y' at [0]: -3.5 was -3.0; 16 of 16 differ" in capsys.readouterr().err
    assert run(tmp_path, text, pipeline, "--verify-numerics", "--numerics-seed=x") == 1
    assert "--numerics-seed=x: a number is expected" in capsys.readouterr().err


def test_dims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
func.func @f(%x: tensor<?x2xf32> {nn.dims = ["n", 2]}) -> tensor<?x2xf32> {
  %y = nn.relu %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}"""
    flags = ("-p=order-dag,specialize-dims{n=3}", "--verify-numerics")
    assert run(tmp_path, text, *flags, "--numerics-dims=n=3") == 0
    assert capsys.readouterr().err == ""
    assert run(tmp_path, text, *flags) == 0
    assert "numerics: 'specialize-dims' changed the inputs of '@f'" in capsys.readouterr().err
    assert run(tmp_path, text, *flags, "--numerics-dims=m=3") == 1
    assert "--numerics-dims: no dim is named 'm'; there is n" in capsys.readouterr().err


def test_levels_that_cannot_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of ONNX can be; a part of a conversion is at no level."""
    text = WRONG["cast-dropped"]
    assert run(tmp_path, text, "-p=order-dag,convert-nn-to-onnx", "--verify-numerics") == 0
    assert capsys.readouterr().err == ""
    body = """%y = test.op %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>"""
    test = f"{F} {{ {body} }}".replace("test.op %x", '"test.op"(%x)')
    assert run(tmp_path, test, "-p=order-dag", "--verify-numerics") == 1  # at level nn, but no op
    assert "'test.op' op cannot be run" in capsys.readouterr().err
    mixed = f"""{F} {{
  %a = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}}"""
    assert run(tmp_path, mixed, "-p=convert-onnx-to-nn,order-dag", "--verify-numerics") == 0
    (told,) = [line for line in capsys.readouterr().err.splitlines() if "numerics" in line]
    assert "values are compared from what 'convert-onnx-to-nn' left, as 'onnx.Neg' op" in told


F = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32>"


def test_parts_of_a_file_are_not_compared_with_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = [
        f"{F} {{\n%y = nn.{op} %x : (tensor<2xf32>) -> tensor<2xf32>\n"
        "func.return %y : tensor<2xf32>\n}\n"
        for op in ("relu", "neg")
    ]
    text = "// -----\n".join(parts)
    assert run(tmp_path, text, "-p=order-dag", "--verify-numerics", "--split-input-file") == 0
    assert capsys.readouterr().err == ""


class Uncalled(ModulePass):
    """Erases what no operation reads, and what a function returns after the first result."""

    name = "uncalled"
    law = "exact"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions.defined(op):
            last = function.body.block.last_op
            assert last is not None
            last.operands = last.operands[:1]
            for inner in reversed(list(function.body.block.ops)):
                if inner.results and not any(r.first_use for r in inner.results):
                    inner.detach()
                    inner.erase()
            types = [a.type for a in function.args], last.operand_types
            function.properties["function_type"] = FunctionType.from_lists(*types)


def test_a_name_in_two_functions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The `%t` of a function that is called is not that of the caller, which is erased."""
    monkeypatch.setitem(PASSES.ours, "uncalled", lambda: Uncalled)
    text = (
        F
        + """ {
  %y = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %t = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %t : tensor<2xf32>
}"""
    )
    assert run(tmp_path, text, "-p=uncalled", "--verify-numerics") == 0
    assert capsys.readouterr().err == ""


def test_results_that_go_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PASSES.ours, "uncalled", lambda: Uncalled)
    text = """
func.func @f(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  func.return %x, %x : tensor<2xf32>, tensor<2xf32>
}"""
    assert run(tmp_path, text, "-p=uncalled", "--verify-numerics") == 0
    assert "'uncalled' changed the number of results of '@f'" in capsys.readouterr().err
    assert run(tmp_path, text, "--bisect=builtin.module(uncalled)") == 0
    told = capsys.readouterr().err
    assert "bisect: nothing was compared after 'uncalled' in '@f'" in told


def test_a_fast_pass_may_lose_a_nan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it then held against the first values more strictly; an exact pass may not."""
    text = (
        F
        + """ {
  %n = nn.log %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.relu %n : (tensor<2xf32>) -> tensor<2xf32>
  func.return %c : tensor<2xf32>
}"""
    )

    class Sooner(ModulePass):
        name = "sooner"
        law = "fast"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            (function,) = functions.defined(op)
            log, relu, last = function.body.block.ops
            log.operands[0], relu.operands[0], last.operands[0] = (
                relu.results[0], function.args[0], log.results[0],
            )  # fmt: skip
            relu.detach()
            function.body.block.insert_op_before(relu, log)
            log.results[0].name_hint, relu.results[0].name_hint = "q", "r"

    np.savez(tmp_path / "x.npz", x=np.array([-1.0, 1.0], np.float32))
    monkeypatch.setitem(PASSES.ours, "sooner", lambda: Sooner)
    flags = "--verify-numerics", f"--numerics-inputs={tmp_path / 'x.npz'}"
    assert run(tmp_path, text, "-p=sooner,order-dag", *flags) == 0
    bisect = "--bisect=builtin.module(sooner,order-dag)"
    assert run(tmp_path, text, bisect, flags[1]) == 0
    monkeypatch.setattr(Sooner, "law", "exact")
    capsys.readouterr()
    assert run(tmp_path, text, "-p=sooner,order-dag", *flags) == 1
    assert "changed result #0 at [0]: -inf was nan" in capsys.readouterr().err
    assert run(tmp_path, text, bisect, flags[1]) == 1


def test_dims_of_one_of_two_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
func.func @f(%x: tensor<?xf32> {nn.dims = ["n"]}) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
func.func @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  func.return %x : tensor<3xf32>
}"""
    flags = "-p=order-dag", "--verify-numerics"
    assert run(tmp_path, text, *flags, "--numerics-dims=n=2") == 0
    assert capsys.readouterr().err == ""
    assert run(tmp_path, text, *flags, "--numerics-dims=m=2") == 1
    assert "no dim is named 'm'" in capsys.readouterr().err


def test_random_integers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Negative ones, where they can be; valid indices, where it needs them; or advice."""
    text = """
func.func @f(%x: tensor<{n}xf32>, %i: tensor<16xi64>) -> tensor<16xf32> {{
  %y = nn.gather %x, %i {{axis = 0}} : (tensor<{n}xf32>, tensor<16xi64>) -> tensor<16xf32>
  func.return %y : tensor<16xf32>
}}"""
    flags = "-p=order-dag", "--verify-numerics"
    assert run(tmp_path, text.format(n=2), *flags) == 0
    assert run(tmp_path, text.format(n=1), *flags) == 1
    assert "; --numerics-inputs gives other inputs than random ones" in capsys.readouterr().err
    state = Runner(Feeds()).start(read(WRONG["integer-division-reassociated"]))["f"]
    for integers in state.inputs.values():
        assert integers.min() < 0 < integers.max()


def test_a_cast_does_not_make_a_float_finer() -> None:
    text = (
        F
        + """ {
  %h = nn.cast %x {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %n = nn.neg %h : (tensor<2xf16>) -> tensor<2xf16>
  %w = nn.cast %n {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %y = nn.neg %w : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}"""
    )
    (function,) = functions.defined(read(text))
    found = evaluate(np, function, {"x": np.ones(2, np.float32)})
    assert found.results[0].eps == found.values["w"].eps == 2.0**-10
    assert found.values["x"].eps == 0
    a = np.array([1.0, 1.001], np.float32)
    assert change(np, a, a[::-1].copy(), "real", eps=2.0**-10) is None
    assert change(np, a, a[::-1].copy(), "real") is not None


# --- What counts as a change ----------------------------------------------------------------------

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("law", "after", "before", "same"),
    [
        ("exact", [1.0, NAN], [1.0, NAN], True),
        ("exact", [0.0], [-0.0], False),
        ("exact", [1.0], [np.nextafter(np.float32(1), np.float32(2))], False),
        ("real", [0.0], [-0.0], True),
        ("real", [1.0], [1.0001], True),
        ("real", [1.0], [1.01], False),
        ("real", [1e-6, 1.0], [0.0, 1.0], True),  # what 1 may cancel down to
        ("real", [1e-6, 1e-4], [0.0, 1e-4], False),
        ("real", [NAN], [0.0], False),
        ("real", [INF], [INF], True),
        ("real", [INF], [-INF], False),
        ("fast", [NAN, 1.0], [0.0, 1.0], True),
        ("fast", [NAN, 1.0], [0.0, 2.0], False),
    ],
)
def test_floats(law: str, after: list[Any], before: list[Any], same: bool) -> None:
    a, b = np.array(after, np.float32), np.array(before, np.float32)
    assert (change(np, a, b, law) is None) == same


def test_all_else_is_exact() -> None:
    for dtype in (np.int8, np.uint64, np.bool_, object):
        a = np.array([0, 1], dtype)
        assert change(np, a, a.copy(), "real") is None
        found = change(np, a, a[::-1].copy(), "fast")
        assert found is not None and found.position == (0,)
    narrow = np.array([1.0, 2.0], ml_dtypes.bfloat16)
    assert change(np, narrow, narrow.copy(), "exact") is None
    assert change(np, narrow, narrow[::-1].copy(), "real") is not None


def test_shape_and_type_must_stay() -> None:
    a = np.zeros((2, 3), np.float32)
    found = change(np, a, a.T, "fast")
    assert found is not None and str(found) == ": 2x3xfloat32 was 3x2xfloat32"
    assert change(np, a, a.astype(np.float64), "real") is not None
    assert change(np, a[:0], a[:0], "exact") is None


def test_drift_is_bounded_by_the_passes_that_round() -> None:
    a = np.array([1.0], np.float32)
    assert change(np, a, a * np.float32(1.0003), "real") is not None
    assert change(np, a, a * np.float32(1.0003), "real", rounds=4) is None


def test_a_narrow_float_may_always_round() -> None:
    """The last place of an 8-bit float is far more than a hundredth."""
    a: Any = np.array([1.0, 1.125, 2.0], ml_dtypes.float8_e4m3fn)
    assert change(np, a, a[[1, 1, 2]], "real") is None
    assert change(np, a, a[[2, 1, 2]] * a[[2, 1, 2]], "real") is not None


def test_units_in_the_last_place() -> None:
    one, least = np.float32(1), np.float32(2.0**-149)
    for number in (one, np.float32(3), np.float32(1e30)):
        found = deviation(np, np.array([np.nextafter(number, np.inf)]), np.array([number]), "real")
        assert found is not None and found.ulps == 1
    found = deviation(np, np.array([least, one]), np.array([least * 3, one]), "real")
    assert found is not None and found.ulps == 2
