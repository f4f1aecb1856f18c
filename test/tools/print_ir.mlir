// RUN: nn-opt %s --cse --mlir-print-ir-before=cse 2>&1 >/dev/null | filecheck %s --check-prefix=BEFORE
// RUN: nn-opt %s --cse --mlir-print-ir-after=dce,cse 2>&1 >/dev/null | filecheck %s --check-prefix=AFTER
// RUN: nn-opt %s --cse --print-between-passes 2>&1 >/dev/null | filecheck %s --check-prefix=AFTER
// RUN: nn-opt %s --cse --mlir-print-ir-before-all 2>&1 >/dev/null | filecheck %s --check-prefix=BEFORE
// RUN: nn-opt %s -p 'cse,func.func(cse,canonicalize)' --mlir-print-ir-after-all 2>/dev/null | filecheck %s --check-prefix=OUTPUT
// RUN: nn-opt %s -p 'cse,func.func(cse),merge-duplicates' --mlir-print-ir-after-change 2>&1 >/dev/null | filecheck %s --check-prefix=CHANGE
// RUN: nn-opt %s -p 'func.func(cse)' --mlir-print-ir-after=cse 2>&1 >/dev/null | filecheck %s --check-prefix=LOCAL
// RUN: nn-opt %s -p 'func.func(cse)' --mlir-print-ir-after=cse --mlir-print-ir-module-scope 2>&1 >/dev/null | filecheck %s --check-prefix=SCOPE
// RUN: not nn-opt %s -p 'cse,specialize-dims{dims=2}' --mlir-print-ir-after-failure 2>&1 >/dev/null | filecheck %s --check-prefix=FAILURE
// RUN: nn-opt %s -p cse --mlir-print-ir-after-failure -o /dev/null 2>%t
// RUN: diff %t /dev/null
// RUN: nn-opt %s -p 'print-op-stats{json}' --mlir-print-ir-after-all --print-op-generic 2>&1 >/dev/null | filecheck %s --check-prefix=OPTIONS
// RUN: rm -rf %t.dir
// RUN: nn-opt %s -p 'cse,func.func(cse,dce),cse' --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.dir -o /dev/null 2>%t
// RUN: diff %t /dev/null
// RUN: filecheck %s --check-prefix=AFTER <%t.dir/builtin_module_no-symbol-name/0_cse.mlir
// RUN: filecheck %s --check-prefix=LOCAL <%t.dir/builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir
// RUN: filecheck %s --check-prefix=DCE <%t.dir/builtin_module_no-symbol-name/func_func_f/0_1_dce.mlir
// RUN: filecheck %s --check-prefix=AFTER <%t.dir/builtin_module_no-symbol-name/1_cse.mlir
// RUN: not nn-opt %s --cse --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%s 2>&1 >/dev/null | filecheck %s --check-prefix=FOLDER
// RUN: not nn-opt %s --cse --mlir-print-ir-before=canonicalise 2>&1 | filecheck %s --check-prefix=NEAR
// RUN: not nn-opt %s --cse --mlir-print-ir-after=cse,zzzz 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not nn-opt %s --cse --mlir-print-ir-after=canonical 2>&1 | filecheck %s --check-prefix=PIPELINE

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  func.return %c : i32
}

func.func @weights() -> tensor<3x30xi8> {
  %w = arith.constant dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F50515253545556575859"> : tensor<3x30xi8>
  func.return %w : tensor<3x30xi8>
}

// BEFORE: // -----// IR Dump Before CommonSubexpressionElimination: cse //----- //
// BEFORE-NEXT: builtin.module {
// BEFORE: arith.addi
// BEFORE-NEXT: arith.addi
// BEFORE: arith.constant dense_resource<__elided__> : tensor<3x30xi8>
// BEFORE-NOT: IR Dump

// AFTER: // -----// IR Dump After CommonSubexpressionElimination: cse //----- //
// AFTER-NEXT: builtin.module {
// AFTER: arith.addi
// AFTER-NEXT: arith.muli %a, %a
// AFTER-NOT: IR Dump

// OUTPUT-NOT: IR Dump
// OUTPUT: arith.constant dense<{{.*}}0, 1, 2

// CHANGE: // -----// IR Dump After CommonSubexpressionElimination: cse //----- //
// CHANGE-NOT: IR Dump

// LOCAL: // -----// IR Dump After CommonSubexpressionElimination: cse //----- //
// LOCAL-NEXT: {{^}}func.func @f
// LOCAL-NEXT: arith.addi
// LOCAL-NEXT: arith.muli %a, %a

// SCOPE: // -----// IR Dump After CommonSubexpressionElimination: cse ('func.func' operation: @f) //----- //
// SCOPE-NEXT: builtin.module {
// SCOPE: func.func @weights
// SCOPE: // -----// IR Dump After CommonSubexpressionElimination: cse ('func.func' operation: @weights) //----- //
// SCOPE-NEXT: builtin.module {

// FAILURE-NOT: IR Dump After CommonSubexpressionElimination
// FAILURE: error: no argument has a dim 'dims'
// FAILURE: // -----// IR Dump After SpecializeDimsPass Failed: specialize-dims{dims=2} //----- //
// FAILURE-NEXT: builtin.module {

// OPTIONS: // -----// IR Dump After PrintOpStatsPass: print-op-stats{json=true} //----- //
// OPTIONS-NEXT: "builtin.module"() ({

// DCE: // -----// IR Dump After DeadCodeElimination: dce //----- //

// FOLDER: error: '{{.*}}print_ir.mlir{{.*}}': {{Not a directory|File exists}}
// NEAR: nn-opt: for the --mlir-print-ir-before option: Cannot find option named 'canonicalise'!
// NEAR-NEXT: nn-opt: Did you mean 'canonicalize'?
// UNKNOWN: nn-opt: for the --mlir-print-ir-after option: Cannot find option named 'zzzz'!
// UNKNOWN-NOT: Did you mean
// PIPELINE: nn-opt: for the --mlir-print-ir-after option: Cannot find option named 'canonical'!
// PIPELINE-NEXT: nn-opt: It is a pipeline: name one of its passes, which '--dump-pass-pipeline' shows
