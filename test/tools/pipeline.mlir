// RUN: nn-opt %s --pass-pipeline='builtin.module(func.func(cse),dce)' | filecheck %s
// RUN: nn-opt %s --pass-pipeline=' builtin.module ( func.func( cse ) , dce ) ' | filecheck %s
// RUN: nn-opt %s --pass-pipeline='any(cse,any(cse))' | filecheck %s
// RUN: nn-opt %s -p cse,canonicalize | filecheck %s
// RUN: nn-opt %s -p 'func.func(cse,canonicalize)' | filecheck %s
// RUN: nn-opt %s --cse --dce | filecheck %s
// RUN: nn-opt %s -cse -canonicalize | filecheck %s
// RUN: nn-opt %s --pass-pipeline='builtin.module()' | filecheck %s --check-prefix=SAME
// RUN: nn-opt %s --pass-pipeline='builtin.module(func.func())' | filecheck %s --check-prefix=SAME
// RUN: nn-opt %s -p '' | filecheck %s --check-prefix=SAME
// RUN: nn-opt %s --dump-pass-pipeline -p 'func.func(cse),test-vectorize-matmul,memref-stream-tile-outer-loops{target-rank=3}' 2>&1 >%t | filecheck %s --check-prefix=DUMP
// RUN: nn-opt %s --dump-pass-pipeline --test-vectorize-matmul --memref-stream-tile-outer-loops='target-rank=3' 2>&1 >%t | filecheck %s --check-prefix=FLAGS

// CHECK: func.func @twice
// CHECK-NEXT: arith.addi
// CHECK-NEXT: "test.op"
// CHECK-NEXT: func.return
// SAME: func.func @twice
// SAME-NEXT: arith.addi
// SAME-NEXT: arith.addi
func.func @twice(%x: i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  "test.op"(%a, %b) : (i32, i32) -> ()
  func.return
}

// DUMP: Pass Manager with 3 passes:
// DUMP-NEXT: {{^}}builtin.module({{$}}
// DUMP-NEXT: {{^}}  func.func({{$}}
// DUMP-NEXT: {{^}}    cse{{$}}
// DUMP-NEXT: {{^}}  ),{{$}}
// DUMP-NEXT: {{^}}  test-vectorize-matmul,{{$}}
// DUMP-NEXT: {{^}}  memref-stream-tile-outer-loops{target-rank=3}{{$}}
// DUMP-NEXT: {{^}}){{$}}
// FLAGS: Pass Manager with 2 passes:
// FLAGS-NEXT: builtin.module(
// FLAGS-NEXT: test-vectorize-matmul,
// FLAGS-NEXT: memref-stream-tile-outer-loops{target-rank=3}
// FLAGS-NEXT: )
