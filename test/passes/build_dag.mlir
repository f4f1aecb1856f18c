// RUN: nn-opt %s -p build-dag --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @unsorted(%x: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %a = onnx.Relu %x
// CHECK-NEXT: %b = onnx.Neg %a
// CHECK-NEXT: func.return %b
// expected-remark@+1 {{1 node stands before what is read there; sorted topologically}}
nn.graph @unsorted(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = onnx.Neg %a : (tensor<2xf32>) -> tensor<2xf32>
  %a = onnx.Relu %x : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %b : (tensor<2xf32>) -> ()
}

// -----

// What is in order stays in that order, also what does not depend on it.

// CHECK-LABEL: func.func @sorted
// CHECK-NEXT: onnx.Neg
// CHECK-NEXT: onnx.Relu
// CHECK-NEXT: onnx.Add
nn.graph @sorted(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = onnx.Relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = onnx.Add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  nn.yield %y : (tensor<2xf32>) -> ()
}

// -----

// A region is sorted, too, and what it captures stands before the operation that has it.

// CHECK-LABEL: func.func @captured
// CHECK: %t = onnx.Neg
// CHECK-NEXT: onnx.If
// CHECK-NEXT: %u = onnx.Abs %t
// CHECK-NEXT: %v = onnx.Relu %u
// expected-remark@+1 {{2 nodes stand before what is read there; sorted topologically}}
nn.graph @captured(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %y = onnx.If %c ({
    %v = onnx.Relu %u : (tensor<2xf32>) -> tensor<2xf32>
    %u = onnx.Abs %t : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %v : (tensor<2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2xf32>) -> ()
  }) {onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<2xf32>
  %t = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %y : (tensor<2xf32>) -> ()
}

// -----

nn.graph @cycle(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@unknown {{the nodes read each other in a circle: first -> second -> first; break it at one of these}}
  %a = onnx.Add %x, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("first")
  %b = onnx.Relu %a : (tensor<2xf32>) -> tensor<2xf32> loc("second")
  nn.yield %b : (tensor<2xf32>) -> ()
}

// -----

nn.graph @reads_itself(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{the nodes read each other in a circle: onnx.Relu -> onnx.Relu}}
  %b = onnx.Relu %b : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %b : (tensor<2xf32>) -> ()
}

// -----

nn.graph @defined_twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-note@+1 {{first defined here}}
  %a = onnx.Relu %x {nn.outs = ["t"]} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'t' is defined twice; rename one of the two and what reads it}}
  %b = onnx.Neg %x {nn.outs = ["t"]} : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %a : (tensor<2xf32>) -> ()
}

// -----

nn.graph @undefined(%hidden: tensor<2xf32>) -> tensor<2xf32> {
  %u = nn.undefined "hiden" : tensor<2xf32>
  // expected-error@+1 {{'hiden' is read, but nothing defines it; did you mean 'hidden'?}}
  %y = onnx.Neg %u : (tensor<2xf32>) -> tensor<2xf32>
  nn.yield %y : (tensor<2xf32>) -> ()
}

// -----

// CHECK-LABEL: func.func @initializers
// CHECK-NEXT: %a = onnx.initializer
// CHECK-NEXT: onnx.Add %a, %a
// expected-remark@+2 {{1 initializer is unused; dropped}}
// expected-remark@+1 {{1 initializer is equal to another; merged}}
nn.graph @initializers() -> tensor<2xf32> {
  %a = onnx.initializer {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %b = onnx.initializer {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = onnx.initializer {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %y = onnx.Add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  nn.yield %y : (tensor<2xf32>) -> ()
}
