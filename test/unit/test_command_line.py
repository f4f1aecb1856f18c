"""The surface of `nn-opt`: printed pipelines read back; help, descriptions, completion."""

import os
import pty
import re
import select
import shutil
import subprocess
import sysconfig
import termios
import time
from types import NoneType
from typing import Any, get_args

import pytest

from nnopt.compiler.context import new_context
from nnopt.compiler.driver import options
from nnopt.compiler.driver.completion import complete, script
from nnopt.compiler.driver.describe import describe, description_of
from nnopt.compiler.driver.diagnostics import Diagnosed, Engine
from nnopt.compiler.driver.flags import table
from nnopt.compiler.driver.listing import usage
from nnopt.compiler.driver.pipeline import anchors_of, laid_out, resolve, wrapped
from nnopt.compiler.driver.registry import PASSES
from nnopt.compiler.driver.stage import Stage
from nnopt.compiler.pipelines import PIPELINES

NAMES = sorted([*PASSES.ours, *PASSES.xdsls, *PIPELINES])
SAMPLES = {int: "3", float: "0.5", str: '"a b"', bool: "true"}


def sample(type_: Any) -> str:
    """Text of a value of a type."""
    if choices := options.choices(type_):
        return str(choices[-1])
    if type_ in SAMPLES:
        return SAMPLES[type_]
    parts = [part for part in get_args(type_) if part not in (NoneType, ...)]
    assert parts, f"no sample of {type_}"
    return sample(parts[-1])


def steps(name: str) -> list[str]:
    """A name with the options it needs, and with all that it takes."""
    if name in PIPELINES:
        allowed = options.of_function(PIPELINES[name].expand)
    else:
        cls = PASSES.get(name)
        assert cls is not None
        allowed = options.of_dataclass(cls)
    needed = [a for a in allowed if a.required]
    found: list[str] = []
    for some in (needed, allowed):
        given = [
            f"{'x' if options.as_written(a)[0] != options.kebab(a.name) else options.kebab(a.name)}"
            f"={sample(a.type)}"
            for a in some
        ]
        found.append(f"{name}{{{' '.join(given)}}}" if given else name)
    return found


def stage_of(text: str) -> Stage:
    return resolve(text, "test", Engine(), new_context())


@pytest.mark.filterwarnings("ignore:hello:DeprecationWarning")
@pytest.mark.parametrize("name", NAMES)
def test_a_dumped_pipeline_reads_back(name: str) -> None:
    cls: Any = None if name in PIPELINES else PASSES.get(name)
    anchor = PIPELINES[name].anchor if name in PIPELINES else anchors_of(cls)[0]
    for step in steps(name):
        text = step if anchor in ("builtin.module", "any") else f"{anchor}({step})"
        stage = stage_of(f"builtin.module({text})")
        assert stage_of(str(stage)) == stage
        assert stage_of(laid_out(stage)) == stage


def test_layout() -> None:
    stage = stage_of("builtin.module(func.func(cse,any()),dce)")
    wanted = "builtin.module(\n  func.func(\n    cse,\n    any()\n  ),\n  dce\n)"
    assert laid_out(stage) == wanted


def test_long_pipelines_are_wrapped_between_passes_only() -> None:
    step = 'build-dag{a="x,y" b=1,2,3}'
    text = f"builtin.module({','.join([step] * 9)})"
    lines = wrapped(text).split("\n")
    assert "".join(lines) == text
    assert len(lines) > 2 and all(len(line) <= 100 for line in lines)
    assert all(line.endswith("},") for line in lines[:-1])
    assert wrapped("builtin.module(cse)") == "builtin.module(cse)"


def test_a_pipeline_of_several_lines_keeps_its_own() -> None:
    with pytest.raises(Diagnosed) as caught:
        stage_of("builtin.module(\n  cse,\n  func.func(\n    nopass\n  )\n)")
    (told,) = caught.value.diagnostics
    assert (told.place.line, told.place.column, told.place.width) == (4, 5, 6)


# --- Help and descriptions ----------------------------------------------------------------------


def test_help_fits_and_has_every_flag() -> None:
    text = usage(hidden=True)
    assert max(map(len, text.split("\n"))) <= 100
    for flag in table():
        assert flag.group
        for name in flag.names:
            assert re.search(rf"(^|[ ,])--?{re.escape(name)}\b", text, re.MULTILINE), name
    assert "--mlir-disable-threading" not in usage()


