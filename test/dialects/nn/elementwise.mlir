// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @exponential
// CHECK-NEXT:    nn.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @infinite_below
// CHECK-NEXT:    nn.constant
// CHECK-NEXT:    nn.is_inf %x {detect_positive = false} : (tensor<12xf32>) -> tensor<12xi1>
// CHECK-LABEL: func.func @cast_f32_to_i32
// CHECK-NEXT:    nn.cast %x {to = i32} : (tensor<2x3xf32>) -> tensor<2x3xi32>
// CHECK-LABEL: func.func @mod_of_f32_with_sign_of_dividend
// CHECK-NEXT:    nn.mod %x, %y {fmod = true} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @clip_below
// CHECK-NEXT:    nn.clip %x, _, %high : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>

func.func @exponential(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %exp = nn.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %erf = nn.erf %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %tanh = nn.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %exp, %erf, %tanh : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @of_positive(%x: tensor<2x3xf32> {nn.range = [0.5, 9.0]}) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %log = nn.log %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %sqrt = nn.sqrt %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %reciprocal = nn.reciprocal %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %log, %sqrt, %reciprocal : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @circular(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %sin = nn.sin %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %cos = nn.cos %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %tan = nn.tan %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %atan = nn.atan %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %sin, %cos, %tan, %atan : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @inverse_circular(%x: tensor<2x3xf32> {nn.range = [-1.0, 1.0]}) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %asin = nn.asin %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %acos = nn.acos %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %atanh = nn.atanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %asin, %acos, %atanh : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @hyperbolic(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %sinh = nn.sinh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %cosh = nn.cosh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %asinh = nn.asinh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %sinh, %cosh, %asinh : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @acosh_from_1(%x: tensor<2x3xf32> {nn.range = [1.0, 9.0]}) -> tensor<2x3xf32> {
  %acosh = nn.acosh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %acosh : tensor<2x3xf32>
}

func.func @rounding(%x: tensor<4x5xf32> {nn.range = [-9.0, 9.0]}) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %floor = nn.floor %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %ceil = nn.ceil %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %round = nn.round %x : (tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %floor, %ceil, %round : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

func.func @signs(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %abs = nn.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %neg = nn.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %sign = nn.sign %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %abs, %neg, %sign : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @special_f32() -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %abs = nn.abs %x : (tensor<12xf32>) -> tensor<12xf32>
  %neg = nn.neg %x : (tensor<12xf32>) -> tensor<12xf32>
  %sign = nn.sign %x : (tensor<12xf32>) -> tensor<12xf32>
  %floor = nn.floor %x : (tensor<12xf32>) -> tensor<12xf32>
  %ceil = nn.ceil %x : (tensor<12xf32>) -> tensor<12xf32>
  %round = nn.round %x : (tensor<12xf32>) -> tensor<12xf32>
  %exp = nn.exp %x : (tensor<12xf32>) -> tensor<12xf32>
  %log = nn.log %x : (tensor<12xf32>) -> tensor<12xf32>
  %sqrt = nn.sqrt %x : (tensor<12xf32>) -> tensor<12xf32>
  %reciprocal = nn.reciprocal %x : (tensor<12xf32>) -> tensor<12xf32>
  %erf = nn.erf %x : (tensor<12xf32>) -> tensor<12xf32>
  %sin = nn.sin %x : (tensor<12xf32>) -> tensor<12xf32>
  %cos = nn.cos %x : (tensor<12xf32>) -> tensor<12xf32>
  %tan = nn.tan %x : (tensor<12xf32>) -> tensor<12xf32>
  %asin = nn.asin %x : (tensor<12xf32>) -> tensor<12xf32>
  %acos = nn.acos %x : (tensor<12xf32>) -> tensor<12xf32>
  %atan = nn.atan %x : (tensor<12xf32>) -> tensor<12xf32>
  %sinh = nn.sinh %x : (tensor<12xf32>) -> tensor<12xf32>
  %cosh = nn.cosh %x : (tensor<12xf32>) -> tensor<12xf32>
  %tanh = nn.tanh %x : (tensor<12xf32>) -> tensor<12xf32>
  %asinh = nn.asinh %x : (tensor<12xf32>) -> tensor<12xf32>
  %acosh = nn.acosh %x : (tensor<12xf32>) -> tensor<12xf32>
  %atanh = nn.atanh %x : (tensor<12xf32>) -> tensor<12xf32>
  func.return %abs, %neg, %sign, %floor, %ceil, %round, %exp, %log, %sqrt, %reciprocal, %erf, %sin, %cos, %tan, %asin, %acos, %atan, %sinh, %cosh, %tanh, %asinh, %acosh, %atanh : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
}

func.func @special_f16() -> (tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>) {
  %x = nn.constant {value = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf16>} : () -> tensor<12xf16>
  %abs = nn.abs %x : (tensor<12xf16>) -> tensor<12xf16>
  %neg = nn.neg %x : (tensor<12xf16>) -> tensor<12xf16>
  %floor = nn.floor %x : (tensor<12xf16>) -> tensor<12xf16>
  %ceil = nn.ceil %x : (tensor<12xf16>) -> tensor<12xf16>
  %round = nn.round %x : (tensor<12xf16>) -> tensor<12xf16>
  %exp = nn.exp %x : (tensor<12xf16>) -> tensor<12xf16>
  %log = nn.log %x : (tensor<12xf16>) -> tensor<12xf16>
  %sqrt = nn.sqrt %x : (tensor<12xf16>) -> tensor<12xf16>
  %reciprocal = nn.reciprocal %x : (tensor<12xf16>) -> tensor<12xf16>
  %erf = nn.erf %x : (tensor<12xf16>) -> tensor<12xf16>
  %sin = nn.sin %x : (tensor<12xf16>) -> tensor<12xf16>
  %cos = nn.cos %x : (tensor<12xf16>) -> tensor<12xf16>
  %tanh = nn.tanh %x : (tensor<12xf16>) -> tensor<12xf16>
  func.return %abs, %neg, %floor, %ceil, %round, %exp, %log, %sqrt, %reciprocal, %erf, %sin, %cos, %tanh : tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>
}

// The runtime has 0 for the sign of an f16 that is NaN.
func.func @sign_of_f16(%x: tensor<3xf16>) -> tensor<3xf16> {
  %sign = nn.sign %x : (tensor<3xf16>) -> tensor<3xf16>
  func.return %sign : tensor<3xf16>
}

func.func @special_f64() -> (tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>) {
  %x = nn.constant {value = dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf64>} : () -> tensor<12xf64>
  %abs = nn.abs %x : (tensor<12xf64>) -> tensor<12xf64>
  %neg = nn.neg %x : (tensor<12xf64>) -> tensor<12xf64>
  %sign = nn.sign %x : (tensor<12xf64>) -> tensor<12xf64>
  %floor = nn.floor %x : (tensor<12xf64>) -> tensor<12xf64>
  %ceil = nn.ceil %x : (tensor<12xf64>) -> tensor<12xf64>
  %round = nn.round %x : (tensor<12xf64>) -> tensor<12xf64>
  %exp = nn.exp %x : (tensor<12xf64>) -> tensor<12xf64>
  %log = nn.log %x : (tensor<12xf64>) -> tensor<12xf64>
  %sqrt = nn.sqrt %x : (tensor<12xf64>) -> tensor<12xf64>
  %reciprocal = nn.reciprocal %x : (tensor<12xf64>) -> tensor<12xf64>
  %sin = nn.sin %x : (tensor<12xf64>) -> tensor<12xf64>
  %cos = nn.cos %x : (tensor<12xf64>) -> tensor<12xf64>
  %tanh = nn.tanh %x : (tensor<12xf64>) -> tensor<12xf64>
  func.return %abs, %neg, %sign, %floor, %ceil, %round, %exp, %log, %sqrt, %reciprocal, %sin, %cos, %tanh : tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>, tensor<12xf64>
}

// The runtime has no kernels.
func.func @f64_without_kernels(%x: tensor<2x3xf64> {nn.range = [-0.9, 0.9]}) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) attributes {nn.oracle = "reference"} {
  %tan = nn.tan %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %asin = nn.asin %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %acos = nn.acos %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %atan = nn.atan %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %sinh = nn.sinh %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %cosh = nn.cosh %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %asinh = nn.asinh %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %atanh = nn.atanh %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %tan, %asin, %acos, %atan, %sinh, %cosh, %asinh, %atanh : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

func.func @acosh_of_f64(%x: tensor<2x3xf64> {nn.range = [1.0, 9.0]}) -> tensor<2x3xf64> attributes {nn.oracle = "reference"} {
  %acosh = nn.acosh %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %acosh : tensor<2x3xf64>
}

// The runtime has no kernel; the evaluator computes erf in f32.
func.func @erf_of_f64(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {nn.oracle = "reference", nn.rtol = 1.0e-6} {
  %erf = nn.erf %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %erf : tensor<2x3xf64>
}

// The runtime computes little in bf16.
func.func @of_bf16(%x: tensor<2x3xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) attributes {nn.oracle = "reference"} {
  %exp = nn.exp %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %tanh = nn.tanh %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %neg = nn.neg %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %abs = nn.abs %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %floor = nn.floor %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %sin = nn.sin %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %round = nn.round %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  func.return %exp, %tanh, %neg, %abs, %floor, %sin, %round : tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>
}

func.func @of_a_scalar(%x: tensor<f32> {nn.range = [0.5, 2.0]}) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %exp = nn.exp %x : (tensor<f32>) -> tensor<f32>
  %sqrt = nn.sqrt %x : (tensor<f32>) -> tensor<f32>
  %sign = nn.sign %x : (tensor<f32>) -> tensor<f32>
  %round = nn.round %x : (tensor<f32>) -> tensor<f32>
  func.return %exp, %sqrt, %sign, %round : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

func.func @of_no_elements(%x: tensor<2x0xf32>) -> (tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>) {
  %exp = nn.exp %x : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %erf = nn.erf %x : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %neg = nn.neg %x : (tensor<2x0xf32>) -> tensor<2x0xf32>
  func.return %exp, %erf, %neg : tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>
}

func.func @of_unknown_dims(%x: tensor<?x3x?xf32> {nn.size = [2, 4]}) -> (tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>) {
  %exp = nn.exp %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %erf = nn.erf %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %abs = nn.abs %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  func.return %exp, %erf, %abs : tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>
}

// The least integer is its own negative.
func.func @signs_of_i8() -> (tensor<5xi8>, tensor<5xi8>, tensor<5xi8>) {
  %x = nn.constant {value = dense<[-128, -127, 127, 0, -3]> : tensor<5xi8>} : () -> tensor<5xi8>
  %abs = nn.abs %x : (tensor<5xi8>) -> tensor<5xi8>
  %neg = nn.neg %x : (tensor<5xi8>) -> tensor<5xi8>
  %sign = nn.sign %x : (tensor<5xi8>) -> tensor<5xi8>
  func.return %abs, %neg, %sign : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>
}

func.func @signs_of_i16() -> (tensor<5xi16>, tensor<5xi16>, tensor<5xi16>) {
  %x = nn.constant {value = dense<[-32768, -32767, 32767, 0, -3]> : tensor<5xi16>} : () -> tensor<5xi16>
  %abs = nn.abs %x : (tensor<5xi16>) -> tensor<5xi16>
  %neg = nn.neg %x : (tensor<5xi16>) -> tensor<5xi16>
  %sign = nn.sign %x : (tensor<5xi16>) -> tensor<5xi16>
  func.return %abs, %neg, %sign : tensor<5xi16>, tensor<5xi16>, tensor<5xi16>
}

func.func @signs_of_i32() -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) {
  %x = nn.constant {value = dense<[-2147483648, -2147483647, 2147483647, 0, -3]> : tensor<5xi32>} : () -> tensor<5xi32>
  %abs = nn.abs %x : (tensor<5xi32>) -> tensor<5xi32>
  %neg = nn.neg %x : (tensor<5xi32>) -> tensor<5xi32>
  %sign = nn.sign %x : (tensor<5xi32>) -> tensor<5xi32>
  func.return %abs, %neg, %sign : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}

func.func @signs_of_i64() -> (tensor<5xi64>, tensor<5xi64>, tensor<5xi64>) {
  %x = nn.constant {value = dense<[-9223372036854775808, -9223372036854775807, 9223372036854775807, 0, -3]> : tensor<5xi64>} : () -> tensor<5xi64>
  %abs = nn.abs %x : (tensor<5xi64>) -> tensor<5xi64>
  %neg = nn.neg %x : (tensor<5xi64>) -> tensor<5xi64>
  %sign = nn.sign %x : (tensor<5xi64>) -> tensor<5xi64>
  func.return %abs, %neg, %sign : tensor<5xi64>, tensor<5xi64>, tensor<5xi64>
}

func.func @signs_of_ui8(%x: tensor<2x3xui8>) -> (tensor<2x3xui8>, tensor<2x3xui8>) {
  %abs = nn.abs %x : (tensor<2x3xui8>) -> tensor<2x3xui8>
  %sign = nn.sign %x : (tensor<2x3xui8>) -> tensor<2x3xui8>
  func.return %abs, %sign : tensor<2x3xui8>, tensor<2x3xui8>
}

func.func @signs_of_ui16(%x: tensor<2x3xui16>) -> (tensor<2x3xui16>, tensor<2x3xui16>) {
  %abs = nn.abs %x : (tensor<2x3xui16>) -> tensor<2x3xui16>
  %sign = nn.sign %x : (tensor<2x3xui16>) -> tensor<2x3xui16>
  func.return %abs, %sign : tensor<2x3xui16>, tensor<2x3xui16>
}

func.func @signs_of_ui32(%x: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %abs = nn.abs %x : (tensor<2x3xui32>) -> tensor<2x3xui32>
  %sign = nn.sign %x : (tensor<2x3xui32>) -> tensor<2x3xui32>
  func.return %abs, %sign : tensor<2x3xui32>, tensor<2x3xui32>
}

func.func @signs_of_ui64(%x: tensor<2x3xui64>) -> (tensor<2x3xui64>, tensor<2x3xui64>) {
  %abs = nn.abs %x : (tensor<2x3xui64>) -> tensor<2x3xui64>
  %sign = nn.sign %x : (tensor<2x3xui64>) -> tensor<2x3xui64>
  func.return %abs, %sign : tensor<2x3xui64>, tensor<2x3xui64>
}

func.func @not_of_booleans(%x: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %not = nn.not %x : (tensor<2x3xi1>) -> tensor<2x3xi1>
  func.return %not : tensor<2x3xi1>
}

func.func @bitwise_not_of_i8(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return %bitwise_not : tensor<2x3xi8>
}

func.func @bitwise_not_of_i16(%x: tensor<2x3xi16>) -> tensor<2x3xi16> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xi16>) -> tensor<2x3xi16>
  func.return %bitwise_not : tensor<2x3xi16>
}

func.func @bitwise_not_of_i32(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return %bitwise_not : tensor<2x3xi32>
}

func.func @bitwise_not_of_i64(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xi64>) -> tensor<2x3xi64>
  func.return %bitwise_not : tensor<2x3xi64>
}

func.func @bitwise_not_of_ui8(%x: tensor<2x3xui8>) -> tensor<2x3xui8> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xui8>) -> tensor<2x3xui8>
  func.return %bitwise_not : tensor<2x3xui8>
}

