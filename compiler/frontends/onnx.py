"""Reads `.onnx`: every graph and local function of a model becomes an `nn.graph`, as it is.

Weights stay in the file. A name binds to its first definition in the innermost graph around its
reader; nothing is checked against the schemas of operators, nothing is sorted or mended.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    NoneType,
    StringAttr,
    SymbolRefAttr,
    UnknownLoc,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.frontend import Frontend

from ...dialects.nn.graph import UNKNOWN, Graph, Undefined, Yield
from ...dialects.onnx import (
    ATTRIBUTE_DOCS,
    ATTRIBUTES,
    DEFAULT,
    FUNCTION,
    GRAPH_NOTES,
    GRAPHS,
    INITIALIZER_OP,
    OPSET,
    TRAINING,
    VALUE_NOTES,
    Kind,
    SparseAttr,
    onnx_op,
    write_opset,
)
from .. import names
from ..driver.diagnostics import Diagnosed, Diagnostic, Place, fail, remark
from ..op import SEGMENTS, Uniform
from ..weights import Elements
from ._onnx_tensors import TensorError, TensorReader, map_file, string
from ._onnx_values import (
    NOTHING,
    Claim,
    ClaimError,
    add_notes,
    kind_of,
    metadata,
    read_attribute,
    read_message,
    read_value_info,
)
from ._onnx_wire import WireError, scan

_NONE = NoneType()
_NOWHERE = UnknownLoc()
_NO_CHILD = NoneAttr()
_LISTED = 8
"""How many names a remark lists."""


@dataclass(frozen=True)
class OnnxFrontend(Frontend):
    """
    Reads a model of ONNX. `overridable` says whether initializers that are inputs as well stay
    inputs (with their value as `onnx.default`) or are constants; without it the format decides, by
    which they are inputs since IR version 4.
    """

    name = "onnx"

    overridable: bool | None = None

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "model.onnx") -> ModuleOp:
        path = Path(input_name)
        view = map_file(input)
        folder = path.parent if view is not None and path.is_file() else None
        if view is None:
            view = memoryview(input.read())
        source = path.name
        proto, tensors = _read_model(view, folder, input_name)
        overridable = proto.ir_version >= 4 if self.overridable is None else self.overridable
        importer = _Importer(source, tensors, overridable)
        module = importer.module(proto)
        if self.overridable is None:
            importer.tell_of_constants()
        return module


def _read_model(view: memoryview, folder: Path | None, file: str) -> tuple[Any, TensorReader]:
    from google.protobuf.message import DecodeError
    from onnx import ModelProto

    place = Place(file)
    try:
        stripped, ranges = scan(view)
        proto: Any = ModelProto.FromString(stripped)
    except WireError as e:
        fail(place, f"is no ONNX model: {e}")
    except DecodeError:
        fail(place, "is no ONNX model: protobuf cannot read it")
    if not proto.HasField("graph"):
        fail(place, "is no ONNX model: it holds no graph")
    return proto, TensorReader(view, ranges, folder)


class _Scope(NamedTuple):
    """The values that names stand for, in a graph and in those around it."""

    values: dict[str, SSAValue]
    outer: _Scope | None

    def find(self, name: str) -> SSAValue | None:
        scope: _Scope | None = self
        while scope is not None:
            if (found := scope.values.get(name)) is not None:
                return found
            scope = scope.outer
        return None


@dataclass
class _Body:
    """A graph whose block has its arguments, but no operations yet."""

    block: Block
    inputs: Sequence[str]
    outputs: Sequence[str]
    nodes: Iterable[Any]
    claims: Mapping[str, Claim]
    scope: _Scope
    constants: Sequence[Any] = ()
    """Initializers that are operations, TensorProto or SparseTensorProto."""
    defaults: dict[str, Elements | SparseAttr] = field(
        default_factory=lambda: dict[str, Elements | SparseAttr]()
    )
    """Initializers that are the default value of an argument."""


class _Importer:
    """Builds the module of one model, and collects what is wrong with it."""

    def __init__(self, source: str, tensors: TensorReader, overridable: bool) -> None:
        self.source = source
        self.tensors = tensors
        self.overridable = overridable
        self.errors: list[Diagnostic] = []
        self.negative: list[str] = []
        self.constant_inputs = 0
        self.symbols: dict[str, int] = {}
        self.undefined: dict[str, Undefined] = {}
        """Of the graph with a symbol at work."""

    def error(self, name: str, message: str) -> None:
        self.errors.append(Diagnostic("error", Place(self.source, name=name), message))

    # The module

    def module(self, proto: Any) -> ModuleOp:
        graphs = [self.graph(proto.graph, string(proto.graph.name) or "main")]
        training: list[Attribute] = []
        for info in proto.training_info:
            training.append(self.training(info, graphs))
        graphs += [self.function(function) for function in proto.functions]
        if self.errors:
            raise Diagnosed(*self.errors)
        if self.negative:
            self.tell("negative dimensions, read as unknown, of ", self.negative)
        module = ModuleOp(graphs)
        notes = _model_notes(proto, self.source)
        if training:
            notes[TRAINING] = ArrayAttr(training)
        module.attributes.update(sorted(notes.items()))
        return module

    def tell(self, message: str, of: Sequence[str]) -> None:
        shown = ", ".join(repr(name) for name in of[:_LISTED])
        more = f" and {len(of) - _LISTED} more" if len(of) > _LISTED else ""
        remark(Place(self.source), f"{message}{shown}{more}")

    def tell_of_constants(self) -> None:
        count = self.constant_inputs
        if not count:
            return
        have, are = f"{count} inputs have", "they are taken for constants"
        if count == 1:
            have, are = "1 input has", "it is taken for a constant"
        remark(
            Place(self.source),
            f"{have} an initializer, as all had to before IR version 4; {are} "
            "('onnx{overridable=true}' keeps inputs)",
        )

    def training(self, info: Any, graphs: list[Graph]) -> Attribute:
        """A TrainingInfoProto: its graphs stand beside the model's; the entry names them."""
        entry: dict[str, Attribute] = {}
        for part in ("initialization", "algorithm"):
            if info.HasField(part):
                graphs.append(self.graph(getattr(info, part), f"training.{part}"))
                entry[part] = SymbolRefAttr(graphs[-1].sym_name)
        for part in ("initialization_binding", "update_binding"):
            if (bindings := metadata(getattr(info, part))) is not None:
                entry[part] = bindings
        return DictionaryAttr(entry)

    # Graphs with a symbol

    def graph(self, proto: Any, symbol: str) -> Graph:
        body = self.open(proto, None)
        graph = self.finish(body, symbol)
        notes = self.graph_notes(proto, body)
        notes.pop("args", None)
        notes.pop("results", None)
        if notes["name"] == StringAttr(graph.sym_name):
            del notes["name"]
        graph.attributes.update((f"onnx.{key}", value) for key, value in sorted(notes.items()))
        return graph

    def function(self, proto: Any) -> Graph:
        """A FunctionProto: its inputs and outputs are names without types."""
        domain, name, overload = map(string, (proto.domain, proto.name, proto.overload))
        symbol = "::".join(filter(None, (domain or "ai.onnx", name, overload)))
        claims = self.claims(proto.value_info)
        inputs = list(map(string, proto.input))
        outputs = list(map(string, proto.output))
        block = Block(arg_types=[claims.get(n, NOTHING).type for n in inputs])
        scope = _Scope(_bound(block, inputs), None)
        graph = self.finish(_Body(block, inputs, outputs, proto.node, claims, scope), symbol)
        notes: dict[str, Attribute] = {
            "domain": StringAttr(domain),
            "name": StringAttr(name),
            "opset": _opset(proto.opset_import),
        }
        if overload:
            notes["overload"] = StringAttr(overload)
        if proto.attribute:
            notes["attributes"] = ArrayAttr([StringAttr(string(a)) for a in proto.attribute])
        if defaults := self.function_defaults(proto.attribute_proto, symbol):
            notes["defaults"] = DictionaryAttr(defaults)
        listed: dict[str, Attribute] = {FUNCTION: DictionaryAttr(notes)}
        add_notes(listed, proto, "onnx.")
        graph.attributes.update(sorted(listed.items()))
        return graph

    def function_defaults(self, protos: Iterable[Any], symbol: str) -> dict[str, Attribute]:
        found: dict[str, Attribute] = {}
        for proto in protos:
            name = string(proto.name)
            value = self.attribute(proto, symbol, f"{symbol}.{name}")
            if isinstance(value, Attribute):
                found[name] = value
            elif value is not None:
                self.error(symbol, f"attribute '{name}' has a graph as its default")
        return found

    def finish(self, body: _Body, wanted: str) -> Graph:
        """The graph of a body, as soon as it and all graphs inside are filled."""
        symbol = self.symbol(wanted)
        self.undefined = {}
        self.fill(body)
        block = body.block
        if self.undefined:
            first = block.first_op
            assert first is not None
            block.insert_ops_before(list(self.undefined.values()), first)
        last = block.last_op
        assert last is not None
        type_ = FunctionType.from_lists([a.type for a in block.args], list(last.operand_types))
        arguments = [_entry(n, body.claims, body.defaults.get(n)) for n in body.inputs]
        results = [_entry(n, body.claims, None) for n in body.outputs]
        return Graph.of(symbol, type_, Region(block), arguments, results)

    def symbol(self, wanted: str) -> str:
        """The symbol, or the first of `name_1`, `name_2`, … that is free."""
        symbol = wanted
        while symbol in self.symbols:
            self.symbols[wanted] += 1
            symbol = f"{wanted}_{self.symbols[wanted]}"
        self.symbols[symbol] = 0
        return symbol

    # What a file says of values

    def claims(self, *infos: Iterable[Any]) -> dict[str, Claim]:
        """By name; what stands first counts."""
        found: dict[str, Claim] = {}
        for listed in infos:
            for info in listed:
                name = string(info.name)
                if name not in found:
                    found[name] = self.claim(info, name)
        return found

    def claim(self, info: Any, name: str) -> Claim:
        try:
            claim = read_value_info(info)
        except ClaimError as e:
            self.error(name, f"value '{name}' {e}")
            return NOTHING
        if claim.negative:
            self.negative.append(name)
        return claim

    # Blocks

    def open(self, proto: Any, outer: _Scope | None) -> _Body:
        """
        The body of a GraphProto with its arguments. Of an input that has an initializer, too, there
        is one only: the argument with a default, or the initializer.
        """
        claims = self.claims(proto.input, proto.output, proto.value_info)
        inputs = [string(i.name) for i in proto.input]
        tensors = {_tensor_name(t): t for t in (*proto.initializer, *proto.sparse_initializer)}
        both = tensors.keys() & set(inputs)
        if not self.overridable:
            self.constant_inputs += len(both)
            inputs = [name for name in inputs if name not in both]
            both = set[str]()
        every = (*proto.initializer, *proto.sparse_initializer)
        constants = [t for t in every if _tensor_name(t) not in both]
        defaults = {n: e for n in sorted(both) if (e := self.elements(tensors[n])) is not None}
        types = [claims[n].type for n in inputs]
        for i, name in enumerate(inputs):
            if types[i] == UNKNOWN and name in defaults:
                types[i] = defaults[name].type
        block = Block(arg_types=types)
        outputs = [string(o.name) for o in proto.output]
        scope = _Scope(_bound(block, inputs), outer)
        return _Body(block, inputs, outputs, proto.node, claims, scope, constants, defaults)

    def elements(self, proto: Any) -> Elements | SparseAttr | None:
        """An initializer's value."""
        name = _tensor_name(proto)
        try:
            if _is_sparse(proto):
                return self.tensors.sparse(proto, name)
            return self.tensors.dense(proto, name)
        except TensorError as e:
            self.error(name, f"initializer '{name}' {e}")
            return None

    def fill(self, body: _Body) -> None:
        """Adds the operations of a body, and of the graphs inside, outer ones first."""
        todo = deque([body])
        while todo:
            body = todo.popleft()
            ops: list[Operation] = []
            reads: list[tuple[Operation, Sequence[str]]] = []
            values = body.scope.values
            for tensor in body.constants:
                if (constant := self.initializer(tensor)) is not None:
                    values.setdefault(_tensor_name(tensor), constant.results[0])
                    ops.append(constant)
            for node in body.nodes:
                op, inputs, inner = self.node(node, body)
                ops.append(op)
                reads.append((op, inputs))
                todo.extend(inner)
            end = Yield.create()
            reads.append((end, body.outputs))
            # Only now every name has its value: a node may stand before those that it reads.
            for op, inputs in reads:
                if inputs:
                    op.operands = [self.find(name, body) for name in inputs]
            body.block.add_ops((*ops, end))

    def find(self, name: str, body: _Body) -> SSAValue:
        found = body.scope.find(name)
        if found is not None:
            return found
        if name not in self.undefined:
            op = Undefined.of(name, body.claims.get(name, NOTHING).type)
            names.set_hint(op.results[0], names.ssa_name(name))
            self.undefined[name] = op
        return self.undefined[name].results[0]

    def initializer(self, proto: Any) -> Operation | None:
        name = _tensor_name(proto)
        value = self.elements(proto)
        if value is None:
            return None
        notes: dict[str, Attribute] = {}
        if not _is_sparse(proto):
            add_notes(notes, proto, "onnx.")
        op = INITIALIZER_OP.create(
            properties={"value": value},
            attributes=notes,
            result_types=[value.type],
            location=_location(name),
        )
        _name_results(op, [name])
        return op

    def node(self, proto: Any, body: _Body) -> tuple[Operation, Sequence[str], list[_Body]]:
        """A node without its operands, the names of these, and the graphs inside it."""
        inputs, outputs = _trimmed(proto.input), _trimmed(proto.output)
        name = string(proto.name) or next(filter(None, outputs), "")
        claims = [body.claims.get(n, NOTHING) for n in outputs]
        notes = _node_notes(proto, claims)
        properties, inner = self.attributes(proto.attribute, name, body, notes)
        if "" in inputs:
            segments = Uniform.segments([n or None for n in inputs])
            assert segments is not None
            properties[SEGMENTS] = segments
            inputs = [n for n in inputs if n]
        op = onnx_op(string(proto.domain), string(proto.op_type)).create(
            result_types=[
                claim.type if n else _NONE for n, claim in zip(outputs, claims, strict=True)
            ],
            properties=properties,
            attributes=notes,
            regions=[Region(b.block) for b in inner],
            location=_location(name),
        )
        _name_results(op, outputs)
        values = body.scope.values
        for n, result in zip(outputs, op.results, strict=True):
            if n:
                values.setdefault(n, result)
        return op, inputs, inner

    # Attributes

    def attributes(
        self, protos: Iterable[Any], node: str, body: _Body, notes: dict[str, Attribute]
    ) -> tuple[dict[str, Attribute], list[_Body]]:
        """The properties of a node, and its graphs; what has no place there goes to the notes."""
        properties: dict[str, Attribute] = {}
        dotted: dict[str, Attribute] = {}
        docs: dict[str, Attribute] = {}
        graphs: dict[str, Any] = {}
        seen: set[str] = set()
        for proto in protos:
            name = string(proto.name)
            if name in seen:
                self.error(node, f"attribute '{name}' is given twice")
                continue
            seen.add(name)
            if proto.doc_string:
                docs[name] = StringAttr(string(proto.doc_string))
            value = self.attribute(proto, node, f"{node}.{name}")
            if isinstance(value, Attribute):
                kept = dotted if "." in name or not name or name == SEGMENTS else properties
                kept[name] = value
            elif value is not None:
                graphs.update(value)
        if dotted:
            notes[ATTRIBUTES] = DictionaryAttr(dotted)
        if docs:
            notes[ATTRIBUTE_DOCS] = DictionaryAttr(docs)
        if not graphs:
            return properties, []
        inner = [self.open(graph, body.scope) for graph in graphs.values()]
        notes[GRAPHS] = ArrayAttr(map(StringAttr, graphs))
        notes[GRAPH_NOTES] = ArrayAttr(
            DictionaryAttr(self.graph_notes(graph, b))
            for graph, b in zip(graphs.values(), inner, strict=True)
        )
        if any(b.inputs for b in inner):
            notes[names.ARGS] = ArrayAttr(ArrayAttr(map(StringAttr, b.inputs)) for b in inner)
        return properties, inner

    def attribute(self, proto: Any, node: str, key: str) -> Attribute | dict[str, Any] | None:
        """The value of an attribute, or its graphs by name; None where it has been refused."""
        name = string(proto.name)
        try:
            kind: Kind = kind_of(proto)
            if kind == "GRAPH" and not proto.ref_attr_name:
                return {name: proto.g}
            if kind == "GRAPHS" and proto.graphs and not proto.ref_attr_name:
                return {f"{name}#{i}": graph for i, graph in enumerate(proto.graphs)}
            return read_attribute(proto, kind, self.tensors, key)
        except (ClaimError, TensorError) as e:
            self.error(node, f"attribute '{name}' {e}")
            return None

    def graph_notes(self, proto: Any, body: _Body) -> dict[str, Attribute]:
        """What a GraphProto says besides its nodes."""
        notes: dict[str, Attribute] = {"name": StringAttr(string(proto.name))}
        add_notes(notes, proto)
        if proto.quantization_annotation:
            annotations = [read_message(a) for a in proto.quantization_annotation]
            notes["quantization_annotation"] = ArrayAttr(annotations)
        for key, listed in (("args", body.inputs), ("results", body.outputs)):
            entries = [_notes(n, body.claims, body.defaults.get(n)) for n in listed]
            if any(entries):
                notes[key] = ArrayAttr(map(DictionaryAttr, entries))
        return notes


