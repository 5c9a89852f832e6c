"""Script: one parsed source file, and the way from its `ast` nodes to the spans that edits speak of."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass
from pathlib import Path

from gpu2ipu.edits import Span

# What a string begins with that stands where a cell begins, or for a magic: no script holds it by chance. With the
# double quotes around it there are as many quotes of one kind as of the other, whichever the script prefers.
CELL_SIGN = "--- '' notebook"


@dataclass(frozen=True, eq=False)
class Script:
    """A parsed script. Two scripts are equal only if they are the same object, so that facts can be cached by it."""

    path: Path
    text: str
    tree: ast.Module
    # lines with a statement that no block may reach over: where a cell begins
    borders: frozenset[int] = frozenset()

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines as the parser counts them: a form feed or a Unicode separator ends none."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias) -> Span:
        """Where a node stands. `ast` counts columns in UTF-8 bytes, a span counts characters."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return Span(
            node.lineno,
            self._characters(node.lineno, node.col_offset),
            node.end_lineno,
            self._characters(node.end_lineno, node.end_col_offset),
        )

    def _characters(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        return column if text.isascii() else len(text.encode()[:column].decode())

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node as it stands in the script, lines joined by `\\n`."""
        span = self.span(node)
        if span.line == span.end_line:
            return self.lines[span.line - 1][span.column : span.end_column]
        inner = self.lines[span.line : span.end_line - 1]
        return "\n".join(
            [
                self.lines[span.line - 1][span.column :],
                *inner,
                self.lines[span.end_line - 1][: span.end_column],
            ]
        )


def parse(path: Path, text: str, borders: frozenset[int] = frozenset()) -> Script:
    """Parse a script; raises SyntaxError (ValueError for a NUL byte in older Pythons)."""
    return Script(path, text, ast.parse(text, filename=str(path)), borders)
