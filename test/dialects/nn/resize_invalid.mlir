// RUN: INVALID

func.func @neither(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op needs either sizes or scales}}
  %y = nn.resize %x {axes = [2, 3]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @both(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op needs either sizes or scales}}
  %y = nn.resize %x {axes = [2], scales = [2.0], sizes = [8]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @too_few_sizes(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has 1 sizes for 2 values}}
  %y = nn.resize %x {axes = [2, 3], sizes = [8]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @axis_beyond_rank(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has axes [2, 4] and a tensor of rank 4}}
  %y = nn.resize %x {axes = [2, 4], sizes = [8, 9]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @no_scale(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has scales [0.0, 2.0]}}
  %y = nn.resize %x {axes = [2, 3], scales = [0.0, 2.0]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @crop_without_roi(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has 0 roi for 4 values}}
  %y = nn.resize %x {axes = [2, 3], coordinates = "tf_crop_and_resize", sizes = [8, 9]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @roi_without_crop(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has a roi, which coordinates 'half_pixel' do without}}
  %y = nn.resize %x {axes = [2, 3], roi = [0.0, 0.0, 1.0, 1.0], sizes = [8, 9]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @unknown_mode(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has 'bilinear' where one of nearest, linear, cubic belongs}}
  %y = nn.resize %x {axes = [2, 3], mode = "bilinear", sizes = [8, 9]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @wrong_result(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.resize' op has result tensor<1x2x8x9xf32>, but its operands give tensor<1x2x9x8xf32>}}
  %y = nn.resize %x {axes = [2, 3], sizes = [9, 8]} : (tensor<1x2x4x6xf32>) -> tensor<1x2x8x9xf32>
  func.return
}

// -----

func.func @mean_of_booleans(%x: tensor<4xi1>) {
  // expected-error@+1 {{'nn.resize' op takes floats and integers of at least 8 bits, got i1}}
  %y = nn.resize %x {mode = "linear", sizes = [8]} : (tensor<4xi1>) -> tensor<8xi1>
  func.return
}

// -----

func.func @dynamic_neither(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.dynamic_resize' op needs either sizes or scales}}
  %y = nn.dynamic_resize %x : (tensor<1x2x4x6xf32>) -> tensor<?x?x?x?xf32>
  func.return
}

// -----

func.func @dynamic_too_few_sizes(%x: tensor<1x2x4x6xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'nn.dynamic_resize' op has sizes of type tensor<2xi64> for 4 axes}}
  %y = nn.dynamic_resize %x, %s : (tensor<1x2x4x6xf32>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  func.return
}

// -----

func.func @dynamic_scales_of_integers(%x: tensor<1x2x4x6xf32>, %s: tensor<4xi64>) {
  // expected-error@+1 {{'nn.dynamic_resize' op has scales of type tensor<4xi64>; a list of 4 floats belongs there}}
  %y = nn.dynamic_resize %x, _, %s : (tensor<1x2x4x6xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  func.return
}

// -----

func.func @dynamic_crop_without_roi(%x: tensor<1x2x4x6xf32>, %s: tensor<4xi64>) {
  // expected-error@+1 {{'nn.dynamic_resize' op has no roi and 'tf_crop_and_resize'}}
  %y = nn.dynamic_resize %x, %s {coordinates = "tf_crop_and_resize"} : (tensor<1x2x4x6xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  func.return
}

// -----

func.func @channels_that_do_not_divide(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.depth_to_space' op has 2 channels for blocks of 2x2}}
  %y = nn.depth_to_space %x {block = 2 : i64} : (tensor<1x2x4x6xf32>) -> tensor<1x1x8x12xf32>
  func.return
}

// -----

func.func @no_block(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.depth_to_space' op has block None; it must be at least 1}}
  %y = nn.depth_to_space %x : (tensor<1x2x4x6xf32>) -> tensor<1x1x8x12xf32>
  func.return
}

// -----

func.func @sizes_that_do_not_divide(%x: tensor<1x2x4x6xf32>) {
  // expected-error@+1 {{'nn.space_to_depth' op has height and width [4, 6] for blocks of 4x4}}
  %y = nn.space_to_depth %x {block = 4 : i64} : (tensor<1x2x4x6xf32>) -> tensor<1x32x1x1xf32>
  func.return
}

// -----

func.func @wrong_rank(%x: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'nn.space_to_depth' op has an input of rank 3; 4 belongs there}}
  %y = nn.space_to_depth %x {block = 2 : i64} : (tensor<2x4x6xf32>) -> tensor<8x2x3xf32>
  func.return
}
