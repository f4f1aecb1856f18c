// RUN: INVALID

func.func @no_axes(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.reduce_sum' op needs axes}}
  %y = nn.reduce_sum %x : (tensor<2x3xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @axis_beyond_the_rank(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.reduce_mean' op has axes [0, 2] and an input of rank 2}}
  %y = nn.reduce_mean %x {axes = [0, 2]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @axis_from_the_end(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.reduce_max' op has axes [-1] and an input of rank 2}}
  %y = nn.reduce_max %x {axes = [-1]} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @axes_out_of_order(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.reduce_l2' op has axes [1, 0], which are not in ascending order}}
  %y = nn.reduce_l2 %x {axes = [1, 0]} : (tensor<2x3xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @axis_twice(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.reduce_prod' op has axes [1, 1], which are not in ascending order}}
  %y = nn.reduce_prod %x {axes = [1, 1]} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @sum_of_booleans(%x: tensor<2xi1>) -> tensor<i1> {
  // expected-error@+1 {{'nn.reduce_sum' op takes floats and integers of at least 8 bits, got i1}}
  %y = nn.reduce_sum %x {axes = [0]} : (tensor<2xi1>) -> tensor<i1>
  func.return %y : tensor<i1>
}

// -----

func.func @wrong_result(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.reduce_min' op has result tensor<2x3xf32>, but its operands give tensor<2x1xf32>}}
  %y = nn.reduce_min %x {axes = [1], keepdims = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @without_a_rank(%x: tensor<*xf32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.reduce_sum' op operand #0 has no rank: tensor<*xf32>}}
  %y = nn.reduce_sum %x {axes = [0]} : (tensor<*xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @place_without_axis(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{'nn.argmax' op needs an axis}}
  %y = nn.argmax %x : (tensor<2x3xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

// -----

func.func @place_of_nothing(%x: tensor<2x0xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{'nn.argmin' op has an input without elements along axis 1}}
  %y = nn.argmin %x {axis = 1 : i64} : (tensor<2x0xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

// -----

func.func @running_sum_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.cumsum' op has axis 0 and an input of rank 0}}
  %y = nn.cumsum %x {axis = 0 : i64} : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}
