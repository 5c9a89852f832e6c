"""Findings as text for people: the line of each, and below it the code with carets under what is meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding
from gpu2ipu.reports.findings_concise import heading
from gpu2ipu.source import lines

# characters of a line of code that are shown; a longer one is cut around what is meant
_WIDTH = 100
_LEFT_OF = 20
_CUT = "…"


def written(checked: Checked) -> str:
    """Return the findings, each with its code."""
    return "\n".join(line for result in checked.results for line in _of_file(result.path, result))


def _of_file(path: Path, result: FileResult) -> Iterator[str]:
    source = result.source
    code = lines.split(source.text) if source else []
    known = lines.split(source.readable(source.text)) if source and result.findings else []
    for finding in result.findings:
        yield heading(path, finding)
        if (place := finding.span.line - 1) < len(code):
            yield from frame(known[place], _in_line(finding, code[place], known[place]))


def _in_line(finding: Finding, read: str, known: str) -> Finding:
    """A finding in a line as people know it: rules read another one where IPython has its own syntax."""
    if read == known:
        return finding
    span = finding.span
    meant = read[span.column : span.end_column if span.end_line == span.line else None].rstrip()
    start = known.find(meant)
    if start < 0:
        meant, start = known.strip(), len(known) - len(known.lstrip())
    return replace(finding, span=Span(span.line, start, span.line, start + len(meant)))


def frame(line: str, finding: Finding) -> Iterator[str]:
    """Yield the first line of code of a finding, with its number, and carets under the part that is meant."""
    line, span = line.rstrip(), finding.span
    end = span.end_column if span.end_line == span.line else len(line)
    start, end = span.column, max(end, span.column + 1)
    shown, before = _cut(line, start)
    start, end = start - before, min(end - before, max(len(shown), start - before + 1))
    number = str(finding.lines[0])
    yield f"{' ' * len(number)} |"
    yield f"{number} | {shown}"
    yield f"{' ' * len(number)} | {_blank(shown[:start])}{'^' * max(_width(shown[start:end]), 1)}"


def _cut(line: str, column: int) -> tuple[str, int]:
    """Return the part of a line around a column that is shown, and by how many characters columns are less in it."""
    if len(line) <= _WIDTH:
        return line, 0
    first = 0 if column < _WIDTH - _LEFT_OF else column - _LEFT_OF
    part = line[first : first + _WIDTH]
    after = _CUT if first + _WIDTH < len(line) else ""
    return (f"{_CUT}{part}{after}", first - 1) if first else (f"{part}{after}", 0)


def _blank(text: str) -> str:
    """Return white space as wide as a text; tabs stay tabs."""
    return "".join("\t" if character == "\t" else " " * _width(character) for character in text)


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
