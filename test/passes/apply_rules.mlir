// RUN: nn-opt %s --apply-rules='file=%S/Inputs/rules/features.nnrule' | filecheck %s
// RUN: nn-opt %s --apply-rules='file=%S/Inputs/rules/features.nnrule exact=true' | filecheck %s --check-prefix=EXACT
// RUN: nn-opt %s --apply-rules='file=%S/Inputs/rules/features.nnrule fast-math=true' | filecheck %s --check-prefix=FAST
// RUN: nn-opt %s -p 'apply-rules{file=neutral}' | filecheck %s --check-prefix=SHIPPED
// RUN: nn-opt %s --apply-rules='file=%S/Inputs/rules/features.nnrule' --mlir-pass-statistics 2>&1 >/dev/null | filecheck %s --check-prefix=COUNT
// RUN: not nn-opt %s --apply-rules='file=arithmetics' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not nn-opt %s --apply-rules='file=none.nnrule' 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not nn-opt %s --apply-rules='file=%S/Inputs/rules/malformed.nnrule' 2>&1 | filecheck %s --check-prefix=FAULTS

// COUNT: num-halved-relu {{ *}} - Number of times that the rule halved-relu acted
// COUNT: num-concat-of-concat
// NAME: arithmetics: error: 'arithmetics' is no file '*.nnrule' and no rule set; did you mean 'arithmetic'?
// FILE: none.nnrule: error: cannot open rule file 'none.nnrule': No such file or directory

// Both alternatives of a pattern, in the order of the operands that is there.

// CHECK-LABEL: @halved
// CHECK-NEXT: %[[HALF:.*]] = nn.constant {value = dense<5.000000e-01> : tensor<f32>}
// CHECK-NEXT: %[[H:.*]] = nn.mul %x, %[[HALF]] : {{.*}} loc(fused<"apply-rules">["y", "half", "r"])
// CHECK: nn.relu %[[H]]
// CHECK: nn.relu
// CHECK-NOT: nn.div
// CHECK: func.return
func.func @halved(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32> loc("half")
  %two = nn.constant {value = dense<2.0> : tensor<2xf32>} : () -> tensor<2xf32> loc("two")
  %r = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32> loc("r")
  %y = nn.mul %half, %r : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32> loc("y")
  %s = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32> loc("s")
  %z = nn.div %s, %two : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("z")
  func.return %y, %z : tensor<2xf32>, tensor<2xf32>
}

// Another reader, another number, a division the other way round, a type that grows.

// CHECK-LABEL: @not_halved
// CHECK: nn.relu %x
// CHECK: nn.mul
// CHECK: nn.relu %x
// CHECK: nn.mul
// CHECK: nn.relu %x
// CHECK: nn.div
// CHECK: nn.relu %x
// CHECK: nn.mul
func.func @not_halved(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) {
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %third = nn.constant {value = dense<0.3> : tensor<f32>} : () -> tensor<f32>
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %column = nn.constant {value = dense<0.5> : tensor<3x1xf32>} : () -> tensor<3x1xf32>
  %r = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %a = nn.mul %half, %r : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %s = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.mul %s, %third : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %t = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.div %two, %t : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %u = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %d = nn.mul %u, %column : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  func.return %r, %a, %b, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>
}

// Any number of operands, in their order.

// CHECK-LABEL: @concats
// CHECK-NEXT: nn.concat %x, %y, %z {axis = 1 : i64}
// CHECK-NEXT: func.return
func.func @concats(%x: tensor<1x1xf32>, %y: tensor<1x2xf32>, %z: tensor<1x3xf32>) -> tensor<1x6xf32> {
  %a = nn.concat %x, %y {axis = 1 : i64} : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x3xf32>
  %b = nn.concat %a, %z {axis = 1 : i64} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x6xf32>
  func.return %b : tensor<1x6xf32>
}

// CHECK-LABEL: @concats_on_different_axes_stay
// CHECK: nn.concat %x, %x
// CHECK-NEXT: nn.concat
func.func @concats_on_different_axes_stay(%x: tensor<1x1xf32>, %y: tensor<2x2xf32>) -> tensor<2x3xf32> {
  %a = nn.concat %x, %x : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<2x1xf32>
  %b = nn.concat %a, %y {axis = 1 : i64} : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  func.return %b : tensor<2x3xf32>
}