func.func @bitwise_not_of_ui16(%x: tensor<2x3xui16>) -> tensor<2x3xui16> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xui16>) -> tensor<2x3xui16>
  func.return %bitwise_not : tensor<2x3xui16>
}

func.func @bitwise_not_of_ui32(%x: tensor<2x3xui32>) -> tensor<2x3xui32> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xui32>) -> tensor<2x3xui32>
  func.return %bitwise_not : tensor<2x3xui32>
}

func.func @bitwise_not_of_ui64(%x: tensor<2x3xui64>) -> tensor<2x3xui64> {
  %bitwise_not = nn.bitwise_not %x : (tensor<2x3xui64>) -> tensor<2x3xui64>
  func.return %bitwise_not : tensor<2x3xui64>
}

func.func @not_a_number() -> (tensor<12xi1>, tensor<12xi1>) {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %is_nan = nn.is_nan %x : (tensor<12xf32>) -> tensor<12xi1>
  %is_inf = nn.is_inf %x : (tensor<12xf32>) -> tensor<12xi1>
  func.return %is_nan, %is_inf : tensor<12xi1>, tensor<12xi1>
}

func.func @not_a_number_f64() -> (tensor<3xi1>, tensor<3xi1>) {
  %x = nn.constant {value = dense<[0x7FF8000000000000, 0xFFF0000000000000, 1.0]> : tensor<3xf64>} : () -> tensor<3xf64>
  %is_nan = nn.is_nan %x : (tensor<3xf64>) -> tensor<3xi1>
  %is_inf = nn.is_inf %x : (tensor<3xf64>) -> tensor<3xi1>
  func.return %is_nan, %is_inf : tensor<3xi1>, tensor<3xi1>
}

func.func @not_a_number_f16() -> (tensor<12xi1>, tensor<12xi1>) {
  %x = nn.constant {value = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf16>} : () -> tensor<12xf16>
  %is_nan = nn.is_nan %x : (tensor<12xf16>) -> tensor<12xi1>
  %is_inf = nn.is_inf %x : (tensor<12xf16>) -> tensor<12xi1>
  func.return %is_nan, %is_inf : tensor<12xi1>, tensor<12xi1>
}

