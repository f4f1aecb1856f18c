// RUN: nn-opt %s -p 'merge-duplicates,func.func(cse),compose-casts,merge-duplicates' --mlir-pass-statistics 2>&1 >/dev/null | filecheck %s --check-prefix=PIPELINE
// RUN: nn-opt %s -p 'merge-duplicates,func.func(cse),compose-casts,merge-duplicates' --mlir-pass-statistics --mlir-pass-statistics-display=pipeline 2>&1 >/dev/null | filecheck %s --check-prefix=PIPELINE
// RUN: nn-opt %s -p 'merge-duplicates,func.func(cse),compose-casts,merge-duplicates' --mlir-pass-statistics --mlir-pass-statistics-display=list 2>&1 >/dev/null | filecheck %s --check-prefix=LIST
// RUN: nn-opt %s -p 'merge-duplicates,func.func(cse)' --mlir-pass-statistics --mlir-output-format=json 2>&1 >/dev/null | filecheck %s --check-prefix=JSON
// RUN: nn-opt %s -p 'order-dag,infer-types,fold-constants,convert-nn-to-onnx' --mlir-pass-statistics 2>&1 >/dev/null | filecheck %s --check-prefix=OTHERS
// RUN: nn-opt %s -p 'convert-nn-to-onnx,convert-onnx-to-nn,print-op-stats' --mlir-pass-statistics 2>&1 >/dev/null | filecheck %s --check-prefix=CONVERT
// RUN: nn-opt %s -p merge-duplicates -o /dev/null 2>%t
// RUN: diff %t /dev/null
// RUN: not nn-opt %s --mlir-pass-statistics --mlir-pass-statistics-display=tree 2>&1 | filecheck %s --check-prefix=DISPLAY

func.func @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %b = nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %c = nn.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = nn.cast %c {to = f32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %d : tensor<2xf32>
}

func.func @constant() -> tensor<2xf32> {
  %x = nn.constant {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %dead = nn.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = nn.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// PIPELINE: {{^}}===---{{-+}}---==={{$}}
// PIPELINE-NEXT: {{^}}                         ... Pass statistics report ...{{$}}
// PIPELINE-NEXT: {{^}}===---{{-+}}---==={{$}}
// PIPELINE-NEXT: {{^}}MergeDuplicatesPass{{$}}
// PIPELINE-NEXT: {{^}}  (S) 1 num-merged - Number of operations equal to one before them{{$}}
// PIPELINE-NEXT: {{^}}'func.func' Pipeline{{$}}
// PIPELINE-NEXT: {{^}}  CommonSubexpressionElimination{{$}}
// PIPELINE-NEXT: {{^}}ComposeCastsPass{{$}}
// PIPELINE-DAG: (S) 1 num-cast-to-same-type - Number of times that CastToSameType acted{{$}}
// PIPELINE-DAG: (S) 0 num-cast-of-cast {{ *}}- Number of times that CastOfCast acted{{$}}
// PIPELINE-DAG: (S) 0 num-created {{ *}}- Number of operations created by rewrites{{$}}
// PIPELINE-DAG: (S) 1 num-erased {{ *}}- Number of operations erased by rewrites{{$}}
// PIPELINE: {{^}}MergeDuplicatesPass{{$}}
// PIPELINE-NEXT: {{^}}  (S) 0 num-merged - Number of operations equal to one before them{{$}}

// LIST: {{^}}  ComposeCastsPass{{$}}
// LIST-NEXT: {{^}}    (S) 1 num-cast-to-same-type
// LIST: {{^}}  MergeDuplicatesPass{{$}}
// LIST-NEXT: {{^}}    (S) 1 num-merged
// LIST-NOT: Pass

// JSON: {{^}}[{{$}}
// JSON: "name": "MergeDuplicatesPass",
// JSON-NEXT: "pass": "merge-duplicates",
// JSON: "name": "num-merged",
// JSON-NEXT: "value": 1,
// JSON-NEXT: "description": "Number of operations equal to one before them"
// JSON: "name": "'func.func' Pipeline",
// JSON-NEXT: "passes": [
// JSON: "name": "CommonSubexpressionElimination",
// JSON-NEXT: "pass": "cse",
// JSON-NEXT: "statistics": []

// OTHERS: OrderDagPass
// OTHERS-NEXT: (S) 1 num-dropped - Number of operations that nothing reads
// OTHERS-NEXT: (S) 0 num-moved {{ *}}- Number of operations put at another place
// OTHERS-NEXT: InferTypesPass
// OTHERS-NEXT: (S) 0 num-retyped - Number of values of whose type more is known
// OTHERS-NEXT: FoldConstantsPass
// OTHERS-NEXT: (S) 1 num-folded - Number of operations replaced by constants or simpler ones
// OTHERS-NEXT: ConvertNnToOnnxPass
// OTHERS-NEXT: (S) 5 num-converted - Number of operations written as ONNX nodes

// CONVERT: ConvertNnToOnnxPass
// CONVERT-NEXT: (S) 7 num-converted
// CONVERT-NEXT: ConvertOnnxToNnPass
// CONVERT-NEXT: (S) 7 num-converted - Number of ONNX nodes read
// CONVERT-NEXT: PrintOpStatsPass
// CONVERT-NEXT: (S) 11 num-ops - Number of operations

// DISPLAY: nn-opt: for the --mlir-pass-statistics-display option: Cannot find option named 'tree'!
