// RUN: nn-opt %s -p compose-transposes | filecheck %s

// The order matters: axis i of the last result is axis p[q[i]] of x.

// CHECK-LABEL: @two
// CHECK-NEXT: nn.transpose %x {perm = [1, 2, 0]} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32> loc(fused<"compose-transposes">["second", "first"])
func.func @two(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %t = nn.transpose %x {perm = [1, 0, 2]} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32> loc("first")
  %y = nn.transpose %t {perm = [0, 2, 1]} : (tensor<3x2x4xf32>) -> tensor<3x4x2xf32> loc("second")
  func.return %y : tensor<3x4x2xf32>
}

// CHECK-LABEL: @inverse_vanishes
// CHECK-NEXT: func.return %x
func.func @inverse_vanishes(%x: tensor<2x3x?xf32>) -> tensor<2x3x?xf32> {
  %t = nn.transpose %x {perm = [1, 2, 0]} : (tensor<2x3x?xf32>) -> tensor<3x?x2xf32>
  %y = nn.transpose %t {perm = [2, 0, 1]} : (tensor<3x?x2xf32>) -> tensor<2x3x?xf32>
  func.return %y : tensor<2x3x?xf32>
}

// CHECK-LABEL: @one_stays
// CHECK-NEXT: nn.transpose %x {perm = [1, 0]}
func.func @one_stays(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = nn.transpose %x {perm = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

// CHECK-LABEL: @of_constant
// CHECK-NEXT: nn.constant {value = dense<[{{\[}}1, 3, 5], [2, 4, 6]]> : tensor<2x3xi32>}
// CHECK-NEXT: func.return
func.func @of_constant() -> tensor<2x3xi32> {
  %c = nn.constant {value = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>} : () -> tensor<3x2xi32>
  %y = nn.transpose %c {perm = [1, 0]} : (tensor<3x2xi32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

// CHECK-LABEL: @unit_dims
// CHECK-NEXT: nn.reshape %x {shape = [3, 1, 2, 1]}
func.func @unit_dims(%x: tensor<1x3x1x2xf32>) -> tensor<3x1x2x1xf32> {
  %y = nn.transpose %x {perm = [1, 0, 3, 2]} : (tensor<1x3x1x2xf32>) -> tensor<3x1x2x1xf32>
  func.return %y : tensor<3x1x2x1xf32>
}
