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


def flag(
    default: Any,
    help: str,
    *aliases: str,
    value: str = "",
    bare: str | None = None,
    group: str = "",
    hidden: bool = False,
    signed: bool = False,
) -> Any:
    """
    A flag: what it is if absent, what `-h` says, its other names, what `-h` calls its value, and
    the value that the flag alone stands for. `group` is the heading above it and those that follow.
    """
    metadata = {"help": help, "aliases": aliases, "value": value, "bare": bare}
    metadata |= {"group": group, "hidden": hidden, "signed": signed}
    return field(default=default, metadata=metadata)


@dataclass
class Settings:
    """What the command line asks for."""

    file: str = "-"
    other: str = "-"
    """The second input, of `--diff`."""
    passes_by_flag: tuple[tuple[str, str], ...] = ()

    # Input and output
    output: str = flag(
        "-",
        "write to this file; the extension chooses a target",
        "o",
        value="file",
        group="Input and output",
    )
    frontend: str | None = flag(
        None, "read with this frontend, whatever the extension", "f", value="name{options}"
    )
    target: str | None = flag(
        None, "write with this target, whatever the extension", "t", value="name{options}"
    )
    split_input_file: Bare = flag(
        None, "process each part between markers by itself", value="marker", bare="// -----"
    )
    output_split_marker: str = flag(
        "// -----", "write this line between the parts of the output", value="marker"
    )
    allow_unregistered_dialect: bool = flag(False, "accept operations of unknown dialects")
    no_implicit_module: bool = flag(False, "refuse text without a top-level module")
    irdl_file: str | None = flag(
        None, "load the dialects that this file defines in IRDL", value="file"
    )

    load_pass_plugin: tuple[str, ...] = flag(
        (), "load the plug-in of this file or module; may be repeated", value="file.py"
    )
    load_dialect_plugin: tuple[str, ...] = flag(
        (), "the same: a plug-in may hold both", value="file.py"
    )

    # Pipeline
    pass_pipeline: str | None = flag(
        None,
        "run this pipeline, e.g. 'builtin.module(func.func(cse))'",
        value="pipeline",
        group="Pipeline",
    )
    passes: str | None = flag(
        None, "a,b is short for --pass-pipeline='builtin.module(a,b)'", "p", value="passes"
    )
    verify_each: bool = flag(True, "verify after each pass (default: on)")
    disable_verify: bool = flag(False, "never verify")
    dump_pass_pipeline: bool = flag(False, "print the pipeline, expanded, with all options")
    run_reproducer: bool = flag(False, "run the pipeline that the input itself holds")

    # Printing
    print_op_generic: bool = flag(
        False, "print the generic form of operations", "mlir-print-op-generic", group="Printing"
    )
    print_debuginfo: bool = flag(False, "print all locations", "mlir-print-debuginfo")
    mlir_pretty_debuginfo: bool = flag(
        False, "print locations for people: no loc(…); this does not read back"
    )
    mlir_print_local_scope: bool = flag(
        False, "accepted; locations are always printed in place", hidden=True
    )
    mlir_use_nameloc_as_prefix: bool = flag(
        False, "call values without a name as the location of their operation"
    )
    mlir_print_value_users: bool = flag(False, "tell in comments who reads each value")
    mlir_elide_elementsattrs_if_larger: int | None = flag(
        None, "leave out constants in place of more elements", value="N"
    )
    mlir_elide_resource_strings_if_larger: int | None = flag(
        None, "leave out weights that would take more characters", value="N"
    )

    mlir_print_elementsattrs_with_hex_if_larger: int | None = flag(
        None, "write constants of more elements as their bytes (-1: none)", value="N", signed=True
    )
    mlir_print_skip_regions: bool = flag(
        False, "print {...} for each region; this does not read back"
    )
    mlir_print_unique_ssa_ids: bool = flag(
        False, "use no name twice in a module, so that arguments may lose theirs"
    )

    # Debugging
    verify_diagnostics: Literal["all", "only-expected"] | None = flag(
        None,
        "check diagnostics against 'expected-error {{text}}' comments",
        bare="all",
        group="Debugging",
    )
    verify_roundtrip: bool = flag(
        False, "check that the input's text, printed, reads back the same"
    )
    parsing_diagnostics: bool = flag(
        False, "print diagnostics on standard output, and accept text that cannot be read"
    )
    mlir_print_stacktrace_on_diagnostic: bool = flag(
        False, "show the Python traceback of what a pass raised, as NN_OPT_DEBUG=1 does"
    )
    mlir_pass_pipeline_crash_reproducer: str | None = flag(
        None, "if a pass fails, write the IR before the pipeline, with the pipeline", value="file"
    )
    mlir_pass_pipeline_local_reproducer: bool = flag(
        False, "let that file hold the IR before the failing pass, and this pass alone"
    )
    mlir_generate_reproducer: str | None = flag(
        None, "write the IR before the pipeline, with the pipeline, failure or not", value="file"
    )
    reproducer_weights: bool = flag(
        False, "let reproducers hold the weights themselves (default: made-up numbers)"
    )

    verify_numerics: bool = flag(
        False, "run the module before and after each pass, and compare all values by name"
    )
    numerics_inputs: str | None = flag(None, "on these arrays, by name of the input", value="x.npz")
    numerics_seed: str = flag("0", "on random inputs of this seed", value="N")
    numerics_dims: str | None = flag(
        None, "sizes of named dims, for random inputs", value="NAME=N,..."
    )
    numerics_report: Literal["json"] | None = flag(
        None, "print what moved, pass by pass, on standard error"
    )
    bisect: str | None = flag(
        None, "name the pass of a pipeline that breaks the module or its values", value="pipeline"
    )

    diff: bool = flag(
        False, "tell how two inputs differ: nn-opt --diff a.onnx b.mlir; exit code 1 if they do"
    )

    dry_run: bool = flag(False, "tell what edit scripts change, and write nothing")
    check_rules: str | None = flag(
        None,
        "try the rules of this file on random instances; counter-examples are modules",
        value="file.nnrule",
    )
    explain: str | None = flag(
        None, "tell why a rule of apply-rules does not apply to a node", value="rule@node"
    )

    # Watching passes
    mlir_print_ir_before: str | None = flag(
        None, "print the IR before these passes", value="pass,...", group="Watching passes"
    )
    mlir_print_ir_after: str | None = flag(
        None, "print the IR after these passes", value="pass,..."
    )
    mlir_print_ir_before_all: bool = flag(False, "print the IR before each pass")
    mlir_print_ir_after_all: bool = flag(
        False, "print the IR after each pass", "print-between-passes"
    )
    mlir_print_ir_after_change: bool = flag(
        False, "after a pass, print the IR only if it is another"
    )
    mlir_print_ir_after_failure: bool = flag(
        False, "after a pass, print the IR only if the pass failed"
    )
    mlir_print_ir_module_scope: bool = flag(
        False, "print the whole module, whatever a pass runs on"
    )
    mlir_print_ir_tree_dir: str | None = flag(
        None, "print the IR to files in this folder", value="folder"
    )
    mlir_timing: bool = flag(False, "print how long each pass took", "time-passes")
    mlir_timing_display: Literal["list", "tree"] | None = flag(
        None, "as a list, the slowest first, or as it ran (default)"
    )
    mlir_pass_statistics: bool = flag(False, "print what each pass counted")
    mlir_pass_statistics_display: Literal["list", "pipeline"] | None = flag(
        None, "by name of the pass, or as it ran (default)"
    )
    stats: bool = flag(
        False, "print shape, parameters, MACs and bytes of each operation of the result"
    )
    mlir_output_format: Literal["text", "json"] | None = flag(
        None, "print timing, statistics, stats and differences in this format"
    )

    # General
    list_passes: bool = flag(False, "list the passes and the law of each", group="General")
    describe_pass: str | None = flag(
        None, "explain a pass or named pipeline: law, options, levels, an example", value="name"
    )
    show_dialects: bool = flag(False, "list the dialects")
    completion: Literal["bash", "zsh", "fish"] | None = flag(
        None, "print a script that completes command lines: source <(nn-opt --completion=bash)"
    )
    version: bool = flag(False, "print the version", "v")
    help: bool = flag(False, "print this", "h")
    help_hidden: bool = flag(False, "print this with flags that are seldom needed")
    help_list: bool = flag(False, "print all flags in the order of their names")
    mlir_disable_threading: bool = flag(False, "accepted; nn-opt has one thread", hidden=True)


