module attributes {nn.source = "after.onnx", nn.version = 2 : i64} {
  func.func @main(%x: tensor<1x3x8x8xf32>, %unused: tensor<1xf32>) -> tensor<1x4x4x4xf32> {
    %w = nn.constant {value = dense<1.0> : tensor<4x3x3x3xf32>} : () -> tensor<4x3x3x3xf32> loc("w")
    %b = nn.constant {value = dense<[0.0, 0.0, 2.5, 0.0]> : tensor<4xf32>} : () -> tensor<4xf32> loc("b")
    %n = nn.conv %x, %w, %b {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32> loc(fused<"fuse-conv-bn">["bn1", "conv1"])
    %a = nn.leaky_relu %n {alpha = 2.000000e-01 : f64} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("act")
    %s = nn.sigmoid %a : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("gate")
    %k = nn.neg %a : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("new")
    %y = nn.mul %k, %s : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("mul")
    func.return %y : tensor<1x4x4x4xf32>
  }
  func.func @extra(%x: tensor<1xf32>) -> tensor<1xf32> {
    func.return %x : tensor<1xf32>
  }
}
