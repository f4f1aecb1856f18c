// RUN: nn-opt %s -p order-dag | filecheck %s

// CHECK-LABEL: @by_need
// CHECK-NEXT: %a = onnx.Relu
// CHECK-NEXT: %b = onnx.Neg
// CHECK-NEXT: %y = onnx.Add %a, %b
func.func @by_need(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = onnx.Relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = onnx.Add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @dead_without_effect_goes
// CHECK-NEXT: func.return
func.func @dead_without_effect_goes(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %z = nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
  func.return %x : tensor<2xf32>
}

// CHECK-LABEL: @dead_with_unknown_effect_stays
// CHECK-NEXT: onnx.Relu
func.func @dead_with_unknown_effect_stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = onnx.Relu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %x : tensor<2xf32>
}

// CHECK-LABEL: @captures_count
// CHECK-NEXT: %t = onnx.Abs
// CHECK-NEXT: onnx.If
// CHECK-NEXT: %u = onnx.Relu %t
// CHECK-NEXT: %v = onnx.Neg %x
// CHECK-NEXT: %w = onnx.Add %u, %v
func.func @captures_count(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %t = onnx.Abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = onnx.If %c ({
    %v = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
    %u = onnx.Relu %t : (tensor<2xf32>) -> tensor<2xf32>
    %w = onnx.Add %u, %v : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    nn.yield %w : (tensor<2xf32>) -> ()
  }) {onnx.graphs = ["then_branch"]} : (tensor<i1>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// What is dead in a region asks for nothing outside.

// CHECK-LABEL: @dead_captures_do_not_count
// CHECK-NEXT: nn.if
// CHECK-NEXT: nn.yield %x
// CHECK-NEXT: }, {
// CHECK-NEXT: nn.yield %x
// CHECK: %t = nn.abs
func.func @dead_captures_do_not_count(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = nn.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.if %c ({
    %u = nn.relu %t : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %x : (tensor<2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return %y, %t : tensor<2xf32>, tensor<2xf32>
}
