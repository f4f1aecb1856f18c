// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @gather_rows
// CHECK:         nn.gather %x, %i : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2x2x3xf32>
// CHECK-LABEL: func.func @scatter_elements_added
// CHECK:         nn.scatter_elements %x, %i, %u {axis = 1 : i64, reduction = "add"} : (tensor<2x3xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @top_of_rows
// CHECK:         nn.top_k %x {axis = 1 : i64, k = 2 : i64} : (tensor<3x5xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)

// --- Picking ---

func.func @gather_rows(%x: tensor<4x3xf32>, %i: tensor<2x2xi64> {nn.range = [-4, 4]}) -> tensor<2x2x3xf32> {
  %y = nn.gather %x, %i : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2x2x3xf32>
  func.return %y : tensor<2x2x3xf32>
}

func.func @gather_one_column(%x: tensor<2x4x3xi64>, %i: tensor<i32> {nn.range = [-4, 4]}) -> tensor<2x3xi64> {
  %y = nn.gather %x, %i {axis = 1} : (tensor<2x4x3xi64>, tensor<i32>) -> tensor<2x3xi64>
  func.return %y : tensor<2x3xi64>
}

func.func @gather_nothing(%x: tensor<4x3xf32>, %i: tensor<0xi64>) -> tensor<0x3xf32> {
  %y = nn.gather %x, %i : (tensor<4x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  func.return %y : tensor<0x3xf32>
}

func.func @gather_of_unknown_dims(%x: tensor<?x?xi1> {nn.size = [4, 2]}, %i: tensor<?xi64> {nn.range = [0, 4]}) -> tensor<?x?xi1> {
  %y = nn.gather %x, %i : (tensor<?x?xi1>, tensor<?xi64>) -> tensor<?x?xi1>
  func.return %y : tensor<?x?xi1>
}

// The runtime copies one string of each slice.
func.func @gather_strings(%x: tensor<4x2x!nn.string>, %i: tensor<3xi64> {nn.range = [-4, 4]}) -> tensor<3x2x!nn.string> attributes {nn.oracle = "reference"} {
  %y = nn.gather %x, %i : (tensor<4x2x!nn.string>, tensor<3xi64>) -> tensor<3x2x!nn.string>
  func.return %y : tensor<3x2x!nn.string>
}

func.func @gather_elements_of_rows(%x: tensor<3x4xf32>, %i: tensor<2x4xi64> {nn.range = [-3, 3]}) -> tensor<2x4xf32> {
  %y = nn.gather_elements %x, %i : (tensor<3x4xf32>, tensor<2x4xi64>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gather_elements_of_fewer_rows(%x: tensor<3x4xf64>, %i: tensor<2x5xi32> {nn.range = [-4, 4]}) -> tensor<2x5xf64> {
  %y = nn.gather_elements %x, %i {axis = 1} : (tensor<3x4xf64>, tensor<2x5xi32>) -> tensor<2x5xf64>
  func.return %y : tensor<2x5xf64>
}

func.func @gather_nd_of_elements(%x: tensor<3x4xf32>, %i: tensor<2x5x2xi64> {nn.range = [-3, 3]}) -> tensor<2x5xf32> {
  %y = nn.gather_nd %x, %i : (tensor<3x4xf32>, tensor<2x5x2xi64>) -> tensor<2x5xf32>
  func.return %y : tensor<2x5xf32>
}

func.func @gather_nd_of_rows(%x: tensor<3x4xi32>, %i: tensor<2x1xi32> {nn.range = [-3, 3]}) -> tensor<2x4xi32> {
  %y = nn.gather_nd %x, %i : (tensor<3x4xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @gather_nd_of_a_batch(%x: tensor<2x3x4xf32>, %i: tensor<2x5x1xi64> {nn.range = [-3, 3]}) -> tensor<2x5x4xf32> {
  %y = nn.gather_nd %x, %i {batch_dims = 1} : (tensor<2x3x4xf32>, tensor<2x5x1xi64>) -> tensor<2x5x4xf32>
  func.return %y : tensor<2x5x4xf32>
}

func.func @gather_nd_of_unknown_dims(%x: tensor<?x3x?xf32> {nn.size = [2, 4]}, %i: tensor<?x1xi64> {nn.range = [-3, 3], nn.size = [2]}) -> tensor<?x?xf32> {
  %y = nn.gather_nd %x, %i {batch_dims = 1} : (tensor<?x3x?xf32>, tensor<?x1xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @gather_nd_of_unknown_depth(%x: tensor<3x4xf32>, %i: tensor<2x?xi64> {nn.range = [-3, 3], nn.size = [2]}) -> tensor<*xf32> {
  %y = nn.gather_nd %x, %i : (tensor<3x4xf32>, tensor<2x?xi64>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

// --- Placing ---

func.func @scatter_elements_at_rows(%x: tensor<3x4xf32>, %u: tensor<2x2xf32>) -> tensor<3x4xf32> {
  %i = nn.constant {value = dense<[[0, -1], [1, 0]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
  %y = nn.scatter_elements %x, %i, %u : (tensor<3x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

func.func @scatter_elements_of_strings(%x: tensor<3x!nn.string>, %u: tensor<2x!nn.string>) -> tensor<3x!nn.string> {
  %i = nn.constant {value = dense<[2, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %y = nn.scatter_elements %x, %i, %u : (tensor<3x!nn.string>, tensor<2xi32>, tensor<2x!nn.string>) -> tensor<3x!nn.string>
  func.return %y : tensor<3x!nn.string>
}

func.func @scatter_no_elements(%x: tensor<3x4xi64>, %i: tensor<0x4xi64>, %u: tensor<0x4xi64>) -> tensor<3x4xi64> {
  %y = nn.scatter_elements %x, %i, %u : (tensor<3x4xi64>, tensor<0x4xi64>, tensor<0x4xi64>) -> tensor<3x4xi64>
  func.return %y : tensor<3x4xi64>
}

func.func @scatter_elements_added(%x: tensor<2x3xf32>, %i: tensor<2x4xi64> {nn.range = [-3, 3]}, %u: tensor<2x4xf32>) -> tensor<2x3xf32> {
  %y = nn.scatter_elements %x, %i, %u {axis = 1, reduction = "add"} : (tensor<2x3xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @scatter_elements_multiplied(%x: tensor<2x3xi32>, %i: tensor<2x4xi64> {nn.range = [-3, 3]}, %u: tensor<2x4xi32>) -> tensor<2x3xi32> {
  %y = nn.scatter_elements %x, %i, %u {axis = 1, reduction = "mul"} : (tensor<2x3xi32>, tensor<2x4xi64>, tensor<2x4xi32>) -> tensor<2x3xi32>
  func.return %y : tensor<2x3xi32>
}

func.func @scatter_elements_largest(%x: tensor<?x3xf64> {nn.size = [2]}, %i: tensor<2x?xi64> {nn.range = [-3, 3], nn.size = [4]}, %u: tensor<2x?xf64> {nn.size = [4]}) -> tensor<?x3xf64> {
  %y = nn.scatter_elements %x, %i, %u {axis = 1, reduction = "max"} : (tensor<?x3xf64>, tensor<2x?xi64>, tensor<2x?xf64>) -> tensor<?x3xf64>
  func.return %y : tensor<?x3xf64>
}

func.func @scatter_elements_least_of_f16(%x: tensor<4xf16>, %i: tensor<6xi32> {nn.range = [0, 4]}, %u: tensor<6xf16>) -> tensor<4xf16> {
  %y = nn.scatter_elements %x, %i, %u {reduction = "min"} : (tensor<4xf16>, tensor<6xi32>, tensor<6xf16>) -> tensor<4xf16>
  func.return %y : tensor<4xf16>
}

func.func @scatter_nd_of_rows(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %i = nn.constant {value = dense<[[3], [-3]]> : tensor<2x1xi64>} : () -> tensor<2x1xi64>
  %y = nn.scatter_nd %x, %i, %u : (tensor<4x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return %y : tensor<4x3xf32>
}

func.func @scatter_nd_of_elements_added(%x: tensor<3x3xi64>, %i: tensor<2x3x2xi64> {nn.range = [-3, 3]}, %u: tensor<2x3xi64>) -> tensor<3x3xi64> {
  %y = nn.scatter_nd %x, %i, %u {reduction = "add"} : (tensor<3x3xi64>, tensor<2x3x2xi64>, tensor<2x3xi64>) -> tensor<3x3xi64>
  func.return %y : tensor<3x3xi64>
}

func.func @scatter_nd_least(%x: tensor<3x2xf32>, %i: tensor<4x1xi32> {nn.range = [-3, 3]}, %u: tensor<4x2xf32>) -> tensor<3x2xf32> {
  %y = nn.scatter_nd %x, %i, %u {reduction = "min"} : (tensor<3x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @scatter_nd_of_unknown_depth(%x: tensor<3x2xf32>, %i: tensor<1x?xi64> {nn.range = [0, 2], nn.size = [1]}, %u: tensor<1x?xf32> {nn.size = [2]}) -> tensor<3x2xf32> {
  %y = nn.scatter_nd %x, %i, %u : (tensor<3x2xf32>, tensor<1x?xi64>, tensor<1x?xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

// --- One-hot, and asking where ---

func.func @one_hot_last(%i: tensor<2x3xi64> {nn.range = [-5, 6]}, %v: tensor<2xf32>) -> tensor<2x3x4xf32> {
  %y = nn.one_hot %i, %v {axis = 2, depth = 4} : (tensor<2x3xi64>, tensor<2xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @one_hot_first(%i: tensor<?xi64> {nn.range = [-5, 6]}, %v: tensor<2xi32>) -> tensor<4x?xi32> {
  %y = nn.one_hot %i, %v {depth = 4} : (tensor<?xi64>, tensor<2xi32>) -> tensor<4x?xi32>
  func.return %y : tensor<4x?xi32>
}

func.func @one_hot_of_a_scalar(%i: tensor<i32> {nn.range = [0, 4]}, %v: tensor<2xf32>) -> tensor<4xf32> {
  %y = nn.one_hot %i, %v {depth = 4} : (tensor<i32>, tensor<2xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

func.func @one_hot_of_floats(%i: tensor<5xf32> {nn.range = [-5.5, 5.5]}, %v: tensor<2xi64>) -> tensor<5x3xi64> {
  %y = nn.one_hot %i, %v {axis = 1, depth = 3} : (tensor<5xf32>, tensor<2xi64>) -> tensor<5x3xi64>
  func.return %y : tensor<5x3xi64>
}

func.func @dynamic_one_hot_of_computed_depth(%i: tensor<3xi64> {nn.range = [-5, 6]}, %d: tensor<i64> {nn.range = [1, 5]}, %v: tensor<2xi64>) -> tensor<3x?xi64> {
  %y = nn.dynamic_one_hot %i, %d, %v {axis = 1} : (tensor<3xi64>, tensor<i64>, tensor<2xi64>) -> tensor<3x?xi64>
  func.return %y : tensor<3x?xi64>
}

func.func @non_zero_integers(%x: tensor<3x4xi64> {nn.range = [-1, 2]}) -> tensor<2x?xi64> {
  %y = nn.non_zero %x : (tensor<3x4xi64>) -> tensor<2x?xi64>
  func.return %y : tensor<2x?xi64>
}

func.func @non_zero_of_no_elements(%x: tensor<0x?xf32>) -> tensor<2x?xi64> {
  %y = nn.non_zero %x : (tensor<0x?xf32>) -> tensor<2x?xi64>
  func.return %y : tensor<2x?xi64>
}

// The runtime gives a row to the axis that there is not.
func.func @non_zero_of_a_scalar() -> tensor<0x?xi64> attributes {nn.oracle = "reference"} {
  %x = nn.constant {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %y = nn.non_zero %x : (tensor<i1>) -> tensor<0x?xi64>
  func.return %y : tensor<0x?xi64>
}

func.func @non_zero_is_what_is_not_zero() -> tensor<1x?xi64> {
  %x = nn.constant {value = dense<[-0.0, 0x7FC00000, 0.0, 0x7F800000, 1.0e-45]> : tensor<5xf32>} : () -> tensor<5xf32>
  %y = nn.non_zero %x : (tensor<5xf32>) -> tensor<1x?xi64>
  func.return %y : tensor<1x?xi64>
}

// --- Sorting ---

func.func @top_of_rows(%x: tensor<3x5xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %y, %i = nn.top_k %x {axis = 1, k = 2} : (tensor<3x5xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  func.return %y, %i : tensor<3x2xf32>, tensor<3x2xi64>
}

func.func @top_of_equal_elements(%x: tensor<9x2xi64> {nn.range = [0, 3]}) -> (tensor<5x2xi64>, tensor<5x2xi64>) {
  %y, %i = nn.top_k %x {k = 5} : (tensor<9x2xi64>) -> (tensor<5x2xi64>, tensor<5x2xi64>)
  func.return %y, %i : tensor<5x2xi64>, tensor<5x2xi64>
}

func.func @least_of_equal_elements(%x: tensor<9xi32> {nn.range = [0, 3]}) -> (tensor<9xi32>, tensor<9xi64>) {
  %y, %i = nn.top_k %x {k = 9, largest = false} : (tensor<9xi32>) -> (tensor<9xi32>, tensor<9xi64>)
  func.return %y, %i : tensor<9xi32>, tensor<9xi64>
}

func.func @top_of_none(%x: tensor<?x3xf64>) -> (tensor<?x0xf64>, tensor<?x0xi64>) {
  %y, %i = nn.top_k %x {axis = 1, k = 0} : (tensor<?x3xf64>) -> (tensor<?x0xf64>, tensor<?x0xi64>)
  func.return %y, %i : tensor<?x0xf64>, tensor<?x0xi64>
}

func.func @top_is_nan() -> (tensor<3xf32>, tensor<3xi64>) {
  %x = nn.constant {value = dense<[1.0, 0x7FC00000, 0x7F800000, 3.0]> : tensor<4xf32>} : () -> tensor<4xf32>
  %y, %i = nn.top_k %x {k = 3} : (tensor<4xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  func.return %y, %i : tensor<3xf32>, tensor<3xi64>
}

func.func @top_of_computed_number(%x: tensor<3x5xf32>, %k: tensor<1xi64> {nn.range = [0, 6]}) -> (tensor<3x?xf32>, tensor<3x?xi64>) {
  %y, %i = nn.dynamic_top_k %x, %k {axis = 1, largest = false} : (tensor<3x5xf32>, tensor<1xi64>) -> (tensor<3x?xf32>, tensor<3x?xi64>)
  func.return %y, %i : tensor<3x?xf32>, tensor<3x?xi64>
}

func.func @unique_elements(%x: tensor<3x4xi64> {nn.range = [0, 4]}) -> (tensor<?xi64>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>) {
  %y, %first, %inverse, %count = nn.unique %x : (tensor<3x4xi64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>)
  func.return %y, %first, %inverse, %count : tensor<?xi64>, tensor<?xi64>, tensor<12xi64>, tensor<?xi64>
}

func.func @unique_in_order_of_occurrence(%x: tensor<9x!nn.string>) -> (tensor<?x!nn.string>, tensor<?xi64>, tensor<9xi64>, tensor<?xi64>) {
  %y, %first, %inverse, %count = nn.unique %x {sorted = false} : (tensor<9x!nn.string>) -> (tensor<?x!nn.string>, tensor<?xi64>, tensor<9xi64>, tensor<?xi64>)
  func.return %y, %first, %inverse, %count : tensor<?x!nn.string>, tensor<?xi64>, tensor<9xi64>, tensor<?xi64>
}

func.func @unique_columns(%x: tensor<2x7xf32> {nn.range = [0, 1]}) -> (tensor<2x?xf32>, tensor<?xi64>, tensor<7xi64>, tensor<?xi64>) {
  %z = nn.cast %x {to = i64} : (tensor<2x7xf32>) -> tensor<2x7xi64>
  %f = nn.cast %z {to = f32} : (tensor<2x7xi64>) -> tensor<2x7xf32>
  %y, %first, %inverse, %count = nn.unique %f {axis = 1} : (tensor<2x7xf32>) -> (tensor<2x?xf32>, tensor<?xi64>, tensor<7xi64>, tensor<?xi64>)
  func.return %y, %first, %inverse, %count : tensor<2x?xf32>, tensor<?xi64>, tensor<7xi64>, tensor<?xi64>
}

func.func @unique_rows_in_order(%x: tensor<8x2xi8> {nn.range = [0, 2]}) -> (tensor<?x2xi8>, tensor<?xi64>, tensor<8xi64>, tensor<?xi64>) {
  %y, %first, %inverse, %count = nn.unique %x {axis = 0, sorted = false} : (tensor<8x2xi8>) -> (tensor<?x2xi8>, tensor<?xi64>, tensor<8xi64>, tensor<?xi64>)
  func.return %y, %first, %inverse, %count : tensor<?x2xi8>, tensor<?xi64>, tensor<8xi64>, tensor<?xi64>
}
