// 3:10: use of undeclared SSA value name
func.func @undefined() -> i32 {
  return %x : i32
}
// -----
// 3:3: redefinition of SSA value '%x'
func.func @twice(%x: i32) {
  %x = arith.constant 1 : i32
  return
}
// -----
// 4:3: redefinition of SSA value '%0'
func.func @twice_result() {
  %0 = arith.constant 1 : i32
  %0 = arith.constant 2 : i32
  return
}
// -----
// 3:19: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
func.func @wrong_use(%x: i32) {
  %0 = arith.addf %x, %x : f32
  return
}
// -----
// 3:3: operation defines 1 results but was provided 2 to bind
func.func @count() {
  %0:2 = arith.constant 1 : i32
  return
}
// -----
// 3:3: operation defines 1 results but was provided 2 to bind
func.func @count_generic() {
  %0, %1 = "test.x"() : () -> i32
  return
}
// -----
// 3:14: reference to invalid result number
func.func @number(%x: i32) {
  "test.use"(%x#1) : (i32) -> ()
  return
}
// -----
// 3:6: expected named operation to have at least 1 result
func.func @zero() {
  %0:0 = "test.x"() : () -> ()
  return
}
// -----
// 5:20: expected 1 operand type but had 2
// MLIR 5:20: expected 1 operand type\00 but had 2
// DIFFERS stray
func.func @types(%x: i32) {
  "test.use"(%x) : (i32, i32) -> ()
  return
}
// -----
// 3:24: expected 2 operand types but had 1
func.func @types_few(%x: i32) {
  "test.use"(%x, %x) : (i32) -> ()
  return
}
// -----
// 2:20: expected non-function type
func.func @type(%x: nope) {
  return
}
// -----
// 2:27: undefined symbol alias id 'nope'
func.func @alias(%x: !nope) {
  return
}
// -----
// 2:22: undefined symbol alias id 'nope'
"test.x"() {a = #nope} : () -> ()
// -----
// 2:27: operation location alias was never defined
"test.x"() : () -> () loc(#nope)
// -----
// 3:3: 'func.return' op has 0 operands, but enclosing function (@returns) returns 1
func.func @returns() -> i32 {
  return
}
// -----
// 3:3: type of return operand 0 ('i64') doesn't match function result type ('i32') in function @return_type
func.func @return_type(%x: i64) -> i32 {
  return %x : i64
}
// -----
// 3:1: redefinition of symbol named 'clash'
func.func @clash() { return }
func.func @clash() { return }
// -----
// 3:8: operand #0 does not dominate this use
func.func @dominance() -> i32 {
  %0 = arith.addi %1, %1 : i32
  %1 = arith.constant 1 : i32
  return %0 : i32
}
// -----
// 3:9: reference to an undefined block
func.func @block() {
  cf.br ^nowhere
}
// -----
// 6:1: redefinition of block '^a'
func.func @blocks() {
  cf.br ^a
^a:
  cf.br ^a
^a:
  return
}
// -----
// 5:8: block with no terminator, has 'arith.constant'
// MLIR 5:8: block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
// DIFFERS terminator
func.func @no_terminator() {
  %0 = arith.constant 1 : i32
}
// -----
// accepted
// MLIR 4:25: custom op 'func.func' expected non-empty function body
// DIFFERS lenient
func.func @empty_body() {
}
// -----
// 6:16: use of undeclared SSA value name
// MLIR 5:3: 'func.func' op symbol's parent must have the SymbolTable trait
// DIFFERS symbol-table
func.func @inside(%x: i32) {
  func.func @isolated() {
    "test.use"(%x) : (i32) -> ()
    return
  }
  return
}
// -----
// 3:3: 'func.call' op 'unknown' does not reference a valid function
func.func @call() {
  call @unknown() : () -> ()
  return
}
// -----
// 4:3: 'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0
func.func private @callee(i32)
func.func @call_args(%x: f32) {
  call @callee(%x) : (f32) -> ()
  return
}
// -----
// 4:3: 'func.call' op incorrect number of operands for callee: expected 0, but got 1
func.func private @callee()
func.func @call_count(%x: f32) {
  call @callee(%x) : (f32) -> ()
  return
}
// -----
// accepted
// MLIR 4:1: 'func.func' op symbol declaration cannot have public visibility
// DIFFERS lenient
func.func @callee() -> i32
// -----
// 2:20: duplicate key 'a' in dictionary attribute
"test.x"() {a = 1, a = 2} : () -> ()
// -----
// 2:21: duplicate key 'a' in dictionary attribute
"test.x"() <{a = 1, a = 2}> : () -> ()
// -----
// 2:26: floating point value not valid for specified type
"test.x"() {a = 1.5 : i32} : () -> ()
// -----
// 2:17: integer constant out of range for attribute
"test.x"() {a = 300 : i8} : () -> ()
// -----
// 2:16: expected attribute value
"test.x"() {a = } : () -> ()
// -----
// 2:13: expected attribute name
"test.x"() {1 = 2} : () -> ()
// -----
// 2:10: expected ')' to end operand list
"test.x"( : () -> ()
// -----
// 2:11: expected ':' followed by operation type
"test.x"()
// -----
// 2:14: expected function type
"test.x"() : i32
// -----
// 2:9: expected '(' to start operand list
"test.x" : () -> ()
// -----
// 2:17: inferred shape of elements literal ([2]) does not match type ([3])
"test.x"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()
// -----
// 2:35: tensor literal is invalid; ranks are not consistent between elements
"test.x"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()
// -----
// 2:17: elements literal must be a shaped type
"test.x"() {a = dense<1> : i32} : () -> ()
// -----
// 2:17: elements literal type must have static shape
"test.x"() {a = dense<1> : tensor<?xi32>} : () -> ()
// -----
// 2:23: expected integer elements, but parsed floating-point
"test.x"() {a = dense<1.0> : tensor<2xi32>} : () -> ()
// -----
// 2:23: unexpected decimal integer literal for a floating point value
"test.x"() {a = dense<1> : tensor<2xf32>} : () -> ()
// -----
// 2:23: expected i1 type for 'true' or 'false' values
"test.x"() {a = dense<true> : tensor<2xi32>} : () -> ()
// -----
// 2:23: integer constant out of range for type
"test.x"() {a = dense<300> : tensor<2xi8>} : () -> ()
// -----
// 4:23: elements hex data size is invalid for provided type: 1 bytes, not 8
// MLIR 4:17: elements hex data size is invalid for provided type: 'tensor<2xi32>'
// DIFFERS sizes
"test.x"() {a = dense<"0x01"> : tensor<2xi32>} : () -> ()
// -----
// 2:23: expected string containing hex digits starting with `0x`
"test.x"() {a = dense<"nope"> : tensor<2xi32>} : () -> ()
// -----
// 2:40: expected '"' in string literal
"test.x"() {a = "unfinished} : () -> ()
// -----
// 2:28: expected integer literal
"test.x"() {a = array<i32: 1.5>} : () -> ()
// -----
// 4:23: dense array element type must be an integer or floating point type
// MLIR 4:23: expected integer or float type, got: 'tensor<1xi32>'
// DIFFERS words
"test.x"() {a = array<tensor<1xi32>: 1>} : () -> ()
// -----
// 2:37: use of undeclared identifier
"test.x"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// -----
// 2:26: expected non-function type
"test.x"() {a = tensor<2x>} : () -> ()
// -----
// 2:24: expected non-function type
"test.x"() {a = tensor<-1xf32>} : () -> ()
// -----
// 2:17: vector types must have positive constant sizes but got 0
"test.x"() {a = vector<0xf32>} : () -> ()
// -----
// 2:24: expected non-function type
"test.x"() {a = vector<?xf32>} : () -> ()
// -----
// 2:31: undefined symbol alias id 'nope'
"test.x"() {a = memref<2x!nope>} : () -> ()
// -----
// 4:30: invalid element type for complex
// MLIR 4:25: invalid element type for complex
// DIFFERS words
"test.x"() {a = complex<index>} : () -> ()
// -----
// 2:27: expected location instance
"test.x"() : () -> () loc(nope)
// -----
// 2:34: expected ')' in location
"test.x"() : () -> () loc("f":1:2
// -----
// 2:1: custom op 'nonsense' is unknown (tried 'builtin.nonsense' as well)
nonsense
// -----
// 4:14: expected ')'
// MLIR 4:14: expected non-function type
// DIFFERS words
func.func @f( {
// -----
// 2:17: expected operation name in quotes
func.func @f() {
// -----
// 2:24: expected operation name in quotes
func.func @f() { return
// -----
// 2:9: expected operation name in quotes
module {
// -----
// 2:1: expected operation name in quotes
}
// -----
// 3:3: custom op 'nope' is unknown (tried 'func.nope' as well)
func.func @f() {
  nope
}
// -----
// 4:1: custom op 'arith.nope' is unknown; did you mean 'arith.negf'?; the generic form of any operation reads with -allow-unregistered-dialect
// MLIR 4:1: custom op 'arith.nope' is unknown
// DIFFERS generic-form
arith.nope
// -----
// 2:1: Dialect `foo' not found for custom op 'foo.bar'
foo.bar
// -----
// accepted
// MLIR 4:1: unregistered operation 'arith.nope' found in dialect ('arith') that does not allow unknown operations
// DIFFERS unknown-operation
"arith.nope"() : () -> ()
// -----
// 4:23: redefinition of SSA value '%x'
// MLIR 4:23: region entry argument '%x' is already in use
// DIFFERS words
func.func @f(%x: i32, %x: i32) { return }
// -----
// 4:11: expected valid '@'-identifier for symbol name
// MLIR 4:11: custom op 'func.func' expected valid '@'-identifier for symbol name
// DIFFERS words
func.func f() { return }
// -----
// 2:1: 'func.func' op entry block must have 1 arguments to match function signature
func.func @f(i32) { return }
// -----
// 2:34: expected ')'
func.func @f() -> (i32 { return }
// -----
// 2:27: expected '"' in string literal
func.func @"f() { return }
// -----
// 2:5: expected operation name in quotes
%0 = 
// -----
// 2:1: cannot name an operation with no results
%0 = func.func @f()
// -----
// 3:1: redefinition of attribute alias id 'a'
#a = 1
#a = 2
// -----
// 3:1: redefinition of type alias id 'a'
!a = i32
!a = i64
// -----
// 2:1: attribute names with a '.' are reserved for dialect-defined names
#a.b = 1
// -----
// 3:21: expected ','
func.func @f(%x: i32) {
  %0 = arith.addi %x : i32
  return
}
// -----
// 3:25: expected ':'
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x
  return
}
// -----
// 5:8: custom op 'arith.addi' unexpected attribute f32
// MLIR 5:19: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
// DIFFERS definitions
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x : f32
  return
}
// -----
// 5:8: 'arith.addi' op operand #0 does not verify: Unexpected attribute f32
// MLIR 5:8: 'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'
// DIFFERS definitions
func.func @f(%x: f32) {
  %0 = "arith.addi"(%x, %x) : (f32, f32) -> f32
  return
}
// -----
// 3:8: 'arith.addi' op expected 2 operands, but found 1
func.func @f(%x: i32) {
  %0 = "arith.addi"(%x) : (i32) -> i32
  return
}
// -----
// 3:3: 'arith.addi' op requires one result
func.func @f(%x: i32) {
  "arith.addi"(%x, %x) : (i32, i32) -> ()
  return
}
// -----
// 5:8: 'arith.addi' op operand #1 does not verify: attribute i32 expected from variable 'T', but got i64
// MLIR 5:8: 'arith.addi' op requires the same type for all operands and results
// DIFFERS definitions
func.func @f(%x: i32, %y: i64) {
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}
// -----
// 5:8: custom op 'arith.cmpi' unknown comparison mnemonic: nope
// MLIR 5:19: custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]
// DIFFERS definitions
func.func @f(%x: i32) {
  %0 = arith.cmpi nope, %x, %x : i32
  return
}
// -----
// 3:22: expected attribute value
func.func @f() {
  %0 = arith.constant : i32
  return
}
// -----
// 5:8: custom op 'arith.constant' unexpected attribute "x"
// MLIR 5:8: 'arith.constant' op value must be an integer, float, or elements attribute
// DIFFERS definitions
func.func @f() {
  %0 = arith.constant "x"
  return
}
// -----
// 3:3: 'func.return' op must be the last operation in the parent block
func.func @f() {
  return
  return
}
// -----
// 3:20: expected ','
func.func @f(%c: i1) {
  cf.cond_br %c, ^a
^a:
  return
}
// -----
// 3:3: branch has 1 operands for successor #0, but target block has 0
func.func @f(%c: i32) {
  cf.br ^a(%c : i32)
^a:
  return
}
// -----
// 3:3: type mismatch for bb argument #0 of successor #0
func.func @f(%c: i32) {
  cf.br ^a(%c : i32)
^a(%x: i64):
  return
}
// -----
// 2:1: 'func.func' op entry block must have 0 arguments to match function signature
func.func @f() {
^bb0(%x: i32):
  return
}
// -----
// 2:1: 'func.func' op requires attribute 'sym_name'
"func.func"() <{function_type = () -> ()}> ({}) : () -> ()
// -----
// 2:1: 'func.return' op expects parent op 'func.func'
"func.return"() : () -> ()
// -----
// 5:8: 'tensor.cast' op source and destination constant dimensions should match
// MLIR 5:8: 'tensor.cast' op operand type 'tensor<2xf32>' and result type 'tensor<3xf32>' are cast incompatible
// DIFFERS definitions
func.func @f(%t: tensor<2xf32>) {
  %0 = tensor.cast %t : tensor<2xf32> to tensor<3xf32>
  return
}
// -----
// 2:38: expected ')' to end region list
"test.x"() ({ "test.y"() : () -> () }
// -----
// 4:1: 'test.x' op branches to a block of a different region
// MLIR 4:12: reference to an undefined block
// DIFFERS top-level-block
"test.x"()[^bb0] : () -> ()
// -----
// 4:17: @ identifier expected to start with letter or '_'
// MLIR 4:18: @ identifier expected to start with letter or '_'
// DIFFERS words
"test.x"() {a = @} : () -> ()
// -----
// 2:10: invalid SSA name
"test.x"(%) : (i32) -> ()
// -----
// 2:18: expected '}' in attribute dictionary
"test.x"() {a = 0x} : () -> ()
// -----
// 2:17: unexpected character
"test.x"() {a = $} : () -> ()
// -----
// 2:21: expected '}' in attribute dictionary
"test.x"() {a = unit b} : () -> ()
// -----
// 4:22: expected ']'
// MLIR 4:22: expected ',' or ']'
// DIFFERS words
"test.x"() {a = [1, 2} : () -> ()
// -----
// 2:17: integer bitwidth is limited to 16777215 bits
"test.x"() {a = i99999999} : () -> ()
// -----
// 4:26: expected '>'
// MLIR 4:26: expected '>' in tuple type
// DIFFERS words
"test.x"() {a = tuple<i32} : () -> ()
// -----
// 2:1: expected operation name in quotes
/
