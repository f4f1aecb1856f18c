"""The documentation does what it says, and its references are those of the code."""

import re
import shlex
import shutil
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


def sessions(page: str) -> list[tuple[str, str]]:
    """The commands of a page, and what it shows of what they say."""
    found: list[tuple[str, str]] = []
    for block in blocks(page, "console"):
        command, _, output = block.removeprefix("$ ").partition("\n")
        found.append((command, output))
    return found


def said(command: str, folder: Path) -> str:
    """What a command says, errors first."""
    words = shlex.split(command)
    assert words[0] == "nn-opt"
    done = subprocess.run(
        [sys.executable, "-m", "nnopt.tools.nn_opt", *words[1:]],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return done.stderr + done.stdout


def test_edits_session(tmp_path: Path) -> None:
    """The session of the page on edits says what the page shows."""
    (script,) = blocks("edits.md", "nnedit")
    typo = script.replace("Dropout/Dropout", "Dropout").replace(
        "dropout/Dropout", "dropout/Dropuot"
    )
    (tmp_path / "digits.nnedit").write_text(script)
    (tmp_path / "typo.nnedit").write_text(typo.replace("%image", '%"imag"'))
    shutil.copy(ROOT / "examples" / "digits.onnx", tmp_path)
    for command, output in sessions("edits.md"):
        assert said(command, tmp_path) == output
    assert (tmp_path / "custom.onnx").exists()


def test_edits_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples")
    (code,) = blocks("edits.md", "python")
    exec(code, {})


def test_rules_session(tmp_path: Path) -> None:
    """The rule of the page is refuted and then holds as the page shows."""
    wrong, right = blocks("rules.md", "nnrule")
    shown = [output for command, output in sessions("rules.md") if "--check-rules" in command]
    for rule, output in zip((wrong, right), shown, strict=True):
        (tmp_path / "mine.nnrule").write_text(rule)
        assert said("nn-opt --check-rules mine.nnrule", tmp_path).strip() == output.strip()
