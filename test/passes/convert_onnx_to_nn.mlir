// RUN: nn-opt %s -p convert-onnx-to-nn --split-input-file --verify-diagnostics | filecheck %s
// RUN: nn-opt %S/Inputs/partial.mlir -p 'convert-onnx-to-nn{partial}' | filecheck %S/Inputs/partial.mlir

// CHECK-LABEL: @by_operator
// CHECK-NEXT: %w = nn.constant {value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : () -> tensor<2xf32> loc("w")
// CHECK-NEXT: %a = nn.add %x, %w : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32> loc("sum")
// CHECK-NEXT: nn.softmax %a {axis = 1 : i64}
module attributes {onnx.opset = {ai.onnx = 17}} {
  func.func @by_operator(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
    %w = onnx.initializer {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32> loc("w")
    %a = onnx.Add %x, %w : (tensor<3x2xf32>, tensor<2xf32>) -> !nn.unknown loc("sum")
    %i = onnx.Identity %a : (!nn.unknown) -> !nn.unknown
    %y = onnx.Softmax %i {axis = -1 : i64} : (!nn.unknown) -> tensor<3x2xf32>
    func.return %y : tensor<3x2xf32>
  }
}

// -----

// The opset decides: below 13 the dims from the axis on are one.

// CHECK-LABEL: @by_opset
// CHECK: nn.reshape
// CHECK: nn.softmax
module attributes {onnx.opset = {ai.onnx = 11}} {
  func.func @by_opset(%x: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
    %y = onnx.Softmax %x {axis = 1 : i64} : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
    func.return %y : tensor<3x2x2xf32>
  }
}

// -----

// CHECK-LABEL: @unknown_operator
// CHECK: nn.custom %x
// CHECK-SAME: "Gizmo"
module attributes {onnx.opset = {ai.onnx = 17, com.example = 1}} {
  func.func @unknown_operator(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = onnx.com.example.Gizmo %x {level = 3 : i64} : (tensor<2xf32>) -> tensor<2xf32>
    func.return %y : tensor<2xf32>
  }
}

// -----

// All refusals of a module in one run; what reads a lost value is not told again.

module attributes {onnx.opset = {ai.onnx = 17}} {
  func.func @refused(%x: tensor<2x3xf32>, %w: tensor<4xf32>) -> (tensor<2x3xf32>, tensor<?x?xf32>) {
    // expected-error@+1 {{'onnx.Add' op becomes 'nn.add', which has operands whose shapes do not broadcast: 2x3, 4}}
    %a = onnx.Add %x, %w : (tensor<2x3xf32>, tensor<4xf32>) -> !nn.unknown
    %r = onnx.Relu %a : (!nn.unknown) -> tensor<2x3xf32>
    // expected-error@+1 {{'onnx.Transpose' op}}
    %t = onnx.Transpose %x {perm = [0, 0]} : (tensor<2x3xf32>) -> tensor<?x?xf32>
    func.return %r, %t : tensor<2x3xf32>, tensor<?x?xf32>
  }
}

// -----

// CHECK-LABEL: @wrong_claim
// CHECK: nn.transpose %x {perm = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
module attributes {onnx.opset = {ai.onnx = 17}} {
  func.func @wrong_claim(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    // expected-warning@+1 {{the model claims tensor<2x3xf32> for 't', which is tensor<3x2xf32>; corrected}}
    %t = onnx.Transpose %x {perm = [1, 0]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    func.return %t : tensor<2x3xf32>
  }
}
