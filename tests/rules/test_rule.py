"""A rule puts the outcomes that it owns into words, and no others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.edits import Remove
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record
from gpu2ipu.rules.rule import Rule, Words
from tests.sample_rules import Sample

PORT = Port(parse(Path("a.py"), "a = 1\nb = 2\n"))
FIRST, SECOND = PORT.script.tree.body


@record
class Counted(Outcome):
    """An outcome of the rule below."""

    number: int


@record
class Foreign(Outcome):
    """One of another rule."""


class Counting(Sample):
    """Says a number."""

    id = "IPU999"
    name = "counting"
    words = ((Counted, lambda outcome: Words(f"{outcome.number}", "count", Safety.REVIEW)),)
    owns = (int,)

    def check(self, port: Port) -> Iterator[Finding]:
        """Report two outcomes of its own and a foreign one."""
        edit = Remove(port.script.span(FIRST))
        yield from self.reported(
            port, [Counted(FIRST, 3, edits=(edit, edit)), Foreign(SECOND), Counted(SECOND, 4)]
        )


def test_outcomes_become_findings() -> None:
    rule: Rule = Counting()
    first, second = rule.check(PORT)
    assert (first.rule, first.name, first.message, first.severity) == (
        "IPU999",
        "counting",
        "3",
        Severity.ERROR,
    )
    assert first.span == PORT.script.span(FIRST)
    assert first.fix is not None and len(first.fix.edits) == 1
    assert (first.fix.title, first.fix.safety) == ("count", Safety.REVIEW)
    assert (second.message, second.fix) == ("4", None)


def test_the_types_that_only_this_rule_makes() -> None:
    assert Counting().kinds == (Counted, int)
    assert isinstance(FIRST, ast.Assign)
