"""Comments that silence what was found: `# gpu2ipu: ignore[IPU201]` at the end of each statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.convert.suppression import with_rules
from gpu2ipu.findings import COMMENT_PREFIX, Finding
from gpu2ipu.source import lines
from gpu2ipu.source.comment_lines import layout


def with_ignore_comments(script: Script, findings: Sequence[Finding]) -> str:
    """Return the text of a script in which comments silence findings; notes need none.

    A comment that silences other rules at the end of the same statement is extended.
    """
    where = layout(script)
    silenced: dict[int, dict[str, None]] = {}
    for finding in findings:
        if finding.asks:
            _, last = where.statement(finding.span.line)
            silenced.setdefault(last, {})[finding.rule] = None
    return "".join(
        _commented(line, where.comments.get(number, ""), silenced[number]) if number in silenced else line
        for number, line in enumerate(lines.split(script.text), start=1)
    )


def _commented(line: str, comment: str, rules: Mapping[str, None]) -> str:
    end = lines.own_end(line)
    code = line.removesuffix(end)
    if (extended := with_rules(comment, rules)) is not None:
        return f"{code.removesuffix(comment)}{extended}{end}"
    return f"{code.rstrip()}  # {COMMENT_PREFIX} ignore[{', '.join(rules)}]{end}"