@pytest.mark.parametrize("name", NAMES)
def test_every_pass_can_be_described(name: str) -> None:
    text = describe(name)
    found = description_of(name)
    assert found is not None
    assert text.startswith(f"{name} ({found.kind})\n")
    assert "\nAnchors: " in text and "\nExample:\n  nn-opt in.mlir " in text
    for option in found.options:
        assert f"\n  {option.name} " in text


# --- Completion ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--verify-e"], ["--verify-each "]),
        (["-verify-e"], ["-verify-each "]),
        (["--pass-pipel"], ["--pass-pipeline="]),
        (["--fold-const"], ["--fold-constants "]),
        (["a.ml"], []),
        (["-o", "a"], []),
        (["--irdl-file", "=", "a"], []),
        (["-p", "cse,fold"], ["cse,fold-constants"]),
        (["-p", "'cse,fold"], ["cse,fold-constants", "cse,fold-constants,"]),
        (["-p", "'func.func(cano"], ["func.func(canonical", "func.func(canonicalize"]),
        (["-p", "'func.f"], ["func.func(", "func.func()"]),
        (["--pass-pipeline", "="], ["any(", "builtin.module(", "func.func("]),
        (
            ["--pass-pipeline", "=", "'builtin.module(a,fold"],
            ["builtin.module(a,fold-constants", "builtin.module(a,fold-constants,"],
        ),
        (["-p", "'fold-constants{fo"], ["fold-constants{force", "fold-constants{force,"]),
        (
            ["-p", "'fold-constants{force max"],
            ["fold-constants{force max-bytes=", "fold-constants{force max-bytes=…"],
        ),
        (["-p", "'canonical{exact=t"], ["canonical{exact=true", "canonical{exact=true,"]),
        (
            ["-p", "'fold-constants{force},infer"],
            ["fold-constants{force},infer-types", "fold-constants{force},infer-types,"],
        ),
        (["-p", "'nonsense{"], []),
        (["--fold-constants", "=", "'f"], ["force", "force,"]),
        (["--completion", "="], ["bash ", "fish ", "zsh "]),
        (["--verify-each", "=", "t"], ["true "]),
        (["--describe-pass", "fold"], ["fold-constants "]),
        (["-t", "onn"], ["onnx "]),
        (["--mlir-print-ir-after", "=", "cse,fold"], ["cse,fold-constants"]),
        (["--nonsense", "=", "x"], []),
    ],
)
def test_completion_in_bash(words: list[str], wanted: list[str]) -> None:
    found = complete("bash", words)
    assert [f for f in found if "-dmp" not in f] == wanted


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_where_words_are_whole(shell: str) -> None:
    pipeline = "--pass-pipeline=builtin.module(cse,fold"
    assert complete(shell, [pipeline]) == [f"{pipeline}-constants"]
    assert complete(shell, ["-p", "cse,fold"]) == ["cse,fold-constants"]
    assert complete(shell, ["--verify-e"]) == ["--verify-each"]
    assert complete(shell, []) == []


def typed(keys: str) -> str:
    """What an interactive bash shows after these keys."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    tools = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "TERM": "dumb"}
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(bash, [bash, "--norc", "--noprofile", "-i"], environment)
    shown = b""
    termios.tcsetwinsize(terminal, (24, 200))
    try:
        os.write(terminal, b"PS1='READY> '; source <(nn-opt --completion=bash)\n")
        shown = until(terminal, rb"\nREADY> $")
        os.write(terminal, keys.encode() + b"\t")
        shown = until(terminal, rb"-constants\S*$")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)
    return shown.decode().strip()


def until(terminal: int, pattern: bytes) -> bytes:
    """Reads a terminal until what it shows ends as wanted; a minute at most."""
    shown, last = b"", time.monotonic() + 60
    while re.search(pattern, shown) is None:
        left = last - time.monotonic()
        assert left > 0 and select.select([terminal], [], [], left)[0], shown
        shown += os.read(terminal, 1024).translate(None, b"\r\a")
    return shown


@pytest.mark.parametrize(
    "line",
    [
        "nn-opt a.mlir --pass-pipeline='builtin.module(func.func(cse),fold",
        "nn-opt -p cse,fold",
        "nn-opt -p 'cse,fold",
    ],
)
def test_completion_in_an_interactive_bash(line: str) -> None:
    assert typed(line).endswith(f"{line}-constants")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_valid(shell: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run([program, "-n"], input=script(shell), text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
