# RUN: %python %s | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""Attributes of nodes are properties of every kind that ONNX has."""

from io import BytesIO
from typing import Any

from onnx import AttributeProto, TensorProto, helper

from nnopt.compiler.context import new_context
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.text.printer import text_of


def show(*attributes: AttributeProto, **values: Any) -> None:
    node = helper.make_node("Op", [], ["y"], name="n", **values)
    node.attribute.extend(attributes)
    graph = helper.make_graph([node], "g", [], [helper.make_empty_tensor_value_info("y")])
    stream = BytesIO(helper.make_model(graph).SerializeToString())
    print(text_of(OnnxFrontend().parse(new_context(), stream, "model.onnx")))


# CHECK: onnx.Op {f = 5.000000e-01 : f32, i = -1 : i64, s = "text", u = "\FFbytes"}
show(f=0.5, i=-1, s="text", u=b"\xffbytes")

# CHECK: onnx.Op {f = array<f32: 5.000000e-01, 0x7F800000>, i = [1, 2], s = ["a", ""]}
show(f=[0.5, float("inf")], i=[1, 2], s=["a", ""])

# CHECK: onnx.Op {f = #onnx.list<FLOATS, []>, g = #onnx.list<GRAPHS, []>, i = #onnx.list<INTS, []>, t = #onnx.list<TENSORS, []>}
show(
    *(
        helper.make_attribute(name, [], attr_type=kind)
        for name, kind in (
            ("f", AttributeProto.FLOATS),
            ("g", AttributeProto.GRAPHS),
            ("i", AttributeProto.INTS),
            ("t", AttributeProto.TENSORS),
        )
    )
)

# CHECK: onnx.Op {t = dense<[1, 2]> : tensor<2xi64>, ts = #onnx.list<TENSORS, [dense<true> : tensor<i1>, dense<> : tensor<0xf16>]>}
flag = helper.make_tensor("", TensorProto.BOOL, [], [True])
empty = helper.make_tensor("", TensorProto.FLOAT16, [0], [])
show(t=helper.make_tensor("", TensorProto.INT64, [2], [1, 2]), ts=[flag, empty])

# CHECK: onnx.Op {sp = #onnx.sparse<tensor<3x4xf32>, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, dense<[0, 5]> : tensor<2xi64>>, tp = !onnx.seq<tensor<?xf32>>}
show(
    sp=helper.make_sparse_tensor(
        helper.make_tensor("", TensorProto.FLOAT, [2], [1.0, 2.0]),
        helper.make_tensor("", TensorProto.INT64, [2], [0, 5]),
        [3, 4],
    ),
    tp=helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, [None])),
)

# A name with a dot would be that of a discardable attribute.
# CHECK: onnx.Op {a = 2 : i64, onnx.attribute_docs = {a = "why"}, onnx.attributes = {a.b = 1 : i64}}
documented = helper.make_attribute("a", 2)
documented.doc_string = "why"
show(documented, helper.make_attribute("a.b", 1))

# Before the field `type`, what is set was the kind.
# CHECK: onnx.Op {axis = 3 : i64}
untyped = helper.make_attribute("axis", 3)
untyped.ClearField("type")
show(untyped)
