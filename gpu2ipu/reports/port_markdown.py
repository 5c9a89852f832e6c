"""What `convert` did, as Markdown, for the description of a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpu2ipu.findings import Finding
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line
from gpu2ipu.reports.port_report import PortReport, ScriptReport, is_to_review, percent, summary
from gpu2ipu.rules.rule import Effort

# what Markdown or HTML would take for its own, outside of code
_SIGNS = re.compile(r"([\\*_{}\[\]<>#|~!])")
_CODE = re.compile(r"(`[^`\n]+`)")


def written(report: PortReport) -> str:
    """Return the report."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: PortReport) -> Iterator[str]:
    yield "# Port to the IPU"
    yield ""
    yield summary(report)
    yield ""
    yield "| script | settled | changes | to review | manual work | effort |"
    yield "|---|---:|---:|---:|---:|---|"
    for script in report.scripts:
        yield _row(script, report)
    for script in report.scripts:
        yield from _section(script, report)


def _row(script: ScriptReport, report: PortReport) -> str:
    if script.error:
        cells = [_code(script.script), "error", "", "", "", ""]
    else:
        efforts = {report.efforts[finding.rule] for finding in script.left}
        cells = [
            _code(script.script),
            percent(len(script.changes), len(script.left)),
            *map(str, (len(script.changes), script.to_review, len(script.left))),
            ", ".join(effort.value for effort in Effort if effort in efforts),
        ]
    return f"| {' | '.join(cells)} |"


def _section(script: ScriptReport, report: PortReport) -> Iterator[str]:
    yield ""
    yield f"## {_code(script.script)}" + (f" → {_code(script.port)}" if script.port else "")
    if script.error or script.idle:
        yield ""
        yield _text(script.error or script.idle or "")
    for title, findings in script.sections:
        yield ""
        yield f"### {title}"
        yield ""
        yield from (f"* {_item(finding, report)}" for finding in findings)


def _item(finding: Finding, report: PortReport) -> str:
    place, message = f"{finding.where}: **{finding.rule}**", _text(one_line(finding.message))
    if finding.fix is None:
        effort = f" – effort: {report.efforts[finding.rule].value}" if finding.asks else ""
        return f"{place} {message}{effort}"
    review = f" – **review**: {WHY_REVIEW}" if is_to_review(finding) else ""
    return f"{place} {_text(finding.fix.title)} ({message}){review}"


def _text(text: str) -> str:
    """Return a text that is shown as it is; what stands in backticks is code in Markdown, too."""
    parts = _CODE.split(text)
    return "".join(part if part.startswith("`") else _SIGNS.sub(r"\\\1", part) for part in parts)


def _code(text: str) -> str:
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    padded = f" {text} " if "`" in text else text
    return f"{fence}{padded}{fence}".replace("|", "\\|").replace("\n", " ")
