"""When two arrays agree, and what is said when they do not."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from nnopt.compiler.comparison import ATOL, HALF_RTOL, RTOL, Deviation, compare

NAN, INF = float("nan"), float("inf")


def deviation(a: Any, b: Any, rtol: float | None = None, atol: float | None = None) -> Any:
    return compare(np, a, b, rtol, atol)


def f32(*values: float) -> Any:
    return np.array(values, np.float32)


@pytest.mark.parametrize(
    "a, b",
    [
        (f32(1.0), f32(1.0)),
        (f32(1.0), f32(1.0009)),
        (f32(0.0), f32(9e-6)),
        (f32(0.0), f32(-0.0)),
        (f32(NAN, INF, -INF), f32(NAN, INF, -INF)),
        (f32(), f32()),
        (np.float32(1), np.float32(1)),
        (np.array([1 << 62]), np.array([1 << 62])),
        (np.array([True]), np.array([True])),
        (np.array(["a", b"b"], object), np.array(["a", b"b"], object)),
        (np.array([1 + 1j]), np.array([1.0005 + 1j])),
        (np.array([1.0], np.float16), np.array([1.01], np.float16)),
        (np.array([1.0], ml_dtypes.bfloat16), np.array([1.0078125], ml_dtypes.bfloat16)),
        (np.array([1], ml_dtypes.int4), np.array([1], ml_dtypes.int4)),
    ],
)
def test_agree(a: Any, b: Any) -> None:
    assert deviation(a, b) is None
    assert deviation(b, a) is None


@pytest.mark.parametrize(
    "a, b",
    [
        (f32(1.0), f32(1.002)),
        (f32(0.0), f32(2e-5)),
        (f32(NAN), f32(1.0)),
        (f32(1.0), f32(NAN)),
        (f32(INF), f32(-INF)),
        (f32(INF), f32(3e38)),
        (f32(3e38), f32(INF)),
        (np.array([1 << 62]), np.array([(1 << 62) + 1])),
        (np.array([True]), np.array([False])),
        (np.array(["a"], object), np.array(["b"], object)),
        (np.array([1 + 1j]), np.array([1 + 2j])),
        (np.array([1.0], np.float16), np.array([1.05], np.float16)),
        (np.array([1], ml_dtypes.int4), np.array([2], ml_dtypes.int4)),
        (f32(1.0), np.array([1.0])),
        (f32(1.0), f32(1.0, 1.0)),
        (f32(1.0), np.float32(1)),
        (np.array([1]), np.array([True])),
    ],
)
def test_deviate(a: Any, b: Any) -> None:
    assert deviation(a, b) is not None
    assert deviation(b, a) is not None


def test_tolerances() -> None:
    assert deviation(f32(1.002), f32(1.0), 0.01) is None
    assert deviation(f32(1.002), f32(1.0), 0, 0.01) is None
    assert deviation(f32(1.0), f32(1.0), 0, 0) is None
    assert deviation(f32(1.0), np.nextafter(f32(1.0), f32(2.0)), 0, 0) is not None
    assert deviation(np.array([2]), np.array([1]), 9, 9) is not None, "integers are exact"
    assert (RTOL, ATOL, HALF_RTOL) == (1e-3, 1e-5, 1e-2)


def test_the_worst_is_told_with_its_position_and_both_values() -> None:
    a, b = np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32)
    b[0, 1], b[1, 2] = 1e-4, 1.5
    found = deviation(a, b)
    assert found is not None and found.position == (1, 2)
    assert str(found) == "0.0, expected 1.5; 2 of 6 beyond rtol 0.001, atol 1e-05"
    assert found.excess == pytest.approx(1.5 / (1e-5 + 1.5e-3))
    a[0, 0] = NAN
    found = deviation(a, b)
    assert found is not None and found.position == (0, 0) and found.excess == INF
    assert str(found).startswith("nan, expected 0.0; 3 of 6")


def test_exact_ones_are_as_bad_as_can_be() -> None:
    for a, b, said in (
        (np.array([[1, 2]]), np.array([[1, 3]]), "2, expected 3; 1 of 2 differ"),
        (np.array(["a"], object), np.array([b"b"], object), "'a', expected b'b'; 1 of 1 differ"),
        (np.array(True), np.array(False), "True, expected False; 1 of 1 differ"),
        (f32(1.0), f32(), "shape 1, expected 0"),
        (np.float32(1), f32(1.0), "shape scalar, expected 1"),
        (f32(1.0), np.array([1]), "element type float32, expected int64"),
    ):
        found = deviation(a, b)
        assert isinstance(found, Deviation) and str(found) == said and found.excess == INF


def test_no_warning_is_due(recwarn: pytest.WarningsRecorder) -> None:
    deviation(f32(INF, NAN, 1.0, 3e38), f32(INF, NAN, 0.0, -3e38), 0, 0)
    assert not recwarn.list
