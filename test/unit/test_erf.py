"""`erf` of arrays against `math.erf`, number by number."""

import math
from typing import Any

import numpy as np
import pytest

from nnopt.dialects.nn._special import erf


def numbers() -> Any:
    seed = np.random.default_rng(0)
    parts = (
        seed.normal(size=4000) * 2,
        seed.uniform(-7, 7, 4000),
        np.exp(seed.uniform(-80, 2, 2000)),
        np.arange(-1600, 1600) / 256,  # the points of the table
        np.arange(-1600, 1600) / 256 + 1 / 512,  # as far from them as can be
        [0.0, -0.0, 5.93, 6.0, 1e30, np.inf, -np.inf],
    )
    return np.concatenate(parts)


@pytest.mark.parametrize(("dtype", "ulps"), [(np.float32, 0.501), (np.float64, 2.0)])
def test_exact(dtype: Any, ulps: float) -> None:
    x = numbers().astype(dtype)
    found = erf(np, x)
    wanted = np.array([math.erf(v) for v in x.tolist()])
    assert found.dtype == dtype
    assert (np.abs(found - wanted) <= ulps * np.spacing(np.abs(wanted).astype(dtype))).all()
    assert (np.signbit(found) == np.signbit(x)).all()


def test_not_a_number_stays() -> None:
    assert np.isnan(erf(np, np.array([np.nan, -np.nan]))).all()


@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3), (3, 5000)])
def test_any_shape(shape: tuple[int, ...]) -> None:
    x = np.linspace(-3, 3, math.prod(shape)).reshape(shape).T
    found = erf(np, x)
    assert found.shape == x.shape
    assert np.allclose(found, np.vectorize(math.erf, otypes=[float])(x), rtol=0, atol=1e-15)
