"""500 bit-flipped and truncated `.tflite` files: read, or refused in words; not for long."""

import random
import time
from pathlib import Path

import pytest

from nnopt.compiler import read
from nnopt.compiler.driver.diagnostics import Diagnosed

pytest.importorskip("tflite")
MODELS = sorted((Path(__file__).parents[3] / "shared" / "models" / "tflite").glob("*/model.tflite"))
FILES, PARTS = 500, 20
SECONDS = 5


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_models_are_read_or_refused(part: int, tmp_path: Path) -> None:
    if not MODELS:
        pytest.skip("the shared models are not here")
    dice = random.Random(part)
    path = tmp_path / "model.tflite"
    for _ in range(FILES // PARTS):
        data = bytearray(dice.choice(MODELS).read_bytes())
        if dice.random() < 0.3:
            del data[dice.randrange(len(data)) :]
        for _ in range(dice.randrange(1, 30)):
            # Tables stand at both ends, weights between them.
            at = dice.randrange(min(len(data), 2000)) if dice.random() < 0.3 else 0
            at = at or max(0, len(data) - 1 - dice.randrange(20000))
            if data:
                data[at % len(data)] ^= 1 << dice.randrange(8)
        path.write_bytes(data)
        start = time.process_time()
        try:
            read(path)
        except Diagnosed as e:
            assert e.diagnostics and "crashed" not in str(e), e
        assert time.process_time() - start < SECONDS
