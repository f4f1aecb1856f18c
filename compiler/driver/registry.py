"""Passes, frontends and targets by name: ours first, then xDSL's, then those of other packages."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from xdsl.passes import ModulePass
from xdsl.utils.frontend import Frontend
from xdsl.utils.target import Target

T = TypeVar("T")
Factories = dict[str, Callable[[], type[T]]]


class Registry(Generic[T]):
    """Things by name, each imported when it is asked for."""

    def __init__(self, kind: str, ours: Callable[[], Factories[T]], xdsls: Callable[[], Any]):
        self.kind = kind
        self._load_ours = ours
        self._load_xdsls = xdsls

    @cached_property
    def ours(self) -> Factories[T]:
        return self._load_ours()

    @cached_property
    def xdsls(self) -> Factories[T]:
        return self._load_xdsls()

    @cached_property
    def others(self) -> Factories[T]:
        """Those of installed packages."""
        from ..plugins import installed, loaders

        return loaders(installed(), self.kind)

    @property
    def files(self) -> Factories[T]:
        """Those of plug-ins that were loaded by name."""
        from ..plugins import FILES, loaders

        return loaders(FILES, self.kind)

    def get(self, name: str) -> type[T] | None:
        """The class of this name; other packages are looked at only for a name that we lack."""
        for factories in (self.ours, self.xdsls, self.files):
            if name in factories:
                return factories[name]()
        return self.others[name]() if name in self.others else None

    def __contains__(self, name: str) -> bool:
        known = name in self.ours or name in self.xdsls or name in self.files
        return known or name in self.others

    def names(self) -> list[str]:
        return sorted({*self.ours, *self.xdsls, *self.files, *self.others})


def _our_passes() -> Factories[ModulePass]:
    from ...passes import get_all_passes

    return get_all_passes()


def _xdsl_passes() -> Factories[ModulePass]:
    from xdsl.transforms import get_all_passes

    return get_all_passes()


def _our_frontends() -> Factories[Frontend]:
    from ..frontends import get_all_frontends

    return get_all_frontends()


def _xdsl_frontends() -> Factories[Frontend]:
    return {}  # the only one reads MLIR's text, which our own reader does


def _our_targets() -> Factories[Target]:
    from ..targets import get_all_targets

    return get_all_targets()


def _xdsl_targets() -> Factories[Target]:
    from xdsl.targets import get_all_targets

    return {name: load for name, load in get_all_targets().items() if name != "mlir"}


PASSES = Registry("passes", _our_passes, _xdsl_passes)
FRONTENDS = Registry("frontends", _our_frontends, _xdsl_frontends)
TARGETS = Registry("targets", _our_targets, _xdsl_targets)
