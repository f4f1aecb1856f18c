// RUN: nn-opt %s --verify-roundtrip | filecheck %s
// RUN: iree-opt %s --verify-roundtrip --allow-unregistered-dialect | filecheck %s --check-prefix=MLIR
// RUN: nn-opt %s --verify-roundtrip --mlir-print-op-generic --cse | filecheck %s --check-prefix=MLIR

// CHECK: func.func @f
// CHECK: dense_resource<"w">
// MLIR: func
func.func @f(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %w = "test.op"() {w = dense_resource<w> : tensor<100xf32>, "odd key" = [1, 0x7FC00000 : f32]} : () -> tensor<100xf32> loc("a/b:0"("a.py":1:2))
  %y = "test.op"(%x) ({
  ^bb0(%i: index):
    "test.termop"() : () -> ()
  }) {nn.outs = ["in:0"]} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}
