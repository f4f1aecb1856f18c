"""The command line, as LLVM's tools read it: `-flag` and `--flag` alike, `--flag=value`.

`Settings` is the table: a field is a flag, its type says what the flag takes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias, get_args

Bare: TypeAlias = str | None
"""Text that may be left out: `--split-input-file` is `--split-input-file=// -----`."""


class Misuse(Exception):
    """The command line is wrong; the message is for the user."""


def flag(default: Any, help: str, *aliases: str, value: str = "", bare: str | None = None) -> Any:
    """
    A flag: what it is if absent, what `-h` says, its other names, what `-h` calls its value,
    and the value that the flag alone stands for.
    """
    return field(
        default=default,
        metadata={"help": help, "aliases": aliases, "value": value, "bare": bare},
    )


@dataclass
class Settings:
    """What the command line asks for."""

    file: str = "-"
    passes_by_flag: tuple[tuple[str, str], ...] = ()

    output: str = flag("-", "write to this file; the extension chooses a target", "o", value="file")
    frontend: str | None = flag(
        None, "read with this frontend, whatever the extension", "f", value="name{options}"
    )
    target: str | None = flag(
        None, "write with this target, whatever the extension", "t", value="name{options}"
    )
    pass_pipeline: str | None = flag(
        None, "run this pipeline, e.g. 'builtin.module(func.func(cse))'", value="pipeline"
    )
    passes: str | None = flag(
        None, "a,b is short for --pass-pipeline='builtin.module(a,b)'", "p", value="passes"
    )
    split_input_file: Bare = flag(
        None, "process each part between markers by itself", value="marker", bare="// -----"
    )
    verify_diagnostics: Literal["all", "only-expected"] | None = flag(
        None, "check diagnostics against 'expected-error {{text}}' comments", bare="all"
    )
    verify_each: bool = flag(True, "verify after each pass (default: on)")
    disable_verify: bool = flag(False, "never verify")
    allow_unregistered_dialect: bool = flag(False, "accept operations of unknown dialects")
    no_implicit_module: bool = flag(False, "refuse text without a top-level module")
    print_op_generic: bool = flag(
        False, "print the generic form of operations", "mlir-print-op-generic"
    )
    print_debuginfo: bool = flag(False, "print all locations", "mlir-print-debuginfo")
    dump_pass_pipeline: bool = flag(False, "print the pipeline, expanded, with all options")
    list_passes: bool = flag(False, "list the passes and the law of each")
    show_dialects: bool = flag(False, "list the dialects")
    mlir_disable_threading: bool = flag(False, "accepted; nn-opt has one thread")
    version: bool = flag(False, "print the version", "v")
    help: bool = flag(False, "print this", "h")


@dataclass(frozen=True)
class Flag:
    """One line of the table."""

    field: str
    kind: Any
    help: str
    names: tuple[str, ...]
    value: str
    bare: str | None


def _table() -> list[Flag]:
    return [
        Flag(
            f.name,
            f.type,
            f.metadata["help"],
            (f.name.replace("_", "-"), *f.metadata["aliases"]),
            f.metadata["value"],
            f.metadata["bare"],
        )
        for f in fields(Settings)
        if f.metadata
    ]


def parse(arguments: Sequence[str], is_pass: Callable[[str], bool]) -> Settings:
    """Reads a command line; `is_pass` knows the flags that are named for a pass."""
    known = {name: f for f in _table() for name in f.names}
    settings, given = Settings(), set[str]()
    files: list[str] = []
    rest = list(reversed(arguments))
    while rest:
        argument = rest.pop()
        if argument == "--":
            files += reversed(rest)
            break
        if not argument.startswith("-") or argument == "-":
            files.append(argument)
            continue
        name, equals, value = argument.lstrip("-").partition("=")
        found = known.get(name)
        if found is None and is_pass(name):
            settings.passes_by_flag += ((name, value),)
            continue
        if found is None:
            raise Misuse(_unknown(argument, name, equals + value, list(known)))
        if found.field in given:
            raise Misuse(f"for the {_shown(name)} option: may only occur zero or one times!")
        given.add(found.field)
        text = _text(found, name, value if equals else None, rest)
        setattr(settings, found.field, _convert(found, name, text))
    if len(files) > 1:
        raise Misuse(
            "Too many positional arguments specified!\n"
            "Can specify at most 1 positional arguments: See: nn-opt --help"
        )
    settings.file = files[0] if files else "-"
    return settings


def _text(flag: Flag, name: str, value: str | None, rest: list[str]) -> str:
    if value is not None:
        return value
    if flag.bare is not None:
        return flag.bare
    if flag.kind is bool:
        return "true"
    if not rest:
        raise Misuse(f"for the {_shown(name)} option: requires a value!")
    return rest.pop()


def _convert(flag: Flag, name: str, text: str) -> Any:
    if flag.kind is bool:
        words = {"1": True, "true": True, "0": False, "false": False}
        if text.lower() not in words:
            raise Misuse(
                f"for the {_shown(name)} option: '{text}' is invalid value for boolean argument!"
                " Try 0 or 1"
            )
        return words[text.lower()]
    choices = [c for kind in get_args(flag.kind) for c in get_args(kind)]
    if choices and text not in choices:
        raise Misuse(f"for the {_shown(name)} option: Cannot find option named '{text}'!")
    return text


def _shown(name: str) -> str:
    return f"-{name}" if len(name) == 1 else f"--{name}"


def _unknown(argument: str, name: str, value: str, known: list[str]) -> str:
    from difflib import get_close_matches

    from . import registry

    message = f"Unknown command line argument '{argument}'.  Try: 'nn-opt --help'"
    close = get_close_matches(name, [*known, *registry.PASSES.names()], 1)
    return message + (f"\nDid you mean '{_shown(close[0])}{value}'?" if close else "")


def usage() -> str:
    """What `-h` prints."""
    lines = ["USAGE: nn-opt [options] [file|-]", "", "OPTIONS:"]
    for f in _table():
        spelling = ", ".join(_shown(n) for n in sorted(f.names, key=len))
        if f.value:
            spelling += f"[={f.value}]" if f.bare else f"=<{f.value}>"
        lines.append(f"  {spelling:<48} {f.help}")
    lines += ["", "Each pass is a flag, too: --cse. --list-passes names them."]
    return "\n".join(lines)