@dataclass(frozen=True)
class Flag:
    """One line of the table."""

    field: str
    kind: Any
    help: str
    names: tuple[str, ...]
    value: str
    bare: str | None
    group: str
    hidden: bool
    signed: bool

    @property
    def choices(self) -> list[str]:
        """The words that its value may be; empty if it may be others."""
        return [c for kind in get_args(self.kind) for c in get_args(kind)]

    def __str__(self) -> str:
        """All spellings, with what they take."""
        spelling = ", ".join(_shown(n) for n in sorted(self.names, key=len))
        value = "|".join(self.choices) or (self.value and f"<{self.value}>")
        if not value:
            return spelling
        return f"{spelling}[={value}]" if self.bare else f"{spelling}={value}"


def table() -> list[Flag]:
    """All flags, group by group."""
    found: list[Flag] = []
    group = ""
    for f in fields(Settings):
        if not f.metadata:
            continue
        of = f.metadata
        group = of["group"] or group
        names = (f.name.replace("_", "-"), *of["aliases"])
        found.append(
            Flag(
                f.name,
                f.type,
                of["help"],
                names,
                of["value"],
                of["bare"],
                group,
                of["hidden"],
                of["signed"],
            )
        )
    return found


def parse(arguments: Sequence[str], is_pass: Callable[[str], bool]) -> Settings:
    """Reads a command line; `is_pass` knows the flags that are named for a pass."""
    known = {name: f for f in table() for name in f.names}
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
        repeats = found.kind == tuple[str, ...]
        if found.field in given and not repeats:
            raise Misuse(f"for the {_shown(name)} option: may only occur zero or one times!")
        given.add(found.field)
        text = _text(found, name, value if equals else None, rest)
        value = _convert(found, name, text)
        if repeats:
            value = (*getattr(settings, found.field), value)
        setattr(settings, found.field, value)
    _take_files(settings, files)
    return settings


