// RUN: nn-opt %s --print-op-stats 2>&1 >/dev/null | filecheck %s
// RUN: nn-opt %s --pass-pipeline='builtin.module(print-op-stats{json})' 2>&1 >/dev/null | filecheck %s --check-prefix=JSON
// RUN: nn-opt %s --pass-pipeline='builtin.module(func.func(print-op-stats))' 2>&1 >/dev/null | filecheck %s --check-prefix=NESTED
// RUN: nn-opt %s --print-op-stats 2>/dev/null | filecheck %s --check-prefix=OUTPUT

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %z = nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
  func.return %z : tensor<2xf32>
}

// CHECK: {{^}}Operations encountered:{{$}}
// CHECK-NEXT: {{^}}-----------------------{{$}}
// CHECK-NEXT: {{^}}  builtin.module , 1{{$}}
// CHECK-NEXT: {{^}}     func.func   , 1{{$}}
// CHECK-NEXT: {{^}}     func.return , 1{{$}}
// CHECK-NEXT: {{^}}       nn.relu   , 2{{$}}

// JSON: {{^}}{{{$}}
// JSON-NEXT: {{^}}  "builtin.module" : 1,{{$}}
// JSON-NEXT: {{^}}  "func.func" : 1,{{$}}
// JSON-NEXT: {{^}}  "func.return" : 1,{{$}}
// JSON-NEXT: {{^}}  "nn.relu" : 2{{$}}

// NESTED: {{^}}  func.func   , 1{{$}}
// NESTED-NOT: builtin

// OUTPUT: builtin.module
// OUTPUT-NOT: encountered
