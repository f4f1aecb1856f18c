"""
Reads RequantShift: `clamp(floor((x * mul + add) / div + 0.5))`.

`x`, `mul` and `add` hold integers as f32, `div` is a power of two. The bounds are those of an
integer of `n_levels_out` values, `signed` or not. It is computed in f64, which is exact while
`x * mul + add` is below 2^52 in magnitude.
"""

from typing import Any

import numpy as np
from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from nnopt.compiler.conversions.onnx import Node, reads
from nnopt.dialects.nn.elementwise import Add, Cast, Clip, Div, Floor, Mul


@reads("RequantShift", domain="PACTOps")
@reads("RequantShift")
def read_requant_shift(n: Node) -> SSAValue:
    x, mul, add = n.operands(3)
    if None in (x, mul, add):
        n.refuse("needs the operands 'x', 'mul' and 'add'")
    for name, value in (("x", x), ("mul", mul), ("add", add)):
        if getattr(value.type, "element_type", None) != f32:
            n.refuse(f"needs an f32 '{name}', not {value.type}")
    div, levels, signed = (_number(n, name) for name in ("div", "n_levels_out", "signed"))
    if div < 1 or np.frexp(div)[0] != 0.5:
        n.refuse(f"needs a power of two as its 'div', not {div:g}")
    if levels < 2 or levels % 2 or signed not in (0, 1):
        n.refuse(f"has {levels:g} levels with 'signed' {signed:g}")
    wide: Any = n.emit(Cast, x, to=f64)
    scaled = n.emit(Mul, wide, _as_f64(n, mul))
    total = n.emit(Add, scaled, _as_f64(n, add))
    if total.type != wide.type:
        n.refuse(f"has an 'x' of {x.type} that 'mul' of {mul.type} or 'add' of {add.type} enlarges")
    rounded = n.emit(Floor, n.emit(Add, n.emit(Div, total, n.const(div, f64)), n.const(0.5, f64)))
    low = -levels / 2 if signed else 0.0
    clipped = n.emit(Clip, rounded, n.const(low, f64), n.const(low + levels - 1, f64))
    return n.emit(Cast, clipped, to=f32)


def _as_f64(n: Node, value: SSAValue) -> SSAValue:
    array = n.constant(value)
    return n.emit(Cast, value, to=f64) if array is None else n.const(array, f64)


def _number(n: Node, name: str) -> float:
    """An attribute that is a tensor of one number."""
    found = n.tensor(name)
    if found is None:
        n.refuse(f"needs a tensor as its '{name}'")
    array = found.array(np)
    if array.size != 1:
        n.refuse(f"has a '{name}' of {array.size} numbers; it takes one")
    return float(array.reshape(()))
