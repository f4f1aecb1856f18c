// RUN: INVALID

func.func @exp_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error@+1 {{'nn.exp' op takes floats, got i32}}
  %y = nn.exp %x : (tensor<2xi32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}

// -----

func.func @neg_of_booleans(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error@+1 {{'nn.neg' op takes floats, complex numbers and integers of at least 8 bits, got i1}}
  %y = nn.neg %x : (tensor<2xi1>) -> tensor<2xi1>
  func.return %y : tensor<2xi1>
}

// -----

func.func @not_of_integers(%x: tensor<2xi8>) -> tensor<2xi8> {
  // expected-error@+1 {{'nn.not' op takes booleans, got i8}}
  %y = nn.not %x : (tensor<2xi8>) -> tensor<2xi8>
  func.return %y : tensor<2xi8>
}

// -----

func.func @bits_of_floats(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.bitwise_and' op takes integers of at least 8 bits, got f32}}
  %y = nn.bitwise_and %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @arithmetic_of_small_integers(%x: tensor<2xi4>) -> tensor<2xi4> {
  // expected-error@+1 {{'nn.minimum' op takes floats and integers of at least 8 bits, got i4}}
  %y = nn.minimum %x, %x : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  func.return %y : tensor<2xi4>
}

// -----

func.func @two_element_types(%x: tensor<2xf32>, %y: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.add' op needs operands of one element type, got f32 and f64}}
  %z = nn.add %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return %z : tensor<2xf32>
}

// -----

func.func @shapes_that_do_not_broadcast(%x: tensor<2x3xf32>, %y: tensor<4x?xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.mul' op has operands whose shapes do not broadcast: 2x3, 4x?}}
  %z = nn.mul %x, %y : (tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<2x3xf32>
  func.return %z : tensor<2x3xf32>
}

// -----

func.func @another_result_type(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.less' op has result tensor<2xf32>, but its operands give tensor<2xi1>}}
  %y = nn.less %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @cast_to_nothing(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.cast' op needs the element type 'to'}}
  %y = nn.cast %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @cast_to_strings(%x: tensor<2xf32>) -> tensor<2x!nn.string> {
  // expected-error@+1 {{'nn.cast' op cannot cast f32 to !nn.string}}
  %y = nn.cast %x {to = !nn.string} : (tensor<2xf32>) -> tensor<2x!nn.string>
  func.return %y : tensor<2x!nn.string>
}

// -----

func.func @cast_by_another_rounding(%x: tensor<2xf32>) -> tensor<2xf8E8M0FNU> {
  // expected-error@+1 {{'nn.cast' op has 'even' where one of up, down, nearest belongs}}
  %y = nn.cast %x {round_mode = "even", to = f8E8M0FNU} : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
  func.return %y : tensor<2xf8E8M0FNU>
}

// -----

func.func @bitcast_to_another_width(%x: tensor<2xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{'nn.bitcast' op cannot take the bits of f32 for i64}}
  %y = nn.bitcast %x {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

// -----

func.func @where_by_numbers(%c: tensor<2xi8>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.where' op needs booleans as its condition, got i8}}
  %y = nn.where %c, %x, %x : (tensor<2xi8>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @clip_by_several_bounds(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.clip' op needs bounds of one element, got tensor<2xf32>}}
  %y = nn.clip %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @no_such_property(%x: tensor<2xf32>) -> tensor<2xi1> {
  // expected-error@+1 {{'nn.is_inf' op has no property 'detect_negatives'; did you mean 'detect_negative'?}}
  %y = nn.is_inf %x {detect_negatives = true} : (tensor<2xf32>) -> tensor<2xi1>
  func.return %y : tensor<2xi1>
}
