// RUN: not nn-opt %s --run-reproducer --split-input-file 2>&1 | filecheck %s

// CHECK: reproducer:1:16: error: 'nopass' does not refer to a registered pass or pass pipeline
// CHECK-NEXT: builtin.module(nopass)
// CHECK-NEXT: {{^}}               ^~~~~~
func.func private @f()
{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module(nopass)" } } #-}

// -----

// CHECK: nn-opt: error: the input has no pipeline in external resource 'mlir_reproducer'
func.func private @g()
{-# external_resources: { mlir_reproducer: { pipeline: true } } #-}

// -----

// CHECK: {{[0-9]+}}:68: error: expected resource value
func.func private @h()
{-# external_resources: { mlir_reproducer: { verify_each: true, x: } } #-}

// -----

// CHECK: reproducer_invalid.mlir:{{[0-9]+}}:5: error: unknown key 'resources' in file metadata dictionary
func.func private @k()
{-# resources: {} #-}
