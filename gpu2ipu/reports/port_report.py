"""What `convert` did, as data for a file: per script and in total, with the effort of what is left to do by hand."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpu2ipu.errors import Trouble
from gpu2ipu.findings import Finding, Safety
from gpu2ipu.records import record
from gpu2ipu.reports.phrases import counted, visible
from gpu2ipu.rules.rule import Effort

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript

# ending of the file -> the module that writes it; all have a function `written`
WRITERS = {".json": "port_json", ".md": "port_markdown", ".html": "port_html"}


@record
class ScriptReport:
    """One script: what was changed, what needs manual work, what is to be known; or why there is no port."""

    script: str
    port: str | None  # where it was written, or would be; None if there is none
    error: str | None
    idle: str | None  # why nothing was done
    changes: tuple[Finding, ...] = ()  # at the lines of the script
    left: tuple[Finding, ...] = ()  # at the lines of the port
    notes: tuple[Finding, ...] = ()  # at the lines of the port

    @property
    def to_review(self) -> int:
        """How many changes may drop data or change numbers."""
        return sum(is_to_review(finding) for finding in self.changes)

    @property
    def sections(self) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """Yield the findings under a title each, what asks for work first; nothing for those that are not there."""
        for title, findings in (
            ("Manual work (lines of the port)", self.left),
            ("Changes (lines of the script)", self.changes),
            ("Notes (lines of the port)", self.notes),
        ):
            if findings:
                yield title, findings


@record
class PortReport:
    """All scripts, and the efforts of the rules that left something."""

    scripts: tuple[ScriptReport, ...]
    efforts: Mapping[str, Effort]

    @property
    def changes(self) -> int:
        """How many changes there are in all scripts."""
        return sum(len(script.changes) for script in self.scripts)

    @property
    def to_review(self) -> int:
        """How many of them are to be reviewed."""
        return sum(script.to_review for script in self.scripts)

    @property
    def left(self) -> int:
        """How many findings need manual work."""
        return sum(len(script.left) for script in self.scripts)

    def by_effort(self) -> dict[Effort, int]:
        """Return how many findings of each effort need manual work."""
        efforts = [self.efforts[finding.rule] for script in self.scripts for finding in script.left]
        return {effort: efforts.count(effort) for effort in Effort}


def report_of(ports: Sequence[PortedScript | str]) -> PortReport:
    """Return the report of what `convert` yielded; a string is the error of a path that leads to no script."""
    scripts = tuple(map(_of_script, ports))
    return PortReport(scripts, efforts_of(finding for script in scripts for finding in script.left))


def efforts_of(left: Iterable[Finding]) -> dict[str, Effort]:
    """Return the efforts of the rules that need manual work."""
    from gpu2ipu.rules import LISTINGS

    rules = {finding.rule for finding in left}
    return {listing.id: listing.load().effort for listing in LISTINGS if listing.id in rules}


def _of_script(port: PortedScript | str) -> ScriptReport:
    if isinstance(port, str):
        return ScriptReport(port.partition(":")[0], None, port, None)
    converted, script = port.result.converted, str(port.result.path)
    if port.error or converted is None:
        return ScriptReport(script, None, port.error or port.result.error, None)
    return ScriptReport(
        script,
        str(port.target) if port.deed or port.changed else None,
        None,
        port.result.idle,
        converted.applied,
        tuple(finding for finding in converted.left if finding.asks),
        tuple(finding for finding in converted.left if not finding.asks),
    )


def counts(report: PortReport) -> str:
    """Return what there is, in one line."""
    changes = f"{counted(len(report.scripts), 'script')}: {counted(report.changes, 'change')}"
    return f"{changes}, {report.to_review} to review, {report.left} for manual work"


def rewritten(ports: Sequence[PortedScript]) -> Iterator[str]:
    """Yield a line for each script: how much was changed in it, and by which rules what is to be reviewed."""
    for script in report_of(ports).scripts:
        rules = dict.fromkeys(finding.rule for finding in script.changes if is_to_review(finding))
        which = f" ({', '.join(rules)})" if rules else ""
        changes = f"{counted(len(script.changes), 'change')}, {script.to_review} to review{which}"
        yield f"{visible(script.script)} (rewritten): {changes}"


def summary(report: PortReport) -> str:
    """Return one sentence over all scripts."""
    efforts = ", ".join(f"{count} {effort.value}" for effort, count in report.by_effort().items() if count)
    told = f" (effort: {efforts})" if efforts else ""
    return f"{counts(report)}{told}; {percent(report.changes, report.left)} settled"


def share(changes: int, left: int) -> float | None:
    """Return which share of what an IPU would not take is settled; None where there was nothing."""
    return changes / (changes + left) if changes + left else None


def percent(changes: int, left: int) -> str:
    """Return that share for people; it is only 100 % if nothing is left."""
    settled = share(changes, left)
    return "–" if settled is None else f"{int(100 * settled)} %"


def is_to_review(finding: Finding) -> bool:
    """True if the change that settles a finding may drop data or change numbers."""
    return finding.fix is not None and finding.fix.safety is Safety.REVIEW


def check_ending(path: Path) -> None:
    """Raise Trouble if a report cannot be written to a file of this name."""
    if path.suffix not in WRITERS:
        raise Trouble(f"{path}: a report ends in {', '.join(WRITERS)}")


def written(report: PortReport, path: Path) -> str:
    """Return a report as the text of a file of this name."""
    write: Callable[[PortReport], str] = importlib.import_module(
        f".{WRITERS[path.suffix]}", __package__
    ).written
    return write(report)
