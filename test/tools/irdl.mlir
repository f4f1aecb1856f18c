// RUN: nn-opt %s --irdl-file=%S/Inputs/cmath.irdl.mlir --split-input-file --verify-diagnostics | filecheck %s
// RUN: not nn-opt %s --irdl-file=%s --split-input-file 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not nn-opt %s --irdl-file=nope.mlir 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-opt %s --irdl-file=%S/Inputs/builtin.irdl.mlir 2>&1 | filecheck %s --check-prefix=USED
// RUN: not nn-opt %s --irdl-file=%S/Inputs/unknown.irdl.mlir 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK: "mine.norm"(%x) : (!mine.complex<f32>) -> f32
func.func @norm(%x: !mine.complex<f32>) -> f32 {
  %n = "mine.norm"(%x) : (!mine.complex<f32>) -> f32
  func.return %n : f32
}

// -----

func.func @wrong_result(%x: !mine.complex<f32>) -> f64 {
  // expected-error@+1 {{attribute f32 expected}}
  %n = "mine.norm"(%x) : (!mine.complex<f32>) -> f64
  func.return %n : f64
}

// -----

// expected-error@+1 {{unregistered operation 'mine.norms'}}
"mine.norms"() : () -> ()

// NONE: irdl.mlir:{{[0-9]+}}:{{[0-9]+}}: error:
// MISSING: nn-opt: error: cannot open input file 'nope.mlir': No such file or directory
// USED: builtin.irdl.mlir:1:1: error: dialect 'builtin' is in use already
// UNKNOWN: unknown.irdl.mlir:1:1: error: xDSL cannot load this dialect: Could not find interpretation function for op irdl.base
