"""Tensors as attributes: equal by type and bytes, whatever stores them, and never copied whole."""

import json
import os
import struct
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    f32,
    i1,
    i8,
)
from xdsl.utils.exceptions import VerifyException

from nnopt.compiler import element_types, read, run, write
from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.driver.main import main
from nnopt.compiler.text.safetensors import SidecarError, read_safetensors, write_safetensors
from nnopt.compiler.weights import Elements, as_elements


def f32_tensor(*shape: int) -> Any:
    return TensorType(f32, shape)


# --- Values ---------------------------------------------------------------------------------------


def test_equal_by_type_and_bytes_not_by_key() -> None:
    array = np.arange(100, dtype=np.float32)
    a, b = Elements.of(array, key="a"), Elements.of(array.copy(), key="b")
    assert a == b and hash(a) == hash(b)
    assert a != Elements.of(array.reshape(10, 10))
    assert a != Elements.of(array.view(np.int32))
    changed = array.copy()
    changed[50] = 0
    assert a != Elements.of(changed)


def test_a_view_equals_what_it_shows() -> None:
    array = np.arange(10000, dtype=np.int64).reshape(100, 100)
    view, copy = Elements.of(array.T), Elements.of(np.ascontiguousarray(array.T))
    assert view == copy and hash(view) == hash(copy)
    assert view != Elements.of(array)
    assert view.array(np).strides == array.T.strides


def test_a_splat_equals_the_same_elements_one_by_one() -> None:
    splat = Elements.of(np.full((300, 300), 7, np.float32))
    stored = Elements.of_bytes(np.full(90000, 7, np.float32).tobytes(), f32_tensor(300, 300))
    assert splat.splat and not stored.splat
    assert splat == stored and stored == splat and hash(splat) == hash(stored)
    other = np.full(90000, 7, np.float32)
    other[-2] = 8
    assert splat != Elements.of_bytes(other.tobytes(), f32_tensor(300, 300))


def test_bits_decide_not_numbers() -> None:
    zeros = np.zeros(100, np.float32)
    assert Elements.of(zeros) != Elements.of(-zeros)
    nan = np.full(100, np.nan, np.float32)
    assert Elements.of(nan) == Elements.of(nan.copy()) and Elements.of(nan).splat
    mixed = np.concatenate([zeros, -zeros])
    assert not Elements.of(mixed).splat


def test_strings() -> None:
    words = np.array([b"a", b"\xff", "é"], object)
    elements = Elements.of(words)
    assert elements.array(np).tolist() == [b"a", b"\xff", "é".encode()]
    assert elements == Elements.of(np.array([b"a", b"\xff", "é".encode()], object))
    assert Elements.of(np.array(["x"] * 100)).splat
    assert hash(Elements.of(np.array(["x"] * 100))) == hash(
        Elements.of_bytes((b"x",) * 100, TensorType(element_types.STRING, [100]))
    )


@pytest.mark.parametrize("shape", [(0,), (3, 0), ()])
def test_no_element_and_one(shape: tuple[int, ...]) -> None:
    elements = Elements.of(np.zeros(shape, np.int32))
    assert elements.array(np).shape == shape
    assert elements.inline and elements.splat == (shape == ())
    one = Elements.of_bytes(struct.pack("<i", 0), elements.type)  # what stands for no element
    assert one == elements and one.array(np).shape == shape


def test_little_endian_whatever_comes_in() -> None:
    big = np.arange(3, dtype=">f4")
    assert Elements.of(big) == Elements.of(np.arange(3, dtype=np.float32))
    assert Elements.of(big).data.data == np.arange(3, dtype="<f4").tobytes()


def test_an_array_that_is_not_of_the_type_is_refused() -> None:
    with pytest.raises(ValueError, match="is no tensor<3xf32>"):
        Elements.of(np.zeros(3, np.int32), f32_tensor(3))
    with pytest.raises(ValueError, match="is no tensor<4xf32>"):
        Elements.of(np.zeros(3, np.float32), f32_tensor(4))


def test_nobody_can_write_into_a_value() -> None:
    array = np.arange(100, dtype=np.float32)
    for elements in (Elements.of(array), Elements.of(array[:9]), Elements.of(array * 0)):
        with pytest.raises(ValueError):
            elements.array(np)[0] = 1
    array[0] = 1  # the caller's own stays what it was