def _take_files(settings: Settings, files: list[str]) -> None:
    most = 2 if settings.diff else 1
    if len(files) > most:
        raise Misuse(
            "Too many positional arguments specified!\n"
            f"Can specify at most {most} positional arguments: See: nn-opt --help"
        )
    if settings.diff and len(files) < most:
        raise Misuse(
            "Not enough positional command line arguments specified!\n"
            f"Must specify at least {most} positional arguments: See: nn-opt --help"
        )
    settings.file, settings.other = [*files, "-", "-"][:2]


def plugin_files(arguments: Sequence[str]) -> list[str]:
    """What the plug-in flags name: wanted before the flags that plug-ins define can be read."""
    found: list[str] = []
    for i, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.lstrip("-").partition("=")
        if argument[:1] == "-" and name in ("load-pass-plugin", "load-dialect-plugin"):
            found += [value] if equals else arguments[i + 1 : i + 2]
    return list(dict.fromkeys(found))


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


def _number(flag: Flag, name: str, text: str) -> int:
    number = text.removeprefix("-") if flag.signed else text
    if not number.isdecimal() or not number.isascii():
        kind = "long" if flag.signed else "uint"
        message = f"'{text}' value invalid for {kind} argument!"
        raise Misuse(f"for the {_shown(name)} option: {message}")
    return int(text)


def _convert(flag: Flag, name: str, text: str) -> Any:
    if flag.kind is bool:
        words = {"1": True, "true": True, "0": False, "false": False}
        if text.lower() not in words:
            raise Misuse(
                f"for the {_shown(name)} option: '{text}' is invalid value for boolean argument!"
                " Try 0 or 1"
            )
        return words[text.lower()]
    if int in get_args(flag.kind):
        return _number(flag, name, text)
    if flag.choices and text not in flag.choices:
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
