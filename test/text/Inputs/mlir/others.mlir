func.func @complexes(%r: f32, %c: complex<f32>) {
  %0 = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %1 = complex.create %r, %r : complex<f32>
  %2 = complex.re %c : complex<f32>
  %3 = complex.im %c : complex<f32>
  %4 = complex.add %c, %c : complex<f32>
  %5 = complex.mul %c, %c : complex<f32>
  %6 = complex.abs %c : complex<f32>
  %7 = complex.eq %c, %c : complex<f32>
  %8 = complex.exp %c : complex<f32>
  return
}

// -----

func.func @buffers(%t: tensor<4xf32>, %m: memref<4xf32>, %n: index) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %2 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %3 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// REFUSED
ml_program.global private @w(dense<[1.0, 0x7F800000]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @state(dense<4> : tensor<4xi32>) : tensor<4xi32>
func.func @loads() {
  %0 = ml_program.global_load_const @w : tensor<2xf32>
  %1 = ml_program.global_load @state : tensor<4xi32>
  ml_program.global_store @state = %1 : tensor<4xi32>
  return
}

// -----

func.func @poison() {
  %0 = ub.poison : i32
  return
}

// -----

// GENERIC
func.func @stable(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = "stablehlo.constant"() {value = dense<0xFF800000> : tensor<f32>} : () -> tensor<f32>
  return %0 : tensor<4xf32>
}
