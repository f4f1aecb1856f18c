// RUN: INVALID

func.func @a_shape_of_other_elements(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'nn.reshape' op has shape [4, -1], which cannot hold the elements of 2x3}}
  %y = nn.reshape %x {shape = [4, -1]} : (tensor<2x3xf32>) -> tensor<4x?xf32>
  func.return
}

// -----

func.func @a_shape_of_another_size(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has shape [7], which cannot hold the elements of 2x3}}
  %y = nn.reshape %x {shape = [7]} : (tensor<2x3xf32>) -> tensor<7xf32>
  func.return
}

// -----

func.func @two_dims_to_infer(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has shape [-1, -1]; each entry is at least -1, and at most one is -1}}
  %y = nn.reshape %x {shape = [-1, -1]} : (tensor<2x3xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @a_zero_beside_an_inferred_dim(%x: tensor<0x3xf32>) {
  // expected-error@+1 {{has shape [0, -1], where the 0 leaves -1 without a meaning}}
  %y = nn.reshape %x {allow_zero = true, shape = [0, -1]} : (tensor<0x3xf32>) -> tensor<0x?xf32>
  func.return
}

// -----

func.func @a_copy_of_no_dim(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has shape [2, 3, 0], which copies dim 2 of rank 2}}
  %y = nn.reshape %x {shape = [2, 3, 0]} : (tensor<2x3xf32>) -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @no_shape(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{lacks its shape}}
  %y = nn.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  func.return
}

// -----

func.func @a_result_of_another_type(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has result tensor<2x3xf32>, but its operands give tensor<3x2xf32>}}
  %y = nn.reshape %x {shape = [3, -1]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @a_shape_of_floats(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{has shape of type tensor<2xf32>; a list of integers belongs there}}
  %y = nn.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @a_shape_that_is_no_list(%x: tensor<2x3xf32>, %s: tensor<i64>) {
  // expected-error@+1 {{has shape of type tensor<i64>; a list of integers belongs there}}
  %y = nn.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<i64>) -> tensor<*xf32>
  func.return
}

// -----

func.func @flatten_beyond_the_rank(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has axis 3 and a tensor of rank 2}}
  %y = nn.flatten %x {axis = 3} : (tensor<2x3xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @squeeze_of_a_size(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{squeezes axis 1, whose size is 3}}
  %y = nn.squeeze %x {axes = [1]} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @squeeze_of_a_negative_axis(%x: tensor<2x1xf32>) {
  // expected-error@+1 {{has axes [-1] and a tensor of rank 2}}
  %y = nn.squeeze %x {axes = [-1]} : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @squeeze_without_axes(%x: tensor<2x1xf32>) {
  // expected-error@+1 {{has axes none and a tensor of rank 2}}
  %y = nn.squeeze %x : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @unsqueeze_twice_at_one_place(%x: tensor<2xf32>) {
  // expected-error@+1 {{has axes [0, 0] and a tensor of rank 3}}
  %y = nn.unsqueeze %x {axes = [0, 0]} : (tensor<2xf32>) -> tensor<1x1x2xf32>
  func.return
}

// -----

func.func @no_permutation(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has perm [0, 0], which is no permutation of the 2 axes}}
  %y = nn.transpose %x {perm = [0, 0]} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @shapes_that_do_not_broadcast(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has operands whose shapes do not broadcast: 2x3, 2}}
  %y = nn.broadcast %x {shape = [2]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @broadcast_to_a_negative_size(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has shape [-1, 3]; sizes of at least 0 belong there}}
  %y = nn.broadcast %x {shape = [-1, 3]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @too_many_dims(%x: tensor<1xf32>) {
  // expected-error@+1 {{gives a tensor of 33 dims; at most 32 are supported}}
  %y = nn.reshape %x {shape = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]} : (tensor<1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  func.return
}

// -----

func.func @too_many_computed_dims(%x: tensor<1xf32>, %s: tensor<1000000xi64>) {
  // expected-error@+1 {{gives a tensor of 1000000 dims; at most 32 are supported}}
  %y = nn.dynamic_reshape %x, %s : (tensor<1xf32>, tensor<1000000xi64>) -> tensor<*xf32>
  func.return
}

// -----

func.func @transpose_without_a_rank(%x: tensor<*xf32>) {
  // expected-error@+1 {{operand #0 has no rank: tensor<*xf32>}}
  %y = nn.transpose %x {perm = [0]} : (tensor<*xf32>) -> tensor<?xf32>
  func.return
}
