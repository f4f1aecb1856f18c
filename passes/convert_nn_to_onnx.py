"""Every `nn` operation becomes `onnx` nodes of the same meaning, at one opset.

`opset` is the opset to write; by default the model's own, raised with a remark to the least that
can say every operation. Total, or an error that lists all that cannot be written.
"""

from dataclasses import dataclass, field

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..compiler import names
from ..compiler.conversions import onnx as conversions
from ..compiler.conversions.onnx import Model, NeedsOpset, Refused
from ..compiler.driver.diagnostics import Diagnosed, error, remark
from ..compiler.functions import defined, replace_body
from ..compiler.op import Op
from ..compiler.statistics import count
from ..dialects import onnx
from ..dialects.nn.graph import UnknownType, Yield

DEFAULT_OPSET = 18
"""Of modules that came from no ONNX model."""


@dataclass(frozen=True)
class ConvertNnToOnnxPass(ModulePass):
    name = "convert-nn-to-onnx"
    law = "exact"
    requires = "nn"
    ensures = "dag"

    opset: int | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        conversions.load()
        versions = onnx.read_opset(op.attributes.get(onnx.OPSET))
        own = versions.get("", DEFAULT_OPSET)
        functions = list(defined(op))
        wanted = own if self.opset is None else self.opset
        attempt, regions = _write(functions, wanted)
        while self.opset is None and attempt.needed > wanted:
            wanted = attempt.needed
            attempt, regions = _write(functions, wanted)
        attempt.report(fixed=self.opset is not None)
        if attempt.failed:
            raise Diagnosed()
        if wanted > own and self.opset is None:
            remark(op, f"written at opset {wanted}; opset {own} cannot say every operation")
        for function, region in zip(functions, regions, strict=True):
            replace_body(function, region)
        count("num-converted", "Number of operations written as ONNX nodes", attempt.converted)
        _set_versions(op, {**versions, **attempt.domains, "": wanted})


def _write(functions: list[FuncOp], opset: int) -> "tuple[_Attempt, list[Region]]":
    attempt = _Attempt(opset)
    return attempt, [attempt.region(f.body) for f in functions]


@dataclass
class _Attempt:
    """The functions of a module written at one opset."""

    opset: int
    needed: int = 0
    converted: int = 0
    refusals: list[tuple[Operation, str, int]] = field(
        default_factory=list[tuple[Operation, str, int]]
    )
    domains: dict[str, int] = field(default_factory=dict[str, int])
    new: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    failed: bool = False

    def region(self, old: Region) -> Region:
        block = Block(arg_types=[a.type for a in old.block.args])
        for before, after in zip(old.block.args, block.args, strict=True):
            self.new[before] = after
            names.set_hint(after, names.hint_of(before))
        builder = Builder(InsertPoint.at_end(block))
        for op in old.block.ops:
            if all(v in self.new for v in op.operands):
                self.operation(op, builder)
        return Region(block)

    def operation(self, op: Operation, builder: Builder) -> None:
        if isinstance(op, Yield):
            builder.insert(Yield.create(operands=[self.new[v] for v in op.operands]))
        elif isinstance(op, ReturnOp):
            builder.insert(ReturnOp(*(self.new[v] for v in op.operands)))
        elif isinstance(op, Op):
            self.write(op, builder)
        else:
            builder.insert(names.copied(op, self.new))

    def write(self, op: Op, builder: Builder) -> None:
        writer = conversions.writer_of(type(op))
        model = Model(self.opset, builder, self.new, self.region)
        model.location = op.location
        try:
            if writer is None:
                raise Refused("has no ONNX form")
            values = writer(op, model)
        except NeedsOpset as e:
            self.needed = max(self.needed, e.opset)
            self.refusals.append((op, str(e), e.opset))
            return
        except Refused as e:
            self.refusals.append((op, str(e), 0))
            return
        self.converted += 1
        self.domains |= model.domains
        written = [values] if isinstance(values, SSAValue) else values
        for old, new in zip(op.results, written, strict=False):
            if new is not None:
                self.new[old] = _typed(old, new)

    def report(self, *, fixed: bool) -> None:
        for op, reason, opset in self.refusals:
            if opset and not fixed:
                continue
            self.failed = True
            hint = f", but opset={self.opset} was asked for" if opset else ""
            error(op, f"'{op.name}' op {reason}{hint}")


def _typed(old: SSAValue, new: SSAValue) -> SSAValue:
    """The new value with the old one's type and name."""
    if isinstance(new.type, UnknownType):
        new = Rewriter.replace_value_with_new_type(new, old.type)
    if not names.name_of(new):
        names.set_name(new, names.name_of(old))
    return new


def _set_versions(module: ModuleOp, versions: dict[str, int]) -> None:
    """Stores the versions, and an IR version that can hold them."""
    from onnx.helper import VERSION_TABLE

    module.attributes[onnx.OPSET] = onnx.write_opset(versions)
    found = module.attributes.get("onnx.ir_version")
    own = found.value.data if isinstance(found, IntegerAttr) else 0
    least = min((row[1] for row in VERSION_TABLE if row[2] >= versions[""]), default=own)
    module.attributes["onnx.ir_version"] = IntegerAttr(max(own, least), i64)
