// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @matrices
// CHECK:         nn.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-LABEL: func.func @gemm_with_everything
// CHECK:         nn.gemm %a, %b, %c {alpha = 5.000000e-01 : f64, beta = 2.500000e-01 : f64, trans_a = true, trans_b = true}
// CHECK-LABEL: func.func @matmul_integer_without_first_zero_point
// CHECK:         nn.matmul_integer %a, %b, _, %d

func.func @matrices(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = nn.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @batches_that_broadcast(%a: tensor<5x1x2x3xf32>, %b: tensor<6x3x4xf32>) -> tensor<5x6x2x4xf32> {
  %y = nn.matmul %a, %b : (tensor<5x1x2x3xf32>, tensor<6x3x4xf32>) -> tensor<5x6x2x4xf32>
  func.return %y : tensor<5x6x2x4xf32>
}

func.func @vector_by_matrices(%a: tensor<3xf32>, %b: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  %y = nn.matmul %a, %b : (tensor<3xf32>, tensor<2x3x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @matrices_by_vector(%a: tensor<2x4x3xf32>, %b: tensor<3xf32>) -> tensor<2x4xf32> {
  %y = nn.matmul %a, %b : (tensor<2x4x3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @vector_by_vector(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<f64> {
  %y = nn.matmul %a, %b : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @matrices_without_inner(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) -> tensor<2x3xf32> {
  %y = nn.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @matrices_without_rows(%a: tensor<0x3xf32>, %b: tensor<3x2xf32>) -> tensor<0x2xf32> {
  %y = nn.matmul %a, %b : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  func.return %y : tensor<0x2xf32>
}

func.func @matmul_with_unknown_dims(%a: tensor<?x?x3xf32> {nn.size = [2, 4]}, %b: tensor<3x2xf32>) -> tensor<?x?x2xf32> {
  %y = nn.matmul %a, %b : (tensor<?x?x3xf32>, tensor<3x2xf32>) -> tensor<?x?x2xf32>
  func.return %y : tensor<?x?x2xf32>
}

func.func @matmul_with_unknown_batch(%a: tensor<?x2x3xf32> {nn.size = [5]}, %b: tensor<5x3x2xf32>) -> tensor<5x2x2xf32> {
  %y = nn.matmul %a, %b : (tensor<?x2x3xf32>, tensor<5x3x2xf32>) -> tensor<5x2x2xf32>
  func.return %y : tensor<5x2x2xf32>
}

func.func @matmul_of_f16(%a: tensor<4x5xf16>, %b: tensor<5x6xf16>) -> tensor<4x6xf16> {
  %y = nn.matmul %a, %b : (tensor<4x5xf16>, tensor<5x6xf16>) -> tensor<4x6xf16>
  func.return %y : tensor<4x6xf16>
}

func.func @matmul_of_i32(%a: tensor<4x5xi32>, %b: tensor<5x6xi32>) -> tensor<4x6xi32> {
  %y = nn.matmul %a, %b : (tensor<4x5xi32>, tensor<5x6xi32>) -> tensor<4x6xi32>
  func.return %y : tensor<4x6xi32>
}

func.func @matmul_of_i32_wraps(%a: tensor<4x5xi32> {nn.range = [-2147483648, 2147483647]}, %b: tensor<5x6xi32> {nn.range = [-2147483648, 2147483647]}) -> tensor<4x6xi32> {
  %y = nn.matmul %a, %b : (tensor<4x5xi32>, tensor<5x6xi32>) -> tensor<4x6xi32>
  func.return %y : tensor<4x6xi32>
}

func.func @matmul_of_i64_above_2_53(%a: tensor<4x5xi64> {nn.range = [-9223372036854775807, 9223372036854775807]}, %b: tensor<5x6xi64> {nn.range = [-9223372036854775807, 9223372036854775807]}) -> tensor<4x6xi64> {
  %y = nn.matmul %a, %b : (tensor<4x5xi64>, tensor<5x6xi64>) -> tensor<4x6xi64>
  func.return %y : tensor<4x6xi64>
}

func.func @matmul_of_ui32(%a: tensor<4x5xui32> {nn.range = [0, 4294967295]}, %b: tensor<5x6xui32> {nn.range = [0, 4294967295]}) -> tensor<4x6xui32> {
  %y = nn.matmul %a, %b : (tensor<4x5xui32>, tensor<5x6xui32>) -> tensor<4x6xui32>
  func.return %y : tensor<4x6xui32>
}

func.func @matmul_of_ui64(%a: tensor<2x5xui64> {nn.range = [0, 9223372036854775807]}, %b: tensor<5xui64>) -> tensor<2xui64> {
  %y = nn.matmul %a, %b : (tensor<2x5xui64>, tensor<5xui64>) -> tensor<2xui64>
  func.return %y : tensor<2xui64>
}

func.func @gemm_alone(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_with_everything(%a: tensor<3x2xf32>, %b: tensor<4x3xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b, %c {alpha = 5.000000e-01 : f64, beta = 2.500000e-01 : f64, trans_a = true, trans_b = true} : (tensor<3x2xf32>, tensor<4x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_with_a_row(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b, %c {trans_b = true} : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_with_a_column(%a: tensor<3x2xf32>, %b: tensor<3x4xf32>, %c: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b, %c {beta = -1.500000e+00 : f64, trans_a = true} : (tensor<3x2xf32>, tensor<3x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_with_a_number(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<f32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b, %c : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_without_inner(%a: tensor<2x0xf32>, %b: tensor<0x4xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %y = nn.gemm %a, %b, %c : (tensor<2x0xf32>, tensor<0x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @gemm_of_f16(%a: tensor<2x3xf16>, %b: tensor<3x4xf16>, %c: tensor<4xf16>) -> tensor<2x4xf16> {
  %y = nn.gemm %a, %b, %c {alpha = 5.000000e-01 : f64} : (tensor<2x3xf16>, tensor<3x4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
  func.return %y : tensor<2x4xf16>
}

func.func @gemm_of_f64(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<4xf64>) -> tensor<2x4xf64> {
  %y = nn.gemm %a, %b, %c {alpha = 5.000000e-01 : f64} : (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  func.return %y : tensor<2x4xf64>
}

// The runtime has no kernel for it.
func.func @gemm_of_i32(%a: tensor<2x3xi32>, %b: tensor<3x4xi32>, %c: tensor<4xi32>) -> tensor<2x4xi32> attributes {nn.oracle = "reference"} {
  %y = nn.gemm %a, %b, %c : (tensor<2x3xi32>, tensor<3x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @gemm_with_unknown_rows(%a: tensor<?x3xf32> {nn.size = [2]}, %b: tensor<3x4xf32>, %c: tensor<4xf32>) -> tensor<?x4xf32> {
  %y = nn.gemm %a, %b, %c : (tensor<?x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %y : tensor<?x4xf32>
}

func.func @gemm_where_beta_hides_nan(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %c = nn.constant {value = dense<0x7FC00000> : tensor<2xf32>} : () -> tensor<2xf32>
  %y = nn.gemm %a, %b, %c {beta = 0.000000e+00 : f64} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  func.return %y : tensor<2x2xf32>
}

func.func @einsum_matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = nn.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @einsum_transpose(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = nn.einsum %a {equation = "ij->ji"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @einsum_batches(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %y = nn.einsum %a, %b {equation = "...ij,...jk->...ik"} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return %y : tensor<5x2x4xf32>
}

func.func @einsum_ellipsis_in_the_middle(%a: tensor<2x5x6x3xf32>, %b: tensor<3x4xf32>) -> tensor<4x5x6x2xf32> {
  %y = nn.einsum %a, %b {equation = "i...j,jk->k...i"} : (tensor<2x5x6x3xf32>, tensor<3x4xf32>) -> tensor<4x5x6x2xf32>
  func.return %y : tensor<4x5x6x2xf32>
}

func.func @einsum_diagonal(%a: tensor<2x3x3xf32>) -> tensor<2x3xf32> {
  %y = nn.einsum %a {equation = "...ii->...i"} : (tensor<2x3x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @einsum_trace(%a: tensor<3x3xf32>) -> tensor<f32> {
  %y = nn.einsum %a {equation = "ii->"} : (tensor<3x3xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

func.func @einsum_sum(%a: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = nn.einsum %a {equation = "ijk->j"} : (tensor<2x3x4xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

func.func @einsum_three_operands(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<4x5xf32>) -> tensor<5x2xf32> {
  %y = nn.einsum %a, %b, %c {equation = "ij,jk,kl->li"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<5x2xf32>
  func.return %y : tensor<5x2xf32>
}

func.func @einsum_outer(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<3x2xf32> {
  %y = nn.einsum %a, %b {equation = "a,B->Ba"} : (tensor<2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

func.func @einsum_size_one_broadcasts(%a: tensor<1x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.einsum %a, %b {equation = "ab,ab->ab"} : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @einsum_attention(%a: tensor<2x3x4x5xf32>, %b: tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32> {
  %y = nn.einsum %a, %b {equation = "bqhd,bkhd->bhqk"} : (tensor<2x3x4x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32>
  func.return %y : tensor<2x4x3x6xf32>
}

func.func @einsum_of_f64(%a: tensor<2x3xf64>, %b: tensor<3xf64>) -> tensor<2xf64> {
  %y = nn.einsum %a, %b {equation = "ij,j->i"} : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  func.return %y : tensor<2xf64>
}

func.func @einsum_of_i32(%a: tensor<2x3xi32>, %b: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %y = nn.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @einsum_of_i64(%a: tensor<2x3xi64>, %b: tensor<3x4xi64>) -> tensor<2x4xi64> {
  %y = nn.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<2x4xi64>
  func.return %y : tensor<2x4xi64>
}

func.func @einsum_of_nothing(%a: tensor<2x0xf32>, %b: tensor<0x4xf32>) -> tensor<2x4xf32> {
  %y = nn.einsum %a, %b {equation = "ij,jk->ik"} : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  func.return %y : tensor<2x4xf32>
}

func.func @einsum_with_unknown_dims(%a: tensor<?x2x3xf32>, %b: tensor<?x3x?xf32>) -> tensor<?x2x?xf32> {
  %y = nn.einsum %a, %b {equation = "bij,bjk->bik"} : (tensor<?x2x3xf32>, tensor<?x3x?xf32>) -> tensor<?x2x?xf32>
  func.return %y : tensor<?x2x?xf32>
}

func.func @det_of_many(%a: tensor<2x3x3xf32>) -> tensor<2xf32> {
  %y = nn.det %a : (tensor<2x3x3xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

func.func @det_of_one(%a: tensor<4x4xf32>) -> tensor<f32> {
  %y = nn.det %a : (tensor<4x4xf32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// The runtime has no kernel for it.
func.func @det_of_f64(%a: tensor<3x3xf64>) -> tensor<f64> attributes {nn.oracle = "reference"} {
  %y = nn.det %a : (tensor<3x3xf64>) -> tensor<f64>
  func.return %y : tensor<f64>
}

func.func @matmul_integer_of_ui8(%a: tensor<2x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}, %d: tensor<ui8> {nn.range = [0, 256]}) -> tensor<2x4xi32> {
  %y = nn.matmul_integer %a, %b, %c, %d : (tensor<2x3xui8>, tensor<3x4xui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @matmul_integer_of_both(%a: tensor<2x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xi8> {nn.range = [-128, 128]}, %c: tensor<1xui8> {nn.range = [0, 256]}, %d: tensor<1xi8> {nn.range = [-128, 128]}) -> tensor<2x4xi32> {
  %y = nn.matmul_integer %a, %b, %c, %d : (tensor<2x3xui8>, tensor<3x4xi8>, tensor<1xui8>, tensor<1xi8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @matmul_integer_of_i8(%a: tensor<2x3xi8> {nn.range = [-128, 128]}, %b: tensor<3x4xi8> {nn.range = [-128, 128]}) -> tensor<2x4xi32> {
  %y = nn.matmul_integer %a, %b : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @matmul_integer_by_column(%a: tensor<5x2x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xi8> {nn.range = [-128, 128]}, %c: tensor<ui8> {nn.range = [0, 256]}, %d: tensor<4xi8> {nn.range = [-128, 128]}) -> tensor<5x2x4xi32> {
  %y = nn.matmul_integer %a, %b, %c, %d : (tensor<5x2x3xui8>, tensor<3x4xi8>, tensor<ui8>, tensor<4xi8>) -> tensor<5x2x4xi32>
  func.return %y : tensor<5x2x4xi32>
}

// The runtime takes one zero point for all rows.
func.func @matmul_integer_by_row(%a: tensor<2x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xui8> {nn.range = [0, 256]}, %c: tensor<2x1xui8> {nn.range = [0, 256]}) -> tensor<2x4xi32> attributes {nn.oracle = "reference"} {
  %y = nn.matmul_integer %a, %b, %c : (tensor<2x3xui8>, tensor<3x4xui8>, tensor<2x1xui8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @matmul_integer_by_column_of_each(%a: tensor<2x2x3xui8> {nn.range = [0, 256]}, %b: tensor<2x3x4xi8> {nn.range = [-128, 128]}, %c: tensor<ui8> {nn.range = [0, 256]}, %d: tensor<2x1x4xi8> {nn.range = [-128, 128]}) -> tensor<2x2x4xi32> {
  %y = nn.matmul_integer %a, %b, %c, %d : (tensor<2x2x3xui8>, tensor<2x3x4xi8>, tensor<ui8>, tensor<2x1x4xi8>) -> tensor<2x2x4xi32>
  func.return %y : tensor<2x2x4xi32>
}

func.func @matmul_integer_without_first_zero_point(%a: tensor<2x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xui8> {nn.range = [0, 256]}, %d: tensor<ui8> {nn.range = [0, 256]}) -> tensor<2x4xi32> {
  %y = nn.matmul_integer %a, %b, _, %d : (tensor<2x3xui8>, tensor<3x4xui8>, tensor<ui8>) -> tensor<2x4xi32>
  func.return %y : tensor<2x4xi32>
}

func.func @matmul_integer_with_unknown_dims(%a: tensor<?x3xui8> {nn.range = [0, 256]}, %b: tensor<3x4xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}) -> tensor<?x4xi32> {
  %y = nn.matmul_integer %a, %b, %c : (tensor<?x3xui8>, tensor<3x4xui8>, tensor<ui8>) -> tensor<?x4xi32>
  func.return %y : tensor<?x4xi32>
}

func.func @conv_integer_of_ui8(%a: tensor<1x2x5x5xui8> {nn.range = [0, 256]}, %b: tensor<4x2x3x3xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}, %d: tensor<ui8> {nn.range = [0, 256]}) -> tensor<1x4x5x5xi32> {
  %y = nn.conv_integer %a, %b, %c, %d {pads = [1, 1, 1, 1]} : (tensor<1x2x5x5xui8>, tensor<4x2x3x3xui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x4x5x5xi32>
  func.return %y : tensor<1x4x5x5xi32>
}

// The runtime takes one zero point for all channels.
func.func @conv_integer_by_channel(%a: tensor<1x4x5x6xui8> {nn.range = [0, 256]}, %b: tensor<4x2x2x3xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}, %d: tensor<4xui8> {nn.range = [0, 256]}) -> tensor<1x4x2x4xi32> attributes {nn.oracle = "reference"} {
  %y = nn.conv_integer %a, %b, %c, %d {groups = 2 : i64, pads = [0, 1, 0, 2], strides = [2, 2]} : (tensor<1x4x5x6xui8>, tensor<4x2x2x3xui8>, tensor<ui8>, tensor<4xui8>) -> tensor<1x4x2x4xi32>
  func.return %y : tensor<1x4x2x4xi32>
}

func.func @conv_integer_dilated(%a: tensor<1x1x7x7xui8> {nn.range = [0, 256]}, %b: tensor<1x1x3x3xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}) -> tensor<1x1x3x3xi32> {
  %y = nn.conv_integer %a, %b, %c {dilations = [2, 2]} : (tensor<1x1x7x7xui8>, tensor<1x1x3x3xui8>, tensor<ui8>) -> tensor<1x1x3x3xi32>
  func.return %y : tensor<1x1x3x3xi32>
}

// The runtime has no kernel for it.
func.func @conv_integer_of_i8(%a: tensor<1x1x5x5xi8> {nn.range = [-128, 128]}, %b: tensor<1x1x3x3xi8> {nn.range = [-128, 128]}, %c: tensor<i8> {nn.range = [-128, 128]}) -> tensor<1x1x3x3xi32> attributes {nn.oracle = "reference"} {
  %y = nn.conv_integer %a, %b, %c : (tensor<1x1x5x5xi8>, tensor<1x1x3x3xi8>, tensor<i8>) -> tensor<1x1x3x3xi32>
  func.return %y : tensor<1x1x3x3xi32>
}

func.func @conv_integer_channels_last(%a: tensor<1x5x5x2xui8> {nn.range = [0, 256]}, %b: tensor<4x2x3x3xui8> {nn.range = [0, 256]}, %c: tensor<ui8> {nn.range = [0, 256]}) -> tensor<1x5x5x4xi32> {
  %y = nn.conv_integer %a, %b, %c {layout = "nhwc", padding = "same_upper"} : (tensor<1x5x5x2xui8>, tensor<4x2x3x3xui8>, tensor<ui8>) -> tensor<1x5x5x4xi32>
  func.return %y : tensor<1x5x5x4xi32>
}

func.func @conv_integer_along_one_dim(%a: tensor<1x1x?xui8> {nn.range = [0, 256], nn.size = [6]}, %b: tensor<2x1x2xui8> {nn.range = [0, 256]}, %d: tensor<ui8> {nn.range = [0, 256]}) -> tensor<1x2x?xi32> {
  %y = nn.conv_integer %a, %b, _, %d : (tensor<1x1x?xui8>, tensor<2x1x2xui8>, tensor<ui8>) -> tensor<1x2x?xi32>
  func.return %y : tensor<1x2x?xi32>
}
