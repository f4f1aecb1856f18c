// RUN: nn-opt %s --stats 2>&1 >/dev/null | filecheck %s --check-prefix=TABLE
// RUN: nn-opt %s --stats --mlir-output-format=json 2>&1 >/dev/null | filecheck %s --check-prefix=JSON
// RUN: nn-opt %s --stats 2>/dev/null | filecheck %s --check-prefix=OUTPUT
// RUN: nn-opt %s -p convert-nn-to-onnx -o %t.onnx --stats 2>&1 | filecheck %s --check-prefix=FRAMEWORK
// RUN: nn-opt %t.onnx -p build-dag,convert-onnx-to-nn,canonical -o %t.mlir --stats 2>&1 | filecheck %s --check-prefix=NODES
// RUN: nn-opt %t.onnx -o %t.mlir 2>%t.err
// RUN: diff %t.err /dev/null
// RUN: nn-opt %s -o %t.mlir --stats 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: not nn-opt %s -o %t.onnx --stats 2>&1 | filecheck %s --check-prefix=FAILS

// TABLE: {{^}}layer {{ *}}op {{ *}}result {{ *}}parameters {{ *}}MACs {{ *}}weight bytes {{ *}}activation bytes{{$}}
// TABLE-NEXT: {{^}}conv1 {{ *}}nn.conv {{ *}}1x4x4x4xf32 {{ *}}108 {{ *}}1728 {{ *}}432 {{ *}}256{{$}}
// TABLE-NEXT: {{^}}z {{ *}}nn.relu {{ *}}1x4x4x4xf32 {{ *}}0 {{ *}}0 {{ *}}0 {{ *}}256{{$}}
// TABLE-NEXT: {{^}}shared {{ *}}nn.conv {{ *}}1x4x4x4xf32 {{ *}}0 {{ *}}1728 {{ *}}0 {{ *}}256{{$}}
// TABLE-NEXT: {{^}}u {{ *}}nn.add {{ *}}1x4x4x4xf32 {{ *}}0 {{ *}}0 {{ *}}0 {{ *}}256{{$}}
// TABLE-NEXT: {{^}}p {{ *}}nn.matmul {{ *}}?x5xf32 {{ *}}15 {{ *}}? {{ *}}60 {{ *}}?{{$}}
// TABLE-NEXT: {{^}}total of 5 {{ *}}123 {{ *}}3456 + ? {{ *}}492 {{ *}}1024 + ?{{$}}
// TABLE-NEXT: {{^}}?: unknown, as it depends on a size that is not static, the turns of a loop, or an operation outside nn

// JSON: "layer": "conv1",
// JSON-NEXT: "op": "nn.conv",
// JSON-NEXT: "result": "1x4x4x4xf32",
// JSON-NEXT: "parameters": 108,
// JSON-NEXT: "macs": 1728,
// JSON-NEXT: "weight_bytes": 432,
// JSON-NEXT: "activation_bytes": 256
// JSON: "macs": null,
// JSON: "total": {
// JSON-NEXT: "parameters": 123,
// JSON-NEXT: "macs": 3456,
// JSON-NEXT: "weight_bytes": 492,
// JSON-NEXT: "activation_bytes": 1024,
// JSON-NEXT: "unknown": [
// JSON-NEXT: "macs",
// JSON-NEXT: "activation_bytes"
// JSON-NEXT: ]

// OUTPUT: builtin.module
// OUTPUT-NOT: total of

// FRAMEWORK: {{^}}conv1 {{ *}}onnx.Conv {{ *}}1x4x4x4xf32 {{ *}}108 {{ *}}? {{ *}}432 {{ *}}256
// FRAMEWORK: onnx: 5 -> 5 nodes

// NODES: mlir: 5 -> 4 nodes

// TEXT: total of 5
// TEXT-NOT: nodes

// FAILS: error:
// FAILS-NOT: total of

func.func @main(%x: tensor<1x3x8x8xf32>, %r: tensor<?x3xf32> {nn.dims = ["rows", 3]}) -> (tensor<1x4x4x4xf32>, tensor<?x5xf32>) {
  %w = nn.constant {value = dense<1.0> : tensor<4x3x3x3xf32>} : () -> tensor<4x3x3x3xf32>
  %m = nn.constant {value = dense<1.0> : tensor<3x5xf32>} : () -> tensor<3x5xf32>
  %y = nn.conv %x, %w {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32> loc("conv1")
  %z = nn.relu %y : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %s = nn.conv %x, %w {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32> loc("shared")
  %u = nn.add %z, %s : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %p = nn.matmul %r, %m : (tensor<?x3xf32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return %u, %p : tensor<1x4x4x4xf32>, tensor<?x5xf32>
}
