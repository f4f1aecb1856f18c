"""`--verify-roundtrip`: what it says where a printer and a parser do not agree."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from nnopt.compiler.driver import main as driver
from nnopt.compiler.text.printer import Printer

TEXT = """\
func.func @f(%x: i32) -> i32 {
  func.return %x : i32
}
"""


@pytest.fixture
def misprinting(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the printer write one text for another, in generic form or in the other."""

    def start(old: str, new: str, generic: bool) -> None:
        print_op = Printer.print_op

        def wrong(self: Printer, op: Any) -> None:
            if self.print_generic_format != generic or op.parent is not None:
                return print_op(self, op)
            outer, self.stream = self.stream, StringIO()
            print_op(self, op)
            text, self.stream = self.stream.getvalue(), outer
            self.print_string(text.replace(old, new, 1))

        monkeypatch.setattr(Printer, "print_op", wrong)

    return start


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    def run() -> str:
        file = tmp_path / "in.mlir"
        file.write_text(TEXT)
        assert driver.main([str(file), "--verify-roundtrip"]) == 1
        found = capsys.readouterr()
        assert found.out == ""
        return found.err.replace(f"{tmp_path}/", "")

    return run


def test_text_that_reads_as_something_else(misprinting: Any, told: Any) -> None:
    misprinting("@f", "@g", generic=False)
    err = told()
    message = "error: 'builtin.module' op pretty text roundtripped module differs from reference"
    assert f"in.mlir:1:1: {message}" in err
    assert 'note: the reference has\n  "func.func"() <{' in err and 'sym_name = "f"' in err
    assert 'note: the round trip has\n  "func.func"() <{' in err and 'sym_name = "g"' in err
    assert "generic text" not in err


def test_text_that_does_not_read(misprinting: Any, told: Any) -> None:
    misprinting("%x :", "%y :", generic=False)
    err = told()
    assert "pretty text:3:" in err and "use of undeclared SSA value name" in err
    assert "error: 'builtin.module' op failed to parse pretty text content back" in err
