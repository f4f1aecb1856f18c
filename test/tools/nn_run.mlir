// The command itself; nn_run.py has its flags and messages.

// RUN: rm -rf %t && mkdir -p %t
// RUN: nn-run %s --seed 3 --save %t/f.npz | filecheck %s
// RUN: nn-run %s --seed 3 --compare %t/f.npz | filecheck %s --check-prefix=AGREE
// RUN: not nn-run %s --seed 4 --compare %t/f.npz >%t/out 2>%t/err
// RUN: filecheck %s --check-prefix=DEVIATES < %t/err
// RUN: not nn-run %t/nope.mlir 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not nn-run 2>&1 | filecheck %s --check-prefix=NOTHING

// CHECK:      y: float32 2
// AGREE:      {{^}}1 tensor agrees{{$}}
// DEVIATES:   nn_run.mlir:20:8: error: output 'y' at [{{[01]}}] is {{-?[0-9.]+}}, expected {{-?[0-9.]+}}; 2 of 2 beyond
// DEVIATES-NEXT: %y = nn.exp %x
// DEVIATES-NEXT: ^
// FILE:       {{^}}nn-run: error: cannot open input file '{{.*}}nope.mlir': No such file or directory
// NOTHING:    {{^}}nn-run: error: the following arguments are required: FILE

func.func @f(%x: tensor<2xf32>) -> (tensor<2xf32> {nn.name = "y"}) {
  %y = nn.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
