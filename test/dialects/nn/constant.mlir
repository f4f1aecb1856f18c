// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @numbers
// CHECK-NEXT:    %w = nn.constant {value = dense<[1.000000e+00, -2.500000e+00, 1.000000e-01]> : tensor<3xf32>} : () -> tensor<3xf32>
func.func @numbers() -> tensor<3xf32> {
  %w = nn.constant {value = dense<[1.0, -2.5, 0.1]> : tensor<3xf32>} : () -> tensor<3xf32>
  func.return %w : tensor<3xf32>
}

// CHECK-LABEL: func.func @not_numbers
// CHECK-NEXT:    dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.000000e+00, 1.401300e-45]> : tensor<5xf32>
func.func @not_numbers() -> tensor<5xf32> {
  %w = nn.constant {value = dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0, 1.4013e-45]> : tensor<5xf32>} : () -> tensor<5xf32>
  func.return %w : tensor<5xf32>
}

// CHECK-LABEL: func.func @equal_elements
// CHECK-NEXT:    dense<3.000000e+00> : tensor<4x5x6xf32>
func.func @equal_elements() -> tensor<4x5x6xf32> {
  %w = nn.constant {value = dense<3.0> : tensor<4x5x6xf32>} : () -> tensor<4x5x6xf32>
  func.return %w : tensor<4x5x6xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK-NEXT:    dense<7> : tensor<i64>
func.func @scalar() -> tensor<i64> {
  %w = nn.constant {value = dense<7> : tensor<i64>} : () -> tensor<i64>
  func.return %w : tensor<i64>
}

// CHECK-LABEL: func.func @no_element
// CHECK-NEXT:    dense<> : tensor<0x3xf32>
func.func @no_element() -> tensor<0x3xf32> {
  %w = nn.constant {value = dense<> : tensor<0x3xf32>} : () -> tensor<0x3xf32>
  func.return %w : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @booleans
// CHECK-NEXT:    {{.*}}dense<{{\[}}[true, false], [false, true]]> : tensor<2x2xi1>
func.func @booleans() -> tensor<2x2xi1> {
  %w = nn.constant {value = dense<[[true, false], [false, true]]> : tensor<2x2xi1>} : () -> tensor<2x2xi1>
  func.return %w : tensor<2x2xi1>
}

func.func @unsigned() -> tensor<2xui8> {
  %w = nn.constant {value = dense<[0, 255]> : tensor<2xui8>} : () -> tensor<2xui8>
  func.return %w : tensor<2xui8>
}

func.func @half() -> tensor<3xf16> {
  %w = nn.constant {value = dense<[1.0, 0x7C00, 6.0e-8]> : tensor<3xf16>} : () -> tensor<3xf16>
  func.return %w : tensor<3xf16>
}

// CHECK-LABEL: func.func @strings
// CHECK-NEXT:    dense<["a", "", "\C3\A9"]> : tensor<3x!nn.string>
func.func @strings() -> tensor<3x!nn.string> {
  %w = nn.constant {value = dense<["a", "", "é"]> : tensor<3x!nn.string>} : () -> tensor<3x!nn.string>
  func.return %w : tensor<3x!nn.string>
}

// CHECK-LABEL: func.func @constant_of_halves
// CHECK-NEXT:    nn.constant {value = dense<[1.500000e+00, 0x7C00]> : tensor<2xf16>} : () -> tensor<2xf16>
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

// CHECK-LABEL: func.func @constant_of_many_equal_elements
// CHECK-NEXT:    nn.constant {value = dense<2.500000e+00> : tensor<20000xf32>} : () -> tensor<20000xf32>
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

// CHECK-LABEL: func.func @beside_the_text
// CHECK-NEXT:    %w = nn.constant {value = dense_resource<"/a:b"> : tensor<66xi8>} : () -> tensor<66xi8> loc("w")
// CHECK:         "/a:b": "0x40000000000102030405060708090A0B0C0D0E0F10111213141516171819
func.func @beside_the_text() -> tensor<66xi8> {
  %w = nn.constant {value = dense_resource<"/a:b"> : tensor<66xi8>} : () -> tensor<66xi8> loc("w")
  func.return %w : tensor<66xi8>
}

{-#
  dialect_resources: {
    builtin: {
      "/a:b": "0x04000000000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F4041"
    }
  }
#-}
