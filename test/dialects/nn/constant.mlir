// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @constant_of_halves
// CHECK:         nn.constant {value = dense<[1.500000e+00, 0x7C00]> : tensor<2xf16>} : () -> tensor<2xf16>
// CHECK-LABEL: func.func @constant_of_many_equal_elements
// CHECK:         nn.constant {value = dense<2.500000e+00> : tensor<20000xf32>} : () -> tensor<20000xf32>

func.func @constant_of_halves(%x: tensor<2xf16>) -> tensor<4xf16> {
  %c = nn.constant {value = dense<[1.5, 0x7C00]> : tensor<2xf16>} : () -> tensor<2xf16>
  %y = nn.concat %x, %c : (tensor<2xf16>, tensor<2xf16>) -> tensor<4xf16>
  func.return %y : tensor<4xf16>
}

func.func @constant_of_strings(%x: tensor<2x!nn.string>) -> tensor<4x!nn.string> {
  %c = nn.constant {value = dense<["a", ""]> : tensor<2x!nn.string>} : () -> tensor<2x!nn.string>
  %y = nn.concat %c, %x : (tensor<2x!nn.string>, tensor<2x!nn.string>) -> tensor<4x!nn.string>
  func.return %y : tensor<4x!nn.string>
}

func.func @constant_of_many_equal_elements(%x: tensor<1xf32>) -> tensor<20001xf32> {
  %c = nn.constant {value = dense<2.5> : tensor<20000xf32>} : () -> tensor<20000xf32>
  %y = nn.concat %c, %x : (tensor<20000xf32>, tensor<1xf32>) -> tensor<20001xf32>
  func.return %y : tensor<20001xf32>
}

// The runtime has no kernel for it.
func.func @transpose_of_i4() -> tensor<2x2xi4> attributes {nn.oracle = "reference"} {
  %c = nn.constant {value = dense<[[1, -8], [7, 0]]> : tensor<2x2xi4>} : () -> tensor<2x2xi4>
  %y = nn.transpose %c {perm = [1, 0]} : (tensor<2x2xi4>) -> tensor<2x2xi4>
  func.return %y : tensor<2x2xi4>
}

func.func @constant_without_elements(%x: tensor<1x2xi64>) -> tensor<1x2xi64> {
  %c = nn.constant {value = dense<> : tensor<0x2xi64>} : () -> tensor<0x2xi64>
  %y = nn.concat %x, %c : (tensor<1x2xi64>, tensor<0x2xi64>) -> tensor<1x2xi64>
  func.return %y : tensor<1x2xi64>
}

func.func @constant_without_dims() -> tensor<1xi1> {
  %c = nn.constant {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %y = nn.unsqueeze %c {axes = [0]} : (tensor<i1>) -> tensor<1xi1>
  func.return %y : tensor<1xi1>
}

func.func @constant_of_unsigned_integers(%x: tensor<1xui64>) -> tensor<3xui64> {
  %c = nn.constant {value = dense<[18446744073709551615, 0]> : tensor<2xui64>} : () -> tensor<2xui64>
  %y = nn.concat %x, %c : (tensor<1xui64>, tensor<2xui64>) -> tensor<3xui64>
  func.return %y : tensor<3xui64>
}

func.func @constant_of_bf16(%x: tensor<1xbf16>) -> tensor<3xbf16> {
  %c = nn.constant {value = dense<[1.5, 0xFF80]> : tensor<2xbf16>} : () -> tensor<2xbf16>
  %y = nn.concat %x, %c : (tensor<1xbf16>, tensor<2xbf16>) -> tensor<3xbf16>
  func.return %y : tensor<3xbf16>
}
