// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @shape_of_all
// CHECK:         nn.shape_of %x : (tensor<2x3x4xf32>) -> tensor<3xi64>
// CHECK-LABEL: func.func @shape_from_the_back
// CHECK:         nn.shape_of %x {end = -1 : i64, start = -3 : i64} : (tensor<2x3x4x5xf32>) -> tensor<2xi64>
// CHECK-LABEL: func.func @reshape_copies_and_infers
// CHECK:         nn.reshape %x {shape = [0, -1, 2]} : (tensor<2x3x4xf32>) -> tensor<2x6x2xf32>
// CHECK-LABEL: func.func @dynamic_reshape_of_known_rank
// CHECK:         nn.dynamic_reshape %x, %s2 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>

// --- Asking ---

func.func @shape_of_all(%x: tensor<2x3x4xf32>) -> tensor<3xi64> {
  %y = nn.shape_of %x : (tensor<2x3x4xf32>) -> tensor<3xi64>
  func.return %y : tensor<3xi64>
}

func.func @shape_from_the_back(%x: tensor<2x3x4x5xf32>) -> tensor<2xi64> {
  %y = nn.shape_of %x {start = -3, end = -1} : (tensor<2x3x4x5xf32>) -> tensor<2xi64>
  func.return %y : tensor<2xi64>
}

func.func @shape_cut_to_the_rank(%x: tensor<2x3xf32>) -> tensor<1xi64> {
  %y = nn.shape_of %x {start = 1, end = 9} : (tensor<2x3xf32>) -> tensor<1xi64>
  func.return %y : tensor<1xi64>
}

func.func @shape_of_nothing_left(%x: tensor<2x3xf32>) -> tensor<0xi64> {
  %y = nn.shape_of %x {start = 2, end = 1} : (tensor<2x3xf32>) -> tensor<0xi64>
  func.return %y : tensor<0xi64>
}

func.func @shape_of_a_scalar(%x: tensor<f32>) -> tensor<0xi64> {
  %y = nn.shape_of %x : (tensor<f32>) -> tensor<0xi64>
  func.return %y : tensor<0xi64>
}

func.func @shape_of_unknown_dims(%x: tensor<?x3x?xi8> {nn.size = [4, 2]}) -> tensor<3xi64> {
  %y = nn.shape_of %x : (tensor<?x3x?xi8>) -> tensor<3xi64>
  func.return %y : tensor<3xi64>
}

func.func @size_of_a_tensor(%x: tensor<2x3x4xi1>) -> tensor<i64> {
  %y = nn.size %x : (tensor<2x3x4xi1>) -> tensor<i64>
  func.return %y : tensor<i64>
}

func.func @size_of_no_elements(%x: tensor<?x0xf32>) -> tensor<i64> {
  %y = nn.size %x : (tensor<?x0xf32>) -> tensor<i64>
  func.return %y : tensor<i64>
}

func.func @size_of_a_scalar(%x: tensor<f64>) -> tensor<i64> {
  %y = nn.size %x : (tensor<f64>) -> tensor<i64>
  func.return %y : tensor<i64>
}

// --- Reshape ---

func.func @reshape_copies_and_infers(%x: tensor<2x3x4xf32>) -> tensor<2x6x2xf32> {
  %y = nn.reshape %x {shape = [0, -1, 2]} : (tensor<2x3x4xf32>) -> tensor<2x6x2xf32>
  func.return %y : tensor<2x6x2xf32>
}

func.func @reshape_to_a_list(%x: tensor<2x3x4xi32>) -> tensor<24xi32> {
  %y = nn.reshape %x {shape = [-1]} : (tensor<2x3x4xi32>) -> tensor<24xi32>
  func.return %y : tensor<24xi32>
}

