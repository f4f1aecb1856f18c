"""Recurrent layers over whole sequences: LSTM, GRU and the plain RNN."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from xdsl.ir import SSAValue

from ...compiler.element_types import is_integer, type_name
from ...compiler.op import (
    DYNAMIC,
    Op,
    Tensor,
    flag,
    int_,
    number,
    numbers,
    operand,
    optional,
    refuse,
    shape_of,
    tensor,
    texts,
    word,
)
from ._kinds import FLOATS
from ._spatial import differ
from .shape import elements_of, product

DIRECTIONS = ("forward", "reverse", "bidirectional")


class Lstm(Op, name="nn.lstm", arithmetic=True):
    """
    Long short-term memory. Of each step, with x its input, h and c the states before it, `.` the
    product of elements, and f, g, h the three activations:

        i = f(x Wi + h Ri + p_i . c + b_i)      c' = q . c + i . g(x Wc + h Rc + b_c)
        q = f(x Wq + h Rq + p_q . c + b_q)      o = f(x Wo + h Ro + p_o . c' + b_o)
        h' = o . h(c')                          with `input_forget`: q = 1 - i

    D directions, T steps, batch B, H the `hidden_size`: x `[T, B, I]`; w `[D, 4H, I]` and r
    `[D, 4H, H]`, the gates in the order i, o, q, c; b `[D, 8H]`, that of w and then that of r;
    sequence_lens `[B]`; initial_h and initial_c `[D, B, H]`, else 0; p `[D, 3H]` in the order i, o,
    q. Results: every h `[T, D, B, H]`, 0 beyond the end of a sequence; the last h and the last c
    `[D, B, H]`, 0 of an empty sequence. With `batch_first` they are `[B, T, ...]` and `[B, D, H]`.

    The `activations`, names of ONNX in small letters, are three for every direction or three for
    each; `alpha` and `beta` are one for each of them, where it has none any number. `clip` bounds
    what f and g are given. ONNX LSTM-22; aten.lstm; TFLite UNIDIRECTIONAL_SEQUENCE_LSTM.
    """

    x = operand()
    w = operand()
    r = operand()
    b = optional()
    sequence_lens = optional()
    initial_h = optional()
    initial_c = optional()
    p = optional()
    hidden_size = int_()
    direction = word(*DIRECTIONS)
    activations = texts(("sigmoid", "tanh", "tanh"))
    alpha = numbers()
    beta = numbers()
    clip = number()
    batch_first = flag()
    input_forget = flag()

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        r: Tensor,
        b: Tensor | None,
        sequence_lens: Tensor | None,
        initial_h: Tensor | None,
        initial_c: Tensor | None,
        p: Tensor | None,
        hidden_size: int | None,
        input_forget: bool,
        **settings: Any,
    ) -> tuple[Tensor, ...]:
        sizes = _checked(4, 3, x, w, r, b, sequence_lens, hidden_size, settings)
        sizes.check("initial_h", initial_h, sizes.state)
        sizes.check("initial_c", initial_c, sizes.state)
        sizes.check("p", p, (sizes.directions, 3 * sizes.hidden))
        return sizes.results(x, 2)

    def macs(self) -> int:
        return _macs(self.x, self.w, self.r)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        r: Any,
        b: Any,
        sequence_lens: Any,
        initial_h: Any,
        initial_c: Any,
        p: Any,
        hidden_size: int,
        input_forget: bool,
        **settings: Any,
    ) -> Any:
        def cell(d: int, project: "Projection") -> "Cell":
            f, g, last = _functions(np, settings, d, 3)
            p_i, p_o, p_q = (0.0, 0.0, 0.0) if p is None else np.split(p[d], 3)
            bound = _bound(np, settings["clip"])

            def step(z: Any, h: Any, c: Any) -> tuple[Any, ...]:
                z_i, z_o, z_q, z_c = np.split(z + project(h), 4, 1)
                i = f(bound(z_i + p_i * c))
                q = 1 - i if input_forget else f(bound(z_q + p_q * c))
                c = q * c + i * g(bound(z_c))
                return f(bound(z_o + p_o * c)) * last(c), c

            return step

        states = (initial_h, initial_c)
        return _run(np, x, w, r, b, sequence_lens, states, hidden_size, settings, cell)


class Gru(Op, name="nn.gru", arithmetic=True):
    """
    Gated recurrent unit. Of each step, with x its input, h the state before it, `.` the product of
    elements, and f and g the two activations:

        z = f(x Wz + h Rz + b_z)    n = g(x Wn + (r . h) Rn + b_n)
        r = f(x Wr + h Rr + b_r)    or, with `linear_before_reset`,
        h' = (1 - z) . n + z . h    n = g(x Wn + wb_n + r . (h Rn + rb_n))

    x `[T, B, I]`; w `[D, 3H, I]` and r `[D, 3H, H]` in the order z, r, n; b `[D, 6H]`, that of w
    (wb) and then that of r (rb), together b_z and so on; the rest, also the results but c, as of
    nn.lstm. ONNX GRU-22; aten.gru.
    """

    x = operand()
    w = operand()
    r = operand()
    b = optional()
    sequence_lens = optional()
    initial_h = optional()
    hidden_size = int_()
    direction = word(*DIRECTIONS)
    activations = texts(("sigmoid", "tanh"))
    alpha = numbers()
    beta = numbers()
    clip = number()
    batch_first = flag()
    linear_before_reset = flag()

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        r: Tensor,
        b: Tensor | None,
        sequence_lens: Tensor | None,
        initial_h: Tensor | None,
        hidden_size: int | None,
        linear_before_reset: bool,
        **settings: Any,
    ) -> tuple[Tensor, ...]:
        sizes = _checked(3, 2, x, w, r, b, sequence_lens, hidden_size, settings)
        sizes.check("initial_h", initial_h, sizes.state)
        return sizes.results(x, 1)

    def macs(self) -> int:
        return _macs(self.x, self.w, self.r)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        r: Any,
        b: Any,
        sequence_lens: Any,
        initial_h: Any,
        hidden_size: int,
        linear_before_reset: bool,
        **settings: Any,
    ) -> Any:
        def cell(d: int, project: "Projection") -> "Cell":
            f, g = _functions(np, settings, d, 2)
            bound = _bound(np, settings["clip"])

            def step(x: Any, h: Any) -> tuple[Any, ...]:
                x_z, x_r, x_n = np.split(x, 3, 1)
                h_z, h_r, h_n = np.split(project(h), 3, 1)
                z, reset = f(bound(x_z + h_z)), f(bound(x_r + h_r))
                if linear_before_reset:
                    h_n = reset * h_n
                else:
                    h_n = np.split(project(reset * h), 3, 1)[2]
                return ((1 - z) * g(bound(x_n + h_n)) + z * h,)

            return step

        return _run(np, x, w, r, b, sequence_lens, (initial_h,), hidden_size, settings, cell)


class Rnn(Op, name="nn.rnn", arithmetic=True):
    """
    The plain recurrent layer: `h' = f(x W + h R + b)` for each step, f being the one activation.

    x `[T, B, I]`; w `[D, H, I]`, r `[D, H, H]`, b `[D, 2H]`; the rest, also the results but c, as
    of nn.lstm. ONNX RNN-22; aten.rnn_tanh; TFLite UNIDIRECTIONAL_SEQUENCE_RNN.
    """

    x = operand()
    w = operand()
    r = operand()
    b = optional()
    sequence_lens = optional()
    initial_h = optional()
    hidden_size = int_()
    direction = word(*DIRECTIONS)
    activations = texts(("tanh",))
    alpha = numbers()
    beta = numbers()
    clip = number()
    batch_first = flag()

    @staticmethod
    def infer(
        x: Tensor,
        w: Tensor,
        r: Tensor,
        b: Tensor | None,
        sequence_lens: Tensor | None,
        initial_h: Tensor | None,
        hidden_size: int | None,
        **settings: Any,
    ) -> tuple[Tensor, ...]:
        sizes = _checked(1, 1, x, w, r, b, sequence_lens, hidden_size, settings)
        sizes.check("initial_h", initial_h, sizes.state)
        return sizes.results(x, 1)

    def macs(self) -> int:
        return _macs(self.x, self.w, self.r)

    @staticmethod
    def value(
        np: Any,
        x: Any,
        w: Any,
        r: Any,
        b: Any,
        sequence_lens: Any,
        initial_h: Any,
        hidden_size: int,
        **settings: Any,
    ) -> Any:
        def cell(d: int, project: "Projection") -> "Cell":
            (f,) = _functions(np, settings, d, 1)
            bound = _bound(np, settings["clip"])

            def step(z: Any, h: Any) -> tuple[Any, ...]:
                return (f(bound(z + project(h))),)

            return step

        return _run(np, x, w, r, b, sequence_lens, (initial_h,), hidden_size, settings, cell)


# --- Types --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sizes:
    """The sizes of a layer; T, B as they are in x."""

    steps: Any
    batch: Any
    directions: int
    hidden: int
    batch_first: bool
    element: Any

    @property
    def state(self) -> tuple[Any, ...]:
        if self.batch_first:
            return (self.batch, self.directions, self.hidden)
        return (self.directions, self.batch, self.hidden)

    def check(self, what: str, type_: Tensor | None, wanted: tuple[Any, ...]) -> None:
        """Refuses an operand of another shape or element type."""
        if type_ is None:
            return
        if type_.element_type != self.element:
            refuse(f"has {what} of {type_name(type_.element_type)} for {type_name(self.element)}")
        _check_shape(what, type_, wanted)

    def results(self, x: Tensor, states: int) -> tuple[Tensor, ...]:
        steps, batch, inner = self.steps, self.batch, (self.directions, self.hidden)
        every = (batch, steps, *inner) if self.batch_first else (steps, inner[0], batch, inner[1])
        return tensor(every, of=x), *(tensor(self.state, of=x) for _ in range(states))


def _macs(x: SSAValue, w: SSAValue, r: SSAValue) -> int:
    """Every step of every sequence multiplies each weight once."""
    weights = elements_of(w), elements_of(r)
    return product((*(shape_of(x.type) or (DYNAMIC,))[:2], *_total(weights)))


def _total(sizes: Sequence[int]) -> Sequence[int]:
    return sizes if DYNAMIC in sizes else (sum(sizes),)


def _check_shape(what: str, type_: Tensor, wanted: tuple[Any, ...]) -> None:
    shape = tuple(type_.get_shape())
    if len(shape) != len(wanted) or any(map(differ, shape, wanted)):
        listed = "x".join("?" if n == -1 else str(n) for n in wanted)
        refuse(f"has {what} of type {type_}, whose shape should be {listed}")


def _checked(
    gates: int,
    functions: int,
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Tensor | None,
    sequence_lens: Tensor | None,
    hidden: int | None,
    settings: dict[str, Any],
) -> Sizes:
    """The sizes of a layer whose operands and activations fit together."""
    FLOATS.check(x)
    if hidden is None or hidden < 1:
        refuse("needs a 'hidden_size' of at least 1")
    shape = x.get_shape()
    if len(shape) != 3:
        refuse(f"has an input of rank {len(shape)}; steps, batch and features need 3")
    batch_first = settings["batch_first"]
    steps, batch = (shape[1], shape[0]) if batch_first else shape[:2]
    directions = 2 if settings["direction"] == "bidirectional" else 1
    sizes = Sizes(steps, batch, directions, hidden, batch_first, x.element_type)
    sizes.check("w", w, (directions, gates * hidden, shape[2]))
    sizes.check("r", r, (directions, gates * hidden, hidden))
    sizes.check("b", b, (directions, 2 * gates * hidden))
    if sequence_lens is not None:
        if not is_integer(sequence_lens.element_type):
            refuse(f"has sequence_lens of type {sequence_lens}, not integers")
        _check_shape("sequence_lens", sequence_lens, (batch,))
    _check_activations(functions, directions, settings)
    return sizes


def _check_activations(functions: int, directions: int, settings: dict[str, Any]) -> None:
    names = settings["activations"]
    if len(names) not in (functions, functions * directions):
        refuse(f"has {len(names)} activations; {functions} for each direction belong there")
    for name in names:
        if name not in ACTIVATIONS:
            refuse(f"has the activation '{name}', not one of {', '.join(ACTIVATIONS)}")
    for what in ("alpha", "beta"):
        if settings[what] is not None and len(settings[what]) != len(names):
            refuse(f"has {len(settings[what])} {what} for {len(names)} activations")


# --- Activations --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Activation:
    """A function of numpy, an array, alpha and beta; the defaults of those that it has."""

    function: Callable[[Any, Any, Any, Any], Any]
    alpha: float | None = None
    beta: float | None = None


ACTIVATIONS: dict[str, Activation] = {
    "affine": Activation(lambda np, x, a, b: a * x + b, 1.0, 0.0),
    "elu": Activation(lambda np, x, a, b: np.where(x >= 0, x, a * np.expm1(x)), 1.0),
    "hard_sigmoid": Activation(lambda np, x, a, b: np.clip(a * x + b, 0, 1), 0.2, 0.5),
    "leaky_relu": Activation(lambda np, x, a, b: np.where(x >= 0, x, a * x), 0.01),
    "relu": Activation(lambda np, x, a, b: np.maximum(x, 0)),
    "scaled_tanh": Activation(lambda np, x, a, b: a * np.tanh(b * x), 1.0, 1.0),
    "sigmoid": Activation(lambda np, x, a, b: 1 / (1 + np.exp(-x))),
    "softplus": Activation(lambda np, x, a, b: np.logaddexp(x, 0)),
    "softsign": Activation(lambda np, x, a, b: x / (1 + np.abs(x))),
    "tanh": Activation(lambda np, x, a, b: np.tanh(x)),
    "thresholded_relu": Activation(lambda np, x, a, b: np.where(x >= a, x, 0), 1.0),
}


def _functions(np: Any, settings: dict[str, Any], d: int, count: int) -> list[Any]:
    """The activations of direction `d`, as functions of an array."""
    names = settings["activations"]
    first = d * count if len(names) > count else 0
    return [_function(np, settings, at) for at in range(first, first + count)]


def _function(np: Any, settings: dict[str, Any], at: int) -> Callable[[Any], Any]:
    chosen = ACTIVATIONS[settings["activations"][at]]
    a = chosen.alpha if settings["alpha"] is None else settings["alpha"][at]
    b = chosen.beta if settings["beta"] is None else settings["beta"][at]
    return lambda x: chosen.function(np, x, a, b)


def _bound(np: Any, clip: float | None) -> Callable[[Any], Any]:
    return (lambda x: x) if clip is None else (lambda x: np.clip(x, -clip, clip))


# --- Arrays -------------------------------------------------------------------------------------

Cell: TypeAlias = Callable[..., tuple[Any, ...]]
"""From the projected input and the states, `[B, ...]`, to the next states, of which h is first."""
Projection: TypeAlias = Callable[[Any], Any]
"""From h `[B, H]` to `[B, G*H]`, the bias of r included."""


def _run(
    np: Any,
    x: Any,
    w: Any,
    r: Any,
    b: Any,
    lens: Any,
    initial: Sequence[Any],
    hidden: int,
    settings: dict[str, Any],
    cell: Callable[[int, Projection], Cell],
) -> tuple[Any, ...]:
    """All h, and the last states, of every direction."""
    batch_first = settings["batch_first"]
    if batch_first:
        x = np.swapaxes(x, 0, 1)
        initial = [None if s is None else np.swapaxes(s, 0, 1) for s in initial]
    empty = np.zeros((w.shape[0], x.shape[1], hidden), x.dtype)
    starts = [empty if s is None else s for s in initial]
    found: list[tuple[Any, list[Any]]] = []
    for d in range(w.shape[0]):
        biases = np.zeros((2, 1), x.dtype) if b is None else np.split(b[d], 2)
        step = cell(d, _projection(np, r[d].T, biases[1]))
        order = _order(np, x, lens, d == 1 or settings["direction"] == "reverse")
        inputs = np.take_along_axis(x, order[:, :, None], 0) @ w[d].T + biases[0]
        every, states = _steps(np, inputs, lens, [s[d] for s in starts], step)
        found.append((np.take_along_axis(every, order[:, :, None], 0), states))
    every = np.stack([y for y, _ in found], 2 if batch_first else 1)
    if batch_first:
        every = np.swapaxes(every, 0, 1)
    return every, *(
        np.stack(last, int(batch_first))
        for last in zip(*(states for _, states in found), strict=True)
    )


def _projection(np: Any, matrix: Any, bias: Any) -> Projection:
    return lambda h: h @ matrix + bias


def _order(np: Any, x: Any, lens: Any, backward: bool) -> Any:
    """`[T, B]`: which step comes when; its own inverse. What is beyond a sequence stays there."""
    forward = np.broadcast_to(np.arange(x.shape[0])[:, None], x.shape[:2])
    if not backward:
        return forward
    last = (x.shape[0] if lens is None else lens.astype(np.int64)) - 1
    return np.where(forward <= last, last - forward, forward)


def _steps(np: Any, inputs: Any, lens: Any, states: list[Any], step: Cell) -> tuple[Any, list[Any]]:
    """Every h `[T, B, H]` and the last states, of one direction in its order."""
    every = np.zeros((*inputs.shape[:2], states[0].shape[-1]), inputs.dtype)
    for t, z in enumerate(inputs):
        after = step(z, *states)
        alive = True if lens is None else (t < lens)[:, None]
        every[t] = np.where(alive, after[0], 0)
        states = [np.where(alive, new, old) for new, old in zip(after, states, strict=True)]
    if lens is not None:
        states = [np.where((lens > 0)[:, None], s, 0) for s in states]
    return every, states
