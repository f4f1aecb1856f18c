"""
What the road from an ONNX file to a clean graph and back has to show, one row a claim.

    python bench/show_road.py [--models DIR] [--only WORD]

DIR holds a folder per model with model.onnx, inputs.npz and outputs.npz. The exit code is 1 if a
row fails.
"""

import argparse
import difflib
import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from rows import show

from nnopt.compiler import read, run
from nnopt.compiler.comparison import compare
from nnopt.compiler.text.printer import text_of

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test"))
from broken_models import CASES, shuffled_chain  # noqa: E402

SCRIPTS = Path(sysconfig.get_path("scripts"))
NN_OPT, NN_RUN = str(SCRIPTS / "nn-opt"), str(SCRIPTS / "nn-run")
ROAD = "builtin.module(onnx-to-nn,canonical,nn-to-onnx)"
MOST_NODES = {
    "light_resnet50": 123,
    "light_squeezenet_rand": 65,
    "light_shufflenet_rand": 154,
    "mnist_cntk_style": 8,
    "torch_timm_mobilenetv3_small_100": 224,
    "ppocr_v2_cls": 179,
    "ppocr_v6_det_small": 227,
    "magika_v3_3": 93,
    "cct2_infer_unfused": 110,
    "torch_hf_bert": 83,
    "torch_hand_tiny_unet_dyn": 82,
    "basic_pitch_nmp": 180,
}
"""Compute nodes of the better of two simplifiers."""
WEAK = {"light_resnet50"}
"""Models whose outputs are constant; they get random weights and are compared with themselves."""
GROWTH = 1.05
CHAIN, CHAIN_SECONDS = 100_000, 1.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=ROOT.parent / "shared" / "models" / "onnx")
    parser.add_argument("--only", default="", help="run the rows whose name has this word")
    options = parser.parse_args()
    return show(checks(options.models), options.only)


def checks(models: Path) -> Iterator[tuple[str, Callable[[], tuple[bool, str]]]]:
    folders = sorted(p.parent for p in models.glob("*/model.onnx"))
    if not folders:
        raise SystemExit(f"no models in {models}")
    for folder in folders:
        yield f"there and back: {folder.name}", lambda f=folder: there_and_back(f)
    for name in MOST_NODES:
        folder = models / name
        yield f"optimised: {name}", lambda f=folder: optimised(f)
        yield f"nn-run on text: {name}", lambda f=folder: run_on_text(f)
        yield f"text of every level: {name}", lambda f=folder: text_of_levels(f)
        yield f"order does not matter: {name}", lambda f=folder: any_order(f)
    for name in CASES:
        yield f"doctor: {name}", lambda n=name: doctor(n)
    yield "chain of 100,000 shuffled nodes", long_chain
    yield "--version is lean", lean_version


# --- Tools --------------------------------------------------------------------------------------


