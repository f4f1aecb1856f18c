// RUN: not nn-opt %s --split-input-file --verify-diagnostics 2>&1 | filecheck %s
// RUN: not nn-opt %s --split-input-file --verify-diagnostics=only-expected 2>&1 | filecheck %s --check-prefix=ONLY

// CHECK: :{{[0-9]+}}:3: error: unexpected error: 'func.return' op has 0 operands
// CHECK-NEXT: func.return
// CHECK-NEXT: ^
// ONLY-NOT: unexpected
func.func @unexpected() -> i32 {
  func.return
}

// -----

// CHECK: error: expected error "never seen" was not produced
// CHECK-NEXT: expected-error
// CHECK-NEXT: ^~~~~~~~
// ONLY: error: expected error "never seen" was not produced
func.func @unmet() {
  // expected-error@+1 {{never seen}}
  func.return
}

// -----

// CHECK: error: 'error' diagnostic emitted when expecting a 'warning'
// CHECK: error: expected warning "has 0 operands" was not produced
func.func @kind() -> i32 {
  func.return // expected-warning {{has 0 operands}}
}

// -----

// CHECK: error: unexpected error: operand #0 does not dominate this use
// CHECK: error: expected error "operand #0" was not produced
func.func @wrong_line(%x: i32) {
  // expected-error@+3 {{operand #0}}
  "test.op"(%y) : (i32) -> ()
  // expected-note@+1 {{operand defined here}}
  %y = arith.addi %x, %x : i32
  func.return
}

// -----

// CHECK: error: invalid regex: unterminated character set
func.func @regex() {
  // expected-error-re@+1 {{a {{[}}}}
  func.return
}

// CHECK-NOT: unexpected
// ONLY-NOT: unexpected
