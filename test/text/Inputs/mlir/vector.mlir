// GENERIC
func.func @moves(%v: vector<4xf32>, %w: vector<2x4xf32>, %f: f32, %i: index) {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.extract %w[0] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %w[1, 2] : f32 from vector<2x4xf32>
  %4 = vector.extract %v[%i] : f32 from vector<4xf32>
  %5 = vector.insert %f, %v[1] : f32 into vector<4xf32>
  %6 = vector.insert %v, %w[%i] : vector<4xf32> into vector<2x4xf32>
  %7 = vector.shuffle %v, %v [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
  %8 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %9 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %10 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %11 = "vector.extract_strided_slice"(%v) <{offsets = [1], sizes = [2], strides = [1]}> : (vector<4xf32>) -> vector<2xf32>
  %12 = "vector.insert_strided_slice"(%v, %w) <{offsets = [0, 0], strides = [1]}> : (vector<4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
  %13 = vector.from_elements %f, %f : vector<2xf32>
  %14 = vector.step : vector<4xindex>
  return
}

// -----

// GENERIC
func.func @math(%v: vector<4xf32>, %a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>, %f: f32) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.reduction <add>, %v : vector<4xf32> into f32
  %2 = vector.reduction <maximumf>, %v, %f : vector<4xf32> into f32
  %3 = vector.multi_reduction <add>, %a, %v [1] : vector<4x8xf32> to vector<4xf32>
  %4 = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %5 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  return
}

// -----

func.func @memory(%m: memref<8x8xf32>, %i: index, %f: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %t: tensor<8x8xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %f : memref<8x8xf32>, vector<4xf32>
  %2 = vector.transfer_read %t[%i, %i], %f {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x8xf32>
  %3 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
  %4 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  %5 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

// REFUSED
func.func @masks(%n: index, %f: f32) {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.constant_mask [2] : vector<4xi1>
  vector.print %f : f32
  vector.print str "text"
  %2 = vector.vscale
  return
}
