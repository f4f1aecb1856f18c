"""`--dry-run`: what edit scripts change is told, and nothing is written."""

from dataclasses import replace

from xdsl.passes import ModulePass

from ...passes.apply_edits import ApplyEditsPass
from .diagnostics import DRIVER, Diagnosed, Diagnostic
from .stage import Stage


def dry(stage: Stage | None) -> Stage:
    """The stage with every edit told; raises `Diagnosed` where there is none."""
    found = None if stage is None else _dry(stage)
    if found is None or found == stage:
        message = "'-dry-run' option needs a pipeline with 'apply-edits'"
        raise Diagnosed(Diagnostic("error", DRIVER, message))
    return found


def _dry(stage: Stage) -> Stage:
    items: list[ModulePass | Stage] = []
    for item in stage.items:
        if isinstance(item, Stage):
            items.append(_dry(item))
        else:
            items.append(replace(item, dry_run=True) if isinstance(item, ApplyEditsPass) else item)
    return Stage(stage.anchor, tuple(items))
