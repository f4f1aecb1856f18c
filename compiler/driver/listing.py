"""What `--help`, `--list-passes` and their kin print."""

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from .flags import Flag, table

WIDTH = 100
_NAMES = 42
"""Columns that the spellings of a flag take; longer ones have a line of their own."""
_PASS_NAMES = 28


def usage(hidden: bool = False, by_name: bool = False) -> str:
    """What `-h` prints: the flags under their headings, or by name."""
    shown = [f for f in table() if hidden or not f.hidden]
    lines = ["OVERVIEW: a compiler framework for neural networks", ""]
    lines += ["USAGE: nn-opt [options] [file|-]", "", "OPTIONS:"]
    if by_name:
        lines += _described(sorted(shown, key=lambda f: f.names[0]))
    for group in dict.fromkeys(f.group for f in shown if not by_name):
        lines += ["", f"{group}:", "", *_described(f for f in shown if f.group == group)]
    lines += ["", "Each pass is a flag, too: --cse, --fold-constants='max-bytes=64'."]
    lines += ["--list-passes names them, --describe-pass=fold-constants explains one."]
    return "\n".join(lines)


def _described(flags: Iterable[Flag]) -> Iterator[str]:
    for flag in flags:
        yield from columns(f"  {flag}", flag.help, _NAMES)


def columns(name: str, text: str, width: int) -> Iterator[str]:
    """A name and, from column `width` on, what it means."""
    lines = textwrap.wrap(text, WIDTH - width - 3, break_on_hyphens=False)
    if not lines or len(name) > width:
        yield name
        name = ""
    for line in lines:
        yield f"{name:<{width}} {' ' if line is not lines[0] else '-'} {line}"
        name = ""


def version() -> str:
    from importlib.metadata import version

    return f"nn-opt {version('nn-opt')} on xdsl {version('xdsl')}"


def passes() -> str:
    """Each pass with the first line of its law; no pass is imported for it."""
    from ..pipelines import PIPELINES
    from .registry import PASSES

    ours = {name: _law("passes", name) for name in sorted(PASSES.ours)}
    named = {name: first_paragraph(p.expand.__doc__ or "") for name, p in sorted(PIPELINES.items())}
    others = dict.fromkeys((name for name in PASSES.names() if name not in ours), "")
    lines: list[str] = []
    for heading, entries in (
        ("Passes:", ours),
        ("Pass Pipelines:", named),
        ("Passes of xDSL and other packages:", others),
    ):
        lines += ["", heading]
        for name, law in entries.items():
            lines += columns(f"  --{name}", law, _PASS_NAMES)
    return "\n".join(lines[1:])


def dialects() -> str:
    """The dialects that text may use."""
    from ..context import new_context

    return f"Available Dialects: {','.join(sorted(new_context().registered_dialect_names))}"


def _law(package: str, name: str) -> str:
    from importlib.util import find_spec

    module = f"nnopt.{package}.{name.replace('-', '_')}"
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return ""
    return first_paragraph(_docstring(Path(spec.origin).read_text(encoding="utf-8")))


def _docstring(source: str) -> str:
    import ast

    return ast.get_docstring(ast.parse(source)) or ""


def first_paragraph(doc: str) -> str:
    """The first paragraph of a docstring as one line."""
    return " ".join(doc.strip().partition("\n\n")[0].split())
