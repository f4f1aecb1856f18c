"""The xDSL context of nn-opt: every dialect under its name, loaded when text first mentions it."""

from collections.abc import Callable, Sequence

from xdsl.context import Context
from xdsl.ir import Dialect, Operation

from .op import FrameworkOp, framework_op


class NNContext(Context):
    """A context in which a framework dialect has an operation of every name."""

    frameworks: dict[str, Callable[[], type[FrameworkOp]]]

    def __init__(self, allow_unregistered: bool = False) -> None:
        super().__init__(allow_unregistered)
        self._absent = set[str]()
        """The names for which plug-ins were asked in vain."""

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        dialect = name.partition(".")[0]
        if dialect == "nn" and (found := _operator(name)) is not None:
            return found
        if dialect != name and (base := self._framework(dialect)) is not None:
            return framework_op(base, name)
        return super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_dialect(self, name: str) -> Dialect | None:
        """The dialect of this name; a plug-in's where nobody else has one."""
        found = super().get_optional_dialect(name)
        if found is not None or name in self._absent:
            return found
        from .plugins import lacking

        if (load := lacking("dialects", name)) is None:
            self._absent.add(name)
            return None
        self.register_dialect(name, load)
        return super().get_optional_dialect(name)

    def load_instead(self, dialect: Dialect) -> None:
        """Loads a dialect, in place of a known one of its name that no text has mentioned yet."""
        self._registered_dialects.pop(dialect.name, None)
        self.load_dialect(dialect)

    def _framework(self, dialect: str) -> type[FrameworkOp] | None:
        loaded = self.get_optional_dialect(dialect)
        if loaded is None:
            return None
        return next((op for op in loaded.operations if issubclass(op, FrameworkOp)), None)


def new_context(allow_unregistered: bool = False) -> NNContext:
    """A context with xDSL's dialects and ours, none of them imported yet."""
    from xdsl import dialects as xdsls

    from .. import dialects as ours

    ctx = NNContext(allow_unregistered)
    dialects: dict[str, Callable[[], Dialect]] = {
        **xdsls.get_all_dialects(),
        **ours.get_all_dialects(),
    }
    for name, load in dialects.items():
        ctx.register_dialect(name, load)
    return ctx


def _operator(name: str) -> type[Operation] | None:
    """One operator of `nn`, without the others, which take long to import."""
    from ..dialects.nn import operator

    return operator(name)
