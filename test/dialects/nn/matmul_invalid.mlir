// RUN: INVALID

func.func @inner_dims(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{'nn.matmul' op multiplies matrices of 3 columns and 4 rows}}
  %y = nn.matmul %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return %y : tensor<2x5xf32>
}

// -----

func.func @batches(%a: tensor<2x2x3xf32>, %b: tensor<3x3x5xf32>) -> tensor<3x2x5xf32> {
  // expected-error@+1 {{'nn.matmul' op has operands whose shapes do not broadcast: 2, 3}}
  %y = nn.matmul %a, %b : (tensor<2x2x3xf32>, tensor<3x3x5xf32>) -> tensor<3x2x5xf32>
  func.return %y : tensor<3x2x5xf32>
}

// -----

func.func @scalar(%a: tensor<f32>, %b: tensor<3x5xf32>) -> tensor<5xf32> {
  // expected-error@+1 {{'nn.matmul' op multiplies a tensor without dims}}
  %y = nn.matmul %a, %b : (tensor<f32>, tensor<3x5xf32>) -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}

// -----

func.func @element_types(%a: tensor<2x3xf32>, %b: tensor<3x5xf64>) -> tensor<2x5xf32> {
  // expected-error@+1 {{'nn.matmul' op needs operands of one element type, got f32 and f64}}
  %y = nn.matmul %a, %b : (tensor<2x3xf32>, tensor<3x5xf64>) -> tensor<2x5xf32>
  func.return %y : tensor<2x5xf32>
}

// -----

func.func @gemm_of_a_batch(%a: tensor<2x2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{'nn.gemm' op multiplies a tensor of rank 3, not a matrix}}
  %y = nn.gemm %a, %b : (tensor<2x2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return %y : tensor<2x5xf32>
}

// -----

func.func @gemm_transposed(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // expected-error@+1 {{'nn.gemm' op multiplies matrices of 2 columns and 3 rows}}
  %y = nn.gemm %a, %b {trans_a = true} : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  func.return %y : tensor<3x5xf32>
}

// -----

func.func @addend_grows(%a: tensor<1x3xf32>, %b: tensor<3x5xf32>, %c: tensor<2x5xf32>) -> tensor<1x5xf32> {
  // expected-error@+1 {{'nn.gemm' op has an addend tensor<2x5xf32>, which does not broadcast to tensor<1x5xf32>}}
  %y = nn.gemm %a, %b, %c : (tensor<1x3xf32>, tensor<3x5xf32>, tensor<2x5xf32>) -> tensor<1x5xf32>
  func.return %y : tensor<1x5xf32>
}

// -----

func.func @implicit_equation(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error@+1 {{'nn.einsum' op has the equation 'ba', not one like 'ij,jk->ik'}}
  %y = nn.einsum %a {equation = "ba"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

// -----

func.func @equation_of_another_rank(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.einsum' op has an operand of rank 2 as 'i'}}
  %y = nn.einsum %a {equation = "i->i"} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @equation_of_more_operands(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.einsum' op has 1 operands, but its equation 2}}
  %y = nn.einsum %a {equation = "ij,j->i"} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @letter_of_two_sizes(%a: tensor<2x3xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.einsum' op has operands that give 'j' the sizes 3 and 4}}
  %y = nn.einsum %a, %b {equation = "ij,j->i"} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @diagonal_of_no_square(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.einsum' op takes the diagonal of tensor<2x3xf32> as 'ii'}}
  %y = nn.einsum %a {equation = "ii->i"} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @result_from_nowhere(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'nn.einsum' op has the equation 'ij->ik', where nothing gives 'k' a size}}
  %y = nn.einsum %a {equation = "ij->ik"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

// -----

func.func @ellipsis_is_lost(%a: tensor<2x3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nn.einsum' op has the equation '...j->j', whose result lacks the dims that '...' stands for}}
  %y = nn.einsum %a {equation = "...j->j"} : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

// -----

func.func @det_of_no_square(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.det' op needs square matrices, got tensor<2x3xf32>}}
  %y = nn.det %x : (tensor<2x3xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @integers_of_32_bits(%a: tensor<2x3xi32>, %b: tensor<3x4xi8>) -> tensor<2x4xi32> {
  // expected-error@+1 {{'nn.matmul_integer' op takes integers of 8 bits, got i32}}
  %y = nn.matmul_integer %a, %b : (tensor<2x3xi32>, tensor<3x4xi8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

// -----

func.func @zero_point_of_another_type(%a: tensor<2x3xui8>, %b: tensor<3x4xi8>, %z: tensor<i8>) -> tensor<2x4xi32> {
  // expected-error@+1 {{'nn.matmul_integer' op has zero points of i8 for ui8}}
  %y = nn.matmul_integer %a, %b, %z : (tensor<2x3xui8>, tensor<3x4xi8>, tensor<i8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

// -----

func.func @zero_points_of_the_wrong_side(%a: tensor<2x3xui8>, %b: tensor<3x4xi8>, %z: tensor<3xui8>) -> tensor<2x4xi32> {
  // expected-error@+1 {{'nn.matmul_integer' op has zero points tensor<3xui8> for tensor<2x3xui8>}}
  %y = nn.matmul_integer %a, %b, %z : (tensor<2x3xui8>, tensor<3x4xi8>, tensor<3xui8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

// -----

func.func @channels_of_integers(%x: tensor<1x4x5x5xui8>, %w: tensor<6x2x3x3xui8>) -> tensor<1x6x3x3xi32> {
  // expected-error@+1 {{'nn.conv_integer' op kernel has 2 input channels but its input has 4}}
  %y = nn.conv_integer %x, %w : (tensor<1x4x5x5xui8>, tensor<6x2x3x3xui8>) -> tensor<1x6x3x3xi32>
  func.return %y : tensor<1x6x3x3xi32>
}
