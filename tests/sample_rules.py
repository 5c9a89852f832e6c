"""Small rules for tests of what stands around the rules: one of each behaviour."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import AddArgument, Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules import Listing
from gpu2ipu.rules.rule import Rule


class Sample(Rule):
    """Texts that every rule has."""

    severity = Severity.ERROR
    what = "a sample"
    why = "it is a | sample"
    fix = "needs manual work"
    before = "a = 1"
    after = "a = 2"


def calls(script: Script, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(script.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
            yield node


class PartialBatch(Sample):
    """Flags `batch(...)` without `drop_remainder`; its fix is to be reviewed."""

    id = "IPU201"
    name = "partial-batch"
    before = "import keras\nd.batch(3)"
    after = "import keras\nd.batch(3, drop_remainder=True)"

    def check(self, port: Port) -> Iterator[Finding]:
        script = port.script
        for call in calls(script, "batch"):
            if not any(keyword.arg == "drop_remainder" for keyword in call.keywords):
                edit = AddArgument(script.span(call), "drop_remainder", "True")
                fix = Fix("add drop_remainder=True", Safety.REVIEW, (edit,))
                yield self.finding(script.span(call), "the last batch may be partial", fix)


class OwnStep(Sample):
    """Flags functions named `train_step`; needs manual work."""

    id = "IPU304"
    name = "overridden-train-step"

    def check(self, port: Port) -> Iterator[Finding]:
        script = port.script
        for node in ast.walk(script.tree):
            if isinstance(node, ast.FunctionDef) and node.name == "train_step":
                yield self.finding(script.span(node), "train_step is refused:\n   move it into call")


class Remark(Sample):
    """Flags `print(...)` with a note."""

    id = "IPU909"
    name = "remark"
    severity = Severity.NOTE

    def check(self, port: Port) -> Iterator[Finding]:
        script = port.script
        for call in calls(script, "print"):
            yield self.finding(script.span(call), "prints from the host")


SAMPLES = (PartialBatch(), OwnStep(), Remark())


@dataclass(frozen=True)
class Renamed(Sample):
    """Replaces calls of one name by calls of another."""

    old: str
    new: str
    id: str = "IPU999"  # type: ignore[misc]
    name: str = "renamed"  # type: ignore[misc]

    def check(self, port: Port) -> Iterator[Finding]:
        script = port.script
        for call in calls(script, self.old):
            edit: Edit = Replace(script.span(call), self.new)
            yield self.finding(script.span(call), "renamed", Fix(self.new, Safety.SAFE, (edit,)))


class Crash(Sample):
    """Has a defect."""

    id = "IPU998"
    name = "crash"

    def check(self, port: Port) -> Iterator[Finding]:
        raise KeyError("a defect")


class Deadly(Sample):
    """Takes the process down when a script says so."""

    id = "IPU997"
    name = "deadly"

    def check(self, port: Port) -> Iterator[Finding]:
        script = port.script
        if "die" in script.text:
            os._exit(3)
        yield from ()


def use(monkeypatch: pytest.MonkeyPatch, *rules: Rule) -> None:
    """Let these be all the rules."""
    listings = tuple(Listing(rule.id, __name__, type(rule).__name__) for rule in rules)
    monkeypatch.setattr("gpu2ipu.rules.LISTINGS", listings)
