// RUN: ROUNDTRIP
// RUN: GENERIC_TRIP

// CHECK-LABEL: func.func @lstm_without_bias
// CHECK:         nn.lstm %a, %b, %c, _, _, %f {hidden_size = 5 : i64}
// CHECK-LABEL: func.func @lstm_with_everything
// CHECK:         nn.lstm %a, %b, %c, %d, %e, %f, %g, %h {clip = 1.500000e+00 : f64, direction = "bidirectional", hidden_size = 5 : i64, input_forget = true}

func.func @lstm_plain(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_reverse(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %f: tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, %f {direction = "reverse", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_bidirectional(%a: tensor<4x2x3xf32>, %b: tensor<2x20x3xf32>, %c: tensor<2x20x5xf32>, %d: tensor<2x40xf32>, %f: tensor<2x2x5xf32>, %g: tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, %f, %g {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<2x20x3xf32>, tensor<2x20x5xf32>, tensor<2x40xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @lstm_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %e: tensor<7xi32> {nn.range = [0, 5]}, %f: tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>, tensor<1x7x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, %e, %f {hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<7xi32>, tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>, tensor<1x7x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x7x5xf32>, tensor<1x7x5xf32>, tensor<1x7x5xf32>
}

func.func @lstm_bidirectional_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<2x20x3xf32>, %c: tensor<2x20x5xf32>, %d: tensor<2x40xf32>, %e: tensor<7xi32> {nn.range = [1, 5]}, %f: tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>, tensor<2x7x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, %e, %f {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<2x20x3xf32>, tensor<2x20x5xf32>, tensor<2x40xf32>, tensor<7xi32>, tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>, tensor<2x7x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x2x7x5xf32>, tensor<2x7x5xf32>, tensor<2x7x5xf32>
}

func.func @lstm_batch_first(%a: tensor<2x4x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %f: tensor<2x1x5xf32>, %g: tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>, tensor<2x1x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, %f, %g {batch_first = true, hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>, tensor<2x1x5xf32>)
  func.return %y0, %y1, %y2 : tensor<2x4x1x5xf32>, tensor<2x1x5xf32>, tensor<2x1x5xf32>
}

func.func @lstm_batch_first_bidirectional(%a: tensor<2x4x3xf32>, %b: tensor<2x20x3xf32>, %c: tensor<2x20x5xf32>, %d: tensor<2x40xf32>, %e: tensor<2xi32> {nn.range = [1, 5]}, %f: tensor<2x2x5xf32>, %g: tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, %e, %f, %g {batch_first = true, direction = "bidirectional", hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<2x20x3xf32>, tensor<2x20x5xf32>, tensor<2x40xf32>, tensor<2xi32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<2x4x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @lstm_clipped(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {clip = 2.000000e-01 : f64, hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_of_f16(%a: tensor<4x2x3xf16>, %b: tensor<1x20x3xf16>, %c: tensor<1x20x5xf16>, %d: tensor<1x40xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>, tensor<1x2x5xf16>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf16>, tensor<1x20x3xf16>, tensor<1x20x5xf16>, tensor<1x40xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>, tensor<1x2x5xf16>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf16>, tensor<1x2x5xf16>, tensor<1x2x5xf16>
}

func.func @lstm_with_unknown_dims(%a: tensor<?x?x3xf32> {nn.size = [4, 2]}, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %f: tensor<1x?x5xf32> {nn.size = [2]}) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>, tensor<1x?x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, %f {hidden_size = 5 : i64} : (tensor<?x?x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<1x?x5xf32>) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>, tensor<1x?x5xf32>)
  func.return %y0, %y1, %y2 : tensor<?x1x?x5xf32>, tensor<1x?x5xf32>, tensor<1x?x5xf32>
}

func.func @gru_plain(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @gru_reverse(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>, %f: tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, _, %f {direction = "reverse", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>, tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @gru_bidirectional(%a: tensor<4x2x3xf32>, %b: tensor<2x15x3xf32>, %c: tensor<2x15x5xf32>, %d: tensor<2x30xf32>, %f: tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, _, %f {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<2x15x3xf32>, tensor<2x15x5xf32>, tensor<2x30xf32>, tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @gru_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>, %e: tensor<7xi32> {nn.range = [0, 5]}, %f: tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, %e, %f {hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>, tensor<7xi32>, tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>)
  func.return %y0, %y1 : tensor<4x1x7x5xf32>, tensor<1x7x5xf32>
}

func.func @gru_bidirectional_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<2x15x3xf32>, %c: tensor<2x15x5xf32>, %d: tensor<2x30xf32>, %e: tensor<7xi32> {nn.range = [1, 5]}, %f: tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, %e, %f {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<2x15x3xf32>, tensor<2x15x5xf32>, tensor<2x30xf32>, tensor<7xi32>, tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>)
  func.return %y0, %y1 : tensor<4x2x7x5xf32>, tensor<2x7x5xf32>
}

func.func @gru_batch_first(%a: tensor<2x4x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>, %f: tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, _, %f {batch_first = true, hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>, tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>)
  func.return %y0, %y1 : tensor<2x4x1x5xf32>, tensor<2x1x5xf32>
}

func.func @gru_batch_first_bidirectional(%a: tensor<2x4x3xf32>, %b: tensor<2x15x3xf32>, %c: tensor<2x15x5xf32>, %d: tensor<2x30xf32>, %e: tensor<2xi32> {nn.range = [1, 5]}, %f: tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, %e, %f {batch_first = true, direction = "bidirectional", hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<2x15x3xf32>, tensor<2x15x5xf32>, tensor<2x30xf32>, tensor<2xi32>, tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<2x4x2x5xf32>, tensor<2x2x5xf32>
}

func.func @gru_clipped(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d {clip = 2.000000e-01 : f64, hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @gru_of_f16(%a: tensor<4x2x3xf16>, %b: tensor<1x15x3xf16>, %c: tensor<1x15x5xf16>, %d: tensor<1x30xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf16>, tensor<1x15x3xf16>, tensor<1x15x5xf16>, tensor<1x30xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>)
  func.return %y0, %y1 : tensor<4x1x2x5xf16>, tensor<1x2x5xf16>
}

func.func @gru_with_unknown_dims(%a: tensor<?x?x3xf32> {nn.size = [4, 2]}, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>, %f: tensor<1x?x5xf32> {nn.size = [2]}) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, _, %f {hidden_size = 5 : i64} : (tensor<?x?x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>, tensor<1x?x5xf32>) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>)
  func.return %y0, %y1 : tensor<?x1x?x5xf32>, tensor<1x?x5xf32>
}

func.func @rnn_plain(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_reverse(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>, %f: tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, _, %f {direction = "reverse", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>, tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_bidirectional(%a: tensor<4x2x3xf32>, %b: tensor<2x5x3xf32>, %c: tensor<2x5x5xf32>, %d: tensor<2x10xf32>, %f: tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, _, %f {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<2x5x3xf32>, tensor<2x5x5xf32>, tensor<2x10xf32>, tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @rnn_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>, %e: tensor<7xi32> {nn.range = [0, 5]}, %f: tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, %e, %f {hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>, tensor<7xi32>, tensor<1x7x5xf32>) -> (tensor<4x1x7x5xf32>, tensor<1x7x5xf32>)
  func.return %y0, %y1 : tensor<4x1x7x5xf32>, tensor<1x7x5xf32>
}

func.func @rnn_bidirectional_with_lengths(%a: tensor<4x7x3xf32>, %b: tensor<2x5x3xf32>, %c: tensor<2x5x5xf32>, %d: tensor<2x10xf32>, %e: tensor<7xi32> {nn.range = [1, 5]}, %f: tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, %e, %f {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x7x3xf32>, tensor<2x5x3xf32>, tensor<2x5x5xf32>, tensor<2x10xf32>, tensor<7xi32>, tensor<2x7x5xf32>) -> (tensor<4x2x7x5xf32>, tensor<2x7x5xf32>)
  func.return %y0, %y1 : tensor<4x2x7x5xf32>, tensor<2x7x5xf32>
}

func.func @rnn_batch_first(%a: tensor<2x4x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>, %f: tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, _, %f {batch_first = true, hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>, tensor<2x1x5xf32>) -> (tensor<2x4x1x5xf32>, tensor<2x1x5xf32>)
  func.return %y0, %y1 : tensor<2x4x1x5xf32>, tensor<2x1x5xf32>
}

func.func @rnn_batch_first_bidirectional(%a: tensor<2x4x3xf32>, %b: tensor<2x5x3xf32>, %c: tensor<2x5x5xf32>, %d: tensor<2x10xf32>, %e: tensor<2xi32> {nn.range = [1, 5]}, %f: tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, %e, %f {batch_first = true, direction = "bidirectional", hidden_size = 5 : i64} : (tensor<2x4x3xf32>, tensor<2x5x3xf32>, tensor<2x5x5xf32>, tensor<2x10xf32>, tensor<2xi32>, tensor<2x2x5xf32>) -> (tensor<2x4x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<2x4x2x5xf32>, tensor<2x2x5xf32>
}

func.func @rnn_clipped(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {clip = 2.000000e-01 : f64, hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_of_f16(%a: tensor<4x2x3xf16>, %b: tensor<1x5x3xf16>, %c: tensor<1x5x5xf16>, %d: tensor<1x10xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf16>, tensor<1x5x3xf16>, tensor<1x5x5xf16>, tensor<1x10xf16>) -> (tensor<4x1x2x5xf16>, tensor<1x2x5xf16>)
  func.return %y0, %y1 : tensor<4x1x2x5xf16>, tensor<1x2x5xf16>
}

func.func @rnn_with_unknown_dims(%a: tensor<?x?x3xf32> {nn.size = [4, 2]}, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>, %f: tensor<1x?x5xf32> {nn.size = [2]}) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d, _, %f {hidden_size = 5 : i64} : (tensor<?x?x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>, tensor<1x?x5xf32>) -> (tensor<?x1x?x5xf32>, tensor<1x?x5xf32>)
  func.return %y0, %y1 : tensor<?x1x?x5xf32>, tensor<1x?x5xf32>
}

func.func @lstm_without_bias(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %f: tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, _, _, %f {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x2x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_with_everything(%a: tensor<4x2x3xf32>, %b: tensor<2x20x3xf32>, %c: tensor<2x20x5xf32>, %d: tensor<2x40xf32>, %e: tensor<2xi32> {nn.range = [1, 5]}, %f: tensor<2x2x5xf32>, %g: tensor<2x2x5xf32>, %h: tensor<2x15xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, %e, %f, %g, %h {clip = 1.500000e+00 : f64, direction = "bidirectional", hidden_size = 5 : i64, input_forget = true} : (tensor<4x2x3xf32>, tensor<2x20x3xf32>, tensor<2x20x5xf32>, tensor<2x40xf32>, tensor<2xi32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x15xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @lstm_with_peepholes(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %h: tensor<1x15xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, _, _, %h {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<1x15xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_with_input_forget(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {hidden_size = 5 : i64, input_forget = true} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_with_activations(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {activations = ["hard_sigmoid", "softsign", "relu"], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_with_parameters(%a: tensor<4x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {activations = ["hard_sigmoid", "elu", "leaky_relu"], alpha = [3.000000e-01, 5.000000e-01, 1.000000e-01], beta = [4.000000e-01, 0.000000e+00, 0.000000e+00], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @lstm_with_activations_of_each(%a: tensor<4x2x3xf32>, %b: tensor<2x20x3xf32>, %c: tensor<2x20x5xf32>, %d: tensor<2x40xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d {activations = ["sigmoid", "tanh", "tanh", "hard_sigmoid", "relu", "softsign"], direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<2x20x3xf32>, tensor<2x20x5xf32>, tensor<2x40xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @gru_linear_before_reset(%a: tensor<4x2x3xf32>, %b: tensor<2x15x3xf32>, %c: tensor<2x15x5xf32>, %d: tensor<2x30xf32>, %f: tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d, _, %f {direction = "bidirectional", hidden_size = 5 : i64, linear_before_reset = true} : (tensor<4x2x3xf32>, tensor<2x15x3xf32>, tensor<2x15x5xf32>, tensor<2x30xf32>, tensor<2x2x5xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>
}

func.func @gru_with_activations(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>, %d: tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c, %d {activations = ["sigmoid", "thresholded_relu"], alpha = [0.000000e+00, 5.000000e-01], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>, tensor<1x30xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @gru_without_bias(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c {hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @gru_linear_without_bias(%a: tensor<4x2x3xf32>, %b: tensor<1x15x3xf32>, %c: tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.gru %a, %b, %c {hidden_size = 5 : i64, linear_before_reset = true} : (tensor<4x2x3xf32>, tensor<1x15x3xf32>, tensor<1x15x5xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_relu(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {activations = ["relu"], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_affine(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {activations = ["affine"], alpha = [5.000000e-01], beta = [1.000000e-01], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_scaled_tanh(%a: tensor<4x2x3xf32>, %b: tensor<1x5x3xf32>, %c: tensor<1x5x5xf32>, %d: tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {activations = ["scaled_tanh"], alpha = [1.500000e+00], beta = [7.000000e-01], hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, tensor<1x10xf32>) -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1 : tensor<4x1x2x5xf32>, tensor<1x2x5xf32>
}

func.func @rnn_softplus_and_relu(%a: tensor<4x2x3xf32>, %b: tensor<2x5x3xf32>, %c: tensor<2x5x5xf32>, %d: tensor<2x10xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>) {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {activations = ["softplus", "relu"], direction = "bidirectional", hidden_size = 5 : i64} : (tensor<4x2x3xf32>, tensor<2x5x3xf32>, tensor<2x5x5xf32>, tensor<2x10xf32>) -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
  func.return %y0, %y1 : tensor<4x2x2x5xf32>, tensor<2x2x5xf32>
}

// The runtime has no kernel for it.
func.func @rnn_of_f64(%a: tensor<4x2x3xf64>, %b: tensor<1x5x3xf64>, %c: tensor<1x5x5xf64>, %d: tensor<1x10xf64>) -> (tensor<4x1x2x5xf64>, tensor<1x2x5xf64>) attributes {nn.oracle = "reference"} {
  %y0, %y1 = nn.rnn %a, %b, %c, %d {hidden_size = 5 : i64} : (tensor<4x2x3xf64>, tensor<1x5x3xf64>, tensor<1x5x5xf64>, tensor<1x10xf64>) -> (tensor<4x1x2x5xf64>, tensor<1x2x5xf64>)
  func.return %y0, %y1 : tensor<4x1x2x5xf64>, tensor<1x2x5xf64>
}

func.func @lstm_of_one_step(%a: tensor<1x2x3xf32>, %b: tensor<1x20x3xf32>, %c: tensor<1x20x5xf32>, %d: tensor<1x40xf32>, %f: tensor<1x2x5xf32>, %g: tensor<1x2x5xf32>) -> (tensor<1x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %y0, %y1, %y2 = nn.lstm %a, %b, %c, %d, _, %f, %g {hidden_size = 5 : i64} : (tensor<1x2x3xf32>, tensor<1x20x3xf32>, tensor<1x20x5xf32>, tensor<1x40xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) -> (tensor<1x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  func.return %y0, %y1, %y2 : tensor<1x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}
