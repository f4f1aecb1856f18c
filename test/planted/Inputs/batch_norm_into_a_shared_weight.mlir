func.func @f(%x: tensor<1x1x4x4xf32>, %z: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = nn.constant {value = dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>} : () -> tensor<2x1x1x1xf32> loc("w")
  %s = nn.constant {value = dense<[1.5, -4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %v = nn.constant {value = dense<[4.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %a = nn.conv %x, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32> loc("conv1")
  %n = nn.batch_norm %a, %s, %s, %s, %v : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32> loc("norm")
  %b = nn.conv %z, %w : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x4x4xf32> loc("last")
  %y = nn.add %n, %b : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  func.return %y : tensor<1x2x4x4xf32>
}
