// RUN: INVALID

// What is wrong with the line that all operators share.

func.func @no_such_operator(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'nn.rellu' is unknown; did you mean 'nn.relu'?}}
  %y = nn.rellu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @too_many_operands(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has 2 operands; x belong to it}}
  %y = nn.relu %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @too_few_operands() {
  // expected-error@+1 {{'nn.conv' op has 0 operands; x w ?b belong to it}}
  %y = nn.conv : () -> tensor<2xf32>
  func.return
}

// -----

func.func @hole_where_one_is_required(%x: tensor<2xf32>) {
  // expected-error@+1 {{operand #0 of 'nn.add' must not be absent}}
  %y = nn.add _, %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @hole_behind_the_last(%x: tensor<2xf32>) {
  // expected-error@+1 {{operand #1 of 'nn.relu' must not be absent}}
  %y = nn.relu %x, _ : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @too_many_types(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected 1 operand type but had 2}}
  %y = nn.relu %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @other_type(%x: tensor<2xf32>) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'tensor<3xf32>' vs 'tensor<2xf32>'}}
  %y = nn.relu %x : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @no_tensor(%x: i32) {
  // expected-error@+1 {{'nn.relu' op operand #0 must be a tensor, but is i32}}
  %y = nn.relu %x : (i32) -> i32
  func.return
}

// -----

func.func @no_rank(%x: tensor<*xf32>) {
  // expected-error@+1 {{'nn.reduce_sum' op operand #0 has no rank: tensor<*xf32>}}
  %y = nn.reduce_sum %x {axes = [0]} : (tensor<*xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @two_results(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has 2 results; its operands give 1}}
  %y, %z = nn.relu %x : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @other_result(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has result tensor<3xf32>, but its operands give tensor<2xf32>}}
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @no_such_property(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.reduce_sum' op has no property 'axis'; did you mean 'axes'?}}
  %y = nn.reduce_sum %x {axis = [0]} : (tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @attribute_without_a_dot(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has no property 'note'}}
  %y = "nn.relu"(%x) {note} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @no_list(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.reduce_sum' op has 'all' where a list of integers belongs as its 'axes'}}
  %y = nn.reduce_sum %x {axes = "all"} : (tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @no_integers(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.reduce_sum' op has [1.000000e+00 : f64] where a list of integers belongs as its 'axes'}}
  %y = nn.reduce_sum %x {axes = [1.0]} : (tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @no_flag(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.reduce_sum' op has 1 : i64 where true or false belongs as its 'keepdims'}}
  %y = nn.reduce_sum %x {axes = [0], keepdims = 1} : (tensor<2xf32>) -> tensor<1xf32>
  func.return
}

// -----

func.func @no_integer(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.softmax' op has true where an integer belongs as its 'axis'}}
  %y = nn.softmax %x {axis = true} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @no_word(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.gelu' op has 3 : i64 where one of none, tanh belongs as its 'approximate'}}
  %y = nn.gelu %x {approximate = 3} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @no_type(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.cast' op has 'f32' where a type belongs as its 'to'}}
  %y = nn.cast %x {to = "f32"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @no_array_of_segments(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has operandSegmentSizes 3 : i32, which is not an array of i32}}
  %y = "nn.relu"(%x) <{operandSegmentSizes = 3 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @regions(%x: tensor<2xf32>) {
  // expected-error@+1 {{'nn.relu' op has 1 regions; 0 belong to it}}
  %y = nn.relu %x ({
    nn.yield : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @shapes_that_do_not_broadcast(%x: tensor<2x3xf32>, %y: tensor<?x4xf32>) {
  // expected-error@+1 {{'nn.add' op has operands whose shapes do not broadcast: 2x3, ?x4}}
  %z = nn.add %x, %y : (tensor<2x3xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @unfinished(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected SSA operand}}
  %y = nn.add %x, : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// expected-note@+1 {{previously defined here}}
func.func @defined_twice(%x: tensor<2xf32>) {
  // expected-error@+1 {{redefinition of SSA value '%x'}}
  %x = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @first() {
  "test.op"(%y) : (i32) -> ()
  %y = "test.op"() : () -> i32
  func.return
}
func.func @undefined_in_the_second() {
  // expected-error@+1 {{use of undeclared SSA value name}}
  "test.op"(%y) : (i32) -> ()
  func.return
}

// -----

%x = "test.op"() : () -> i32
// expected-error@+1 {{reference to invalid result number}}
"test.op"(%x#1) : (i32) -> ()

// -----

// expected-error@+1 {{reference to invalid result number}}
"test.op"(%x#1) : (i32) -> ()
%x = "test.op"() : () -> i32

// -----

// expected-note@+1 {{previously used here with type f32}}
"test.op"(%x) : (f32) -> ()
// expected-error@+1 {{definition of SSA value '%x#0' has type i32}}
%x = "test.op"() : () -> i32

// -----

// expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
%x:2 = "test.op"() : () -> i32

// -----

// expected-error@+1 {{expected named operation to have at least 1 result}}
%x:0 = "test.op"() : () -> i32

// -----

#a = loc("a")
// expected-error@+1 {{redefinition of attribute alias id 'a'}}
#a = loc("b")