def test_bits_that_small_elements_do_not_use_are_put_right() -> None:
    fours = np.array([3, -4, 7], ml_dtypes.int4)
    dirty = (fours.view(np.uint8) ^ 0x70).view(ml_dtypes.int4)
    assert Elements.of(dirty) == Elements.of(fours)
    assert element_types.canonical(i1, b"\x00\x02\xff") == b"\x00\x01\x01"
    assert element_types.canonical(IntegerType(4), b"\x0f\x07\xf8") == b"\xff\x07\xf8"
    clean = b"\x01\x00"
    assert element_types.canonical(i1, clean) is clean
    assert element_types.canonical(i8, b"\xff") == b"\xff"


def test_what_xdsl_parsed() -> None:
    dense = DenseIntOrFPElementsAttr.from_list(f32_tensor(2), [1.0, 2.0])
    assert as_elements(dense) == Elements.of(np.array([1, 2], np.float32))
    splat = DenseIntOrFPElementsAttr.from_list(TensorType(i1, [100]), [1])
    assert as_elements(splat) == Elements.of(np.ones(100, bool))
    assert as_elements(None) is None and as_elements(f32) is None


def test_bytes_that_are_not_there() -> None:
    a, b = (Elements.of_bytes(None, f32_tensor(2), key) for key in "ab")
    assert a == Elements.of_bytes(None, f32_tensor(2), "a") and a != b and not a.inline
    with pytest.raises(VerifyException, match="needs the bytes of 'a'"):
        a.array(np)
    a.data.provide(b"\0" * 8)
    assert a == Elements.of(np.zeros(2, np.float32)) and hash(a) == hash(
        Elements.of(np.zeros(2, np.float32))
    )


def test_hashing_copies_nothing_and_comparing_keeps_no_copy() -> None:
    base = np.zeros((1024, 1024), np.float32)
    base[1, 2] = 1
    view, other = Elements.of(base.T), Elements.of(base.T)
    tracemalloc.start()
    try:
        hash(view)
        assert tracemalloc.get_traced_memory()[1] < 1 << 16
        assert view == other
        assert tracemalloc.get_traced_memory()[0] < 1 << 16
    finally:
        tracemalloc.stop()


# --- Files ----------------------------------------------------------------------------------------


def test_a_file_holds_every_element_type(tmp_path: Path) -> None:
    arrays = {
        "/a:b": np.arange(70, dtype=np.float32),
        "é": np.arange(70, dtype=np.int8),
        "bf": np.arange(70, dtype=ml_dtypes.bfloat16),
        "i4": (np.arange(70) % 8).astype(ml_dtypes.int4),
        "c": np.arange(70, dtype=np.complex64),
        "s": np.array([b"a" * i for i in range(70)], object),
        "view": np.arange(140, dtype=np.int64).reshape(2, 70).T,
    }
    payloads = {key: Elements.of(array, key=key).data for key, array in arrays.items()}
    write_safetensors(tmp_path / "w.safetensors", payloads)
    found = read_safetensors(tmp_path, "w.safetensors")
    assert {k: bytes(s.data) for k, s in found.items()} == {
        k: b"".join(p.chunks()) for k, p in payloads.items()
    }
    assert os.listdir(tmp_path) == ["w.safetensors"]
    for key in ("/a:b", "view", "c"):
        at = found[key].data
        assert np.frombuffer(at, np.uint8).ctypes.data % payloads[key].element_size == 0


def test_the_format_is_the_librarys(tmp_path: Path) -> None:
    from safetensors.numpy import load_file

    array = np.arange(70, dtype=np.float32).reshape(7, 10)
    write_safetensors(tmp_path / "w.safetensors", {"k": Elements.of(array).data})
    np.testing.assert_array_equal(load_file(tmp_path / "w.safetensors")["k"], array)


HEADER = {"k": {"dtype": "F32", "shape": [100], "data_offsets": [0, 400]}}


def safetensors(header: Any, body: bytes = b"\0" * 400) -> bytes:
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + body


BROKEN = {
    "no valid header": [
        b"\1",
        struct.pack("<Q", 1 << 60) + b"{}",
        safetensors(b"[" * 100000),
        safetensors(b"[]"),
        safetensors(b"\xff"),
        safetensors({"k": 3}),
        safetensors({"k": {"dtype": "F32"}}),
        safetensors(b'{"k": ' + b"9" * 5000 + b"}"),
    ],
    "ends before the bytes of 'k'": [
        safetensors(HEADER, b"\0" * 399),
        safetensors({"k": {**HEADER["k"], "data_offsets": [-4, 396]}}),
        safetensors({"k": {**HEADER["k"], "data_offsets": [400, 0]}}),
        safetensors({"k": {**HEADER["k"], "data_offsets": "ab"}}),
        safetensors({"k": {**HEADER["k"], "data_offsets": [0, 1 << 70]}}),
    ],
    "is empty": [b""],
}


