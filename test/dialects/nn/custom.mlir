// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP
// RUN: nn-opt %s -p convert-nn-to-onnx | filecheck %s --check-prefix=ONNX
// RUN: nn-opt %s -p convert-nn-to-onnx,convert-onnx-to-nn | filecheck %s

builtin.module attributes {onnx.opset = {ai.onnx = 18, com.example = 3}} {
  // CHECK-LABEL: func.func @with_a_hole_and_attributes
  // CHECK:         %y = nn.custom %x, _, %k {domain = "com.example", framework = "onnx", onnx.overload = "fast", operator = "Blur", settings = {axes = [1, 2], sigma = 5.000000e-01 : f32, table = dense<[1, 2]> : tensor<2xi8>}, version = 3 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x3xf32> loc("blur")
  // ONNX-LABEL: func.func @with_a_hole_and_attributes
  // ONNX:         %y = onnx.com.example.Blur %x, _, %k {axes = [1, 2], onnx.overload = "fast", sigma = 5.000000e-01 : f32, table = dense<[1, 2]> : tensor<2xi8>} : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x3xf32> loc("blur")
  func.func @with_a_hole_and_attributes(%x: tensor<2x3xf32>, %k: tensor<i64>) -> tensor<?x3xf32> {
    %y = nn.custom %x, _, %k {domain = "com.example", framework = "onnx", operator = "Blur", settings = {axes = [1, 2], sigma = 0.5 : f32, table = dense<[1, 2]> : tensor<2xi8>}, version = 3 : i64, onnx.overload = "fast"} : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x3xf32> loc("blur")
    func.return %y : tensor<?x3xf32>
  }

  // CHECK-LABEL: func.func @with_an_absent_result
  // CHECK:         %a, %b, %c = nn.custom %x {domain = "com.example", framework = "onnx", operator = "Split3", settings = {}, version = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, none, !onnx.seq<tensor<f32>>)
  // ONNX-LABEL: func.func @with_an_absent_result
  // ONNX:         %a, %b, %c = onnx.com.example.Split3 %x : (tensor<*xf32>) -> (tensor<*xf32>, none, !onnx.seq<tensor<f32>>)
  func.func @with_an_absent_result(%x: tensor<*xf32>) -> (tensor<*xf32>, !onnx.seq<tensor<f32>>) {
    %a, %b, %c = nn.custom %x {domain = "com.example", framework = "onnx", operator = "Split3", settings = {}, version = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>, none, !onnx.seq<tensor<f32>>)
    func.return %a, %c : tensor<*xf32>, !onnx.seq<tensor<f32>>
  }

  // CHECK-LABEL: func.func @of_onnx_itself
  // CHECK:         nn.custom %x {framework = "onnx", operator = "SequenceConstruct", settings = {}, version = 18 : i64}
  // ONNX-LABEL: func.func @of_onnx_itself
  // ONNX:         onnx.SequenceConstruct %x
  func.func @of_onnx_itself(%x: tensor<2xf32>) -> !onnx.seq<tensor<2xf32>> {
    %y = nn.custom %x {framework = "onnx", operator = "SequenceConstruct", settings = {}, version = 18 : i64} : (tensor<2xf32>) -> !onnx.seq<tensor<2xf32>>
    func.return %y : !onnx.seq<tensor<2xf32>>
  }
}
