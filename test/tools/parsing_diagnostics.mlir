// RUN: nn-opt %s --parsing-diagnostics --split-input-file 2>%t | filecheck %s
// RUN: not nn-opt %s --split-input-file 2>&1 >%t | filecheck %s

// The flag of xdsl-opt: what is wrong with a text is the output.

// CHECK: parsing_diagnostics.mlir:{{[0-9]+}}:3: error: {{.*nothing.*}}
func.func @f() {
  nothing.here
}

// -----

func.func private @g()
