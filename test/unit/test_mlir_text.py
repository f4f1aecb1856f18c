"""What is written in MLIR means the same to nn-opt, held against another reader of it.

The parts of `test/text/Inputs/mlir` are read as they are written and in the generic form that
`iree-opt` makes of them; what nn-opt prints of either must be, to `iree-opt`, what it read itself.
The first line of a part may say what is not so: `// GENERIC`, the format of an operation is not
known and the written form is refused; `// REFUSED`, xDSL has less of an operation than MLIR;
`// MEANING`, the two differ in no more than the order of operands that may be swapped.
"""

import io
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from nnopt.compiler.driver.main import main

INPUTS = Path(__file__).parents[1] / "text" / "Inputs" / "mlir"
FILES = sorted(INPUTS.glob("*.mlir"))
IREE = shutil.which("iree-opt", path=str(Path(sys.executable).parent)) or shutil.which("iree-opt")
UNREGISTERED = "--allow-unregistered-dialect"
GENERIC = "--mlir-print-op-generic"
MARKER = "// -----\n"


def parts(text: str) -> list[str]:
    return re.split(r"^// -----.*\n", text, flags=re.MULTILINE)


def kind(part: str) -> str:
    found = re.match(r"\s*// (GENERIC|REFUSED|MEANING)$", part, re.MULTILINE)
    return found[1] if found else ""


def read(file: Path, text: str, flags: list[str]) -> tuple[int, str, str]:
    """Exit code, output and diagnostics of nn-opt."""
    file.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(file), UNREGISTERED, GENERIC, *flags])
    return code, out.getvalue(), err.getvalue()


def iree(text: str, flags: list[str]) -> list[str]:
    """The parts as `iree-opt` prints them in generic form; it must accept all."""
    assert IREE is not None
    command = [IREE, "--split-input-file", UNREGISTERED, GENERIC, *flags]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return parts(run.stdout)


def flags_of(file: Path) -> list[str]:
    return ["--mlir-print-debuginfo"] if file.stem == "locations" else []


def essence(text: str) -> str:
    """One line, without the attribute in which nn-opt keeps the names of block arguments."""
    text = re.sub(r" ?\{nn\.args = \[\[[^{}]*\]\]\}", "", text)
    return " ".join(re.sub(r", nn\.args = \[\[[^{}]*?\]\]", "", text).split())


def is_refused(code: int, err: str) -> bool:
    """With diagnostics that say where, and no crash."""
    return code == 1 and re.search(r"\.mlir:[0-9]+:[0-9]+: error: ", err) is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_read_as_written(file: Path, tmp_path: Path) -> None:
    for part in parts(file.read_text()):
        code, _, err = read(tmp_path / file.name, part, flags_of(file))
        if kind(part) in ("GENERIC", "REFUSED"):
            assert is_refused(code, err), part
        else:
            assert (code, err) == (0, ""), part
        assert "crashed" not in err


@pytest.mark.skipif(IREE is None, reason="needs iree-opt")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_means_what_it_means_to_another_reader(file: Path, tmp_path: Path) -> None:
    written, flags = parts(file.read_text()), flags_of(file)
    generic = iree(file.read_text(), flags)
    assert len(written) == len(generic)
    printed, expected = list[str](), list[str]()
    for part, other in zip(written, generic, strict=True):
        if kind(part) == "REFUSED":
            continue
        readable = [other] if kind(part) else [part, other]
        for text in readable:
            code, out, err = read(tmp_path / file.name, text, flags)
            assert (code, err) == (0, ""), text
            printed.append(out)
            expected.append(other)
    found = iree(MARKER.join(printed), flags)
    assert list(map(essence, found)) == list(map(essence, expected))
