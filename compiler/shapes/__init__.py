"""Symbolic shapes: integers with names in them, and what is known of every value's dimensions."""

from .analysis import Shapes
from .dynamic import sliced
from .expressions import (
    Dim,
    Expr,
    Undecided,
    equal,
    evaluate,
    exact_quotient,
    ge0,
    maximum,
    minimum,
    symbol,
)

__all__ = [
    "Dim",
    "Expr",
    "Shapes",
    "Undecided",
    "equal",
    "evaluate",
    "exact_quotient",
    "ge0",
    "maximum",
    "minimum",
    "sliced",
    "symbol",
]
