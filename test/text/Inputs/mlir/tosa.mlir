func.func @constants() {
  %0 = "tosa.const"() {values = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %1 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %2 = "tosa.const_shape"() <{values = dense<[1, 4]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  return
}

// -----

func.func @binary(%a: tensor<4x8xf32>, %i: tensor<4xi32>, %s: tensor<1xi8>) {
  %0 = tosa.add %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.sub %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.mul %a, %a, %s : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  %3 = tosa.maximum %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = tosa.pow %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = tosa.greater %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %6 = "tosa.arithmetic_right_shift"(%i, %i) <{round = true}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %7 = tosa.bitwise_and %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %8 = tosa.intdiv %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %9 = tosa.select %5, %a, %a : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = tosa.equal %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return
}

// -----

func.func @unary(%a: tensor<4x8xf32>, %i: tensor<4xi32>, %z: tensor<1xf32>) {
  %0 = tosa.abs %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.ceil %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.exp %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tosa.floor %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = tosa.log %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = tosa.reciprocal %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = tosa.rsqrt %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = tosa.sigmoid %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = tosa.tanh %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = tosa.erf %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = tosa.clz %i : (tensor<4xi32>) -> tensor<4xi32>
  %11 = tosa.cast %a : (tensor<4x8xf32>) -> tensor<4x8xi32>
  %12 = tosa.sin %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = tosa.cos %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = tosa.identity %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @clamps(%a: tensor<4xf32>, %i: tensor<4xi8>) {
  %0 = "tosa.clamp"(%a) <{min_val = 0.0 : f32, max_val = 6.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "tosa.clamp"(%i) <{min_val = -128 : i8, max_val = 127 : i8}> : (tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @negates(%a: tensor<4xf32>, %z: tensor<1xf32>) {
  %0 = tosa.negate %a, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @convs(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>, %z: tensor<1xf32>) {
  %0 = "tosa.conv2d"(%x, %w, %b, %z, %z) <{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

func.func @depthwise(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x2xf32>, %b: tensor<6xf32>, %z: tensor<1xf32>) {
  %0 = "tosa.depthwise_conv2d"(%x, %w, %b, %z, %z) <{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @pools(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  %0 = "tosa.max_pool2d"(%x) <{kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}> : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  %1 = "tosa.avg_pool2d"(%x, %z, %z) <{acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}> : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  return
}

// -----

func.func @matmuls(%a: tensor<1x4x8xf32>, %b: tensor<1x8x2xf32>, %z: tensor<1xf32>) {
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2xf32>
  return
}

// -----

func.func @reductions(%a: tensor<4x8xf32>, %b: tensor<4x8xi1>) {
  %0 = "tosa.reduce_sum"(%a) <{axis = 0 : i32}> : (tensor<4x8xf32>) -> tensor<1x8xf32>
  %1 = "tosa.reduce_max"(%a) <{axis = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = "tosa.reduce_min"(%a) <{axis = 1 : i32, nan_mode = #tosa.nan_mode<IGNORE>}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %3 = "tosa.reduce_product"(%a) <{axis = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %4 = "tosa.reduce_all"(%b) <{axis = 1 : i32}> : (tensor<4x8xi1>) -> tensor<4x1xi1>
  %5 = "tosa.argmax"(%a) <{axis = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @shapes(%a: tensor<4x8xf32>, %z: tensor<1xf32>) {
  %s = "tosa.const_shape"() <{values = dense<[8, 4]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %0 = tosa.reshape %a, %s : (tensor<4x8xf32>, !tosa.shape<2>) -> tensor<8x4xf32>
  %1 = "tosa.transpose"(%a) <{perms = array<i32: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = "tosa.concat"(%a, %a) <{axis = 0 : i32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %3 = "tosa.reverse"(%a) <{axis = 0 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @slices(%a: tensor<4x8xf32>, %z: tensor<1xf32>) {
  %s = "tosa.const_shape"() <{values = dense<[0, 2]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %n = "tosa.const_shape"() <{values = dense<[4, 4]> : tensor<2xindex>}> : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %s, %n : (tensor<4x8xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x4xf32>
  %p = "tosa.const_shape"() <{values = dense<[1, 1, 0, 0]> : tensor<4xindex>}> : () -> !tosa.shape<4>
  %1 = tosa.pad %a, %p, %z : (tensor<4x8xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<6x8xf32>

  return
}

// -----

func.func @gathers(%a: tensor<1x8x3xf32>, %i: tensor<1x4xi32>) {
  %0 = tosa.gather %a, %i : (tensor<1x8x3xf32>, tensor<1x4xi32>) -> tensor<1x4x3xf32>
  return
}

// -----

func.func @rescales(%a: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %z: tensor<1xi32>, %y: tensor<1xi8>) {
  %0 = "tosa.rescale"(%a, %m, %s, %z, %y) <{rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>, scale32 = true, per_channel = false, input_unsigned = false, output_unsigned = false}> : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @conditions(%c: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %a : tensor<4xf32>
  } else {
    tosa.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @quantized(%a: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  return
}

// -----

// The format with properties in parentheses.
func.func @properties(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>, %z: tensor<1xf32>,
    %a: tensor<4x8xf32>, %i: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>) {
  %0 = tosa.const values(dense<1.0> : tensor<4xf32>) : () -> tensor<4xf32>
  %1 = tosa.const_shape values(dense<[1, 4]> : tensor<2xindex>) : () -> !tosa.shape<2>
  %2 = tosa.arithmetic_right_shift %i, %i round(true) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %3 = tosa.clamp %b min_val(0.0 : f32) max_val(6.0 : f32) nan_mode<IGNORE> : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.conv2d %x, %w, %b, %z, %z pad([0, 0, 0, 0]) stride([1, 1]) dilation([1, 1]) acc_type(f32) : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  %5 = tosa.max_pool2d %x kernel([2, 2]) stride([2, 2]) pad([0, 0, 0, 0]) : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  %6 = tosa.reduce_min %a axis(1) nan_mode<IGNORE> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %7 = tosa.transpose %a perms([1, 0]) {k.v = "note"} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %8 = tosa.rescale %i, %m, %s, %m, %s scale32(true) rounding_mode<SINGLE_ROUND> per_channel(false) input_unsigned(false) output_unsigned(false) : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}