// Two numbers become one, but not with `exact`.

// CHECK-LABEL: @scaled
// CHECK-NEXT: %[[SIX:.*]] = nn.constant {value = dense<6.000000e+00> : tensor<f32>}
// CHECK-NEXT: nn.mul %x, %[[SIX]]
// CHECK-NEXT: func.return
// EXACT-LABEL: @scaled
// EXACT: nn.mul
// EXACT: nn.mul
func.func @scaled(%x: tensor<2xf32>) -> tensor<2xf32> {
  %two = nn.constant {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
  %three = nn.constant {value = dense<3.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %a = nn.mul %x, %two : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = nn.mul %three, %a : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %b : tensor<2xf32>
}

// CHECK-LABEL: @log_of_exp
// CHECK: nn.log
// FAST-LABEL: @log_of_exp
// FAST-NEXT: func.return %x
func.func @log_of_exp(%x: tensor<2xf32>) -> tensor<2xf32> {
  %e = nn.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.log %e : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// SHIPPED-LABEL: @neutral
// SHIPPED-NEXT: func.return %x, %n
func.func @neutral(%x: tensor<?x2xf32>, %n: tensor<2xi32>) -> (tensor<?x2xf32>, tensor<2xi32>) {
  %one = nn.constant {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %zero = nn.constant {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %y = nn.mul %one, %x : (tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = nn.add %n, %zero : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return %y, %m : tensor<?x2xf32>, tensor<2xi32>
}

// -0 + 0 is 0; a dim `?` beside one that the constant makes known.

// SHIPPED-LABEL: @not_neutral
// SHIPPED: nn.add %x
// SHIPPED: nn.mul %x
func.func @not_neutral(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<3xf32>) {
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<3xf32>} : () -> tensor<3xf32>
  %y = nn.add %x, %zero : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %z = nn.mul %x, %one : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return %y, %z : tensor<?xf32>, tensor<3xf32>
}

// Every fault of a file, each with its place.

// FAULTS: malformed.nnrule:1:1: error: expected 'rule' or 'pattern', found 'rul'; did you mean 'rule'?
// FAULTS: malformed.nnrule:3:12: error: 'exakt' is no law: exact, real or fast; did you mean 'exact'?
// FAULTS-NEXT: rule law : exakt {
// FAULTS-NEXT: {{^}}           ^~~~~
// FAULTS: malformed.nnrule:4:16: error: there is no operator 'nn.rellu'; did you mean 'nn.relu'?
// FAULTS: malformed.nnrule:9:3: error: expected 'match', found 'mach'; did you mean 'match'?
// FAULTS: malformed.nnrule:15:5: error: '%h' does not lead to the last line, the root
// FAULTS: malformed.nnrule:16:10: error: 'nn.conv' takes x, w, b?, and gets 1 here
// FAULTS: malformed.nnrule:16:22: error: 'nn.conv' has no property 'stride'; did you mean 'strides'?
// FAULTS: malformed.nnrule:16:45: error: has 'nhw' where one of nchw, nhwc belongs as its 'layout'; did you mean 'nhwc'?
// FAULTS: malformed.nnrule:16:61: error: 'groups' is an integer, and this is a text
// FAULTS: malformed.nnrule:18:9: error: there is no function 'rnk'; did you mean 'rank'?
// FAULTS: malformed.nnrule:18:23: error: '%x' need not be a constant: add 'const %x' to the match
// FAULTS: malformed.nnrule:18:31: error: '$g' is not bound
// FAULTS: malformed.nnrule:18:40: error: cannot compare a number and an element type
// FAULTS: malformed.nnrule:19:19: error: '%z' is not bound
// FAULTS: malformed.nnrule:22:6: error: what 'swapped' makes it matches again: it would never end
// FAULTS: malformed.nnrule:28:42: error: '$slope' is not used; write '$_' for what does not matter
// FAULTS: malformed.nnrule:29:7: error: '$half' is not used
// FAULTS: malformed.nnrule:34:8: error: pattern 'twice' contains itself
// FAULTS: malformed.nnrule:39:13: error: expected {{.*}}found the end of the rule
// FAULTS: malformed.nnrule:42:16: error: there is no pattern 'thrice' in this file; did you mean 'twice'?
