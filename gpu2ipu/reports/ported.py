"""What `convert` did with each script, and with all, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpu2ipu.findings import Finding, Fix, Safety
from gpu2ipu.reports.phrases import counted, one_line

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript

REVIEW = " [review: it may drop data or change numbers]"


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
    return f"{fix.title} ({one_line(finding.message)})" + (REVIEW if fix.safety is Safety.REVIEW else "")


def port_summary(ports: Sequence[PortedScript]) -> str:
    """One line over all scripts."""
    done = [port.result.converted for port in ports if port.result.converted]
    fixes = [finding.fix for converted in done for finding in converted.applied if finding.fix]
    review = sum(fix.safety is Safety.REVIEW for fix in fixes)
    left = sum(finding.asks for converted in done for finding in converted.left)
    counts = f"{counted(len(ports), 'script')}: {counted(len(fixes), 'change')}"
    return f"{counts}, {review} to review, {left} for manual work"
