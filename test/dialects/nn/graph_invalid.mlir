// RUN: INVALID

// expected-error@+1 {{'nn.graph' op must end in nn.yield}}
nn.graph @no_yield(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{block with no terminator, has 'nn.relu'}}
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
}

// -----

// expected-error@+1 {{'nn.graph' op has the type (i32) -> i32, but yields other results}}
nn.graph @yields_two(%x: i32) -> i32 {
  nn.yield %x, %x : (i32, i32) -> ()
}

// -----

// expected-error@+1 {{'nn.graph' op has the type (f32) -> i32, but its block other arguments}}
"nn.graph"() <{function_type = (f32) -> i32, sym_name = "g"}> ({
^bb0(%x: i32):
  nn.yield %x : (i32) -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'nn.graph' op needs one region of one block}}
nn.graph @no_body(%x: i32) -> i32

// -----

// expected-error@+1 {{'nn.graph' op needs a sym_name and a function_type}}
"nn.graph"() <{function_type = () -> (), sym_name = 3 : i32}> ({
  nn.yield : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'nn.graph' op needs 1 dictionaries as its arg_attrs, not []}}
"nn.graph"() <{arg_attrs = [], function_type = (i32) -> (), sym_name = "g"}> ({
^bb0(%x: i32):
  nn.yield : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'nn.graph' op needs 0 dictionaries as its res_attrs, not 3 : i32}}
"nn.graph"() <{function_type = () -> (), res_attrs = 3 : i32, sym_name = "g"}> ({
  nn.yield : () -> ()
}) : () -> ()

// -----

nn.graph @captures() -> i32 {
  // expected-error@+1 {{use of undeclared SSA value name}}
  nn.yield %x : (i32) -> ()
}

// -----

nn.graph @yield_with_a_result() {
  // expected-error@+1 {{'nn.yield' op has operands only}}
  %x = nn.yield : () -> i32
}

// -----

nn.graph @undefined_without_a_name() {
  // expected-error@+1 {{string literal expected}}
  %x = nn.undefined 3 : i32
  nn.yield : () -> ()
}

// -----

// expected-error@+1 {{'nn.undefined' op needs a name and has one result}}
%u = "nn.undefined"() : () -> i32
