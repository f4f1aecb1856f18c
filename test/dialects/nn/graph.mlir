// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// A graph lists operations in any order, and may hold a cycle.
// CHECK-LABEL: nn.graph @any_order(%x: tensor<2xf32> {nn.name = "in:0"}) -> (tensor<2xf32> {nn.name = "y"}) attributes {nn.note} {
// CHECK-NEXT:    %y = nn.neg %t : (tensor<2xf32>) -> tensor<2xf32> loc("second")
// CHECK-NEXT:    %t = nn.add %x, %u : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %u = nn.relu %t : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    nn.yield %y : (tensor<2xf32>) -> ()
nn.graph @any_order(%x: tensor<2xf32> {nn.name = "in:0"}) -> (tensor<2xf32> {nn.name = "y"}) attributes {nn.note} {
  %y = nn.neg %t : (tensor<2xf32>) -> tensor<2xf32> loc("second")
  %t = nn.add %x, %u : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %u = nn.relu %t : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %y : (tensor<2xf32>) -> ()
}

// CHECK-LABEL: nn.graph @undefined() -> !nn.unknown {
// CHECK-NEXT:    %t7 = nn.undefined "t\22:7" : !nn.unknown
// CHECK-NEXT:    nn.yield %t7 : (!nn.unknown) -> ()
nn.graph @undefined() -> !nn.unknown {
  %t7 = nn.undefined "t\22:7" : !nn.unknown
  nn.yield %t7 : (!nn.unknown) -> ()
}

// CHECK-LABEL: nn.graph @"main graph"() {
// CHECK-NEXT:    nn.yield : () -> ()
nn.graph @"main graph"() {
  nn.yield : () -> ()
}

// What an SSA name cannot hold stands beside it, in regions too.
// CHECK-LABEL: nn.graph @names
// CHECK-NEXT:    %in_0, %b = onnx.Split %c {nn.outs = ["in:0", ""]}
// CHECK-NEXT:    onnx.Loop ({
// CHECK-NEXT:    ^bb0(%i: tensor<i64>, %t: tensor<i1>):
// CHECK-NEXT:      %in_0_1 = onnx.Neg %i {nn.outs = ["in:0"]}
// CHECK:         }) {nn.args = {{\[}}["i", "17"]], onnx.graphs = ["body"]} : () -> ()
nn.graph @names(%c: tensor<4xi64>) {
  %in_0, %b = onnx.Split %c {nn.outs = ["in:0", ""]} : (tensor<4xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  onnx.Loop ({
  ^bb0(%i: tensor<i64>, %t: tensor<i1>):
    %in_0_1 = onnx.Neg %i {nn.outs = ["in:0"]} : (tensor<i64>) -> tensor<i64>
    nn.yield %t, %in_0_1 : (tensor<i1>, tensor<i64>) -> ()
  }) {nn.args = [["i", "17"]], onnx.graphs = ["body"]} : () -> ()
  nn.yield : () -> ()
}
