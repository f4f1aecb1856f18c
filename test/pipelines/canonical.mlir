// RUN: nn-opt %s -p canonical | filecheck %s
// RUN: nn-opt %s -p 'canonical{exact}' | filecheck %s --check-prefix=EXACT
// RUN: nn-opt %s -p canonical | nn-opt -p canonical | filecheck %s

// What an exporter makes of one fully connected layer with a bias, and of a flatten.

// CHECK-LABEL: @dense
// CHECK: nn.reshape %x {shape = [0, 6]}
// CHECK: nn.gemm
// CHECK-NOT: nn.shape_of
// CHECK-NOT: nn.add
// EXACT-LABEL: @dense
// EXACT: nn.reshape %x {shape = [0, 6]}
// EXACT: nn.matmul
// EXACT: nn.add
func.func @dense(%x: tensor<?x2x3xf32> {nn.dims = ["batch", 2, 3], nn.size = [4]}, %w: tensor<6x2xf32>) -> tensor<?x2xf32> {
  %s = nn.shape_of %x : (tensor<?x2x3xf32>) -> tensor<3xi64>
  %i = nn.constant {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %b = nn.gather %s, %i {axis = 0 : i64} : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %r = nn.constant {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %t = nn.concat %b, %r {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %f = nn.dynamic_reshape %x, %t : (tensor<?x2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %m = nn.matmul %f, %w : (tensor<?x?xf32>, tensor<6x2xf32>) -> tensor<?x2xf32>
  %c = nn.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %y = nn.add %m, %c : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}

// The order in the file does not matter, duplicates are one, what nobody reads is gone.

// CHECK-LABEL: @any_order
// CHECK-NEXT: %a = nn.relu %x
// CHECK-NEXT: %b = nn.neg %a
// CHECK-NEXT: nn.add %a, %b
// CHECK-NEXT: func.return
func.func @any_order(%x: tensor<2xf32>) -> tensor<2xf32> {
  %d = nn.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.neg %c : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
