func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %six = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32>
  %a = nn.clip %x, %zero, %one : (tensor<64xf32>, tensor<f32>, tensor<f32>) -> tensor<64xf32>
  %b = nn.clip %a, %two, %six : (tensor<64xf32>, tensor<f32>, tensor<f32>) -> tensor<64xf32> loc("last")
  func.return %b : tensor<64xf32>
}
