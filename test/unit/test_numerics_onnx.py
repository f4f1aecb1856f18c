"""Values of ONNX operators are compared from the first pass on, and beside those of `nn`."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from nnopt.compiler import read, run
from nnopt.compiler.driver.comparisons import compared
from nnopt.compiler.driver.feeds import Feeds
from nnopt.compiler.driver.main import main
from nnopt.compiler.driver.numerics import Numerics
from nnopt.compiler.driver.onnx_values import Unrunnable, written
from nnopt.compiler.driver.registry import PASSES
from nnopt.compiler.driver.running import Runner, level_of
from nnopt.compiler.driver.runtimes import Failure, OnnxReference, OnnxRuntime
from nnopt.compiler.driver.states import State, evaluate
from nnopt.compiler.functions import defined

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

INPUTS = TESTS / "planted" / "Inputs" / "conversions"
WRONG = {path.stem.replace("_", "-"): path.read_text() for path in sorted(INPUTS.glob("*.mlir"))}
"""What each wrong conversion of `planted/` breaks."""
BEFORE = {
    "alpha-forgotten": "build-dag,inline-functions",
    "negation-forgotten": "order-dag",
    "subtrahend-first": "build-dag",
}
RUNTIMES = "onnxruntime", "onnx.reference"
T = "tensor<4xf32>"


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WRONG:
        module = import_module(f"planted.{name.replace('-', '_')}")
        (cls,) = [v for v in vars(module).values() if getattr(v, "name", None) == name]
        monkeypatch.setitem(PASSES.ours, name, lambda cls=cls: cls)


@pytest.fixture(params=RUNTIMES)
def runtime(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With ONNX Runtime and without."""
    if request.param == "onnx.reference":
        monkeypatch.setitem(sys.modules, "onnxruntime", None)
    return str(request.param)


def opt(tmp_path: Path, text: str, *flags: str) -> int:
    source = tmp_path / "m.mlir"
    source.write_text(text)
    return main([str(source), "-o", str(tmp_path / "out.mlir"), *flags])


def graph(body: str, opset: int = 18, holder: str = "nn.graph", end: str = "nn.yield") -> str:
    """A graph from `%x` to `%y`."""
    last = f"{end} %y : ({T}) -> ()" if end == "nn.yield" else f"{end} %y : {T}"
    return (
        f"module attributes {{onnx.opset = {{ai.onnx = {opset} : i64, com.microsoft = 1 : i64}}}} "
        f"{{\n{holder} @f(%x: {T}) -> {T} {{\n{body}\n{last}\n}}\n}}"
    )


