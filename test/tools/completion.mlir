// RUN: nn-opt --completion=bash | filecheck %s --check-prefix=BASH
// RUN: nn-opt --completion=zsh | filecheck %s --check-prefix=ZSH
// RUN: nn-opt --completion fish | filecheck %s --check-prefix=FISH
// RUN: not nn-opt --completion=csh 2>&1 | filecheck %s --check-prefix=NONE
// RUN: nn-opt --complete fish --pass-pipeline="builtin.module(cse,fold" | filecheck %s --check-prefix=PASS
// RUN: nn-opt --complete bash -p "fold-constants{" | filecheck %s --check-prefix=OPTIONS

// What an interactive shell makes of it is in test/unit/test_command_line.py.

// BASH: complete {{.*}} -F _nn_opt nn-opt
// ZSH: compdef _nn_opt nn-opt
// FISH: complete -c nn-opt
// NONE: nn-opt: for the --completion option: Cannot find option named 'csh'!
// PASS: {{^}}--pass-pipeline=builtin.module(cse,fold-constants{{$}}
// OPTIONS: {{^}}fold-constants{force{{$}}
// OPTIONS-NEXT: {{^}}fold-constants{max-bytes={{$}}
