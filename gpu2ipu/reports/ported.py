"""What `convert` did with each script, and with all, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpu2ipu.findings import Finding, Fix, Safety
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line
from gpu2ipu.reports.port_report import counts, report_of

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript

_REVIEW = f" [review: {WHY_REVIEW}]"


def port_lines(port: PortedScript) -> Iterator[str]:
    """Yield what became of one script: each edit with its reason, what to review, what needs manual work."""
    converted = port.result.converted
    if converted is None:
        return
    yield _heading(port)
    for finding in converted.applied:
        if finding.fix:
            yield f"  {finding.where}: {finding.rule} {_reason(finding, finding.fix)}"
    if converted.left:
        yield f"  {'notes' if converted.complete else 'needs manual work'} (lines of the port):"
    for finding in converted.left:
        note = "" if finding.asks else " [note]"
        yield f"  {finding.where}: {finding.rule} {one_line(finding.message)}{note}"


def _heading(port: PortedScript) -> str:
    script = port.result.path
    if port.result.idle:
        return f"{script}: {port.result.idle}" + (f"; copied to {port.target}" if port.deed else "")
    if port.deed:
        return (
            f"{script} ({port.deed})" if port.target == script else f"{script} -> {port.target} ({port.deed})"
        )
    return f"{script}: would change" if port.changed else f"{script}: nothing that convert can settle"


def _reason(finding: Finding, fix: Fix) -> str:
    return f"{fix.title} ({one_line(finding.message)})" + (_REVIEW if fix.safety is Safety.REVIEW else "")


def port_summary(ports: Sequence[PortedScript]) -> str:
    """One line over all scripts."""
    return counts(report_of(ports))
