"""The dialect `nn`: a static network, one operation with one meaning a layer.

One operator family a file; every operator of every file belongs to the dialect.
"""

from importlib import import_module
from pkgutil import iter_modules

from xdsl.ir import Dialect, Operation

from ...compiler.element_types import StringType
from ...compiler.op import Op
from ...compiler.weights import Elements
from .graph import Graph, Undefined, UnknownType, Yield


def _operators() -> list[type[Operation]]:
    found: list[type[Operation]] = []
    for module in sorted(m.name for m in iter_modules(__path__)):
        members = vars(import_module(f"{__name__}.{module}")).values()
        found += [m for m in members if isinstance(m, type) and _is_operator(m, module)]
    return found


def _is_operator(cls: type, module: str) -> bool:
    return issubclass(cls, Op) and "name" in vars(cls) and cls.__module__ == f"{__name__}.{module}"


NN = Dialect("nn", [Graph, Yield, Undefined, *_operators()], [Elements, StringType, UnknownType])
