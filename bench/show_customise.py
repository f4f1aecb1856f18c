"""
What edit scripts, rules and the difference of graphs have to show, one row a claim.

    python bench/show_customise.py [--models DIR] [--only WORD] [--before COMMIT]

DIR holds a folder per model with model.onnx. COMMIT is the one before `canonical` was written in
rules: it is checked out and installed beside this one. The exit code is 1 if a row fails.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rows import Row, show
from show_road import MOST_NODES

ROOT = Path(__file__).resolve().parents[1]
CANONICAL = "--pass-pipeline=builtin.module(onnx-to-nn,canonical)"
LEAST_EDITS, LEAST_RULES, LEAST_MALFORMED = 50, 30, 20
SLOWER = 1.1
"""How much longer `canonical` may take than before."""
RULES, OPS, AN_OP = 200, 20_000, 3
"""Rules, operations that none of them matches, and microseconds that they may cost an operation."""
LINEAR = 1.5
WRONG = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=ROOT.parent / "shared" / "models" / "onnx")
    parser.add_argument("--only", default="", help="run the rows whose name has this word")
    parser.add_argument("--before", default=BEFORE, help="the commit to compare with")
    options = parser.parse_args()
    return show(checks(options.models, options.before), options.only)


BEFORE = "a3cfc51"
"""The last commit before there were rules."""


def checks(models: Path, before: str) -> Iterator[tuple[str, Callable[[], Row]]]:
    for model in MOST_NODES:
        yield f"canonical: {model}", lambda model=model: same_text(models / model, before)
    yield "canonical: time", lambda: canonical_time(models, before)
    yield "edits, each as a person would write the model", edits
    yield "shipped rules hold", rules_hold
    yield "wrong rules are refuted", wrong_rules
    yield f"{RULES} rules on {OPS} operations", many_rules
    yield "malformed scripts and rule files", malformed


# --- `canonical`, now and before ------------------------------------------------------------------


@cache
def installed(commit: str) -> str:
    """A folder with the package as it was at a commit; it stays until the process ends."""
    folder = tempfile.TemporaryDirectory()
    _KEPT.append(folder)
    source, site = Path(folder.name) / "source", Path(folder.name) / "site"
    git = ["git", "-C", str(ROOT)]
    archive = subprocess.run([*git, "archive", commit], check=True, capture_output=True).stdout
    source.mkdir()
    subprocess.run(["tar", "-x", "-C", str(source)], check=True, input=archive)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(site)]
    subprocess.run([*pip, str(source)], check=True, capture_output=True)
    return str(site)


_KEPT: list["tempfile.TemporaryDirectory[str]"] = []


def canonical(model: Path, site: str = "") -> tuple[str, float]:
    """The text of a model after `canonical`, and the CPU seconds that it took."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out.mlir"
        command = [sys.executable, "-m", "nnopt.tools.nn_opt", str(model / "model.onnx"), CANONICAL]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [*command, "-o", str(out)],
            check=True,
            capture_output=True,
            cwd=scratch,
            env={**os.environ, "PYTHONPATH": site},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return out.read_text(), seconds


def same_text(model: Path, before: str) -> Row:
    now, then = canonical(model)[0], canonical(model, installed(before))[0]
    if now == then:
        return True, f"{len(now.splitlines())} lines, the same as at {before}"
    pairs = zip(now.splitlines(), then.splitlines(), strict=False)
    line = next((f"{a.strip()} | {b.strip()}" for a, b in pairs if a != b), "lines at the end")
    return False, f"not as at {before}: {line[:200]}"


def canonical_time(models: Path, before: str) -> Row:
    now = then = 0.0
    for model in MOST_NODES:
        runs = [
            (canonical(models / model)[1], canonical(models / model, installed(before))[1])
            for _ in range(3)
        ]
        now += min(run[0] for run in runs)
        then += min(run[1] for run in runs)
    return now <= SLOWER * then, f"{now:.1f} s of CPU on all models, {then:.1f} s before"


