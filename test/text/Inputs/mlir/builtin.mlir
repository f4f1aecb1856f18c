func.func @results() -> (i32, f32) {
  %0:2 = "test.pair"() : () -> (i32, f32)
  %1, %2 = "test.pair"() : () -> (i32, f32)
  %3:2, %4 = "test.triple"(%0#0, %2) : (i32, f32) -> (i32, i32, f32)
  "test.use"(%0#1, %1, %3#1, %4) : (f32, i32, i32, f32) -> ()
  return %0#0, %0#1 : i32, f32
}

// -----

module @named attributes {some.flag, some.word = "a\22b\n", other.number = 3 : i8} {
  module {
  }
  func.func private @f(i32) -> ()
  func.func private @g() attributes {x.y = unit}
  func.func @"quoted name"() { return }
}

// -----

%c = "test.top"() : () -> i32
"test.user"(%c) : (i32) -> ()

// -----

// Types.
func.func private @types(
  i1, i8, si8, ui16, i64, index, bf16, f16, f32, f64, f80, f128, tf32,
  f8E4M3FN, f8E5M2, f8E4M3, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E3M4, f4E2M1FN, f6E2M3FN,
  f6E3M2FN, f8E8M0FNU, none, complex<f32>, complex<i8>, tuple<>, tuple<i32, tuple<f32>>,
  () -> (), (i32) -> f32, (i32, f32) -> (i32, (i32) -> ()))

// -----

func.func private @shaped(
  tensor<f32>, tensor<0xf32>, tensor<1x?x3xf32>, tensor<*xf32>, tensor<2x!foo.bar>,
  tensor<4x4xf32, #foo.enc>, tensor<4xcomplex<f64>>, tensor<?x?xi1, "text">,
  vector<4xf32>, vector<[4]xf32>, vector<2x[8]xi8>, vector<f32>, vector<4xindex>,
  memref<f32>, memref<4x?xf32>, memref<4x4xf32, strided<[4, 1]>>,
  memref<4x4xf32, strided<[?, 1], offset: ?>>, memref<4x4xf32, strided<[8, 1], offset: 3>, 2>,
  memref<8x8xi8, affine_map<(d0, d1) -> (d1, d0)>>, memref<8xi8, 3 : i32>, memref<8xi8, #foo.space>,
  memref<*xf32>, memref<*xf32, 1>, memref<?x?xvector<4xf32>>)

// -----

func.func private @opaque(!foo.bar, !foo.bar<1, "a>b", [x, {y}]>, !foo.bar<!foo.baz<i32>>, !foo<"bar x">)

// -----

// Attributes.
"test.numbers"() {
  a = 1 : i32, b = -5 : i64, c = 7, d = 0xFF : i16, e = true, f = false, g = 3 : index,
  h = 1.5 : f32, i = -2.5e-3, j = 0x7F800000 : f32, k = 0xFFC00000 : f32, l = 0x7C00 : f16,
  m = 1.0 : bf16, n = 255 : ui8, o = -1 : si8, p = 0x7FF0000000000000 : f64, q = 1 : i1,
  r = 18446744073709551615 : ui64, s = 1.0e10 : f32, t = 2. : f64, u = -1 : i1, v = 200 : i8
} : () -> ()

// -----

"test.words"() {
  a = "text", b = "\09tab\\ \22quote\22 \0A", c = unit, d, "quoted key" = 1, e = [], f = {},
  g = {a = 1, "b c" = [2, "x"]}, h = [1 : i8, 2.0 : f32, [unit]], i = @sym, j = @sym::@nested::@deep,
  k = @"quoted sym"::@x, l = i32, m = tensor<2xf32>, n = () -> i32, o = !foo.bar,
  q = loc("x.mlir":1:2), r = none
} : () -> ()

// -----

"test.dense"() {
  a = dense<1> : tensor<4xi32>, b = dense<[1, 2, 3, 4]> : tensor<4xi32>,
  c = dense<[[1.0, -2.5], [0.0, 3.0e5]]> : tensor<2x2xf32>, d = dense<> : tensor<0xf32>,
  e = dense<true> : tensor<2xi1>, f = dense<[true, false, true]> : tensor<3xi1>,
  g = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, h = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>,
  i = dense<"0x0000803F00000040"> : tensor<2xf32>, j = dense<0x7F800000> : tensor<2xf32>,
  k = dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001]> : tensor<4xf32>,
  l = dense<[0x7C00, 0xFC00, 0x7E00]> : tensor<3xf16>, m = dense<[0x7F80, 0xFF80]> : vector<2xbf16>,
  n = dense<[0xFF, 0x7F]> : tensor<2xi8>, o = dense<-1> : vector<2x2xi64>,
  r = dense<5> : tensor<i32>, s = dense<2.0> : tensor<f64>,
  t = dense<[0x7FF0000000000000, 0x8000000000000000]> : tensor<2xf64>, u = dense<[]> : tensor<0xi8>,
  v = dense<[[], []]> : tensor<2x0xi8>, w = dense<3> : tensor<2xindex>, x = dense<[255, 1]> : tensor<2xui8>,
  y = dense<-0.0> : tensor<1xf32>, z = dense<[0.1, 1.0e-45]> : tensor<2xf32>
} : () -> ()

// -----

"test.dense_small_floats"() {
  a = dense<[1.0, 0x7F, 0xFF]> : tensor<3xf8E4M3FN>, b = dense<[0.5, 0x7C]> : tensor<2xf8E5M2>,
  c = dense<1.5> : tensor<2xbf16>, d = dense<[7, -8]> : tensor<2xi4>, e = dense<15> : tensor<2xui4>,
  f = dense<0x80> : tensor<1xf8E4M3FNUZ>, g = dense<[1.0, 0x7C00]> : tensor<2xf16>
} : () -> ()

// -----

"test.arrays"() {
  a = array<i64: 1, 2, 3>, b = array<i32>, c = array<f32: 1.0, -2.5>, d = array<i1: true, false>,
  e = array<i8: -1, 127>, f = array<f64: 0x7FF0000000000000>, g = array<i16: 300>, h = array<f32: 0xFF800000>,
  i = array<bf16: 1.5>
} : () -> ()

// -----

"test.maps"() {
  a = affine_map<(d0, d1) -> (d0, d1)>, b = affine_map<(d0)[s0] -> (d0 + s0 * 2)>, c = affine_map<() -> ()>,
  d = affine_map<(d0) -> (d0 floordiv 2, d0 ceildiv 3, d0 mod 4)>, e = affine_map<(d0, d1) -> (-d0 - d1 + 5)>,
  f = affine_set<(d0) : (d0 - 1 >= 0)>, g = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 * 2 == 0)>,
  h = affine_map<() -> (0)>, i = affine_map<()[s0, s1] -> (s0 * 4 + s1)>,
  j = affine_map<(i, j, k) -> (i, k)>
} : () -> ()

