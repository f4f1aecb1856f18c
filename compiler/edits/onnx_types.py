"""What ONNX itself says of the result types of its operators."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialects.nn.graph import UnknownType
from ...dialects.onnx import ELEMENT_TYPES, INITIALIZER, operator, read_opset
from ..driver.diagnostics import near
from ..op import DYNAMIC, SEGMENTS, FrameworkOp
from ..targets._onnx_values import TensorWriter, write_attribute, write_type
from ..weights import Elements, as_elements
from .types import joined

LARGEST = 1 << 12
"""Constants of more elements say nothing of shapes."""
MOST = 64
"""Operations that are computed to know a constant."""


def inferred(op: FrameworkOp) -> Sequence[Attribute]:
    """
    The types of an operation's results, unknown where ONNX has no schema for it, or where its
    operands' types are unknown. Raises `VerifyException` where its inference refuses.
    """
    if op.name == INITIALIZER:
        return op.result_types
    unknown = [UnknownType()] * len(op.results)
    if op.regions:
        return _CONTROL.get(op.name, lambda op: unknown)(op)
    import onnx
    from onnx import shape_inference

    domain, op_type = operator(op.name)
    opset = _opset(op)
    if not onnx.defs.has(op_type, domain):
        return unknown
    try:
        schema = onnx.defs.get_schema(
            op_type, opset.get(domain, onnx.defs.onnx_opset_version()), domain
        )
    except onnx.defs.SchemaError:
        return unknown
    node, types, data = _node(op, domain, op_type)
    _check(node, opset, schema)
    if len(types) < sum(1 for name in node.input if name):
        return unknown
    imports = [onnx.helper.make_opsetid(d, v) for d, v in opset.items()]
    try:
        found: Any = shape_inference.infer_node_outputs(schema, node, types, data, None, imports)
    except onnx.shape_inference.InferenceError as e:
        raise VerifyException(f"refuses its operands: {_said(e)}") from None
    return [
        _type(found[name]) if name in found else u
        for name, u in zip(node.output, unknown, strict=True)
    ]


# --- Operators with sub-graphs ------------------------------------------------------------------


def _if(op: FrameworkOp) -> Sequence[Attribute]:
    branches = [region.block.last_op for region in op.regions]
    return [joined(a, b) for a, b in zip(*(e.operand_types for e in branches if e), strict=True)]


def _loop(op: FrameworkOp) -> Sequence[Attribute]:
    body = op.regions[0].block
    states = body.arg_types[2:]
    assert body.last_op is not None
    scans = body.last_op.operand_types[1 + len(states) :]
    return [*states, *(_stacked(type_) for type_ in scans)]


_CONTROL = {"onnx.If": _if, "onnx.Loop": _loop}


def _stacked(type_: Attribute) -> Attribute:
    if isinstance(type_, TensorType):
        found = cast("TensorType[Any]", type_)
        return TensorType(found.element_type, [DYNAMIC, *found.get_shape()])
    return type_


def _tensor(value: SSAValue) -> Any:
    """A constant as ONNX spells it."""
    from onnx import numpy_helper

    array = constant(value)
    try:
        return None if array is None else numpy_helper.from_array(array)
    except (TypeError, ValueError, KeyError):
        return None


# --- One node -----------------------------------------------------------------------------------


def _check(node: Any, opset: dict[str, int], schema: Any) -> None:
    """Refuses a node that its schema does not allow."""
    from onnx import checker

    for attribute in node.attribute:
        if attribute.name not in schema.attributes:
            hint = near(attribute.name, schema.attributes)
            raise VerifyException(f"has no attribute '{attribute.name}'{hint}")
    context: Any = checker.C.CheckerContext()
    context.ir_version, context.opset_imports = checker.DEFAULT_CONTEXT.ir_version, opset
    try:
        checker.check_node(node, context)
    except checker.ValidationError as e:
        raise VerifyException(f"is no node of ONNX: {str(e).strip().splitlines()[0]}") from None


def _said(e: Exception) -> str:
    text = str(e).strip().splitlines()[-1]
    return text.rpartition("] ")[2] or text


def _opset(op: Operation) -> dict[str, int]:
    parent: Operation | None = op
    while parent is not None:
        found = parent.attributes.get("onnx.opset")
        if found is not None:
            return dict(read_opset(found))
        parent = parent.parent_op()
    return {}


def _node(op: FrameworkOp, domain: str, op_type: str) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """The node, the types of its inputs, and those of them that are small constants."""
    from onnx import NodeProto, TypeProto

    node = NodeProto(op_type=op_type, domain=domain)
    types: dict[str, Any] = {}
    data: dict[str, Any] = {}
    tensors = TensorWriter()
    for i, value in enumerate(op.operands_with_holes()):
        name = "" if value is None else f"i{i}"
        node.input.append(name)
        if value is None or isinstance(value.type, UnknownType):
            continue
        types[name] = TypeProto()
        write_type(types[name], value.type)
        tensor = _tensor(value)
        if tensor is not None:
            data[name] = tensor
    node.output.extend(f"o{i}" for i in range(len(op.results)))
    for key, value in op.properties.items():
        if key != SEGMENTS:
            proto = node.attribute.add(name=key)
            write_attribute(proto, value, tensors)
            if proto.HasField("t"):
                proto.t.raw_data = bytes(tensors.data[-1]) if tensors.data else b""
    return node, types, data


def constant(value: SSAValue) -> Any:
    """The array of a tensor that small constants give, computed if need be; else None."""
    maker = value.owner
    if not isinstance(maker, Operation):
        return None
    elements = as_elements(maker.properties.get("value"))
    if elements is not None:
        return _small(elements)
    needed = _behind(maker)
    return None if needed is None else _computed(needed, value)


def _small(elements: Elements) -> Any:
    import numpy as np

    small = elements.data.here and elements.data.count <= LARGEST
    return np.asarray(elements.array(np)) if small else None


def _behind(last: Operation) -> list[Operation] | None:
    """The operations that give the operands of one and itself, in order; None if an input does."""
    found: dict[Operation, None] = {}
    pending = [last]
    while pending:
        op = pending[-1]
        makers = [v.owner for v in op.operands]
        if op.regions or not isinstance(op, FrameworkOp) or len(found) + len(pending) > MOST:
            return None
        missing = [m for m in makers if isinstance(m, Operation) and m not in found]
        if len([m for m in makers if isinstance(m, Operation)]) < len(makers):
            return None
        if missing:
            pending += missing
            continue
        found[pending.pop()] = None
    return list(found)


def _computed(ops: Sequence[Operation], value: SSAValue) -> Any:
    """What ONNX's own evaluator gives for a tensor that these operations make."""
    import numpy as np
    from onnx import helper, numpy_helper

    reference: Any = import_module("onnx.reference")
    results: list[SSAValue] = [r for op in ops for r in op.results]
    known = {result: f"v{i}" for i, result in enumerate(results)}
    nodes: list[Any] = []
    initializers: list[Any] = []
    opset: dict[str, int] = {}
    for op in ops:
        assert isinstance(op, FrameworkOp)
        elements = as_elements(op.properties.get("value"))
        if elements is not None:
            array = _small(elements)
            if array is None:
                return None
            initializers.append(numpy_helper.from_array(array, known[op.results[0]]))
            continue
        opset = _opset(op)
        node = _node(op, *operator(op.name))[0]
        del node.input[:], node.output[:]
        node.input.extend("" if v is None else known[v] for v in op.operands_with_holes())
        node.output.extend(known[r] for r in op.results)
        nodes.append(node)
    output = helper.make_tensor_value_info(known[value], 0, None)
    graph = helper.make_graph(nodes, "constants", [], [output], initializers)
    imports = [helper.make_opsetid(d, v) for d, v in opset.items()]
    try:
        evaluator = reference.ReferenceEvaluator(helper.make_model(graph, opset_imports=imports))
        (found,) = evaluator.run(None, {})
    except Exception:  # whatever the evaluator of an operator raises
        return None
    return np.asarray(found)


def _type(proto: Any) -> Attribute:
    if not proto.HasField("tensor_type") or not proto.tensor_type.elem_type:
        return UnknownType()
    element = ELEMENT_TYPES.get(proto.tensor_type.elem_type)
    if element is None:
        return UnknownType()
    if not proto.tensor_type.HasField("shape"):
        return UnrankedTensorType(element)
    dims = [
        d.dim_value if d.HasField("dim_value") else DYNAMIC for d in proto.tensor_type.shape.dim
    ]
    return TensorType(element, dims)
