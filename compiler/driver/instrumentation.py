"""The instruments that only watch, as flags want them; each is imported when its flag is given."""

import sys
from collections.abc import Iterator

from .flags import Settings
from .instruments import Instrument
from .outputs import STDOUT


def watching(settings: Settings, converts: bool) -> Iterator[Instrument]:
    """
    In the order in which a session is to tell them: what the last one times is the passes alone.

    `converts` says that the input or the output is no text. Raises `Misuse`.
    """
    if _prints_ir(settings):
        from .print_ir import PrintIR

        yield PrintIR.by(settings)
    if settings.stats or converts and settings.output != STDOUT and sys.stderr.isatty():
        from .stats import Stats

        yield Stats.by(settings, converts)
    if settings.mlir_pass_statistics:
        from .statistics import Statistics

        yield Statistics.by(settings)
    if settings.mlir_timing:
        from .timing import Timing

        yield Timing.by(settings)


def _prints_ir(settings: Settings) -> bool:
    return bool(
        settings.mlir_print_ir_before
        or settings.mlir_print_ir_after
        or settings.mlir_print_ir_before_all
        or settings.mlir_print_ir_after_all
        or settings.mlir_print_ir_after_change
        or settings.mlir_print_ir_after_failure
    )
