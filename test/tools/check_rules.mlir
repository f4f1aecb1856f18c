// RUN: not nn-opt --check-rules %S/../passes/Inputs/rules/wrong.nnrule 2>&1 >/dev/null | filecheck %s --check-prefix=WRONG
// RUN: not nn-opt --check-rules=%S/../passes/Inputs/rules/wrong.nnrule 2>/dev/null | filecheck %s --check-prefix=EXAMPLE
// RUN: not nn-opt --check-rules=%S/../passes/Inputs/rules/wrong.nnrule 2>/dev/null | nn-opt --split-input-file | filecheck %s --check-prefix=AGAIN
// RUN: nn-opt --check-rules=%S/../passes/Inputs/rules/right.nnrule --numerics-seed=7 | filecheck %s --check-prefix=RIGHT
// RUN: not nn-opt --check-rules=%S/../passes/Inputs/rules/untried.nnrule 2>&1 | filecheck %s --check-prefix=UNTRIED
// RUN: not nn-opt --check-rules=%S/../passes/Inputs/rules/malformed.nnrule 2>&1 | filecheck %s --check-prefix=MALFORMED
// RUN: not nn-opt --check-rules=shape 2>&1 | filecheck %s --check-prefix=NAME
// RUN: nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmoid@far 2>&1 >/dev/null | filecheck %s --check-prefix=FAR
// RUN: nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmoid@other 2>&1 >/dev/null | filecheck %s --check-prefix=OTHER
// RUN: nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmoid@h 2>&1 >/dev/null | filecheck %s --check-prefix=ROOT
// RUN: nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmoid@near 2>&1 >/dev/null | filecheck %s --check-prefix=APPLIES
// RUN: nn-opt %s -p 'apply-rules{file=activations exact=true}' --explain=times-hard-sigmoid@near 2>&1 >/dev/null | filecheck %s --check-prefix=LAW
// RUN: not nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmoid@nera 2>&1 | filecheck %s --check-prefix=NODE
// RUN: not nn-opt %s -p 'apply-rules{file=activations}' --explain=times-hard-sigmo@near 2>&1 | filecheck %s --check-prefix=RULE
// RUN: not nn-opt %s -p order-dag --explain=times-hard-sigmoid@near 2>&1 | filecheck %s --check-prefix=NONE
// RUN: not nn-opt %s -p 'apply-rules{file=activations}' --explain=near 2>&1 | filecheck %s --check-prefix=HOW

// WRONG: wrong.nnrule:4:6: error: rule 'clip-of-clip' is not exact: result #0
// WRONG-NEXT: rule clip-of-clip
// WRONG-NEXT: {{^}}     ^~~~~~~~~~~~
// WRONG: error: rule 'integer-division-reassociated' is not exact: result #0
// WRONG: error: rule 'transposes-the-wrong-way-round' is not exact: result #0
// WRONG: error: rule 'relu-through-scale' is not real: result #0
// WRONG: error: rule 'mean-of-reshaped-axis' is not real: result #0

// EXAMPLE: // relu-through-scale: result #0{{.*}}: {{.*}} was 0
// EXAMPLE: // %x = {{[0-9]}}
// EXAMPLE: // before: 0
// EXAMPLE: // after: -
// EXAMPLE: func.func @before
// EXAMPLE: nn.constant {value = dense<-
// EXAMPLE: func.func @after

// AGAIN: func.func @before
// AGAIN: func.func @after
// AGAIN: // -----
// AGAIN: func.func @before

// RIGHT-DAG: // clip-of-clip: {{[0-9]+}} instances agree (exact)
// RIGHT-DAG: // transpose-of-transpose: 96 instances agree (exact)
// RIGHT-DAG: // relu-through-positive-scale: 96 instances agree (real)

// UNTRIED: error: rule 'never' could not be tried: of 2000 instances none fits; often the condition does not hold
// UNTRIED: error: rule 'restless' does not come to rest

// MALFORMED: malformed.nnrule:1:1: error: expected 'rule' or 'pattern', found 'rul'; did you mean 'rule'?
// NAME: shape: error: 'shape' is no file '*.nnrule' and no rule set; did you mean 'shapes'?

// FAR: remark: loc("far"): rule 'times-hard-sigmoid' does not apply to 'far': the condition does not hold: 0.2 is not close to 0.16666666666666666
// FAR-NEXT: activations.nnrule:{{[0-9]+}}:9: note: this is what does not hold
// FAR-NEXT: where close($a, 1 / 6)
// FAR-NEXT: {{^}}        ^~~~~~~~~~~~~~~
// OTHER: remark: loc("other"): rule 'times-hard-sigmoid' does not apply to 'other': an operand is an argument, and not made by 'nn.hard_sigmoid'
// ROOT: remark: loc("h"): rule 'times-hard-sigmoid' does not apply to 'h': it is 'nn.hard_sigmoid', and the rule begins at 'nn.mul'
// APPLIES: remark: loc("near"): rule 'times-hard-sigmoid' applies to 'near'
// LAW: does not apply to 'near': it is real, and 'apply-rules' has exact=true
// NODE: error: --explain: there is no operation 'nera'; did you mean 'near'?
// RULE: nn-opt: error: --explain=times-hard-sigmo@near: there is no rule 'times-hard-sigmo'; did you mean 'times-hard-sigmoid'?
// NONE: nn-opt: error: --explain=times-hard-sigmoid@near: no 'apply-rules' is in the pipeline
// HOW: nn-opt: error: --explain=near: a rule and a node are expected, as in 'relu-of-relu@y'

func.func @f(%x: tensor<2xf32>, %z: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %h = nn.hard_sigmoid %x {alpha = 0.1666667 : f64} : (tensor<2xf32>) -> tensor<2xf32> loc("h")
  %near = nn.mul %x, %h : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("near")
  %g = nn.hard_sigmoid %x : (tensor<2xf32>) -> tensor<2xf32> loc("g")
  %far = nn.mul %g, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("far")
  %other = nn.mul %x, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("other")
  func.return %near, %far, %other : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
