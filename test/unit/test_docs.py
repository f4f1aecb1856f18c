"""The documentation does what it says, and its references are those of the code."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from nnopt.compiler import read, run
from nnopt.compiler.context import new_context
from nnopt.compiler.text.printer import text_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def test_references_are_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    from generate import references  # pyright: ignore[reportMissingImports]

    for name, text in references().items():
        assert (DOCS / name).read_text() == text, "run: python docs/generate.py"


def test_first_pass(tmp_path: Path) -> None:
    """The pass of the tutorial does to the tutorial's test what its CHECK lines say."""
    (code,) = blocks("first_pass.md", "python")
    (test,) = blocks("first_pass.md", "mlir")
    module = ModuleType("nnopt.passes.relu_of_relu")
    module.__package__ = "nnopt.passes"
    sys.modules[module.__name__] = module
    try:
        exec(compile(code, "relu_of_relu.py", "exec"), vars(module))
        ir = read(test)
        vars(module)["ReluOfReluPass"]().apply(new_context(), ir)
    finally:
        del sys.modules[module.__name__]
    checks = tmp_path / "test.mlir"
    checks.write_text(test)
    done = subprocess.run(
        [sys.executable, "-m", "filecheck", str(checks)], input=text_of(ir), text=True
    )
    assert done.returncode == 0


def test_links_lead_somewhere() -> None:
    for page in (*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_examples_of_operators_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The named pipelines of the reference are pipelines."""
    from nnopt.compiler.pipelines import PIPELINES

    module = read("func.func private @f()")
    for name in PIPELINES:
        if name in ("onnx-to-nn", "canonical", "nn-to-onnx"):
            run(module, name)
