// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @quantize_to_ui8
// CHECK:         nn.quantize %a, %b, %c {to = ui8} : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
// CHECK-LABEL: func.func @quantize_by_axis
// CHECK:         nn.quantize %a, %b, %c {axis = 1 : i64, to = i8}
// CHECK-LABEL: func.func @dequantize_to_f16
// CHECK:         nn.dequantize %a, %b, %c {to = f16}

func.func @quantize_to_ui8(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xui8> {
  %y = nn.quantize %a, %b, %c {to = ui8} : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @quantize_saturates(%a: tensor<5x40xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<i8>) -> tensor<5x40xi8> {
  %y = nn.quantize %a, %b, %c {to = i8} : (tensor<5x40xf32>, tensor<f32>, tensor<i8>) -> tensor<5x40xi8>
  func.return %y : tensor<5x40xi8>
}

func.func @quantize_without_zero_point(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}) -> tensor<2x3xui8> {
  %y = nn.quantize %a, %b, _ {to = ui8} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @quantize_to_i8_without_zero_point(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}) -> tensor<2x3xi8> {
  %y = nn.quantize %a, %b, _ {to = i8} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}

func.func @quantize_by_one_in_a_list(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<1xf32> {nn.range = [0.05, 0.2]}, %c: tensor<1xui8>) -> tensor<2x3xui8> {
  %y = nn.quantize %a, %b, %c {to = ui8} : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xui8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @quantize_by_axis(%a: tensor<2x3x4xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<3xi8>) -> tensor<2x3x4xi8> {
  %y = nn.quantize %a, %b, %c {axis = 1 : i64, to = i8} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<2x3x4xi8>
  func.return %y : tensor<2x3x4xi8>
}

func.func @quantize_by_last_axis(%a: tensor<2x3x4xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<4xf32> {nn.range = [0.05, 0.2]}, %c: tensor<4xui8>) -> tensor<2x3x4xui8> {
  %y = nn.quantize %a, %b, %c {axis = 2 : i64, to = ui8} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xui8>) -> tensor<2x3x4xui8>
  func.return %y : tensor<2x3x4xui8>
}

func.func @quantize_a_list_by_axis(%a: tensor<4xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<4xf32> {nn.range = [0.05, 0.2]}, %c: tensor<4xui8>) -> tensor<4xui8> {
  %y = nn.quantize %a, %b, %c {axis = 0 : i64, to = ui8} : (tensor<4xf32>, tensor<4xf32>, tensor<4xui8>) -> tensor<4xui8>
  func.return %y : tensor<4xui8>
}

func.func @quantize_to_i16(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<i16>) -> tensor<2x3xi16> {
  %y = nn.quantize %a, %b, %c {to = i16} : (tensor<2x3xf32>, tensor<f32>, tensor<i16>) -> tensor<2x3xi16>
  func.return %y : tensor<2x3xi16>
}

func.func @quantize_to_ui16(%a: tensor<2x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui16>) -> tensor<2x3xui16> {
  %y = nn.quantize %a, %b, %c {to = ui16} : (tensor<2x3xf32>, tensor<f32>, tensor<ui16>) -> tensor<2x3xui16>
  func.return %y : tensor<2x3xui16>
}

func.func @quantize_by_blocks(%a: tensor<2x6xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<2x3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<2x3xui8>) -> tensor<2x6xui8> {
  %y = nn.quantize %a, %b, %c {axis = 1 : i64, block_size = 2 : i64, to = ui8} : (tensor<2x6xf32>, tensor<2x3xf32>, tensor<2x3xui8>) -> tensor<2x6xui8>
  func.return %y : tensor<2x6xui8>
}

func.func @quantize_by_uneven_blocks(%a: tensor<5x3xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<2x3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<2x3xi8>) -> tensor<5x3xi8> {
  %y = nn.quantize %a, %b, %c {axis = 0 : i64, block_size = 4 : i64, to = i8} : (tensor<5x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<5x3xi8>
  func.return %y : tensor<5x3xi8>
}

func.func @quantize_f16(%a: tensor<2x3xf16> {nn.range = [-20.0, 20.0]}, %b: tensor<f16> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xui8> {
  %y = nn.quantize %a, %b, %c {to = ui8} : (tensor<2x3xf16>, tensor<f16>, tensor<ui8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @quantize_f16_in_f16(%a: tensor<8x9xf16> {nn.range = [-20.0, 20.0]}, %b: tensor<f16> {nn.range = [0.05, 0.2]}, %c: tensor<ui16>) -> tensor<8x9xui16> {
  %y = nn.quantize %a, %b, %c {precision = f16, to = ui16} : (tensor<8x9xf16>, tensor<f16>, tensor<ui16>) -> tensor<8x9xui16>
  func.return %y : tensor<8x9xui16>
}

func.func @quantize_f32_in_f16(%a: tensor<8x9xf32> {nn.range = [-20.0, 20.0]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui16>) -> tensor<8x9xui16> {
  %y = nn.quantize %a, %b, %c {precision = f16, to = ui16} : (tensor<8x9xf32>, tensor<f32>, tensor<ui16>) -> tensor<8x9xui16>
  func.return %y : tensor<8x9xui16>
}

// The runtime has it only up to opset 18.
func.func @quantize_i32(%a: tensor<8xi32> {nn.range = [-70, 70]}, %b: tensor<f32> {nn.range = [0.3, 0.9]}, %c: tensor<i8>) -> tensor<8xi8> attributes {nn.oracle = "reference"} {
  %y = nn.quantize %a, %b, %c {to = i8} : (tensor<8xi32>, tensor<f32>, tensor<i8>) -> tensor<8xi8>
  func.return %y : tensor<8xi8>
}

func.func @quantize_with_unknown_dims(%a: tensor<?x3xf32>, %b: tensor<3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<3xui8>) -> tensor<?x3xui8> {
  %y = nn.quantize %a, %b, %c {axis = 1 : i64, to = ui8} : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xui8>) -> tensor<?x3xui8>
  func.return %y : tensor<?x3xui8>
}

func.func @quantize_ties_and_specials() -> tensor<10xi8> {
  %x = nn.constant {value = dense<[0.5, 1.5, 2.5, -0.5, -1.5, 0x7FC00000, 0x7F800000, 0xFF800000, 127.5, 1.0e+20]> : tensor<10xf32>} : () -> tensor<10xf32>
  %s = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %z = nn.constant {value = dense<3> : tensor<i8>} : () -> tensor<i8>
  %y = nn.quantize %x, %s, %z {to = i8} : (tensor<10xf32>, tensor<f32>, tensor<i8>) -> tensor<10xi8>
  func.return %y : tensor<10xi8>
}

func.func @quantize_to_f8E4M3FN(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {to = f8E4M3FN} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E4M3FN>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E4M3FN>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @quantize_to_f8E4M3FN_unsaturated(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {saturate = false, to = f8E4M3FN} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E4M3FN>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E4M3FN>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @f8E4M3FN_specials() -> tensor<11xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+09, -1.0e+09, 240.0, 244.0, 448.0, 464.0, 0.001, -0.0]> : tensor<11xf32>} : () -> tensor<11xf32>
  %s = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %q = nn.quantize %x, %s {to = f8E4M3FN} : (tensor<11xf32>, tensor<f32>) -> tensor<11xf8E4M3FN>
  %y = nn.dequantize %q, %s : (tensor<11xf8E4M3FN>, tensor<f32>) -> tensor<11xf32>
  func.return %y : tensor<11xf32>
}

func.func @quantize_to_f8E5M2(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {to = f8E5M2} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E5M2>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E5M2>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @quantize_to_f8E5M2_unsaturated(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {saturate = false, to = f8E5M2} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E5M2>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E5M2>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @f8E5M2_specials() -> tensor<11xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+09, -1.0e+09, 240.0, 244.0, 448.0, 464.0, 0.001, -0.0]> : tensor<11xf32>} : () -> tensor<11xf32>
  %s = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %q = nn.quantize %x, %s {to = f8E5M2} : (tensor<11xf32>, tensor<f32>) -> tensor<11xf8E5M2>
  %y = nn.dequantize %q, %s : (tensor<11xf8E5M2>, tensor<f32>) -> tensor<11xf32>
  func.return %y : tensor<11xf32>
}

func.func @quantize_to_f8E4M3FNUZ(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {to = f8E4M3FNUZ} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E4M3FNUZ>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E4M3FNUZ>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @quantize_to_f8E4M3FNUZ_unsaturated(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {saturate = false, to = f8E4M3FNUZ} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E4M3FNUZ>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E4M3FNUZ>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @f8E4M3FNUZ_specials() -> tensor<11xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+09, -1.0e+09, 240.0, 244.0, 448.0, 464.0, 0.001, -0.0]> : tensor<11xf32>} : () -> tensor<11xf32>
  %s = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %q = nn.quantize %x, %s {to = f8E4M3FNUZ} : (tensor<11xf32>, tensor<f32>) -> tensor<11xf8E4M3FNUZ>
  %y = nn.dequantize %q, %s : (tensor<11xf8E4M3FNUZ>, tensor<f32>) -> tensor<11xf32>
  func.return %y : tensor<11xf32>
}

func.func @quantize_to_f8E5M2FNUZ(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {to = f8E5M2FNUZ} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E5M2FNUZ>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E5M2FNUZ>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @quantize_to_f8E5M2FNUZ_unsaturated(%a: tensor<3x4xf32> {nn.range = [-300.0, 300.0]}, %s: tensor<f32> {nn.range = [0.5, 1.0]}) -> tensor<3x4xf32> {
  %q = nn.quantize %a, %s {saturate = false, to = f8E5M2FNUZ} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf8E5M2FNUZ>
  %y = nn.dequantize %q, %s : (tensor<3x4xf8E5M2FNUZ>, tensor<f32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @f8E5M2FNUZ_specials() -> tensor<11xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+09, -1.0e+09, 240.0, 244.0, 448.0, 464.0, 0.001, -0.0]> : tensor<11xf32>} : () -> tensor<11xf32>
  %s = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %q = nn.quantize %x, %s {to = f8E5M2FNUZ} : (tensor<11xf32>, tensor<f32>) -> tensor<11xf8E5M2FNUZ>
  %y = nn.dequantize %q, %s : (tensor<11xf8E5M2FNUZ>, tensor<f32>) -> tensor<11xf32>
  func.return %y : tensor<11xf32>
}

func.func @i4_and_back(%a: tensor<3x5xf32> {nn.range = [-2.0, 2.0]}, %s: tensor<f32> {nn.range = [0.1, 0.2]}) -> tensor<3x5xf32> {
  %z = nn.constant {value = dense<2> : tensor<i4>} : () -> tensor<i4>
  %q = nn.quantize %a, %s, %z {to = i4} : (tensor<3x5xf32>, tensor<f32>, tensor<i4>) -> tensor<3x5xi4>
  %y = nn.dequantize %q, %s, %z : (tensor<3x5xi4>, tensor<f32>, tensor<i4>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

func.func @ui4_and_back(%a: tensor<3x5xf32> {nn.range = [-2.0, 2.0]}, %s: tensor<f32> {nn.range = [0.1, 0.2]}) -> tensor<3x5xf32> {
  %z = nn.constant {value = dense<2> : tensor<ui4>} : () -> tensor<ui4>
  %q = nn.quantize %a, %s, %z {to = ui4} : (tensor<3x5xf32>, tensor<f32>, tensor<ui4>) -> tensor<3x5xui4>
  %y = nn.dequantize %q, %s, %z : (tensor<3x5xui4>, tensor<f32>, tensor<ui4>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

// The runtime has no kernel for it.
func.func @i2_and_back(%a: tensor<3x5xf32> {nn.range = [-2.0, 2.0]}, %s: tensor<f32> {nn.range = [0.5, 0.6]}) -> tensor<3x5xf32> attributes {nn.oracle = "reference"} {
  %q = nn.quantize %a, %s {to = i2} : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xi2>
  %y = nn.dequantize %q, %s : (tensor<3x5xi2>, tensor<f32>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

// The runtime has no kernel for it.
func.func @ui2_and_back(%a: tensor<3x5xf32> {nn.range = [-2.0, 2.0]}, %s: tensor<f32> {nn.range = [0.5, 0.6]}) -> tensor<3x5xf32> attributes {nn.oracle = "reference"} {
  %q = nn.quantize %a, %s {to = ui2} : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xui2>
  %y = nn.dequantize %q, %s : (tensor<3x5xui2>, tensor<f32>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

// The runtime has no kernel for it.
func.func @f4E2M1FN_and_back(%a: tensor<3x5xf32> {nn.range = [-2.0, 2.0]}, %s: tensor<f32> {nn.range = [0.5, 0.6]}) -> tensor<3x5xf32> attributes {nn.oracle = "reference"} {
  %q = nn.quantize %a, %s {to = f4E2M1FN} : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf4E2M1FN>
  %y = nn.dequantize %q, %s : (tensor<3x5xf4E2M1FN>, tensor<f32>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

func.func @dequantize_ui8(%a: tensor<2x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @dequantize_i8(%a: tensor<2x3xi8> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<i8>) -> tensor<2x3xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<2x3xi8>, tensor<f32>, tensor<i8>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @dequantize_i16(%a: tensor<2x30xi16> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<i16>) -> tensor<2x30xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<2x30xi16>, tensor<f32>, tensor<i16>) -> tensor<2x30xf32>
  func.return %y : tensor<2x30xf32>
}

func.func @dequantize_ui16(%a: tensor<2x30xui16> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui16>) -> tensor<2x30xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<2x30xui16>, tensor<f32>, tensor<ui16>) -> tensor<2x30xf32>
  func.return %y : tensor<2x30xf32>
}

func.func @dequantize_i32(%a: tensor<2x30xi32> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}) -> tensor<2x30xf32> {
  %y = nn.dequantize %a, %b, _ : (tensor<2x30xi32>, tensor<f32>) -> tensor<2x30xf32>
  func.return %y : tensor<2x30xf32>
}

func.func @dequantize_without_zero_point(%a: tensor<2x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}) -> tensor<2x3xf32> {
  %y = nn.dequantize %a, %b, _ : (tensor<2x3xui8>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @dequantize_by_axis(%a: tensor<2x3x4xi8> {nn.range = [-40000, 70000]}, %b: tensor<3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<3xi8>) -> tensor<2x3x4xf32> {
  %y = nn.dequantize %a, %b, %c {axis = 1 : i64} : (tensor<2x3x4xi8>, tensor<3xf32>, tensor<3xi8>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @dequantize_i32_by_axis(%a: tensor<4xi32> {nn.range = [-40000, 70000]}, %b: tensor<4xf32> {nn.range = [0.05, 0.2]}) -> tensor<4xf32> {
  %y = nn.dequantize %a, %b, _ {axis = 0 : i64} : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @dequantize_by_blocks(%a: tensor<2x6xui8> {nn.range = [-40000, 70000]}, %b: tensor<2x3xf32> {nn.range = [0.05, 0.2]}, %c: tensor<2x3xui8>) -> tensor<2x6xf32> {
  %y = nn.dequantize %a, %b, %c {axis = 1 : i64, block_size = 2 : i64} : (tensor<2x6xui8>, tensor<2x3xf32>, tensor<2x3xui8>) -> tensor<2x6xf32>
  func.return %y : tensor<2x6xf32>
}

func.func @dequantize_by_uneven_blocks(%a: tensor<5x3xi8> {nn.range = [-40000, 70000]}, %b: tensor<2x3xf32> {nn.range = [0.05, 0.2]}) -> tensor<5x3xf32> {
  %y = nn.dequantize %a, %b, _ {axis = 0 : i64, block_size = 4 : i64} : (tensor<5x3xi8>, tensor<2x3xf32>) -> tensor<5x3xf32>
  func.return %y : tensor<5x3xf32>
}

func.func @dequantize_to_f16(%a: tensor<2x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f16> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xf16> {
  %y = nn.dequantize %a, %b, %c {to = f16} : (tensor<2x3xui8>, tensor<f16>, tensor<ui8>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @dequantize_by_f16_to_f32(%a: tensor<2x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f16> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<2x3xui8>, tensor<f16>, tensor<ui8>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @dequantize_by_f32_to_f16(%a: tensor<2x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<2x3xf16> {
  %y = nn.dequantize %a, %b, %c {to = f16} : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @dequantize_with_unknown_dims(%a: tensor<?x3xui8> {nn.range = [-40000, 70000]}, %b: tensor<f32> {nn.range = [0.05, 0.2]}, %c: tensor<ui8>) -> tensor<?x3xf32> {
  %y = nn.dequantize %a, %b, %c : (tensor<?x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

func.func @dequantize_extremes_of_i32(%s: tensor<f32> {nn.range = [0.1, 2.0]}) -> tensor<3xf32> {
  %x = nn.constant {value = dense<[-2147483648, 2147483647, 16777217]> : tensor<3xi32>} : () -> tensor<3xi32>
  %y = nn.dequantize %x, %s : (tensor<3xi32>, tensor<f32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @dynamic_quantize(%a: tensor<3x50xf32>) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>) {
  %y0, %y1, %y2 = nn.dynamic_quantize %a : (tensor<3x50xf32>) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<3x50xui8>, tensor<f32>, tensor<ui8>
}

func.func @dynamic_quantize_of_positive(%a: tensor<3x50xf32> {nn.range = [2.0, 9.0]}) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>) {
  %y0, %y1, %y2 = nn.dynamic_quantize %a : (tensor<3x50xf32>) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<3x50xui8>, tensor<f32>, tensor<ui8>
}

func.func @dynamic_quantize_of_negative(%a: tensor<3x50xf32> {nn.range = [-9.0, -2.0]}) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>) {
  %y0, %y1, %y2 = nn.dynamic_quantize %a : (tensor<3x50xf32>) -> (tensor<3x50xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<3x50xui8>, tensor<f32>, tensor<ui8>
}

func.func @dynamic_quantize_of_nothing(%a: tensor<0x3xf32>) -> (tensor<0x3xui8>, tensor<f32>, tensor<ui8>) {
  %y0, %y1, %y2 = nn.dynamic_quantize %a : (tensor<0x3xf32>) -> (tensor<0x3xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<0x3xui8>, tensor<f32>, tensor<ui8>
}

func.func @dynamic_quantize_with_unknown_dims(%a: tensor<?x3xf32>) -> (tensor<?x3xui8>, tensor<f32>, tensor<ui8>) {
  %y0, %y1, %y2 = nn.dynamic_quantize %a : (tensor<?x3xf32>) -> (tensor<?x3xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<?x3xui8>, tensor<f32>, tensor<ui8>
}

func.func @dynamic_quantize_of_zeros() -> (tensor<3xui8>, tensor<f32>, tensor<ui8>) {
  %x = nn.constant {value = dense<0.0> : tensor<3xf32>} : () -> tensor<3xf32>
  %y0, %y1, %y2 = nn.dynamic_quantize %x : (tensor<3xf32>) -> (tensor<3xui8>, tensor<f32>, tensor<ui8>)
  func.return %y0, %y1, %y2 : tensor<3xui8>, tensor<f32>, tensor<ui8>
}