@pytest.mark.parametrize("words, data", [(w, d) for w, many in BROKEN.items() for d in many])
def test_a_broken_file_is_refused(words: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / "w.safetensors").write_bytes(data)
    with pytest.raises(SidecarError, match=words):
        read_safetensors(tmp_path, "w.safetensors")


@pytest.mark.parametrize("name", ["", ".", "..", "../w", "/etc/passwd", "a/b", "a\\b", "a\0b"])
def test_no_name_leaves_the_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(SidecarError, match="bare file name"):
        read_safetensors(tmp_path, name)


def test_no_link_leaves_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "w.safetensors").write_bytes(safetensors(HEADER))
    (inside / "w.safetensors").symlink_to(outside / "w.safetensors")
    with pytest.raises(SidecarError, match="leaves its folder"):
        read_safetensors(inside, "w.safetensors")
    (inside / "real").write_bytes(safetensors(HEADER))
    (inside / "w2").symlink_to("real")
    assert list(read_safetensors(inside, "w2")) == ["k"]


def test_what_is_no_file_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(SidecarError, match="no regular file"):
            read_safetensors(tmp_path, name)
    with pytest.raises(SidecarError, match="No such file"):
        read_safetensors(tmp_path, "missing")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "w.safetensors"
    write_safetensors(path, {"k": Elements.of(np.arange(70)).data})
    before = path.read_bytes()

    def fails(a: Any, b: Any) -> None:
        raise OSError("full")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError):
        write_safetensors(path, {"k": Elements.of(np.arange(80)).data})
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["w.safetensors"]


# --- Text and file together -----------------------------------------------------------------------


def write_text(folder: Path, count: int = 100) -> Path:
    """A text with a large tensor, in its own folder."""
    text = folder / "m.mlir"
    source = folder / "source.mlir"
    data = np.arange(count, dtype="<f4").tobytes().hex()
    source.write_text(
        f'"test.op"() {{v = dense_resource<"/a:b"> : tensor<{count}xf32>}} : () -> ()\n'
        f'{{-# dialect_resources: {{ builtin: {{ "/a:b": "0x04000000{data}" }} }} #-}}\n'
    )
    assert main([str(source), "-o", str(text)]) == 0
    return text


def value_of(path: Path) -> Any:
    (op,) = read(path).body.block.ops
    elements = as_elements(op.attributes["v"])
    assert elements is not None
    return elements.array(np)


def test_text_rewrites_itself_in_place(tmp_path: Path) -> None:
    text = write_text(tmp_path)
    before = text.read_bytes(), (tmp_path / "m.safetensors").read_bytes()
    for _ in range(2):
        assert main([str(text), "-o", str(text)]) == 0
    assert (text.read_bytes(), (tmp_path / "m.safetensors").read_bytes()) == before
    np.testing.assert_array_equal(value_of(text), np.arange(100, dtype=np.float32))
    assert sorted(os.listdir(tmp_path)) == ["m.mlir", "m.safetensors", "source.mlir"]


def test_the_text_goes_along_with_its_weights_to_another_name(tmp_path: Path) -> None:
    text, other = write_text(tmp_path), tmp_path / "n.mlir"
    assert main([str(text), "-o", str(other)]) == 0
    (tmp_path / "m.safetensors").unlink()
    np.testing.assert_array_equal(value_of(other), np.arange(100, dtype=np.float32))


def test_a_key_that_the_file_cannot_have(tmp_path: Path) -> None:
    elements = Elements.of(np.arange(100), key="__metadata__")
    write(ModuleOp([test.TestOp(attributes={"v": elements})]), tmp_path / "m.mlir")
    np.testing.assert_array_equal(value_of(tmp_path / "m.mlir"), np.arange(100))


