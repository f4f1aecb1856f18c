// What cannot be converted stays, and so does what reads a value of unknown type behind it.

// CHECK-LABEL: @partial
// CHECK-NEXT: %a = nn.relu %x
// CHECK-NEXT: %b = onnx.Transpose %a {perm = [0, 0]}
// CHECK-NEXT: %c = onnx.Neg %b
// CHECK-NEXT: %d = nn.abs %c
module attributes {onnx.opset = {ai.onnx = 17}} {
  func.func @partial(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %a = onnx.Relu %x : (tensor<2x3xf32>) -> !nn.unknown
    %b = onnx.Transpose %a {perm = [0, 0]} : (!nn.unknown) -> !nn.unknown
    %c = onnx.Neg %b : (!nn.unknown) -> tensor<3x2xf32>
    %d = onnx.Abs %c : (tensor<3x2xf32>) -> tensor<3x2xf32>
    func.return %d : tensor<3x2xf32>
  }
}
