"""How results are printed: findings as text and JSON, what `convert` did, diffs, the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gpu2ipu.findings import Finding, Fix, Safety

if TYPE_CHECKING:
    from gpu2ipu.convert.destinations import PortedScript
    from gpu2ipu.convert.engine import FileResult
    from gpu2ipu.rules.rule import Rule

JSON_VERSION = 1
_NO_END = "\\ No newline at end of file"
REVIEW = " [review: it may drop data or change numbers]"


def check_lines(results: Iterable[FileResult]) -> Iterator[str]:
    """`path:line:column: RULE message`, columns from 1, and a last line that counts; nothing for none.

    A finding in a notebook is at `path:cell 3:line:column`.
    """
    files = fixable = count = 0
    for result in results:
        files += bool(result.findings)
        for finding in result.findings:
            count += 1
            fixable += finding.fix is not None
            yield f"{result.path}:{finding.place}: {finding.rule} {_line(finding.message)}"
    if count:
        yield f"{_count(count, 'finding')} in {_count(files, 'file')}; `gpu2ipu convert` settles {fixable}"


def check_json(results: Sequence[FileResult], troubles: Sequence[str] = ()) -> str:
    """Return the JSON of `check`; columns count from 1. A path that leads to no script has only an error.

    A finding in a notebook has also the number of its `cell`, from 1, and lines within that.
    """
    import json

    files: list[dict[str, object]] = [{"path": None, "error": text, "findings": []} for text in troubles]
    for result in results:
        findings = [_finding_data(finding) for finding in result.findings]
        files.append({"path": str(result.path), "error": result.error, "findings": findings})
    return json.dumps({"version": JSON_VERSION, "files": files}, indent=2)


def _finding_data(finding: Finding) -> dict[str, object]:
    line, end_line = finding.lines
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.value,
        **({"cell": finding.cell.number} if finding.cell else {}),
        "line": line,
        "column": finding.span.column + 1,
        "end_line": end_line,
        "message": finding.message,
        "fix": finding.fix and {"title": finding.fix.title, "safety": finding.fix.safety.value},
    }


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
        yield f"  {finding.where}: {finding.rule} {_line(finding.message)}{note}"


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
    return f"{fix.title} ({_line(finding.message)})" + (REVIEW if fix.safety is Safety.REVIEW else "")


def port_summary(ports: Sequence[PortedScript]) -> str:
    """One line over all scripts."""
    done = [port.result.converted for port in ports if port.result.converted]
    fixes = [finding.fix for converted in done for finding in converted.applied if finding.fix]
    review = sum(fix.safety is Safety.REVIEW for fix in fixes)
    left = sum(finding.asks for converted in done for finding in converted.left)
    counts = f"{_count(len(ports), 'script')}: {_count(len(fixes), 'change')}"
    return f"{counts}, {review} to review, {left} for manual work"


def diff(port: PortedScript) -> str:
    """Return a unified diff from script to port, of a notebook one for each cell; empty when nothing changes."""
    source, converted = port.result.source, port.result.converted
    if source is None or converted is None:
        return ""
    pairs = zip(source.parts(source.text), source.parts(converted.text), strict=True)
    return "".join(_diff(before, after, port, name) for (name, before), (_, after) in pairs)


def _diff(before: str, after: str, port: PortedScript, name: str) -> str:
    import difflib

    from gpu2ipu.source import lines

    names = f"{port.result.path}{name}", f"{port.target}{name}"
    changes = difflib.unified_diff(lines.split(before), lines.split(after), *names)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}\n" for line in changes)


def rule_lines(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rules as a table for a terminal."""
    rows = [(rule.id, rule.name, rule.severity.value, rule.fix) for rule in rules]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def rule_markdown(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rules as the table of the README."""
    yield "| id | name | severity | flags | fix |"
    yield "|---|---|---|---|---|"
    for rule in rules:
        cells = (rule.id, rule.name, rule.severity.value, _line(rule.what), _line(rule.fix))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def rule_page(rule: Rule) -> str:
    """Everything about one rule."""
    import textwrap

    before, after = (
        textwrap.indent(textwrap.dedent(code).strip("\n"), "    ") for code in (rule.before, rule.after)
    )
    return "\n".join(
        [
            f"{rule.id} {rule.name} ({rule.severity.value})",
            "",
            textwrap.fill(f"What: {_line(rule.what)}", 100),
            textwrap.fill(f"Why: {_line(rule.why)}", 100),
            textwrap.fill(f"Fix: {_line(rule.fix)}", 100),
            "",
            f"Before{_with_options(rule)}:",
            before,
            "",
            "After:",
            after,
        ]
    )


def _with_options(rule: Rule) -> str:
    options = (f"--{name.replace('_', '-')} {value}" for name, value in rule.options)
    return f", with {' '.join(options)}" if rule.options else ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
