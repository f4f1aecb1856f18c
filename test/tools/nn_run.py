# RUN: rm -rf %t && %python %s %t | filecheck %s
"""Every flag and every message of `nn-run`, in one process; nn_run.mlir has the command itself."""

import os
import sys
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import numpy as np

from nnopt.compiler.driver.evaluate import main

TEXT = """
func.func @f(%x: tensor<2x3xf32> {nn.name = "in:0"}, %y: tensor<?xi64> {nn.name = "a/b", nn.dims = ["n"]}) -> (tensor<2x3xf32> {nn.name = "out:0"}, tensor<?xi64>) {
  %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("relu")
  func.return %a, %y : tensor<2x3xf32>, tensor<?xi64>
}
func.func @one(%x: tensor<2x3xf32> {nn.name = "in:0"}) -> (tensor<2x3xf32> {nn.name = "out:0"}) {
  %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %a : tensor<2x3xf32>
}
func.func @dims(%x: tensor<?x?xf32> {nn.dims = ["n", "m"]}) -> tensor<?x?xf32> {
  func.return %x : tensor<?x?xf32>
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
func.func @calls(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = func.call @one(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
func.func @calls_itself(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = func.call @calls_itself(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
func.func @unranked(%x: tensor<*xf32>) {
  func.return
}
func.func @foreign(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = arith.addi %x, %x : tensor<2xi32>
  func.return %y : tensor<2xi32>
}
"""  # noqa: E501

os.makedirs(sys.argv[1])
os.chdir(sys.argv[1])
Path("m.mlir").write_text(TEXT)


def run(*words: str) -> None:
    """What a command line on `m.mlir` prints, and its exit code; the first word is a function."""
    function = ["m.mlir", *(["--function", words[0]] if words and words[0] else []), *words[1:]]
    print("$", *words, flush=True)
    with redirect_stderr(sys.stdout):
        try:
            code = main(function)
        except SystemExit as e:
            code = e.code
    print("exit", code, flush=True)


def store(path: str, **arrays: Any) -> None:
    np.savez(path, **arrays)


# --- Values ---------------------------------------------------------------------------------------

# Random inputs are those of the seed; a named dim is 1 unless --dims says.
# CHECK:      {{^}}$ f
# CHECK-NEXT: {{^}}out:0: float32 2x3
# CHECK-NEXT: {{^}}{{\[\[}}0.12573 {{.*}}]
# CHECK-NEXT:  {{.*}}]]
# CHECK-NEXT: {{^}}1: int64 1
# CHECK-NEXT: {{^}}[5]
# CHECK-NEXT: {{^}}exit 0
# CHECK-NEXT: {{^}}$ f --seed 1
# CHECK-NEXT: {{^}}out:0: float32 2x3
# CHECK-NEXT: {{^}}{{\[\[}}0.345584 {{.*}}]
# CHECK:      {{^}}$ f --dims n=3
# CHECK:      {{^}}1: int64 3
# CHECK:      {{^}}$ dims --dims n=1,m=2 --dims n=4
# CHECK-NEXT: {{^}}0: float32 4x2
run("f")
run("f", "--seed", "1")
run("f", "--dims", "n=3")
run("dims", "--dims", "n=1,m=2", "--dims", "n=4")

# What is saved is what was given and what came out, and is read back by name.
# CHECK:      {{^}}$ f --dims n=3 --save f.npz
# CHECK:      {{^}}exit 0
# CHECK-NEXT: {{^}}['1', 'a|b', 'in:0', 'out:0'] (3,)
# CHECK:      {{^}}$ f --inputs f.npz --compare f.npz --rtol 0 --atol 0
# CHECK-NEXT: {{^}}2 tensors agree
# CHECK-NEXT: {{^}}exit 0
# CHECK:      {{^}}$ one
# CHECK-NEXT: {{^}}1 tensor agrees
# CHECK:      {{^}}$ f --inputs slash.npz --compare f.npz
# CHECK-NEXT: {{^}}2 tensors agree
run("f", "--dims", "n=3", "--save", "f.npz")
with np.load("f.npz") as saved:
    print(sorted(saved.files), saved["a|b"].shape)
    store("slash.npz", **{"in:0": saved["in:0"].astype(">f4"), "a/b": saved["a|b"]})
run("f", "--inputs", "f.npz", "--compare", "f.npz", "--rtol", "0", "--atol", "0")
run("one", "--inputs", "f.npz", "--compare", "f.npz")
run("f", "--inputs", "slash.npz", "--compare", "f.npz")

# Strings, booleans, and element types that numpy lacks go through files, too.
# CHECK:      {{^}}$ kinds --inputs kinds.npz --compare kinds.npz
# CHECK-NEXT: {{^}}4 tensors agree
# CHECK:      {{^}}$ strings --inputs strings.npz --compare strings.npz
# CHECK-NEXT: {{^}}1 tensor agrees
# CHECK:      {{^}}$ strings --inputs others.npz --compare strings.npz
# CHECK-NEXT: error: output '0' at [0] is b'\xff', expected b'c'; 3 of 3 differ
for name in ("kinds", "strings"):
    run(name, "--save", f"{name}.npz")
    run(name, "--inputs", f"{name}.npz", "--compare", f"{name}.npz")
