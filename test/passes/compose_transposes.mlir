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

// Written twice, a large constant would take twice the room.

// CHECK-LABEL: @of_constant_read_twice_stays
// CHECK: nn.constant
// CHECK-NEXT: nn.transpose
func.func @of_constant_read_twice_stays() -> (tensor<2x33xi8>, tensor<33x2xi8>) {
  %c = nn.constant {value = dense<[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32], [33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65]]> : tensor<2x33xi8>} : () -> tensor<2x33xi8>
  %y = nn.transpose %c {perm = [1, 0]} : (tensor<2x33xi8>) -> tensor<33x2xi8>
  func.return %c, %y : tensor<2x33xi8>, tensor<33x2xi8>
}

// Dims joined, moved, taken apart: [2*3, 4] to [4, 2, 3].

// CHECK-LABEL: @joined_dims
// CHECK-NEXT: nn.transpose %x {perm = [2, 0, 1]}
// CHECK-NEXT: func.return
func.func @joined_dims(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %a = nn.reshape %x {shape = [6, 4]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %t = nn.transpose %a {perm = [1, 0]} : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %y = nn.reshape %t {shape = [4, 2, 3]} : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  func.return %y : tensor<4x2x3xf32>
}

// CHECK-LABEL: @taken_apart_otherwise_stays
// CHECK: nn.reshape
// CHECK: nn.transpose
// CHECK: nn.reshape
func.func @taken_apart_otherwise_stays(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %a = nn.reshape %x {shape = [6, 4]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %t = nn.transpose %a {perm = [1, 0]} : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %y = nn.reshape %t {shape = [4, 3, 2]} : (tensor<4x6xf32>) -> tensor<4x3x2xf32>
  func.return %y : tensor<4x3x2xf32>
}

// What a written type knows more than the operand's is not lost.

// CHECK-LABEL: @written_type_stays
// CHECK-NEXT: nn.transpose %x {perm = [0, 1]} : (tensor<?x3xf32>) -> tensor<2x3xf32>
func.func @written_type_stays(%x: tensor<?x3xf32> {nn.size = [2]}) -> tensor<2x3xf32> {
  %t = nn.transpose %x {perm = [1, 0]} : (tensor<?x3xf32>) -> tensor<3x2xf32>
  %y = nn.transpose %t {perm = [1, 0]} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
