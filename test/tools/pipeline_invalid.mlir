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
// RUN: not nn-opt %s --pass-pipeline='builtin.module(cse),builtin.module(dce)' 2>&1 | filecheck %s --check-prefix=SECOND
// RUN: not nn-opt %s -p 'func.func(cse{x=1)' 2>&1 | filecheck %s --check-prefix=OPEN
// RUN: not nn-opt %s -p 'cse}' 2>&1 | filecheck %s --check-prefix=STRAY
// RUN: not nn-opt %s -p 'fold-constants{max-bytes},canonical{exact=perhaps},fold-constants{max-bytes=1,force=true},fold-constants{force force}' 2>&1 | filecheck %s --check-prefix=VALUES
// RUN: not nn-opt %s --cse=3 2>&1 | filecheck %s --check-prefix=FLAG
// RUN: not nn-opt %s --dce --fold-constants='max-bytes=many' 2>&1 | filecheck %s --check-prefix=FLAGS
// RUN: not nn-opt %s -p 'cse{"a b' 2>&1 | filecheck %s --check-prefix=QUOTE
// RUN: not nn-opt %s -p 'cse,dce,cse,canonicalize,func.func(cse,dce),fold-constants{max-bytes=16 force=true},merge-duplicates,nopass,order-dag' 2>&1 | filecheck %s --check-prefix=LONG

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

// SECOND: pass-pipeline:1:21: error: expected the end of the pipeline
// SECOND-NEXT: builtin.module(cse),builtin.module(dce)
// SECOND-NEXT: {{^}}                    ^~~~~~~~~~~~~~

// OPEN: pass-pipeline:1:29: error: missing closing '}' while processing pass options
// STRAY: pass-pipeline:1:19: error: expected ',' or ')'

// VALUES: error: option max-bytes needs a value: an integer
// VALUES: note: failed to add `fold-constants` with options `max-bytes`; its options are max-bytes (an integer), force (true or false)
// VALUES: error: option exact of value 'perhaps' must be true or false
// VALUES: error: option max-bytes of value '1,force=true' must be an integer; options are separated by spaces
// VALUES: error: option force is given twice

// FLAG: pass-pipeline:1:20: error: no such option 3
// FLAG-NEXT: builtin.module(cse{3})
// FLAG: note: failed to add `cse` with options `3`; it has no options

// FLAGS: error: option max-bytes of value 'many' must be an integer
// FLAGS-NEXT: builtin.module(dce,fold-constants{max-bytes=many})
// FLAGS-NEXT: {{^}}                                            ^~~~

// QUOTE: error: missing closing quote

// A long pipeline is shown in lines that end with a pass.
// LONG: pass-pipeline:2:18: error: 'nopass' does not refer to a registered pass or pass pipeline
// LONG-NEXT: {{^}}merge-duplicates,nopass,order-dag)
// LONG-NEXT: {{^}}                 ^~~~~~
