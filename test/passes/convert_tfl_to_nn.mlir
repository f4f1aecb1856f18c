// RUN: nn-opt %s -p convert-tfl-to-nn | filecheck %s
// RUN: nn-opt %S/Inputs/quantised.mlir -p 'convert-tfl-to-nn{partial=true}' | filecheck %s --check-prefix=PARTIAL
// RUN: not nn-opt %S/Inputs/quantised.mlir -p convert-tfl-to-nn 2>&1 | filecheck %s --check-prefix=REFUSED

// Fused activations become operations of their own; names stay.

// CHECK-LABEL: @perceptron
// CHECK-NEXT: %w = nn.constant
// CHECK-NEXT: %b = nn.constant
// CHECK-NEXT: %[[G:.*]] = nn.gemm %x, %w, %b {trans_b = true} : {{.*}} loc("h")
// CHECK-NEXT: %h = nn.relu %[[G]] : {{.*}} loc("h")
// CHECK-NEXT: %y = nn.add %h, %x : {{.*}} loc("y")
func.func @perceptron(%x: tensor<1x2xf32> {nn.name = "x"}) -> (tensor<1x2xf32> {nn.name = "y"}) {
  %w = tfl.constant {value = dense<[[1.0, -2.0], [0.5, 3.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32> loc("w")
  %b = tfl.constant {value = dense<[0.25, -1.0]> : tensor<2xf32>} : () -> tensor<2xf32> loc("b")
  %h = tfl.fully_connected %x, %w, %b {fused_activation_function = "RELU", keep_num_dims = false, weights_format = "DEFAULT"} : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32> loc("h")
  %y = tfl.add %h, %x {fused_activation_function = "NONE"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32> loc("y")
  func.return %y : tensor<1x2xf32>
}

// The layout stays nhwc; a constant kernel is transposed as a view.

// CHECK-LABEL: @conv
// CHECK: nn.conv %x, %{{.*}}, %{{.*}} {layout = "nhwc", pads = [1, 1, 1, 1]}
// CHECK-SAME: (tensor<1x4x4x2xf32>, tensor<3x2x3x3xf32>, tensor<3xf32>) -> tensor<1x4x4x3xf32>
// CHECK: nn.clip
func.func @conv(%x: tensor<1x4x4x2xf32>) -> tensor<1x4x4x3xf32> {
  %w = tfl.constant {value = dense<0.5> : tensor<3x3x3x2xf32>} : () -> tensor<3x3x3x2xf32>
  %b = tfl.constant {value = dense<0.25> : tensor<3xf32>} : () -> tensor<3xf32>
  %y = tfl.conv_2d %x, %w, %b {dilation_h_factor = 1 : i64, dilation_w_factor = 1 : i64, fused_activation_function = "RELU6", padding = "SAME", stride_h = 1 : i64, stride_w = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x3x2xf32>, tensor<3xf32>) -> tensor<1x4x4x3xf32>
  func.return %y : tensor<1x4x4x3xf32>
}

// REFUSED: error: loc("sum"): quantised operators cannot be converted yet: tfl.add (1)
// PARTIAL: %y = tfl.add %x, %x
// PARTIAL: nn.relu
