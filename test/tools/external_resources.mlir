// RUN: nn-opt %s --verify-diagnostics | filecheck %s
// RUN: nn-opt %s 2>&1 >%t | filecheck %s --check-prefix=REMARK

// What other tools have left is read, and dropped: nothing that a pass does keeps it true.

// CHECK: func.func private @f
// CHECK-NOT: external_resources
// REMARK: external_resources.mlir:{{[0-9]+}}:5: remark: the external resources of 'mytool' are dropped
func.func private @f()

{-#
  external_resources: {
    // expected-remark@+1 {{the external resources of 'mytool' are dropped}}
    mytool: {
      text: "x",
      yes: true,
      bytes: "0x0400000001",
      "an odd/key": 3 : i32
    },
    // expected-remark@+1 {{the external resources of 'another tool' are dropped}}
    "another tool": {},
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
