// RUN: nn-opt %s -p fuse-gelu | filecheck %s

// CHECK-LABEL: @by_erf
// CHECK: nn.gelu %x :
// CHECK-NOT: nn.erf
func.func @by_erf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %root = nn.constant {value = dense<1.41421354> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %d = nn.div %x, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e = nn.erf %d : (tensor<4xf32>) -> tensor<4xf32>
  %a = nn.add %e, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %m = nn.mul %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %m, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// CHECK-LABEL: @by_tanh
// CHECK: nn.gelu %x {approximate = "tanh"}
// CHECK-NOT: nn.tanh
func.func @by_tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %cubic = nn.constant {value = dense<0.044715> : tensor<f32>} : () -> tensor<f32>
  %three = nn.constant {value = dense<3.0> : tensor<f32>} : () -> tensor<f32>
  %root = nn.constant {value = dense<0.797884583> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %p = nn.pow %x, %three : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = nn.mul %cubic, %p : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %s = nn.add %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nn.mul %s, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %t = nn.tanh %r : (tensor<4xf32>) -> tensor<4xf32>
  %a = nn.add %one, %t : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %h = nn.mul %half, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %h, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// CHECK-LABEL: @of_another_width_stays
// CHECK: nn.erf
func.func @of_another_width_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  %root = nn.constant {value = dense<1.5> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %d = nn.div %x, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e = nn.erf %d : (tensor<4xf32>) -> tensor<4xf32>
  %a = nn.add %e, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %m = nn.mul %x, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %m, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// CHECK-LABEL: @of_another_value_stays
// CHECK: nn.erf
func.func @of_another_value_stays(%x: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %root = nn.constant {value = dense<1.41421354> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %d = nn.div %x, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e = nn.erf %d : (tensor<4xf32>) -> tensor<4xf32>
  %a = nn.add %e, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %m = nn.mul %z, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %m, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// CHECK-LABEL: @of_another_power_stays
// CHECK-NOT: nn.gelu
func.func @of_another_power_stays(%x: tensor<4xf32> {nn.range = [0.5, 2.0]}) -> tensor<4xf32> {
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %power = nn.constant {value = dense<3.5> : tensor<f32>} : () -> tensor<f32>
  %cubic = nn.constant {value = dense<0.044715> : tensor<f32>} : () -> tensor<f32>
  %root = nn.constant {value = dense<0.7978846> : tensor<f32>} : () -> tensor<f32>
  %a = nn.pow %x, %power : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %b = nn.mul %a, %cubic : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = nn.add %x, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d = nn.mul %c, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e = nn.tanh %d : (tensor<4xf32>) -> tensor<4xf32>
  %f = nn.add %e, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %g = nn.mul %x, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nn.mul %g, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
