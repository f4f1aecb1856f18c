"""
What reading, verifying and printing text costs: microseconds of CPU an operation, and whole
processes beside xdsl-opt and iree-opt.

    python bench/text.py [--ops 1000,10000,100000] [--without-xdsl]

Each figure is the least of a few repetitions in this run, so compare figures of one run only.
"""

import argparse
import gc
import io
import random
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

SCRIPTS = Path(sysconfig.get_path("scripts"))
SHAPES = ("1x3x224x224", "1x64x112x112", "1x128x28x28", "1x512x7x7", "1x1000", "64x64x3x3")
TYPES = tuple(f"tensor<{shape}xf32>" for shape in SHAPES)


# --- Texts ----------------------------------------------------------------------------------------


def generic(count: int) -> str:
    """`"test.op"` of one or two operands, three attributes, one of them different in each."""
    rng = random.Random(0)
    types: list[str] = []
    out = ["builtin.module {"]
    for i in range(count):
        used = [i - 1, max(0, i - 1 - rng.randrange(16))][: 1 + (i % 3 > 0)] if i else []
        operands = ", ".join(f"%{k}" for k in used)
        inputs = ", ".join(types[k] for k in used)
        type_ = rng.choice(TYPES)
        out.append(
            f'  %{i} = "test.op"({operands}) {{axis = {rng.randrange(-4, 4)} : i64, '
            f'name = "node_{i}", scale = {rng.randrange(1, 9)}.500000e+00 : f32}} '
            f": ({inputs}) -> {type_}"
        )
        types.append(type_)
    return "\n".join((*out, "}")) + "\n"


def uniform(count: int) -> str:
    """`nn` operators of a network, with names and locations, as an import has them."""
    type_, weight = "tensor<1x64x56x56xf32>", "tensor<64x64x3x3xf32>"
    out = ["builtin.module {", f"  func.func @main(%x: {type_}, %w: {weight}) -> {type_} {{"]
    before = "%x"
    for i in range(count):
        layer = f"/layer{i // 30}/node_{i}"
        if i % 3 == 0:
            line = f"nn.conv {before}, %w, _ {{pads = [1, 1, 1, 1]}} : ({type_}, {weight})"
        elif i % 3 == 1:
            line = f"nn.relu {before} : ({type_})"
        else:
            line = f"nn.add {before}, %v{i - 2} : ({type_}, {type_})"
        out.append(f'    %v{i} = {line} -> {type_} loc("{layer}")')
        before = f"%v{i}"
    return "\n".join((*out, f"    func.return {before} : {type_}", "  }", "}")) + "\n"


