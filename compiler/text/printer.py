"""Prints modules as text that reads back to the same module: names, locations, weights."""

import struct
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import IO, Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DictionaryAttr,
    FloatAttr,
    FusedLoc,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    f64,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.printer import Printer as XdslPrinter

from .. import element_types, names
from ..weights import Elements, Payload
from .safetensors import METADATA, write_safetensors

ALIGNMENT = 64
_F32_DIGITS, _F64_DIGITS = 9, 17


class Printer(XdslPrinter):
    """
    xDSL's printer with MLIR's spelling of attributes, exact tensor names, and named locations.

    `resources` are the tensors it printed as `dense_resource`, by key; with `elide`, none is kept.
    """

    def __init__(
        self,
        stream: IO[str],
        *,
        generic: bool = False,
        debuginfo: bool = False,
        elide: bool = False,
    ) -> None:
        super().__init__(stream, print_generic_format=generic, print_debuginfo=debuginfo)
        self.elide = elide
        self.resources: dict[str, Payload] = {}
        self._keys: dict[str, dict[Payload, str]] = {}
        self._written: dict[SSAValue, str] = {}

    # Names

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._written.get(value)
        if name is None:
            name = self._written[value] = self._new_name(value)
        self.print_string(f"%{name}")
        return name

    def _new_name(self, value: SSAValue) -> str:
        hint = names.hint_of(value)
        if not hint or not names.is_ssa_name(hint):
            return self._get_new_valid_name_id()
        taken = self.ssa_names
        if hint not in taken:
            taken[hint] = 0
            return hint
        name = hint
        while name in taken:
            taken[hint] += 1
            name = f"{hint}_{taken[hint]}"
        taken[name] = 0
        return name

    def enter_scope(self) -> None:
        """Nothing outside is visible in what is isolated, so names and numbers begin anew."""
        super().enter_scope()
        self._ssa_names[-1] = {}
        self._next_valid_name_id[-1] = 0

    def attributes_of(self, op: Operation) -> Mapping[str, Attribute]:
        """The discardable attributes, with the tensor names that the SSA names do not tell."""
        told = {k: v for k, v in op.attributes.items() if k != names.OUTS}
        outs = [self._untold(result) for result in op.results]
        if any(outs):
            told[names.OUTS] = _strings(outs)
        if op.regions and "arg_attrs" not in op.properties:
            lists = [self._arguments_of(region) for region in op.regions]
            if any(map(any, lists)):
                told[names.ARGS] = ArrayAttr(map(_strings, lists))
        return told

    def _arguments_of(self, region: Region) -> list[str]:
        arguments = region.blocks[0].args if region.blocks else ()
        return [names.entry_of(a) or self._untold(a) for a in arguments]

    def _untold(self, value: SSAValue) -> str:
        exact = names.name_of(value)
        return exact if exact and exact != self._written.get(value) else ""

    # Operations

    def print_op(self, op: Operation) -> None:
        generic = self.print_generic_format
        self.print_generic_format = generic or not _is_bare(op.name)
        super().print_op(op)
        if not self.print_generic_format and type(op).print is not Operation.print:
            if not self.print_debuginfo:
                self._print_trailing_location(op.location)
        self.print_generic_format = generic

    def _print_results(self, op: Operation) -> None:
        super()._print_results(op)
        if not hasattr(op, "operands_with_holes") and any(map(self._untold, op.results)):
            self.print_generic_format = True  # its own format has no place for their names

    def print_op_with_default_format(self, op: Operation) -> None:
        self.print_operands(op.operands)
        self.print_successors(op.successors)
        self._print_op_properties(op.properties)
        self.print_regions(op.regions)
        self.print_op_attributes(self.attributes_of(op))
        self.print_string(" : ")
        self.print_operation_type(op)

    def print_operation_type(self, op: Operation) -> None:
        self.print_function_type(op.operand_types, op.result_types)
        self._print_trailing_location(op.location)

    def _print_trailing_location(self, location: LocationAttr) -> None:
        shown = location if self.print_debuginfo else named(location)
        if shown is not None:
            self.print_string(" ")
            self.print_attribute(shown)

    # Attributes

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, Elements) and not attribute.inline:
            self.print_string(f"dense_resource<{quoted(self._key_of(attribute))}> : ")
            self.print_attribute(attribute.type)
        elif isinstance(attribute, ArrayAttr):
            with self.in_square_brackets():
                self.print_list(cast("ArrayAttr[Attribute]", attribute).data, self._print_item)
        elif isinstance(attribute, FusedLoc):
            self._print_fused(attribute)
        elif isinstance(attribute, StringAttr):
            self.print_string(quoted(attribute.data))
        elif isinstance(attribute, DictionaryAttr):
            self.print_attr_dict(attribute.data)
        else:
            super().print_attribute(attribute)

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        super().print_attr_dict(dict(sorted(attr_dict.items())))

    def _print_item(self, item: Attribute) -> None:
        """An attribute in a list, where the types i64 and f64 go without saying."""
        number: Any = item
        if isinstance(item, IntegerAttr) and number.type == i64:
            self.print_string(str(number.value.data))
        elif isinstance(item, FloatAttr) and number.type == f64:
            text = float_text(number.value.data, f64)
            # Bits alone would be read as an integer.
            self.print_string(f"{text} : f64" if text.startswith("0x") else text)
        else:
            self.print_attribute(number)

    def print_float(self, value: float, type: Any) -> None:
        try:
            self.print_string(float_text(value, type))
        except TypeError:  # no tensor has elements of this type
            self.print_string(f"{value:.16e}")

    def _print_fused(self, location: FusedLoc) -> None:
        with self.in_location():
            self.print_string("fused")
            if not isinstance(location.metadata, NoneAttr):
                with self.in_angle_brackets():
                    self.print_attribute(location.metadata)
            self.print_attribute(location.locations)

    def _key_of(self, elements: Elements) -> str:
        """The key of a tensor: its own, made unique where another tensor has it."""
        payload = elements.data
        stem = payload.key or "constant"
        known = self._keys.setdefault(stem, {})
        if payload not in known:
            key, n = stem, max(0, len(known) - 1)
            while key == METADATA or key in self.resources:
                n += 1
                key = f"{stem}_{n}"
            self.resources[key] = payload
            known[payload] = key
        return known[payload]


