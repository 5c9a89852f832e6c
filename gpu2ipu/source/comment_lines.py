"""The comments of a script, and which lines one statement takes: what `ast` does not know.

Found with `tokenize`, so that a `#` in a string is none. Used by `suppression` and `annotation`, and only for
the few scripts that need it: tokenizing costs more than parsing.
"""

from __future__ import annotations

import tokenize

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.records import record

_NOT_CODE = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)
)


@record
class Layout:
    """Comments and logical lines of a script; all lines count from 1."""

    comments: dict[int, str]  # line -> its comment, with the #
    alone: frozenset[int]  # lines that hold a comment and nothing else
    logical: dict[int, tuple[int, int]]  # line of code -> first and last line of its logical line

    def statement(self, line: int) -> tuple[int, int]:
        """First and last line of the logical line (a simple statement, or the head of a block)."""
        return self.logical.get(line, (line, line))

    def above(self, line: int) -> list[int]:
        """Return the lines directly above that hold only comments."""
        block = []
        while (line := line - 1) in self.alone:
            block.append(line)
        return block


@once
def layout(script: Script) -> Layout:
    """Tokenize a script that has been parsed."""
    comments: dict[int, str] = {}
    code: set[int] = set()
    logical: dict[int, tuple[int, int]] = {}
    first: int | None = None
    lines = iter([line + "\n" for line in script.lines])
    for token in tokenize.generate_tokens(lambda: next(lines, "")):
        if token.type == tokenize.COMMENT:
            comments[token.start[0]] = token.string
        if token.type in _NOT_CODE:
            continue
        first = first or token.start[0]
        code.update(range(token.start[0], token.end[0] + 1))
        if token.type == tokenize.NEWLINE:
            while first > 1 and script.lines[first - 2].strip() == "\\":  # they belong to what follows
                first -= 1
            logical.update(dict.fromkeys(range(first, token.start[0] + 1), (first, token.start[0])))
            first = None
    return Layout(comments, frozenset(comments.keys() - code), logical)
