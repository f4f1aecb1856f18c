"""
What is printed reads back to the same values, names and locations, here and upstream.

`iree-opt` is upstream's reader and printer of the same text: values are compared with its reading,
since a reader and printer that share a mistake agree with each other.
"""

import subprocess
import sysconfig
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BoolAttr,
    CallSiteLoc,
    DenseArrayBase,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    FusedLoc,
    IntAttr,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    TensorType,
    UnitAttr,
    UnknownLoc,
    UnrankedTensorType,
    f32,
    f64,
    i8,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser as XdslParser

from nnopt.compiler import element_types, names, read
from nnopt.compiler.context import new_context
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.op import SEGMENTS
from nnopt.compiler.text.parser import Parser
from nnopt.compiler.text.printer import Style, named, print_module, text_of
from nnopt.compiler.topology import walk
from nnopt.compiler.weights import Elements, as_elements
from nnopt.dialects.nn.graph import Yield
from nnopt.dialects.onnx import GRAPHS, onnx_op

IREE_OPT = Path(sysconfig.get_path("scripts")) / "iree-opt"


def upstream(text: str, *flags: str) -> str:
    """What upstream prints of a text."""
    command = [str(IREE_OPT), "--allow-unregistered-dialect", *flags]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def holder(**attributes: Attribute) -> Operation:
    return test.TestOp(attributes=attributes)


# --- Tensors --------------------------------------------------------------------------------------

ELEMENT_TYPES = (
    "f64 f32 f16 bf16 f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ f8E4M3 f8E3M4 f8E4M3B11FNUZ f8E8M0FNU "
    "f4E2M1FN f6E2M3FN f6E3M2FN complex<f32> complex<f64> "
    "i1 i2 i4 i8 i16 i32 i64 ui2 ui4 ui8 ui16 ui32 ui64 si8 index i3 i5 i128"
).split()
SHAPES = ((), (0,), (1,), (2, 3), (64,), (65,), (0, 3), (3, 0, 2), (300,))


def type_named(name: str) -> Attribute:
    return Parser(new_context(), name).parse_type()


def random_bits(element: Attribute, count: int, random: Any) -> bytes:
    """Any bits: NaN with payloads, infinities, both zeros, denormal numbers."""
    size, width = element_types.byte_size(element), element_types.bit_width(element)
    raw = random.integers(0, 2 if width == 1 else 256, count * size, dtype=np.uint8)
    return bytes(element_types.canonical(element, raw.tobytes()))


def tensors(shape: tuple[int, ...], random: Any) -> Iterator[tuple[str, bytes, Elements]]:
    for name in ELEMENT_TYPES:
        element = type_named(name)
        data = random_bits(element, int(np.prod(shape)), random)
        yield name, data, Elements.of_bytes(data, TensorType(element, shape), f"/a:{name}")


def bytes_of(op: Operation) -> bytes:
    elements = as_elements(op.attributes["v"])
    assert elements is not None
    stored = bytes(elements.data.data)
    return stored * elements.data.count if elements.splat else stored


def holders(shape: tuple[int, ...], seed_: int) -> tuple[ModuleOp, dict[str, bytes]]:
    """A module that holds a tensor of every element type."""
    wanted: dict[str, bytes] = {}
    ops: list[Operation] = []
    for name, data, elements in tensors(shape, np.random.default_rng(seed_)):
        wanted[name] = data
        ops.append(holder(n=StringAttr(name), v=elements))
    return ModuleOp(ops), wanted


def held(module: ModuleOp) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for op in module.body.block.ops:
        name = op.attributes["n"]
        assert isinstance(name, StringAttr)
        found[name.data] = bytes_of(op)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_every_bit_of_every_element_type(shape: tuple[int, ...]) -> None:
    for seed_ in range(4):
        module, wanted = holders(shape, seed_)
        for generic in (False, True):
            text = text_of(module, generic=generic)
            again = read(text)
            assert held(again) == wanted
            assert text_of(again, generic=generic) == text


