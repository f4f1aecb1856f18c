"""Edit scripts as a whole: read, spelled, applied in order, taken back."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from .. import names
from ..driver.diagnostics import Diagnosed, Diagnostic, Place, current
from ..inference import refine
from . import syntax
from .address import Refused
from .edit import Edit
from .types import know
from .work import Work

if TYPE_CHECKING:
    from ..diff import Difference


@dataclass(frozen=True)
class Applied:
    """A module that has been edited, and how it was."""

    ctx: Context
    module: ModuleOp
    before: ModuleOp
    files: tuple[tuple[Path, ModuleOp], ...] = ()
    """What `extract` takes out, and where it is to be written."""

    def undo(self) -> None:
        """Gives the module back all that it had; once. Files that were written stay."""
        _exchange(self.module, self.before)

    def write(self) -> None:
        """Writes what was extracted. Raises `Diagnosed`."""
        from ..driver.api import write

        for path, part in self.files:
            write(part, path)

    def difference(self) -> "Difference":
        """What the edits changed: types that only became known do not count."""
        from ..diff import difference

        before = names.copied(self.before)
        assert isinstance(before, ModuleOp)
        know(Work(self.ctx, before, Path()))
        return difference(before, self.module)


class Script:
    """Edits, in order. `str` of it is text that reads back."""

    def __init__(self, edits: Iterable[Edit] = (), folder: Path | None = None) -> None:
        self.edits = list(edits)
        self.folder = folder or Path()

    def __str__(self) -> str:
        return "".join(f"{edit}\n" for edit in self.edits)

    @classmethod
    def parse(cls, text: str, file: str = "<script>", folder: Path | None = None) -> "Script":
        """The script of a text. Raises `Diagnosed` with every mistake in it."""
        edits, wrong = syntax.read(text, file)
        if wrong:
            raise Diagnosed(*wrong)
        return cls(edits, folder)

    @classmethod
    def read(cls, path: str | Path) -> "Script":
        """The script in a file. Raises `Diagnosed` with every mistake in it."""
        text, engine = text_of(path), current()
        if engine is not None:
            engine.texts[str(path)] = text  # so that messages show the line
        return cls.parse(text, str(path), Path(path).parent)

    def apply(self, ctx: Context, module: ModuleOp) -> Applied:
        """
        Applies the edits to a module, in place, all or none. Raises `Diagnosed` with every edit
        that cannot be made; after the first, others may fail for its sake. What `extract` takes out
        is written by `Applied.write` only.
        """
        copy = names.copied(module)
        assert isinstance(copy, ModuleOp)
        wrong: list[Diagnostic] = []
        written: list[tuple[Path, ModuleOp]] = []
        work = Work(ctx, copy, self.folder)
        know(work)
        for edit in self.edits:
            try:
                edit.apply(work)
                written += work.written
            except Refused as e:
                wrong.append(Diagnostic("error", _place(e, edit), e.message))
        if wrong:
            raise Diagnosed(*wrong)
        if any(op.name.startswith("nn.") for op in copy.walk()):
            refine(copy)
        _exchange(module, copy)
        return Applied(ctx, module, copy, tuple(written))


def _place(refused: Refused, edit: Edit) -> Place:
    return refused.place if refused.place.line else edit.place


def _exchange(a: ModuleOp, b: ModuleOp) -> None:
    """Each module gets what the other held."""
    left, right = a.detach_region(0), b.detach_region(0)
    a.add_region(right)
    b.add_region(left)
    a.attributes, b.attributes = b.attributes, a.attributes
    a.properties, b.properties = b.properties, a.properties


def text_of(path: str | Path) -> str:
    """The text of a script, which must be UTF-8."""
    try:
        return Path(path).read_bytes().decode("utf-8")
    except OSError as e:
        raise Diagnosed(
            Diagnostic("error", Place(), f"cannot open edit script '{path}': {e.strerror}")
        ) from None
    except UnicodeDecodeError as e:
        message = f"is not UTF-8 text: found the byte 0x{e.object[e.start]:02x}"
        raise Diagnosed(Diagnostic("error", Place(str(path)), message)) from None
