"""Recurrent layers."""

from collections.abc import Sequence
from typing import Any

from xdsl.builder import Builder
from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from ....dialects.nn.activation import Sigmoid
from ....dialects.nn.control import Loop
from ....dialects.nn.elementwise import Add, Clip, Mul, Tanh
from ....dialects.nn.graph import Yield
from ....dialects.nn.index import Gather
from ....dialects.nn.matmul import Gemm
from ....dialects.nn.movement import Concat, Split
from ....dialects.nn.recurrent import Lstm
from ....dialects.nn.shape import Reshape, Transpose, Unsqueeze, is_known
from ...op import tensor
from . import Node, reads

# Inputs of UNIDIRECTIONAL_SEQUENCE_LSTM; gates in the order input, forget, cell, output.
_INPUT_WEIGHTS = slice(1, 5)
_RECURRENT_WEIGHTS = slice(5, 9)
_PEEPHOLES = slice(9, 12)
_BIASES = slice(12, 16)
_PROJECTION = slice(16, 18)
_STATES = slice(18, 20)
_NORMS = slice(20, 24)
_INPUTS = 24


@reads("unidirectional_sequence_lstm")
def read_unidirectional_sequence_lstm(n: Node) -> SSAValue:
    """
    `cell_clip` bounds the state of the cell, which `nn.lstm` cannot; where it could act, at most as
    many steps as its size from 0 on, the steps are a loop.
    """
    given = n.operands(_INPUTS)
    n.only("fused_activation_function", "TANH")
    for what, part in (
        ("peephole weights", _PEEPHOLES),
        ("a projection", _PROJECTION),
        ("layer normalisation", _NORMS),
    ):
        if any(v is not None for v in given[part]):
            n.refuse(f"has {what}, which is not supported")
    weights, recurrent = given[_INPUT_WEIGHTS], given[_RECURRENT_WEIGHTS]
    biases, states = given[_BIASES], given[_STATES]
    if any(v is None for v in (*weights, *recurrent, *biases, *states)):
        n.refuse("lacks weights of a gate, a bias or a state")
    x, time_major = given[0], n.flag("time_major")
    if n.rank(x) != 3 or any(n.rank(w) != 2 for w in (*weights, *recurrent)):
        n.refuse(f"has an input {x.type} and weights {weights[0].type}")
    if not time_major:
        x = n.emit(Transpose, x, perm=(1, 0, 2))
    steps, clip = n.dims(x)[0], n.float("cell_clip", 0.0)
    starts_at_zero = all(_is_zero(n, v) for v in states)
    acts = clip > 0 and not (starts_at_zero and is_known(steps) and steps <= clip)
    layer = _loop if acts else _layer
    y = layer(n, x, weights, recurrent, biases, None if starts_at_zero else states)
    return y if time_major else n.emit(Transpose, y, perm=(1, 0, 2))


def _is_zero(n: Node, state: SSAValue) -> bool:
    array = n.constant(state)
    return array is not None and not array.any()


def _layer(n: Node, x: SSAValue, weights: Any, recurrent: Any, biases: Any, states: Any) -> Any:
    """As one operation: gates in the order input, output, forget, cell."""
    order = (0, 3, 1, 2)
    w, r, b = (_joined(n, [part[i] for i in order]) for part in (weights, recurrent, biases))
    hidden = n.dims(recurrent[0])[0]
    b = n.emit(Concat, b, n.const([0.0] * (4 * hidden), like=b), axis=0)
    firsts: list[SSAValue | None] = [None, None]
    if states is not None:
        firsts = [n.emit(Unsqueeze, state, axes=(0,)) for state in states]
    w, r, b = (n.emit(Unsqueeze, v, axes=(0,)) for v in (w, r, b))
    op = n.emit_op(Lstm, x, w, r, b, None, *firsts, hidden_size=hidden)
    length, _, batch, _ = n.dims(op.results[0])
    if not is_known(length) and not is_known(batch):
        n.refuse(f"has an input of the open type {x.type}")
    shape = [d if is_known(d) else -1 for d in (length, batch, hidden)]
    return n.emit(Reshape, op.results[0], shape=shape)


def _joined(n: Node, parts: Sequence[SSAValue]) -> SSAValue:
    return n.emit(Concat, *parts, axis=0)


def _loop(n: Node, x: SSAValue, weights: Any, recurrent: Any, biases: Any, states: Any) -> Any:
    """Step by step, the state of the cell cut to `[-cell_clip, cell_clip]`."""
    steps, batch, _ = n.dims(x)
    if not is_known(steps) or not is_known(batch):
        n.refuse(f"has a cell_clip and an input of the open type {x.type}")
    hidden = n.dims(recurrent[0])[0]
    w, r, b = (_joined(n, part) for part in (weights, recurrent, biases))
    if states is None:
        states = [n.const([[0.0] * hidden] * batch, like=x)] * 2
    trip, go = n.const(steps), n.const(True, i1)
    state = tensor((batch, hidden), of=x.type)
    block = Block(arg_types=[tensor((), of=i64), tensor((), of=i1), state, state])
    inside = n.inside(Builder(InsertPoint.at_end(block)))
    turn, still, h, c = block.args
    now = inside.emit(Gather, x, turn, axis=0)
    h, c = _step(inside, now, h, c, (w, r, b), n.float("cell_clip"))
    block.add_op(Yield.create(operands=[still, h, c, h]))
    op = n.emit_op(Loop, trip, go, *states, scans=1, regions=[Region(block)])
    return n.emit(Reshape, op.results[2], shape=(steps, batch, hidden))


def _step(n: Node, x: SSAValue, h: SSAValue, c: SSAValue, matrices: Any, clip: float) -> Any:
    w, r, b = matrices
    gates = n.emit(Add, n.emit(Gemm, x, w, b, trans_b=True), n.emit(Gemm, h, r, trans_b=True))
    i, f, g, o = n.emit_op(Split, gates, axis=1, parts=4).results
    i, f, o = (n.emit(Sigmoid, gate) for gate in (i, f, o))
    c = n.emit(Add, n.emit(Mul, f, c), n.emit(Mul, i, n.emit(Tanh, g)))
    c = n.emit(Clip, c, n.const(-clip, like=c), n.const(clip, like=c))
    return n.emit(Mul, o, n.emit(Tanh, c)), c
