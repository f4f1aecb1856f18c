// RUN: nn-opt %s --split-input-file -p onnx-to-nn,canonical --verify-numerics 2>&1 >/dev/null | filecheck %s --check-prefix=RIGHT
// RUN: not nn-opt %s --split-input-file -p build-dag,alpha-forgotten --load-pass-plugin=%S/../planted/alpha_forgotten.py --verify-numerics 2>&1 >/dev/null | filecheck %s --check-prefix=WRONG
// RUN: nn-opt %s --split-input-file --bisect='builtin.module(build-dag)' 2>&1 >/dev/null | filecheck %s --check-prefix=UNSEEN

// Where nobody can run an operator, comparison begins after it has become an `nn.custom`; a pass that
// reads an operator wrongly is named with the operator.

// RIGHT:      remark: 1 node stands before what is read there; sorted topologically
// RIGHT-NEXT:   nn.graph @f
// RIGHT-NEXT:   ^
// RIGHT-NEXT: :{{[0-9]+}}:10: remark: numerics: values are compared from what 'convert-onnx-to-nn' left, as 'onnx.Blur' op cannot be run by onnx
// RIGHT-NEXT:     %b = onnx.Blur
// RIGHT-NOT:  remark

// WRONG:      error: loc("leak"): 'nn.leaky_relu' op pass 'alpha-forgotten' (exact; real between onnx{{.*}} and nn) changed 'l' at [{{[0-9]}}]: -{{.*}} was -
// WRONG-NOT:  error:

// UNSEEN:     remark: bisect: 1 passes run, and the results stay the same
// UNSEEN:     remark: bisect: nothing was compared after 'build-dag'

module attributes {onnx.opset = {ai.onnx = 16 : i64}} {
  nn.graph @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %l = onnx.LeakyRelu %n {alpha = 3.0 : f32} : (tensor<8xf32>) -> tensor<8xf32> loc("leak")
    %n = onnx.Neg %x : (tensor<8xf32>) -> tensor<8xf32> loc("negate")
    nn.yield %l : (tensor<8xf32>) -> ()
  }
}

// -----

module attributes {onnx.opset = {ai.onnx = 16 : i64}} {
  nn.graph @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %n = onnx.Neg %x : (tensor<8xf32>) -> tensor<8xf32>
    %b = onnx.Blur %n : (tensor<8xf32>) -> tensor<8xf32>
    nn.yield %b : (tensor<8xf32>) -> ()
  }
}
