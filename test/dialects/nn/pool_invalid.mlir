// RUN: INVALID

func.func @no_kernel(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op needs a 'kernel'}}
  %y = nn.max_pool %x : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @kernel_of_wrong_rank(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op has a kernel [3] for 2 spatial dims}}
  %y = nn.max_pool %x {kernel = [3]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @empty_kernel(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op has kernel [3, 0]; they must be at least 1}}
  %y = nn.max_pool %x {kernel = [3, 0]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @kernel_beyond_input(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op has a window of 7 elements over 5 padded by 0 and 0}}
  %y = nn.max_pool %x {kernel = [3, 7]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @wrong_result(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op has result tensor<1x2x3x3xf32>, but its operands give tensor<1x2x3x4xf32>}}
  %y = nn.max_pool %x {kernel = [3, 2]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @too_few_pads(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool' op has 2 pads; 4 belong there}}
  %y = nn.max_pool %x {kernel = [3, 3], pads = [1, 1]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @booleans(%x: tensor<1x2x5xi1>) {
  // expected-error@+1 {{'nn.max_pool' op takes floats and integers of at least 8 bits, got i1}}
  %y = nn.max_pool %x {kernel = [3]} : (tensor<1x2x5xi1>) -> tensor<1x2x3xi1>
  func.return
}

// -----

func.func @one_result(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.max_pool_indices' op has 1 results; its operands give 2}}
  %y = nn.max_pool_indices %x {kernel = [3, 3]} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @average_of_integers(%x: tensor<1x2x5xi8>) {
  // expected-error@+1 {{'nn.average_pool' op takes floats, got i8}}
  %y = nn.average_pool %x {kernel = [3]} : (tensor<1x2x5xi8>) -> tensor<1x2x3xi8>
  func.return
}

// -----

func.func @norm_of_0(%x: tensor<1x2x5x5xf32>) {
  // expected-error@+1 {{'nn.lp_pool' op has p 0; it must be at least 1}}
  %y = nn.lp_pool %x {kernel = [3, 3], p = 0 : i64} : (tensor<1x2x5x5xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// -----

func.func @no_space(%x: tensor<1x2xf32>) {
  // expected-error@+1 {{'nn.global_average_pool' op has an input of rank 2; batch, channels and space need 3}}
  %y = nn.global_average_pool %x : (tensor<1x2xf32>) -> tensor<1x2xf32>
  func.return
}

// -----

func.func @too_few_indices(%x: tensor<1x1x4xf32>, %i: tensor<1x1x3xi64>) {
  // expected-error@+1 {{'nn.max_unpool' op has an input of shape [1, 1, 4] and indices of shape [1, 1, 3]}}
  %y = nn.max_unpool %x, %i {kernel = [2]} : (tensor<1x1x4xf32>, tensor<1x1x3xi64>) -> tensor<1x1x5xf32>
  func.return
}

// -----

func.func @narrow_indices(%x: tensor<1x1x4xf32>, %i: tensor<1x1x4xi32>) {
  // expected-error@+1 {{'nn.max_unpool' op has indices of element type i32; i64 belongs there}}
  %y = nn.max_unpool %x, %i {kernel = [2]} : (tensor<1x1x4xf32>, tensor<1x1x4xi32>) -> tensor<1x1x5xf32>
  func.return
}

// -----

func.func @unpool_pads_beyond_result(%x: tensor<1x1x4xf32>, %i: tensor<1x1x4xi64>) {
  // expected-error@+1 {{'nn.max_unpool' op has pads 4 and 2 for 4 windows}}
  %y = nn.max_unpool %x, %i {kernel = [2], pads = [4, 2]} : (tensor<1x1x4xf32>, tensor<1x1x4xi64>) -> tensor<1x1x5xf32>
  func.return
}

// -----

func.func @unpool_sizes_of_wrong_rank(%x: tensor<1x1x4xf32>, %i: tensor<1x1x4xi64>) {
  // expected-error@+1 {{'nn.max_unpool' op has output_sizes [5, 5] for 1 spatial dims}}
  %y = nn.max_unpool %x, %i {kernel = [2], output_sizes = [5, 5]} : (tensor<1x1x4xf32>, tensor<1x1x4xi64>) -> tensor<1x1x5xf32>
  func.return
}
