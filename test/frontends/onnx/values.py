# RUN: %python %s 2>&1 | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""Types of values and what else a file says of them."""

from io import BytesIO

from onnx import ModelProto, TensorProto, TypeProto, helper

from nnopt.compiler.context import new_context
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.text.printer import text_of


def show(model: ModelProto) -> None:
    stream = BytesIO(model.SerializeToString())
    print(text_of(OnnxFrontend().parse(new_context(), stream, "model.onnx")), flush=True)


def tensor(name: str, shape: list[int | str | None] | None, element: int = TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


# Names of dims stand beside the type; a negative number is read as unknown.
# CHECK:       model.onnx: remark: negative dimensions, read as unknown, of 'd'
# CHECK-LABEL: nn.graph @dims(
# CHECK-SAME:    %a: tensor<?x3x?xf32> {nn.dims = ["batch", 3{{.*}}, "?"], nn.name = "a"},
# CHECK-SAME:    %b: tensor<*xf32> {nn.name = "b"},
# CHECK-SAME:    %c: tensor<f32> {nn.name = "c"},
# CHECK-SAME:    %d: tensor<?x0xi8> {nn.name = "d"},
# CHECK-SAME:    %e: !nn.unknown {nn.name = "e"})
inputs = [
    tensor("a", ["batch", 3, None]),
    tensor("b", None),
    tensor("c", []),
    tensor("d", [-1, 0], TensorProto.INT8),
    helper.make_empty_tensor_value_info("e"),
]
node = helper.make_node("Op", ["a", "b", "c", "d", "e"], ["y"])
show(helper.make_model(helper.make_graph([node], "dims", inputs, [tensor("y", None)])))

# CHECK-LABEL: nn.graph @containers(
# CHECK-SAME:    %s: !onnx.seq<tensor<?xf32>> {nn.dims = ["n"], nn.name = "s"},
# CHECK-SAME:    %o: !onnx.opt<!onnx.seq<tensor<*xi8>>> {nn.name = "o"},
# CHECK-SAME:    %m: !onnx.map<i64, tensor<!nn.string>> {nn.name = "m"},
# CHECK-SAME:    %p: !onnx.sparse<tensor<3x4xf32>> {nn.name = "p"},
# CHECK-SAME:    %h: !onnx.opaque<"com.example", "Handle"> {nn.name = "h"})
bytes_ = helper.make_tensor_type_proto(TensorProto.INT8, None)
strings = helper.make_tensor_type_proto(TensorProto.STRING, [])
opaque = TypeProto()
opaque.opaque_type.domain, opaque.opaque_type.name = "com.example", "Handle"
types = {
    "s": helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, ["n"])),
    "o": helper.make_optional_type_proto(helper.make_sequence_type_proto(bytes_)),
    "m": helper.make_map_type_proto(TensorProto.INT64, strings),
    "p": helper.make_sparse_tensor_type_proto(TensorProto.FLOAT, [3, 4]),
    "h": opaque,
}
inputs = [helper.make_value_info(name, type_) for name, type_ in types.items()]
node = helper.make_node("Op", list(types), ["y"])
show(helper.make_model(helper.make_graph([node], "containers", inputs, [tensor("y", [])])))

# Documentation, metadata and denotations are kept.
# CHECK:       builtin.module attributes {{.*}}onnx.doc_string = "a model", {{.*}}onnx.metadata = {author = "me"}
# CHECK-LABEL: nn.graph @documented(
# CHECK-SAME:    %x: tensor<2xf32> {nn.name = "x", onnx.denotation = "IMAGE", onnx.dim_denotations = ["DATA_BATCH"], onnx.doc_string = "an input"})
# CHECK-SAME:    attributes {onnx.doc_string = "a graph", onnx.quantization_annotation = [{quant_parameter_tensor_names = [{key = "SCALE_TENSOR", value = "s"}], tensor_name = "x"}]}
# CHECK:         onnx.initializer {onnx.doc_string = "a weight", value = dense<1.000000e+00> : tensor<f32>}
# CHECK:         onnx.Add %x, %s {onnx.doc_string = "a node", onnx.metadata = {k = "v"}, onnx.overload = "o", onnx.value_notes = [{onnx.doc_string = "a value"}]} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
x = tensor("x", [2])
x.doc_string = "an input"
x.type.denotation = "IMAGE"
x.type.tensor_type.shape.dim[0].denotation = "DATA_BATCH"
weight = helper.make_tensor("s", TensorProto.FLOAT, [], [1.0])
weight.doc_string = "a weight"
add = helper.make_node("Add", ["x", "s"], ["h"], doc_string="a node", overload="o")
add.metadata_props.add(key="k", value="v")
graph = helper.make_graph(
    [add, helper.make_node("Relu", ["h"], ["y"])],
    "documented",
    [x],
    [tensor("y", [2])],
    [weight],
    "a graph",
    [helper.make_tensor_value_info("h", TensorProto.FLOAT, [2], "a value")],
)
annotation = graph.quantization_annotation.add(tensor_name="x")
annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="s")
model = helper.make_model(graph, doc_string="a model")
model.metadata_props.add(key="author", value="me")
show(model)
