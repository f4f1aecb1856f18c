// RUN: nn-opt --describe-pass=build-dag | filecheck %s --check-prefix=PASS
// RUN: nn-opt --describe-pass specialize-dims | filecheck %s --check-prefix=OPEN
// RUN: nn-opt --describe-pass=canonical | filecheck %s --check-prefix=PIPELINE
// RUN: nn-opt --describe-pass=memref-stream-tile-outer-loops | filecheck %s --check-prefix=XDSL
// RUN: not nn-opt --describe-pass=canonicalise 2>&1 | filecheck %s --check-prefix=NONE

// PASS: build-dag (pass)
// PASS: A graph in any order becomes a function in SSA form
// PASS: {{^}}Law: {{ *}}exact (equal bit for bit for every input)
// PASS-NEXT: {{^}}Levels: {{ *}}needs graph, leaves dag
// PASS-NEXT: {{^}}Anchors: builtin.module
// PASS: {{^}}Options:
// PASS-NEXT: {{^}}  repair - true or false (default: true)
// PASS: {{^}}Example:
// PASS-NEXT: {{^}}  nn-opt in.mlir {{.*}}build-dag

// OPEN: {{^}}Law: {{ *}}exact
// OPEN-NEXT: {{^}}Anchors: builtin.module
// OPEN: {{^}}  any other name - an integer
// OPEN: {{^}}  nn-opt in.mlir -p 'specialize-dims{batch=1 seq=128}'

// PIPELINE: canonical (pipeline)
// PIPELINE: {{^}}Runs:
// PIPELINE-NEXT: {{^}}  order-dag,
// PIPELINE: {{^}}  exact - true or false (default: false)

// XDSL: Materializes loops around memref_stream.generic operations
// XDSL: {{^}}  target-rank - an integer (required)
// XDSL: {{^}}  nn-opt in.mlir -p 'memref-stream-tile-outer-loops{target-rank=<an integer>}'

// NONE: nn-opt: 'canonicalise' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?