# --- Wrong conversions ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_conversion_is_caught(
    name: str, runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passes = f"-p={BEFORE[name]},{name}"
    assert opt(tmp_path, WRONG[name], passes) == 0
    (tmp_path / "out.mlir").unlink()
    capsys.readouterr()
    assert opt(tmp_path, WRONG[name], passes, "--verify-numerics") == 1
    told = capsys.readouterr().err
    (line,) = [line for line in told.splitlines() if "error:" in line]
    assert 'loc("last")' in line and f"pass '{name}' (exact" in line and " was " in line
    assert (runtime in line) == (name != "subtrahend-first")  # which one runtime ran
    assert not (tmp_path / "out.mlir").exists()


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_conversion_is_found(
    name: str, runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = BEFORE[name].split(",")
    assert opt(tmp_path, WRONG[name], f"--bisect=builtin.module({','.join(before)},{name})") == 1
    told = capsys.readouterr().err
    assert f"bisect: pass '{name}', number {len(before) + 1} of {len(before) + 1}, breaks" in told
    assert f",{name})'" in told or f"({name})'" in told


@pytest.mark.parametrize("name", WRONG)
def test_right_conversions_go_through(
    name: str, runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = "onnx-to-nn," if BEFORE[name].startswith("build-dag") else ""
    passes = f"{there}canonical,nn-to-onnx,convert-onnx-to-nn,order-dag"
    assert opt(tmp_path, WRONG[name], f"-p={passes}", "--verify-numerics") == 0
    assert "numerics" not in capsys.readouterr().err
    assert opt(tmp_path, WRONG[name], f"--bisect=builtin.module({passes})") == 0
    told = capsys.readouterr().err
    assert "results stay the same" in told and "nothing was compared" not in told


def test_a_layer_of_a_function_that_was_inlined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""
module attributes {{onnx.opset = {{ai.onnx = 16 : i64, local = 1 : i64}}}} {{
  nn.graph @f(%x: {T}) -> {T} {{
    %y = onnx.local.Twice %x : ({T}) -> {T} loc("call")
    nn.yield %y : ({T}) -> ()
  }}
  nn.graph @twice(%a: !nn.unknown) -> !nn.unknown attributes {{
    onnx.function = {{domain = "local", name = "Twice", opset = {{ai.onnx = 16 : i64}}}}}} {{
    %b = onnx.LeakyRelu %a {{alpha = 3.0 : f32}} : (!nn.unknown) -> !nn.unknown loc("inner")
    %c = onnx.LeakyRelu %b {{alpha = 0.01 : f32}} : (!nn.unknown) -> !nn.unknown loc("outer")
    nn.yield %c : (!nn.unknown) -> ()
  }}
}}"""
    good = "-p=onnx-to-nn,canonical"
    assert opt(tmp_path, text, good, "--verify-numerics") == 0
    assert capsys.readouterr().err == ""
    wrong = "-p=build-dag,inline-functions,alpha-forgotten"
    assert opt(tmp_path, text, wrong, "--verify-numerics") == 1
    told = capsys.readouterr().err
    assert 'loc("call/inner")' in told and "changed 'call/b' at" in told


def test_a_reader_of_a_plug_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It takes the inverse of a matrix for that of its elements."""
    (tmp_path / "inverse.py").write_text("""
from nnopt.compiler.conversions.onnx import reads
from nnopt.dialects.nn.elementwise import Reciprocal

@reads("Inverse", domain="com.microsoft")
def read_inverse(n):
    return n.emit(Reciprocal, n.operands(1)[0])
""")
    from nnopt.compiler.conversions import onnx as conversions

    conversions.load()
    known = {key: list(found) for key, found in conversions.READERS.items()}
    text = graph(f'%y = onnx.com.microsoft.Inverse %x : ({T}) -> {T} loc("inverse")')
    text = text.replace("tensor<4x", "tensor<2x2x")
    flags = "-p=onnx-to-nn", "--verify-numerics"
    assert opt(tmp_path, text, *flags) == 0
    assert capsys.readouterr().err == ""
    try:
        code = opt(tmp_path, text, f"--load-pass-plugin={tmp_path / 'inverse.py'}", *flags)
    finally:
        conversions.READERS.clear()
        conversions.READERS.update(known)
    assert code == 1
    told = capsys.readouterr().err
    assert "loc(\"inverse\"): 'nn.reciprocal' op pass 'convert-onnx-to-nn' (exact; real" in told


# --- What cannot be run ---------------------------------------------------------------------------


def test_an_operator_that_nobody_runs_is_told_once(
    runtime: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = f'%a = onnx.Neg %x : ({T}) -> {T}\n%y = onnx.Blur %a : ({T}) -> {T} loc("blur")'
    assert opt(tmp_path, graph(body), "-p=onnx-to-nn,order-dag", "--verify-numerics") == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "numerics" in line]
    assert len(told) == 1 and 'loc("blur")' in told[0] and "'onnx.Blur' op cannot be" in told[0]
    assert "values are compared from what 'convert-onnx-to-nn' left" in told[0]
    assert f"run by {runtime}" in told[0]
    assert opt(tmp_path, graph(body), "-p=build-dag", "--verify-numerics") == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "numerics" in line]
    assert len(told) == 1 and "nothing was compared, as 'onnx.Blur' op cannot be" in told[0]


def test_faults_of_a_graph_are_those_of_the_doctor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = f"%y = onnx.Neg %z : ({T}) -> {T}\n%z = onnx.Neg %y : ({T}) -> {T}"
    assert opt(tmp_path, graph(body), "-p=build-dag", "--verify-numerics") == 1
    told = capsys.readouterr().err
    assert told.count("error:") == 1 and "circle" in told and "numerics" not in told


def test_what_is_new_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = f"%y = onnx.RandomNormalLike %x : ({T}) -> {T}"
    assert opt(tmp_path, graph(body), "-p=build-dag", "--verify-numerics") == 0
    assert "'onnx.RandomNormalLike' op gives something else each time" in capsys.readouterr().err
    body = f"""
%r = onnx.initializer {{value = dense<0.5> : tensor<f32>}} : () -> tensor<f32>
%t = onnx.initializer {{value = dense<TRAINING> : tensor<i1>}} : () -> tensor<i1>
%y = onnx.Dropout %x, %r, %t : ({T}, tensor<f32>, tensor<i1>) -> {T}"""
    for training, told in ("true", True), ("false", False):
        text = graph(body.replace("TRAINING", training))
        assert opt(tmp_path, text, "-p=build-dag", "--verify-numerics") == 0
        assert ("gives something else" in capsys.readouterr().err) == told


def test_the_reference_is_not_believed_where_it_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    for opset, told in (11, True), (13, False):
        text = graph(f"%y = onnx.Softmax %x {{axis = 0 : i64}} : ({T}) -> {T}", opset)
        assert opt(tmp_path, text, "-p=onnx-to-nn", "--verify-numerics") == 0
        assert ("not right before opset 13" in capsys.readouterr().err) == told


def test_inputs_are_not_excused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the user gives wrongly is an error also where the module could not be run anyway."""
    text = graph(f"%y = onnx.Neg %x : ({T}) -> {T}")
    flags = "-p=build-dag", "--verify-numerics"
    assert opt(tmp_path, text, *flags, "--numerics-dims=n=2") == 1
    assert "no dim is named 'n'" in capsys.readouterr().err
    np.savez(tmp_path / "in.npz", z=np.ones(4, np.float32))
    assert opt(tmp_path, text, *flags, f"--numerics-inputs={tmp_path / 'in.npz'}") == 1
    assert "the file of inputs lacks 'x'" in capsys.readouterr().err


def test_levels() -> None:
    body = f"%y = onnx.Neg %x : ({T}) -> {T}"
    assert level_of(read(graph(body))) == "graph"
    assert level_of(read(graph(body, holder="func.func", end="func.return"))) == "dag"
    assert level_of(read(graph(body.replace("onnx.Neg", "nn.neg"), 18, "func.func", "func.return")))
    mixed = f"%a = nn.neg %x : ({T}) -> {T}\n{body}"
    module = read(graph(mixed, 18, "func.func", "func.return"))
    assert level_of(module) == ""
    with pytest.raises(Unrunnable, match=r"'onnx\.Neg' op cannot be run in what is at level 'mix"):
        Runner(Feeds()).subjects(module, {})


# --- `nn.custom` ----------------------------------------------------------------------------------

CUSTOM = """%c = nn.custom {} {{framework = "onnx", operator = "Blur", settings = {{}}}}
  : ({type}) -> {type} loc("blur")"""


class Swapped(ModulePass):
    """Wrong: lets `nn.custom` read the function's argument; `nn.neg` becomes a copy."""

    name = "swapped"
    law = "exact"
    at = "nn.custom"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if inner.name == self.at:
                (function,) = defined(op)
                inner.operands = [function.args[0]]


def test_a_custom_operator_is_any_function(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes before and after it is compared, and what goes in."""
    monkeypatch.setitem(PASSES.ours, "swapped", lambda: Swapped)
    body = f"%n = nn.neg %x : ({T}) -> {T}\n{CUSTOM.format('%n', type=T)}"
    body += f"\n%y = nn.relu %c : ({T}) -> {T}"
    text = graph(body, 18, "func.func", "func.return")
    assert opt(tmp_path, text, "-p=canonical", "--verify-numerics") == 0
    assert capsys.readouterr().err == ""
    assert opt(tmp_path, text, "-p=order-dag,swapped", "--verify-numerics") == 1
    assert "changed 'c: operand #0' at" in capsys.readouterr().err
    monkeypatch.setattr(Swapped, "at", "nn.relu")
    assert opt(tmp_path, text, "-p=order-dag,swapped", "--verify-numerics") == 1
    assert "'nn.relu' op pass 'swapped' (exact) changed 'y' at" in capsys.readouterr().err


def test_a_custom_operator_of_open_dims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = graph(f"{CUSTOM.format('%x', type=T)}\n%y = nn.neg %c : ({T}) -> {T}", 18, "func.func")
    text = text.replace("nn.yield %y : (tensor<4xf32>) -> ()", f"func.return %y : {T}")
    text = text.replace("4x", "?x")
    assert opt(tmp_path, text, "-p=order-dag", "--verify-numerics") == 0
    told = capsys.readouterr().err
    assert told.count("numerics:") == 1 and 'loc("blur")' in told
    assert "only its framework knows 'onnx.Blur', and nothing can stand for its result" in told


def test_a_custom_operator_gives_what_the_other_runtime_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So its dims may be open, and what reads it is compared across the conversion."""
    kind = "com.microsoft.NGramRepeatBlock"
    i64, f32 = "tensor<1x3xi64>", "tensor<?x8xf32>"
    text = f"""
module attributes {{onnx.opset = {{ai.onnx = 18 : i64, com.microsoft = 1 : i64}}}} {{
  nn.graph @f(%i: {i64}, %x: {f32}) -> {f32} {{
    %n = onnx.Neg %x : ({f32}) -> {f32}
    %c = onnx.{kind} %i, %n {{ngram_size = 5 : i64}} : ({i64}, {f32}) -> {f32} loc("block")
    %y = onnx.Relu %c : ({f32}) -> {f32}
    nn.yield %y : ({f32}) -> ()
  }}
}}"""
    assert opt(tmp_path, text, "-p=onnx-to-nn,canonical", "--verify-numerics") == 0
    assert capsys.readouterr().err == ""
    assert "nn.custom" in (tmp_path / "out.mlir").read_text()


# --- Two runtimes ---------------------------------------------------------------------------------


def theirs(module: ModuleOp, inputs: dict[str, Any]) -> State:
    (subject,) = Runner(Feeds()).subjects(module, {})
    return subject.run(inputs)


def ours(module: ModuleOp, inputs: dict[str, Any]) -> State:
    (function,) = defined(module)
    return evaluate(np, function, inputs)


def test_a_rounding_that_tips_over_is_no_mistake() -> None:
    body = f"""
%n = onnx.Neg %x : ({T}) -> {T}
%r = onnx.Floor %n : ({T}) -> {T}
%y = onnx.Neg %r : ({T}) -> {T}"""
    module = read(graph(body, holder="func.func", end="func.return"))
    x = np.full(4, -1, np.float32)
    before = theirs(module, {"x": x})
    converted = run(module, "convert-onnx-to-nn")
    after = ours(converted, {"x": np.nextafter(x, np.float32(0))})
    found = compared(np, before, after, "exact")
    assert found.first is None and found.excused is not None and found.law == "real"
    assert found.excused[1] == "'r'" and "the roundings of onnxruntime and nn" in found.excuse
    assert compared(np, after, before, "exact").first is None  # the other way round
    far = ours(converted, {"x": np.zeros(4, np.float32)})
    moved = compared(np, before, far, "exact").first
    assert moved is not None and moved[1] == "'n'"  # 'x' itself is given, not computed


def test_nan_is_left_to_the_runtime(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = f"""
%l = onnx.Log %x : ({T}) -> {T}
%h = onnx.Hardmax %l {{axis = 0 : i64}} : ({T}) -> {T}
%y = onnx.Neg %h : ({T}) -> {T}"""
    assert opt(tmp_path, graph(body), "-p=onnx-to-nn", "--verify-numerics") == 0
    assert "are not of one mind about NaN" in capsys.readouterr().err
    text = graph(
        body.replace("Hardmax", "LeakyRelu").replace("axis = 0 : i64", "alpha = 3.0 : f32")
    )
    wrong = "-p=build-dag,alpha-forgotten"
    assert opt(tmp_path, text, "-p=onnx-to-nn", "--verify-numerics") == 0
    assert opt(tmp_path, text, wrong, "--verify-numerics") == 1  # what is a number is judged


def test_large_weights_are_not_copied(tmp_path: Path) -> None:
    """They go in as the arrays that they are; place and name stay."""
    w = f"dense<{list(range(512))}> : tensor<512xi64>"
    body = f"""
%w = onnx.initializer {{value = {w}}} : () -> tensor<512xi64> loc("w")
%s = onnx.ReduceMax %w {{keepdims = 0 : i64}} : (tensor<512xi64>) -> tensor<i64>
%c = onnx.Cast %s {{to = 1 : i64}} : (tensor<i64>) -> tensor<f32>
%y = onnx.Add %x, %c : ({T}, tensor<f32>) -> {T}"""
    program = written(np, read(graph(body)), "f")
    assert program.model.ByteSize() < 1024 and list(program.feeds) == ["w"]
    for way in program.ways():
        state = way({"x": np.zeros(4, np.float32)})
        assert (state.results[0].array == 511).all()
        assert state.values["w"].is_constant and state.values["w"].array.shape == (512,)
        assert list(state.values) == ["w", "x", "s", "c", "y"]


def test_names_that_do_not_tell_apart() -> None:
    """A value without a name may be called as another in the model; a name twice is none."""
    body = f"""
%0 = onnx.Neg %x : ({T}) -> {T}
%Neg = onnx.Exp %0 : ({T}) -> {T}
%a = onnx.Neg %Neg {{nn.outs = ["x"]}} : ({T}) -> {T}
%y = onnx.Exp %a : ({T}) -> {T}"""
    state = theirs(read(graph(body)), {"x": np.zeros(4, np.float32)})
    assert list(state.values) == ["Neg", "y"]
    assert (state.values["Neg"].array == 1).all()
    assert cast(Operation, cast(Any, state.values["Neg"].where).owner).name == "onnx.Exp"


def test_who_is_at_fault(tmp_path: Path) -> None:
    import onnx

    model: Any = onnx.ModelProto.FromString(
        written(
            np, read(graph(f'%y = onnx.Blur %x : ({T}) -> {T} loc("a/b")')), "f"
        ).model.SerializeToString()
    )
    for runtime in OnnxRuntime, OnnxReference:
        with pytest.raises(Failure) as failed:
            runtime(model)
        assert failed.value.node == "a/b"
    body = f"""
%i = onnx.initializer {{value = dense<9> : tensor<4xi64>}} : () -> tensor<4xi64>
%y = onnx.Gather %x, %i : ({T}, tensor<4xi64>) -> {T} loc("a/b")"""
    model = written(np, read(graph(body)), "f").model
    for runtime in OnnxRuntime, OnnxReference:
        with pytest.raises(Failure, match="out of") as failed:
            runtime(model).run(["y"], {"x": np.zeros(4, np.float32)})
        assert failed.value.node == "a/b"


# --- The report -----------------------------------------------------------------------------------


def test_a_report_in_a_file(tmp_path: Path) -> None:
    from nnopt.compiler.driver.api import run_pipeline, session

    work, file = session(), tmp_path / "report.json"
    work.instruments.append(Numerics(Runner(Feeds()), str(file)))
    run_pipeline(work, read(WRONG["subtrahend-first"]), "onnx-to-nn")
    work.instruments[0].finish(False)
    passes = json.loads(file.read_text())["passes"]
    assert [p["pass"] for p in passes] == ["build-dag", "inline-functions", "convert-onnx-to-nn"]
    told = [p["functions"]["f"] for p in passes]
    assert [t["runtime"] for t in told] == ["onnxruntime", "onnxruntime", "nn"]
    assert [t["compared_as"] for t in told] == ["exact", "exact", "real"]
    assert [t["compared"] for t in told] == [5, 5, 5] and not any(t["lost"] for t in told)


def test_the_report_leaves_the_output_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "m.mlir"
    source.write_text(WRONG["subtrahend-first"])
    assert main([str(source), "-p=onnx-to-nn"]) == 0
    plain = capsys.readouterr().out
    flags = "-p=onnx-to-nn", "--verify-numerics", "--numerics-report=json"
    assert main([str(source), *flags]) == 0
    told = capsys.readouterr()
    assert told.out == plain and json.loads(told.err)["passes"]
