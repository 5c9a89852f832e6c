"""Comments that `convert` leaves above what needs manual work: `# gpu2ipu: IPU304 message`."""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.convert.named_lines import cells_of, renumbered
from gpu2ipu.findings import Finding, comment_of
from gpu2ipu.source import lines
from gpu2ipu.source.comment_lines import Layout, layout


def annotate(script: Script, left: Iterable[Finding]) -> str:
    """Return the script with a comment above the statement of each finding that has none yet; notes get none."""
    todo = [finding for finding in left if finding.asks]
    if not todo:
        return script.text
    where = layout(script)
    above: dict[int, list[str]] = {}
    for finding in todo:
        line = _place(finding, where)
        comment = comment_of(finding.rule) + " ".join(finding.message.split())
        if not _annotated(finding, line, where) and comment not in above.setdefault(line, []):
            above[line].append(comment)
    return "".join(_with_comments(script.text, _renumbered(script, above)))


def _renumbered(script: Script, above: dict[int, list[str]]) -> dict[int, list[str]]:
    """Comments that name lines, with the numbers that these have among all comments."""
    places = sorted(line for line, comments in above.items() for _ in comments)

    def new(line: int) -> int:
        return line + bisect.bisect_right(places, line)

    cells = cells_of(script)
    moved = [new(line) for line in cells]
    return {
        line: [renumbered(comment, new, cells, moved) for comment in comments]
        for line, comments in above.items()
    }


def _place(finding: Finding, where: Layout) -> int:
    line = where.statement(finding.span.line)[0]
    while line in where.alone:  # the shebang and the coding cookie stay on top
        line += 1
    return line


def _annotated(finding: Finding, line: int, where: Layout) -> bool:
    mark = comment_of(finding.rule)
    return any(where.comments[comment].startswith(mark) for comment in where.above(line))


def _with_comments(text: str, above: dict[int, list[str]]) -> Iterable[str]:
    for number, line in enumerate(lines.split(text), start=1):
        indentation = lines.indentation(line)
        end = lines.end_of(line, text)
        for comment in above.get(number, ()):
            yield indentation + comment + end
        yield line
