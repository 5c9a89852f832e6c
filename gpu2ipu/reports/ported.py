"""What `convert` did with each script, and with all, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpu2ipu.findings import Finding, Safety
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line, visible
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
        yield f"  {finding.where}: {finding.rule} {reason(finding)}"
    if converted.left:
        yield f"  {'notes' if converted.complete else 'needs manual work'} (lines of the port):"
    for finding in converted.left:
        yield f"  {finding.where}: {finding.rule} {reason(replace(finding, fix=None))}"


def _heading(port: PortedScript) -> str:
    script, target = visible(str(port.result.path)), visible(str(port.target))
    if port.result.idle:
        return f"{script}: {port.result.idle}" + (f"; copied to {target}" if port.deed else "")
    if port.deed:
        return f"{script} ({port.deed})" if target == script else f"{script} -> {target} ({port.deed})"
    if not port.changed:
        return f"{script}: nothing that convert can settle"
    return f"{script}: would change" + (f", but {port.obstacle}" if port.obstacle else "")


def reason(finding: Finding) -> str:
    """Return what was done about a finding, and why; or what it says, where nothing was done."""
    if finding.fix is None:
        return one_line(finding.message) + ("" if finding.asks else " [note]")
    review = _REVIEW if finding.fix.safety is Safety.REVIEW else ""
    return f"{finding.fix.title} ({one_line(finding.message)}){review}"


def port_summary(ports: Sequence[PortedScript]) -> str:
    """One line over all scripts."""
    return counts(report_of(ports))
