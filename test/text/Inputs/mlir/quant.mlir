func.func private @types(
  !quant.uniform<i8:f32, 0.5>, !quant.uniform<i8:f32, 0.5:-3>, !quant.uniform<u8:f32, 1.0e-02:128>,
  !quant.uniform<i8<-127:127>:f32, 0.25>, !quant.uniform<i8:f32:0, {0.5:1,0.25}>,
  !quant.uniform<i4:f32:1, {1.0,2.0:3}>, !quant.any<i8:f32>, !quant.any<i8>, !quant.calibrated<f32<-1.0:1.0>>,
  tensor<2x!quant.uniform<i8:f32:0, {0.5:1,0.25:2}>>)

// -----

// GENERIC
func.func @casts(%a: tensor<4xf32>, %q: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {
  %0 = quant.qcast %a : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>> to tensor<4xf32>
  %2 = quant.scast %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>> to tensor<4xi8>
  return
}

// -----

"test.x"() {t = !quant.uniform<i8:f32, 0.5>} : () -> !quant.any<i8>