@pytest.mark.parametrize("shape", [s for s in SHAPES if s != (300,)])
def test_upstream_reads_the_same_bits(shape: tuple[int, ...]) -> None:
    module, wanted = holders(shape, 1)
    text = text_of(module, generic=True)
    for flags in (), ("--mlir-print-op-generic", "--mlir-print-elementsattrs-with-hex-if-larger=2"):
        assert held(read(upstream(text, *flags))) == wanted


LITERALS = """
"test.op"() {n = "f32", v = dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, -0.0, 1.0e-45, 1.0e39, 3.40282347E+38]> : tensor<8xf32>} : () -> ()
"test.op"() {n = "f64", v = dense<[0x7FF0000000000000, 0xFFF8000000000001, 1.0e400, 4.9e-324, 0.1]> : tensor<5xf64>} : () -> ()
"test.op"() {n = "f16", v = dense<[0x7C00, 0xFE01, 65520.0, 5.96e-08, 2.9e-08]> : tensor<5xf16>} : () -> ()
"test.op"() {n = "bf16", v = dense<[0x7F80, 0xFFC1, 1.00390625, 1.00390625000001, 1.00390624999999, -3.4e38]> : tensor<6xbf16>} : () -> ()
"test.op"() {n = "f8E4M3FN", v = dense<[0x7F, 448.0, 1.0625, 1.062500001, -0.0]> : tensor<5xf8E4M3FN>} : () -> ()
"test.op"() {n = "f8E5M2", v = dense<[0x7C, 0xFD, 57344.0, 65536.0]> : tensor<4xf8E5M2>} : () -> ()
"test.op"() {n = "splat", v = dense<0xFF800000> : tensor<3x4xf32>} : () -> ()
"test.op"() {n = "i8", v = dense<[0xFF, 255, -128, 0x7F]> : tensor<4xi8>} : () -> ()
"test.op"() {n = "ui8", v = dense<[0xFF, 255]> : tensor<2xui8>} : () -> ()
"test.op"() {n = "i64", v = dense<[0xFFFFFFFFFFFFFFFF, 18446744073709551615, -9223372036854775808]> : tensor<3xi64>} : () -> ()
"test.op"() {n = "i1", v = dense<[true, false, 1, 0, -1]> : tensor<5xi1>} : () -> ()
"test.op"() {n = "c", v = dense<[(0x7F800000, -0.0), (1.0, 0xFFC00000)]> : tensor<2xcomplex<f32>>} : () -> ()
"test.op"() {n = "hex", v = dense<"0x0000807F000080FF"> : tensor<2xf32>} : () -> ()
"test.op"() {n = "hex splat", v = dense<"0x0000807F"> : tensor<2xf32>} : () -> ()
"test.op"() {n = "all true", v = dense<"0xFF"> : tensor<10xi1>} : () -> ()
"test.op"() {n = "hex i4", v = dense<"0x0F01"> : tensor<2xi4>} : () -> ()
"test.op"() {n = "empty", v = dense<> : tensor<0x4xf32>} : () -> ()
"test.op"() {n = "no splat", v = dense<1.0> : tensor<0xf32>} : () -> ()
"test.op"() {n = "index", v = dense<[1, -1]> : tensor<2xindex>} : () -> ()
"""  # noqa: E501


def test_literals_mean_what_they_mean_upstream() -> None:
    ours = held(read(LITERALS))
    assert ours == held(read(upstream(LITERALS)))
    assert ours["f32"][:8] == b"\0\0\x80\x7f\0\0\x80\xff"
    assert ours["hex i4"] == b"\xff\x01"


def test_booleans_packed_as_older_versions_print_them() -> None:
    text = '"test.op"() {n = "", v = dense<"0x3501"> : tensor<10xi1>} : () -> ()'
    assert held(read(text)) == {"": bytes([1, 0, 1, 0, 1, 1, 0, 0, 1, 0])}


