// RUN: not nn-opt %s --split-input-file 2>&1 >%t | filecheck %s

// All independent errors of a part, in the order of the text.
func.func @several(%x: i32) -> i32 {
  %a = arith.addi %b, %x : i32
  %b = arith.addi %a, %x : i32
  "arith.addi"(%x) : (i32) -> ()
  func.return
}
func.func private @several()
// CHECK: diagnostics.mlir:5:8: error: operand #0 does not dominate this use
// CHECK-NEXT: {{^}}  %a = arith.addi %b, %x : i32
// CHECK-NEXT: {{^}}       ^
// CHECK-NEXT: diagnostics.mlir:5:8: note: see current operation: %a = "arith.addi"(%b, %x) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT: diagnostics.mlir:6:8: note: operand defined here (op in the same block)
// CHECK-NEXT: %b = arith.addi
// CHECK-NEXT: ^
// CHECK-NEXT: diagnostics.mlir:7:3: error: 'arith.addi' op expected 2 operands, but found 1
// CHECK: diagnostics.mlir:8:3: error: 'func.return' op has 0 operands, but enclosing function
// CHECK: diagnostics.mlir:10:1: error: redefinition of symbol named 'several'
// CHECK: diagnostics.mlir:4:1: note: see existing symbol definition here

// -----

// A name alone is no place in a file.
func.func @named() -> i32 {
  func.return loc("end")
}
// CHECK: <unknown>:0: error: loc("end"): 'func.return' op has 0 operands, but enclosing function
// CHECK-NEXT: <unknown>:0: note: loc("end"): see current operation: "func.return"() : () -> ()

// -----

// A name of an imported model is one, whatever line of the exporter stands behind it.
module attributes {nn.source = "model.onnx"} {
  func.func @imported() -> i32 {
    func.return loc("/layer1/conv1"("export.py":3:4))
  }
  func.func @fused() -> i32 {
    func.return loc(fused<"pass">["a.mlir":1:2, "/layer2", "/layer3"])
  }
}
// CHECK: {{^}}model.onnx:/layer1/conv1: error: 'func.return' op has 0 operands, but enclosing function
// CHECK: {{^}}model.onnx:/layer2: error: 'func.return' op has 0 operands, but enclosing function

// -----

func.func @elsewhere() -> i32 {
  func.return loc("name"("other.py":3:4))
}
// CHECK: {{^}}other.py:3:4: error: 'func.return' op has 0 operands, but enclosing function

// -----

	"test.op"(%undefined) : (i32) -> ()
// CHECK: diagnostics.mlir:[[LINE:[0-9]+]]:12: error: use of undeclared SSA value name
// CHECK-NEXT: "test.op"(%undefined)
// CHECK-NEXT: ^~~~~~~~~~