def attributes_of(printer: XdslPrinter, op: Operation) -> Mapping[str, Attribute]:
    """The discardable attributes of an op as this printer shows them."""
    return printer.attributes_of(op) if isinstance(printer, Printer) else op.attributes


def named(location: LocationAttr) -> LocationAttr | None:
    """
    What a location holds of names, which are data, without positions in files, which are debug
    information; None where it holds no name.
    """
    if isinstance(location, NameLoc):
        inner = location.location
        kept = None if isinstance(inner, NoneAttr) else named(cast(LocationAttr, inner))
        return NameLoc(location.desc, NoneAttr() if kept is None else kept)
    if isinstance(location, FusedLoc):
        inner = cast("ArrayAttr[Any]", location.locations).data
        parts = [kept for part in inner if (kept := named(part)) is not None]
        if len(parts) == 1 and isinstance(location.metadata, NoneAttr):
            return parts[0]
        return FusedLoc(tuple(parts), location.metadata) if parts else None
    if isinstance(location, CallSiteLoc):
        callee = named(cast(LocationAttr, location.callee))
        caller = named(cast(LocationAttr, location.caller))
        return callee or caller if callee is None or caller is None else CallSiteLoc(callee, caller)
    return None


def _strings(texts: Iterable[str]) -> Attribute:
    return ArrayAttr(map(StringAttr, texts))


def _is_bare(name: str) -> bool:
    return name.isascii() and name.replace(".", "_").replace("$", "_").isidentifier()


