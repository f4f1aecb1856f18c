# RUN: %python %s 2>&1 | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""Initializers are operations, or arguments with a value where a model's user may give another."""

from io import BytesIO

from onnx import TensorProto, helper

from nnopt.compiler.context import new_context
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.text.printer import text_of

x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])
w = helper.make_tensor_value_info("w", TensorProto.FLOAT, [2])
y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
weight = helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0])
sparse = helper.make_sparse_tensor(
    helper.make_tensor("s", TensorProto.FLOAT, [1], [3.0]),
    helper.make_tensor("", TensorProto.INT64, [1], [1]),
    [2],
)
node = helper.make_node("Add", ["x", "w"], ["y"])


def show(ir_version: int, inputs: list[object], overridable: bool | None = None) -> None:
    graph = helper.make_graph([node], "g", inputs, [y], [weight], sparse_initializer=[sparse])
    stream = BytesIO(helper.make_model(graph, ir_version=ir_version).SerializeToString())
    module = OnnxFrontend(overridable).parse(new_context(), stream, "model.onnx")
    print(text_of(module), flush=True)


# CHECK-LABEL: nn.graph @g(%x: tensor<2xf32> {nn.name = "x"})
# CHECK:         %w = onnx.initializer {value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : () -> tensor<2xf32> loc("w")
# CHECK:         %s = onnx.initializer {value = #onnx.sparse<tensor<2xf32>, dense<3.000000e+00> : tensor<1xf32>, dense<1> : tensor<1xi64>>} : () -> tensor<2xf32> loc("s")
# CHECK:         onnx.Add %x, %w
show(8, [x])

# Since IR version 4 an input with an initializer may be given or not.
# CHECK-LABEL: nn.graph @g(%x: tensor<2xf32> {nn.name = "x"}, %w: tensor<2xf32> {nn.name = "w", onnx.default = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>})
# CHECK-NOT:     %w = onnx.initializer
# CHECK:         onnx.Add %x, %w
show(8, [x, w])

# CHECK-LABEL: nn.graph @g(%x: tensor<2xf32> {nn.name = "x"})
# CHECK:         %w = onnx.initializer
show(8, [x, w], overridable=False)

# Until then every initializer had to be an input.
# CHECK:       model.onnx: remark: 1 input has an initializer, as all had to before IR version 4; it is taken for a constant
# CHECK-LABEL: nn.graph @g(%x: tensor<2xf32> {nn.name = "x"})
# CHECK:         %w = onnx.initializer
show(3, [x, w])

# CHECK-NOT:   remark
# CHECK-LABEL: nn.graph @g(%x: tensor<2xf32> {nn.name = "x"}, %w: tensor<2xf32> {nn.name = "w", onnx.default
show(3, [x, w], overridable=True)
