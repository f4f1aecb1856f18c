"""The dialect `nn`: a static network, one operation with one meaning a layer.

One operator family a file; every operator of every file belongs to the dialect. Text mentions few
of them, so that a family is imported when one of its operators is asked for.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from xdsl.ir import Dialect, Operation

from ...compiler.op import Op

_NAME = re.compile(rb'\bname ?= ?"(nn\.\w+)"')


def operator(name: str) -> type[Operation] | None:
    """The class of an operator; imports its family alone."""
    family = _families().get(name)
    if family is None:
        return None
    return next((op for op in _operators(_family(family)) if op.name == name), None)


@cache
def dialect() -> Dialect:
    """The dialect with all its operators."""
    from ...compiler.element_types import StringType
    from ...compiler.weights import Elements
    from .graph import UnknownType

    names = sorted(m.name for m in iter_modules(__path__))
    operators = [op for name in names for op in _operators(_family(name))]
    return Dialect("nn", operators, [Elements, StringType, UnknownType])


def _family(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def _operators(module: ModuleType) -> list[type[Operation]]:
    members = [m for m in vars(module).values() if isinstance(m, type)]
    mine = [m for m in members if m.__module__ == module.__name__ and "name" in vars(m)]
    return [m for m in mine if issubclass(m, Operation) and m is not Op]


@cache
def _families() -> dict[str, str]:
    """The file of each operator, as its source says: to import them all would take long."""
    found: dict[str, str] = {}
    for path in Path(__file__).parent.glob("*.py"):
        for name in _NAME.findall(path.read_bytes()):
            found[name.decode()] = path.stem
    return found
