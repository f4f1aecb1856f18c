// RUN: nn-opt %s -p fuse-conv-bn | filecheck %s

// w * scale / sqrt(var + 0) and (b - mean) * scale / sqrt(var) + bias, channel by channel.

// CHECK-LABEL: @into_conv
// CHECK-DAG: nn.constant {value = dense<[{{\[\[}}[1.000000e+00]]], {{\[\[}}[-8.000000e+00]]]]> : tensor<2x1x1x1xf32>}
// CHECK-DAG: nn.constant {value = dense<[5.500000e+00, 2.300000e+01]> : tensor<2xf32>}
// CHECK: nn.conv %x, %{{.*}}, %{{.*}} loc(fused<"fuse-conv-bn">["norm", "conv"
// CHECK-NOT: nn.batch_norm
func.func @into_conv(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = nn.constant {value = dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32> loc("w")
  %scale = nn.constant {value = dense<[1.0, -4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %bias = nn.constant {value = dense<[5.0, 7.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %mean = nn.constant {value = dense<[-1.0, 8.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %var = nn.constant {value = dense<4.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32> loc("conv")
  %y = nn.batch_norm %c, %scale, %bias, %mean, %var {epsilon = 0.000000e+00 : f64} : (tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32> loc("norm")
  func.return %y : tensor<1x2x2x2xf32>
}

// The kernel is shared: each convolution gets its own.

// CHECK-LABEL: @shared_kernel
// CHECK-NOT: nn.batch_norm
// CHECK: nn.add
func.func @shared_kernel(%x: tensor<1x1x2x2xf32>, %z: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = nn.constant {value = dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32>
  %s = nn.constant {value = dense<[1.5, -4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %t = nn.constant {value = dense<[3.0, 0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
  %m = nn.constant {value = dense<[-1.0, 8.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %v = nn.constant {value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %n = nn.batch_norm %c, %s, %m, %m, %v : (tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %d = nn.conv %z, %w : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %o = nn.batch_norm %d, %t, %m, %m, %v : (tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %y = nn.add %n, %o : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  func.return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: @transposed_in_groups
// CHECK-NOT: nn.batch_norm
// CHECK: nn.conv_transpose
func.func @transposed_in_groups(%x: tensor<1x4x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %w = nn.constant {value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]> : tensor<4x2x1x1xf32>} : () -> tensor<4x2x1x1xf32>
  %b = nn.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %s = nn.constant {value = dense<[1.5, -4.0, 2.0, 0.5]> : tensor<4xf32>} : () -> tensor<4xf32>
  %v = nn.constant {value = dense<[4.0, 9.0, 1.0, 2.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %c = nn.conv_transpose %x, %w, %b {groups = 2 : i64} : (tensor<1x4x3x3xf32>, tensor<4x2x1x1xf32>, tensor<4xf32>) -> tensor<1x4x3x3xf32>
  %y = nn.batch_norm %c, %s, %b, %b, %v : (tensor<1x4x3x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x3x3xf32>
  func.return %y : tensor<1x4x3x3xf32>
}

// CHECK-LABEL: @read_twice_stays
// CHECK: nn.batch_norm
func.func @read_twice_stays(%x: tensor<1x1x2x2xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) {
  %w = nn.constant {value = dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32>
  %s = nn.constant {value = dense<[1.5, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %y = nn.batch_norm %c, %s, %s, %s, %s : (tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  func.return %y, %c : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}

// CHECK-LABEL: @computed_kernel_stays
// CHECK: nn.batch_norm
func.func @computed_kernel_stays(%x: tensor<1x1x2x2xf32>, %w: tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32> {
  %s = nn.constant {value = dense<[1.5, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x2x2xf32>
  %y = nn.batch_norm %c, %s, %s, %s, %s : (tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  func.return %y : tensor<1x2x2x2xf32>
}

// A kernel of equal elements stays small: one number a channel, broadcast.

// CHECK-LABEL: @equal_weights
// CHECK: nn.constant {{.*}} : tensor<3x1x1x1xf32>}
// CHECK: nn.broadcast %{{.*}} {shape = [3, 2, 4, 4]}
// CHECK-NOT: nn.batch_norm
func.func @equal_weights(%x: tensor<1x2x4x4xf32>) -> tensor<1x3x1x1xf32> {
  %w = nn.constant {value = dense<2.0> : tensor<3x2x4x4xf32>} : () -> tensor<3x2x4x4xf32>
  %s = nn.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %c = nn.conv %x, %w : (tensor<1x2x4x4xf32>, tensor<3x2x4x4xf32>) -> tensor<1x3x1x1xf32>
  %y = nn.batch_norm %c, %s, %s, %s, %s : (tensor<1x3x1x1xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x1x1xf32>
  func.return %y : tensor<1x3x1x1xf32>
}

// CHECK-LABEL: @statistics_of_another_type
// CHECK-NOT: nn.batch_norm
// CHECK: nn.conv {{.*}} -> tensor<1x1x3xf16>
func.func @statistics_of_another_type(%x: tensor<1x1x3xf16>) -> tensor<1x1x3xf16> {
  %w = nn.constant {value = dense<1.5> : tensor<1x1x1xf16>} : () -> tensor<1x1x1xf16>
  %s = nn.constant {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %c = nn.conv %x, %w : (tensor<1x1x3xf16>, tensor<1x1x1xf16>) -> tensor<1x1x3xf16>
  %y = nn.batch_norm %c, %s, %s, %s, %s : (tensor<1x1x3xf16>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x3xf16>
  func.return %y : tensor<1x1x3xf16>
}

// As many channels in either layout, but not the same ones.

// CHECK-LABEL: @of_another_layout_stays
// CHECK: nn.batch_norm
func.func @of_another_layout_stays(%x: tensor<1x4x4xf32>) -> tensor<1x4x4xf32> {
  %w = nn.constant {value = dense<1.5> : tensor<4x4x1xf32>} : () -> tensor<4x4x1xf32>
  %s = nn.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %c = nn.conv %x, %w : (tensor<1x4x4xf32>, tensor<4x4x1xf32>) -> tensor<1x4x4xf32>
  %y = nn.batch_norm %c, %s, %s, %s, %s {layout = "nhwc"} : (tensor<1x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x4xf32>
  func.return %y : tensor<1x4x4xf32>
}

// A division by 0 would leave 0 * inf where there was none.

// CHECK-LABEL: @without_variance_stays
// CHECK: nn.batch_norm
func.func @without_variance_stays(%x: tensor<1x1x3xf32>) -> tensor<1x1x3xf32> {
  %zero = nn.constant {value = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %w = nn.constant {value = dense<0.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %s = nn.constant {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %c = nn.conv %x, %w, %s : (tensor<1x1x3xf32>, tensor<1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x3xf32>
  %y = nn.batch_norm %c, %s, %s, %zero, %zero {epsilon = 0.0 : f64} : (tensor<1x1x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x3xf32>
  func.return %y : tensor<1x1x3xf32>
}

// CHECK-LABEL: @too_large_for_the_type_stays
// CHECK: nn.batch_norm
func.func @too_large_for_the_type_stays(%x: tensor<1x1x3xf16> {nn.range = [0.0, 0.01]}) -> tensor<1x1x3xf16> {
  %w = nn.constant {value = dense<1000.0> : tensor<1x1x1xf16>} : () -> tensor<1x1x1xf16>
  %s = nn.constant {value = dense<1000.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %one = nn.constant {value = dense<1.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %c = nn.conv %x, %w : (tensor<1x1x3xf16>, tensor<1x1x1xf16>) -> tensor<1x1x3xf16>
  %y = nn.batch_norm %c, %s, %one, %one, %one : (tensor<1x1x3xf16>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x3xf16>
  func.return %y : tensor<1x1x3xf16>
}
