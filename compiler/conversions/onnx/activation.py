"""Activations, also those of com.microsoft; Softmax and its kin along one axis or several."""

from collections.abc import Callable
from math import pi, prod, sqrt
from typing import Any

from xdsl.ir import SSAValue

from ....dialects.nn import activation as nn
from ....dialects.nn.elementwise import Add, Mul
from ....dialects.nn.shape import DynamicReshape, Reshape, ShapeOf, Unsqueeze
from ....dialects.onnx import operator
from ...op import DYNAMIC, Op, shape_of
from . import Model, Node, reads, writes
from ._schema import need_types, takes
from .elementwise import binary, element_of
from .shape import axis_of, dims_of

MICROSOFT = "com.microsoft"

PLAIN: dict[str, type[Op]] = {
    "Relu": nn.Relu,
    "Sigmoid": nn.Sigmoid,
    "HardSwish": nn.HardSwish,
    "Mish": nn.Mish,
    "Softplus": nn.Softplus,
    "Softsign": nn.Softsign,
}
SCALED: dict[str, tuple[type[Op], tuple[str, ...]]] = {
    "LeakyRelu": (nn.LeakyRelu, ("alpha",)),
    "ThresholdedRelu": (nn.ThresholdedRelu, ("alpha",)),
    "Shrink": (nn.Shrink, ("bias", "lambd")),
    "HardSigmoid": (nn.HardSigmoid, ("alpha", "beta")),
    "Elu": (nn.Elu, ("alpha",)),
    "Selu": (nn.Selu, ("alpha", "gamma")),
    "Celu": (nn.Celu, ("alpha",)),
    "Swish": (nn.Swish, ("alpha",)),
}
"""With the attributes that are properties of the same name and default."""
OLD_DEFAULTS = {"Selu": {"alpha": 1.6732, "gamma": 1.0507}}
"""Other defaults below opset 6."""
