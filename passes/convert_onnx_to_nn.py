"""Every `onnx` operation becomes `nn` operations of the same meaning, whatever its opset.

Total, or an error that lists all that cannot be taken: operator, reason, place; also in regions.
`partial=true` leaves those operations as they are. An operator nobody reads becomes `nn.custom`.
What the file claims of a type is checked against what follows from the operands; that wins, with a
warning.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, UnrankedTensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint

from ..compiler import names
from ..compiler.conversions import onnx as conversions
from ..compiler.conversions.onnx import Node, Refused
from ..compiler.driver.diagnostics import Diagnosed, error, warning
from ..compiler.functions import defined, replace_body
from ..compiler.op import FrameworkOp, compatible
from ..compiler.shapes import Shapes
from ..compiler.statistics import count
from ..dialects import onnx
from ..dialects.nn.graph import UnknownType, Yield


@dataclass(frozen=True)
class ConvertOnnxToNnPass(ModulePass):
    name = "convert-onnx-to-nn"
    law = "exact"
    requires = "dag"

    partial: bool = False

    @property
    def ensures(self) -> str | None:
        return None if self.partial else "nn"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        conversions.load()
        versions = onnx.read_opset(op.attributes.get(onnx.OPSET))
        functions = list(defined(op))
        converted = [_Conversion(versions, self.partial).function(f) for f in functions]
        if any(region is None for region in converted):
            raise Diagnosed()
        for function, region in zip(functions, converted, strict=True):
            assert region is not None
            replace_body(function, region)


class _Lost(Exception):
    """What is inside an operation could not be converted, which has been said there."""


@dataclass
class _Conversion:
    """The conversion of one function."""

    versions: dict[str, int]
    partial: bool
    new: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    lost: set[SSAValue] = field(default_factory=set[SSAValue])
    shapes: Shapes = field(default_factory=Shapes)
    failed: bool = False

    def function(self, function: FuncOp) -> Region | None:
        """The converted body; None after errors, the function untouched."""
        for i, argument in enumerate(function.body.block.args):
            if isinstance(argument.type, UnknownType):
                name = names.name_of(argument) or str(i)
                self.refuse(function, f"input '{name}' has no type; add one to the model")
        region = self.region(function.body, [a.type for a in function.body.block.args])
        return None if self.failed else region

    def region(self, old: Region, types: Sequence[Attribute]) -> Region:
        block = Block(arg_types=types)
        for before, after in zip(old.block.args, block.args, strict=True):
            self.new[before] = after
            names.set_hint(after, names.hint_of(before))
        builder = Builder(InsertPoint.at_end(block))
        for op in old.block.ops:
            self.operation(op, builder)
        return Region(block)

    def inner_region(self, old: Region, types: Sequence[Attribute]) -> Region:
        """A region of an operation; raises `_Lost` if an error inside left it without its end."""
        region = self.region(old, types)
        if not isinstance(region.block.last_op, Yield):
            raise _Lost
        return region

    def operation(self, op: Operation, builder: Builder) -> None:
        if any(v in self.lost for v in op.operands):
            self.lost.update(op.results)
        elif isinstance(op, Yield):
            builder.insert(Yield.create(operands=[self.new[v] for v in op.operands]))
        elif isinstance(op, ReturnOp):
            builder.insert(ReturnOp(*(self.new[v] for v in op.operands)))
        elif isinstance(op, onnx.OnnxOp):
            self.node(op, builder)
        else:
            builder.insert(names.copied(op, self.new))

    def node(self, op: onnx.OnnxOp, builder: Builder) -> None:
        last = builder.insertion_point.block.last_op
        try:
            values = self.read(op, builder)
        except Refused as e:
            self.discard(builder.insertion_point.block, last)
            self.leave(op, str(e), builder)
            return
        except _Lost:
            self.discard(builder.insertion_point.block, last)
            self.lost.update(op.results)
            return
        count("num-converted", "Number of ONNX nodes read")
        for old, new in zip(op.results, values, strict=False):
            if new is not None:
                self.keep(old, new)
        self.lost.update(r for r in op.results if r not in self.new)

    def read(self, op: onnx.OnnxOp, builder: Builder) -> Sequence[SSAValue | None]:
        domain, op_type = onnx.operator(op.name)
        version = self.versions.get(domain, 1)
        reader = conversions.reader_of(domain, op_type, version)
        if reader is None:
            raise Refused(f"has no reader for opset {version}")
        operands = [None if v is None else self.new[v] for v in op.operands_with_holes()]
        if any(v is not None and isinstance(v.type, UnknownType) for v in operands):
            raise Refused("reads a value whose type nothing tells")  # of what `partial` left
        node = Node(op, operands, version, builder, self.inner_region, self.shapes)
        if (reason := node.wrong_operands()) is not None:
            raise Refused(reason)
        values = reader(node)
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

    def discard(self, block: Block, last: Operation | None) -> None:
        """Removes what a reader built before it refused."""
        while (op := block.last_op) is not None and op is not last:
            op.detach()
            op.erase()

    def leave(self, op: FrameworkOp, reason: str, builder: Builder) -> None:
        if not self.partial:
            self.refuse(op, f"'{op.name}' op {reason}")
            self.lost.update(op.results)
            return
        builder.insert(names.copied(op, self.new))

    def refuse(self, op: Operation, message: str) -> None:
        self.failed = True
        error(op, message)
