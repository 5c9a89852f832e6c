"""What can go wrong while edits are applied, other than bad input."""

from __future__ import annotations

from collections.abc import Iterable

from gpu2ipu.edits import Edit


class RewriteError(Exception):
    """Edits that cannot be applied: a defect of the rule that made them, not of the script."""

    def __init__(self, reason: str, edits: Iterable[Edit]) -> None:
        """Say what is wrong and with which edits."""
        self.edits = tuple(edits)
        super().__init__("\n  ".join([reason, *map(repr, self.edits)]))


class CannotRewrite(Exception):
    """A script that Python accepts and libcst cannot take apart without loss; `line` is where it gives up."""

    def __init__(self, reason: str, line: int) -> None:
        """Say what libcst stumbles over; the caller knows the path and adds it."""
        self.line = line
        super().__init__(f"line {line}: {reason}")
