"""Project: which files belong together, because they import each other, and which of them are run by themselves.

Found by reading, not by parsing: see `imports`. A project is picklable; what its files mean is worked out later, for
all of them at once (`script.Program`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpu2ipu.analysis.project.module_files import ModuleFiles, naming

# A file that imports more than so many others, directly or not, is not followed any further; neither are importers.
_MOST_FOLLOWED = 40
# Around so many files those that import them are looked for; more are a project by themselves.
_MOST_LOOKED_AROUND = 100
# Of a larger group each file is looked at by itself, with what it imports: all at once would fill the memory.
_MOST_TOGETHER = 120


@dataclass(frozen=True)
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

    @property
    def whole(self) -> Project:
        """The same files, all of them asked for."""
        return replace(self, asked=self.files, followed=())

    def without(self, files: Container[Path]) -> Project:
        """The project as if some of its files were not there."""
        asked, followed = (
            tuple(file for file in some if file not in files) for some in (self.asked, self.followed)
        )
        return replace(self, asked=asked, followed=followed)

    def entries_alone(self) -> Iterator[Project]:
        """Each script that is run, for itself: the modules stay as they are, since nobody would import others."""
        for entry in self.asked:
            if entry in self.entries:
                others = tuple(file for file in self.files if file != entry)
                yield Project((entry,), others, frozenset((entry,)), self.imports)


def single(path: Path) -> Project:
    """A file that is looked at by itself."""
    return Project((path,), entries=frozenset((path,)))


def projects(
    paths: Sequence[Path],
    read: Callable[[Path], str],
    entries: Sequence[Path] = (),
    neighbours: Neighbours | None = None,
) -> Iterator[Project]:
    """The projects of some files, in the order of their first file; with `entries`, what these reach is all there is.

    Without, a file is run by itself if nothing imports it or if it has a main guard. `neighbours` gives the files that
    may import one although nobody asked for them.
    """
    graph = _Graph(paths, read)
    if neighbours is not None and len(graph.asked) <= _MOST_LOOKED_AROUND:
        graph.look_around(neighbours)
    asked = graph.asked
    if entries:
        named = {graph.name(entry) for entry in entries}
        reached = {file for entry in named for file in graph.reached(entry)}
        asked = [file for file in graph.asked if file in reached]
    done: set[Path] = set()
    for file in asked:
        if file not in done:
            group = graph.group(file, set(asked))
            done |= group
            members = [path for path in asked if path in group]
            together = [members] if len(members) <= _MOST_TOGETHER else [[path] for path in members]
            yield from (graph.project(each, named if entries else None) for each in together)


# The files around one that may import it; ModuleFiles knows the folders from which they would.
Neighbours = Callable[[Path, ModuleFiles], Iterable[Path]]


class _Graph:
    """Who imports whom, with each file under one name."""

    def __init__(self, paths: Iterable[Path], read: Callable[[Path], str]) -> None:
        self._read = read
        self._texts: dict[Path, str] = {}
        self._modules = ModuleFiles()
        self._names: dict[str, Path] = {}
        self._guarded: dict[Path, bool] = {}
        self.asked = list(dict.fromkeys(self.name(path) for path in paths))
        self._imports: dict[Path, Mapping[str, Path]] = {}
        self._homes: dict[Path, dict[Path, None]] = {}  # folders of scripts from which a module was reached
        self._importers: dict[Path, set[Path]] = {}
        self._around: dict[Path, None] = {}  # files that import others, although nobody asked for them
        for path in self.asked:
            self._note_imports(path)

    def name(self, path: Path) -> Path:
        """The name of a file: the first by which it was met."""
        return self._names.setdefault(os.path.abspath(path), path)

    def look_around(self, neighbours: Neighbours) -> None:
        """Take in the files that import those that are asked for, directly or not."""
        pending = [*self.asked]  # the nearest first
        known = set(pending)
        for file in pending:
            if len(self._around) > _MOST_FOLLOWED:
                return
            module = Path(os.path.abspath(file)).parent.name if file.stem == "__init__" else file.stem
            named = naming(module)
            for path in neighbours(file, self._modules):
                other = self.name(path)
                text = "" if other in known else self._text(other)
                if module in text and named.search(text) and file in self.imports(other).values():
                    known.add(other)
                    self._around[other] = None
                    self._note_imports(other)
                    pending.append(other)

    def _note_imports(self, path: Path) -> None:
        for file in self.reached(path):
            for module in self.imports(file).values():
                self._importers.setdefault(module, set()).add(file)

    def _text(self, file: Path) -> str:
        if file not in self._texts:
            self._texts[file] = self._read(file)
        return self._texts[file]

    def imports(self, file: Path) -> Mapping[str, Path]:
        """The local modules that a file may import."""
        if file not in self._imports:
            text = self._text(file)
            self._guarded[file] = "__main__" in text
            found = self._modules.imported(file, text, self._homes.get(file, ())) if "import" in text else {}
            self._imports[file] = {name: self.name(module) for name, module in found.items()}
        return self._imports[file]

    def reached(self, path: Path) -> list[Path]:
        """A file and what it imports, the nearest first."""
        found = [path]
        for file in found:
            if len(found) <= _MOST_FOLLOWED:
                new = dict.fromkeys(m for m in self.imports(file).values() if m not in found)
                for module in new:
                    self._note_home(module, path.parent)
                found += new
        return found

    def _note_home(self, module: Path, folder: Path) -> None:
        """Note that a module may import what stands in a folder; what it imports is then looked for once more."""
        homes = self._homes.setdefault(module, {})
        known = (module.parent, *self._modules.folders_above(module), *homes)
        if os.path.abspath(folder) not in map(os.path.abspath, known):
            homes[folder] = None
            self._imports.pop(module, None)

    def group(self, file: Path, asked: set[Path]) -> set[Path]:
        """The files that are asked for and hang together with one of them, that one included."""
        seen, pending = {file}, [file]
        while pending:
            here = pending.pop()
            for other in (*self.imports(here).values(), *self._importers.get(here, ())):
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        return seen & asked

    def project(self, asked: list[Path], named: set[Path] | None) -> Project:
        """The project of a group."""
        around = self._importing(asked)
        files = self._all_reached((*asked, *around))
        if around and len(files) > _MOST_TOGETHER:
            around, files = [], self._all_reached(asked)
        if len(files) == 1:
            return single(asked[0])
        run = (*asked, *around)
        entries = {f for f in run if (f in named if named is not None else self._is_entry(f, files))}
        return Project(
            tuple(asked),
            tuple(file for file in files if file not in asked),
            frozenset(entries or asked),
            {file: self.imports(file) for file in files},
        )

    def _all_reached(self, files: Iterable[Path]) -> dict[Path, None]:
        found = dict.fromkeys(files)
        for file in [*found]:
            found |= dict.fromkeys(self.reached(file))
        return found

    def _importing(self, asked: list[Path]) -> list[Path]:
        """Those of the files around that import some, directly or not."""
        seen, pending = set(asked), [*asked]
        while pending:
            for other in self._importers.get(pending.pop(), ()):
                if other in self._around and other not in seen:
                    seen.add(other)
                    pending.append(other)
        return [file for file in self._around if file in seen]

    def _is_entry(self, file: Path, files: Iterable[Path]) -> bool:
        importers = self._importers.get(file, set()) - {file}
        return self._guarded[file] or importers.isdisjoint(files)
