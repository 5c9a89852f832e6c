"""Names of a script, asked for by the lines that they stand in."""

from __future__ import annotations

import ast
from pathlib import Path

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.syntax.script import Script, parse


def script_of(code: str) -> Script:
    return parse(Path("script.py"), code)


def read(script: Script, line: int, name: str = "x") -> ast.Name:
    """The last place of a line that reads a name, `x += 1` among them."""
    names = [node for node in ast.walk(script.tree) if isinstance(node, ast.Name) and node.id == name]
    found = [node for node in names if node.lineno == line and not isinstance(node.ctx, ast.Del)]
    loads = [node for node in found if isinstance(node.ctx, ast.Load)] or found
    return max(loads, key=lambda node: node.col_offset)


def lines(script: Script, line: int, name: str = "x") -> list[int]:
    """The lines that bind what a name in a line reads."""
    return [each.line for each in bindings_of(script).of(read(script, line, name))]
