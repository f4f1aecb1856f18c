"""
Writes the references from the docstrings: `python docs/generate.py`.

`docs/operators.md` lists every operator of `nn` by family, `docs/passes.md` every pass and named
pipeline, `docs/edits_reference.md` and `docs/rules_reference.md` are made from the grammars. A test
compares them with what this would write.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from nnopt.compiler import edits as nnopt_edits
from nnopt.compiler import rules as nnopt_rules
from nnopt.compiler.driver.describe import Option, description_of
from nnopt.compiler.edits.edit import EDITS
from nnopt.compiler.op import Op, Property
from nnopt.compiler.pipelines import PIPELINES
from nnopt.compiler.rules.functions import FUNCTIONS
from nnopt.dialects import nn
from nnopt.passes import get_all_passes

FOLDER = Path(__file__).parent
KINDS = {"one": "", "optional": "?", "rest": "*"}


def main() -> None:
    for name, text in references().items():
        (FOLDER / name).write_text(text)


def references() -> dict[str, str]:
    """File name and text of each reference."""
    return {
        "operators.md": "\n".join(operators()) + "\n",
        "passes.md": "\n".join(passes()) + "\n",
        "edits_reference.md": "\n".join(edits()) + "\n",
        "rules_reference.md": "\n".join(rules()) + "\n",
    }


def operators() -> Iterator[str]:
    yield "# Operators of `nn`"
    yield ""
    yield "Made from the docstrings by `docs/generate.py`. `x?` may be absent (`_`), `xs*` is any"
    yield "number; a property's default follows it."
    for module in sorted(m.name for m in iter_modules(nn.__path__) if not m.name.startswith("_")):
        classes = list(family(module))
        if not classes:
            continue
        source = import_module(f"{nn.__name__}.{module}")
        yield ""
        yield f"## {module}"
        yield ""
        yield (inspect.getdoc(source) or "").partition("\n\n")[0]
        for cls in classes:
            yield ""
            yield f"### {cls.name}"
            yield ""
            yield f"`{signature(cls)}`"
            yield ""
            yield inspect.getdoc(cls) or ""


def family(module: str) -> Iterator[type[Op]]:
    source = import_module(f"{nn.__name__}.{module}")
    for value in vars(source).values():
        if isinstance(value, type) and issubclass(value, Op) and "name" in vars(value):
            if value.__module__ == source.__name__:
                yield value


def signature(cls: type[Op]) -> str:
    operands = ", ".join(f"{f.name}{KINDS[f.kind]}" for f in cls.operand_fields)
    properties = ", ".join(settings(cls.property_fields.values()))
    return f"{cls.name} {operands}{f' {{{properties}}}' if properties else ''}".strip()


def settings(properties: Iterable[Property[Any]]) -> Iterator[str]:
    for field in properties:
        default = field.default
        yield field.name if default is None else f"{field.name} = {spelled(default)}"


def spelled(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, tuple):
        return str(list(default))
    return f'"{default}"' if isinstance(default, str) else str(default)


def option(option: Option) -> str:
    name = option.name if " " in option.name else f"`{option.name}`"
    return f"{name} ({option.type if option.default is None else option.default})"


def passes() -> Iterator[str]:
    yield "# Passes"
    yield ""
    yield "Made from the docstrings by `docs/generate.py`. *exact*: equal bit for bit for every"
    yield "input; *real*: equal in real arithmetic; *fast*: may differ on NaN, −0 and infinities."
    for name in sorted(get_all_passes()):
        found = description_of(name)
        assert found is not None
        law, level = found.law, found.requires
        yield ""
        yield f"## {name}"
        yield ""
        yield " · ".join(
            filter(None, (f"*{law}*" if law else "", level and f"needs level `{level}`"))
        )
        yield ""
        yield found.doc
        if found.options:
            yield ""
            yield "Options: " + ", ".join(map(option, found.options))
    yield ""
    yield "# Named pipelines"
    for name, pipeline in sorted(PIPELINES.items()):
        yield ""
        yield f"## {name}"
        yield ""
        yield inspect.getdoc(pipeline.expand) or ""
        yield ""
        yield "```"
        yield pipeline.expand().replace(",", ",\n")
        yield "```"


def edits() -> Iterator[str]:
    yield "# Reference of edit scripts"
    yield ""
    yield "Made from the grammar and the docstrings by `docs/generate.py`; [edits.md](edits.md)"
    yield "explains the language. `[x]` may be left out, `x*` is any number."
    statements = list(grammar(Path(nnopt_edits.__file__).with_name("edits.lark")))
    yield ""
    yield "## Edits"
    for name, code in statements:
        if name in EDITS:
            yield ""
            yield f"### {name}"
            yield ""
            yield inspect.getdoc(EDITS[name]) or ""
            yield from fenced(code)
    yield from other_statements(s for s in statements if s[0] not in EDITS)


def rules() -> Iterator[str]:
    yield "# Reference of rules"
    yield ""
    yield "Made from the grammar and the functions by `docs/generate.py`; [rules.md](rules.md)"
    yield "explains the language. `[x]` and `x?` may be left out, `x*` and `x+` are any number."
    yield from other_statements(grammar(Path(nnopt_rules.__file__).with_name("rules.lark")))
    yield ""
    yield "## Functions"
    yield ""
    yield "| function | gives |"
    yield "| --- | --- |"
    for name, function in FUNCTIONS.items():
        takes = [
            kind if function.least < 0 or i < function.least else f"{kind}?"
            for i, kind in enumerate(function.takes)
        ]
        more = ", …" if function.more else ""
        yield f"| `{name}({', '.join(takes)}{more})` | {function.gives} |"


def grammar(file: Path) -> Iterator[tuple[str, str]]:
    """The statements of a grammar by name, and its headings, which have no name."""
    statement: list[str] = []

    def done() -> Iterator[tuple[str, str]]:
        if statement:
            found = re.match(r"[?_]*(\w+)", statement[0])
            assert found is not None
            yield found[1], "\n".join(statement)
        statement.clear()

    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(("// --- ", "%ignore")) or not line:
            yield from done()
            if line.startswith("// --- "):
                yield "", line.removeprefix("// --- ")
        elif line.startswith((" ", "\t")):
            statement.append(line)
        elif not line.startswith("//"):
            yield from done()
            statement.append(line)
    yield from done()


def other_statements(statements: Iterable[tuple[str, str]]) -> Iterator[str]:
    pending: list[str] = []
    for name, code in statements:
        if name:
            pending.append(code)
            continue
        yield from fenced("\n".join(pending))
        pending = []
        yield ""
        yield f"## {code}"
    yield from fenced("\n".join(pending))


def fenced(code: str) -> Iterator[str]:
    if code:
        yield from ("", "```lark", code, "```")


if __name__ == "__main__":
    main()
