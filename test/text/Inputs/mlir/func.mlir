// GENERIC
func.func @simple(%x: i32) -> i32 {
  return %x : i32
}
func.func private @declared(i32, tensor<?xf32>) -> (i32, f32)
func.func nested @inner(%a: index {m.k}) -> (index {m.r = 1 : i8}) attributes {m.f = "x"} {
  %0 = call @inner(%a) : (index) -> index
  func.return %0 : index
}
func.func public @calls(%a: i32) {
  %0 = func.call @simple(%a) : (i32) -> i32
  %1 = call @simple(%0) {note = "n"} : (i32) -> i32
  %f = constant @simple : (i32) -> i32
  %g = func.constant @simple : (i32) -> i32
  %2 = call_indirect %f(%1) : (i32) -> i32
  %3 = func.call_indirect %g(%1) : (i32) -> i32
  return
}
func.func private @noinline_callee()
func.func @no_results() {
  call @noinline_callee() : () -> ()
  return
}
func.func @many() -> (i32, i32, f32) {
  %0:3 = call @source() : () -> (i32, i32, f32)
  return %0#0, %0#1, %0#2 : i32, i32, f32
}
func.func private @source() -> (i32, i32, f32)
func.func @explicit() -> () { return }
func.func @res() -> tensor<2xf32> attributes {a.b} {
  %0 = "test.x"() : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @visibility() attributes {sym.x, no_inline}
