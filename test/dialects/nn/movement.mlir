// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @concat_of_three
// CHECK:         nn.concat %a, %b, %c {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x0xf32>) -> tensor<2x4xf32>
// CHECK-LABEL: func.func @split_in_sizes
// CHECK:         nn.split %x {axis = 1 : i64, sizes = [1, 0, 3]} : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x3xf32>)
// CHECK-LABEL: func.func @slice_backwards
// CHECK:         nn.slice %x {axes = [1], ends = [-9223372036854775808], starts = [-1], steps = [-2]} : (tensor<2x5xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @dynamic_pad_of_one_axis
// CHECK:         nn.dynamic_pad %x, %p {axes = [1]} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x?xf32>

// --- Concat and split ---

func.func @concat_of_three(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>, %c: tensor<2x0xf32>) -> tensor<2x4xf32> {
  %y = nn.concat %a, %b, %c {axis = 1} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x0xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @concat_of_one(%a: tensor<3xi64>) -> tensor<3xi64> {
  %y = nn.concat %a : (tensor<3xi64>) -> tensor<3xi64>
  func.return %y : tensor<3xi64>
}

func.func @concat_with_itself(%a: tensor<2xi1>) -> tensor<4xi1> {
  %y = nn.concat %a, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<4xi1>
  func.return %y : tensor<4xi1>
}

func.func @concat_of_unknown_dims(%a: tensor<?x3xf32> {nn.size = [2]}, %b: tensor<2x?xf32> {nn.size = [4]}) -> tensor<2x?xf32> {
  %y = nn.concat %a, %b {axis = 1} : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return %y : tensor<2x?xf32>
}

func.func @concat_of_strings(%a: tensor<2x!nn.string>, %b: tensor<1x!nn.string>) -> tensor<3x!nn.string> {
  %y = nn.concat %a, %b : (tensor<2x!nn.string>, tensor<1x!nn.string>) -> tensor<3x!nn.string>
  func.return %y : tensor<3x!nn.string>
}

func.func @split_in_sizes(%x: tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x3xf32>) {
  %a, %b, %c = nn.split %x {axis = 1, sizes = [1, 0, 3]} : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x3xf32>)
  func.return %a, %b, %c : tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x3xf32>
}