def break_sidecar(tmp_path: Path, how: str) -> Path:
    text = write_text(tmp_path)
    weights = tmp_path / "m.safetensors"
    data = weights.read_bytes()
    if how == "missing":
        weights.unlink()
    elif how == "truncated":
        weights.write_bytes(data[:-1])
    elif how == "outside":
        text.write_text(text.read_text().replace('"m.safetensors"', '"../m.safetensors"'))
    elif how == "type":
        text.write_text(text.read_text().replace("tensor<100xf32>", "tensor<100xi32>"))
    elif how == "shape":
        text.write_text(text.read_text().replace("tensor<100xf32>", "tensor<10x10xf32>"))
    return text


@pytest.mark.parametrize(
    "how, words",
    [
        ("missing", "cannot open weights file 'm.safetensors': No such file or directory"),
        ("truncated", "weights file 'm.safetensors' ends before the bytes of '/a:b'"),
        ("outside", "'../m.safetensors' must be a bare file name"),
        ("type", "the weights file has '/a:b' as 100xF32, which is no tensor<100xi32>"),
        ("shape", "the weights file has '/a:b' as 100xF32, which is no tensor<10x10xf32>"),
    ],
)
def test_a_wrong_sidecar_is_one_diagnostic(
    how: str, words: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = break_sidecar(tmp_path, how)
    assert main([str(text)]) == 1
    told = capfd.readouterr()
    assert words in told.err and told.err.count("error:") == 1 and told.out == ""
    assert f"{text}:" in told.err, "it says where"


def test_a_tensor_that_the_sidecar_lacks_is_elided(tmp_path: Path) -> None:
    text = write_text(tmp_path)
    (tmp_path / "m.safetensors").write_bytes(safetensors({}, b""))
    (op,) = read(text).body.block.ops
    elements = as_elements(op.attributes["v"])
    assert elements is not None and not elements.data.here


def test_what_needs_bytes_that_are_not_there_says_so(tmp_path: Path) -> None:
    text = """
func.func @f() -> tensor<100xf32> {
  %w = nn.constant {value = dense_resource<"k"> : tensor<100xf32>} : () -> tensor<100xf32> loc("w")
  func.return %w : tensor<100xf32>
}
"""
    module = run(read(text), "canonical,nn-to-onnx")
    with pytest.raises(Diagnosed, match=r"'w'.*whose bytes were left out of the text"):
        write(module, tmp_path / "m.onnx")
    assert os.listdir(tmp_path) == []


# --- Memory ---------------------------------------------------------------------------------------

LARGE = 200 << 20
ALLOWED = 20 << 20

MEASURE = """
import re, sys, threading, time
from pathlib import Path
from nnopt.compiler import read, write
import ml_dtypes, numpy, onnx, nnopt.compiler.frontends.onnx

def anonymous():
    return int(re.search(r"RssAnon:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) << 10

def watch():
    while True:
        seen.append(anonymous())
        time.sleep(0.002)

seen = [anonymous()]
threading.Thread(target=watch, daemon=True).start()
write(read(Path(sys.argv[1])), sys.argv[2])
print(max(seen) - seen[0])
"""


def varint(value: int) -> bytes:
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def sparse_model(path: Path) -> None:
    """A model with one initializer, zeros that the file system does not store and a one."""
    from onnx import TensorProto, helper

    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [LARGE // 4])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, [LARGE // 4])
    graph = helper.make_graph([helper.make_node("Add", ["x", "w"], ["y"])], "g", [value], [out])
    head = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
    tensor = TensorProto(dims=[LARGE // 4], data_type=TensorProto.FLOAT, name="w")
    # Fields in another message are that message's, too: ModelProto.graph is 7, GraphProto's
    # initializer 5, TensorProto.raw_data 9.
    inner = tensor.SerializeToString() + b"\x4a" + varint(LARGE)
    middle = b"\x2a" + varint(len(inner) + LARGE) + inner
    start = head.SerializeToString() + b"\x3a" + varint(len(middle) + LARGE) + middle
    with open(path, "wb") as file:
        file.write(start)
        file.seek(LARGE - 4, os.SEEK_CUR)
        file.write(struct.pack("<f", 1))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_weights_are_mapped_not_copied(tmp_path: Path) -> None:
    model, text, again = (str(tmp_path / n) for n in ("m.onnx", "m.mlir", "n.mlir"))
    sparse_model(Path(model))
    for source, target in ((model, text), (text, again)):
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, source, target],
            capture_output=True,
            text=True,
            check=True,
        )
        assert int(done.stdout) < ALLOWED
    assert os.path.getsize(tmp_path / "n.safetensors") > LARGE
    for file in tmp_path.iterdir():
        file.unlink()