store("others.npz", s=np.array([b"\xff", b"", b"x"], "S"))
run("strings", "--inputs", "others.npz", "--compare", "strings.npz")

# The worst comes first, with its layer, position and both values; the first one is marked.
# CHECK:      {{^}}$ broken
# CHECK-NEXT: {{^}}<unknown>:0: error: loc("second"): tensor 'u' at [0] is 448.4
# CHECK-SAME: , expected 2.22984{{[0-9]*}}; 2 of 2 beyond rtol 0.001, atol 1e-05
# CHECK-NEXT: {{^}}<unknown>:0: error: loc("third"): output 'y' at [
# CHECK-NEXT: {{^}}<unknown>:0: error: loc("first"): tensor 't' at [
# CHECK-NEXT: {{^}}<unknown>:0: note: loc("first"): the first to deviate, in order of computation
# CHECK-NEXT: {{^}}exit 1
# CHECK:      {{^}}$ broken
# CHECK-NEXT: {{^}}4 tensors agree
run("deep", "--seed", "5", "--every-tensor", "--save", "deep.npz")
run("broken", "--inputs", "deep.npz", "--every-tensor", "--compare", "deep.npz")
loose = ("--rtol", "10", "--atol", "1e9")
run("broken", "--inputs", "deep.npz", "--every-tensor", "--compare", "deep.npz", *loose)

# Another runtime runs the same; outputs and inputs without a name are matched by position.
# CHECK:      {{^}}$ f --against onnxruntime
# CHECK-NEXT: {{^}}2 tensors agree
# CHECK:      {{^}}$ deep --every-tensor --against onnxruntime
# CHECK-NEXT: {{^}}3 tensors agree
# CHECK:      {{^}}$ kinds --against onnxruntime
# CHECK-NEXT: {{^}}4 tensors agree
# CHECK:      {{^}}$ strings --against onnxruntime
# CHECK-NEXT: {{^}}1 tensor agrees
# CHECK:      {{^}}$ more --against onnxruntime
# CHECK-NEXT: {{^}}2 tensors agree
# CHECK:      {{^}}$ index --against onnxruntime
# CHECK:      error: loc("gather"): 'nn.gather' op
run("f", "--against", "onnxruntime")
run("deep", "--every-tensor", "--against", "onnxruntime")
for name in ("kinds", "strings", "more", "index"):
    run(name, "--against", "onnxruntime")

# A pipeline runs first, and a function may call another.
# CHECK:      {{^}}$ deep -p merge-duplicates --inputs deep.npz --compare deep.npz
# CHECK-NEXT: {{^}}1 tensor agrees
# CHECK:      {{^}}$ deep --pass-pipeline=builtin.module(func.func(cse))
# CHECK-NEXT: {{^}}y: float32 2
# CHECK:      {{^}}$ calls
# CHECK-NEXT: {{^}}0: float32 2x3
run("deep", "-p", "merge-duplicates", "--inputs", "deep.npz", "--compare", "deep.npz")
run("deep", "--pass-pipeline=builtin.module(func.func(cse))")
run("calls")

# --- Mistakes -------------------------------------------------------------------------------------

# CHECK:      {{^}}$ {{$}}
# CHECK-NEXT: {{^}}m.mlir:2:1: error: choose one function with --function; functions: f, one, dims,
# CHECK:      {{^}}exit 1
# CHECK-NEXT: {{^}}$ g
# CHECK-NEXT: {{^}}m.mlir:2:1: error: there is no function 'g'; functions: f, one,
# CHECK:      {{^}}exit 1
run("")
run("g")

# CHECK:      {{^}}$ f --inputs nope.npz
# CHECK-NEXT: {{^}}nn-run: error: 'nope.npz': No such file or directory
# CHECK-NEXT: {{^}}exit 1
# CHECK-NEXT: {{^}}$ f --inputs m.mlir
# CHECK-NEXT: {{^}}m.mlir: error: is no .npz file of plain arrays
# CHECK-NEXT: {{^}}exit 1
# CHECK-NEXT: {{^}}$ f --inputs array.npy
# CHECK-NEXT: {{^}}array.npy: error: is no .npz file of plain arrays
# CHECK:      {{^}}$ f --inputs objects.npz
# CHECK-NEXT: {{^}}objects.npz: error: is no .npz file of plain arrays
# CHECK:      {{^}}$ f --inputs deep.npz
# CHECK-NEXT: error: the file of inputs lacks 'in:0' and 'a/b'; it has x, t, u and y
# CHECK:      {{^}}$ f --inputs wrong.npz
# CHECK-NEXT: {{^}}m.mlir:2:1: error: input 'in:0' is tensor<2x3xf32>, but got an array 3x2xfloat64
# CHECK:      {{^}}$ unranked
# CHECK-NEXT: {{^}}m.mlir:{{[0-9]+}}:1: error: input 0 has no rank; give it with --inputs
np.save("array.npy", np.zeros(3))
store("objects.npz", **{"in:0": np.array([None])})
store("wrong.npz", **{"in:0": np.zeros((3, 2)), "a|b": np.zeros(1, np.int64)})
for name in ("nope.npz", "m.mlir", "array.npy", "objects.npz", "deep.npz", "wrong.npz"):
    run("f", "--inputs", name)
