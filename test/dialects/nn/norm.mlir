// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @batch_norm
// CHECK:         nn.batch_norm %x, %s, %b, %m, %v : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
// CHECK-LABEL: func.func @group_norm
// CHECK:         nn.group_norm %x, %s, %b {epsilon = 1.000000e-03 : f64, groups = 2 : i64}
// CHECK-LABEL: func.func @layer_norm_bias_alone
// CHECK:         nn.layer_norm %x, _, %b {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
// CHECK-LABEL: func.func @lrn
// CHECK:         nn.lrn %x {size = 3 : i64}

func.func @batch_norm(
    %x: tensor<2x3x4x5xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<2x3x4x5xf32> {
  %y = nn.batch_norm %x, %s, %b, %m, %v
    : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @batch_norm_epsilon(
    %x: tensor<?x3x?xf32> {nn.size = [2, 4]}, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<?x3x?xf32> {
  %y = nn.batch_norm %x, %s, %b, %m, %v {epsilon = 1.000000e-01 : f64}
    : (tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x?xf32>
  func.return %y : tensor<?x3x?xf32>
}

func.func @batch_norm_without_space(
    %x: tensor<2x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<2x3xf32> {
  %y = nn.batch_norm %x, %s, %b, %m, %v
    : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @batch_norm_3d(
    %x: tensor<1x3x2x3x4xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<1x3x2x3x4xf32> {
  %y = nn.batch_norm %x, %s, %b, %m, %v
    : (tensor<1x3x2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x2x3x4xf32>
  func.return %y : tensor<1x3x2x3x4xf32>
}

func.func @batch_norm_f16(
    %x: tensor<2x3x4xf16>, %s: tensor<3xf16>, %b: tensor<3xf16>, %m: tensor<3xf16>, %v: tensor<3xf16> {nn.range = [0.5, 2.0]})
    -> tensor<2x3x4xf16> {
  %y = nn.batch_norm %x, %s, %b, %m, %v
    : (tensor<2x3x4xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3x4xf16>
  func.return %y : tensor<2x3x4xf16>
}

func.func @batch_norm_of_mixed_types(
    %x: tensor<2x3x4xf16>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<2x3x4xf16> {
  %y = nn.batch_norm %x, %s, %b, %m, %v
    : (tensor<2x3x4xf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf16>
  func.return %y : tensor<2x3x4xf16>
}

func.func @batch_norm_nhwc(
    %x: tensor<2x4x5x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32> {nn.range = [0.5, 2.0]})
    -> tensor<2x4x5x3xf32> {
  %y = nn.batch_norm %x, %s, %b, %m, %v {layout = "nhwc"}
    : (tensor<2x4x5x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>
  func.return %y : tensor<2x4x5x3xf32>
}

func.func @instance_norm(
    %x: tensor<2x3x4x5xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>)
    -> tensor<2x3x4x5xf32> {
  %y = nn.instance_norm %x, %s, %b
    : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @instance_norm_1d(
    %x: tensor<?x3x?xf32> {nn.size = [2, 9]}, %s: tensor<3xf32>, %b: tensor<3xf32>)
    -> tensor<?x3x?xf32> {
  %y = nn.instance_norm %x, %s, %b {epsilon = 1.000000e-01 : f64}
    : (tensor<?x3x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x?xf32>
  func.return %y : tensor<?x3x?xf32>
}

func.func @instance_norm_nhwc(
    %x: tensor<2x4x5x3xf32>, %s: tensor<3xf32>, %b: tensor<3xf32>)
    -> tensor<2x4x5x3xf32> {
  %y = nn.instance_norm %x, %s, %b {layout = "nhwc"}
    : (tensor<2x4x5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>
  func.return %y : tensor<2x4x5x3xf32>
}

func.func @group_norm(%x: tensor<2x4x3x5xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4x3x5xf32> {
  %y = nn.group_norm %x, %s, %b {epsilon = 1.000000e-03 : f64, groups = 2 : i64}
    : (tensor<2x4x3x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3x5xf32>
  func.return %y : tensor<2x4x3x5xf32>
}

func.func @group_norm_of_one_group(
    %x: tensor<2x4x6xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>)
    -> tensor<2x4x6xf32> {
  %y = nn.group_norm %x, %s, %b : (tensor<2x4x6xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x6xf32>
  func.return %y : tensor<2x4x6xf32>
}

func.func @group_norm_unknown_sizes(
    %x: tensor<?x4x?x?xf32> {nn.size = [2, 3, 4]}, %s: tensor<4xf32>, %b: tensor<4xf32>)
    -> tensor<?x4x?x?xf32> {
  %y = nn.group_norm %x, %s, %b {groups = 4 : i64}
    : (tensor<?x4x?x?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?x?xf32>
  func.return %y : tensor<?x4x?x?xf32>
}

func.func @group_norm_nhwc(
    %x: tensor<2x3x5x4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>)
    -> tensor<2x3x5x4xf32> {
  %y = nn.group_norm %x, %s, %b {groups = 2 : i64, layout = "nhwc"}
    : (tensor<2x3x5x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x5x4xf32>
  func.return %y : tensor<2x3x5x4xf32>
}

func.func @layer_norm(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<2x3x8xf32> {
  %y = nn.layer_norm %x, %s, %b {axis = 2 : i64}
    : (tensor<2x3x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
  func.return %y : tensor<2x3x8xf32>
}

func.func @layer_norm_epsilon(
    %x: tensor<?x?x8xf32> {nn.size = [2, 3]}, %s: tensor<8xf32>, %b: tensor<8xf32>)
    -> tensor<?x?x8xf32> {
  %y = nn.layer_norm %x, %s, %b {axis = 2 : i64, epsilon = 1.000000e-01 : f64}
    : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
  func.return %y : tensor<?x?x8xf32>
}

func.func @layer_norm_of_more_axes(%x: tensor<2x3x4xf32>, %s: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  %y = nn.layer_norm %x, %s {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @layer_norm_bias_alone(%x: tensor<2x3x4xf32>, %b: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  %y = nn.layer_norm %x, _, %b {axis = 1 : i64} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @layer_norm_of_all(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %y = nn.layer_norm %x {axis = 0 : i64} : (tensor<2x6xf32>) -> tensor<2x6xf32>
  func.return %y : tensor<2x6xf32>
}

func.func @layer_norm_f16(%x: tensor<2x3x8xf16>, %s: tensor<8xf16>, %b: tensor<8xf16>) -> tensor<2x3x8xf16> {
  %y = nn.layer_norm %x, %s, %b {axis = 2 : i64}
    : (tensor<2x3x8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<2x3x8xf16>
  func.return %y : tensor<2x3x8xf16>
}

func.func @layer_norm_f64(%x: tensor<2x3x8xf64>, %s: tensor<8xf64>) -> tensor<2x3x8xf64> {
  %y = nn.layer_norm %x, %s {axis = 2 : i64} : (tensor<2x3x8xf64>, tensor<8xf64>) -> tensor<2x3x8xf64>
  func.return %y : tensor<2x3x8xf64>
}

func.func @layer_norm_statistics(%x: tensor<2x3x8xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x1xf32>) {
  %y, %i = nn.layer_norm_statistics %x {axis = 2 : i64}
    : (tensor<2x3x8xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x1xf32>)
  func.return %y, %i : tensor<2x3x1xf32>, tensor<2x3x1xf32>
}

func.func @layer_norm_statistics_of_more_axes(
    %x: tensor<?x3x8xf32> {nn.size = [2]})
    -> (tensor<?x1x1xf32>, tensor<?x1x1xf32>) {
  %y, %i = nn.layer_norm_statistics %x {axis = 1 : i64, epsilon = 1.000000e-01 : f64}
    : (tensor<?x3x8xf32>) -> (tensor<?x1x1xf32>, tensor<?x1x1xf32>)
  func.return %y, %i : tensor<?x1x1xf32>, tensor<?x1x1xf32>
}

func.func @rms_norm(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>) -> tensor<2x3x8xf32> {
  %y = nn.rms_norm %x, %s {axis = 2 : i64} : (tensor<2x3x8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
  func.return %y : tensor<2x3x8xf32>
}

func.func @rms_norm_of_more_axes(
    %x: tensor<?x3x4xf32> {nn.size = [2]}, %s: tensor<3x4xf32>)
    -> tensor<?x3x4xf32> {
  %y = nn.rms_norm %x, %s {axis = 1 : i64, epsilon = 1.000000e-01 : f64}
    : (tensor<?x3x4xf32>, tensor<3x4xf32>) -> tensor<?x3x4xf32>
  func.return %y : tensor<?x3x4xf32>
}

func.func @rms_norm_f16(%x: tensor<2x3x8xf16>, %s: tensor<8xf16>) -> tensor<2x3x8xf16> {
  %y = nn.rms_norm %x, %s {axis = 2 : i64} : (tensor<2x3x8xf16>, tensor<8xf16>) -> tensor<2x3x8xf16>
  func.return %y : tensor<2x3x8xf16>
}

func.func @rms_norm_of_mixed_types(%x: tensor<2x8xf16>, %s: tensor<8xf32>) -> tensor<2x8xf32> {
  %y = nn.rms_norm %x, %s {axis = 1 : i64} : (tensor<2x8xf16>, tensor<8xf32>) -> tensor<2x8xf32>
  func.return %y : tensor<2x8xf32>
}

func.func @mean_variance_norm(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.mean_variance_norm %x {axes = [0, 2, 3]} : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}

func.func @mean_variance_norm_of_one_axis(%x: tensor<?x8xf32> {nn.size = [2]}) -> tensor<?x8xf32> {
  %y = nn.mean_variance_norm %x {axes = [1]} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %y : tensor<?x8xf32>
}

func.func @lp_norm(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = nn.lp_norm %x {axis = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}

func.func @lp_norm_of_1(%x: tensor<?x3x4xf32> {nn.size = [2]}) -> tensor<?x3x4xf32> {
  %y = nn.lp_norm %x {axis = 1 : i64, p = 1 : i64} : (tensor<?x3x4xf32>) -> tensor<?x3x4xf32>
  func.return %y : tensor<?x3x4xf32>
}

func.func @lp_norm_f64(%x: tensor<2x3x4xf64>) -> tensor<2x3x4xf64> {
  %y = nn.lp_norm %x {axis = 0 : i64} : (tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  func.return %y : tensor<2x3x4xf64>
}

func.func @lp_norm_of_zeros(%x: tensor<2x3xf32> {nn.range = [0.0, 0.0]}) -> tensor<2x3xf32> {
  %y = nn.lp_norm %x {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @lrn(%x: tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32> {
  %y = nn.lrn %x {size = 3 : i64} : (tensor<2x5x3x4xf32>) -> tensor<2x5x3x4xf32>
  func.return %y : tensor<2x5x3x4xf32>
}

func.func @lrn_everything(%x: tensor<?x5x?x4xf32> {nn.size = [2, 3]}) -> tensor<?x5x?x4xf32> {
  %y = nn.lrn %x {alpha = 1.000000e-01 : f64, beta = 5.000000e-01 : f64, bias = 2.000000e+00 : f64, size = 5 : i64}
    : (tensor<?x5x?x4xf32>) -> tensor<?x5x?x4xf32>
  func.return %y : tensor<?x5x?x4xf32>
}

func.func @lrn_wider_than_channels(%x: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %y = nn.lrn %x {alpha = 1.000000e-01 : f64, size = 9 : i64} : (tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  func.return %y : tensor<1x3x2x2xf32>
}

func.func @lrn_nhwc(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %y = nn.lrn %x {alpha = 1.000000e-01 : f64, layout = "nhwc", size = 3 : i64}
    : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  func.return %y : tensor<2x3x4x5xf32>
}
