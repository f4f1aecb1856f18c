func.func @f(%x: tensor<3x3x3xf32>) -> tensor<3x3x3xf32> {
  %a = nn.transpose %x {perm = [1, 0, 2]} : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  %b = nn.transpose %a {perm = [1, 2, 0]} : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32> loc("last")
  %c = nn.relu %b : (tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  func.return %c : tensor<3x3x3xf32>
}
