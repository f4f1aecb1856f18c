// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK: builtin.module attributes {onnx.ir_version = 10 : i64, onnx.opset = {ai.onnx = 21 : i64, com.microsoft = 1 : i64}} {
builtin.module attributes {onnx.ir_version = 10 : i64, onnx.opset = {ai.onnx = 21 : i64, com.microsoft = 1 : i64}} {

// CHECK-LABEL: nn.graph @attribute_kinds
nn.graph @attribute_kinds(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // CHECK: onnx.Op %x {f = 1.500000e+00 : f32, i = -3 : i64, s = "text"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = onnx.Op %x {f = 1.500000e+00 : f32, i = -3 : i64, s = "text"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {floats = array<f32: 1.000000e+00, 2.500000e+00>, ints = [2, 2], strings = ["a", "b"]}
  %1 = onnx.Op %0 {floats = array<f32: 1.000000e+00, 2.500000e+00>, ints = [2, 2], strings = ["a", "b"]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {floats = #onnx.list<FLOATS, []>, ints = #onnx.list<INTS, []>, strings = #onnx.list<STRINGS, []>}
  %2 = onnx.Op %1 {floats = #onnx.list<FLOATS, []>, ints = #onnx.list<INTS, []>, strings = #onnx.list<STRINGS, []>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {t = dense<[1, 2]> : tensor<2xi64>, ts = #onnx.list<TENSORS, [dense<1> : tensor<i8>, dense<2> : tensor<i8>]>}
  %3 = onnx.Op %2 {t = dense<[1, 2]> : tensor<2xi64>, ts = #onnx.list<TENSORS, [dense<1> : tensor<i8>, dense<2> : tensor<i8>]>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {sp = #onnx.sparse<tensor<3x4xf32>, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, dense<[0, 5]> : tensor<2xi64>>, tp = !onnx.seq<tensor<?xf32>>}
  %4 = onnx.Op %3 {sp = #onnx.sparse<tensor<3x4xf32>, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, dense<[0, 5]> : tensor<2xi64>>, tp = !onnx.seq<tensor<?xf32>>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {tps = #onnx.list<TYPE_PROTOS, [tensor<f32>, !onnx.opt<tensor<i1>>]>}
  %5 = onnx.Op %4 {tps = #onnx.list<TYPE_PROTOS, [tensor<f32>, !onnx.opt<tensor<i1>>]>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {alpha = #onnx.ref<"alpha", FLOAT>}
  %6 = onnx.Op %5 {alpha = #onnx.ref<"alpha", FLOAT>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Op %{{.*}} {onnx.attributes = {a.b = 1 : i64}, onnx.doc_string = "why"}
  %7 = onnx.Op %6 {onnx.attributes = {a.b = 1 : i64}, onnx.doc_string = "why"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  nn.yield %7 : (tensor<2x3xf32>) -> ()
}

// CHECK-LABEL: nn.graph @operator_names
nn.graph @operator_names(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  // CHECK: onnx.Relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %0 = onnx.Relu %x : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: onnx.com.microsoft.Gelu %{{.*}} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = onnx.com.microsoft.Gelu %0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: onnx.my$2ddomain.aten$2eadd$7cfolded %{{.*}} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = onnx.my$2ddomain.aten$2eadd$7cfolded %1 : (tensor<4xf32>) -> tensor<4xf32>
  nn.yield %2 : (tensor<4xf32>) -> ()
}

// CHECK-LABEL: nn.graph @types
// CHECK-SAME:    (%s: !onnx.seq<tensor<?xf32>>, %o: !onnx.opt<!onnx.seq<tensor<*xi8>>>, %m: !onnx.map<i64, tensor<f32>>, %p: !onnx.sparse<tensor<3x4xf32>>, %h: !onnx.opaque<"com.example", "Handle">, %t: tensor<?x!nn.string>)
nn.graph @types(
  %s: !onnx.seq<tensor<?xf32>>, %o: !onnx.opt<!onnx.seq<tensor<*xi8>>>,
  %m: !onnx.map<i64, tensor<f32>>, %p: !onnx.sparse<tensor<3x4xf32>>,
  %h: !onnx.opaque<"com.example", "Handle">, %t: tensor<?x!nn.string>
) -> (!nn.unknown) {
  %0 = onnx.Op %s, %o, %m, %p, %h, %t : (!onnx.seq<tensor<?xf32>>, !onnx.opt<!onnx.seq<tensor<*xi8>>>, !onnx.map<i64, tensor<f32>>, !onnx.sparse<tensor<3x4xf32>>, !onnx.opaque<"com.example", "Handle">, tensor<?x!nn.string>) -> !nn.unknown
  nn.yield %0 : (!nn.unknown) -> ()
}

// CHECK-LABEL: nn.graph @absent
nn.graph @absent(%x: tensor<4xf32>, %hi: tensor<f32>) -> (tensor<4xf32>) {
  // CHECK: onnx.Clip %x, _, %hi : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = onnx.Clip %x, _, %hi : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %{{.*}}, %{{.*}} = onnx.LSTM %{{.*}} : (tensor<4xf32>) -> (none, tensor<4xf32>)
  %1, %2 = onnx.LSTM %0 : (tensor<4xf32>) -> (none, tensor<4xf32>)
  nn.yield %2 : (tensor<4xf32>) -> ()
}

// CHECK-LABEL: nn.graph @regions
nn.graph @regions(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>) {
  // CHECK:      %y = onnx.If %c ({
  // CHECK-NEXT:   %a = onnx.Relu %x : (tensor<4xf32>) -> tensor<4xf32> loc("a")
  // CHECK-NEXT:   nn.yield %a : (tensor<4xf32>) -> ()
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   nn.yield %x : (tensor<4xf32>) -> ()
  // CHECK-NEXT: }) {onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<4xf32> loc("if:0")
  %y = onnx.If %c ({
    %a = onnx.Relu %x : (tensor<4xf32>) -> tensor<4xf32> loc("a")
    nn.yield %a : (tensor<4xf32>) -> ()
  }, {
    nn.yield %x : (tensor<4xf32>) -> ()
  }) {onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<4xf32> loc("if:0")
  nn.yield %y : (tensor<4xf32>) -> ()
}

// CHECK-LABEL: nn.graph @any_order
nn.graph @any_order(%x: tensor<4xf32>) -> (!nn.unknown) {
  // CHECK: %b = onnx.Relu %a : (!nn.unknown) -> !nn.unknown
  %b = onnx.Relu %a : (!nn.unknown) -> !nn.unknown
  // CHECK: %a = onnx.Add %w, %t7 : (tensor<2xf32>, !nn.unknown) -> !nn.unknown
  %a = onnx.Add %w, %t7 : (tensor<2xf32>, !nn.unknown) -> !nn.unknown
  // CHECK: %w = onnx.initializer {value = dense<[1.000000e+00, 0xFF800000]> : tensor<2xf32>} : () -> tensor<2xf32> loc("w")
  %w = onnx.initializer {value = dense<[1.000000e+00, 0xFF800000]> : tensor<2xf32>} : () -> tensor<2xf32> loc("w")
  // CHECK: %t7 = nn.undefined "t7" : !nn.unknown
  %t7 = nn.undefined "t7" : !nn.unknown
  nn.yield %b : (!nn.unknown) -> ()
}

// CHECK-LABEL: nn.graph @"this::double"(%a: !nn.unknown) -> !nn.unknown attributes {onnx.function = {domain = "this", name = "double", opset = {ai.onnx = 21 : i64}}}
nn.graph @"this::double"(%a: !nn.unknown) -> (!nn.unknown) attributes {onnx.function = {domain = "this", name = "double", opset = {ai.onnx = 21 : i64}}} {
  %0 = onnx.Add %a, %a : (!nn.unknown, !nn.unknown) -> !nn.unknown
  nn.yield %0 : (!nn.unknown) -> ()
}

}
