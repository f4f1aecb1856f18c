// RUN: INVALID

func.func @cycle(%x: i32) {
  // expected-error@+1 {{operand #1 does not dominate this use}}
  %a = arith.addi %x, %b : i32
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %b = arith.addi %a, %x : i32
  func.return
}

// -----

func.func @itself(%x: i32) {
  // expected-error@+2 {{operand #0 does not dominate this use}}
  // expected-note@+1 {{operand defined here (op in the same block)}}
  %a = arith.addi %a, %x : i32
  func.return
}

// -----

func.func @captured_too_early(%c: i1, %x: i32) {
  scf.if %c {
    // expected-error@+1 {{operand #0 does not dominate this use}}
    "test.op"(%y) : (i32) -> ()
  }
  // expected-note@+1 {{operand defined here (op in a parent region)}}
  %y = arith.addi %x, %x : i32
  func.return
}

// -----

func.func @captured(%c: i1, %x: i32) {
  %y = arith.addi %x, %x : i32
  scf.if %c {
    %z = arith.addi %y, %x : i32
    scf.if %c {
      "test.op"(%y, %z) : (i32, i32) -> ()
    }
  }
  func.return
}

// -----

func.func @branches(%c: i1, %x: i32) {
  cf.cond_br %c, ^one, ^two
^one:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %y = arith.addi %x, %x : i32
  cf.br ^two
^two:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "test.op"(%y) : (i32) -> ()
  func.return
}

// -----

// expected-note@+1 {{operand defined as a block argument (block #1 in the same region)}}
func.func @argument(%c: i1) {
  cf.cond_br %c, ^one(%c : i1), ^two
^one(%y: i1):
  cf.br ^two
^two:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "test.op"(%y) : (i1) -> ()
  func.return
}

// -----

func.func @dominated(%c: i1, %x: i32) {
  %y = arith.addi %x, %x : i32
  cf.cond_br %c, ^one, ^two
^one:
  %z = arith.addi %y, %x : i32
  cf.br ^three(%z : i32)
^two:
  cf.br ^three(%y : i32)
^three(%w: i32):
  "test.op"(%w, %y) : (i32, i32) -> ()
  cf.cond_br %c, ^one, ^four
^four:
  "test.op"(%w, %y) : (i32, i32) -> ()
  func.return
}

// -----

// What control never reaches may use anything.
func.func @unreachable() {
  func.return
^one:
  %a = "test.op"(%b) : (i32) -> i32
  %b = "test.op"(%a) : (i32) -> i32
  cf.br ^one
}

// -----

// A module is a graph region: order means nothing in it.
"test.op"(%later) : (i32) -> ()
%later = "test.op"() : () -> i32
