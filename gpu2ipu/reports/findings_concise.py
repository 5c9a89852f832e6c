"""Findings as text, a line each: `path:line:column: RULE [*] message`, columns from 1.

`[*]` marks what `gpu2ipu convert` settles. A finding in a notebook is at `path:cell 3:line:column`.
"""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.findings import Finding
from gpu2ipu.reports.phrases import counted, one_line, visible
from gpu2ipu.source.discovery import PORT_SUFFIX

FIXABLE = "[*]"


def written(checked: Checked) -> str:
    """Return a line for each finding."""
    return "\n".join(
        heading(result.path, finding) for result in checked.results for finding in result.findings
    )


def heading(path: Path, finding: Finding) -> str:
    """Return the line of one finding."""
    mark = f" {FIXABLE}" if finding.fix else ""
    return f"{visible(str(path))}:{finding.place}: {finding.rule}{mark} {one_line(finding.message)}"


def summary(checked: Checked) -> str:
    """Return a line that counts; empty if there are no findings."""
    found = [finding for result in checked.results for finding in result.findings]
    if not found:
        return ""
    files = sum(bool(result.findings) for result in checked.results)
    fixable = sum(finding.fix is not None for finding in found)
    settles = f"; `gpu2ipu {_command(checked)}` settles {fixable} ({FIXABLE})" if fixable else ""
    return f"{counted(len(found), 'finding')} in {counted(files, 'file')}{settles}"


def _command(checked: Checked) -> str:
    """What changes the files that can be changed: `convert` would write a second port beside a port."""
    fixable = {result.path for result in checked.results for finding in result.findings if finding.fix}
    return "check --fix" if all(path.stem.endswith(PORT_SUFFIX) for path in fixable) else "convert"
