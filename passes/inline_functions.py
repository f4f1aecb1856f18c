"""A call of a local function of the model becomes the function's body, its attributes filled in.

Names of nodes and tensors get the call's name in front. A function that nobody calls any more is
dropped. A function that calls itself, and one whose operator sets the model imports at another
version, are errors.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..compiler import names, topology
from ..compiler.driver.diagnostics import error
from ..compiler.functions import defined
from ..compiler.op import SEGMENTS
from ..dialects import onnx
from ..dialects.nn.graph import UnknownType

LONGEST_CHAIN = 64
"""The deepest nesting of calls."""
MOST_NODES = 1 << 22
"""Nodes a model may grow to: functions that call one another twice double with each level."""


@dataclass(frozen=True)
class InlineFunctionsPass(ModulePass):
    name = "inline-functions"
    law = "exact"
    requires = "dag"
    ensures = "dag"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        local = {_key(f): f for f in defined(op) if onnx.FUNCTION in f.attributes}
        if not local:
            return
        versions = onnx.read_opset(op.attributes.get(onnx.OPSET))
        if any(_refuse_versions(f, versions) for f in local.values()):
            return
        for function in defined(op):
            if onnx.FUNCTION not in function.attributes and not _inline_calls(function, local):
                return
        for function in local.values():
            function.detach()
            function.erase()


def _notes(function: FuncOp) -> dict[str, Attribute]:
    notes = function.attributes[onnx.FUNCTION]
    assert isinstance(notes, DictionaryAttr)
    return dict(notes.data)


def _key(function: FuncOp) -> tuple[str, str, str]:
    notes = _notes(function)
    domain, name, overload = (_text(notes.get(k)) for k in ("domain", "name", "overload"))
    return "" if domain == "ai.onnx" else domain, name, overload


def _text(attribute: Attribute | None) -> str:
    return attribute.data if isinstance(attribute, StringAttr) else ""


def _refuse_versions(function: FuncOp, versions: dict[str, int]) -> bool:
    refused = False
    for domain, version in onnx.read_opset(_notes(function).get("opset")).items():
        if versions.setdefault(domain, version) != version:
            refused = True
            error(
                function,
                f"function imports version {version} of '{domain or 'ai.onnx'}', the model "
                f"{versions[domain]}; bring both to one version",
            )
    return refused


def _inline_calls(function: FuncOp, local: dict[tuple[str, str, str], FuncOp]) -> bool:
    pending = [(op, 0) for op in topology.walk(function.regions)]
    made = len(pending)
    while pending:
        op, depth = pending.pop()
        callee = local.get(_called(op))
        if callee is None:
            continue
        if depth >= LONGEST_CHAIN or made > MOST_NODES:
            error(op, f"calls of '{op.name}' do not end; a function must not call itself")
            return False
        new = _inline(op, callee)
        made += len(new)
        pending += [(inner, depth + 1) for inner in new]
    return True


def _called(op: Operation) -> tuple[str, str, str]:
    if not isinstance(op, onnx.OnnxOp):
        return "", "", ""
    return op.domain, op.op_type, _text(op.attributes.get("onnx.overload"))


def _inline(call: Operation, callee: FuncOp) -> list[Operation]:
    """Puts the callee's body where the call is; the operations it made."""
    assert isinstance(call, onnx.OnnxOp)
    block = call.parent
    assert block is not None
    body = callee.body.block
    given = call.operands_with_holes()
    mapping: dict[SSAValue, SSAValue] = {}
    absent: set[SSAValue] = set(body.args[len(given) :])
    for argument, value in zip(body.args, given, strict=False):
        if value is None:
            absent.add(argument)
        else:
            mapping[argument] = value
    prefix = call.location.desc.data if isinstance(call.location, NameLoc) else call.op_type
    values = {**_defaults(callee), **call.properties}
    made: list[Operation] = []
    for op in body.ops:
        if isinstance(op, ReturnOp):
            break
        new = _clone(op, mapping, absent)
        block.insert_op_before(new, call)
        made += [new, *topology.walk(new.regions)]
    for op in made:
        _fill(op, values, prefix)
    last = body.last_op
    assert last is not None
    for old, result in zip(call.results, last.operands, strict=False):
        new = mapping[result]
        if isinstance(new.type, UnknownType):  # a function's own values have no types
            new = Rewriter.replace_value_with_new_type(new, old.type)
            mapping[result] = new
        old.replace_all_uses_with(new)
        names.set_name(new, names.name_of(old))
    call.detach()
    call.erase()
    return made


def _defaults(callee: FuncOp) -> dict[str, Attribute]:
    found = _notes(callee).get("defaults")
    return dict(found.data) if isinstance(found, DictionaryAttr) else {}


def _clone(op: Operation, mapping: dict[SSAValue, SSAValue], absent: set[SSAValue]) -> Operation:
    """A copy on the call's values; an operand the call does not give is absent in the copy."""
    if not isinstance(op, onnx.OnnxOp) or not absent.intersection(op.operands):
        return names.copied(op, mapping)
    holes = [None if v is None or v in absent else mapping[v] for v in op.operands_with_holes()]
    while holes and holes[-1] is None:
        holes.pop()
    properties = {k: v for k, v in op.properties.items() if k != SEGMENTS}
    if (segments := type(op).segments(holes)) is not None:
        properties[SEGMENTS] = segments
    new = type(op).create(
        operands=[v for v in holes if v is not None],
        result_types=op.result_types,
        properties=properties,
        attributes=op.attributes,
        location=op.location,
        regions=[_clone_region(r, mapping) for r in op.regions],
    )
    mapping.update(zip(op.results, new.results, strict=True))
    names.carry_over(op, mapping)
    return new


def _clone_region(region: Region, mapping: dict[SSAValue, SSAValue]) -> Region:
    new = Region()
    region.clone_into(new, None, mapping)
    return new


def _fill(op: Operation, values: dict[str, Attribute], prefix: str) -> None:
    """Gives the attributes that refer to the call their values, and names their prefix."""
    for key, value in list(op.properties.items()):
        if isinstance(value, onnx.ReferenceAttr):
            del op.properties[key]
            if value.attribute.data in values:
                op.properties[key] = values[value.attribute.data]
    if isinstance(op.location, NameLoc):
        op.location = NameLoc(StringAttr(f"{prefix}/{op.location.desc.data}"), op.location.location)
    for result in op.results:
        if name := names.name_of(result):
            names.set_name(result, f"{prefix}/{name}")
