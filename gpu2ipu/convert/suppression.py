"""Comments that silence rules: `# gpu2ipu: ignore`, `ignore[IPU201, IPU202]`, `ignore-file[IPU202]`.

A comment silences a finding when it is on a line that the finding covers, at the end of its statement, or
alone directly above either. Of a block (a function, a loop) only the head counts, not its body.
"""

from __future__ import annotations

import re

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Span
from gpu2ipu.findings import COMMENT_PREFIX, Finding
from gpu2ipu.records import record
from gpu2ipu.source.comment_lines import Layout, layout

_IGNORE = re.compile(COMMENT_PREFIX + r"\s*ignore(?P<file>-file)?(?![\w-])(?:\s*\[(?P<rules>[^\]]*)\])?")


@record
class _Ignore:
    whole_file: bool
    rules: frozenset[str]  # empty: all

    def covers(self, finding: Finding) -> bool:
        return not self.rules or finding.rule in self.rules


def unsuppressed(script: Script, findings: list[Finding]) -> list[Finding]:
    """Return the findings that no comment of the script silences."""
    if not _IGNORE.search(script.text):
        return findings
    where = layout(script)
    ignores = {line: ignore for line, text in where.comments.items() if (ignore := _parse(text))}
    return [finding for finding in findings if not _suppressed(finding, ignores, where)]


def ignores_file(script: Script) -> bool:
    """True if a comment takes the whole script out."""
    if not _IGNORE.search(script.text):
        return False
    ignores = map(_parse, layout(script).comments.values())
    return any(ignore.whole_file and not ignore.rules for ignore in ignores if ignore)


def _parse(comment: str) -> _Ignore | None:
    found = _IGNORE.search(comment)
    if found is None:
        return None
    listed = found["rules"]
    rules = frozenset(rule.strip() for rule in (listed or "").split(",")) - {""}
    if listed is not None and not rules:  # `ignore[]` names nothing
        return None
    return _Ignore(found["file"] is not None, rules)


def _suppressed(finding: Finding, ignores: dict[int, _Ignore], where: Layout) -> bool:
    near = _lines(finding.span, where)
    return any(
        ignore.covers(finding) for line, ignore in ignores.items() if ignore.whole_file or line in near
    )


def _lines(span: Span, where: Layout) -> set[int]:
    first, last = where.statement(span.line)
    own = range(span.line, min(span.end_line, last) + 1)
    return {*own, last, *where.above(span.line), *where.above(first)}