// -----

"test.opaque"() {
  a = #foo.attr, b = #foo.attr<1, [x, "y>"], {z}>, c = #foo<"raw text">, d = #foo.attr<i32>,
  e = strided<[1, 2], offset: 3>, f = strided<[?], offset: ?>, h = strided<[]>
} : () -> ()

// -----

// Properties, regions, successors.
"test.props"() <{a = 1 : i32, b = "x", c}> {d = 2 : i64} : () -> ()
"test.regions"() ({
^bb0(%a: i32, %b: f32):
  "test.br"(%a)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "test.end"() : () -> ()
^bb2:
  "test.end"() : () -> ()
}, {
}, {
  "test.in"() : () -> ()
}) {k = 1 : i64} : () -> ()

// -----

// Graph region.
module {
  %0 = "test.a"(%1) : (i32) -> i32
  %1 = "test.b"(%0) : (i32) -> i32
}

// -----

builtin.module {
  func.func @b(%a: i32 {x.y = 1 : i32}, %b: f32 loc("arg")) -> (i32 {r.s}) {
    cf.br ^next(%a : i32)
  ^next(%c: i32):
    func.return %c : i32
  }
}

// -----

builtin.unrealized_conversion_cast to i32
%0 = "test.x"() : () -> i32
%1 = builtin.unrealized_conversion_cast %0 : i32 to index
%2:2 = builtin.unrealized_conversion_cast %0, %1 : i32, index to f32, i8 {a = 1 : i32}

// -----

// Names.
%name = "test.x"() : () -> i32
