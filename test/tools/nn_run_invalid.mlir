// RUN: rm -rf %t && mkdir -p %t
// RUN: nn-run %s --function f --save %t/f.npz
// RUN: nn-run %s --function deep --save %t/deep.npz
// RUN: %python -c "import numpy; numpy.savez('%t/wrong.npz', **{'in:0': numpy.zeros((3, 2)), 'a|b': numpy.zeros(1, int)})"

// What is wrong is one message, and exit code 1.
// RUN: not nn-run %s 2>&1 | filecheck %s --check-prefix=CHOOSE
// RUN: not nn-run %s --function g 2>&1 | filecheck %s --check-prefix=FUNCTION
// RUN: not nn-run %t/nope.mlir 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not nn-run %s --function f --inputs %t/nope.npz 2>&1 | filecheck %s --check-prefix=INPUTS
// RUN: not nn-run %s --function f --inputs %s 2>&1 | filecheck %s --check-prefix=NPZ
// RUN: not nn-run %s --function f --inputs %t/deep.npz 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-run %s --function f --compare %t/deep.npz 2>&1 | filecheck %s --check-prefix=NOTHING
// RUN: not nn-run %s --function more --compare %t/deep.npz 2>&1 | filecheck %s --check-prefix=LACKS
// RUN: not nn-run %s --function deep --inputs %t/f.npz 2>&1 | filecheck %s --check-prefix=NAMES
// RUN: not nn-run %s --function f --dims n 2>&1 | filecheck %s --check-prefix=SIZE
// RUN: not nn-run %s --function f --dims q=2 2>&1 | filecheck %s --check-prefix=DIM
// RUN: not nn-run %s --function deep --dims n=2 2>&1 | filecheck %s --check-prefix=NODIM
// RUN: not nn-run %s --function f -p nopass 2>&1 | filecheck %s --check-prefix=PASS
// RUN: not nn-run %s --function f -p cse --pass-pipeline=cse 2>&1 | filecheck %s --check-prefix=BOTH
// RUN: not nn-run %s --function f --seed x 2>&1 | filecheck %s --check-prefix=SEED
// RUN: not nn-run %s --function f --seed 1 --inputs %t/f.npz 2>&1 | filecheck %s --check-prefix=SEEDED
// RUN: not nn-run %s --nonsense 2>&1 | filecheck %s --check-prefix=FLAG
// RUN: not nn-run 2>&1 | filecheck %s --check-prefix=NOTHING_GIVEN
// RUN: not nn-run %s --function f --against torch 2>&1 | filecheck %s --check-prefix=RUNTIME
// RUN: not nn-run %s --function f -f nope 2>&1 | filecheck %s --check-prefix=FRONTEND
// RUN: not nn-run %s --function f --save %t/none/f.npz 2>&1 | filecheck %s --check-prefix=SAVE
// RUN: not nn-run %s --function elided 2>&1 | filecheck %s --check-prefix=ELIDED
// RUN: not nn-run %s --function index 2>&1 | filecheck %s --check-prefix=INDEX
// RUN: not nn-run %s --function loop 2>&1 | filecheck %s --check-prefix=LOOP
// RUN: not nn-run %s --function f -p cse --function f --inputs %t/wrong.npz 2>&1 | filecheck %s --check-prefix=TYPE
// RUN: not nn-run %s --function unranked 2>&1 | filecheck %s --check-prefix=RANK
// RUN: not nn-run %s --function foreign 2>&1 | filecheck %s --check-prefix=FOREIGN
// RUN: nn-run --help | filecheck %s --check-prefix=HELP

