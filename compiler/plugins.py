"""Plug-ins: dialects, passes, pipelines, frontends, targets and conversions of other packages.

A package names its `Plugin` in the entry point group `nnopt.plugins`; its `Universe` in
`xdsl.universe` counts, too. Installed packages are looked at only for a name that nobody has, so
ours win over theirs in silence. `load_file` takes one file or module, whose names that are ours are
left out with a warning. One name in two plug-ins is an error where the name is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

if TYPE_CHECKING:
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass
    from xdsl.utils.frontend import Frontend
    from xdsl.utils.target import Target

Loaders: TypeAlias = Mapping[str, Callable[[], Any]]
GROUP = "nnopt.plugins"
"""The entry points that name a `Plugin`."""


@dataclass(frozen=True)
class Plugin:
    """
    What a package adds. Things go by name, each with a function that imports it when it is asked
    for; pipelines and conversions are modules, whose decorated functions an import registers.
    """

    dialects: Mapping[str, Callable[[], Dialect]] = field(default_factory=dict[str, Any])
    passes: Mapping[str, Callable[[], type[ModulePass]]] = field(default_factory=dict[str, Any])
    frontends: Mapping[str, Callable[[], type[Frontend]]] = field(default_factory=dict[str, Any])
    targets: Mapping[str, Callable[[], type[Target]]] = field(default_factory=dict[str, Any])
    pipelines: Sequence[str] = ()
    """Modules with functions under `@pipeline`."""
    conversions: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Any])
    """By framework (`onnx`): modules with functions under `@reads` and `@writes`."""
    rules: Sequence[str] = ()
    """Folders of `*.nnrule` files."""


@dataclass(frozen=True)
class Source:
    """Where a plug-in comes from, as messages call it."""

    name: str
    plugin: Any
    """A `Plugin`, or a `Universe` of xDSL."""

    def loaders(self, kind: str) -> Loaders:
        """What it has of `dialects`, `passes`, `frontends` or `targets`."""
        own = getattr(self.plugin, kind, None)
        return getattr(self.plugin, f"all_{kind}", {}) if own is None else own


FILES: list[Source] = []
"""Those of `load_file`."""


@cache
def installed() -> tuple[Source, ...]:
    """
    The plug-ins of installed packages, in the order of their names. One that cannot be imported is
    a warning that names its package.
    """
    from importlib.metadata import entry_points

    from .driver.diagnostics import Diagnosed

    points = [p for group in (GROUP, "xdsl.universe") for p in entry_points(group=group)]
    found: list[Source] = []
    for point in sorted(points, key=lambda p: (p.name, p.value)):
        if point.group != GROUP and point.name in ("nnopt", "xdsl"):
            continue
        package = point.dist.name if point.dist is not None else point.value
        try:
            source = Source(f"package '{package}'", point.load())
            for module in getattr(source.plugin, "pipelines", ()):
                import_module(module)
        except Diagnosed:
            raise
        except Exception as e:
            warn(f"package '{package}' cannot be loaded as a plug-in: {type(e).__name__}: {e}")
            continue
        found.append(source)
    return tuple(found)


def loaders(sources: Sequence[Source], kind: str) -> dict[str, Callable[[], Any]]:
    """All things of a kind by name; one that two sources have raises `Diagnosed` when loaded."""
    found: dict[str, Callable[[], Any]] = {}
    owners: dict[str, str] = {}
    for source in sources:
        for name, load in source.loaders(kind).items():
            first = owners.setdefault(name, source.name)
            # A package may have the same thing in a `Plugin` and in a `Universe`.
            found[name] = load if first == source.name else _clash(kind, name, first, source.name)
    return found


def lacking(kind: str, name: str) -> Callable[[], Any] | None:
    """What loads a thing that nn-opt itself has not; installed packages come last."""
    return loaders(FILES, kind).get(name) or loaders(installed(), kind).get(name)


def load_conversions(framework: str) -> None:
    """Imports the readers and writers of installed packages for a framework."""
    for source in installed():
        conversions: Mapping[str, Sequence[str]] = getattr(source.plugin, "conversions", {})
        for module in conversions.get(framework, ()):
            _import_once(source.name, module)


@cache
def _import_once(source: str, module: str) -> None:
    from .driver.diagnostics import Diagnosed

    try:
        import_module(module)
    except Diagnosed:
        raise
    except Exception as e:
        warn(f"{source} cannot be loaded as a plug-in: {type(e).__name__}: {e}")


# --- One file -----------------------------------------------------------------------------------


def load_file(name: str) -> Plugin:
    """
    Loads the plug-in of a file, or of a module by its dotted name: its `PLUGIN`, or its dialects,
    passes, pipelines, readers and writers. Raises `Diagnosed` if there is none, or with the line at
    fault.
    """
    from .pipelines import PIPELINES

    before = dict(PIPELINES)
    module = _module_of(name)
    plugin = getattr(module, "PLUGIN", None)
    if plugin is None:
        plugin = _picked(module)
    registers = any(
        getattr(v, "__module__", None) == module.__name__ and hasattr(v, "registered_by_nnopt")
        for v in vars(module).values()
    )
    if not isinstance(plugin, Plugin):
        _fail(name, f"'PLUGIN' must be a Plugin, not {type(plugin).__name__}")
    if plugin == Plugin() and not registers and PIPELINES.keys() == before.keys():
        _fail(name, "defines no PLUGIN, dialect, pass, pipeline, reader or writer")
    for inner in (*plugin.pipelines, *(m for ms in plugin.conversions.values() for m in ms)):
        _run(name, lambda inner=inner: import_module(inner))
    FILES.append(Source(f"'{name}'", _without_ours(name, plugin)))
    return plugin


def _module_of(name: str) -> ModuleType:
    if not name.endswith(".py") and "/" not in name:
        return _run(name, lambda: import_module(name))
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as e:
        _fail_driver(f"cannot open plug-in '{name}': {e.strerror}")
    except UnicodeDecodeError:
        _fail(name, "is not UTF-8 text")
    module = ModuleType(f"nnopt_plugin_{len(FILES)}_{path.stem}")
    module.__file__ = name
    sys.modules[module.__name__] = module  # dataclasses look for their module there
    _run(name, lambda: exec(compile(text, name, "exec"), vars(module)))
    return module


def _picked(module: ModuleType) -> Plugin:
    """What a module without a `PLUGIN` defines itself."""
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass

    values = list(vars(module).values())
    passes = [
        v
        for v in values
        if isinstance(v, type) and issubclass(v, ModulePass) and v.__module__ == module.__name__
    ]
    return Plugin(
        dialects={v.name: lambda v=v: v for v in values if isinstance(v, Dialect)},
        passes={v.name: lambda v=v: v for v in passes if hasattr(v, "name")},
    )


def _without_ours(file: str, plugin: Plugin) -> Plugin:
    """The plug-in without the names that nn-opt has; a warning names them."""
    from dataclasses import replace

    from ..dialects import get_all_dialects
    from .driver.registry import FRONTENDS, PASSES, TARGETS
    from .pipelines import PIPELINES

    taken: dict[str, set[str]] = {
        "dialects": {*get_all_dialects()},
        "passes": {*PASSES.ours, *PASSES.xdsls, *PIPELINES},
        "frontends": {*FRONTENDS.ours},
        "targets": {*TARGETS.ours, *TARGETS.xdsls},
    }
    left: dict[str, Any] = {}
    for kind, names in taken.items():
        things: Loaders = getattr(plugin, kind)
        left[kind] = {name: load for name, load in things.items() if name not in names}
        for name in sorted(things.keys() & names):
            warn(f"plug-in '{file}': {kind} '{name}' is nn-opt's own, which is kept")
    return replace(plugin, **left)


def _run(name: str, action: Callable[[], Any]) -> Any:
    """Runs code of a plug-in; what it raises is an error at the line of the plug-in at fault."""
    from traceback import extract_tb

    from .driver.diagnostics import Diagnosed, Diagnostic, Place

    try:
        return action()
    except Diagnosed:
        raise
    except SyntaxError as e:
        place = Place(e.filename or name, e.lineno or 1, e.offset or 1)
        raise Diagnosed(Diagnostic("error", place, f"invalid syntax: {e.msg}")) from None
    except Exception as e:
        message = f"plug-in cannot be loaded: {type(e).__name__}: {e}"
        lines = [f.lineno for f in extract_tb(e.__traceback__) if f.filename == name]
        place = Place(name, lines[-1] or 1, 1) if lines else Place(name)
        raise Diagnosed(Diagnostic("error", place, message)) from None


# --- What is said -------------------------------------------------------------------------------


def _clash(kind: str, name: str, first: str, second: str) -> Callable[[], Any]:
    def fail() -> Any:
        _fail_driver(f"{kind} '{name}' is in two plug-ins: {first} and {second}")

    return fail


def _fail(file: str, message: str) -> NoReturn:
    from .driver.diagnostics import Place, fail

    fail(Place(file, 1, 1) if file.endswith(".py") else Place(file), message)


def _fail_driver(message: str) -> NoReturn:
    from .driver.diagnostics import DRIVER, fail

    fail(DRIVER, message)


def warn(message: str) -> None:
    """To the engine in force; before there is one, to standard error."""
    from .driver.diagnostics import DRIVER, Diagnostic, current

    told = Diagnostic("warning", DRIVER, message)
    engine = current()
    if engine is None:
        print(told, file=sys.stderr)
    else:
        engine.report(told)
