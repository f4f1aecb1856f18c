// RUN: nn-opt %s -p compose-reshapes | filecheck %s

// CHECK-LABEL: @two
// CHECK-NEXT: nn.reshape %x {shape = [6, 4]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32> loc(fused<"compose-reshapes">["second", "first"])
// CHECK-NEXT: func.return
func.func @two(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  %a = nn.reshape %x {shape = [24]} : (tensor<2x3x4xf32>) -> tensor<24xf32> loc("first")
  %b = nn.reshape %a {shape = [6, 4]} : (tensor<24xf32>) -> tensor<6x4xf32> loc("second")
  func.return %b : tensor<6x4xf32>
}

// CHECK-LABEL: @there_and_back
// CHECK-NEXT: func.return %x
func.func @there_and_back(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = nn.unsqueeze %x {axes = [0]} : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %b = nn.squeeze %a {axes = [0]} : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  func.return %b : tensor<2x3xf32>
}

// The batch is copied, since it stands at the same place.

// CHECK-LABEL: @unknown_batch
// CHECK-NEXT: nn.reshape %x {shape = [0, 12, 64]}
// CHECK-NEXT: func.return
func.func @unknown_batch(%x: tensor<?x768xf32> {nn.dims = ["batch", 768], nn.size = [2]}) -> tensor<?x12x64xf32> {
  %a = nn.unsqueeze %x {axes = [1]} : (tensor<?x768xf32>) -> tensor<?x1x768xf32>
  %b = nn.reshape %a {shape = [0, 12, 64]} : (tensor<?x1x768xf32>) -> tensor<?x12x64xf32>
  func.return %b : tensor<?x12x64xf32>
}

// CHECK-LABEL: @what_is_left
// CHECK-NEXT: nn.reshape %x {shape = [0, -1]}
// CHECK-NEXT: func.return
func.func @what_is_left(%x: tensor<?x?x4xf32> {nn.size = [2, 3]}) -> tensor<?x?xf32> {
  %a = nn.unsqueeze %x {axes = [0]} : (tensor<?x?x4xf32>) -> tensor<1x?x?x4xf32>
  %b = nn.flatten %a {axis = 2 : i64} : (tensor<1x?x?x4xf32>) -> tensor<?x?xf32>
  func.return %b : tensor<?x?xf32>
}

// No shape can tell two unknown dims that move: both stay.

// CHECK-LABEL: @two_unknown_dims_stay
// CHECK-COUNT-2: nn.unsqueeze
func.func @two_unknown_dims_stay(%x: tensor<?x?x4xf32> {nn.size = [2, 3]}) -> tensor<1x1x?x?x4xf32> {
  %a = nn.unsqueeze %x {axes = [0]} : (tensor<?x?x4xf32>) -> tensor<1x?x?x4xf32>
  %b = nn.unsqueeze %a {axes = [0]} : (tensor<1x?x?x4xf32>) -> tensor<1x1x?x?x4xf32>
  func.return %b : tensor<1x1x?x?x4xf32>
}

// A dim of no elements: a -1 beside it would have no meaning.

// CHECK-LABEL: @empty_stays
// CHECK-COUNT-2: nn.reshape
func.func @empty_stays(%x: tensor<0x4xf32>) -> tensor<0x2x2xf32> {
  %a = nn.reshape %x {allow_zero = true, shape = [2, 0]} : (tensor<0x4xf32>) -> tensor<2x0xf32>
  %b = nn.reshape %a {allow_zero = true, shape = [0, 2, 2]} : (tensor<2x0xf32>) -> tensor<0x2x2xf32>
  func.return %b : tensor<0x2x2xf32>
}

// What a written type knows more than the operand's is not lost.

// CHECK-LABEL: @written_type_stays
// CHECK-NEXT: nn.reshape %x {shape = [2, 3]} : (tensor<?x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: func.return
func.func @written_type_stays(%x: tensor<?x3xf32> {nn.size = [2]}) -> tensor<2x3xf32> {
  %a = nn.unsqueeze %x {axes = [0]} : (tensor<?x3xf32>) -> tensor<1x?x3xf32>
  %b = nn.squeeze %a {axes = [0]} : (tensor<1x?x3xf32>) -> tensor<2x3xf32>
  func.return %b : tensor<2x3xf32>
}
