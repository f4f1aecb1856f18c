// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @with_a_kink
// CHECK-NEXT:    nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:    nn.leaky_relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @other_factors
// CHECK-NEXT:    nn.leaky_relu %x {alpha = -5.000000e-01 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
// CHECK-LABEL: func.func @gelu_by_tanh
// CHECK-NEXT:    nn.gelu %x {approximate = "tanh"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
// CHECK-LABEL: func.func @along_the_first
// CHECK-NEXT:    nn.softmax %x {axis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>

func.func @with_a_kink(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %relu = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %leaky_relu = nn.leaky_relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %thresholded_relu = nn.thresholded_relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %shrink = nn.shrink %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %hard_sigmoid = nn.hard_sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %hard_swish = nn.hard_swish %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %relu, %leaky_relu, %thresholded_relu, %shrink, %hard_sigmoid, %hard_swish : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @smooth(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %elu = nn.elu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %selu = nn.selu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %celu = nn.celu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %gelu = nn.gelu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %sigmoid = nn.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %swish = nn.swish %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %mish = nn.mish %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %softplus = nn.softplus %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %softsign = nn.softsign %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %elu, %selu, %celu, %gelu, %sigmoid, %swish, %mish, %softplus, %softsign : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @other_factors(%x: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %leaky_relu = nn.leaky_relu %x {alpha = -5.000000e-01 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %thresholded_relu = nn.thresholded_relu %x {alpha = -5.000000e-01 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %shrink = nn.shrink %x {bias = 2.500000e-01 : f64, lambd = 1.000000e+00 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %hard_sigmoid = nn.hard_sigmoid %x {alpha = 1.250000e-01 : f64, beta = 2.500000e-01 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %elu = nn.elu %x {alpha = 5.000000e-01 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %selu = nn.selu %x {alpha = 2.000000e+00 : f64, gamma = 3.000000e+00 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %celu = nn.celu %x {alpha = 2.000000e+00 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %swish = nn.swish %x {alpha = 1.702000e+00 : f64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %leaky_relu, %thresholded_relu, %shrink, %hard_sigmoid, %elu, %selu, %celu, %swish : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

func.func @gelu_by_tanh(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %gelu = nn.gelu %x {approximate = "tanh"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %gelu : tensor<4x5xf32>
}

// The runtime adds 1 to an erf next to -1, in f32.
func.func @gelu_far_below_0() -> tensor<3xf32> attributes {nn.rtol = 1.0e-3} {
  %x = nn.constant {value = dense<[-3.0, -4.0, -5.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %gelu = nn.gelu %x : (tensor<3xf32>) -> tensor<3xf32>
  func.return %gelu : tensor<3xf32>
}

func.func @special_f32() -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %x = nn.constant {value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 6.0, -30.0]> : tensor<12xf32>} : () -> tensor<12xf32>
  %relu = nn.relu %x : (tensor<12xf32>) -> tensor<12xf32>
  %leaky_relu = nn.leaky_relu %x : (tensor<12xf32>) -> tensor<12xf32>
  %thresholded_relu = nn.thresholded_relu %x : (tensor<12xf32>) -> tensor<12xf32>
  %shrink = nn.shrink %x : (tensor<12xf32>) -> tensor<12xf32>
  %hard_sigmoid = nn.hard_sigmoid %x : (tensor<12xf32>) -> tensor<12xf32>
  %hard_swish = nn.hard_swish %x : (tensor<12xf32>) -> tensor<12xf32>
  %elu = nn.elu %x : (tensor<12xf32>) -> tensor<12xf32>
  %selu = nn.selu %x : (tensor<12xf32>) -> tensor<12xf32>
  %celu = nn.celu %x : (tensor<12xf32>) -> tensor<12xf32>
  %gelu = nn.gelu %x : (tensor<12xf32>) -> tensor<12xf32>
  %sigmoid = nn.sigmoid %x : (tensor<12xf32>) -> tensor<12xf32>
  %swish = nn.swish %x : (tensor<12xf32>) -> tensor<12xf32>
  %mish = nn.mish %x : (tensor<12xf32>) -> tensor<12xf32>
  %softplus = nn.softplus %x : (tensor<12xf32>) -> tensor<12xf32>
  %softsign = nn.softsign %x : (tensor<12xf32>) -> tensor<12xf32>
  func.return %relu, %leaky_relu, %thresholded_relu, %shrink, %hard_sigmoid, %hard_swish, %elu, %selu, %celu, %gelu, %sigmoid, %swish, %mish, %softplus, %softsign : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
}

func.func @special_f16() -> (tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>) {
  %x = nn.constant {value = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 6.0, -30.0]> : tensor<12xf16>} : () -> tensor<12xf16>
  %relu = nn.relu %x : (tensor<12xf16>) -> tensor<12xf16>
  %leaky_relu = nn.leaky_relu %x : (tensor<12xf16>) -> tensor<12xf16>
  %thresholded_relu = nn.thresholded_relu %x : (tensor<12xf16>) -> tensor<12xf16>
  %shrink = nn.shrink %x : (tensor<12xf16>) -> tensor<12xf16>
  %hard_sigmoid = nn.hard_sigmoid %x : (tensor<12xf16>) -> tensor<12xf16>
  %hard_swish = nn.hard_swish %x : (tensor<12xf16>) -> tensor<12xf16>
  %elu = nn.elu %x : (tensor<12xf16>) -> tensor<12xf16>
  %selu = nn.selu %x : (tensor<12xf16>) -> tensor<12xf16>
  %sigmoid = nn.sigmoid %x : (tensor<12xf16>) -> tensor<12xf16>
  %swish = nn.swish %x : (tensor<12xf16>) -> tensor<12xf16>
  %mish = nn.mish %x : (tensor<12xf16>) -> tensor<12xf16>
  %softplus = nn.softplus %x : (tensor<12xf16>) -> tensor<12xf16>
  %softsign = nn.softsign %x : (tensor<12xf16>) -> tensor<12xf16>
  func.return %relu, %leaky_relu, %thresholded_relu, %shrink, %hard_sigmoid, %hard_swish, %elu, %selu, %sigmoid, %swish, %mish, %softplus, %softsign : tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>, tensor<12xf16>
}

// Written at opset 18 in operators that round each.
func.func @f16_in_several_steps(%x: tensor<2x3xf16> {nn.range = [-1.0, 2.0]}) -> (tensor<2x3xf16>, tensor<2x3xf16>) attributes {nn.rtol = 4.0e-3} {
  %celu = nn.celu %x : (tensor<2x3xf16>) -> tensor<2x3xf16>
  %gelu = nn.gelu %x : (tensor<2x3xf16>) -> tensor<2x3xf16>
  func.return %celu, %gelu : tensor<2x3xf16>, tensor<2x3xf16>
}

func.func @f64_with_kernels(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %relu = nn.relu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %sigmoid = nn.sigmoid %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %relu, %sigmoid : tensor<2x3xf64>, tensor<2x3xf64>
}

// The runtime has none, the evaluator takes them.
func.func @f64_without_kernels(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) attributes {nn.oracle = "reference"} {
  %softplus = nn.softplus %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %elu = nn.elu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %softsign = nn.softsign %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %thresholded_relu = nn.thresholded_relu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %swish = nn.swish %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %softplus, %elu, %softsign, %thresholded_relu, %swish : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

// The attributes of ONNX have 32 bits; the evaluator computes erf in as many.
func.func @f64_beside_factors_of_32_bits(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) attributes {nn.oracle = "reference", nn.rtol = 1.0e-6} {
  %leaky_relu = nn.leaky_relu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %hard_sigmoid = nn.hard_sigmoid %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %selu = nn.selu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %gelu = nn.gelu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %hard_swish = nn.hard_swish %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %mish = nn.mish %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %celu = nn.celu %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %leaky_relu, %hard_sigmoid, %selu, %gelu, %hard_swish, %mish, %celu : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}

// The runtime computes this in f32.
func.func @shrink_of_f64(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {nn.oracle = "reference"} {
  %shrink = nn.shrink %x : (tensor<2x3xf64>) -> tensor<2x3xf64>
  func.return %shrink : tensor<2x3xf64>
}

// The runtime has no kernels.
func.func @of_bf16(%x: tensor<2x3xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) attributes {nn.oracle = "reference", nn.rtol = 2.0e-2} {
  %relu = nn.relu %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %sigmoid = nn.sigmoid %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %softplus = nn.softplus %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %swish = nn.swish %x : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  func.return %relu, %sigmoid, %softplus, %swish : tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>
}

func.func @relu_of_i8(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %relu = nn.relu %x : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return %relu : tensor<2x3xi8>
}

func.func @relu_of_i32(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %relu = nn.relu %x : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return %relu : tensor<2x3xi32>
}

// The runtime has no kernel.
func.func @relu_of_i16(%x: tensor<2x3xi16>) -> tensor<2x3xi16> attributes {nn.oracle = "reference"} {
  %relu = nn.relu %x : (tensor<2x3xi16>) -> tensor<2x3xi16>
  func.return %relu : tensor<2x3xi16>
}

func.func @relu_of_i64(%x: tensor<2x3xi64>) -> tensor<2x3xi64> attributes {nn.oracle = "reference"} {
  %relu = nn.relu %x : (tensor<2x3xi64>) -> tensor<2x3xi64>
  func.return %relu : tensor<2x3xi64>
}

// What is left of a fraction is cut.
func.func @shrink_of_i8(%x: tensor<3x4xi8>) -> tensor<3x4xi8> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xi8>) -> tensor<3x4xi8>
  func.return %shrink : tensor<3x4xi8>
}

func.func @shrink_of_i16(%x: tensor<3x4xi16>) -> tensor<3x4xi16> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xi16>) -> tensor<3x4xi16>
  func.return %shrink : tensor<3x4xi16>
}

func.func @shrink_of_i32(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xi32>) -> tensor<3x4xi32>
  func.return %shrink : tensor<3x4xi32>
}

func.func @shrink_of_i64(%x: tensor<3x4xi64>) -> tensor<3x4xi64> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xi64>) -> tensor<3x4xi64>
  func.return %shrink : tensor<3x4xi64>
}

func.func @shrink_of_ui8(%x: tensor<3x4xui8>) -> tensor<3x4xui8> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xui8>) -> tensor<3x4xui8>
  func.return %shrink : tensor<3x4xui8>
}

func.func @shrink_of_ui16(%x: tensor<3x4xui16>) -> tensor<3x4xui16> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xui16>) -> tensor<3x4xui16>
  func.return %shrink : tensor<3x4xui16>
}

func.func @shrink_of_ui32(%x: tensor<3x4xui32>) -> tensor<3x4xui32> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xui32>) -> tensor<3x4xui32>
  func.return %shrink : tensor<3x4xui32>
}

