// RUN: INVALID

func.func @same_line() -> i32 {
  func.return // expected-error {{has 0 operands, but enclosing function}}
}

// -----

func.func @next_line() -> i32 {
  // expected-error@+1 {{has 0 operands}}
  func.return
}

// -----

func.func @lines_before() -> i32 {
  func.return

  // expected-error@-2 {{has 0 operands}}
}

// -----

func.func @above() -> i32 {
  func.return
  // expected-error@above {{has 0 operands}}
}

// -----

func.func @below() -> i32 {
  // expected-error-re @below {{has 0 {{[a-z]+}}, but enclosing}}
  func.return
}

// -----

func.func @note(%x: i32) {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "test.op"(%y) : (i32) -> ()
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %y = arith.addi %x, %x : i32
  func.return
}

// -----

// expected-error@unknown {{operand #0 does not dominate this use}}
func.func @unknown() {
  "test.op"(%y) : (i32) -> () loc("a")
  // expected-note@unknown {{operand defined here}}
  %y = "test.op"() : () -> i32 loc("b")
  func.return
}

// -----

func.func @parse_error() {
  // expected-error@+1 {{use of undeclared SSA value name}}
  "test.op"(%y) : (i32) -> ()
  func.return
}

// -----

func.func @nothing_wrong() {
  func.return
}
