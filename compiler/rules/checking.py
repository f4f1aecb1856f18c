"""What `nn-opt --check-rules FILE` prints: a line for each rule, a module for each wrong one."""

from typing import Any, TextIO

from ..driver.diagnostics import Diagnostic, Engine, using
from ..text.printer import text_of
from .loading import load
from .trials import CounterExample, Verdict, try_rule

MOST_SHOWN = 64
"""Elements of an array that are printed."""


def check_rules(file: str, seed: int, engine: Engine, out: TextIO) -> bool:
    """
    Tries the rules of a file on random instances; whether all keep their laws. What is wrong is
    reported, counter-examples are printed as modules. Raises `Diagnosed` if it cannot be loaded.
    """
    with using(engine):
        found = load(file)
        engine.report_all(found.warnings)
        wrong = 0
        for rule in found:
            verdict = try_rule(rule, seed)
            if wrong and verdict.counter_example is not None:
                out.write("// -----\n\n")
            wrong += not verdict.good
            _show(verdict, engine, out)
        return not wrong


def _show(verdict: Verdict, engine: Engine, out: TextIO) -> None:
    rule = verdict.rule
    if verdict.good:
        out.write(f"// {rule.name}: {verdict.tried} instances agree ({rule.law})\n")
    example = verdict.counter_example
    if example is not None:
        out.write(_text(verdict, example))
    out.flush()
    for doubt in verdict.doubts:
        engine.report(Diagnostic("warning", rule.place, f"rule '{rule.name}' {doubt}"))
    for fault in verdict.faults:
        engine.report(Diagnostic("error", rule.place, f"rule '{rule.name}' {fault}"))
    if example is not None:
        message = f"rule '{rule.name}' is not {rule.law}: {example.reason}"
        engine.report(Diagnostic("error", rule.place, message))


def _text(verdict: Verdict, example: CounterExample) -> str:
    """A counter-example as a module that reads back, its values in comments."""
    before, _ = example.module.body.block.ops
    names = [str(a.name_hint) for r in before.regions for a in r.block.args]
    lines = [f"// {verdict.rule.name}: {example.reason}"]
    for name, array in zip(names, example.inputs, strict=True):
        lines.append(f"// %{name} = {_numbers(array)}")
    for what, arrays in zip(("before", "after"), example.results, strict=True):
        shown = "cannot be computed" if arrays is None else ", ".join(map(_numbers, arrays))
        lines.append(f"// {what}: {shown}")
    return "\n".join((*lines, text_of(example.module).rstrip(), "")) + "\n"


def _numbers(array: Any) -> str:
    if array.size > MOST_SHOWN:
        return f"{array.dtype} of shape {list(array.shape)}"
    return str(array.tolist())
