"""The script as it was: lines with the ends they have, the code at a span, and the positions of libcst's nodes."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import cast

import libcst as cst
from libcst.metadata import CodeRange, PositionProvider
from libcst.metadata.position_provider import PositionProvidingCodegenState

from gpu2ipu.edits import Span
from gpu2ipu.records import record

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_END = re.compile(r"[\r\n]+\Z")


@record
class Original:
    """A script's text, read by lines and spans."""

    text: str
    default_newline: str

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines with their ends, as the parser counts them."""
        return _LINE.findall(self.text)

    def newline(self, line: int) -> str:
        """Return how a line ends; one that has no end goes by the line above it."""
        for text in reversed(self.lines[max(0, line - 2) : line]):
            if end := _END.search(text):
                return end.group()
        return self.default_newline

    def code(self, span: Span) -> str:
        """Return the code at a span, character for character."""
        lines = self.lines[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return "".join(lines)


def located(module: cst.Module) -> tuple[Mapping[cst.CSTNode, CodeRange], str]:
    """Return the position of each node, and the code that libcst makes of the module.

    `MetadataWrapper.resolve` gives the same positions, but it visits the whole tree once more for nothing and
    throws the code away, which doubles the time.
    """
    provider = PositionProvider()
    state = PositionProvidingCodegenState(
        default_indent=module.default_indent, default_newline=module.default_newline, provider=provider
    )
    module._codegen(state)
    return cast("Mapping[cst.CSTNode, CodeRange]", provider._computed), "".join(state.tokens)


def inside(inner: Span, outer: Span) -> bool:
    """True if a span lies within another one."""
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    return begins and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
