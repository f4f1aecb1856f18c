"""A call of a local function of the model becomes the function's body, its attributes filled in.

Names of nodes and tensors get the call's name in front. A function that nobody calls any more is
dropped. A function that calls itself, and one whose operator sets the model imports at another
version, are errors.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..compiler import names, topology
from ..compiler.driver.diagnostics import error
from ..compiler.functions import defined
from ..compiler.op import SEGMENTS
from ..compiler.statistics import count
from ..dialects import onnx
from ..dialects.nn.graph import Undefined, UnknownType

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
        count("num-functions", "Number of functions inlined and removed", len(local))
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
        if new is None:
            return False
        made += len(new)
        count("num-calls", "Number of calls replaced by the body of a function")
        pending += [(inner, depth + 1) for inner in new]
    return True


def _called(op: Operation) -> tuple[str, str, str]:
    if not isinstance(op, onnx.OnnxOp):
        return "", "", ""
    return op.domain, op.op_type, _text(op.attributes.get("onnx.overload"))


def _inline(call: Operation, callee: FuncOp) -> list[Operation] | None:
    """Puts the callee's body where the call is; the operations it made, None after an error."""
    assert isinstance(call, onnx.OnnxOp)
    block, before = call.parent, call.prev_op
    assert block is not None
    body = callee.body.block
    given = call.operands_with_holes()
    given += [None] * (len(body.args) - len(given))
    hole = Undefined.of("")
    block.insert_op_before(hole, call)
    mapping: dict[SSAValue, SSAValue] = {
        argument: value or hole.results[0]
        for argument, value in zip(body.args, given, strict=False)
    }
    for op in body.ops:
        if not isinstance(op, ReturnOp):
            block.insert_op_before(names.copied(op, mapping), call)
    instead = _close(hole)
    if instead is None or any(mapping[v] is hole.results[0] for v in _returned(body)):
        error(call, f"'{call.name}' gives no operand where its function needs one")
        return None
    hole.detach()
    hole.erase()
    first = block.first_op if before is None else before.next_op
    made = dict.fromkeys(_until(first, call))
    prefix = call.location.desc.data if isinstance(call.location, NameLoc) else call.op_type
    values = {**_defaults(callee), **call.properties}
    for op in made:
        _fill(op, values, prefix)
    for old, result in zip(call.results, _returned(body), strict=False):
        new = instead.get(mapping[result], mapping[result])
        if isinstance(new.type, UnknownType):  # a function's own values have no types
            mapping[result] = typed = Rewriter.replace_value_with_new_type(new, old.type)
            instead[new] = new = typed
        old.replace_all_uses_with(new)
        if new.owner in made:
            names.set_name(new, names.name_of(old))
    call.detach()
    call.erase()
    return list(made)


def _returned(body: Block) -> Sequence[SSAValue]:
    last = body.last_op
    assert last is not None
    return last.operands


def _until(op: Operation | None, end: Operation) -> Iterator[Operation]:
    while op is not None and op is not end:
        yield op
        yield from topology.walk(op.regions)
        op = op.next_op


def _defaults(callee: FuncOp) -> dict[str, Attribute]:
    found = _notes(callee).get("defaults")
    return dict(found.data) if isinstance(found, DictionaryAttr) else {}


def _close(hole: Undefined) -> dict[SSAValue, SSAValue] | None:
    """
    Makes what reads an operand that is not given operations without it. Returns which results stand
    for which; None if something cannot do without.
    """
    instead: dict[SSAValue, SSAValue] = {}
    while (use := hole.results[0].first_use) is not None:
        reader = use.operation
        if not isinstance(reader, onnx.OnnxOp) or reader.parent is None:
            return None
        holes = [None if v is hole.results[0] else v for v in reader.operands_with_holes()]
        while holes and holes[-1] is None:
            holes.pop()
        properties = {k: v for k, v in reader.properties.items() if k != SEGMENTS}
        if (segments := type(reader).segments(holes)) is not None:
            properties[SEGMENTS] = segments
        new = type(reader).create(
            operands=[v for v in holes if v is not None],
            result_types=reader.result_types,
            properties=properties,
            attributes=reader.attributes,
            location=reader.location,
            regions=[reader.detach_region(r) for r in list(reader.regions)],
        )
        for old, result in zip(reader.results, new.results, strict=True):
            names.set_hint(result, names.hint_of(old))
            old.replace_all_uses_with(result)
            instead[old] = result
        reader.parent.insert_op_before(new, reader)
        reader.detach()
        reader.erase()
    return instead


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
