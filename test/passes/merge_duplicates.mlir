// RUN: nn-opt %s -p merge-duplicates | filecheck %s

// CHECK-LABEL: @same_twice
// CHECK-NEXT: %a = nn.relu %x
// CHECK-NEXT: nn.add %a, %a
func.func @same_twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32> loc("first")
  %b = nn.relu %x {nn.outs = ["other:0"]} : (tensor<2xf32>) -> tensor<2xf32> loc("second")
  %y = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @other_property_stays
// CHECK-COUNT-2: nn.leaky_relu
func.func @other_property_stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.leaky_relu %x {alpha = 1.000000e-01 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.leaky_relu %x {alpha = 2.000000e-01 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// Bits decide: 0 is not -0, and a shape or an element type makes another constant.

// CHECK-LABEL: @constants
// CHECK-COUNT-4: nn.constant
// CHECK-NOT: nn.constant
// CHECK: nn.concat %a, %a, %b, %c
func.func @constants() -> (tensor<4xf32>, tensor<1xi32>) {
  %a = nn.constant {value = dense<0.000000e+00> : tensor<1xf32>} : () -> tensor<1xf32>
  %again = nn.constant {value = dense<0.000000e+00> : tensor<1xf32>} : () -> tensor<1xf32>
  %b = nn.constant {value = dense<-0.000000e+00> : tensor<1xf32>} : () -> tensor<1xf32>
  %c = nn.constant {value = dense<0x7FC00000> : tensor<1xf32>} : () -> tensor<1xf32>
  %i = nn.constant {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %y = nn.concat %a, %again, %b, %c {axis = 0 : i64} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  func.return %y, %i : tensor<4xf32>, tensor<1xi32>
}

// What stands outside serves a region; what stands in one branch does not serve the other.

// CHECK-LABEL: @regions
// CHECK: %a = nn.relu %x
// CHECK: nn.if %c ({
// CHECK-NEXT: nn.neg %a
// CHECK: nn.neg %a
func.func @regions(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.if %c ({
    %b = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
    %n = nn.neg %b : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %n : (tensor<2xf32>) -> ()
  }, {
    %n = nn.neg %a : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %n : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return %a, %y : tensor<2xf32>, tensor<2xf32>
}
