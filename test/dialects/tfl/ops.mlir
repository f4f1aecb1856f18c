// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK: builtin.module attributes {tfl.version = 3 : i64} {
builtin.module attributes {tfl.version = 3 : i64} {

// CHECK-LABEL: nn.graph @operators
nn.graph @operators(%x: tensor<1x2xf32>) -> (tensor<1x2xf32>) {
  // CHECK: %w = tfl.constant {value = dense<5.000000e-01> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %w = tfl.constant {value = dense<0.5> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  // CHECK: %s = tfl.variable : () -> tensor<1x2xf32>
  %s = tfl.variable : () -> tensor<1x2xf32>
  // CHECK: %h = tfl.fully_connected %x, %w {fused_activation_function = "RELU", keep_num_dims = false}
  %h = tfl.fully_connected %x, %w {fused_activation_function = "RELU", keep_num_dims = false} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  // CHECK: %c = tfl.custom.Mine %h {custom_options = dense<[1, 2]> : tensor<2xui8>}
  %c = tfl.custom.Mine %h {custom_options = dense<[1, 2]> : tensor<2xui8>} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  // CHECK: %y = tfl.add %c, %s {tfl.tensors = [{quantization = {scale = dense<5.000000e-01> : tensor<1xf32>}}]}
  %y = tfl.add %c, %s {tfl.tensors = [{quantization = {scale = dense<0.5> : tensor<1xf32>}}]} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  nn.yield %y : (tensor<1x2xf32>) -> ()
}

// A sparse constant holds the elements that are stored.
// CHECK-LABEL: nn.graph @sparse
nn.graph @sparse() -> (tensor<2x2xf32>) {
  // CHECK: tfl.constant {sparsity = {{.*}}, value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : () -> tensor<2x2xf32>
  %w = tfl.constant {sparsity = {traversal_order = [0, 1]}, value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2x2xf32>
  nn.yield %w : (tensor<2x2xf32>) -> ()
}
}
