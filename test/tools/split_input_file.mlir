// RUN: not nn-opt %s --split-input-file 2>%t | filecheck %s
// RUN: filecheck %s --check-prefix=ERROR < %t
// RUN: not nn-opt %s --split-input-file='// @@@' 2>&1 | filecheck %s --check-prefix=MARKER
// RUN: not nn-opt %s 2>&1 | filecheck %s --check-prefix=WHOLE

// CHECK: func.func @first
func.func @first() {
  func.return
}

// CHECK: {{^}}// -----
// -----

func.func @bad(%x: i32) -> i32 {
  %y = arith.addi %z, %x : i32
  func.return %y : i32
}
// ERROR: split_input_file.mlir:15:19: error: use of undeclared SSA value name
// ERROR-NEXT: %y = arith.addi %z, %x : i32
// ERROR-NEXT: ^~

// CHECK-NEXT: {{^}}// -----
// -----

// CHECK: func.func @last
func.func @last() {
  func.return
}

// ----- this is no marker: it does not stand alone

// @@@

// -----

func.func @last() {
  func.return %w : i32
}
// ERROR: split_input_file.mlir:37:15: error: use of undeclared SSA value name
// MARKER: split_input_file.mlir:15:19: error: use of undeclared SSA value name
// MARKER: split_input_file.mlir:37:15: error: use of undeclared SSA value name
// WHOLE-NOT: split_input_file.mlir:37
// WHOLE: split_input_file.mlir:15:19: error: use of undeclared SSA value name
// WHOLE-NOT: split_input_file.mlir:37
