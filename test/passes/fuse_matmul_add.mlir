// RUN: nn-opt %s -p fuse-matmul-add | filecheck %s

// CHECK-LABEL: @bias
// CHECK: nn.gemm %a, %b, %c
// CHECK-NOT: nn.add
func.func @bias(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %c = nn.constant {value = dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>} : () -> tensor<5xf32>
  %m = nn.matmul %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %y = nn.add %c, %m : (tensor<5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

// CHECK-LABEL: @into_gemm
// CHECK: nn.gemm %a, %b, %c {alpha = 2.000000e+00 : f64, trans_b = true}
func.func @into_gemm(%a: tensor<?x4xf32> {nn.size = [3]}, %b: tensor<5x4xf32>) -> tensor<?x5xf32> {
  %c = nn.constant {value = dense<1.0> : tensor<1x5xf32>} : () -> tensor<1x5xf32>
  %m = nn.gemm %a, %b {alpha = 2.000000e+00 : f64, trans_b = true} : (tensor<?x4xf32>, tensor<5x4xf32>) -> tensor<?x5xf32>
  %y = nn.add %m, %c : (tensor<?x5xf32>, tensor<1x5xf32>) -> tensor<?x5xf32>
  func.return %y : tensor<?x5xf32>
}

// CHECK-LABEL: @of_higher_rank_stays
// CHECK: nn.add
func.func @of_higher_rank_stays(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<1x2x1x3x5xf32> {
  %c = nn.constant {value = dense<1.0> : tensor<1x2x1x1x5xf32>} : () -> tensor<1x2x1x1x5xf32>
  %m = nn.matmul %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %y = nn.add %m, %c : (tensor<3x5xf32>, tensor<1x2x1x1x5xf32>) -> tensor<1x2x1x3x5xf32>
  func.return %y : tensor<1x2x1x3x5xf32>
}

// CHECK-LABEL: @of_many_matrices_stays
// CHECK: nn.matmul
func.func @of_many_matrices_stays(%a: tensor<2x3x4xf32>, %b: tensor<4x5xf32>) -> tensor<2x3x5xf32> {
  %c = nn.constant {value = dense<1.0> : tensor<5xf32>} : () -> tensor<5xf32>
  %m = nn.matmul %a, %b : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  %y = nn.add %m, %c : (tensor<2x3x5xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
  func.return %y : tensor<2x3x5xf32>
}

// CHECK-LABEL: @product_read_twice_stays
// CHECK: nn.matmul
func.func @product_read_twice_stays(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %c = nn.constant {value = dense<1.0> : tensor<5xf32>} : () -> tensor<5xf32>
  %m = nn.matmul %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %y = nn.add %m, %c : (tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  func.return %y, %m : tensor<3x5xf32>, tensor<3x5xf32>
}

// Of an unknown number of rows only one row, or one number, is sure to fit.

// CHECK-LABEL: @of_unknown_rows
// CHECK-NEXT: %row = nn.constant
// CHECK-NEXT: nn.gemm %a, %b, %row
// CHECK-NEXT: func.return
func.func @of_unknown_rows(%a: tensor<?x3xf32>, %b: tensor<3x2xf32>) -> tensor<?x2xf32> {
  %row = nn.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %p = nn.matmul %a, %b : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %y = nn.add %row, %p : (tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}

// CHECK-LABEL: @rows_for_unknown_rows_stay
// CHECK: nn.add
func.func @rows_for_unknown_rows_stay(%a: tensor<?x3xf32> {nn.size = [1]}, %b: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %rows = nn.constant {value = dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %p = nn.matmul %a, %b : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %y = nn.add %rows, %p : (tensor<4x1xf32>, tensor<?x2xf32>) -> tensor<4x2xf32>
  func.return %y : tensor<4x2xf32>
}
