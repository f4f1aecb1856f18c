"""The main of `nn-opt`: reads, runs the pipeline, writes; every mistake is a diagnostic."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import diagnostics
from .diagnostics import DRIVER, Diagnosed, Diagnostic, Engine, Place
from .flags import Misuse, Settings, parse, usage

if TYPE_CHECKING:
    from .run import Run

PIPELINE = "pass-pipeline"
"""What messages call the pipeline's text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what a command line asks for; the exit code is 0, or 1 after any error."""
    try:
        code = _main(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        gc.freeze()  # nothing is gained by taking a large module apart at exit
        return code
    except Misuse as e:
        for line in str(e).split("\n"):
            print(f"nn-opt: {line}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `nn-opt … | head`: nobody reads the rest, at exit neither
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except Exception as e:
        if os.environ.get("NN_OPT_DEBUG"):
            raise
        print(
            f"nn-opt: crashed: {type(e).__name__}: {e}; run again with NN_OPT_DEBUG=1",
            file=sys.stderr,
        )
    return 1


def _main(arguments: Sequence[str]) -> int:
    settings = parse(arguments, _is_pass)
    text = _information(settings)
    if text is not None:
        print(text)
        return 0
    engine = Engine()
    engine.show = diagnostics.printer(engine)
    try:
        return _prepare(settings, engine).all()
    except Diagnosed as e:
        engine.report_all(e.diagnostics)
        return 1


def _is_pass(name: str) -> bool:
    from ..pipelines import PIPELINES
    from .registry import PASSES

    return name in PIPELINES or name in PASSES


def _information(settings: Settings) -> str | None:
    """What a flag asks for that reads no input."""
    if settings.help:
        return usage()
    if not (settings.version or settings.list_passes or settings.show_dialects):
        return None
    from . import listing

    if settings.version:
        return listing.version()
    return listing.passes() if settings.list_passes else listing.dialects()


# --- One run ------------------------------------------------------------------------------------


def _prepare(settings: Settings, engine: Engine) -> "Run":
    """Everything that can be found wrong before the input is read."""
    from ..context import new_context
    from .inputs import Source, frontend_of
    from .outputs import check_writable
    from .run import Run
    from .session import Session

    for name, text in (("-f", settings.frontend), ("-t", settings.target)):
        engine.texts[name] = text or ""
    session = Session(
        engine,
        new_context(settings.allow_unregistered_dialect),
        verify=not settings.disable_verify,
        verify_each=settings.verify_each,
        implicit=not settings.no_implicit_module,
    )
    pipeline = _pipeline(settings)
    stage = None
    if pipeline is not None:
        from .pipeline import resolve

        stage = resolve(pipeline, PIPELINE, engine, session.ctx)
    if stage is not None and settings.dump_pass_pipeline:
        print(f"Pass Manager with {len(stage.items)} passes:\n{stage}", file=sys.stderr)
    source = Source(settings.file)
    target = _target(settings)
    check_writable(settings.output)
    return Run(settings, session, source, frontend_of(source, settings.frontend), stage, target)


def _pipeline(settings: Settings) -> str | None:
    """The pipeline's text, from whichever flag gives it."""
    given = [settings.pass_pipeline, settings.passes, settings.passes_by_flag or None]
    if sum(g is not None for g in given) > 1:
        message = "'-pass-pipeline' option can't be used with individual pass options"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    if settings.passes is not None:
        return f"builtin.module({settings.passes})"
    if settings.passes_by_flag:
        steps = [f"{name}{{{text}}}" if text else name for name, text in settings.passes_by_flag]
        return f"builtin.module({','.join(steps)})"
    return settings.pass_pipeline


def _target(settings: Settings) -> Any:
    """The target of `-t` or of the output's extension; None for text."""
    from .inputs import TEXT, TEXT_EXTENSIONS

    if settings.target == TEXT:
        return None
    if settings.target is not None:
        from .pipeline import build_target

        return build_target(settings.target)
    extension = os.path.splitext(settings.output)[1].removeprefix(".").lower()
    if extension in TEXT_EXTENSIONS:
        return None
    from .registry import FRONTENDS, TARGETS

    cls = TARGETS.get(extension)
    if cls is None and (extension in FRONTENDS or extension == "safetensors"):
        message = f"no target writes '.{extension}' files; choose one with -t"
        raise Diagnosed(Diagnostic("error", Place(settings.output), message))
    return None if cls is None else cls()
