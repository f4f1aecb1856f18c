"""What may appear at each level, as a list that can be executed.

A level belongs to a container, a function or graph directly inside a module, and is found by
looking: the lowest whose list admits every operation. A pass states the level it needs
(`requires`) and leaves (`ensures`); the driver checks both.
"""

from collections.abc import Callable, Iterator

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Attribute, Operation

from .element_types import is_float, is_integer

GRAPH, FUNCTION, NETWORK = "nn.graph", "func.func", "npu.network"

FRAMEWORKS = frozenset({"onnx", "torch", "tfl", "tf"})
"""The dialects that hold a framework's operators under its own names."""

GRAPH_HELPERS = frozenset({"nn.graph", "nn.undefined", "nn.yield"})
"""What an unsorted graph holds besides the operators of its framework."""

MEETING = frozenset(
    {
        # from one to the other is what they are for
        "nn.quantize",
        "nn.dequantize",
        "nn.dynamic_quantize",
        "nn.cast",
        "nn.bitcast",
        # comparisons and choices
        "nn.equal",
        "nn.less",
        "nn.less_equal",
        "nn.greater",
        "nn.greater_equal",
        "nn.where",
        "nn.is_nan",
        "nn.is_inf",
        # indices, sizes, lengths
        "nn.argmax",
        "nn.argmin",
        "nn.top_k",
        "nn.gather",
        "nn.gather_elements",
        "nn.gather_nd",
        "nn.scatter_elements",
        "nn.scatter_nd",
        "nn.max_pool_indices",
        "nn.max_unpool",
        "nn.non_max_suppression",
        "nn.non_zero",
        "nn.one_hot",
        "nn.reverse_sequence",
        "nn.roi_align",
        "nn.shape_of",
        "nn.size",
        "nn.unique",
        "nn.lstm",
        "nn.gru",
        "nn.rnn",
        # regions carry values of any type
        "nn.if",
        "nn.loop",
        "nn.yield",
        "nn.custom",
    }
)
"""Where float and integer may meet at `nn-int`; also every `nn.dynamic_*`: shapes are integers."""

LEVELS = ("npu", "nn-int", "nn", "dag", "graph")
"""From the lowest to the highest."""

MIXED = "mixed"
"""The level of a container that fits none."""


def level_of(container: Operation) -> str:
    """The lowest level that admits every operation of a container; `mixed` if none does."""
    return next((level for level in LEVELS if first_misfit(container, level) is None), MIXED)


def first_misfit(container: Operation, level: str) -> Operation | None:
    """The first operation of a container that does not belong to a level; itself if it is wrong."""
    if level == MIXED or is_declaration(container):
        return None
    holder, admits = RULES[level]
    if container.name != holder:
        return container
    framework = ""
    settled: set[type[Operation]] = set()  # classes that fit whatever their types
    for op in _inside(container):
        if type(op) in settled:
            continue
        dialect = _name(op).partition(".")[0]
        if dialect != "test" and not admits(op, dialect):
            return op
        if dialect in FRAMEWORKS:
            framework = framework or dialect
            if dialect != framework:
                return op
        if admits is not _nn_int or dialect == "test":
            settled.add(type(op))
    return None


def is_between(container: Operation) -> bool:
    """Whether a container holds operations of `dag` and of `nn`, as a partial conversion leaves."""
    if level_of(container) != MIXED or container.name != FUNCTION:
        return False
    return all(
        dialect == "test" or _dag(op, dialect) or _nn(op, dialect)
        for op in _inside(container)
        for dialect in (op.name.partition(".")[0],)
    )


def containers(op: Operation) -> Iterator[Operation]:
    """The containers in a module, or the one that `op` is or is part of."""
    if not isinstance(op, ModuleOp):
        while op.parent_op() is not None and not isinstance(op.parent_op(), ModuleOp):
            op = op.parent_op() or op
        if op.name in (GRAPH, FUNCTION, NETWORK):
            yield op
        return
    for inner in op.ops:
        if isinstance(inner, ModuleOp) or inner.name in (GRAPH, FUNCTION, NETWORK):
            yield from containers(inner) if isinstance(inner, ModuleOp) else (inner,)


def is_declaration(container: Operation) -> bool:
    """A function without a body, which has nothing that could be misplaced."""
    return container.name == FUNCTION and all(r.first_block is None for r in container.regions)


def _inside(container: Operation) -> Iterator[Operation]:
    """All operations in a container but itself, in order."""
    walk = container.walk()
    next(walk)
    return walk


# --- The lists ----------------------------------------------------------------------------------


def _graph(op: Operation, dialect: str) -> bool:
    return dialect in FRAMEWORKS or _name(op) in GRAPH_HELPERS


def _dag(op: Operation, dialect: str) -> bool:
    return dialect in FRAMEWORKS or dialect == "func" or _name(op) == "nn.yield"


def _nn(op: Operation, dialect: str) -> bool:
    return dialect == "func" or dialect == "nn" and _name(op) not in GRAPH_HELPERS - {"nn.yield"}


def _nn_int(op: Operation, dialect: str) -> bool:
    if not _nn(op, dialect):
        return False
    if dialect != "nn" or _may_meet(_name(op)):
        return True
    return not (_has(op, is_float) and _has(op, is_integer))


def _npu(op: Operation, dialect: str) -> bool:
    return dialect == "npu"


RULES: dict[str, tuple[str, Callable[[Operation, str], bool]]] = {
    "graph": (GRAPH, _graph),
    "dag": (FUNCTION, _dag),
    "nn": (FUNCTION, _nn),
    "nn-int": (FUNCTION, _nn_int),
    "npu": (NETWORK, _npu),
}
"""The container of a level, and what it admits there."""


def _name(op: Operation) -> str:
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def _may_meet(name: str) -> bool:
    return name in MEETING or name.startswith("nn.dynamic_")


def _has(op: Operation, is_kind: Callable[[Attribute], bool]) -> bool:
    types = (*op.operand_types, *op.result_types)
    return any(is_kind(getattr(t, "element_type", t)) for t in types)
