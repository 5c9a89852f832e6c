"""Cell comments: `# %%`, `# In[3]:` and the like, by which editors and Jupytext know the cells of a script.

Such a comment is about what follows it, but no part of the first statement there: nothing may be inserted above it
that belongs to that statement, and it must never be indented. So each becomes a statement, with the comment behind it,
before rules and edits see the text. Formats: https://jupytext.readthedocs.io/en/latest/formats-scripts.html
"""

from __future__ import annotations

import ast
import re

from gpu2ipu.analysis.syntax.script import CELL_SIGN, tree_of

_MARK = f'"{CELL_SIGN} cell ---"  '
_PATTERN = r"#[ ]?%%|#[ ]In ?\[[ \d]*\]:|#[ ]<(?:code|markdown)cell>|#[ ]COMMAND -+"
_CELL = re.compile(rf"^(?={_PATTERN})", re.MULTILINE)
# the light format of Jupytext: `# +` begins a cell, `# -` ends one
_LIGHT_CELL = re.compile(rf"^(?={_PATTERN}|#[ ]\+(?:[ \r\n]|\Z)|#[ ]-\s*$)", re.MULTILINE)


def mark(text: str) -> str:
    """Return the text with cell comments as statements, unchanged where one is inside another statement."""
    cell = _LIGHT_CELL if re.search(r"^# +jupytext:", text, re.MULTILINE) else _CELL
    marked, count = cell.subn(_MARK, text)
    return marked if count and _has_marks(marked, count) else text


def unmark(text: str) -> str:
    """Return the text as it was."""
    return text.replace(_MARK, "")


def _has_marks(marked: str, count: int) -> bool:
    tree = tree_of(marked)
    body = tree.body if tree else []
    mark = ast.dump(ast.parse(_MARK.strip()).body[0])
    return [ast.dump(statement) for statement in body if isinstance(statement, ast.Expr)].count(mark) == count
