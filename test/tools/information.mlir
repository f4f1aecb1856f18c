// RUN: nn-opt --version | filecheck %s --check-prefix=VERSION
// RUN: nn-opt --list-passes | filecheck %s --check-prefix=PASSES
// RUN: nn-opt --show-dialects | filecheck %s --check-prefix=DIALECTS

// VERSION: nn-opt {{[0-9.]+}} on xdsl {{[0-9.]+}}

// PASSES: {{^}}Passes:{{$}}
// PASSES: {{^}}  --build-dag {{ *}} - A graph in any order becomes a function in SSA form: definitions
// PASSES-NEXT: {{^}} {{ +}}before uses, no cycle.
// PASSES: {{^}}Pass Pipelines:{{$}}
// PASSES-NEXT: {{^}}  --canonical {{ *}} - The clean form of a network
// PASSES: {{^}}Passes of xDSL and other packages:{{$}}
// PASSES: {{^}}  --canonicalize

// DIALECTS: {{^}}Available Dialects: {{.*}},builtin,{{.*}},func,{{.*}},nn,
