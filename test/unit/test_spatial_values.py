"""Values of convolutions, pools, norms and resizes where no runtime can be asked: by their laws."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block

from nnopt.compiler.element_types import element_type
from nnopt.compiler.op import Op
from nnopt.dialects.nn import conv as conv_module
from nnopt.dialects.nn.conv import Conv, ConvTranspose
from nnopt.dialects.nn.norm import Lrn
from nnopt.dialects.nn.pool import AveragePool, GlobalMaxPool, MaxPool, MaxPoolIndices
from nnopt.dialects.nn.resize import DepthToSpace, Resize, SpaceToDepth


def evaluate(cls: type[Op], *arrays: Any, **properties: Any) -> Any:
    types: list[Attribute] = [TensorType(element_type(np, a.dtype), a.shape) for a in arrays]
    op = cls.of(*Block(arg_types=types).args, **properties)
    with np.errstate(all="ignore"):
        found = op.run(np, *arrays)
    for array, result in zip(found, op.results, strict=True):
        assert TensorType(element_type(np, array.dtype), array.shape) == result.type
    return found[0] if len(found) == 1 else found


def integers(dtype: str, *shape: int, seed: int = 0) -> Any:
    limits = np.iinfo(dtype)
    return np.random.default_rng(seed).integers(limits.min, limits.max, shape, dtype, endpoint=True)


def convolved(x: Any, w: Any, groups: int) -> Any:
    """Python's own integers, of stride 1 and without padding."""
    x, w = x.astype(object), w.astype(object)
    n, _, h, wide = x.shape
    o, i, kh, kw = w.shape
    y = np.zeros((n, o, h - kh + 1, wide - kw + 1), object)
    for at in product(*map(range, y.shape)):
        first = at[1] * groups // o * i
        part = x[at[0], first : first + i, at[2] : at[2] + kh, at[3] : at[3] + kw]
        y[at] = (part * w[at[1]]).sum()
    return y


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("groups", [1, 2, 4])
def test_conv_of_integers_wraps(dtype: str, groups: int) -> None:
    x, w = integers(dtype, 2, 4, 4, 5), integers(dtype, 8, 4 // groups, 2, 3, seed=1)
    wanted = convolved(x, w, groups) % (1 << 64)
    np.testing.assert_array_equal(
        evaluate(Conv, x, w, groups=groups), wanted.astype(np.uint64).astype(dtype)
    )


def test_conv_of_integers_is_exact_beyond_f32() -> None:
    x, w = integers("int16", 1, 8, 5, 5).astype(np.int64), integers("int16", 3, 8, 3, 3)
    w = w.astype(np.int64)
    np.testing.assert_array_equal(evaluate(Conv, x, w), convolved(x, w, 1).astype(np.int64))


def test_conv_transpose_of_integers_is_the_transpose() -> None:
    x, w = integers("int8", 1, 2, 5, 6).astype(np.int64), integers("int8", 3, 2, 2, 3)
    w = w.astype(np.int64)
    y = evaluate(Conv, x, w, strides=(2, 1), pads=(1, 0, 0, 1))
    z = integers("int8", *y.shape, seed=3).astype(np.int64)
    back = evaluate(ConvTranspose, z, w, strides=(2, 1), pads=(1, 0, 0, 1), output_padding=(0, 0))
    rows = min(back.shape[2], x.shape[2])
    assert (y * z).sum() == (x[:, :, :rows] * back[:, :, :rows]).sum()


@pytest.mark.parametrize("tile", [1, 50, 1000])
def test_conv_in_parts_is_the_whole(monkeypatch: pytest.MonkeyPatch, tile: int) -> None:
    x, w = integers("int8", 3, 4, 9, 6), integers("int8", 6, 2, 3, 2, seed=1)
    whole = evaluate(Conv, x, w, groups=2, strides=(2, 1))
    monkeypatch.setattr(conv_module, "TILE", tile)
    np.testing.assert_array_equal(evaluate(Conv, x, w, groups=2, strides=(2, 1)), whole)


def test_conv_of_bf16_rounds_once() -> None:
    import ml_dtypes

    seed = np.random.default_rng(0)
    x = seed.standard_normal((1, 64, 6, 6)).astype(ml_dtypes.bfloat16)
    w = seed.standard_normal((4, 64, 3, 3)).astype(ml_dtypes.bfloat16)
    wanted = evaluate(Conv, x.astype(np.float64), w.astype(np.float64))
    found = evaluate(Conv, x, w).astype(np.float64)
    np.testing.assert_allclose(found, wanted, rtol=2.0**-8, atol=1e-4)


def test_max_pool_keeps_nan() -> None:
    x = np.array([[[1, np.nan, 3, -np.inf, -np.inf]]], np.float32)
    np.testing.assert_array_equal(
        evaluate(MaxPool, x, kernel=(2,)), [[[np.nan, np.nan, 3, -np.inf]]]
    )
    y, places = evaluate(MaxPoolIndices, x, kernel=(2,))
    np.testing.assert_array_equal(y, [[[np.nan, np.nan, 3, -np.inf]]])
    np.testing.assert_array_equal(places, [[[1, 1, 2, 3]]])
    assert np.isnan(evaluate(GlobalMaxPool, x)).all()


def test_average_of_nothing_is_nan() -> None:
    x = np.ones((1, 1, 3), np.float32)
    y = evaluate(AveragePool, x, kernel=(1,), pads=(1, 0))
    np.testing.assert_array_equal(y, [[[np.nan, 1, 1, 1]]])
    y = evaluate(AveragePool, x, kernel=(1,), pads=(1, 0), count_include_pad=True)
    np.testing.assert_array_equal(y, [[[0, 1, 1, 1]]])


def test_lrn_of_an_even_size_takes_one_more_after() -> None:
    x = np.arange(1, 7, dtype=np.float64).reshape(1, 6, 1)
    y = evaluate(Lrn, x, size=4, alpha=4.0, beta=1.0, bias=0.0)
    squares = x[0, :, 0] ** 2
    sums = [squares[max(0, c - 1) : c + 3].sum() for c in range(6)]
    np.testing.assert_allclose(y[0, :, 0], x[0, :, 0] / sums, rtol=1e-12)


def test_resize_of_integers_is_cut_to_the_type() -> None:
    x = np.array([-100, 127, -128, 127], np.int8)
    y = evaluate(Resize, x, sizes=(8,), mode="cubic")
    wide = evaluate(Resize, x.astype(np.float64), sizes=(8,), mode="cubic")
    np.testing.assert_array_equal(y, np.trunc(wide).clip(-128, 127).astype(np.int8))


def test_crop_of_the_same_size_crops() -> None:
    x = np.arange(5, dtype=np.float32)
    crop = {"coordinates": "tf_crop_and_resize", "mode": "linear", "roi": (0.5, 1.0)}
    np.testing.assert_array_equal(evaluate(Resize, x, sizes=(5,), **crop), [2, 2.5, 3, 3.5, 4])


def test_resize_moves_what_is_no_number() -> None:
    x = np.array([True, False, True])
    np.testing.assert_array_equal(evaluate(Resize, x, sizes=(6,)), x.repeat(2))


@pytest.mark.parametrize("mode", ["dcr", "crd"])
@pytest.mark.parametrize("layout", ["nchw", "nhwc"])
def test_space_to_depth_and_back(mode: str, layout: str) -> None:
    x = integers("int16", 2, 4, 6, 8)
    there = evaluate(SpaceToDepth, x, block=2, mode=mode, layout=layout)
    back = evaluate(DepthToSpace, there, block=2, mode=mode, layout=layout)
    np.testing.assert_array_equal(back, x)
