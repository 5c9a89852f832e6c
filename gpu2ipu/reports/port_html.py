"""What `convert` did, as one HTML page that loads nothing: for light and dark, narrow screens and paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gpu2ipu.findings import Finding
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line
from gpu2ipu.reports.port_report import PortReport, ScriptReport, is_to_review, percent, summary

_STYLE = """
:root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --review: #9a6700; --left: #cf222e; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3d444d; --soft: #151b23; --review: #d29922; --left: #f85149; }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
body { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; }
td:first-child { min-width: 12rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
code { font: 13px ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: .1rem .3rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .8rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; font-weight: 600; }
li { margin: .25rem 0; }
.mark { border: 1px solid currentColor; border-radius: 1em; font-size: 12px; padding: 0 .5em; white-space: nowrap; }
.review { color: var(--review); } .left, .error { color: var(--left); }
@media print { details { break-inside: avoid-page; } body { max-width: none; } }
"""
_COLUMNS = ("script", "settled", "changes", "to review", "manual work")


def written(report: PortReport) -> str:
    """Return the page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: PortReport) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Port to the IPU</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f"<h1>Port to the IPU</h1>\n<p>{escape(summary(report))}.</p>"
    yield '<div class="wide"><table>'
    head = (f"<th{'' if column == 'script' else ' class=number'}>{column}</th>" for column in _COLUMNS)
    yield f"<tr>{''.join(head)}</tr>"
    for number, script in enumerate(report.scripts):
        yield _row(number, script)
    yield "</table></div>"
    for number, script in enumerate(report.scripts):
        yield from _section(number, script, report)
    yield "</body>\n</html>"


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
        yield from (f"<li>{_item(finding, report)}</li>" for finding in findings)
        yield "</ul>"
    yield "</details>"


def _item(finding: Finding, report: PortReport) -> str:
    message = _text(one_line(finding.message))
    start = f'{finding.where}: <b title="{escape(finding.name)}">{finding.rule}</b>'
    if finding.fix is None:
        effort = _mark("left", f"effort: {report.efforts[finding.rule].value}") if finding.asks else ""
        return f"{start} {message}{effort}"
    review = _mark("review", f"review: {WHY_REVIEW}") if is_to_review(finding) else ""
    return f"{start} {_text(finding.fix.title)} ({message}){review}"


def _mark(kind: str, text: str) -> str:
    return f' <span class="mark {kind}">{text}</span>'


def _text(text: str) -> str:
    """Return a text as HTML, with code where it has backticks."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
