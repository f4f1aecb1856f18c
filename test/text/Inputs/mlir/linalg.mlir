// GENERIC
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @generics(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<4xf32>, %m: memref<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"], doc = "sum"} ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) attrs = {k.v = 1 : i32} {
  ^bb0(%in: f32, %out: f32):
    %3 = linalg.index 0 : index
    linalg.yield %in : f32
  } -> tensor<4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  %4:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%o, %r : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %o1: f32, %o2: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<4x8xf32>, tensor<4xf32>)
  return %0 : tensor<4x8xf32>
}

// -----

// MEANING
func.func @matmuls(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %o: tensor<4x2xf32>, %m: memref<4x8xf32>, %n: memref<8x2xf32>, %p: memref<4x2xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
  linalg.matmul ins(%m, %n : memref<4x8xf32>, memref<8x2xf32>) outs(%p : memref<4x2xf32>)
  return
}

// -----

// GENERIC
func.func @batches(%a: tensor<3x4x8xf32>, %b: tensor<3x8x2xf32>, %o: tensor<3x4x2xf32>) {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<3x4x8xf32>, tensor<3x8x2xf32>) outs(%o : tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @fills(%f: f32, %o: tensor<4x8xf32>, %m: memref<4xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @moves(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>, %v: tensor<8xf32>, %w: tensor<4x8xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%v : tensor<8xf32>) outs(%w : tensor<4x8xf32>) dimensions = [0]
  return
}

// -----

// GENERIC
func.func @reduces(%a: tensor<4x8xf32>, %o: tensor<4xf32>) {
  %0 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %1 = arith.addf %in, %init : f32
      linalg.yield %1 : f32
    }
  %2 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return
}

// -----

// GENERIC
func.func @maps(%a: tensor<4xf32>, %o: tensor<4xf32>) {
  %0 = linalg.map { math.absf } ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>)
  return
}

// -----

// MEANING
func.func @convs(%x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// -----

// MEANING
func.func @convs_nchw(%x: tensor<1x3x8x8xf32>, %k: tensor<4x3x3x3xf32>, %o: tensor<1x4x6x6xf32>) {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%o : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// GENERIC
func.func @pools(%x: tensor<1x8x8x3xf32>, %k: tensor<2x2xf32>, %o: tensor<1x4x4x3xf32>) {
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x8x8x3xf32>, tensor<2x2xf32>) outs(%o : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return
}

// -----

// GENERIC
func.func @vectors(%a: tensor<4x8xf32>, %v: tensor<8xf32>, %o: tensor<4xf32>, %s: tensor<f32>) {
  %0 = linalg.matvec ins(%a, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  return
}
