"""What the printer keeps of one operation is right for the next."""

import re
from io import StringIO
from pathlib import Path

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def

from nnopt.compiler.context import new_context
from nnopt.compiler.text import printer
from nnopt.compiler.text.parser import Parser
from nnopt.compiler.text.printer import Printer, Style
from nnopt.compiler.verifier import faults

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.glob("**/*.mlir"))


@irdl_op_definition
class Swapped(IRDLOperation):
    """Its format mentions the second operand first."""

    name = "t.swapped"
    a = operand_def(f32)
    b = operand_def(f32)
    assembly_format = "$b `,` $a attr-dict `:` type($a) `,` type($b)"


@pytest.mark.parametrize("first", [(0, 0), (1, 1), (0, 1), (1, 0)])
def test_operands_stand_where_the_format_puts_them(first: tuple[int, int]) -> None:
    """Also after an operation whose operands are one value, which does not tell them apart."""
    values = test.TestOp(result_types=[f32, f32])
    x, y = values.results
    x.name_hint, y.name_hint = "x", "y"
    before = Swapped.build(operands=[values.results[i] for i in first])
    stream = StringIO()
    Printer(stream).print_op(ModuleOp([values, before, Swapped.build(operands=[x, y])]))
    last = stream.getvalue().splitlines()[-2]
    assert last == "  t.swapped %y, %x : f32, f32"


def modules(path: Path) -> list[ModuleOp]:
    """The parts of a file that are valid."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found: list[ModuleOp] = []
    for part in re.split(r"^// -----.*$", text, flags=re.M):
        try:
            module = Parser(new_context(True), part, "f.mlir", folder=path.parent).parse_module()
        except Exception:
            continue
        if not faults(module):
            found.append(module)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
@pytest.mark.parametrize(
    "style", [Style(), Style(generic=True, debuginfo=True)], ids=["own", "generic"]
)
def test_what_is_kept_changes_nothing(
    path: Path, style: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A printer that keeps nothing of one operation for the next prints the same."""
    read = modules(path)
    kept = [text_of(module, style) for module in read]
    monkeypatch.setattr(printer, "_keep", lambda *_: None)
    assert kept == [text_of(module, style) for module in read]


def text_of(module: ModuleOp, style: Style) -> str:
    stream = StringIO()
    Printer(stream, style=style).print_op(module)
    return stream.getvalue()
