"""Differences: each planted edit is told as what it is, and equal is what prints the same."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper
from xdsl.dialects.builtin import ArrayAttr, FusedLoc, ModuleOp, NameLoc, NoneAttr, StringAttr

from nnopt.compiler import names, read, run
from nnopt.compiler.diff import difference
from nnopt.compiler.diff.comparing import out_of_order
from nnopt.compiler.diff.contents import elements_change
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.driver.inputs import parts_of
from nnopt.compiler.text.printer import text_of
from nnopt.compiler.weights import CHUNK, Elements

ROOT = Path(__file__).parents[2]
DIGITS = ROOT / "examples" / "digits.onnx"


def kinds(before: ModuleOp, after: ModuleOp) -> Counter[str]:
    """How often each kind of difference is told of."""
    found = difference(before, after)
    told = [*found.module, *(f for function in found.functions for f in function.findings)]
    assert bool(found) == bool(found.text()) == found.json()["different"]
    json.dumps(found.json(), allow_nan=False)
    return Counter(f.kind for f in told)


def lines(before: ModuleOp, after: ModuleOp) -> list[str]:
    return difference(before, after).text().splitlines()


def copied(module: ModuleOp) -> ModuleOp:
    found = names.copied(module)
    assert isinstance(found, ModuleOp)
    return found


# --- A network, and one edit of each kind -------------------------------------------------------

T = "tensor<1x4x8x8xf32>"
UNARY = ("relu", "sigmoid", "tanh", "abs", "exp")


def network(size: int, seed: int, named: bool = True) -> list[str]:
    """Lines of operations `%v1…`, each of which reads others before it, the last all unread."""
    random_ = random.Random(seed)
    values, unread, found = ["%x"], {"%x"}, list[str]()

    def add(op: str, operands: list[str], entries: str = "") -> None:
        value = f"%v{len(found)}"
        types = ", ".join([T] * len(operands))
        loc = f' loc("n{len(found)}")' if named else ""
        found.append(f"{value} = nn.{op} {', '.join(operands)}{entries} : ({types}) -> {T}{loc}")
        values.append(value)
        unread.difference_update(operands)
        unread.add(value)

    for i in range(size):
        recent = values[-4:]
        if random_.random() < 0.2:
            constant = f" {{value = dense<{i}.5> : {T}}}"
            add("constant", [], constant)
        elif random_.random() < 0.4:
            add("add", [random_.choice(recent), random_.choice(recent)])
        elif random_.random() < 0.3:
            add("leaky_relu", [random_.choice(recent)], f" {{alpha = 0.0{i + 1} : f64}}")
        else:
            add(random_.choice(UNARY), [random_.choice(recent)])
    while len(unread) > 1:
        a, b = sorted(unread)[:2]
        add("add", [a, b])
    return found


def module(body: list[str], named: bool = True) -> ModuleOp:
    last = body[-1].split(" ", 1)[0]
    text = "\n".join(
        [f"func.func @main(%x: {T}) -> {T} {{", *body, f"func.return {last} : {T}", "}"]
    )
    found = read(text)
    if not named:
        for op in found.walk():
            for result in op.results:
                names.set_name(result, None)
    return found


def named_as(line: str) -> str:
    return line.split(" ", 1)[0]


def renamed_node(body: list[str], i: int) -> list[str]:
    return [line.replace(f'loc("n{i}")', 'loc("other")') for line in body]


def renamed_tensor(body: list[str], i: int) -> list[str]:
    words = [
        f"{line} ".replace(f"%v{i} ", f"%other{i} ").replace(f"%v{i},", f"%other{i},")
        for line in body
    ]
    return [line.rstrip() for line in words]


def removed(body: list[str], i: int) -> list[str]:
    """Its readers read what it read."""
    operand = body[i].split(" ")[3].rstrip(",")
    rest = body[:i] + body[i + 1 :]
    out = [
        f"{line} ".replace(f"%v{i} ", f"{operand} ").replace(f"%v{i},", f"{operand},")
        for line in rest
    ]
    return [line.rstrip() for line in out]


def added(body: list[str], i: int) -> list[str]:
    """All that read it read a new operation after it."""
    new = f'%new{i} = nn.neg %v{i} : ({T}) -> {T} loc("new")'
    after = [
        line.replace(f"%v{i} ", f"%new{i} ").replace(f"%v{i},", f"%new{i},")
        for line in body[i + 1 :]
    ]
    return [*body[: i + 1], new, *after]


def changed(body: list[str], i: int) -> list[str]:
    """Another value, or another operator in its place."""
    line = body[i]
    if "alpha" in line:
        line = line.replace("alpha = 0.0", "alpha = 0.9")
    elif "dense" in line:
        line = line.replace("dense<", "dense<-")
    return [*body[:i], line, *body[i + 1 :]]


def replaced(body: list[str], i: int) -> list[str]:
    line = body[i]
    operator = line.split(" ")[2]
    other = "nn.sub" if operator == "nn.add" else "nn.neg"
    return [*body[:i], line.replace(operator, other), *body[i + 1 :]]


Edit = Callable[[list[str], int], list[str]]
EDITS: list[tuple[str, Edit, Callable[[str], bool]]] = [
    ("renamed", renamed_node, lambda line: True),
    ("renamed", renamed_tensor, lambda line: True),
    ("removed", removed, lambda line: any(f"nn.{u} " in line for u in UNARY)),
    ("added", added, lambda line: True),
    ("changed", changed, lambda line: "alpha" in line or "dense" in line),
    ("replaced", replaced, lambda line: "nn.add" in line or any(f"nn.{u} " in line for u in UNARY)),
]


@pytest.mark.parametrize(("kind", "edit", "fits"), EDITS, ids=[e.__name__ for _, e, _ in EDITS])
@pytest.mark.parametrize("seed", range(12))
def test_one_edit_is_one_difference(
    kind: str, edit: Edit, fits: Callable[[str], bool], seed: int
) -> None:
    body = network(24, seed)
    places = [i for i, line in enumerate(body[:-1]) if fits(line)]
    i = random.Random(seed).choice(places)
    before, after = module(body), module(edit(body, i))
    assert kinds(before, after) == {kind: 1}, lines(before, after)
    back = {"added": "removed", "removed": "added"}.get(kind, kind)
    assert kinds(after, before) == {back: 1}, lines(after, before)


@pytest.mark.parametrize("seed", range(12))
def test_one_edit_without_names(seed: int) -> None:
    body = network(24, seed, named=False)
    before = module(body, named=False)
    assert not difference(before, module(body, named=False))
    for kind, edit, fits in EDITS[2:5]:
        places = [i for i, line in enumerate(body[:-1]) if fits(line)]
        after = module(edit(body, places[seed % len(places)]), named=False)
        assert kinds(before, after)[kind] >= 1, (kind, lines(before, after))


@pytest.mark.parametrize("seed", range(8))
def test_reordered_is_one_line(seed: int) -> None:
    body = network(24, seed)
    i, j = next(
        (i, i + 1)
        for i in range(len(body) - 2)
        if f"{named_as(body[i])} " not in body[i + 1] and f"{named_as(body[i])}," not in body[i + 1]
    )
    other = list(body)
    other[i], other[j] = other[j], other[i]
    head, line = lines(module(body), module(other))
    assert head.startswith("@main: ")
    assert line in ("  ~ reordered 1 node", "  ~ reordered 1 constant")


def test_names_that_mislead() -> None:
    """An exporter that counts gives all that follows a new operation the name of its neighbour."""
    before = [
        f'%v{i} = nn.{UNARY[i % 5]} %{f"v{i - 1}" if i else "x"} : ({T}) -> {T} loc("n{i}")'
        for i in range(20)
    ]
    operators = [UNARY[i % 5] for i in range(20)]
    operators.insert(7, "neg")
    after = [
        f'%v{i} = nn.{op} %{f"v{i - 1}" if i else "x"} : ({T}) -> {T} loc("n{i}")'
        for i, op in enumerate(operators)
    ]
    found = kinds(module(before), module(after))
    assert found == {"added": 1, "renamed": 26}


def test_gaps_without_names() -> None:
    """What stands between two edits is matched, too."""
    operators = [UNARY[i * i % 5] for i in range(40)]

    def chain(operators: list[str]) -> ModuleOp:
        values = ["x", *(f"v{i}" for i in range(len(operators)))]
        return module(
            [f"%v{i} = nn.{op} %{values[i]} : ({T}) -> {T}" for i, op in enumerate(operators)],
            named=False,
        )

    other = [*operators[:9], "neg", *operators[9:20], *operators[21:31], "neg", *operators[31:]]
    assert kinds(chain(operators), chain(other)) == {"added": 2, "removed": 1}
    assert kinds(chain(other), chain(operators)) == {"added": 1, "removed": 2}


def test_swapped_names_are_names() -> None:
    body = [
        f'%a = nn.relu %x : ({T}) -> {T} loc("one")',
        f'%b = nn.tanh %x : ({T}) -> {T} loc("two")',
        f'%c = nn.add %a, %b : ({T}, {T}) -> {T} loc("three")',
    ]
    other = [
        line.replace("one", "2").replace("two", "one").replace('"2"', '"two"') for line in body
    ]
    assert kinds(module(body), module(other)) == {"renamed": 2}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 1 << 20), data=st.data())
def test_equal_is_what_prints_the_same(seed: int, data: st.DataObject) -> None:
    """Whatever the edits, and however many."""
    body = network(12, seed)
    other, used = body, set[int]()
    for _ in range(data.draw(st.integers(0, 3))):
        _, edit, fits = data.draw(st.sampled_from(EDITS))
        lines = [(i, line) for i, line in enumerate(other[:-1]) if i not in used]
        places = [i for i, line in lines if line.startswith(f"%v{i} ") and fits(line)]
        if places:
            i = data.draw(st.sampled_from(places))
            other = edit(other, i)
            used.add(i)
    before, after = module(body), module(other)
    assert bool(difference(before, after)) == (text_of(before) != text_of(after))


# --- Provenance ---------------------------------------------------------------------------------


def fused(*of: str) -> FusedLoc:
    leaves = [NameLoc(StringAttr(name), NoneAttr()) for name in of]
    return FusedLoc(ArrayAttr(leaves), StringAttr("some-pass"))


def test_conv_and_batch_norm_are_told_as_two_to_one() -> None:
    before = run(read(DIGITS), "onnx-to-nn")
    after = run(copied(before), "fuse-conv-bn")
    told = [line for line in lines(before, after) if "fused" in line]
    assert told == [
        f'  ~ fused     nn.conv "/features/conv{i}/Conv", nn.batch_norm "/features/norm{i}/'
        f'BatchNormalization", 5 constants -> nn.conv "/features/conv{i}/Conv", 2 constants'
        for i in (1, 2)
    ]
    unread = 2  # constants, which the pass drops
    assert kinds(before, after) == {"fused": 2, "removed": unread}
    assert kinds(after, before) == {"split": 2, "added": unread}
    assert not difference(after, copied(after))


def test_the_name_of_a_pass_does_not_count() -> None:
    before = module([f'%a = nn.relu %x : ({T}) -> {T} loc("r")'])
    after = copied(before)
    (relu,) = (op for op in after.walk() if op.name == "nn.relu")
    relu.location = fused("r")
    assert not difference(before, after)
    relu.location = fused("r", "gone")
    assert lines(before, after)[1:] == [
        '  ~ changed   nn.relu "r": location "r" -> "gone", "r"',
    ]


def test_across_levels_operators_are_matched_by_name() -> None:
    imported = run(read(DIGITS), "build-dag")
    converted = run(read(DIGITS), "onnx-to-nn")
    found = difference(imported, converted)
    (function,) = found.functions
    assert function.translated and not function.json()["attributes_compared"]
    assert "onnx -> nn (attributes are not compared)" in found.text()
    assert kinds(imported, converted) == {"removed": 2, "retyped": 1}


# --- What users do to ONNX files ----------------------------------------------------------------


@pytest.fixture
def model() -> onnx.ModelProto:
    rng = np.random.default_rng(7)
    weight = rng.standard_normal((4, 3, 3, 3)).astype(np.float32)
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c"], ["r"], "relu"),
        helper.make_node("Identity", ["r"], ["i"], "drop"),
        helper.make_node("Sigmoid", ["i"], ["s"], "sigmoid"),
        helper.make_node("Mul", ["i", "s"], ["y"], "mul"),
    ]
    shape = [1, 4, 8, 8]
    graph = helper.make_graph(
        nodes,
        "main",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 8, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(weight, "w")],
        value_info=[helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n in "cris"],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def remove_identity(model: onnx.ModelProto) -> None:
    graph = model.graph
    del graph.node[2]
    graph.node[2].input[0] = graph.node[3].input[0] = "r"
    del graph.value_info[2]


def rename_relu(model: onnx.ModelProto) -> None:
    model.graph.node[1].name = "stem"


def rename_input(model: onnx.ModelProto) -> None:
    model.graph.input[0].name = model.graph.node[0].input[0] = "image"


def rename_output(model: onnx.ModelProto) -> None:
    model.graph.output[0].name = model.graph.node[4].output[0] = "result"


def rename_weight(model: onnx.ModelProto) -> None:
    model.graph.initializer[0].name = model.graph.node[0].input[1] = "kernel"


def change_pads(model: onnx.ModelProto) -> None:
    model.graph.node[0].attribute[0].ints[:] = [0, 0, 2, 2]


def change_weight(model: onnx.ModelProto) -> None:
    weight = numpy_helper.to_array(model.graph.initializer[0]).copy()
    weight[2, 1, 0, 0] += 0.5
    weight[3, 2, 2, 2] -= 2.0
    model.graph.initializer[0].CopyFrom(numpy_helper.from_array(weight, "w"))


def change_operand(model: onnx.ModelProto) -> None:
    model.graph.node[4].input[0] = "c"


def change_operator(model: onnx.ModelProto) -> None:
    model.graph.node[1].op_type = "Elu"


def retype(model: onnx.ModelProto) -> None:
    for value in (*model.graph.value_info, model.graph.output[0]):
        value.type.tensor_type.shape.dim[0].ClearField("dim_value")


def reorder(model: onnx.ModelProto) -> None:
    node = onnx.NodeProto()
    node.CopyFrom(model.graph.node[1])
    del model.graph.node[1]
    model.graph.node.append(node)


def change_opset(model: onnx.ModelProto) -> None:
    model.opset_import[0].version = 18


def add_output(model: onnx.ModelProto) -> None:
    model.graph.output.append(helper.make_tensor_value_info("r", TensorProto.FLOAT, [1, 4, 8, 8]))


def rename_graph(model: onnx.ModelProto) -> None:
    model.graph.name = "net"


def swap_operands(model: onnx.ModelProto) -> None:
    model.graph.node[4].input[:] = ["s", "i"]


HEAD = "@main: 5 nodes"
TOLD: list[tuple[Callable[[onnx.ModelProto], None], list[str]]] = [
    (
        remove_identity,
        ["@main: 5 -> 4 nodes", '  - removed   onnx.Identity "drop": readers %"i" -> %"r"'],
    ),
    (rename_relu, [HEAD, '  ~ renamed   onnx.Relu "relu" -> "stem"']),
    (rename_input, [HEAD, '  ~ renamed   input %"x" -> %"image"']),
    (rename_output, [HEAD, '  ~ renamed   %"y" -> %"result"']),
    (rename_weight, [HEAD, '  ~ renamed   onnx.initializer "w" -> "kernel"']),
    (change_pads, [HEAD, '  ~ changed   onnx.Conv "conv": pads [1, 1, 1, 1] -> [0, 0, 2, 2]']),
    (change_operand, [HEAD, '  ~ changed   onnx.Mul "mul": operand #0 %"i" -> %"c"']),
    (change_operator, [HEAD, '  ~ replaced  onnx.Relu "relu" -> onnx.Elu "relu"']),
    (
        retype,
        [
            HEAD,
            '  ~ retyped   %"c": tensor<1x4x8x8xf32> -> tensor<?x4x8x8xf32> '
            "(and 4 values after it)",
        ],
    ),
    (reorder, [HEAD, "  ~ reordered 1 node"]),
    (change_opset, ["module", "  ~ changed   module: onnx.opset.ai.onnx 17 : i64 -> 18 : i64"]),
    (add_output, [HEAD, '  + added     output "r"']),
    (rename_graph, ["module", '  ~ renamed   function "main" -> "net"']),
    (
        swap_operands,
        [
            HEAD,
            '  ~ changed   onnx.Mul "mul": operand #0 %"i" -> %"s"; operand #1 %"s" -> %"i"',
        ],
    ),
]


@pytest.mark.parametrize(("edit", "told"), TOLD, ids=[edit.__name__ for edit, _ in TOLD])
def test_edits_of_a_file(
    model: onnx.ModelProto,
    tmp_path: Path,
    edit: Callable[[onnx.ModelProto], None],
    told: list[str],
) -> None:
    onnx.save(model, tmp_path / "a.onnx")
    edit(model)
    onnx.save(model, tmp_path / "b.onnx")
    assert lines(read(tmp_path / "a.onnx"), read(tmp_path / "b.onnx")) == told


def test_weights_of_a_file(model: onnx.ModelProto, tmp_path: Path) -> None:
    onnx.save(model, tmp_path / "a.onnx")
    old = numpy_helper.to_array(model.graph.initializer[0])
    change_weight(model)
    new = numpy_helper.to_array(model.graph.initializer[0])
    onnx.save(model, tmp_path / "b.onnx")
    found = difference(read(tmp_path / "a.onnx"), read(tmp_path / "b.onnx"))
    (finding,) = found.json()["functions"][0]["differences"]
    (change,) = finding["changes"]
    assert finding["kind"] == "changed" and finding["before"][0]["name"] == "w"
    assert change["position"] == [2, 1, 0, 0]
    assert (change["differing"], change["elements"]) == (2, 108)
    assert change["greatest_deviation"] == pytest.approx(float(np.abs(new - old).max()))


# --- Weights ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "i8", "u1", "i4", "?", "c8"])
@pytest.mark.parametrize("size", [1, 7, CHUNK + 3])
def test_elements_beside_numpy(dtype: str, size: int) -> None:
    rng = np.random.default_rng(size)
    old = (rng.standard_normal(size) * 9).astype(dtype)
    assert elements_change("value", Elements.of(old), Elements.of(old.copy())) is None
    new = old.copy()
    where = np.unique(rng.integers(0, size, 3))
    new[where] = ~new[where] if dtype == "?" else new[where] + 1
    change = elements_change("value", Elements.of(old), Elements.of(new))
    assert change is not None and change.numbers is not None
    assert change.numbers["position"] == [int(where[0])]
    assert change.numbers["differing"] == len(where)
    wide = np.complex128 if dtype == "c8" else np.float64
    worst = np.abs(new.astype(wide) - old.astype(wide)).max()
    assert change.numbers["greatest_deviation"] == pytest.approx(worst)


def test_elements_are_compared_bit_for_bit() -> None:
    zero, nan = np.zeros(3, np.float32), np.array([1, np.nan, 2], np.float32)
    signed = np.array([0, -0.0, 0], np.float32)
    told = elements_change("value", Elements.of(zero), Elements.of(signed))
    assert str(told) == "value differs at [1]: 0.0 -> -0.0; 1 of 3 elements, by up to 0"
    assert elements_change("value", Elements.of(nan), Elements.of(nan.copy())) is None
    told = elements_change("value", Elements.of(zero), Elements.of(nan))
    assert told is not None and told.json()["greatest_deviation"] is None
    assert "by up to inf" in str(told)


def test_splats_strings_and_views() -> None:
    splat, full = np.full((40, 50), 2.0, np.float32), np.full((40, 50), 2.0, np.float32)
    full[3, 4] = 5
    told = str(elements_change("value", Elements.of(splat), Elements.of(full)))
    assert told == "value differs at [3, 4]: 2.0 -> 5.0; 1 of 2000 elements, by up to 3"
    turned = np.arange(2000, dtype=np.float32).reshape(50, 40).T
    assert elements_change("value", Elements.of(turned), Elements.of(turned.copy())) is None
    other = turned.copy()
    other[39, 49] = 0
    told = elements_change("value", Elements.of(turned), Elements.of(other))
    assert told is not None and told.json()["position"] == [39, 49]
    words = [Elements.of(np.array(w, object)) for w in (["a", "b"], ["a", "c"])]
    assert str(elements_change("value", *words)) == (
        "value differs at [1]: 'b' -> 'c'; 1 of 2 elements"
    )
    shapes = [Elements.of(np.zeros(n, np.float32)) for n in (2, 3)]
    assert str(elements_change("value", *shapes)) == "value tensor<2xf32> -> tensor<3xf32>"


def test_bytes_that_are_not_there_are_not_equal() -> None:
    text = f"""func.func @main(%x: {T}) -> {T} {{
      %w = nn.constant {{value = dense_resource<"w"> : {T}}} : () -> {T} loc("w")
      %y = nn.add %x, %w : ({T}, {T}) -> {T} loc("y")
      func.return %y : {T}
    }}"""
    assert lines(read(text), read(text)) == [
        "@main: 1 node",
        "  ~ changed   nn.constant \"w\": value not compared: the bytes of 'w' are not there",
    ]


# --- Regions, functions, order ------------------------------------------------------------------

BRANCHES = f"""func.func @main(%c: tensor<i1>, %x: {T}) -> {T} {{
  %y = nn.if %c ({{
    %a = nn.relu %x : ({T}) -> {T} loc("then/relu")
    nn.yield %a : ({T}) -> ()
  }}, {{
    %b = nn.tanh %x : ({T}) -> {T} loc("else/tanh")
    %d = nn.exp %b : ({T}) -> {T} loc("else/exp")
    nn.yield %d : ({T}) -> ()
  }}) : (tensor<i1>) -> {T} loc("if")
  func.return %y : {T}
}}"""


def test_regions() -> None:
    before = read(BRANCHES)
    assert not difference(before, read(BRANCHES))
    other = read(BRANCHES.replace("nn.yield %d", "nn.yield %b"))
    assert lines(before, other)[1:] == [
        '  ~ changed   nn.if "if": result #0 of region 1 %"d" -> %"b"'
    ]
    inlined = f"""func.func @main(%c: tensor<i1>, %x: {T}) -> {T} {{
      %a = nn.relu %x : ({T}) -> {T} loc("then/relu")
      func.return %a : {T}
    }}"""
    assert lines(before, read(inlined)) == [
        "@main: 4 -> 1 nodes",
        '  - removed   nn.if "if" (and 2 nodes inside): readers %"y" -> %"a"',
        '  ~ moved     1 node: region 0 of nn.if "if" -> the function',
    ]


def test_functions() -> None:
    def text(*functions: str) -> ModuleOp:
        body = f"(%x: {T}) -> {T} {{\n  func.return %x : {T}\n}}\n"
        return read("".join(f"func.func @{name}{body}" for name in functions))

    assert lines(text("f", "g"), text("g", "f")) == ["module", "  ~ reordered 1 function"]
    assert lines(text("f"), text("f", "g")) == ["module", '  + added     function "g"']
    assert lines(text("f", "g"), text("g")) == ["module", '  - removed   function "f"']
    assert lines(text("f"), text("h")) == ["module", '  ~ renamed   function "f" -> "h"']


def test_dead_operations_of_one_origin() -> None:
    """Only their order tells them apart, and it is enough."""
    constants = [
        f'%{i} = nn.constant {{value = dense<{i % 2}.5> : {T}}} : () -> {T} loc("n")'
        for i in range(5)
    ]
    end = f'%y = nn.relu %x : ({T}) -> {T} loc("r")'
    nameless = [line.replace(' loc("n")', "") for line in constants]
    assert not difference(module([*nameless, end]), module([*nameless, end]))
    assert not difference(module([*constants, end]), module([*constants, end]))
    assert kinds(module([*constants, end]), module([*constants[:4], end])) == {"removed": 1}


def test_an_equal_operation_was_there_already() -> None:
    text = [
        f'%a = nn.relu %x : ({T}) -> {T} loc("a")',
        f'%b = nn.relu %x : ({T}) -> {T} loc("b")',
        f'%c = nn.add %a, %b : ({T}, {T}) -> {T} loc("c")',
    ]
    before = module(text)
    after = run(copied(before), "merge-duplicates")
    assert lines(before, after)[1:] == ['  ~ merged    nn.relu "b" -> nn.relu "a"']


def test_modules_in_modules() -> None:
    text = "module { module @inner { func.func private @f(tensor<1xf32>) } }"
    assert not difference(read(text), read(text))
    for old, new in (("@inner", "@other"), ("@f", "@g"), ("1xf32", "2xf32")):
        assert difference(read(text), read(text.replace(old, new)))


def test_a_default_that_is_written_is_none() -> None:
    before = module([f'%y = nn.leaky_relu %x : ({T}) -> {T} loc("y")'])
    after = copied(before)
    (op,) = (op for op in after.walk() if op.name == "nn.leaky_relu")
    field = type(op).property_fields["alpha"]  # pyright: ignore[reportAttributeAccessIssue]
    op.properties["alpha"] = field.write(field.default)
    assert not difference(before, after)
    op.properties["alpha"] = field.write(0.5)
    (_, line) = lines(before, after)
    assert line.endswith(": alpha 1.000000e-02 : f64 -> 5.000000e-01 : f64")


def test_a_call_of_a_renamed_function_is_the_same_call() -> None:
    text = f"""func.func @main(%x: {T}) -> {T} {{
      %y = func.call @part(%x) : ({T}) -> {T}
      func.return %y : {T}
    }}
    func.func private @part(%x: {T}) -> {T} {{
      func.return %x : {T}
    }}"""
    assert lines(read(text), read(text.replace("@part", "@piece"))) == [
        "module",
        '  ~ renamed   function "part" -> "piece"',
    ]


def test_cycles_and_undefined_names() -> None:
    text = f"""nn.graph @main(%x: {T}) -> ({T}) {{
      %a = onnx.Add %x, %b : ({T}, {T}) -> {T} loc("a")
      %b = onnx.Relu %a : ({T}) -> {T} loc("b")
      nn.yield %b : ({T}) -> ()
    }}"""
    before = read(text)
    assert not difference(before, read(text))
    assert kinds(before, read(text.replace("onnx.Relu", "onnx.Elu"))) == {"replaced": 1}


@given(st.permutations(range(8)))
def test_fewest_that_moved(order: list[int]) -> None:
    """As many as an exhaustive search of the longest rising chain leaves over."""
    best = [1] * len(order)
    for i, a in enumerate(order):
        best[i] += max((best[j] for j in range(i) if order[j] < a), default=0)
    moved = out_of_order(order)
    assert len(moved) == len(order) - max(best)
    rest = [a for i, a in enumerate(order) if i not in moved]
    assert rest == sorted(rest)


def test_long_chains_need_no_stack() -> None:
    size = 5000
    body = [f"%v{i} = nn.relu %{f'v{i - 1}' if i else 'x'} : ({T}) -> {T}" for i in range(size)]
    before, after = module(body, named=False), module(body[:-1], named=False)
    assert kinds(before, after) == {"removed": 1}


def test_hostile_names_stay_on_their_line() -> None:
    before = module([f'%a = nn.relu %x : ({T}) -> {T} loc("a")'])
    after = copied(before)
    (relu,) = (op for op in after.walk() if op.name == "nn.relu")
    relu.location = NameLoc(StringAttr('x\n"\x1b[31m\u2028\udc80'), NoneAttr())
    (_, line) = lines(before, after)
    assert line == '  ~ renamed   nn.relu "a" -> "x\\n\\"\\x1b[31m\\u2028\\udc80"'


TEXTS = sorted((ROOT / "test" / "text" / "Inputs" / "mlir").glob("*.mlir"))


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_texts_read_twice_are_equal(file: Path) -> None:
    """With blocks, effects, cycles and dialects that nobody knows."""
    for part in parts_of(file.read_text(), "// -----"):
        try:
            before, after = read(f"{part}\n"), read(f"{part}\n")
        except Diagnosed:
            continue
        assert not difference(before, after)


def test_blocks() -> None:
    text = """func.func @main(%c: i1, %x: i32) -> i32 {
      cf.cond_br %c, ^one, ^two
    ^one:
      cf.br ^three(%x : i32)
    ^two:
      cf.br ^three(%x : i32)
    ^three(%w: i32):
      func.return %w : i32
    }"""
    assert not difference(read(text), read(text))
    assert lines(read(text), read(text.replace("^one, ^two", "^two, ^one"))) == [
        "@main: 3 nodes",
        "  ~ changed   cf.cond_br #0: successors [1, 2] -> [2, 1]",
    ]


@pytest.mark.parametrize("pipeline", ["build-dag", "onnx-to-nn", "onnx-to-nn,canonical"])
def test_equal_at_every_level(pipeline: str) -> None:
    before = run(read(DIGITS), pipeline)
    assert not difference(before, copied(before))
    assert not difference(before, read(text_of(before)))
