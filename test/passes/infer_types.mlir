// RUN: nn-opt %s -p infer-types | filecheck %s
// RUN: nn-opt %s -p infer-types --verify-diagnostics -o /dev/null

// CHECK-LABEL: @static_operands
// CHECK-SAME: -> tensor<2x5xf32>
// CHECK: nn.matmul {{.*}} -> tensor<2x5xf32>
// CHECK: nn.relu {{.*}} -> tensor<2x5xf32>
func.func @static_operands(%x: tensor<2x3xf32>, %w: tensor<3x5xf32>) -> tensor<?x?xf32> {
  %y = nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<?x?xf32>
  %z = nn.relu %y : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %z : tensor<?x?xf32>
}

// The shape is computed, but half of it is known.

// CHECK-LABEL: @computed_shape
// CHECK: nn.dynamic_reshape {{.*}} -> tensor<?x?x12x64xf32>
// CHECK: nn.transpose {{.*}} -> tensor<?x12x?x64xf32>
func.func @computed_shape(%x: tensor<?x?x768xf32> {nn.dims = ["batch", "seq", 768]}) -> tensor<?x?x?x?xf32> {
  %s = nn.shape_of %x {end = 2} : (tensor<?x?x768xf32>) -> tensor<2xi64>
  %c = nn.constant {value = dense<[12, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %t = nn.concat %s, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
  %y = nn.dynamic_reshape %x, %t : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<*xf32>
  %z = nn.dynamic_reshape %x, %t : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  %u = nn.transpose %z {perm = [0, 2, 1, 3]} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  func.return %u : tensor<?x?x?x?xf32>
}

// CHECK-LABEL: @unknown_dims_stay
// CHECK: nn.relu {{.*}} -> tensor<?x3xf32>
func.func @unknown_dims_stay(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %y = nn.relu %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

// CHECK-LABEL: @branches
// CHECK: nn.yield {{.*}} : (tensor<2x3xf32>) -> ()
// CHECK: nn.yield {{.*}} : (tensor<4x3xf32>) -> ()
// CHECK: (tensor<i1>) -> tensor<?x3xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %y = nn.if %c ({
    %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
    nn.yield %a : (tensor<?x?xf32>) -> ()
  }, {
    %b = nn.concat %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
    nn.yield %b : (tensor<?x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

// The first state keeps its shape, the second grows along one axis.

// CHECK-LABEL: @loop
// CHECK: ^{{.*}}(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<2x3xf32>, %{{.*}}: tensor<?x3xf32>):
// CHECK: nn.concat {{.*}} -> tensor<?x3xf32>
// CHECK: -> (tensor<2x3xf32>, tensor<?x3xf32>, tensor<?x2x3xf32>)
func.func @loop(%n: tensor<i64> {nn.range = [1, 4]}, %x: tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %a, %b, %all = nn.loop %n, _, %x, %x ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %s: tensor<?x?xf32>, %t: tensor<?x?xf32>):
    %next = nn.relu %s : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %more = nn.concat %t, %x : (tensor<?x?xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
    nn.yield %go, %next, %more, %next : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>)
  func.return %a, %b, %all : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>
}

// CHECK-LABEL: @callee
// CHECK-SAME: -> tensor<2xf32>
func.func @callee(%x: tensor<2xf32>) -> tensor<?xf32> {
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

// CHECK-LABEL: @caller
// CHECK-SAME: -> tensor<4xf32>
func.func @caller(%x: tensor<2xf32>) -> tensor<?xf32> {
  %y = func.call @callee(%x) : (tensor<2xf32>) -> tensor<?xf32>
  %z = nn.concat %y, %x : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  func.return %z : tensor<?xf32>
}

// CHECK-LABEL: @wrong_claim
// CHECK: nn.relu {{.*}} -> tensor<2xf32>
func.func @wrong_claim(%x: tensor<2xf32>) -> tensor<5xf32> {
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<?xf32>
  // expected-warning@+1 {{the type tensor<5xf32> of 'z' is not what its operands give, tensor<2xf32>; corrected}}
  %z = nn.relu %y : (tensor<?xf32>) -> tensor<5xf32>
  func.return %z : tensor<5xf32>
}
