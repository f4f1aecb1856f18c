func.func @constants() {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -1 : i64
  %2 = arith.constant 5 : index
  %3 = arith.constant true
  %4 = arith.constant false
  %5 = arith.constant 1.5 : f32
  %6 = arith.constant 0x7F800000 : f32
  %7 = arith.constant dense<0.0> : tensor<2x3xf32>
  %8 = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %9 = arith.constant dense<[true, false]> : tensor<2xi1>
  %10 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %11 = arith.constant dense<[0x7FC00000, 0xFF800000]> : tensor<2xf32>
  %12 = arith.constant 1.0 : f16
  %13 = arith.constant 2.5e-3 : bf16
  %14 = arith.constant dense<"0x0102"> : tensor<2xi8>
  %15 = arith.constant -0.0 : f64
  %16 = arith.constant {tag = 1 : i8} 3 : i16
  %17 = arith.constant dense<true> : tensor<3xi1>
  %18 = arith.constant dense<1> : vector<[4]xi32>
  %19 = arith.constant 255 : i8
  %20 = arith.constant dense<0x7C00> : tensor<1xf16>
  %21 = arith.constant dense<[-1.0, 0x7F80]> : tensor<2xbf16>
  %22 = arith.constant 1 : i1
  return
}

// -----

// GENERIC
func.func @integers(%a: i32, %b: i32, %t: tensor<4xi8>, %i: index, %v: vector<4xi64>) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b overflow<nsw, nuw> : i32
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.ceildivsi %a, %b : i32
  %6 = arith.ceildivui %a, %b : i32
  %7 = arith.floordivsi %a, %b : i32
  %8 = arith.remsi %a, %b : i32
  %9 = arith.remui %a, %b : i32
  %10 = arith.andi %a, %b : i32
  %11 = arith.ori %a, %b : i32
  %12 = arith.xori %t, %t : tensor<4xi8>
  %13 = arith.shli %a, %b overflow<nsw> : i32
  %14 = arith.shrsi %a, %b : i32
  %15 = arith.shrui %a, %b : i32
  %16 = arith.maxsi %a, %b : i32
  %17 = arith.maxui %a, %b : i32
  %18 = arith.minsi %v, %v : vector<4xi64>
  %19 = arith.minui %i, %i : index
  %20, %21 = arith.addui_extended %a, %b : i32, i1
  %22:2 = arith.mulsi_extended %a, %b : i32
  %23:2 = arith.mului_extended %a, %b : i32
  %24 = arith.cmpi slt, %a, %b : i32
  %25 = arith.cmpi eq, %t, %t : tensor<4xi8>
  %26 = arith.cmpi ugt, %i, %i {m.x} : index
  %27 = arith.select %24, %a, %b : i32
  %28 = arith.select %25, %t, %t : tensor<4xi1>, tensor<4xi8>
  %29 = arith.addi %a, %b {m.note = "x"} : i32
  return
}

// -----

// GENERIC
func.func @floats(%a: f32, %b: f32, %t: tensor<?xf16>, %v: vector<2x2xbf16>) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b fastmath<fast> : f32
  %2 = arith.mulf %a, %b fastmath<nnan, ninf> : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.minimumf %t, %t : tensor<?xf16>
  %8 = arith.maxnumf %v, %v : vector<2x2xbf16>
  %9 = arith.minnumf %a, %b : f32
  %10 = arith.cmpf oeq, %a, %b : f32
  %11 = arith.cmpf ult, %t, %t fastmath<contract> : tensor<?xf16>
  %12 = arith.cmpf true, %a, %b : f32
  %13 = arith.negf %a fastmath<reassoc> : f32
  return
}

// -----

// GENERIC
func.func @casts(%i: i32, %f: f32, %x: index, %t: tensor<4xi8>, %h: f16, %b: i1, %d: f64) {
  %0 = arith.extsi %i : i32 to i64
  %1 = arith.extui %t : tensor<4xi8> to tensor<4xi32>
  %2 = arith.trunci %i : i32 to i8
  %3 = arith.sitofp %i : i32 to f32
  %4 = arith.uitofp %i : i32 to f64
  %5 = arith.fptosi %f : f32 to i32
  %6 = arith.fptoui %f : f32 to i8
  %7 = arith.extf %h : f16 to f32
  %8 = arith.truncf %d : f64 to f32
  %9 = arith.index_cast %x : index to i64
  %10 = arith.index_cast %i : i32 to index
  %11 = arith.index_castui %i : i32 to index
  %12 = arith.bitcast %f : f32 to i32
  %13 = arith.trunci %i overflow<nsw> : i32 to i16
  %14 = arith.truncf %f to_nearest_even : f32 to f16
  %15 = arith.extf %f fastmath<fast> : f32 to f64
  %16 = arith.uitofp %b : i1 to f32
  %17 = arith.extui %i nneg : i32 to i64
  %18 = arith.uitofp %i nneg : i32 to f32
  return
}
