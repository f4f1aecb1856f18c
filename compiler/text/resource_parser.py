"""Reads the section of resources at the end of a text, and the sidecar that it names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute
from xdsl.utils.lexer import Span

from ..driver.diagnostics import Place, remark
from ..op import DYNAMIC
from ..weights import Elements, Payload
from . import literals
from .attribute_parser import AttributeParser
from .safetensors import SidecarError, Stored, read_safetensors, stored_as

REPRODUCER = "mlir_reproducer"
OUR_RESOURCES = "nn", REPRODUCER
SEEDED = "seeded_weights"
"""Of `nn`: that weights whose bytes are not there are to be made up."""


class ResourceParser(AttributeParser):
    """Gives tensors their bytes when all of the text has been read."""

    def __init__(
        self, ctx: Context, text: str, name: str = "<unknown>", *, folder: Path | None = None
    ) -> None:
        super().__init__(ctx, text, name)
        self._folder = folder
        self._pending: list[tuple[Payload, Span]] = []
        self._sidecar: tuple[str, Span] | None = None
        self._given: dict[str, bytes] = {}
        self.external: dict[str, dict[str, Any]] = {}
        """What `external_resources` say, by owner and key: text, booleans, or else attributes."""

    def _parse_builtin_dense_resource_attr(self) -> Any:
        self.parse_characters("<", " in dense_resource attribute")
        span = self._current_token.span
        key = self._parse_key()
        self.parse_characters(">", " in dense_resource attribute")
        self.parse_characters(":", " in dense_resource attribute")
        at = self.pos
        type_: Any = self.parse_type()
        if not isinstance(type_, TensorType) or DYNAMIC in cast(Any, type_).get_shape():
            self.raise_error(f"dense resource needs a static tensor type, got {type_}", at)
        payload = Payload(cast("TensorType[Attribute]", type_), None, key)
        self._pending.append((payload, span))
        return Elements(payload)

    def _parse_key(self) -> str:
        return self.expect(self.parse_optional_identifier_or_str_literal, "expected resource key")

    def _parse_metadata_element(self) -> None:
        self._parse_entry(self._section)

    def _section(self, key: str, span: Span) -> None:
        if key not in ("dialect_resources", "external_resources"):
            self.raise_error(f"unknown key '{key}' in file metadata dictionary", span)
        self._parse_entries(self._blobs if key == "dialect_resources" else self._externals)

    def _blobs(self, owner: str, span: Span) -> None:
        self._parse_entries(lambda key, _: self._blob(owner, key))

    def _externals(self, owner: str, span: Span) -> None:
        if owner not in OUR_RESOURCES:
            place = Place(self.lexer.input.name, *self._line_and_column(span.start), len(span))
            remark(place, f"the external resources of '{owner}' are dropped")
        self._parse_entries(lambda key, _: self._external(owner, key))

    def _parse_entries(self, parse: Callable[[str, Span], None]) -> None:
        self.parse_comma_separated_list(self.Delimiter.BRACES, lambda: self._parse_entry(parse))

    def _parse_entry(self, parse: Callable[[str, Span], None]) -> None:
        span = self._current_token.span
        key = self._parse_key()
        self.parse_punctuation(":")
        parse(key, span)

    def _blob(self, owner: str, key: str) -> None:
        at = self.pos
        data = literals.bytes_of_hex(self.parse_str_literal())
        if data is None or len(data) < 4:  # the first 4 say how it was aligned
            self.raise_error(f"expected hex string blob for key '{key}'", at)
        if owner == "builtin":
            self._given[key] = data[4:]

    def _external(self, owner: str, key: str) -> None:
        span = self._current_token.span
        if owner == "nn" and key == "weights":
            self._sidecar = self.parse_str_literal(), span
            return
        value: Any = self.parse_optional_str_literal()
        if value is None:
            value = self.parse_optional_boolean()
        if value is None:
            value = self.expect(self.parse_optional_attribute, "expected resource value")
        self.external.setdefault(owner, {})[key] = value

    def _provide_resources(self) -> None:
        stored = self._read_sidecar()
        for payload, span in self._pending:
            if payload.key in self._given:
                self._provide(payload, self._given[payload.key], span)
            elif payload.key in stored:
                self._provide_stored(payload, stored[payload.key], span)
        if self.external.get("nn", {}).get(SEEDED) is True:
            from ..seeded import fill

            fill(payload for payload, _ in self._pending if not payload.here)
        self._pending.clear()

    def _read_sidecar(self) -> dict[str, Stored]:
        if self._sidecar is None:
            return {}
        name, span = self._sidecar
        try:
            return read_safetensors(self._folder or Path(), name)
        except SidecarError as e:
            self.raise_error(str(e), span.start, span.end)

    def _provide_stored(self, payload: Payload, stored: Stored, span: Span) -> None:
        wanted = stored_as(payload.type, len(stored.data))
        if wanted != (stored.dtype, stored.shape):
            shape = "x".join([*map(str, stored.shape), stored.dtype])
            self.raise_error(
                f"the weights file has '{payload.key}' as {shape}, which is no {payload.type}",
                span,
            )
        self._provide(payload, stored.data, span)

    def _provide(self, payload: Payload, data: Any, span: Span) -> None:
        if payload.is_text:
            found = literals.strings_of_blob(data, payload.count)
        else:
            found = literals.data_of_blob(payload.type.element_type, data, payload.count)
        if found is None:
            self.raise_error(
                f"resource '{payload.key}' holds {len(data)} bytes, which are no {payload.type}",
                span,
            )
        payload.provide(found)
