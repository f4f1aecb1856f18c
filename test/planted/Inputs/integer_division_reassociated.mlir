func.func @f(%x: tensor<16xi32>, %a: tensor<16xi32>) -> tensor<16xi32> {
  %q = nn.div %x, %a : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  %p = nn.mul %q, %a : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  %y = nn.neg %p : (tensor<16xi32>) -> tensor<16xi32> loc("last")
  func.return %y : tensor<16xi32>
}
