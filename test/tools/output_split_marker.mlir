// RUN: nn-opt %s --split-input-file=//==== --output-split-marker=//#### | filecheck %s
// RUN: nn-opt %s --split-input-file=//==== --output-split-marker=//#### -o %t.mlir
// RUN: filecheck %s <%t.mlir
// RUN: nn-opt %s --split-input-file=//==== | filecheck %s --check-prefix=DEFAULT

// CHECK: @f
// CHECK: {{^}}//####{{$}}
// CHECK: @g
// DEFAULT: @f
// DEFAULT: {{^}}// -----{{$}}
// DEFAULT: @g
func.func private @f()
//====
func.func private @g()
