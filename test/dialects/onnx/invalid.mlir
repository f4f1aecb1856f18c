// RUN: INVALID

func.func @initializer_without_a_value() -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.initializer' op lacks its 'value', a tensor}}
  %0 = onnx.initializer : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @initializer_of_another_type() -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.initializer' op has result tensor<2xf32>, but its value is tensor<3xf32>}}
  %0 = onnx.initializer {value = dense<1.0> : tensor<3xf32>} : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @initializer_with_an_operand(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.initializer' op has no operands and one result}}
  %0 = onnx.initializer %x {value = dense<1.0> : tensor<2xf32>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @graph_without_a_name(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.If' op has 1 regions, but onnx.graphs names 0}}
  %0 = onnx.If %c ({
    nn.yield %x : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @segments_of_other_operands(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.Clip' op has operandSegmentSizes [1, 0, 1] and 1 operands}}
  %0 = "onnx.Clip"(%x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{'FLOATZ' is no kind of ONNX attribute}}
"test.op"() {a = #onnx.list<FLOATZ, []>} : () -> ()

// -----

// expected-error@+1 {{list expected}}
"test.op"() {a = #onnx.list<INTS, 3 : i64>} : () -> ()

// -----

// expected-error@+1 {{tensor type expected}}
"test.op"() {a = #onnx.sparse<f32, dense<1> : tensor<1xi8>, dense<1> : tensor<1xi64>>} : () -> ()

// -----

// expected-error@+1 {{tensor type expected, not f32}}
"test.op"() {a = !onnx.sparse<f32>} : () -> ()
