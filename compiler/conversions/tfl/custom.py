"""Custom operators, which come back as they were."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.ir import SSAValue

from ....dialects.nn.custom import Custom
from ....dialects.tfl import VERSION, custom_operator
from ...op import SEGMENTS
from . import CUSTOM, Node, reads


@reads(CUSTOM, quantised=True)
def read_custom(n: Node) -> Sequence[SSAValue]:
    """Of the types that the file claims."""
    version = n.op.attributes.get(VERSION)
    op = n.emit_op(
        Custom,
        *n.operands(),
        framework="tfl",
        operator=custom_operator(n.op.name),
        version=1 if version is None else getattr(getattr(version, "value", None), "data", 1),
        settings=DictionaryAttr({k: v for k, v in n.op.properties.items() if k != SEGMENTS}),
        result_types=[result.type for result in n.op.results],
    )
    op.attributes.update({k: v for k, v in n.op.attributes.items() if k.startswith("tfl.")})
    return op.results
