"""IPU001: a comment that silences nothing.

What a comment silences is known when all other rules have been asked: `convert/suppression.py` finds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule


class UnusedSuppression(Rule):
    """A comment `# gpu2ipu: ignore` has nothing to silence, or names a rule that there is not."""

    id = "IPU001"
    name = "unused-suppression"
    severity = Severity.NOTE
    what = "A comment `# gpu2ipu: ignore[...]` silences nothing, or names a rule that does not exist."
    why = (
        "It would hide the next finding there, or hides less than its author thinks. Only rules that were used in the "
        "run are judged."
    )
    fix = "a note: remove the comment, or correct it"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])  # gpu2ipu: ignore[IPU103]
"""
    after = before.replace("  # gpu2ipu: ignore[IPU103]", "")

    def check(self, port: Port) -> Iterator[Finding]:
        """Nothing: see the module."""
        return iter(())