# --- Small things -------------------------------------------------------------------------------


def _model_notes(proto: Any, source: str) -> dict[str, Attribute]:
    notes: dict[str, Attribute] = {"nn.source": StringAttr(source)}
    for key in ("ir_version", "model_version"):
        if proto.HasField(key):
            notes[f"onnx.{key}"] = IntegerAttr(getattr(proto, key), i64)
    if proto.opset_import:
        notes[OPSET] = _opset(proto.opset_import)
    for key in ("producer_name", "producer_version", "domain"):
        if text := getattr(proto, key):
            notes[f"onnx.{key}"] = StringAttr(string(text))
    add_notes(notes, proto, "onnx.")
    if proto.configuration:
        notes["onnx.configuration"] = ArrayAttr([read_message(c) for c in proto.configuration])
    return notes


def _node_notes(proto: Any, claims: Sequence[Claim]) -> dict[str, Attribute]:
    notes: dict[str, Attribute] = {}
    add_notes(notes, proto, "onnx.")
    if proto.overload:
        notes["onnx.overload"] = StringAttr(string(proto.overload))
    if proto.device_configurations:
        configurations = [read_message(c) for c in proto.device_configurations]
        notes["onnx.device_configurations"] = ArrayAttr(configurations)
    if any(claim.notes and claim.remarks for claim in claims):
        notes[VALUE_NOTES] = ArrayAttr([DictionaryAttr(claim.remarks) for claim in claims])
    return notes


