"""One target an output format: IR becomes a file."""

from collections.abc import Callable

from xdsl.utils.target import Target

from ..folder import classes_by_file_name


def get_all_targets() -> dict[str, Callable[[], type[Target]]]:
    return classes_by_file_name(__name__, __path__, Target)
