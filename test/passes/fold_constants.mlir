// RUN: nn-opt %s -p fold-constants | filecheck %s
// RUN: nn-opt %s -p 'fold-constants{force}' | filecheck %s --check-prefix=FORCE

// --- Values -------------------------------------------------------------------------------------

// CHECK-LABEL: @computed_once
// CHECK-NEXT: %c = nn.constant {value = dense<[3.000000e+00, 5.000000e+00]> : tensor<2xf32>} {{.*}} loc(fused<"fold-constants">["add", "two", "one"])
// CHECK-NEXT: nn.mul %x, %c
func.func @computed_once(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.constant {value = dense<[1.0, 3.0]> : tensor<2xf32>} : () -> tensor<2xf32> loc("one")
  %b = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32> loc("two")
  %c = nn.add %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32> loc("add")
  %y = nn.mul %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @larger_than_its_operands_stays
// CHECK: nn.gather
// FORCE-LABEL: @larger_than_its_operands_stays
// FORCE-NOT: nn.gather
// FORCE: func.return
func.func @larger_than_its_operands_stays() -> tensor<100x2xf32> {
  %t = nn.constant {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %i = nn.constant {value = dense<0> : tensor<100xi64>} : () -> tensor<100xi64>
  %y = nn.gather %t, %i : (tensor<2x2xf32>, tensor<100xi64>) -> tensor<100x2xf32>
  func.return %y : tensor<100x2xf32>
}

// CHECK-LABEL: @splats_stay_splats
// CHECK-NEXT: %z = nn.constant {value = dense<-1.000000e+00> : tensor<1000x1000x1000000xf32>}
// CHECK-NEXT: func.return %z
func.func @splats_stay_splats() -> tensor<1000x1000x1000000xf32> {
  %c = nn.constant {value = dense<1.0> : tensor<1x1x1000000xf32>} : () -> tensor<1x1x1000000xf32>
  %y = nn.broadcast %c {shape = [1000, 1000, 1]} : (tensor<1x1x1000000xf32>) -> tensor<1000x1000x1000000xf32>
  %z = nn.neg %y : (tensor<1000x1000x1000000xf32>) -> tensor<1000x1000x1000000xf32>
  func.return %z : tensor<1000x1000x1000000xf32>
}

// What an index out of range means is for the run of the network to tell.

// CHECK-LABEL: @what_fails_stays
// CHECK: nn.gather
func.func @what_fails_stays() -> tensor<f32> {
  %t = nn.constant {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %i = nn.constant {value = dense<7> : tensor<i64>} : () -> tensor<i64>
  %y = nn.gather %t, %i : (tensor<2xf32>, tensor<i64>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// CHECK-LABEL: @dequantize_stays
// CHECK: nn.dequantize
func.func @dequantize_stays() -> tensor<2xf32> {
  %q = nn.constant {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2xi8>
  %s = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %y = nn.dequantize %q, %s : (tensor<2xi8>, tensor<f32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// --- Shapes -------------------------------------------------------------------------------------

// CHECK-LABEL: @static_dims
// CHECK-NEXT: %n = nn.constant {value = dense<12> : tensor<i64>}
// CHECK-NEXT: func.return %n
func.func @static_dims(%x: tensor<?x3x4xf32>) -> tensor<i64> {
  %s = nn.shape_of %x {start = 1} : (tensor<?x3x4xf32>) -> tensor<2xi64>
  %n = nn.reduce_prod %s {axes = [0]} : (tensor<2xi64>) -> tensor<i64>
  func.return %n : tensor<i64>
}

// CHECK-LABEL: @heads
// CHECK-NEXT: %y = nn.reshape %x {shape = [0, 0, 12, 64]} : (tensor<?x?x768xf32>) -> tensor<?x?x12x64xf32>
// CHECK-NEXT: func.return %y
func.func @heads(%x: tensor<?x?x768xf32> {nn.dims = ["batch", "seq", 768]}) -> tensor<?x?x12x64xf32> {
  %s = nn.shape_of %x {end = 2} : (tensor<?x?x768xf32>) -> tensor<2xi64>
  %c = nn.constant {value = dense<[12, 64]> : tensor<2xi64>} : () -> tensor<2xi64>
  %t = nn.concat %s, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<4xi64>
  %y = nn.dynamic_reshape %x, %t : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x12x64xf32>
  func.return %y : tensor<?x?x12x64xf32>
}

// CHECK-LABEL: @what_is_left
// CHECK-NEXT: nn.reshape %x {shape = [-1, 64]}
func.func @what_is_left(%x: tensor<?x?x64xf32> {nn.dims = ["a", "b", 64]}) -> tensor<?x64xf32> {
  %s = nn.shape_of %x {end = 2} : (tensor<?x?x64xf32>) -> tensor<2xi64>
  %n = nn.reduce_prod %s {axes = [0], keepdims = true} : (tensor<2xi64>) -> tensor<1xi64>
  %c = nn.constant {value = dense<64> : tensor<1xi64>} : () -> tensor<1xi64>
  %t = nn.concat %n, %c : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %y = nn.dynamic_reshape %x, %t : (tensor<?x?x64xf32>, tensor<2xi64>) -> tensor<?x64xf32>
  func.return %y : tensor<?x64xf32>
}

// CHECK-LABEL: @two_unknown_sizes_stay
// CHECK: nn.dynamic_reshape
func.func @two_unknown_sizes_stay(%x: tensor<?x?xf32> {nn.dims = ["a", "b"]}) -> tensor<?x?xf32> {
  %s = nn.shape_of %x : (tensor<?x?xf32>) -> tensor<2xi64>
  %i = nn.constant {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  %t = nn.gather %s, %i : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %y = nn.dynamic_reshape %x, %t : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

// CHECK-LABEL: @broadcast_to_its_own_shape
// CHECK-NEXT: func.return %x
func.func @broadcast_to_its_own_shape(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %s = nn.shape_of %x : (tensor<?x3xf32>) -> tensor<2xi64>
  %y = nn.dynamic_broadcast %x, %s : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

// CHECK-LABEL: @broadcast_of_one_to_what_is_not_known_stays
// CHECK: nn.dynamic_broadcast
func.func @broadcast_of_one_to_what_is_not_known_stays(%x: tensor<?x3xf32>, %one: tensor<1x3xf32>) -> tensor<?x3xf32> {
  %s = nn.shape_of %x : (tensor<?x3xf32>) -> tensor<2xi64>
  %y = nn.dynamic_broadcast %one, %s : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}

// CHECK-LABEL: @slices
// CHECK-NEXT: nn.slice %x {axes = [0], ends = [-1], starts = [1]}
// CHECK-NEXT: nn.slice %x {axes = [0], ends = [9223372036854775807], starts = [1]}
func.func @slices(%x: tensor<?x4xf32> {nn.dims = ["n", 4]}) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %zero = nn.constant {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %one = nn.constant {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %last = nn.constant {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %n = nn.shape_of %x {end = 1} : (tensor<?x4xf32>) -> tensor<1xi64>
  %a = nn.dynamic_slice %x, %one, %last {axes = [0]} : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %b = nn.dynamic_slice %x, %one, %n {axes = [0]} : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %c = nn.dynamic_slice %x, %zero, %n {axes = [0]} : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  // CHECK-NEXT: func.return %a, %b, %x
  func.return %a, %b, %c : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: @others
// CHECK-NEXT: nn.pad %x {pads = [0, 1, 0, 2]}
// CHECK-NEXT: nn.tile %x {repeats = [2, 3]}
// CHECK-NEXT: nn.constant {value = dense<5.000000e-01> : tensor<2x3xf32>}
// CHECK-NEXT: nn.range {delta = 1 : i64, limit = 100 : i64, start = 0 : i64} : () -> tensor<100xi64>
// CHECK-NEXT: func.return
func.func @others(%x: tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi64>) {
  %p = nn.constant {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a = nn.dynamic_pad %x, %p {axes = [1]} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %s = nn.shape_of %x : (tensor<2x3xf32>) -> tensor<2xi64>
  %b = nn.dynamic_tile %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %c = nn.dynamic_full %s {fill = dense<0.5> : tensor<1xf32>} : (tensor<2xi64>) -> tensor<?x?xf32>
  %zero = nn.constant {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %one = nn.constant {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %n = nn.constant {value = dense<100> : tensor<i64>} : () -> tensor<i64>
  %d = nn.dynamic_range %zero, %n, %one : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  func.return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi64>
}

// Whole multiples are exact scales; what is half of an odd size is not.

// CHECK-LABEL: @resize
// CHECK: nn.resize %x {axes = [1], mode = "linear", scales = [2.000000e+00]}
// CHECK: nn.dynamic_resize %x
// CHECK: nn.resize %x {axes = [0], scales = [1.500000e+00]}
func.func @resize(%x: tensor<3x?xf32> {nn.dims = [3, "n"]}) -> (tensor<3x?xf32>, tensor<3x?xf32>, tensor<?x?xf32>) {
  %n = nn.shape_of %x {start = 1} : (tensor<3x?xf32>) -> tensor<1xi64>
  %two = nn.constant {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %m = nn.mul %n, %two : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %h = nn.div %n, %two : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %s = nn.constant {value = dense<1.5> : tensor<1xf32>} : () -> tensor<1xf32>
  %a = nn.dynamic_resize %x, %m {axes = [1], mode = "linear"} : (tensor<3x?xf32>, tensor<1xi64>) -> tensor<3x?xf32>
  %b = nn.dynamic_resize %x, %h {axes = [1]} : (tensor<3x?xf32>, tensor<1xi64>) -> tensor<3x?xf32>
  %c = nn.dynamic_resize %x, _, %s {axes = [0]} : (tensor<3x?xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  func.return %a, %b, %c : tensor<3x?xf32>, tensor<3x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: @one_hot_and_top_k
// CHECK: nn.one_hot {{.*}}depth = 4
// CHECK: nn.top_k %x {axis = 1 : i64, k = 2 : i64}
func.func @one_hot_and_top_k(%i: tensor<3xi64>, %x: tensor<3x4xf32>) -> (tensor<3x?xf32>, tensor<3x?xf32>, tensor<3x?xi64>) {
  %d = nn.shape_of %x {start = 1} : (tensor<3x4xf32>) -> tensor<1xi64>
  %v = nn.constant {value = dense<[0.0, 1.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %k = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %a = nn.dynamic_one_hot %i, %d, %v {axis = 1} : (tensor<3xi64>, tensor<1xi64>, tensor<2xf32>) -> tensor<3x?xf32>
  %b, %c = nn.dynamic_top_k %x, %k {axis = 1} : (tensor<3x4xf32>, tensor<i64>) -> (tensor<3x?xf32>, tensor<3x?xi64>)
  func.return %a, %b, %c : tensor<3x?xf32>, tensor<3x?xf32>, tensor<3x?xi64>
}

// --- Regions ------------------------------------------------------------------------------------

// CHECK-LABEL: @branch
// CHECK-NOT: nn.if
// CHECK: %a = nn.relu %x
// CHECK-NEXT: func.return %a
func.func @branch(%x: tensor<2xf32>) -> tensor<?xf32> {
  %s = nn.shape_of %x : (tensor<2xf32>) -> tensor<1xi64>
  %k = nn.constant {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %c = nn.equal %s, %k : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %y = nn.if %c ({
    %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %a : (tensor<2xf32>) -> ()
  }, {
    %b = nn.concat %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    nn.yield %b : (tensor<4xf32>) -> ()
  }) : (tensor<1xi1>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

// CHECK-LABEL: @inside_a_region
// CHECK: nn.if
// CHECK-NEXT: %k = nn.constant {value = dense<4.000000e+00> : tensor<f32>}
// CHECK-NEXT: nn.mul %x, %k
// CHECK-NEXT: nn.yield
func.func @inside_a_region(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.if %c ({
    %k = nn.mul %two, %two : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %a = nn.mul %x, %k : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    nn.yield %a : (tensor<2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// CHECK-LABEL: @no_turn
// CHECK-NEXT: %all = nn.constant {value = dense<> : tensor<0x2xf32>}
// CHECK-NEXT: func.return %x, %all
func.func @no_turn(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %n = nn.constant {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %y, %all = nn.loop %n, _, %x ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %s: tensor<2xf32>):
    %t = nn.relu %s : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %go, %t, %t : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>)
  func.return %y, %all : tensor<2xf32>, tensor<?x2xf32>
}
