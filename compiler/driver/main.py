"""The main of `nn-opt`: reads, runs the pipeline, writes; every mistake is a diagnostic."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import diagnostics
from .diagnostics import DRIVER, Diagnosed, Diagnostic, Engine, Place
from .flags import Misuse, Settings, parse, plugin_files

if TYPE_CHECKING:
    from .run import Run
    from .session import Session

PIPELINE = "pass-pipeline"
"""What messages call the pipeline's text."""
COMPLETE = "--complete"
"""What the scripts of `--completion` call, with the name of the shell and the words so far."""


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
    except Diagnosed as e:  # of plug-ins, while flags are read
        print(e, file=sys.stderr)
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
    if list(arguments[:1]) == [COMPLETE]:
        from .completion import complete

        shell, *words = arguments[1:] or ["bash"]
        print("\n".join(complete(shell, words)))
        return 0
    if not _load_plugins(plugin_files(arguments)):
        return 1
    settings = parse(arguments, _is_pass)
    text = _information(settings)
    if text is not None:
        print(text)
        return 0
    engine = Engine()
    engine.show = diagnostics.printer(engine, sys.stdout if settings.parsing_diagnostics else None)
    try:
        if settings.check_rules is not None:
            return _check_rules(settings, settings.check_rules, engine)
        run = _prepare(settings, engine)
        code = 1
        try:
            code = _work(run)
        finally:
            for instrument in reversed(run.session.instruments):
                instrument.finish(bool(code))
        return code
    except Diagnosed as e:
        engine.report_all(e.diagnostics)
        return 1


def _work(run: "Run") -> int:
    if not run.settings.diff:
        return run.all()
    from .differing import differ

    return differ(run)


def _check_rules(settings: Settings, file: str, engine: Engine) -> int:
    """Tries the rules of a file; the exit code."""
    from ..rules.checking import check_rules

    seed = settings.numerics_seed
    if not seed.isdecimal():
        message = f"--numerics-seed={seed}: a number is expected"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    return int(not check_rules(file, int(seed), engine, sys.stdout))


def _load_plugins(files: Sequence[str]) -> bool:
    """Whether all could be loaded; before anything else, as they name flags, too."""
    if not files:
        return True
    from ..plugins import load_file

    engine = Engine()
    engine.show = diagnostics.printer(engine)
    try:
        with diagnostics.using(engine):
            for file in files:
                load_file(file)
    except Diagnosed as e:
        engine.report_all(e.diagnostics)
    return not engine.errors


def _is_pass(name: str) -> bool:
    from ..pipelines import PIPELINES
    from .registry import PASSES

    return name in PIPELINES or name in PASSES or name in PIPELINES  # a plug-in's come second


def _information(settings: Settings) -> str | None:
    """What a flag asks for that reads no input."""
    if settings.help or settings.help_hidden or settings.help_list:
        from .listing import usage

        return usage(settings.help_hidden, settings.help_list)
    if settings.version:
        from .listing import version

        return version()
    if settings.list_passes:
        from .listing import passes

        return passes()
    if settings.show_dialects:
        from .listing import dialects

        return dialects()
    if settings.describe_pass is not None:
        from .describe import describe

        return describe(settings.describe_pass)
    if settings.completion is not None:
        from .completion import script

        return script(settings.completion)
    return None


# --- One run ------------------------------------------------------------------------------------


def _prepare(settings: Settings, engine: Engine) -> "Run":
    """Everything that can be found wrong before the input is read."""
    from ..context import new_context
    from .inputs import Source, frontend_of
    from .instrumentation import watching
    from .outputs import check_writable
    from .run import Run
    from .session import Session

    if settings.diff:
        from .differing import check

        check(settings)
    for name, text in (("-f", settings.frontend), ("-t", settings.target)):
        engine.texts[name] = text or ""
    ctx = new_context(settings.allow_unregistered_dialect)
    session = Session(
        engine,
        ctx,
        verify=not settings.disable_verify,
        verify_each=settings.verify_each,
        implicit=not settings.no_implicit_module,
    )
    session.tracebacks |= settings.mlir_print_stacktrace_on_diagnostic
    if settings.irdl_file is not None:
        from .irdl import load_dialects

        load_dialects(settings.irdl_file, ctx, session)
    pipeline = _pipeline(settings)
    if pipeline is None and settings.mlir_generate_reproducer is not None:
        pipeline = "builtin.module()"
    stage = None
    if pipeline is not None:
        from .pipeline import resolve

        stage = resolve(pipeline, PIPELINE, engine, session.ctx)
    if settings.dry_run:
        from .dry_run import dry

        stage = dry(stage)
    if stage is not None and settings.dump_pass_pipeline:
        from .pipeline import laid_out

        print(f"Pass Manager with {len(stage.items)} passes:\n{laid_out(stage)}", file=sys.stderr)
    source = Source(settings.file)
    target = _target(settings)
    check_writable(settings.output)
    _add_reproducer(settings, session)
    if settings.verify_numerics:
        from .numerics import numerics

        session.instruments.append(numerics(settings))
    if settings.explain is not None:
        from ..rules.explaining import Explain

        with diagnostics.using(engine):
            session.instruments.append(Explain.of(settings.explain, stage))
    frontend = frontend_of(source, settings.frontend)
    converts = (target is not None or frontend is not None) and not settings.diff
    session.instruments += watching(settings, converts)
    return Run(settings, session, source, frontend, stage, target)


def _add_reproducer(settings: Settings, session: "Session") -> None:
    """Adds what writes reproducers, if a flag wants any."""
    files = settings.mlir_generate_reproducer, settings.mlir_pass_pipeline_crash_reproducer
    if not any(files) and not settings.mlir_pass_pipeline_local_reproducer:
        return
    from .outputs import check_writable
    from .reproducer import Reproducer

    for file in filter(None, files):
        check_writable(file)
    if (found := Reproducer.by(settings, session)) is not None:
        session.instruments.append(found)


def _pipeline(settings: Settings) -> str | None:
    """The pipeline's text, from whichever flag gives it."""
    given = [settings.pass_pipeline, settings.passes, settings.passes_by_flag or None]
    if settings.run_reproducer and any(g is not None for g in given):
        message = "'-run-reproducer' option can't be used with a pipeline: the input holds one"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
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
