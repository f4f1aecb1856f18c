// RUN: not nn-opt %s --pass-pipeline='cse' 2>&1 | filecheck %s --check-prefix=ANCHOR
// RUN: not nn-opt %s --pass-pipeline='' 2>&1 | filecheck %s --check-prefix=ANCHOR
// RUN: not nn-opt %s --pass-pipeline='func.func(cse)' 2>&1 | filecheck %s --check-prefix=TOP
// RUN: not nn-opt %s -p 'nopass,func.func(canonicalise),func.fun(cse)' 2>&1 | filecheck %s --check-prefix=NAMES
// RUN: not nn-opt %s -p 'func.func(lower-affine)' 2>&1 | filecheck %s --check-prefix=SCHEDULE
// RUN: not nn-opt %s -p 'cse{foo=1},memref-stream-tile-outer-loops,memref-stream-tile-outer-loops{target-rank=x}' 2>&1 | filecheck %s --check-prefix=OPTIONS
// RUN: not nn-opt %s --pass-pipeline='builtin.module(func.func(cse)))' 2>&1 | filecheck %s --check-prefix=CLOSING
// RUN: not nn-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-opt %s -p 'cse,' 2>&1 | filecheck %s --check-prefix=COMMA
// RUN: not nn-opt %s -p 'cse{' 2>&1 | filecheck %s --check-prefix=BRACE

// ANCHOR: pass-pipeline:1:1: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'

// TOP: pass-pipeline:1:1: error: can't run 'func.func' pass manager on 'builtin.module' op
// TOP-NEXT: func.func(cse)
// TOP-NEXT: ^~~~~~~~~

// NAMES: pass-pipeline:1:16: error: 'nopass' does not refer to a registered pass or pass pipeline
// NAMES-NEXT: builtin.module(nopass,func.func(canonicalise),func.fun(cse))
// NAMES-NEXT: ^~~~~~
// NAMES-NEXT: pass-pipeline:1:33: error: 'canonicalise' does not refer to a registered pass or pass pipeline; did you mean 'canonicalize'?
// NAMES: pass-pipeline:1:47: error: 'func.fun' is not an operation; did you mean 'func.func'?

// SCHEDULE: error: unable to schedule pass 'lower-affine' on a pass manager intended to run on 'func.func'; write 'builtin.module(lower-affine)'

// OPTIONS: pass-pipeline:1:20: error: no such option foo
// OPTIONS: note: failed to add `cse` with options `foo=1`; it has no options
// OPTIONS: error: 'memref-stream-tile-outer-loops' needs the option target-rank (an integer)
// OPTIONS: error: option target-rank of value 'x' must be an integer
// OPTIONS: note: failed to add `memref-stream-tile-outer-loops` with options `target-rank=x`; its options are target-rank (an integer)

// CLOSING: pass-pipeline:1:31: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline
// MISSING: pass-pipeline:1:15: error: missing closing ')'
// COMMA: pass-pipeline:1:20: error: expected the name of a pass, pipeline or operation, found ')'
// BRACE: error: {{expected the name of an option|missing closing '}' while processing pass options}}
