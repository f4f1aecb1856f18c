"""Edit scripts: what is wrong with them is told where it stands, and nothing is half done."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler.context import new_context
from nnopt.compiler.driver import api
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.edits import (
    After,
    Applied,
    Before,
    Bypass,
    Cut,
    Edit,
    Expose,
    Extract,
    Fold,
    Hole,
    Insert,
    New,
    Nodes,
    OnEdge,
    Raw,
    Remove,
    Rename,
    Replace,
    Retype,
    Script,
    Set,
    Splice,
    Tensor,
    Unset,
)
from nnopt.compiler.edits.batch import moved
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.op import DYNAMIC
from nnopt.compiler.text.printer import text_of

T = "tensor<1x2x8x8xf32>"
HALF = "tensor<1x2x4x4xf32>"
W = "tensor<2x2x3x3xf32>"
CHAIN = f"""
func.func @chain(%x: {T} {{nn.name = "x"}}) -> ({HALF} {{nn.name = "y"}}) {{
  %w1 = nn.constant {{value = dense<0.5> : {W}}} : () -> {W} loc("w1")
  %a = nn.conv %x, %w1 {{pads = [1, 1, 1, 1]}} : ({T}, {W}) -> {T} loc("first")
  %b = nn.relu %a : ({T}) -> {T} loc("relu")
  %c = nn.conv %b, %w1 {{pads = [1, 1, 1, 1], strides = [2, 2]}}
    : ({T}, {W}) -> {HALF} loc("second")
  %y = nn.tanh %c : ({HALF}) -> {HALF} loc("tanh")
  func.return %y : {HALF}
}}
"""
M = "tensor<2x3xf32>"
BRANCH = f"""
func.func @branch(%p: tensor<i1> {{nn.name = "p"}}, %x: {M} {{nn.name = "x"}})
    -> ({M} {{nn.name = "y"}}) {{
  %a = nn.neg %x : ({M}) -> {M} loc("before")
  %t = nn.if %p ({{
    %i = nn.relu %a : ({M}) -> {M} loc("inner")
    %u = nn.sub %i, %a : ({M}, {M}) -> {M} loc("inner_end")
    nn.yield %u : ({M}) -> ()
  }}, {{
    %j = nn.abs %a : ({M}) -> {M} loc("other")
    nn.yield %j : ({M}) -> ()
  }}) : (tensor<i1>) -> {M} loc("if")
  %y = nn.tanh %t : ({M}) -> {M} loc("after")
  func.return %y : {M}
}}
"""
LOOP = """
func.func @loop(%x: tensor<2xf32> {nn.name = "x"}) -> (tensor<2xf32> {nn.name = "y"}) {
  %n = nn.constant {value = dense<3> : tensor<i64>} : () -> tensor<i64> loc("n")
  %y = nn.loop %n, _, %x ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %s: tensor<2xf32>):
    %h = nn.tanh %s : (tensor<2xf32>) -> tensor<2xf32> loc("step")
    nn.yield %go, %h : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<2xf32>) -> tensor<2xf32> loc("turn")
  func.return %y : tensor<2xf32>
}
"""
BAKED = """
func.func @baked(%x: tensor<2x2x3xf32> {nn.name = "x"}) -> (tensor<4x3xf32> {nn.name = "y"}) {
  %r = nn.reshape %x {shape = [4, 3]} : (tensor<2x2x3xf32>) -> tensor<4x3xf32> loc("reshape")
  %y = nn.tanh %r : (tensor<4x3xf32>) -> tensor<4x3xf32> loc("end")
  func.return %y : tensor<4x3xf32>
}
"""


MIXED = BAKED.replace("4x3", "3x4").replace("[4, 3]", "[3, 4]")
"""No size of the result holds the first dim and nothing else."""


def module_of(text: str) -> ModuleOp:
    return api.read(text)


def told(text: str, script: str) -> str:
    """What is said of a script; without the lines of the script that are shown below."""
    module = module_of(text)
    before = text_of(module)
    with pytest.raises(Diagnosed) as found:
        Script.parse(script, "e.nnedit").apply(new_context(), module)
    assert text_of(module) == before
    return "\n".join(f"{d.place}: {d.message}" for d in found.value.diagnostics)


def edited(text: str, *edits: Edit) -> tuple[ModuleOp, Applied]:
    module = module_of(text)
    return module, Script(edits).apply(new_context(), module)


# --- Errors -------------------------------------------------------------------------------------

MALFORMED = [
    ('bypas "relu"', "1:1", "found 'bypas'; did you mean 'bypass'?"),
    ('"relu" bypass', "1:1", "expected 'bypass', 'cut',"),
    ("bypass relu", "1:8", "found 'relu'; names are written in quotes: \"relu\""),
    ("bypass glob x", "1:13", 'names are written in quotes: "x"'),
    ('bypass "relu', "1:8", "found '\"'; the name does not end in this line"),
    ('bypass "relu" extra', "1:15", "expected 'to' or the end of the line, found 'extra'"),
    ('rename "relu" "q"', "1:15", "expected 'to', found '\"q\"'"),
    ("rename %b to c", "1:14", "found 'c'; names are written in quotes: \"c\""),
    ('set "second" strides', "1:21", "expected '=', found the end of the line"),
    ('set "second" strides = [1, ', "1:24", "'[' is never closed"),
    ('set "second" strides = [1, x]', "1:28", "attribute expected"),
    ('set "second" strides = [1, 1] 2', "1:31", "expected the end of the value"),
    ("insert nn.relu afer %b", "1:16", "found 'afer'; did you mean 'after'?"),
    ("insert nn.relu after b", "1:22", "found 'b'; tensors are written %b"),
    ('insert nn.relu on-edge %a "second"', "1:27", "expected '->', found '\"second\"'"),
    ('replace "relu" with', "1:20", "expected '{' or an operator like nn.relu"),
    ('replace "relu" with { %q = nn.abs %a }', "1:38", "'yield'"),
    ("cut", "1:1", "expected 'inputs' or 'outputs'"),
    ("cut inputs", "1:11", "expected a tensor like %name, found the end of the line"),
    ("cut outputs %b,", "1:16", "expected a tensor like %name"),
    ("retype %x batch", "1:16", "expected a name in quotes or a number"),
    ("retype %x : tensor<2x>", "1:22", "Expected shape type."),
    ("retype %x batch 2 batch 3", "1:1", "'batch' is given twice"),
    ("fold %b = 3", "1:11", "a tensor belongs here, like dense<1.0> : tensor<3xf32>"),
    ("extract outputs %b", "1:19", "expected 'to', found the end of the line"),
    ("// fine\n\n  expose", "3:9", "expected a tensor like %name, found the end of the line"),
]


@pytest.mark.parametrize(("script", "place", "message"), MALFORMED, ids=[m[0] for m in MALFORMED])
def test_malformed_script_is_told_at_its_place(script: str, place: str, message: str) -> None:
    found = told(CHAIN, script)
    assert found.startswith(f"e.nnedit:{place}: ")
    assert message in found


REFUSED = [
    (CHAIN, 'bypass "rleu"', "1:8", "no node has the name 'rleu'; did you mean 'relu'?"),
    (CHAIN, 'bypass "b"', "1:8", "no node has the name 'b'; there is a tensor %\"b\""),
    (CHAIN, "bypass nn.reul", "1:8", "no node is a 'nn.reul'; did you mean 'nn.relu'?"),
    (CHAIN, 'bypass glob "x*"', "1:8", "no node matches 'x*'"),
    (CHAIN, 'bypass nn.relu in glob "x*"', "1:8", "no node is a 'nn.relu'"),
    (CHAIN, 'rename %bb to "q"', "1:8", "no tensor has the name 'bb'; did you mean 'b'?"),
    (CHAIN, 'rename %relu to "q"', "1:8", "no tensor has the name 'relu'; there is a node of"),
    (CHAIN, 'rename "relu" to "first"', "1:1", "there is a node 'first' already"),
    (CHAIN, 'rename %a to "b"', "1:1", "there is a tensor 'b' already"),
    (CHAIN, 'rename nn.conv to "q"', "1:1", "2 nodes cannot all be 'q'"),
    (CHAIN, 'set "second" stride = [1, 1]', "1:14", "'nn.conv' has no property 'stride'; did you"),
    (CHAIN, 'set "second" strides = [1]', "1:1", "then 'nn.conv' \"second\" has 1 strides"),
    (CHAIN, 'unset "second" foo', "1:16", "'nn.conv' \"second\" has no attribute 'foo'"),
    (CHAIN, 'unset "second" stride', "1:16", "did you mean 'strides'?"),
    (CHAIN, "insert nn.rellu after %b", "1:8", "there is no operator 'nn.rellu'; did you mean"),
    (CHAIN, "insert toy.relu after %b", "1:8", "'toy.relu' is no operator of 'nn' or 'onnx'"),
    (
        CHAIN,
        'insert nn.relu on-edge %a -> "second"',
        "1:1",
        "'nn.conv' \"second\" does not read %a",
    ),
    (CHAIN, 'insert nn.relu before "second" operand 4', "1:1", "has 2 operands, no operand 4"),
    (CHAIN, 'insert nn.relu after %b as "first"', "1:1", "there is something called 'first'"),
    (CHAIN, 'insert nn.relu before nn.conv as "q"', "1:1", "2 nodes cannot all be 'q'"),
    (CHAIN, "insert nn.transpose {perm = [0, 2]} after %a", "1:8", "which is no permutation"),
    (CHAIN, "insert nn.sub it, %b after %a", "1:1", "makes a cycle: 'nn.relu' \"relu\" -> "),
    (
        CHAIN,
        'remove "relu"',
        "1:1",
        "%b of 'nn.relu' \"relu\" is read by 'nn.conv' \"second\"; 'byp",
    ),
    (CHAIN, 'bypass "relu" to %c', "1:1", "makes a cycle: 'nn.conv' \"second\" -> 'nn.conv'"),
    (CHAIN, 'replace "relu" with nn.split %a', "1:21", "'nn.split' op needs either sizes or parts"),
    (
        CHAIN,
        'replace "relu" with { %q = nn.abs %z yield %q }',
        "1:35",
        "no tensor has the name 'z'",
    ),
    (CHAIN, 'replace "relu" with nn.abs it', "1:21", "'it' is the tensor that a node is inserted"),
    (CHAIN, "cut outputs %b, %b", "1:1", "%b is listed twice"),
    (CHAIN, "retype %b batch 2", "1:8", "%b is no input; inputs are x"),
    (
        CHAIN,
        "retype %x dims [1, 4, 8, 8]",
        "1:1",
        "kernel has 2 input channels but its input has 4",
    ),
    (CHAIN, 'expose %b as "y"', "1:1", "there is an output 'y' already"),
    (CHAIN, "fold %b", "1:1", "%b depends on the input %x"),
    (
        CHAIN,
        "fold %b = dense<1.0> : tensor<2xf32>",
        "1:1",
        "then 'nn.conv' \"second\" has an input",
    ),
    (CHAIN, 'extract outputs %b to "../x.mlir"', "1:1", "'../x.mlir' is not in the folder of the"),
    (CHAIN, 'extract outputs %b to "/x.mlir"', "1:1", "'/x.mlir' is not in the folder of the"),
    (CHAIN, 'splice "none.mlir" from %x to %y', "1:1", "cannot open input file 'none.mlir'"),
    (BRANCH, 'bypass "inner_end"', "1:1", "has 2 operands that are no constants (%i, %a); say"),
    (BRANCH, 'rename "if"::else::%i to "q"', "1:8", "'i' there; one is at @branch::\"if\"::then"),
    (BRANCH, 'bypass "iff"::then::"inner"', "1:8", 'one is at @branch::"if"::then'),
    (BRANCH, "insert nn.sub it, %j after %t", "1:1", "%j is not seen outside 'nn.if' \"if\""),
    (LOOP, "expose %h", "1:1", "%h depends on %s, which belongs to a turn of 'nn.loop' \"turn\""),
    (LOOP, "cut outputs %h", "1:1", "%h depends on %s, which belongs to a turn of"),
    (MIXED, "retype %x batch 4", "1:1", "then 'nn.reshape' \"reshape\" reshapes"),
    (BAKED, "retype %x dims [2, 2]", "1:1", "then 'nn.reshape' \"reshape\" reshapes"),
]


@pytest.mark.parametrize(
    ("text", "script", "place", "message"), REFUSED, ids=[m[1] for m in REFUSED]
)
def test_what_cannot_be_done_is_told(text: str, script: str, place: str, message: str) -> None:
    found = told(text, script)
    assert found.startswith(f"e.nnedit:{place}: ")
    assert message in found


def test_every_mistake_is_told_and_nothing_is_done() -> None:
    found = told(CHAIN, 'bypass "relu"\nrename %q to "r"\n\nset "second" stride = 1\n')
    assert [line.split(": ")[0] for line in found.splitlines()] == ["e.nnedit:2:8", "e.nnedit:4:14"]


def test_every_mistake_of_the_text_is_told() -> None:
    found = told(CHAIN, 'bypas "relu"\nbypass "relu"\nrename %q\nset "a" b = [1\nfold\n')
    lines = [line.split(": ")[0] for line in found.splitlines()]
    assert lines == [f"e.nnedit:{at}" for at in ("1:1", "3:10", "4:13", "5:5")]


@pytest.mark.parametrize(
    ("sizes", "old", "new", "found"),
    [
        ([4, 3], [2, 2, 3], [5, 2, 3], [10, 3]),
        ([4, 3], [2, 2, 3], [2, 3, 4], [6, 4]),
        ([3, 4], [2, 2, 3], [5, 2, 3], None),
        ([1, -1, 4], [1, 3, 4], [2, 3, 4], [2, -1, 4]),
        ([1, -1], [1, 3, 4], [1, 3, 8], [1, -1]),
        ([-1, 12], [2, 3, 4], [5, 3, 4], [-1, 12]),
        ([1, -1, 4], [1, 3, 4], [DYNAMIC, 3, 4], None),
        ([1, 3, 4], [1, 3, 4], [DYNAMIC, 3, 4], [-1, 3, 4]),
        ([0, -1], [2, 3, 4], [5, 3, 4], [0, -1]),
        ([1, -1, 4], [1, DYNAMIC, 2, 2], [3, DYNAMIC, 2, 2], [3, -1, 4]),
        ([4, 3], [2, 2, 3], [2, 3], None),
        ([-1, -1], [2, 3], [4, 3], None),
    ],
)
def test_sizes_of_a_reshape_follow_where_they_are_proved(
    sizes: list[int], old: list[int], new: list[int], found: list[int] | None
) -> None:
    assert moved(sizes, old, new) == found


# --- The Python API -----------------------------------------------------------------------------

EDITS: list[Edit] = [
    Remove("spare", optional=True),
    Remove(Nodes("spare*", "glob")),
    Bypass("relu"),
    Bypass(Nodes("nn.relu", "type", ("@chain", '"if"', "then"), within="inner*"), to="x"),
    Bypass(Nodes("model.py:12:0", "position")),
    Rename("relu", "act one"),
    Rename(Tensor("in:0", ('"if"', "else")), 'quo"te'),
    Set("second", "strides", Raw("[1, 1]")),
    Unset("second", "strides"),
    Insert("nn.relu", After("b"), "again"),
    Insert(New("nn.sub", (Tensor("x"), Hole(it=True))), Before("second", 1)),
    Insert(
        New(
            "nn.clip",
            (Hole(it=True), Hole(), Tensor("top")),
            (("a", Raw("dense<1>")), ("b", None)),
        ),
        OnEdge("b", "second"),
    ),
    Replace("relu", "nn.abs", optional=True),
    Cut(["a"], ["b", Tensor("c d")]),
    Retype("x", type=Raw("tensor<?x3xf32>")),
    Retype("x", batch="N", dtype=Raw("f16")),
    Retype("x", dims=(1, None, "H")),
    Expose("b", "hidden"),
    Fold("b", Raw("dense<0.5> : tensor<2xf32>")),
    Extract(("a",), ("b",), "part.mlir"),
    Splice("part.mlir", ("a",), ("b",)),
]


@pytest.mark.parametrize("edit", EDITS, ids=str)
def test_edit_is_spelled_as_it_reads(edit: Edit) -> None:
    (again,) = Script.parse(str(edit)).edits
    assert type(again) is type(edit)
    assert str(again) == str(edit)
    assert Script.parse(str(again)).edits == [again]


def test_edits_of_python_are_those_of_a_script() -> None:
    made, _ = edited(CHAIN, Bypass("relu"), Insert("nn.abs", After("c"), "size"), Expose("a"))
    text = 'bypass "relu"\ninsert nn.abs after %c as "size"\nexpose %a\n'
    read = module_of(CHAIN)
    Script.parse(text).apply(new_context(), read)
    assert text_of(made) == text_of(read)


def test_undo_gives_all_back() -> None:
    module = module_of(BRANCH)
    before = text_of(module)
    script = Script([Bypass("before"), Rename("after", "last"), Expose("i"), Retype("x", batch=7)])
    applied = script.apply(new_context(), module)
    assert text_of(module) != before
    applied.undo()
    assert text_of(module) == before
    assert text_of(module_of(text_of(module))) == before


def test_difference_tells_the_edits() -> None:
    _, applied = edited(CHAIN, Rename("relu", "act"), Set("second", "strides", Raw("[1, 1]")))
    text = applied.difference().text()
    assert '"act"' in text
    assert '"second": strides [2, 2] -> [1, 1]' in text


def test_a_failed_edit_of_many_leaves_no_trace() -> None:
    module = module_of(CHAIN)
    before = text_of(module)
    with pytest.raises(Diagnosed):
        Script([Bypass("relu"), Bypass("relu")]).apply(new_context(), module)
    assert text_of(module) == before


# --- Parts of a graph ---------------------------------------------------------------------------


def run(module: ModuleOp, *arrays: Any) -> list[Any]:
    from nnopt.compiler.functions import defined

    return [np.asarray(a) for a in run_function(next(iter(defined(module))), list(arrays))]


def image() -> Any:
    return np.random.default_rng(0).normal(size=(1, 2, 8, 8)).astype(np.float32)


def test_what_is_extracted_and_put_back_computes_the_same(tmp_path: Path) -> None:
    module = module_of(CHAIN)
    script = Script([Extract(["a"], ["c"], "part.mlir")], tmp_path)
    applied = script.apply(new_context(), module)
    assert not (tmp_path / "part.mlir").exists()
    applied.write()
    assert text_of(module) == text_of(module_of(CHAIN))
    part = api.read(tmp_path / "part.mlir")
    a = np.abs(image())
    c = run(part, a)[0]
    assert c.shape == (1, 2, 4, 4)
    assert np.array_equal(np.tanh(c), run(edited(CHAIN, Cut(["a"]))[0], a)[0])
    Script([Splice("part.mlir", ["a"], ["c"])], tmp_path).apply(new_context(), module)
    module.verify()
    assert np.array_equal(run(module, image())[0], run(module_of(CHAIN), image())[0])


def test_a_spliced_part_takes_the_names_and_the_place(tmp_path: Path) -> None:
    part = f"""
    func.func @part(%x: {T} {{nn.name = "x"}}) -> ({T} {{nn.name = "out"}}) {{
      %a = nn.abs %x : ({T}) -> {T} loc("first")
      %o = nn.neg %a : ({T}) -> {T} loc("part_end")
      func.return %o : {T}
    }}"""
    (tmp_path / "part.mlir").write_text(part, encoding="utf-8")
    module = module_of(CHAIN)
    Script([Splice("part.mlir", ["a"], ["b"])], tmp_path).apply(new_context(), module)
    module.verify()
    text = text_of(module)
    assert 'loc("relu")' not in text
    assert "%b = nn.neg %a_1" in text
    assert 'loc("first_1")' in text


def test_a_part_of_other_types_is_inferred_anew(tmp_path: Path) -> None:
    part = f"""
    func.func @part(%x: {T} {{nn.name = "x"}}) -> ({HALF} {{nn.name = "out"}}) {{
      %o = nn.max_pool %x {{kernel = [2, 2], strides = [2, 2]}} : ({T}) -> {HALF} loc("pool")
      func.return %o : {HALF}
    }}"""
    (tmp_path / "part.mlir").write_text(part, encoding="utf-8")
    module = module_of(CHAIN)
    Script([Splice("part.mlir", ["a"], ["b"])], tmp_path).apply(new_context(), module)
    module.verify()
    assert "-> (tensor<1x2x2x2xf32>" in text_of(module)


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        (["a", "x"], ["b"], "has 1 inputs, and 2 are given"),
        (["a"], ["b", "c"], "has 1 outputs, and 2 are given"),
        (["a"], ["x"], "%x is an input"),
    ],
)
def test_a_part_that_does_not_fit(
    tmp_path: Path, source: list[str], target: list[str], message: str
) -> None:
    (tmp_path / "part.mlir").write_text(CHAIN, encoding="utf-8")
    with pytest.raises(Diagnosed, match=message):
        script = Script([Splice("part.mlir", source, target)], tmp_path)
        script.apply(new_context(), module_of(CHAIN))


# --- Large models -------------------------------------------------------------------------------

MEASURED = """
import re, sys
from pathlib import Path
from nnopt.compiler.driver import api
api.write(api.run(api.read(sys.argv[1]), sys.argv[2]), sys.argv[3])
status = Path("/proc/self/status").read_text()
print(re.search(r"RssAnon:\\s+(\\d+)", status)[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("pipeline", ["build-dag,{}", "onnx-to-nn,{},nn-to-onnx"])
def test_a_cut_does_not_read_the_weights(tmp_path: Path, pipeline: str) -> None:
    rows = 3 << 18
    make = onnx.helper
    weights: list[Any] = []
    for i, count in enumerate((rows, 8)):
        size = count * 1024 * 4
        w = onnx.TensorProto(
            name=f"w{i}", data_type=1, dims=[1024, count], data_location=onnx.TensorProto.EXTERNAL
        )
        for key, value in (("location", f"w{i}.bin"), ("offset", "0"), ("length", str(size))):
            w.external_data.add(key=key, value=value)
        weights.append(w)
        with open(tmp_path / f"w{i}.bin", "wb") as file:
            file.truncate(size)
    nodes = [
        make.make_node("MatMul", ["x", "w0"], ["large"], "big"),
        make.make_node("ReduceSum", ["large"], ["s"], "sum", keepdims=1),
        make.make_node("Add", ["x", "s"], ["h"], "add"),
        make.make_node("MatMul", ["h", "w1"], ["y"], "small"),
    ]
    value = onnx.helper.make_tensor_value_info
    inputs, outputs = [value("x", 1, [1, 1024])], [value("y", 1, [1, 8])]
    graph = make.make_graph(nodes, "large", inputs, outputs, weights)
    opsets = [make.make_opsetid("", 17)]
    onnx.save(make.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path / "large.onnx")
    assert rows * 1024 * 4 > 2 << 30
    (tmp_path / "e.nnedit").write_text("cut inputs %h", encoding="utf-8")
    edits = f'apply-edits{{script="{tmp_path / "e.nnedit"}"}}'
    arguments = [str(tmp_path / "large.onnx"), pipeline.format(edits), str(tmp_path / "out.onnx")]
    found = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) < 150 << 10
    ort = pytest.importorskip("onnxruntime")
    session = ort.InferenceSession(tmp_path / "out.onnx", providers=["CPUExecutionProvider"])
    assert [i.name for i in session.get_inputs()] == ["h"]
    assert session.run(None, {"h": np.ones((1, 1024), np.float32)})[0].shape == (1, 8)
