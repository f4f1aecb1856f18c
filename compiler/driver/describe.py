"""What a pass or named pipeline promises and takes, from its own source: for `--describe-pass`."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xdsl.passes import ModulePass

from . import options
from .diagnostics import near
from .flags import Misuse
from .listing import columns
from .options import Allowed
from .pipeline import anchors_of
from .registry import PASSES

TESTS = Path(__file__).parents[2] / "test" / "passes"
"""Only a checkout has them."""
LAWS = {
    "exact": "equal bit for bit for every input",
    "real": "equal in real arithmetic; rounding and overflow may differ",
    "fast": "may differ on NaN, signed zeros and infinities",
}


@dataclass(frozen=True)
class Option:
    """An option as users see it."""

    name: str
    type: str
    default: str | None
    """None if it is absent unless given."""
    required: bool
    doc: str


@dataclass(frozen=True)
class Description:
    """A pass or named pipeline as users see it; what is not known is empty."""

    name: str
    kind: str
    doc: str
    anchors: tuple[str, ...]
    options: tuple[Option, ...]
    law: str = ""
    requires: str = ""
    ensures: str = ""
    expansion: str = ""
    """Of a pipeline, its text without options."""


def description_of(name: str) -> Description | None:
    """What is known of a name; None if it names no pass or pipeline."""
    from ..pipelines import PIPELINES

    if (named := PIPELINES.get(name)) is not None:
        found = tuple(_options(options.of_function(named.expand), {}))
        doc = inspect.getdoc(named.expand) or ""
        return Description(name, "pipeline", doc, (named.anchor,), found, expansion=named.expand())
    cls = PASSES.get(name)
    return None if cls is None else of_pass(cls)


def of_pass(cls: type[Any]) -> Description:
    """What a class of passes says of itself."""
    module = inspect.getmodule(cls)
    ours = cls.name in PASSES.ours
    doc = inspect.getdoc(module) if ours else _own_doc(cls)
    return Description(
        cls.name,
        "pass",
        doc or "",
        anchors_of(cls),
        tuple(_options(options.of_dataclass(cls), _field_docs(cls))),
        *(_text(cls, key) for key in ("law", "requires", "ensures")),
    )


def _text(cls: type[Any], key: str) -> str:
    value = getattr(cls, key, None)
    return value if isinstance(value, str) else ""


def _own_doc(cls: type[Any]) -> str:
    """The docstring, without that which a dataclass makes up."""
    doc = cls.__doc__ or ""
    made_up = cls is ModulePass or doc.startswith(f"{cls.__name__}(")
    return "" if made_up else inspect.cleandoc(doc)


def _field_docs(cls: type[Any]) -> dict[str, str]:
    """The strings below the fields of a class."""
    try:
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, SyntaxError, ValueError):
        return {}
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    docs: dict[str, str] = {}
    for field, below in zip(body, body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(str(doc))):
                docs[name] = " ".join(doc.split())
            case _:
                pass
    return docs


def _options(allowed: list[Allowed], docs: dict[str, str]) -> Iterator[Option]:
    for a in allowed:
        absent = a.required or a.default is None or a.default == {}
        default = None if absent else options.spelled(a.default)
        name, kind = options.as_written(a)
        yield Option(name, kind, default, a.required, docs.get(a.name, ""))


# --- As text ------------------------------------------------------------------------------------


def describe(name: str) -> str:
    """What `--describe-pass` prints."""
    found = description_of(name)
    if found is None:
        from ..pipelines import PIPELINES

        close = near(name, [*PASSES.names(), *PIPELINES])
        raise Misuse(f"'{name}' does not refer to a registered pass or pass pipeline{close}")
    return "\n".join(_lines(found)).rstrip()


def _lines(d: Description) -> Iterator[str]:
    yield f"{d.name} ({d.kind})"
    yield ""
    for line in (d.doc or "It has no description.").split("\n"):
        yield f"  {line}".rstrip()
    yield ""
    if d.law:
        yield f"Law:     {d.law}{f' ({LAWS[d.law]})' if d.law in LAWS else ''}"
    if d.requires or d.ensures:
        yield f"Levels:  needs {d.requires or 'any'}, leaves {d.ensures or 'the same'}"
    yield f"Anchors: {', '.join(d.anchors)}"
    if d.expansion:
        yield "Runs:"
        yield from (f"  {step}" for step in _steps(d.expansion))
    yield "" if d.options else "Options: none"
    if d.options:
        yield "Options:"
        yield from _option_lines(d.options)
    yield ""
    yield "Example:"
    yield from (f"  {line}".rstrip() for line in _example(d))


def _steps(text: str) -> Iterator[str]:
    """A pipeline, one pass a line."""
    found = options.split(text)
    for i, step in enumerate(found):
        yield step + ("," if i < len(found) - 1 else "")


def _option_lines(found: tuple[Option, ...]) -> Iterator[str]:
    width = 2 + max(len(o.name) for o in found)
    for o in found:
        default = "" if o.default is None else f" (default: {o.default})"
        default = " (required)" if o.required else default
        doc = f". {o.doc}" if o.doc else ""
        yield from columns(f"  {o.name}", f"{o.type}{default}{doc}", width)


def _example(d: Description) -> Iterator[str]:
    """Of the docstring, of the pass's own test, or else with what the options are by default."""
    written = re.search(rf"`({re.escape(d.name)}\{{[^`]*\}})`", d.doc)
    test = TESTS / f"{d.name.replace('-', '_')}.mlir"
    if written is None and test.is_file() and (found := list(_first_case(test))):
        yield from found
        return
    given = " ".join(
        f"{o.name}={f'<{o.type}>' if o.required else o.default}"
        for o in d.options
        if o.required or o.default is not None
    )
    step = written[1] if written else f"{d.name}{{{given}}}" if given else d.name
    if not {"builtin.module", "any"} & {*d.anchors}:
        step = f"{d.anchors[0]}({step})"
    yield f"nn-opt in.mlir -p '{step}'"


def _first_case(test: Path) -> Iterator[str]:
    """The command of a lit test and its first function."""
    text = test.read_text(encoding="utf-8")
    run = re.search(r"RUN: (nn-opt %s [^|\n]*[^|\s])", text)
    case = re.search(r"^(?://[^\n]*\n)*func\.func (?:.*\n)*?\}$", text, re.MULTILINE)
    if run is None or case is None:
        return
    yield run[1].replace("%s", "in.mlir")
    yield ""
    yield from (line for line in case[0].split("\n") if "RUN:" not in line)
