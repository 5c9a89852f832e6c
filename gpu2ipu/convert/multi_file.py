"""Programs: scripts that import each other are checked as one, and each finding goes back to the file it speaks of.

What has to change in a file that nobody asked for is told where that file is imported.
"""

from __future__ import annotations

import ast
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gpu2ipu.analysis.project.project import Project
from gpu2ipu.analysis.syntax.python_tests import is_test
from gpu2ipu.analysis.syntax.script import FileOfScript, Member, MultiFileScript, Script, program
from gpu2ipu.edits import Edit, Insert, Span, line_of, moved
from gpu2ipu.findings import Elsewhere, Finding, Fix
from gpu2ipu.port.port import Port
from gpu2ipu.records import record
from gpu2ipu.rules.rule import Rule
from gpu2ipu.source.discovery import port_beside
from gpu2ipu.target import Target

# The names that pytest and unittest look for.
Findings = Mapping[Path, Sequence[Finding]]


def joined(project: Project, scripts: Mapping[Path, Script]) -> MultiFileScript:
    """Return the files of a project that could be parsed, as one program."""
    members = [
        Member(scripts[path], path in project.entries, project.imports.get(path, {}))
        for path in project.files
        if path in scripts
    ]
    return program(members)


@record
class Ports:
    """A program on its way to a target, as a whole and file by file."""

    whole: MultiFileScript
    together: Port
    alone: tuple[Port, ...]


def ports_of(project: Project, whole: MultiFileScript, target: Target, off: frozenset[type]) -> Ports:
    """Return the ports of a program and of those of its files in which findings are reported."""
    reported = project.with_imports(project.asked)
    alone = tuple(Port(file, target, off) for file in whole.files if file.path in reported)
    return Ports(whole, Port(whole, target, off), alone)


def found(ports: Ports, rules: Sequence[Rule]) -> Findings:
    """Return what the rules find in the files of a program."""
    whole = ports.whole
    by_file: dict[Path, list[Finding]] = defaultdict(list)
    together = [rule for rule in rules if not rule.alone]
    alone = [rule for rule in rules if rule.alone]
    on_host = _tests_on_the_host(ports)
    for port, some in ((ports.together, together), *((each, alone) for each in ports.alone)):
        for finding in (finding for rule in some for finding in rule.findings(port)):
            path, own = _to_own_file(whole, finding)
            if port is not ports.together or path not in on_host:
                by_file[path].append(own)
    return by_file


def _tests_on_the_host(ports: Ports) -> set[Path]:
    """The tests of a program for IPUs that leave the SDK alone: what they build and run is meant for the CPU."""
    whole = ports.whole
    if not (ports.together.target.written.ipus and whole.imports_ipu):
        return set()
    return {file.path for file in whole.files if is_test(file) and not file.imports_ipu}


def _to_own_file(whole: MultiFileScript, finding: Finding) -> tuple[Path, Finding]:
    """A finding with the lines of its own file, and that file."""
    home = whole.file_at(finding.span.line)
    fix = finding.fix and _fix_to_own_file(whole, home, finding.fix)
    return home.path, replace(finding, span=finding.span.moved(-home.above), fix=fix)


def _fix_to_own_file(whole: MultiFileScript, home: FileOfScript, fix: Fix) -> Fix:
    edits: dict[Path, list[Edit]] = defaultdict(list)
    for edit in fix.edits:
        file = whole.file_at(line_of(edit))
        edits[file.path].append(moved(edit, -file.above))
    own = tuple(edits.pop(home.path, ()))
    others = (Elsewhere(path, _place(some), tuple(some)) for path, some in edits.items())
    return replace(fix, edits=own, elsewhere=tuple(others))


def _place(edits: Sequence[Edit]) -> Span:
    """The line that edits are reported at: what they change, not the imports and helpers that they bring along."""
    line = line_of(next((edit for edit in edits if not isinstance(edit, Insert)), edits[0]))
    return Span(line, 0, line, 0)


def report_to_importers(
    project: Project, whole: MultiFileScript, findings: Findings
) -> dict[Path, list[Finding]]:
    """Return the findings in the files that were asked for, with those of the others where these are imported."""
    result: dict[Path, list[Finding]] = {path: [] for path in project.asked}
    imports = _import_statements(project, whole)
    told: dict[tuple[Path, Span], list[Finding]] = defaultdict(list)
    for path, some in findings.items():
        if path in result:
            result[path] += (_within(project, finding) for finding in some)
        elif path in imports:
            importer, span = imports[path]
            for finding, message in _one_of_each_rule(_name(path, importer), some):
                told[importer, span].append(replace(finding, span=span, message=message, fix=None))
    for (importer, _), some in told.items():
        first, *others = sorted(some, key=lambda finding: finding.rule)
        advised = replace(first, message=f"{first.message}; {_together(project)}")
        result[importer] += (advised, *others)
    return result


def _name(path: Path, importer: Path) -> str:
    """The path of a module, as seen from the folder of a file that imports it; its name if it is elsewhere."""
    is_below = path.is_relative_to(importer.parent)
    return path.relative_to(importer.parent).as_posix() if is_below else path.name


def _one_of_each_rule(name: str, findings: Sequence[Finding]) -> Iterator[tuple[Finding, str]]:
    """The first finding of each rule in a module of that name, and what to say of it and the others."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule, []).append(finding)
    for some in by_rule.values():
        first, *others = sorted(some, key=lambda finding: finding.span.line)
        lines = [str(line) for line in sorted({each.span.line for each in others} - {first.span.line})]
        more = f" (and so on in line{'s' * (len(lines) > 1)} {', '.join(lines)})" if lines else ""
        yield first, f"{name}, line {first.span.line}: {first.message}{more}"


def _within(project: Project, finding: Finding) -> Finding:
    """A finding whose fix changes no file that was not asked for."""
    if finding.fix is None:
        return finding
    others = [part.path for part in finding.fix.elsewhere if part.path not in project.wanted]
    if not others:
        return finding
    names = ", ".join(path.name for path in others)
    return replace(
        finding, fix=None, message=f"{finding.message}: {names} must change too; {_together(project)}"
    )


def _together(project: Project) -> str:
    """The command that ports a project; a port beside its script is no script to port."""
    scripts = project.entries - {port_beside(path) for path in project.entries}
    entries = " ".join(f"--entry {shlex.quote(path.name)}" for path in sorted(scripts))
    return f"port the project as a whole: `gpu2ipu convert FOLDER {entries} -o PORT`"


def _import_statements(project: Project, whole: MultiFileScript) -> dict[Path, tuple[Path, Span]]:
    """Map each file that was not asked for to the file that was, and to its import statement."""
    found: dict[Path, tuple[Path, Span]] = {}
    for file in whole.files:
        for node in file.nodes if file.path in project.wanted else ():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                pending = [file.imports[name] for name in _modules(node) if name in file.imports]
                while pending:
                    module = pending.pop()
                    if module not in found and module not in project.wanted:
                        found[module] = file.path, file.span(node).moved(-file.above)
                        pending += project.imports.get(module, {}).values()
    return found


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import may mean."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    module = "." * node.level + (node.module or "")
    joint = "" if module.endswith(".") else "."
    return [module, *(f"{module}{joint}{alias.name}" for alias in node.names)]
