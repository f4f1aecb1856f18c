// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @resize_to_sizes
// CHECK:         nn.resize %x {axes = [2, 3], sizes = [7, 9]} : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x9xf32>
// CHECK-LABEL: func.func @resize_cubic
// CHECK:         nn.resize %x {axes = [2, 3], cubic_coeff = -5.000000e-01 : f64, exclude_outside = true, mode = "cubic", sizes = [7, 9]}
// CHECK-LABEL: func.func @resize_cropped
// CHECK:         nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", extrapolation = 3.000000e+00 : f64, mode = "linear", roi = [1.000000e-01, -5.000000e-01, 8.000000e-01, 1.500000e+00], sizes = [3, 7]}
// CHECK-LABEL: func.func @dynamic_resize_by_scales
// CHECK:         nn.dynamic_resize %x, _, %s {mode = "linear"} : (tensor<1x2x4x5xf32>, tensor<4xf32>) -> tensor<?x?x?x?xf32>
// CHECK-LABEL: func.func @depth_to_space_crd
// CHECK:         nn.depth_to_space %x {block = 2 : i64, mode = "crd"} : (tensor<2x12x2x3xf32>) -> tensor<2x3x4x6xf32>

func.func @resize_to_sizes(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x7x9xf32> {
  %y = nn.resize %x {axes = [2, 3], sizes = [7, 9]} : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x9xf32>
  func.return %y : tensor<1x2x7x9xf32>
}

func.func @resize_by_scales(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32> {
  %y = nn.resize %x {axes = [2, 3], scales = [2.000000e+00, 1.500000e+00]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32>
  func.return %y : tensor<1x2x8x7xf32>
}

func.func @resize_of_all_axes(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x8x3xf32> {
  %y = nn.resize %x {sizes = [1, 2, 8, 3]} : (tensor<1x2x4x5xf32>) -> tensor<1x2x8x3xf32>
  func.return %y : tensor<1x2x8x3xf32>
}

func.func @resize_by_a_scale_rounded_in_f32(%x: tensor<1x1x10xf32>) -> tensor<1x1x7xf32> {
  %y = nn.resize %x {axes = [2], scales = [7.000000e-01]} : (tensor<1x1x10xf32>) -> tensor<1x1x7xf32>
  func.return %y : tensor<1x1x7xf32>
}

func.func @resize_unknown_sizes(%x: tensor<?x2x?x5xf32> {nn.size = [2, 4]}) -> tensor<?x2x?x15xf32> {
  %y = nn.resize %x {axes = [2, 3], scales = [5.000000e-01, 3.000000e+00]}
    : (tensor<?x2x?x5xf32>) -> tensor<?x2x?x15xf32>
  func.return %y : tensor<?x2x?x15xf32>
}

func.func @resize_unknown_to_sizes(%x: tensor<?x2x?x5xf32> {nn.size = [2, 4]}) -> tensor<?x2x3x7xf32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", sizes = [3, 7]}
    : (tensor<?x2x?x5xf32>) -> tensor<?x2x3x7xf32>
  func.return %y : tensor<?x2x3x7xf32>
}

func.func @resize_i8(%x: tensor<1x2x4x5xi8>) -> tensor<1x2x7x9xi8> {
  %y = nn.resize %x {axes = [2, 3], sizes = [7, 9]} : (tensor<1x2x4x5xi8>) -> tensor<1x2x7x9xi8>
  func.return %y : tensor<1x2x7x9xi8>
}

func.func @resize_ui8(%x: tensor<1x2x4x5xui8>) -> tensor<1x2x2x9xui8> {
  %y = nn.resize %x {axes = [2, 3], sizes = [2, 9]} : (tensor<1x2x4x5xui8>) -> tensor<1x2x2x9xui8>
  func.return %y : tensor<1x2x2x9xui8>
}

func.func @resize_i32(%x: tensor<1x2x4x5xi32>) -> tensor<1x2x7x2xi32> {
  %y = nn.resize %x {axes = [2, 3], sizes = [7, 2]} : (tensor<1x2x4x5xi32>) -> tensor<1x2x7x2xi32>
  func.return %y : tensor<1x2x7x2xi32>
}

func.func @resize_f16(%x: tensor<1x2x4x5xf16>) -> tensor<1x2x7x9xf16> {
  %y = nn.resize %x {axes = [2, 3], sizes = [7, 9]} : (tensor<1x2x4x5xf16>) -> tensor<1x2x7x9xf16>
  func.return %y : tensor<1x2x7x9xf16>
}

func.func @resize_nearest_2d(%x: tensor<4x5xf32>) -> tensor<3x8xf32> {
  %y = nn.resize %x {sizes = [3, 8]} : (tensor<4x5xf32>) -> tensor<3x8xf32>
  func.return %y : tensor<3x8xf32>
}

func.func @resize_linear(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x7x3xf32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", sizes = [7, 3]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x3xf32>
  func.return %y : tensor<1x2x7x3xf32>
}

func.func @resize_linear_1d(%x: tensor<1x2x7xf32>) -> tensor<1x2x9xf32> {
  %y = nn.resize %x {axes = [2], mode = "linear", scales = [1.300000e+00]}
    : (tensor<1x2x7xf32>) -> tensor<1x2x9xf32>
  func.return %y : tensor<1x2x9xf32>
}

func.func @resize_linear_3d(%x: tensor<1x2x3x4x5xf32>) -> tensor<1x2x5x3x7xf32> {
  %y = nn.resize %x {axes = [2, 3, 4], mode = "linear", sizes = [5, 3, 7]}
    : (tensor<1x2x3x4x5xf32>) -> tensor<1x2x5x3x7xf32>
  func.return %y : tensor<1x2x5x3x7xf32>
}

func.func @resize_linear_nhwc(%x: tensor<1x4x5x3xf32>) -> tensor<1x7x3x3xf32> {
  %y = nn.resize %x {axes = [1, 2], mode = "linear", sizes = [7, 3]}
    : (tensor<1x4x5x3xf32>) -> tensor<1x7x3x3xf32>
  func.return %y : tensor<1x7x3x3xf32>
}

func.func @resize_linear_f16(%x: tensor<1x2x4x5xf16>) -> tensor<1x2x7x3xf16> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", sizes = [7, 3]}
    : (tensor<1x2x4x5xf16>) -> tensor<1x2x7x3xf16>
  func.return %y : tensor<1x2x7x3xf16>
}

func.func @resize_linear_of_integers(
    %x: tensor<1x2x4x5xi32> {nn.range = [-100, 100]})
    -> tensor<1x2x8x10xi32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", scales = [2.000000e+00, 2.000000e+00]}
    : (tensor<1x2x4x5xi32>) -> tensor<1x2x8x10xi32>
  func.return %y : tensor<1x2x8x10xi32>
}

func.func @resize_linear_antialias(%x: tensor<1x2x9x11xf32>) -> tensor<1x2x4x3xf32> {
  %y = nn.resize %x {antialias = true, axes = [2, 3], mode = "linear", sizes = [4, 3]}
    : (tensor<1x2x9x11xf32>) -> tensor<1x2x4x3xf32>
  func.return %y : tensor<1x2x4x3xf32>
}

func.func @resize_linear_antialias_larger(%x: tensor<1x2x4x11xf32>) -> tensor<1x2x6x4xf32> {
  %y = nn.resize %x {antialias = true, axes = [2, 3], mode = "linear", scales = [1.500000e+00, 4.000000e-01]}
    : (tensor<1x2x4x11xf32>) -> tensor<1x2x6x4xf32>
  func.return %y : tensor<1x2x6x4xf32>
}

func.func @resize_cubic(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x7x9xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], cubic_coeff = -5.000000e-01 : f64, exclude_outside = true, mode = "cubic", sizes = [7, 9]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x9xf32>
  func.return %y : tensor<1x2x7x9xf32>
}

