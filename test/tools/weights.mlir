// Large tensors: in the trailer of a text to a pipe, in a file beside a text that is one.

// RUN: nn-opt %s --split-input-file | nn-opt --split-input-file | nn-opt --split-input-file --mlir-print-op-generic | filecheck %s
// RUN: nn-opt %s --split-input-file | filecheck %s

// Each part carries its own, also under equal keys.
// CHECK:      v = dense_resource<"k"> : tensor<66xi8>
// CHECK:      {{^}}{-#
// CHECK-NEXT: {{^}}  dialect_resources: {
// CHECK-NEXT: {{^}}    builtin: {
// CHECK-NEXT: {{^}}      "k": "0x400000000102{{0+}}01"
// CHECK-NEXT: {{^}}    }
// CHECK:      {{^}}// -----
// CHECK:      v = dense_resource<"k"> : tensor<66xi8>
// CHECK:      "k": "0x400000000202{{0+}}"
// CHECK:      {{^}}// -----
// CHECK:      v = dense_resource<"k"> : tensor<66xi8>
// CHECK-NOT:  dialect_resources

// One module in a file has its weights beside it, several have trailers.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nn-opt %s --split-input-file -o %t/parts.mlir && filecheck %s < %t/parts.mlir
// RUN: nn-opt %S/../dialects/nn/constant.mlir -o %t/one.mlir
// RUN: ls -A %t | filecheck %s --check-prefix=FILES
// RUN: filecheck %s --check-prefix=ONE < %t/one.mlir
// RUN: cp %t/one.mlir %t/copy && cp %t/one.safetensors %t/weights
// RUN: nn-opt %t/one.mlir -o %t/one.mlir && diff %t/one.mlir %t/copy && cmp %t/one.safetensors %t/weights
// RUN: nn-opt %t/one.mlir | nn-opt | nn-opt -o %t/two.mlir && cmp %t/two.safetensors %t/weights
// RUN: not nn-opt - < %t/one.mlir 2>&1 | filecheck %s --check-prefix=NOWHERE

// FILES:      one.mlir
// FILES-NEXT: one.safetensors
// FILES-NEXT: parts.mlir
// FILES-NOT:  {{[a-z]}}

// ONE:      {{^}}{-#
// ONE-NEXT: {{^}}  external_resources: {
// ONE-NEXT: {{^}}    nn: {
// ONE-NEXT: {{^}}      weights: "one.safetensors"
// ONE-NOT:  dialect_resources

// NOWHERE: <stdin>:{{[0-9]+}}:16: error: cannot open weights file 'one.safetensors': No such file or directory

// A name that the weights would have is none for the text.
// RUN: not nn-opt %s --split-input-file -o %t/x.safetensors 2>&1 | filecheck %s --check-prefix=TAKEN
// TAKEN: x.safetensors: error: no target writes '.safetensors' files; choose one with -t

"test.op"() {v = dense_resource<"k"> : tensor<66xi8>} : () -> ()

{-# dialect_resources: { builtin: { k: "0x04000000010200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001" } } #-}

// -----

"test.op"() {v = dense_resource<"k"> : tensor<66xi8>} : () -> ()

{-# dialect_resources: { builtin: { k: "0x04000000020200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" } } #-}

// -----

"test.op"() {v = dense_resource<"k"> : tensor<66xi8>} : () -> ()
