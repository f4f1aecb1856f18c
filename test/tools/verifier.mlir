// RUN: INVALID

func.func @no_terminator(%x: i32) {
  // expected-error@+1 {{block with no terminator, has 'arith.addi'}}
  %y = arith.addi %x, %x : i32
}

// -----

// expected-error@+1 {{empty block: expect at least a terminator}}
"func.func"() <{sym_name = "empty", function_type = () -> ()}> ({
^bb0:
}) : () -> ()

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func private @f()
func.func private @g()
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

func.func @operation_in_the_middle() {
  // expected-error@+1 {{'cf.br' op must be the last operation in the parent block}}
  "cf.br"() [^bb1] : () -> ()
  func.return
^bb1:
  func.return
}

// -----

// A fault inside does not hide one of the operation around it.
// expected-error@+1 {{'func.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0(%x: i64):
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "test.op"(%y) : (i32) -> ()
  // expected-note@+1 {{operand defined here}}
  %y = "test.op"() : () -> i32
  func.return
}) : () -> ()
