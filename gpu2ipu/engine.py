"""READ FIRST: `check` and `convert`, the whole flow.

Two rings: `check_text` and `convert_text` are pure and may raise; `check_file` and `convert_file` read the
file and turn what goes wrong into a field of the result. A third ring, many files, is `batch`.

    check     text --parse--> Script --rules--> findings, less those that a comment silences
    convert   text --the fixes of all findings--> text, again until there is nothing to fix
                   --black on touched lines--> --comments on what is left for a person--> the port
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpu2ipu.analysis.script import CELL_SIGN, Script, parse
from gpu2ipu.config import Config
from gpu2ipu.errors import InternalError, Trouble
from gpu2ipu.findings import COMMENT_PREFIX, Finding, Severity
from gpu2ipu.rules import RULES
from gpu2ipu.rules.rule import Rule
from gpu2ipu.source import Source

# A fix may call for another (a trimmed size for a step count); more rounds than this: two rules disagree.
MAX_ROUNDS = 7


@dataclass(frozen=True)
class Converted:
    """A port. `applied` speaks of the text in which each was found, `left` of `text`."""

    text: str
    applied: tuple[Finding, ...]
    left: tuple[Finding, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is left for a person; a note is nothing to do."""
        return all(finding.severity is Severity.NOTE for finding in self.left)


@dataclass(frozen=True)
class FileResult:
    """What `check` has to say about one file: one sentence of trouble, or findings."""

    path: Path
    error: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class ConvertResult:
    """What `convert` made of one file; without an error there are a source and a port."""

    path: Path
    error: str | None = None
    source: Source | None = None
    converted: Converted | None = None
    idle: str | None = None  # why nothing was done, when nothing was


def check_text(path: Path, text: str, config: Config, rules: Sequence[Rule] = RULES) -> tuple[Finding, ...]:
    """The findings in a script, by place, without those that a comment silences.

    Raises SyntaxError, and ValueError for a NUL byte.
    """
    return _findings(_parse(path, text), config, rules)


def convert_text(path: Path, text: str, config: Config, rules: Sequence[Rule] = RULES) -> Converted:
    """Port a script. Doing it again changes nothing.

    Raises what `check_text` raises, Trouble for a script that libcst refuses, and InternalError.
    """
    port, applied = text, []
    findings = check_text(path, text, config, rules)
    while fixable := _next_fixable(findings, rules):
        rewritten = _apply(path, port, fixable)
        applied.append(tuple(fixable))
        if rewritten == port or len(applied) > MAX_ROUNDS:
            raise InternalError(f"the fixes of {_ids(fixable)} do not settle")
        port = rewritten
        findings = _findings_of_port(path, port, config, rules, fixable)
    if config.format and port != text:
        port = _formatted(path, text, port)
    if config.annotate and findings:
        port = _annotated(path, port, _findings_of_port(path, port, config, rules, findings))
    if port != text:
        findings = _findings_of_port(path, port, config, rules, findings)
    return Converted(port, sum(applied, ()), tuple(findings))


def check_file(path: Path, config: Config) -> FileResult:
    """Check one script or notebook; never raises for what is in it."""
    try:
        return FileResult(path, findings=check_text(path, Source.read(path).text, config, RULES))
    except Exception as error:
        return FileResult(path, error=_why_failed(path, error))


def convert_file(path: Path, config: Config) -> ConvertResult:
    """Port one script or notebook in memory; never raises for what is in it, and writes nothing."""
    try:
        source = Source.read(path)
        converted = convert_text(path, source.text, config, RULES)
        source.encode(converted.text)  # trouble now rather than when it is written
        idle = None if converted.applied or converted.left else _why_idle(path, source.text)
        return ConvertResult(path, source=source, converted=converted, idle=idle)
    except Exception as error:
        return ConvertResult(path, error=_why_failed(path, error))


def _parse(path: Path, text: str) -> Script:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of invalid escapes and the like: the user's interpreter says them
        if CELL_SIGN in text:
            from gpu2ipu import notebook

            return notebook.parse(path, text)
        return parse(path, text)


def _findings(script: Script, config: Config, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    if "keras" not in script.text and "tensorflow" not in script.text:
        return ()
    found = [f for rule in rules if config.enabled(rule.id) for f in rule.check(script, config)]
    if found and COMMENT_PREFIX in script.text:
        from gpu2ipu.suppression import unsuppressed

        found = unsuppressed(script, found)
    if CELL_SIGN in script.text:
        from gpu2ipu import notebook

        found = list(notebook.in_cells(script.text, found))
    return tuple(sorted(found, key=lambda finding: (finding.span, finding.rule)))


def _findings_of_port(
    path: Path, port: str, config: Config, rules: Sequence[Rule], made_by: Sequence[Finding]
) -> tuple[Finding, ...]:
    try:
        return check_text(path, port, config, rules)
    except SyntaxError as error:
        raise InternalError(f"the result of {_ids(made_by)} is not Python: line {error.lineno}") from error


def _next_fixable(findings: Sequence[Finding], rules: Sequence[Rule]) -> list[Finding]:
    """What is fixed in the next round: what prepares the ground for others, else everything."""
    preparing = {rule.id for rule in rules if rule.prepares}
    fixable = [finding for finding in findings if finding.fix]
    return [finding for finding in fixable if finding.rule in preparing] or fixable


def _apply(path: Path, text: str, findings: Sequence[Finding]) -> str:
    from gpu2ipu import rewrite  # libcst, which `check` does without

    edits = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return rewrite.apply(text, edits)
    except rewrite.CannotRewrite as error:
        raise Trouble(f"{path}:{_place(path, text, error.line)}: cannot be parsed: {error}") from error
    except rewrite.RewriteError as error:
        raise InternalError(f"the fixes of {_ids(findings)} cannot be applied: {error}") from error


def _place(path: Path, text: str, line: int) -> str:
    if CELL_SIGN in text:
        from gpu2ipu import notebook

        return notebook.place(text, line)
    return str(line)


def _formatted(path: Path, before: str, after: str) -> str:
    from gpu2ipu import reformat  # black, which only a changed script needs

    return reformat.touched(before, after, reformat.black_mode(path))


def _annotated(path: Path, port: str, left: Sequence[Finding]) -> str:
    from gpu2ipu.annotation import annotate

    return annotate(_parse(path, port), left)


def _why_failed(path: Path, error: Exception) -> str:
    from gpu2ipu.reasons import why_failed

    return why_failed(path, error)


def _why_idle(path: Path, text: str) -> str:
    from gpu2ipu.reasons import why_idle

    return why_idle(_parse(path, text))


def _ids(findings: Sequence[Finding]) -> str:
    return ", ".join(sorted({finding.rule for finding in findings}))