func.func @not_a_number_bf16() -> (tensor<4xi1>, tensor<4xi1>) {
  %x = nn.constant {value = dense<[0x7FC0, 0x7F80, 0xFF80, 1.0]> : tensor<4xbf16>} : () -> tensor<4xbf16>
  %is_nan = nn.is_nan %x : (tensor<4xbf16>) -> tensor<4xi1>
  %is_inf = nn.is_inf %x : (tensor<4xbf16>) -> tensor<4xi1>
  func.return %is_nan, %is_inf : tensor<4xi1>, tensor<4xi1>
}

// The evaluator counts a float8 that is NaN as infinite; is_inf is left out.
func.func @not_a_number_f8(%x: tensor<2x4xf8E4M3FN>) -> tensor<2x4xi1> {
  %is_nan = nn.is_nan %x : (tensor<2x4xf8E4M3FN>) -> tensor<2x4xi1>
  func.return %is_nan : tensor<2x4xi1>
}

func.func @infinite_above() -> tensor<12xi1> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %is_inf = nn.is_inf %x {detect_negative = false} : (tensor<12xf32>) -> tensor<12xi1>
  func.return %is_inf : tensor<12xi1>
}

func.func @infinite_below() -> tensor<12xi1> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %is_inf = nn.is_inf %x {detect_positive = false} : (tensor<12xf32>) -> tensor<12xi1>
  func.return %is_inf : tensor<12xi1>
}

func.func @infinite_nowhere() -> tensor<12xi1> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %is_inf = nn.is_inf %x {detect_negative = false, detect_positive = false} : (tensor<12xf32>) -> tensor<12xi1>
  func.return %is_inf : tensor<12xi1>
}

