"""What `xdsl-opt` and its kin can see of this project; `nn-opt` itself looks into the folders."""

from collections.abc import Callable
from typing import TypeVar

from xdsl.universe import XDSL_UNIVERSE, Universe

from ..dialects import get_all_dialects
from ..passes import get_all_passes
from .frontends import get_all_frontends
from .targets import get_all_targets

T = TypeVar("T")


def _free(
    ours: dict[str, Callable[[], T]], taken: dict[str, Callable[[], T]]
) -> dict[str, Callable[[], T]]:
    """Without the names that xDSL has: one name in two universes stops every one of its tools."""
    return {name: load for name, load in ours.items() if name not in taken}


NNOPT = Universe(
    all_dialects=_free(get_all_dialects(), XDSL_UNIVERSE.all_dialects),
    all_passes=_free(get_all_passes(), XDSL_UNIVERSE.all_passes),
    all_targets=_free(get_all_targets(), XDSL_UNIVERSE.all_targets),
    all_frontends=_free(get_all_frontends(), XDSL_UNIVERSE.all_frontends),
)
