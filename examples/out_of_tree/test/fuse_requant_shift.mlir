// RUN: nn-opt %s -p fuse-requant-shift | filecheck %s

// CHECK-LABEL: func.func @signed
// CHECK: nn.custom %x, %{{.*}}, %{{.*}} {domain = "PACTOps", framework = "onnx", operator = "RequantShift"
// CHECK-SAME: div = dense<4.000000e+00> : tensor<f32>
// CHECK-SAME: n_levels_out = dense<2.560000e+02> : tensor<f32>
// CHECK-SAME: signed = dense<1.000000e+00> : tensor<f32>
func.func @signed(%x: tensor<2xf32>) -> tensor<2xf32> {
  %mul = nn.constant {value = dense<3.0> : tensor<f64>} : () -> tensor<f64>
  %add = nn.constant {value = dense<1.0> : tensor<f64>} : () -> tensor<f64>
  %div = nn.constant {value = dense<4.0> : tensor<f64>} : () -> tensor<f64>
  %half = nn.constant {value = dense<0.5> : tensor<f64>} : () -> tensor<f64>
  %low = nn.constant {value = dense<-128.0> : tensor<f64>} : () -> tensor<f64>
  %high = nn.constant {value = dense<127.0> : tensor<f64>} : () -> tensor<f64>
  %0 = nn.cast %x {to = f64} : (tensor<2xf32>) -> tensor<2xf64>
  %1 = nn.mul %0, %mul : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %2 = nn.add %1, %add : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %3 = nn.div %2, %div : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %4 = nn.add %3, %half : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %5 = nn.floor %4 : (tensor<2xf64>) -> tensor<2xf64>
  %6 = nn.clip %5, %low, %high : (tensor<2xf64>, tensor<f64>, tensor<f64>) -> tensor<2xf64>
  %7 = nn.cast %6 {to = f32} : (tensor<2xf64>) -> tensor<2xf32>
  func.return %7 : tensor<2xf32>
}

// CHECK-LABEL: func.func @truncated_stays
// CHECK-NOT: nn.custom
func.func @truncated_stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %mul = nn.constant {value = dense<3.0> : tensor<f64>} : () -> tensor<f64>
  %add = nn.constant {value = dense<1.0> : tensor<f64>} : () -> tensor<f64>
  %div = nn.constant {value = dense<4.0> : tensor<f64>} : () -> tensor<f64>
  %none = nn.constant {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
  %low = nn.constant {value = dense<-128.0> : tensor<f64>} : () -> tensor<f64>
  %high = nn.constant {value = dense<127.0> : tensor<f64>} : () -> tensor<f64>
  %0 = nn.cast %x {to = f64} : (tensor<2xf32>) -> tensor<2xf64>
  %1 = nn.mul %0, %mul : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %2 = nn.add %1, %add : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %3 = nn.div %2, %div : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %4 = nn.add %3, %none : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %5 = nn.floor %4 : (tensor<2xf64>) -> tensor<2xf64>
  %6 = nn.clip %5, %low, %high : (tensor<2xf64>, tensor<f64>, tensor<f64>) -> tensor<2xf64>
  %7 = nn.cast %6 {to = f32} : (tensor<2xf64>) -> tensor<2xf32>
  func.return %7 : tensor<2xf32>
}
