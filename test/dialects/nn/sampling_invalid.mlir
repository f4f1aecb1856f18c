// RUN: INVALID

func.func @grid_of_wrong_rank(%x: tensor<1x2x3x4xf32>, %g: tensor<1x2x2xf32>) {
  // expected-error@+1 {{'nn.grid_sample' op has an input of rank 4 and a grid of shape [1, 2, 2]}}
  %y = nn.grid_sample %x, %g : (tensor<1x2x3x4xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2x2xf32>
  func.return
}

// -----

func.func @too_many_grids(%x: tensor<1x2x3x4xf32>, %g: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'nn.grid_sample' op has 1 images and 2 grids}}
  %y = nn.grid_sample %x, %g : (tensor<1x2x3x4xf32>, tensor<2x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  func.return
}

// -----

func.func @grid_sample_of_integers(%x: tensor<1x2x3x4xi32>, %g: tensor<1x2x2x2xf32>) {
  // expected-error@+1 {{'nn.grid_sample' op takes floats, got i32}}
  %y = nn.grid_sample %x, %g : (tensor<1x2x3x4xi32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi32>
  func.return
}

// -----

func.func @no_sizes(%t: tensor<1x2x3xf32>) {
  // expected-error@+1 {{'nn.affine_grid' op has sizes none}}
  %y = nn.affine_grid %t : (tensor<1x2x3xf32>) -> tensor<1x2x2x2xf32>
  func.return
}

// -----

func.func @theta_of_wrong_rank(%t: tensor<1x2x3xf32>) {
  // expected-error@+1 {{'nn.affine_grid' op has theta of shape [1, 2, 3] for 3 sizes}}
  %y = nn.affine_grid %t {sizes = [2, 2, 2]} : (tensor<1x2x3xf32>) -> tensor<1x2x2x2x3xf32>
  func.return
}

// -----

func.func @shape_without_space(%t: tensor<1x2x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'nn.dynamic_affine_grid' op has shape of type tensor<2xi64>; batch, channels and space need 3 entries}}
  %y = nn.dynamic_affine_grid %t, %s : (tensor<1x2x3xf32>, tensor<2xi64>) -> tensor<1x?x?x2xf32>
  func.return
}

// -----

func.func @rois_without_image(%x: tensor<2x3x6x7xf32>, %r: tensor<4x4xf32>) {
  // expected-error@+1 {{'nn.max_roi_pool' op has rois of shape [4, 4]}}
  %y = nn.max_roi_pool %x, %r {sizes = [1, 1]} : (tensor<2x3x6x7xf32>, tensor<4x4xf32>) -> tensor<4x3x1x1xf32>
  func.return
}

// -----

func.func @batch_of_wrong_length(%x: tensor<2x3x6x7xf32>, %r: tensor<4x4xf32>, %b: tensor<3xi64>) {
  // expected-error@+1 {{'nn.roi_align' op has 4 rois and a batch of shape [3]}}
  %y = nn.roi_align %x, %r, %b : (tensor<2x3x6x7xf32>, tensor<4x4xf32>, tensor<3xi64>) -> tensor<4x3x1x1xf32>
  func.return
}

// -----

func.func @rois_of_five(%x: tensor<2x3x6x7xf32>, %r: tensor<4x5xf32>, %b: tensor<4xi64>) {
  // expected-error@+1 {{'nn.roi_align' op has rois of shape [4, 5]}}
  %y = nn.roi_align %x, %r, %b : (tensor<2x3x6x7xf32>, tensor<4x5xf32>, tensor<4xi64>) -> tensor<4x3x1x1xf32>
  func.return
}

// -----

func.func @empty_sizes(%x: tensor<2x3x6x7xf32>, %r: tensor<4x4xf32>, %b: tensor<4xi64>) {
  // expected-error@+1 {{'nn.roi_align' op has sizes [0, 1] and sampling_ratio 0}}
  %y = nn.roi_align %x, %r, %b {sizes = [0, 1]} : (tensor<2x3x6x7xf32>, tensor<4x4xf32>, tensor<4xi64>) -> tensor<4x3x1x1xf32>
  func.return
}
