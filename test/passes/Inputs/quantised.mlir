func.func @quantised(%x: tensor<2xi8> {nn.name = "x", tfl.tensor = {quantization = {scale = dense<0.5> : tensor<1xf32>, zero_point = dense<0> : tensor<1xi64>}}}, %f: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xf32>) {
  %y = tfl.add %x, %x {fused_activation_function = "NONE", tfl.tensors = [{quantization = {scale = dense<0.5> : tensor<1xf32>, zero_point = dense<0> : tensor<1xi64>}}]} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8> loc("sum")
  %z = tfl.relu %f : (tensor<2xf32>) -> tensor<2xf32> loc("act")
  func.return %y, %z : tensor<2xi8>, tensor<2xf32>
}
