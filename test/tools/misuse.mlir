// RUN: not nn-opt --nonsense %s 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not nn-opt -canonicalise=x %s 2>&1 | filecheck %s --check-prefix=NEAR
// RUN: not nn-opt %s %s 2>&1 | filecheck %s --check-prefix=TWO
// RUN: not nn-opt --pass-pipeline 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not nn-opt --verify-each=maybe %s 2>&1 | filecheck %s --check-prefix=BOOL
// RUN: not nn-opt --verify-diagnostics=some %s 2>&1 | filecheck %s --check-prefix=CHOICE
// RUN: not nn-opt -o a -o b %s 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not nn-opt -p cse --dce %s 2>&1 | filecheck %s --check-prefix=BOTH

// UNKNOWN: nn-opt: Unknown command line argument '--nonsense'.  Try: 'nn-opt --help'
// NEAR: nn-opt: Unknown command line argument '-canonicalise=x'.  Try: 'nn-opt --help'
// NEAR-NEXT: nn-opt: Did you mean '--canonicalize=x'?
// TWO: nn-opt: Too many positional arguments specified!
// TWO-NEXT: nn-opt: Can specify at most 1 positional arguments: See: nn-opt --help
// VALUE: nn-opt: for the --pass-pipeline option: requires a value!
// BOOL: nn-opt: for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1
// CHOICE: nn-opt: for the --verify-diagnostics option: Cannot find option named 'some'!
// TWICE: nn-opt: for the -o option: may only occur zero or one times!
// BOTH: error: '-pass-pipeline' option can't be used with individual pass options