def test_dense_arrays_and_scalars_given_by_bits() -> None:
    text = (
        '"test.op"() {a = array<f32: 0x7F800000, -0.0, 1.5>, b = array<f64: 0xFFF0000000000000>, '
        "c = array<i1: true, false>, d = array<f32>, e = 0x7E00 : f16, f = 0xFF800000 : f32, "
        "g = [0x7FF8000000000000 : f64, 0.1, 3, -0.0], h = array<i8: -1>, i = 1.0 : f128} "
        ": () -> ()"
    )
    ours = text_of(read(text))
    assert text_of(read(ours)) == ours
    assert text_of(read(upstream(text))) == ours
    assert text_of(read(upstream(ours))) == ours
    assert "a = array<f32: 0x7F800000, -0.000000e+00, 1.500000e+00>" in ours
    assert "g = [0x7FF8000000000000 : f64, 1.000000e-01, 3, -0.000000e+00]" in ours


def test_strings_are_bytes() -> None:
    words = [b"", b"a", b"\xff\xfe", b'"\\\n\0', "é".encode()]
    elements = Elements.of(np.array(words, object))
    many = Elements.of(np.array(words * 20, object), key="s")
    module = ModuleOp([holder(v=elements, w=many)])
    (op,) = read(text_of(module)).body.block.ops
    assert op.attributes["v"] == elements and op.attributes["w"] == many
    (op,) = read(upstream(text_of(module, generic=True))).body.block.ops
    assert op.attributes["v"] == elements and op.attributes["w"] == many


@pytest.mark.parametrize("count, inline", [(64, True), (65, False)])
def test_what_is_inline(count: int, inline: bool) -> None:
    def text(array: Any) -> str:
        return text_of(ModuleOp([holder(v=Elements.of(array, key="k"))]))

    assert ("dense_resource" not in text(np.arange(count))) == inline
    assert "dense<3.000000e+00> : tensor<1000xf32>" in text(np.full(1000, 3, np.float32))


def test_foreign_operations_keep_their_own_tensors() -> None:
    text = (
        "%0 = arith.constant dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>\n"
        "%1 = arith.constant dense<[true, false]> : vector<2xi1>\n"
        "%2 = arith.constant dense<3> : tensor<2xindex>\n"
    )
    module = read(text)
    ours = text_of(module)
    assert "dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>" in ours
    assert text_of(read(ours)) == ours
    assert text_of(read(upstream(ours))).count("dense<") == 3
    module.verify()
    for op, literal in zip(module.body.block.ops, text.splitlines(), strict=True):
        theirs = XdslParser(new_context(), literal.partition("constant ")[2]).parse_attribute()
        if "0x" not in literal:  # which xDSL reads as integers
            assert op.properties["value"] == theirs


# --- Literals that are wrong ----------------------------------------------------------------------

WRONG = {
    "dense<7> : tensor<1xi1>": "integer constant out of range for type",
    "dense<256> : tensor<1xi8>": "integer constant out of range for type",
    "dense<-129> : tensor<1xi8>": "integer constant out of range for type",
    "dense<-1> : tensor<1xui8>": "integer constant out of range for type",
    "dense<128> : tensor<1xsi8>": "integer constant out of range for type",
    "dense<true> : tensor<1xi32>": "expected i1 type for 'true' or 'false' values",
    "dense<true> : tensor<1xf32>": "expected floating point literal",
    "dense<1> : tensor<1xf32>": "unexpected decimal integer literal for a floating point value",
    "dense<1.0> : tensor<1xi32>": "expected integer elements, but parsed floating-point",
    "dense<-0x7F800000> : tensor<1xf32>": "should not have a leading minus",
    "dense<0xFFFFFFFFFF> : tensor<1xf32>": "hexadecimal float constant out of range for type",
    "dense<0xFF> : tensor<1xf4E2M1FN>": "hexadecimal float constant out of range for type",
    'dense<["a"]> : tensor<1xf32>': "expected floating point literal",
    'dense<"a"> : tensor<1xf32>': "expected string containing hex digits starting with `0x`",
    'dense<"0x00 00 00 00"> : tensor<1xf32>': "expected string containing hex digits",
    'dense<"0x000"> : tensor<1xf32>': "expected string containing hex digits",
    'dense<"0x0000"> : tensor<1xf32>': "elements hex data size is invalid for provided type",
    "dense<1> : tensor<1x!nn.string>": "expected string literal",
    'dense<[1, "a"]> : tensor<2x!nn.string>': "expected string literal",
    "dense<1.0> : tensor<1xcomplex<f32>>": "expected complex literal",
    "dense<(1.0, 2.0)> : tensor<1xf32>": "expected floating point literal",
    "dense<[1.0]> : tensor<f32>": "inferred shape of elements literal ([1]) does not match type",
    "dense<[[1, 2], [3]]> : tensor<2x2xi8>": "ranks are not consistent",
    "dense<[[1, 2], 3]> : tensor<2x2xi8>": "ranks are not consistent",
    "dense<1.0> : tensor<?xf32>": "must have static shape",
    "dense<1.0> : f32": "elements literal must be a shaped type",
    "dense<1.0> : tensor<1xf80>": "no tensor can have the element type f80",
    "dense_resource<k> : tensor<?xf32>": "needs a static tensor type",
    "dense_resource<k> : f32": "needs a static tensor type",
    "array<f32: 1>": "unexpected decimal integer literal for a floating point value",
    "array<f32: 0x1FFFFFFFF>": "hexadecimal float constant out of range for type",
}


