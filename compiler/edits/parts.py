"""Edits with a part of a graph that lies in a file: extract, splice."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from .. import names
from ..driver.diagnostics import Diagnosed, Place
from ..functions import defined
from ..text.printer import quoted
from .address import Refused, Tensor, node_names, shown, tensor
from .edit import Edit, edit
from .interface import Cut
from .types import infer
from .work import Work, named, put_before


def path_of(work: Work, file: str, place: Place) -> Path:
    """A file in the folder of the script, or below it."""
    path = Path(file)
    if path.is_absolute() or ".." in path.parts:
        raise Refused(place, f"'{file}' is not in the folder of the script")
    return work.folder / path


@edit("extract")
@dataclass(frozen=True)
class Extract(Edit):
    """Writes what `cut` would keep to a file in the script's folder; the graph stays as it is."""

    inputs: Sequence[str | Tensor]
    outputs: Sequence[str | Tensor]
    to: str

    def __str__(self) -> str:
        return f"extract{str(Cut(self.inputs, self.outputs))[3:]} to {quoted(self.to)}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Extract":
        inputs, outputs, to = parts
        return cls(tuple(inputs or ()), tuple(outputs), to, place=place)

    def apply(self, work: Work) -> None:
        path = path_of(work, self.to, self.place)
        copy = names.copied(work.module)
        assert isinstance(copy, ModuleOp)
        part = Work(work.ctx, copy, work.folder)
        Cut(self.inputs, self.outputs, place=self.place).apply(part)
        work.written.append((path, copy))


@edit("splice")
@dataclass(frozen=True)
class Splice(Edit):
    """
    Puts the only function of a file in: its inputs are the tensors of `source`, its outputs take
    the place of those of `target`.
    """

    file: str
    source: Sequence[str | Tensor]
    target: Sequence[str | Tensor]

    def __str__(self) -> str:
        source, target = (
            ", ".join(str(tensor(t)) for t in side) for side in (self.source, self.target)
        )
        return f"splice {quoted(self.file)} from {source} to {target}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Splice":
        file, source, target = parts
        return cls(file, tuple(source), tuple(target), place=place)

    def apply(self, work: Work) -> None:
        function = self._function(work)
        block = function.body.block
        last = block.last_op
        assert last is not None
        source = [work.value(tensor(t)) for t in self.source]
        target = [work.value(tensor(t)) for t in self.target]
        for what, given, wanted in (
            ("inputs", source, block.args),
            ("outputs", target, last.operands),
        ):
            if len(given) != len(wanted):
                message = f"'{self.file}' has {len(wanted)} {what}, and {len(given)} are given"
                raise Refused(self.place, message)
        before = self._first(target)
        inner: dict[SSAValue, SSAValue] = dict(zip(block.args, source, strict=True))
        ends = list(last.operands)
        changed = [(v, a.type) for a, v in inner.items() if a.type != v.type]
        for argument, value in inner.items():
            argument.replace_all_uses_with(value)
        outputs = [inner.get(v, v) for v in ends]
        moved = [op for op in block.ops if op is not last]
        last.detach()
        last.drop_all_references()
        for op in moved:
            op.detach()
            put_before(before, op)
        self._rename(work, moved)
        replaced: list[Operation] = []
        for old, new in zip(target, outputs, strict=True):
            self._take_over(work, old, new, set(moved))
            if isinstance(old.owner, Operation):
                replaced.append(old.owner)
        work.changed(*moved)
        work.sort(self.place)
        work.drop_dead(replaced)
        infer(work, self.place, changed)

    def _take_over(
        self, work: Work, old: SSAValue, new: SSAValue, moved: Collection[Operation]
    ) -> None:
        """What read one value reads another, which gets its name."""
        name = names.name_of(old)
        for use in list(old.uses):
            if use.operation not in moved:
                work.redirect(use, new)
        if name and isinstance(old.owner, Operation) and new.owner in moved:
            names.set_name(old, None)
            names.set_name(new, name)

    def _first(self, target: Sequence[SSAValue]) -> Operation:
        """What the new operations stand in front of."""
        owner = target[0].owner
        if not isinstance(owner, Operation):
            raise Refused(self.place, f"{shown(target[0])} is an input")
        return owner

    def _function(self, work: Work) -> FuncOp:
        from ..driver.api import read

        path = path_of(work, self.file, self.place)
        try:
            module = read(path)
        except Diagnosed as e:
            message = e.diagnostics[0].message if e.diagnostics else str(e)
            raise Refused(self.place, f"'{self.file}' cannot be read: {message}") from None
        if path.suffix == ".onnx":
            module = _on_level(work, module, self.place)
        found = list(defined(module))
        if len(found) != 1:
            raise Refused(self.place, f"'{self.file}' has {len(found)} functions, not one")
        return found[0]

    def _rename(self, work: Work, moved: Sequence[Operation]) -> None:
        """Names that the graph has already become others."""
        for op in moved:
            for name in node_names(op)[:1]:
                if name in work.index.nodes:
                    op.location = named(work.free_name(name))
            for result in op.results:
                name = names.name_of(result)
                if name and name in work.index.tensors:
                    names.set_name(result, work.free_name(name))


def _on_level(work: Work, module: ModuleOp, place: Place) -> ModuleOp:
    from ..driver.api import run

    has_nn = any(op.name.startswith("nn.") for op in work.module.walk())
    try:
        return run(module, "onnx-to-nn" if has_nn else "build-dag")
    except Diagnosed as e:
        raise Refused(place, f"cannot be brought to the level of the graph: {e}") from None
