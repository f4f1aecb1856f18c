"""One pass a file: `build_dag.py` defines the pass `build-dag`."""

from collections.abc import Callable

from xdsl.passes import ModulePass

from ..compiler.folder import classes_by_file_name


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    return classes_by_file_name(__name__, __path__, ModulePass)
