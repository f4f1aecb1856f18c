// RUN: nn-opt %s -p simplify-arithmetic | filecheck %s

// CHECK-LABEL: @neutral
// CHECK-NOT: nn.mul
// CHECK-NOT: nn.div
// CHECK-NOT: nn.sub
// CHECK: func.return %x
func.func @neutral(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %one = nn.constant {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
  %zero = nn.constant {value = dense<0.000000e+00> : tensor<3xf32>} : () -> tensor<3xf32>
  %a = nn.mul %one, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = nn.div %a, %one : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %c = nn.sub %b, %zero : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %c : tensor<2x3xf32>
}

// -0 + 0 is 0: only fast math may drop it.

// CHECK-LABEL: @plus_zero_of_floats
// CHECK: nn.add
func.func @plus_zero_of_floats(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = nn.constant {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
  %y = nn.add %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @minus_zero_is_neutral
// CHECK-NOT: nn.add
// CHECK: func.return %x
func.func @minus_zero_is_neutral(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = nn.constant {value = dense<-0.000000e+00> : tensor<f32>} : () -> tensor<f32>
  %y = nn.add %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @plus_zero_of_integers
// CHECK-NOT: nn.add
// CHECK: func.return %x
func.func @plus_zero_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  %zero = nn.constant {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %y = nn.add %zero, %x : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}

// CHECK-LABEL: @that_broadcasts_stays
// CHECK: nn.mul
func.func @that_broadcasts_stays(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %one = nn.constant {value = dense<1.000000e+00> : tensor<2x1xf32>} : () -> tensor<2x1xf32>
  %y = nn.mul %x, %one : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// CHECK-LABEL: @times_zero_stays
// CHECK: nn.mul
func.func @times_zero_stays(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = nn.constant {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
  %y = nn.mul %x, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

// A power with a float exponent is computed in f64, which does not hold every integer.

// CHECK-LABEL: @power_of_integers_stays
// CHECK: nn.pow
func.func @power_of_integers_stays(%x: tensor<4xi64>) -> tensor<4xi64> {
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.pow %x, %one : (tensor<4xi64>, tensor<f32>) -> tensor<4xi64>
  func.return %y : tensor<4xi64>
}

// CHECK-LABEL: @that_may_broadcast_stays
// CHECK: nn.mul
// CHECK: nn.sub
func.func @that_may_broadcast_stays(%x: tensor<?xf32> {nn.size = [1]}, %z: tensor<*xf32> {nn.size = [1, 2]}) -> (tensor<?xf32>, tensor<*xf32>) {
  %one = nn.constant {value = dense<1.0> : tensor<5xf32>} : () -> tensor<5xf32>
  %zero = nn.constant {value = dense<0.0> : tensor<2x1xf32>} : () -> tensor<2x1xf32>
  %y = nn.mul %x, %one : (tensor<?xf32>, tensor<5xf32>) -> tensor<?xf32>
  %w = nn.sub %z, %zero : (tensor<*xf32>, tensor<2x1xf32>) -> tensor<*xf32>
  func.return %y, %w : tensor<?xf32>, tensor<*xf32>
}
