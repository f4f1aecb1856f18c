"""Values that are known: initializers, Constant, ConstantOfShape."""

from xdsl.dialects.builtin import NameLoc, NoneAttr, StringAttr, TensorType, f32, i64
from xdsl.ir import Attribute, SSAValue

from ....dialects.nn.constant import Constant
from ....dialects.onnx import SparseAttr
from ...element_types import STRING
from ...weights import Elements
from . import Model, Node, reads, writes

SMALL = 64
"""Elements of a splat that is stored as an initializer; a larger one is a ConstantOfShape."""


@reads("initializer", "Constant")
def read_constant(n: Node) -> SSAValue:
    """Initializers and Constant-24 with all its kinds of value; sparse ones become dense."""
    for key in ("value", "sparse_value"):
        value = n.op.properties.get(key)
        if isinstance(value, SparseAttr):
            return n.emit(Constant, value=_dense(n, value))
        if (tensor := n.tensor(key)) is not None:
            return n.emit(Constant, value=tensor)
    return n.emit(Constant, value=_from_python(n))


def _from_python(n: Node) -> Elements:
    kinds: list[tuple[str, Attribute, bool]] = [
        ("value_float", f32, True),
        ("value_floats", f32, False),
        ("value_int", i64, True),
        ("value_ints", i64, False),
        ("value_string", STRING, True),
        ("value_strings", STRING, False),
    ]
    for key, element_type, is_scalar in kinds:
        if n.has(key):
            return _elements(n, key, element_type, is_scalar)
    n.refuse("has no value")


def _elements(n: Node, key: str, element_type: Attribute, is_scalar: bool) -> Elements:
    import numpy as np

    if element_type == f32:
        values = [n.float(key)] if is_scalar else n.floats(key)
    elif element_type == i64:
        values = [n.int(key)] if is_scalar else n.ints(key)
    else:
        values = [n.string(key)] if is_scalar else n.strings(key)
    shape = () if is_scalar else (len(values),)
    dtype = {f32: np.float32, i64: np.int64}.get(element_type, object)
    return Elements.of(np.array(values, dtype).reshape(shape), TensorType(element_type, shape))


def _dense(n: Node, sparse: SparseAttr) -> Elements:
    """The whole tensor; refused where it is far larger than what is stored."""
    import numpy as np

    values, indices = sparse.values, sparse.indices
    assert isinstance(values, Elements) and isinstance(indices, Elements)
    shape = tuple(sparse.type.get_shape())
    stored = values.array(np)
    size = 1
    for dim in shape:
        size *= dim
    if size > 1 << 28:
        n.refuse(f"sparse tensor of {size} elements is too large to be made dense")
    dense = np.zeros(size, stored.dtype)
    places = indices.array(np)
    flat = np.ravel_multi_index(tuple(places.T), shape) if places.ndim == 2 else places
    dense[flat] = stored
    return Elements.of(dense.reshape(shape), sparse.type)


@writes(Constant)
def write_constant(op: Constant, m: Model) -> SSAValue:
    """An initializer; a large splat stays one, as ConstantOfShape."""
    import numpy as np

    elements: Elements = op.elements
    m.location = NameLoc(StringAttr(elements.key), NoneAttr()) if elements.key else op.location
    if elements.splat and elements.data.count > SMALL and m.opset >= 9:
        one = elements.array(np).reshape(-1)[:1]
        shape = m.const(tuple(elements.type.get_shape()))
        value = Elements.of(one, TensorType(elements.type.element_type, [1]))
        return m.node("ConstantOfShape", shape, value=value)
    return m.const(elements)