@pytest.mark.parametrize("literal", WRONG)
def test_a_wrong_literal(literal: str) -> None:
    with pytest.raises(Diagnosed) as caught:
        read(f'"test.op"() {{v = {literal}}} : () -> ()')
    (diagnostic,) = caught.value.diagnostics
    assert WRONG[literal] in diagnostic.message
    assert diagnostic.place.line == 1 and 18 <= diagnostic.place.column <= 18 + len(literal)


# --- Hostile text ---------------------------------------------------------------------------------

MANY = 50_000
HOSTILE = {
    "digits": f'"test.op"() {{a = {"9" * MANY} : i64}} : () -> ()',
    "hex": f'"test.op"() {{a = 0x{"F" * MANY} : i64}} : () -> ()',
    "scalar": f'"test.op"() {{a = {"9" * 300} : i64}} : () -> ()',
    "dense": f'"test.op"() {{a = dense<0x{"F" * MANY}> : tensor<2xi64>}} : () -> ()',
    "dim": f'"test.op"() {{a = tensor<{"9" * 30}xi64>}} : () -> ()',
    "no digit": '"test.op"() {a = ½} : () -> ()',
    "string": f'"test.op"() {{a = "{"a" * MANY}}} : () -> ()',
    "escapes": '"test.op"() {a = "' + "\\\\" * MANY + "} : () -> ()",
    "broken escape": '"test.op"() {a = "' + "\\\\" * MANY + '\\q"} : () -> ()',
    "symbol": '@"' + "a" * MANY,
    "deep dense": f'"test.op"() {{a = dense<{"[" * MANY}> : tensor<2xf32>}} : () -> ()',
    "deep pair": f'"test.op"() {{a = dense<{"(" * MANY}> : tensor<2xf32>}} : () -> ()',
    "deep list": f'"test.op"() {{a = {"[" * MANY}}} : () -> ()',
    "deep dictionary": f'"test.op"() {{a = {"{a=" * MANY}}} : () -> ()',
    "deep region": '"test.op"() ({' * MANY,
    "deep location": '"test.op"() : () -> () loc(' + '"a"(' * MANY,
    "deep type": f'"test.op"() {{a = {"tensor<" * MANY}}} : () -> ()',
    "alias of itself": "#a = loc(#a)\n",
    "aliases in a circle": '"test.op"() : () -> () loc(#a)\n#a = loc("x"(#b))\n#b = loc("y"(#a))',
    "aliases in a row": '"test.op"() : () -> () loc(#a0)\n'
    + "\n".join(f'#a{i} = loc("x"(#a{i + 1}))' for i in range(5000)),
    "NUL": "\0",
    "end after @": "@",
    "end after #": "#",
    "end in a function": "func.func @f() {",
    "brace": "}",
    "blob": '{-# dialect_resources: { builtin: { k: "0x' + "0" * 7 + '" } } #-}',
    "no blob": "{-# dialect_resources: { builtin: { k: 3 } } #-}",
    "metadata": "{-# what: { a: 1 } #-}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_ends_in_one_error(name: str) -> None:
    with pytest.raises(Diagnosed) as caught:
        read(HOSTILE[name] + "\n")
    (diagnostic,) = caught.value.diagnostics
    assert "crashed" not in diagnostic.message and len(diagnostic.message) < 500


# --- Resources ------------------------------------------------------------------------------------


def resources(entries: str, text: str = "") -> str:
    return f"{text}\n{{-# dialect_resources: {{ builtin: {{ {entries} }} }} #-}}\n"


def test_keys_that_need_quotes() -> None:
    for key in ("/a:b", 'q"\\', "é", "with space", "", "__metadata__", "plain.key"):
        elements = Elements.of(np.arange(70), key=key)
        text = text_of(ModuleOp([holder(v=elements)]))
        (op,) = read(text).body.block.ops
        assert op.attributes["v"] == elements
        found = as_elements(op.attributes["v"])
        assert found is not None
        assert key in ("", "__metadata__") or found.key == key
        assert text_of(read(text)) == text
        (op,) = read(upstream(text)).body.block.ops
        assert op.attributes["v"] == elements


def test_equal_keys_with_different_bytes() -> None:
    arrays = [np.arange(70) + i % 3 for i in range(6)]
    ops = [holder(v=Elements.of(a, key="k")) for a in arrays]
    text = text_of(ModuleOp(ops))
    assert text.count('"k": ') == text.count('"k_1": ') == text.count('"k_2": ') == 1
    assert "k_3" not in text, "equal bytes are written once"
    again = read(text)
    assert [op.attributes["v"] for op in again.body.block.ops] == [op.attributes["v"] for op in ops]
    assert text_of(again) == text


def test_equal_elements_are_printed_as_one_however_they_are_stored() -> None:
    stored = Elements.of_bytes(b"\1" * 6, TensorType(i8, [2, 3]))
    text = text_of(ModuleOp([holder(v=stored)]))
    assert "dense<1> : tensor<2x3xi8>" in text and text_of(read(text)) == text


def test_two_modules_of_one_process_do_not_mix() -> None:
    texts = [text_of(ModuleOp([holder(v=Elements.of(np.arange(70) * n, key="k"))])) for n in (1, 2)]
    modules = [read(text) for text in texts]
    assert [text_of(m) for m in modules] == texts
    moved = next(iter(modules[0].body.block.ops))
    moved.detach()
    modules[1].body.block.add_op(moved)
    assert '"k": ' in text_of(modules[1]) and '"k_1": ' in text_of(modules[1])
    assert "dialect_resources" not in text_of(modules[0])


def test_resources_of_other_dialects_are_not_ours() -> None:
    text = '"test.op"() {v = dense_resource<k> : tensor<1xi8>} : () -> ()'
    text += '\n{-# dialect_resources: { other: { k: "0x0400000007" } } #-}'
    (op,) = read(text).body.block.ops
    elements = as_elements(op.attributes["v"])
    assert elements is not None and not elements.data.here


@pytest.mark.parametrize(
    "type_, blob, value",
    [
        ("tensor<3xi1>", "0x04000000000203", b"\0\1\1"),
        ("tensor<9xi1>", "0x04000000FF00", b"\1" * 8 + b"\0"),
        ("tensor<2xi4>", "0x04000000FF0F", b"\xff\xff"),
        ("tensor<0xf32>", "0x04000000", b""),
    ],
)
def test_blobs_of_small_elements(type_: str, blob: str, value: bytes) -> None:
    text = f'"test.op"() {{v = dense_resource<k> : {type_}}} : () -> ()'
    (op,) = read(resources(f'k: "{blob}"', text)).body.block.ops
    assert bytes_of(op) == value


@pytest.mark.parametrize(
    "type_, blob",
    [
        ("tensor<1xf32>", "0x040000000000"),
        ("tensor<2xf32>", "0x0400000000000000"),
        ("tensor<2x!nn.string>", "0x04000000FFFFFFFFFFFFFFFF00"),
        ("tensor<2x!nn.string>", "0x04000000010000000000000061"),
        ("tensor<1x!nn.string>", "0x0400000001000000000000006161"),
    ],
)
def test_blobs_of_the_wrong_size(type_: str, blob: str) -> None:
    text = f'"test.op"() {{v = dense_resource<k> : {type_}}} : () -> ()'
    with pytest.raises(Diagnosed) as caught:
        read(resources(f'k: "{blob}"', text))
    (diagnostic,) = caught.value.diagnostics
    assert f"bytes, which are no {type_}" in diagnostic.message
    assert diagnostic.place.line == 1, "where the tensor is"


def test_elided_tensors_pass_through() -> None:
    text = '"test.op"() {v = dense_resource<"k"> : tensor<100xf32>} : () -> ()'
    ours = text_of(read(text))
    assert "dialect_resources" not in ours and text_of(read(ours)) == ours


# --- Locations ------------------------------------------------------------------------------------

LOCATIONS = """
#early = loc("early":1:2)
module {
  "test.op"() : () -> () loc(#late)
  %0:2 = "test.op"() : () -> (i32, f32) loc(#early)
  "test.op"(%0#1, %0#0) : (f32, i32) -> () loc(fused<"p">["a", "b"(#early), "f.mlir":3:4])
  "test.op"() : () -> () loc(callsite("y" at "m.py":1:2))
  "test.op"() : () -> () loc(fused["m.py":1:2, #early])
  "test.op"() : () -> () loc("f.mlir":3:4 to 5:6)
  "test.op"() : () -> () loc("f.mlir":3:4 to :6)
  "test.op"() : () -> () loc(unknown)
  "test.op"() ({
  ^bb0(%a: i32 loc("arg"), %b: f32):
    "test.termop"(%a) : (i32) -> ()
  }) : () -> ()
}
#late = loc("late")
"""


def debug_text(module: ModuleOp, generic: bool = False) -> str:
    stream = StringIO()
    print_module(module, stream, style=Style(generic, debuginfo=True))
    return stream.getvalue()


def test_locations_are_upstreams() -> None:
    """Its aliases, before and after what uses them, and its own spelling of each."""
    ours = debug_text(read(LOCATIONS))
    for flags in ("--mlir-print-local-scope",), ("--mlir-print-op-generic",), ():
        theirs = upstream(LOCATIONS, "--mlir-print-debuginfo", *flags)
        assert locations(debug_text(read(theirs))) == locations(ours)
    assert locations(debug_text(read(upstream(ours, "--mlir-print-debuginfo")))) == locations(ours)


def locations(text: str) -> list[str]:
    """Those that were written; others are where their text happens to be."""
    lines = [line for line in text.splitlines() if '"test.op"' in line and "loc(" in line]
    return [line[line.index("loc(") :] for line in lines][:7]


def test_positions_are_printed_only_on_demand() -> None:
    text = text_of(read(LOCATIONS))
    assert ":1:" not in text and ".py" not in text and "f.mlir" not in text
    assert 'loc(fused<"p">["a", "b"])' in text and 'loc("y")' in text and "loc(fused[" not in text
    assert text_of(read(text)) == text
    assert '"b"("early":1:2)' in debug_text(read(LOCATIONS))


def file_location(line: int = 1) -> LocationAttr:
    return FileLineColLoc(StringAttr("f.py"), IntAttr(line), IntAttr(0))


def name_location(name: str, inner: Any = None) -> NameLoc:
    return NameLoc(StringAttr(name), NoneAttr() if inner is None else inner)


def test_what_of_a_location_is_a_name() -> None:
    a, b, at = name_location("a"), name_location("b"), file_location()
    none = NoneAttr()
    assert named(a) == a and named(at) is None and named(UnknownLoc()) is None
    assert named(name_location("a", at)) == a
    assert named(name_location("a", b)) == name_location("a", b)
    assert named(FusedLoc((at, at), none)) is None
    assert named(FusedLoc((at, at), StringAttr("p"))) is None
    assert named(FusedLoc((at, a), none)) == a
    assert named(FusedLoc((at, a), StringAttr("p"))) == FusedLoc((a,), StringAttr("p"))
    assert named(FusedLoc((b, at, a), none)) == FusedLoc((b, a), none)
    assert named(CallSiteLoc(a, at)) == a and named(CallSiteLoc(at, b)) == b
    assert named(CallSiteLoc(a, b)) == CallSiteLoc(a, b)


def test_position_of_operations() -> None:
    module = read('\n  "test.op"() : () -> ()\n\t%x:2 = "test.op"() : () -> (i32, i32)')
    at = [op.location for op in module.body.block.ops]
    assert [str(location) for location in at] == ['loc("<text>":2:3)', 'loc("<text>":3:9)']


# --- Whole modules --------------------------------------------------------------------------------

NAMES = st.one_of(
    st.sampled_from(
        ["x", "x_1", "x_1_1", "_1", "17", "in:0", "a/b", "", "$", "-", "_", "a.b-c", "%x", "é"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
TYPES = st.sampled_from([TensorType(f32, [2]), i32, TensorType(i8, [])])


def array(shape: tuple[int, ...], dtype: str, seed_: int) -> Any:
    return np.random.default_rng(seed_).integers(-100, 100, shape).astype(dtype)


ARRAYS = st.builds(
    array,
    st.sampled_from([(), (0,), (3,), (2, 2), (70,)]),
    st.sampled_from(["f4", "f8", "i1", "i8", "?"]),
    st.integers(0, 3),
)
LEAVES: Any = st.one_of(
    TEXTS.map(StringAttr),
    st.integers(-(2**63), 2**63 - 1).map(lambda v: IntegerAttr(v, i64)),
    st.floats().map(lambda v: FloatAttr(v, f64)),
    st.sampled_from([0.0, -0.0, 1e22, 1e-5]).map(lambda v: FloatAttr(v, f64)),
    st.floats(width=32).map(lambda v: FloatAttr(v, f32)),
    st.booleans().map(BoolAttr.from_bool),
    st.just(UnitAttr()),
    st.sampled_from([f32, i64, TensorType(f32, [2, DYNAMIC_INDEX]), UnrankedTensorType(f32)]),
    st.binary(min_size=1, max_size=3).map(
        lambda b: Elements.of(np.array([b + b"\xff", b], object))
    ),
    st.builds(lambda a, k: Elements.of(a, key=k), ARRAYS, NAMES),
    st.lists(st.floats(width=32), max_size=3).map(lambda v: DenseArrayBase.from_list(f32, v)),
    st.lists(st.integers(-8, 7), max_size=3).map(lambda v: DenseArrayBase.from_list(i64, v)),
)
ATTRIBUTES: Any = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(ArrayAttr),
        st.dictionaries(
            st.one_of(st.sampled_from(["a", "b.c", "x y"]), TEXTS.filter(bool)), inner, max_size=3
        ).map(DictionaryAttr),
    ),
    max_leaves=5,
)
LOCATION_ATTRIBUTES: Any = st.recursive(
    st.one_of(
        st.just(UnknownLoc()), TEXTS.map(name_location), st.integers(0, 9).map(file_location)
    ),
    lambda inner: st.one_of(
        st.builds(name_location, TEXTS, inner),
        st.builds(
            lambda parts, name: FusedLoc(tuple(parts), StringAttr(name) if name else NoneAttr()),
            st.lists(inner, max_size=3),
            TEXTS,
        ),
        st.builds(CallSiteLoc, inner, inner),
    ),
    max_leaves=4,
)
PROPERTY_NAMES = st.one_of(
    st.sampled_from(["axis", "k"]), TEXTS.filter(lambda t: bool(t) and "." not in t)
)


class Drawn:
    """A module that a failure shows as its text."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module

    def __repr__(self) -> str:
        return text_of(self.module)


@st.composite
def modules(draw: Any) -> Drawn:
    """Functions of operations of any name, with holes, regions, any attributes and names."""
    functions: list[Operation] = []
    for i in range(draw(st.integers(1, 2))):
        block = Block(arg_types=draw(st.lists(TYPES, max_size=2)))
        exact = [draw(NAMES) for _ in block.args]
        for argument, name in zip(block.args, exact, strict=True):
            names.set_hint(argument, names.ssa_name(name))
        fill(draw, block, list(block.args), 0)
        block.add_op(ReturnOp())
        entries = [DictionaryAttr({names.NAME: StringAttr(name)}) for name in exact]
        functions.append(
            FuncOp(
                f"f{i}",
                FunctionType.from_lists(block.arg_types, []),
                Region(block),
                arg_attrs=ArrayAttr(entries) if entries else None,
            )
        )
    return Drawn(ModuleOp(functions))


def fill(draw: Any, block: Block, values: list[SSAValue], depth: int) -> None:
    values = list(values)
    for _ in range(draw(st.integers(0, 4))):
        op = operation(draw, values, depth)
        for result in op.results:
            names.set_name(result, draw(NAMES))
        block.add_op(op)
        values += op.results


def operation(draw: Any, values: list[SSAValue], depth: int) -> Operation:
    kind = draw(st.sampled_from(["Relu", "Foo", "a b", "é", "x.y", ""]))
    cls = onnx_op(draw(st.sampled_from(["", "com.x"])), kind)
    operands = draw(st.lists(st.sampled_from([None, *values]), max_size=3))
    while operands and operands[-1] is None:
        operands.pop()
    properties = draw(st.dictionaries(PROPERTY_NAMES, ATTRIBUTES, max_size=2))
    if (segments := cls.segments(operands)) is not None:
        properties[SEGMENTS] = segments
    attributes = draw(st.dictionaries(st.sampled_from(["a.b", "nn.foo"]), ATTRIBUTES, max_size=1))
    regions: list[Region] = []
    if depth < 2 and draw(st.integers(0, 5)) == 0:
        regions = [region(draw, values, depth) for _ in range(draw(st.integers(1, 2)))]
        attributes[GRAPHS] = ArrayAttr([StringAttr(str(i)) for i in range(len(regions))])
    return cls.create(
        operands=[v for v in operands if v is not None],
        result_types=draw(st.lists(TYPES, max_size=2)),
        properties=properties,
        attributes=attributes,
        regions=regions,
        location=draw(LOCATION_ATTRIBUTES),
    )


def region(draw: Any, values: list[SSAValue], depth: int) -> Region:
    block = Block(arg_types=draw(st.lists(TYPES, max_size=2)))
    for argument in block.args:
        names.set_hint(argument, names.ssa_name(draw(NAMES)))
    fill(draw, block, [*values, *block.args], depth + 1)
    block.add_op(Yield.create(operands=list(block.args)))
    return Region(block)


def plain(attribute: Attribute) -> Any:
    """An attribute such that equal ones are equal here: NaN, and dictionaries in any order."""
    if isinstance(attribute, Elements):
        return str(attribute.type), b"".join(attribute.data.chunks())
    if isinstance(attribute, ArrayAttr):
        return [plain(a) for a in cast("ArrayAttr[Attribute]", attribute)]
    if isinstance(attribute, DictionaryAttr):
        return {k: plain(v) for k, v in sorted(attribute.data.items())}
    return str(attribute)


def facts(module: ModuleOp) -> list[str]:
    """All that text has to keep, but for locations."""
    found: list[str] = []
    for op in walk(module.regions):
        told = (names.OUTS, names.ARGS)
        attributes = {k: plain(v) for k, v in sorted(op.attributes.items()) if k not in told}
        properties = {k: plain(v) for k, v in sorted(op.properties.items())}
        outs = [names.name_of(result) or "" for result in op.results]
        arguments = [
            [names.name_of(a) or "" for a in block.args] for r in op.regions for block in r.blocks
        ]
        found.append(f"{op.name} {properties} {attributes} {outs} {arguments} {op.result_types}")
    return found


UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


@seed(20)
@settings(max_examples=60, deadline=None, suppress_health_check=UNHURRIED, database=None)
@given(modules())
def test_any_module_reads_back(drawn: Drawn) -> None:
    module = drawn.module
    for generic in (False, True):
        text = text_of(module, generic=generic)
        again = read(text)
        assert facts(again) == facts(module)
        assert text_of(again, generic=generic) == text
        detailed = read(debug_text(module, generic))
        assert facts(detailed) == facts(module)
        for old, new in zip(walk(module.regions), walk(detailed.regions), strict=True):
            if not isinstance(old.location, UnknownLoc):
                assert old.location == new.location
