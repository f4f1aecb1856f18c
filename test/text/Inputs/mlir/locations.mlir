module {
  "test.a"() : () -> () loc("f.mlir":1:2)
  "test.b"() : () -> () loc("name")
  "test.c"() : () -> () loc("name"("f.mlir":1:2))
  "test.e"() : () -> () loc(fused["a.mlir":1:2, "b"])
  "test.f"() : () -> () loc(fused<"pass">["a", unknown, "c"("d":4:5)])
  "test.g"() : () -> () loc(callsite("f.mlir":1:2 at "g.mlir":3:4))
  "test.h"() : () -> () loc(callsite("a" at callsite("b"("c.py":5:6) at fused["d", "e"])))
  "test.i"() : () -> () loc(fused<{a = 1 : i32}>["a", "b"])
  "test.m"() : () -> () loc("outer"("inner"("leaf.mlir":7:8)))
  "test.n"() : () -> () loc("quoted \22name\22":1:2)
  "test.o"() : () -> () loc(fused[unknown, "x"])
  "test.p"() : () -> () loc(fused<"k">["x"])
} loc("m")

// -----

#meta = {m = 1 : i32}
#before = loc("before.mlir":1:1)
#loc1 = loc("inner"(#before))
module {
  "test.a"() : () -> () loc(#before)
  "test.b"() : () -> () loc(#after)
  "test.d"() : () -> () loc(fused<#meta>[#before, #loc1])
  "test.f"() : () -> () loc(#nested)
} loc("m")
#after = loc("after.mlir":2:2)
#nested = loc(callsite(#loc1 at #after))

// -----

module {
  func.func @args(%a: i32 loc("a"), %b: f32 loc("b.mlir":1:2)) -> i32 {
    %0 = arith.addi %a, %a : i32 loc(#l)
    cf.br ^bb1(%0 : i32) loc("br")
  ^bb1(%c: i32 loc("c"("d.py":3:4))):
    return %c : i32 loc(callsite("x" at "y"))
  } loc("f":9:9)
} loc("m")
#l = loc("later":1:1)

// -----

module {
  "test.r"() ({
  ^bb0(%x: i32 loc("x")):
    "test.in"(%x) : (i32) -> () loc(#loc3)
  }) : () -> () loc(fused["a", "b"])
} loc(#loc3)
#loc3 = loc("m")
