// RUN: nn-opt %s -p convert-nn-to-onnx --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @at_its_own_opset
// CHECK-NEXT: onnx.ReduceMean %x {axes = [1], keepdims = 0 : i64} : (tensor<2x3xf32>) -> tensor<2xf32> loc("mean")
module attributes {onnx.opset = {ai.onnx = 13}} {
  func.func @at_its_own_opset(%x: tensor<2x3xf32>) -> tensor<2xf32> {
    %y = nn.reduce_mean %x {axes = [1]} : (tensor<2x3xf32>) -> tensor<2xf32> loc("mean")
    func.return %y : tensor<2xf32>
  }
}

// -----

// CHECK: onnx.opset = {ai.onnx = 18 : i64}
// CHECK-LABEL: @axes_are_an_operand_now
// CHECK-NEXT: %[[A:.*]] = onnx.initializer {value = dense<1> : tensor<1xi64>}
// CHECK-NEXT: onnx.ReduceMean %x, %[[A]]
module attributes {onnx.opset = {ai.onnx = 18}} {
  func.func @axes_are_an_operand_now(%x: tensor<2x3xf32>) -> tensor<2xf32> {
    %y = nn.reduce_mean %x {axes = [1]} : (tensor<2x3xf32>) -> tensor<2xf32>
    func.return %y : tensor<2xf32>
  }
}

// -----

// The opset is raised to the least that can say everything.

// CHECK: onnx.opset = {ai.onnx = 17 : i64}
// CHECK-LABEL: @raised
// CHECK: onnx.LayerNormalization
// expected-remark@+1 {{written at opset 17; opset 11 cannot say every operation}}
module attributes {onnx.opset = {ai.onnx = 11}} {
  func.func @raised(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %y = nn.layer_norm %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    func.return %y : tensor<2x3xf32>
  }
}
