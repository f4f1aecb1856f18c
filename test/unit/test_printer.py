"""What the printer keeps of one operation is right for the next."""

from io import StringIO

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def

from nnopt.compiler.text.printer import Printer


@irdl_op_definition
class Swapped(IRDLOperation):
    """Its format mentions the second operand first."""

    name = "t.swapped"
    a = operand_def(f32)
    b = operand_def(f32)
    assembly_format = "$b `,` $a attr-dict `:` type($a) `,` type($b)"


@pytest.mark.parametrize("first", [(0, 0), (1, 1), (0, 1), (1, 0)])
def test_operands_stand_where_the_format_puts_them(first: tuple[int, int]) -> None:
    """Also after an operation whose operands are one value, which does not tell them apart."""
    values = test.TestOp(result_types=[f32, f32])
    x, y = values.results
    x.name_hint, y.name_hint = "x", "y"
    before = Swapped.build(operands=[values.results[i] for i in first])
    stream = StringIO()
    Printer(stream).print_op(ModuleOp([values, before, Swapped.build(operands=[x, y])]))
    last = stream.getvalue().splitlines()[-2]
    assert last == "  t.swapped %y, %x : f32, f32"
