"""Findings as SARIF 2.1.0, which GitHub's code scanning and editors take: with the rules' pages, and their fixes.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. A fix is what applying it alone changes. The lines of
a notebook's file are those of JSON: its findings name the cell and the line in their messages, and have no fixes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gpu2ipu import __version__
from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.convert.single_fix import LineChange, file_changes
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding, Fix, Severity
from gpu2ipu.reports.fingerprints import with_fingerprints
from gpu2ipu.reports.phrases import in_cell, one_line, relative
from gpu2ipu.reports.rule_pages import example_pages
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule
from gpu2ipu.source.script_file import Source

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}

Json = dict[str, Any]


def written(checked: Checked) -> str:
    """Return a log with one run."""
    rules = all_rules()
    numbers = {rule.id: number for number, rule in enumerate(rules)}
    run = {
        "tool": {"driver": _driver(rules)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(checked)],
        "results": [found for result in checked.results for found in _results(result, numbers)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _driver(rules: Sequence[Rule]) -> Json:
    return {
        "name": "gpu2ipu",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in rules],
    }


def _rule(rule: Rule) -> Json:
    what, why, fix = (one_line(text) for text in (rule.what, rule.why, rule.fix))
    text, markdown = example_pages(rule)
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": what},
        "fullDescription": {"text": why},
        "help": {
            "text": f"{why}\n\nFix: {fix}\n\n{text}",
            "markdown": f"{why}\n\n**Fix:** {fix}\n\n{markdown}",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _invocation(checked: Checked) -> Json:
    located = [
        {"level": "error", "message": {"text": result.error}, "locations": [_location(result.path, None)]}
        for result in checked.results
        if result.error
    ]
    others = [{"level": "error", "message": {"text": sentence}} for sentence in checked.troubles]
    return {"executionSuccessful": not checked.errors, "toolExecutionNotifications": [*others, *located]}


def _results(result: FileResult, numbers: dict[str, int]) -> Iterator[Json]:
    for finding, fingerprint in with_fingerprints(result):
        found: Json = {
            "ruleId": finding.rule,
            "level": _LEVELS[finding.severity],
            "message": {"text": in_cell(finding) + one_line(finding.message)},
            "locations": [_location(result.path, None if finding.cell else finding.span)],
            "partialFingerprints": {"gpu2ipu/v1": fingerprint},
        }
        if finding.rule in numbers:
            found["ruleIndex"] = numbers[finding.rule]
        if finding.fix and result.source and not finding.cell:
            found["fixes"] = [_fix(result.source, finding, finding.fix)]
        yield found


def _location(path: Path, span: Span | None) -> Json:
    physical: Json = {"artifactLocation": _artifact(path)}
    if span is not None:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column + 1,
            "endLine": span.end_line,
            "endColumn": span.end_column + 1,
        }
    return {"physicalLocation": physical}


def _artifact(path: Path) -> Json:
    """Return a location: a relative reference below the current folder, else a URI."""
    text = relative(path)
    return {"uri": quote(os.fsencode(text)) if not Path(text).is_absolute() else path.absolute().as_uri()}


def _fix(source: Source, finding: Finding, fix: Fix) -> Json:
    changes = [
        {
            "artifactLocation": _artifact(file.path),
            "replacements": [_replacement(file.before, change) for change in file.changes],
        }
        for file in file_changes(source, finding)
    ]
    return {"description": {"text": f"{fix.title} ({fix.safety.value})"}, "artifactChanges": changes}


def _replacement(before: Sequence[str], change: LineChange) -> Json:
    region = {"startLine": change.start + 1, "startColumn": 1, "endLine": change.end + 1, "endColumn": 1}
    if change.end == len(before) > change.start and not before[-1].endswith(("\n", "\r")):  # no line follows
        region |= {"endLine": change.end, "endColumn": len(before[-1]) + 1}
    return {"deletedRegion": region, "insertedContent": {"text": change.text}}
