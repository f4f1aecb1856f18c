"""Models with faults, and what the graph doctor has to say of each, for tests and benchmarks."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from onnx import TensorProto, helper, numpy_helper


class Broken(NamedTuple):
    """A model, the words of each diagnostic that is due, and whether it can be mended."""

    model: Any
    said: tuple[str, ...]
    mended: bool


def node(op: str, reads: str, writes: str, name: str = "", **attributes: Any) -> Any:
    return helper.make_node(
        op, reads.split(), writes.split(), name=name or f"{op}_{writes.split()[0]}", **attributes
    )


def tensor(name: str, shape: Sequence[Any] = (2, 3), dtype: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor_value_info(name, dtype, shape)


def model(
    nodes: Sequence[Any],
    outputs: str = "y",
    initializers: Sequence[Any] = (),
    value_info: Sequence[Any] = (),
    inputs: Sequence[Any] | None = None,
    opset: int | None = 17,
    ir_version: int = 8,
) -> Any:
    graph = helper.make_graph(
        nodes,
        "g",
        [tensor("x")] if inputs is None else inputs,
        [tensor(name) for name in outputs.split()],
        initializers,
        value_info=value_info,
    )
    proto = helper.make_model(graph, ir_version=ir_version)
    del proto.opset_import[:]
    if opset is not None:
        proto.opset_import.add(domain="", version=opset)
    return proto


def weight(name: str, value: float = 1.0) -> Any:
    return numpy_helper.from_array(np.full((2, 3), value, np.float32), name)


def cycle() -> Broken:
    nodes = [node("Add", "x b", "a", "first"), node("Relu", "a", "b", "second")]
    nodes.append(node("Neg", "b", "y", "third"))
    return Broken(
        model(nodes),
        (
            "error: the nodes read each other in a circle: first -> second -> first",
            "break it at one of these",
        ),
        False,
    )


def defined_twice() -> Broken:
    nodes = [node("Relu", "x", "t", "first"), node("Neg", "x", "t", "second")]
    nodes.append(node("Abs", "t", "y", "third"))
    return Broken(
        model(nodes),
        (
            "second: error: 't' is defined twice; rename one of the two",
            "first: note: first defined here",
        ),
        False,
    )


def dangling() -> Broken:
    nodes = [node("Relu", "x", "hidden", "first"), node("Add", "hidden hiden", "y", "second")]
    return Broken(
        model(nodes),
        ("second: error: 'hiden' is read, but nothing defines it; did you mean 'hidden'?",),
        False,
    )


def missing_output() -> Broken:
    return Broken(
        model([node("Relu", "x", "t", "only")]),
        ("error: 'y' is an output, but nothing defines it",),
        False,
    )


def no_opset() -> Broken:
    return Broken(
        model([node("Relu", "x", "y")], opset=None),
        (
            "warning: the model imports no version of the operator set 'ai.onnx'; "
            "version 18 is assumed",
        ),
        True,
    )


def wrong_claim() -> Broken:
    nodes = [node("Transpose", "x", "t", "turn", perm=[1, 0]), node("Relu", "t", "y", "rectify")]
    return Broken(
        model(nodes, value_info=[tensor("t", (7, 3))]),
        (
            "turn: warning: the model claims tensor<7x3xf32> for 't', which is tensor<3x2xf32>; "
            "corrected",
            "rectify: warning: the model claims tensor<2x3xf32> for 'y', which is tensor<3x2xf32>",
        ),
        True,
    )


def two_of_one_name() -> Broken:
    nodes = [node("Relu", "x", "t", "twin"), node("Neg", "t", "y", "twin")]
    return Broken(
        model(nodes), ("twin: warning: two nodes are named 'twin'; one is 'twin_1' now",), True
    )


def unsorted() -> Broken:
    nodes = [node("Neg", "t", "y", "last"), node("Relu", "x", "t", "first")]
    return Broken(model(nodes), ("remark: 1 node stands before what is read there; sorted",), True)


def spare_initializers() -> Broken:
    nodes = [node("Add", "x a", "t"), node("Add", "t b", "y")]
    return Broken(
        model(nodes, initializers=[weight("a"), weight("b"), weight("spare", 2.0)]),
        (
            "remark: 1 initializer is unused; dropped",
            "remark: 1 initializer is equal to another; merged",
        ),
        True,
    )


def old_file() -> Broken:
    proto = model(
        [node("Add", "x a", "y")],
        initializers=[weight("a")],
        inputs=[tensor("x"), tensor("a")],
        opset=8,
        ir_version=3,
    )
    return Broken(proto, ("remark: 1 input has an initializer",), True)


def cycle_in_branch() -> Broken:
    inner = helper.make_graph(
        [node("Add", "x v", "u", "up"), node("Relu", "u", "v", "down")], "then", [], [tensor("v")]
    )
    other = helper.make_graph([node("Neg", "x", "w", "negate")], "else", [], [tensor("w")])
    condition = numpy_helper.from_array(np.array(True), "c")
    nodes = [node("If", "c", "y", "choose", then_branch=inner, else_branch=other)]
    return Broken(
        model(nodes, initializers=[condition]),
        ("error: the nodes read each other in a circle: down -> up -> down",),
        False,
    )


def many_at_once() -> Broken:
    """All faults of a file are told in one run."""
    nodes = [
        node("Add", "x b", "a", "first"),
        node("Relu", "a", "b", "second"),
        node("Relu", "x", "t", "third"),
        node("Neg", "x", "t", "fourth"),
        node("Add", "t nowhere", "y", "fifth"),
    ]
    return Broken(
        model(nodes),
        (
            "circle: first -> second -> first",
            "fourth: error: 't' is defined twice",
            "fifth: error: 'nowhere' is read, but nothing defines it; add it as an input",
        ),
        False,
    )


CASES: dict[str, Callable[[], Broken]] = {
    make.__name__: make
    for make in (
        cycle,
        defined_twice,
        dangling,
        missing_output,
        no_opset,
        wrong_claim,
        two_of_one_name,
        unsorted,
        spare_initializers,
        old_file,
        cycle_in_branch,
        many_at_once,
    )
}


def shuffled_chain(length: int, seed: int = 0) -> Any:
    """A chain of nodes in random order."""
    nodes = [node("Relu", f"t{i}" if i else "x", f"t{i + 1}") for i in range(length)]
    order = np.random.default_rng(seed).permutation(length)
    return model([nodes[i] for i in order], outputs=f"t{length}")
