// RUN: nn-opt %s -p fuse-matmul-scales | filecheck %s

// CHECK-LABEL: @both_sides
// CHECK: %[[M:.*]] = nn.matmul %a, %b
// CHECK: %[[K:.*]] = nn.constant {value = dense<6.000000e+00> : tensor<f32>}
// CHECK: nn.mul %[[M]], %[[K]]
// CHECK-NOT: nn.mul
func.func @both_sides(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %three = nn.constant {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %s = nn.mul %a, %two : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %t = nn.mul %three, %b : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %y = nn.matmul %s, %t : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return %y : tensor<2x2xf32>
}

// CHECK-LABEL: @one_side_stays
// CHECK: nn.mul
// CHECK-NEXT: nn.matmul
func.func @one_side_stays(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %s = nn.mul %a, %two : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %y = nn.matmul %s, %b : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  func.return %y : tensor<2x2xf32>
}

// CHECK-LABEL: @of_integers_stays
// CHECK-COUNT-2: nn.mul
func.func @of_integers_stays(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %two = nn.constant {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %s = nn.mul %a, %two : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %t = nn.mul %b, %two : (tensor<3x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  %y = nn.matmul %s, %t : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  func.return %y : tensor<2x2xi32>
}

// They are there for the product to fit.

// CHECK-LABEL: @of_half_precision_stays
// CHECK-COUNT-2: nn.mul
// CHECK-NEXT: nn.matmul
func.func @of_half_precision_stays(%a: tensor<2x3xf16>, %b: tensor<3x2xf16>) -> tensor<2x2xf16> {
  %k = nn.constant {value = dense<0.125> : tensor<f16>} : () -> tensor<f16>
  %s = nn.mul %a, %k : (tensor<2x3xf16>, tensor<f16>) -> tensor<2x3xf16>
  %t = nn.mul %b, %k : (tensor<3x2xf16>, tensor<f16>) -> tensor<3x2xf16>
  %y = nn.matmul %s, %t : (tensor<2x3xf16>, tensor<3x2xf16>) -> tensor<2x2xf16>
  func.return %y : tensor<2x2xf16>
}

// CHECK-LABEL: @that_enlarges_stays
// CHECK-COUNT-2: nn.mul
// CHECK-NEXT: nn.matmul
func.func @that_enlarges_stays(%a: tensor<?x3xf32> {nn.size = [1]}, %b: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %k = nn.constant {value = dense<0.125> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %s = nn.mul %a, %k : (tensor<?x3xf32>, tensor<4x1xf32>) -> tensor<?x3xf32>
  %one = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %t = nn.mul %b, %one : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %y = nn.matmul %s, %t : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}
