"""Texts: expressions as the script would write them."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.same_value import operand
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script


def text_of(script: Script, node: ast.expr) -> str:
    """Return an expression as text, in the script's own quotes."""
    text = ast.unparse(node)
    return text.replace("'", quote(script)) if '"' not in text and "\\" not in text else text


@once
def quote(script: Script) -> str:
    """Return the quotation mark that a script uses more often."""
    return '"' if script.text.count('"') >= script.text.count("'") else "'"


def operand_text(script: Script, node: ast.expr) -> str:
    """Return an expression as text that can stand beside `*` and `//`."""
    return operand(node, text_of(script, node))
