"""Texts with a mistake in them, made of good ones; the same for the same seed."""

import io
import random
import re
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from nnopt.compiler.driver.main import main

TEXTS = sorted(Path(__file__).parent.rglob("*.mlir"))
LONGEST = 4000
SECONDS = 5
_PLACED = re.compile(r"^(?:.*:[0-9]+:[0-9]+|<unknown>:0|[\w.]+:.*): error: ", re.MULTILINE)
_TOKEN = re.compile(r'"[^"\n]*"|[%@#!^]?[\w$.]+|->|::|\s+|.', re.DOTALL)


def mutated_texts(count: int, seed: int = 0) -> Iterator[str]:
    """Parts of the test files, each with one to three tokens or bytes lost, doubled or swapped."""
    chance = random.Random(seed)
    for _ in range(count):
        parts = chance.choice(TEXTS).read_text().split("// -----\n")
        text = chance.choice(parts)[:LONGEST]
        for _ in range(chance.randint(1, 3)):
            text = chance.choice((_mutated_tokens, _mutated_bytes))(text, chance)
        yield text


def _mutated_tokens(text: str, chance: random.Random) -> str:
    return "".join(_mutated(_TOKEN.findall(text), chance))


def _mutated_bytes(text: str, chance: random.Random) -> str:
    return "".join(_mutated(list(text), chance))


def _mutated(pieces: list[str], chance: random.Random) -> list[str]:
    if not pieces:
        return pieces
    at, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    match chance.randrange(4):
        case 0:
            del pieces[at]
        case 1:
            pieces.insert(at, pieces[at])
        case 2:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        case _:
            pieces[at] = pieces[other]
    return pieces


def check(text: str, folder: Path) -> None:
    """Asserts that nn-opt takes a text, or says where what is wrong with it."""
    file = folder / "mutated.mlir"
    file.write_text(text)
    for flags in ([], ["--allow-unregistered-dialect"]):
        out, err = io.StringIO(), io.StringIO()
        before = time.process_time()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(file), *flags])
        told = err.getvalue()
        assert time.process_time() - before < SECONDS, text
        assert "crashed" not in told and "bug in nn-opt" not in told, f"{text}\n{told}"
        assert code == 0 or code == 1 and _PLACED.search(told), f"{text}\n{told}"
        assert f"{file}: error" not in told, f"{text}\n{told}"
