"""A graph in any order becomes a function in SSA form: definitions before uses, no cycle.

The graph doctor reports every fault of the file in one run. A cycle, a value defined twice and a
name that nothing defines are errors; what can be mended is mended and told: an operator set without
a version and two nodes of one name with a warning, nodes out of order and initializers that are
unused or doubled with a remark. `repair=false` makes an error of all that.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Region, SSAValue
from xdsl.passes import ModulePass

from ..compiler import topology
from ..compiler.doctor import Doctor
from ..compiler.statistics import count
from ..dialects.nn.graph import Graph, Yield


@dataclass(frozen=True)
class BuildDagPass(ModulePass):
    name = "build-dag"
    law = "exact"
    requires = "graph"
    ensures = "dag"

    repair: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        graphs = [g for g in op.body.block.ops if isinstance(g, Graph)]
        nodes = {graph: list(topology.walk(graph.regions)) for graph in graphs}
        doctor = Doctor(self.repair)
        doctor.check_versions(op, nodes)
        for graph in graphs:
            doctor.check(graph, nodes[graph])
        if not doctor.failed:
            for graph in graphs:
                _to_function(graph)
                count("num-graphs", "Number of graphs made functions")
                count("num-nodes", "Number of operations in them", len(nodes[graph]))


def _to_function(graph: Graph) -> None:
    """Puts a function where the graph is; the operations stay the same objects."""
    body: Region = graph.detach_region(0)
    last = body.block.last_op
    assert isinstance(last, Yield)
    returned: list[SSAValue] = list(last.operands)
    last.detach()
    last.erase()
    body.block.add_op(ReturnOp(*returned))
    function = FuncOp(
        graph.sym_name,
        (graph.function_type.inputs.data, [v.type for v in returned]),
        body,
        arg_attrs=graph.properties.get("arg_attrs"),  # pyright: ignore[reportArgumentType]
        res_attrs=graph.properties.get("res_attrs"),  # pyright: ignore[reportArgumentType]
    )
    function.attributes.update(graph.attributes)
    function.location = graph.location
    block = graph.parent
    assert block is not None
    block.insert_op_before(function, graph)
    graph.detach()
    graph.erase()
