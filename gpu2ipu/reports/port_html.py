"""What `convert` did, as one HTML page that loads nothing: for light and dark, narrow screens and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from gpu2ipu.findings import Finding
from gpu2ipu.reports.html_page import mark, page, with_code
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line
from gpu2ipu.reports.port_report import PortReport, ScriptReport, is_to_review, percent, summary
from gpu2ipu.rules.rule import Effort

_STYLE = """
table { width: 100%; }
.wide { overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; }
td:first-child { min-width: 12rem; }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
@media (max-width: 40rem) {
  th, td { font-size: 13px; padding: .3rem; overflow-wrap: normal; }
  td:first-child { min-width: 0; overflow-wrap: anywhere; }
}
"""
_COLUMNS = ("script", "settled", "changes", "to review", "manual work")


def written(report: PortReport) -> str:
    """Return the page."""
    return page("Port to the IPU", _STYLE, _lines(report))


def _lines(report: PortReport) -> Iterator[str]:
    yield f"<h1>Port to the IPU</h1>\n<p>{escape(summary(report))}.</p>"
    yield '<div class="wide"><table>'
    head = (f"<th{'' if column == 'script' else ' class=number'}>{column}</th>" for column in _COLUMNS)
    yield f"<tr>{''.join(head)}</tr>"
    for number, script in enumerate(report.scripts):
        yield _row(number, script)
    yield "</table></div>"
    for number, script in enumerate(report.scripts):
        yield from _section(number, script, report)


def _row(number: int, script: ScriptReport) -> str:
    link = f'<td><a href="#s{number}"><code>{escape(script.script)}</code></a></td>'
    if script.error:
        return f'<tr>{link}<td class="error" colspan="{len(_COLUMNS) - 1}">error</td></tr>'
    changes, left = len(script.changes), len(script.left)
    cells = (percent(changes, left), changes, script.to_review)
    work = f'<td class="number{" left" if left else ""}">{left}</td>'
    return f"<tr>{link}{''.join(f'<td class=number>{cell}</td>' for cell in cells)}{work}</tr>"


def _section(number: int, script: ScriptReport, report: PortReport) -> Iterator[str]:
    is_open = " open" if script.left or script.error else ""
    port = f" → <code>{escape(script.port)}</code>" if script.port else ""
    yield f'<details id="s{number}"{is_open}><summary><code>{escape(script.script)}</code>{port}</summary>'
    if script.error or script.idle:
        yield f"<p{' class=error' if script.error else ''}>{escape(script.error or script.idle or '')}</p>"
    for title, findings in script.sections:
        yield f"<h3>{title}</h3>\n<ul>"
        yield from (f"<li>{item(finding, report.efforts)}</li>" for finding in findings)
        yield "</ul>"
    yield "</details>"


def item(finding: Finding, efforts: Mapping[str, Effort]) -> str:
    """Return a finding as HTML: what was done, or what needs manual work with the effort of its rule."""
    message = with_code(one_line(finding.message))
    start = f'{finding.where}: <b title="{escape(finding.name)}">{finding.rule}</b>'
    if finding.fix is None:
        effort = mark("left", f"effort: {efforts[finding.rule].value}") if finding.asks else ""
        return f"{start} {message}{effort}"
    review = mark("review", f"review: {WHY_REVIEW}") if is_to_review(finding) else ""
    return f"{start} {with_code(finding.fix.title)} ({message}){review}"
