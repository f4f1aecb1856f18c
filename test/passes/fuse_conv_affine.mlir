// RUN: nn-opt %s -p fuse-conv-affine | filecheck %s

// CHECK-LABEL: @times_channels_plus_one_number
// CHECK-NEXT: %[[W:.*]] = nn.constant {value = dense<[{{\[\[}}2.000000e+00, 4.000000e+00]], {{\[\[}}-3.000000e+00, -4.000000e+00]]]> : tensor<2x1x2xf32>}
// CHECK-NEXT: %[[B:.*]] = nn.constant {value = dense<5.000000e-01> : tensor<2xf32>} : {{.*}} loc(fused<"fuse-conv-affine">["add", "mul", "k", "conv"
// CHECK-NEXT: nn.conv %x, %[[W]], %[[B]] {groups = 2 : i64}
// CHECK-NEXT: func.return
func.func @times_channels_plus_one_number(%x: tensor<1x2x4xf32>) -> tensor<1x2x3xf32> {
  %w = nn.constant {value = dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>} : () -> tensor<2x1x2xf32> loc("w")
  %k = nn.constant {value = dense<[[2.0], [-1.0]]> : tensor<2x1xf32>} : () -> tensor<2x1xf32> loc("k")
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32> loc("half")
  %c = nn.conv %x, %w {groups = 2 : i64} : (tensor<1x2x4xf32>, tensor<2x1x2xf32>) -> tensor<1x2x3xf32> loc("conv")
  %m = nn.mul %k, %c : (tensor<2x1xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32> loc("mul")
  %y = nn.add %m, %half : (tensor<1x2x3xf32>, tensor<f32>) -> tensor<1x2x3xf32> loc("add")
  func.return %y : tensor<1x2x3xf32>
}

// CHECK-LABEL: @minus_divided_negated
// CHECK: %[[W:.*]] = nn.constant {value = dense<[{{\[\[}}-5.000000e-01]], {{\[\[}}-2.500000e-01]]]> : tensor<2x1x1xf32>}
// CHECK-NEXT: %[[B:.*]] = nn.constant {value = dense<[-0.000000e+00, 5.000000e-01]> : tensor<2xf32>}
// CHECK-NEXT: nn.conv %x, %[[W]], %[[B]] {layout = "nhwc"}
// CHECK-NEXT: func.return
func.func @minus_divided_negated(%x: tensor<1x3x1xf32>) -> tensor<1x3x2xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<2x1x1xf32>} : () -> tensor<2x1x1xf32>
  %b = nn.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %s = nn.constant {value = dense<[1.0, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %d = nn.constant {value = dense<[2.0, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w, %b {layout = "nhwc"} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<2xf32>) -> tensor<1x3x2xf32>
  %m = nn.sub %c, %s : (tensor<1x3x2xf32>, tensor<2xf32>) -> tensor<1x3x2xf32>
  %q = nn.div %m, %d : (tensor<1x3x2xf32>, tensor<2xf32>) -> tensor<1x3x2xf32>
  %y = nn.neg %q : (tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  func.return %y : tensor<1x3x2xf32>
}

// CHECK-LABEL: @transposed
// CHECK-NEXT: nn.constant {value = dense<[{{\[\[}}1.000000e+00], [4.000000e+00]], {{\[\[}}3.000000e+00], [8.000000e+00]]]> : tensor<2x2x1xf32>}
// CHECK-NEXT: nn.conv_transpose
// CHECK-NEXT: func.return
func.func @transposed(%x: tensor<1x2x3xf32>) -> tensor<1x2x3xf32> {
  %w = nn.constant {value = dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>} : () -> tensor<2x2x1xf32>
  %k = nn.constant {value = dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>} : () -> tensor<1x2x1xf32>
  %c = nn.conv_transpose %x, %w : (tensor<1x2x3xf32>, tensor<2x2x1xf32>) -> tensor<1x2x3xf32>
  %y = nn.mul %c, %k : (tensor<1x2x3xf32>, tensor<1x2x1xf32>) -> tensor<1x2x3xf32>
  func.return %y : tensor<1x2x3xf32>
}

// The kernel may be computed where only the bias changes: no, its channels must be known.

// CHECK-LABEL: @computed_kernel_stays
// CHECK: nn.add
func.func @computed_kernel_stays(%x: tensor<1x1x3xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x1x3xf32> {
  %k = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %c = nn.conv %x, %w : (tensor<1x1x3xf32>, tensor<1x1x1xf32>) -> tensor<1x1x3xf32>
  %y = nn.add %c, %k : (tensor<1x1x3xf32>, tensor<f32>) -> tensor<1x1x3xf32>
  func.return %y : tensor<1x1x3xf32>
}

// As many numbers as channels, but along the width.

// CHECK-LABEL: @along_the_width_stays
// CHECK: nn.mul
func.func @along_the_width_stays(%x: tensor<1x1x2xf32>) -> tensor<1x2x2xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<2x1x1xf32>} : () -> tensor<2x1x1xf32>
  %k = nn.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2xf32>
  %y = nn.mul %c, %k : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  func.return %y : tensor<1x2x2xf32>
}

// CHECK-LABEL: @that_enlarges_stays
// CHECK: nn.add
func.func @that_enlarges_stays(%x: tensor<1x1x2xf32>) -> tensor<1x3x2xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %k = nn.constant {value = dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>} : () -> tensor<3x1xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %y = nn.add %c, %k : (tensor<1x1x2xf32>, tensor<3x1xf32>) -> tensor<1x3x2xf32>
  func.return %y : tensor<1x3x2xf32>
}

// CHECK-LABEL: @of_higher_rank_stays
// CHECK: nn.add
func.func @of_higher_rank_stays(%x: tensor<1x1x2xf32>) -> tensor<1x1x1x2xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %k = nn.constant {value = dense<2.0> : tensor<1x1x1x1xf32>} : () -> tensor<1x1x1x1xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %y = nn.add %c, %k : (tensor<1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  func.return %y : tensor<1x1x1x2xf32>
}

// CHECK-LABEL: @reversed_stays
// CHECK: nn.div
// CHECK: nn.sub
func.func @reversed_stays(%x: tensor<1x1x2xf32>) -> tensor<1x1x2xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %k = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %c = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %d = nn.div %k, %c : (tensor<f32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %y = nn.sub %k, %d : (tensor<f32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  func.return %y : tensor<1x1x2xf32>
}

// CHECK-LABEL: @times_itself_stays
// CHECK: nn.mul
func.func @times_itself_stays(%x: tensor<1x1x2xf32>) -> tensor<1x1x2xf32> {
  %w = nn.constant {value = dense<1.5> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %c = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %y = nn.mul %c, %c : (tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  func.return %y : tensor<1x1x2xf32>
}

// The branch reads it, too.

// CHECK-LABEL: @captured_stays
// CHECK: nn.mul
func.func @captured_stays(%c: tensor<i1>, %x: tensor<1x1x2xf32>) -> (tensor<1x1x2xf32>, tensor<1x1x2xf32>) {
  %w = nn.constant {value = dense<1.5> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %k = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %v = nn.conv %x, %w : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %y = nn.mul %v, %k : (tensor<1x1x2xf32>, tensor<f32>) -> tensor<1x1x2xf32>
  %z = nn.if %c ({
    nn.yield %v : (tensor<1x1x2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<1x1x2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<1x1x2xf32>
  func.return %y, %z : tensor<1x1x2xf32>, tensor<1x1x2xf32>
}

// Integers would wrap at another place.

// CHECK-LABEL: @of_integers_stays
// CHECK: nn.div
func.func @of_integers_stays(%x: tensor<1x1x2xi32>) -> tensor<1x1x2xi32> {
  %w = nn.constant {value = dense<3> : tensor<1x1x1xi32>} : () -> tensor<1x1x1xi32>
  %k = nn.constant {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %c = nn.conv %x, %w : (tensor<1x1x2xi32>, tensor<1x1x1xi32>) -> tensor<1x1x2xi32>
  %y = nn.div %c, %k : (tensor<1x1x2xi32>, tensor<i32>) -> tensor<1x1x2xi32>
  func.return %y : tensor<1x1x2xi32>
}

// CHECK-LABEL: @by_zero_stays
// CHECK: nn.div
func.func @by_zero_stays(%x: tensor<1x1x2xf32>) -> tensor<1x1x2xf32> {
  %w = nn.constant {value = dense<0.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %b = nn.constant {value = dense<1.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %c = nn.conv %x, %w, %b : (tensor<1x1x2xf32>, tensor<1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32>
  %y = nn.div %c, %zero : (tensor<1x1x2xf32>, tensor<f32>) -> tensor<1x1x2xf32>
  func.return %y : tensor<1x1x2xf32>
}
