"""The fixes of findings, applied to texts. libcst and black are imported where something changes only."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpu2ipu.analysis.syntax.script import CELL_SIGN
from gpu2ipu.edits import Edit
from gpu2ipu.errors import InternalError, Trouble
from gpu2ipu.findings import Finding, Fix


def changes_by_file(fixable: Sequence[tuple[Path, Finding]]) -> dict[Path, list[Finding]]:
    """What changes in each file; of a fix that several files need, each has its own part."""
    changes: dict[Path, list[Finding]] = {}
    for path, finding in fixable:
        assert finding.fix is not None
        if finding.fix.edits:
            own = replace(finding, fix=replace(finding.fix, elsewhere=()))
            changes.setdefault(path, []).append(own)
        for part in finding.fix.elsewhere:
            fix = Fix(finding.fix.title, finding.fix.safety, part.edits)
            changes.setdefault(part.path, []).append(replace(finding, span=part.span, fix=fix))
    return changes


def with_fixes(path: Path, text: str, findings: Sequence[Finding]) -> str:
    """Return the text of a file with the fixes of some findings in it. Raises what `edited` raises."""
    return edited(path, text, [edit for each in findings if each.fix for edit in each.fix.edits], findings)


def edited(path: Path, text: str, edits: Sequence[Edit], findings: Sequence[Finding]) -> str:
    """Return the text of a file with edits that some findings have made.

    Raises Trouble for a text that libcst refuses, and InternalError for edits that do not suit it.
    """
    from gpu2ipu import rewrite

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return rewrite.apply(text, edits)
    except rewrite.CannotRewrite as error:
        raise Trouble(f"{path}:{_place(path, text, error.line)}: cannot be parsed: {error}") from error
    except rewrite.RewriteError as error:
        raise InternalError(f"the fixes of {ids_of(findings)} cannot be applied: {error}") from error


def _place(path: Path, text: str, line: int) -> str:
    if CELL_SIGN in text:
        from gpu2ipu.source import notebook

        return notebook.place(text, line)
    return str(line)


def with_format(path: Path, before: str, after: str) -> str:
    """Return the changed text of a file with the lines that changed in black's format."""
    from gpu2ipu.rewrite import black_format as reformat

    return reformat.touched(before, after, reformat.black_mode(path))


def ids_of(findings: Sequence[Finding]) -> str:
    """Return the ids of the rules of findings, for a message."""
    return ", ".join(sorted({finding.rule for finding in findings}))
