"""
The road of a model: read, to `nn`, canonical, back to ONNX; its values at each station. Used by the
long sweeps.

Models and small cases are looked for in `$NN_OPT_MODELS` and in `cases` beside it, or else in
`shared` beside the checkout.
"""

import os
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from arrays import ort_session
from xdsl.dialects.builtin import ModuleOp

from nnopt.compiler import names, read, run, write
from nnopt.compiler.functions import defined
from nnopt.compiler.interpreter import run_function

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("NN_OPT_MODELS", ROOT.parent / "shared" / "models"))
MODELS = SHARED / "onnx"
CASES = SHARED.parent / "cases"
UNKNOWN = "only its framework knows"
"""What the interpreter says of an operator that nobody has read."""


def stored(path: Path) -> dict[str, Any]:
    """The arrays of an `.npz`, where a `/` of a tensor's name is written `|`."""
    if not path.exists():
        return {}
    with np.load(path) as found:
        return {key.replace("|", "/"): found[key] for key in found}


def stations(path: Path, out: Path) -> Iterator[tuple[str, ModuleOp]]:
    """A module as it comes to `nn`, is made canonical, and is written to `out` as ONNX."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the doctor mends
        module = read(path)
        for step in ("onnx-to-nn", "canonical"):
            yield step, run(module, step)
        write(run(module, "nn-to-onnx"), out)
        yield "nn-to-onnx", module


def interpreted(module: ModuleOp, feeds: Mapping[str, Any]) -> list[Any]:
    function = next(defined(module))
    return run_function(function, [feeds[names.name_of(a) or ""] for a in function.args])


def by_runtime(path: Path, feeds: Mapping[str, Any]) -> dict[str, Any]:
    """The results of ONNX Runtime by name."""
    session = ort_session(path)
    wanted = [o.name for o in session.get_outputs()]
    given = {i.name: feeds[i.name] for i in session.get_inputs()}
    return dict(zip(wanted, session.run(None, given), strict=True))


def operators(path: Path) -> Counter[str]:
    """How often each operator is in a model, graphs inside included."""
    found: Counter[str] = Counter()
    pending = [onnx.load(path, load_external_data=False).graph]
    while pending:
        for node in pending.pop().node:
            found[node.op_type] += 1
            pending += [a.g for a in node.attribute if a.HasField("g")]
    return found


def output_names(path: Path) -> list[str]:
    return [o.name for o in onnx.load(path, load_external_data=False).graph.output]


def difference(found: Any, wanted: Any, rtol: float, atol: float) -> str | None:
    """How an array, or a sequence of them, departs from another one; None where it does not."""
    if isinstance(found, list) or isinstance(wanted, list):
        return _difference_of_lists(found, wanted, rtol, atol)
    if found is None or wanted is None:
        return None if found is wanted else "nothing where something belongs"
    a, b = np.asarray(found), np.asarray(wanted)
    if a.dtype.kind in "OSU" and b.dtype.kind in "OSU":
        same = a.shape == b.shape and list(map(_text, a.flat)) == list(map(_text, b.flat))
        return None if same else "other strings"
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"{a.dtype}{list(a.shape)} where {b.dtype}{list(b.shape)} belongs"
    if a.dtype.kind in "biu":
        return None if (a == b).all() else f"{int((a != b).sum())} of {a.size} differ"
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    a, b = a.astype(wide), b.astype(wide)
    if np.allclose(a, b, rtol, atol, equal_nan=True):
        return None
    with np.errstate(all="ignore"):
        return f"differs by up to {np.nanmax(np.abs(a - b)):g}"


def _difference_of_lists(found: Any, wanted: Any, rtol: float, atol: float) -> str | None:
    if not isinstance(found, list) or not isinstance(wanted, list) or len(found) != len(wanted):
        return "another sequence"
    pairs: Sequence[tuple[Any, Any]] = list(zip(found, wanted, strict=True))
    return next((d for a, b in pairs if (d := difference(a, b, rtol, atol))), None)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
