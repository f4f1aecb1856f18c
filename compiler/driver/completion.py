"""Completion of command lines: a script for each shell, which asks `nn-opt --complete` for words.

    --complete SHELL WORD…      the words behind `nn-opt` up to the cursor, the last one unfinished

Prints what the last word may become, one a line; nothing where the name of a file is wanted, which
the shell knows best.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from . import options
from .flags import Flag, table
from .registry import FRONTENDS, PASSES, TARGETS
from .stage import ANY, MODULE

_BASH = """\
_nn_opt() {
  mapfile -t COMPREPLY < <("$1" --complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -o nospace -F _nn_opt nn-opt
"""
_ZSH = """\
#compdef nn-opt
_nn_opt() {
  local -a found
  found=("${(@f)$("${words[1]}" --complete zsh "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -S '' -a found; else _files; fi
}
compdef _nn_opt nn-opt
"""
_FISH = """\
function __nn_opt
  set -l found (nn-opt --complete fish (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test -n "$found"
    string join \\n -- $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c nn-opt -f -a '(__nn_opt)'
"""
_SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
_ANCHORS = MODULE, "func.func", ANY
_PIPELINES = "pipeline", "passes", "pass,..."
"""What the table of flags calls values that are pipelines, or names from one."""
_QUOTES = "'", '"'
_MORE = {"(": ")", "=": "…"}
"""What may go on behind a pipeline that ends so: bash closes the quotes of what nothing follows."""
_NAME = re.compile(r"[\w.$-]*\Z", re.ASCII)


def script(shell: str) -> str:
    """What a shell is to `source`."""
    return _SCRIPTS[shell].rstrip()


def complete(shell: str, words: Sequence[str]) -> list[str]:
    """
    What the last word may become. In bash, where `=` ends a word, only what stands behind it, with
    a space where the word is finished.
    """
    *before, last = _joined(words) if shell == "bash" else words or [""]
    flags = {name: flag for flag in table() for name in flag.names}
    dashes = last[: len(last) - len(last.lstrip("-"))]
    name, equals, value = last[len(dashes) :].partition("=") if dashes else ("", "", last)
    space = " " if shell == "bash" else ""
    if dashes and not equals:
        found = _matching((dashes + f for f in _flags(flags, dashes)), last)
        return [f if f.endswith("=") else f + space for f in found]
    flag = flags.get(name) if equals else _waiting(before, flags)
    quoted, value = value[:1] in _QUOTES, value.removeprefix("'").removeprefix('"')
    if flag is not None:
        found = _matching(_values(flag, value), value)
    else:
        found = _matching(_options(name, value, 0), value) if equals else []
    if flag is not None and flag.value not in _PIPELINES:
        found = [f + space for f in found]
    elif shell == "bash" and quoted and len(found) == 1:
        found.append(found[0] + _MORE.get(found[0][-1], ","))
    return found if shell == "bash" or not equals else [f"{dashes}{name}={f}" for f in found]


def _joined(words: Sequence[str]) -> list[str]:
    """Bash gives `--flag=value` in three words."""
    found: list[str] = []
    for i, word in enumerate(words):
        if found and (word == "=" or words[i - 1] == "=") and found[-1].startswith("-"):
            found[-1] += word
        else:
            found.append(word)
    return found or [""]


def _matching(candidates: Iterable[str], start: str) -> list[str]:
    return sorted({c for c in candidates if c.startswith(start)})


def _waiting(before: Sequence[str], flags: dict[str, Flag]) -> Flag | None:
    """The flag whose value comes next."""
    if not before or not before[-1].startswith("-") or "=" in before[-1]:
        return None
    flag = flags.get(before[-1].lstrip("-"))
    return None if flag is None or flag.kind is bool or flag.bare else flag


def _flags(flags: dict[str, Flag], dashes: str) -> Iterator[str]:
    for name, flag in flags.items():
        if len(name) == 1:
            yield from (name,) * (dashes == "-")
        else:
            yield name if flag.kind is bool or flag.bare else f"{name}="
    yield from _names()


def _names() -> Iterator[str]:
    """Of passes and named pipelines."""
    from ..pipelines import PIPELINES

    yield from PASSES.names()
    yield from PIPELINES


# --- Values -------------------------------------------------------------------------------------


def _values(flag: Flag, text: str) -> Iterable[str]:
    """What the value of a flag may become."""
    if flag.kind is bool:
        return "true", "false"
    if flag.value in _PIPELINES:
        return _pipeline(text, bare=flag.value != "pipeline")
    if flag.field == "describe_pass":
        return _names()
    if flag.field in ("frontend", "target"):
        return ("mlir", *(FRONTENDS if flag.field == "frontend" else TARGETS).names())
    return flag.choices


def _pipeline(text: str, bare: bool) -> Iterable[str]:
    """What a pipeline may become; a bare one stands inside an anchor already."""
    opened = _open(text)
    inner = _NAME.search(text)
    start = inner.start() if inner else len(text)
    if opened and text[opened[-1]] == "{":
        name = _NAME.search(text[: opened[-1]])
        return _options(name[0] if name else "", text, opened[-1] + 1)
    anchors = [f"{anchor}(" for anchor in _ANCHORS]
    known = anchors if not opened and not bare else [*anchors, *_names()]
    return (text[:start] + name for name in known)


def _open(text: str) -> list[int]:
    """Where the brackets are that are not closed yet, the innermost last."""
    opened: list[int] = []
    for i, c in enumerate(text):
        if c in "({":
            opened.append(i)
        elif c in ")}" and opened:
            opened.pop()
    return opened


def _options(name: str, text: str, start: int) -> Iterator[str]:
    """What options, which begin at `start`, may become: another key, or a value of the last."""
    start = max(start, text.rfind(" ") + 1)
    key, equals, _ = text[start:].partition("=")
    for allowed in _allowed(name):
        option = options.kebab(allowed.name)
        if equals and option == key:
            words = ("true", "false") if bool in (allowed.type, *get_args(allowed.type)) else ()
            values: tuple[Any, ...] = (*options.choices(allowed.type), *words)
            yield from (f"{text[:start]}{key}={value}" for value in values)
        elif not equals:
            yield text[:start] + option + "=" * (allowed.type is not bool)


def _allowed(name: str) -> list[options.Allowed]:
    from ..pipelines import PIPELINES

    if name in PIPELINES:
        return options.of_function(PIPELINES[name].expand)
    cls = PASSES.get(name)
    return [] if cls is None else options.of_dataclass(cls)
