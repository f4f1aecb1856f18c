// RUN: nn-opt %s --pass-pipeline='builtin.module(apply-edits{script="%S/Inputs/edits/change.nnedit"})' | filecheck %s --strict-whitespace
// RUN: nn-opt %s --pass-pipeline='builtin.module(apply-edits{script="%S/Inputs/edits/change.nnedit"})' --dry-run -o %t.mlir | filecheck %s --check-prefix=DRY
// RUN: not ls %t.mlir 2>&1 | filecheck %s --check-prefix=GONE
// RUN: not nn-opt %s --apply-edits='script="%S/Inputs/edits/wrong.nnedit"' 2>&1 | filecheck %s --check-prefix=WRONG
// RUN: not nn-opt %s --apply-edits='script=nowhere.nnedit' 2>&1 | filecheck %s --check-prefix=NOWHERE
// RUN: not nn-opt %s --canonical --dry-run 2>&1 | filecheck %s --check-prefix=NONE

func.func @chain(%x: tensor<1x2x8x8xf32> {nn.name = "x"}) -> (tensor<1x2x4x4xf32> {nn.name = "y"}) {
  %w = nn.constant {value = dense<0.5> : tensor<2x2x3x3xf32>} : () -> tensor<2x2x3x3xf32> loc("w")
  %a = nn.conv %x, %w {pads = [1, 1, 1, 1]} : (tensor<1x2x8x8xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x8x8xf32> loc("first")
  %b = nn.relu %a : (tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> loc("relu")
  %c = nn.conv %b, %w {pads = [1, 1, 1, 1], strides = [2, 2]} : (tensor<1x2x8x8xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x4x4xf32> loc("second")
  %y = nn.tanh %c : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> loc("tanh")
  func.return %y : tensor<1x2x4x4xf32>
}

// The types behind a changed stride follow, up to the function's; names are those of the script.
//      CHECK:func.func @chain(%image: tensor<1x2x8x8xf32> {nn.name = "image"})
// CHECK-SAME: -> (tensor<1x2x8x8xf32> {nn.name = "y"}, tensor<1x2x8x8xf32> {nn.name = "features"}) {
// CHECK-NEXT:    %w = nn.constant
// CHECK-NEXT:    %a = nn.conv %image, %w {pads = [1, 1, 1, 1]} : {{.*}} -> tensor<1x2x8x8xf32> loc("first")
// CHECK-NEXT:    %c = nn.conv %a, %w {pads = [1, 1, 1, 1], strides = [1, 1]} : {{.*}} -> tensor<1x2x8x8xf32> loc("second")
// CHECK-NEXT:    %leaky = nn.leaky_relu %c {alpha = 1.000000e-01 : f64} : {{.*}} loc("leaky")
// CHECK-NEXT:    %y = nn.tanh %leaky : {{.*}} -> tensor<1x2x8x8xf32> loc("tanh")
// CHECK-NEXT:    func.return %y, %a : tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>

// A dry run tells the change and writes no file.
//      DRY:@chain: 4 nodes
// DRY-NEXT:  ~ renamed   input %"x" -> %"image"
// DRY-NEXT:  - removed   nn.relu "relu": readers %"b" -> %"a"
// DRY-NEXT:  ~ changed   nn.conv "second": strides [2, 2] -> [1, 1]
// DRY-NEXT:  ~ retyped   %"c": tensor<1x2x4x4xf32> -> tensor<1x2x8x8xf32> (and 1 value after it)
// DRY-NEXT:  + added     nn.leaky_relu "leaky": readers %"c" -> %"leaky"
// DRY-NEXT:  + added     output "features"
//  DRY-NOT:module
//     GONE: No such file

// Every mistake is told where it stands.
//      WRONG:Inputs/edits/wrong.nnedit:1:8: error: no node has the name 'rleu'; did you mean 'relu'?
// WRONG-NEXT:bypass "rleu"
// WRONG-NEXT:{{^}}       ^
// WRONG-NEXT:Inputs/edits/wrong.nnedit:2:14: error: 'nn.conv' has no property 'stride'; did you mean 'strides'?
// WRONG-NEXT:set "second" stride = [1, 1]
// WRONG-NEXT:{{^}}             ^

//    NOWHERE: error: cannot open edit script 'nowhere.nnedit': No such file or directory
//       NONE:nn-opt: error: '-dry-run' option needs a pipeline with 'apply-edits'
