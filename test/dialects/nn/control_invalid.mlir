// RUN: INVALID

func.func @condition_of_many(%c: tensor<2xi1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.if' op has a condition of type tensor<2xi1>; one i1 belongs there}}
  %y = nn.if %c ({
    nn.yield %x : (tensor<f32>) -> ()
  }, {
    nn.yield %x : (tensor<f32>) -> ()
  }) : (tensor<2xi1>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @one_branch(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.if' op has 1 regions; 2 belong to it}}
  %y = nn.if %c ({
    nn.yield %x : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @branches_of_other_types(%c: tensor<i1>, %x: tensor<f32>, %k: tensor<i64>) -> tensor<f32> {
  // expected-error@+1 {{'nn.if' op yields tensor<f32> or tensor<i64>, of different element types}}
  %y = nn.if %c ({
    nn.yield %x : (tensor<f32>) -> ()
  }, {
    nn.yield %k : (tensor<i64>) -> ()
  }) : (tensor<i1>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @branches_of_other_numbers(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.if' op yields 1 values or 2}}
  %y = nn.if %c ({
    nn.yield %x : (tensor<f32>) -> ()
  }, {
    nn.yield %x, %x : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<i1>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----

func.func @result_of_one_branch(%c: tensor<i1>, %x: tensor<2xf32>, %z: tensor<2x2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nn.if' op has result tensor<3xf32>, but its operands give tensor<2xf32>}}
  %y = nn.if %c ({
    nn.yield %x : (tensor<2xf32>) -> ()
  }, {
    nn.yield %x : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

// -----

func.func @state_changes_its_shape(%n: tensor<i64>, %s: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.loop' op has state #0 of type tensor<2xf32>, which gets tensor<4xf32>}}
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<2xf32>):
    %next = nn.concat %state, %state : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    nn.yield %go, %next : (tensor<i1>, tensor<4xf32>) -> ()
  }) : (tensor<i64>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @too_few_arguments(%n: tensor<i64>, %s: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.loop' op has 1 states and a region of 2 arguments}}
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>):
    nn.yield %go, %s : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @too_few_values(%n: tensor<i64>, %s: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.loop' op yields 1 values, not 2}}
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<2xf32>):
    nn.yield %go : (tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @trip_count_of_floats(%n: tensor<f32>, %s: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.loop' op has a trip count of type tensor<f32>; one i64 belongs there}}
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<2xf32>):
    nn.yield %go, %state : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// -----

func.func @no_condition_is_yielded(%n: tensor<i64>, %s: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.loop' op has a condition of type tensor<2xf32>; one i1 belongs there}}
  %y = nn.loop %n, _, %s ({
  ^bb0(%i: tensor<i64>, %go: tensor<i1>, %state: tensor<2xf32>):
    nn.yield %state, %state : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
