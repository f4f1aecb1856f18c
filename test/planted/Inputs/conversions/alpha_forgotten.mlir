module attributes {onnx.opset = {ai.onnx = 16 : i64}} {
  nn.graph @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %y = onnx.Relu %l : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("after")
    %l = onnx.LeakyRelu %n {alpha = 3.0 : f32} : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("last")
    %n = onnx.Neg %x : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("first")
    %s = onnx.Sub %y, %l : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("sub")
    nn.yield %s : (tensor<4x4xf32>) -> ()
  }
}