# --- Edits and rules ------------------------------------------------------------------------------


def passed(*arguments: str) -> int:
    """How many tests pass; 0 if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    found = re.search(r"(\d+) passed", done.stdout)
    return int(found[1]) if found and done.returncode == 0 else 0


def edits() -> Row:
    count = passed("test/unit/test_edits_values.py", "-k", "by_hand")
    return count >= LEAST_EDITS, f"{count} cases in ONNX Runtime (at least {LEAST_EDITS})"


def malformed() -> Row:
    scripts = passed("test/unit/test_edits.py", "-k", "malformed or cannot_be_done")
    rules = passed("test/unit/test_rules_text.py", "-k", "mistake")
    good = min(scripts, rules) >= LEAST_MALFORMED
    return good, f"{scripts} scripts, {rules} rule files (at least {LEAST_MALFORMED})"


def check_rules(file: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "nnopt.tools.nn_opt", f"--check-rules={file}"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def rules_hold() -> Row:
    files = [str(file) for file in sorted((ROOT / "passes" / "rules").glob("*.nnrule"))]
    found = [check_rules(file) for file in files]
    count = sum(out.count(" instances agree") for _, out, _ in found)
    good = not any(code for code, _, _ in found) and count >= LEAST_RULES
    return good, f"{count} in {len(files)} files (at least {LEAST_RULES})"


def wrong_rules() -> Row:
    code, out, err = check_rules(
        str(ROOT / "test" / "passes" / "Inputs" / "rules" / "wrong.nnrule")
    )
    names = re.findall(r"error: rule '([\w-]+)' is not", err)
    good = code == 1 and len(names) == out.count("func.func @before") == WRONG
    return good, ", ".join(names)


def many_rules() -> Row:
    small, large = (an_operation(count) for count in (OPS // 10, OPS))
    good = large <= AN_OP and large <= LINEAR * max(small, AN_OP / 10)
    return good, f"{small:.2f} -> {large:.2f} us of CPU an operation (at most {AN_OP})"


def an_operation(count: int) -> float:
    """Microseconds for which all rules look at an operation that none of them fits."""
    from nnopt.compiler.rules.loading import load_text
    from nnopt.compiler.rules.rewriting import RulePattern

    roots = "abs neg exp sqrt tanh sigmoid relu floor ceil erf".split()
    rules = "\n".join(
        f"rule r{i} : exact {{ match {{ %a = nn.{roots[i % 10]} %x %b = nn.{roots[i // 10 % 10]} %a"
        f" %_ = nn.{roots[i % 7]} %b }} where rank(%x) == {i} replace %a }}"
        for i in range(RULES)
    )
    pattern = RulePattern(load_text(rules, "many.nnrule"))
    ops = [op for op in nn_module(count).walk() if op.name.startswith("nn.")]
    nothing: Any = None
    tries: list[float] = []
    for _ in range(5):
        start = time.process_time()
        for op in ops:
            pattern.match_and_rewrite(op, nothing)
        tries.append(time.process_time() - start)
    return min(tries) / len(ops) * 1e6


def nn_module(count: int) -> Any:
    """A chain of operations, half of which are the root of rules that ask for other operands."""
    from nnopt.compiler import read

    type_ = "tensor<4xf32>"
    lines = [f"func.func @f(%x0: {type_}) -> {type_} {{"]
    for i in range(count):
        before = f"%x{i}"
        name, operands = ("add", f"{before}, {before}") if i % 2 else ("tanh", before)
        types = ", ".join([type_] * (1 + i % 2))
        lines.append(f"  %x{i + 1} = nn.{name} {operands} : ({types}) -> {type_}")
    return read("\n".join((*lines, f"  func.return %x{count} : {type_}", "}")))


if __name__ == "__main__":
    sys.exit(main())
