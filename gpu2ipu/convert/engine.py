"""READ FIRST: `check` and `convert`, the whole flow.

Two rings: `check_text` and `convert_text` are pure and may raise; `check_file` and `convert_file` read the
file and turn what goes wrong into a field of the result. A third ring, many files, is `batch`.

    check     text --parse--> Script --rules--> findings, less those that a comment silences
    convert   text --the fixes of all findings--> text, again until there is nothing to fix
                   --black on touched lines--> --comments on what needs manual work--> the port
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpu2ipu.analysis.project.project import Project, single
from gpu2ipu.analysis.syntax.script import CELL_SIGN, Script, parse
from gpu2ipu.config import Config, Written
from gpu2ipu.convert.fixes import changes_by_file, edited, ids_of, with_fixes, with_format
from gpu2ipu.errors import InternalError
from gpu2ipu.findings import COMMENT_PREFIX, Finding
from gpu2ipu.port.port import Port
from gpu2ipu.records import record
from gpu2ipu.rules import LISTINGS, rules_for
from gpu2ipu.source.reading import ALL_SAVED, Unsaved, read_source
from gpu2ipu.source.script_file import Source
from gpu2ipu.target import Target

if TYPE_CHECKING:
    from gpu2ipu.rules.rule import Rule

# A fix may call for another (a trimmed size for a step count); more rounds than this: two rules disagree.
MAX_ROUNDS = 7
UNUSED_SUPPRESSION = "IPU001"


Texts = Mapping[Path, str]
Scripts = Mapping[Path, Script]
AllFindings = Mapping[Path, tuple[Finding, ...]]
Rules = Sequence["Rule"] | None  # None: all of them, of which those are imported that the scripts concern


@record
class Converted:
    """A port. `applied` has the lines of the script, whenever each was found, `left` those of `text`."""

    text: str
    applied: tuple[Finding, ...]
    left: tuple[Finding, ...]

    @property
    def complete(self) -> bool:
        """True if nothing needs manual work; a note asks for none."""
        return not any(finding.asks for finding in self.left)


@record
class FileResult:
    """The result of `check` for one file: one error sentence, or findings, and then what they are found in."""

    path: Path
    error: str | None = None
    findings: tuple[Finding, ...] = ()
    source: Source | None = None


@record
class ConvertResult:
    """What `convert` made of one file; without an error there are a source and a port."""

    path: Path
    error: str | None = None
    source: Source | None = None
    converted: Converted | None = None
    idle: str | None = None  # why nothing was done, when nothing was


def check_text(path: Path, text: str, config: Config, rules: Rules = None) -> tuple[Finding, ...]:
    """Return the findings in a script, by place, without those that a comment silences.

    Raises SyntaxError, and ValueError for a NUL byte.
    """
    return check_texts(single(path), {path: text}, config, rules)[path]


def check_texts(project: Project, texts: Texts, config: Config, rules: Rules = None) -> AllFindings:
    """Return the findings in the files of a project that are asked for and have a text.

    Raises what `check_text` raises.
    """
    return _findings(project, _scripts(project, texts), config, rules)


def _scripts(project: Project, texts: Texts) -> Scripts:
    scripts, above = dict[Path, Script](), 0
    for path in project.files:
        if path in texts:
            scripts[path] = parsed(path, texts[path], above)
            above += len(scripts[path].lines)
    return scripts


def _findings(
    project: Project, scripts: Scripts, config: Config, rules: Rules, for_fixes: bool = False
) -> AllFindings:
    """What the rules find, stage by stage: after one with something to fix, those that follow are not asked."""
    findings: dict[Path, tuple[Finding, ...]] = dict.fromkeys(project.asked, ())
    if not _mention_keras(scripts.values()):
        return findings
    target, off = Target.of(config), _switched_off(config)
    if len(scripts) > 1:
        from gpu2ipu.convert import multi_file

        whole = multi_file.joined(project, scripts)
        ports = multi_file.ports_of(project, whole, target, off)
    else:
        (path, script), *_ = scripts.items()
        port = Port(script, target, off)
    for enabled in _stages(scripts, config, rules, for_fixes):
        found: Mapping[Path, Sequence[Finding]]
        if len(scripts) == 1:
            found = {path: [each for rule in enabled for each in rule.findings(port)]}
        else:
            found = multi_file.found(ports, enabled)
        left: Mapping[Path, Sequence[Finding]]
        left = {path: _unsuppressed(scripts[path], each) for path, each in found.items()}
        if len(scripts) > 1:
            left = multi_file.report_to_importers(project, whole, left)
        findings |= {path: (*findings[path], *each) for path, each in left.items()}
        if not for_fixes:
            for path in (each for each in project.asked if each in scripts):
                unused = _unused_suppressions(scripts[path], found.get(path, ()), enabled, config)
                findings[path] = (*findings[path], *unused)
        if any(finding.fix for each in findings.values() for finding in each):
            break
    return {path: _located(scripts[path].text, each) for path, each in findings.items() if path in scripts}


def _stages(scripts: Scripts, config: Config, rules: Rules, for_fixes: bool) -> list[list[Rule]]:
    """The rules that are used; for fixes, those that prepare the ground for others are a stage of their own."""
    chosen = rules_for([script.text for script in scripts.values()]) if rules is None else rules
    enabled = [rule for rule in chosen if config.enabled(rule.id)]
    if not for_fixes:
        return [enabled]
    return [[rule for rule in enabled if rule.prepares], [rule for rule in enabled if not rule.prepares]]


def _switched_off(config: Config) -> frozenset[type]:
    """What only rules would do that the options switch off: nothing else may prepare for it."""
    off = (listing.load() for listing in LISTINGS if not config.enabled(listing.id))
    return frozenset(kind for rule in off for kind in rule.kinds)


def convert_text(path: Path, text: str, config: Config, rules: Rules = None) -> Converted:
    """Port a script. Doing it again changes nothing.

    Raises what `check_text` raises, Trouble for a script that libcst refuses, and InternalError.
    """
    return convert_texts(single(path), {path: text}, config, rules)[path]


def convert_texts(
    project: Project, texts: Texts, config: Config, rules: Rules = None
) -> dict[Path, Converted]:
    """Port the files of a project that are asked for, all at once, since a change in one may need one in another.

    Raises what `convert_text` raises.
    """
    return _converted_together(project, _scripts(project, texts), config, rules)


def _converted_together(
    project: Project, scripts: Scripts, config: Config, rules: Rules
) -> dict[Path, Converted]:
    texts = {path: script.text for path, script in scripts.items()}
    config = replace(config, written=_written(list(scripts.values())))
    if config.both_devices:
        ports, scripts, applied, findings = _for_both_devices(project, scripts, config, rules)
    else:
        ports, scripts, applied, findings = _fixed(project, scripts, scripts, config, rules)
    changed = [path for path in project.asked if ports[path] != texts[path]]
    left = [finding for some in findings.values() for finding in some]
    formatted = {path: with_format(path, texts[path], ports[path]) for path in changed if config.format}
    if formatted.items() - ports.items():
        ports |= formatted
        # lines have moved, and so have comments that silence: without either there is nothing to see again
        if left or any(COMMENT_PREFIX in text for text in formatted.values()):
            before, scripts = scripts, _scripts_of_ports(project, ports, left)
            placed = _with_planned_lines(config, texts, ports)
            findings = _findings_again(project, before, scripts, findings, placed, rules)
    if config.annotate and left:
        annotated = {path: _annotated(scripts[path], some) for path, some in findings.items() if some}
        if annotated.items() - ports.items():
            ports |= annotated
            before, scripts = scripts, _scripts_of_ports(project, ports, left)
            placed = _with_planned_lines(config, texts, ports)
            findings = _findings_again(project, before, scripts, findings, placed, rules)
    return {
        path: Converted(ports[path], _located(texts[path], applied[path]), tuple(findings[path]))
        for path in project.asked
    }


def _written(scripts: Collection[Script]) -> Written:
    ipus, executions = (
        any(getattr(each, name) for each in scripts) for name in ("imports_ipu", "sets_executions")
    )
    return Written(ipus, executions)


class _Fixed(NamedTuple):
    """Ports as the rules make them, before they are formatted; what was applied, and what is found in them."""

    ports: dict[Path, str]
    scripts: Scripts
    applied: dict[Path, tuple[Finding, ...]]
    findings: AllFindings


def _fixed(project: Project, originals: Scripts, scripts: Scripts, config: Config, rules: Rules) -> _Fixed:
    """The scripts, which have become of the originals, once the fixes of all findings have been applied."""
    texts = {path: script.text for path, script in originals.items()}
    ports, rounds = {path: script.text for path, script in scripts.items()}, 0
    applied: dict[Path, tuple[Finding, ...]] = dict.fromkeys(project.asked, ())
    placed = _with_planned_lines(config, texts, ports)
    findings = _findings(project, scripts, placed, rules, for_fixes=True)
    while fixable := [(path, finding) for path, some in findings.items() for finding in some if finding.fix]:
        changes = changes_by_file(fixable)
        made_by = [finding for _, finding in fixable]
        rewritten = ports | {path: with_fixes(path, ports[path], some) for path, some in changes.items()}
        applied |= {
            path: (*applied[path], *_in_original(originals[path], scripts[path], some))
            for path, some in changes.items()
        }
        rounds += 1
        if rewritten == ports or rounds > MAX_ROUNDS:
            raise InternalError(f"the fixes of {ids_of(made_by)} do not settle")
        ports, scripts = rewritten, _scripts_of_ports(project, rewritten, made_by)
        placed = _with_planned_lines(config, texts, ports)
        findings = _findings(project, scripts, placed, rules, for_fixes=True)
    return _Fixed(ports, scripts, applied, findings)


def _for_both_devices(project: Project, scripts: Scripts, config: Config, rules: Rules) -> _Fixed:
    """Scripts that are their port where there is an IPU; what is wrong on a GPU as well is corrected for both."""
    from gpu2ipu.convert.both_devices.merge import edits_for_both

    loaded = [listing.load() for listing in LISTINGS] if rules is None else rules
    first = _fixed(project, scripts, scripts, config, [rule for rule in loaded if rule.both_devices])
    fixed = _fixed(project, scripts, first.scripts, config, rules)
    applied = {path: (*first.applied[path], *some) for path, some in fixed.applied.items()}
    made_by = [finding for some in applied.values() for finding in some]
    ports = dict(fixed.ports)
    for path, edits in edits_for_both(first.ports, fixed.ports, parsed).items():
        ports[path] = edited(path, ports[path], edits, made_by)
    texts = {path: script.text for path, script in scripts.items()}
    scripts, config = _scripts_of_ports(project, ports, made_by), _with_planned_lines(config, texts, ports)
    findings = _findings(project, scripts, config, rules, for_fixes=True)
    if again := [finding for some in findings.values() for finding in some if finding.fix]:
        raise InternalError(f"the fixes of {ids_of(again)} do not settle in a script for both devices")
    return _Fixed(ports, scripts, applied, findings)


def check_file(path: Path, config: Config) -> FileResult:
    """Check one script or notebook by itself; never raises for what is in it."""
    return check_project(single(path), config)[0]


def check_project(project: Project, config: Config, unsaved: Unsaved = ALL_SAVED) -> tuple[FileResult, ...]:
    """Check scripts that belong together; never raises for what is in them."""
    sources, scripts, errors = _read(project, unsaved)
    findings: AllFindings = {}
    try:
        findings = _findings(project.without(errors), scripts, config, None) if scripts else {}
    except Exception as error:
        errors |= {path: _why_failed(path, error) for path in scripts}
    return tuple(
        FileResult(path, errors.get(path), tuple(found), sources[path] if found else None)
        for path in project.asked
        for found in [findings.get(path, ())]
    )


def convert_file(path: Path, config: Config) -> ConvertResult:
    """Port one script or notebook by itself, in memory; never raises for what is in it, and writes nothing."""
    return convert_project(single(path), config)[0]


def convert_project(project: Project, config: Config) -> tuple[ConvertResult, ...]:
    """Port scripts that belong together, in memory."""
    sources, scripts, errors = _read(project)
    done: dict[Path, Converted] = {}
    try:
        done = _converted_together(project.without(errors), scripts, config, None) if scripts else {}
    except Exception as error:
        errors |= {path: _why_failed(path, error) for path in sources}
    return tuple(
        (
            ConvertResult(path, error=errors[path])
            if path in errors
            else _converted(path, sources[path], done[path])
        )
        for path in project.asked
    )


def _converted(path: Path, source: Source, converted: Converted) -> ConvertResult:
    try:
        source.encode(converted.text)  # trouble now rather than when it is written
    except Exception as error:
        return ConvertResult(path, error=_why_failed(path, error))
    idle = None if converted.applied or converted.left else _why_idle(path, source.text)
    return ConvertResult(path, source=source, converted=converted, idle=idle)


def _read(
    project: Project, unsaved: Unsaved = ALL_SAVED
) -> tuple[dict[Path, Source], dict[Path, Script], dict[Path, str]]:
    """The files that can be read and parsed, and what is wrong with the others, which must not stop them."""
    sources: dict[Path, Source] = {}
    scripts: dict[Path, Script] = {}
    errors: dict[Path, str] = {}
    above = 0
    for path in project.files:
        try:
            sources[path] = read_source(path, unsaved)
        except Exception as error:
            errors[path] = _why_failed(path, error)
    needed = project.files if _mention_keras(sources.values()) else project.asked
    for path in (each for each in needed if each in sources):
        try:
            scripts[path] = parsed(path, sources[path].text, above)
            above += len(scripts[path].lines)
        except Exception as error:
            errors[path] = _why_failed(path, error)
            del sources[path]
    return sources, scripts, errors


def _mention_keras(files: Iterable[Source | Script]) -> bool:
    """True if there may be something to find in files that belong together."""
    return any(word in file.text for file in files for word in ("keras", "tensorflow"))


def parsed(path: Path, text: str, above: int = 0) -> Script:
    """Parse one file, `above` which a program has so many lines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of invalid escapes and the like: the user's interpreter says them
        if CELL_SIGN in text:
            from gpu2ipu.source import notebook

            return notebook.parse(path, text, above)
        return parse(path, text, above=above)