func.func @resize_cubic_smaller(
    %x: tensor<1x2x7x9xf32>)
    -> tensor<1x2x4x3xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], mode = "cubic", scales = [6.000000e-01, 4.000000e-01]}
    : (tensor<1x2x7x9xf32>) -> tensor<1x2x4x3xf32>
  func.return %y : tensor<1x2x4x3xf32>
}

func.func @resize_cubic_antialias(
    %x: tensor<1x2x9x11xf32>)
    -> tensor<1x2x4x3xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {antialias = true, axes = [2, 3], mode = "cubic", sizes = [4, 3]}
    : (tensor<1x2x9x11xf32>) -> tensor<1x2x4x3xf32>
  func.return %y : tensor<1x2x4x3xf32>
}

func.func @resize_cubic_antialias_exclude(
    %x: tensor<1x2x9x11xf32>)
    -> tensor<1x2x4x7xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {antialias = true, axes = [2, 3], exclude_outside = true, mode = "cubic", sizes = [4, 7]}
    : (tensor<1x2x9x11xf32>) -> tensor<1x2x4x7xf32>
  func.return %y : tensor<1x2x4x7xf32>
}

func.func @resize_nearest_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

// Cubic: ONNX Runtime computes the weights in f32.
func.func @resize_cubic_half_pixel(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_nearest_half_pixel_symmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "half_pixel_symmetric", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_half_pixel_symmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "half_pixel_symmetric", mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_cubic_half_pixel_symmetric(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "half_pixel_symmetric", mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_half_pixel_symmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "half_pixel_symmetric", mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_nearest_pytorch_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "pytorch_half_pixel", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_pytorch_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "pytorch_half_pixel", mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_cubic_pytorch_half_pixel(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "pytorch_half_pixel", mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_pytorch_half_pixel(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "pytorch_half_pixel", mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_nearest_align_corners(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "align_corners", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_align_corners(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "align_corners", mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_cubic_align_corners(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "align_corners", mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_align_corners(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "align_corners", mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_nearest_asymmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "asymmetric", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_asymmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "asymmetric", mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_cubic_asymmetric(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "asymmetric", mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_asymmetric(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "asymmetric", mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_nearest_tf_half_pixel_for_nn(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_half_pixel_for_nn", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_linear_tf_half_pixel_for_nn(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_half_pixel_for_nn", mode = "linear", scales = [2.300000e+00, 6.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x9x3xf32>
  func.return %y : tensor<1x2x9x3xf32>
}

func.func @resize_cubic_tf_half_pixel_for_nn(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x6x2xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_half_pixel_for_nn", mode = "cubic", scales = [1.700000e+00, 4.000000e-01]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x6x2xf32>
  func.return %y : tensor<1x2x6x2xf32>
}

func.func @resize_to_1_tf_half_pixel_for_nn(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_half_pixel_for_nn", mode = "linear", sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_round_prefer_ceil(%x: tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32> {
  %y = nn.resize %x {axes = [2, 3], rounding = "round_prefer_ceil", sizes = [8, 4]}
    : (tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32>
  func.return %y : tensor<1x1x8x4xf32>
}

func.func @resize_floor(%x: tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32> {
  %y = nn.resize %x {axes = [2, 3], rounding = "floor", sizes = [8, 4]}
    : (tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32>
  func.return %y : tensor<1x1x8x4xf32>
}

func.func @resize_ceil(%x: tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32> {
  %y = nn.resize %x {axes = [2, 3], rounding = "ceil", sizes = [8, 4]}
    : (tensor<1x1x4x6xf32>) -> tensor<1x1x8x4xf32>
  func.return %y : tensor<1x1x8x4xf32>
}

func.func @resize_cropped(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x3x7xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", extrapolation = 3.000000e+00 : f64, mode = "linear", roi = [1.000000e-01, -5.000000e-01, 8.000000e-01, 1.500000e+00], sizes = [3, 7]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x3x7xf32>
  func.return %y : tensor<1x2x3x7xf32>
}

func.func @resize_cropped_nearest(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", roi = [1.000000e-01, -5.000000e-01, 8.000000e-01, 1.500000e+00], scales = [2.000000e+00, 1.500000e+00]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32>
  func.return %y : tensor<1x2x8x7xf32>
}

func.func @resize_cropped_cubic(
    %x: tensor<1x2x4x5xf32>)
    -> tensor<1x2x3x7xf32> attributes {nn.rtol = 1.000000e-05 : f64} {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", mode = "cubic", roi = [1.000000e-01, -5.000000e-01, 8.000000e-01, 1.500000e+00], sizes = [3, 7]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x3x7xf32>
  func.return %y : tensor<1x2x3x7xf32>
}

func.func @resize_cropped_to_1(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32> {
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", mode = "linear", roi = [1.000000e-01, 2.000000e-01, 8.000000e-01, 5.000000e-01], sizes = [1, 1]}
    : (tensor<1x2x4x5xf32>) -> tensor<1x2x1x1xf32>
  func.return %y : tensor<1x2x1x1xf32>
}

func.func @resize_not_larger(%x: tensor<1x2x4x6xf32>) -> tensor<1x2x6x9xf32> {
  %y = nn.resize %x {axes = [2, 3], policy = "not_larger", sizes = [7, 9]}
    : (tensor<1x2x4x6xf32>) -> tensor<1x2x6x9xf32>
  func.return %y : tensor<1x2x6x9xf32>
}

func.func @resize_not_smaller(%x: tensor<1x2x4x6xf32>) -> tensor<1x2x7x11xf32> {
  %y = nn.resize %x {axes = [2, 3], mode = "linear", policy = "not_smaller", sizes = [7, 9]}
    : (tensor<1x2x4x6xf32>) -> tensor<1x2x7x11xf32>
  func.return %y : tensor<1x2x7x11xf32>
}

func.func @resize_not_larger_unknown_sizes(%x: tensor<1x2x?x6xf32> {nn.size = [4]}) -> tensor<1x2x?x?xf32> {
  %y = nn.resize %x {axes = [2, 3], policy = "not_larger", sizes = [3, 9]}
    : (tensor<1x2x?x6xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @resize_of_no_images(%x: tensor<0x2x4x5xf32>) -> tensor<0x2x7x9xf32> {
  %y = nn.resize %x {axes = [2, 3], sizes = [7, 9]} : (tensor<0x2x4x5xf32>) -> tensor<0x2x7x9xf32>
  func.return %y : tensor<0x2x7x9xf32>
}

func.func @dynamic_resize_by_scales(
    %x: tensor<1x2x4x5xf32>, %s: tensor<4xf32> {nn.range = [1.0, 1.0]})
    -> tensor<?x?x?x?xf32> {
  %y = nn.dynamic_resize %x, _, %s {mode = "linear"}
    : (tensor<1x2x4x5xf32>, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  func.return %y : tensor<?x?x?x?xf32>
}

func.func @dynamic_resize_of_some_axes(
    %x: tensor<1x2x4x5xf32>, %s: tensor<2xf32> {nn.range = [0.5, 2.5]})
    -> tensor<1x2x?x?xf32> {
  %y = nn.dynamic_resize %x, _, %s {axes = [2, 3], mode = "linear"}
    : (tensor<1x2x4x5xf32>, tensor<2xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @dynamic_resize_to_sizes(
    %x: tensor<1x?x4x5xf32> {nn.size = [2]}, %s: tensor<2xi64> {nn.range = [1, 9]})
    -> tensor<1x?x?x?xf32> {
  %y = nn.dynamic_resize %x, %s {axes = [2, 3], coordinates = "asymmetric", rounding = "floor"}
    : (tensor<1x?x4x5xf32>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  func.return %y : tensor<1x?x?x?xf32>
}

func.func @dynamic_resize_to_narrow_sizes(
    %x: tensor<1x2x4x5xf32>, %s: tensor<2xi32> {nn.range = [1, 9]})
    -> tensor<1x2x?x?xf32> {
  %y = nn.dynamic_resize %x, %s {axes = [2, 3], mode = "cubic"}
    : (tensor<1x2x4x5xf32>, tensor<2xi32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @dynamic_resize_not_larger(
    %x: tensor<1x2x4x6xf32>, %s: tensor<2xi64> {nn.range = [3, 9]})
    -> tensor<1x2x?x?xf32> {
  %y = nn.dynamic_resize %x, %s {axes = [2, 3], policy = "not_larger"}
    : (tensor<1x2x4x6xf32>, tensor<2xi64>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @dynamic_resize_cropped(
    %x: tensor<1x2x4x5xf32>, %s: tensor<2xi64> {nn.range = [6, 9]}, %r: tensor<4xf32> {nn.range = [-0.1, 1.2]})
    -> tensor<1x2x?x?xf32> {
  %y = nn.dynamic_resize %x, %s, _, %r {axes = [2, 3], coordinates = "tf_crop_and_resize", extrapolation = 2.000000e+00 : f64, mode = "linear"}
    : (tensor<1x2x4x5xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @depth_to_space(%x: tensor<2x12x2x3xf32>) -> tensor<2x3x4x6xf32> {
  %y = nn.depth_to_space %x {block = 2 : i64} : (tensor<2x12x2x3xf32>) -> tensor<2x3x4x6xf32>
  func.return %y : tensor<2x3x4x6xf32>
}

func.func @depth_to_space_crd(%x: tensor<2x12x2x3xf32>) -> tensor<2x3x4x6xf32> {
  %y = nn.depth_to_space %x {block = 2 : i64, mode = "crd"} : (tensor<2x12x2x3xf32>) -> tensor<2x3x4x6xf32>
  func.return %y : tensor<2x3x4x6xf32>
}

func.func @depth_to_space_unknown_sizes(
    %x: tensor<?x?x2x?xf32> {nn.size = [2, 9, 3]})
    -> tensor<?x?x6x?xf32> {
  %y = nn.depth_to_space %x {block = 3 : i64} : (tensor<?x?x2x?xf32>) -> tensor<?x?x6x?xf32>
  func.return %y : tensor<?x?x6x?xf32>
}

func.func @depth_to_space_ui8(%x: tensor<1x8x2x3xui8>) -> tensor<1x2x4x6xui8> {
  %y = nn.depth_to_space %x {block = 2 : i64} : (tensor<1x8x2x3xui8>) -> tensor<1x2x4x6xui8>
  func.return %y : tensor<1x2x4x6xui8>
}

func.func @depth_to_space_nhwc(%x: tensor<2x2x3x12xf32>) -> tensor<2x4x6x3xf32> {
  %y = nn.depth_to_space %x {block = 2 : i64, layout = "nhwc", mode = "crd"}
    : (tensor<2x2x3x12xf32>) -> tensor<2x4x6x3xf32>
  func.return %y : tensor<2x4x6x3xf32>
}

func.func @space_to_depth(%x: tensor<2x3x4x6xf32>) -> tensor<2x12x2x3xf32> {
  %y = nn.space_to_depth %x {block = 2 : i64} : (tensor<2x3x4x6xf32>) -> tensor<2x12x2x3xf32>
  func.return %y : tensor<2x12x2x3xf32>
}

func.func @space_to_depth_unknown_sizes(
    %x: tensor<?x?x4x?xf32> {nn.size = [2, 3, 6]})
    -> tensor<?x?x2x?xf32> {
  %y = nn.space_to_depth %x {block = 2 : i64} : (tensor<?x?x4x?xf32>) -> tensor<?x?x2x?xf32>
  func.return %y : tensor<?x?x2x?xf32>
}

func.func @space_to_depth_nhwc(%x: tensor<2x4x6x3xf32>) -> tensor<2x2x3x12xf32> {
  %y = nn.space_to_depth %x {block = 2 : i64, layout = "nhwc"} : (tensor<2x4x6x3xf32>) -> tensor<2x2x3x12xf32>
  func.return %y : tensor<2x2x3x12xf32>
}
