"""What ONNX's own schemas say of the types of operands."""

from functools import lru_cache
from typing import Any

from xdsl.ir import Attribute, SSAValue

from ....dialects.onnx import DATA_TYPES
from . import Model


def need_types(m: Model, name: str, *operands: SSAValue | None) -> None:
    """
    Asks for the first opset, from the model's on, whose operator takes operands of these element
    types; refuses where none does.
    """
    kinds = [None if v is None else _kind(v.type) for v in operands]
    for since, schema in _schemas(name):
        later = min((v for v, _ in _schemas(name) if v > since), default=1 << 30)
        if later > m.opset and _admits(schema, kinds):
            m.need(since)
            return
    m.refuse(f"has element types of which ONNX has no {name}: {', '.join(filter(None, kinds))}")


def _kind(type_: Any) -> str | None:
    """A tensor type as schemas spell it: `tensor(float16)`."""
    from onnx import TensorProto

    element: Attribute | None = getattr(type_, "element_type", None)
    number = None if element is None else DATA_TYPES.get(element)
    return None if number is None else f"tensor({TensorProto.DataType.Name(number).lower()})"


@lru_cache(maxsize=256)
def _schemas(name: str) -> list[tuple[int, Any]]:
    """The versions of an operator of ONNX's own domain, ascending."""
    from onnx import defs

    every: Any = defs.get_all_schemas_with_history()
    mine = [s for s in every if s.name == name and not s.domain]
    return sorted(((s.since_version, s) for s in mine), key=lambda entry: entry[0])


def _admits(schema: Any, kinds: list[str | None]) -> bool:
    if not schema.inputs:
        return not kinds
    last = len(schema.inputs) - 1
    return all(k is None or k in schema.inputs[min(i, last)].types for i, k in enumerate(kinds))
