// RUN: INVALID

func.func @constant_without_a_value() -> tensor<2xf32> {
  // expected-error@+1 {{'tfl.constant' op lacks its 'value', a tensor}}
  %0 = tfl.constant : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @constant_of_another_type() -> tensor<2xf32> {
  // expected-error@+1 {{'tfl.constant' op has result tensor<2xf32>, but its value is tensor<3xf32>}}
  %0 = tfl.constant {value = dense<1.0> : tensor<3xf32>} : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @sparse_constant_of_another_element() -> tensor<2xf32> {
  // expected-error@+1 {{'tfl.constant' op has result tensor<2xf32>, but stores tensor<1xi8>; a list is wanted}}
  %0 = tfl.constant {sparsity = {}, value = dense<1> : tensor<1xi8>} : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @variable_of_something(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'tfl.variable' op has no operands and one result}}
  %0 = tfl.variable %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
