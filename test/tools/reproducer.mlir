// RUN: not nn-opt %s -p 'cse,specialize-dims{batch=2}' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix=FAILS
// RUN: filecheck %s --check-prefix=WHOLE <%t.mlir
// RUN: not nn-opt %t.mlir --run-reproducer 2>&1 | filecheck %s --check-prefix=AGAIN
// RUN: not nn-opt %s -p 'cse,specialize-dims{batch=2}' --mlir-pass-pipeline-crash-reproducer=%t.mlir --mlir-pass-pipeline-local-reproducer >%t 2>&1
// RUN: filecheck %s --check-prefix=LOCAL <%t.mlir
// RUN: nn-opt %s -p 'func.func(cse)' --mlir-generate-reproducer=%t.mlir | filecheck %s --check-prefix=OUTPUT
// RUN: filecheck %s --check-prefix=INPUT <%t.mlir
// RUN: nn-opt %t.mlir --run-reproducer | filecheck %s --check-prefix=OUTPUT
// RUN: iree-opt %t.mlir --run-reproducer | filecheck %s --check-prefix=OUTPUT
// RUN: nn-opt %t.mlir | filecheck %s --check-prefix=IGNORED
// RUN: nn-opt %s --mlir-generate-reproducer=- | filecheck %s --check-prefix=EMPTY
// RUN: not nn-opt %s --run-reproducer 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not nn-opt %t.mlir --run-reproducer --cse 2>&1 | filecheck %s --check-prefix=BOTH
// RUN: not nn-opt %s --cse --mlir-pass-pipeline-local-reproducer 2>&1 | filecheck %s --check-prefix=FILE

func.func @twice(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  func.return %c : i32
}

// FAILS: error: no argument has a dim 'batch'
// FAILS: error: Failures have been detected while processing an MLIR pass pipeline
// FAILS: note: Pipeline failed while executing `SpecializeDimsPass` on 'builtin.module' operation: reproducer generated at `{{.*}}reproducer.mlir{{.*}}.mlir`

// WHOLE: // nn-opt %s --run-reproducer
// WHOLE-NEXT: builtin.module {
// WHOLE-NEXT: func.func @twice
// WHOLE-NEXT: %a = arith.addi
// WHOLE-NEXT: %b = arith.addi
// WHOLE: {{^}}{-#
// WHOLE-NEXT: {{^}}  external_resources: {
// WHOLE-NEXT: {{^}}    mlir_reproducer: {
// WHOLE-NEXT: {{^}}      pipeline: "builtin.module(cse,specialize-dims{batch=2})",
// WHOLE-NEXT: {{^}}      disable_threading: true,
// WHOLE-NEXT: {{^}}      verify_each: true
// WHOLE-NEXT: {{^}}    }
// WHOLE-NEXT: {{^}}  }
// WHOLE-NEXT: {{^}}#-}

// AGAIN: error: no argument has a dim 'batch'

// LOCAL: %a = arith.addi
// LOCAL-NEXT: arith.muli %a, %a
// LOCAL: pipeline: "builtin.module(specialize-dims{batch=2})"

// INPUT: arith.addi
// INPUT-NEXT: arith.addi
// INPUT: pipeline: "builtin.module(func.func(cse))"

// OUTPUT: arith.addi
// OUTPUT-NEXT: arith.muli
// OUTPUT-NOT: mlir_reproducer

// IGNORED: arith.addi
// IGNORED-NEXT: arith.addi

// EMPTY: pipeline: "builtin.module()"
// NONE: nn-opt: error: the input has no pipeline in external resource 'mlir_reproducer'
// BOTH: nn-opt: error: '-run-reproducer' option can't be used with a pipeline: the input holds one
// FILE: nn-opt: error: '-mlir-pass-pipeline-local-reproducer' needs a file by '-mlir-pass-pipeline-crash-reproducer'
