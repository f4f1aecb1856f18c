module attributes {onnx.opset = {ai.onnx = 16 : i64}} {
  nn.graph @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %n = onnx.Exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("first")
    %d = onnx.Sub %n, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("last")
    %y = onnx.Relu %d : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("after")
    nn.yield %y : (tensor<4x4xf32>) -> ()
  }
}
