func.func @math(%a: f32, %b: f32, %i: i32, %t: tensor<4x?xf16>, %v: vector<4xf64>) {
  %0 = math.absf %a : f32
  %1 = math.absi %i : i32
  %2 = math.acos %a : f32
  %3 = math.acosh %a : f32
  %4 = math.asin %a : f32
  %5 = math.asinh %a : f32
  %6 = math.atan %a : f32
  %7 = math.atan2 %a, %b : f32
  %8 = math.atanh %a : f32
  %9 = math.cbrt %a : f32
  %10 = math.ceil %a : f32
  %11 = math.copysign %a, %b : f32
  %12 = math.cos %t : tensor<4x?xf16>
  %13 = math.cosh %a : f32
  %14 = math.ctlz %i : i32
  %15 = math.cttz %i : i32
  %16 = math.ctpop %i : i32
  %17 = math.erf %a : f32
  %18 = math.exp %a : f32
  %19 = math.exp2 %a : f32
  %20 = math.expm1 %a : f32
  %21 = math.floor %v : vector<4xf64>
  %22 = math.fma %a, %b, %a : f32
  %23 = math.fpowi %a, %i : f32, i32
  %24 = math.ipowi %i, %i : i32
  %25 = math.log %a fastmath<fast> : f32
  %26 = math.log10 %a : f32
  %27 = math.log1p %a : f32
  %28 = math.log2 %a : f32
  %29 = math.powf %a, %b : f32
  %30 = math.round %a : f32
  %31 = math.roundeven %a : f32
  %32 = math.rsqrt %a : f32
  %33 = math.sin %a : f32
  %34 = math.sinh %a : f32
  %35 = math.sqrt %a : f32
  %36 = math.tan %a : f32
  %37 = math.tanh %a : f32
  %38 = math.trunc %a : f32
  return
}

// -----

// GENERIC
func.func @late(%a: f32) {
  %0 = math.erfc %a : f32
  %1 = math.isfinite %a : f32
  %2 = math.isinf %a : f32
  %3 = math.isnan %a : f32
  %4 = math.isnormal %a : f32
  return
}

// -----

// GENERIC
func.func @two(%a: f32) {
  %0, %1 = math.sincos %a : f32
  return
}
