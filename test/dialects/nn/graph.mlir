// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// A graph may use before it defines, and run in a circle.

// CHECK-LABEL: nn.graph @any_order(%x: tensor<2xf32> {nn.name = "in:0"}) -> (tensor<2xf32> {nn.name = "out"}) attributes {onnx.note = 1 : i64} {
// CHECK-NEXT: %b = onnx.Neg %a
// CHECK-NEXT: %a = onnx.Add %x, %b
// CHECK-NEXT: nn.yield %b : (tensor<2xf32>) -> ()
nn.graph @any_order(%x: tensor<2xf32> {nn.name = "in:0"}) -> (tensor<2xf32> {nn.name = "out"}) attributes {onnx.note = 1 : i64} {
  %b = onnx.Neg %a : (tensor<2xf32>) -> tensor<2xf32>
  %a = onnx.Add %x, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  nn.yield %b : (tensor<2xf32>) -> ()
}

// CHECK-LABEL: nn.graph @undefined
// CHECK-NEXT: %t = nn.undefined "t\227" : !nn.unknown
nn.graph @undefined() -> !nn.unknown {
  %t = nn.undefined "t\227" : !nn.unknown
  nn.yield %t : (!nn.unknown) -> ()
}
