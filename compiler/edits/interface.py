"""Edits of what goes in and comes out: cut, expose, fold, retype."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from .. import names, topology
from ..driver.diagnostics import Place, listed
from ..inference import retyped
from ..op import DYNAMIC, shape_of
from ..shapes.notes import DIMS
from ..text.printer import quoted
from .address import ENDS, Refused, Tensor, called, is_constant, shown, tensor
from .edit import Edit, edit
from .types import infer
from .work import Raw, Work, block_of, put_before, put_first


def _function_of(value: SSAValue) -> FuncOp:
    owner = value.owner
    at = owner.parent_op() if isinstance(owner, Block) else owner
    while not isinstance(at, FuncOp):
        assert at is not None
        at = at.parent_op()
    return at


def _listed(function: FuncOp, key: str, count: int) -> list[DictionaryAttr]:
    given = function.properties.get(key)
    found = list(cast("ArrayAttr[Any]", given).data) if given is not None else []
    return found + [DictionaryAttr({})] * (count - len(found))


def _name(text: str) -> DictionaryAttr:
    return DictionaryAttr({names.NAME: StringAttr(text)})


@edit("expose")
@dataclass(frozen=True)
class Expose(Edit):
    """Makes a tensor an output of its function, too, under its own name or another."""

    tensor: str | Tensor
    name: str = ""

    def __str__(self) -> str:
        return f"expose {tensor(self.tensor)}" + (f" as {quoted(self.name)}" if self.name else "")

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Expose":
        return cls(parts[0], parts[1] or "", place=place)

    def apply(self, work: Work) -> None:
        value = hoisted(work, work.value(tensor(self.tensor)), self.place)
        function = _function_of(value)
        last = function.body.block.last_op
        assert last is not None
        name = self.name or names.name_of(value) or tensor(self.tensor).name
        outputs = [names.result_name(function, i) for i in range(len(last.operands))]
        if name in outputs:
            raise Refused(self.place, f"there is an output '{name}' already")
        entries = _listed(function, "res_attrs", len(last.operands))
        last.operands = [*last.operands, value]
        function.properties["res_attrs"] = ArrayAttr([*entries, _name(name)])
        work.changed(last)
        infer(work, self.place)


def hoisted(work: Work, value: SSAValue, place: Place) -> SSAValue:
    """
    A value in the block of its function: one in a branch is computed whether the branch is taken or
    not. What depends on the state of a loop is refused.
    """
    function = _function_of(value)
    home = function.body.block
    if block_of(value) is home:
        return value
    needed: dict[Operation, None] = {}
    pending = [value]
    while pending:
        at = pending.pop()
        owner = at.owner
        if isinstance(owner, Block):
            if owner is not home:
                around = owner.parent_op()
                message = f"{shown(value)} depends on {shown(at)}, which belongs to a turn of "
                raise Refused(place, message + (called(around) if around else "a loop"))
            continue
        if owner.parent is home or owner in needed:
            continue
        needed[owner] = None
        pending += topology.reads(owner)
    outermost = _outermost(value, home)
    for op in topology.walk([function.body]):
        if op in needed and not any(p in needed for p in _parents(op)):
            op.detach()
            put_before(outermost, op)
    work.changed()
    return value


def _outermost(value: SSAValue, home: Block) -> Operation:
    """The operation of a block in which a value is made, or in whose regions it is."""
    owner = value.owner
    assert isinstance(owner, Operation)
    while owner.parent is not home:
        parent = owner.parent_op()
        assert parent is not None
        owner = parent
    return owner


def _parents(op: Operation) -> Iterable[Operation]:
    parent = op.parent_op()
    while parent is not None:
        yield parent
        parent = parent.parent_op()


@edit("cut")
@dataclass(frozen=True)
class Cut(Edit):
    """
    Keeps what the outputs need from the inputs on: tensors, given by name, become the inputs and
    the outputs. Inputs that are still needed stay; without outputs, all that do not depend on
    what is cut away stay as they are.
    """

    inputs: Sequence[str | Tensor] = ()
    outputs: Sequence[str | Tensor] = ()

    def __str__(self) -> str:
        text = "cut"
        if self.inputs:
            text += f" inputs {', '.join(str(tensor(t)) for t in self.inputs)}"
        if self.outputs:
            text += f" outputs {', '.join(str(tensor(t)) for t in self.outputs)}"
        return text

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Cut":
        inputs, outputs = parts
        if inputs is None and outputs is None:
            raise Refused(place, "expected 'inputs' or 'outputs'")
        return cls(tuple(inputs or ()), tuple(outputs or ()), place=place)

    def apply(self, work: Work) -> None:
        outputs = [tensor(t) for t in self.outputs]
        for address in map(tensor, self.inputs):
            self._begin(work, address)
        if outputs:
            values = [hoisted(work, work.value(t), self.place) for t in outputs]
            function = self._only([_function_of(v) for v in values])
            self._end(work, function, values)
        else:
            function = self._only([_function_of(work.value(tensor(t))) for t in self.inputs])
        work.sort(self.place)
        drop_unread(function)
        drop_inputs(function)
        work.changed(*(op for op in function.body.block.ops if op.name in ENDS))
        infer(work, self.place)

    def _only(self, functions: Sequence[FuncOp]) -> FuncOp:
        if len(set(functions)) > 1:
            symbols = listed(sorted({f.sym_name.data for f in functions}))
            raise Refused(self.place, f"the tensors are in different functions: {symbols}")
        return functions[0]

    def _begin(self, work: Work, address: Tensor) -> None:
        """Makes a tensor an argument."""
        value = work.value(address)
        function = _function_of(value)
        block = function.body.block
        if isinstance(value, BlockArgument) and value.block is block:
            return
        name = names.name_of(value) or address.name
        entries = _listed(function, "arg_attrs", len(block.args))
        argument = block.insert_arg(value.type, len(block.args))
        names.set_hint(argument, names.ssa_name(name))
        function.properties["arg_attrs"] = ArrayAttr([*entries, _name(name)])
        for use in list(value.uses):
            work.redirect(use, argument)
        if isinstance(value.owner, Operation):
            names.set_name(value, None)
        work.changed()

    def _end(self, work: Work, function: FuncOp, values: Sequence[SSAValue]) -> None:
        last = function.body.block.last_op
        assert last is not None
        if len(set(values)) < len(values):
            twice = next(v for v in values if values.count(v) > 1)
            raise Refused(self.place, f"{shown(twice)} is listed twice")
        last.operands = values
        entries: list[DictionaryAttr] = [_name(names.name_of(v) or "") for v in values]
        function.properties["res_attrs"] = ArrayAttr(entries)
        work.changed(last)


def drop_unread(function: FuncOp) -> None:
    """Erases what no output needs."""
    block = function.body.block
    ops = list(block.ops)
    order = topology.post_order(topology.dependencies(ops), [len(ops) - 1])
    assert isinstance(order, list)
    kept = set(order)
    for i in reversed(range(len(ops))):
        if i not in kept:
            op = ops[i]
            op.detach()
            op.drop_all_references()
            for result in op.results:
                assert result.first_use is None
            op.erase(safe_erase=False)


def drop_inputs(function: FuncOp) -> None:
    """Takes away the arguments that nothing reads."""
    block = function.body.block
    entries = _listed(function, "arg_attrs", len(block.args))
    kept = [a.first_use is not None for a in block.args]
    if not any(not k for k in kept):
        return
    for argument, keep in zip(list(block.args), kept, strict=True):
        if not keep:
            block.erase_arg(argument)
    left = [entry for entry, keep in zip(entries, kept, strict=True) if keep]
    function.properties["arg_attrs"] = ArrayAttr(left)


@edit("fold")
@dataclass(frozen=True)
class Fold(Edit):
    """
    Puts a constant in the place of a tensor: the one given, or (at level `nn`) what it is computed
    from constants to be.
    """

    tensor: str | Tensor
    value: Raw | None = None

    def __str__(self) -> str:
        end = f" = {self.value}" if self.value is not None else ""
        return f"fold {tensor(self.tensor)}{end}"

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Fold":
        return cls(parts[0], parts[1], place=place)

    def apply(self, work: Work) -> None:
        from .folding import constant_of

        value = work.value(tensor(self.tensor))
        if is_constant(value) and self.value is None:
            return
        function = _function_of(value)
        made = constant_of(work, value, self.value, self.place)
        name = names.name_of(value) or tensor(self.tensor).name
        owner = value.owner
        if isinstance(owner, Operation):
            names.set_name(value, None)
            put_before(owner, made)
        else:
            put_first(owner, made)
        constant = made.results[0]
        changed = [(constant, value.type)] if constant.type != value.type else []
        for use in list(value.uses):
            work.redirect(use, constant)
        work.name(made, name)
        if isinstance(owner, Operation):
            work.drop_dead([owner])
        elif isinstance(value, BlockArgument) and owner is function.body.block:
            drop_input(function, value)
        work.changed(made)
        infer(work, self.place, changed)


def drop_input(function: FuncOp, argument: BlockArgument) -> None:
    block = function.body.block
    entries = _listed(function, "arg_attrs", len(block.args))
    del entries[argument.index]
    block.erase_arg(argument)
    function.properties["arg_attrs"] = ArrayAttr(entries)


@edit("retype")
@dataclass(frozen=True)
class Retype(Edit):
    """
    Gives inputs another type: all of it, or its first dim (`batch`), its dims, its element type.
    A dim is a number, a name, or `?` (in Python None) where nothing is known of it.
    """

    tensors: str | Tensor | Sequence[str | Tensor]
    type: Raw | None = None
    batch: int | str | None = None
    dims: Sequence[int | str | None] | None = None
    dtype: Raw | None = None

    @property
    def inputs(self) -> list[Tensor]:
        given = [self.tensors] if isinstance(self.tensors, str | Tensor) else self.tensors
        return [tensor(t) for t in given]

    def __str__(self) -> str:
        text = f"retype {', '.join(map(str, self.inputs))}"
        if self.type is not None:
            return f"{text} : {self.type}"
        if self.batch is not None:
            text += f" batch {_spelled(self.batch)}"
        if self.dims is not None:
            text += f" dims [{', '.join(map(_spelled, self.dims))}]"
        return text + (f" dtype {self.dtype}" if self.dtype is not None else "")

    @classmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Retype":
        settings: dict[str, Any] = {}
        for key, value in parts[1:]:
            if key in settings:
                raise Refused(place, f"'{key}' is given twice")
            settings[key] = value
        return cls(tuple(parts[0]), **settings, place=place)

    def apply(self, work: Work) -> None:
        changed: list[tuple[SSAValue, Attribute]] = []
        for address in self.inputs:
            value = work.value(address)
            function = _function_of(value)
            if not isinstance(value, BlockArgument) or value.block is not function.body.block:
                inputs = [names.name_of(a) or "" for a in function.body.block.args]
                message = f"{shown(value)} is no input; inputs are {listed(inputs)}"
                raise Refused(address.place, message)
            changed.append((self._retype(work, function, value), value.type))
        infer(work, self.place, changed)

    def _retype(self, work: Work, function: FuncOp, value: BlockArgument) -> SSAValue:
        type_, dims = self._type(work, value.type)
        index, entries = value.index, _listed(function, "arg_attrs", len(value.block.args))
        new = retyped(value, type_)
        kept = {k: v for k, v in entries[index].data.items() if k != DIMS}
        if any(isinstance(d, str) for d in dims):
            kept[DIMS] = ArrayAttr([_note(d) for d in dims])
        entries[index] = DictionaryAttr(kept)
        function.properties["arg_attrs"] = ArrayAttr(entries)
        work.changed()
        return new

    def _type(self, work: Work, before: Attribute) -> tuple[Attribute, Sequence[int | str | None]]:
        if self.type is not None:
            found = work.read_type(self.type)
            return found, list(shape_of(found) or ())
        shape = shape_of(before)
        dims: list[int | str | None] = list(self.dims) if self.dims is not None else []
        if self.dims is None:
            if shape is None or self.batch is not None and not shape:
                raise Refused(self.place, f"the input is of type {before}, which has no batch")
            dims = [None if n == DYNAMIC else n for n in shape]
        if self.batch is not None:
            dims[0] = None if self.batch == "?" else self.batch
        element: Any = work.read_type(self.dtype) if self.dtype is not None else None
        if element is None:
            element = cast(Any, before).element_type
        sizes = [d if isinstance(d, int) else DYNAMIC for d in dims]
        return TensorType(element, sizes), dims


def _spelled(dim: int | str | None) -> str:
    if dim is None or dim == "?":
        return "?"
    return str(dim) if isinstance(dim, int) else quoted(dim)


def _note(dim: int | str | None) -> Attribute:
    if isinstance(dim, int):
        return IntegerAttr(dim, i64)
    return StringAttr(dim or "")