def regions(count: int) -> str:
    """An operation with a region, and one in it, again and again."""
    type_ = TYPES[-1]
    line = '  %{} = "test.op"(%x) ({{\n    %a = "test.op"(%x) : (T) -> T\n  }}) : (T) -> T'
    body = (line.format(i).replace("T", type_) for i in range(count // 2))
    head = f'builtin.module {{\n  %x = "test.op"() : () -> {type_}'
    return "\n".join((head, *body, "}")) + "\n"


def ahead(count: int) -> str:
    """Every operand is defined later."""
    type_ = TYPES[-1]
    line = '  %v{} = "test.op"(%v{}) : (T) -> T'
    body = (line.format(i, i + 1).replace("T", type_) for i in range(count - 1))
    last = f'  %v{count - 1} = "test.op"() : () -> {type_}'
    return "\n".join(("builtin.module {", *body, last, "}")) + "\n"


KINDS: dict[str, Callable[[int], str]] = {
    "generic": generic,
    "nn": uniform,
    "regions": regions,
    "ahead": ahead,
}


# --- Within the process -----------------------------------------------------------------------


@dataclass(frozen=True)
class Costs:
    """Microseconds of CPU an operation."""

    parse: float
    verify: float
    print: float


def costs(kind: str, count: int, repeat: int = 3) -> Costs:
    """The least of a few repetitions."""
    from nnopt.compiler.context import new_context
    from nnopt.compiler.text.printer import Printer
    from nnopt.compiler.text.reader import Reader
    from nnopt.compiler.verifier import faults

    text = KINDS[kind](count)
    gc.disable()

    def least(do: Callable[[], Any]) -> float:
        spent: list[float] = []
        for _ in range(repeat):
            gc.collect()
            start = time.process_time()
            kept = do()
            spent.append(time.process_time() - start)
            del kept
        return min(spent) / count * 1e6

    def parse() -> Any:
        return Reader(new_context(), text, "f.mlir").parse_module()

    reading = least(parse)
    module = parse()
    verifying = least(lambda: faults(module))
    printing = least(lambda: Printer(io.StringIO()).print_op(module))
    gc.enable()
    return Costs(reading, verifying, printing)


XDSL = 539
"""
Microseconds of CPU an operation in which xDSL's own parser, verifier and printer did 10,000 generic
operations on the machine for which the limits were set.
"""


def slowness(count: int = 2_000) -> float:
    """How much slower this machine is now than that one; 1 if it is faster."""
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin
    from xdsl.dialects.test import Test
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(Test)
    text = generic(count)
    start = time.process_time()
    module = Parser(context, text).parse_module()
    module.verify()
    Printer(io.StringIO()).print_op(module)
    return max(1.0, (time.process_time() - start) / count * 1e6 / XDSL)


# --- Whole processes --------------------------------------------------------------------------


@dataclass(frozen=True)
class Spent:
    """CPU seconds and peak memory of a process."""

    seconds: float
    megabytes: float


def spent(*command: str, repeat: int = 3) -> Spent:
    """The least of a few runs; a command that fails raises `CalledProcessError`."""
    found: list[Spent] = []
    for _ in range(repeat):
        probe = [sys.executable, "-c", _PROBE, *command]
        done = subprocess.run(probe, check=True, capture_output=True, text=True)
        seconds, kilobytes = map(float, done.stdout.split())
        found.append(Spent(seconds, kilobytes / 1024))
    return reduce(_least, found)


_PROBE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
print(u.ru_utime + u.ru_stime, u.ru_maxrss)
"""


def tools(path: Path, *, xdsl: bool = True) -> dict[str, Spent]:
    """
    What each tool spends on reading, verifying and printing a file. They run in turns, for what
    else runs may double a single run; xdsl-opt, which takes a minute and more, only once.
    """
    out = [str(path), "-o", "/dev/null"]
    ours = [str(SCRIPTS / "nn-opt"), *out]
    commands = {"nn-opt": ours, "iree-opt": [*IREE, *out]}
    found: dict[str, Spent] = {}
    for _ in range(3):
        for name, command in commands.items():
            found[name] = _least(found.get(name), spent(*command, repeat=1))
    if xdsl:
        found["xdsl-opt"] = spent(str(SCRIPTS / "xdsl-opt"), *out, repeat=1)
        found["nn-opt"] = _least(found["nn-opt"], spent(*ours))
    return found


IREE = str(SCRIPTS / "iree-opt"), "--allow-unregistered-dialect"


def _least(a: Spent | None, b: Spent) -> Spent:
    return b if a is None else Spent(min(a.seconds, b.seconds), min(a.megabytes, b.megabytes))


def rows(counts: list[int], xdsl: bool) -> Iterator[str]:
    yield f"{'':10}{'ops':>8}  {'parse':>8}{'verify':>8}{'print':>8}   us of CPU an op"
    for kind in KINDS:
        for count in counts:
            c = costs(kind, count)
            yield f"{kind:10}{count:8}  {c.parse:8.2f}{c.verify:8.2f}{c.print:8.2f}"
    yield f"\n{'':10}{'ops':>8}  s of CPU, peak MB of the whole process"
    with tempfile.TemporaryDirectory() as scratch:
        for count in counts:
            path = Path(scratch) / "generic.mlir"
            path.write_text(generic(count))
            shown = tools(path, xdsl=xdsl)
            figures = (f"{n} {s.seconds:.2f} s {s.megabytes:.0f} MB" for n, s in shown.items())
            yield f"{'generic':10}{count:8}  {', '.join(figures)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ops", default="1000,10000,100000")
    parser.add_argument("--without-xdsl", action="store_true", help="which takes a minute")
    options = parser.parse_args()
    for row in rows([int(n) for n in options.ops.split(",")], not options.without_xdsl):
        print(row, flush=True)
    print(f"\npeak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB")


if __name__ == "__main__":
    main()
