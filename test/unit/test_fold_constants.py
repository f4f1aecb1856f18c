"""What folding keeps: the values of every case of its lit test, on random inputs and sizes."""

import random
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from nnopt.compiler import read, run
from nnopt.compiler.element_types import numpy_dtype
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function
from nnopt.compiler.op import DYNAMIC, as_tensor
from nnopt.compiler.shapes.notes import dim_names

CASES = Path(__file__).parents[1] / "passes" / "fold_constants.mlir"
PIPELINES = ("fold-constants", "infer-types,fold-constants", "fold-constants{force}")


def inputs(function: FuncOp, rng: random.Random) -> list[np.ndarray]:
    """Random arrays; dims of one name have one size."""
    sizes: dict[str, int] = {}
    found: list[np.ndarray] = []
    for argument in function.body.block.args:
        type_ = as_tensor(argument.type)
        assert type_ is not None
        shape = list(type_.get_shape())
        for i, name in enumerate(dim_names(argument, len(shape))):
            if shape[i] == DYNAMIC:
                shape[i] = sizes.setdefault(name, rng.randint(1, 4)) if name else rng.randint(1, 4)
        dtype = numpy_dtype(np, type_.element_type)
        found.append(np.array(np.random.default_rng(1).standard_normal(shape) * 4).astype(dtype))
    return found


def run_all(text: str, pipeline: str) -> dict[str, list[np.ndarray]]:
    module = read(text)
    if pipeline:
        run(module, pipeline)
    found: dict[str, list[np.ndarray]] = {}
    for function in defined(module):
        name = function.sym_name.data
        if name not in ("splats_stay_splats", "what_fails_stays"):  # too large; an error
            found[name] = run_function(function, inputs(function, random.Random(name)))
    return found


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_values_stay(pipeline: str) -> None:
    text = CASES.read_text()
    before, after = run_all(text, ""), run_all(text, pipeline)
    for name, arrays in before.items():
        for a, b in zip(arrays, after[name], strict=True):
            assert a.dtype == b.dtype and a.shape == b.shape, name
            assert a.tobytes() == b.tobytes(), name


def test_what_is_shared_does_not_die() -> None:
    """A constant that stays does not pay for a copy of its elements in another order."""
    text = """
    func.func @f() -> (tensor<100x2xf32>, tensor<2x100xf32>) {
      %c = nn.constant {value = dense_resource<"c"> : tensor<100x2xf32>} : () -> tensor<100x2xf32>
      %t = nn.transpose %c {perm = [1, 0]} : (tensor<100x2xf32>) -> tensor<2x100xf32>
      func.return %c, %t : tensor<100x2xf32>, tensor<2x100xf32>
    }
    {-# dialect_resources: { builtin: { c: "0x04000000DATA" } } #-}
    """.replace("DATA", np.arange(200, dtype=np.float32).tobytes().hex().upper())
    module = read(text)
    run(module, "fold-constants")
    assert "nn.transpose" in str(module)


def test_a_large_constant_stays_out_of_line_under_its_name() -> None:
    text = """
    func.func @f() -> tensor<2x100xf32> {
      %c = nn.constant {value = dense_resource<"c"> : tensor<100x2xf32>} : () -> tensor<100x2xf32>
      %t = nn.transpose %c {perm = [1, 0]} : (tensor<100x2xf32>) -> tensor<2x100xf32>
      func.return %t : tensor<2x100xf32>
    }
    {-# dialect_resources: { builtin: { c: "0x04000000DATA" } } #-}
    """.replace("DATA", np.arange(200, dtype=np.float32).tobytes().hex().upper())
    module = read(text)
    run(module, "fold-constants")
    printed = str(module)
    assert "nn.transpose" not in printed and 'dense_resource<"t">' in printed
