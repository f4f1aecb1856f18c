// RUN: nn-opt %s | filecheck %s
// RUN: nn-opt - < %s | filecheck %s
// RUN: nn-opt < %s | nn-opt | filecheck %s
// RUN: nn-opt -f mlir -t mlir %s | filecheck %s
// RUN: nn-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: nn-opt %s -mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: nn-opt %s --mlir-print-debuginfo | filecheck %s --check-prefix=DEBUG
// RUN: nn-opt %s --print-debuginfo | filecheck %s --check-prefix=DEBUG
// RUN: nn-opt %s --mlir-disable-threading | filecheck %s

// CHECK-LABEL: func.func @named(
// CHECK-NEXT: arith.addi %x, %x : i32 loc("sum")
// CHECK-NEXT: func.return %{{.*}} : i32{{$}}

// GENERIC: "func.func"() <{
// GENERIC: "arith.addi"(%x, %x) <{

// DEBUG: arith.addi %x, %x : i32 loc("sum")
// DEBUG-NEXT: func.return %{{.*}} : i32 loc("{{.*}}print.mlir":{{[0-9]+}}:3)
func.func @named(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32 loc("sum")
  func.return %y : i32
}
