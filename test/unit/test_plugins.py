"""Packages that add to nn-opt: the example, a broken one, two of the same names."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "out_of_tree"
ONE_FILE = ROOT / "test" / "tools" / "Inputs" / "plugins" / "shift.py"
MODULE = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { func.return %x : tensor<2xf32> }"


def install(folder: Path, name: str, points: Mapping[str, Mapping[str, str]]) -> None:
    """What an installer writes of a package besides its files."""
    info = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
        for group, entries in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


def package(folder: Path, name: str, source: str) -> None:
    """A package of one module."""
    module = name.replace("-", "_")
    install(folder, name, {"nnopt.plugins": {module: f"{module}:PLUGIN"}})
    (folder / f"{module}.py").write_text(source)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A folder with the package of the example installed."""
    folder = tmp_path / "site"
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    install(folder, project["name"], project["entry-points"])
    shutil.copytree(EXAMPLE / "src" / "nnopt_requant", folder / "nnopt_requant")
    return folder


def run(
    site: Path, tool: Sequence[str], *arguments: str | Path, text: str | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", *tool, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(site)},
        input=text,
        text=True,
        capture_output=True,
    )


NN_OPT = ("nnopt.tools.nn_opt",)
NN_RUN = ("nnopt.tools.nn_run",)


def requant(
    file: Path, *, div: float = 4, levels: float = 256, signed: float = 1, domain: str = "PACTOps"
) -> None:
    """A model of one RequantShift, per channel."""
    numbers = {"div": div, "n_levels_out": levels, "signed": signed}
    attributes: dict[str, Any] = {
        k: numpy_helper.from_array(np.array(v, np.float32)) for k, v in numbers.items()
    }
    node = helper.make_node("RequantShift", ["x", "mul", "add"], ["y"], domain=domain, **attributes)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 2, 3])],
        [
            numpy_helper.from_array(np.array([[3], [5]], np.float32), "mul"),
            numpy_helper.from_array(np.array([[0], [-1]], np.float32), "add"),
        ],
    )
    opsets = [helper.make_opsetid("", 10), helper.make_opsetid("PACTOps", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=5), file)


X = np.array([[[1, 2, 1000], [-1, 0, -1000]]], np.float32)
SIGNED = np.array([[[1, 2, 127], [-1, 0, -128]]], np.float32)
"""Of 0.75, 1.5, 750; −1.5, −0.25, −1250.25: halves go up, then into the bounds."""
UNSIGNED = np.array([[[1, 2, 255], [0, 0, 0]]], np.float32)


@pytest.mark.parametrize("domain", ("PACTOps", ""))
@pytest.mark.parametrize("pipeline", ("onnx-to-nn", "onnx-to-nn,canonical"))
@pytest.mark.parametrize("signed, wanted", ((1, SIGNED), (0, UNSIGNED)))
def test_the_example_computes(
    example: Path, tmp_path: Path, domain: str, pipeline: str, signed: int, wanted: np.ndarray
) -> None:
    model = tmp_path / "m.onnx"
    requant(model, signed=signed, domain=domain)
    np.savez(tmp_path / "in.npz", x=X)
    np.savez(tmp_path / "out.npz", y=wanted)
    compared = ("--inputs", tmp_path / "in.npz", "--compare", tmp_path / "out.npz")
    done = run(example, NN_RUN, model, "-p", pipeline, *compared)
    assert (done.returncode, done.stdout) == (0, "1 tensor agrees\n"), done.stderr


def test_the_example_writes_what_it_read(example: Path, tmp_path: Path) -> None:
    model, back = tmp_path / "m.onnx", tmp_path / "back.onnx"
    requant(model)
    done = run(example, NN_OPT, model, "-p", "onnx-to-nn,fuse-requant-shift,nn-to-onnx", "-o", back)
    assert done.returncode == 0, done.stderr
    (node,) = onnx.load(back).graph.node
    assert (node.domain, node.op_type) == ("PACTOps", "RequantShift")
    found = {a.name: float(numpy_helper.to_array(a.t)) for a in node.attribute}
    assert found == {"div": 4, "n_levels_out": 256, "signed": 1}


@pytest.mark.parametrize(
    "numbers, message",
    (
        ({"div": 3}, "needs a power of two as its 'div', not 3"),
        ({"levels": 255}, "has 255 levels with 'signed' 1"),
    ),
)
def test_the_example_refuses(
    example: Path, tmp_path: Path, numbers: Mapping[str, Any], message: str
) -> None:
    requant(tmp_path / "m.onnx", **numbers)
    done = run(example, NN_OPT, tmp_path / "m.onnx", "-p", "onnx-to-nn")
    assert done.returncode == 1
    assert f"'onnx.PACTOps.RequantShift' op {message}\n" in done.stderr


