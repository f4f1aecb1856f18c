# RUN: %python %s | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""Graphs inside nodes, local functions, graphs for training."""

from io import BytesIO

from onnx import ModelProto, helper, parser

from nnopt.compiler.context import new_context
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.text.printer import text_of


def show(model: ModelProto) -> None:
    stream = BytesIO(model.SerializeToString())
    print(text_of(OnnxFrontend().parse(new_context(), stream, "model.onnx")))


# An inner name hides the outer one; what is outside may be used before it is defined.
# CHECK-LABEL: nn.graph @branches
# CHECK-NEXT:    %y = onnx.If %c ({
# CHECK-NEXT:      %h = onnx.Neg %x : (tensor<2xf32>) -> !nn.unknown loc("h")
# CHECK-NEXT:      %t = onnx.Relu %h : (!nn.unknown) -> tensor<2xf32> loc("t")
# CHECK-NEXT:      nn.yield %t : (tensor<2xf32>) -> ()
# CHECK-NEXT:    }, {
# CHECK-NEXT:      %e = onnx.Relu %h_1 : (!nn.unknown) -> tensor<2xf32> loc("e")
# CHECK-NEXT:      nn.yield %e : (tensor<2xf32>) -> ()
# CHECK-NEXT:    }) {onnx.graph_notes = [{name = "yes"}, {name = "no"}], onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<2xf32> loc("y")
# CHECK-NEXT:    %h_1 = onnx.Abs %x {nn.outs = ["h"]} : (tensor<2xf32>) -> !nn.unknown loc("h")
show(
    parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17]>
branches (bool c, float[2] x) => (float[2] y) {
  y = If (c) <
    then_branch = yes () => (float[2] t) { h = Neg(x) t = Relu(h) },
    else_branch = no () => (float[2] e) { e = Relu(h) }
  >
  h = Abs(x)
}
""")
)

# CHECK-LABEL: nn.graph @loop
# CHECK:         %y = onnx.Loop %n, _, %x ({
# CHECK-NEXT:    ^{{.*}}(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>):
# CHECK-NEXT:      %b = onnx.Add %a, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("b")
# CHECK-NEXT:      nn.yield %c, %b : (tensor<i1>, tensor<2xf32>) -> ()
# CHECK-NEXT:    }) {nn.args = {{\[\[}}"i", "c", "a"]], onnx.graph_notes = [{args = [{}, {}, {nn.dims = ["n"]}], name = "body"}], onnx.graphs = ["body"]}
model = parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17]>
loop (int64 n, float[2] x) => (float[2] y) {
  y = Loop (n, , x) <
    body = body (int64 i, bool c, float[2] a) => (bool c, float[2] b) { b = Add(a, x) }
  >
}
""")
body = model.graph.node[0].attribute[0].g
body.input[2].type.tensor_type.shape.dim[0].dim_param = "n"
text = text_of(
    OnnxFrontend().parse(new_context(), BytesIO(model.SerializeToString()), "model.onnx")
)
print(text.replace("tensor<?xf32>", "tensor<2xf32>"))

# CHECK-LABEL: nn.graph @several
# CHECK:         onnx.graphs = ["bodies#0", "bodies#1", "other"]
inner = body.__class__(name="inner", output=[helper.make_empty_tensor_value_info("x")])
node = helper.make_node("Op", ["x"], ["y"], bodies=[inner, inner], other=inner)
value = helper.make_empty_tensor_value_info
show(helper.make_model(helper.make_graph([node], "several", [value("x")], [value("y")])))

# CHECK-LABEL: nn.graph @calls
# CHECK:         onnx.local.scale %x {beta = 2.000000e+00 : f32} : (tensor<2xf32>) -> tensor<2xf32>
# CHECK-LABEL: nn.graph @"local::scale"(%a: !nn.unknown {nn.name = "a"}) -> (!nn.unknown {nn.name = "r"})
# CHECK-SAME:    attributes {onnx.function = {attributes = ["beta"], defaults = {gamma = 3.000000e+00 : f32}, domain = "local", name = "scale", opset = {ai.onnx = 16 : i64}}}
# CHECK-NEXT:    %k = onnx.Constant {value_float = #onnx.ref<"beta", FLOAT>} : () -> !nn.unknown loc("k")
# CHECK-NEXT:    %r = onnx.Mul %a, %k : (!nn.unknown, !nn.unknown) -> !nn.unknown loc("r")
show(
    parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
calls (float[2] x) => (float[2] y) { y = local.scale <beta = 2.0> (x) }
<domain: "local", opset_import: ["" : 16]>
scale <beta, gamma: float = 3.0> (a) => (r) {
  k = Constant <value_float: float = @beta> ()
  r = Mul(a, k)
}
""")
)

# CHECK:       builtin.module attributes {{.*}}onnx.training = [{algorithm = @training.algorithm, update_binding = {w = "w_new"}}]
# CHECK-LABEL: nn.graph @training.algorithm
# CHECK:         %w = nn.undefined "w" : !nn.unknown
# CHECK:         onnx.Neg %w
model = parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17]>
net (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }
""")
training = model.training_info.add()
training.algorithm.name = "step"
training.algorithm.node.append(helper.make_node("Neg", ["w"], ["w_new"]))
training.algorithm.output.append(value("w_new"))
training.update_binding.add(key="w", value="w_new")
show(model)
