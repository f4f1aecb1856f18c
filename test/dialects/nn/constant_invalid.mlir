// RUN: INVALID

// expected-error@+1 {{'nn.constant' op needs a tensor as its value, got 3 : i32}}
%0 = nn.constant {value = 3 : i32} : () -> tensor<2xf32>

// -----

// expected-error@+1 {{'nn.constant' op needs a tensor as its value, got None}}
%0 = nn.constant : () -> tensor<2xf32>

// -----

// expected-error@+1 {{'nn.constant' op has result tensor<2xf32>, but its operands give tensor<3xf32>}}
%0 = nn.constant {value = dense<1.0> : tensor<3xf32>} : () -> tensor<2xf32>

// -----

// expected-error@+1 {{'nn.constant' op has result tensor<3xi32>, but its operands give tensor<3xf32>}}
%0 = nn.constant {value = dense<1.0> : tensor<3xf32>} : () -> tensor<3xi32>

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
%0 = nn.constant {value = dense<[1.0, 2.0]> : tensor<3xf32>} : () -> tensor<3xf32>

// -----

// expected-error@+1 {{elements literal type must have static shape}}
%0 = nn.constant {value = dense<1.0> : tensor<?xf32>} : () -> tensor<?xf32>

// -----

// expected-error@+1 {{resource 'k' holds 3 bytes, which are no tensor<2xf32>}}
%0 = nn.constant {value = dense_resource<k> : tensor<2xf32>} : () -> tensor<2xf32>
{-# dialect_resources: { builtin: { k: "0x04000000000000" } } #-}
