// RUN: INVALID

func.func @gather_by_floats(%x: tensor<2x3xf32>, %i: tensor<2xf32>) {
  // expected-error@+1 {{has indices of type tensor<2xf32>; integers belong there}}
  %y = nn.gather %x, %i : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @gather_from_a_scalar(%x: tensor<f32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{has axis 0 and a tensor of rank 0}}
  %y = nn.gather %x, %i : (tensor<f32>, tensor<2xi64>) -> tensor<2xf32>
  func.return
}

// -----

func.func @gather_elements_of_another_rank(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{has indices of rank 1 for a tensor of rank 2}}
  %y = nn.gather_elements %x, %i : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  func.return
}

// -----

func.func @gather_elements_of_more_columns(%x: tensor<2x3xf32>, %i: tensor<2x4xi64>) {
  // expected-error@+1 {{has 4 indices along axis 1, whose size is 3}}
  %y = nn.gather_elements %x, %i : (tensor<2x3xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @gather_nd_of_too_many_axes(%x: tensor<2x3xf32>, %i: tensor<4x3xi64>) {
  // expected-error@+1 {{has 3 indices for 2 axes}}
  %y = nn.gather_nd %x, %i : (tensor<2x3xf32>, tensor<4x3xi64>) -> tensor<4xf32>
  func.return
}

// -----

func.func @scatter_nd_of_no_axes(%x: tensor<2x3xf32>, %i: tensor<4x0xi64>, %u: tensor<4x2x3xf32>) {
  // expected-error@+1 {{has 0 indices for 2 axes}}
  %y = nn.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x0xi64>, tensor<4x2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @gather_nd_by_a_scalar(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{needs indices of rank 1 or more}}
  %y = nn.gather_nd %x, %i : (tensor<2x3xf32>, tensor<i64>) -> tensor<3xf32>
  func.return
}

// -----

func.func @gather_nd_of_all_batch_dims(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{has 2 batch dims, a tensor of rank 2 and indices of rank 2}}
  %y = nn.gather_nd %x, %i {batch_dims = 2} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<2xf32>
  func.return
}

// -----

func.func @gather_nd_of_another_batch(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>) {
  // expected-error@+1 {{has sizes of batch axis 0 that differ: 2 and 4}}
  %y = nn.gather_nd %x, %i {batch_dims = 1} : (tensor<2x3xf32>, tensor<4x1xi64>) -> tensor<2xf32>
  func.return
}

// -----

func.func @updates_of_another_type(%x: tensor<3xf32>, %i: tensor<2xi64>, %u: tensor<2xi64>) {
  // expected-error@+1 {{has updates of i64 for a tensor of f32}}
  %y = nn.scatter_elements %x, %i, %u : (tensor<3xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<3xf32>
  func.return
}

// -----

func.func @updates_of_another_size(%x: tensor<3xf32>, %i: tensor<2xi64>, %u: tensor<1xf32>) {
  // expected-error@+1 {{has sizes of axis 0 of updates and indices that differ: 1 and 2}}
  %y = nn.scatter_elements %x, %i, %u : (tensor<3xf32>, tensor<2xi64>, tensor<1xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @updates_of_another_rank(%x: tensor<3x2xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{has updates of rank 1; its indices give 2}}
  %y = nn.scatter_nd %x, %i, %u : (tensor<3x2xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @strings_added(%x: tensor<3x!nn.string>, %i: tensor<2xi64>, %u: tensor<2x!nn.string>) {
  // expected-error@+1 {{has reduction add, which strings have not}}
  %y = nn.scatter_elements %x, %i, %u {reduction = "add"} : (tensor<3x!nn.string>, tensor<2xi64>, tensor<2x!nn.string>) -> tensor<3x!nn.string>
  func.return
}

// -----

func.func @an_unknown_reduction(%x: tensor<3xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{has 'mean' where one of none, add, mul, max, min belongs}}
  %y = nn.scatter_elements %x, %i, %u {reduction = "mean"} : (tensor<3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @one_hot_without_a_depth(%i: tensor<3xi64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{lacks its depth}}
  %y = nn.one_hot %i, %v : (tensor<3xi64>, tensor<2xf32>) -> tensor<?x3xf32>
  func.return
}

// -----

func.func @one_hot_of_three_values(%i: tensor<3xi64>, %v: tensor<3xf32>) {
  // expected-error@+1 {{has numbers of values that differ: 2 and 3}}
  %y = nn.one_hot %i, %v {depth = 2} : (tensor<3xi64>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @one_hot_beyond_the_rank(%i: tensor<3xi64>, %v: tensor<2xf32>) {
  // expected-error@+1 {{has axis 2 and a tensor of rank 2}}
  %y = nn.one_hot %i, %v {axis = 2, depth = 2} : (tensor<3xi64>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @more_than_there_are(%x: tensor<3xf32>) {
  // expected-error@+1 {{has k 4 and an axis of size 3}}
  %y, %i = nn.top_k %x {k = 4} : (tensor<3xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  func.return
}

// -----

func.func @the_most_of_no_number(%x: tensor<3xf32>) {
  // expected-error@+1 {{lacks its k}}
  %y, %i = nn.top_k %x : (tensor<3xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  func.return
}

// -----

func.func @a_number_that_is_a_list(%x: tensor<3xf32>, %k: tensor<2xi64>) {
  // expected-error@+1 {{has a k of type tensor<2xi64>; one integer belongs there}}
  %y, %i = nn.dynamic_top_k %x, %k : (tensor<3xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xi64>)
  func.return
}

// -----

func.func @unique_along_no_axis(%x: tensor<3xf32>) {
  // expected-error@+1 {{has axis 1 and a tensor of rank 1}}
  %y, %a, %b, %c = nn.unique %x {axis = 1} : (tensor<3xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<3xi64>, tensor<?xi64>)
  func.return
}
