"""`--irdl-file`: dialects that a file defines in IRDL, for the text that is read after it."""

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.dialects.irdl import DialectOp, ParametricOp
from xdsl.ir import Dialect
from xdsl.utils.exceptions import InterpretationError

from ..context import NNContext
from .diagnostics import Diagnosed, diagnostic, fail
from .inputs import Source, read_text
from .session import Session


def load_dialects(file: str, ctx: NNContext, session: Session) -> None:
    """
    Adds the dialects of a file to the session's context, in place of ours of the same name; raises
    `Diagnosed` if any is wrong.
    """
    module = session.parse(read_text(Source(file)), Source(file).name)
    if module is None:
        raise Diagnosed
    before = session.engine.errors
    found = [op for op in module.walk() if isinstance(op, DialectOp)]
    if not found:
        raise Diagnosed(diagnostic("error", module, "the file defines no dialect in IRDL"))
    for op in found:
        name = op.sym_name.data
        with session.reporting(op, f"loading dialect '{name}'"):
            if name in ("builtin", *(loaded.name for loaded in ctx.loaded_dialects)):
                fail(op, f"dialect '{name}' is in use already")
            ctx.load_instead(_dialect(op))
    if session.engine.errors > before:
        raise Diagnosed


def _dialect(op: DialectOp) -> Dialect:
    from xdsl.interpreters.irdl import make_dialect

    for inner in op.walk():
        if isinstance(inner, ParametricOp):
            _shorten(inner, op.sym_name.data)
    try:
        return make_dialect(op)
    except (InterpretationError, ValueError) as e:
        fail(op, f"xDSL cannot load this dialect: {e}")


def _shorten(op: ParametricOp, dialect: str) -> None:
    """MLIR writes `@dialect::@type`, and xDSL looks up names from inside the dialect."""
    path = op.base_type
    if path.root_reference.data == dialect and path.nested_references.data:
        first, *rest = path.nested_references.data
        op.base_type = SymbolRefAttr(first, rest)