def quoted(string: str) -> str:
    """A string literal that MLIR and our reader give back unchanged."""
    if string.isascii() and string.isprintable() and '"' not in string and "\\" not in string:
        return f'"{string}"'
    return '"' + "".join(_escaped(byte) for byte in string.encode("utf-8", "surrogateescape")) + '"'


def _escaped(byte: int) -> str:
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 0x20 <= byte <= 0x7E and byte != 0x22 else f"\\{byte:02X}"


# --- Elements in text ---------------------------------------------------------------------------


def element_text(data: bytes, element: Attribute) -> str:
    """The bytes of one element as MLIR spells it."""
    if element == element_types.STRING:
        return '"' + "".join(map(_escaped, data)) + '"'
    if (part := element_types.part_of_complex(element)) is not None:
        half = len(data) // 2
        return f"({element_text(data[:half], part)},{element_text(data[half:], part)})"
    (value,) = element_types.unpack(element, data)
    if element_types.is_float(element):
        return float_text(value, element, data)
    return str(value).lower() if element_types.is_bool(element) else str(value)


def float_text(value: float, element: Attribute, bits: bytes = b"") -> str:
    """
    A float as MLIR spells it: NaN, infinities and numbers that decimals would lose as their bits.

    `bits` are those of the value, where it does not tell them: narrow NaNs differ in bits that a
    Python float does not keep. Raises `TypeError` for a type that no tensor can have.
    """
    bits = bits or element_types.pack(element, [value])
    digits = _F64_DIGITS if len(bits) == 8 else _F32_DIGITS
    for text in (_with_digits(value), f"{value:.{digits}g}"):
        if _finite(value) and "." in text and element_types.pack(element, [float(text)]) == bits:
            return text
    return f"0x{bits[::-1].hex().upper()}"


def _finite(value: float) -> bool:
    return value - value == 0


def _with_digits(value: float) -> str:
    short = f"{value:.5e}"
    mantissa, e, exponent = short.partition("e")
    return f"{mantissa}0{e}{exponent}"


# --- Modules ------------------------------------------------------------------------------------


def print_module(
    module: ModuleOp,
    stream: IO[str],
    *,
    generic: bool = False,
    debuginfo: bool = False,
    sidecar: Path | None = None,
    elide: bool = False,
) -> None:
    """
    Prints a module and a newline.

    The bytes of its large tensors go to `sidecar` (a `.safetensors` file, replaced atomically,
    which the text names), or else into the text's trailer; with `elide` they are left out.
    """
    printer = Printer(stream, generic=generic, debuginfo=debuginfo, elide=elide)
    printer.print_op(module)
    stream.write("\n")
    resources = {k: p for k, p in printer.resources.items() if p.here}
    if not resources or elide:
        return
    if sidecar is None:
        _write_trailer(stream, resources)
        return
    write_safetensors(sidecar, resources)
    text = f"\n{{-#\n  external_resources: {{\n    nn: {{\n      weights: {quoted(sidecar.name)}"
    stream.write(text + "\n    }\n  }\n#-}\n")


def text_of(module: Operation, *, generic: bool = False) -> str:
    """The text of a module, or of any operation, its trailer included."""
    stream = StringIO()
    if isinstance(module, ModuleOp):
        print_module(module, stream, generic=generic)
    else:
        Printer(stream, generic=generic).print_op(module)
    return stream.getvalue()


def _write_trailer(stream: IO[str], resources: Mapping[str, Payload]) -> None:
    stream.write("\n{-#\n  dialect_resources: {\n    builtin: {\n")
    for i, (key, payload) in enumerate(resources.items()):
        head = struct.pack("<I", ALIGNMENT).hex().upper()
        stream.write(",\n" if i else "")
        stream.write(f'      {quoted(key)}: "0x{head}')
        for chunk in payload.chunks():
            stream.write(chunk.hex().upper())
        stream.write('"')
    stream.write("\n    }\n  }\n#-}\n")