def _opset(entries: Iterable[Any]) -> DictionaryAttr:
    """The versions by domain; of two of one domain the newer."""
    versions: dict[str, int] = {}
    for entry in entries:
        domain = string(entry.domain)
        domain = "" if domain == "ai.onnx" else domain
        versions[domain] = max(entry.version, versions.get(domain, entry.version))
    return write_opset(versions)


def _is_sparse(proto: Any) -> bool:
    return proto.DESCRIPTOR.name == "SparseTensorProto"


def _tensor_name(proto: Any) -> str:
    return string(proto.values.name if _is_sparse(proto) else proto.name)


def _trimmed(listed: Iterable[Any]) -> list[str]:
    found = list(map(string, listed))
    while found and not found[-1]:
        found.pop()
    return found


def _location(name: str) -> LocationAttr:
    return NameLoc(StringAttr(name), _NO_CHILD) if name else _NOWHERE


def _bound(block: Block, inputs: Sequence[str]) -> dict[str, SSAValue]:
    values: dict[str, SSAValue] = {}
    for name, argument in zip(inputs, block.args, strict=True):
        names.set_hint(argument, names.ssa_name(name))
        values.setdefault(name, argument)
    return values


def _name_results(op: Operation, outputs: Sequence[str]) -> None:
    exact: list[str] = []
    for name, result in zip(outputs, op.results, strict=True):
        legal = names.is_ssa_name(name)
        names.set_hint(result, name if legal else names.ssa_name(name))
        exact.append("" if legal else name)
    if any(exact):
        names.set_outs(op, exact)


def _notes(
    name: str, claims: Mapping[str, Claim], default: Elements | SparseAttr | None
) -> dict[str, Attribute]:
    notes = dict(claims.get(name, NOTHING).notes)
    if default is not None:
        notes[DEFAULT] = default
    return notes


def _entry(
    name: str, claims: Mapping[str, Claim], default: Elements | SparseAttr | None
) -> DictionaryAttr:
    notes = _notes(name, claims, default)
    notes[names.NAME] = StringAttr(name)
    return DictionaryAttr(dict(sorted(notes.items())))
