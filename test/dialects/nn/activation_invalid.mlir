// RUN: INVALID

func.func @gelu_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'nn.gelu' op takes floats, got i32}}
  %y = nn.gelu %x : (tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}

// -----

func.func @another_approximation(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.gelu' op has 'sigmoid' where one of none, tanh belongs}}
  %y = nn.gelu %x {approximate = "sigmoid"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @slope_of_more_channels(%x: tensor<2x1xf32>, %slope: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.prelu' op has the slope tensor<3xf32>, which does not broadcast to tensor<2x1xf32>}}
  %y = nn.prelu %x, %slope : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @slope_of_more_axes(%x: tensor<3xf32>, %slope: tensor<1x3xf32>) -> tensor<1x3xf32> {
  // expected-error@+1 {{'nn.prelu' op has the slope tensor<1x3xf32>, which does not broadcast to tensor<3xf32>}}
  %y = nn.prelu %x, %slope : (tensor<3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  func.return %y : tensor<1x3xf32>
}

// -----

func.func @softmax_along_no_axis(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.softmax' op needs an axis}}
  %y = nn.softmax %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @hardmax_along_an_axis_from_the_end(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.hardmax' op has axis -1 and an input of rank 2}}
  %y = nn.hardmax %x {axis = -1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @softmax_without_a_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'nn.log_softmax' op operand #0 has no rank: tensor<*xf32>}}
  %y = nn.log_softmax %x {axis = 0 : i64} : (tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