// CHOOSE:   nn_run_invalid.mlir:{{[0-9]+}}:1: error: choose one function with --function; functions: f, deep, more, elided, index, loop, unranked, foreign
// FUNCTION: nn_run_invalid.mlir:{{[0-9]+}}:1: error: there is no function 'g'; functions: f, deep, more
// FILE:     {{^}}nn-run: error: cannot open input file '{{.*}}nope.mlir': No such file or directory
// INPUTS:   {{^}}nn-run: error: '{{.*}}nope.npz': No such file or directory
// NPZ:      nn_run_invalid.mlir: error: is no .npz file of plain arrays
// MISSING:  nn_run_invalid.mlir:[[LINE:[0-9]+]]:1: error: the file of inputs lacks 'in:0' and 'a/b'; it has x and y
// NOTHING:  error: nothing to compare: there is out:0 and 1, not x and y
// LACKS:    error: output 'z' is not among the arrays to compare with
// NAMES:    error: the file of inputs lacks 'x'; it has in:0, a|b, out:0 and 1
// SIZE:     error: --dims n: NAME=N is expected, N a size
// DIM:      error: --dims: no dim is named 'q'; there is n
// NODIM:    error: --dims: no dim is named 'n'; the inputs name none
// PASS:      pass-pipeline:1:16: error: 'nopass' does not refer to a registered pass or pass pipeline
// PASS-NEXT: builtin.module(nopass)
// PASS-NEXT: {{^}}               ^~~~~~
// BOTH:     {{^}}nn-run: error: argument --pass-pipeline: not allowed with argument -p
// SEED:     {{^}}nn-run: error: argument --seed: invalid int value: 'x'
// SEEDED:   {{^}}nn-run: error: argument --inputs: not allowed with argument --seed
// FLAG:      {{^}}nn-run: error: unrecognized arguments: --nonsense
// FLAG-NEXT: {{^}}Try: 'nn-run --help'
// NOTHING_GIVEN: {{^}}nn-run: error: the following arguments are required: FILE
// RUNTIME:  {{^}}nn-run: error: argument --against: invalid choice: 'torch'
// FRONTEND: -f:1:1: error: 'nope' is not a frontend
// SAVE:     {{^}}nn-run: error: '{{.*}}': No such file or directory
// ELIDED:   loc("w"): 'nn.constant' op needs the bytes of 'k', which the text does not have
// INDEX:    loc("gather"): 'nn.gather' op
// LOOP:     error: function 'loop' calls itself
// TYPE:     error: input 'in:0' is tensor<2x3xf32>, but got an array 3x2xfloat64
// RANK:     error: input 0 has no rank; give it with --inputs
// FOREIGN:  error: 'arith.addi' op cannot be run
// HELP:     usage: nn-run

func.func @f(%x: tensor<2x3xf32> {nn.name = "in:0"}, %y: tensor<?xi64> {nn.name = "a/b", nn.dims = ["n"]}) -> (tensor<2x3xf32> {nn.name = "out:0"}, tensor<?xi64>) {
  %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("relu")
  func.return %a, %y : tensor<2x3xf32>, tensor<?xi64>
}

func.func @deep(%x: tensor<2xf32>) -> (tensor<2xf32> {nn.name = "y"}) {
  %t = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32> loc("first")
  %u = nn.exp %t : (tensor<2xf32>) -> tensor<2xf32> loc("second")
  %y = nn.relu %u : (tensor<2xf32>) -> tensor<2xf32> loc("third")
  func.return %y : tensor<2xf32>
}

func.func @more(%x: tensor<2xf32>) -> (tensor<2xf32> {nn.name = "y"}, tensor<2xf32> {nn.name = "z"}) {
  %y = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y, %y : tensor<2xf32>, tensor<2xf32>
}

func.func @elided() -> tensor<100xf32> {
  %w = nn.constant {value = dense_resource<k> : tensor<100xf32>} : () -> tensor<100xf32> loc("w")
  func.return %w : tensor<100xf32>
}

func.func @index(%x: tensor<2xf32>) -> tensor<1xf32> {
  %i = nn.constant {value = dense<7> : tensor<1xi64>} : () -> tensor<1xi64>
  %y = nn.gather %x, %i : (tensor<2xf32>, tensor<1xi64>) -> tensor<1xf32> loc("gather")
  func.return %y : tensor<1xf32>
}

func.func @loop(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = func.call @loop(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

func.func @unranked(%x: tensor<*xf32>) {
  func.return
}

func.func @foreign(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = arith.addi %x, %x : tensor<2xi32>
  func.return %y : tensor<2xi32>
}
