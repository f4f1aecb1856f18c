// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @conv
// CHECK:         nn.conv %x, %w : (tensor<1x3x8x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x4x6x6xf32>
// CHECK-LABEL: func.func @conv_everything
// CHECK:         nn.conv %x, %w, %b {dilations = [1, 2], groups = 2 : i64, pads = [1, 0, 2, 1], strides = [2, 1]}
// CHECK-LABEL: func.func @conv_same_upper
// CHECK:         nn.conv %x, %w {padding = "same_upper", strides = [2, 2]} : (tensor<1x2x?x?xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x?x?xf32>
// CHECK-LABEL: func.func @conv_transpose_everything
// CHECK:         nn.conv_transpose %x, %w, %b {dilations = [2, 1], groups = 2 : i64, output_padding = [1, 0], pads = [1, 0, 0, 2], strides = [3, 2]}

func.func @conv(%x: tensor<1x3x8x7xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<1x4x6x6xf32> {
  %y = nn.conv %x, %w : (tensor<1x3x8x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x4x6x6xf32>
  func.return %y : tensor<1x4x6x6xf32>
}

func.func @conv_with_bias(
    %x: tensor<2x3x5x5xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>)
    -> tensor<2x4x5x5xf32> {
  %y = nn.conv %x, %w, %b {pads = [1, 1, 1, 1]}
    : (tensor<2x3x5x5xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<2x4x5x5xf32>
  func.return %y : tensor<2x4x5x5xf32>
}

func.func @conv_everything(
    %x: tensor<2x4x9x8xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>)
    -> tensor<2x6x5x5xf32> {
  %y = nn.conv %x, %w, %b {dilations = [1, 2], groups = 2 : i64, pads = [1, 0, 2, 1], strides = [2, 1]}
    : (tensor<2x4x9x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<2x6x5x5xf32>
  func.return %y : tensor<2x6x5x5xf32>
}

func.func @conv_1d(%x: tensor<2x4x9xf32>, %w: tensor<6x4x3xf32>, %b: tensor<6xf32>) -> tensor<2x6x5xf32> {
  %y = nn.conv %x, %w, %b {pads = [2, 0], strides = [2]}
    : (tensor<2x4x9xf32>, tensor<6x4x3xf32>, tensor<6xf32>) -> tensor<2x6x5xf32>
  func.return %y : tensor<2x6x5xf32>
}

func.func @conv_1d_depthwise(%x: tensor<1x4x9xf32>, %w: tensor<4x1x3xf32>) -> tensor<1x4x5xf32> {
  %y = nn.conv %x, %w {dilations = [2], groups = 4 : i64}
    : (tensor<1x4x9xf32>, tensor<4x1x3xf32>) -> tensor<1x4x5xf32>
  func.return %y : tensor<1x4x5xf32>
}

func.func @conv_3d(%x: tensor<1x2x4x5x6xf32>, %w: tensor<3x2x2x3x2xf32>) -> tensor<1x3x4x2x6xf32> {
  %y = nn.conv %x, %w {dilations = [1, 1, 2], pads = [1, 0, 0, 0, 1, 2], strides = [1, 2, 1]}
    : (tensor<1x2x4x5x6xf32>, tensor<3x2x2x3x2xf32>) -> tensor<1x3x4x2x6xf32>
  func.return %y : tensor<1x3x4x2x6xf32>
}

func.func @conv_3d_grouped(
    %x: tensor<1x4x3x3x3xf32>, %w: tensor<2x2x2x2x2xf32>, %b: tensor<2xf32>)
    -> tensor<1x2x2x2x2xf32> {
  %y = nn.conv %x, %w, %b {groups = 2 : i64}
    : (tensor<1x4x3x3x3xf32>, tensor<2x2x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2x2xf32>
  func.return %y : tensor<1x2x2x2x2xf32>
}

func.func @conv_depthwise(
    %x: tensor<2x3x6x6xf32>, %w: tensor<3x1x3x3xf32>, %b: tensor<3xf32>)
    -> tensor<2x3x3x3xf32> {
  %y = nn.conv %x, %w, %b {groups = 3 : i64, pads = [1, 1, 1, 1], strides = [2, 2]}
    : (tensor<2x3x6x6xf32>, tensor<3x1x3x3xf32>, tensor<3xf32>) -> tensor<2x3x3x3xf32>
  func.return %y : tensor<2x3x3x3xf32>
}

func.func @conv_depthwise_multiplier(
    %x: tensor<1x3x6x5xf32>, %w: tensor<6x1x2x3xf32>)
    -> tensor<1x6x5x3xf32> {
  %y = nn.conv %x, %w {groups = 3 : i64} : (tensor<1x3x6x5xf32>, tensor<6x1x2x3xf32>) -> tensor<1x6x5x3xf32>
  func.return %y : tensor<1x6x5x3xf32>
}

func.func @conv_of_single_elements(
    %x: tensor<2x6x4x3xf32>, %w: tensor<4x6x1x1xf32>, %b: tensor<4xf32>)
    -> tensor<2x4x4x3xf32> {
  %y = nn.conv %x, %w, %b : (tensor<2x6x4x3xf32>, tensor<4x6x1x1xf32>, tensor<4xf32>) -> tensor<2x4x4x3xf32>
  func.return %y : tensor<2x4x4x3xf32>
}

func.func @conv_of_single_elements_strided(
    %x: tensor<1x6x5x5xf32>, %w: tensor<4x3x1x1xf32>)
    -> tensor<1x4x3x2xf32> {
  %y = nn.conv %x, %w {groups = 2 : i64, strides = [2, 3]}
    : (tensor<1x6x5x5xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x2xf32>
  func.return %y : tensor<1x4x3x2xf32>
}

func.func @conv_of_no_images(%x: tensor<0x3x5x5xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<0x4x3x3xf32> {
  %y = nn.conv %x, %w : (tensor<0x3x5x5xf32>, tensor<4x3x3x3xf32>) -> tensor<0x4x3x3xf32>
  func.return %y : tensor<0x4x3x3xf32>
}

func.func @conv_padding_wider_than_kernel(
    %x: tensor<1x1x2x2xf32>, %w: tensor<1x1x1x2xf32>)
    -> tensor<1x1x4x6xf32> {
  %y = nn.conv %x, %w {pads = [2, 3, 0, 2]}
    : (tensor<1x1x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x4x6xf32>
  func.return %y : tensor<1x1x4x6xf32>
}

func.func @conv_f16(
    %x: tensor<1x3x5x5xf16>, %w: tensor<2x3x3x3xf16>, %b: tensor<2xf16>)
    -> tensor<1x2x5x5xf16> {
  %y = nn.conv %x, %w, %b {pads = [1, 1, 1, 1]}
    : (tensor<1x3x5x5xf16>, tensor<2x3x3x3xf16>, tensor<2xf16>) -> tensor<1x2x5x5xf16>
  func.return %y : tensor<1x2x5x5xf16>
}

func.func @conv_unknown_batch(%x: tensor<?x3x8x7xf32>, %w: tensor<4x3x3x2xf32>) -> tensor<?x4x6x6xf32> {
  %y = nn.conv %x, %w : (tensor<?x3x8x7xf32>, tensor<4x3x3x2xf32>) -> tensor<?x4x6x6xf32>
  func.return %y : tensor<?x4x6x6xf32>
}

func.func @conv_unknown_sizes(
    %x: tensor<?x?x?x?xf32> {nn.size = [2, 3, 6, 7]}, %w: tensor<4x3x3x2xf32>)
    -> tensor<?x4x?x?xf32> {
  %y = nn.conv %x, %w {pads = [1, 0, 0, 1], strides = [2, 1]}
    : (tensor<?x?x?x?xf32>, tensor<4x3x3x2xf32>) -> tensor<?x4x?x?xf32>
  func.return %y : tensor<?x4x?x?xf32>
}

func.func @conv_unknown_kernel(
    %x: tensor<1x3x6x6xf32>, %w: tensor<?x3x?x?xf32> {nn.size = [2, 3, 3]})
    -> tensor<1x?x?x?xf32> {
  %y = nn.conv %x, %w : (tensor<1x3x6x6xf32>, tensor<?x3x?x?xf32>) -> tensor<1x?x?x?xf32>
  func.return %y : tensor<1x?x?x?xf32>
}

func.func @conv_same_upper(
    %x: tensor<1x2x?x?xf32> {nn.size = [7, 6]}, %w: tensor<3x2x3x2xf32>)
    -> tensor<1x3x?x?xf32> {
  %y = nn.conv %x, %w {padding = "same_upper", strides = [2, 2]}
    : (tensor<1x2x?x?xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x?x?xf32>
  func.return %y : tensor<1x3x?x?xf32>
}

func.func @conv_same_lower(
    %x: tensor<1x2x?x?xf32> {nn.size = [7, 6]}, %w: tensor<3x2x2x3xf32>)
    -> tensor<1x3x?x?xf32> {
  %y = nn.conv %x, %w {padding = "same_lower", strides = [1, 2]}
    : (tensor<1x2x?x?xf32>, tensor<3x2x2x3xf32>) -> tensor<1x3x?x?xf32>
  func.return %y : tensor<1x3x?x?xf32>
}

func.func @conv_same_of_known_sizes(%x: tensor<1x2x7xf32>, %w: tensor<3x2x4xf32>) -> tensor<1x3x7xf32> {
  %y = nn.conv %x, %w {padding = "same_upper"} : (tensor<1x2x7xf32>, tensor<3x2x4xf32>) -> tensor<1x3x7xf32>
  func.return %y : tensor<1x3x7xf32>
}

func.func @conv_nhwc(
    %x: tensor<2x8x7x4xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>)
    -> tensor<2x4x6x6xf32> {
  %y = nn.conv %x, %w, %b {groups = 2 : i64, layout = "nhwc", pads = [1, 0, 0, 1], strides = [2, 1]}
    : (tensor<2x8x7x4xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<2x4x6x6xf32>
  func.return %y : tensor<2x4x6x6xf32>
}

func.func @conv_nhwc_depthwise(%x: tensor<1x6x5x3xf32>, %w: tensor<3x1x2x2xf32>) -> tensor<1x5x4x3xf32> {
  %y = nn.conv %x, %w {groups = 3 : i64, layout = "nhwc"}
    : (tensor<1x6x5x3xf32>, tensor<3x1x2x2xf32>) -> tensor<1x5x4x3xf32>
  func.return %y : tensor<1x5x4x3xf32>
}

func.func @conv_nhwc_1d(%x: tensor<1x9x4xf32>, %w: tensor<2x4x3xf32>) -> tensor<1x7x2xf32> {
  %y = nn.conv %x, %w {layout = "nhwc"} : (tensor<1x9x4xf32>, tensor<2x4x3xf32>) -> tensor<1x7x2xf32>
  func.return %y : tensor<1x7x2xf32>
}

func.func @conv_nhwc_same(
    %x: tensor<1x?x?x2xf32> {nn.size = [5, 6]}, %w: tensor<3x2x2x2xf32>)
    -> tensor<1x?x?x3xf32> {
  %y = nn.conv %x, %w {layout = "nhwc", padding = "same_upper"}
    : (tensor<1x?x?x2xf32>, tensor<3x2x2x2xf32>) -> tensor<1x?x?x3xf32>
  func.return %y : tensor<1x?x?x3xf32>
}

func.func @conv_transpose(%x: tensor<1x3x4x5xf32>, %w: tensor<3x2x3x2xf32>) -> tensor<1x2x6x6xf32> {
  %y = nn.conv_transpose %x, %w : (tensor<1x3x4x5xf32>, tensor<3x2x3x2xf32>) -> tensor<1x2x6x6xf32>
  func.return %y : tensor<1x2x6x6xf32>
}

func.func @conv_transpose_everything(
    %x: tensor<2x4x3x4xf32>, %w: tensor<4x3x2x3xf32>, %b: tensor<6xf32>)
    -> tensor<2x6x9x7xf32> {
  %y = nn.conv_transpose %x, %w, %b {dilations = [2, 1], groups = 2 : i64, output_padding = [1, 0], pads = [1, 0, 0, 2], strides = [3, 2]}
    : (tensor<2x4x3x4xf32>, tensor<4x3x2x3xf32>, tensor<6xf32>) -> tensor<2x6x9x7xf32>
  func.return %y : tensor<2x6x9x7xf32>
}

func.func @conv_transpose_1d(
    %x: tensor<1x3x5xf32>, %w: tensor<3x2x4xf32>, %b: tensor<2xf32>)
    -> tensor<1x2x10xf32> {
  %y = nn.conv_transpose %x, %w, %b {pads = [1, 1], strides = [2]}
    : (tensor<1x3x5xf32>, tensor<3x2x4xf32>, tensor<2xf32>) -> tensor<1x2x10xf32>
  func.return %y : tensor<1x2x10xf32>
}

func.func @conv_transpose_3d(%x: tensor<1x2x2x3x2xf32>, %w: tensor<2x2x2x2x3xf32>) -> tensor<1x2x4x4x7xf32> {
  %y = nn.conv_transpose %x, %w {dilations = [1, 1, 2], strides = [2, 1, 2]}
    : (tensor<1x2x2x3x2xf32>, tensor<2x2x2x2x3xf32>) -> tensor<1x2x4x4x7xf32>
  func.return %y : tensor<1x2x4x4x7xf32>
}

func.func @conv_transpose_depthwise(%x: tensor<1x3x4x4xf32>, %w: tensor<3x1x2x2xf32>) -> tensor<1x3x8x8xf32> {
  %y = nn.conv_transpose %x, %w {groups = 3 : i64, strides = [2, 2]}
    : (tensor<1x3x4x4xf32>, tensor<3x1x2x2xf32>) -> tensor<1x3x8x8xf32>
  func.return %y : tensor<1x3x8x8xf32>
}

func.func @conv_transpose_kernel_below_stride(
    %x: tensor<1x2x3x3xf32>, %w: tensor<2x2x1x2xf32>)
    -> tensor<1x2x7x8xf32> {
  %y = nn.conv_transpose %x, %w {strides = [3, 3]}
    : (tensor<1x2x3x3xf32>, tensor<2x2x1x2xf32>) -> tensor<1x2x7x8xf32>
  func.return %y : tensor<1x2x7x8xf32>
}

func.func @conv_transpose_of_no_images(
    %x: tensor<0x3x4x5xf32>, %w: tensor<3x2x3x2xf32>)
    -> tensor<0x2x6x6xf32> {
  %y = nn.conv_transpose %x, %w : (tensor<0x3x4x5xf32>, tensor<3x2x3x2xf32>) -> tensor<0x2x6x6xf32>
  func.return %y : tensor<0x2x6x6xf32>
}

func.func @conv_transpose_unknown_sizes(
    %x: tensor<?x3x?x?xf32> {nn.size = [2, 3, 4]}, %w: tensor<3x2x3x3xf32>)
    -> tensor<?x2x?x?xf32> {
  %y = nn.conv_transpose %x, %w {pads = [0, 1, 1, 0], strides = [2, 2]}
    : (tensor<?x3x?x?xf32>, tensor<3x2x3x3xf32>) -> tensor<?x2x?x?xf32>
  func.return %y : tensor<?x2x?x?xf32>
}

func.func @conv_transpose_same_upper(
    %x: tensor<1x2x?x?xf32> {nn.size = [3, 4]}, %w: tensor<2x2x3x4xf32>)
    -> tensor<1x2x?x?xf32> {
  %y = nn.conv_transpose %x, %w {padding = "same_upper", strides = [2, 1]}
    : (tensor<1x2x?x?xf32>, tensor<2x2x3x4xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @conv_transpose_same_lower(
    %x: tensor<1x2x?x?xf32> {nn.size = [3, 4]}, %w: tensor<2x2x3x4xf32>)
    -> tensor<1x2x?x?xf32> {
  %y = nn.conv_transpose %x, %w {padding = "same_lower", strides = [2, 1]}
    : (tensor<1x2x?x?xf32>, tensor<2x2x3x4xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @conv_transpose_output_sizes(
    %x: tensor<1x2x?xf32> {nn.size = [4]}, %w: tensor<2x3x3xf32>)
    -> tensor<1x3x8xf32> {
  %y = nn.conv_transpose %x, %w {output_sizes = [8], padding = "same_upper", strides = [2]}
    : (tensor<1x2x?xf32>, tensor<2x3x3xf32>) -> tensor<1x3x8xf32>
  func.return %y : tensor<1x3x8xf32>
}

func.func @deform_conv(
    %x: tensor<1x2x5x6xf32>, %w: tensor<4x2x3x2xf32>, %o: tensor<1x12x3x5xf32>)
    -> tensor<1x4x3x5xf32> {
  %y = nn.deform_conv %x, %w, %o
    : (tensor<1x2x5x6xf32>, tensor<4x2x3x2xf32>, tensor<1x12x3x5xf32>) -> tensor<1x4x3x5xf32>
  func.return %y : tensor<1x4x3x5xf32>
}

func.func @deform_conv_everything(
    %x: tensor<2x4x6x7xf32>, %w: tensor<4x2x2x3xf32>, %o: tensor<2x24x5x3xf32>, %b: tensor<4xf32>, %m: tensor<2x12x5x3xf32>)
    -> tensor<2x4x5x3xf32> {
  %y = nn.deform_conv %x, %w, %o, %b, %m {dilations = [2, 1], groups = 2 : i64, offset_groups = 2 : i64, pads = [1, 0, 0, 1], strides = [1, 2]}
    : (tensor<2x4x6x7xf32>, tensor<4x2x2x3xf32>, tensor<2x24x5x3xf32>, tensor<4xf32>, tensor<2x12x5x3xf32>) -> tensor<2x4x5x3xf32>
  func.return %y : tensor<2x4x5x3xf32>
}

func.func @deform_conv_unknown_sizes(
    %x: tensor<?x2x?x6xf32> {nn.size = [1, 5]}, %w: tensor<4x2x3x2xf32>, %o: tensor<?x12x?x5xf32> {nn.size = [1, 3]}, %m: tensor<?x6x?x5xf32> {nn.size = [1, 3]})
    -> tensor<?x4x?x5xf32> {
  %y = nn.deform_conv %x, %w, %o, _, %m
    : (tensor<?x2x?x6xf32>, tensor<4x2x3x2xf32>, tensor<?x12x?x5xf32>, tensor<?x6x?x5xf32>) -> tensor<?x4x?x5xf32>
  func.return %y : tensor<?x4x?x5xf32>
}

func.func @fold(%x: tensor<1x12x4xf32>) -> tensor<1x2x3x4xf32> {
  %y = nn.fold %x {kernel = [2, 3], sizes = [3, 4]} : (tensor<1x12x4xf32>) -> tensor<1x2x3x4xf32>
  func.return %y : tensor<1x2x3x4xf32>
}

func.func @fold_everything(%x: tensor<2x8x6xf32>) -> tensor<2x2x4x5xf32> {
  %y = nn.fold %x {dilations = [2, 1], kernel = [2, 2], pads = [1, 0, 0, 1], sizes = [4, 5], strides = [2, 2]}
    : (tensor<2x8x6xf32>) -> tensor<2x2x4x5xf32>
  func.return %y : tensor<2x2x4x5xf32>
}

func.func @fold_1d(%x: tensor<?x6x4xf32> {nn.size = [2]}) -> tensor<?x2x6xf32> {
  %y = nn.fold %x {kernel = [3], sizes = [6]} : (tensor<?x6x4xf32>) -> tensor<?x2x6xf32>
  func.return %y : tensor<?x2x6xf32>
}

func.func @fold_3d(%x: tensor<1x?x4xf32> {nn.size = [16]}) -> tensor<1x?x3x2x3xf32> {
  %y = nn.fold %x {kernel = [2, 2, 2], sizes = [3, 2, 3]} : (tensor<1x?x4xf32>) -> tensor<1x?x3x2x3xf32>
  func.return %y : tensor<1x?x3x2x3xf32>
}

func.func @conv_transpose_nhwc(
    %x: tensor<1x3x4x2xf32>, %w: tensor<2x3x2x2xf32>, %b: tensor<3xf32>)
    -> tensor<1x6x5x3xf32> {
  %y = nn.conv_transpose %x, %w, %b {layout = "nhwc", strides = [2, 1]}
    : (tensor<1x3x4x2xf32>, tensor<2x3x2x2xf32>, tensor<3xf32>) -> tensor<1x6x5x3xf32>
  func.return %y : tensor<1x6x5x3xf32>
}

// ONNX Runtime has no kernel of f64.
func.func @conv_f64(
    %x: tensor<1x4x5x5xf64>, %w: tensor<2x2x3x3xf64>, %b: tensor<2xf64>)
    -> tensor<1x2x3x3xf64> attributes {nn.oracle = "reference"} {
  %y = nn.conv %x, %w, %b {groups = 2 : i64}
    : (tensor<1x4x5x5xf64>, tensor<2x2x3x3xf64>, tensor<2xf64>) -> tensor<1x2x3x3xf64>
  func.return %y : tensor<1x2x3x3xf64>
}

// ONNX Runtime has no kernel of f64.
func.func @conv_transpose_f64(
    %x: tensor<1x2x3x3xf64>, %w: tensor<2x2x2x2xf64>, %b: tensor<2xf64>)
    -> tensor<1x2x6x4xf64> attributes {nn.oracle = "reference"} {
  %y = nn.conv_transpose %x, %w, %b {strides = [2, 1]}
    : (tensor<1x2x3x3xf64>, tensor<2x2x2x2xf64>, tensor<2xf64>) -> tensor<1x2x6x4xf64>
  func.return %y : tensor<1x2x6x4xf64>
}
