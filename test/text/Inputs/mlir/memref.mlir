// GENERIC
func.func @allocs(%n: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) : memref<?x4xf32>
  %2 = memref.alloc(%n) : memref<?xf32, 1>
  %3 = memref.alloca() : memref<2xi8>
  %4 = memref.alloca(%n) : memref<?xi8>
  memref.dealloc %0 : memref<4xf32>
  %5 = memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %6 = memref.realloc %3 : memref<2xi8> to memref<4xi8>
  return
}

// -----

// GENERIC
func.func @access(%m: memref<4x?xf32>, %i: index, %s: memref<f32>, %f: f32) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %s[] : memref<f32>
  memref.store %f, %m[%i, %i] : memref<4x?xf32>
  memref.store %f, %s[] : memref<f32>
  %2 = "memref.load"(%m, %i, %i) <{nontemporal = true}> : (memref<4x?xf32>, index, index) -> f32
  %3 = memref.dim %m, %i : memref<4x?xf32>
  %4 = memref.rank %m : memref<4x?xf32>
  memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  memref.assume_alignment %m, 16 : memref<4x?xf32>
  return
}

// -----

// REFUSED
memref.global @zero : memref<4xf32> = dense<0.0>
memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global @raw : memref<4xf32> = uninitialized
memref.global "private" @outside : memref<4xf32>
memref.global constant @inf : memref<2xf32> = dense<[0x7F800000, 1.0]>
func.func @globals() {
  %0 = memref.get_global @zero : memref<4xf32>
  return
}

// -----

// GENERIC
func.func @views(%m: memref<8x16xf32>, %b: memref<2048xi8>, %i: index, %d: memref<?x?xf32>) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  %1 = memref.subview %m[%i, 2] [%i, 4] [1, 2] : memref<8x16xf32> to memref<?x4xf32, strided<[16, 2], offset: ?>>
  %2 = memref.view %b[%i][] : memref<2048xi8> to memref<64x4xf32>
  %3 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %4 = memref.reinterpret_cast %m to offset: [0], sizes: [16, 8], strides: [8, 1] : memref<8x16xf32> to memref<16x8xf32>
  %5 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 8], strides: [%i, 1] : memref<8x16xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  %6 = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %7 = memref.expand_shape %6 [[0, 1]] output_shape [8, 16] : memref<128xf32> into memref<8x16xf32>
  %8 = memref.transpose %m (a, b) -> (b, a) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %9 = memref.memory_space_cast %m : memref<8x16xf32> to memref<8x16xf32, 1>
  %10 = memref.extract_aligned_pointer_as_index %m : memref<8x16xf32> -> index
  %11, %12, %13:2, %14:2 = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return
}

// -----

// GENERIC
func.func @atomics(%m: memref<8xf32>, %i: index, %f: f32) {
  %0 = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<8xf32>) -> f32
  %1 = memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %f : f32
  }
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  return
}
