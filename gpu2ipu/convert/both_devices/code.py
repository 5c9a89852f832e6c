"""Code: the text of statements, to be put elsewhere."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.syntax.script import Script, tree_of


def code_of(script: Script, node: ast.stmt) -> str:
    """Return a statement as it is written, with the comment behind it, and without its indentation.

    One with strings of several lines is as Python writes it.
    """
    decorators = getattr(node, "decorator_list", [])
    start = min([node.lineno, *(each.lineno for each in decorators)])
    span = script.span(node)
    first = (start, span.column) if start < node.lineno else (span.line, span.column)
    last = script.lines[span.end_line - 1]
    has_comment = last[span.end_column :].lstrip().startswith("#")
    end = len(last.rstrip()) if has_comment else span.end_column
    lines = script.between(first, (span.end_line, end)).split("\n")
    indented = [line[span.column :] if not line[: span.column].strip() else line for line in lines[1:]]
    code = "\n".join([lines[0], *indented])
    tree = tree_of(code)
    is_kept = tree is not None and len(tree.body) == 1 and ast.dump(tree.body[0]) == ast.dump(node)
    return code if is_kept else ast.unparse(node)
