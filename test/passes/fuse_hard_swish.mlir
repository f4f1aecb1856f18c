// RUN: nn-opt %s -p fuse-hard-swish | filecheck %s

// CHECK-LABEL: @swish
// CHECK-NEXT: nn.hard_swish %x : {{.*}} loc(fused<"fuse-hard-swish">["div", "mul", "clip", "add"
// CHECK-NEXT: func.return
func.func @swish(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %three = nn.constant {value = dense<3.0> : tensor<f32>} : () -> tensor<f32> loc("three")
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32> loc("zero")
  %six = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32> loc("six")
  %a = nn.add %x, %three : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32> loc("add")
  %c = nn.clip %a, %zero, %six : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32> loc("clip")
  %m = nn.mul %x, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc("mul")
  %y = nn.div %m, %six : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32> loc("div")
  func.return %y : tensor<2x3xf32>
}

// CHECK-LABEL: @in_another_order
// CHECK-NEXT: nn.hard_swish %x
// CHECK-NEXT: func.return
func.func @in_another_order(%x: tensor<?x3xf16>) -> tensor<?x3xf16> {
  %three = nn.constant {value = dense<3.0> : tensor<3xf16>} : () -> tensor<3xf16>
  %zero = nn.constant {value = dense<0.0> : tensor<f16>} : () -> tensor<f16>
  %six = nn.constant {value = dense<6.0> : tensor<f16>} : () -> tensor<f16>
  %sixth = nn.constant {value = dense<1.666870e-01> : tensor<1x1xf16>} : () -> tensor<1x1xf16>
  %a = nn.add %three, %x : (tensor<3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  %c = nn.clip %a, %zero, %six : (tensor<?x3xf16>, tensor<f16>, tensor<f16>) -> tensor<?x3xf16>
  %g = nn.mul %sixth, %c : (tensor<1x1xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  %y = nn.mul %g, %x : (tensor<?x3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  func.return %y : tensor<?x3xf16>
}

// CHECK-LABEL: @sigmoid
// CHECK-NEXT: nn.hard_sigmoid %x {alpha = 0.16666666666666666 : f64}
// CHECK-NEXT: func.return
func.func @sigmoid(%x: tensor<2xf32>) -> tensor<2xf32> {
  %three = nn.constant {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %six = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32>
  %a = nn.add %x, %three : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %c = nn.clip %a, %zero, %six : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %y = nn.div %c, %six : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @times_sigmoid
// CHECK-NEXT: nn.hard_swish %x
// CHECK-NEXT: func.return
func.func @times_sigmoid(%x: tensor<2xf32>) -> tensor<2xf32> {
  %g = nn.hard_sigmoid %x {alpha = 0.1666667 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.mul %g, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @other_numbers_stay
// CHECK-NOT: nn.hard_swish
func.func @other_numbers_stay(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %three = nn.constant {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %near = nn.constant {value = dense<3.001> : tensor<f32>} : () -> tensor<f32>
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %six = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32>
  %five = nn.constant {value = dense<5.0> : tensor<f32>} : () -> tensor<f32>
  %a = nn.add %x, %near : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = nn.clip %a, %zero, %six : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %c = nn.mul %x, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = nn.div %c, %six : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %e = nn.add %x, %three : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %f = nn.clip %e, %zero, %five : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %g = nn.mul %x, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %h = nn.div %g, %six : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %s = nn.hard_sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  %t = nn.mul %s, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %d, %h, %t : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @of_another_value_stays
// CHECK: nn.hard_sigmoid
// CHECK: nn.mul
func.func @of_another_value_stays(%x: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %g = nn.hard_sigmoid %x {alpha = 0.1666667 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.mul %g, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// A constant of equal elements may make the result larger.

// CHECK-LABEL: @that_enlarges_stays
// CHECK-NOT: nn.hard_swish
func.func @that_enlarges_stays(%x: tensor<?xf32> {nn.size = [1]}) -> tensor<?xf32> {
  %three = nn.constant {value = dense<3.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %six = nn.constant {value = dense<6.0> : tensor<f32>} : () -> tensor<f32>
  %a = nn.add %x, %three : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %c = nn.clip %a, %zero, %six : (tensor<?xf32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  %m = nn.mul %x, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %y = nn.div %m, %six : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

// CHECK-LABEL: @of_integers_stays
// CHECK-NOT: nn.hard_swish
func.func @of_integers_stays(%x: tensor<2xi32>) -> tensor<2xi32> {
  %three = nn.constant {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %zero = nn.constant {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %six = nn.constant {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %a = nn.add %x, %three : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %c = nn.clip %a, %zero, %six : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %m = nn.mul %x, %c : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %y = nn.div %m, %six : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %y : tensor<2xi32>
}
