"""Writes `.onnx`: the graphs or functions of a module that hold operations of the dialect `onnx`.

Names come back as they were read: of inputs and outputs always, of nodes and tensors as far as they
are unique. Weights go from where they lie into the file, past protobuf.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FusedLoc,
    IntegerAttr,
    ModuleOp,
    NameLoc,
    NoneType,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.target import Target

from ...dialects.nn.graph import Undefined, UnknownType
from ...dialects.onnx import (
    ATTRIBUTE_DOCS,
    ATTRIBUTES,
    DEFAULT,
    FUNCTION,
    GRAPH_NOTES,
    INITIALIZER,
    KINDS,
    OPSET,
    TRAINING,
    VALUE_NOTES,
    OnnxOp,
    SparseAttr,
    graph_names,
    operator,
    read_opset,
)
from .. import names
from ..driver.diagnostics import Diagnosed, Diagnostic, Where, diagnostic
from ..driver.outputs import staged
from ..frontends._onnx_wire import Buffer, fill
from ..op import SEGMENTS
from ..weights import as_elements
from ._onnx_values import (
    NoForm,
    TensorWriter,
    entries,
    items,
    text,
    write_attribute,
    write_message,
    write_metadata,
    write_notes,
    write_type,
)

LIMIT = 2**31 - 1
"""Bytes that protobuf reads; above, weights go into a file of their own."""
ALIGNMENT = 64
SMALLEST = 1024
"""Bytes of the smallest tensor that goes into a file of its own."""
_IR_VERSION = 10
_VERSIONS = {"": 21, "ai.onnx.ml": 5}
"""Where a module says nothing of versions, as of ONNX Runtime 1.20."""


@dataclass(frozen=True)
class OnnxTarget(Target):
    """
    A model of ONNX. `function` is the symbol of the main graph, needed only where there are several
    that could be. `external`: weights go into a file `<model>.data` beside the model, as they do in
    any case beyond 2 GiB.
    """

    name = "onnx"

    function: str = ""
    external: bool = False

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Writes to the binary stream under `output`, in which no external data can be."""
        binary: Any = getattr(output, "buffer", output)
        for piece in self._pieces(module, None):
            binary.write(piece)

    def write(self, ctx: Context, module: ModuleOp, path: Path) -> None:
        """
        Writes a file, and where needed its data file; both are complete before they take their
        names, since the module's weights may be mapped from the files of those names.
        """
        with staged(path) as stage:
            pieces = self._pieces(module, stage)
            with open(stage, "wb") as file:
                for piece in pieces:
                    file.write(piece)

    def _pieces(self, module: ModuleOp, path: Path | None) -> list[Buffer]:
        writer = _Writer(module)
        proto = writer.model(self.function)
        stripped: bytes = proto.SerializeToString(deterministic=True)
        size = len(stripped) + sum(map(len, writer.tensors.data))
        if not self.external and size <= LIMIT:
            return fill(stripped, writer.tensors.data)
        if path is None:
            raise Diagnosed(
                diagnostic("error", module, "weights in a file of their own need a model in one")
            )
        data = path.with_name(f"{path.name}.data")
        with open(data, "wb") as file:
            _move_out(writer, data.name, file)
        return fill(proto.SerializeToString(deterministic=True), writer.tensors.data)


def _move_out(writer: _Writer, location: str, file: IO[bytes]) -> None:
    """Moves the data of large initializers into a file."""
    from onnx import TensorProto

    for proto in writer.initializers:
        data = writer.tensors.data[int.from_bytes(proto.raw_data, "little")]
        if len(data) < SMALLEST:
            continue
        file.write(bytes(-file.tell() % ALIGNMENT))
        where = {"location": location, "offset": file.tell(), "length": len(data)}
        file.write(data)
        proto.ClearField("raw_data")
        proto.data_location = TensorProto.EXTERNAL
        for key, value in where.items():
            proto.external_data.add(key=key, value=str(value))


# --- Names --------------------------------------------------------------------------------------


class _Names:
    """The tensor names that a graph and those around it use, or the names of all nodes."""

    def __init__(self, outer: _Names | None = None) -> None:
        self.here: set[str] = set()
        self.outer = outer
        self.numbers: dict[str, int] = {} if outer is None else outer.numbers

    def __contains__(self, name: str) -> bool:
        at: _Names | None = self
        while at is not None:
            if name in at.here:
                return True
            at = at.outer
        return False

    def take(self, wanted: str) -> str:
        """The name, or the first of `name_1`, `name_2`, … that is free."""
        name = wanted
        while name in self:
            self.numbers[wanted] = number = self.numbers.get(wanted, 0) + 1
            name = f"{wanted}_{number}"
        self.here.add(name)
        return name