func.func @shrink_of_ui64(%x: tensor<3x4xui64>) -> tensor<3x4xui64> {
  %shrink = nn.shrink %x {bias = 1.500000e+00 : f64, lambd = 2.000000e+00 : f64} : (tensor<3x4xui64>) -> tensor<3x4xui64>
  func.return %shrink : tensor<3x4xui64>
}

func.func @of_a_scalar(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %relu = nn.relu %x : (tensor<f32>) -> tensor<f32>
  %gelu = nn.gelu %x : (tensor<f32>) -> tensor<f32>
  %softplus = nn.softplus %x : (tensor<f32>) -> tensor<f32>
  %hard_swish = nn.hard_swish %x : (tensor<f32>) -> tensor<f32>
  %elu = nn.elu %x : (tensor<f32>) -> tensor<f32>
  %mish = nn.mish %x : (tensor<f32>) -> tensor<f32>
  func.return %relu, %gelu, %softplus, %hard_swish, %elu, %mish : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

func.func @of_no_elements(%x: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>) {
  %relu = nn.relu %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %gelu = nn.gelu %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %selu = nn.selu %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %shrink = nn.shrink %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  func.return %relu, %gelu, %selu, %shrink : tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>
}

func.func @of_unknown_dims(%x: tensor<?x3x?xf32> {nn.size = [2, 4]}) -> (tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>) {
  %relu = nn.relu %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %gelu = nn.gelu %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %celu = nn.celu %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  %softsign = nn.softsign %x : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  func.return %relu, %gelu, %celu, %softsign : tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>, tensor<?x3x?xf32>
}

func.func @prelu_by_channel(%x: tensor<2x3x4x5xf32>, %slope: tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.prelu %x, %slope : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @prelu_of_one_slope(%x: tensor<2x3xf32>, %slope: tensor<1xf32>) -> tensor<2x3xf32> {
  %y = nn.prelu %x, %slope : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @prelu_of_a_scalar(%x: tensor<f32>, %slope: tensor<f32>) -> tensor<f32> {
  %y = nn.prelu %x, %slope : (tensor<f32>, tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @prelu_elementwise(%x: tensor<2x3xf32>, %slope: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.prelu %x, %slope : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @prelu_of_unknown_dims(%x: tensor<?x3x?xf32> {nn.size = [2, 4]}, %slope: tensor<3x1xf32>) -> tensor<?x3x?xf32> {
  %y = nn.prelu %x, %slope : (tensor<?x3x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
  func.return %y : tensor<?x3x?xf32>
}

func.func @prelu_of_no_elements(%x: tensor<0x3xf32>, %slope: tensor<3xf32>) -> tensor<0x3xf32> {
  %y = nn.prelu %x, %slope : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  func.return %y : tensor<0x3xf32>
}

func.func @prelu_f16(%x: tensor<2x3xf16>, %slope: tensor<3xf16>) -> tensor<2x3xf16> {
  %y = nn.prelu %x, %slope : (tensor<2x3xf16>, tensor<3xf16>) -> tensor<2x3xf16>
  func.return %y : tensor<2x3xf16>
}

func.func @prelu_f64(%x: tensor<2x3xf64>, %slope: tensor<3xf64>) -> tensor<2x3xf64> {
  %y = nn.prelu %x, %slope : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  func.return %y : tensor<2x3xf64>
}

func.func @prelu_i32(%x: tensor<2x3xi32>, %slope: tensor<3xi32>) -> tensor<2x3xi32> {
  %y = nn.prelu %x, %slope : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @prelu_i64(%x: tensor<2x3xi64>, %slope: tensor<3xi64>) -> tensor<2x3xi64> {
  %y = nn.prelu %x, %slope : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @prelu_ui32(%x: tensor<2x3xui32>, %slope: tensor<3xui32>) -> tensor<2x3xui32> {
  %y = nn.prelu %x, %slope : (tensor<2x3xui32>, tensor<3xui32>) -> tensor<2x3xui32>
  func.return %y : tensor<2x3xui32>
}

// The runtime has no kernel.
func.func @prelu_ui64(%x: tensor<2x3xui64>, %slope: tensor<3xui64>) -> tensor<2x3xui64> attributes {nn.oracle = "reference"} {
  %y = nn.prelu %x, %slope : (tensor<2x3xui64>, tensor<3xui64>) -> tensor<2x3xui64>
  func.return %y : tensor<2x3xui64>
}

// The runtime has no kernel.
func.func @prelu_bf16(%x: tensor<2x3xbf16>, %slope: tensor<3xbf16>) -> tensor<2x3xbf16> attributes {nn.oracle = "reference"} {
  %y = nn.prelu %x, %slope : (tensor<2x3xbf16>, tensor<3xbf16>) -> tensor<2x3xbf16>
  func.return %y : tensor<2x3xbf16>
}

func.func @along_the_last(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %softmax = nn.softmax %x {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %log_softmax = nn.log_softmax %x {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %hardmax = nn.hardmax %x {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

func.func @along_the_middle(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

func.func @along_the_first(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %softmax = nn.softmax %x {axis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %log_softmax = nn.log_softmax %x {axis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %hardmax = nn.hardmax %x {axis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

func.func @along_the_only_one(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %softmax = nn.softmax %x {axis = 0 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %log_softmax = nn.log_softmax %x {axis = 0 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %hardmax = nn.hardmax %x {axis = 0 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

func.func @along_an_axis_of_one(%x: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>
}

func.func @along_no_elements(%x: tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3x0xf32>, tensor<3x0xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<3x0xf32>, tensor<3x0xf32>, tensor<3x0xf32>
}

func.func @along_an_axis_beside_no_elements(%x: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<0x3xf32>, tensor<0x3xf32>, tensor<0x3xf32>
}

func.func @along_an_unknown_axis(%x: tensor<2x?x3xf32> {nn.size = [4]}) -> (tensor<2x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x3xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x?x3xf32>) -> tensor<2x?x3xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x?x3xf32>) -> tensor<2x?x3xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<2x?x3xf32>) -> tensor<2x?x3xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x?x3xf32>, tensor<2x?x3xf32>, tensor<2x?x3xf32>
}

func.func @along_an_axis_of_unknown_dims(%x: tensor<?x?xf32> {nn.size = [2, 4]}) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @softmax_f16(%x: tensor<2x5xf16>) -> (tensor<2x5xf16>, tensor<2x5xf16>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x5xf16>) -> tensor<2x5xf16>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x5xf16>) -> tensor<2x5xf16>
  func.return %softmax, %log_softmax : tensor<2x5xf16>, tensor<2x5xf16>
}

func.func @softmax_f64(%x: tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>) {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x5xf64>) -> tensor<2x5xf64>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x5xf64>) -> tensor<2x5xf64>
  func.return %softmax, %log_softmax : tensor<2x5xf64>, tensor<2x5xf64>
}

// The runtime has no kernel.
func.func @hardmax_f16(%x: tensor<2x5xf16>) -> tensor<2x5xf16> attributes {nn.oracle = "reference"} {
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<2x5xf16>) -> tensor<2x5xf16>
  func.return %hardmax : tensor<2x5xf16>
}

func.func @softmax_bf16(%x: tensor<2x5xbf16>) -> (tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<2x5xbf16>) attributes {nn.oracle = "reference", nn.rtol = 2.0e-2} {
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x5xbf16>) -> tensor<2x5xbf16>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x5xbf16>) -> tensor<2x5xbf16>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<2x5xbf16>) -> tensor<2x5xbf16>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x5xbf16>, tensor<2x5xbf16>, tensor<2x5xbf16>
}

func.func @softmax_of_large_numbers() -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = nn.constant {value = dense<[[1000.0, 999.0, -1000.0, 0.0], [-1000.0, -1001.0, -1002.0, -3.0e38]]> : tensor<2x4xf32>} : () -> tensor<2x4xf32>
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %softmax, %log_softmax, %hardmax : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @softmax_of_specials() -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %x = nn.constant {value = dense<[[0x7FC00000, 0.0, 1.0], [0x7F800000, 0.0, 1.0], [0xFF800000, 0.0, 1.0], [0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<4x3xf32>} : () -> tensor<4x3xf32>
  %softmax = nn.softmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %log_softmax = nn.log_softmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return %softmax, %log_softmax : tensor<4x3xf32>, tensor<4x3xf32>
}

func.func @hardmax_takes_the_first() -> tensor<3x4xf32> {
  %x = nn.constant {value = dense<[[1.0, 2.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0xFF800000, 1.0, 0x7F800000, 0x7F800000]]> : tensor<3x4xf32>} : () -> tensor<3x4xf32>
  %hardmax = nn.hardmax %x {axis = 1 : i64} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %hardmax : tensor<3x4xf32>
}
