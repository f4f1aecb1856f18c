"""What `--list-passes` and its kin print."""

from pathlib import Path


def version() -> str:
    from importlib.metadata import version

    return f"nn-opt {version('nn-opt')} on xdsl {version('xdsl')}"


def passes() -> str:
    """Each pass with the first line of its law; no pass is imported for it."""
    from ..pipelines import PIPELINES
    from .registry import PASSES

    lines = ["PASSES:"]
    lines += [f"  {name:<32} {_law('passes', name)}".rstrip() for name in sorted(PASSES.ours)]
    if PIPELINES:
        lines += ["", "PIPELINES:"]
    for name, named in sorted(PIPELINES.items()):
        lines.append(f"  {name:<32} {_first_line(named.expand.__doc__ or '')}".rstrip())
    lines += ["", "PASSES OF XDSL AND OTHER PACKAGES:"]
    lines += [f"  {name}" for name in PASSES.names() if name not in PASSES.ours]
    return "\n".join(lines)


def dialects() -> str:
    """The dialects that text may use."""
    from ..context import new_context

    return "\n".join(["Available dialects:", *sorted(new_context().registered_dialect_names)])


def _law(package: str, name: str) -> str:
    import ast
    from importlib.util import find_spec

    module = f"nnopt.{package}.{name.replace('-', '_')}"
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return ""
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    return _first_line(ast.get_docstring(tree) or "")


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
