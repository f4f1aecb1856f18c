"""`--diff`: how two inputs differ, on standard output or in the file of `-o`."""

import gc
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp

from .diagnostics import DRIVER, Diagnosed, Diagnostic, Place, listed
from .flags import Settings
from .inputs import STDIN, Source, frontend_of, read_text
from .outputs import STDOUT, write_to

if TYPE_CHECKING:
    from ..diff import Difference
    from .run import Run

UNFIT = (
    "target",
    "split_input_file",
    "verify_diagnostics",
    "verify_roundtrip",
    "verify_numerics",
    "parsing_diagnostics",
    "run_reproducer",
    "bisect",
    "stats",
)
"""The settings that have no meaning for two inputs, or want the output for themselves."""


def check(settings: Settings) -> None:
    """Refuses what does not go with `--diff`."""
    given = [name for name in UNFIT if getattr(settings, name) not in (None, False)]
    if given:
        flags = listed([f"'-{name.replace('_', '-')}'" for name in given])
        message = f"'-diff' option can't be used with {flags}"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    if settings.file == settings.other == STDIN:
        message = "'-diff' option needs two inputs, and only one can be standard input"
        raise Diagnosed(Diagnostic("error", DRIVER, message))


def differ(run: "Run") -> int:
    """
    Reads both inputs, runs the pipeline on each, and tells how they differ. The exit code is 0 if
    they are equal, 1 if not or after an error.
    """
    if run.target is not None:
        message = "'-diff' option writes text or JSON, and the extension wants a model"
        raise Diagnosed(Diagnostic("error", Place(run.settings.output), message))
    modules = [_module(run, file) for file in (run.settings.file, run.settings.other)]
    before, after = modules
    if before is None or after is None:
        return 1
    found: list[Difference] = []
    with run.session.reporting(DRIVER, "comparing the inputs"):
        from ..diff import difference

        gc.freeze()  # both modules live to the end: the collector need not walk them again
        found.append(difference(before, after))
        _write(run.settings, found[0])
    return int(not found or bool(found[0]) or bool(run.session.engine.errors))


def _module(run: "Run", file: str) -> ModuleOp | None:
    """What a file holds, after the pipeline; None after an error, which has been told."""
    session, source = run.session, Source(file)
    before = session.engine.errors
    module: ModuleOp | None = None
    with session.reporting(DRIVER, f"reading '{file}'"):
        frontend = frontend_of(source, run.settings.frontend)
        reading = replace(run, source=source, frontend=frontend)
        text = None
        if frontend is None:
            text = session.engine.texts[source.name] = read_text(source)
        module = reading.read(text, session)
    if module is None or session.engine.errors > before:
        return None
    if run.stage is not None and not session.run(run.stage, module):
        return None
    return module


def _write(settings: Settings, found: "Difference") -> None:
    if settings.mlir_output_format == "json":
        text = json.dumps(found.json(), indent=2) + "\n"
    else:
        text = found.text()
    if settings.output == STDOUT:
        sys.stdout.write(text)
        return

    def write(path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    write_to(settings.output, write)
