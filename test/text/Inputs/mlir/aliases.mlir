#map = affine_map<(d0, d1) -> (d1)>
#set = affine_set<(d0) : (d0 >= 0)>
!pair = tuple<i32, f32>
!elt = f32
!t = tensor<2x!elt>
#other = "text"
#list = [1, #map, #other]
#enc = #foo.enc<x>
!enc = tensor<4xf32, #enc>
"test.op"() {a = #map, b = #set, c = #list, d = !pair, e = #enc, f = !t} : () -> !enc
func.func private @f(!pair, !enc, !t)
#between = 5 : i8
"test.last"() {a = #between} : () -> ()

// -----

#m = affine_map<(d0) -> (d0)>
!t4 = tensor<4xf32>
%0 = "test.m"() : () -> memref<4xf32, #m>
"test.n"() {x = dense<1.0> : !t4, y = dense<2.0> : tensor<4xf32>} : () -> ()
