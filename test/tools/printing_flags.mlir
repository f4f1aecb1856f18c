// RUN: nn-opt %s --mlir-elide-elementsattrs-if-larger=2 | filecheck %s --check-prefix=ELEMENTS
// RUN: nn-opt %s --mlir-elide-resource-strings-if-larger=10 | filecheck %s --check-prefix=RESOURCES
// RUN: nn-opt %s --mlir-elide-resource-strings-if-larger=10000 | filecheck %s --check-prefix=KEPT
// RUN: nn-opt %s --mlir-print-value-users | filecheck %s --check-prefix=USERS
// RUN: nn-opt %s --mlir-use-nameloc-as-prefix | filecheck %s --check-prefix=NAMES
// RUN: nn-opt %s --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s --check-prefix=PLACES
// RUN: nn-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo | filecheck %s --check-prefix=PRETTY
// RUN: nn-opt %s --mlir-print-debuginfo | nn-opt --mlir-print-debuginfo | filecheck %s --check-prefix=PLACES
// RUN: not nn-opt %s --mlir-elide-elementsattrs-if-larger=x 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: nn-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | filecheck %s --check-prefix=HEX
// RUN: nn-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | nn-opt | filecheck %s --check-prefix=DIGITS
// RUN: nn-opt %s --mlir-print-elementsattrs-with-hex-if-larger=-1 | filecheck %s --check-prefix=DIGITS
// RUN: nn-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 --mlir-elide-elementsattrs-if-larger=2 | filecheck %s --check-prefix=ELEMENTS
// RUN: nn-opt %s --mlir-print-skip-regions | filecheck %s --check-prefix=SKIPPED
// RUN: nn-opt %s --mlir-print-skip-regions --mlir-print-op-generic | filecheck %s --check-prefix=SKIPPED-GENERIC
// RUN: nn-opt %s --mlir-print-unique-ssa-ids | filecheck %s --check-prefix=UNIQUE
// RUN: nn-opt %s | filecheck %s --check-prefix=AGAIN

// Constants of more elements are left out, but not those that are all equal.

// ELEMENTS: value = dense_resource<__elided__> : tensor<3xf32>
// ELEMENTS: value = dense<[1, 2]> : tensor<2xi8>
// ELEMENTS: value = dense<1.000000e+00> : tensor<200xf32>
// ELEMENTS: value = dense_resource<"w"> : tensor<66xi8>
// ELEMENTS: "w": "0x

// RESOURCES: value = dense_resource<"w"> : tensor<66xi8>
// RESOURCES-NOT: {-#
// KEPT: "w": "0x400000000101{{(01)*}}02"

// USERS:      // %x is used by %sum
// USERS-NEXT: %{{.*}} = nn.constant {{.*}} // user: %sum
// USERS-NEXT: %{{.*}} = nn.constant {{.*}} // unused
// USERS:      %sum = nn.add {{.*}} // users: %[[B:[0-9]+]], %[[END:[0-9]+]]
// USERS-NEXT: %[[B]], %{{[0-9]+}} = nn.split {{.*}} // %[[B]] unused; %{{[0-9]+}} unused
// USERS-NEXT: func.return %sum : tensor<3xf32> // id: %[[END]]
// USERS-NEXT: {{^}}  }{{$}}

// NAMES: %_layer_a = nn.constant
// NAMES: %sum = nn.add %x, %_layer_a

// PLACES: loc("/layer/a")
// PLACES: nn.add {{.*}} loc("plus"("f.py":3:4))
// PLACES: func.return {{.*}} loc("{{.*}}":{{[0-9]+}}:{{[0-9]+}})
// PRETTY: nn.add {{.*}} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> "plus"(f.py:3:4)

// HEX: value = dense<"0x0000803F0000004000004040"> : tensor<3xf32>
// HEX: value = dense<[1, 2]> : tensor<2xi8>
// HEX: value = dense<1.000000e+00> : tensor<200xf32>
// HEX: arith.constant dense<"0x010001"> : tensor<3xi1>
// DIGITS: value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// DIGITS: arith.constant dense<[true, false, true]> : tensor<3xi1>

// SKIPPED: builtin.module {...}
// SKIPPED-NOT: nn.add
// SKIPPED-GENERIC: "builtin.module"() ({...}) : () -> ()

// AGAIN:       func.func @g(%x: tensor<3xf32>) {
// AGAIN-NEXT:    %0 =
// UNIQUE:      func.func @g(%x_1: tensor<3xf32>) {
// UNIQUE-NEXT:   %{{[1-9][0-9]*}} =

// NUMBER: for the --mlir-elide-elementsattrs-if-larger option: 'x' value invalid for uint argument!

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = nn.constant {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32> loc("/layer/a")
  %1 = nn.constant {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2xi8>
  %2 = nn.constant {value = dense<1.0> : tensor<200xf32>} : () -> tensor<200xf32>
  %3 = nn.constant {value = dense_resource<"w"> : tensor<66xi8>} : () -> tensor<66xi8>
  %sum = nn.add %x, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> loc("plus"("f.py":3:4))
  %4, %5 = nn.split %sum {sizes = [1, 2]} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  func.return %sum : tensor<3xf32>
}

func.func @g(%x: tensor<3xf32>) {
  %0 = arith.constant dense<[true, false, true]> : tensor<3xi1>
  func.return
}

{-#
  dialect_resources: {
    builtin: {
      "w": "0x40000000010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010102"
    }
  }
#-}