def command(*arguments: str, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(arguments, input=stdin, capture_output=True)


def failure(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = [s for s in done.stderr.decode().splitlines() if "remark:" not in s]
    return lines[0] if lines else f"exit code {done.returncode}"


def session(model: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    source = model if isinstance(model, bytes) else str(model)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def arrays(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return {k.replace("|", "/"): file[k] for k in file.files}


def outputs(model: Any, inputs: dict[str, Any]) -> dict[str, Any]:
    work = session(model)
    known = {i.name for i in work.get_inputs()}
    names = [o.name for o in work.get_outputs()]
    feeds = {k: v for k, v in inputs.items() if k in known}
    return dict(zip(names, work.run(None, feeds), strict=True))


def same_bits(a: Any, b: Any) -> bool:
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same_bits, a, b))
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def compute_nodes(path: Path) -> int:
    """Nodes that some input reaches, or that have regions."""
    graph = onnx.load(path).graph
    known = {i.name for i in graph.initializer} | {""}
    count = 0
    for node in graph.node:
        has_graph = any(a.type in (a.GRAPH, a.GRAPHS) for a in node.attribute)
        if not has_graph and all(name in known for name in node.input):
            known.update(node.output)
        else:
            count += 1
    return count


# --- Rows ---------------------------------------------------------------------------------------


def there_and_back(folder: Path) -> tuple[bool, str]:
    """Import, build-dag, text through three piped nn-opt, export: equal bits in ONNX Runtime."""
    source = folder / "model.onnx"
    first = command(NN_OPT, str(source), "-p", "build-dag")
    text = first.stdout
    if first.returncode:
        return False, failure(first)
    for _ in range(2):
        step = command(NN_OPT, "-", stdin=text)
        if step.returncode:
            return False, failure(step)
        if step.stdout != text:
            return False, f"text changes: {first_difference(text, step.stdout)}"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out.onnx"
        last = command(NN_OPT, "-", "-o", str(out), stdin=text)
        if last.returncode:
            return False, failure(last)
        inputs = arrays(folder / "inputs.npz")
        try:
            wanted = outputs(source, inputs)
        except Exception:
            return True, "text fixpoint (ONNX Runtime refuses the original)"
        found = outputs(out, inputs)
    wrong = [k for k in wanted if k not in found or not same_bits(found[k], wanted[k])]
    return not wrong, f"differs: {wrong}" if wrong else f"{len(wanted)} outputs, equal bits"


def first_difference(a: bytes, b: bytes) -> str:
    lines = difflib.unified_diff(a.decode().splitlines(), b.decode().splitlines(), lineterm="", n=0)
    return " | ".join(line[:100] for line in list(lines)[3:5])


def source_of(folder: Path, scratch: str) -> tuple[Path, dict[str, Any], dict[str, Any]]:
    """The model, its inputs, what it should give; a weak one with random weights."""
    inputs = arrays(folder / "inputs.npz")
    if folder.name not in WEAK:
        return folder / "model.onnx", inputs, arrays(folder / "outputs.npz")
    path = Path(scratch) / "model.onnx"
    onnx.save(reseeded(onnx.load(folder / "model.onnx")), path)
    return path, inputs, outputs(path, inputs)


def reseeded(model: Any) -> Any:
    """The model with small random numbers for its weights made by ConstantOfShape."""
    random = np.random.default_rng(7)
    shapes = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    kept = []
    for node in model.graph.node:
        if node.op_type != "ConstantOfShape":
            kept.append(node)
            continue
        shape = tuple(int(n) for n in shapes[node.input[0]])
        scale = 1.0 / max(1.0, np.sqrt(np.prod(shape[1:])))
        low, high = (0.5, 1.5) if len(shape) == 1 else (-scale, scale)
        values = random.uniform(low, high, shape).astype(np.float32)
        model.graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
    del model.graph.node[:]
    model.graph.node.extend(kept)
    return model


def optimised(folder: Path) -> tuple[bool, str]:
    """The road gives a model that is right, small, and has few nodes."""
    with tempfile.TemporaryDirectory() as scratch:
        source, inputs, wanted = source_of(folder, scratch)
        out = Path(scratch) / "out.onnx"
        plain = Path(scratch) / "plain.onnx"
        done = command(NN_OPT, str(source), f"--pass-pipeline={ROAD}", "-o", str(out))
        if done.returncode:
            return False, failure(done)
        worst = deviation(outputs(out, inputs), wanted)
        command(NN_OPT, str(folder / "model.onnx"), f"--pass-pipeline={ROAD}", "-o", str(plain))
        nodes = compute_nodes(plain)
        growth = plain.stat().st_size / (folder / "model.onnx").stat().st_size
    most = MOST_NODES[folder.name]
    good = worst == "" and nodes <= most and growth <= GROWTH
    said = f"{nodes} nodes (at most {most}), size x{growth:.3f}"
    return good, f"{said}, {worst}" if worst else said


def deviation(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    for name, array in wanted.items():
        if name not in found:
            return f"no output '{name}'"
        if (worse := compare(np, found[name], array, 1e-3, 1e-5)) is not None:
            return f"{name}: {worse}"
    return ""


def run_on_text(folder: Path) -> tuple[bool, str]:
    """nn-run on the `nn` text agrees, too."""
    with tempfile.TemporaryDirectory() as scratch:
        source, inputs, wanted = source_of(folder, scratch)
        given, due, text = (Path(scratch) / n for n in ("in.npz", "due.npz", "nn.mlir"))
        np.savez(given, **{k.replace("/", "|"): v for k, v in inputs.items()})
        np.savez(due, **{k.replace("/", "|"): v for k, v in wanted.items()})
        made = command(NN_OPT, str(source), "-p", "onnx-to-nn,canonical", "-o", str(text))
        if made.returncode:
            return False, failure(made)
        done = command(NN_RUN, str(text), "--inputs", str(given), "--compare", str(due))
    return done.returncode == 0, (done.stdout.decode() or failure(done)).strip()


def text_of_levels(folder: Path) -> tuple[bool, str]:
    """Text of every level reads back to itself, also what iree-opt makes of the generic form."""
    module = read(folder / "model.onnx")
    for level, pipeline in (
        ("graph", ""),
        ("dag", "build-dag"),
        ("nn", "inline-functions,convert-onnx-to-nn"),
        ("canonical", "canonical"),
        ("onnx", "nn-to-onnx"),
    ):
        if pipeline:
            run(module, pipeline)
        text = text_of(module)
        if text_of(read(text)) != text:
            return False, f"{level}: text changes"
        generic = text_of(module, generic=True)
        if text_of(read(generic)) != text:
            return False, f"{level}: generic form changes"
        if said := through_iree(generic, text):
            return False, f"{level}: {said}"
    return True, "5 levels, also through iree-opt"


def through_iree(generic: str, text: str) -> str:
    """What goes wrong on the way through iree-opt; SSA names are dropped there."""
    tool = SCRIPTS / "iree-opt"
    done = command(
        str(tool),
        "-",
        "--allow-unregistered-dialect",
        "--mlir-print-op-generic",
        stdin=generic.encode(),
    )
    if done.returncode:
        return f"iree-opt: {done.stderr.decode().splitlines()[0][:200]}"
    return same_meaning(read(done.stdout.decode()), read(text))


def same_meaning(a: Any, b: Any) -> str:
    """The first difference of two modules but for names of values and places in files."""
    for x, y in zip(a.walk(), b.walk(), strict=True):
        if x.name != y.name or x.result_types != y.result_types:
            return f"'{y.name}' became '{x.name}'"
        if x.properties != y.properties:
            return f"properties of '{y.name}' changed"
        kept = {k: v for k, v in x.attributes.items() if k != "nn.outs"}
        if kept != {k: v for k, v in y.attributes.items() if k != "nn.outs"}:
            return f"attributes of '{y.name}' changed"
    return ""


def any_order(folder: Path) -> tuple[bool, str]:
    """Reversed and shuffled nodes give the same text after `canonical`."""
    model = onnx.load(folder / "model.onnx")
    nodes = list(model.graph.node)
    random = np.random.default_rng(3)
    orders = [list(range(len(nodes))), list(range(len(nodes)))[::-1]]
    orders += [list(random.permutation(len(nodes)))]
    texts: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "model.onnx"
        for order in orders:
            del model.graph.node[:]
            model.graph.node.extend(nodes[i] for i in order)
            onnx.save(model, path)
            texts.append(text_of(run(read(path), "onnx-to-nn,canonical")))
    return len(set(texts)) == 1, "3 orders" if len(set(texts)) == 1 else differing(texts)


def differing(texts: Iterable[str]) -> str:
    first, *others = texts
    other = next(t for t in others if t != first)
    return first_difference(first.encode(), other.encode())


def doctor(name: str) -> tuple[bool, str]:
    case = CASES[name]()
    with tempfile.TemporaryDirectory() as scratch:
        source, out = Path(scratch) / "model.onnx", Path(scratch) / "out.onnx"
        onnx.save(case.model, source)
        done = command(NN_OPT, str(source), "-p", "onnx-to-nn,nn-to-onnx", "-o", str(out))
        said = done.stderr.decode()
        missing = [words for words in case.said if words not in said]
        if out.exists():
            onnx.checker.check_model(onnx.load(out), full_check=True)
        good = not missing and out.exists() == case.mended and "Traceback" not in said
    return good, f"not said: {missing}" if missing else "mended" if case.mended else "refused"


def long_chain() -> tuple[bool, str]:
    """CPU seconds of `build-dag` alone."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "chain.onnx"
        onnx.save(shuffled_chain(CHAIN), path)
        script = (
            "import sys, time, gc\n"
            "from nnopt.compiler import read\n"
            "from nnopt.compiler.context import new_context\n"
            "from nnopt.passes.build_dag import BuildDagPass\n"
            "module = read(sys.argv[1])\n"
            "gc.collect(); gc.freeze()\n"
            "start = time.process_time()\n"
            "BuildDagPass().apply(new_context(), module)\n"
            "print(time.process_time() - start)\n"
        )
        done = command(sys.executable, "-c", script, str(path))
    if done.returncode:
        return False, done.stderr.decode().strip().splitlines()[-1]
    seconds = float(done.stdout)
    return seconds <= CHAIN_SECONDS, f"{seconds:.2f} s of CPU (at most {CHAIN_SECONDS})"


def lean_version() -> tuple[bool, str]:
    script = (
        "import sys\n"
        "from nnopt.compiler.driver.main import main\n"
        "main(['--version'])\n"
        "print([m for m in ('numpy', 'onnx', 'torch') if m in sys.modules])\n"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = command(sys.executable, "-c", script)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    heavy = json.loads(done.stdout.decode().splitlines()[-1].replace("'", '"'))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return not heavy, f"imports {heavy}" if heavy else f"none imported, {cpu:.2f} s of CPU"


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main())
