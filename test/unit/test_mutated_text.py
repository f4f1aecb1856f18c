"""A sample of `test/conformance/test_mutated_text.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from mutations import check, mutated_texts


def test_mutated_texts_are_read_or_refused(tmp_path: Path) -> None:
    for text in mutated_texts(200, seed=1000):
        check(text, tmp_path)


def test_a_seed_gives_the_same_texts() -> None:
    assert list(mutated_texts(5, 3)) == list(mutated_texts(5, 3))
