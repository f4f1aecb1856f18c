"""What ONNX's own schemas say of the types of operands."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from xdsl.ir import Attribute, SSAValue

from ....dialects.onnx import DATA_TYPES
from . import Model

NEVER = 1 << 30


def need_types(
    m: Model, name: str, *operands: SSAValue | None, to: Attribute | None = None
) -> None:
    """
    Asks for the first opset, from the model's on, whose operator takes operands of these element
    types (and gives the type `to`); refuses where none does.
    """
    kinds = [_kind(v) for v in operands]
    opset = _first_opset(name, m.opset, tuple(kinds), _spelled(to))
    if opset == NEVER:
        given = [k for k in (*kinds, _spelled(to)) if k]
        m.refuse(f"has element types of which ONNX has no {name}: {', '.join(given)}")
    m.need(opset)


def takes(m: Model, name: str, *operands: SSAValue | None) -> bool:
    """Whether the operator takes operands of these element types at the opset that is written."""
    return _first_opset(name, m.opset, tuple(_kind(v) for v in operands), None) <= m.opset


def _kind(value: SSAValue | None) -> str | None:
    return None if value is None else _spelled(getattr(value.type, "element_type", None))


def _spelled(element: Attribute | None) -> str | None:
    """An element type as schemas spell its tensors: `tensor(float16)`."""
    from onnx import TensorProto

    number = None if element is None else DATA_TYPES.get(element)
    return None if number is None else f"tensor({TensorProto.DataType.Name(number).lower()})"


@lru_cache(maxsize=4096)
def _first_opset(name: str, opset: int, kinds: tuple[str | None, ...], to: str | None) -> int:
    """The first opset, from `opset` on, at which the operator takes these types; or `NEVER`."""
    schemas = _schemas(name)
    in_force = [(opset, schema) for since, schema in schemas if since <= opset][-1:]
    later = [(since, schema) for since, schema in schemas if since > opset]
    return next((at for at, s in in_force + later if _admits(s, kinds, to)), NEVER)


@lru_cache(maxsize=256)
def _schemas(name: str) -> list[tuple[int, Any]]:
    """The versions of an operator of ONNX's own domain, ascending."""
    from onnx import defs

    found: list[tuple[int, Any]] = []
    opset = defs.onnx_opset_version()
    while opset > 0 and defs.has(name, opset):
        schema: Any = defs.get_schema(name, opset)
        found.append((schema.since_version, schema))
        opset = schema.since_version - 1
    return found[::-1]


def _admits(schema: Any, kinds: Sequence[str | None], to: str | None) -> bool:
    if to is not None and to not in schema.outputs[0].types:
        return False
    if not schema.inputs:
        return not kinds
    last = len(schema.inputs) - 1
    return all(k is None or k in schema.inputs[min(i, last)].types for i, k in enumerate(kinds))


def since(name: str, opset: int) -> int:
    """The opset since which an operator is what it is at an opset; 0 for one that is not known."""
    return max((first for first, _ in _schemas(name) if first <= opset), default=0)


def wrong_operands(name: str, opset: int, operands: Sequence[Any]) -> str | None:
    """What is wrong with the presence of a node's operands (None where absent); None if nothing."""
    most, required = _arity(name, opset)
    if len(operands) > most:
        return f"has {len(operands)} operands; at most {most} belong to it"
    for i, operand in enumerate(required):
        if operand and (i >= len(operands) or operands[i] is None):
            return f"lacks its operand '{operand}'"
    return None


@lru_cache(maxsize=1024)
def _arity(name: str, opset: int) -> tuple[int, list[str]]:
    """The most operands; the names of the first ones, empty for one that may be absent."""
    from onnx.defs import OpSchema

    # An operator in a file older than it is read as it was first.
    every = _schemas(name)
    schema: Any = next(
        (s for first, s in reversed(every) if first <= opset or s is every[0][1]), None
    )
    if schema is None:
        return NEVER, []
    kinds = OpSchema.FormalParameterOption
    names = [o.name if o.option == kinds.Single else "" for o in schema.inputs]
    if names and not names[-1] and schema.min_input >= len(names):  # one or more, at the end
        names[-1] = schema.inputs[-1].name
    return schema.max_input, names
