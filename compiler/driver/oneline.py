"""One operation on one line, in generic form: for notes, whatever the size of what it holds."""

from io import StringIO
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation
from xdsl.printer import Printer

LONGEST = 200
"""An attribute whose text is longer is elided."""


def one_line(op: Operation) -> str:
    """The generic form without what is inside regions and large constants."""
    out = StringIO()
    printer = Printer(out)
    if op.results:
        printer.print_list(op.results, printer.print_ssa_value)
        out.write(" = ")
    from ..verifier import name_of

    out.write(f'"{name_of(op)}"(')
    printer.print_list(op.operands, printer.print_ssa_value)
    out.write(")")
    if op.successors:
        out.write(f"[{', '.join('^…' for _ in op.successors)}]")
    if op.properties:
        out.write(f" <{{{_entries(op.properties)}}}>")
    if op.regions:
        out.write(f" ({', '.join('{…}' for _ in op.regions)})")
    if op.attributes:
        out.write(f" {{{_entries(op.attributes)}}}")
    out.write(" : ")
    printer.print_function_type(op.operand_types, op.result_types)
    return out.getvalue()


def _entries(entries: dict[str, Attribute]) -> str:
    return ", ".join(f"{name} = {_text(value)}" for name, value in entries.items())


def _text(attribute: Attribute) -> str:
    """A constant's text can be a gigabyte, and is asked for only if it is small."""
    type_ = getattr(attribute, "type", None)
    size = prod(type_.get_shape()) if isinstance(type_, TensorType) else 0
    text = "dense<…>" if size > LONGEST else str(attribute)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
