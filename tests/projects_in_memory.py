"""Projects of a few lines, written into a folder, and what `check` and `convert` make of them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

from gpu2ipu.analysis.project.project import Project, projects
from gpu2ipu.analysis.syntax.script import Member, MultiFileScript, parse, program
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import Converted, check_project, convert_project
from gpu2ipu.findings import Finding


def write(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Write files, by their path below the folder, in that order."""
    paths = [folder / name for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
    return paths


def of(paths: list[Path], *entries: Path) -> list[Project]:
    """The projects of files."""
    return list(projects(paths, Path.read_text, entries))


def whole(folder: Path, files: Mapping[str, str]) -> MultiFileScript:
    """The program that the first file belongs to."""
    project = of(write(folder, files))[0]
    members, above = [], 0
    for path in project.files:
        script = parse(path, path.read_text(), above=above)
        members.append(Member(script, path in project.entries, project.imports[path]))
        above += len(script.lines)
    return program(members)


def converted(paths: list[Path], *entries: Path) -> dict[str, Converted]:
    """The ports of the only project of some files, by the names of these."""
    (project,) = of(paths, *entries)
    results = convert_project(project, Config(format=False))
    assert [result.error for result in results if result.error] == []
    return {result.path.name: result.converted for result in results if result.converted}


def found(paths: list[Path]) -> list[tuple[str, Finding]]:
    """The findings in files, each with its file's name."""
    results = [result for project in of(paths) for result in check_project(project, Config())]
    return [(result.path.name, finding) for result in results for finding in result.findings]
