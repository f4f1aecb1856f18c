"""Reads `.tflite`: every sub-graph of a model becomes an `nn.graph` of `tfl` operations, as it is.

Weights stay in the file. The bytes are checked before anything is made of them; then indices, types
and sizes, of which all faults are told. Options are read as the schema says, not by operator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import IO, Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnknownLoc,
    UnrankedTensorType,
    f32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.frontend import Frontend

from ...dialects.nn.graph import UNKNOWN, Graph, Undefined, Yield
from ...dialects.tfl import (
    CONSTANT_OP,
    ELEMENT_TYPES,
    INTERMEDIATES,
    MUTATING,
    SIGNATURES,
    TENSOR,
    TENSORS,
    VARIABLE_OP,
    VERSION,
    custom_op,
    notes_of,
    tfl_op,
)
from .. import names, topology
from ..driver.diagnostics import DRIVER, Diagnosed, Diagnostic, Place, fail
from ..op import DYNAMIC, SEGMENTS, Uniform
from ._flatbuffer import FlatError, FlatReader, Record, members
from ._onnx_tensors import map_file
from ._tflite_tensors import TensorError, bytes_attribute, constant, numbers_attribute

IDENTIFIER = b"TFL3"
_CUSTOM = "CUSTOM"
_ABSENT = -1  # the index of an optional input that is not given
_LISTED = 20
"""How many faults are told of one file."""
_NO_CHILD = NoneAttr()

_ENUMS = {
    "algorithm": "RngAlgorithm",
    "combiner": "CombinerType",
    "compare_type": "StablehloComparisonType",
    "comparison_direction": "StablehloComparisonDirection",
    "composite_attributes_format": "CustomOptionsFormat",
    "custom_options_format": "CustomOptionsFormat",
    "format": "DimensionType",
    "fused_activation_function": "ActivationFunctionType",
    "idx_out_type": "TensorType",
    "in_data_type": "TensorType",
    "kernel_type": "LSTMKernelType",
    "key_dtype": "TensorType",
    "mode": "MirrorPadMode",
    "out_data_type": "TensorType",
    "out_type": "TensorType",
    "output_type": "TensorType",
    "padding": "Padding",
    "precision_config": "StablehloPrecisionConfig",
    "quantized_bias_type": "TensorType",
    "reduce_function": "ReduceWindowFunction",
    "type": "LSHProjectionType",
    "value_dtype": "TensorType",
    "weights_format": "FullyConnectedOptionsWeightsFormat",
}
"""The enumeration of a field of options, which generated classes do not tell."""


class _Fault(Exception):
    """What is wrong with an operator or a tensor, to be read after its name."""


@dataclass(frozen=True)
class TfliteFrontend(Frontend):
    """Reads a model of TFLite; needs the package `tflite`, which holds its schema."""

    name = "tflite"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "model.tflite") -> ModuleOp:
        schema = _schema()
        view = map_file(input)
        if view is None:
            view = memoryview(input.read())
        try:
            reader = FlatReader(view, lambda name: getattr(schema, name))
            model = reader.root(schema.Model, IDENTIFIER)
        except FlatError as e:
            fail(Place(input_name), f"is no TFLite model: {e}")
        return _Importer(input_name.rpartition("/")[2], view, model, schema).module()


def _schema() -> Any:
    try:
        return import_module("tflite")
    except ImportError:
        fail(DRIVER, "reading .tflite needs the package 'tflite'; pip install 'nn-opt[tflite]'")


@cache
def _words(enum: Any) -> dict[int, str]:
    """The names of an enumeration by number."""
    return {v: n for n, v in members(enum).items() if not n.startswith("_")}


@dataclass
class _Graph:
    """A sub-graph at work."""

    symbol: str
    tensors: Sequence[Record]
    types: list[Attribute]
    names: list[str]
    """By tensor, unique; empty for a tensor without a name."""
    values: dict[int, SSAValue]


class _Importer:
    """Builds the module of one model, and collects what is wrong with it."""

    def __init__(self, source: str, view: memoryview, model: Record, schema: Any) -> None:
        self.source = source
        self.view = view
        self.model = model
        self.schema = schema
        self.errors: list[Diagnostic] = []
        self.buffers: Sequence[Record] = model.get("buffers", ())
        self.subgraphs: Sequence[Record] = model.get("subgraphs", ())
        self.symbols = _symbols(self.subgraphs)
        self.codes = [self.code(i, c) for i, c in enumerate(model.get("operator_codes", ()))]

    def error(self, name: str, message: str) -> None:
        self.errors.append(Diagnostic("error", Place(self.source, name=name), message))

    def check_faults(self) -> None:
        if not self.errors:
            return
        told = self.errors[:_LISTED]
        if len(self.errors) > _LISTED:
            more = f"{len(self.errors) - _LISTED} more faults"
            told.append(Diagnostic("error", Place(self.source), more))
        raise Diagnosed(*told)

    # The module

    def module(self) -> ModuleOp:
        if not self.subgraphs:
            fail(Place(self.source), "is no TFLite model: it holds no sub-graph")
        graphs = [self.graph(i, record) for i, record in enumerate(self.subgraphs)]
        self.check_calls(graphs)
        notes = self.notes(graphs)
        self.check_faults()
        module = ModuleOp(graphs)
        module.attributes.update(sorted(notes.items()))
        return module

    def notes(self, graphs: Sequence[Graph]) -> dict[str, Attribute]:
        notes: dict[str, Attribute] = {"nn.source": StringAttr(self.source)}
        notes[VERSION] = IntegerAttr(self.model["version"], i64)
        if description := self.model.get("description"):
            notes["tfl.description"] = StringAttr(description)
        if signatures := self.model.get("signature_defs"):
            notes[SIGNATURES] = ArrayAttr([self.signature(s, graphs) for s in signatures])
        listed = [(m.get("name", ""), m["buffer"]) for m in self.model.get("metadata", ())]
        listed += [("", index) for index in self.model.get("metadata_buffer", ())]
        if listed:
            notes["tfl.metadata"] = ArrayAttr([self.metadata(*entry) for entry in listed])
        return notes

    def metadata(self, name: str, index: int) -> Attribute:
        entry: dict[str, Attribute] = {}
        try:
            data = self.buffer(index)
            entry["value"] = bytes_attribute(data, name or f"metadata.{index}")
        except _Fault as e:
            self.error("", f"metadata '{name}' {e}")
        if name:
            entry["name"] = StringAttr(name)
        return DictionaryAttr(dict(sorted(entry.items())))

    def signature(self, record: Record, graphs: Sequence[Graph]) -> Attribute:
        key: str = record.get("signature_key", "")
        index: int = record["subgraph_index"]
        entry: dict[str, Attribute] = {"key": StringAttr(key)}
        if index >= len(graphs):
            self.error("", f"signature '{key}' is of sub-graph {index} of {len(graphs)}")
            return DictionaryAttr(entry)
        entry["graph"] = SymbolRefAttr(self.symbols[index])
        for side in ("inputs", "outputs"):
            tensors: Sequence[int] = self.subgraphs[index].get(side, ())
            called: dict[int, str] = {}
            for entry_ in record.get(side, ()):
                tensor, name = entry_["tensor_index"], entry_.get("name", "")
                if tensor not in tensors:
                    what = f"'{name}' of signature '{key}' is tensor {tensor}"
                    self.error(self.symbols[index], f"{what}, which is none of the {side}")
                called[tensor] = name
            entry[side] = ArrayAttr([StringAttr(called.get(t, "")) for t in tensors])
        return DictionaryAttr(dict(sorted(entry.items())))

    def code(self, index: int, record: Record) -> tuple[str, str, int]:
        """Operator, name where it is a custom one, version."""
        # Before the number outgrew a byte it stood in the first field; the larger one counts.
        number = max(record["builtin_code"], record["deprecated_builtin_code"])
        word = _words(self.schema.BuiltinOperator).get(number)
        if word is None:
            known = f"the schema of tflite {self.schema.__version__}"
            self.error("", f"operator code {index} is {number}, which {known} does not know")
        return word or "", record.get("custom_code", ""), record["version"]

    def buffer(self, index: int) -> memoryview:
        """The bytes of a buffer, in the FlatBuffer or behind it; raises `_Fault`."""
        if not 0 <= index < len(self.buffers):
            raise _Fault(f"has buffer {index} of {len(self.buffers)}")
        record = self.buffers[index]
        if record["offset"] > 1:
            return self.behind(record["offset"], record["size"])
        return record.get("data", self.view[:0])

    def behind(self, offset: int, size: int) -> memoryview:
        if offset + size > len(self.view):
            raise _Fault(f"lies in bytes {offset} to {offset + size} of {len(self.view)}")
        return self.view[offset : offset + size]

    # Sub-graphs

    def graph(self, index: int, record: Record) -> Graph:
        tensors = record.get("tensors", ())
        symbol = self.symbols[index]
        types = [self.type_of(i, t, symbol) for i, t in enumerate(tensors)]
        graph = _Graph(symbol, tensors, types, _unique_names(tensors), {})
        inputs = self.indices(record.get("inputs", ()), graph, symbol, "input")
        outputs = self.indices(record.get("outputs", ()), graph, symbol, "output")
        block = Block(arg_types=[self.input_type(graph, i) for i in inputs])
        for i, argument in zip(inputs, block.args, strict=True):
            names.set_hint(argument, names.ssa_name(graph.names[i]))
            graph.values.setdefault(i, argument)
        self.fill(block, graph, record.get("operators", ()), inputs, outputs)
        last = block.last_op
        assert last is not None
        type_ = FunctionType.from_lists([a.type for a in block.args], list(last.operand_types))
        made = Graph.of(
            symbol,
            type_,
            Region(block),
            [self.entry(graph, i) for i in inputs],
            [_entry(graph.names[i], {}) for i in outputs],
        )
        if record["debug_metadata_index"] != -1:
            index_ = IntegerAttr(record["debug_metadata_index"], i64)
            made.attributes["tfl.debug_metadata_index"] = index_
        if record.get("name", "") != symbol:
            made.attributes["tfl.name"] = StringAttr(record.get("name", ""))
        return made

    def entry(self, graph: _Graph, index: int) -> DictionaryAttr:
        notes = self.tensor_notes(graph, index)
        return _entry(graph.names[index], {TENSOR: DictionaryAttr(notes)} if notes else {})

    def indices(self, listed: Iterable[int], graph: _Graph, where: str, what: str) -> list[int]:
        """Those that are tensors of the graph; the others are faults."""
        found = list(listed)
        for n, index in enumerate(found):
            if not 0 <= index < len(graph.tensors):
                self.error(where, f"{what} {n} is tensor {index} of {len(graph.tensors)}")
        return [i for i in found if 0 <= i < len(graph.tensors)]

    def fill(
        self,
        block: Block,
        graph: _Graph,
        operators: Sequence[Record],
        inputs: Sequence[int],
        outputs: Sequence[int],
    ) -> None:
        ops: list[Operation] = []
        reads: list[tuple[Operation, Sequence[int]]] = []
        for i, record in enumerate(operators):
            op, read = self.operator(i, record, graph)
            reads.append((op, read))
            ops.append(op)
        end = Yield.create()
        reads.append((end, outputs))
        stored = self.tensors(graph, set(inputs))
        undefined: list[Operation] = []
        for op, read in reads:
            op.operands = [self.find(i, graph, undefined) for i in read]
        block.add_ops((*undefined, *stored, *ops, end))

    def find(self, index: int, graph: _Graph, undefined: list[Operation]) -> SSAValue:
        found = graph.values.get(index)
        if found is not None:
            return found
        name = graph.names[index] or f"tensor {index}"
        op = Undefined.of(name, graph.types[index])
        names.set_hint(op.results[0], names.ssa_name(name))
        undefined.append(op)
        graph.values[index] = op.results[0]
        return op.results[0]

    # Tensors

    def type_of(self, index: int, record: Record, symbol: str) -> Attribute:
        name = record.get("name") or f"tensor {index}"
        word = _words(self.schema.TensorType).get(record["type"])
        if word is None or word not in ELEMENT_TYPES:
            self.error(symbol, f"'{name}' has the unknown element type {record['type']}")
            return UNKNOWN
        shape = record.get("shape", ())
        signature = record.get("shape_signature") or shape
        if len(shape) != len(signature) or any(n < -1 for n in (*shape, *signature)):
            told = f"the shape {list(shape)} and the signature {list(signature)}"
            self.error(symbol, f"'{name}' has {told}")
            return UNKNOWN
        if not shape and not record["has_rank"] and not self.has_data(record):
            return UnrankedTensorType(ELEMENT_TYPES[word])
        return TensorType(ELEMENT_TYPES[word], [DYNAMIC if n < 0 else n for n in signature])

    def input_type(self, graph: _Graph, index: int) -> Attribute:
        """A tensor without a shape is a scalar where the runtime asks for one."""
        type_ = graph.types[index]
        if isinstance(type_, UnrankedTensorType):
            element = cast("UnrankedTensorType[Attribute]", type_).element_type
            graph.types[index] = TensorType(element, ())
        return graph.types[index]

    def has_data(self, record: Record) -> bool:
        index = record["buffer"]
        if not 0 < index < len(self.buffers):
            return False
        return bool(self.buffer_of(index).get("data")) or self.buffer_of(index)["offset"] > 1

    def buffer_of(self, index: int) -> dict[str, Any]:
        return self.buffers[index]

    def tensors(self, graph: _Graph, inputs: set[int]) -> list[Operation]:
        """The constants and variables of a graph."""
        found: list[Operation] = []
        for i, record in enumerate(graph.tensors):
            op = self.tensor(graph, i, record, i in inputs)
            if op is not None:
                _name_results(op, [graph.names[i]])
                graph.values.setdefault(i, op.results[0])
                found.append(op)
        return found

    def tensor(self, graph: _Graph, i: int, record: Record, is_input: bool) -> Operation | None:
        """What gives a tensor that no operator makes; None where one does, or nothing."""
        location = _location(graph.names[i])
        if record["is_variable"]:
            if is_input or i in graph.values:
                return None
            made = VARIABLE_OP.create(result_types=[graph.types[i]], location=location)
            _note_results(made, [self.tensor_notes(graph, i)])
            return made
        type_: Any = graph.types[i]
        if not isinstance(type_, TensorType):
            return None
        empty = 0 in type_.get_shape() and i not in graph.values
        if not self.has_data(record) and not empty:
            return None
        try:
            properties = self.value(record, type_, graph.names[i] or f"tensor.{i}")
        except (_Fault, TensorError) as e:
            self.error(graph.names[i] or graph.symbol, f"tensor {i} {e}")
            return None
        made = CONSTANT_OP.create(
            properties=properties, result_types=[graph.types[i]], location=location
        )
        notes = self.tensor_notes(graph, i)
        _note_results(made, [notes])
        return made

    def value(self, record: Record, type_: Any, key: str) -> dict[str, Attribute]:
        sparsity = record.get("sparsity")
        value = constant(self.buffer(record["buffer"]), type_, key, sparse=sparsity is not None)
        if sparsity is None:
            return {"value": value}
        return {"sparsity": self.dictionary(sparsity, key), "value": value}

    def tensor_notes(self, graph: _Graph, index: int) -> dict[str, Attribute]:
        record = graph.tensors[index]
        notes: dict[str, Attribute] = {}
        name = graph.names[index]
        try:
            quantization = self.quantization(record.get("quantization", {}), name)
            if quantization:
                notes["quantization"] = DictionaryAttr(quantization)
            if record.get("variant_tensors"):
                notes["variant_tensors"] = self.attribute("", record["variant_tensors"], name)
        except _Fault as e:
            self.error(name or graph.symbol, f"tensor {index} {e}")
        if record["is_variable"]:
            notes["is_variable"] = BoolAttr.from_bool(True)
        if record.get("name", "") != name:
            notes["name"] = StringAttr(record["name"])
        shape = record.get("shape", ())
        if tuple(record.get("shape_signature") or shape) != tuple(shape):
            notes["shape"] = _integers(shape)
        return notes

    def quantization(self, record: Record, name: str) -> dict[str, Attribute]:
        """Exact, in arrays; what is empty is left out."""
        entry = {k: v for k, v in record.items() if k not in ("details_type", "details")}
        kept = {k: v for k, v in entry.items() if not isinstance(v, int) and len(v)}
        if not kept and "details" not in record:
            return {}
        if len(kept.get("zero_point", ())) not in (0, len(kept.get("scale", ()))):
            told = f"{len(kept.get('scale', ()))} scales and {len(kept['zero_point'])} zero points"
            raise _Fault(f"has {told}")
        found: dict[str, Attribute] = {
            k: numbers_attribute(v, i64 if k == "zero_point" else f32, f"{name}.{k}")
            for k, v in kept.items()
        }
        if len(kept.get("scale", ())) > 1:
            found["quantized_dimension"] = IntegerAttr(record["quantized_dimension"], i64)
        if "details" in record:
            found["details"] = self.dictionary(record["details"], name)
        return dict(sorted(found.items()))

    # Operators

    def operator(
        self, index: int, record: Record, graph: _Graph
    ) -> tuple[Operation, Sequence[int]]:
        """An operator without its operands, and the tensors that these are."""
        where = f"{graph.symbol}#{index}"
        outputs = self.indices(record.get("outputs", ()), graph, where, "output")
        name = next((graph.names[i] for i in outputs if graph.names[i]), where)
        code, custom, version = self.code_of(record["opcode_index"], name)
        given = list(record.get("inputs", ()))
        self.indices([i for i in given if i != _ABSENT], graph, name, "input")
        properties: dict[str, Attribute] = {}
        try:
            properties = self.properties(record, name)
        except _Fault as e:
            self.error(name, str(e))
        read, segments = _present(given, len(graph.tensors))
        if segments is not None:
            properties[SEGMENTS] = segments
        op = (custom_op(custom) if code == _CUSTOM else tfl_op(code or "UNKNOWN")).create(
            result_types=[graph.types[i] for i in outputs],
            properties=dict(sorted(properties.items())),
            attributes=self.operator_notes(record, version, graph, name),
            location=_location(name),
        )
        _name_results(op, [graph.names[i] for i in outputs])
        _note_results(op, [self.tensor_notes(graph, i) for i in outputs])
        for i, result in zip(outputs, op.results, strict=True):
            graph.values.setdefault(i, result)
        return op, read

    def code_of(self, index: int, name: str) -> tuple[str, str, int]:
        if index < len(self.codes):
            return self.codes[index]
        self.error(name, f"has operator code {index} of {len(self.codes)}")
        return "", "", 1

    def properties(self, record: Record, name: str) -> dict[str, Attribute]:
        options = record.get("builtin_options", {}) | record.get("builtin_options2", {})
        found = {k: self.attribute(k, v, f"{name}.{k}") for k, v in options.items()}
        data = record.get("custom_options")
        if record["large_custom_options_offset"] > 1:
            place = record["large_custom_options_offset"], record["large_custom_options_size"]
            data = self.behind(*place)
        if data is not None:
            found["custom_options"] = bytes_attribute(data, f"{name}.custom_options")
        if record["custom_options_format"]:
            key = "custom_options_format"
            found[key] = self.attribute(key, record[key], name)
        return found

    def operator_notes(
        self, record: Record, version: int, graph: _Graph, name: str
    ) -> dict[str, Attribute]:
        notes: dict[str, Attribute] = {}
        if record["debug_metadata_index"] != -1:
            index = IntegerAttr(record["debug_metadata_index"], i64)
            notes["tfl.debug_metadata_index"] = index
        if inside := self.indices(record.get("intermediates", ()), graph, name, "intermediate"):
            notes[INTERMEDIATES] = ArrayAttr([self.intermediate(graph, i) for i in inside])
        if any(mutating := record.get("mutating_variable_inputs", ())):
            notes[MUTATING] = ArrayAttr([BoolAttr.from_bool(m) for m in mutating])
        if version != 1:
            notes[VERSION] = IntegerAttr(version, i64)
        return notes

    def intermediate(self, graph: _Graph, index: int) -> Attribute:
        notes = self.tensor_notes(graph, index)
        notes["name"] = StringAttr(graph.tensors[index].get("name", ""))
        notes["type"] = graph.types[index]
        return DictionaryAttr(dict(sorted(notes.items())))

    def attribute(self, name: str, value: Any, key: str) -> Attribute:
        """The attribute of an option; raises `_Fault` for a number that stands for nothing."""
        if isinstance(value, dict):
            return self.dictionary(cast("Record", value), key)
        if isinstance(value, memoryview):
            return bytes_attribute(cast("memoryview[int]", value), key)
        if isinstance(value, str):
            return StringAttr(value)
        if isinstance(value, list | tuple):
            return self.array(name, cast("Sequence[Any]", value), key)
        if isinstance(value, bool):
            return BoolAttr.from_bool(value)
        if isinstance(value, float):
            return FloatAttr(value, f32)
        if name in _ENUMS:
            return self.word(name, value)
        if "subgraph" in name and value >= 0:
            return self.symbol(name, value)
        return IntegerAttr(value, i64)

    def array(self, name: str, values: Sequence[Any], key: str) -> Attribute:
        if values and isinstance(values[0], float):
            return DenseArrayBase.from_list(f32, list(values))
        is_enum = name in _ENUMS and name != "padding"  # of StableHLO: sizes
        return ArrayAttr([self.attribute(name if is_enum else "", v, key) for v in values])

    def dictionary(self, record: Record, key: str) -> DictionaryAttr:
        entries = ((k, v) for k, v in sorted(record.items()) if v is not None)
        return DictionaryAttr({k: self.attribute(k, v, f"{key}.{k}") for k, v in entries})

    def word(self, name: str, number: int) -> Attribute:
        word = _words(getattr(self.schema, _ENUMS[name])).get(number)
        if word is None:
            raise _Fault(f"has {name} {number}, which the schema does not know")
        is_type = _ENUMS[name] == "TensorType"
        return ELEMENT_TYPES[word] if is_type else StringAttr(word)

    def symbol(self, name: str, index: int) -> Attribute:
        if index >= len(self.symbols):
            raise _Fault(f"has {name} {index} of {len(self.symbols)}")
        return SymbolRefAttr(self.symbols[index])

    # Calls

    def check_calls(self, graphs: Sequence[Graph]) -> None:
        number = {symbol: i for i, symbol in enumerate(self.symbols)}
        calls = [[number[s] for s in _called(graph)] for graph in graphs]
        order = topology.post_order(calls, range(len(graphs)))
        if isinstance(order, topology.Cycle):
            path = [self.symbols[i] for i in order.path]
            told = " -> ".join([*path, path[0]])
            self.error(path[0], f"sub-graphs call each other in a circle: {told}")


# --- Small things -------------------------------------------------------------------------------


def _called(graph: Graph) -> list[str]:
    values = (v for op in graph.body.block.ops for v in op.properties.values())
    return [v.root_reference.data for v in values if isinstance(v, SymbolRefAttr)]


def _symbols(subgraphs: Sequence[Record]) -> list[str]:
    """The symbols of sub-graphs: their names, unique; the first is `main` without one."""
    wanted = [s.get("name") or f"subgraph_{i}" for i, s in enumerate(subgraphs)]
    if subgraphs and not subgraphs[0].get("name"):
        wanted[0] = "main"
    return _unique(wanted)


def _unique_names(tensors: Sequence[Record]) -> list[str]:
    return _unique([t.get("name", "") for t in tensors])


def _unique(wanted: Sequence[str]) -> list[str]:
    """The names, a later equal one as the first of `name_1`, `name_2`, … that is free."""
    taken, counts = {*wanted}, dict[str, int]()
    found: list[str] = []
    seen: set[str] = set()
    for name in wanted:
        new = name
        while name and new in seen:
            counts[name] = counts.get(name, 0) + 1
            new = f"{name}_{counts[name]}"
            if new in taken and new not in seen:
                new = name  # somebody's own
        seen.add(new)
        found.append(new)
    return found


def _present(given: Sequence[int], count: int) -> tuple[list[int], Attribute | None]:
    """The tensors that are there, and `operandSegmentSizes` where one in between is not."""
    listed = [i if 0 <= i < count else None for i in given]
    while listed and listed[-1] is None:
        listed.pop()
    return [i for i in listed if i is not None], Uniform.segments(listed)


def _location(name: str) -> LocationAttr:
    return NameLoc(StringAttr(name), _NO_CHILD) if name else UnknownLoc()


def _name_results(op: Operation, listed: Sequence[str]) -> None:
    for result, name in zip(op.results, listed, strict=True):
        names.set_name(result, name)


def _note_results(op: Operation, notes: Sequence[Mapping[str, Attribute]]) -> None:
    if (entries := notes_of(notes)) is not None:
        op.attributes[TENSORS] = entries


def _entry(name: str, notes: Mapping[str, Attribute]) -> DictionaryAttr:
    named = {names.NAME: StringAttr(name)} if name else {}
    return DictionaryAttr({**named, **notes})


def _integers(values: Iterable[int]) -> ArrayAttr[Attribute]:
    return ArrayAttr([IntegerAttr(v, i64) for v in values])
