// RUN: nn-opt %s -p canonical --verify-numerics --numerics-report=json 2>&1 >/dev/null | filecheck %s --check-prefix=REPORT
// RUN: nn-opt %s --bisect='builtin.module(canonical)' 2>&1 | filecheck %s --check-prefix=BISECT
// RUN: not nn-opt %s --bisect='builtin.module(canonicall)' 2>&1 | filecheck %s --check-prefix=TYPO
// RUN: not nn-opt %s -p order-dag --verify-numerics --numerics-seed=one 2>&1 | filecheck %s --check-prefix=SEED
// RUN: not nn-opt %s -p order-dag --verify-numerics --numerics-inputs=nope.npz 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not nn-opt %s -p order-dag --verify-numerics --numerics-dims=m=2 2>&1 | filecheck %s --check-prefix=DIMS
// RUN: nn-opt %s -p order-dag --verify-numerics --numerics-dims=n=2 | filecheck %s --check-prefix=TEXT
// RUN: nn-opt %s -p order-dag,convert-nn-to-onnx,convert-onnx-to-nn --verify-numerics --numerics-report=json 2>&1 >/dev/null | filecheck %s --check-prefix=LEVELS

// What each pass moved: nothing was lost before the first pass that rewrites.

// REPORT:      "pass": "order-dag",
// REPORT-NEXT: "law": "exact",
// REPORT-NEXT: "functions": {
// REPORT-NEXT:   "f": {
// REPORT-NEXT:     "runtime": "nn",
// REPORT-NEXT:     "compared_as": "exact",
// REPORT-NEXT:     "compared": 5,
// REPORT-NEXT:     "lost": [],
// REPORT:      "pass": "compose-transposes",
// REPORT:          "lost": [
// REPORT-NEXT:       "a",
// REPORT-NEXT:       "b"
// REPORT-NEXT:     ],
// REPORT-NOT:  "worst"

// BISECT: remark: bisect: {{[0-9]+}} passes run, and the results stay the same
// TYPO: bisect:1:16: error: 'canonicall' does not refer to a registered pass or pass pipeline; did you mean 'canonical'?
// What is between two runtimes is compared as if it had rounded.

// LEVELS-NOT:  remark
// LEVELS:      "pass": "convert-nn-to-onnx",
// LEVELS:          "runtime": "onnx{{[a-z.]*}}",
// LEVELS-NEXT:     "compared_as": "real",
// LEVELS-NEXT:     "compared": 5,
// LEVELS:      "pass": "convert-onnx-to-nn",
// LEVELS:          "runtime": "nn",
// LEVELS-NEXT:     "compared_as": "real",
// LEVELS-NEXT:     "compared": 5,
// LEVELS-NOT:  skipped

// SEED: nn-opt: error: --numerics-seed=one: a number is expected
// FILE: error: 'nope.npz': No such file or directory
// DIMS: error: --numerics-dims: no dim is named 'm'; there is n
// TEXT: func.func @f

func.func @f(%x: tensor<?x3xf32> {nn.dims = ["n", 3]}) -> tensor<?x3xf32> {
  %a = nn.transpose %x {perm = [1, 0]} : (tensor<?x3xf32>) -> tensor<3x?xf32>
  %b = nn.transpose %a {perm = [1, 0]} : (tensor<3x?xf32>) -> tensor<?x3xf32>
  %y = nn.relu %b : (tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return %y : tensor<?x3xf32>
}
