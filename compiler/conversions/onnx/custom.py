"""Operators without a counterpart: they come back as they were."""

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import DictionaryAttr, UnrankedTensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from ....dialects.nn.custom import Custom
from ....dialects.nn.graph import UnknownType
from ....dialects.onnx import operator
from ...names import name_of
from ...op import SEGMENTS, broadcast, tensor
from . import ANY, Model, Node, reads, writes
from ._schema import since

ELEMENTWISE: dict[tuple[str, str], tuple[int, ...]] = {
    ("com.microsoft", "QLinearAdd"): (0, 3),
    ("com.microsoft", "QLinearMul"): (0, 3),
    ("com.microsoft", "QLinearSigmoid"): (0,),
    ("com.microsoft", "QLinearSoftmax"): (0,),
}
"""Operators without a schema at hand: the operands that broadcast to the result, of their type."""

# --- Reading ------------------------------------------------------------------------------------


@reads(ANY, domain=ANY)
def read_custom(n: Node) -> Sequence[SSAValue]:
    """
    Its results have the types that the model claims, or that ONNX infers for an operator it knows;
    refused where neither says anything, and where there are graphs inside.
    """
    if n.op.regions:
        n.refuse("is not known, and has graphs inside")
    domain, name = operator(n.op.name)
    op = n.emit_op(
        Custom,
        *n.operands(),
        framework="onnx",
        domain=domain,
        operator=name,
        version=n.version,
        settings=DictionaryAttr({k: v for k, v in n.op.properties.items() if k != SEGMENTS}),
        result_types=_result_types(n),
    )
    op.attributes.update(_notes(n.op.attributes))
    return op.results


def _notes(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """What an ONNX file says of a node besides what it computes."""
    return {key: note for key, note in attributes.items() if key.startswith("onnx.")}


def _result_types(n: Node) -> list[Attribute]:
    types: list[Any] = [result.type for result in n.op.results]
    if any(map(_is_open, types)):
        inferred = _inferred(n)
        types = [inferred.get(i, t) if _is_open(t) else t for i, t in enumerate(types)]
    for result, type_ in zip(n.op.results, types, strict=True):
        if isinstance(type_, UnknownType):
            name = name_of(result) or str(result.index)
            n.refuse(f"is not known, and the model does not say of what type '{name}' is")
    return types


def _is_open(type_: Any) -> bool:
    return isinstance(type_, UnknownType | UnrankedTensorType)


def _inferred(n: Node) -> dict[int, Attribute]:
    """The types of the results, as far as anything is known of the operator."""
    places = ELEMENTWISE.get(operator(n.op.name))
    if places is None:
        return _by_schema(n)
    types: list[Any] = [v.type for v in n.operands(max(places) + 1)]
    try:
        return {0: tensor(broadcast(*(types[i] for i in places)), of=types[0])}
    except VerifyException as e:
        n.refuse(str(e.args[0]))


def _by_schema(n: Node) -> dict[int, Attribute]:
    from onnx import NodeProto, TypeProto, defs
    from onnx.shape_inference import InferenceError, infer_node_outputs

    from ...frontends._onnx_values import read_type
    from ...targets._onnx_values import NoForm, TensorWriter, write_attribute, write_type

    domain, name = operator(n.op.name)
    if not defs.has(name, n.version, domain):
        return {}
    node: Any = NodeProto(op_type=name, domain=domain)
    types: dict[str, Any] = {}
    try:
        for i, value in enumerate(n.operands()):
            node.input.append("" if value is None else f"o{i}")
            if value is not None:
                types[f"o{i}"] = TypeProto()
                write_type(types[f"o{i}"], value.type)
        for key, attribute in n.op.properties.items():
            if key != SEGMENTS:
                write_attribute(node.attribute.add(name=key), attribute, TensorWriter())
        node.output.extend(str(i) if n.used(i) else "" for i in range(n.results))
        schema: Any = defs.get_schema(name, n.version, domain)
        found: dict[str, Any] = infer_node_outputs(schema, node, types)
    except (InferenceError, NoForm):
        return {}
    return {int(i): read_type(proto).type for i, proto in found.items()}


# --- Writing ------------------------------------------------------------------------------------


@writes(Custom)
def write_custom(op: Custom, m: Model) -> Sequence[SSAValue]:
    """The operator at its own version; refused where the opset written has another one."""
    if op.framework != "onnx":
        m.refuse(f"is an operator of {op.framework}")
    domain, name, version = op.domain, op.operator, op.version
    if not domain:
        m.need(version)
        if since(name, version) != since(name, m.opset):
            m.refuse(f"is {name} of opset {version}, which is another at opset {m.opset}")
    count = len(op.results)
    found = m.node(name, *op.inputs, outputs=count, domain=domain, domain_version=version)
    results: Sequence[SSAValue] = [found] if count == 1 else found
    if not results:
        m.refuse("has no results")
    node: Any = results[0].owner
    node.properties.update(op.settings.data if op.settings is not None else {})
    node.attributes.update(_notes(op.attributes))
    return results
