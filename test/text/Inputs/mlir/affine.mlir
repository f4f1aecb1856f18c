func.func @loops(%m: memref<16x16xf32>, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to %n step 2 {
      %0 = affine.load %m[%i, %j] : memref<16x16xf32>
      affine.store %0, %m[%j, %i] : memref<16x16xf32>
      %1 = affine.load %m[%i + 1, %j * 2] : memref<16x16xf32>
    }
  }
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0 + 8)>(%n) {
  }
  affine.for %i = max affine_map<(d0) -> (d0, 4)>(%n) to min affine_map<(d0)[s0] -> (d0 * 2, s0)>(%n)[%n] {
  }
  return
}

// -----

func.func @carried(%x: f32) -> f32 {
  %0 = affine.for %i = 0 to 8 iter_args(%acc = %x) -> (f32) {
    %1 = arith.addf %acc, %acc : f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

// -----

// GENERIC
func.func @applies(%i: index, %n: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
  %1 = affine.min affine_map<(d0) -> (d0, 16)>(%i)
  %2 = affine.max affine_map<(d0) -> (d0, 16)>(%i)
  %3 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
  return
}

// -----

// GENERIC
func.func @ifs(%i: index) -> f32 {
  %c = arith.constant 1.0 : f32
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) {
    "test.x"() : () -> ()
  }
  %0 = affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) -> f32 {
    affine.yield %c : f32
  } else {
    affine.yield %c : f32
  }
  return %0 : f32
}

// -----

// REFUSED
func.func @parallels(%m: memref<16xf32>) {
  affine.parallel (%i) = (0) to (16) {
    %0 = affine.load %m[%i] : memref<16xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (16, 8) step (2, 4) {
  }
  return
}

// -----

// GENERIC
func.func @delinearize(%i: index) {
  %0:2 = affine.delinearize_index %i into (4, 8) : index, index
  %1 = affine.linearize_index [%0#0, %0#1] by (4, 8) : index
  return
}
