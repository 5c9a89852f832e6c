"""Cell comments: `# %%`, `# In[3]:` and the like, by which editors and Jupytext know the cells of a script.

Such a comment is about what follows it, but no part of the first statement there: nothing may be inserted above it
that belongs to that statement, and it must never be indented. So each becomes a statement, with the comment behind it,
before rules and edits see the text. Formats: https://jupytext.readthedocs.io/en/latest/formats-scripts.html
"""

from __future__ import annotations

import ast
import re
import warnings

from gpu2ipu.analysis.script import CELL_SIGN

_MARK = f'"{CELL_SIGN} cell ---"  '
_PATTERN = r"#[ ]?%%|#[ ]In ?\[[ \d]*\]:|#[ ]<(?:code|markdown)cell>|#[ ]COMMAND -+"
_CELL = re.compile(rf"^(?={_PATTERN})", re.MULTILINE)
# the light format of Jupytext: `# +` begins a cell, `# -` ends one
_LIGHT_CELL = re.compile(rf"^(?={_PATTERN}|#[ ]\+(?:[ \r\n]|\Z)|#[ ]-\s*$)", re.MULTILINE)


def mark(text: str) -> str:
    """The text with cell comments as statements, as it is where one stands inside of another statement."""
    cell = _LIGHT_CELL if re.search(r"^# +jupytext:", text, re.MULTILINE) else _CELL
    marked, count = cell.subn(_MARK, text)
    return marked if count and _has_marks(marked, count) else text


def unmark(text: str) -> str:
    """The text as it was."""
    return text.replace(_MARK, "")


def _has_marks(marked: str, count: int) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            body = ast.parse(marked).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    mark = ast.dump(ast.parse(_MARK.strip()).body[0])
    return [ast.dump(statement) for statement in body if isinstance(statement, ast.Expr)].count(mark) == count
