func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
  %i = nn.cast %x {to = i32} : (tensor<16xf32>) -> tensor<16xi32>
  %c = nn.cast %i {to = f32} : (tensor<16xi32>) -> tensor<16xf32>
  %y = nn.neg %c : (tensor<16xf32>) -> tensor<16xf32> loc("last")
  func.return %y : tensor<16xf32>
}
