// RUN: nn-opt %s -t dot | filecheck %s
// RUN: nn-opt %s -t 'dot{constants=true types=false}' | filecheck %s --check-prefix=ALL
// RUN: rm -rf %t && mkdir -p %t && nn-opt %s -o %t/a.dot && filecheck %s < %t/a.dot
// RUN: not nn-opt %s -t 'dot{constant=true}' 2>&1 | filecheck %s --check-prefix=OPTION

// OPTION: error: no such option constant

// A box for each scope of a name, an edge for each use, also across regions; no constants.
// CHECK:      {{^}}digraph {
// CHECK:        subgraph cluster_0 {
// CHECK-NEXT:     label="f";
// CHECK-NEXT:     [[X:n[0-9]+]] [label="in:0", shape=ellipse];
// CHECK-NEXT:     [[C:n[0-9]+]] [label="c", shape=ellipse];
// CHECK-NEXT:     [[OUT:n[0-9]+]] [label="outputs", shape=ellipse];
// CHECK-NEXT:     subgraph cluster_1 {
// CHECK-NEXT:       label="layer1";
// CHECK-NEXT:       [[RELU:n[0-9]+]] [label="relu\nq\"\\"];
// CHECK-NEXT:       [[ADD:n[0-9]+]] [label="add\nsum"];
// CHECK-NEXT:       subgraph cluster_2 {
// CHECK-NEXT:         label="inner";
// CHECK-NEXT:         [[NEG:n[0-9]+]] [label="neg\nNeg"];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     subgraph cluster_3 {
// CHECK-NEXT:       label="a";
// CHECK-NEXT:       [[IF:n[0-9]+]] [label="if\nchoose"];
// CHECK-NEXT:       subgraph cluster_4 {
// CHECK-NEXT:         label="choose #0";
// CHECK-NEXT:         [[ABS:n[0-9]+]] [label="abs"];
// CHECK-NEXT:         [label="yield", shape=ellipse];
// CHECK-NEXT:       }
// CHECK-NEXT:       subgraph cluster_5 {
// CHECK-NEXT:         label="choose #1";
// CHECK-NEXT:         [label="yield", shape=ellipse];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   subgraph cluster_6 {
// CHECK-NEXT:     label="g";
// CHECK-NEXT:     [label="outputs", shape=ellipse];
// CHECK:        [[X]] -> [[RELU]] [label="2xf32"];
// CHECK-NEXT:   [[RELU]] -> [[ADD]] [label="2xf32"];
// CHECK-NEXT:   [[ADD]] -> [[NEG]] [label="2xf32"];
// CHECK-NEXT:   [[C]] -> [[IF]] [label="i1"];
// CHECK-NEXT:   [[IF]] -> [[OUT]] [label="?xf32"];
// CHECK:        [[NEG]] -> [[ABS]] [label="2xf32"];
// CHECK-NOT:    constant
// CHECK:      {{^}}}

// ALL:     [label="constant"];
// ALL:     -> n{{[0-9]+}};
// ALL-NOT: 2xf32

func.func @f(%x: tensor<2xf32> {nn.name = "in:0"}, %c: tensor<i1>) -> tensor<?xf32> {
  %w = nn.constant {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %r = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32> loc("/layer1/q\22\\")
  %s = nn.add %r, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(fused<"p">["layer1.sum", "other"])
  %n = nn.neg %s : (tensor<2xf32>) -> tensor<2xf32> loc("/layer1/inner/Neg")
  %y = nn.if %c ({
    %a = nn.abs %n : (tensor<2xf32>) -> tensor<2xf32>
    nn.yield %a : (tensor<2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32> loc("a/choose")
  func.return %y : tensor<?xf32>
}

nn.graph @g() {
  nn.yield : () -> ()
}

func.func private @elsewhere()