run("unranked")

# CHECK:      {{^}}$ f --compare deep.npz
# CHECK-NEXT: {{^}}m.mlir:2:1: error: nothing to compare: there is out:0 and 1, not x, t, u and y
# CHECK:      {{^}}$ f --compare empty.npz
# CHECK-NEXT: error: nothing to compare: there is out:0 and 1, and that file is empty
# CHECK:      {{^}}$ more --compare deep.npz
# CHECK-NEXT: error: output 'z' is not among the arrays to compare with
store("empty.npz")
run("f", "--compare", "deep.npz")
run("f", "--compare", "empty.npz")
run("more", "--compare", "deep.npz")

# CHECK:      {{^}}$ f --dims n
# CHECK-NEXT: {{^}}m.mlir:2:1: error: --dims n: NAME=N is expected, N a size
# CHECK:      {{^}}$ f --dims nn=2
# CHECK-NEXT: {{^}}m.mlir:2:1: error: --dims: no dim is named 'nn'; there is n; did you mean 'n'?
# CHECK:      {{^}}$ deep --dims n=2
# CHECK-NEXT: error: --dims: no dim is named 'n'; the inputs name none
run("f", "--dims", "n")
run("f", "--dims", "nn=2")
run("deep", "--dims", "n=2")

# CHECK:      {{^}}$ f -p nopass
# CHECK-NEXT: {{^}}pass-pipeline:1:16: error: 'nopass' does not refer to a registered pass
# CHECK-NEXT: {{^}}builtin.module(nopass)
# CHECK-NEXT: {{^}}               ^~~~~~
# CHECK-NEXT: {{^}}exit 1
# CHECK-NEXT: {{^}}$ f -f nope
# CHECK-NEXT: {{^}}-f:1:1: error: 'nope' is not a frontend; there are
# CHECK:      {{^}}$ f --save none/f.npz
# CHECK-NEXT: {{^}}nn-run: error: '{{.*}}none{{.*}}': No such file or directory
# CHECK-NEXT: {{^}}exit 1
run("f", "-p", "nopass")
run("f", "-f", "nope")
run("f", "--save", "none/f.npz")

# CHECK:      {{^}}$ elided
# CHECK-NEXT: loc("w"): 'nn.constant' op needs the bytes of 'k', which the text does not have
# CHECK:      {{^}}$ calls_itself
# CHECK-NEXT: error: function 'calls_itself' calls itself
# CHECK:      {{^}}$ foreign
# CHECK-NEXT: error: 'arith.addi' op cannot be run
run("elided")
run("calls_itself")
run("foreign")

# CHECK:      {{^}}$ f -p cse --pass-pipeline=cse
# CHECK-NEXT: {{^}}nn-run: error: argument --pass-pipeline: not allowed with argument -p
# CHECK-NEXT: {{^}}Try: 'nn-run --help'
# CHECK-NEXT: {{^}}exit 1
# CHECK:      {{^}}$ f --seed x
# CHECK-NEXT: {{^}}nn-run: error: argument --seed: invalid int value: 'x'
# CHECK:      {{^}}$ f --seed 1 --inputs f.npz
# CHECK-NEXT: {{^}}nn-run: error: argument --inputs: not allowed with argument --seed
# CHECK:      {{^}}$ f --rtol x
# CHECK-NEXT: {{^}}nn-run: error: argument --rtol: invalid float value: 'x'
# CHECK:      {{^}}$ f --nonsense
# CHECK-NEXT: {{^}}nn-run: error: unrecognized arguments: --nonsense
# CHECK:      {{^}}$ f --against torch
# CHECK-NEXT: {{^}}nn-run: error: argument --against: invalid choice: 'torch'
# CHECK:      {{^}}$ f --help
# CHECK-NEXT: {{^}}usage: nn-run
# CHECK:      {{^}}exit 0
run("f", "-p", "cse", "--pass-pipeline=cse")
run("f", "--seed", "x")
run("f", "--seed", "1", "--inputs", "f.npz")
run("f", "--rtol", "x")
run("f", "--nonsense")
run("f", "--against", "torch")
run("f", "--help")

# Nothing is left of what failed, and nothing is saved where nothing was asked for.
# CHECK: {{^}}array.npy deep empty f kinds m.mlir objects others slash strings wrong{{$}}
print(*(name.removesuffix(".npz") for name in sorted(os.listdir())))
