"""One dialect a file or folder: `onnx.py` defines the dialect `onnx`."""

from collections.abc import Callable
from types import ModuleType

from xdsl.ir import Dialect

from ..compiler.folder import by_file_name


def get_all_dialects() -> dict[str, Callable[[], Dialect]]:
    return by_file_name(__name__, __path__, _find)


def _find(module: ModuleType) -> list[Dialect]:
    """The dialect of the file's name, as a file may import another; a folder's makes it."""
    if hasattr(module, "dialect"):
        return [module.dialect()]
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    return [v for v in vars(module).values() if isinstance(v, Dialect) and v.name == name][:1]
