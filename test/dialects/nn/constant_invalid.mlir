// RUN: INVALID

func.func @no_value() {
  // expected-error@+1 {{'nn.constant' op needs a tensor as its value}}
  %c = nn.constant : () -> tensor<2xf32>
  func.return
}

// -----

func.func @a_value_that_is_no_tensor() {
  // expected-error@+1 {{'nn.constant' op needs a tensor as its value, got 1 : i64}}
  %c = nn.constant {value = 1 : i64} : () -> tensor<2xf32>
  func.return
}

// -----

func.func @a_value_of_another_type() {
  // expected-error@+1 {{'nn.constant' op has result tensor<2xf32>, but its operands give tensor<3xf32>}}
  %c = nn.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<2xf32>
  func.return
}
