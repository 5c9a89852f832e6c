"""Importers: the files around a module that may import it.

A module alone, as a hook of pre-commit hands it over, is judged by who calls it: what is wrong with it, and whether
anything is, depends on the script that is run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gpu2ipu.analysis.project.module_files import ModuleFiles, imported_names
from gpu2ipu.source.discovery import SUFFIXES, skipped

Index = Mapping[str, list[Path]]  # files by the parts of the names of modules that they import


class Importers:
    """Indexes files by what they import: each folder is listed, and each file read, once."""

    def __init__(self, modules: ModuleFiles, read: Callable[[Path], str]) -> None:
        """Start without knowing any folder; `modules` knows those from which a file may import."""
        self._modules = modules
        self._read = read
        self._listed: dict[Path, tuple[list[Path], list[Path]]] = {}
        self._in: dict[Path, Index] = {}
        self._around: dict[Path, Index] = {}

    def candidates(self, file: Path) -> Iterator[Path]:
        """Yield the files that import something by the name of a module, the nearest first.

        They are in its folder, in those above up to the top of the project, and in the folders in these.
        """
        name = os.path.basename(os.path.abspath(file.parent)) if file.stem == "__init__" else file.stem
        for folder in (file.parent, *self._modules.folders_above(file)):
            yield from self._index_around(folder).get(name, ())

    def _index_around(self, folder: Path) -> Index:
        """The files in a folder and in the folders in it."""
        if folder not in self._around:
            index: dict[str, list[Path]] = {}
            for inner in (folder, *self._list(folder)[1]):
                for word, files in self._index(inner).items():
                    index.setdefault(word, []).extend(files)
            self._around[folder] = index
        return self._around[folder]

    def _index(self, folder: Path) -> Index:
        """The files in a folder."""
        if folder not in self._in:
            index: dict[str, list[Path]] = {}
            for file in self._list(folder)[0]:
                names = imported_names(self._read(file))
                for word in dict.fromkeys(word for name in names for word in name.split(".")):
                    index.setdefault(word, []).append(file)
            self._in[folder] = index
        return self._in[folder]

    def _list(self, folder: Path) -> tuple[list[Path], list[Path]]:
        """The scripts and the folders in a folder."""
        if folder not in self._listed:
            scripts, folders = [], []
            for entry in _entries(folder):
                if entry.is_file():
                    if entry.name.endswith(SUFFIXES):
                        scripts.append(Path(entry.path))
                elif entry.is_dir() and not skipped(Path(entry.path)):
                    folders.append(Path(entry.path))
            self._listed[folder] = sorted(scripts), sorted(folders)
        return self._listed[folder]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
