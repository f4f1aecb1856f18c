# RUN: %python %s | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""Nodes and names: order, holes, unknown types, names that no SSA name can be."""

from io import BytesIO

from onnx import parser

from nnopt.compiler.context import new_context
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.text.printer import text_of


def show(text: str) -> None:
    data = parser.parse_model(text).SerializeToString()
    print(text_of(OnnxFrontend().parse(new_context(), BytesIO(data), "folder/model.onnx")))


# CHECK:      builtin.module attributes {nn.source = "model.onnx", onnx.ir_version = 8 : i64, onnx.opset = {ai.onnx = 17 : i64, com.microsoft = 1 : i64}, onnx.producer_name = "me"} {
# CHECK-NEXT:   nn.graph @net(%x: tensor<1x4xf32> {{.*}}) -> (tensor<1x4xf32> {nn.name = "y"}) {
# CHECK-NEXT:     %h = onnx.Relu %x : (tensor<1x4xf32>) -> !nn.unknown loc("h")
# CHECK-NEXT:     %y = onnx.com.microsoft.Gelu %h : (!nn.unknown) -> tensor<1x4xf32> loc("gelu 1")
# CHECK-NEXT:     nn.yield %y : (tensor<1x4xf32>) -> ()
show("""
<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1], producer_name: "me">
net (float[1,4] x) => (float[1,4] y) {
  h = Relu(x)
  ["gelu 1"] y = com.microsoft.Gelu(h)
}
""")

# Holes among operands, absent results; trailing ones are no operands and results at all.
# CHECK-LABEL: nn.graph @holes
# CHECK:         %c = onnx.Clip %x, _, %hi : (tensor<4xf32>, tensor<f32>) -> !nn.unknown
# CHECK-NEXT:    %d = onnx.Clip %c : (!nn.unknown) -> !nn.unknown
# CHECK-NEXT:    %{{.*}}, %y = onnx.LSTM %d : (!nn.unknown) -> (none, tensor<4xf32>) loc("y")
show("""
<ir_version: 8, opset_import: ["" : 17]>
holes (float[4] x, float hi) => (float[4] y) {
  c = Clip(x, , hi)
  d = Clip(c, , )
  , y, = LSTM(d)
}
""")

# Nodes stay in the order of the file, cycles and undefined names are what they are, and of two
# definitions of a name the first is read.
# CHECK-LABEL: nn.graph @broken
# CHECK-NEXT:    %t7 = nn.undefined "t7" : !nn.unknown
# CHECK-NEXT:    %b = onnx.Add %a, %t7 : (!nn.unknown, !nn.unknown) -> !nn.unknown loc("b")
# CHECK-NEXT:    %a = onnx.Relu %b : (!nn.unknown) -> !nn.unknown loc("a")
# CHECK-NEXT:    %a_1 = onnx.Neg %x {nn.outs = ["a"]} : (tensor<4xf32>) -> !nn.unknown loc("a")
# CHECK-NEXT:    %y = onnx.Sub %a, %t7 : (!nn.unknown, !nn.unknown) -> tensor<4xf32>
show("""
<ir_version: 8, opset_import: ["" : 17]>
broken (float[4] x) => (float[4] y) {
  b = Add(a, t7)
  a = Relu(b)
  a = Neg(x)
  y = Sub(a, t7)
}
""")

# CHECK-LABEL: nn.graph @"main graph"(%in_0: tensor<4xf32> {nn.name = "in:0"}) -> (tensor<4xf32> {nn.name = "1"})
# CHECK-NEXT:    %t1 = onnx.Op$2d1 %in_0 {nn.outs = ["1"]} : (tensor<4xf32>) -> tensor<4xf32> loc("1")
model = parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17]>
g (float[4] x) => (float[4] y) { y = Relu(x) }
""")
model.graph.name = "main graph"
model.graph.input[0].name = model.graph.node[0].input[0] = "in:0"
model.graph.output[0].name = model.graph.node[0].output[0] = "1"
model.graph.node[0].op_type = "Op-1"
stream = BytesIO(model.SerializeToString())
print(text_of(OnnxFrontend().parse(new_context(), stream, "model.onnx")))
