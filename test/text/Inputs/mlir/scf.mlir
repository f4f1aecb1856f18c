// GENERIC
func.func @ifs(%c: i1, %a: f32) -> f32 {
  scf.if %c {
    "test.x"() : () -> ()
  }
  scf.if %c {
  } else {
    "test.y"() : () -> ()
  }
  %0 = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    %1 = arith.negf %a : f32
    scf.yield %1 : f32
  }
  %2:2 = scf.if %c -> (f32, i1) {
    scf.yield %a, %c : f32, i1
  } else {
    scf.yield %a, %c : f32, i1
  }
  return %0 : f32
}

// -----

func.func @fors(%lb: index, %ub: index, %s: index, %x: f32, %k: i32) -> f32 {
  scf.for %i = %lb to %ub step %s {
    "test.x"(%i) : (index) -> ()
  }
  %0 = scf.for %i = %lb to %ub step %s iter_args(%acc = %x) -> (f32) {
    %1 = arith.addf %acc, %acc : f32
    scf.yield %1 : f32
  }
  %2:2 = scf.for %i = %lb to %ub step %s iter_args(%p = %x, %q = %k) -> (f32, i32) {
    scf.yield %p, %q : f32, i32
  }
  scf.for %i = %k to %k step %k : i32 {
  }
  return %0 : f32
}

// -----

// GENERIC
func.func @unsigned(%lb: index, %ub: index, %s: index) {
  scf.for unsigned %i = %lb to %ub step %s {
  }
  return
}

// -----

// GENERIC
func.func @whiles(%c: i1, %x: f32) -> f32 {
  %0 = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return %0 : f32
}

// -----

// GENERIC
func.func @parallels(%lb: index, %ub: index, %s: index, %x: f32) {
  scf.parallel (%i) = (%lb) to (%ub) step (%s) {
    scf.reduce
  }
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) {
    "test.x"(%i, %j) : (index, index) -> ()
  }
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      scf.reduce.return %1 : f32
    }
  }
  return
}

// -----

// GENERIC
func.func @foralls(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %1 = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

// GENERIC
func.func @switches(%i: index, %x: i32) -> i32 {
  %0 = scf.index_switch %i -> i32
  case 2 {
    scf.yield %x : i32
  }
  case 5 {
    scf.yield %x : i32
  }
  default {
    scf.yield %x : i32
  }
  scf.index_switch %i
  default {
  }
  return %0 : i32
}

// -----

func.func @regions(%x: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return %0 : i32
}
