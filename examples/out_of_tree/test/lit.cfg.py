# ruff: noqa: F821
"""`lit test`, in an environment where this package and nn-opt are installed."""

import os
import sysconfig
from pathlib import Path

import lit.formats

config.name = "nnopt-requant"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = Path(__file__).parent
config.test_exec_root = os.environ.get("LIT_OUTPUT", config.test_source_root / "Output")
config.environment["PATH"] = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
config.environment["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
