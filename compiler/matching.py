"""What patterns ask of the values they look at."""

from typing import Any, TypeVar

from xdsl.dialects.builtin import BFloat16Type, Float16Type
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects.nn.constant import Constant
from ..dialects.nn.elementwise import Add, Div, Mul
from . import element_types
from .op import DYNAMIC, Op, as_tensor, shape_of
from .weights import Elements, as_elements

O = TypeVar("O", bound=Op)  # noqa: E741


def made_by(value: SSAValue | None, cls: type[O]) -> O | None:
    """The operation that makes a value, if it is of this class."""
    owner = None if value is None else value.owner
    return owner if isinstance(owner, cls) else None


def private(value: SSAValue | None, cls: type[O]) -> O | None:
    """The operation that makes a value, if it is of this class and nobody else reads the value."""
    return made_by(value, cls) if value is not None and value.has_one_use() else None


def elements(value: SSAValue | None) -> Elements | None:
    """The value of a constant."""
    found = made_by(value, Constant)
    return None if found is None else as_elements(found.properties["value"])


def array(value: SSAValue | None) -> Any:
    """The array of a constant; None otherwise."""
    import numpy as np

    found = elements(value)
    return None if found is None or not found.data.here else found.array(np)


def scalar(value: SSAValue | None) -> float | None:
    """The one number that all elements of a constant are."""
    found = elements(value)
    if found is None or not found.data.here or found.data.count == 0:
        return None
    if found.data.count > 1 and not found.splat:
        return None
    if not isinstance(found.data.data, tuple):
        one = element_types.unpack(found.type.element_type, bytes(found.data.data))[0]
        return float(one) if isinstance(one, int | float) else None
    return None


def other(op: Operation, value: SSAValue) -> SSAValue | None:
    """The operand of a binary operation that is not this one."""
    if len(op.operands) != 2 or value not in op.operands:
        return None
    return op.operands[1] if op.operands[0] is value else op.operands[0]


def with_constant(op: Operation) -> tuple[SSAValue, SSAValue] | None:
    """The operands of a binary operation, the constant one second; None if not just one is."""
    a, b = op.operands
    if (elements(a) is None) == (elements(b) is None):
        return None
    return (a, b) if elements(a) is None else (b, a)


def rank(value: SSAValue) -> int | None:
    dims = shape_of(value.type)
    return None if dims is None else len(dims)


def element_type(value: SSAValue) -> Attribute | None:
    found = as_tensor(value.type)
    return None if found is None else found.element_type


def is_float(value: SSAValue) -> bool:
    found = element_type(value)
    return found is not None and element_types.is_float(found)


def static(value: SSAValue) -> tuple[int, ...] | None:
    """The shape, if every dim is known."""
    dims = shape_of(value.type)
    return None if dims is None or DYNAMIC in dims else dims


def fits(constant: SSAValue, value: SSAValue) -> bool:
    """Whether a constant broadcasts to a value's shape, whatever the unknown dims of that are."""
    have, want = shape_of(constant.type), shape_of(value.type)
    if have is None or want is None or len(have) > len(want):
        return False
    pairs = zip(reversed(have), reversed(want), strict=False)
    return all(m == 1 or (m == n and n != DYNAMIC) for m, n in pairs)


def factors(value: SSAValue) -> tuple[list[SSAValue], float]:
    """
    What is multiplied to make a value: the variables, and the product of the constant scalars.

    Goes through multiplications and divisions by constant scalars that serve this value alone, in
    whatever order they stand; where there are too many, some products count as variables.
    """
    variables: list[SSAValue] = []
    scale = 1.0
    pending = [value]
    steps = 0
    while pending:
        at = pending.pop()
        steps += 1
        number = scalar(at)
        if number is not None and fits(at, value):
            scale *= number
        elif at is not value and (steps > MOST_FACTORS or not at.has_one_use()):
            variables.append(at)
        elif (product := made_by(at, Mul)) is not None:
            pending += reversed(product.operands)
        elif (ratio := made_by(at, Div)) is not None and _is_divisor(ratio.operands[1], value):
            scale /= scalar(ratio.operands[1]) or 1.0
            pending.append(ratio.operands[0])
        else:
            variables.append(at)
    return variables, scale


def _is_divisor(constant: SSAValue, value: SSAValue) -> bool:
    return bool(scalar(constant)) and fits(constant, value)


def plus(value: SSAValue, number: float) -> SSAValue | None:
    """`x` of `x + number`, a number that every float type holds exactly."""
    total = made_by(value, Add)
    if total is None:
        return None
    a, b = total.operands
    if scalar(b) == number and fits(b, a):
        return a
    return b if scalar(a) == number and fits(a, b) else None


def close(found: float | None, wanted: float, value: SSAValue) -> bool:
    """Whether a constant is the number that a formula has, as the type of a value stores it."""
    digits = _DIGITS.get(type(element_type(value)), 1e-5)
    return found is not None and abs(found - wanted) <= digits * abs(wanted)


MOST_FACTORS = 32
"""No formula has more; a product of thousands is not looked through for each of its parts."""
_DIGITS: dict[type[Attribute | None], float] = {Float16Type: 6e-4, BFloat16Type: 4e-3}
"""How far a product of few constants may be off in narrow types; in others five digits count."""
