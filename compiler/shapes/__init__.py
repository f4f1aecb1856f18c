"""Symbolic shapes: integers with names in them, and what is known of every value's dimensions."""


from .expressions import Dim, Expr, Symbol, Undecided, equal, ge0, maximum, minimum

__all__ = ["Dim", "Expr", "Shapes", "Symbol", "Undecided", "equal", "ge0", "maximum", "minimum"]
