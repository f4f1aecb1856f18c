"""What holds a network before it is one: graphs in any order, and what is not known of them."""

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    StringAttr,
)
from xdsl.dialects.utils import parse_func_op_like, print_func_op_like
from xdsl.ir import Attribute, Operation, OpTraits, ParametrizedAttribute, Region, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface

from ...compiler.op import Uniform, refuse

_RESERVED = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")


@irdl_attr_definition
class UnknownType(ParametrizedAttribute, TypeAttribute):
    """The type of a value of which the file says nothing."""

    name = "nn.unknown"


UNKNOWN = UnknownType()


class Graph(Operation):
    """
    A network as a file lists it: a graph region, in which a value may be used before its
    definition and cycles can be told. Spelled as a function; ends in `nn.yield` of its results.
    """

    name = "nn.graph"
    traits: ClassVar[OpTraits] = OpTraits(lambda: (IsolatedFromAbove(), SymbolOpInterface()))
    graph_region: ClassVar[bool] = True

    @classmethod
    def of(
        cls,
        sym_name: str,
        function_type: FunctionType,
        body: Region,
        arg_attrs: Sequence[DictionaryAttr] | None = None,
        res_attrs: Sequence[DictionaryAttr] | None = None,
    ) -> Self:
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(sym_name),
            "function_type": function_type,
        }
        if arg_attrs is not None and any(a.data for a in arg_attrs):
            properties["arg_attrs"] = ArrayAttr(arg_attrs)
        if res_attrs is not None and any(a.data for a in res_attrs):
            properties["res_attrs"] = ArrayAttr(res_attrs)
        return cls.create(properties=properties, regions=[body])

    @property
    def sym_name(self) -> str:
        found = self.properties["sym_name"]
        assert isinstance(found, StringAttr)
        return found.data

    @property
    def function_type(self) -> FunctionType:
        found = self.properties["function_type"]
        assert isinstance(found, FunctionType)
        return found

    @property
    def body(self) -> Region:
        return self.regions[0]

    def verify_(self) -> None:
        type_ = self.properties.get("function_type")
        name = self.properties.get("sym_name")
        if not isinstance(type_, FunctionType) or not isinstance(name, StringAttr):
            refuse("needs a sym_name and a function_type")
        if len(self.regions) != 1 or len(self.regions[0].blocks) != 1:
            refuse("needs one region of one block")
        block = self.regions[0].block
        if tuple(a.type for a in block.args) != type_.inputs.data:
            refuse(f"has the type {type_}, but its block other arguments")
        last = block.last_op
        if not isinstance(last, Yield):
            refuse("must end in nn.yield")
        if tuple(last.operand_types) != type_.outputs.data:
            refuse(f"has the type {type_}, but yields other results")
        self._check_dictionaries("arg_attrs", len(type_.inputs))
        self._check_dictionaries("res_attrs", len(type_.outputs))

    def _check_dictionaries(self, key: str, count: int) -> None:
        found = self.properties.get(key)
        if found is None:
            return
        if isinstance(found, ArrayAttr):
            entries = cast("ArrayAttr[Attribute]", found).data
            if len(entries) == count and all(isinstance(e, DictionaryAttr) for e in entries):
                return
        refuse(f"needs {count} dictionaries as its {key}, not {found}")

    def print(self, printer: Printer) -> None:
        print_func_op_like(
            printer,
            StringAttr(self.sym_name),
            self.function_type,
            self.body,
            self.attributes,
            arg_attrs=self._dictionaries("arg_attrs"),
            res_attrs=self._dictionaries("res_attrs"),
            reserved_attr_names=_RESERVED,
        )

    def _dictionaries(self, key: str) -> ArrayAttr[DictionaryAttr] | None:
        found = self.properties.get(key)
        return cast("ArrayAttr[DictionaryAttr]", found) if isinstance(found, ArrayAttr) else None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name, inputs, outputs, region, extra, arg_attrs, res_attrs = parse_func_op_like(
            parser, reserved_attr_names=_RESERVED
        )
        graph = cls.of(
            name,
            FunctionType.from_lists(inputs, outputs),
            region,
            None if arg_attrs is None else arg_attrs.data,
            None if res_attrs is None else res_attrs.data,
        )
        if extra is not None:
            graph.attributes |= extra.data
        return graph


class Yield(Uniform):
    """Ends the region of a graph or of an operator: its operands are the region's results."""

    name = "nn.yield"
    traits: ClassVar[OpTraits] = OpTraits(lambda: (IsTerminator(),))

    def verify_(self) -> None:
        if self.results or self.regions or self.properties:
            refuse("has operands only")


class Undefined(Operation):
    """A name that a file reads and nowhere defines: `%t = nn.undefined "t7" : tensor<*xf32>`."""

    name = "nn.undefined"
    traits: ClassVar[OpTraits] = OpTraits(lambda: ())

    @classmethod
    def of(cls, tensor_name: str, type_: Attribute = UNKNOWN) -> Self:
        return cls.create(properties={"name": StringAttr(tensor_name)}, result_types=[type_])

    @property
    def tensor_name(self) -> str:
        found = self.properties["name"]
        assert isinstance(found, StringAttr)
        return found.data

    def verify_(self) -> None:
        if not isinstance(self.properties.get("name"), StringAttr) or len(self.results) != 1:
            refuse("needs a name and has one result")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.tensor_name)
        printer.print_string(" : ")
        printer.print_attribute(self.results[0].type)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_str_literal()
        parser.parse_punctuation(":")
        return cls.of(name, parser.parse_type())
