// RUN: nn-opt %s -p 'specialize-dims{batch=2 seq=16 z.0=3}' | filecheck %s
// RUN: nn-opt %s -p 'specialize-dims{batch=2 seq=16 z.0=3}' --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=DUMP
// RUN: not nn-opt %s -p 'specialize-dims{batches=2}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not nn-opt %s -p 'specialize-dims{batch=20}' 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not nn-opt %s -p 'specialize-dims{batch=x seq=1 seq=2}' 2>&1 | filecheck %s --check-prefix=OPTION

// DUMP: specialize-dims{batch=2 seq=16 z.0=3}

// CHECK: builtin.module attributes {nn.symbols = {other = [1, 4]}}
module attributes {nn.symbols = {batch = [1, 8], other = [1, 4]}} {
  // CHECK: %x: tensor<2x16x768xf32> {nn.dims = [2, 16, 768]}
  // CHECK-SAME: %y: tensor<?xf32> {nn.dims = ["other"]}
  // CHECK-SAME: %z: tensor<3xf32>
  // CHECK-SAME: -> (tensor<2x16x12x64xf32> {nn.dims = [2, 16, 12, 64]}, tensor<?xf32>)
  // CHECK: nn.dynamic_reshape {{.*}} -> tensor<2x16x12x64xf32>
  // CHECK: nn.concat {{.*}} -> tensor<?xf32>
  func.func @main(%x: tensor<?x?x768xf32> {nn.dims = ["batch", "seq", 768]}, %y: tensor<?xf32> {nn.dims = ["other"]}, %z: tensor<?xf32>)
      -> (tensor<?x?x?x?xf32> {nn.dims = ["batch", "seq", 12, 64]}, tensor<?xf32>) {
    %s = nn.shape_of %x {end = 2} : (tensor<?x?x768xf32>) -> tensor<2xi64>
    %c = nn.constant {value = dense<[12, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
    %t = nn.concat %s, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
    %v = nn.dynamic_reshape %x, %t : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
    %u = nn.concat %y, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    func.return %v, %u : tensor<?x?x?x?xf32>, tensor<?xf32>
  }
}

// NAME: error: no argument has a dim 'batches'; there are batch, seq, other and z.0; did you mean 'batch'?
// RANGE: error: dim 'batch' is in [1, 8], and cannot be 20
// OPTION: error: option batch of value 'x' must be an integer
// OPTION: note: failed to add `specialize-dims` with options `batch=x seq=1 seq=2`; its options are any other name (an integer)
// OPTION: error: option seq is given twice
