"""A name is enough to find a file: of every dialect, family, pass, and of what tests it."""

from pathlib import Path

import pytest
from xdsl.universe import Universe

from nnopt.dialects import get_all_dialects
from nnopt.passes import get_all_passes

ROOT = Path(__file__).parents[2]
TEST = ROOT / "test"
DIALECTS = get_all_dialects()
PASSES = get_all_passes()


def file_names(folder: Path, pattern: str) -> set[str]:
    """The stems that count: `_helper.py` and `__init__.py` are nobody's name."""
    return {file.stem for file in folder.glob(pattern) if not file.name.startswith("_")}


def families() -> list[str]:
    return sorted(file_names(ROOT / "dialects" / "nn", "*.py"))


@pytest.mark.parametrize("name", PASSES)
def test_pass(name: str) -> None:
    assert PASSES[name]().name == name
    assert (ROOT / "passes" / f"{name.replace('-', '_')}.py").is_file()
    assert (TEST / "passes" / f"{name.replace('-', '_')}.mlir").is_file()


def test_every_test_of_a_pass_has_its_pass() -> None:
    names = {name.replace("-", "_") for name in PASSES}
    assert file_names(TEST / "passes", "*.mlir") <= names


@pytest.mark.parametrize("name", DIALECTS)
def test_dialect(name: str) -> None:
    assert DIALECTS[name]().name == name
    assert list((TEST / "dialects" / name).glob("*invalid.mlir"))
    if name != "nn":
        assert (TEST / "dialects" / name / "ops.mlir").is_file()


@pytest.mark.parametrize("family", families())
def test_family(family: str) -> None:
    assert (TEST / "dialects" / "nn" / f"{family}.mlir").is_file()


@pytest.mark.parametrize("name", DIALECTS)
def test_dialect_tests_are_a_closed_set(name: str) -> None:
    ops = set(families()) if name == "nn" else {"ops"}
    allowed = ops | {f"{op}_invalid" for op in ops} | {"invalid", "canonicalize"}
    assert file_names(TEST / "dialects" / name, "*.mlir") <= allowed


@pytest.mark.parametrize("folder", ("compiler", "dialects", "passes", "tools", "test"))
def test_file_names_have_no_hyphens(folder: str) -> None:
    files = (*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.mlir"))
    assert not [file for file in files if "-" in file.stem]


def test_xdsl_opt_has_ours_too() -> None:
    """It refuses to start where a name stands in two universes."""
    everything = Universe.get_multiverse()
    assert PASSES.keys() <= everything.all_passes.keys()
    assert DIALECTS.keys() <= everything.all_dialects.keys()
