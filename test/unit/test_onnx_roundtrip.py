"""What is read from `.onnx` and written again is the same model, bit for bit."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper, parser
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler.context import new_context
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.frontends._onnx_wire import WireError, fill, scan
from nnopt.compiler.frontends.onnx import OnnxFrontend
from nnopt.compiler.targets.onnx import OnnxTarget
from nnopt.compiler.text.parser import Parser
from nnopt.compiler.text.printer import text_of
from nnopt.dialects.onnx import ELEMENT_TYPES, op_name, operator


def read(path: Path) -> ModuleOp:
    with open(path, "rb") as stream:
        return OnnxFrontend().parse(new_context(), stream, str(path))


def read_bytes(model: onnx.ModelProto) -> ModuleOp:
    stream = BytesIO(model.SerializeToString())
    return OnnxFrontend().parse(new_context(), stream, "model.onnx")


def written(module: ModuleOp) -> onnx.ModelProto:
    stream: Any = BytesIO()
    OnnxTarget().emit(new_context(), module, stream)
    return onnx.ModelProto.FromString(stream.getvalue())


def reread(module: ModuleOp) -> ModuleOp:
    """Through text, whose generic form must give the same."""
    module.verify()
    text = text_of(module)
    for form in (text, text_of(module, generic=True)):
        again = Parser(new_context(), form, "model.mlir").parse_module()
        assert text_of(again) == text
    return Parser(new_context(), text, "model.mlir").parse_module()


def results(model: onnx.ModelProto | Path, inputs: dict[str, Any]) -> dict[str, Any]:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    given = str(model) if isinstance(model, Path) else model.SerializeToString()
    session = onnxruntime.InferenceSession(given, options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, inputs), strict=True))


def check(model: onnx.ModelProto, **inputs: Any) -> onnx.ModelProto:
    """The model read and written, equal in what it computes; also by way of text."""
    onnx.checker.check_model(model, full_check=False)
    module = read_bytes(model)
    wanted = results(model, inputs)
    for again in (written(module), written(reread(module))):
        onnx.checker.check_model(again, full_check=False)
        assert [i.name for i in again.graph.input] == [i.name for i in model.graph.input]
        found = results(again, inputs)
        assert list(found) == list(wanted)
        for name, value in wanted.items():
            np.testing.assert_array_equal(found[name], value, strict=True)
    return written(module)


# --- The wire format ----------------------------------------------------------------------------


def linear(size: int = 100) -> onnx.ModelProto:
    weight = numpy_helper.from_array(np.arange(size, dtype=np.float32), "w")
    node = helper.make_node("Add", ["x", "w"], ["y"])
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [size]) for n in "xy")
    constant = helper.make_node("Constant", [], ["c"], value=weight)
    graph = helper.make_graph([constant, node], "g", [x], [y], [weight])
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, ir_version=8, opset_imports=opset)


def test_scan_takes_all_raw_data_out_and_fill_puts_it_back() -> None:
    data = linear().SerializeToString()
    view = memoryview(data)
    stripped, ranges = scan(view)
    assert [end - begin for begin, end in ranges] == [400, 400]
    assert len(stripped) < len(data) - 700
    model = onnx.ModelProto.FromString(stripped)
    assert model.graph.initializer[0].raw_data == (1).to_bytes(8, "little")
    assert b"".join(fill(stripped, [view[b:e] for b, e in ranges])) == data


def test_a_file_that_ends_early_is_refused_wherever_it_ends() -> None:
    data = linear(5).SerializeToString()
    for end in range(len(data)):
        try:
            stripped, _ = scan(memoryview(data[:end]))
        except WireError:
            continue
        assert end < len(data)
        onnx.ModelProto.FromString(stripped)  # it ended between two fields of the model


def test_weights_are_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(linear(1000).SerializeToString())
    (graph,) = read(path).ops
    values: list[Any] = [op.properties["value"] for op in list(graph.regions[0].block.ops)[:2]]
    for value in values:
        array = value.array(np)
        assert not array.flags.owndata
        np.testing.assert_array_equal(array, np.arange(1000, dtype=np.float32))


# --- Tensors ------------------------------------------------------------------------------------

DTYPES = [n for n in ELEMENT_TYPES if n != TensorProto.STRING]


def random_array(element: int, shape: tuple[int, ...]) -> Any:
    dtype = helper.tensor_dtype_to_np_dtype(element)
    random = np.random.default_rng(0)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max, shape, dtype, endpoint=True)
    values = random.standard_normal(shape) * 4
    if dtype.kind == "b":
        return values > 0
    if "uint" in dtype.name:
        values = abs(values) % 4
    if "int" in dtype.name:
        values = np.clip(np.trunc(values), *((-2, 1) if "2" in dtype.name else (-8, 7)))
    if dtype.kind == "c":
        return (values + 2j * abs(values)).astype(dtype)
    return values.astype(dtype)


def value_of(module: ModuleOp) -> Any:
    (graph,) = module.ops
    value: Any = next(iter(graph.regions[0].block.ops)).properties["value"]
    return value.array(np)


@pytest.mark.parametrize("element", DTYPES, ids=TensorProto.DataType.Name)
@pytest.mark.parametrize("shape", [(7,), (3, 5), (1,), (), (0, 2)], ids=str)
def test_tensor(element: int, shape: tuple[int, ...]) -> None:
    array = random_array(element, shape)
    raw = numpy_helper.from_array(array, "t")
    assert raw.data_type == element
    typed = TensorProto(name="t", data_type=element, dims=shape)
    field = helper.tensor_dtype_to_field(element)
    getattr(typed, field).extend(typed_entries(array, raw, field))
    for proto in (raw, typed):
        wanted = numpy_helper.to_array(proto)
        y = helper.make_tensor_value_info("t", element, shape)
        module = read_bytes(helper.make_model(helper.make_graph([], "g", [], [y], [proto])))
        np.testing.assert_array_equal(as_bits(value_of(module)), as_bits(wanted), strict=True)
        (again,) = written(reread(module)).graph.initializer
        assert again.raw_data == raw.raw_data
        assert (again.data_type, list(again.dims), again.name) == (element, list(shape), "t")


def typed_entries(array: Any, raw: TensorProto, field: str) -> list[Any]:
    """The entries of a typed field, as `TensorProto` documents them."""
    name, kind = array.dtype.name, array.dtype.kind
    if name in ("uint4", "int4", "float4_e2m1fn", "uint2", "int2"):
        return list(raw.raw_data)
    if kind == "c":
        return [part for v in array.ravel().tolist() for part in (v.real, v.imag)]
    if field == "int32_data" and kind not in "iub":
        return np.frombuffer(array.tobytes(), f"u{array.dtype.itemsize}").tolist()
    return [int(v) if kind == "b" else v for v in array.ravel().tolist()]


def as_bits(array: Any) -> Any:
    """Bytes of an array; integers of less than a byte by value, since numpy keeps two codes."""
    if array.dtype.name in ("int4", "int2"):
        return array.astype(np.int8)
    return np.ascontiguousarray(array).view(np.uint8) if array.size and array.shape else array


def test_strings() -> None:
    strings = [b"", b"\xff\0", "\N{SNOWMAN}".encode()]
    proto = TensorProto(name="t", data_type=TensorProto.STRING, dims=[3], string_data=strings)
    y = helper.make_tensor_value_info("t", TensorProto.STRING, [3])
    module = read_bytes(helper.make_model(helper.make_graph([], "g", [], [y], [proto])))
    (again,) = written(reread(module)).graph.initializer
    assert list(again.string_data) == strings


# --- Names of operators -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("domain", "op_type"),
    [
        ("", "Conv"),
        ("com.microsoft", "FusedConv"),
        ("", "initializer"),
        ("", ""),
        ("my-domain", "aten::add|folded.0"),
        ("x$y", "\N{SNOWMAN}"),
        ("1.2", "3d"),
    ],
)
def test_every_operator_has_a_name_of_its_own(domain: str, op_type: str) -> None:
    name = op_name(domain, op_type)
    assert operator(name) == (domain, op_type)
    assert name not in ("onnx.initializer", "onnx.")
    assert all(c.isascii() and (c.isalnum() or c in "_.$") for c in name)


# --- Models -------------------------------------------------------------------------------------

X = np.array([1.5, -2.0], np.float32)


def test_branches_and_what_they_capture() -> None:
    model = parser.parse_model("""
        <ir_version: 8, opset_import: ["" : 17]>
        g (bool c, float[2] x) => (float[2] y, float[2] z) <float[2] w = {3, 4}> {
          h = Mul(x, w)
          y = If (c) <
            then_branch = yes () => (float[2] t) <float[2] v = {5, 6}> { t = Add(h, v) },
            else_branch = no () => (float[2] e) {
              e = If (c) <
                then_branch = a () => (float[2] p) { p = Neg(x) },
                else_branch = b () => (float[2] q) { q = Sub(h, x) }
              >
            }
          >
          z = Relu(y)
        }
    """)
    for flag in (True, False):
        check(model, c=np.array(flag), x=X)


def test_loop() -> None:
    model = parser.parse_model("""
        <ir_version: 8, opset_import: ["" : 17]>
        g (int64 n, float[2] x) => (float[2] y, float[n, 2] s) {
          y, s = Loop (n, , x) <
            body = body (int64 i, bool c, float[2] a) => (bool d, float[2] b, float[2] o) {
              d = Identity(c)
              b = Add(a, x)
              o = Mul(b, b)
            }
          >
        }
    """)
    check(model, n=np.array(3), x=X)


def test_local_function() -> None:
    model = parser.parse_model("""
        <ir_version: 9, opset_import: ["" : 17, "local" : 1]>
        g (float[2] x) => (float[2] y) { y = local.scale <beta = 2.5> (x) }
        <domain: "local", opset_import: ["" : 17]>
        scale <beta> (a) => (r) {
          k = Constant <value_float: float = @beta> ()
          r = Mul(a, k)
        }
    """)
    check(model, x=X)


def test_an_initializer_before_ir_version_4_is_an_input() -> None:
    model = linear(2)
    model.ir_version = 3
    model.opset_import[0].version = 8
    model.graph.input.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, [2]))
    check(model, x=X)


def test_a_default_may_be_overridden() -> None:
    model = linear(2)
    model.graph.input.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, [2]))
    check(model, x=X)
    check(model, x=X, w=X)


def test_sparse_initializer() -> None:
    model = linear(2)
    del model.graph.initializer[:]
    values = helper.make_tensor("w", TensorProto.FLOAT, [1], [7.0])
    indices = helper.make_tensor("", TensorProto.INT64, [1], [1])
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, indices, [2]))
    check(model, x=X)


def test_training_and_quantization_notes_come_back() -> None:
    model = linear(2)
    info = model.training_info.add()
    info.initialization.name, info.algorithm.name = "start", "step"
    info.algorithm.node.append(helper.make_node("Neg", ["w"], ["w_new"], name="n"))
    info.algorithm.output.append(helper.make_empty_tensor_value_info("w_new"))
    info.update_binding.add(key="w", value="w_new")
    annotation = model.graph.quantization_annotation.add(tensor_name="x")
    annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="w")
    model.configuration.add(name="pair", num_devices=2, device=["a", "b"])
    device = model.graph.node[0].device_configurations.add(configuration_id="pair")
    device.sharding_spec.add(tensor_name="c", device=[0, 1])
    again = written(reread(read_bytes(model)))
    assert again.training_info == model.training_info
    assert again.configuration == model.configuration
    assert again.graph.quantization_annotation == model.graph.quantization_annotation
    assert again.graph.node[0].device_configurations == model.graph.node[0].device_configurations


# --- What passes make ---------------------------------------------------------------------------


def emitted(text: str) -> onnx.ModelProto:
    module = Parser(new_context(), text, "test.mlir").parse_module()
    module.verify()
    model = written(module)
    onnx.checker.check_model(model)
    return model


def test_a_result_that_is_an_argument_or_another_result_is_copied() -> None:
    model = emitted("""
    func.func @f(%x: tensor<2xf32> {nn.name = "x"}) -> (
        tensor<2xf32> {nn.name = "a"}, tensor<2xf32> {nn.name = "b"},
        tensor<2xf32> {nn.name = "c"}) {
      %h = onnx.Neg %x : (tensor<2xf32>) -> tensor<2xf32>
      func.return %h, %x, %h : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    }""")
    found = results(model, {"x": X})
    assert list(found) == ["a", "b", "c"]
    np.testing.assert_array_equal(list(found.values()), [-X, X, -X])


def test_a_branch_copies_what_it_captures() -> None:
    model = emitted("""
    func.func @f(%c: tensor<i1> {nn.name = "c"}, %x: tensor<2xf32> {nn.name = "x"})
        -> (tensor<2xf32> {nn.name = "y"}) {
      %k = onnx.initializer {value = dense<7.0> : tensor<2xf32>} : () -> tensor<2xf32>
      %y = onnx.If %c ({
        nn.yield %x : (tensor<2xf32>) -> ()
      }, {
        nn.yield %k : (tensor<2xf32>) -> ()
      }) {onnx.graphs = ["then_branch", "else_branch"]} : (tensor<i1>) -> tensor<2xf32>
      func.return %y : tensor<2xf32>
    }""")
    np.testing.assert_array_equal(results(model, {"c": np.array(True), "x": X})["y"], X)
    np.testing.assert_array_equal(results(model, {"c": np.array(False), "x": X})["y"], [7, 7])


def test_names_are_unique_whatever_passes_leave() -> None:
    model = emitted("""
    func.func @f(%x: tensor<2xf32> {nn.name = "t"}) -> (tensor<2xf32> {nn.name = "y"}) {
      %a = onnx.Neg %x {nn.outs = ["t"]} : (tensor<2xf32>) -> tensor<2xf32> loc("n")
      %b = onnx.Neg %a {nn.outs = ["t"]} : (tensor<2xf32>) -> tensor<2xf32> loc("n")
      %0 = onnx.Neg %b : (tensor<2xf32>) -> tensor<2xf32> loc(fused<"pass">["p", "q"])
      %1 = onnx.Neg %0 {nn.outs = ["y"]} : (tensor<2xf32>) -> tensor<2xf32>
      %2 = onnx.Neg %1 : (tensor<2xf32>) -> tensor<2xf32>
      func.return %2 : tensor<2xf32>
    }""")
    assert [node.name for node in model.graph.node] == ["n", "n_1", "p", "", ""]
    outputs = [node.output[0] for node in model.graph.node]
    assert outputs[:2] == ["t_1", "t_2"] and outputs[-1] == "y"
    assert len(set(outputs)) == 5
    np.testing.assert_array_equal(results(model, {"t": X})["y"], -X)


def test_what_has_no_form_is_told_all_at_once() -> None:
    module = Parser(
        new_context(),
        """
    func.func @f(%x: tensor<2xf32>) -> tensor<2xi5> {
      %a = nn.constant {value = dense<1> : tensor<2xi5>} : () -> tensor<2xi5>
      %b = onnx.Op %a {e = [], u = unit} : (tensor<2xi5>) -> tensor<2xi5>
      func.return %b : tensor<2xi5>
    }""",
        "test.mlir",
    ).parse_module()
    with pytest.raises(Diagnosed) as caught:
        written(module)
    assert [d.message for d in caught.value.diagnostics] == [
        "value 'b' has elements of the type i5",
        "'nn.constant' op is none of ONNX; 'convert-nn-to-onnx' makes it such",
        "attribute 'e' is an empty list; `#onnx.list<INTS, []>` says of what",
        "attribute 'u' has the value unit",
    ]


def test_the_main_graph_is_chosen_by_name() -> None:
    text = "".join(
        f"func.func @{name}(%x: tensor<2xf32>) -> tensor<2xf32> {{ "
        f"%y = onnx.{op} %x : (tensor<2xf32>) -> tensor<2xf32> "
        "func.return %y : tensor<2xf32> }\n"
        for name, op in (("f", "Neg"), ("g", "Abs"))
    )
    module = Parser(new_context(), text, "test.mlir").parse_module()
    with pytest.raises(Diagnosed, match="has one main graph, the module 2 \\(f, g\\)"):
        written(module)
    stream: Any = BytesIO()
    OnnxTarget(function="g").emit(new_context(), module, stream)
    (node,) = onnx.ModelProto.FromString(stream.getvalue()).graph.node
    assert node.op_type == "Abs"


# --- Files --------------------------------------------------------------------------------------


def test_a_model_is_written_over_the_file_it_is_mapped_from(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(linear(5000).SerializeToString())
    x = np.ones(5000, np.float32)
    wanted = results(path, {"x": x})["y"]
    module = read(path)
    OnnxTarget().write(new_context(), module, path)
    OnnxTarget(external=True).write(new_context(), module, path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["model.onnx", "model.onnx.data"]
    assert path.stat().st_size < 21_000  # one of the two tensors is a node's, and stays
    np.testing.assert_array_equal(results(path, {"x": x})["y"], wanted)
    again = read(path)
    OnnxTarget(external=True).write(new_context(), again, path)
    np.testing.assert_array_equal(results(path, {"x": x})["y"], wanted)
    onnx.checker.check_model(path)


def test_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    module = Parser(new_context(), "builtin.module {}", "test.mlir").parse_module()
    with pytest.raises(Diagnosed):
        OnnxTarget().write(new_context(), module, tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []
