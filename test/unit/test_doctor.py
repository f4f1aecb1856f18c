"""The graph doctor names every fault of a file with what mends it, and lets no bad graph pass."""

import sys
from pathlib import Path
from typing import Any

import onnx
import pytest

from nnopt.compiler.doctor import COMPARISONS, Doctor
from nnopt.compiler.driver.main import main

sys.path.insert(0, str(Path(__file__).parents[1]))
from broken_models import CASES, model, node, shuffled_chain


@pytest.mark.parametrize("name", CASES)
def test_diagnosed(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    case = CASES[name]()
    source, out = tmp_path / "model.onnx", tmp_path / "out.onnx"
    onnx.save(case.model, source)
    code = main([str(source), "-p", "onnx-to-nn,nn-to-onnx", "-o", str(out)])
    told = capfd.readouterr().err
    for words in case.said:
        assert words in told
    assert "Traceback" not in told and "crashed" not in told
    assert code == (0 if case.mended else 1), told
    assert out.exists() == case.mended
    if case.mended:
        onnx.checker.check_model(onnx.load(out), full_check=True)


@pytest.mark.parametrize(
    "name", [n for n in CASES if CASES[n]().mended and n not in ("wrong_claim", "old_file")]
)
def test_refused_without_repair(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "model.onnx"
    onnx.save(CASES[name]().model, source)
    assert main([str(source), "-p", "build-dag{repair=false}"]) == 1
    assert "error: " in capfd.readouterr().err


def test_long_chain(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Neither sorting nor printing recurses."""
    source = tmp_path / "model.onnx"
    onnx.save(shuffled_chain(5000), source)
    assert main([str(source), "-p", "build-dag,order-dag"]) == 0
    captured = capfd.readouterr()
    lines = [line for line in captured.out.splitlines() if "onnx.Relu" in line]
    assert len(lines) == 5000
    assert all(f"%t{i + 1} =" in line for i, line in enumerate(lines))


def test_a_name_of_many_nodes_is_looked_up_once_for_each() -> None:
    doctor = Doctor(repair=True)
    seen: dict[str, Any] = {"twin": None, "twin_7": None}
    for _ in range(1000):
        seen[doctor.unused("twin", seen)] = None
    assert len(seen) == 1002 and doctor.renamed == {"twin": 1001}


def test_not_every_pair_of_names_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    compared: list[int] = []

    def close(name: str, known: list[str], count: int) -> list[str]:
        compared.append(len(known))
        return []

    monkeypatch.setattr("nnopt.compiler.doctor.get_close_matches", close)
    count = 1000
    nodes = [node("Add", f"x u{i}", f"t{i}") for i in range(count)]
    source = tmp_path / "model.onnx"
    onnx.save(model(nodes, outputs="t0"), source)
    assert main([str(source), "-p", "build-dag"]) == 1
    assert capfd.readouterr().err.count("but nothing defines it") == count
    assert 0 < sum(compared) <= COMPARISONS
