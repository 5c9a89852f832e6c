"""Findings: what a rule reports about a place in a script, and the fix that it offers.

`check` prints findings, `convert` applies their fixes: both come from the same object, so they cannot drift apart.
"""

from __future__ import annotations

import enum
from pathlib import Path

from gpu2ipu.edits import Edit, Span
from gpu2ipu.records import record

# what the tool's own comments in a script begin with, after the #
COMMENT_PREFIX = "gpu2ipu:"


def comment_of(rule: str) -> str:
    """Return what a comment on something that is left of a rule begins with."""
    return f"# {COMMENT_PREFIX} {rule} "


class Severity(enum.Enum):
    """How much a finding matters on an IPU."""

    ERROR = "error"  # would not run
    WARNING = "warning"  # runs, but slowly or with other numbers
    NOTE = "note"


class Safety(enum.Enum):
    """What a fix does to the training."""

    SAFE = "safe"  # the training stays the same
    REVIEW = "review"  # may drop data or change numbers: a person should look


@record
class Elsewhere:
    """The part of a fix that another file of the project needs."""

    path: Path
    span: Span  # where the first of the edits is
    edits: tuple[Edit, ...]


@record
class Fix:
    """A change that settles a finding: a title for people and the edits."""

    title: str
    safety: Safety
    edits: tuple[Edit, ...]  # in the file of the finding
    elsewhere: tuple[Elsewhere, ...] = ()


@record
class Cell:
    """The notebook cell of a finding; spans refer to the cells joined to one text."""

    number: int  # from 1, cells without code counted too
    above: int  # lines of the joined text above the cell's first line


@record
class Finding:
    """One finding of one rule at one place; without a fix it needs manual work."""

    rule: str
    name: str
    severity: Severity
    span: Span
    message: str
    fix: Fix | None = None
    cell: Cell | None = None

    @property
    def asks(self) -> bool:
        """True if it asks for a change; a note says what to know."""
        return self.severity is not Severity.NOTE

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line as people count them: in the file, or in the notebook's cell."""
        above = self.cell.above if self.cell else 0
        return self.span.line - above, self.span.end_line - above

    @property
    def place(self) -> str:
        """Line and column as they follow a path, both from 1: `12:5`, in a notebook `cell 3:2:5`."""
        cell = f"cell {self.cell.number}:" if self.cell else ""
        return f"{cell}{self.lines[0]}:{self.span.column + 1}"

    @property
    def where(self) -> str:
        """The line for people: `line 12`, in a notebook `cell 3, line 2`."""
        cell = f"cell {self.cell.number}, " if self.cell else ""
        return f"{cell}line {self.lines[0]}"
