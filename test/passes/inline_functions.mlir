// RUN: nn-opt %s -p inline-functions --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %call_t = onnx.LeakyRelu %x {alpha = 5.000000e-01 : f32, nn.outs = ["call/t"]} : (tensor<2xf32>) -> !nn.unknown loc("call/act")
// CHECK-NEXT: %y = onnx.Clip %call_t, _, %x : (!nn.unknown, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: func.return %y
// CHECK-NOT: func.func
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = onnx.local.f %x, _, %x {slope = 5.000000e-01 : f32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("call")
  func.return %y : tensor<2xf32>
}
func.func @"local::f"(%a: !nn.unknown, %low: !nn.unknown, %high: !nn.unknown) -> !nn.unknown attributes {onnx.function = {attributes = ["slope"], domain = "local", name = "f", opset = {}}} {
  %t = onnx.LeakyRelu %a {alpha = #onnx.ref<"slope", FLOAT>} : (!nn.unknown) -> !nn.unknown loc("act")
  %r = onnx.Clip %t, %low, %high : (!nn.unknown, !nn.unknown, !nn.unknown) -> !nn.unknown
  func.return %r : !nn.unknown
}

// -----

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = onnx.local.f %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
func.func @"local::f"(%a: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.function = {domain = "local", name = "f"}} {
  // expected-error@+1 {{calls of 'onnx.local.f' do not end; a function must not call itself}}
  %r = onnx.local.f %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}

// -----

module attributes {onnx.opset = {ai.onnx = 17}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    func.return %x : tensor<2xf32>
  }
  // expected-error@+1 {{function imports version 12 of 'ai.onnx', the model 17; bring both to one version}}
  func.func @"local::f"(%a: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.function = {domain = "local", name = "f", opset = {ai.onnx = 12}}} {
    func.return %a : tensor<2xf32>
  }
}

// -----

// What the call does not give is absent in regions as well; what a function only hands through
// keeps its name.

// CHECK-LABEL: func.func @absent
// CHECK-NEXT: %y = onnx.If %c ({
// CHECK-NEXT: %f_t = onnx.Clip %x {nn.outs = ["f/t"]} : (tensor<2xf32>) -> !nn.unknown
// CHECK: func.return %y, %x
func.func @absent(%x: tensor<2xf32>, %c: tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>) {
  %y, %z = onnx.local.f %x, _, %c : (tensor<2xf32>, tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %y, %z : tensor<2xf32>, tensor<2xf32>
}
func.func @"local::f"(%a: !nn.unknown, %low: !nn.unknown, %c: !nn.unknown) -> (!nn.unknown, !nn.unknown) attributes {onnx.function = {domain = "local", name = "f", opset = {}}} {
  %r = onnx.If %c ({
    %t = onnx.Clip %a, %low : (!nn.unknown, !nn.unknown) -> !nn.unknown
    nn.yield %t : (!nn.unknown) -> ()
  }, {
    %t = onnx.Neg %a : (!nn.unknown) -> !nn.unknown
    nn.yield %t : (!nn.unknown) -> ()
  }) {onnx.graphs = ["then_branch", "else_branch"]} : (!nn.unknown) -> !nn.unknown
  func.return %r, %a : !nn.unknown, !nn.unknown
}

// -----

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'onnx.local.f' gives no operand where its function needs one}}
  %y = onnx.local.f _, %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
func.func @"local::f"(%a: !nn.unknown, %b: !nn.unknown) -> !nn.unknown attributes {onnx.function = {domain = "local", name = "f"}} {
  func.return %a : !nn.unknown
}
