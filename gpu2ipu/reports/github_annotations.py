"""Findings as workflow commands of GitHub Actions, which shows them beside the changed lines of a pull request.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.reports.phrases import in_cell, one_line, relative

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_MESSAGE = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_MESSAGE, ":": "%3A", ",": "%2C"}


def written(checked: Checked) -> str:
    """Return a command for each finding and each file that could not be checked."""
    return "\n".join(_commands(checked))


def _commands(checked: Checked) -> Iterator[str]:
    for sentence in checked.troubles:
        yield _command("error", {"title": "gpu2ipu"}, sentence)
    for result in checked.results:
        if result.error:
            yield _command("error", {"file": relative(result.path), "title": "gpu2ipu"}, result.error)
        for finding in result.findings:
            message = in_cell(finding) + one_line(finding.message)
            yield _command(_COMMANDS[finding.severity], _properties(result.path, finding), message)


def _properties(path: Path, finding: Finding) -> dict[str, object]:
    properties: dict[str, object] = {"file": relative(path), "title": f"{finding.rule} ({finding.name})"}
    if finding.cell:  # lines of its file are those of JSON
        return properties
    span = finding.span
    properties |= {"line": span.line, "endLine": span.end_line}
    if span.end_line == span.line:  # columns are only taken of one line
        properties |= {"col": span.column + 1, "endColumn": span.end_column}
    return properties


def _command(name: str, properties: dict[str, object], message: str) -> str:
    listed = ",".join(f"{key}={_escaped(str(value), _IN_PROPERTY)}" for key, value in properties.items())
    return f"::{name} {listed}::{_escaped(message, _IN_MESSAGE)}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