func.func @cast_f32_to_i32(%x: tensor<2x3xf32>) -> tensor<2x3xi32> {
  %y = nn.cast %x {to = i32} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @cast_f32_to_i8(%x: tensor<2x3xf32>) -> tensor<2x3xi8> {
  %y = nn.cast %x {to = i8} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}

func.func @cast_f32_to_ui8(%x: tensor<2x3xf32> {nn.range = [0.0, 200.0]}) -> tensor<2x3xui8> {
  %y = nn.cast %x {to = ui8} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @cast_f32_to_i64(%x: tensor<2x3xf32>) -> tensor<2x3xi64> {
  %y = nn.cast %x {to = i64} : (tensor<2x3xf32>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @cast_f32_to_i1(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %y = nn.cast %x {to = i1} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  func.return %y : tensor<2x3xi1>
}

func.func @cast_f32_to_f64(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %y = nn.cast %x {to = f64} : (tensor<2x3xf32>) -> tensor<2x3xf64>
  func.return %y : tensor<2x3xf64>
}

func.func @cast_f32_to_f16(%x: tensor<2x3xf32>) -> tensor<2x3xf16> {
  %y = nn.cast %x {to = f16} : (tensor<2x3xf32>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @cast_f32_to_bf16(%x: tensor<2x3xf32>) -> tensor<2x3xbf16> {
  %y = nn.cast %x {to = bf16} : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  func.return %y : tensor<2x3xbf16>
}

func.func @cast_f64_to_f32(%x: tensor<2x3xf64>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xf64>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_f64_to_i16(%x: tensor<2x3xf64>) -> tensor<2x3xi16> {
  %y = nn.cast %x {to = i16} : (tensor<2x3xf64>) -> tensor<2x3xi16>
  func.return %y : tensor<2x3xi16>
}

func.func @cast_f16_to_f32(%x: tensor<2x3xf16>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xf16>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_f16_to_i64(%x: tensor<2x3xf16>) -> tensor<2x3xi64> {
  %y = nn.cast %x {to = i64} : (tensor<2x3xf16>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @cast_bf16_to_f32(%x: tensor<2x3xbf16>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xbf16>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_i1_to_f32(%x: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xi1>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_i1_to_i64(%x: tensor<2x3xi1>) -> tensor<2x3xi64> {
  %y = nn.cast %x {to = i64} : (tensor<2x3xi1>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @cast_i32_to_f16(%x: tensor<2x3xi32> {nn.range = [-300, 300]}) -> tensor<2x3xf16> {
  %y = nn.cast %x {to = f16} : (tensor<2x3xi32>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @cast_i64_to_i32(%x: tensor<2x3xi64> {nn.range = [-300, 300]}) -> tensor<2x3xi32> {
  %y = nn.cast %x {to = i32} : (tensor<2x3xi64>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @cast_i64_to_i1(%x: tensor<2x3xi64> {nn.range = [-300, 300]}) -> tensor<2x3xi1> {
  %y = nn.cast %x {to = i1} : (tensor<2x3xi64>) -> tensor<2x3xi1>
  func.return %y : tensor<2x3xi1>
}

func.func @cast_i64_to_ui8(%x: tensor<2x3xi64> {nn.range = [-300, 300]}) -> tensor<2x3xui8> {
  %y = nn.cast %x {to = ui8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @cast_ui8_to_f32(%x: tensor<2x3xui8>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xui8>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_ui16_to_i8(%x: tensor<2x3xui16>) -> tensor<2x3xi8> {
  %y = nn.cast %x {to = i8} : (tensor<2x3xui16>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}

func.func @cast_i8_to_ui64(%x: tensor<2x3xi8>) -> tensor<2x3xui64> {
  %y = nn.cast %x {to = ui64} : (tensor<2x3xi8>) -> tensor<2x3xui64>
  func.return %y : tensor<2x3xui64>
}

func.func @cast_ui32_to_f64(%x: tensor<2x3xui32>) -> tensor<2x3xf64> {
  %y = nn.cast %x {to = f64} : (tensor<2x3xui32>) -> tensor<2x3xf64>
  func.return %y : tensor<2x3xf64>
}

func.func @cast_cuts_the_fraction() -> tensor<8xi8> {
  %x = nn.constant {value = dense<[-1.9, -1.5, -0.5, 0.5, 1.5, 1.9, 127.9, -128.9]> : tensor<8xf32>} : () -> tensor<8xf32>
  %y = nn.cast %x {to = i8} : (tensor<8xf32>) -> tensor<8xi8>
  func.return %y : tensor<8xi8>
}

func.func @cast_out_of_range() -> tensor<6xi32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e9, -3.0e9, 1.0e20]> : tensor<6xf32>} : () -> tensor<6xf32>
  %y = nn.cast %x {to = i32} : (tensor<6xf32>) -> tensor<6xi32>
  func.return %y : tensor<6xi32>
}

func.func @cast_nan_to_a_boolean() -> tensor<4xi1> {
  %x = nn.constant {value = dense<[0x7FC00000, -0.0, 0.25, 0xFF800000]> : tensor<4xf32>} : () -> tensor<4xf32>
  %y = nn.cast %x {to = i1} : (tensor<4xf32>) -> tensor<4xi1>
  func.return %y : tensor<4xi1>
}

func.func @cast_rounds_integers() -> tensor<3xf32> {
  %x = nn.constant {value = dense<[16777217, 9007199254740993, -9223372036854775808]> : tensor<3xi64>} : () -> tensor<3xi64>
  %y = nn.cast %x {to = f32} : (tensor<3xi64>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @cast_overflows_to_infinity() -> tensor<4xf16> {
  %x = nn.constant {value = dense<[65519.0, 65520.0, 1.0e-8, -1.0e9]> : tensor<4xf32>} : () -> tensor<4xf32>
  %y = nn.cast %x {to = f16} : (tensor<4xf32>) -> tensor<4xf16>
  func.return %y : tensor<4xf16>
}

func.func @cast_to_the_same_type(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @cast_of_a_scalar(%x: tensor<f32>) -> tensor<i32> {
  %y = nn.cast %x {to = i32} : (tensor<f32>) -> tensor<i32>
  func.return %y : tensor<i32>
}

func.func @cast_of_no_elements(%x: tensor<0x3xf32>) -> tensor<0x3xi32> {
  %y = nn.cast %x {to = i32} : (tensor<0x3xf32>) -> tensor<0x3xi32>
  func.return %y : tensor<0x3xi32>
}

func.func @cast_of_unknown_dims(%x: tensor<?x3xi64> {nn.size = [2]}) -> tensor<?x3xf32> {
  %y = nn.cast %x {to = f32} : (tensor<?x3xi64>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

// Back in f32, which the comparison knows.
func.func @cast_f32_to_f8e4m3fn() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {to = f8E4M3FN} : (tensor<10xf32>) -> tensor<10xf8E4M3FN>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E4M3FN>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e4m3fn_or_nan() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {saturate = false, to = f8E4M3FN} : (tensor<10xf32>) -> tensor<10xf8E4M3FN>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E4M3FN>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e4m3fnuz() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {to = f8E4M3FNUZ} : (tensor<10xf32>) -> tensor<10xf8E4M3FNUZ>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E4M3FNUZ>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e4m3fnuz_or_nan() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {saturate = false, to = f8E4M3FNUZ} : (tensor<10xf32>) -> tensor<10xf8E4M3FNUZ>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E4M3FNUZ>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e5m2() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {to = f8E5M2} : (tensor<10xf32>) -> tensor<10xf8E5M2>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E5M2>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e5m2_or_nan() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {saturate = false, to = f8E5M2} : (tensor<10xf32>) -> tensor<10xf8E5M2>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E5M2>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e5m2fnuz() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {to = f8E5M2FNUZ} : (tensor<10xf32>) -> tensor<10xf8E5M2FNUZ>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E5M2FNUZ>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

func.func @cast_f32_to_f8e5m2fnuz_or_nan() -> tensor<10xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.3, 460.0, -500.0, 70000.0, -1.0e9, 1.0e-6]> : tensor<10xf32>} : () -> tensor<10xf32>
  %y = nn.cast %x {saturate = false, to = f8E5M2FNUZ} : (tensor<10xf32>) -> tensor<10xf8E5M2FNUZ>
  %z = nn.cast %y {to = f32} : (tensor<10xf8E5M2FNUZ>) -> tensor<10xf32>
  func.return %z : tensor<10xf32>
}

// The runtime has no f8E8M0FNU.
func.func @cast_to_powers_of_two_up() -> tensor<6xf32> attributes {nn.oracle = "reference"} {
  %x = nn.constant {value = dense<[1.0, 1.25, 1.5, 1.75, 3.0e38, 0x7FC00000]> : tensor<6xf32>} : () -> tensor<6xf32>
  %y = nn.cast %x {to = f8E8M0FNU} : (tensor<6xf32>) -> tensor<6xf8E8M0FNU>
  %z = nn.cast %y {to = f32} : (tensor<6xf8E8M0FNU>) -> tensor<6xf32>
  func.return %z : tensor<6xf32>
}

func.func @cast_to_powers_of_two_down() -> tensor<6xf32> attributes {nn.oracle = "reference"} {
  %x = nn.constant {value = dense<[1.0, 1.25, 1.5, 1.75, 3.0e38, 0x7FC00000]> : tensor<6xf32>} : () -> tensor<6xf32>
  %y = nn.cast %x {round_mode = "down", to = f8E8M0FNU} : (tensor<6xf32>) -> tensor<6xf8E8M0FNU>
  %z = nn.cast %y {to = f32} : (tensor<6xf8E8M0FNU>) -> tensor<6xf32>
  func.return %z : tensor<6xf32>
}

func.func @cast_to_powers_of_two_nearest() -> tensor<6xf32> attributes {nn.oracle = "reference"} {
  %x = nn.constant {value = dense<[1.0, 1.25, 1.5, 1.75, 3.0e38, 0x7FC00000]> : tensor<6xf32>} : () -> tensor<6xf32>
  %y = nn.cast %x {round_mode = "nearest", to = f8E8M0FNU} : (tensor<6xf32>) -> tensor<6xf8E8M0FNU>
  %z = nn.cast %y {to = f32} : (tensor<6xf8E8M0FNU>) -> tensor<6xf32>
  func.return %z : tensor<6xf32>
}

func.func @cast_i32_to_i4() -> tensor<6xi32> {
  %x = nn.constant {value = dense<[-8, 7, 8, -9, 0, 300]> : tensor<6xi32>} : () -> tensor<6xi32>
  %y = nn.cast %x {to = i4} : (tensor<6xi32>) -> tensor<6xi4>
  %z = nn.cast %y {to = i32} : (tensor<6xi4>) -> tensor<6xi32>
  func.return %z : tensor<6xi32>
}

func.func @cast_i32_to_ui4() -> tensor<6xi32> {
  %x = nn.constant {value = dense<[0, 15, 16, -1, 7, 300]> : tensor<6xi32>} : () -> tensor<6xi32>
  %y = nn.cast %x {to = ui4} : (tensor<6xi32>) -> tensor<6xui4>
  %z = nn.cast %y {to = i32} : (tensor<6xui4>) -> tensor<6xi32>
  func.return %z : tensor<6xi32>
}

// BitCast came with opset 26, which the runtime does not know.
func.func @bitcast_f32_to_i32(%x: tensor<2x3xf32>) -> tensor<2x3xi32> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = i32} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @bitcast_i32_to_f32(%x: tensor<2x3xi32>) -> tensor<2x3xf32> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @bitcast_f64_to_ui64(%x: tensor<2x3xf64>) -> tensor<2x3xui64> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = ui64} : (tensor<2x3xf64>) -> tensor<2x3xui64>
  func.return %y : tensor<2x3xui64>
}

func.func @bitcast_bf16_to_i16(%x: tensor<2x3xbf16>) -> tensor<2x3xi16> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = i16} : (tensor<2x3xbf16>) -> tensor<2x3xi16>
  func.return %y : tensor<2x3xi16>
}

func.func @bitcast_i1_to_ui8(%x: tensor<2x3xi1>) -> tensor<2x3xui8> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = ui8} : (tensor<2x3xi1>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @bitcast_ui8_to_i1(%x: tensor<2x3xui8> {nn.range = [0, 2]}) -> tensor<2x3xi1> attributes {nn.oracle = "reference"} {
  %y = nn.bitcast %x {to = i1} : (tensor<2x3xui8>) -> tensor<2x3xi1>
  func.return %y : tensor<2x3xi1>
}

func.func @arithmetic_f32(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %add = nn.add %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %sub = nn.sub %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %mul = nn.mul %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %minimum = nn.minimum %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %maximum = nn.maximum %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %div = nn.div %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %add, %sub, %mul, %minimum, %maximum, %div : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @arithmetic_broadcast(%x: tensor<4x1x3xf32>, %y: tensor<2x1xf32>) -> (tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>) {
  %add = nn.add %x, %y : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  %sub = nn.sub %x, %y : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  %mul = nn.mul %x, %y : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  %minimum = nn.minimum %x, %y : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  %maximum = nn.maximum %x, %y : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>, tensor<4x2x3xf32>
}

func.func @arithmetic_with_a_scalar(%x: tensor<2x3xf32>, %y: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %add = nn.add %x, %y : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %sub = nn.sub %x, %y : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %mul = nn.mul %x, %y : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %minimum = nn.minimum %x, %y : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %maximum = nn.maximum %x, %y : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @arithmetic_of_scalars(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %add = nn.add %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %sub = nn.sub %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %mul = nn.mul %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %minimum = nn.minimum %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %maximum = nn.maximum %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

func.func @arithmetic_of_no_elements(%x: tensor<2x0xf32>, %y: tensor<1x1xf32>) -> (tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>) {
  %add = nn.add %x, %y : (tensor<2x0xf32>, tensor<1x1xf32>) -> tensor<2x0xf32>
  %sub = nn.sub %x, %y : (tensor<2x0xf32>, tensor<1x1xf32>) -> tensor<2x0xf32>
  %mul = nn.mul %x, %y : (tensor<2x0xf32>, tensor<1x1xf32>) -> tensor<2x0xf32>
  %minimum = nn.minimum %x, %y : (tensor<2x0xf32>, tensor<1x1xf32>) -> tensor<2x0xf32>
  %maximum = nn.maximum %x, %y : (tensor<2x0xf32>, tensor<1x1xf32>) -> tensor<2x0xf32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>
}

func.func @arithmetic_of_unknown_dims(%x: tensor<?x3xf32> {nn.size = [4]}, %y: tensor<4x?xf32> {nn.size = [3]}) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %add = nn.add %x, %y : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  %sub = nn.sub %x, %y : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  %mul = nn.mul %x, %y : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  %minimum = nn.minimum %x, %y : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  %maximum = nn.maximum %x, %y : (tensor<?x3xf32>, tensor<4x?xf32>) -> tensor<4x3xf32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

func.func @arithmetic_of_one_beside_unknown(%x: tensor<1x3xf32>, %y: tensor<?x1xf32> {nn.size = [5]}) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %add = nn.add %x, %y : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %sub = nn.sub %x, %y : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %mul = nn.mul %x, %y : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %minimum = nn.minimum %x, %y : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %maximum = nn.maximum %x, %y : (tensor<1x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// Minimum and maximum of NaN are NaN.
func.func @arithmetic_of_specials() -> (tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>) {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %y = nn.constant {value = dense<[[0x7FC00000], [0x7F800000], [0xFF800000], [-0.0], [0.0], [0.5], [1.0], [-1.0], [2.5], [-2.5], [1.5], [-0.5]]> : tensor<12x1xf32>} : () -> tensor<12x1xf32>
  %add = nn.add %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  %sub = nn.sub %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  %mul = nn.mul %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  %minimum = nn.minimum %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  %maximum = nn.maximum %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  %div = nn.div %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xf32>
  func.return %add, %sub, %mul, %minimum, %maximum, %div : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>
}

func.func @arithmetic_f16(%x: tensor<2x3xf16>, %y: tensor<3xf16>) -> (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) {
  %add = nn.add %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %sub = nn.sub %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %mul = nn.mul %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %minimum = nn.minimum %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  %maximum = nn.maximum %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>
}

func.func @arithmetic_f64(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
  %add = nn.add %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %sub = nn.sub %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %mul = nn.mul %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %minimum = nn.minimum %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %maximum = nn.maximum %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

// The runtime has no kernels for bf16.
func.func @arithmetic_bf16(%x: tensor<2x3xbf16>, %y: tensor<3xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) attributes {nn.oracle = "reference"} {
  %add = nn.add %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %sub = nn.sub %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %mul = nn.mul %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  %div = nn.div %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  func.return %add, %sub, %mul, %div : tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>
}

func.func @arithmetic_i32(%x: tensor<2x3xi32>, %y: tensor<3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %add = nn.add %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %sub = nn.sub %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %mul = nn.mul %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %minimum = nn.minimum %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %maximum = nn.maximum %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

func.func @arithmetic_i64(%x: tensor<2x3xi64>, %y: tensor<3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>) {
  %add = nn.add %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %sub = nn.sub %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %mul = nn.mul %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %minimum = nn.minimum %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %maximum = nn.maximum %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>
}

func.func @arithmetic_ui32(%x: tensor<2x3xui32>, %y: tensor<3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>) {
  %add = nn.add %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %sub = nn.sub %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %mul = nn.mul %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %minimum = nn.minimum %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %maximum = nn.maximum %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>
}

func.func @arithmetic_ui64(%x: tensor<2x3xui64>, %y: tensor<3xui64>) -> (tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>) {
  %add = nn.add %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %sub = nn.sub %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %mul = nn.mul %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %minimum = nn.minimum %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %maximum = nn.maximum %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  func.return %add, %sub, %mul, %minimum, %maximum : tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>
}

// Integers wrap.
func.func @arithmetic_i8(%x: tensor<2x3xi8> {nn.range = [-100, 200]}, %y: tensor<3xi8> {nn.range = [-100, 200]}) -> (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>) {
  %add = nn.add %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %sub = nn.sub %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %mul = nn.mul %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  func.return %add, %sub, %mul : tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>
}

func.func @arithmetic_i16(%x: tensor<2x3xi16> {nn.range = [-100, 200]}, %y: tensor<3xi16> {nn.range = [-100, 200]}) -> (tensor<2x3xi16>, tensor<2x3xi16>, tensor<2x3xi16>) {
  %add = nn.add %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  %sub = nn.sub %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  %mul = nn.mul %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  func.return %add, %sub, %mul : tensor<2x3xi16>, tensor<2x3xi16>, tensor<2x3xi16>
}

func.func @arithmetic_ui8(%x: tensor<2x3xui8> {nn.range = [-100, 200]}, %y: tensor<3xui8> {nn.range = [-100, 200]}) -> (tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xui8>) {
  %add = nn.add %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %sub = nn.sub %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %mul = nn.mul %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  func.return %add, %sub, %mul : tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xui8>
}

func.func @arithmetic_ui16(%x: tensor<2x3xui16> {nn.range = [-100, 200]}, %y: tensor<3xui16> {nn.range = [-100, 200]}) -> (tensor<2x3xui16>, tensor<2x3xui16>, tensor<2x3xui16>) {
  %add = nn.add %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %sub = nn.sub %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %mul = nn.mul %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  func.return %add, %sub, %mul : tensor<2x3xui16>, tensor<2x3xui16>, tensor<2x3xui16>
}

func.func @extremes_i8(%x: tensor<2x3xi8>, %y: tensor<3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>) {
  %minimum = nn.minimum %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %maximum = nn.maximum %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  func.return %minimum, %maximum : tensor<2x3xi8>, tensor<2x3xi8>
}

func.func @extremes_ui8(%x: tensor<2x3xui8>, %y: tensor<3xui8>) -> (tensor<2x3xui8>, tensor<2x3xui8>) {
  %minimum = nn.minimum %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %maximum = nn.maximum %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  func.return %minimum, %maximum : tensor<2x3xui8>, tensor<2x3xui8>
}

// The runtime has no kernel.
func.func @extremes_i16(%x: tensor<2x3xi16>, %y: tensor<3xi16>) -> (tensor<2x3xi16>, tensor<2x3xi16>) attributes {nn.oracle = "reference"} {
  %minimum = nn.minimum %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  %maximum = nn.maximum %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  func.return %minimum, %maximum : tensor<2x3xi16>, tensor<2x3xi16>
}

func.func @extremes_ui16(%x: tensor<2x3xui16>, %y: tensor<3xui16>) -> (tensor<2x3xui16>, tensor<2x3xui16>) attributes {nn.oracle = "reference"} {
  %minimum = nn.minimum %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %maximum = nn.maximum %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  func.return %minimum, %maximum : tensor<2x3xui16>, tensor<2x3xui16>
}

// A quotient is cut, a remainder has the sign of the divisor.
func.func @quotients_i8() -> (tensor<2x4xi8>, tensor<2x4xi8>) {
  %x = nn.constant {value = dense<[-128, -7, 7, 127]> : tensor<4xi8>} : () -> tensor<4xi8>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi8>} : () -> tensor<2x1xi8>
  %div = nn.div %x, %y : (tensor<4xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  %mod = nn.mod %x, %y : (tensor<4xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  func.return %div, %mod : tensor<2x4xi8>, tensor<2x4xi8>
}

// With fmod a remainder has the sign of the dividend.
func.func @remainders_i8() -> tensor<2x4xi8> {
  %x = nn.constant {value = dense<[-128, -7, 7, 127]> : tensor<4xi8>} : () -> tensor<4xi8>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi8>} : () -> tensor<2x1xi8>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  func.return %mod : tensor<2x4xi8>
}

func.func @quotients_i16() -> (tensor<2x4xi16>, tensor<2x4xi16>) {
  %x = nn.constant {value = dense<[-7, 7, -8, 8]> : tensor<4xi16>} : () -> tensor<4xi16>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi16>} : () -> tensor<2x1xi16>
  %div = nn.div %x, %y : (tensor<4xi16>, tensor<2x1xi16>) -> tensor<2x4xi16>
  %mod = nn.mod %x, %y : (tensor<4xi16>, tensor<2x1xi16>) -> tensor<2x4xi16>
  func.return %div, %mod : tensor<2x4xi16>, tensor<2x4xi16>
}

func.func @remainders_i16() -> tensor<2x4xi16> {
  %x = nn.constant {value = dense<[-7, 7, -8, 8]> : tensor<4xi16>} : () -> tensor<4xi16>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi16>} : () -> tensor<2x1xi16>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xi16>, tensor<2x1xi16>) -> tensor<2x4xi16>
  func.return %mod : tensor<2x4xi16>
}

func.func @quotients_i32() -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %x = nn.constant {value = dense<[-2147483648, -7, 7, 2147483647]> : tensor<4xi32>} : () -> tensor<4xi32>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %div = nn.div %x, %y : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  %mod = nn.mod %x, %y : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  func.return %div, %mod : tensor<2x4xi32>, tensor<2x4xi32>
}

func.func @remainders_i32() -> tensor<2x4xi32> {
  %x = nn.constant {value = dense<[-2147483648, -7, 7, 2147483647]> : tensor<4xi32>} : () -> tensor<4xi32>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  func.return %mod : tensor<2x4xi32>
}

func.func @quotients_i64() -> (tensor<2x4xi64>, tensor<2x4xi64>) {
  %x = nn.constant {value = dense<[-9223372036854775808, -7, 9007199254740993, 9223372036854775807]> : tensor<4xi64>} : () -> tensor<4xi64>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %div = nn.div %x, %y : (tensor<4xi64>, tensor<2x1xi64>) -> tensor<2x4xi64>
  %mod = nn.mod %x, %y : (tensor<4xi64>, tensor<2x1xi64>) -> tensor<2x4xi64>
  func.return %div, %mod : tensor<2x4xi64>, tensor<2x4xi64>
}

func.func @remainders_i64() -> tensor<2x4xi64> {
  %x = nn.constant {value = dense<[-9223372036854775808, -7, 9007199254740993, 9223372036854775807]> : tensor<4xi64>} : () -> tensor<4xi64>
  %y = nn.constant {value = dense<[[2], [-3]]> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xi64>, tensor<2x1xi64>) -> tensor<2x4xi64>
  func.return %mod : tensor<2x4xi64>
}

func.func @quotients_ui8() -> (tensor<2x4xui8>, tensor<2x4xui8>) {
  %x = nn.constant {value = dense<[255, 7, 8, 0]> : tensor<4xui8>} : () -> tensor<4xui8>
  %y = nn.constant {value = dense<[[2], [3]]> : tensor<2x1xui8>} : () -> tensor<2x1xui8>
  %div = nn.div %x, %y : (tensor<4xui8>, tensor<2x1xui8>) -> tensor<2x4xui8>
  %mod = nn.mod %x, %y : (tensor<4xui8>, tensor<2x1xui8>) -> tensor<2x4xui8>
  func.return %div, %mod : tensor<2x4xui8>, tensor<2x4xui8>
}

func.func @remainders_ui8() -> tensor<2x4xui8> {
  %x = nn.constant {value = dense<[255, 7, 8, 0]> : tensor<4xui8>} : () -> tensor<4xui8>
  %y = nn.constant {value = dense<[[2], [3]]> : tensor<2x1xui8>} : () -> tensor<2x1xui8>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xui8>, tensor<2x1xui8>) -> tensor<2x4xui8>
  func.return %mod : tensor<2x4xui8>
}

func.func @quotients_ui64() -> (tensor<2x4xui64>, tensor<2x4xui64>) {
  %x = nn.constant {value = dense<[18446744073709551615, 7, 8, 9007199254740993]> : tensor<4xui64>} : () -> tensor<4xui64>
  %y = nn.constant {value = dense<[[2], [3]]> : tensor<2x1xui64>} : () -> tensor<2x1xui64>
  %div = nn.div %x, %y : (tensor<4xui64>, tensor<2x1xui64>) -> tensor<2x4xui64>
  %mod = nn.mod %x, %y : (tensor<4xui64>, tensor<2x1xui64>) -> tensor<2x4xui64>
  func.return %div, %mod : tensor<2x4xui64>, tensor<2x4xui64>
}

func.func @remainders_ui64() -> tensor<2x4xui64> {
  %x = nn.constant {value = dense<[18446744073709551615, 7, 8, 9007199254740993]> : tensor<4xui64>} : () -> tensor<4xui64>
  %y = nn.constant {value = dense<[[2], [3]]> : tensor<2x1xui64>} : () -> tensor<2x1xui64>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<4xui64>, tensor<2x1xui64>) -> tensor<2x4xui64>
  func.return %mod : tensor<2x4xui64>
}

func.func @mod_of_f32_with_sign_of_dividend(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %mod = nn.mod %x, %y {fmod = true} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %mod : tensor<2x3xf32>
}

func.func @mod_of_f16_with_sign_of_dividend(%x: tensor<2x3xf16>, %y: tensor<3xf16>) -> tensor<2x3xf16> {
  %mod = nn.mod %x, %y {fmod = true} : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  func.return %mod : tensor<2x3xf16>
}

// Below opset 28 written with fmod, and moved.
func.func @mod_of_f32_with_sign_of_divisor(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %mod = nn.mod %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %mod : tensor<2x3xf32>
}

func.func @mod_of_specials() -> tensor<6xf32> {
  %x = nn.constant {value = dense<[0x7F800000, 1.0, 0x7FC00000, -0.0, 5.5, -5.5]> : tensor<6xf32>} : () -> tensor<6xf32>
  %y = nn.constant {value = dense<[2.0, 0.0, 1.0, 3.0, 0x7F800000, 2.0]> : tensor<6xf32>} : () -> tensor<6xf32>
  %mod = nn.mod %x, %y {fmod = true} : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  func.return %mod : tensor<6xf32>
}

func.func @pow_f32(%x: tensor<2x3xf32> {nn.range = [0.1, 4.0]}, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %pow = nn.pow %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %pow : tensor<2x3xf32>
}

func.func @pow_f64(%x: tensor<2x3xf64> {nn.range = [0.1, 4.0]}, %y: tensor<f64>) -> tensor<2x3xf64> {
  %pow = nn.pow %x, %y : (tensor<2x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  func.return %pow : tensor<2x3xf64>
}

func.func @pow_f16(%x: tensor<2x3xf16> {nn.range = [0.1, 4.0]}, %y: tensor<3xf16>) -> tensor<2x3xf16> {
  %pow = nn.pow %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  func.return %pow : tensor<2x3xf16>
}

func.func @pow_of_specials() -> tensor<8xf32> {
  %x = nn.constant {value = dense<[-8.0, -8.0, 0.0, 0x7F800000, 0x7FC00000, 1.0, 0.0, -0.0]> : tensor<8xf32>} : () -> tensor<8xf32>
  %y = nn.constant {value = dense<[0.5, 3.0, 0.0, 0.0, 0.0, 0x7FC00000, -1.0, -3.0]> : tensor<8xf32>} : () -> tensor<8xf32>
  %pow = nn.pow %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  func.return %pow : tensor<8xf32>
}

func.func @pow_i32(%x: tensor<2x3xi32>, %y: tensor<3xi32> {nn.range = [0, 5]}) -> tensor<2x3xi32> {
  %z = nn.pow %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  func.return %z : tensor<2x3xi32>
}

func.func @pow_i64_i32(%x: tensor<2x3xi64>, %y: tensor<3xi32> {nn.range = [0, 5]}) -> tensor<2x3xi64> {
  %z = nn.pow %x, %y : (tensor<2x3xi64>, tensor<3xi32>) -> tensor<2x3xi64>
  func.return %z : tensor<2x3xi64>
}

func.func @pow_of_negative_powers() -> tensor<5xi32> {
  %x = nn.constant {value = dense<[2, 1, -1, -1, 10]> : tensor<5xi32>} : () -> tensor<5xi32>
  %y = nn.constant {value = dense<[-1, -5, -3, -2, -2]> : tensor<5xi32>} : () -> tensor<5xi32>
  %z = nn.pow %x, %y : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  func.return %z : tensor<5xi32>
}

// The runtime computes this in f64, and rounds.
func.func @pow_i64_exact() -> tensor<2xi64> attributes {nn.oracle = "reference"} {
  %x = nn.constant {value = dense<[3, 7]> : tensor<2xi64>} : () -> tensor<2xi64>
  %y = nn.constant {value = dense<[39, 22]> : tensor<2xi64>} : () -> tensor<2xi64>
  %z = nn.pow %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  func.return %z : tensor<2xi64>
}

func.func @pow_f32_i64(%x: tensor<2x3xf32>, %y: tensor<3xi64> {nn.range = [-3, 4]}) -> tensor<2x3xf32> {
  %z = nn.pow %x, %y : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  func.return %z : tensor<2x3xf32>
}

func.func @pow_f32_f64(%x: tensor<2x3xf32> {nn.range = [0.1, 4.0]}, %y: tensor<3xf64>) -> tensor<2x3xf32> {
  %z = nn.pow %x, %y : (tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  func.return %z : tensor<2x3xf32>
}

func.func @pow_f16_f32(%x: tensor<2x3xf16> {nn.range = [0.1, 4.0]}, %y: tensor<3xf32>) -> tensor<2x3xf16> {
  %z = nn.pow %x, %y : (tensor<2x3xf16>, tensor<3xf32>) -> tensor<2x3xf16>
  func.return %z : tensor<2x3xf16>
}

func.func @pow_i32_f32() -> tensor<4xi32> {
  %x = nn.constant {value = dense<[8, 9, 2, 5]> : tensor<4xi32>} : () -> tensor<4xi32>
  %y = nn.constant {value = dense<[0.3334, 0.5, 1.5, 2.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %z = nn.pow %x, %y : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi32>
  func.return %z : tensor<4xi32>
}

func.func @bits_i8(%x: tensor<2x3xi8>, %y: tensor<3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xi8>, tensor<2x3xi8>, tensor<2x3xi8>
}

func.func @bits_i16(%x: tensor<2x3xi16>, %y: tensor<3xi16>) -> (tensor<2x3xi16>, tensor<2x3xi16>, tensor<2x3xi16>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi16>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xi16>, tensor<2x3xi16>, tensor<2x3xi16>
}

func.func @bits_i32(%x: tensor<2x3xi32>, %y: tensor<3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

func.func @bits_i64(%x: tensor<2x3xi64>, %y: tensor<3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>
}

func.func @bits_ui8(%x: tensor<2x3xui8>, %y: tensor<3xui8>) -> (tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xui8>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xui8>, tensor<2x3xui8>, tensor<2x3xui8>
}

func.func @bits_ui16(%x: tensor<2x3xui16>, %y: tensor<3xui16>) -> (tensor<2x3xui16>, tensor<2x3xui16>, tensor<2x3xui16>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xui16>, tensor<2x3xui16>, tensor<2x3xui16>
}

func.func @bits_ui32(%x: tensor<2x3xui32>, %y: tensor<3xui32>) -> (tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xui32>, tensor<2x3xui32>, tensor<2x3xui32>
}

func.func @bits_ui64(%x: tensor<2x3xui64>, %y: tensor<3xui64>) -> (tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>) {
  %bitwise_and = nn.bitwise_and %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %bitwise_or = nn.bitwise_or %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %bitwise_xor = nn.bitwise_xor %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  func.return %bitwise_and, %bitwise_or, %bitwise_xor : tensor<2x3xui64>, tensor<2x3xui64>, tensor<2x3xui64>
}

func.func @shifts_ui8(%x: tensor<2x3xui8> {nn.range = [0, 255]}, %y: tensor<3xui8> {nn.range = [0, 8]}) -> (tensor<2x3xui8>, tensor<2x3xui8>) {
  %shift_left = nn.shift_left %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  %shift_right = nn.shift_right %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xui8>
  func.return %shift_left, %shift_right : tensor<2x3xui8>, tensor<2x3xui8>
}

func.func @shifts_ui16(%x: tensor<2x3xui16> {nn.range = [0, 255]}, %y: tensor<3xui16> {nn.range = [0, 8]}) -> (tensor<2x3xui16>, tensor<2x3xui16>) {
  %shift_left = nn.shift_left %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  %shift_right = nn.shift_right %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xui16>
  func.return %shift_left, %shift_right : tensor<2x3xui16>, tensor<2x3xui16>
}

func.func @shifts_ui32(%x: tensor<2x3xui32> {nn.range = [0, 255]}, %y: tensor<3xui32> {nn.range = [0, 8]}) -> (tensor<2x3xui32>, tensor<2x3xui32>) {
  %shift_left = nn.shift_left %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  %shift_right = nn.shift_right %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  func.return %shift_left, %shift_right : tensor<2x3xui32>, tensor<2x3xui32>
}

func.func @shifts_ui64(%x: tensor<2x3xui64> {nn.range = [0, 255]}, %y: tensor<3xui64> {nn.range = [0, 8]}) -> (tensor<2x3xui64>, tensor<2x3xui64>) {
  %shift_left = nn.shift_left %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  %shift_right = nn.shift_right %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  func.return %shift_left, %shift_right : tensor<2x3xui64>, tensor<2x3xui64>
}

func.func @logic(%x: tensor<2x3xi1>, %y: tensor<3xi1>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %and = nn.and %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %or = nn.or %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %xor = nn.xor %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  func.return %and, %or, %xor : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @logic_of_unknown_dims(%x: tensor<?x3xi1> {nn.size = [2]}, %y: tensor<?x1xi1> {nn.size = [2]}) -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %and = nn.and %x, %y : (tensor<?x3xi1>, tensor<?x1xi1>) -> tensor<?x3xi1>
  %or = nn.or %x, %y : (tensor<?x3xi1>, tensor<?x1xi1>) -> tensor<?x3xi1>
  %xor = nn.xor %x, %y : (tensor<?x3xi1>, tensor<?x1xi1>) -> tensor<?x3xi1>
  func.return %and, %or, %xor : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

func.func @comparisons_f32(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_f64(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_i32(%x: tensor<2x3xi32> {nn.range = [-2, 2]}, %y: tensor<3xi32> {nn.range = [-2, 2]}) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_i64(%x: tensor<2x3xi64> {nn.range = [-2, 2]}, %y: tensor<3xi64> {nn.range = [-2, 2]}) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_f16(%x: tensor<2x3xf16>, %y: tensor<3xf16>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_i8(%x: tensor<2x3xi8>, %y: tensor<3xi8>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_ui8(%x: tensor<2x3xui8>, %y: tensor<3xui8>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xui8>, tensor<3xui8>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

// The runtime has not all kernels.
func.func @comparisons_i16(%x: tensor<2x3xi16>, %y: tensor<3xi16>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) attributes {nn.oracle = "reference"} {
  %equal = nn.equal %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xi16>, tensor<3xi16>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_ui16(%x: tensor<2x3xui16>, %y: tensor<3xui16>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) attributes {nn.oracle = "reference"} {
  %equal = nn.equal %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xui16>, tensor<3xui16>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_ui32(%x: tensor<2x3xui32>, %y: tensor<3xui32>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) attributes {nn.oracle = "reference"} {
  %equal = nn.equal %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_ui64(%x: tensor<2x3xui64>, %y: tensor<3xui64>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) attributes {nn.oracle = "reference"} {
  %equal = nn.equal %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

func.func @comparisons_bf16(%x: tensor<2x3xbf16>, %y: tensor<3xbf16>) -> (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) attributes {nn.oracle = "reference"} {
  %equal = nn.equal %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xi1>
  %less = nn.less %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xi1>
  %greater = nn.greater %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>
}

// Nothing is true of NaN.
func.func @comparisons_of_specials() -> (tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>) {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %y = nn.constant {value = dense<[[0x7FC00000], [0x7F800000], [0xFF800000], [-0.0], [0.0], [0.5], [1.0], [-1.0], [2.5], [-2.5], [1.5], [-0.5]]> : tensor<12x1xf32>} : () -> tensor<12x1xf32>
  %equal = nn.equal %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xi1>
  %less = nn.less %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xi1>
  %greater = nn.greater %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<12xf32>, tensor<12x1xf32>) -> tensor<12x12xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>, tensor<12x12xi1>
}

// f64 could not tell these apart.
func.func @comparisons_of_large_i64() -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  %x = nn.constant {value = dense<[9007199254740993, 9223372036854775807]> : tensor<2xi64>} : () -> tensor<2xi64>
  %y = nn.constant {value = dense<[9007199254740992, 9223372036854775806]> : tensor<2xi64>} : () -> tensor<2xi64>
  %equal = nn.equal %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %less = nn.less %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %greater = nn.greater %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

func.func @comparisons_of_unknown_dims(%x: tensor<?x3xf32> {nn.size = [2]}, %y: tensor<?xf32> {nn.size = [3]}) -> (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) {
  %equal = nn.equal %x, %y : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xi1>
  %less = nn.less %x, %y : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xi1>
  %greater = nn.greater %x, %y : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xi1>
  %less_equal = nn.less_equal %x, %y : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xi1>
  %greater_equal = nn.greater_equal %x, %y : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xi1>
  func.return %equal, %less, %greater, %less_equal, %greater_equal : tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>
}

func.func @equal_booleans(%x: tensor<2x3xi1>, %y: tensor<3xi1>) -> tensor<2x3xi1> {
  %equal = nn.equal %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  func.return %equal : tensor<2x3xi1>
}

func.func @equal_strings(%x: tensor<2x3x!nn.string>, %y: tensor<3x!nn.string>) -> tensor<2x3xi1> {
  %equal = nn.equal %x, %y : (tensor<2x3x!nn.string>, tensor<3x!nn.string>) -> tensor<2x3xi1>
  func.return %equal : tensor<2x3xi1>
}

func.func @where_f32(%c: tensor<2x3xi1>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %z : tensor<2x3xf32>
}

func.func @where_i64(%c: tensor<2x3xi1>, %x: tensor<2x3xi64>, %y: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  func.return %z : tensor<2x3xi64>
}

func.func @where_ui8(%c: tensor<2x3xi1>, %x: tensor<2x3xui8>, %y: tensor<2x3xui8>) -> tensor<2x3xui8> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2x3xui8>
  func.return %z : tensor<2x3xui8>
}

func.func @where_i32(%c: tensor<2x3xi1>, %x: tensor<2x3xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return %z : tensor<2x3xi32>
}

func.func @where_broadcast(%c: tensor<3x1xi1>, %x: tensor<1x4xf32>, %y: tensor<2x1x1xf32>) -> tensor<2x3x4xf32> {
  %z = nn.where %c, %x, %y : (tensor<3x1xi1>, tensor<1x4xf32>, tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
  func.return %z : tensor<2x3x4xf32>
}

func.func @where_of_scalars(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %z = nn.where %c, %x, %y : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  func.return %z : tensor<f32>
}

func.func @where_of_a_condition_alone(%c: tensor<2x3xi1>, %x: tensor<i64>, %y: tensor<i64>) -> tensor<2x3xi64> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<i64>, tensor<i64>) -> tensor<2x3xi64>
  func.return %z : tensor<2x3xi64>
}

func.func @where_of_no_elements(%c: tensor<0xi1>, %x: tensor<1xf32>, %y: tensor<f32>) -> tensor<0xf32> {
  %z = nn.where %c, %x, %y : (tensor<0xi1>, tensor<1xf32>, tensor<f32>) -> tensor<0xf32>
  func.return %z : tensor<0xf32>
}

func.func @where_of_unknown_dims(%c: tensor<?x1xi1> {nn.size = [2]}, %x: tensor<1x?xf32> {nn.size = [3]}, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %z = nn.where %c, %x, %y : (tensor<?x1xi1>, tensor<1x?xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  func.return %z : tensor<?x3xf32>
}

// The runtime has no kernel.
func.func @where_f64(%c: tensor<2x3xi1>, %x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {nn.oracle = "reference"} {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %z : tensor<2x3xf64>
}

func.func @where_booleans(%c: tensor<2x3xi1>, %x: tensor<2x3xi1>, %y: tensor<2x3xi1>) -> tensor<2x3xi1> attributes {nn.oracle = "reference"} {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  func.return %z : tensor<2x3xi1>
}

func.func @where_bf16(%c: tensor<2x3xi1>, %x: tensor<2x3xbf16>, %y: tensor<2x3xbf16>) -> tensor<2x3xbf16> attributes {nn.oracle = "reference"} {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  func.return %z : tensor<2x3xbf16>
}

func.func @where_strings(%c: tensor<2x3xi1>, %x: tensor<2x3x!nn.string>, %y: tensor<3x!nn.string>) -> tensor<2x3x!nn.string> {
  %z = nn.where %c, %x, %y : (tensor<2x3xi1>, tensor<2x3x!nn.string>, tensor<3x!nn.string>) -> tensor<2x3x!nn.string>
  func.return %z : tensor<2x3x!nn.string>
}

func.func @clip_f32(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %low = nn.constant {value = dense<-0.5> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @clip_above(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %low = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @clip_below(%x: tensor<2x3xf32>, %high: tensor<f32>) -> tensor<2x3xf32> {
  %y = nn.clip %x, _, %high : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @clip_to_operands(%x: tensor<2x3xf32>, %low: tensor<f32> {nn.range = [-1.0, 0.0]}, %high: tensor<f32> {nn.range = [0.0, 1.0]}) -> tensor<2x3xf32> {
  %y = nn.clip %x, %low, %high : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// Infinities become the largest finite numbers.
func.func @clip_without_bounds() -> tensor<12xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %y = nn.clip %x : (tensor<12xf32>) -> tensor<12xf32>
  func.return %y : tensor<12xf32>
}

func.func @clip_f16_without_bounds() -> tensor<12xf16> {
  %x = nn.constant {value = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf16>} : () -> tensor<12xf16>
  %y = nn.clip %x : (tensor<12xf16>) -> tensor<12xf16>
  func.return %y : tensor<12xf16>
}

func.func @clip_f64_above() -> tensor<2xf64> {
  %x = nn.constant {value = dense<[0x7FF0000000000000, -1.0]> : tensor<2xf64>} : () -> tensor<2xf64>
  %low = nn.constant {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
  %y = nn.clip %x, %low : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  func.return %y : tensor<2xf64>
}

func.func @clip_of_nan() -> tensor<12xf32> {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 1.5, -0.5]> : tensor<12xf32>} : () -> tensor<12xf32>
  %low = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<12xf32>, tensor<f32>, tensor<f32>) -> tensor<12xf32>
  func.return %y : tensor<12xf32>
}

// The upper bound wins.
func.func @clip_of_crossed_bounds(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %low = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<-1.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @clip_to_bounds_of_one_axis(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %low = nn.constant {value = dense<-0.5> : tensor<1xf32>} : () -> tensor<1xf32>
  %high = nn.constant {value = dense<0.5> : tensor<1xf32>} : () -> tensor<1xf32>
  %y = nn.clip %x, %low, %high : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @clip_scalar(%x: tensor<f32>) -> tensor<f32> {
  %low = nn.constant {value = dense<-0.5> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @clip_no_elements(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %low = nn.constant {value = dense<-0.5> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<0x3xf32>, tensor<f32>, tensor<f32>) -> tensor<0x3xf32>
  func.return %y : tensor<0x3xf32>
}

func.func @clip_unknown_dims(%x: tensor<?x3xf32> {nn.size = [2]}) -> tensor<?x3xf32> {
  %low = nn.constant {value = dense<-0.5> : tensor<f32>} : () -> tensor<f32>
  %high = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y = nn.clip %x, %low, %high : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

func.func @clip_f16(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %low = nn.constant {value = dense<-0.5> : tensor<f16>} : () -> tensor<f16>
  %high = nn.constant {value = dense<0.5> : tensor<f16>} : () -> tensor<f16>
  %y = nn.clip %x, %low, %high : (tensor<2x3xf16>, tensor<f16>, tensor<f16>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @clip_f64(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %low = nn.constant {value = dense<-0.5> : tensor<f64>} : () -> tensor<f64>
  %high = nn.constant {value = dense<0.5> : tensor<f64>} : () -> tensor<f64>
  %y = nn.clip %x, %low, %high : (tensor<2x3xf64>, tensor<f64>, tensor<f64>) -> tensor<2x3xf64>
  func.return %y : tensor<2x3xf64>
}

func.func @clip_i8(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %low = nn.constant {value = dense<1> : tensor<i8>} : () -> tensor<i8>
  %high = nn.constant {value = dense<3> : tensor<i8>} : () -> tensor<i8>
  %y = nn.clip %x, %low, %high : (tensor<2x3xi8>, tensor<i8>, tensor<i8>) -> tensor<2x3xi8>
  func.return %y : tensor<2x3xi8>
}

func.func @clip_i32(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %low = nn.constant {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %high = nn.constant {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %y = nn.clip %x, %low, %high : (tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @clip_i64(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %low = nn.constant {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %high = nn.constant {value = dense<3> : tensor<i64>} : () -> tensor<i64>
  %y = nn.clip %x, %low, %high : (tensor<2x3xi64>, tensor<i64>, tensor<i64>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @clip_ui8(%x: tensor<2x3xui8>) -> tensor<2x3xui8> {
  %low = nn.constant {value = dense<1> : tensor<ui8>} : () -> tensor<ui8>
  %high = nn.constant {value = dense<3> : tensor<ui8>} : () -> tensor<ui8>
  %y = nn.clip %x, %low, %high : (tensor<2x3xui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x3xui8>
  func.return %y : tensor<2x3xui8>
}

func.func @clip_ui32(%x: tensor<2x3xui32>) -> tensor<2x3xui32> {
  %low = nn.constant {value = dense<1> : tensor<ui32>} : () -> tensor<ui32>
  %high = nn.constant {value = dense<3> : tensor<ui32>} : () -> tensor<ui32>
  %y = nn.clip %x, %low, %high : (tensor<2x3xui32>, tensor<ui32>, tensor<ui32>) -> tensor<2x3xui32>
  func.return %y : tensor<2x3xui32>
}

func.func @clip_ui64(%x: tensor<2x3xui64>) -> tensor<2x3xui64> {
  %low = nn.constant {value = dense<1> : tensor<ui64>} : () -> tensor<ui64>
  %high = nn.constant {value = dense<3> : tensor<ui64>} : () -> tensor<ui64>
  %y = nn.clip %x, %low, %high : (tensor<2x3xui64>, tensor<ui64>, tensor<ui64>) -> tensor<2x3xui64>
  func.return %y : tensor<2x3xui64>
}

// The runtime has no kernel.
func.func @clip_i16(%x: tensor<2x3xi16>) -> tensor<2x3xi16> attributes {nn.oracle = "reference"} {
  %low = nn.constant {value = dense<-1> : tensor<i16>} : () -> tensor<i16>
  %high = nn.constant {value = dense<3> : tensor<i16>} : () -> tensor<i16>
  %y = nn.clip %x, %low, %high : (tensor<2x3xi16>, tensor<i16>, tensor<i16>) -> tensor<2x3xi16>
  func.return %y : tensor<2x3xi16>
}

func.func @clip_bf16(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> attributes {nn.oracle = "reference"} {
  %low = nn.constant {value = dense<-0.5> : tensor<bf16>} : () -> tensor<bf16>
  %high = nn.constant {value = dense<0.5> : tensor<bf16>} : () -> tensor<bf16>
  %y = nn.clip %x, %low, %high : (tensor<2x3xbf16>, tensor<bf16>, tensor<bf16>) -> tensor<2x3xbf16>
  func.return %y : tensor<2x3xbf16>
}

func.func @clip_i32_below(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %high = nn.constant {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %y = nn.clip %x, _, %high : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}
