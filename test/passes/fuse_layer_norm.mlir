// RUN: nn-opt %s -p fuse-layer-norm | filecheck %s

// CHECK-LABEL: @spelled_out
// CHECK: nn.layer_norm %x, %{{.*}}, %{{.*}} {axis = 1 : i64, epsilon = 1.000000e-03 : f64}
// CHECK-NOT: nn.reduce_mean
func.func @spelled_out(%x: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %two = nn.constant {value = dense<2.0> : tensor<f64>} : () -> tensor<f64>
  %eps = nn.constant {value = dense<0.001> : tensor<f64>} : () -> tensor<f64>
  %scale = nn.constant {value = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>} : () -> tensor<4xf64>
  %bias = nn.constant {value = dense<[0.5, 0.25, 0.125, 1.0]> : tensor<4xf64>} : () -> tensor<4xf64>
  %m = nn.reduce_mean %x {axes = [1], keepdims = true} : (tensor<2x4xf64>) -> tensor<2x1xf64>
  %d = nn.sub %x, %m : (tensor<2x4xf64>, tensor<2x1xf64>) -> tensor<2x4xf64>
  %q = nn.pow %d, %two : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %v = nn.reduce_mean %q {axes = [1], keepdims = true} : (tensor<2x4xf64>) -> tensor<2x1xf64>
  %e = nn.add %v, %eps : (tensor<2x1xf64>, tensor<f64>) -> tensor<2x1xf64>
  %s = nn.sqrt %e : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %n = nn.div %d, %s : (tensor<2x4xf64>, tensor<2x1xf64>) -> tensor<2x4xf64>
  %k = nn.mul %scale, %n : (tensor<4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %y = nn.add %k, %bias : (tensor<2x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  func.return %y : tensor<2x4xf64>
}

// CHECK-LABEL: @by_reciprocal_root
// CHECK: nn.layer_norm %x {axis = 1 : i64, epsilon = 1.000000e-03 : f64}
func.func @by_reciprocal_root(%x: tensor<2x4x3xf64>) -> tensor<2x4x3xf64> {
  %eps = nn.constant {value = dense<0.001> : tensor<f64>} : () -> tensor<f64>
  %m = nn.reduce_mean %x {axes = [1, 2], keepdims = true} : (tensor<2x4x3xf64>) -> tensor<2x1x1xf64>
  %d = nn.sub %x, %m : (tensor<2x4x3xf64>, tensor<2x1x1xf64>) -> tensor<2x4x3xf64>
  %q = nn.mul %d, %d : (tensor<2x4x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  %v = nn.reduce_mean %q {axes = [1, 2], keepdims = true} : (tensor<2x4x3xf64>) -> tensor<2x1x1xf64>
  %e = nn.add %v, %eps : (tensor<2x1x1xf64>, tensor<f64>) -> tensor<2x1x1xf64>
  %s = nn.sqrt %e : (tensor<2x1x1xf64>) -> tensor<2x1x1xf64>
  %r = nn.reciprocal %s : (tensor<2x1x1xf64>) -> tensor<2x1x1xf64>
  %y = nn.mul %d, %r : (tensor<2x4x3xf64>, tensor<2x1x1xf64>) -> tensor<2x4x3xf64>
  func.return %y : tensor<2x4x3xf64>
}

// Over the first dim: that is no layer norm.

// CHECK-LABEL: @over_outer_dims_stays
// CHECK-COUNT-2: nn.reduce_mean
func.func @over_outer_dims_stays(%x: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %eps = nn.constant {value = dense<0.001> : tensor<f64>} : () -> tensor<f64>
  %m = nn.reduce_mean %x {axes = [0], keepdims = true} : (tensor<2x4xf64>) -> tensor<1x4xf64>
  %d = nn.sub %x, %m : (tensor<2x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  %q = nn.mul %d, %d : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %v = nn.reduce_mean %q {axes = [0], keepdims = true} : (tensor<2x4xf64>) -> tensor<1x4xf64>
  %e = nn.add %v, %eps : (tensor<1x4xf64>, tensor<f64>) -> tensor<1x4xf64>
  %s = nn.sqrt %e : (tensor<1x4xf64>) -> tensor<1x4xf64>
  %y = nn.div %d, %s : (tensor<2x4xf64>, tensor<1x4xf64>) -> tensor<2x4xf64>
  func.return %y : tensor<2x4xf64>
}

// The factor makes the result larger than x: it is no scale.

// CHECK-LABEL: @factor_that_broadcasts_stays
// CHECK: nn.layer_norm %x {axis = 1 : i64
// CHECK: nn.mul
func.func @factor_that_broadcasts_stays(%x: tensor<3x1xf64>) -> tensor<3x2xf64> {
  %k = nn.constant {value = dense<[2.0, 3.0]> : tensor<2xf64>} : () -> tensor<2xf64>
  %n = nn.layer_norm %x {axis = 1 : i64} : (tensor<3x1xf64>) -> tensor<3x1xf64>
  %y = nn.mul %k, %n : (tensor<2xf64>, tensor<3x1xf64>) -> tensor<3x2xf64>
  func.return %y : tensor<3x2xf64>
}

// A bias that was added before the factor is not the layer norm's.

// CHECK-LABEL: @bias_before_factor_stays
// CHECK: nn.layer_norm %x, _, %b
// CHECK: nn.mul
func.func @bias_before_factor_stays(%x: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %b = nn.constant {value = dense<[5.0, 7.0]> : tensor<2xf64>} : () -> tensor<2xf64>
  %k = nn.constant {value = dense<[2.0, 3.0]> : tensor<2xf64>} : () -> tensor<2xf64>
  %n = nn.layer_norm %x {axis = 1 : i64} : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %a = nn.add %n, %b : (tensor<3x2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  %y = nn.mul %a, %k : (tensor<3x2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  func.return %y : tensor<3x2xf64>
}
