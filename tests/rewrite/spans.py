"""Finds the span of a node by its code, as rules get it: from the `ast`."""

from __future__ import annotations

import ast
from pathlib import Path

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.edits import Span


def expr(text: str, code: str, nth: int = 0) -> Span:
    """The span of the nth expression that is exactly that code."""
    script = parse(Path("train.py"), text)
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.expr))
    return sorted(script.span(node) for node in nodes if script.source(node) == code)[nth]


def call(text: str, name: str = "f", nth: int = 0) -> Span:
    """The span of the nth call of a function."""
    script = parse(Path("train.py"), text)
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.Call))
    return sorted(script.span(node) for node in nodes if ast.unparse(node.func) == name)[nth]


def stmt(text: str, begin: str, nth: int = 0) -> Span:
    """The span of the nth statement that begins like that."""
    script = parse(Path("train.py"), text)
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.stmt))
    return sorted(script.span(node) for node in nodes if script.source(node).startswith(begin))[nth]
