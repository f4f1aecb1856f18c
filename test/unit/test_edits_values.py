"""Each edit gives the model that a person would write by hand: both run in ONNX Runtime."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.parser
import pytest

from nnopt.compiler.driver import api
from nnopt.compiler.edits import Script

ort = pytest.importorskip("onnxruntime")

LEVELS = {"dag": ("build-dag", ""), "nn": ("onnx-to-nn", "nn-to-onnx")}
"""The pipelines before and after the edit."""

SPELLED = {
    "Abs": "abs",
    "Add": "add",
    "Clip": "clip",
    "Conv": "conv",
    "LeakyRelu": "leaky_relu",
    "Mul": "mul",
    "Neg": "neg",
    "Relu": "relu",
    "Sigmoid": "sigmoid",
    "Sub": "sub",
    "Tanh": "tanh",
    "Transpose": "transpose",
}
"""How operators of ONNX are spelled in `nn`; a script here holds `<Relu>`."""

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


@dataclass(frozen=True)
class Case:
    """A model, its edit, and the model that this must give."""

    name: str
    model: str
    script: str
    expected: str
    weights: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    levels: Sequence[str] = ("dag", "nn")

    def __str__(self) -> str:
        return self.name


CHAIN = """
chain (float[1,3,8,8] x) => (float[1,4,4,4] y) {
  [first] a = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(x, w1)
  [relu] b = Relu(a)
  [second] c = Conv<kernel_shape=[3,3], pads=[1,1,1,1], strides=[2,2]>(b, w2)
  [tanh] y = Tanh(c)
}"""
CHAIN_WEIGHTS = {"w1": (4, 3, 3, 3), "w2": (4, 4, 3, 3)}

DIAMOND = """
diamond (float[2,3] x) => (float[2,3] y) {
  [neg] a = Neg(x)
  [left] l = Relu(a)
  [right] r = Sigmoid(a)
  [join] s = Sub(l, r)
  [end] y = Tanh(s)
}"""

BRANCH = """
branch (bool c, float[2,3] x) => (float[2,3] y) {
  [before] a = Neg(x)
  [if] t = If (c) <
    then_branch = g1 () => (float[2,3] u) {
      [inner] i = Relu(a)
      [inner_end] u = Tanh(i)
    },
    else_branch = g2 () => (float[2,3] v) {
      [other] j = Abs(a)
      [other_end] v = Sigmoid(j)
    }
  >
  [after] y = Neg(t)
}"""

FUNCTIONS = """
calls (bool c, float[2,3] x) => (float[2,3] y) {
  [before] a = Neg(x)
  [if] t = If (c) <
    then_branch = g1 () => (float[2,3] u) {
      [call] u = local.twice(a)
    },
    else_branch = g2 () => (float[2,3] v) {
      [other] v = Abs(a)
    }
  >
  [after] y = Sigmoid(t)
}
<domain: "local", opset_import: ["" : 17]>
twice (p) => (q) { q = Add(p, p) }"""
FUNCTIONS_HEAD = '<ir_version: 8, opset_import: ["" : 17, "local" : 1]>\n'

ATTENTION = """
attention (float[1,4,6] x) => (float[1,4,6] y)
<int64[4] heads = {1, 4, 2, 3}, int64[3] back = {1, 4, 6}> {
  [split] a = Reshape(x, heads)
  [turn] b = Transpose<perm=[0,2,1,3]>(a)
  [act] c = Tanh(b)
  [turn_back] d = Transpose<perm=[0,2,1,3]>(c)
  [merge] y = Reshape(d, back)
}"""

BIAS = """
bias (float[1,4,5,5] x) => (float[1,4,5,5] y)
<int64[4] one = {1, 4, 1, 1}, int64[2] flat = {1, 100},
 int64[4] back = {1, 4, 5, 5}> {
  [bias] b = Reshape(w, one)
  [add] s = Add(x, b)
  [flatten] f = Reshape(s, flat)
  [act] g = Tanh(f)
  [unflatten] y = Reshape(g, back)
}"""

LOOP = """
loop (float[2] x) => (float[2] y) <int64 n = {3}, bool always = {1}> {
  [turn] z = Loop (n, always, x) <
    body = body (int64 i, bool going, float[2] s) => (bool still, float[2] next) {
      [keep] still = Identity(going)
      [step] h = Tanh(s)
      [grow] next = Add(h, s)
    }
  >
  [end] y = Neg(z)
}"""

CONSTANTS = """
constants (float[2] x) => (float[2] y) <float[2] k = {1.0, 2.0}, float[2] m = {3.0, -5.0}> {
  [sum] s = Add(k, m)
  [abs] t = Abs(s)
  [use] y = Mul(x, t)
}"""

CASES = [
    Case(
        "bypass_one",
        CHAIN,
        'bypass "relu"',
        CHAIN.replace("[relu] b = Relu(a)\n", "").replace("(b, w2)", "(a, w2)"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "bypass_a_type",
        DIAMOND,
        "bypass <Neg>",
        DIAMOND.replace("[neg] a = Neg(x)\n", "").replace("(a)", "(x)"),
    ),
    Case(
        "bypass_a_type_in_a_glob",
        BRANCH,
        'bypass <Neg> in glob "aft*"',
        BRANCH.replace("Neg(t)", "Identity(t)"),
    ),
    Case(
        "bypass_a_glob_and_the_last_node",
        CHAIN,
        'bypass glob "[rt][ea][ln]*"',
        """
        chain (float[1,3,8,8] x) => (float[1,4,4,4] y) {
          a = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(x, w1)
          y = Conv<kernel_shape=[3,3], pads=[1,1,1,1], strides=[2,2]>(a, w2)
        }""",
        CHAIN_WEIGHTS,
    ),
    Case(
        "bypass_to_an_operand",
        DIAMOND,
        'bypass "join" to %r',
        DIAMOND.replace("[join] s = Sub(l, r)\n", "").replace("Tanh(s)", "Tanh(r)"),
    ),
    Case(
        "bypass_to_the_operand_before_its_own",
        DIAMOND,
        'bypass "join" to %x',
        DIAMOND.replace("Tanh(s)", "Tanh(x)"),
    ),
    Case(
        "shapes_behind_a_convolution_of_stride_2",
        """
        pool (float[1,3,8,8] x) => (float[1,3,2,2] y) {
          [half] a = Conv<kernel_shape=[1,1], strides=[2,2]>(x, w)
          [pool] b = MaxPool<kernel_shape=[2,2], strides=[2,2]>(a)
          [act] y = Relu(b)
        }""",
        'bypass "half"',
        """
        pool (float[1,3,8,8] x) => (float[1,3,4,4] y) {
          b = MaxPool<kernel_shape=[2,2], strides=[2,2]>(x)
          y = Relu(b)
        }""",
        {"w": (3, 3, 1, 1)},
    ),
    Case(
        "insert_after_a_tensor_that_two_read",
        DIAMOND,
        "insert <Tanh> after %a",
        DIAMOND.replace("(a)", "(n)").replace("[left]", "n = Tanh(a)\n[left]"),
    ),
    Case(
        "insert_after_an_input",
        DIAMOND,
        'insert <Abs> after %x as "absolute"',
        DIAMOND.replace("Neg(x)", "Neg(absolute)").replace("[neg]", "absolute = Abs(x)\n[neg]"),
    ),
    Case(
        "insert_before_the_second_operand",
        DIAMOND,
        'insert <Neg> before "join" operand 1',
        DIAMOND.replace("Sub(l, r)", "Sub(l, n)").replace("[join]", "n = Neg(r)\n[join]"),
    ),
    Case(
        "insert_on_an_edge",
        DIAMOND,
        'insert <Neg> on-edge %a -> "right" as "turned"',
        DIAMOND.replace("Sigmoid(a)", "Sigmoid(n)").replace("[right]", "n = Neg(a)\n[right]"),
    ),
    Case(
        "insert_with_the_tensor_as_second_operand",
        DIAMOND,
        "insert <Sub> %l, it after %r",
        DIAMOND.replace("Sub(l, r)", "Sub(l, n)").replace("[join]", "n = Sub(l, r)\n[join]"),
    ),
    Case(
        "insert_what_reads_a_later_tensor_is_saved_sorted",
        """
        late (float[2] x, float[2] z) => (float[2] y) {
          [one] a = Relu(x)
          [two] b = Tanh(a)
          [three] c = Abs(z)
          [four] y = Add(b, c)
        }""",
        "insert <Mul> it, %c after %a",
        """
        late (float[2] x, float[2] z) => (float[2] y) {
          a = Relu(x)
          c = Abs(z)
          n = Mul(a, c)
          b = Tanh(n)
          y = Add(b, c)
        }""",
    ),
    Case(
        "insert_before_all_of_a_type",
        CHAIN,
        "insert <Abs> before <Conv>",
        CHAIN.replace("(x, w1)", "(n, w1)")
        .replace("(b, w2)", "(m, w2)")
        .replace("[first]", "n = Abs(x)\n[first]")
        .replace("[second]", "m = Abs(b)\n[second]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "insert_with_an_attribute",
        DIAMOND,
        "insert <LeakyRelu> {alpha = 0.5 : f32} after %s",
        DIAMOND.replace("Tanh(s)", "Tanh(n)").replace(
            "[end]", "n = LeakyRelu<alpha=0.5>(s)\n [end]"
        ),
        levels=("dag",),
    ),
    Case(
        "insert_with_a_property",
        DIAMOND,
        "insert nn.leaky_relu {alpha = 0.5 : f64} after %s",
        DIAMOND.replace("Tanh(s)", "Tanh(n)").replace(
            "[end]", "n = LeakyRelu<alpha=0.5>(s)\n [end]"
        ),
        levels=("nn",),
    ),
    Case(
        "insert_what_changes_the_shape",
        DIAMOND,
        "insert <Transpose> {perm = [1, 0]} after %a",
        DIAMOND.replace("(a)", "(n)")
        .replace("[left]", "n = Transpose<perm=[1,0]>(a)\n[left]")
        .replace("(float[2,3] y)", "(float[3,2] y)"),
    ),
    Case(
        "insert_into_a_branch",
        BRANCH,
        "insert <Neg> after %i",
        BRANCH.replace("Tanh(i)", "Tanh(n)").replace("[inner_end]", "n = Neg(i)\n[inner_end]"),
    ),
    Case(
        "insert_into_a_loop",
        LOOP,
        "insert <Neg> after %h",
        LOOP.replace("Add(h, s)", "Add(turned, s)").replace("[grow]", "turned = Neg(h)\n[grow]"),
    ),
    Case(
        "rename_a_node",
        DIAMOND,
        'rename "join" to "difference"',
        DIAMOND.replace("[join]", "[difference]"),
    ),
    Case(
        "rename_a_tensor",
        DIAMOND,
        'rename %s to "difference"',
        DIAMOND.replace("s = Sub", "difference = Sub").replace("(s)", "(difference)"),
    ),
    Case(
        "rename_an_input_and_an_output",
        DIAMOND,
        'rename %x to "image"\nrename %y to "scores"',
        """
        diamond (float[2,3] image) => (float[2,3] scores) {
          a = Neg(image)
          l = Relu(a)
          r = Sigmoid(a)
          s = Sub(l, r)
          scores = Tanh(s)
        }""",
    ),
    Case(
        "rename_reaches_captures",
        BRANCH,
        'rename %a to "negated"',
        BRANCH.replace("a = Neg", "negated = Neg").replace("(a)", "(negated)"),
    ),
    Case(
        "rename_inside_a_branch",
        BRANCH,
        'rename "if"::then::"inner" to "rectified"\nrename "if"::then::%i to "positive"',
        BRANCH.replace("[inner] i", "[rectified] positive").replace("(i)", "(positive)"),
    ),
    Case(
        "set_an_attribute",
        CHAIN,
        'set "second" strides = [1, 1]',
        CHAIN.replace(", strides=[2,2]", "").replace("[1,4,4,4]", "[1,4,8,8]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "set_on_several",
        CHAIN,
        "set <Conv> dilations = [2, 2]",
        CHAIN.replace("pads=", "dilations=[2,2], pads=").replace("[1,4,4,4]", "[1,4,2,2]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "unset_an_attribute",
        CHAIN,
        'unset "second" strides',
        CHAIN.replace(", strides=[2,2]", "").replace("[1,4,4,4]", "[1,4,8,8]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "set_inside_a_branch",
        BRANCH.replace("Relu(a)", "LeakyRelu(a)"),
        'set "if"::then::"inner" alpha = 0.25 : f32',
        BRANCH.replace("Relu(a)", "LeakyRelu<alpha=0.25>(a)"),
    ),
    Case(
        "replace_by_an_operator",
        DIAMOND,
        'replace "left" with <Abs>',
        DIAMOND.replace("Relu(a)", "Abs(a)"),
    ),
    Case(
        "replace_with_other_operands",
        DIAMOND,
        'replace "join" with <Mul> %r, %a',
        DIAMOND.replace("Sub(l, r)", "Mul(r, a)"),
    ),
    Case(
        "replace_all_of_a_type",
        BRANCH,
        "replace <Neg> with <Abs>",
        BRANCH.replace("Neg", "Abs"),
    ),
    Case(
        "replace_by_several_operators",
        DIAMOND,
        """replace "right" with {
             %e = <Abs> %a      // its own operand, by name
             %f = <Mul> %e, %x
             yield %f
           }""",
        DIAMOND.replace("r = Sigmoid(a)", "e = Abs(a)\n r = Mul(e, x)"),
    ),
    Case(
        "replace_by_a_tensor_that_is_there",
        DIAMOND,
        'replace "join" with { yield %x }',
        DIAMOND.replace("Tanh(s)", "Tanh(x)"),
    ),
    Case(
        "cut_at_an_output",
        CHAIN,
        "cut outputs %b",
        """
        chain (float[1,3,8,8] x) => (float[1,4,8,8] b) {
          a = Conv<kernel_shape=[3,3], pads=[1,1,1,1]>(x, w1)
          b = Relu(a)
        }""",
        CHAIN_WEIGHTS,
    ),
    Case(
        "cut_at_an_input",
        CHAIN,
        "cut inputs %b",
        """
        chain (float[1,4,8,8] b) => (float[1,4,4,4] y) {
          c = Conv<kernel_shape=[3,3], pads=[1,1,1,1], strides=[2,2]>(b, w2)
          y = Tanh(c)
        }""",
        CHAIN_WEIGHTS,
    ),
    Case(
        "cut_both",
        CHAIN,
        "cut inputs %a outputs %c",
        """
        chain (float[1,4,8,8] a) => (float[1,4,4,4] c) {
          b = Relu(a)
          c = Conv<kernel_shape=[3,3], pads=[1,1,1,1], strides=[2,2]>(b, w2)
        }""",
        CHAIN_WEIGHTS,
    ),
    Case(
        "cut_where_an_input_stays_needed",
        DIAMOND,
        "cut inputs %l outputs %s, %r",
        """
        diamond (float[2,3] x, float[2,3] l) => (float[2,3] s, float[2,3] r) {
          a = Neg(x)
          r = Sigmoid(a)
          s = Sub(l, r)
        }""",
    ),
    Case(
        "cut_inside_a_branch",
        BRANCH,
        'cut outputs "if"::then::%i',
        """
        branch (float[2,3] x) => (float[2,3] i) {
          a = Neg(x)
          i = Relu(a)
        }""",
    ),
    Case(
        "cut_an_input_inside_a_branch",
        BRANCH,
        "cut inputs %j",
        """
        branch (bool c, float[2,3] x, float[2,3] j) => (float[2,3] y) {
          [before] a = Neg(x)
          t = If (c) <
            then_branch = g1 () => (float[2,3] u) {
              i = Relu(a)
              u = Tanh(i)
            },
            else_branch = g2 () => (float[2,3] v) {
              v = Sigmoid(j)
            }
          >
          y = Neg(t)
        }""",
    ),
    Case(
        "cut_keeps_functions_that_only_a_branch_calls",
        FUNCTIONS,
        "cut outputs %t",
        FUNCTIONS.replace("(float[2,3] y)", "(float[2,3] t)").replace("[after] y = Sigmoid(t)", ""),
        levels=("dag",),
    ),
    Case(
        "batch_follows_into_reshapes",
        ATTENTION,
        "retype %x batch 3",
        ATTENTION.replace("[1,4,6]", "[3,4,6]")
        .replace("{1, 4, 2, 3}", "{3, 4, 2, 3}")
        .replace("{1, 4, 6}", "{3, 4, 6}"),
    ),
    Case(
        "batch_follows_but_not_into_a_bias",
        BIAS,
        "retype %x batch 2",
        BIAS.replace("float[1,4,5,5]", "float[2,4,5,5]")
        .replace("{1, 100}", "{2, 100}")
        .replace("{1, 4, 5, 5}", "{2, 4, 5, 5}"),
        {"w": (4,)},
    ),
    Case(
        "batch_of_a_name",
        ATTENTION,
        'retype %x batch "N"',
        ATTENTION.replace("[1,4,6]", "[N,4,6]")
        .replace("{1, 4, 2, 3}", "{-1, 4, 2, 3}")
        .replace("{1, 4, 6}", "{-1, 4, 6}"),
    ),
    Case(
        "other_sizes",
        CHAIN,
        "retype %x dims [2, 3, 6, 10]",
        CHAIN.replace("[1,3,8,8]", "[2,3,6,10]").replace("[1,4,4,4]", "[2,4,3,5]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "sizes_that_have_names",
        CHAIN,
        'retype %x dims ["N", 3, "H", ?]',
        CHAIN.replace("[1,3,8,8]", "[N,3,H,W]").replace("[1,4,4,4]", "[N,4,P,Q]"),
        CHAIN_WEIGHTS,
    ),
    Case(
        "another_element_type",
        DIAMOND,
        "retype %x dtype f64",
        DIAMOND.replace("float[", "double["),
    ),
    Case(
        "another_type",
        DIAMOND,
        "retype %x : tensor<4x3xf16>",
        DIAMOND.replace("float[2,3]", "float16[4,3]"),
    ),
    Case(
        "sizes_inside_a_branch",
        BRANCH,
        "retype %x dims [5, 2]",
        BRANCH.replace("[2,3]", "[5,2]"),
    ),
    Case(
        "sizes_inside_a_loop",
        LOOP,
        "retype %x dims [5]",
        LOOP.replace("float[2]", "float[5]"),
    ),
    Case(
        "expose_a_tensor",
        DIAMOND,
        "expose %s",
        DIAMOND.replace("=> (float[2,3] y)", "=> (float[2,3] y, float[2,3] s)"),
    ),
    Case(
        "expose_under_another_name",
        DIAMOND,
        'expose %s as "difference"',
        DIAMOND.replace("=> (float[2,3] y)", "=> (float[2,3] y, float[2,3] difference)").replace(
            "[end]", "difference = Identity(s)\n[end]"
        ),
    ),
    Case(
        "expose_what_is_in_a_branch",
        BRANCH,
        "expose %i",
        BRANCH.replace("=> (float[2,3] y)", "=> (float[2,3] y, float[2,3] i)")
        .replace("[inner] i = Relu(a)", "")
        .replace("[if]", "[inner] i = Relu(a)\n[if]"),
    ),
    Case(
        "fold_an_input",
        DIAMOND,
        "fold %x = dense<1.0> : tensor<2x3xf32>",
        DIAMOND.replace("(float[2,3] x)", "()").replace(
            "=> (float[2,3] y)",
            "=> (float[2,3] y) <float[2,3] x = {1,1,1,1,1,1}>",
        ),
    ),
    Case(
        "fold_a_tensor_to_numbers",
        DIAMOND,
        "fold %r = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>",
        DIAMOND.replace("[right] r = Sigmoid(a)", "").replace(
            "=> (float[2,3] y)", "=> (float[2,3] y) <float[2,3] r = {1,2,3,4,5,6}>"
        ),
    ),
    Case(
        "fold_what_constants_give",
        CONSTANTS,
        "fold %t",
        """
        constants (float[2] x) => (float[2] y) <float[2] t = {4.0, 3.0}> {
          y = Mul(x, t)
        }""",
        levels=("nn",),
    ),
    Case(
        "remove_what_nothing_reads",
        DIAMOND.replace("[end]", "[spare] q = Neg(s)\n[spare_too] p = Abs(q)\n[end]"),
        'remove glob "spare*"\nremove? "not there"',
        DIAMOND,
        levels=("dag",),
    ),
    Case(
        "several_edits_in_order",
        DIAMOND,
        """
        // the first makes what the second names
        insert <Neg> after %s as "turned"
        replace "turned" with <Abs>
        rename %turned to "absolute"
        expose %absolute
        """,
        DIAMOND.replace("=> (float[2,3] y)", "=> (float[2,3] y, float[2,3] absolute)")
        .replace("Tanh(s)", "Tanh(absolute)")
        .replace("[end]", "absolute = Abs(s)\n[end]"),
    ),
]


def built(text: str, weights: Mapping[str, Sequence[int]]) -> Any:
    """The model of a text, with random weights, the same for the same names."""
    model = onnx.parser.parse_model((FUNCTIONS_HEAD if "local" in text else HEAD) + text.strip())
    for name, shape in weights.items():
        seed = np.random.default_rng(sum(name.encode()))
        array = seed.normal(size=tuple(shape)).astype(np.float32)
        if any(name in node.input for node in model.graph.node):
            model.graph.initializer.append(onnx.numpy_helper.from_array(array, name))
    return model


def spelled(script: str, level: str) -> str:
    for name, ours in SPELLED.items():
        script = script.replace(f"<{name}>", f"onnx.{name}" if level == "dag" else f"nn.{ours}")
    return script


def edited(path: Path, script: str, level: str) -> Any:
    """The model in a file, edited at a level."""
    before, after = LEVELS[level]
    text = path.with_suffix(".nnedit")
    text.write_text(spelled(script, level), encoding="utf-8")
    module = api.run(api.read(path), f'{before},apply-edits{{script="{text}"}}')
    if after:
        api.run(module, after)
    out = path.with_name("edited.onnx")
    api.write(module, out)
    return onnx.load(out)


def outputs(model: Any, sizes: dict[str, int]) -> dict[str, Any]:
    """What ONNX Runtime computes on inputs that the names decide."""
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    feeds: dict[str, Any] = {}
    for i, value in enumerate(session.get_inputs()):
        shape = [n if isinstance(n, int) else sizes.get(n or "", 4) for n in value.shape]
        array = np.random.default_rng(i).normal(size=shape)
        kind = {"tensor(double)": "f8", "tensor(float16)": "f2", "tensor(bool)": "?"}
        feeds[value.name] = array.astype(kind.get(value.type, "f4"))
    found = session.run(None, feeds)
    return dict(zip([o.name for o in session.get_outputs()], found, strict=True))


def signature(model: Any) -> Any:
    sides = model.graph.input, model.graph.output
    return [
        [(v.name, v.type.tensor_type.elem_type, [d.dim_value for d in dims(v)]) for v in side]
        for side in sides
    ]


def dims(value: Any) -> Any:
    return value.type.tensor_type.shape.dim


def inputs_with_a_branch_taken(model: Any) -> Any:
    """Both ways through an If: a second model with its condition turned."""
    turned = onnx.ModelProto()
    turned.CopyFrom(model)
    for node in turned.graph.node:
        if node.op_type == "If":
            extra = onnx.helper.make_node("Not", [node.input[0]], ["__not"])
            node.input[0] = "__not"
            turned.graph.node.insert(0, extra)
            return turned
    return None


@pytest.mark.parametrize(
    ("case", "level"),
    [pytest.param(c, level, id=f"{c.name}-{level}") for c in CASES for level in c.levels],
)
def test_edit_gives_the_model_written_by_hand(case: Case, level: str, tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    onnx.save(built(case.model, case.weights), path)
    got, wanted = edited(path, case.script, level), built(case.expected, case.weights)
    onnx.checker.check_model(got, full_check=True)
    assert signature(got) == signature(wanted)
    for a, b in (
        (got, wanted),
        (inputs_with_a_branch_taken(got), inputs_with_a_branch_taken(wanted)),
    ):
        if a is None:
            continue
        found, expected = outputs(a, {"N": 2, "H": 8}), outputs(b, {"N": 2, "H": 8})
        assert list(found) == list(expected)
        for name, array in expected.items():
            np.testing.assert_allclose(
                found[name], array, rtol=2e-3 if array.dtype == "f2" else 1e-5
            )


def test_there_are_fifty() -> None:
    assert sum(len(case.levels) for case in CASES) >= 50


@pytest.mark.parametrize("case", CASES, ids=str)
def test_script_reads_back(case: Case) -> None:
    script = Script.parse(spelled(case.script, "nn"))
    again = Script.parse(str(script))
    assert again.edits == script.edits
    assert str(again) == str(script)
