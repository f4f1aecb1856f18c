"""Makes the changes that an edit script asks for; docs/edits.md explains the language.

What a network computes may become another, so that nothing is checked against the values before.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class ApplyEditsPass(ModulePass):
    """
    `script` is the path of the script. With `dry-run` the change is told on standard output, and
    the files that `extract` would write are not; the passes that follow see the change.
    """

    name = "apply-edits"

    script: str
    dry_run: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..compiler.edits.script import Script

        applied = Script.read(Path(self.script)).apply(ctx, op)
        if self.dry_run:
            sys.stdout.write(applied.difference().text() or "no difference\n")
        else:
            applied.write()
