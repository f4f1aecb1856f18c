func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = nn.relu %x : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("first")
  %n = nn.neg %r : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("last")
  %y = nn.sub %n, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("after")
  func.return %y : tensor<4x4xf32>
}
