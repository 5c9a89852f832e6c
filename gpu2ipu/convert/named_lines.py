"""Named lines: messages that name a line (`Script.place`) go with its code when lines move."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Sequence

from gpu2ipu.analysis.syntax.script import Script

# not those of another file
_LINE = re.compile(r"\bline (\d+)(?: of cell (\d+))?\b(?! of )")
# what is told of a module where that is imported speaks of its lines only
_ELSEWHERE = re.compile(r"\.(py|ipynb), line \d")


def renumbered(message: str, new: Callable[[int], int], before: Sequence[int], after: Sequence[int]) -> str:
    """Return a message with the new numbers of the lines that it names.

    `before` and `after` are the lines above each cell of a notebook, none of a script.
    """

    def line(match: re.Match[str]) -> str:
        number, cell = int(match[1]), match[2]
        number = new(number + (before[int(cell) - 1] if cell else 0))
        place = bisect.bisect_left(after, number)
        return f"line {number - after[place - 1]} of cell {place}" if place else f"line {number}"

    return message if _ELSEWHERE.search(message) else _LINE.sub(line, message)


def cells_of(script: Script) -> Sequence[int]:
    """Return the lines above each cell, in the file itself."""
    return [line - script.above for line in script.cells]
