"""What a function of ONNX operators computes: written as a model, which another runtime runs.

Every tensor of the main graph is an output of the model; those inside `If`, `Loop` and `Scan` are
not seen. Large weights become inputs, so that they are read where they lie.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from io import BytesIO
from typing import Any, NoReturn, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from ...dialects.nn.graph import UnknownType
from ...dialects.onnx import INITIALIZER, OPSET, TRAINING, OnnxOp, read_opset
from .. import element_types, names, topology
from ..weights import Elements, as_elements
from .deviations import eps_of
from .diagnostics import Diagnosed, Place, Where, diagnostic, place_of
from .feeds import arguments
from .npz import Arrays
from .runtimes import Failure, Runtime, available
from .states import Agreement, Named, State, Tensor, tensor_of

LARGE = 1024
"""Bytes of the smallest weight that becomes an input."""
SAYS_MASK = 12
"""The first opset that says what the mask of `Dropout` is where nothing is dropped."""
RANDOM = frozenset(
    {
        "Bernoulli",
        "Multinomial",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
    }
)
"""Operators that give something else each time."""


ORDERING = frozenset({"onnx.Hardmax", "onnx.TopK"})
"""Operators that compare numbers, NaN among them, and give others."""


class Unrunnable(Diagnosed):
    """A module cannot be run at all, as it is; the diagnostic says what stands in the way."""


def unrunnable(where: Where, message: str) -> NoReturn:
    raise Unrunnable(diagnostic("error", where, message))


# --- A model in memory --------------------------------------------------------------------------


@dataclass
class Program:
    """A function of a module, written as a model."""

    function: Operation
    """In a copy of the module, with large weights as arguments and all blocks sorted."""
    model: Any
    feeds: Arrays
    """The large weights, by name in the model."""
    weights: dict[str, Tensor]
    """The same, by their own names."""
    inputs: list[str]
    outputs: list[str]
    tensors: dict[SSAValue, str]
    """The name in the model of each result of an operator of the main graph."""
    nodes: dict[str, Operation]
    """The operators of the main graph, by the names of their nodes."""

    def ways(self) -> "Iterator[Way]":
        """To run it: one for each runtime, the better one first."""
        for runtime in available():
            yield Way(self, runtime)

    def load(self, runtime: type[Runtime], model: Any) -> Runtime:
        try:
            return runtime(model)
        except Failure as e:
            self.fail(runtime, e)

    def fail(self, runtime: type[Runtime], e: Failure) -> NoReturn:
        op = self.nodes.get(e.node)
        what = f"'{op.name}' op" if op is not None else "the model"
        unrunnable(op or self.function, f"{what} cannot be run by {runtime.name}: {e}")

    def run(self, loaded: Runtime, inputs: Arrays, wanted: "Wanted") -> State:
        feeds = dict(zip(self.inputs, inputs.values(), strict=True)) | self.feeds | wanted.given
        outputs = list(dict.fromkeys([*wanted.outputs, *wanted.tensors.values()]))
        runtime = type(loaded)
        try:
            found = dict(zip(outputs, loaded.run(outputs, feeds), strict=True))
        except Failure as e:
            self.fail(runtime, e)
        arrays = {value: found[name] for value, name in wanted.tensors.items()}
        results = self.results([found[name] for name in wanted.outputs], runtime)
        agreed = self.agreed(inputs, arrays, wanted)
        state = self.state(inputs, arrays, results, agreed, runtime.name)
        state.alone = partial(self.alone, runtime, inputs)
        return state

    def results(self, arrays: list[Any], runtime: type[Runtime]) -> list[Any]:
        """The results, which must be tensors of their types."""
        import numpy as np

        for i, (value, array) in enumerate(zip(self.returned, arrays, strict=True)):
            element = _element(value.type)
            wanted: Any = None if element is None else element_types.numpy_dtype(np, element)
            if array is None or wanted not in (None, array.dtype):
                found = "no tensor" if array is None else str(array.dtype)
                message = f"result #{i} is {found} by {runtime.name}, where {value.type} belongs"
                unrunnable(value, message)
        return arrays

    def state(
        self,
        inputs: Arrays,
        arrays: dict[SSAValue, Any],
        results: list[Any],
        agreed: Mapping[SSAValue, Agreement],
        runtime: str,
    ) -> State:
        found = Named()
        for op in topology.walk(self.function.regions):  # a name inside hides one outside
            blocks = (block for region in op.regions for block in region.blocks)
            for value in (*op.results, *(a for block in blocks for a in block.args)):
                if name := names.name_of(value):
                    found.claim(name, value)
        for argument, array in zip(arguments(self.function), inputs.values(), strict=False):
            found.add(names.name_of(argument), argument, tensor_of(argument, array, 0.0))
        eps = self.eps(arrays)

        def tensor(value: SSAValue, array: Any) -> Tensor:
            found = agreed.get(value, "all")
            return tensor_of(value, array, eps.get(value, 0.0), agreed=found)

        for value, array in arrays.items():
            if array is not None:
                found.add(names.name_of(value), value, tensor(value, array))
        made = [tensor(v, a) for v, a in zip(self.returned, results, strict=True)]
        weights = {n: t for n, t in self.weights.items() if n not in found.owners}
        return State(inputs, made, weights | found.values, runtime)

    def eps(self, arrays: Mapping[SSAValue, Any]) -> dict[SSAValue, float]:
        """Of each value, that of the coarsest floats on the way to it."""
        found: dict[SSAValue, float] = {}
        for op in self.function.regions[0].block.ops:
            if op.name in (INITIALIZER, "onnx.Constant"):
                continue
            read = max((found.get(v, 0.0) for v in topology.reads(op)), default=0.0)
            for value in op.results:
                array = arrays.get(value)
                found[value] = max(read, 0.0 if array is None else eps_of(array.dtype))
        return found

    def agreed(
        self, inputs: Arrays, arrays: Mapping[SSAValue, Any], wanted: "Wanted"
    ) -> dict[SSAValue, Agreement]:
        """
        What runtimes need not agree about: what operators make of NaN, as far as that is no number
        or depends on the order of numbers, and of what is doubted. What is given ends the doubt.
        """
        import numpy as np

        found: dict[SSAValue, Agreement] = {}
        if wanted.doubted is None:
            return found
        given = {v: wanted.given[n] for v, n in self.tensors.items() if n in wanted.given}
        read = dict(zip(arguments(self.function), inputs.values(), strict=False))
        read = {**read, **arrays, **given}
        no_number = {v for v, a in read.items() if a is not None and _has_nan(np, a)}
        doubted = set(wanted.doubted)
        for op in self.function.regions[0].block.ops:
            operands = topology.reads(op)
            if any(v in doubted for v in operands):
                found.update(dict.fromkeys(op.results, "none"))
                doubted.update(r for r in op.results if r not in given)
            elif any(v in no_number for v in operands):
                for result in op.results:
                    array = arrays.get(result)
                    is_float = array is not None and eps_of(array.dtype) > 0
                    found[result] = "finite" if is_float and op.name not in ORDERING else "none"
                    if found[result] == "none" and result not in given:
                        doubted.add(result)
        return found

    @property
    def returned(self) -> list[SSAValue]:
        last = self.function.regions[0].block.last_op
        assert last is not None
        return list(last.operands)

    def alone(
        self, runtime: type[Runtime], inputs: Arrays, given: Mapping[str, Any | None]
    ) -> State:
        """As `State.alone`: a tensor given becomes an input, and what its node makes is renamed."""
        from onnx import ModelProto
        from onnx.helper import make_tensor_value_info, np_dtype_to_tensor_dtype

        model: Any = ModelProto()
        model.CopyFrom(self.model)
        free = _Names(name for node in model.graph.node for name in (*node.input, *node.output))
        renamed: dict[str, str] = {}
        arrays: Arrays = {}
        known = ((v, n, names.name_of(v) or "") for v, n in self.tensors.items())
        replaced = [(v, n, given[own]) for v, n, own in known if own in given]
        for _, name, array in replaced:
            if array is None:
                continue
            renamed[name] = free.take(f"{name}:alone")
            arrays[name] = array
            dtype = np_dtype_to_tensor_dtype(_plain_dtype(array))
            model.graph.input.append(make_tensor_value_info(name, dtype, array.shape))
        for node in model.graph.node:
            for i, name in enumerate(node.output):
                node.output[i] = renamed.get(name, name)
        for output in model.graph.output:
            output.name = renamed.get(output.name, output.name)
        tensors = {value: renamed.get(name, name) for value, name in self.tensors.items()}
        outputs = [renamed.get(name, name) for name in self.outputs]
        doubted = frozenset(value for value, _, array in replaced if array is None)
        wanted = Wanted(tensors, outputs, arrays, doubted)
        return self.run(self.load(runtime, model), inputs, wanted)


@dataclass(frozen=True)
class Wanted:
    """What a model is asked for: the names of tensors and results, on arrays given besides."""

    tensors: Mapping[SSAValue, str]
    outputs: list[str]
    given: Arrays = field(default_factory=dict[str, Any])
    doubted: frozenset[SSAValue] | None = None
    """Tensors about which two runtimes differ by nature; None where nobody asks."""


@dataclass
class Way:
    """A program and what runs it; loaded when it is needed."""

    program: Program
    runtime: type[Runtime]

    @cached_property
    def loaded(self) -> Runtime:
        return self.program.load(self.runtime, self.program.model)

    def __call__(self, inputs: Arrays) -> State:
        program = self.program
        return program.run(self.loaded, inputs, Wanted(program.tensors, program.outputs))


# --- Writing ------------------------------------------------------------------------------------


def written(np: Any, module: ModuleOp, name: str) -> Program:
    """A graph or function of a module as a program; raises `Unrunnable` where it has no form."""
    from onnx import ModelProto

    from ..targets.onnx import OnnxTarget

    copy = cast(ModuleOp, names.copied(module))
    copy.attributes.pop(TRAINING, None)
    function = next(op for op in copy.ops if symbol_of(op) == name)
    _check(function)
    _sort(function)
    own = len(arguments(function))
    weights = _take_out(np, function)
    stream: Any = BytesIO()
    try:
        OnnxTarget(function=name).emit(Context(), copy, stream)
    except Diagnosed as e:
        raise Unrunnable(*e.diagnostics) from None
    model: Any = ModelProto.FromString(stream.getvalue())
    graph = model.graph
    del graph.value_info[:]  # claims of the file, which may be wrong
    inputs = [value.name for value in graph.input]
    outputs = [value.name for value in graph.output]
    feeds = dict(zip(inputs[own:], [w.array for w in weights.values()], strict=False))
    opset = read_opset(module.attributes.get(OPSET)).get("", 1)
    tensors, nodes = _tensors(function, graph, opset)
    for added in dict.fromkeys(tensors.values()):
        if added not in outputs:
            graph.output.add().name = added
    return Program(function, model, feeds, weights, inputs[:own], outputs, tensors, nodes)


def symbol_of(op: Operation) -> str:
    return str(getattr(op.properties.get("sym_name"), "data", ""))


def _check(function: Operation) -> None:
    """Refuses what cannot be fed, or gives something else each time."""
    for i, argument in enumerate(arguments(function)):
        if _element(argument.type) is None:
            shown = names.name_of(argument) or str(i)
            unrunnable(function, f"input '{shown}' is {argument.type}, no tensor")
    for op in topology.walk(function.regions):
        if isinstance(op, OnnxOp) and not op.domain and _is_random(op):
            unrunnable(op, f"'{op.name}' op gives something else each time")


def _is_random(op: OnnxOp) -> bool:
    if op.op_type in RANDOM:
        return True
    training = op.operands_with_holes()[2:3] if op.op_type == "Dropout" else []
    return any(value is not None and not _is_zero(value) for value in training)


def _is_zero(value: SSAValue) -> bool:
    owner = value.owner
    found = as_elements(owner.properties.get("value")) if isinstance(owner, Operation) else None
    return found is not None and found.data.here and found.data.repeats(b"\0")


def _sort(function: Operation) -> None:
    """Definitions before uses, also inside operations."""
    regions = [r for op in (function, *topology.walk(function.regions)) for r in op.regions]
    for block in [block for region in regions for block in region.blocks]:
        ops = list(block.ops)
        order = topology.post_order(topology.dependencies(ops), range(len(ops)))
        if isinstance(order, topology.Cycle):
            op = ops[order.path[0]]
            unrunnable(op, f"'{op.name}' op reads what it computes")
        topology.reorder(block, [ops[i] for i in order])


def _take_out(np: Any, function: Operation) -> dict[str, Tensor]:
    """Makes arguments of large weights, in this order; gives them by name."""
    block = function.regions[0].block
    found: dict[str, Tensor] = {}
    for op in [op for op in topology.walk(function.regions) if op.name == INITIALIZER]:
        elements = as_elements(op.properties["value"])
        name = names.name_of(op.results[0])
        if elements is None or not name or name in found or not _is_large(np, elements):
            continue
        argument = block.insert_arg(op.results[0].type, len(block.args))
        names.set_hint(argument, names.hint_of(op.results[0]))
        op.results[0].replace_all_uses_with(argument)
        place: Place = place_of(op)
        found[name] = Tensor(elements.array(np), place, op.name, op.location)
        op.detach()
        op.erase()
    return found


def _is_large(np: Any, elements: Elements) -> bool:
    payload = elements.data
    if payload.is_text or not payload.here or payload.count * payload.element_size < LARGE:
        return False
    dtype: Any = element_types.numpy_dtype(np, payload.type.element_type)
    return dtype.kind in "fiub" and dtype.isbuiltin == 1


def _tensors(
    function: Operation, graph: Any, opset: int
) -> tuple[dict[SSAValue, str], dict[str, Operation]]:
    """
    The name of each tensor in the model, and of each node: nodes stand there in the order of the
    operations.
    """
    tensors: dict[SSAValue, str] = {}
    nodes: dict[str, Operation] = {}
    ops = [
        op
        for op in function.regions[0].block.ops
        if isinstance(op, OnnxOp) and op.name != INITIALIZER
    ]
    free = _Names(node.name for node in graph.node)
    for op, node in zip(ops, graph.node, strict=False):  # copies of results come last
        if not node.name:
            node.name = free.take(op.name)
        nodes[node.name] = op
        for value, name in zip(op.results, node.output, strict=False):
            if name and _is_comparable(value, opset):
                tensors[value] = name
    return tensors, nodes


def _is_comparable(value: OpResult, opset: int) -> bool:
    """Whether a result is an array, and its operator says which."""
    if value.op.name == "onnx.Dropout" and value.index == 1 and opset < SAYS_MASK:
        return False
    return isinstance(value.type, TensorType | UnrankedTensorType | UnknownType)


class _Names:
    """Names that are taken already."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.numbers: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """The name, or the first of `name_1`, `name_2`, … that is free."""
        name = wanted
        while name in self.taken:
            self.numbers[wanted] = number = self.numbers.get(wanted, 0) + 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name


def _element(type_: Attribute) -> Attribute | None:
    if not isinstance(type_, TensorType | UnrankedTensorType):
        return None
    return cast("TensorType[Attribute] | UnrankedTensorType[Attribute]", type_).element_type


def _has_nan(np: Any, array: Any) -> bool:
    return eps_of(array.dtype) > 0 and bool(np.isnan(array).any())


def _plain_dtype(array: Any) -> Any:
    """The dtype by which ONNX knows an array: strings are objects."""
    import numpy as np

    return np.dtype(object) if array.dtype.kind in "OUS" else array.dtype
