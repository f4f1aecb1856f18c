// RUN: nn-opt %s -p onnx-to-nn | filecheck %s
// RUN: nn-opt %s -p onnx-to-nn --dump-pass-pipeline 2>&1 >/dev/null | filecheck %s --check-prefix=PASSES

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %{{.*}} = nn.leaky_relu %x {alpha = 5.000000e-01 : f64}
// CHECK-NEXT: nn.neg
// CHECK-NOT: func.func

// PASSES: builtin.module(
// PASSES-NEXT: build-dag{repair=true},
// PASSES-NEXT: inline-functions,
// PASSES-NEXT: convert-onnx-to-nn{partial=false}
// PASSES-NEXT: )
module attributes {onnx.opset = {ai.onnx = 17, local = 1}} {
  nn.graph @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = onnx.Neg %t : (!nn.unknown) -> tensor<2xf32>
    %t = onnx.local.f %x {slope = 5.000000e-01 : f32} : (tensor<2xf32>) -> !nn.unknown
    nn.yield %y : (tensor<2xf32>) -> ()
  }
  nn.graph @"local::f"(%a: !nn.unknown) -> !nn.unknown attributes {onnx.function = {attributes = ["slope"], domain = "local", name = "f", opset = {ai.onnx = 17}}} {
    %r = onnx.LeakyRelu %a {alpha = #onnx.ref<"slope", FLOAT>} : (!nn.unknown) -> !nn.unknown
    nn.yield %r : (!nn.unknown) -> ()
  }
}