func.func @reshape_to_a_scalar(%x: tensor<1x1xf32>) -> tensor<f32> {
  %y = nn.reshape %x {shape = []} : (tensor<1x1xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @reshape_of_a_scalar(%x: tensor<f32>) -> tensor<1x1xf32> {
  %y = nn.reshape %x {shape = [1, -1]} : (tensor<f32>) -> tensor<1x1xf32>
  func.return %y : tensor<1x1xf32>
}

func.func @reshape_of_no_elements(%x: tensor<0x3xf32>) -> tensor<0x5x2xf32> {
  %y = nn.reshape %x {shape = [-1, 5, 2]} : (tensor<0x3xf32>) -> tensor<0x5x2xf32>
  func.return %y : tensor<0x5x2xf32>
}

func.func @reshape_copies_no_elements(%x: tensor<0x3xf32>) -> tensor<0x7xf32> {
  %y = nn.reshape %x {shape = [0, 7]} : (tensor<0x3xf32>) -> tensor<0x7xf32>
  func.return %y : tensor<0x7xf32>
}

func.func @reshape_to_true_zeros(%x: tensor<0x3xf32>) -> tensor<3x0x2xf32> {
  %y = nn.reshape %x {allow_zero = true, shape = [3, 0, 2]} : (tensor<0x3xf32>) -> tensor<3x0x2xf32>
  func.return %y : tensor<3x0x2xf32>
}

func.func @reshape_of_heads(%x: tensor<?x?x768xf32> {nn.size = [2, 5]}) -> tensor<?x?x12x64xf32> {
  %y = nn.reshape %x {shape = [0, 0, 12, 64]} : (tensor<?x?x768xf32>) -> tensor<?x?x12x64xf32>
  func.return %y : tensor<?x?x12x64xf32>
}

func.func @reshape_infers_beside_copied_dims(%x: tensor<?x12x64xf32>) -> tensor<?x768xf32> {
  %y = nn.reshape %x {shape = [0, -1]} : (tensor<?x12x64xf32>) -> tensor<?x768xf32>
  func.return %y : tensor<?x768xf32>
}

func.func @reshape_infers_an_unknown_dim(%x: tensor<?x4xf32>) -> tensor<2x?xf32> {
  %y = nn.reshape %x {shape = [2, -1]} : (tensor<?x4xf32>) -> tensor<2x?xf32>
  func.return %y : tensor<2x?xf32>
}

func.func @reshape_of_strings(%x: tensor<2x3x!nn.string>) -> tensor<3x2x!nn.string> {
  %y = nn.reshape %x {shape = [3, 2]} : (tensor<2x3x!nn.string>) -> tensor<3x2x!nn.string>
  func.return %y : tensor<3x2x!nn.string>
}

func.func @dynamic_reshape_of_known_rank(%x: tensor<2x3x4xf32>, %s: tensor<2xi64> {nn.range = [-1, 0]}, %t: tensor<2xi64> {nn.range = [6, 7]}) -> tensor<?x?xf32> {
  %k = nn.constant {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a = nn.mul %s, %k : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %l = nn.constant {value = dense<[0, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %b = nn.mul %t, %l : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %s2 = nn.add %a, %b : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %y = nn.dynamic_reshape %x, %s2 : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @dynamic_reshape_of_unknown_rank(%x: tensor<2x2x2xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [3]}) -> tensor<*xf32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<2x2x2xf32>, tensor<?xi64>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

func.func @dynamic_reshape_copies_dims(%x: tensor<2x3xf32>, %s: tensor<2xi64> {nn.range = [0, 1]}) -> tensor<?x?xf32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @dynamic_reshape_to_true_zeros(%x: tensor<0x3xf32>, %s: tensor<2xi64> {nn.range = [0, 1]}) -> tensor<?x?xf32> {
  %y = nn.dynamic_reshape %x, %s {allow_zero = true} : (tensor<0x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @dynamic_reshape_to_a_scalar(%x: tensor<1xf32>, %s: tensor<0xi64>) -> tensor<f32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<1xf32>, tensor<0xi64>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @dynamic_reshape_by_i32(%x: tensor<4x2xf32>, %s: tensor<3xi32> {nn.range = [2, 3]}) -> tensor<?x?x?xf32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<4x2xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  func.return %y : tensor<?x?x?xf32>
}

func.func @flatten_at_the_first_axis(%x: tensor<2x3x4xf32>) -> tensor<2x12xf32> {
  %y = nn.flatten %x : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  func.return %y : tensor<2x12xf32>
}

func.func @flatten_before_all(%x: tensor<2x3x4xf32>) -> tensor<1x24xf32> {
  %y = nn.flatten %x {axis = 0} : (tensor<2x3x4xf32>) -> tensor<1x24xf32>
  func.return %y : tensor<1x24xf32>
}

func.func @flatten_after_all(%x: tensor<?x3xi64>) -> tensor<?x1xi64> {
  %y = nn.flatten %x {axis = 2} : (tensor<?x3xi64>) -> tensor<?x1xi64>
  func.return %y : tensor<?x1xi64>
}

func.func @flatten_of_a_scalar(%x: tensor<f32>) -> tensor<1x1xf32> {
  %y = nn.flatten %x {axis = 0} : (tensor<f32>) -> tensor<1x1xf32>
  func.return %y : tensor<1x1xf32>
}

func.func @flatten_of_no_elements(%x: tensor<0x3x?xf32>) -> tensor<0x?xf32> {
  %y = nn.flatten %x : (tensor<0x3x?xf32>) -> tensor<0x?xf32>
  func.return %y : tensor<0x?xf32>
}

// --- Dims of size 1 ---

func.func @squeeze_two_dims(%x: tensor<1x3x1x2xf32>) -> tensor<3x2xf32> {
  %y = nn.squeeze %x {axes = [0, 2]} : (tensor<1x3x1x2xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @squeeze_to_a_scalar(%x: tensor<1xi8>) -> tensor<i8> {
  %y = nn.squeeze %x {axes = [0]} : (tensor<1xi8>) -> tensor<i8>
  func.return %y : tensor<i8>
}

func.func @squeeze_an_unknown_dim(%x: tensor<?x?xf32> {nn.size = [2, 1]}) -> tensor<?xf32> {
  %y = nn.squeeze %x {axes = [1]} : (tensor<?x?xf32>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

func.func @unsqueeze_two_dims(%x: tensor<3x?xf32>) -> tensor<1x3x?x1xf32> {
  %y = nn.unsqueeze %x {axes = [0, 3]} : (tensor<3x?xf32>) -> tensor<1x3x?x1xf32>
  func.return %y : tensor<1x3x?x1xf32>
}

func.func @unsqueeze_a_scalar(%x: tensor<ui8>) -> tensor<1xui8> {
  %y = nn.unsqueeze %x {axes = [0]} : (tensor<ui8>) -> tensor<1xui8>
  func.return %y : tensor<1xui8>
}

// --- Transpose ---

func.func @transpose_of_three(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %y = nn.transpose %x {perm = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  func.return %y : tensor<4x2x3xf32>
}

func.func @transpose_of_bools(%x: tensor<?x3xi1>) -> tensor<3x?xi1> {
  %y = nn.transpose %x {perm = [1, 0]} : (tensor<?x3xi1>) -> tensor<3x?xi1>
  func.return %y : tensor<3x?xi1>
}

func.func @transpose_of_bf16(%x: tensor<2x3xbf16>) -> tensor<3x2xbf16> {
  %y = nn.transpose %x {perm = [1, 0]} : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  func.return %y : tensor<3x2xbf16>
}

func.func @transpose_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  %y = nn.transpose %x {perm = []} : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @transpose_of_no_elements(%x: tensor<0x2x3xf16>) -> tensor<3x0x2xf16> {
  %y = nn.transpose %x {perm = [2, 0, 1]} : (tensor<0x2x3xf16>) -> tensor<3x0x2xf16>
  func.return %y : tensor<3x0x2xf16>
}

// --- Broadcast ---

func.func @broadcast_to_a_larger_shape(%x: tensor<3x1xf32>) -> tensor<2x3x4xf32> {
  %y = nn.broadcast %x {shape = [2, 3, 4]} : (tensor<3x1xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @broadcast_goes_both_ways(%x: tensor<2x1x4xi32>) -> tensor<2x3x4xi32> {
  %y = nn.broadcast %x {shape = [3, 1]} : (tensor<2x1x4xi32>) -> tensor<2x3x4xi32>
  func.return %y : tensor<2x3x4xi32>
}

func.func @broadcast_to_no_elements(%x: tensor<1x3xi1>) -> tensor<0x3xi1> {
  %y = nn.broadcast %x {shape = [0, 3]} : (tensor<1x3xi1>) -> tensor<0x3xi1>
  func.return %y : tensor<0x3xi1>
}

func.func @broadcast_of_a_scalar(%x: tensor<f64>) -> tensor<2x2xf64> {
  %y = nn.broadcast %x {shape = [2, 2]} : (tensor<f64>) -> tensor<2x2xf64>
  func.return %y : tensor<2x2xf64>
}

func.func @broadcast_to_a_scalar(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.broadcast %x {shape = []} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

func.func @broadcast_of_unknown_dims(%x: tensor<?x?xf32> {nn.size = [3, 5]}) -> tensor<?x5xf32> {
  %y = nn.broadcast %x {shape = [1, 5]} : (tensor<?x?xf32>) -> tensor<?x5xf32>
  func.return %y : tensor<?x5xf32>
}

func.func @dynamic_broadcast_of_known_rank(%x: tensor<3x1xf32>, %s: tensor<3xi64> {nn.range = [3, 4]}) -> tensor<?x3x?xf32> {
  %y = nn.dynamic_broadcast %x, %s : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x3x?xf32>
  func.return %y : tensor<?x3x?xf32>
}

func.func @dynamic_broadcast_to_a_shorter_shape(%x: tensor<1x4xi64>, %s: tensor<1xi32> {nn.range = [1, 2]}) -> tensor<1x4xi64> {
  %y = nn.dynamic_broadcast %x, %s : (tensor<1x4xi64>, tensor<1xi32>) -> tensor<1x4xi64>
  func.return %y : tensor<1x4xi64>
}

func.func @dynamic_broadcast_to_an_unknown_rank(%x: tensor<2x1xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [3]}) -> tensor<*xf32> {
  %y = nn.dynamic_broadcast %x, %s : (tensor<2x1xf32>, tensor<?xi64>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

// --- Of unknown rank ---

func.func @shape_of_an_unknown_rank(%x: tensor<2x2xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [2]}) -> (tensor<?xi64>, tensor<i64>) {
  %y = nn.dynamic_reshape %x, %s : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<*xf32>
  %a = nn.shape_of %y : (tensor<*xf32>) -> tensor<?xi64>
  %b = nn.size %y : (tensor<*xf32>) -> tensor<i64>
  func.return %a, %b : tensor<?xi64>, tensor<i64>
}

func.func @reshape_of_an_unknown_rank(%x: tensor<2x2xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [2]}) -> tensor<?x2x?xf32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<*xf32>
  %z = nn.reshape %y {shape = [0, 2, -1]} : (tensor<*xf32>) -> tensor<?x2x?xf32>
  func.return %z : tensor<?x2x?xf32>
}

func.func @unsqueeze_of_an_unknown_rank(%x: tensor<2x2xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [2]}) -> tensor<*xf32> {
  %y = nn.dynamic_reshape %x, %s : (tensor<2x2xf32>, tensor<?xi64>) -> tensor<*xf32>
  %z = nn.unsqueeze %y {axes = [0, 2]} : (tensor<*xf32>) -> tensor<*xf32>
  %q = nn.squeeze %z {axes = [0]} : (tensor<*xf32>) -> tensor<*xf32>
  func.return %q : tensor<*xf32>
}

// Of nothing, which ONNX has no way to say.
func.func @squeeze_nothing(%x: tensor<1x2x1xf32>) -> tensor<1x2x1xf32> {
  %y = nn.squeeze %x {axes = []} : (tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  func.return %y : tensor<1x2x1xf32>
}
