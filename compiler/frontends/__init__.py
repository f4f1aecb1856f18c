"""One frontend a file extension: a model of some framework becomes IR."""

from collections.abc import Callable

from xdsl.utils.frontend import Frontend

from ..folder import classes_by_file_name


def get_all_frontends() -> dict[str, Callable[[], type[Frontend]]]:
    return classes_by_file_name(__name__, __path__, Frontend)
