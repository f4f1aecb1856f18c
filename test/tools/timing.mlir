// RUN: nn-opt %s -p 'cse,func.func(cse,canonicalize)' --mlir-timing 2>&1 >/dev/null | filecheck %s --check-prefix=TREE
// RUN: nn-opt %s -p 'cse,func.func(cse,canonicalize)' --time-passes --mlir-timing-display=tree 2>&1 >/dev/null | filecheck %s --check-prefix=TREE
// RUN: nn-opt %s -p 'cse,func.func(cse)' --mlir-timing --mlir-timing-display=list 2>&1 >/dev/null | filecheck %s --check-prefix=LIST
// RUN: nn-opt %s -p 'cse,func.func(cse)' --mlir-timing --mlir-output-format=json 2>&1 >/dev/null | filecheck %s --check-prefix=JSON
// RUN: nn-opt %s -p 'cse' --mlir-timing 2>/dev/null | filecheck %s --check-prefix=OUTPUT
// RUN: not nn-opt %s -p 'specialize-dims{dims=2}' --mlir-timing 2>&1 >/dev/null | filecheck %s --check-prefix=FAILS
// RUN: nn-opt %s --cse --mlir-timing-display=list -o /dev/null 2>%t
// RUN: diff %t /dev/null
// RUN: not nn-opt %s --mlir-timing --mlir-timing-display=flat 2>&1 | filecheck %s --check-prefix=DISPLAY
// RUN: not nn-opt %s --mlir-timing --mlir-output-format=xml 2>&1 | filecheck %s --check-prefix=FORMAT

func.func @f(%x: i32) -> i32 {
  func.return %x : i32
}

func.func @g() {
  func.return
}

// TREE: {{^}}===---{{-+}}---==={{$}}
// TREE-NEXT: {{^}}                         ... Execution time report ...{{$}}
// TREE-NEXT: {{^}}===---{{-+}}---==={{$}}
// TREE-NEXT: {{^}}  Total Execution Time: {{[0-9]+}}.{{[0-9]+}} seconds{{$}}
// TREE-EMPTY:
// TREE-NEXT: {{^}}  ----Wall Time----  ----Name----{{$}}
// TREE-NEXT: {{^}} {{[ 0-9.]+}} ({{[ 0-9.]+}}%)  Parser{{$}}
// TREE-NEXT: %)  CommonSubexpressionElimination{{$}}
// TREE-NEXT: %)  'func.func' Pipeline{{$}}
// TREE-NEXT: %)    CommonSubexpressionElimination{{$}}
// TREE-NEXT: %)    CanonicalizePass{{$}}
// TREE-NEXT: %)  Output{{$}}
// TREE-NEXT: %)  Rest{{$}}
// TREE-NEXT: (100.0%)  Total{{$}}
// TREE-NOT: {{.}}

// LIST: ... Execution time report ...
// LIST: ----Wall Time----
// LIST-NOT: %)    {{.}}
// LIST-DAG: %)  Parser
// LIST-DAG: %)  CommonSubexpressionElimination
// LIST-DAG: %)  'func.func' Pipeline
// LIST: %)  Rest
// LIST-NEXT: (100.0%)  Total

// JSON-NOT: Execution time
// JSON: {{^}}[{{$}}
// JSON-NEXT: {"wall": {"duration": {{[0-9.e-]+}}, "percentage": {{[0-9.]+}}}, "name": "Parser"},
// JSON-NEXT: "name": "CommonSubexpressionElimination"},
// JSON-NEXT: "name": "'func.func' Pipeline", "passes": [{"wall": {{.*}}, "name": "CommonSubexpressionElimination"}]},
// JSON-NEXT: "name": "Output"},
// JSON-NEXT: "name": "Rest"},
// JSON-NEXT: "percentage": 100.0}, "name": "Total"}
// JSON-NEXT: {{^}}]{{$}}

// OUTPUT: builtin.module
// OUTPUT-NOT: Total

// FAILS: error: no argument has a dim 'dims'
// FAILS: %)  SpecializeDimsPass
// FAILS-NOT: Output
// FAILS: %)  Rest

// DISPLAY: nn-opt: for the --mlir-timing-display option: Cannot find option named 'flat'!
// FORMAT: nn-opt: for the --mlir-output-format option: Cannot find option named 'xml'!
