"""Whatever is neither a dialect nor a pass; and the Python API: `read`, `run`, `write`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .driver.api import read, run, write
    from .plugins import Plugin, load_file

__all__ = ["Plugin", "load_file", "read", "run", "write"]


def __getattr__(name: str) -> object:
    """The API, imported when it is used: it needs most of xDSL."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in ("Plugin", "load_file"):
        from . import plugins

        return getattr(plugins, name)
    from .driver import api

    return getattr(api, name)
