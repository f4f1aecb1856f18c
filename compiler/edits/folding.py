"""The constant that takes the place of a tensor."""

from typing import Any

from xdsl.ir import Operation, SSAValue

from ...dialects.nn.constant import Constant
from ...dialects.onnx import INITIALIZER
from .. import topology
from ..driver.diagnostics import Place
from ..op import Op
from ..weights import Elements, as_elements
from .address import CONSTANTS, Refused, called, shown
from .work import Raw, Work, named

LARGEST = 1 << 28
"""Bytes of a constant that is computed."""


def constant_of(work: Work, value: SSAValue, raw: Raw | None, place: Place) -> Operation:
    """A constant of the value that is given, or that a tensor is computed to be."""
    elements = _computed(value, place) if raw is None else _given(work, raw)
    if any(op.name.startswith("onnx.") for op in topology.walk(work.module.regions)):
        cls: Any = work.ctx.get_optional_op(INITIALIZER)
        return cls.create(
            result_types=[elements.type], properties={"value": elements}, location=named("")
        )
    return Constant.of(value=elements)


def _given(work: Work, raw: Raw) -> Elements:
    elements = as_elements(work.read_attribute(raw))
    if elements is None:
        raise Refused(raw.place, "a tensor belongs here, like dense<1.0> : tensor<3xf32>")
    return elements


def _computed(value: SSAValue, place: Place) -> Elements:
    """What operators at level `nn` give on constants."""
    import numpy as np

    known: dict[SSAValue, Any] = {}
    pending = [value]
    while pending:
        at = pending[-1]
        owner = at.owner
        if at in known:
            pending.pop()
            continue
        if not isinstance(owner, Operation):
            raise Refused(place, f"{shown(value)} depends on the input {shown(at)}")
        if owner.name in CONSTANTS:
            elements = as_elements(owner.properties.get("value"))
            if elements is None:
                raise Refused(place, f"{called(owner)} holds no numbers")
            known[at] = elements.array(np)
            continue
        if not isinstance(owner, Op) or owner.regions or owner.name == "nn.custom":
            message = f"{shown(value)} is made by {called(owner)}, which cannot be computed here"
            raise Refused(place, f"{message}; give the value, or fold at level 'nn'")
        missing = [v for v in owner.operands if v not in known]
        if missing:
            pending += missing
            continue
        for result, array in zip(
            owner.results, owner.run(np, *[known[v] for v in owner.operands]), strict=True
        ):
            if array.nbytes > LARGEST:
                raise Refused(place, f"{shown(result)} has {array.nbytes} bytes")
            known[result] = array
    return Elements.of(known[value])
