"""What an installed nn-opt consists of, and what it costs to start it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("compiler", "dialects", "passes", "tools")
HEAVY = ("numpy", "onnx", "torch", "ml_dtypes", "safetensors")


def configured() -> dict[str, str]:
    """The packages that the wheel holds, and their folders."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders: dict[str, str] = setuptools["package-dir"]
    packages: list[str] = setuptools["packages"]
    assert sorted(packages) == packages
    tops = {package: ".".join(package.split(".")[:2]) for package in packages}
    return {p: p.replace(top, folders[top], 1).replace(".", "/") for p, top in tops.items()}


def test_every_folder_of_code_is_in_the_wheel() -> None:
    found = {
        file.parent.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
    }
    assert found == set(configured().values())


@pytest.mark.parametrize("package, folder", configured().items())
def test_package(package: str, folder: str) -> None:
    assert (ROOT / folder / "__init__.py").is_file()
    assert package == f"nnopt.{folder.replace('/', '.')}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_types_are_published(folder: str) -> None:
    assert (ROOT / folder / "py.typed").is_file()


def test_test_is_no_package() -> None:
    """It would shadow the standard library's `test`."""
    assert not list((ROOT / "test").rglob("__init__.py"))


def modules_after(code: str, text: str = "") -> set[str]:
    """The modules that a fresh interpreter has imported when it leaves `code`."""
    report = f"""
import sys
try:
    {code}
except SystemExit as end:
    assert not end.code, end.code
print("modules:", *sys.modules)
"""
    process = subprocess.run(
        [sys.executable, "-c", report], input=text, capture_output=True, text=True, check=True
    )
    return set(process.stdout.splitlines()[-1].split()[1:])


def nn_opt(*arguments: str) -> str:
    return f"sys.argv[1:] = {arguments!r}; from nnopt.tools.nn_opt import main; sys.exit(main())"


def test_version_is_lean() -> None:
    assert not modules_after(nn_opt("--version")).intersection(HEAVY)


def test_text_is_lean() -> None:
    text = """
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = nn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """
    assert not modules_after(nn_opt("-"), text).intersection(HEAVY)


def test_universe_imports_no_pass() -> None:
    modules = modules_after("import nnopt.compiler.universe")
    assert not [m for m in modules if m.startswith(("nnopt.passes.", "nnopt.dialects."))]
