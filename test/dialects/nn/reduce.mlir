// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @sum_over_middle
// CHECK:         nn.reduce_sum %x {axes = [1], keepdims = true} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>

func.func @sum_over_middle(%x: tensor<2x3x4xf32>) -> tensor<2x1x4xf32> {
  %y = nn.reduce_sum %x {axes = [1], keepdims = true} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  func.return %y : tensor<2x1x4xf32>
}

func.func @sum_over_all(%x: tensor<2x3x4xf32>) -> tensor<f32> {
  %y = nn.reduce_sum %x {axes = [0, 1, 2]} : (tensor<2x3x4xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @sum_over_nothing(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.reduce_sum %x {axes = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @sum_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  %y = nn.reduce_sum %x {axes = [], keepdims = true} : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @sum_of_no_elements(%x: tensor<2x0x3xf32>) -> tensor<2x3xf32> {
  %y = nn.reduce_sum %x {axes = [1]} : (tensor<2x0x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @sum_with_unknown_dims(%x: tensor<?x3x?xf64> {nn.size = [4, 2]}) -> tensor<1x3x1xf64> {
  %y = nn.reduce_sum %x {axes = [0, 2], keepdims = true} : (tensor<?x3x?xf64>) -> tensor<1x3x1xf64>
  func.return %y : tensor<1x3x1xf64>
}

// The runtime sums integers in f64, and saturates.
func.func @sum_of_i32_wraps(%x: tensor<2x3xi32> {nn.range = [1073741824, 2147483647]}) -> tensor<2xi32> attributes {nn.oracle = "reference"} {
  %y = nn.reduce_sum %x {axes = [1]} : (tensor<2x3xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}

func.func @sum_of_i64(%x: tensor<2x3xi64>) -> tensor<1x3xi64> {
  %y = nn.reduce_sum %x {axes = [0], keepdims = true} : (tensor<2x3xi64>) -> tensor<1x3xi64>
  func.return %y : tensor<1x3xi64>
}

func.func @mean_over_last(%x: tensor<2x3x4xf32>) -> tensor<2x3xf32> {
  %y = nn.reduce_mean %x {axes = [2]} : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @mean_over_spatial(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32> {
  %y = nn.reduce_mean %x {axes = [2, 3], keepdims = true} : (tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32>
  func.return %y : tensor<2x3x1x1xf32>
}

func.func @mean_of_f16(%x: tensor<2x3xf16>) -> tensor<2x1xf16> {
  %y = nn.reduce_mean %x {axes = [1], keepdims = true} : (tensor<2x3xf16>) -> tensor<2x1xf16>
  func.return %y : tensor<2x1xf16>
}

func.func @mean_of_f64(%x: tensor<2x3xf64>) -> tensor<3xf64> {
  %y = nn.reduce_mean %x {axes = [0]} : (tensor<2x3xf64>) -> tensor<3xf64>
  func.return %y : tensor<3xf64>
}

func.func @mean_of_i32_is_truncated(%x: tensor<7x3xi32>) -> tensor<7xi32> {
  %y = nn.reduce_mean %x {axes = [1]} : (tensor<7x3xi32>) -> tensor<7xi32>
  func.return %y : tensor<7xi32>
}

func.func @mean_of_i64_is_truncated(%x: tensor<7x2x2xi64>) -> tensor<7xi64> {
  %y = nn.reduce_mean %x {axes = [1, 2]} : (tensor<7x2x2xi64>) -> tensor<7xi64>
  func.return %y : tensor<7xi64>
}

func.func @mean_over_nothing(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.reduce_mean %x {axes = [], keepdims = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @prod_over_first(%x: tensor<3x4xf32>) -> tensor<4xf32> {
  %y = nn.reduce_prod %x {axes = [0]} : (tensor<3x4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @prod_of_no_elements(%x: tensor<0x4xf32>) -> tensor<4xf32> {
  %y = nn.reduce_prod %x {axes = [0]} : (tensor<0x4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// The runtime multiplies integers in f64, and saturates.
func.func @prod_of_i64_wraps(%x: tensor<5x4xi64> {nn.range = [1000000, 2000000]}) -> tensor<4xi64> attributes {nn.oracle = "reference"} {
  %y = nn.reduce_prod %x {axes = [0]} : (tensor<5x4xi64>) -> tensor<4xi64>
  func.return %y : tensor<4xi64>
}

func.func @max_over_two(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = nn.reduce_max %x {axes = [0, 2]} : (tensor<2x3x4xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @max_of_no_elements(%x: tensor<2x0xf32>) -> tensor<2x1xf32> {
  %y = nn.reduce_max %x {axes = [1], keepdims = true} : (tensor<2x0xf32>) -> tensor<2x1xf32>
  func.return %y : tensor<2x1xf32>
}

func.func @max_of_no_i64(%x: tensor<0x2xi64>) -> tensor<2xi64> {
  %y = nn.reduce_max %x {axes = [0]} : (tensor<0x2xi64>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

func.func @max_of_i8(%x: tensor<2x3xi8>) -> tensor<2xi8> {
  %y = nn.reduce_max %x {axes = [1]} : (tensor<2x3xi8>) -> tensor<2xi8>
  func.return %y : tensor<2xi8>
}

func.func @max_of_ui8(%x: tensor<2x3xui8> {nn.range = [0, 256]}) -> tensor<2xui8> {
  %y = nn.reduce_max %x {axes = [1]} : (tensor<2x3xui8>) -> tensor<2xui8>
  func.return %y : tensor<2xui8>
}

func.func @max_of_i1(%x: tensor<8x3xi1>) -> tensor<8x1xi1> {
  %y = nn.reduce_max %x {axes = [1], keepdims = true} : (tensor<8x3xi1>) -> tensor<8x1xi1>
  func.return %y : tensor<8x1xi1>
}

func.func @max_of_f16(%x: tensor<2x3xf16>) -> tensor<3xf16> {
  %y = nn.reduce_max %x {axes = [0]} : (tensor<2x3xf16>) -> tensor<3xf16>
  func.return %y : tensor<3xf16>
}

func.func @max_of_infinities() -> tensor<4xf32> {
  %c = nn.constant {value = dense<[[0x7F800000, 1.0, -2.0, 0xFF800000], [3.0, 0xFF800000, 1.0, 0.0]]> : tensor<2x4xf32>} : () -> tensor<2x4xf32>
  %y = nn.reduce_max %c {axes = [0]} : (tensor<2x4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @min_over_two(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = nn.reduce_min %x {axes = [0, 2]} : (tensor<2x3x4xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @min_of_no_elements(%x: tensor<2x0xf32>) -> tensor<2x1xf32> {
  %y = nn.reduce_min %x {axes = [1], keepdims = true} : (tensor<2x0xf32>) -> tensor<2x1xf32>
  func.return %y : tensor<2x1xf32>
}

func.func @min_of_no_i64(%x: tensor<0x2xi64>) -> tensor<2xi64> {
  %y = nn.reduce_min %x {axes = [0]} : (tensor<0x2xi64>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

func.func @min_of_i8(%x: tensor<2x3xi8>) -> tensor<2xi8> {
  %y = nn.reduce_min %x {axes = [1]} : (tensor<2x3xi8>) -> tensor<2xi8>
  func.return %y : tensor<2xi8>
}

func.func @min_of_ui8(%x: tensor<2x3xui8> {nn.range = [0, 256]}) -> tensor<2xui8> {
  %y = nn.reduce_min %x {axes = [1]} : (tensor<2x3xui8>) -> tensor<2xui8>
  func.return %y : tensor<2xui8>
}

func.func @min_of_i1(%x: tensor<8x3xi1>) -> tensor<8x1xi1> {
  %y = nn.reduce_min %x {axes = [1], keepdims = true} : (tensor<8x3xi1>) -> tensor<8x1xi1>
  func.return %y : tensor<8x1xi1>
}

func.func @min_of_f16(%x: tensor<2x3xf16>) -> tensor<3xf16> {
  %y = nn.reduce_min %x {axes = [0]} : (tensor<2x3xf16>) -> tensor<3xf16>
  func.return %y : tensor<3xf16>
}

func.func @min_of_infinities() -> tensor<4xf32> {
  %c = nn.constant {value = dense<[[0x7F800000, 1.0, -2.0, 0xFF800000], [3.0, 0xFF800000, 1.0, 0.0]]> : tensor<2x4xf32>} : () -> tensor<2x4xf32>
  %y = nn.reduce_min %c {axes = [0]} : (tensor<2x4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// The runtime keeps a NaN only where it comes first.
func.func @max_of_nan() -> tensor<2xf32> attributes {nn.oracle = "reference"} {
  %nan = nn.constant {value = dense<[[1.0, 0x7FC00000, 2.0], [1.0, 2.0, 0x7FC00000]]> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %y = nn.reduce_max %nan {axes = [1]} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// The runtime keeps a NaN only where it comes first.
func.func @min_of_nan() -> tensor<2xf32> attributes {nn.oracle = "reference"} {
  %nan = nn.constant {value = dense<[[1.0, 0x7FC00000, 2.0], [1.0, 2.0, 0x7FC00000]]> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %y = nn.reduce_min %nan {axes = [1]} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

func.func @l1_over_first(%x: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %y = nn.reduce_l1 %x {axes = [0], keepdims = true} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}

func.func @l1_over_all(%x: tensor<3x4xf64>) -> tensor<f64> {
  %y = nn.reduce_l1 %x {axes = [0, 1]} : (tensor<3x4xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @l1_over_nothing(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.reduce_l1 %x {axes = []} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @l1_of_no_elements(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  %y = nn.reduce_l1 %x {axes = [1]} : (tensor<3x0xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @l1_of_i32(%x: tensor<3x4xi32>) -> tensor<3xi32> {
  %y = nn.reduce_l1 %x {axes = [1]} : (tensor<3x4xi32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @l2_over_first(%x: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %y = nn.reduce_l2 %x {axes = [0], keepdims = true} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}

func.func @l2_over_all(%x: tensor<3x4xf64>) -> tensor<f64> {
  %y = nn.reduce_l2 %x {axes = [0, 1]} : (tensor<3x4xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @l2_over_nothing(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.reduce_l2 %x {axes = []} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @l2_of_no_elements(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  %y = nn.reduce_l2 %x {axes = [1]} : (tensor<3x0xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @l2_of_i32(%x: tensor<3x4xi32>) -> tensor<3xi32> {
  %y = nn.reduce_l2 %x {axes = [1]} : (tensor<3x4xi32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @log_sum_exp_over_first(%x: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %y = nn.reduce_log_sum_exp %x {axes = [0], keepdims = true} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}

func.func @log_sum_exp_over_all(%x: tensor<3x4xf64>) -> tensor<f64> {
  %y = nn.reduce_log_sum_exp %x {axes = [0, 1]} : (tensor<3x4xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @log_sum_exp_over_nothing(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.reduce_log_sum_exp %x {axes = []} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @log_sum_exp_of_no_elements(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  %y = nn.reduce_log_sum_exp %x {axes = [1]} : (tensor<3x0xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @log_sum_exp_of_i32(%x: tensor<3x4xi32>) -> tensor<3xi32> {
  %y = nn.reduce_log_sum_exp %x {axes = [1]} : (tensor<3x4xi32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @sum_square_over_first(%x: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %y = nn.reduce_sum_square %x {axes = [0], keepdims = true} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}

func.func @sum_square_over_all(%x: tensor<3x4xf64>) -> tensor<f64> {
  %y = nn.reduce_sum_square %x {axes = [0, 1]} : (tensor<3x4xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @sum_square_over_nothing(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.reduce_sum_square %x {axes = []} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @sum_square_of_no_elements(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  %y = nn.reduce_sum_square %x {axes = [1]} : (tensor<3x0xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @sum_square_of_i32(%x: tensor<3x4xi32>) -> tensor<3xi32> {
  %y = nn.reduce_sum_square %x {axes = [1]} : (tensor<3x4xi32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @log_sum_over_first(%x: tensor<3x4xf32> {nn.range = [0.5, 4.0]}) -> tensor<1x4xf32> {
  %y = nn.reduce_log_sum %x {axes = [0], keepdims = true} : (tensor<3x4xf32>) -> tensor<1x4xf32>
  func.return %y : tensor<1x4xf32>
}

func.func @log_sum_over_nothing(%x: tensor<3x4xf32> {nn.range = [0.5, 4.0]}) -> tensor<3x4xf32> {
  %y = nn.reduce_log_sum %x {axes = []} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @log_sum_of_no_elements(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  %y = nn.reduce_log_sum %x {axes = [1]} : (tensor<3x0xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @log_sum_of_i64(%x: tensor<3x4xi64> {nn.range = [1, 9]}) -> tensor<3xi64> {
  %y = nn.reduce_log_sum %x {axes = [1]} : (tensor<3x4xi64>) -> tensor<3xi64>
  func.return %y : tensor<3xi64>
}

func.func @log_sum_exp_of_large_numbers(%x: tensor<3x4xf32> {nn.range = [1000.0, 1010.0]}) -> tensor<3xf32> {
  %y = nn.reduce_log_sum_exp %x {axes = [1]} : (tensor<3x4xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @log_sum_exp_of_infinities() -> tensor<4xf32> {
  %x = nn.constant {value = dense<[[0x7F800000, 1.0], [0xFF800000, 1.0], [0x7F800000, 0xFF800000], [0xFF800000, 0xFF800000]]> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %y = nn.reduce_log_sum_exp %x {axes = [1]} : (tensor<4x2xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @argmax_along_last(%x: tensor<2x5xf32>) -> tensor<2xi64> {
  %y = nn.argmax %x {axis = 1 : i64} : (tensor<2x5xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

func.func @argmax_of_equals_first(%x: tensor<9x8xi32> {nn.range = [0, 3]}) -> tensor<9x1xi64> {
  %y = nn.argmax %x {axis = 1 : i64, keepdims = true} : (tensor<9x8xi32>) -> tensor<9x1xi64>
  func.return %y : tensor<9x1xi64>
}

func.func @argmax_of_equals_last(%x: tensor<9x8xi8> {nn.range = [0, 3]}) -> tensor<8xi64> {
  %y = nn.argmax %x {axis = 0 : i64, select_last = true} : (tensor<9x8xi8>) -> tensor<8xi64>
  func.return %y : tensor<8xi64>
}

func.func @argmax_of_ui8(%x: tensor<2x5xui8>) -> tensor<2x1xi64> {
  %y = nn.argmax %x {axis = 1 : i64, keepdims = true, select_last = true} : (tensor<2x5xui8>) -> tensor<2x1xi64>
  func.return %y : tensor<2x1xi64>
}

func.func @argmax_of_f16(%x: tensor<4x5xf16>) -> tensor<1x5xi64> {
  %y = nn.argmax %x {axis = 0 : i64, keepdims = true} : (tensor<4x5xf16>) -> tensor<1x5xi64>
  func.return %y : tensor<1x5xi64>
}

func.func @argmax_with_unknown_dims(%x: tensor<?x?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.argmax %x {axis = 1 : i64} : (tensor<?x?x4xf32>) -> tensor<?x4xi64>
  func.return %y : tensor<?x4xi64>
}

func.func @argmin_along_last(%x: tensor<2x5xf32>) -> tensor<2xi64> {
  %y = nn.argmin %x {axis = 1 : i64} : (tensor<2x5xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

func.func @argmin_of_equals_first(%x: tensor<9x8xi32> {nn.range = [0, 3]}) -> tensor<9x1xi64> {
  %y = nn.argmin %x {axis = 1 : i64, keepdims = true} : (tensor<9x8xi32>) -> tensor<9x1xi64>
  func.return %y : tensor<9x1xi64>
}

func.func @argmin_of_equals_last(%x: tensor<9x8xi8> {nn.range = [0, 3]}) -> tensor<8xi64> {
  %y = nn.argmin %x {axis = 0 : i64, select_last = true} : (tensor<9x8xi8>) -> tensor<8xi64>
  func.return %y : tensor<8xi64>
}

func.func @argmin_of_ui8(%x: tensor<2x5xui8>) -> tensor<2x1xi64> {
  %y = nn.argmin %x {axis = 1 : i64, keepdims = true, select_last = true} : (tensor<2x5xui8>) -> tensor<2x1xi64>
  func.return %y : tensor<2x1xi64>
}

func.func @argmin_of_f16(%x: tensor<4x5xf16>) -> tensor<1x5xi64> {
  %y = nn.argmin %x {axis = 0 : i64, keepdims = true} : (tensor<4x5xf16>) -> tensor<1x5xi64>
  func.return %y : tensor<1x5xi64>
}

func.func @argmin_with_unknown_dims(%x: tensor<?x?x4xf32>) -> tensor<?x4xi64> {
  %y = nn.argmin %x {axis = 1 : i64} : (tensor<?x?x4xf32>) -> tensor<?x4xi64>
  func.return %y : tensor<?x4xi64>
}

func.func @cumsum_along_first(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.cumsum %x {axis = 0 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @cumsum_exclusive(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.cumsum %x {axis = 1 : i64, exclusive = true} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @cumsum_reverse(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %y = nn.cumsum %x {axis = 1 : i64, reverse = true} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  func.return %y : tensor<3x4xf64>
}

func.func @cumsum_exclusive_reverse(%x: tensor<2x3x4xi32>) -> tensor<2x3x4xi32> {
  %y = nn.cumsum %x {axis = 1 : i64, exclusive = true, reverse = true} : (tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  func.return %y : tensor<2x3x4xi32>
}

func.func @cumsum_wraps(%x: tensor<5xi64> {nn.range = [1152921504606846976, 9223372036854775807]}) -> tensor<5xi64> {
  %y = nn.cumsum %x {axis = 0 : i64} : (tensor<5xi64>) -> tensor<5xi64>
  func.return %y : tensor<5xi64>
}

func.func @cumsum_with_unknown_dims(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumsum %x {axis = 0 : i64, reverse = true} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return %y : tensor<?x4xf32>
}

func.func @cumprod_along_first(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.cumprod %x {axis = 0 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @cumprod_exclusive(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.cumprod %x {axis = 1 : i64, exclusive = true} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @cumprod_reverse(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %y = nn.cumprod %x {axis = 1 : i64, reverse = true} : (tensor<3x4xf64>) -> tensor<3x4xf64>
  func.return %y : tensor<3x4xf64>
}

func.func @cumprod_exclusive_reverse(%x: tensor<2x3x4xi32>) -> tensor<2x3x4xi32> {
  %y = nn.cumprod %x {axis = 1 : i64, exclusive = true, reverse = true} : (tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  func.return %y : tensor<2x3x4xi32>
}

func.func @cumprod_wraps(%x: tensor<5xi64> {nn.range = [1152921504606846976, 9223372036854775807]}) -> tensor<5xi64> {
  %y = nn.cumprod %x {axis = 0 : i64} : (tensor<5xi64>) -> tensor<5xi64>
  func.return %y : tensor<5xi64>
}

func.func @cumprod_with_unknown_dims(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = nn.cumprod %x {axis = 0 : i64, reverse = true} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return %y : tensor<?x4xf32>
}
