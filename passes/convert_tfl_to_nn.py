"""Every `tfl` operation becomes `nn` operations of the same meaning; layouts stay `nhwc`.

Total, or an error that lists all that cannot be taken: operator, reason, place. What is quantised
is taken only where it becomes float; one error lists the rest. `partial=true` leaves all those
operations as they are. A custom operator becomes `nn.custom`. What the file claims of a type is
checked against what follows from the operands; that wins, with a warning.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, UnrankedTensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint

from ..compiler import names
from ..compiler.conversions import tfl as conversions
from ..compiler.conversions.tfl import Node, Refused
from ..compiler.driver.diagnostics import Diagnosed, error, warning
from ..compiler.element_types import is_float
from ..compiler.functions import defined, replace_body
from ..compiler.matching import element_type
from ..compiler.op import compatible
from ..compiler.shapes import Shapes
from ..compiler.statistics import count
from ..dialects.nn.constant import Constant
from ..dialects.nn.graph import UnknownType
from ..dialects.tfl import TflOp, quantization


@dataclass(frozen=True)
class ConvertTflToNnPass(ModulePass):
    name = "convert-tfl-to-nn"
    law = "exact"
    requires = "dag"

    partial: bool = False

    @property
    def ensures(self) -> str | None:
        return None if self.partial else "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        conversions.load()
        functions = list(defined(op))
        conversion = [_Conversion(self.partial) for _ in functions]
        converted = [c.function(f) for c, f in zip(conversion, functions, strict=True)]
        _tell_quantised([op for c in conversion for op in c.quantised])
        if any(region is None for region in converted):
            raise Diagnosed()
        for function, region in zip(functions, converted, strict=True):
            assert region is not None
            replace_body(function, region)


def _tell_quantised(ops: Sequence[TflOp]) -> None:
    if not ops:
        return
    counted = Counter(op.name for op in ops)
    listed = ", ".join(f"{name} ({times})" for name, times in sorted(counted.items()))
    error(ops[0], f"quantised operators cannot be converted yet: {listed}")


def is_quantised(op: Operation) -> bool:
    """Whether an operand or result is of integers that stand for real numbers."""
    return any(_stands_for_reals(v) for v in (*op.operands, *op.results))


def _stands_for_reals(value: SSAValue) -> bool:
    if quantization(value) is None:
        return False
    element = element_type(value)
    return element is not None and not is_float(element)


@dataclass
class _Conversion:
    """The conversion of one function."""

    partial: bool
    new: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    lost: set[SSAValue] = field(default_factory=set[SSAValue])
    quantised: list[TflOp] = field(default_factory=list[TflOp])
    shapes: Shapes = field(default_factory=Shapes)
    failed: bool = False

    def function(self, function: FuncOp) -> Region | None:
        """The converted body; None after errors, the function untouched."""
        old = function.body.block
        block = Block(arg_types=[a.type for a in old.args])
        for before, after in zip(old.args, block.args, strict=True):
            self.new[before] = after
            names.set_hint(after, names.hint_of(before))
        builder = Builder(InsertPoint.at_end(block))
        for op in old.ops:
            self.operation(op, builder)
        if self.failed:
            return None
        _drop_unused(block)
        return Region(block)

    def operation(self, op: Operation, builder: Builder) -> None:
        if any(v in self.lost for v in op.operands):
            self.lost.update(op.results)
            self.note_quantised(op)
        elif isinstance(op, ReturnOp):
            builder.insert(ReturnOp(*(self.new[v] for v in op.operands)))
        elif isinstance(op, TflOp):
            self.node(op, builder)
        else:
            builder.insert(names.copied(op, self.new))

    def note_quantised(self, op: Operation) -> bool:
        """Keeps an operation that is refused because it is quantised; whether it is."""
        if not isinstance(op, TflOp) or not is_quantised(op):
            return False
        reading = conversions.reader_of(op.name)
        if reading is None or reading.quantised:
            return False
        self.quantised.append(op)
        return True

    def node(self, op: TflOp, builder: Builder) -> None:
        last = builder.insertion_point.block.last_op
        if not self.partial and self.note_quantised(op):
            self.failed = True
            self.lost.update(op.results)
            return
        try:
            values = self.read(op, builder)
        except Refused as e:
            _discard(builder.insertion_point.block, last)
            self.leave(op, str(e), builder)
            return
        count("num-converted", "Number of TFLite operators read")
        for old, new in zip(op.results, values, strict=False):
            if new is not None:
                self.keep(old, new)
        self.lost.update(r for r in op.results if r not in self.new)

    def read(self, op: TflOp, builder: Builder) -> Sequence[SSAValue | None]:
        reading = conversions.reader_of(op.name)
        if reading is None:
            raise Refused("has no reader")
        if is_quantised(op) and not reading.quantised:
            raise Refused("is quantised")
        operands = [None if v is None else self.new[v] for v in op.operands_with_holes()]
        if any(v is not None and isinstance(v.type, UnknownType) for v in operands):
            raise Refused("reads a value whose type nothing tells")
        values = reading.read(Node(op, operands, builder, self.shapes))
        return [values] if isinstance(values, SSAValue) else values

    def keep(self, old: OpResult, new: SSAValue) -> None:
        self.new[old] = new
        if isinstance(new, OpResult) and not names.name_of(new):
            names.set_name(new, names.name_of(old))
        claimed = isinstance(old.type, TensorType | UnrankedTensorType)
        if claimed and not compatible(old.type, new.type):
            name = names.name_of(old)
            warning(
                old, f"the model claims {old.type} for '{name}', which is {new.type}; corrected"
            )

    def leave(self, op: TflOp, reason: str, builder: Builder) -> None:
        if self.partial:
            builder.insert(names.copied(op, self.new))
            return
        self.failed = True
        self.lost.update(op.results)
        error(op, f"'{op.name}' op {reason}")


def _discard(block: Block, last: Operation | None) -> None:
    """Removes what a reader built before it refused."""
    while (op := block.last_op) is not None and op is not last:
        op.detach()
        op.erase()


def _drop_unused(block: Block) -> None:
    """Constants that readers took their numbers from, or whose transpose they took."""
    for op in list(block.ops):
        if isinstance(op, Constant) and op.result.first_use is None:
            op.detach()
            op.erase()
