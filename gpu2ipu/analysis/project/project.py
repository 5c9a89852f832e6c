"""Project: which files belong together, because they import each other, and which of them are run by themselves.

Found by reading, not by parsing: see `imports`. A project is picklable; what its files mean is worked out later, for
all of them at once (`script.Program`).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from gpu2ipu.analysis.project.importers import Importers
from gpu2ipu.analysis.project.module_files import ModuleFiles
from gpu2ipu.records import record


@record
class Project:
    """Files that import each other, or a single one."""

    asked: tuple[Path, ...]  # those to check or to port, in order
    followed: tuple[Path, ...] = ()  # local modules that they import: only looked at
    entries: frozenset[Path] = frozenset()  # those that are run by themselves
    imports: Mapping[Path, Mapping[str, Path]] = field(default_factory=dict)

    @property
    def files(self) -> tuple[Path, ...]:
        """All files."""
        return (*self.asked, *self.followed)

    @functools.cached_property
    def wanted(self) -> frozenset[Path]:
        """The files to check or to port."""
        return frozenset(self.asked)

    @property
    def whole(self) -> Project:
        """The same files, all of them asked for."""
        return replace(self, asked=self.files, followed=())

    def without(self, files: Container[Path]) -> Project:
        """Return the project as if some of its files were not there."""
        asked, followed = (
            tuple(file for file in some if file not in files) for some in (self.asked, self.followed)
        )
        return replace(self, asked=asked, followed=followed)

    def with_imports(self, files: Iterable[Path]) -> Mapping[Path, None]:
        """Return some files and those that they import, directly or not."""
        found = dict.fromkeys(files)
        pending = [*found]
        for file in pending:
            new = {module: None for module in self.imports.get(file, {}).values() if module not in found}
            found |= new
            pending += new
        return found

    def entries_alone(self) -> Iterator[Project]:
        """Each script that is run, for itself: the modules stay as they are, since nobody would import others."""
        for entry in self.asked:
            if entry in self.entries:
                others = tuple(file for file in self.files if file != entry)
                yield Project((entry,), others, frozenset((entry,)), self.imports)


def single(path: Path) -> Project:
    """Return a file that is looked at by itself."""
    return Project((path,), entries=frozenset((path,)))


def projects(
    paths: Sequence[Path],
    read: Callable[[Path], str],
    entries: Sequence[Path] = (),
    around: bool = False,
) -> Iterator[Project]:
    """Yield the projects of some files, in the order of their first file; with `entries`, only what these reach.

    Without, a file is run by itself if nothing imports it or if it has a main guard. `around`: with
    the files that import them, although nobody asked for those.
    """
    graph = _Graph(paths, read)
    if around:
        graph.look_around()
    named = [graph.name(entry) for entry in entries]
    asked = graph.asked
    if entries:
        reached = graph.reached(*named)
        asked = [file for file in graph.asked if file in reached]
    for members in graph.groups(asked):
        yield graph.project(members, frozenset(named) if entries else None)


class _Graph:
    """Who imports whom, with each file under one name: its absolute path."""

    def __init__(self, paths: Iterable[Path], read: Callable[[Path], str]) -> None:
        self._read = read
        self._texts: dict[str, str] = {}
        self._modules = ModuleFiles()
        self._paths: dict[str, Path] = {}  # the spelling by which each file was met first
        self.asked = list(dict.fromkeys(self.name(path) for path in paths))
        self._imports: dict[str, Mapping[str, str]] = {}
        self._homes: dict[str, dict[Path, None]] = {}  # folders of scripts from which a module was reached
        self._sources: dict[Path, list[str]] = {}  # files that may be run, by their folders
        self._importers: dict[str, set[str]] = {}
        self._around: dict[str, None] = {}  # files that import others, although nobody asked for them
        for file in self.asked:
            self._explore(file)
        self._share_folders()

    def name(self, path: Path) -> str:
        """Return the name of a file."""
        name = os.path.abspath(path)
        self._paths.setdefault(name, path)
        return name

    def look_around(self) -> None:
        """Take in the files that import those that are asked for, directly or not."""
        importers = Importers(self._modules, self._read)
        pending = [*self.asked]  # the nearest first
        known = set(pending)
        for file in pending:
            for path in importers.candidates(self._paths[file]):
                other = self.name(path)
                if other not in known and file in self.imports(other).values():
                    known.add(other)
                    self._around[other] = None
                    self._explore(other)
                    pending.append(other)
        self._share_folders()

    def _explore(self, source: str) -> None:
        """Follow the imports of a file that may be run."""
        self._sources.setdefault(self._paths[source].parent, []).append(source)
        pending = [source]
        for file in pending:
            for module in self.imports(file).values():
                importers = self._importers.setdefault(module, set())
                if not importers:
                    pending.append(module)
                importers.add(file)

    def _share_folders(self) -> None:
        """What a file that is run imports, directly or not, may import what stands beside that file.

        Only where a folder has something that is missing elsewhere.
        """
        settled = False
        while not settled:
            settled = True
            missing = {name for file in self._imports for name in self._missing(file)}
            for folder, sources in list(self._sources.items()):
                if self._modules.has_any(folder, missing):
                    settled &= not self._share_folder(folder, sources)

    def _missing(self, file: str) -> frozenset[str]:
        found = self.imports(file)
        return self._modules.missing(self._paths[file], found)

    def _share_folder(self, folder: Path, sources: list[str]) -> bool:
        """True if a module that scripts in a folder reach has found more there."""
        changed = False
        reached = dict.fromkeys(sources)
        pending = [*reached]
        for file in pending:
            homes = self._homes.setdefault(file, {})
            if folder not in homes and self._modules.has_any(folder, self._missing(file)):
                homes[folder] = None
                before = self._imports.pop(file)
                changed |= self.imports(file) != before
            for module in self.imports(file).values():
                self._importers.setdefault(module, set()).add(file)
                if module not in reached:
                    reached[module] = None
                    pending.append(module)
        return changed

    def _text(self, file: str) -> str:
        if file not in self._texts:
            self._texts[file] = self._read(self._paths[file])
        return self._texts[file]

    def imports(self, file: str) -> Mapping[str, str]:
        """Return the local modules that a file may import."""
        if file not in self._imports:
            text, path = self._text(file), self._paths[file]
            found = self._modules.imported(path, text, self._homes.get(file, ())) if "import" in text else {}
            self._imports[file] = {name: self.name(module) for name, module in found.items()}
        return self._imports[file]

    def reached(self, *files: str) -> dict[str, None]:
        """Files and what they import, the nearest of each first."""
        found = dict.fromkeys(files)
        for file in files:
            pending = [file]
            for each in pending:
                new = [module for module in dict.fromkeys(self.imports(each).values()) if module not in found]
                found |= dict.fromkeys(new)
                pending += new
        return found

    def groups(self, asked: list[str]) -> Iterator[list[str]]:
        """Yield the files that are asked for, connected ones in one list, in the order of their first ones."""
        group: dict[str, str] = {}  # each file's group, by the first file that is asked for in it
        members: dict[str, list[str]] = {}
        for first in asked:
            if first not in group:
                group[first] = first
                pending = [first]
                for file in pending:
                    for other in (*self.imports(file).values(), *self._importers.get(file, ())):
                        if other not in group:
                            group[other] = first
                            pending.append(other)
            members.setdefault(group[first], []).append(first)
        yield from members.values()

    def project(self, asked: list[str], named: frozenset[str] | None) -> Project:
        """Return the project of a group."""
        around = self._importing(asked)
        files = self.reached(*asked, *around)
        path = self._paths
        if len(files) == 1:
            return single(path[asked[0]])
        run = (*asked, *around)
        entries = [
            file for file in run if (file in named if named is not None else self._is_entry(file, files))
        ]
        wanted = set(asked)
        return Project(
            tuple(path[file] for file in asked),
            tuple(path[file] for file in files if file not in wanted),
            frozenset(path[file] for file in entries or asked),
            {
                path[file]: {name: path[module] for name, module in self.imports(file).items()}
                for file in files
            },
        )

    def _importing(self, asked: list[str]) -> list[str]:
        """Those of the files around that import some, directly or not."""
        if not self._around:
            return []
        seen, pending = set(asked), [*asked]
        while pending:
            for other in self._importers.get(pending.pop(), ()):
                if other in self._around and other not in seen:
                    seen.add(other)
                    pending.append(other)
        return [file for file in self._around if file in seen]

    def _is_entry(self, file: str, files: Mapping[str, None]) -> bool:
        importers = self._importers.get(file, set()) - {file}
        return "__main__" in self._text(file) or importers.isdisjoint(files)
