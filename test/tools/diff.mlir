// RUN: nn-opt --diff %s %s
// RUN: not nn-opt --diff %s %S/Inputs/diff/after.mlir | filecheck %s
// RUN: not nn-opt %s --diff %S/Inputs/diff/after.mlir --mlir-output-format=json | filecheck %s --check-prefix=JSON
// RUN: not nn-opt -diff %s %S/Inputs/diff/after.mlir -o %t.txt
// RUN: filecheck %s --input-file %t.txt
// RUN: nn-opt %s | nn-opt --diff - %s
// RUN: nn-opt --diff %s %s --canonicalize
// RUN: nn-opt --diff %s %s --mlir-output-format=json | filecheck %s --check-prefix=EQUAL
// RUN: nn-opt %s -o %t.onnx -p convert-nn-to-onnx
// RUN: nn-opt --diff %t.onnx %t.onnx -o %t.txt --mlir-output-format=json 2>&1 | filecheck %s --check-prefix=QUIET --allow-empty
// RUN: not nn-opt --diff %t.onnx %s | filecheck %s --check-prefix=LEVELS
// RUN: not nn-opt --diff %s 2>&1 | filecheck %s --check-prefix=ONE
// RUN: not nn-opt --diff %s %s %s 2>&1 | filecheck %s --check-prefix=THREE
// RUN: not nn-opt --diff - - 2>&1 | filecheck %s --check-prefix=STDIN
// RUN: not nn-opt --diff %t.nothing %t.neither 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-opt --diff %s %s -o %t.onnx 2>&1 | filecheck %s --check-prefix=MODEL
// RUN: not nn-opt --diff %s %s --stats --split-input-file 2>&1 | filecheck %s --check-prefix=UNFIT

// CHECK: {{^}}module
// CHECK-NEXT: {{^}}  ~ changed   module: nn.version 1 : i64 -> 2 : i64
// CHECK-NEXT: {{^}}  + added     function "extra"
// CHECK-NEXT: {{^}}@main: 6 -> 5 nodes
// CHECK-NEXT: {{^}}  + added     input %"unused"
// CHECK-NEXT: {{^}}  ~ changed   nn.constant "b": value differs at [2]: 0.5 -> 2.5; 1 of 4 elements, by up to 2
// CHECK-NEXT: {{^}}  - removed   nn.constant "v"
// CHECK-NEXT: {{^}}  ~ fused     nn.conv "conv1", nn.batch_norm "bn1" -> nn.conv "conv1"
// CHECK-NEXT: {{^}}  ~ changed   nn.leaky_relu "act": alpha 1.000000e-01 : f64 -> 2.000000e-01 : f64
// CHECK-NEXT: {{^}}  - removed   nn.abs "drop": readers %"i" -> %"a"
// CHECK-NEXT: {{^}}  ~ renamed   nn.sigmoid "sigmoid" -> "gate"
// CHECK-NEXT: {{^}}  + added     nn.neg "new": readers %"a" -> %"k"
// CHECK-NOT: {{[a-z]}}

// JSON: "different": true,
// JSON: "what": "nn.version",
// JSON-NEXT: "before": "1 : i64",
// JSON-NEXT: "after": "2 : i64"
// JSON: "before": "main",
// JSON-NEXT: "after": "main",
// JSON: "attributes_compared": true,
// JSON: "kind": "fused",
// JSON-NEXT: "subject": "node",
// JSON-NEXT: "before": [
// JSON-NEXT: {
// JSON-NEXT: "op": "nn.conv",
// JSON-NEXT: "name": "conv1",
// JSON-NEXT: "index": 3
// JSON-NEXT: },

// EQUAL: {
// EQUAL-NEXT: "different": false,
// EQUAL-NEXT: "module": [],
// EQUAL-NEXT: "functions": []
// EQUAL-NEXT: }

// QUIET-NOT: {{.}}

// LEVELS: {{^}}@main: 6 nodes, nn.graph -> func.func, onnx -> nn (attributes are not compared)

// ONE: nn-opt: Not enough positional command line arguments specified!
// ONE-NEXT: nn-opt: Must specify at least 2 positional arguments: See: nn-opt --help

// THREE: nn-opt: Too many positional arguments specified!
// THREE-NEXT: nn-opt: Can specify at most 2 positional arguments: See: nn-opt --help

// STDIN: nn-opt: error: '-diff' option needs two inputs, and only one can be standard input

// MISSING: error: cannot open input file '{{.*}}.nothing': No such file or directory
// MISSING-NEXT: error: cannot open input file '{{.*}}.neither': No such file or directory

// MODEL: .onnx: error: '-diff' option writes text or JSON, and the extension wants a model

// UNFIT: nn-opt: error: '-diff' option can't be used with '-split-input-file' and '-stats'

module attributes {nn.source = "before.onnx", nn.version = 1 : i64} {
  func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x4x4x4xf32> {
    %w = nn.constant {value = dense<1.0> : tensor<4x3x3x3xf32>} : () -> tensor<4x3x3x3xf32> loc("w")
    %b = nn.constant {value = dense<[0.0, 0.0, 0.5, 0.0]> : tensor<4xf32>} : () -> tensor<4xf32> loc("b")
    %v = nn.constant {value = dense<3.0> : tensor<4xf32>} : () -> tensor<4xf32> loc("v")
    %c = nn.conv %x, %w, %b {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32> loc("conv1")
    %n = nn.batch_norm %c, %v, %v, %v, %v : (tensor<1x4x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32> loc("bn1")
    %a = nn.leaky_relu %n {alpha = 1.000000e-01 : f64} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("act")
    %i = nn.abs %a : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("drop")
    %s = nn.sigmoid %i : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("sigmoid")
    %y = nn.mul %a, %s : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> loc("mul")
    func.return %y : tensor<1x4x4x4xf32>
  }
}
