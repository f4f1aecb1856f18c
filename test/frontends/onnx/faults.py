# RUN: %python %s | filecheck %s
# ruff: noqa: E501  (a CHECK line is one line of IR)
"""All faults of a file are told in one run; none ends in a traceback, none leaves the folder."""

import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from onnx import ModelProto, TensorProto, helper

from nnopt.compiler.context import new_context
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.frontends.onnx import OnnxFrontend


def faults(data: bytes) -> None:
    try:
        OnnxFrontend().parse(new_context(), BytesIO(data), "model.onnx")
    except Diagnosed as e:
        print(e)


def tensor(name: str, element: int, dims: list[int], raw: bytes) -> TensorProto:
    return TensorProto(name=name, data_type=element, dims=dims, raw_data=raw)


def model(*initializers: TensorProto, **attributes: object) -> ModelProto:
    node = helper.make_node("Op", [], ["y"], name="/op", **attributes)
    y = helper.make_tensor_value_info("y", 77, [])
    graph = helper.make_graph([node], "g", [], [y], list(initializers))
    return helper.make_model(graph)


# CHECK:      model.onnx:y: error: value 'y' has the unknown element type 77
# CHECK-NEXT: model.onnx:short: error: initializer 'short' has 4 bytes of data, but tensor<2xf32> takes 8
# CHECK-NEXT: model.onnx:strange: error: initializer 'strange' has the unknown element type 99
# CHECK-NEXT: model.onnx:negative: error: initializer 'negative' has the dimension -2
# CHECK-NEXT: model.onnx:huge: error: initializer 'huge' has 0 bytes of data, but tensor<4611686018427387904x4xf32> takes 73786976294838206464
# CHECK-NEXT: model.onnx:text: error: initializer 'text' holds strings as raw data
# CHECK-NEXT: model.onnx:few: error: initializer 'few' has 1 entries of float_data, but tensor<3xf32> takes 3
# CHECK-NEXT: model.onnx:piped: error: initializer 'piped' lies in the file 'w.bin', which cannot be found when a model comes from a pipe
# CHECK-NEXT: model.onnx:/op: error: attribute 'value' has 1 bytes of data, but tensor<1xi64> takes 8
# CHECK-NEXT: model.onnx:/op: error: attribute 'a' is given twice
piped = TensorProto(name="piped", data_type=1, dims=[1], data_location=TensorProto.EXTERNAL)
piped.external_data.add(key="location", value="w.bin")
faulty = model(
    tensor("short", TensorProto.FLOAT, [2], b"1234"),
    tensor("strange", 99, [], b""),
    tensor("negative", TensorProto.FLOAT, [-2], b""),
    tensor("huge", TensorProto.FLOAT, [2**62, 4], b""),
    tensor("text", TensorProto.STRING, [1], b"text"),
    TensorProto(name="few", data_type=TensorProto.FLOAT, dims=[3], float_data=[1.0]),
    piped,
    value=tensor("", TensorProto.INT64, [1], b"1"),
    a=1,
)
faulty.graph.node[0].attribute.append(helper.make_attribute("a", 2))
faults(faulty.SerializeToString())

# CHECK-NEXT: model.onnx: error: is no ONNX model: it holds no graph
faults(b"")
# CHECK-NEXT: model.onnx: error: is no ONNX model: wire type 4 at byte 0 is not in use
faults(b"Lorem ipsum")
# CHECK-NEXT: model.onnx: error: is no ONNX model: a field at byte {{[0-9]+}} reaches beyond byte {{[0-9]+}}
faults(faulty.SerializeToString()[:-20])
# CHECK-NEXT: model.onnx: error: is no ONNX model: messages are nested deeper than 100
deep = b""
for _ in range(40):  # graph, node, attribute
    for tag in (0x32, 0x2A, 0x0A):
        size, length = len(deep), bytearray()
        while size > 127:
            length.append(size & 127 | 128)
            size >>= 7
        deep = bytes([tag, *length, size]) + deep
faults(b"\x3a" + bytes([len(deep) & 127 | 128, len(deep) >> 7]) + deep)


def external(name: str, location: str, **places: int) -> TensorProto:
    proto = TensorProto(name=name, data_type=1, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": location, **places}.items():
        proto.external_data.add(key=key, value=str(value))
    return proto


# CHECK-NEXT: m.onnx:y: error: value 'y' has the unknown element type 77
# CHECK-NEXT: m.onnx:above: error: initializer 'above' lies outside of the model's folder: '../secret'
# CHECK-NEXT: m.onnx:absolute: error: initializer 'absolute' lies outside of the model's folder: '/dev/zero'
# CHECK-NEXT: m.onnx:link: error: initializer 'link' lies outside of the model's folder: 'link'
# CHECK-NEXT: m.onnx:missing: error: initializer 'missing' lies in the file 'missing': No such file or directory
# CHECK-NEXT: m.onnx:pipe: error: initializer 'pipe' lies in 'pipe', which is no regular file
# CHECK-NEXT: m.onnx:long: error: initializer 'long' lies in bytes 8 to 24 of 'data', which has 20
# CHECK-NEXT: m.onnx:other: error: initializer 'other' has 12 bytes of data, but tensor<4xf32> takes 16
# CHECK-NEXT: m.onnx:odd: error: initializer 'odd' has the offset '-4', which is no size
with TemporaryDirectory() as name:
    folder = Path(name) / "model"
    folder.mkdir()
    (Path(name) / "secret").write_bytes(bytes(16))
    (folder / "link").symlink_to("../secret")
    (folder / "data").write_bytes(bytes(20))
    os.mkfifo(folder / "pipe")
    path = folder / "m.onnx"
    path.write_bytes(
        model(
            external("above", "../secret"),
            external("absolute", "/dev/zero"),
            external("link", "link"),
            external("missing", "missing"),
            external("pipe", "pipe"),
            external("long", "data", offset=8),
            external("other", "data", offset=4, length=12),
            external("odd", "data", offset=-4),
            external("right", "data", offset=4),
        ).SerializeToString()
    )
    with open(path, "rb") as stream:
        try:
            OnnxFrontend().parse(new_context(), stream, str(path))
        except Diagnosed as e:
            print(e)