def _unsuppressed(script: Script, found: Sequence[Finding]) -> Sequence[Finding]:
    """The findings that no comment silences."""
    if not found or COMMENT_PREFIX not in script.text:
        return found
    from gpu2ipu.convert.suppression import unsuppressed

    return unsuppressed(script, found)


def _unused_suppressions(
    script: Script, found: Sequence[Finding], enabled: Sequence[Rule], config: Config
) -> Iterable[Finding]:
    """What the comments of a script have nothing to silence for, if the rule that says so is used."""
    if COMMENT_PREFIX not in script.text or UNUSED_SUPPRESSION not in {rule.id for rule in enabled}:
        return ()
    from gpu2ipu.convert.suppression import unused

    names = {listing.id: listing.rule_name for listing in LISTINGS}
    return unused(script, found, names, config.enabled)


def _located(text: str, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings in order, those in a notebook with their cells."""
    if CELL_SIGN in text:
        from gpu2ipu.source import notebook

        found = list(notebook.in_cells(text, found))
    return tuple(sorted(found, key=lambda finding: (finding.span, finding.rule)))


def _in_original(original: Script, rewritten: Script, found: Sequence[Finding]) -> Sequence[Finding]:
    """Findings of any round, at the lines of the original."""
    if original.text == rewritten.text:
        return found
    from gpu2ipu.convert.original_lines import in_original

    return in_original(original, rewritten, found)


def _with_planned_lines(config: Config, originals: Texts, texts: Texts) -> Config:
    """The options with a plan, if there is one, for what the scripts have become."""
    if config.planned is None:
        return config
    from gpu2ipu.convert.planned_lines import with_planned_lines

    return with_planned_lines(config, originals, texts)


def _scripts_of_ports(project: Project, ports: Texts, made_by: Sequence[Finding]) -> Scripts:
    try:
        return _scripts(project, ports)
    except SyntaxError as error:
        raise InternalError(f"the result of {ids_of(made_by)} is not Python: line {error.lineno}") from error


def _findings_again(
    project: Project, before: Scripts, after: Scripts, findings: AllFindings, config: Config, rules: Rules
) -> AllFindings:
    """The findings in scripts of which only lines have moved; those in one script move with its code."""
    if len(after) == 1:
        from gpu2ipu.convert.relocation import relocated

        ((path, script),) = after.items()
        found = relocated(before[path], script, findings[path])
        if found is not None:
            return {path: _located(script.text, _unsuppressed(script, found))}
    return _findings(project, after, config, rules, for_fixes=True)


def _annotated(script: Script, left: Sequence[Finding]) -> str:
    from gpu2ipu.convert.annotation import annotate

    return annotate(script, left)


def _why_failed(path: Path, error: Exception) -> str:
    from gpu2ipu.convert.reasons import why_failed

    return why_failed(path, error)


def _why_idle(path: Path, text: str) -> str:
    from gpu2ipu.convert.reasons import why_idle

    return why_idle(parsed(path, text))
