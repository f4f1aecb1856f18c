// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @grid_sample
// CHECK:         nn.grid_sample %x, %g : (tensor<2x3x4x5xf32>, tensor<2x3x2x2xf32>) -> tensor<2x3x3x2xf32>
// CHECK-LABEL: func.func @affine_grid
// CHECK:         nn.affine_grid %t {sizes = [3, 4]} : (tensor<2x2x3xf32>) -> tensor<2x3x4x2xf32>
// CHECK-LABEL: func.func @roi_align_everything
// CHECK:         nn.roi_align %x, %r, %b {half_pixel = true, sampling_ratio = 2 : i64, sizes = [3, 2], spatial_scale = 5.000000e-01 : f64}

func.func @grid_sample(%x: tensor<2x3x4x5xf32>, %g: tensor<2x3x2x2xf32>) -> tensor<2x3x3x2xf32> {
  %y = nn.grid_sample %x, %g : (tensor<2x3x4x5xf32>, tensor<2x3x2x2xf32>) -> tensor<2x3x3x2xf32>
  func.return %y : tensor<2x3x3x2xf32>
}

func.func @grid_sample_linear_zeros_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_linear_border(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_linear_border_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true, padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_linear_reflection(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_linear_reflection_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true, padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_zeros(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {mode = "nearest"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_zeros_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "nearest"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_border(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_border_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "nearest", padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_reflection(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_nearest_reflection_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "nearest", padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

// Cubic: the weights of ONNX Runtime are rounded to f32 on the way.
func.func @grid_sample_cubic_zeros(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {mode = "cubic"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_cubic_zeros_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "cubic"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_cubic_border(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_cubic_border_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "cubic", padding = "border"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_cubic_reflection(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {mode = "cubic", padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_cubic_reflection_corners(
    %x: tensor<1x2x4x5xf32>, %g: tensor<1x5x6x2xf32> {nn.range = [-1.5, 1.5]})
    -> tensor<1x2x5x6xf32> attributes {nn.rtol = 2.000000e-05 : f64} {
  %y = nn.grid_sample %x, %g {align_corners = true, mode = "cubic", padding = "reflection"}
    : (tensor<1x2x4x5xf32>, tensor<1x5x6x2xf32>) -> tensor<1x2x5x6xf32>
  func.return %y : tensor<1x2x5x6xf32>
}

func.func @grid_sample_3d(
    %x: tensor<?x2x3x4x2xf32> {nn.size = [2]}, %g: tensor<2x2x3x2x3xf32>)
    -> tensor<?x2x2x3x2xf32> {
  %y = nn.grid_sample %x, %g : (tensor<?x2x3x4x2xf32>, tensor<2x2x3x2x3xf32>) -> tensor<?x2x2x3x2xf32>
  func.return %y : tensor<?x2x2x3x2xf32>
}

func.func @grid_sample_3d_nearest(
    %x: tensor<1x2x3x4x2xf32>, %g: tensor<1x?x3x2x3xf32> {nn.size = [2]})
    -> tensor<1x2x?x3x2xf32> {
  %y = nn.grid_sample %x, %g {mode = "nearest", padding = "border"}
    : (tensor<1x2x3x4x2xf32>, tensor<1x?x3x2x3xf32>) -> tensor<1x2x?x3x2xf32>
  func.return %y : tensor<1x2x?x3x2xf32>
}

func.func @affine_grid(%t: tensor<2x2x3xf32>) -> tensor<2x3x4x2xf32> {
  %y = nn.affine_grid %t {sizes = [3, 4]} : (tensor<2x2x3xf32>) -> tensor<2x3x4x2xf32>
  func.return %y : tensor<2x3x4x2xf32>
}

func.func @affine_grid_corners(%t: tensor<?x2x3xf32> {nn.size = [2]}) -> tensor<?x3x4x2xf32> {
  %y = nn.affine_grid %t {align_corners = true, sizes = [3, 4]} : (tensor<?x2x3xf32>) -> tensor<?x3x4x2xf32>
  func.return %y : tensor<?x3x4x2xf32>
}

func.func @affine_grid_3d(%t: tensor<1x3x4xf32>) -> tensor<1x2x3x4x3xf32> {
  %y = nn.affine_grid %t {sizes = [2, 3, 4]} : (tensor<1x3x4xf32>) -> tensor<1x2x3x4x3xf32>
  func.return %y : tensor<1x2x3x4x3xf32>
}

func.func @dynamic_affine_grid(
    %t: tensor<2x2x3xf32>, %s: tensor<4xi64> {nn.range = [2, 3]})
    -> tensor<2x?x?x2xf32> {
  %y = nn.dynamic_affine_grid %t, %s : (tensor<2x2x3xf32>, tensor<4xi64>) -> tensor<2x?x?x2xf32>
  func.return %y : tensor<2x?x?x2xf32>
}

func.func @max_roi_pool(
    %x: tensor<2x3x6x7xf32>, %r: tensor<4x5xf32> {nn.range = [0.0, 1.9]})
    -> tensor<4x3x1x2xf32> {
  %y = nn.max_roi_pool %x, %r {sizes = [1, 2]} : (tensor<2x3x6x7xf32>, tensor<4x5xf32>) -> tensor<4x3x1x2xf32>
  func.return %y : tensor<4x3x1x2xf32>
}

func.func @max_roi_pool_of_scaled_regions(
    %x: tensor<2x3x6x7xf32>, %r: tensor<?x5xf32> {nn.range = [0.0, 1.9], nn.size = [3]})
    -> tensor<?x3x2x3xf32> {
  %y = nn.max_roi_pool %x, %r {sizes = [2, 3], spatial_scale = 2.500000e+00 : f64}
    : (tensor<2x3x6x7xf32>, tensor<?x5xf32>) -> tensor<?x3x2x3xf32>
  func.return %y : tensor<?x3x2x3xf32>
}

func.func @roi_align(
    %x: tensor<2x3x6x7xf32>, %r: tensor<4x4xf32> {nn.range = [0.0, 5.0]}, %b: tensor<4xi64> {nn.range = [0, 2]})
    -> tensor<4x3x2x3xf32> {
  %y = nn.roi_align %x, %r, %b {sizes = [2, 3]}
    : (tensor<2x3x6x7xf32>, tensor<4x4xf32>, tensor<4xi64>) -> tensor<4x3x2x3xf32>
  func.return %y : tensor<4x3x2x3xf32>
}

func.func @roi_align_everything(
    %x: tensor<2x3x6x7xf32>, %r: tensor<4x4xf32> {nn.range = [0.0, 9.0]}, %b: tensor<4xi64> {nn.range = [0, 2]})
    -> tensor<4x3x3x2xf32> {
  %y = nn.roi_align %x, %r, %b {half_pixel = true, sampling_ratio = 2 : i64, sizes = [3, 2], spatial_scale = 5.000000e-01 : f64}
    : (tensor<2x3x6x7xf32>, tensor<4x4xf32>, tensor<4xi64>) -> tensor<4x3x3x2xf32>
  func.return %y : tensor<4x3x3x2xf32>
}

func.func @roi_align_max(
    %x: tensor<?x3x6x?xf32> {nn.size = [2, 7]}, %r: tensor<?x4xf32> {nn.range = [0.0, 5.0], nn.size = [4]}, %b: tensor<?xi64> {nn.range = [0, 2], nn.size = [4]})
    -> tensor<?x3x1x1xf32> {
  %y = nn.roi_align %x, %r, %b {mode = "max", sampling_ratio = 2 : i64}
    : (tensor<?x3x6x?xf32>, tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x3x1x1xf32>
  func.return %y : tensor<?x3x1x1xf32>
}
