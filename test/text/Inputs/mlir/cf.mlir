func.func @branches(%c: i1, %a: i32, %f: f32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a, %f : i32, f32)
^bb1:
  cf.br ^bb3(%a : i32)
^bb2(%x: i32, %y: f32):
  cf.br ^bb3(%x : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

func.func @switches(%i: i32, %c: i1) {
  cf.switch %i : i32, [
    default: ^bb1,
    1: ^bb2(%i : i32),
    42: ^bb1
  ]
^bb1:
  cf.assert %c, "must \22hold\22"
  return
^bb2(%x: i32):
  cf.br ^bb1
}

// -----

func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^exit:
  return
}

// -----

// GENERIC
func.func @weights(%c: i1) {
  cf.cond_br %c weights([10, 90]), ^a, ^b
^a:
  return
^b:
  return
}

// -----

func.func @onlydefault(%i: i8) {
  cf.switch %i : i8, [
    default: ^bb1
  ]
^bb1:
  return
}
