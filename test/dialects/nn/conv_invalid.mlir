// RUN: INVALID

func.func @wrong_channels(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op kernel has 2 input channels but its input has 4}}
  %y = nn.conv %x, %w : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @wrong_groups(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op kernel has 6 input channels in 3 groups but its input has 4}}
  %y = nn.conv %x, %w {groups = 3 : i64} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @groups_that_do_not_divide(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has 4 groups of its 6 output channels}}
  %y = nn.conv %x, %w {groups = 4 : i64} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @wrong_result(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has result tensor<1x6x3x3xf32>, but its operands give tensor<1x6x2x3xf32>}}
  %y = nn.conv %x, %w {groups = 2 : i64, strides = [2, 1]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @too_few_strides(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has 1 strides; 2 belong there}}
  %y = nn.conv %x, %w {groups = 2 : i64, strides = [2]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @no_stride(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has strides [0, 1]; they must be at least 1}}
  %y = nn.conv %x, %w {groups = 2 : i64, strides = [0, 1]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @negative_pads(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has pads [-1, 0, 0, 0]; they must be at least 0}}
  %y = nn.conv %x, %w {groups = 2 : i64, pads = [-1, 0, 0, 0]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @pads_and_padding(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has pads [1, 1, 1, 1] and padding 'same_upper', which does without}}
  %y = nn.conv %x, %w {groups = 2 : i64, padding = "same_upper", pads = [1, 1, 1, 1]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @unknown_padding(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has 'same' where one of explicit, same_upper, same_lower belongs}}
  %y = nn.conv %x, %w {groups = 2 : i64, padding = "same"} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @window_beyond_input(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has a window of 9 elements over 5 padded by 0 and 0}}
  %y = nn.conv %x, %w {dilations = [4, 1], groups = 2 : i64} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @wrong_rank(%x: tensor<1x4x5x5xf32>, %w: tensor<6x4x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has an input of rank 4 and a kernel of rank 3}}
  %y = nn.conv %x, %w : (tensor<1x4x5x5xf32>, tensor<6x4x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @no_space(%x: tensor<1x4xf32>, %w: tensor<6x4xf32>) {
  // expected-error@+1 {{'nn.conv' op has an input of rank 2; batch, channels and space need 3}}
  %y = nn.conv %x, %w : (tensor<1x4xf32>, tensor<6x4xf32>) -> tensor<1x6xf32>
  func.return
}

// -----

func.func @wrong_bias(%x: tensor<1x2x5x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'nn.conv' op has a bias of shape [4] for 6 output channels}}
  %y = nn.conv %x, %w, %b : (tensor<1x2x5x5xf32>, tensor<6x2x3x3xf32>, tensor<4xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @mixed_types(%x: tensor<1x2x5x5xf32>, %w: tensor<6x2x3x3xf16>) {
  // expected-error@+1 {{'nn.conv' op needs operands of one element type, got f32 and f16}}
  %y = nn.conv %x, %w : (tensor<1x2x5x5xf32>, tensor<6x2x3x3xf16>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @unknown_property(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv' op has no property 'stride'; did you mean 'strides'?}}
  %y = nn.conv %x, %w {groups = 2 : i64, stride = [2, 2]} : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @too_few_offsets(%x: tensor<1x2x5x5xf32>, %w: tensor<6x2x3x3xf32>, %o: tensor<1x9x3x3xf32>) {
  // expected-error@+1 {{'nn.deform_conv' op has offset of shape [1, 9, 3, 3]; [1, 18, 3, 3] belongs there}}
  %y = nn.deform_conv %x, %w, %o : (tensor<1x2x5x5xf32>, tensor<6x2x3x3xf32>, tensor<1x9x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @wrong_number_of_blocks(%x: tensor<1x12x5xf32>) {
  // expected-error@+1 {{'nn.fold' op has an input of 12 rows and 5 columns for 4 of 6}}
  %y = nn.fold %x {kernel = [2, 3], sizes = [3, 4]} : (tensor<1x12x5xf32>) -> tensor<1x2x3x4xf32>
  func.return
}

// -----

func.func @fold_without_sizes(%x: tensor<1x12x5xf32>) {
  // expected-error@+1 {{'nn.fold' op has an input of rank 3 and sizes none}}
  %y = nn.fold %x {kernel = [2, 3]} : (tensor<1x12x5xf32>) -> tensor<1x2x3x4xf32>
  func.return
}

// -----

func.func @transpose_wrong_channels(%x: tensor<1x4x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv_transpose' op kernel has 6 input channels but its input has 4}}
  %y = nn.conv_transpose %x, %w : (tensor<1x4x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  func.return
}

// -----

func.func @transpose_wrong_output_padding(%x: tensor<1x6x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv_transpose' op has output_padding [1] for 2 spatial dims}}
  %y = nn.conv_transpose %x, %w {output_padding = [1]} : (tensor<1x6x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x2x7x7xf32>
  func.return
}

// -----

func.func @transpose_pads_beyond_result(%x: tensor<1x6x5x5xf32>, %w: tensor<6x2x3x3xf32>) {
  // expected-error@+1 {{'nn.conv_transpose' op has pads 4 and 4 where 7 elements are}}
  %y = nn.conv_transpose %x, %w {pads = [4, 0, 4, 0]} : (tensor<1x6x5x5xf32>, tensor<6x2x3x3xf32>) -> tensor<1x2x7x7xf32>
  func.return
}
