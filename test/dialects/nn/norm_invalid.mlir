// RUN: INVALID

func.func @batch_wrong_channels(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'nn.batch_norm' op has scale of shape [3] for 4 channels}}
  %y = nn.batch_norm %x, %s, %s, %s, %s : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @batch_too_few_operands(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'nn.batch_norm' op has 3 operands; x scale bias mean var belong to it}}
  %y = nn.batch_norm %x, %s, %s : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @instance_wrong_channels(%x: tensor<2x4x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'nn.instance_norm' op has scale of shape [3] for 4 channels}}
  %y = nn.instance_norm %x, %s, %s : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @instance_no_channels(%x: tensor<4xf32>) {
  // expected-error@+1 {{'nn.instance_norm' op has an input of rank 1; batch and channels need 2}}
  %y = nn.instance_norm %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @group_that_does_not_divide(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{'nn.group_norm' op has 3 groups of its 4 channels}}
  %y = nn.group_norm %x, %s, %s {groups = 3 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @layer_no_axis(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{'nn.layer_norm' op has axis None and a tensor of rank 3}}
  %y = nn.layer_norm %x, %s : (tensor<2x4x3xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @layer_axis_beyond_rank(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{'nn.layer_norm' op has axis 3 and a tensor of rank 3}}
  %y = nn.layer_norm %x, %s {axis = 3 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @layer_wrong_scale(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{'nn.layer_norm' op has scale of shape [4], which does not broadcast to [2, 4, 3]}}
  %y = nn.layer_norm %x, %s {axis = 1 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @layer_of_integers(%x: tensor<2x3xi32>) {
  // expected-error@+1 {{'nn.layer_norm' op takes floats, got i32}}
  %y = nn.layer_norm %x {axis = 1 : i64} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  func.return
}

// -----

func.func @rms_wrong_scale(%x: tensor<2x4x3xf32>, %s: tensor<4xf32>) {
  // expected-error@+1 {{'nn.rms_norm' op has scale of shape [4], which does not broadcast to [2, 4, 3]}}
  %y = nn.rms_norm %x, %s {axis = 1 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @axis_twice(%x: tensor<2x4x3xf32>) {
  // expected-error@+1 {{'nn.mean_variance_norm' op has axes [1, 1] and a tensor of rank 3}}
  %y = nn.mean_variance_norm %x {axes = [1, 1]} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @norm_of_3(%x: tensor<2x4x3xf32>) {
  // expected-error@+1 {{'nn.lp_norm' op has p 3; 1 or 2 belongs there}}
  %y = nn.lp_norm %x {axis = 1 : i64, p = 3 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  func.return
}

// -----

func.func @lrn_no_size(%x: tensor<2x4x3xf32>) {
  // expected-error@+1 {{'nn.lrn' op has size None; it must be at least 1}}
  %y = nn.lrn %x : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  func.return
}
