// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @if_with_captures
// CHECK:         %y = nn.if %c ({
// CHECK-NEXT:      %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:      nn.yield %a : (tensor<2x3xf32>) -> ()
// CHECK-NEXT:    }, {
// CHECK-NEXT:      nn.yield %x : (tensor<2x3xf32>) -> ()
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @loop_with_a_scan
// CHECK:         %y0, %y1 = nn.loop %n, %c, %s ({
// CHECK-NEXT:    ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
// CHECK:         }) {scans = 1 : i64} : (tensor<i64>, tensor<i1>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
// CHECK-LABEL: func.func @loop_without_condition
// CHECK:         nn.loop %n, _, %s ({

func.func @if_with_captures(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.if %c ({
    %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    nn.yield %a : (tensor<2x3xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @if_of_other_sizes(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %y = nn.if %c ({
    %a = nn.transpose %x {perm = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    nn.yield %a : (tensor<3x2xf32>) -> ()
  }, {
    %b = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    nn.yield %b : (tensor<2x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x?xf32>
  func.return %y : tensor<?x?xf32>
}

func.func @if_of_other_ranks(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<*xf32> {
  %y = nn.if %c ({
    %a = nn.reduce_sum %x {axes = [0]} : (tensor<2x3xf32>) -> tensor<3xf32>
    nn.yield %a : (tensor<3xf32>) -> ()
  }, {
    %b = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    nn.yield %b : (tensor<2x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}

func.func @if_of_two_results(%c: tensor<1xi1>, %x: tensor<2x3xf32>, %k: tensor<i64>) -> (tensor<2x3xf32>, tensor<i64>) {
  %y0, %y1 = nn.if %c ({
    nn.yield %x, %k : (tensor<2x3xf32>, tensor<i64>) -> ()
  }, {
    %b = nn.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %l = nn.neg %k : (tensor<i64>) -> tensor<i64>
    nn.yield %b, %l : (tensor<2x3xf32>, tensor<i64>) -> ()
  }) : (tensor<1xi1>) -> (tensor<2x3xf32>, tensor<i64>)
  func.return %y0, %y1 : tensor<2x3xf32>, tensor<i64>
}

func.func @if_in_if(%c: tensor<i1>, %d: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = nn.if %c ({
    %a = nn.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %z = nn.if %d ({
      %e = nn.exp %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
      nn.yield %e : (tensor<2x3xf32>) -> ()
    }, {
      nn.yield %a : (tensor<2x3xf32>) -> ()
    }) : (tensor<i1>) -> tensor<2x3xf32>
    nn.yield %z : (tensor<2x3xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}

func.func @loop_with_a_scan(%n: tensor<i64> {nn.range = [5, 6]}, %c: tensor<i1>, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, %c, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<i1>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_without_condition(%n: tensor<i64> {nn.range = [5, 6]}, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<100> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

// The body's condition counts although there was none before the loop.
func.func @loop_whose_body_ends_it(%n: tensor<i64> {nn.range = [5, 6]}, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<1> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_without_trip_count(%c: tensor<i1>, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop _, %c, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i1>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_without_either(%s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop _, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_of_no_turns(%n: tensor<i64> {nn.range = [0, 1]}, %c: tensor<i1>, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, %c, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<i1>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_of_negative_turns(%n: tensor<i64> {nn.range = [-3, -2]}, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_of_a_huge_trip_count(%n: tensor<i64> {nn.range = [9223372036854775806, 9223372036854775807]}, %s: tensor<3xf32>, %x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>) {
  %stop = nn.constant {value = dense<3> : tensor<i64>} : () -> tensor<i64>
  %y0, %y1 = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<3xf32>):
    %f = nn.cast %i {to = f32} : (tensor<i64>) -> tensor<f32>
    %next = nn.add %state, %f : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %twice = nn.mul %next, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %less = nn.less %i, %stop : (tensor<i64>, tensor<i64>) -> tensor<i1>
    nn.yield %less, %next, %twice : (tensor<i1>, tensor<3xf32>, tensor<3xf32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<3xf32>) -> (tensor<3xf32>, tensor<?x3xf32>)
  func.return %y0, %y1 : tensor<3xf32>, tensor<?x3xf32>
}

func.func @loop_without_states(%n: tensor<i64> {nn.range = [4, 5]}) -> tensor<?xi64> {
  %c = nn.constant {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %y = nn.loop %n, %c ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>):
    %square = nn.mul %i, %i : (tensor<i64>, tensor<i64>) -> tensor<i64>
    nn.yield %go, %square : (tensor<i1>, tensor<i64>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>, tensor<i1>) -> tensor<?xi64>
  func.return %y : tensor<?xi64>
}

func.func @loop_whose_state_grows(%n: tensor<i64> {nn.range = [4, 5]}, %s: tensor<1x2xf32>) -> tensor<?x2xf32> {
  %g = nn.slice %s {axes = [0], ends = [0], starts = [0]} : (tensor<1x2xf32>) -> tensor<0x2xf32>
  %y = nn.loop %n, _, %g ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %all: tensor<?x2xf32>):
    %more = nn.concat %all, %s : (tensor<?x2xf32>, tensor<1x2xf32>) -> tensor<?x2xf32>
    nn.yield %go, %more : (tensor<i1>, tensor<?x2xf32>) -> ()
  }) : (tensor<i64>, tensor<0x2xf32>) -> tensor<?x2xf32>
  func.return %y : tensor<?x2xf32>
}

func.func @loop_with_one_in_lists(%n: tensor<1xi64> {nn.range = [3, 4]}, %c: tensor<1xi1>, %s: tensor<1xi64>) -> (tensor<1xi64>, tensor<?x1xi64>) {
  %y0, %y1 = nn.loop %n, %c, %s ({
  ^bb0(%i: tensor<1xi64>, %go: tensor<1xi1>, %state: tensor<1xi64>):
    %next = nn.add %state, %i : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
    nn.yield %go, %next, %next : (tensor<1xi1>, tensor<1xi64>, tensor<1xi64>) -> ()
  }) {scans = 1 : i64} : (tensor<1xi64>, tensor<1xi1>, tensor<1xi64>) -> (tensor<1xi64>, tensor<?x1xi64>)
  func.return %y0, %y1 : tensor<1xi64>, tensor<?x1xi64>
}

func.func @loop_in_loop(%x: tensor<3x4xf32>) -> tensor<?xf32> {
  %n = nn.constant {value = dense<3> : tensor<i64>} : () -> tensor<i64>
  %m = nn.constant {value = dense<4> : tensor<i64>} : () -> tensor<i64>
  %zero = nn.constant {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %y = nn.loop %n, _ ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>):
    %row = nn.gather %x, %i : (tensor<3x4xf32>, tensor<i64>) -> tensor<4xf32>
    %sum = nn.loop %m, _, %zero ({
    ^bb0(%j: tensor<i64>, %on: tensor<i1>, %s: tensor<f32>):
      %e = nn.gather %row, %j : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
      %t = nn.add %s, %e : (tensor<f32>, tensor<f32>) -> tensor<f32>
      nn.yield %on, %t : (tensor<i1>, tensor<f32>) -> ()
    }) : (tensor<i64>, tensor<f32>) -> tensor<f32>
    nn.yield %go, %sum : (tensor<i1>, tensor<f32>) -> ()
  }) {scans = 1 : i64} : (tensor<i64>) -> tensor<?xf32>
  func.return %y : tensor<?xf32>
}

func.func @loop_swaps_states(%n: tensor<i64> {nn.range = [3, 4]}, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %y0, %y1 = nn.loop %n, _, %a, %b ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %p: tensor<2xf32>, %q: tensor<2xf32>):
    nn.yield %go, %q, %p : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %y0, %y1 : tensor<2xf32>, tensor<2xf32>
}

func.func @loop_with_an_if(%n: tensor<i64> {nn.range = [5, 6]}, %s: tensor<f32>) -> tensor<f32> {
  %two = nn.constant {value = dense<2> : tensor<i64>} : () -> tensor<i64>
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<f32>):
    %early = nn.less %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %next = nn.if %early ({
      %t = nn.add %state, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
      nn.yield %t : (tensor<f32>) -> ()
    }, {
      %t = nn.mul %state, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
      nn.yield %t : (tensor<f32>) -> ()
    }) : (tensor<i1>) -> tensor<f32>
    nn.yield %go, %next : (tensor<i1>, tensor<f32>) -> ()
  }) : (tensor<i64>, tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}
