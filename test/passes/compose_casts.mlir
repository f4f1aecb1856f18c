// RUN: nn-opt %s -p compose-casts | filecheck %s

// CHECK-LABEL: @through_wider
// CHECK-NEXT: nn.cast %x {to = f32} : (tensor<2xi8>) -> tensor<2xf32>
// CHECK-NEXT: func.return
func.func @through_wider(%x: tensor<2xi8>) -> tensor<2xf32> {
  %a = nn.cast %x {to = i32} : (tensor<2xi8>) -> tensor<2xi32>
  %b = nn.cast %a {to = f32} : (tensor<2xi32>) -> tensor<2xf32>
  func.return %b : tensor<2xf32>
}

// CHECK-LABEL: @there_and_back
// CHECK-NEXT: func.return %x
func.func @there_and_back(%x: tensor<2xf16>) -> tensor<2xf16> {
  %a = nn.cast %x {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %b = nn.cast %a {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  func.return %b : tensor<2xf16>
}

// CHECK-LABEL: @through_narrower_stays
// CHECK-COUNT-2: nn.cast
func.func @through_narrower_stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.cast %x {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %b = nn.cast %a {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  func.return %b : tensor<2xf32>
}

// f32 does not hold every i32.

// CHECK-LABEL: @rounding_stays
// CHECK-COUNT-2: nn.cast
func.func @rounding_stays(%x: tensor<2xi32>) -> tensor<2xf64> {
  %a = nn.cast %x {to = f32} : (tensor<2xi32>) -> tensor<2xf32>
  %b = nn.cast %a {to = f64} : (tensor<2xf32>) -> tensor<2xf64>
  func.return %b : tensor<2xf64>
}

// -1 is no ui32; a float out of range does not wrap as an integer does.

// CHECK-LABEL: @signs_stay
// CHECK-COUNT-2: nn.cast
func.func @signs_stay(%x: tensor<2xi8>) -> tensor<2xf32> {
  %a = nn.cast %x {to = ui32} : (tensor<2xi8>) -> tensor<2xui32>
  %b = nn.cast %a {to = f32} : (tensor<2xui32>) -> tensor<2xf32>
  func.return %b : tensor<2xf32>
}

// CHECK-LABEL: @wrapping_stays
// CHECK-COUNT-2: nn.cast
func.func @wrapping_stays(%x: tensor<2xui32>) -> tensor<2xi32> {
  %a = nn.cast %x {to = f64} : (tensor<2xui32>) -> tensor<2xf64>
  %b = nn.cast %a {to = i32} : (tensor<2xf64>) -> tensor<2xi32>
  func.return %b : tensor<2xi32>
}

// f8E8M0FNU has no 0.

// CHECK-LABEL: @boolean_through_powers_stays
// CHECK-COUNT-2: nn.cast
func.func @boolean_through_powers_stays(%x: tensor<4xi1>) -> tensor<4xf32> {
  %a = nn.cast %x {to = f8E8M0FNU} : (tensor<4xi1>) -> tensor<4xf8E8M0FNU>
  %b = nn.cast %a {to = f32} : (tensor<4xf8E8M0FNU>) -> tensor<4xf32>
  func.return %b : tensor<4xf32>
}