class _Graph(NamedTuple):
    """A block to be written and the message it becomes, a GraphProto or a FunctionProto."""

    block: Block
    proto: Any
    taken: _Names
    outputs: Sequence[str]
    """Wanted names of the results, `""` for any."""
    notes: Sequence[Mapping[str, Attribute]]
    """On each result."""

    @property
    def is_function(self) -> bool:
        return self.proto.DESCRIPTOR.name == "FunctionProto"


def location_name(location: Attribute) -> str:
    """The first name in a location; empty without one."""
    todo = [location]
    while todo:
        at = todo.pop()
        if isinstance(at, NameLoc):
            return at.desc.data
        if isinstance(at, FusedLoc):
            todo += reversed(items(at.locations))
    return ""


# --- The model ----------------------------------------------------------------------------------


class _Writer:
    """Builds the ModelProto of one module."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.notes = module.attributes
        self.tensors = TensorWriter()
        self.initializers: list[Any] = []
        """The TensorProto of each initializer with raw data."""
        self.errors: list[Diagnostic] = []
        self.domains: set[str] = set()
        self.names: dict[SSAValue, str] = {}
        self.nodes = _Names()
        """Of the graph with a symbol at work."""
        self.ir_version = _integer(self.notes.get("onnx.ir_version"), _IR_VERSION)

    def error(self, where: Where, message: str) -> None:
        self.errors.append(diagnostic("error", where, message))

    def model(self, function: str) -> Any:
        """The ModelProto; raises `Diagnosed` with all that has no form in ONNX."""
        from onnx import ModelProto

        proto: Any = ModelProto()
        graphs = {_symbol(op): op for op in self.module.ops if _is_graph(op)}
        for op in self.module.ops:
            if not _is_graph(op):
                self.error(op, f"'{op.name}' has no place beside the graphs of an ONNX model")
        training = self.training_graphs(graphs)
        main = self.main(graphs, training, function)
        self.graph(main, proto.graph)
        for op in graphs.values():
            if FUNCTION in op.attributes and op is not main:
                self.function(op, proto.functions.add())
        for entry in items(self.notes.get(TRAINING)):
            self.training(entry, graphs, proto.training_info.add())
        self.header(proto)
        if self.errors:
            raise Diagnosed(*self.errors)
        return proto

    def training_graphs(self, graphs: Mapping[str, Operation]) -> set[str]:
        listed = (entries(entry).values() for entry in items(self.notes.get(TRAINING)))
        return {
            value.root_reference.data
            for values in listed
            for value in values
            if isinstance(value, SymbolRefAttr)
        }

    def main(self, graphs: Mapping[str, Operation], training: set[str], name: str) -> Operation:
        if name:
            if name not in graphs:
                self.error(self.module, f"holds no graph or function '{name}'")
                raise Diagnosed(*self.errors)
            return graphs[name]
        found = [
            op
            for symbol, op in graphs.items()
            if FUNCTION not in op.attributes and symbol not in training
        ]
        if len(found) == 1:
            return found[0]
        shown = ", ".join(_symbol(op) for op in found[:8])
        self.error(
            self.module,
            f"an ONNX model has one main graph, the module {len(found)}"
            + (f" ({shown}); 'onnx{{function=\"…\"}}' says which" if found else ""),
        )
        raise Diagnosed(*self.errors)

    def header(self, proto: Any) -> None:
        proto.ir_version = self.ir_version
        for key in ("producer_name", "producer_version", "domain"):
            if value := text(self.notes.get(f"onnx.{key}")):
                setattr(proto, key, value)
        if "onnx.model_version" in self.notes:
            proto.model_version = _integer(self.notes["onnx.model_version"], 0)
        write_notes(proto, self.notes)
        versions = read_opset(self.notes.get(OPSET))
        if OPSET in self.notes or "onnx.ir_version" not in self.notes:
            _complete(versions, self.domains)
        _write_opset(proto.opset_import, versions)
        for entry in items(self.notes.get("onnx.configuration")):
            self.message(self.module, proto.configuration.add(), entry)

    def message(self, where: Where, to: Any, attribute: Attribute) -> None:
        try:
            write_message(to, attribute)
        except NoForm as e:
            self.error(where, str(e))

    def training(self, entry: Attribute, graphs: Mapping[str, Operation], proto: Any) -> None:
        for part, value in entries(entry).items():
            if part.endswith("_binding") and part in proto.DESCRIPTOR.fields_by_name:
                write_metadata(getattr(proto, part), value)
            elif part in ("initialization", "algorithm") and isinstance(value, SymbolRefAttr):
                if (graph := graphs.get(value.root_reference.data)) is not None:
                    self.graph(graph, getattr(proto, part))
                else:
                    self.error(self.module, f"{TRAINING} names the graph {value}, which is missing")

    # Graphs with a symbol

    def graph(self, op: Operation, proto: Any) -> None:
        """An `nn.graph` or a function as a GraphProto."""
        self.nodes = _Names()
        proto.name = text(op.attributes.get("onnx.name")) or _symbol(op)
        block, taken = op.regions[0].blocks[0], _Names()
        self.inputs(op, proto, block, taken, _dictionaries(op, "arg_attrs", len(block.args)))
        self.blocks(self.opened(op, block, proto, taken))
        self.graph_notes(op, proto, op.attributes, "onnx.")

    def function(self, op: Operation, proto: Any) -> None:
        """A local function as a FunctionProto."""
        self.nodes = _Names()
        notes = entries(op.attributes[FUNCTION])
        for key in ("domain", "name", "overload"):
            if key in notes:
                setattr(proto, key, text(notes[key]))
        block, taken = op.regions[0].blocks[0], _Names()
        proto.input.extend([self.argument(argument, taken) for argument in block.args])
        proto.attribute.extend(map(text, items(notes.get("attributes"))))
        for key, value in entries(notes.get("defaults")).items():
            self.attribute(op, proto.attribute_proto, key, value)
        outer, self.domains = self.domains, set[str]()
        self.blocks(self.opened(op, block, proto, taken))
        versions = read_opset(notes.get("opset"))
        _complete(versions, self.domains)
        self.domains = outer
        _write_opset(proto.opset_import, versions)
        write_notes(proto, op.attributes)

    def opened(self, op: Operation, block: Block, proto: Any, taken: _Names) -> _Graph:
        last = block.last_op
        count = 0 if last is None else len(last.operands)
        outputs = [names.result_name(op, i) or "" for i in range(count)]
        return _Graph(block, proto, taken, outputs, _dictionaries(op, "res_attrs", count))

    def inputs(
        self,
        op: Operation,
        proto: Any,
        block: Block,
        taken: _Names,
        notes: Sequence[Mapping[str, Attribute]],
    ) -> None:
        for argument, note in zip(block.args, notes, strict=True):
            name = self.argument(argument, taken)
            self.value_info(op, proto.input.add(), name, argument.type, note)
            if DEFAULT in note:
                self.tensor(op, proto, name, note[DEFAULT])

    def argument(self, argument: SSAValue, taken: _Names) -> str:
        name = taken.take(names.name_of(argument) or "input")
        self.names[argument] = name
        return name

    def graph_notes(
        self, op: Operation, proto: Any, notes: Mapping[str, Attribute], prefix: str
    ) -> None:
        write_notes(proto, notes, prefix)
        for annotation in items(notes.get(f"{prefix}quantization_annotation")):
            self.message(op, proto.quantization_annotation.add(), annotation)

    # Values

    def value_info(
        self, where: Where, info: Any, name: str, type_: Attribute, notes: Mapping[str, Attribute]
    ) -> None:
        info.name = name
        write_notes(info, notes)
        if isinstance(type_, UnknownType):
            return
        try:
            write_type(info.type, type_, notes)
        except NoForm as e:
            self.error(where, f"value '{name}' {e}")

    def tensor(self, op: Operation, proto: Any, name: str, value: Attribute) -> None:
        """An initializer of a GraphProto."""
        try:
            if isinstance(value, SparseAttr):
                sparse = proto.sparse_initializer.add()
                self.tensors.sparse(sparse, value)
                sparse.values.name = name
                return
            elements = as_elements(value)
            if elements is None:
                raise NoForm(f"is {value}, not a tensor")
            tensor = proto.initializer.add(name=name)
            self.tensors.dense(tensor, elements)
            if op.name == INITIALIZER:
                write_notes(tensor, op.attributes)
            if tensor.HasField("raw_data"):
                self.initializers.append(tensor)
        except NoForm as e:
            self.error(op, f"initializer '{name}' {e}")

    # Blocks

    def blocks(self, graph: _Graph) -> None:
        """Writes a block, and the graphs inside its nodes, outer ones first."""
        for op in graph.block.walk():
            if isinstance(op, Undefined):
                self.names[op.results[0]] = op.tensor_name
                graph.taken.here.add(op.tensor_name)
        todo = deque([graph])
        while todo:
            todo.extend(self.block(todo.popleft()))

    def block(self, graph: _Graph) -> list[_Graph]:
        """Writes a block; gives the graphs inside its nodes."""
        ops = list(graph.block.ops)
        last = ops.pop() if ops else None
        if last is None or last.name not in ("nn.yield", "func.return"):
            self.error(last, "a graph ends in 'nn.yield'")
            return []
        copies = self.name_outputs(graph, last.operands)
        returned = set(last.operands)
        for op in ops:
            self.name_results(op, graph.taken)
        inner: list[_Graph] = []
        for op in ops:
            if op.name == INITIALIZER:
                self.initializer(op, graph)
            elif isinstance(op, OnnxOp):
                inner += self.node(op, graph)
                self.claims(op, graph, returned)
            elif not isinstance(op, Undefined):
                self.error(
                    op, f"'{op.name}' op is none of ONNX; 'convert-nn-to-onnx' makes it such"
                )
        for source, name in copies:
            self.domains.add("")
            graph.proto.node.add(
                op_type="Identity", name=self.nodes.take(name), input=[source], output=[name]
            )
        return inner

    def name_outputs(self, graph: _Graph, values: Sequence[SSAValue]) -> list[tuple[str, str]]:
        """
        Names the results of a graph. An argument, a value from outside, or one that is a result
        already needs a copy under the wanted name: gives source and name of each.
        """
        copies: list[tuple[str, str]] = []
        taken = graph.taken
        for value, wanted, notes in zip(values, graph.outputs, graph.notes, strict=True):
            name = self.names.get(value)
            if name is None:
                name = self.names[value] = taken.take(wanted or _wanted(value))
            elif name != wanted and not isinstance(value.owner, Undefined):
                copies.append((name, taken.take(wanted or f"{name}_copy")))
                name = copies[-1][1]
            if graph.is_function:
                graph.proto.output.append(name)
            else:
                self.value_info(value, graph.proto.output.add(), name, value.type, notes)
        return copies

    def name_results(self, op: Operation, taken: _Names) -> None:
        for result in op.results:
            if result not in self.names and not isinstance(result.type, NoneType):
                self.names[result] = taken.take(_wanted(result))

    def claims(self, op: Operation, graph: _Graph, returned: set[SSAValue]) -> None:
        """What is known of the results of a node, as far as no output says it."""
        if graph.is_function and self.ir_version < _IR_VERSION:
            return
        notes = items(op.attributes.get(VALUE_NOTES))
        for i, result in enumerate(op.results):
            note = entries(notes[i] if i < len(notes) else None)
            known = not isinstance(result.type, UnknownType | NoneType)
            if (known or note) and (result not in returned or graph.is_function):
                info = graph.proto.value_info.add()
                self.value_info(op, info, self.names[result], result.type, note)

    def initializer(self, op: Operation, graph: _Graph) -> None:
        name, value = self.names[op.results[0]], op.properties["value"]
        if graph.is_function:
            self.domains.add("")
            node = graph.proto.node.add(op_type="Constant", output=[name])
            node.name = self.nodes.take(name)
            sparse = isinstance(value, SparseAttr)
            self.attribute(op, node.attribute, "sparse_value" if sparse else "value", value)
            return
        if self.ir_version < 4:  # until then, every initializer is an input as well
            self.value_info(op, graph.proto.input.add(), name, op.results[0].type, {})
        self.tensor(op, graph.proto, name, value)

    # Nodes

    def node(self, op: OnnxOp, graph: _Graph) -> list[_Graph]:
        """A node; gives the graphs inside, their inputs written."""
        node = graph.proto.node.add()
        domain, node.op_type = operator(op.name)
        self.domains.add(domain)
        if domain:
            node.domain = domain
        node.input.extend(["" if v is None else self.names[v] for v in op.operands_with_holes()])
        node.output.extend([self.names.get(result, "") for result in op.results])
        if name := location_name(op.location):
            node.name = self.nodes.take(name)
        if overload := text(op.attributes.get("onnx.overload")):
            node.overload = overload
        write_notes(node, op.attributes)
        for key, value in (*op.properties.items(), *entries(op.attributes.get(ATTRIBUTES)).items()):
            if key != SEGMENTS or value is not op.properties.get(SEGMENTS):
                self.attribute(op, node.attribute, key, value)
        inner = self.node_graphs(op, node, graph.taken)
        docs = entries(op.attributes.get(ATTRIBUTE_DOCS))
        for attribute in node.attribute if docs else ():
            attribute.doc_string = text(docs.get(attribute.name))
        for entry in items(op.attributes.get("onnx.device_configurations")):
            self.message(op, node.device_configurations.add(), entry)
        return inner

    def attribute(self, op: Operation, to: Any, name: str, value: Attribute) -> None:
        try:
            proto = to.add(name=name)
            write_attribute(proto, value, self.tensors)
        except (NoForm, OverflowError, ValueError) as e:
            reason = str(e) if isinstance(e, NoForm) else f"has the value {value}: {e}"
            self.error(op, f"attribute '{name}' {reason}")

    def node_graphs(self, op: OnnxOp, node: Any, taken: _Names) -> list[_Graph]:
        found: list[_Graph] = []
        notes = items(op.attributes.get(GRAPH_NOTES))
        lists: dict[str, Any] = {}
        for i, (name, region) in enumerate(zip(graph_names(op), op.regions, strict=True)):
            note = entries(notes[i] if i < len(notes) else None)
            attribute, _, index = name.rpartition("#")
            if attribute and index.isdigit():
                if attribute not in lists:
                    lists[attribute] = node.attribute.add(name=attribute)
                    lists[attribute].type = KINDS["GRAPHS"]
                proto = lists[attribute].graphs.add()
            else:
                single = node.attribute.add(name=name)
                single.type = KINDS["GRAPH"]
                proto = single.g
            found.append(self.inner_graph(op, region.blocks[0], proto, name, taken, note))
        return found

    def inner_graph(
        self,
        op: OnnxOp,
        block: Block,
        proto: Any,
        name: str,
        outer: _Names,
        notes: Mapping[str, Attribute],
    ) -> _Graph:
        proto.name = text(notes.get("name")) or name
        self.graph_notes(op, proto, notes, "")
        taken = _Names(outer)
        self.inputs(op, proto, block, taken, _listed(notes.get("args"), len(block.args)))
        last = block.last_op
        count = 0 if last is None else len(last.operands)
        return _Graph(block, proto, taken, [""] * count, _listed(notes.get("results"), count))


# --- Small things -------------------------------------------------------------------------------


def _is_graph(op: Operation) -> bool:
    return op.name in ("nn.graph", "func.func") and bool(op.regions and op.regions[0].blocks)


def _symbol(op: Operation) -> str:
    return text(op.properties.get("sym_name"))


def _wanted(value: SSAValue) -> str:
    """The name of a value, or one made up from what computes it."""
    if (name := names.name_of(value)) is not None and name:
        return name
    owner = value.owner
    return operator(owner.name)[1] if isinstance(owner, Operation) else "value"


def _integer(attribute: Attribute | None, otherwise: int) -> int:
    return attribute.value.data if isinstance(attribute, IntegerAttr) else otherwise


def _listed(attribute: Attribute | None, count: int) -> list[Mapping[str, Attribute]]:
    """The dictionaries of a list; empty ones where it is not that long."""
    found = [entries(item) for item in items(attribute)][:count]
    return [*found, *({} for _ in range(count - len(found)))]


def _dictionaries(op: Operation, key: str, count: int) -> list[Mapping[str, Attribute]]:
    return _listed(op.properties.get(key), count)


def _complete(versions: dict[str, int], domains: Iterable[str]) -> None:
    """Adds a version for each domain in use that has none."""
    for domain in sorted(domains):
        versions.setdefault(domain, _VERSIONS.get(domain, 1))


def _write_opset(to: Any, versions: Mapping[str, int]) -> None:
    for domain, version in versions.items():
        to.add(domain=domain, version=version)
