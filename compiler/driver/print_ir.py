"""`--mlir-print-ir-…`: dumps of the IR around passes, on standard error or as a tree of files."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from ..text.printer import Printer
from ..verifier import name_of
from ..weights import INLINE, Payload
from . import options
from .flags import Misuse, Settings
from .instruments import Instrument
from .registry import PASSES

_UNSAFE = str.maketrans("/\\\0", "___")
"""What no part of a path may hold."""

Fingerprint: TypeAlias = tuple[str, dict[str, Payload], list[Attribute]]


@dataclass(frozen=True)
class Selection:
    """Some passes by name, or all of them."""

    names: frozenset[str]
    all: bool

    def __contains__(self, pass_: ModulePass) -> bool:
        return self.all or pass_.name in self.names

    def __bool__(self) -> bool:
        return self.all or bool(self.names)


@dataclass(eq=False)
class PrintIR(Instrument):
    """Writes the IR before and after the passes that were chosen, without large weights."""

    before: Selection
    after: Selection
    on_change: bool
    """After a pass, only if the text or a weight is another."""
    on_failure: bool
    """After a pass, only if it failed."""
    module_scope: bool
    folder: Path | None
    generic: bool
    debuginfo: bool
    known: Fingerprint | None = None
    """What the IR was before the pass that is running, if it matters."""
    counters: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The number of the last file of an operation in the tree."""

    @classmethod
    def by(cls, settings: Settings) -> "PrintIR":
        """As flags want it; raises `Misuse` for the name of no pass."""
        on_change = settings.mlir_print_ir_after_change
        on_failure = settings.mlir_print_ir_after_failure
        before = _selection(
            "--mlir-print-ir-before",
            settings.mlir_print_ir_before,
            settings.mlir_print_ir_before_all,
        )
        after = _selection(
            "--mlir-print-ir-after", settings.mlir_print_ir_after, settings.mlir_print_ir_after_all
        )
        if not after and (on_change or on_failure):
            after = Selection(frozenset(), True)
        folder = settings.mlir_print_ir_tree_dir
        return cls(
            before,
            after,
            on_change,
            on_failure,
            settings.mlir_print_ir_module_scope,
            None if folder is None else Path(folder),
            settings.print_op_generic,
            settings.print_debuginfo,
        )

    def before_pass(self, pass_: ModulePass, op: Operation) -> None:
        self.known = self.text(op) if self.on_change and pass_ in self.after else None
        if pass_ in self.before:
            self.dump(f"Before {_title(pass_)}", pass_, op)

    def after_pass(self, pass_: ModulePass, op: Operation) -> None:
        if pass_ not in self.after or self.on_failure:
            return
        if self.known is None or self.known != self.text(op):
            self.dump(f"After {_title(pass_)}", pass_, op)

    def after_failed_pass(self, pass_: ModulePass, op: Operation) -> None:
        if pass_ in self.after:
            self.dump(f"After {_title(pass_, ' Failed')}", pass_, op)

    def dump(self, title: str, pass_: ModulePass, op: Operation) -> None:
        shown = _ancestors(op)[0] if self.module_scope else op
        where = f" ('{name_of(op)}' operation{_symbol(op, ': @')})" if self.module_scope else ""
        text = f"// -----// IR Dump {title}{where} //----- //\n{self.text(shown)[0]}\n\n"
        if self.folder is None:
            sys.stderr.write(text)
            return
        file = self.folder / self.place(pass_, op)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def place(self, pass_: ModulePass, op: Operation) -> Path:
        """The next file of an operation, in a folder for each that it is in."""
        *outer, _ = path = _ancestors(op)
        for ancestor in outer:
            self.counters.setdefault(ancestor, 0)
        self.counters[op] = self.counters.get(op, -1) + 1
        numbers = "_".join(str(self.counters[o]) for o in path)
        return Path(*map(_folder, path), f"{numbers}_{pass_.name}.mlir")

    def text(self, op: Operation) -> Fingerprint:
        """What is printed of an operation, and what is left out."""
        stream = StringIO()
        printer = _Eliding(stream, generic=self.generic, debuginfo=self.debuginfo, elide=True)
        printer.print_op(op)
        return stream.getvalue(), printer.resources, printer.left_out


class _Eliding(Printer):
    """Leaves out the large tensors of xDSL's own operations, too."""

    def __init__(self, stream: Any, **form: Any) -> None:
        super().__init__(stream, **form)
        self.left_out: list[Attribute] = []

    def print_attribute(self, attribute: Attribute) -> None:
        if not isinstance(attribute, DenseIntOrFPElementsAttr):
            super().print_attribute(attribute)
            return
        dense = cast(Any, attribute)
        if len(dense) <= INLINE or dense.is_splat():
            super().print_attribute(dense)
            return
        self.left_out.append(dense)
        self.print_string("dense_resource<__elided__> : ")
        self.print_attribute(dense.type)


def _selection(flag: str, names: str | None, all_: bool) -> Selection:
    found = frozenset(n for n in (names or "").split(",") if n)
    for name in sorted(found):
        if name not in PASSES:
            raise Misuse(f"for the {flag} option: Cannot find option named '{name}'!{_near(name)}")
    return Selection(found, all_)


def _near(name: str) -> str:
    from difflib import get_close_matches

    from ..pipelines import PIPELINES

    if name in PIPELINES:
        return "\nIt is a pipeline: name one of its passes, which '--dump-pass-pipeline' shows"
    found = get_close_matches(name, PASSES.names(), 1)
    return f"\nDid you mean '{found[0]}'?" if found else ""


def _title(pass_: ModulePass, failed: str = "") -> str:
    spec = options.spell(pass_.name, options.values_of(pass_))
    return f"{type(pass_).__name__}{failed}: {spec}"


def _ancestors(op: Operation) -> list[Operation]:
    """The operations that one is in, the outermost first, and itself."""
    return [*reversed(list(_outwards(op)))]


def _outwards(op: Operation | None) -> Iterator[Operation]:
    while op is not None:
        yield op
        op = op.parent_op()


def _symbol(op: Operation, before: str, absent: str = "") -> str:
    symbol = op.properties.get("sym_name")
    return f"{before}{symbol.data}" if isinstance(symbol, StringAttr) else absent


def _folder(op: Operation) -> str:
    name = name_of(op).replace(".", "_") + _symbol(op, "_", "_no-symbol-name")
    return name.translate(_UNSAFE)
