// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @max_pool_everything
// CHECK:         nn.max_pool %x {ceil_mode = true, dilations = [2, 1], kernel = [2, 3], pads = [0, 1, 1, 2], strides = [2, 2]}
// CHECK-LABEL: func.func @max_pool_indices
// CHECK:         %y, %i = nn.max_pool_indices %x {kernel = [2, 2]} : (tensor<1x2x4x5xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi64>)
// CHECK-LABEL: func.func @average_pool_everything
// CHECK:         nn.average_pool %x {ceil_mode = true, count_include_pad = true, dilations = [2, 1], kernel = [2, 3], pads = [0, 1, 1, 2], strides = [2, 2]}
// CHECK-LABEL: func.func @global_average_pool
// CHECK:         nn.global_average_pool %x : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>

func.func @max_pool(%x: tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32> {
  %y = nn.max_pool %x {kernel = [3, 2]} : (tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32>
  func.return %y : tensor<1x2x3x5xf32>
}

func.func @max_pool_everything(%x: tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.max_pool %x {ceil_mode = true, dilations = [2, 1], kernel = [2, 3], pads = [0, 1, 1, 2], strides = [2, 2]}
    : (tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @max_pool_1d(%x: tensor<2x3x8xf32>) -> tensor<2x3x4xf32> {
  %y = nn.max_pool %x {kernel = [3], pads = [1, 1], strides = [2]} : (tensor<2x3x8xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @max_pool_3d(%x: tensor<1x2x4x5x6xf32>) -> tensor<1x2x4x3x3xf32> {
  %y = nn.max_pool %x {kernel = [2, 2, 3], pads = [1, 0, 1, 0, 1, 2], strides = [1, 2, 3]}
    : (tensor<1x2x4x5x6xf32>) -> tensor<1x2x4x3x3xf32>
  func.return %y : tensor<1x2x4x3x3xf32>
}

func.func @max_pool_ceil_mode_needs_no_more(%x: tensor<1x1x7xf32>) -> tensor<1x1x3xf32> {
  %y = nn.max_pool %x {ceil_mode = true, kernel = [3], strides = [2]}
    : (tensor<1x1x7xf32>) -> tensor<1x1x3xf32>
  func.return %y : tensor<1x1x3xf32>
}

func.func @max_pool_ceil_mode_not_from_the_padding(%x: tensor<1x1x5xf32>) -> tensor<1x1x2xf32> {
  %y = nn.max_pool %x {ceil_mode = true, kernel = [1], strides = [3]}
    : (tensor<1x1x5xf32>) -> tensor<1x1x2xf32>
  func.return %y : tensor<1x1x2xf32>
}

func.func @max_pool_f64(%x: tensor<1x2x5x6xf64>) -> tensor<1x2x3x5xf64> {
  %y = nn.max_pool %x {kernel = [3, 2]} : (tensor<1x2x5x6xf64>) -> tensor<1x2x3x5xf64>
  func.return %y : tensor<1x2x3x5xf64>
}

func.func @max_pool_f16(%x: tensor<1x2x5x6xf16>) -> tensor<1x2x5x7xf16> {
  %y = nn.max_pool %x {kernel = [3, 2], pads = [1, 1, 1, 1]} : (tensor<1x2x5x6xf16>) -> tensor<1x2x5x7xf16>
  func.return %y : tensor<1x2x5x7xf16>
}

func.func @max_pool_i8(%x: tensor<1x2x5x6xi8> {nn.range = [-128, 128]}) -> tensor<1x2x5x7xi8> {
  %y = nn.max_pool %x {kernel = [3, 2], pads = [2, 1, 0, 1]} : (tensor<1x2x5x6xi8>) -> tensor<1x2x5x7xi8>
  func.return %y : tensor<1x2x5x7xi8>
}

func.func @max_pool_ui8(%x: tensor<1x2x5x6xui8> {nn.range = [0, 256]}) -> tensor<1x2x5x7xui8> {
  %y = nn.max_pool %x {kernel = [3, 2], pads = [2, 1, 0, 1]} : (tensor<1x2x5x6xui8>) -> tensor<1x2x5x7xui8>
  func.return %y : tensor<1x2x5x7xui8>
}

func.func @max_pool_of_no_images(%x: tensor<0x2x5x6xf32>) -> tensor<0x2x3x5xf32> {
  %y = nn.max_pool %x {kernel = [3, 2]} : (tensor<0x2x5x6xf32>) -> tensor<0x2x3x5xf32>
  func.return %y : tensor<0x2x3x5xf32>
}

func.func @max_pool_unknown_sizes(%x: tensor<?x2x?x6xf32> {nn.size = [2, 5]}) -> tensor<?x2x?x6xf32> {
  %y = nn.max_pool %x {kernel = [3, 2], pads = [1, 0, 1, 1], strides = [2, 1]}
    : (tensor<?x2x?x6xf32>) -> tensor<?x2x?x6xf32>
  func.return %y : tensor<?x2x?x6xf32>
}

func.func @max_pool_unknown_sizes_ceil_mode(
    %x: tensor<?x2x?x6xf32> {nn.size = [2, 5]})
    -> tensor<?x2x?x3xf32> {
  %y = nn.max_pool %x {ceil_mode = true, kernel = [3, 2], strides = [2, 2]}
    : (tensor<?x2x?x6xf32>) -> tensor<?x2x?x3xf32>
  func.return %y : tensor<?x2x?x3xf32>
}

func.func @max_pool_same_upper(%x: tensor<1x2x?x?xf32> {nn.size = [5, 6]}) -> tensor<1x2x?x?xf32> {
  %y = nn.max_pool %x {kernel = [3, 2], padding = "same_upper", strides = [2, 1]}
    : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @max_pool_same_lower(%x: tensor<1x2x?x?xf32> {nn.size = [5, 6]}) -> tensor<1x2x?x?xf32> {
  %y = nn.max_pool %x {kernel = [3, 2], padding = "same_lower", strides = [2, 1]}
    : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  func.return %y : tensor<1x2x?x?xf32>
}

func.func @max_pool_nhwc(%x: tensor<2x5x6x3xf32>) -> tensor<2x2x6x3xf32> {
  %y = nn.max_pool %x {kernel = [3, 2], layout = "nhwc", pads = [1, 0, 0, 1], strides = [2, 1]}
    : (tensor<2x5x6x3xf32>) -> tensor<2x2x6x3xf32>
  func.return %y : tensor<2x2x6x3xf32>
}

func.func @max_pool_indices(%x: tensor<1x2x4x5xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi64>) {
  %y, %i = nn.max_pool_indices %x {kernel = [2, 2]}
    : (tensor<1x2x4x5xf32>) -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xi64>)
  func.return %y, %i : tensor<1x2x3x4xf32>, tensor<1x2x3x4xi64>
}

func.func @max_pool_indices_everything(
    %x: tensor<2x2x7x6xf32>)
    -> (tensor<2x2x4x4xf32>, tensor<2x2x4x4xi64>) {
  %y, %i = nn.max_pool_indices %x {ceil_mode = true, dilations = [2, 1], kernel = [2, 3], order = "column_major", pads = [0, 1, 1, 2], strides = [2, 2]}
    : (tensor<2x2x7x6xf32>) -> (tensor<2x2x4x4xf32>, tensor<2x2x4x4xi64>)
  func.return %y, %i : tensor<2x2x4x4xf32>, tensor<2x2x4x4xi64>
}

func.func @max_pool_indices_of_equals(
    %x: tensor<2x2x6xi8> {nn.range = [0, 2]})
    -> (tensor<2x2x2xi8>, tensor<2x2x2xi64>) {
  %y, %i = nn.max_pool_indices %x {kernel = [3], strides = [2]}
    : (tensor<2x2x6xi8>) -> (tensor<2x2x2xi8>, tensor<2x2x2xi64>)
  func.return %y, %i : tensor<2x2x2xi8>, tensor<2x2x2xi64>
}

func.func @max_pool_indices_3d(%x: tensor<1x2x3x4x3xf32>) -> (tensor<1x2x2x3x2xf32>, tensor<1x2x2x3x2xi64>) {
  %y, %i = nn.max_pool_indices %x {kernel = [2, 2, 2], order = "column_major"}
    : (tensor<1x2x3x4x3xf32>) -> (tensor<1x2x2x3x2xf32>, tensor<1x2x2x3x2xi64>)
  func.return %y, %i : tensor<1x2x2x3x2xf32>, tensor<1x2x2x3x2xi64>
}

func.func @max_pool_indices_same(
    %x: tensor<?x2x?xf32> {nn.size = [2, 5]})
    -> (tensor<?x2x?xf32>, tensor<?x2x?xi64>) {
  %y, %i = nn.max_pool_indices %x {kernel = [3], padding = "same_upper", strides = [2]}
    : (tensor<?x2x?xf32>) -> (tensor<?x2x?xf32>, tensor<?x2x?xi64>)
  func.return %y, %i : tensor<?x2x?xf32>, tensor<?x2x?xi64>
}

func.func @average_pool(%x: tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32> {
  %y = nn.average_pool %x {kernel = [3, 2]} : (tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32>
  func.return %y : tensor<1x2x3x5xf32>
}

func.func @average_pool_everything(%x: tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.average_pool %x {ceil_mode = true, count_include_pad = true, dilations = [2, 1], kernel = [2, 3], pads = [0, 1, 1, 2], strides = [2, 2]}
    : (tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @average_pool_padded(%x: tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.average_pool %x {kernel = [2, 3], pads = [0, 1, 1, 2], strides = [2, 2]}
    : (tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @average_pool_padding_counts(%x: tensor<1x1x5xf32>) -> tensor<1x1x6xf32> {
  %y = nn.average_pool %x {count_include_pad = true, kernel = [3], pads = [1, 2]}
    : (tensor<1x1x5xf32>) -> tensor<1x1x6xf32>
  func.return %y : tensor<1x1x6xf32>
}

func.func @average_pool_ceil_mode(%x: tensor<1x2x7x6xf32>) -> tensor<1x2x4x3xf32> {
  %y = nn.average_pool %x {ceil_mode = true, kernel = [2, 4], pads = [1, 1, 0, 1], strides = [2, 3]}
    : (tensor<1x2x7x6xf32>) -> tensor<1x2x4x3xf32>
  func.return %y : tensor<1x2x4x3xf32>
}

func.func @average_pool_3d(%x: tensor<1x2x4x5x6xf32>) -> tensor<1x2x4x3x3xf32> {
  %y = nn.average_pool %x {kernel = [2, 2, 3], pads = [1, 0, 1, 0, 1, 2], strides = [1, 2, 3]}
    : (tensor<1x2x4x5x6xf32>) -> tensor<1x2x4x3x3xf32>
  func.return %y : tensor<1x2x4x3x3xf32>
}

func.func @average_pool_unknown_sizes(%x: tensor<?x2x?xf32> {nn.size = [2, 5]}) -> tensor<?x2x?xf32> {
  %y = nn.average_pool %x {count_include_pad = true, kernel = [3], padding = "same_lower", strides = [2]}
    : (tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  func.return %y : tensor<?x2x?xf32>
}

func.func @average_pool_f16(%x: tensor<1x2x5x6xf16>) -> tensor<1x2x3x5xf16> {
  %y = nn.average_pool %x {kernel = [3, 2]} : (tensor<1x2x5x6xf16>) -> tensor<1x2x3x5xf16>
  func.return %y : tensor<1x2x3x5xf16>
}

func.func @average_pool_nhwc(%x: tensor<1x5x6x2xf32>) -> tensor<1x5x5x2xf32> {
  %y = nn.average_pool %x {kernel = [3, 2], layout = "nhwc", pads = [1, 0, 1, 0]}
    : (tensor<1x5x6x2xf32>) -> tensor<1x5x5x2xf32>
  func.return %y : tensor<1x5x5x2xf32>
}

func.func @lp_pool(%x: tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32> {
  %y = nn.lp_pool %x {kernel = [3, 2]} : (tensor<1x2x5x6xf32>) -> tensor<1x2x3x5xf32>
  func.return %y : tensor<1x2x3x5xf32>
}

func.func @lp_pool_everything(%x: tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.lp_pool %x {ceil_mode = true, dilations = [2, 1], kernel = [2, 3], p = 3 : i64, pads = [0, 1, 1, 2], strides = [2, 2]}
    : (tensor<2x3x8x9xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @lp_pool_of_1(%x: tensor<1x2x?xf32> {nn.size = [6]}) -> tensor<1x2x?xf32> {
  %y = nn.lp_pool %x {kernel = [3], p = 1 : i64, padding = "same_upper"}
    : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  func.return %y : tensor<1x2x?xf32>
}

func.func @lp_pool_nhwc(%x: tensor<1x5x6x2xf32>) -> tensor<1x3x5x2xf32> {
  %y = nn.lp_pool %x {kernel = [3, 2], layout = "nhwc"} : (tensor<1x5x6x2xf32>) -> tensor<1x3x5x2xf32>
  func.return %y : tensor<1x3x5x2xf32>
}

func.func @max_unpool(
    %x: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x2xi64> {nn.range = [0, 32]})
    -> tensor<1x2x4x4xf32> {
  %y = nn.max_unpool %x, %i {kernel = [2, 2], strides = [2, 2]}
    : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
  func.return %y : tensor<1x2x4x4xf32>
}

func.func @max_unpool_padded(
    %x: tensor<1x1x4xf32>, %i: tensor<1x1x4xi64> {nn.range = [0, 7]})
    -> tensor<1x1x7xf32> {
  %y = nn.max_unpool %x, %i {kernel = [3], pads = [1, 1], strides = [2]}
    : (tensor<1x1x4xf32>, tensor<1x1x4xi64>) -> tensor<1x1x7xf32>
  func.return %y : tensor<1x1x7xf32>
}

func.func @max_unpool_to_sizes(
    %x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64> {nn.range = [0, 30]})
    -> tensor<1x1x5x6xf32> {
  %y = nn.max_unpool %x, %i {kernel = [2, 2], output_sizes = [5, 6], strides = [2, 2]}
    : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>) -> tensor<1x1x5x6xf32>
  func.return %y : tensor<1x1x5x6xf32>
}

func.func @max_unpool_unknown_sizes(
    %x: tensor<?x2x?xf32> {nn.size = [1, 3]}, %i: tensor<?x2x?xi64> {nn.range = [0, 8], nn.size = [1, 3]})
    -> tensor<?x2x?xf32> {
  %y = nn.max_unpool %x, %i {kernel = [2]} : (tensor<?x2x?xf32>, tensor<?x2x?xi64>) -> tensor<?x2x?xf32>
  func.return %y : tensor<?x2x?xf32>
}

func.func @global_average_pool(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32> {
  %y = nn.global_average_pool %x : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>
  func.return %y : tensor<2x3x1x1xf32>
}

func.func @global_average_pool_1d(%x: tensor<?x3x?xf32> {nn.size = [2, 7]}) -> tensor<?x3x1xf32> {
  %y = nn.global_average_pool %x : (tensor<?x3x?xf32>) -> tensor<?x3x1xf32>
  func.return %y : tensor<?x3x1xf32>
}

func.func @global_average_pool_f16(%x: tensor<2x3x4x5xf16>) -> tensor<2x3x1x1xf16> {
  %y = nn.global_average_pool %x : (tensor<2x3x4x5xf16>) -> tensor<2x3x1x1xf16>
  func.return %y : tensor<2x3x1x1xf16>
}

func.func @global_average_pool_nhwc(%x: tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32> {
  %y = nn.global_average_pool %x {layout = "nhwc"} : (tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32>
  func.return %y : tensor<2x1x1x3xf32>
}

func.func @global_max_pool(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32> {
  %y = nn.global_max_pool %x : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>
  func.return %y : tensor<2x3x1x1xf32>
}

func.func @global_max_pool_3d(%x: tensor<?x3x?x2x2xf32> {nn.size = [2, 3]}) -> tensor<?x3x1x1x1xf32> {
  %y = nn.global_max_pool %x : (tensor<?x3x?x2x2xf32>) -> tensor<?x3x1x1x1xf32>
  func.return %y : tensor<?x3x1x1x1xf32>
}

func.func @global_max_pool_nhwc(%x: tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32> {
  %y = nn.global_max_pool %x {layout = "nhwc"} : (tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32>
  func.return %y : tensor<2x1x1x3xf32>
}

func.func @global_lp_pool(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32> {
  %y = nn.global_lp_pool %x : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>
  func.return %y : tensor<2x3x1x1xf32>
}

func.func @global_lp_pool_of_1(%x: tensor<2x3x4xf32>) -> tensor<2x3x1xf32> {
  %y = nn.global_lp_pool %x {p = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
  func.return %y : tensor<2x3x1xf32>
}

func.func @global_lp_pool_of_3(%x: tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32> {
  %y = nn.global_lp_pool %x {layout = "nhwc", p = 3 : i64} : (tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32>
  func.return %y : tensor<2x1x1x3xf32>
}
