"""LSTM, GRU, RNN."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn.recurrent import ACTIVATIONS, DIRECTIONS, Gru, Lstm, Rnn
from ...op import Op
from . import Model, Node, reads, writes
from ._schema import need_types
from .shape import dims_of, is_known

NAMES = {name: "".join(part.capitalize() for part in name.split("_")) for name in ACTIVATIONS}
"""How ONNX spells the activations; in whatever case."""
SMALL = {spelled.lower(): name for name, spelled in NAMES.items()}
DEFAULTS: dict[type[Op], tuple[str, ...]] = {
    cls: cls.property_fields["activations"].default for cls in (Lstm, Gru, Rnn)
}
NO_DEFAULTS = ("affine", "scaled_tanh")
"""Activations that are no operators, whose defaults an operator's could be."""


@reads("LSTM")
def read_lstm(n: Node) -> Sequence[SSAValue]:
    """`layout` came with opset 14; what `output_sequence` of opset 1 says, the outputs say too."""
    return _read(n, Lstm, 8, 3, input_forget=bool(n.int("input_forget", 0)))


@reads("GRU")
def read_gru(n: Node) -> Sequence[SSAValue]:
    """`linear_before_reset` came with opset 3."""
    return _read(n, Gru, 6, 2, linear_before_reset=bool(n.int("linear_before_reset", 0)))


@reads("RNN")
def read_rnn(n: Node) -> Sequence[SSAValue]:
    return _read(n, Rnn, 6, 1)


def _read(n: Node, cls: type[Op], operands: int, functions: int, **more: Any) -> Sequence[SSAValue]:
    direction = n.string("direction", "forward")
    if direction not in DIRECTIONS:
        n.refuse(f"has the direction {direction!r}")
    given = n.operands(operands)[:operands]
    op = n.emit_op(
        cls,
        *given,
        hidden_size=_hidden_size(n, given[2]),
        direction=direction,
        clip=n.float("clip"),
        batch_first=bool(n.int("layout", 0)),
        **_activations(n, functions, 1 + (direction == "bidirectional")),
        **more,
    )
    return op.results


def _hidden_size(n: Node, r: SSAValue) -> int:
    size = n.int("hidden_size", dims_of(n, r)[-1])
    if not is_known(size):
        n.refuse("has no hidden_size")
    return size


def _activations(n: Node, functions: int, directions: int) -> dict[str, Any]:
    """The activations if they are given, once where both directions have the same."""
    spelled = n.strings("activations")
    if not spelled:
        return {}
    count = functions * directions
    if len(spelled) < count:
        n.refuse(f"has {len(spelled)} activations; {count} belong to it")
    names = tuple(_named(n, name) for name in spelled[:count])
    found = [names, _parameters(n, "alpha", names), _parameters(n, "beta", names)]
    if all(v is None or v[:functions] * directions == v for v in found):
        found = [None if v is None else v[:functions] for v in found]
    return dict(zip(("activations", "alpha", "beta"), found, strict=True))


def _named(n: Node, spelled: str) -> str:
    name = SMALL.get(spelled.lower())
    if name is None:
        n.refuse(f"has the activation {spelled!r}, which ONNX does not have")
    return name


def _parameters(n: Node, which: str, names: Sequence[str]) -> tuple[float, ...] | None:
    """Those of the activations that have one, in order; the defaults where there are no more."""
    given = list(n.floats(f"activation_{which}", ()))
    found: list[float] = []
    for name in names:
        default = getattr(ACTIVATIONS[name], which)
        if default is not None and not given and name in NO_DEFAULTS:
            n.refuse(f"has the activation {NAMES[name]} without its {which}")
        found.append(0.0 if default is None else given.pop(0) if given else default)
    defaults = [getattr(ACTIVATIONS[name], which) or 0.0 for name in names]
    return None if found == defaults else tuple(found)


# --- Writing ------------------------------------------------------------------------------------


@writes(Lstm)
def write_lstm(op: Lstm, m: Model) -> Sequence[SSAValue]:
    return _write(op, m, "LSTM", (0, 5, 6), input_forget=op.input_forget or None)


@writes(Gru)
def write_gru(op: Gru, m: Model) -> Sequence[SSAValue]:
    if op.linear_before_reset:
        m.need(3)
    return _write(op, m, "GRU", (0, 5), linear_before_reset=op.linear_before_reset or None)


@writes(Rnn)
def write_rnn(op: Rnn, m: Model) -> Sequence[SSAValue]:
    return _write(op, m, "RNN", (0, 5))


def _write(op: Any, m: Model, name: str, batched: Sequence[int], **more: Any) -> Sequence[SSAValue]:
    """
    `batched` operands, and the results, are transposed where the batch is first: ONNX Runtime does
    not take `layout`.
    """
    need_types(m, name, op.x, op.w, op.r)
    operands = op.operands_with_holes()
    if op.batch_first:
        for at in batched:
            if at < len(operands) and operands[at] is not None:
                operands[at] = m.node("Transpose", operands[at], perm=(1, 0, 2))
    results = m.node(
        name,
        *operands,
        outputs=len(op.results),
        hidden_size=op.hidden_size,
        direction=op.direction,
        clip=op.clip,
        **_written_activations(op),
        **more,
    )
    if not op.batch_first:
        return results
    every, *states = results
    return [
        m.node("Transpose", every, perm=(2, 0, 1, 3)),
        *(m.node("Transpose", state, perm=(1, 0, 2)) for state in states),
    ]


def _written_activations(op: Any) -> dict[str, Any]:
    names, default = op.activations, DEFAULTS[type(op)]
    if names == default:
        return {}
    directions = 2 if op.direction == "bidirectional" else 1
    times = directions * len(default) // len(names)
    return {
        "activations": [NAMES[name] for name in names] * times,
        "activation_alpha": _written_parameters(op.alpha, "alpha", names) * times or None,
        "activation_beta": _written_parameters(op.beta, "beta", names) * times or None,
    }


def _written_parameters(given: Any, which: str, names: Sequence[str]) -> list[float]:
    """Those of the activations that have one."""
    defaults = [getattr(ACTIVATIONS[name], which) for name in names]
    values = defaults if given is None else given
    return [float(v) for v, d in zip(values, defaults, strict=True) if d is not None]
