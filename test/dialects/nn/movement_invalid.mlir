// RUN: INVALID

func.func @concat_of_nothing() {
  // expected-error@+1 {{needs at least one operand}}
  %y = nn.concat : () -> tensor<2xf32>
  func.return
}

// -----

func.func @concat_of_two_ranks(%a: tensor<2xf32>, %b: tensor<2x1xf32>) {
  // expected-error@+1 {{has operands of rank 1 and 2}}
  %y = nn.concat %a, %b : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @concat_of_two_sizes(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{has sizes of axis 1 that differ: 3 and 4}}
  %y = nn.concat %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @concat_of_two_types(%a: tensor<2xf32>, %b: tensor<2xi64>) {
  // expected-error@+1 {{has operands of element types f32 and i64}}
  %y = nn.concat %a, %b : (tensor<2xf32>, tensor<2xi64>) -> tensor<4xf32>
  func.return
}

// -----

func.func @concat_of_scalars(%a: tensor<f32>) {
  // expected-error@+1 {{has axis 0 and a tensor of rank 0}}
  %y = nn.concat %a, %a : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @split_of_another_size(%x: tensor<5xf32>) {
  // expected-error@+1 {{has sizes [2, 2], which do not add up to 5}}
  %a, %b = nn.split %x {sizes = [2, 2]} : (tensor<5xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @split_in_another_number(%x: tensor<5xf32>) {
  // expected-error@+1 {{has 2 results; its operands give 3}}
  %a, %b = nn.split %x {sizes = [2, 2, 1]} : (tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @split_in_too_many_parts(%x: tensor<2xf32>) {
  // expected-error@+1 {{has 4 parts, too many for the size 2}}
  %a, %b, %c, %d = nn.split %x {parts = 4} : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<0xf32>, tensor<0xf32>)
  func.return
}

// -----

func.func @split_by_nothing(%x: tensor<2xf32>) {
  // expected-error@+1 {{needs either sizes or parts}}
  %a = nn.split %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @split_by_both(%x: tensor<2xf32>) {
  // expected-error@+1 {{needs either sizes or parts}}
  %a = nn.split %x {parts = 1, sizes = [2]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @slice_by_no_step(%x: tensor<2xf32>) {
  // expected-error@+1 {{has a step of 0}}
  %y = nn.slice %x {starts = [0], ends = [1], steps = [0]} : (tensor<2xf32>) -> tensor<1xf32>
  func.return
}

// -----

func.func @slice_of_uneven_bounds(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{has 1 starts, 2 ends, 1 axes and 1 steps}}
  %y = nn.slice %x {starts = [0], ends = [1, 2]} : (tensor<2x2xf32>) -> tensor<1x2xf32>
  func.return
}

// -----

func.func @slice_twice_along_an_axis(%x: tensor<2x2xf32>) {
  // expected-error@+1 {{has axes [1, 1] and a tensor of rank 2}}
  %y = nn.slice %x {axes = [1, 1], starts = [0, 0], ends = [1, 2]} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

func.func @slice_without_ends(%x: tensor<2xf32>) {
  // expected-error@+1 {{lacks its starts or ends}}
  %y = nn.slice %x {starts = [0]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @dynamic_slice_of_uneven_bounds(%x: tensor<2x2xf32>, %s: tensor<1xi64>, %e: tensor<2xi64>) {
  // expected-error@+1 {{has numbers of bounds that differ: 1 and 2}}
  %y = nn.dynamic_slice %x, %s, %e : (tensor<2x2xf32>, tensor<1xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @dynamic_slice_of_too_many_axes(%x: tensor<2xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{has axes [0, 1] and a tensor of rank 1}}
  %y = nn.dynamic_slice %x, %s, %s : (tensor<2xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

// -----

func.func @a_condition_of_integers(%x: tensor<2xf32>, %c: tensor<2xi64>) {
  // expected-error@+1 {{has a condition of type tensor<2xi64>; a list of booleans belongs there}}
  %y = nn.compress %x, %c : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

// -----

func.func @a_triangle_of_a_list(%x: tensor<2xf32>) {
  // expected-error@+1 {{needs a tensor of rank 2 or more; its operand has 1}}
  %y = nn.trilu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @time_is_batch(%x: tensor<2x3xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{has axis 0 for both time and batch}}
  %y = nn.reverse_sequence %x, %n {batch_axis = 0} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @lengths_of_another_batch(%x: tensor<2x3xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{has sizes of the batch that differ: 2 and 3}}
  %y = nn.reverse_sequence %x, %n : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @pads_of_one_axis(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has 2 pads and a tensor of rank 2; begin and end of each axis belong there}}
  %y = nn.pad %x {pads = [1, 1]} : (tensor<2x3xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

func.func @pads_that_take_too_much(%x: tensor<3xf32>) {
  // expected-error@+1 {{takes 4 elements of axis 0, whose size is 3}}
  %y = nn.pad %x {pads = [-2, -2]} : (tensor<3xf32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @nothing_to_reflect(%x: tensor<0xf32>) {
  // expected-error@+1 {{has mode reflect, but nothing to repeat along axis 0}}
  %y = nn.pad %x {mode = "reflect", pads = [1, 0]} : (tensor<0xf32>) -> tensor<1xf32>
  func.return
}

// -----

func.func @an_unknown_mode(%x: tensor<2xf32>) {
  // expected-error@+1 {{has 'mirror' where one of constant, reflect, edge, wrap belongs}}
  %y = nn.pad %x {mode = "mirror", pads = [1, 0]} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @a_value_for_the_edge(%x: tensor<2xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{has mode edge, which takes no value}}
  %y = nn.pad %x, %v {mode = "edge", pads = [1, 0]} : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @a_value_of_another_type(%x: tensor<2xf32>, %v: tensor<i32>) {
  // expected-error@+1 {{pads f32 with i32}}
  %y = nn.pad %x, %v {pads = [1, 0]} : (tensor<2xf32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @several_values(%x: tensor<2xf32>, %v: tensor<2xf32>) {
  // expected-error@+1 {{pads with tensor<2xf32>, which is not one value}}
  %y = nn.pad %x, %v {pads = [1, 0]} : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_pads_of_other_axes(%x: tensor<2x3xf32>, %p: tensor<4xi64>) {
  // expected-error@+1 {{has 4 pads for 1 axes; begin and end of each belong there}}
  %y = nn.dynamic_pad %x, %p {axes = [1]} : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x?xf32>
  func.return
}

// -----

func.func @repeats_of_one_axis(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{has repeats [2] and a tensor of rank 2}}
  %y = nn.tile %x {repeats = [2]} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @repeats_below_zero(%x: tensor<2xf32>) {
  // expected-error@+1 {{has repeats [-1] and a tensor of rank 1}}
  %y = nn.tile %x {repeats = [-1]} : (tensor<2xf32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @a_fill_of_two(%s: tensor<1xi64>) {
  // expected-error@+1 {{needs a tensor of one element as its fill}}
  %y = nn.dynamic_full %s {fill = dense<[1, 2]> : tensor<2xi64>} : (tensor<1xi64>) -> tensor<?xi64>
  func.return
}

// -----

func.func @full_of_too_many_dims(%s: tensor<99xi64>) {
  // expected-error@+1 {{gives a tensor of 99 dims; at most 32 are supported}}
  %y = nn.dynamic_full %s {fill = dense<1> : tensor<i64>} : (tensor<99xi64>) -> tensor<*xi64>
  func.return
}

// -----

func.func @a_range_that_stands_still() {
  // expected-error@+1 {{has a delta of 0}}
  %y = nn.range {start = 0 : i64, limit = 4 : i64, delta = 0 : i64} : () -> tensor<?xi64>
  func.return
}

// -----

func.func @a_range_of_two_types() {
  // expected-error@+1 {{has bounds of the types i64 and i32}}
  %y = nn.range {start = 0 : i64, limit = 4 : i32, delta = 1 : i64} : () -> tensor<4xi64>
  func.return
}

// -----

func.func @a_range_without_a_limit() {
  // expected-error@+1 {{needs numbers as its start, limit and delta}}
  %y = nn.range {start = 0 : i64, delta = 1 : i64} : () -> tensor<?xi64>
  func.return
}

// -----

func.func @a_dynamic_range_of_lists(%a: tensor<2xi64>, %b: tensor<i64>) {
  // expected-error@+1 {{has a bound of type tensor<2xi64>; one number belongs there}}
  %y = nn.dynamic_range %a, %b, %b : (tensor<2xi64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  func.return
}
