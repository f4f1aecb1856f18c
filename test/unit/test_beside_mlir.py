"""What nn-opt says to mistakes, held against `iree-opt`, an mlir-opt, where that is installed.

`test/tools/Inputs/faults.mlir` has a mistake in each part. Its first line says what nn-opt tells:
line and column in the part, and the sentence. Where mlir-opt has it otherwise, a line `// MLIR …`
says how, and a line `// DIFFERS …` names the row of `docs/mlir_differences.md` with the reason.
"""

import io
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from nnopt.compiler.driver.main import main

ROOT = Path(__file__).parents[2]
FAULTS = ROOT / "test" / "tools" / "Inputs" / "faults.mlir"
IREE = shutil.which("iree-opt", path=str(Path(sys.executable).parent)) or shutil.which("iree-opt")
FLAGS = ["--split-input-file", "--allow-unregistered-dialect"]
ACCEPTED = "accepted"
_ERROR = re.compile(r"^[^\n:]*\.mlir:([0-9]+):([0-9]+): error: (.*)$", re.MULTILINE)


class Fault(NamedTuple):
    """One part of the file."""

    first_line: int
    told: str
    told_by_mlir: str
    reason: str


def faults() -> list[Fault]:
    found, line = list[Fault](), 1
    for part in FAULTS.read_text().split("// -----\n"):
        told, mlir, differs = [*part.split("\n"), "", ""][:3]
        told = told.removeprefix("// ")
        other = mlir.removeprefix("// MLIR ") if mlir.startswith("// MLIR ") else told
        reason = differs.removeprefix("// DIFFERS ") if other != told else ""
        found.append(Fault(line, told, other, reason))
        line += part.count("\n") + 1
    return found


def nn_opt(*arguments: str) -> tuple[int, str]:
    """The exit code and what is told."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return code, err.getvalue()


def iree_opt(*arguments: str) -> tuple[int, str]:
    assert IREE is not None
    run = subprocess.run([IREE, *arguments], capture_output=True, text=True)
    return run.returncode, run.stderr.replace("\0", "\\00")


def first_errors(told: str) -> list[str]:
    """Of each part of the file, the first error as the file spells it."""
    all_faults = faults()
    starts = [fault.first_line for fault in all_faults]
    first: dict[int, str] = {}
    for line, column, message in _ERROR.findall(told):
        part = sum(start <= int(line) for start in starts) - 1
        spelled = f"{int(line) - starts[part] + 1}:{column}: {message.rstrip()}"
        first.setdefault(part, spelled)
    return [first.get(part, ACCEPTED) for part in range(len(starts))]


def test_what_nn_opt_says() -> None:
    code, told = nn_opt(str(FAULTS), *FLAGS)
    assert code == 1
    assert first_errors(told) == [fault.told for fault in faults()]


@pytest.mark.skipif(IREE is None, reason="needs iree-opt")
def test_what_mlir_opt_says() -> None:
    code, told = iree_opt(str(FAULTS), *FLAGS)
    assert code == 1
    assert first_errors(told) == [fault.told_by_mlir for fault in faults()]


def test_most_is_the_same_and_each_difference_has_its_reason() -> None:
    same = [fault for fault in faults() if fault.told == fault.told_by_mlir]
    assert len(same) >= 70
    page = (ROOT / "docs" / "mlir_differences.md").read_text()
    messages = page.partition("## Messages")[2].partition("\n## ")[0]
    rows = set(re.findall(r"^\| ([a-z-]+) \|", messages, re.MULTILINE)) - {"key", "---"}
    assert {fault.reason for fault in faults()} - {""} == rows


# --- Command lines --------------------------------------------------------------------------------

TEXTS = {
    "good.mlir": "func.func @f() { return }\n",
    "missed.mlir": "func.func @f() { return } // expected-error {{nope}}\n",
    "surprising.mlir": "func.func @f() { return %x : i32 }\n",
    "regex.mlir": "func.func @f() { return } // expected-error-re {{a{{(}}}}\n",
    "warning.mlir": "// expected-warning@+1 {{undeclared}}\nfunc.func @f() { return %x : i32 }\n",
    "split.mlir": "}\n// -----\nfunc.func @f() { return }\n",
}
PIPELINE = "--pass-pipeline=builtin.module"
COMMANDS: dict[tuple[str, ...], str] = {
    ("none.mlir",): "cannot open input file 'none.mlir': No such file or directory",
    ("good.mlir", "-o", "none/x.mlir"): (
        "cannot open output file 'none/x.mlir': No such file or directory"
    ),
    ("good.mlir", "--nonsense"): "Unknown command line argument '--nonsense'.  Try: '",
    ("good.mlir", "-canonicalise"): "Did you mean '--canonicalize'?",
    ("good.mlir", "good.mlir"): "Too many positional arguments specified!",
    ("good.mlir", "--pass-pipeline"): "for the --pass-pipeline option: requires a value!",
    ("good.mlir", "--verify-each=maybe"): (
        "for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1"
    ),
    ("good.mlir", "--verify-diagnostics=some"): (
        "for the --verify-diagnostics option: Cannot find option named 'some'!"
    ),
    ("good.mlir", "--cse", f"{PIPELINE}(cse)"): (
        "error: '-pass-pipeline' option can't be used with individual pass options"
    ),
    ("good.mlir", "--pass-pipeline=cse"): (
        "error: expected pass pipeline to be wrapped with the anchor operation type, "
        "e.g. 'builtin.module(...)'"
    ),
    ("good.mlir", "--pass-pipeline="): (
        "error: expected pass pipeline to be wrapped with the anchor operation type, "
        "e.g. 'builtin.module(...)'"
    ),
    ("good.mlir", f"{PIPELINE}(nopass)"): (
        "error: 'nopass' does not refer to a registered pass or pass pipeline"
    ),
    ("good.mlir", f"{PIPELINE}(cse))"): (
        "error: encountered extra closing ')' creating unbalanced parentheses "
        "while parsing pipeline"
    ),
    ("good.mlir", "--pass-pipeline=func.func(cse)"): (
        "error: can't run 'func.func' pass manager on 'builtin.module' op"
    ),
    ("good.mlir", f"{PIPELINE}(cse{{foo=1}})"): "failed to add `cse` with options `foo=1`",
    ("good.mlir", "--cse=foo=1"): "no such option foo",
    ("missed.mlir", "--verify-diagnostics"): (
        'missed.mlir:1:30: error: expected error "nope" was not produced'
    ),
    ("surprising.mlir", "--verify-diagnostics"): (
        "surprising.mlir:1:25: error: unexpected error: use of undeclared SSA value name"
    ),
    ("warning.mlir", "--verify-diagnostics"): (
        "warning.mlir:1:4: error: 'error' diagnostic emitted when expecting a 'warning'"
    ),
    ("regex.mlir", "--verify-diagnostics"): "regex.mlir:1:30: error: invalid regex: ",
    ("split.mlir",): "split.mlir:1:1: error: expected operation name in quotes",
    ("split.mlir", "--split-input-file"): (
        "split.mlir:1:1: error: expected operation name in quotes"
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_nn_opt_says_to_a_command(command: tuple[str, ...], folder: Path) -> None:
    code, told = nn_opt(*command)
    assert code == 1
    assert COMMANDS[command] in told


@pytest.mark.skipif(IREE is None, reason="needs iree-opt")
def test_what_mlir_opt_says_to_commands(folder: Path) -> None:
    for command, wanted in COMMANDS.items():
        code, told = iree_opt(*command)
        assert code != 0, command
        assert wanted in told, command
