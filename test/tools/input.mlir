// RUN: not nn-opt %t.none.mlir 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-opt %S 2>&1 | filecheck %s --check-prefix=FOLDER
// RUN: printf 'func.func\xff @f()' > %t.mlir
// RUN: not nn-opt %t.mlir 2>&1 | filecheck %s --check-prefix=UTF8
// RUN: printf 'ML\xefR' > %t.mlirbc
// RUN: not nn-opt %t.mlirbc 2>&1 | filecheck %s --check-prefix=EXTENSION
// RUN: not nn-opt -f onx %s 2>&1 | filecheck %s --check-prefix=FRONTEND
// RUN: not nn-opt -f 'onnx{overidable}' %s 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not nn-opt -t onx %s 2>&1 | filecheck %s --check-prefix=TARGET
// RUN: not nn-opt --no-implicit-module %s 2>&1 | filecheck %s --check-prefix=MODULE
// RUN: printf '"foo.op"() : () -> ()' > %t.foo.mlir
// RUN: not nn-opt %t.foo.mlir 2>&1 | filecheck %s --check-prefix=DIALECT
// RUN: nn-opt -allow-unregistered-dialect %t.foo.mlir | filecheck %s --check-prefix=ALLOWED

// MISSING: error: cannot open input file '{{.*}}none.mlir': No such file or directory
// FOLDER: error: cannot open input file '{{.*}}': Is a directory
// UTF8: input.mlir.tmp.mlir:1:10: error: is not UTF-8 text: found the byte 0xff
// EXTENSION: error: is no text, and no frontend is named for '.mlirbc' files; choose one with -f (mlir{{.*}}onnx
// FRONTEND: -f:1:1: error: 'onx' is not a frontend; did you mean 'onnx'?
// FRONTEND-NEXT: {{^}}onx
// FRONTEND-NEXT: {{^}}^~~
// OPTION: -f:1:6: error: no such option overidable; did you mean 'overridable'?
// TARGET: -t:1:1: error: 'onx' is not a target; did you mean 'onnx'?
// MODULE: error: builtin.module operation expected
// DIALECT: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
// ALLOWED: "foo.op"() : () -> ()

func.func private @f()
