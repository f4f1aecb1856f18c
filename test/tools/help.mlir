// RUN: nn-opt --help | filecheck %s
// RUN: nn-opt -h | filecheck %s
// RUN: nn-opt --help-hidden | filecheck %s --check-prefix=HIDDEN
// RUN: nn-opt --help-list | filecheck %s --check-prefix=LIST

// CHECK: USAGE: nn-opt [options] [file|-]
// CHECK: {{^}}Input and output:
// CHECK: {{^}}  -o, --output=<file> {{ *}} - write to this file
// CHECK: {{^}}  --split-input-file[=<marker>] {{ *}} - process each part
// CHECK: {{^}}Pipeline:
// CHECK: {{^}}  --pass-pipeline=<pipeline> {{ *}} - run this pipeline
// CHECK: {{^}}  -p, --passes=<passes>
// CHECK: {{^}}Printing:
// CHECK: --mlir-print-op-generic
// CHECK: {{^}}Debugging:
// CHECK: {{^}}  --verify-diagnostics[=all|only-expected]
// CHECK: {{^}}  --mlir-pass-pipeline-crash-reproducer=<file>
// CHECK-NEXT: - if a pass fails
// CHECK: {{^}}General:
// CHECK-NOT: --mlir-disable-threading
// CHECK: --describe-pass=fold-constants explains one

// HIDDEN: --mlir-disable-threading
// LIST: --allow-unregistered-dialect
// LIST-NOT: Pipeline:
// LIST: --version
