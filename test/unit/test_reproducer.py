"""Reproducers: what a crash leaves, that it comes again, and whose weights are in the file."""

import io
import re
import shlex
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto
from onnx.helper import make_graph, make_model, make_node, make_tensor_value_info
from xdsl.context import Context
from xdsl.passes import ModulePass

from nnopt.compiler import read
from nnopt.compiler.driver import main as driver
from nnopt.compiler.driver.diagnostics import fail
from nnopt.compiler.driver.flags import Settings
from nnopt.compiler.driver.registry import PASSES
from nnopt.compiler.driver.reproducer import Form
from nnopt.compiler.weights import Elements

TEXT = """\
func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  %z = arith.addi %x, %x : i32
  func.return %y : i32
}
"""
WEIGHTS = """\
func.func @f() -> tensor<100xf32> {
  %w = nn.constant {value = dense_resource<"secret"> : tensor<100xf32>} : () -> tensor<100xf32>
  %t = nn.constant {value = dense_resource<"text"> : tensor<70x!nn.string>}
    : () -> tensor<70x!nn.string>
  %c = arith.constant dense<"0xHEX"> : tensor<100xi32>
  %s = nn.constant {value = dense<7.0> : tensor<100xf32>} : () -> tensor<100xf32>
  "boom.keep"(%t, %c, %s) : (tensor<70x!nn.string>, tensor<100xi32>, tensor<100xf32>) -> ()
  func.return %w : tensor<100xf32>
}
{-# dialect_resources: { builtin: { secret: "0x04000000SECRET", text: "0x04000000STRINGS" } } #-}
"""
SECRET = np.arange(100, dtype="f4").tobytes().hex()
NUMBERS = np.arange(100, dtype="i4").tobytes().hex()
STRINGS = "".join((len(s).to_bytes(8, "little") + s).hex() for s in [b"customer"] * 69 + [b"x"])

Call = Callable[..., tuple[int, str, str]]


@dataclass(frozen=True)
class Refuse(ModulePass):
    """Crashes on @f, and fails as a pass should on anything else."""

    name = "refuse"
    anchors = ("func.func",)

    def apply(self, ctx: Context, op: Any) -> None:
        if op.sym_name.data != "f":
            fail(op, "refused")
        raise ZeroDivisionError


@dataclass(frozen=True)
class Boom(ModulePass):
    """Raises what no user can have caused."""

    name = "boom"
    anchors = ("any",)
    where: str = "here"

    def apply(self, ctx: Context, op: Any) -> None:
        raise ZeroDivisionError(f"in {self.where}")