func.func @split_in_one(%x: tensor<3xi32>) -> tensor<3xi32> {
  %y = nn.split %x {sizes = [3]} : (tensor<3xi32>) -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @split_in_parts(%x: tensor<5x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>) {
  %a, %b, %c = nn.split %x {parts = 3} : (tensor<5x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>)
  func.return %a, %b, %c : tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>
}

func.func @split_of_an_unknown_dim_in_parts(%x: tensor<?x2xf32> {nn.size = [5]}) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %a, %b, %c = nn.split %x {parts = 3} : (tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
  func.return %a, %b, %c : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}

func.func @split_of_an_unknown_dim_in_sizes(%x: tensor<?xf64> {nn.size = [5]}) -> (tensor<2xf64>, tensor<3xf64>) {
  %a, %b = nn.split %x {sizes = [2, 3]} : (tensor<?xf64>) -> (tensor<2xf64>, tensor<3xf64>)
  func.return %a, %b : tensor<2xf64>, tensor<3xf64>
}

// --- Slice ---

func.func @slice_of_first_axes(%x: tensor<4x5x2xf32>) -> tensor<2x3x2xf32> {
  %y = nn.slice %x {starts = [1, 2], ends = [3, 9]} : (tensor<4x5x2xf32>) -> tensor<2x3x2xf32>
  func.return %y : tensor<2x3x2xf32>
}

func.func @slice_from_the_back(%x: tensor<4x5xi64>) -> tensor<4x3xi64> {
  %y = nn.slice %x {axes = [1], starts = [-4], ends = [-1]} : (tensor<4x5xi64>) -> tensor<4x3xi64>
  func.return %y : tensor<4x3xi64>
}

func.func @slice_by_steps(%x: tensor<7x5xf32>) -> tensor<3x2xf32> {
  %y = nn.slice %x {starts = [0, 1], ends = [6, 9223372036854775807], steps = [2, 3]} : (tensor<7x5xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @slice_backwards(%x: tensor<2x5xf32>) -> tensor<2x3xf32> {
  %y = nn.slice %x {axes = [1], starts = [-1], ends = [-9223372036854775808], steps = [-2]} : (tensor<2x5xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @slice_backwards_from_before_the_start(%x: tensor<4xf32>) -> tensor<1xf32> {
  %y = nn.slice %x {starts = [-9], ends = [-9], steps = [-1]} : (tensor<4xf32>) -> tensor<1xf32>
  func.return %y : tensor<1xf32>
}

func.func @slice_of_nothing(%x: tensor<4x2xi1>) -> tensor<0x2xi1> {
  %y = nn.slice %x {starts = [3], ends = [1]} : (tensor<4x2xi1>) -> tensor<0x2xi1>
  func.return %y : tensor<0x2xi1>
}

func.func @slice_of_no_elements(%x: tensor<0x2xf32>) -> tensor<0x1xf32> {
  %y = nn.slice %x {starts = [1, 1], ends = [3, 2]} : (tensor<0x2xf32>) -> tensor<0x1xf32>
  func.return %y : tensor<0x1xf32>
}

func.func @slice_of_an_unknown_dim(%x: tensor<?x3xf32> {nn.size = [5]}) -> tensor<?x2xf32> {
  %y = nn.slice %x {starts = [1, 0], ends = [-1, 2]} : (tensor<?x3xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}

func.func @slice_of_strings(%x: tensor<4x!nn.string>) -> tensor<2x!nn.string> {
  %y = nn.slice %x {starts = [0], ends = [4], steps = [2]} : (tensor<4x!nn.string>) -> tensor<2x!nn.string>
  func.return %y : tensor<2x!nn.string>
}

func.func @dynamic_slice_of_all_axes(%x: tensor<4x5xf32>, %s: tensor<2xi64> {nn.range = [1, 2]}, %e: tensor<2xi64> {nn.range = [3, 4]}) -> tensor<?x?xf32> {
  %y = nn.dynamic_slice %x, %s, %e : (tensor<4x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @dynamic_slice_of_one_axis(%x: tensor<4x5xf32>, %s: tensor<1xi32> {nn.range = [-2, -1]}, %e: tensor<1xi32> {nn.range = [-9, -8]}, %t: tensor<1xi32> {nn.range = [-1, 0]}) -> tensor<4x?xf32> {
  %y = nn.dynamic_slice %x, %s, %e, %t {axes = [1]} : (tensor<4x5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x?xf32>
  func.return %y : tensor<4x?xf32>
}

func.func @dynamic_slice_of_unknown_axes(%x: tensor<4x5xf32>, %s: tensor<?xi64> {nn.range = [2, 3], nn.size = [1]}, %e: tensor<?xi64> {nn.range = [3, 4], nn.size = [1]}) -> tensor<?x?xf32> {
  %y = nn.dynamic_slice %x, %s, %e : (tensor<4x5xf32>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @compress_along_an_axis(%x: tensor<3x4xf32>, %c: tensor<4xi1>) -> tensor<3x?xf32> {
  %y = nn.compress %x, %c {axis = 1} : (tensor<3x4xf32>, tensor<4xi1>) -> tensor<3x?xf32>
  func.return %y : tensor<3x?xf32>
}

func.func @compress_by_a_short_condition(%x: tensor<4x2xi32>, %c: tensor<2xi1>) -> tensor<?x2xi32> {
  %y = nn.compress %x, %c {axis = 0} : (tensor<4x2xi32>, tensor<2xi1>) -> tensor<?x2xi32>
  func.return %y : tensor<?x2xi32>
}

func.func @compress_of_all_elements(%x: tensor<3x2xf32>, %c: tensor<?xi1> {nn.size = [5]}) -> tensor<?xf32> {
  %y = nn.compress %x, %c : (tensor<3x2xf32>, tensor<?xi1>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

func.func @upper_triangle(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y = nn.trilu %x : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @upper_triangle_of_a_batch(%x: tensor<2x4x3xi64>) -> tensor<2x4x3xi64> {
  %y = nn.trilu %x {k = -1} : (tensor<2x4x3xi64>) -> tensor<2x4x3xi64>
  func.return %y : tensor<2x4x3xi64>
}

func.func @lower_triangle(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %y = nn.trilu %x {upper = false, k = 1} : (tensor<3x3xf64>) -> tensor<3x3xf64>
  func.return %y : tensor<3x3xf64>
}

func.func @lower_triangle_of_bools(%x: tensor<?x3xi1> {nn.size = [4]}) -> tensor<?x3xi1> {
  %y = nn.trilu %x {upper = false} : (tensor<?x3xi1>) -> tensor<?x3xi1>
  func.return %y : tensor<?x3xi1>
}

func.func @triangle_far_away(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %y = nn.trilu %x {k = 9} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  func.return %y : tensor<2x2xf32>
}

func.func @reverse_sequences(%x: tensor<4x3x2xf32>, %n: tensor<3xi64> {nn.range = [0, 5]}) -> tensor<4x3x2xf32> {
  %y = nn.reverse_sequence %x, %n : (tensor<4x3x2xf32>, tensor<3xi64>) -> tensor<4x3x2xf32>
  func.return %y : tensor<4x3x2xf32>
}

func.func @reverse_sequences_batch_first(%x: tensor<3x4xi32>, %n: tensor<3xi32> {nn.range = [0, 5]}) -> tensor<3x4xi32> {
  %y = nn.reverse_sequence %x, %n {time_axis = 1, batch_axis = 0} : (tensor<3x4xi32>, tensor<3xi32>) -> tensor<3x4xi32>
  func.return %y : tensor<3x4xi32>
}

func.func @reverse_sequences_of_later_axes(%x: tensor<2x3x4xf32>, %n: tensor<3xi64> {nn.range = [0, 5]}) -> tensor<2x3x4xf32> {
  %y = nn.reverse_sequence %x, %n {time_axis = 2, batch_axis = 1} : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

// --- Pad ---

func.func @pad_with_zeros(%x: tensor<2x3xf32>) -> tensor<3x6xf32> {
  %y = nn.pad %x {pads = [1, 0, 0, 3]} : (tensor<2x3xf32>) -> tensor<3x6xf32>
  func.return %y : tensor<3x6xf32>
}

func.func @pad_with_a_value(%x: tensor<2x2xi32>, %v: tensor<i32>) -> tensor<4x3xi32> {
  %y = nn.pad %x, %v {pads = [1, 0, 1, 1]} : (tensor<2x2xi32>, tensor<i32>) -> tensor<4x3xi32>
  func.return %y : tensor<4x3xi32>
}

func.func @pad_with_one_value_in_a_list(%x: tensor<2xf32>, %v: tensor<1xf32>) -> tensor<4xf32> {
  %y = nn.pad %x, %v {pads = [1, 1]} : (tensor<2xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @pad_with_false(%x: tensor<2xi1>) -> tensor<4xi1> {
  %y = nn.pad %x {pads = [2, 0]} : (tensor<2xi1>) -> tensor<4xi1>
  func.return %y : tensor<4xi1>
}

func.func @pad_takes_away(%x: tensor<4x5xf32>) -> tensor<3x3xf32> {
  %y = nn.pad %x {pads = [-2, 1, 1, -3]} : (tensor<4x5xf32>) -> tensor<3x3xf32>
  func.return %y : tensor<3x3xf32>
}

func.func @pad_of_no_elements(%x: tensor<0x2xf32>) -> tensor<3x2xf32> {
  %y = nn.pad %x {pads = [1, 0, 2, 0]} : (tensor<0x2xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @pad_of_an_unknown_dim(%x: tensor<?x2xf32>) -> tensor<?x3xf32> {
  %y = nn.pad %x {pads = [1, 1, 2, 0]} : (tensor<?x2xf32>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

func.func @pad_by_reflection(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %y = nn.pad %x {mode = "reflect", pads = [0, 3, 0, 1]} : (tensor<2x4xf32>) -> tensor<2x8xf32>
  func.return %y : tensor<2x8xf32>
}

func.func @pad_by_reflection_of_what_is_left(%x: tensor<5xi64>) -> tensor<5xi64> {
  %y = nn.pad %x {mode = "reflect", pads = [2, -2]} : (tensor<5xi64>) -> tensor<5xi64>
  func.return %y : tensor<5xi64>
}

func.func @pad_by_the_edge(%x: tensor<2x3xf64>) -> tensor<5x4xf64> {
  %y = nn.pad %x {mode = "edge", pads = [2, 0, 1, 1]} : (tensor<2x3xf64>) -> tensor<5x4xf64>
  func.return %y : tensor<5x4xf64>
}

func.func @pad_by_wrapping(%x: tensor<2x3xf32>) -> tensor<3x8xf32> {
  %y = nn.pad %x {mode = "wrap", pads = [1, 4, 0, 1]} : (tensor<2x3xf32>) -> tensor<3x8xf32>
  func.return %y : tensor<3x8xf32>
}

func.func @dynamic_pad_of_all_axes(%x: tensor<2x3xf32>, %p: tensor<4xi64> {nn.range = [-1, 3]}, %v: tensor<f32>) -> tensor<?x?xf32> {
  %y = nn.dynamic_pad %x, %p, %v : (tensor<2x3xf32>, tensor<4xi64>, tensor<f32>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @dynamic_pad_of_one_axis(%x: tensor<2x3xf32>, %p: tensor<2xi64> {nn.range = [0, 3]}) -> tensor<2x?xf32> {
  %y = nn.dynamic_pad %x, %p {axes = [1]} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  func.return %y : tensor<2x?xf32>
}

func.func @dynamic_pad_by_the_edge(%x: tensor<2x3xi32>, %p: tensor<4xi64> {nn.range = [0, 3]}) -> tensor<?x?xi32> {
  %y = nn.dynamic_pad %x, %p {mode = "edge"} : (tensor<2x3xi32>, tensor<4xi64>) -> tensor<?x?xi32>
  func.return %y : tensor<?x?xi32>
}

// --- Tile ---

func.func @tile_of_two_axes(%x: tensor<2x3xf32>) -> tensor<4x9xf32> {
  %y = nn.tile %x {repeats = [2, 3]} : (tensor<2x3xf32>) -> tensor<4x9xf32>
  func.return %y : tensor<4x9xf32>
}

func.func @tile_to_nothing(%x: tensor<2x3xi64>) -> tensor<0x3xi64> {
  %y = nn.tile %x {repeats = [0, 1]} : (tensor<2x3xi64>) -> tensor<0x3xi64>
  func.return %y : tensor<0x3xi64>
}

func.func @tile_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  %y = nn.tile %x {repeats = []} : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @tile_of_an_unknown_dim(%x: tensor<?x?xi1> {nn.size = [2, 1]}) -> tensor<?x?xi1> {
  %y = nn.tile %x {repeats = [1, 2]} : (tensor<?x?xi1>) -> tensor<?x?xi1>
  func.return %y : tensor<?x?xi1>
}

func.func @dynamic_tile_of_two_axes(%x: tensor<2x0xf32>, %n: tensor<2xi64> {nn.range = [0, 4]}) -> tensor<?x0xf32> {
  %y = nn.dynamic_tile %x, %n : (tensor<2x0xf32>, tensor<2xi64>) -> tensor<?x0xf32>
  func.return %y : tensor<?x0xf32>
}

func.func @dynamic_tile_by_i32(%x: tensor<2x3xf64>, %n: tensor<2xi32> {nn.range = [1, 4]}) -> tensor<?x?xf64> {
  %y = nn.dynamic_tile %x, %n : (tensor<2x3xf64>, tensor<2xi32>) -> tensor<?x?xf64>
  func.return %y : tensor<?x?xf64>
}

// --- Making ---

func.func @full_of_a_number(%s: tensor<2xi64> {nn.range = [2, 4]}) -> tensor<?x?xf32> {
  %y = nn.dynamic_full %s {fill = dense<1.5> : tensor<f32>} : (tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @full_of_true(%s: tensor<1xi32> {nn.range = [3, 4]}) -> tensor<?xi1> {
  %y = nn.dynamic_full %s {fill = dense<true> : tensor<1xi1>} : (tensor<1xi32>) -> tensor<?xi1>
  func.return %y : tensor<?xi1>
}

func.func @full_without_dims(%s: tensor<0xi64>) -> tensor<i64> {
  %y = nn.dynamic_full %s {fill = dense<-7> : tensor<1xi64>} : (tensor<0xi64>) -> tensor<i64>
  func.return %y : tensor<i64>
}

func.func @full_of_an_unknown_rank(%s: tensor<?xi64> {nn.range = [1, 3], nn.size = [3]}) -> tensor<*xf64> {
  %y = nn.dynamic_full %s {fill = dense<0.5> : tensor<f64>} : (tensor<?xi64>) -> tensor<*xf64>
  func.return %y : tensor<*xf64>
}

func.func @range_of_integers() -> tensor<4xi64> {
  %y = nn.range {start = 2 : i64, limit = 13 : i64, delta = 3 : i64} : () -> tensor<4xi64>
  func.return %y : tensor<4xi64>
}

func.func @range_downwards() -> tensor<3xi32> {
  %y = nn.range {start = 5 : i32, limit = 0 : i32, delta = -2 : i32} : () -> tensor<3xi32>
  func.return %y : tensor<3xi32>
}

func.func @range_of_nothing() -> tensor<0xi16> {
  %y = nn.range {start = 5 : i16, limit = 5 : i16, delta = 1 : i16} : () -> tensor<0xi16>
  func.return %y : tensor<0xi16>
}

func.func @range_of_floats() -> tensor<5xf32> {
  %y = nn.range {start = -1.0 : f32, limit = 1.25 : f32, delta = 0.5 : f32} : () -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}

// The runtime adds up, and so drifts; its values are within the looser bound.
func.func @range_multiplies() -> tensor<20xf32> attributes {nn.rtol = 1.0e-4} {
  %y = nn.range {start = 0.0 : f32, limit = 2.0 : f32, delta = 0.1 : f32} : () -> tensor<20xf32>
  func.return %y : tensor<20xf32>
}

// The runtime has no kernel for it.
func.func @range_of_f16() -> tensor<4xf16> attributes {nn.oracle = "reference"} {
  %y = nn.range {start = 0.0 : f16, limit = 2.0 : f16, delta = 0.5 : f16} : () -> tensor<4xf16>
  func.return %y : tensor<4xf16>
}

func.func @dynamic_range_of_integers(%a: tensor<i64> {nn.range = [-3, 0]}, %b: tensor<i64> {nn.range = [4, 9]}, %d: tensor<1xi64> {nn.range = [1, 3]}) -> tensor<?xi64> {
  %y = nn.dynamic_range %a, %b, %d : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<?xi64>
  func.return %y : tensor<?xi64>
}

func.func @dynamic_range_of_floats(%b: tensor<f64> {nn.range = [3.2, 3.4]}) -> tensor<?xf64> {
  %a = nn.constant {value = dense<0.5> : tensor<f64>} : () -> tensor<f64>
  %d = nn.constant {value = dense<0.25> : tensor<f64>} : () -> tensor<f64>
  %y = nn.dynamic_range %a, %b, %d : (tensor<f64>, tensor<f64>, tensor<f64>) -> tensor<?xf64>
  func.return %y : tensor<?xf64>
}

func.func @slice_scalar(%x: tensor<f32>) -> tensor<f32> {
  %y = nn.slice %x {ends = [], starts = []} : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}
