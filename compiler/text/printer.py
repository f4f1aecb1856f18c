"""Prints modules as text that reads back to the same module: names, locations, weights."""

import json
import os
import struct
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import IO, Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    ComplexType,
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
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.printer import Printer as XdslPrinter

from .. import element_types, names
from ..weights import Elements, Payload

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
        super().__init__(stream, print_generic_format=generic)
        self._every_location = debuginfo
        self.elide = elide
        self.resources: dict[str, Payload] = {}
        self._keys: dict[int, str] = {}
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

    def attributes_of(self, op: Operation) -> Mapping[str, Attribute]:
        """The discardable attributes, with the tensor names that the SSA names do not tell."""
        exact = [self._untold(result) for result in op.results]
        if not any(exact):
            if names.OUTS not in op.attributes:
                return op.attributes
            return {k: v for k, v in op.attributes.items() if k != names.OUTS}
        return {**op.attributes, names.OUTS: ArrayAttr([StringAttr(n) for n in exact])}

    def _untold(self, value: SSAValue) -> str:
        exact = names.name_of(value)
        return exact if exact and exact != self._written.get(value) else ""

    # Operations

    def print_op(self, op: Operation) -> None:
        legal = _is_bare(op.name)
        generic = self.print_generic_format
        self.print_generic_format = generic or not legal
        super().print_op(op)
        if not self.print_generic_format and type(op).print is not Operation.print:
            self._print_trailing_location(op.location)
        self.print_generic_format = generic

    def print_op_with_default_format(self, op: Operation) -> None:
        self.print_operands(op.operands)
        self.print_successors(op.successors)
        self._print_op_properties(dict(sorted(op.properties.items())))
        self.print_regions(op.regions)
        self.print_op_attributes(dict(sorted(self.attributes_of(op).items())))
        self.print_string(" : ")
        self.print_operation_type(op)

    def print_operation_type(self, op: Operation) -> None:
        self.print_function_type(op.operand_types, op.result_types)
        self._print_trailing_location(op.location)

    def _print_trailing_location(self, location: LocationAttr) -> None:
        if self._every_location or has_name(location):
            self.print_string(" ")
            self.print_attribute(location)

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        super().print_block_argument(arg, print_type)
        if print_type and self._every_location:
            self.print_string(" ")
            self.print_attribute(arg.location)

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
            self.print_attr_dict(dict(sorted(attribute.data.items())))
        else:
            super().print_attribute(attribute)

    def _print_item(self, item: Attribute) -> None:
        """An attribute in a list, where MLIR leaves out the types i64 and f64."""
        if isinstance(item, IntegerAttr) and item.type == i64:
            self.print_string(str(item.value.data))
        elif isinstance(item, FloatAttr) and item.type == f64:
            self.print_string(element_text(item.value.data, f64))
        else:
            self.print_attribute(item)

    def print_float(self, value: float, type: Any) -> None:
        self.print_string(element_text(value, type))

    def _print_fused(self, location: FusedLoc) -> None:
        with self.in_location():
            self.print_string("fused")
            if not isinstance(location.metadata, NoneAttr):
                with self.in_angle_brackets():
                    self.print_attribute(location.metadata)
            self.print_attribute(location.locations)

    def _key_of(self, elements: Elements) -> str:
        payload = elements.data
        if (key := self._keys.get(id(payload))) is not None:
            return key
        stem = payload.key or "constant"
        key, n = stem, 0
        while key in self.resources and self.resources[key] != payload:
            n += 1
            key = f"{stem}_{n}"
        self.resources.setdefault(key, payload)
        self._keys[id(payload)] = key
        return key


def attributes_of(printer: XdslPrinter, op: Operation) -> Mapping[str, Attribute]:
    """The discardable attributes of an op as this printer shows them."""
    return printer.attributes_of(op) if isinstance(printer, Printer) else op.attributes


def has_name(location: LocationAttr) -> bool:
    """Whether a location holds a name: data, not debug information."""
    return isinstance(location, NameLoc | FusedLoc)


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


def element_text(value: Any, element: Attribute) -> str:
    """One element as MLIR spells it; NaN, infinities and numbers decimals would lose as bits."""
    if isinstance(value, bytes):
        return '"' + "".join(_escaped(byte) for byte in value) + '"'
    if isinstance(element, ComplexType):
        parts = (element_text(part, element.element_type) for part in value)
        return f"({','.join(parts)})"
    if not element_types.is_float(element):
        return str(bool(value)).lower() if element_types.is_bool(element) else str(int(value))
    bits = element_types.pack(element, [value])
    short = _with_digits(value)
    if _finite(value) and element_types.pack(element, [float(short)]) == bits:
        return short
    digits = _F64_DIGITS if len(bits) == 8 else _F32_DIGITS
    longer = f"{value:.{digits}g}"
    if _finite(value) and "." in longer:
        if element_types.pack(element, [float(longer)]) == bits:
            return longer
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

    The bytes of its large tensors go to `sidecar` (a `.safetensors` file, replaced atomically, which
    the text names), or else into the text's trailer; with `elide` they are left out.
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
        for chunk in _chunks(payload):
            stream.write(chunk.hex().upper())
        stream.write('"')
    stream.write("\n    }\n  }\n#-}\n")


def _chunks(payload: Payload, size: int = 1 << 20) -> "Sequence[bytes] | Any":
    data = memoryview(_resource_bytes(payload))
    return (bytes(data[i : i + size]) for i in range(0, len(data), size))


def _resource_bytes(payload: Payload) -> Any:
    """Bytes of a resource; strings each with its length in front, 8 bytes little-endian."""
    data = payload.data
    if isinstance(data, tuple):
        return b"".join(struct.pack("<Q", len(s)) + s for s in data)
    return data


_SAFETENSORS_DTYPES = {
    "i1": "BOOL",
    "i8": "I8",
    "i16": "I16",
    "i32": "I32",
    "i64": "I64",
    "ui8": "U8",
    "ui16": "U16",
    "ui32": "U32",
    "ui64": "U64",
    "f16": "F16",
    "bf16": "BF16",
    "f32": "F32",
    "f64": "F64",
}


def write_safetensors(path: Path, resources: Mapping[str, Payload]) -> None:
    """
    Writes tensors to a `.safetensors` file: a temporary file first, then renamed, since the tensors
    may be mapped from the file that is there. Element types the format lacks are stored as `U8`.
    """
    header: dict[str, Any] = {}
    blobs: list[Any] = []
    offset = 0
    for key, payload in resources.items():
        data = _resource_bytes(payload)
        dtype = _SAFETENSORS_DTYPES.get(element_types.type_name(payload.type.element_type))
        shape = list(payload.type.get_shape()) if dtype else [len(data)]
        header[key] = {
            "dtype": dtype or "U8",
            "shape": shape,
            "data_offsets": [offset, offset + len(data)],
        }
        blobs.append(data)
        offset += len(data)
    head = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    head += b" " * (-len(head) % 8)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.write(struct.pack("<Q", len(head)))
            file.write(head)
            for blob in blobs:
                file.write(blob)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
