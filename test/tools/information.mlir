// RUN: nn-opt --version | filecheck %s --check-prefix=VERSION
// RUN: nn-opt -help | filecheck %s --check-prefix=HELP
// RUN: nn-opt --list-passes | filecheck %s --check-prefix=PASSES
// RUN: nn-opt --show-dialects | filecheck %s --check-prefix=DIALECTS

// VERSION: nn-opt {{[0-9.]+}} on xdsl {{[0-9.]+}}

// HELP: USAGE: nn-opt [options] [file|-]
// HELP: -o, --output=<file>
// HELP: --split-input-file[=marker]

// PASSES: PASSES:
// PASSES: build-dag {{ +}}A graph in any order becomes a function in SSA form
// PASSES: PASSES OF XDSL AND OTHER PACKAGES:
// PASSES: canonicalize

// DIALECTS: Available dialects:
// DIALECTS: builtin
// DIALECTS: func
// DIALECTS: nn
