// RUN: INVALID

func.func @no_operator(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.custom' op needs a 'framework' and an 'operator'}}
  %y = nn.custom %x {framework = "onnx"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @no_such_property(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.custom' op has no property 'setting'; did you mean 'settings'?}}
  %y = nn.custom %x {framework = "onnx", operator = "Blur", setting = {}} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
