"""Texts with a mistake are read, or refused in words and at a place, whatever the mistake."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from mutations import check, mutated_texts


@pytest.mark.parametrize("seed", range(20))
def test_mutated_texts_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    for text in mutated_texts(300, seed):
        check(text, tmp_path)