@pytest.fixture
def nn_opt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Call:
    """Runs `nn-opt` in this process in an empty folder, with a pass that crashes."""
    monkeypatch.delenv("NN_OPT_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setitem(PASSES.ours, "boom", lambda: Boom)
    monkeypatch.setitem(PASSES.ours, "refuse", lambda: Refuse)
    (tmp_path / "in.mlir").write_text(TEXT)
    text = WEIGHTS.replace("SECRET", SECRET).replace("HEX", NUMBERS).replace("STRINGS", STRINGS)
    (tmp_path / "weights.mlir").write_text(text)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = driver.main(arguments)
        found = capsys.readouterr()
        return code, found.out, found.err

    return call


def told(diagnostics: str) -> list[str]:
    return re.findall(r"(?:error|warning|remark|note): .*", diagnostics)


def test_a_crash_is_one_error_and_a_file_that_repeats_it(nn_opt: Call) -> None:
    code, out, err = nn_opt("in.mlir", "-p", 'cse,func.func(dce,boom{where="a b"})')
    assert (code, out) == (1, "")
    crash, note = told(err)
    message = "error: pass 'boom' crashed: ZeroDivisionError: in a b; run again with NN_OPT_DEBUG=1"
    assert crash == message and "Traceback" not in err
    (file,) = re.findall(r"^note: reproducer generated at `(.*)`$", note)
    text = Path(file).read_text()
    assert text.count("arith.addi") == 2, "the input of the pipeline, not of the pass"
    code, out, err = nn_opt(file, "--run-reproducer")
    assert (code, told(err)) == (1, [message]), "and writes no reproducer of the reproducer"


def test_a_crash_in_each_part_of_a_text(nn_opt: Call, tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text(f"{TEXT}// -----\n{TEXT.replace('@f', '@g')}")
    err = nn_opt("in.mlir", "--split-input-file", "--boom")[2]
    files = re.findall(r"generated at `(.*)`", err)
    assert [re.findall(r"@\w", Path(f).read_text()) for f in files] == [["@f"], ["@g"]]
    err = nn_opt("in.mlir", "--split-input-file", "-p", "func.func(refuse)")[2]
    assert err.count("reproducer generated") == 1 and "error: refused" in err


def test_a_model_is_read_again_unless_it_is_gone(
    nn_opt: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y = (make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xy")
    graph = make_graph([make_node("Relu", ["x"], ["y"], name="a")], "g", [x], [y])
    onnx.save(make_model(graph), tmp_path / "m.onnx")
    err = nn_opt("m.onnx", "-p", "onnx-to-nn,boom")[2]
    (file,) = re.findall(r"generated at `(.*)`", err)
    assert "onnx.Relu" in Path(file).read_text()
    data = io.BytesIO((tmp_path / "m.onnx").read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data))
    err = nn_opt("-", "-f", "onnx", "-p", "onnx-to-nn,boom")[2]
    assert told(err)[1:] == ["note: there is no reproducer: the input cannot be read again"]


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_tracebacks(nn_opt: Call, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "variable":
        monkeypatch.setenv("NN_OPT_DEBUG", "1")
    flags = ["--mlir-print-stacktrace-on-diagnostic"] if how == "flag" else []
    err = nn_opt("in.mlir", "--boom", *flags)[2]
    assert "Traceback" in err and "in apply" in err and "run again" not in err


def test_diagnostics_that_are_verified_have_no_note(nn_opt: Call, tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text(f"// expected-error@+1 {{{{crashed}}}}\n{TEXT}")
    flags = "-p", "func.func(boom)", "--verify-diagnostics"
    assert nn_opt("in.mlir", *flags) == (0, "", "")
    assert not list(tmp_path.glob("nn-opt.*"))


def test_a_file_for_a_crash(nn_opt: Call, tmp_path: Path) -> None:
    file = "--mlir-pass-pipeline-crash-reproducer=cr.mlir"
    err = nn_opt("in.mlir", "-p", "cse,func.func(boom)", file)[2]
    assert told(err)[1:] == [
        "error: Failures have been detected while processing an MLIR pass pipeline",
        "note: Pipeline failed while executing `Boom` on 'func.func' operation: @f: "
        "reproducer generated at `cr.mlir`",
    ]
    assert not list(tmp_path.glob("nn-opt.*"))
    whole = (tmp_path / "cr.mlir").read_text()
    assert whole.count("arith.addi") == 2
    assert 'pipeline: "builtin.module(cse,func.func(boom{where=here}))"' in whole
    nn_opt("in.mlir", "-p", "cse,func.func(boom)", file, "--mlir-pass-pipeline-local-reproducer")
    one = (tmp_path / "cr.mlir").read_text()
    assert one.count("arith.addi") == 1, "after cse"
    assert 'pipeline: "builtin.module(func.func(boom{where=here}))"' in one
    assert "in here" in told(nn_opt("cr.mlir", "--run-reproducer")[2])[0]


def test_a_file_that_cannot_be_written(nn_opt: Call) -> None:
    for flag in ("generate-reproducer", "pass-pipeline-crash-reproducer"):
        err = nn_opt("in.mlir", "--cse", f"--mlir-{flag}=no/cr.mlir")[2]
        wanted = "error: cannot open output file 'no/cr.mlir': No such file or directory"
        assert told(err) == [wanted]


def test_settings_come_along(nn_opt: Call, tmp_path: Path) -> None:
    nn_opt("in.mlir", "--cse", "--mlir-generate-reproducer=r.mlir", "--verify-each=0")
    assert "verify_each: false" in (tmp_path / "r.mlir").read_text()
    nn_opt("in.mlir", "--cse", "--mlir-generate-reproducer=r.mlir", "--allow-unregistered-dialect")
    first = (tmp_path / "r.mlir").read_text().split("\n")[0]
    assert first == "// nn-opt %s --run-reproducer --allow-unregistered-dialect"


def test_dialects_of_a_file_come_along(nn_opt: Call, tmp_path: Path) -> None:
    irdl = "irdl.type @t {\n  %0 = irdl.any\n  irdl.parameters(p: %0)\n}"
    (tmp_path / "my dialect.mlir").write_text(f"irdl.dialect @mine {{\n{irdl}\n}}\n")
    (tmp_path / "in.mlir").write_text("func.func private @f(!mine.t<i32>)\n")
    needed = "--irdl-file=my dialect.mlir"
    assert nn_opt("in.mlir", needed, "--cse", "--mlir-generate-reproducer=r.mlir")[0] == 0
    line = (tmp_path / "r.mlir").read_text().split("\n")[0]
    command = shlex.split(line.removeprefix("// nn-opt %s "))
    assert command == ["--run-reproducer", needed]
    assert nn_opt("r.mlir", *command)[0] == 0
    assert nn_opt("r.mlir", "--run-reproducer")[0] == 1


def test_plugins_come_along() -> None:
    settings = Settings(load_pass_plugin=("a.py", "b c.py"), load_dialect_plugin=("d.py",))
    assert shlex.split(Form.by(settings).flags) == [
        "--load-pass-plugin=a.py",
        "--load-pass-plugin=b c.py",
        "--load-dialect-plugin=d.py",
    ]


# --- Weights ------------------------------------------------------------------------------------


def constants(file: Path) -> dict[str, Any]:
    module = read(file)
    found: dict[str, Any] = {}
    for op in module.walk():
        value: Any = op.properties.get("value")
        if isinstance(value, Elements):
            found[value.key] = value.array(np)
        elif value is not None:
            found["dense"] = np.array(value.get_values())
    return found


def test_weights_stay_at_home(nn_opt: Call, tmp_path: Path) -> None:
    flags = "--cse", "--allow-unregistered-dialect", "--mlir-generate-reproducer=r.mlir"
    assert nn_opt("weights.mlir", *flags)[0] == 0
    text = (tmp_path / "r.mlir").read_text()
    assert len(text) < 2000 and b"customer".hex() not in text
    first, again = constants(tmp_path / "r.mlir"), constants(tmp_path / "r.mlir")
    made_up = first["secret"]
    assert made_up.dtype == "f4" and 0 < made_up.min() < made_up.max() <= 1
    assert len(set(made_up.tolist())) > 90
    assert np.array_equal(made_up, again["secret"])
    assert {*first["text"].flat} == {b"0", b"1"}
    assert {*first["dense"].tolist()} == {1}
    assert {*first[""].tolist()} == {7}, "a splat is no secret, and decides what passes do"
    assert nn_opt("r.mlir", "--run-reproducer", "--allow-unregistered-dialect")[0] == 0


def test_weights_are_there_if_wanted(nn_opt: Call, tmp_path: Path) -> None:
    flags = "--cse", "--allow-unregistered-dialect", "--mlir-generate-reproducer=r.mlir"
    assert nn_opt("weights.mlir", *flags, "--reproducer-weights")[0] == 0
    found = constants(tmp_path / "r.mlir")
    assert found["secret"].tolist() == found["dense"].tolist() == list(range(100))
    assert found["text"][-1] == b"x"


@pytest.mark.parametrize("element", ["f16", "bf16", "f8E4M3FN", "f64", "i1", "i4", "ui8", "i64"])
def test_every_element_type_can_be_made_up(tmp_path: Path, element: str) -> None:
    type_ = f"tensor<100x{element}>"
    text = (
        f'%w = nn.constant {{value = dense_resource<"w"> : {type_}}} : () -> {type_}\n'
        "{-# external_resources: { nn: { seeded_weights: true } } #-}"
    )
    (tmp_path / "m.mlir").write_text(text)
    values = constants(tmp_path / "m.mlir")["w"].astype("f8")
    assert values.min() >= 0 and values.max() == 1 or 0 < values.min() < values.max() <= 1
    assert values.min() < values.max()


def test_made_up_weights_take_no_memory_without_end(tmp_path: Path) -> None:
    type_ = "tensor<1000000x1000000xf32>"
    text = (
        f'%w = nn.constant {{value = dense_resource<"w"> : {type_}}} : () -> {type_}\n'
        "{-# external_resources: { nn: { seeded_weights: true } } #-}"
    )
    (tmp_path / "m.mlir").write_text(text)
    (op,) = (op for op in read(tmp_path / "m.mlir").walk() if op.name == "nn.constant")
    value = op.properties["value"]
    assert isinstance(value, Elements) and value.splat and len(value.data.data) == 4


def test_an_mlir_opt_reads_and_runs_the_file(nn_opt: Call, tmp_path: Path) -> None:
    nn_opt("in.mlir", "-p", "func.func(cse,canonicalize)", "--mlir-generate-reproducer=r.mlir")
    tool = Path(sysconfig.get_path("scripts")) / "iree-opt"
    done = subprocess.run(
        [tool, tmp_path / "r.mlir", "--run-reproducer"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("arith.addi") == 1