def test_the_lit_test_of_the_example(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIT_OUTPUT", str(tmp_path / "lit"))
    monkeypatch.setenv("PYTHONPATH", str(example))
    lit = Path(sys.executable).with_name("lit")
    done = subprocess.run([lit, "-v", EXAMPLE / "test"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "PASS: nnopt-requant :: fuse_requant_shift.mlir" in done.stdout


def test_without_the_example_the_operator_stays(tmp_path: Path) -> None:
    requant(tmp_path / "m.onnx")
    done = run(tmp_path, NN_OPT, tmp_path / "m.onnx", "-p", "onnx-to-nn")
    assert "nn.custom" in done.stdout


def test_installed_packages_are_read_only_for_a_name_we_lack(tmp_path: Path) -> None:
    package(tmp_path, "broken", "raise RuntimeError('no licence')\n")
    for arguments in (("--version",), ("-p", "cse,canonical")):
        done = run(tmp_path, NN_OPT, *arguments, text=MODULE)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_broken_package_is_named(tmp_path: Path) -> None:
    package(tmp_path, "broken", "raise RuntimeError('no licence')\n")
    done = run(tmp_path, NN_OPT, "-p", "nopass", text=MODULE)
    warning = "warning: package 'broken' cannot be loaded as a plug-in: RuntimeError: no licence\n"
    assert done.returncode == 1
    assert done.stderr.count(warning) == 1
    assert "Traceback" not in done.stderr
    assert "'nopass' does not refer to a registered pass" in done.stderr


PASS = """
from dataclasses import dataclass
from nnopt.compiler import Plugin
from xdsl.passes import ModulePass

@dataclass(frozen=True)
class Same(ModulePass):
    name = "same"
    def apply(self, ctx, op):
        op.attributes.clear()

PLUGIN = Plugin(passes={"same": lambda: Same})
"""


def test_a_broken_package_stops_no_other(tmp_path: Path) -> None:
    package(tmp_path, "broken", "raise RuntimeError('no licence')\n")
    package(tmp_path, "good", PASS)
    done = run(tmp_path, NN_OPT, "--same", text=MODULE)
    assert done.returncode == 0, done.stderr
    assert "func.func @f" in done.stdout


def test_two_packages_of_one_name(tmp_path: Path) -> None:
    package(tmp_path, "first", PASS)
    package(tmp_path, "second", PASS)
    done = run(tmp_path, NN_OPT, "-p", "same", text=MODULE)
    assert done.returncode == 1
    message = "error: passes 'same' is in two plug-ins: package 'first' and package 'second'\n"
    assert message in done.stderr


READER = """
from nnopt.compiler import Plugin
from nnopt.compiler.conversions.onnx import reads

PLUGIN = Plugin(conversions={"onnx": (__name__,)})

@reads("Relu")
@reads("RequantShift", domain="PACTOps")
def read(n):
    return n.operands(1)[0]
"""


def test_a_reader_of_ours_is_kept(tmp_path: Path) -> None:
    package(tmp_path, "first", READER)
    requant(tmp_path / "m.onnx")
    done = run(tmp_path, NN_OPT, tmp_path / "m.onnx", "-p", "onnx-to-nn")
    assert done.returncode == 0, done.stderr
    assert (
        "warning: plug-in 'first': reader of 'Relu' is nn-opt's own, which is kept" in done.stderr
    )
    assert "func.return %x" in done.stdout


def test_two_readers_of_one_operator(tmp_path: Path) -> None:
    package(tmp_path, "first", READER)
    package(tmp_path, "second", READER)
    requant(tmp_path / "m.onnx")
    done = run(tmp_path, NN_OPT, tmp_path / "m.onnx", "-p", "onnx-to-nn")
    assert done.returncode == 1
    message = "error: reader of 'RequantShift' is in two plug-ins: 'first' and 'second'\n"
    assert message in done.stderr
    done = run(tmp_path, NN_OPT, "--no-such-flag", text=MODULE)
    assert done.returncode == 1
    assert done.stderr.endswith(f"nn-opt: {message}")
    assert "UserWarning" not in done.stderr


def test_dialects_and_pipelines_of_a_package(tmp_path: Path) -> None:
    code = ONE_FILE.read_text() + (
        "\nfrom nnopt.compiler import Plugin\n"
        "PLUGIN = Plugin(dialects={'plug': lambda: PLUG},\n"
        "    passes={'drop-shift': lambda: DropShift}, pipelines=('plug',))\n"
    )
    package(tmp_path, "plug", code)
    text = MODULE.replace("{", '{ %y = "plug.shift"(%x) : (tensor<2xf32>) -> tensor<2xf32>')
    for flags in (("-p", "drop-shift"), ("-p", "drop-twice"), ("--drop-twice",)):
        done = run(tmp_path, NN_OPT, *flags, text=text)
        assert done.returncode == 0, done.stderr
        assert "plug.shift" not in done.stdout


def test_xdsl_opt_reads_our_dialects(tmp_path: Path) -> None:
    text = MODULE.replace("{", '{ %y = "nn.relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>')
    done = run(tmp_path, ("xdsl.tools.xdsl_opt",), "-p", "order-dag", text=text)
    assert done.returncode == 0, done.stderr
    assert "func.func @f" in done.stdout
    assert "nn.relu" not in done.stdout  # nothing needs it


def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "plugins.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (commands,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    (tmp_path / "drop.py").write_text(code)
    (tmp_path / "in.mlir").write_text(
        MODULE.replace("{", "{ %y = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>")
    )
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for command in commands.splitlines():
        done = subprocess.run(
            command.split(),
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            text=True,
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr


FORMAT = """
from dataclasses import dataclass
from io import BytesIO
from nnopt.compiler import Plugin
from nnopt.compiler.text.parser import Parser
from xdsl.utils.exceptions import DiagnosticException
from xdsl.utils.frontend import Frontend
from xdsl.utils.target import Target

@dataclass(frozen=True)
class Chain(Frontend):
    name = "chain"
    size: int = 2

    def parse(self, ctx, input, input_name="model.chain"):
        words = input.read().decode().split()
        if "?" in words:
            raise DiagnosticException("word 2 is no operator")
        type_, lines, last = f"tensor<{self.size}xf32>", [], "%x"
        for i, word in enumerate(words):
            lines.append(f"%y{i} = nn.{word} {last} : ({type_}) -> {type_} loc(\\"layer{i}\\")")
            last = f"%y{i}"
        body = "\\n".join((*lines, f"func.return {last} : {type_}"))
        return Parser(ctx, f"func.func @main(%x: {type_}) -> {type_} {{ {body} }}").parse_module()

@dataclass(frozen=True)
class Words(Target):
    name = "words"
    separator: str = " "

    def emit(self, ctx, module, output):
        names = [op.name for op in module.walk() if op.name.startswith("nn.")]
        output.write(self.separator.join(n.removeprefix("nn.") for n in names) + "\\n")

PLUGIN = Plugin(frontends={"chain": lambda: Chain}, targets={"words": lambda: Words})
"""


def test_a_frontend_and_a_target_of_a_package(tmp_path: Path) -> None:
    package(tmp_path, "format", FORMAT)
    (tmp_path / "m.chain").write_text("relu exp relu\n")
    done = run(tmp_path, NN_OPT, tmp_path / "m.chain")  # by the extension
    assert done.returncode == 0, done.stderr
    assert 'nn.exp %y0 : (tensor<2xf32>) -> tensor<2xf32> loc("layer1")' in done.stdout
    done = run(tmp_path, NN_OPT, "-f", "chain{size=5}", "-", text="neg")
    assert "nn.neg %x : (tensor<5xf32>) -> tensor<5xf32>" in done.stdout, done.stderr
    done = run(tmp_path, NN_OPT, tmp_path / "m.chain", "-t", "words{separator=,}")
    assert (done.returncode, done.stdout) == (0, "relu,exp,relu\n"), done.stderr
    out = tmp_path / "back.words"
    done = run(tmp_path, NN_OPT, tmp_path / "m.chain", "-p", "canonical", "-o", out)
    assert (done.returncode, out.read_text()) == (0, "relu exp relu\n"), done.stderr


def test_a_frontend_of_a_package_refuses(tmp_path: Path) -> None:
    package(tmp_path, "format", FORMAT)
    (tmp_path / "m.chain").write_text("relu ?\n")
    done = run(tmp_path, NN_OPT, tmp_path / "m.chain", "-o", tmp_path / "out.mlir")
    assert done.returncode == 1
    assert done.stderr.endswith("m.chain: error: word 2 is no operator\n"), done.stderr
    assert not (tmp_path / "out.mlir").exists()
    done = run(tmp_path, NN_OPT, "-f", "chian", text=MODULE)
    assert done.returncode == 1
    assert "chain" in done.stderr
