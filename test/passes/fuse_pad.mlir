// RUN: nn-opt %s -p fuse-pad | filecheck %s

// CHECK-LABEL: @into_conv
// CHECK-NOT: nn.pad
// CHECK: nn.conv %x, %w {pads = [2, 1, 3, 1]}
func.func @into_conv(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x8x5xf32> {
  %p = nn.pad %x {pads = [0, 0, 1, 0, 0, 0, 2, 0]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x8x5xf32>
  %y = nn.conv %p, %w {pads = [1, 1, 1, 1]} : (tensor<1x2x8x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x8x5xf32>
  func.return %y : tensor<1x3x8x5xf32>
}

// CHECK-LABEL: @of_channels_stays
// CHECK: nn.pad
func.func @of_channels_stays(%x: tensor<1x1x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %p = nn.pad %x {pads = [0, 1, 0, 0, 0, 0, 0, 0]} : (tensor<1x1x5x5xf32>) -> tensor<1x2x5x5xf32>
  %y = nn.conv %p, %w : (tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32>
  func.return %y : tensor<1x3x3x3xf32>
}

// CHECK-LABEL: @of_ones_stays
// CHECK: nn.pad
func.func @of_ones_stays(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32> {
  %one = nn.constant {value = dense<1.000000e+00> : tensor<f32>} : () -> tensor<f32>
  %p = nn.pad %x, %one {pads = [0, 0, 1, 1, 0, 0, 1, 1]} : (tensor<1x2x5x5xf32>, tensor<f32>) -> tensor<1x2x7x7xf32>
  %y = nn.conv %p, %w : (tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32>
  func.return %y : tensor<1x3x5x5xf32>
}

// CHECK-LABEL: @reflection_stays
// CHECK: nn.pad
func.func @reflection_stays(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32> {
  %p = nn.pad %x {mode = "reflect", pads = [0, 0, 1, 1, 0, 0, 1, 1]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x7x7xf32>
  %y = nn.conv %p, %w : (tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32>
  func.return %y : tensor<1x3x5x5xf32>
}

// CHECK-LABEL: @read_twice_stays
// CHECK: nn.pad
func.func @read_twice_stays(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>) -> (tensor<1x3x5x5xf32>, tensor<1x2x7x7xf32>) {
  %p = nn.pad %x {pads = [0, 0, 1, 1, 0, 0, 1, 1]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x7x7xf32>
  %y = nn.conv %p, %w : (tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x5x5xf32>
  func.return %y, %p : tensor<1x3x5x5xf32>, tensor<1x2x7x7xf32>
}

// The zeros counted before, so they count in the pool.

// CHECK-LABEL: @into_average_pool
// CHECK: nn.average_pool %x {count_include_pad = true, kernel = [3, 3], pads = [0, 0, 1, 1], strides = [2, 2]}
func.func @into_average_pool(%x: tensor<1x2x6x6xf32>) -> tensor<1x2x3x3xf32> {
  %p = nn.pad %x {pads = [0, 0, 0, 0, 0, 0, 1, 1]} : (tensor<1x2x6x6xf32>) -> tensor<1x2x7x7xf32>
  %y = nn.average_pool %p {kernel = [3, 3], strides = [2, 2]} : (tensor<1x2x7x7xf32>) -> tensor<1x2x3x3xf32>
  func.return %y : tensor<1x2x3x3xf32>
}

// CHECK-LABEL: @average_pool_with_pads_stays
// CHECK: nn.pad
func.func @average_pool_with_pads_stays(%x: tensor<1x2x6x6xf32>) -> tensor<1x2x4x4xf32> {
  %p = nn.pad %x {pads = [0, 0, 0, 0, 0, 0, 1, 1]} : (tensor<1x2x6x6xf32>) -> tensor<1x2x7x7xf32>
  %y = nn.average_pool %p {kernel = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x2x7x7xf32>) -> tensor<1x2x4x4xf32>
  func.return %y : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: @into_max_pool
// CHECK: nn.max_pool %x {kernel = [2, 2], pads = [1, 1, 0, 0]}
func.func @into_max_pool(%x: tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32> {
  %least = nn.constant {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %p = nn.pad %x, %least {pads = [0, 0, 1, 1, 0, 0, 0, 0]} : (tensor<1x2x5x5xf32>, tensor<f32>) -> tensor<1x2x6x6xf32>
  %y = nn.max_pool %p {kernel = [2, 2]} : (tensor<1x2x6x6xf32>) -> tensor<1x2x5x5xf32>
  func.return %y : tensor<1x2x5x5xf32>
}

// CHECK-LABEL: @zeros_before_max_pool_stay
// CHECK: nn.pad
func.func @zeros_before_max_pool_stay(%x: tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32> {
  %p = nn.pad %x {pads = [0, 0, 1, 1, 0, 0, 0, 0]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x6x6xf32>
  %y = nn.max_pool %p {kernel = [2, 2]} : (tensor<1x2x6x6xf32>) -> tensor<1x2x5x5xf32>
  func.return %y : tensor<1x2x5x5xf32>
}

// CHECK-LABEL: @channels_last
// CHECK-NEXT: nn.conv %x, %w {layout = "nhwc", pads = [2, 0, 0, 2], strides = [2, 2]}
func.func @channels_last(%x: tensor<1x?x5x2xf32> {nn.size = [4]}, %w: tensor<3x2x3x3xf32>) -> tensor<1x?x3x3xf32> {
  %p = nn.pad %x {pads = [0, 1, 0, 0, 0, 0, 2, 0]} : (tensor<1x?x5x2xf32>) -> tensor<1x?x7x2xf32>
  %y = nn.conv %p, %w {layout = "nhwc", pads = [1, 0, 0, 0], strides = [2, 2]} : (tensor<1x?x7x2xf32>, tensor<3x2x3x3xf32>) -> tensor<1x?x3x3xf32>
  func.return %y : tensor<1x?x3x3xf32>
}

// CHECK-LABEL: @that_cuts_stays
// CHECK: nn.pad
func.func @that_cuts_stays(%x: tensor<1x1x4xf32>, %w: tensor<1x1x2xf32>) -> tensor<1x1x3xf32> {
  %p = nn.pad %x {pads = [0, 0, -1, 0, 0, 1]} : (tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %y = nn.conv %p, %w : (tensor<1x1x4xf32>, tensor<1x1x2xf32>) -> tensor<1x1x3xf32>
  func.return %y : tensor<1x1x3xf32>
}

// The product of −0 and a weight has not the sign of that of 0.

// CHECK-LABEL: @of_negative_zeros_stays
// CHECK: nn.pad
func.func @of_negative_zeros_stays(%x: tensor<1x1x4xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x1x6xf32> {
  %zero = nn.constant {value = dense<-0.0> : tensor<f32>} : () -> tensor<f32>
  %p = nn.pad %x, %zero {pads = [0, 0, 1, 0, 0, 1]} : (tensor<1x1x4xf32>, tensor<f32>) -> tensor<1x1x6xf32>
  %y = nn.conv %p, %w : (tensor<1x1x6xf32>, tensor<1x1x1xf32>) -> tensor<1x1x6xf32>
  func.return %y : tensor<1x1x6xf32>
}

// What `same` adds depends on the size that it sees.

// CHECK-LABEL: @before_same_stays
// CHECK: nn.pad
func.func @before_same_stays(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x5xf32> {
  %p = nn.pad %x {pads = [0, 0, 1, 0, 0, 0]} : (tensor<1x1x4xf32>) -> tensor<1x1x5xf32>
  %y = nn.conv %p, %w {padding = "same_upper"} : (tensor<1x1x5xf32>, tensor<1x1x3xf32>) -> tensor<1x1x5xf32>
  func.return %y : tensor<1x1x5xf32>
}

// The last window begins in the pad; in pads of the pool it must not.

// CHECK-LABEL: @before_rounding_up_stays
// CHECK: nn.pad
func.func @before_rounding_up_stays(%x: tensor<1x1x4xf32>) -> tensor<1x1x3xf32> {
  %least = nn.constant {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  %p = nn.pad %x, %least {pads = [0, 0, 0, 0, 0, 1]} : (tensor<1x1x4xf32>, tensor<f32>) -> tensor<1x1x5xf32>
  %y = nn.max_pool %p {ceil_mode = true, kernel = [2], strides = [2]} : (tensor<1x1x5xf32>) -> tensor<1x1x3xf32>
  func.return %y : tensor<1x1x3xf32>
}

// CHECK-LABEL: @as_wide_as_the_window_stays
// CHECK: nn.pad
func.func @as_wide_as_the_window_stays(%x: tensor<1x1x6xf32>) -> tensor<1x1x7xf32> {
  %p = nn.pad %x {pads = [0, 0, 2, 0, 0, 0]} : (tensor<1x1x6xf32>) -> tensor<1x1x8xf32>
  %y = nn.average_pool %p {kernel = [2]} : (tensor<1x1x8xf32>) -> tensor<1x1x7xf32>
  func.return %y : tensor<1x1x7xf32>
}
