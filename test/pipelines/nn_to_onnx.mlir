// RUN: nn-opt %s -p nn-to-onnx | filecheck %s
// RUN: nn-opt %s -p 'nn-to-onnx{opset=20}' | filecheck %s --check-prefix=NEW
// RUN: not nn-opt %s -p 'nn-to-onnx{opset=6}' 2>&1 | filecheck %s --check-prefix=OLD

// CHECK-LABEL: @gelu
// CHECK: onnx.Erf
// NEW-LABEL: @gelu
// NEW: onnx.Gelu
// OLD: error: 'nn.gelu' op needs opset 9, but opset=6 was asked for
func.func @gelu(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.gelu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
