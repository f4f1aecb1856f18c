"""RUN lines are `nn-opt …` as a user types it, or one of the words below."""

import os
import sys
import sysconfig
from pathlib import Path

import lit.formats

config.name = "nn-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".py"]
config.test_source_root = Path(__file__).parent
shared_modules = [file.name for file in config.test_source_root.glob("*.py")]
config.excludes = ["unit", "conformance", "planted", "Inputs", *shared_modules]
config.test_exec_root = config.test_source_root.parent / "build" / "lit"

# No substitution for the tools themselves: it would also hit the name of the checkout's folder.
config.environment["PATH"] = os.pathsep.join((sysconfig.get_path("scripts"), os.environ["PATH"]))
config.environment["PYTHONWARNINGS"] = "error::DeprecationWarning"

config.substitutions += [
    ("ROUNDTRIP", "nn-opt %s | nn-opt | filecheck %s"),
    ("GENERIC_TRIP", "nn-opt %s --mlir-print-op-generic | nn-opt | filecheck %s"),
    ("INVALID", "nn-opt %s --split-input-file --verify-diagnostics"),
    ("%python", sys.executable),
    ("%examples", str(Path(__file__).parents[1] / "examples")),
]
