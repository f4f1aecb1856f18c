// RUN: rm -rf %t && mkdir -p %t

// Random inputs are those of the seed; a named dim is 1 unless --dims says.
// RUN: nn-run %s --function f > %t/0 && filecheck %s --check-prefix=SHOWN < %t/0
// RUN: nn-run %s --function f --seed 0 | diff - %t/0
// RUN: nn-run %s --function f --seed 1 | not diff - %t/0
// RUN: nn-run --dims n=3 %s --function f | filecheck %s --check-prefix=DIMS
// RUN: nn-run --dims n=1,m=2 --dims n=4 %s --function dims | filecheck %s --check-prefix=TWO

// SHOWN:      out:0: float32 2x3
// SHOWN-NEXT: {{^}}{{\[\[}}
// SHOWN:      1: int64 1
// DIMS:       1: int64 3
// TWO:        0: float32 4x2

// What is saved is what was given and what came out, and is read back by name.
// RUN: nn-run %s --function f --dims n=3 --save %t/f.npz | filecheck %s --check-prefix=DIMS
// RUN: %python -c "import numpy; f = numpy.load('%t/f.npz'); print(*sorted(f.files), *f['a|b'].shape)" | filecheck %s --check-prefix=SAVED
// RUN: nn-run %s --function f --inputs %t/f.npz --compare %t/f.npz | filecheck %s --check-prefix=AGREE
// RUN: nn-run %s --function f --inputs %t/f.npz --compare %t/f.npz --rtol 0 --atol 0 | filecheck %s --check-prefix=AGREE
// RUN: nn-run %s --function one --compare %t/f.npz --inputs %t/f.npz | filecheck %s --check-prefix=ONE

// SAVED: {{^}}1 a|b in:0 out:0 3{{$}}
// AGREE: {{^}}2 tensors agree{{$}}
// ONE:   {{^}}1 tensor agrees{{$}}

// Strings, booleans, and element types that numpy lacks go through files, too.
// RUN: nn-run %s --function kinds --save %t/kinds.npz
// RUN: nn-run %s --function kinds --inputs %t/kinds.npz --compare %t/kinds.npz | filecheck %s --check-prefix=KINDS
// RUN: nn-run %s --function strings --save %t/strings.npz | filecheck %s --check-prefix=STRINGS
// RUN: nn-run %s --function strings --inputs %t/strings.npz --compare %t/strings.npz | filecheck %s --check-prefix=ONE
// KINDS: {{^}}4 tensors agree{{$}}
// STRINGS: 0: object 3

// The worst comes first, with its layer, position and both values; the first one is marked.
// RUN: nn-run %s --function deep --seed 5 --every-tensor --save %t/deep.npz
// RUN: not nn-run %s --function broken --inputs %t/deep.npz --every-tensor --compare %t/deep.npz 2>&1 | filecheck %s --check-prefix=WORST
// RUN: nn-run %s --function broken --inputs %t/deep.npz --every-tensor --compare %t/deep.npz --rtol 10 --atol 1e9 | filecheck %s --check-prefix=LOOSE
// WORST:      <unknown>:0: error: loc("second"): tensor 'u' at [0] is {{-?[0-9.e-]+}}, expected {{-?[0-9.e-]+}}; 2 of 2 beyond rtol 0.001, atol 1e-05
// WORST:      loc("third"): output 'y' at [
// WORST:      loc("first"): tensor 't' at [
// WORST-NEXT: <unknown>:0: note: loc("first"): the first to deviate, in order of computation
// LOOSE:      {{^}}4 tensors agree{{$}}

// Another runtime runs the same; outputs and inputs without a name are matched by position.
// RUN: nn-run %s --function f --against onnxruntime | filecheck %s --check-prefix=AGREE
// RUN: nn-run %s --function deep --every-tensor --against onnxruntime | filecheck %s --check-prefix=DEEP
// RUN: nn-run %s --function kinds --against onnxruntime | filecheck %s --check-prefix=KINDS
// RUN: nn-run %s --function strings --against onnxruntime | filecheck %s --check-prefix=ONE
// DEEP: {{^}}3 tensors agree{{$}}

// A pipeline runs first.
// RUN: nn-run %s --function twice -p canonical --every-tensor --save %t/twice.npz
// RUN: nn-run %s --function twice --pass-pipeline='builtin.module(func.func(cse))' --compare %t/twice.npz | filecheck %s --check-prefix=ONE_SEED
// ONE_SEED: {{^}}1 tensor agrees{{$}}

func.func @f(%x: tensor<2x3xf32> {nn.name = "in:0"}, %y: tensor<?xi64> {nn.name = "a/b", nn.dims = ["n"]}) -> (tensor<2x3xf32> {nn.name = "out:0"}, tensor<?xi64>) {
  %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("relu")
  func.return %a, %y : tensor<2x3xf32>, tensor<?xi64>
}

func.func @one(%x: tensor<2x3xf32> {nn.name = "in:0"}) -> (tensor<2x3xf32> {nn.name = "out:0"}) {
  %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %a : tensor<2x3xf32>
}

func.func @dims(%x: tensor<?x?xf32> {nn.dims = ["n", "m"]}) -> tensor<?x?xf32> {
  %a = nn.relu %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %a : tensor<?x?xf32>
}

func.func @kinds(%b: tensor<3xi1>, %h: tensor<3xbf16>, %d: tensor<3xf64>, %u: tensor<3xui8>) -> (tensor<3xi1> {nn.name = "b"}, tensor<3xbf16> {nn.name = "h"}, tensor<3xf64> {nn.name = "d"}, tensor<3xui8> {nn.name = "u"}) {
  func.return %b, %h, %d, %u : tensor<3xi1>, tensor<3xbf16>, tensor<3xf64>, tensor<3xui8>
}

func.func @strings(%s: tensor<3x!nn.string>) -> tensor<3x!nn.string> {
  func.return %s : tensor<3x!nn.string>
}

func.func @deep(%x: tensor<2xf32>) -> (tensor<2xf32> {nn.name = "y"}) {
  %t = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32> loc("first")
  %u = nn.exp %t : (tensor<2xf32>) -> tensor<2xf32> loc("second")
  %y = nn.relu %u : (tensor<2xf32>) -> tensor<2xf32> loc("third")
  func.return %y : tensor<2xf32>
}

func.func @broken(%x: tensor<2xf32>) -> (tensor<2xf32> {nn.name = "y"}) {
  %t = nn.exp %x : (tensor<2xf32>) -> tensor<2xf32> loc("first")
  %c = nn.constant {value = dense<1.0e3> : tensor<2xf32>} : () -> tensor<2xf32>
  %u = nn.mul %t, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc("second")
  %y = nn.neg %t : (tensor<2xf32>) -> tensor<2xf32> loc("third")
  func.return %y : tensor<2xf32>
}

func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %c : tensor<2xf32>
}
