// GENERIC
func.func @element(%t: tensor<4x?xf32>, %i: index, %f: f32, %s: tensor<f32>, %u: tensor<*xf32>) {
  %0 = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  %1 = tensor.extract %s[] : tensor<f32>
  %2 = tensor.insert %f into %t[%i, %i] : tensor<4x?xf32>
  %3 = tensor.dim %t, %i : tensor<4x?xf32>
  %4 = tensor.dim %u, %i : tensor<*xf32>
  %5 = tensor.rank %t : tensor<4x?xf32>
  %6 = tensor.rank %u : tensor<*xf32>
  return
}

// -----

func.func @make(%i: index, %f: f32) {
  %0 = tensor.empty() : tensor<4x5xf32>
  %1 = tensor.empty(%i, %i) : tensor<?x4x?xf32>
  %2 = tensor.from_elements %f, %f : tensor<2xf32>
  %3 = tensor.from_elements %f, %f, %f, %f : tensor<2x2xf32>
  %4 = tensor.splat %f : tensor<3x4xf32>
  %5 = tensor.splat %f[%i] : tensor<?x4xf32>
  return
}

// -----

// GENERIC
func.func @generate(%n: index) {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<?x3xf32>
  return
}

// -----

// REFUSED
func.func @casts(%t: tensor<4x?xf32>, %i: tensor<4xi32>, %s: tensor<2xindex>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  %2 = tensor.bitcast %i : tensor<4xi32> to tensor<4xf32>
  %3 = tensor.reshape %t(%s) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return
}

// -----

func.func @slices(%t: tensor<8x16x4xf32>, %i: index, %u: tensor<?x?x?xf32>) {
  %0 = tensor.extract_slice %t[0, 2, 0][4, 4, 4][1, 1, 1] : tensor<8x16x4xf32> to tensor<4x4x4xf32>
  %1 = tensor.extract_slice %t[%i, 0, %i] [4, %i, 1] [1, %i, 1] : tensor<8x16x4xf32> to tensor<4x?xf32>
  %2 = tensor.insert_slice %0 into %t[0, 0, 0] [4, 4, 4] [1, 1, 1] : tensor<4x4x4xf32> into tensor<8x16x4xf32>
  %3 = tensor.insert_slice %1 into %u[%i, %i, %i] [4, %i, 1] [1, 1, 1] : tensor<4x?xf32> into tensor<?x?x?xf32>
  return
}

// -----

func.func @reassociate(%t: tensor<2x3x4xf32>, %d: tensor<?x4xf32>, %i: index, %z: tensor<1xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %2 = tensor.expand_shape %d [[0, 1], [2]] output_shape [%i, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  %3 = tensor.collapse_shape %z [] : tensor<1xf32> into tensor<f32>
  return
}

// -----

func.func @pads(%t: tensor<4x5xf32>, %i: index, %f: f32) {
  %0 = tensor.pad %t low[1, 2] high[0, 3] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x5xf32> to tensor<5x10xf32>
  %1 = tensor.pad %t low[%i, 0] high[0, %i] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x5xf32> to tensor<?x?xf32>
  %2 = tensor.pad %t nofold low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x5xf32> to tensor<4x5xf32>
  return
}

// -----

// GENERIC
func.func @gathers(%t: tensor<4x4x4xf32>, %i: tensor<6x2xindex>, %s: tensor<6x4xf32>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<4x4x4xf32>, tensor<6x2xindex>) -> tensor<6x4xf32>
  return
}

// -----

func.func @concats(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return
}
