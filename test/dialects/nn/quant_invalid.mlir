// RUN: INVALID

func.func @no_type(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xui8> {
  // expected-error@+1 {{'nn.quantize' op needs the element type 'to'}}
  %y = nn.quantize %x, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

// -----

func.func @to_a_wide_type(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'nn.quantize' op cannot quantize to i32}}
  %y = nn.quantize %x, %s {to = i32} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

// -----

func.func @zero_point_of_another_type(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<2x3xui8> {
  // expected-error@+1 {{'nn.quantize' op has zero points of i8 for ui8}}
  %y = nn.quantize %x, %s, %z {to = ui8} : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

// -----

func.func @zero_points_of_another_number(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<ui8>) -> tensor<2x3xui8> {
  // expected-error@+1 {{'nn.quantize' op has zero points tensor<ui8> for scales tensor<3xf32>}}
  %y = nn.quantize %x, %s, %z {axis = 1 : i64, to = ui8} : (tensor<2x3xf32>, tensor<3xf32>, tensor<ui8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

// -----

func.func @scales_without_axis(%x: tensor<2x3xf32>, %s: tensor<3xf32>) -> tensor<2x3xui8> {
  // expected-error@+1 {{'nn.quantize' op has scales tensor<3xf32>, and no axis where they lie}}
  %y = nn.quantize %x, %s {to = ui8} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

// -----

func.func @scales_of_another_axis(%x: tensor<2x3xi8>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.dequantize' op has scales tensor<3xf32> for tensor<2x3xi8>}}
  %y = nn.dequantize %x, %s {axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @axis_beyond_the_rank(%x: tensor<2x3xi8>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.dequantize' op has axis 2, blocks of 0, and an input of rank 2}}
  %y = nn.dequantize %x, %s {axis = 2 : i64} : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @scales_of_other_blocks(%x: tensor<2x7xi8>, %s: tensor<2x3xf32>) -> tensor<2x7xf32> {
  // expected-error@+1 {{'nn.dequantize' op has scales tensor<2x3xf32> for tensor<2x7xi8>}}
  %y = nn.dequantize %x, %s {axis = 1 : i64, block_size = 2 : i64} : (tensor<2x7xi8>, tensor<2x3xf32>) -> tensor<2x7xf32>
  func.return %y : tensor<2x7xf32>
}

// -----

func.func @dequantize_floats(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.dequantize' op cannot dequantize f32}}
  %y = nn.dequantize %x, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @dequantize_to_integers(%x: tensor<2x3xi8>, %s: tensor<f32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'nn.dequantize' op dequantizes to i32, which is no float}}
  %y = nn.dequantize %x, %s {to = i32} : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

// -----

func.func @dynamic_quantize_of_f16(%x: tensor<2xf16>) -> tensor<2xui8> {
  // expected-error@+1 {{'nn.dynamic_quantize' op takes f32, got f16}}
  %y, %s, %z = nn.dynamic_quantize %x : (tensor<2xf16>) -> (tensor<2xui8>, tensor<f32>, tensor<ui8>)
  func.return %y : tensor<2xui8>
}
