"""Everything a folder holds, by file name; a file is imported only when it is asked for."""

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def by_file_name(
    package: str, path: Iterable[str], find: Callable[[ModuleType], list[T]]
) -> dict[str, Callable[[], T]]:
    """
    Maps `my-thing` to a function that imports `my_thing` (a file or folder) and returns the one
    object that `find` finds there. Names that start with `_` are helpers.
    """

    def load(module_name: str) -> T:
        module = import_module(f"{package}.{module_name}")
        found = find(module)
        if len(found) != 1:
            raise TypeError(f"{module.__name__} must define exactly one, not {len(found)}")
        return found[0]

    return {
        name.replace("_", "-"): partial(load, name)
        for _, name, _ in iter_modules(path)
        if not name.startswith("_")
    }


def classes_by_file_name(
    package: str, path: Iterable[str], base: type[T]
) -> dict[str, Callable[[], type[T]]]:
    """`by_file_name` for the one subclass of `base` that a file defines under the file's name."""

    def find(module: ModuleType) -> list[type[T]]:
        """Those defined there: a file may import the class of another."""
        return [
            value
            for value in vars(module).values()
            if isclass(value)
            and issubclass(value, base)
            and value.__module__ == module.__name__
            and not value.__name__.startswith("_")
        ]

    return by_file_name(package, path, find)
