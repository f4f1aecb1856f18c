"""What instruments report: valid JSON, times that add up, what is a change, MACs, nodes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler import statistics
from nnopt.compiler.context import new_context
from nnopt.compiler.driver.diagnostics import Engine
from nnopt.compiler.driver.flags import Settings
from nnopt.compiler.driver.main import main
from nnopt.compiler.driver.print_ir import PrintIR
from nnopt.compiler.driver.session import Session
from nnopt.compiler.driver.stats import costs

TWICE = """
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %c : tensor<2xf32>
}
"""


@pytest.fixture
def twice(tmp_path: Path) -> str:
    file = tmp_path / "twice.mlir"
    file.write_text(TWICE)
    return str(file)


def told(capsys: Any, *arguments: str) -> Any:
    """What a run prints as JSON on standard error."""
    assert main([*arguments, "-o", "/dev/null", "--mlir-output-format=json"]) == 0
    return json.loads(capsys.readouterr().err)


# --- Timing -------------------------------------------------------------------------------------


def test_times_add_up_to_the_total(twice: str, capsys: Any) -> None:
    rows = told(capsys, twice, "-p", "cse,func.func(cse,canonicalize)", "--mlir-timing")
    *parts, total = rows
    assert [row["name"] for row in rows] == [
        "Parser",
        "CommonSubexpressionElimination",
        "'func.func' Pipeline",
        "Output",
        "Rest",
        "Total",
    ]
    times = [part["wall"]["duration"] for part in parts]
    assert min(times) >= 0
    assert abs(sum(times) - total["wall"]["duration"]) <= 0.00005 * len(rows)


def test_a_list_is_sorted_and_flat(twice: str, capsys: Any) -> None:
    *parts, rest, total = told(
        capsys, twice, "-p", "cse,func.func(cse)", "--mlir-timing", "--mlir-timing-display=list"
    )
    assert (rest["name"], total["name"]) == ("Rest", "Total")
    durations = [part["wall"]["duration"] for part in parts]
    assert durations == sorted(durations, reverse=True)
    assert len({part["name"] for part in parts}) == len(parts)
    assert not any("passes" in part for part in parts)


# --- Statistics ---------------------------------------------------------------------------------


def test_statistics_of_equal_passes_stay_apart(twice: str, capsys: Any) -> None:
    rows = told(capsys, twice, "-p", "merge-duplicates,merge-duplicates", "--mlir-pass-statistics")
    assert [row["statistics"][0]["value"] for row in rows] == [1, 0]
    rows = told(
        capsys,
        twice,
        "-p",
        "merge-duplicates,merge-duplicates",
        "--mlir-pass-statistics",
        "--mlir-pass-statistics-display=list",
    )
    assert [row["statistics"][0]["value"] for row in rows] == [1]


def test_nothing_is_counted_unless_somebody_listens() -> None:
    statistics.count("num-lost", "Counts that nobody sees")
    with statistics.counting(statistics.Counts()) as counts:
        statistics.count("num-seen", "Counts that somebody sees", 2)
        statistics.count("num-seen", "Counts that somebody sees")
    statistics.count("num-seen", "Counts that somebody sees")
    assert {s.name: s.value for s in counts.values()} == {"num-seen": 3}


# --- Dumps --------------------------------------------------------------------------------------


def test_a_changed_weight_is_a_change() -> None:
    """The bytes of large weights are in no dump, but other bytes are another IR."""
    text = 'func.func @f() {{ %w = arith.constant dense<"0x{}"> : tensor<65xi8> func.return }}'
    before, after = (text.format(data.hex()) for data in (bytes(range(65)), bytes(range(1, 66))))
    dumps = PrintIR.by(Settings(mlir_print_ir_after_change=True))
    first, again, other = (dumps.text(module(source)) for source in (before, before, after))
    assert "dense_resource<__elided__> : tensor<65xi8>" in first[0]
    assert first[0] == other[0]
    assert first == again
    assert first != other


# --- Costs --------------------------------------------------------------------------------------


def module(text: str) -> ModuleOp:
    found = Session(Engine(), new_context(False)).parse(text, "test")
    assert found is not None
    return found


def macs(op: str, operands: str, results: str) -> int | None:
    """Of `op` on operands of these types."""
    types = operands.split(", ")
    arguments = ", ".join(f"%{i}: tensor<{t}>" for i, t in enumerate(types))
    names = ", ".join(f"%{i}" for i in range(len(types)))
    made = ", ".join(f"%y{i}" for i, _ in enumerate(results.split(", ")))
    name, _, settings = op.partition(" ")
    given, found = (", ".join(f"tensor<{t}>" for t in ts.split(", ")) for ts in (operands, results))
    line = f"{made} = {name} {names} {settings} : ({given}) -> ({found})"
    (cost,) = costs(module(f"func.func @f({arguments}) {{ {line} func.return }}"))
    return cost.macs


@pytest.mark.parametrize(
    "op, operands, results, expected",
    [
        # 2 images, 5 channels of 6 windows, each 3 channels of 4 taps
        ("nn.conv", "2x3x4xf32, 5x3x2xf32", "2x5x3xf32", 2 * 5 * 3 * 3 * 2),
        ("nn.conv", "1x3x8x8xf32, 4x3x3x3xf32", "1x4x6x6xf32", 4 * 36 * 27),
        # depthwise: each output channel reads one input channel
        ("nn.conv {groups = 6 : i64}", "1x6x8x8xf32, 6x1x3x3xf32", "1x6x6x6xf32", 6 * 36 * 9),
        ('nn.conv {layout = "nhwc"}', "1x8x8x3xf32, 4x3x1x1xf32", "1x8x8x4xf32", 64 * 4 * 3),
        ("nn.conv", "?x3x8x8xf32, 4x3x3x3xf32", "?x4x6x6xf32", None),
        ("nn.conv_transpose", "1x2x4xf32, 2x5x3xf32", "1x5x6xf32", 2 * 4 * 5 * 3),
        ("nn.conv_integer", "1x3x8x8xui8, 4x3x3x3xui8", "1x4x6x6xi32", 4 * 36 * 27),
        ("nn.matmul", "3x4xf32, 4x5xf32", "3x5xf32", 3 * 4 * 5),
        ("nn.matmul", "7x3x4xf32, 4x5xf32", "7x3x5xf32", 7 * 3 * 4 * 5),
        ("nn.matmul", "4xf32, 4xf32", "f32", 4),
        ("nn.matmul", "?x4xf32, 4x5xf32", "?x5xf32", None),
        ("nn.gemm {trans_a = true}", "4x3xf32, 4x5xf32", "3x5xf32", 3 * 4 * 5),
        ('nn.einsum {equation = "bij,bjk->bik"}', "2x3x4xf32, 2x4x5xf32", "2x3x5xf32", 120),
        ('nn.einsum {equation = "ij->i"}', "3x4xf32", "3xf32", 0),
        # 7 steps of 2 sequences; each of 5 units reads 3 inputs and 5 states
        (
            "nn.rnn {hidden_size = 5 : i64}",
            "7x2x3xf32, 1x5x3xf32, 1x5x5xf32",
            "7x1x2x5xf32, 1x2x5xf32",
            7 * 2 * (5 * 3 + 5 * 5),
        ),
        ("nn.relu", "3x4xf32", "3x4xf32", 0),
    ],
)
def test_macs(op: str, operands: str, results: str, expected: int | None) -> None:
    assert macs(op, operands, results) == expected


def test_what_stands_in_a_loop_cannot_be_counted() -> None:
    text = """
    func.func @f(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %y = nn.loop %n, %c, %x ({
      ^bb0(%i: tensor<i64>, %go: tensor<i1>, %s: tensor<2x2xf32>):
        %z = nn.matmul %s, %s : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        nn.yield %go, %z : (tensor<i1>, tensor<2x2xf32>) -> ()
      }) : (tensor<i64>, tensor<i1>, tensor<2x2xf32>) -> tensor<2x2xf32>
      func.return %y : tensor<2x2xf32>
    }
    """
    rows = costs(module(text))
    assert [(row.op, row.macs) for row in rows] == [("nn.loop", 0), ("nn.matmul", None)]


def test_constants_of_a_graph_without_types_are_counted() -> None:
    text = """
    nn.graph @g() {
      %w = onnx.Constant {value = dense<1.0> : tensor<2x3xf32>} : () -> !nn.unknown
      %y = onnx.Relu %w : (!nn.unknown) -> !nn.unknown
      nn.yield : () -> ()
    }
    """
    (cost,) = costs(module(text))
    numbers = 6, None, 24, None
    assert cost.numbers == numbers


MODEL = str(Path(__file__).parents[2] / "examples" / "digits.onnx")


@pytest.mark.parametrize(
    "file, terminal, told",
    [(MODEL, True, True), (MODEL, False, False), ("twice", True, False)],
)
def test_nodes_are_told_on_a_terminal_where_a_model_is_read(
    file: str,
    terminal: bool,
    told: bool,
    twice: str,
    tmp_path: Path,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    output = str(tmp_path / "out.mlir")
    assert main([twice if file == "twice" else file, "-o", output]) == 0
    said = capsys.readouterr().err
    assert said == (f"{output}: 17 -> 17 nodes\n" if told else "")


def test_nodes_are_not_told_where_text_goes_to_standard_output(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main([MODEL]) == 0
    assert capsys.readouterr().err == ""
