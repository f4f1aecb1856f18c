"""What watches a run without taking part in it: IR dumps, timing, statistics, reproducers."""

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from .stage import Stage


class Instrument:
    """
    Is told what a session does, in order; does nothing by itself.

    A pass or stage that has begun ends exactly once: well, or failed. What an instrument has to
    say goes through the engine in force; an error that it reports fails the pass that it watched.
    """

    def before_stage(self, stage: Stage, op: Operation) -> None:
        """The passes of a stage are about to run on an operation; also each nested stage."""

    def after_stage(self, stage: Stage, op: Operation, failed: bool) -> None:
        """They have run, or one of them failed and the others did not run."""

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        """A pass is about to run on an operation that has all that the pass needs."""

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        """It has run, and what it left is verified."""

    def after_failed_pass(self, pass_: ModulePass, op: Operation) -> None:
        """It reported errors or raised, or left what is no valid module."""

    def before_phase(self, name: str) -> None:
        """The driver begins a step of its own: `Parser`, `Output`."""

    def after_phase(self, name: str) -> None:
        """The step is done, well or not."""

    def after_reading(self, module: ModuleOp) -> None:
        """A module of the input is there, as it was read."""

    def before_writing(self, module: ModuleOp) -> None:
        """A module is as it will be written."""

    def finish(self, failed: bool) -> None:
        """The run is over; what it has written is there, unless it failed."""
