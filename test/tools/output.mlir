// RUN: rm -rf %t && mkdir -p %t
// RUN: nn-opt %s -o %t/a.mlir
// RUN: filecheck %s < %t/a.mlir
// RUN: nn-opt %s -o - | filecheck %s
// RUN: nn-opt %s -o=%t/b.mlir --split-input-file
// RUN: filecheck %s --check-prefix=PARTS < %t/b.mlir
// RUN: nn-opt %s -o /dev/null

// A wrong pipeline or input leaves nothing behind, and what was there as it was.
// RUN: not nn-opt %s -o %t/c.mlir -p nopass
// RUN: printf 'func.func @f() {' > %t.bad
// RUN: not nn-opt %t.bad -o %t/d.mlir
// RUN: not nn-opt %t.bad -o %t/a.mlir
// RUN: filecheck %s < %t/a.mlir
// RUN: ls -A %t | filecheck %s --check-prefix=FILES

// RUN: not nn-opt %s -o %t/none/a.mlir 2>&1 | filecheck %s --check-prefix=FOLDER
// RUN: not nn-opt %s -o %t 2>&1 | filecheck %s --check-prefix=TAKEN
// RUN: not nn-opt %s -o %t/a.onnx --split-input-file 2>&1 | filecheck %s --check-prefix=ONE

// FILES: a.mlir
// FILES-NEXT: b.mlir
// FILES-NOT: {{[a-z]}}

// FOLDER: error: cannot open output file '{{.*}}a.mlir': No such file or directory
// TAKEN: error: cannot open output file '{{.*}}': Is a directory
// ONE: a.onnx: error: a target writes one module, and there are 2

// CHECK: func.func @f
// CHECK: func.func @g
// PARTS: func.func @f
// PARTS: {{^}}// -----{{$}}
// PARTS: func.func @g
func.func @f() {
  func.return
}
// -----
func.func @g() {
  func.return
}
