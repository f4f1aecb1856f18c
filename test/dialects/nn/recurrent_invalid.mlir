// RUN: INVALID

func.func @no_hidden_size(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) {
  // expected-error@+1 {{'nn.rnn' op needs a 'hidden_size' of at least 1}}
  %y, %h = nn.rnn %x, %w, %r : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @input_of_rank_2(%x: tensor<4x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) {
  // expected-error@+1 {{'nn.rnn' op has an input of rank 2; steps, batch and features need 3}}
  %y, %h = nn.rnn %x, %w, %r {hidden_size = 5 : i64} : (tensor<4x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @weights_of_another_layer(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) {
  // expected-error@+1 {{'nn.gru' op has w of type tensor<1x5x3xf32>, whose shape should be 1x15x3}}
  %y, %h = nn.gru %x, %w, %r {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @weights_of_one_direction(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) {
  // expected-error@+1 {{'nn.rnn' op has w of type tensor<1x5x3xf32>, whose shape should be 2x5x3}}
  %y, %h = nn.rnn %x, %w, %r {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
  func.return
}

// -----

func.func @state_of_another_batch(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>, %h0: tensor<1x3x5xf32>) {
  // expected-error@+1 {{'nn.rnn' op has initial_h of type tensor<1x3x5xf32>, whose shape should be 1x2x5}}
  %y, %h = nn.rnn %x, %w, %r, _, _, %h0 {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x3x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @unknown_activation(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) {
  // expected-error@+1 {{'nn.rnn' op has the activation 'gelu', not one of affine, elu, hard_sigmoid, leaky_relu, relu, scaled_tanh, sigmoid, softplus, softsign, tanh, thresholded_relu}}
  %y, %h = nn.rnn %x, %w, %r {activations = ["gelu"], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @too_few_activations(%x: tensor<4x2x3xf32>, %w: tensor<1x15x3xf32>, %r: tensor<1x15x5xf32>) {
  // expected-error@+1 {{'nn.gru' op has 1 activations; 2 for each direction belong there}}
  %y, %h = nn.gru %x, %w, %r {activations = ["tanh"], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}

// -----

func.func @lengths_of_floats(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>, %n: tensor<2xf32>) {
  // expected-error@+1 {{'nn.rnn' op has sequence_lens of type tensor<2xf32>, not integers}}
  %y, %h = nn.rnn %x, %w, %r, _, %n {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<2xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return
}
